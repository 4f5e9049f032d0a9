import fc from 'fast-check';
import { anAmountOf, aP2pTransfer, byNumber } from '../../fixtures/builders/v1.ts';
import { spoilt } from '../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  v1Operations,
  v1Path,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { noUnreadableFailure } from '../../fixtures/every-answer.ts';
import { isRead, v1RequestMembers } from '../../fixtures/fields/v1-requests.ts';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import { amountMoved, limitsIn, movesSomething } from '../../fixtures/fields/v1-items.ts';
import { historyOf } from '../../fixtures/dialect/v1.ts';
import { balanceOf, newCard, promisedRefusal, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { answersAnyValue, anyValue } from '../robustness.ts';
import { itemsOf } from './movement-runs.ts';

// Document 1, part 7: whatever is wrong with a request, it does nothing and is answered cleanly.

check(
  'v1.response.no-unreadable-failure',
  'answers whatever is wrong with a body that tells why',
  async ({ v1 }) => {
    const paths = [...new Set(v1RequestMembers.map(({ path }) => path.split('[]')[0] ?? path))];
    const bodies = new Map(
      await Promise.all(
        v1Operations.map(async (operation) => {
          const request = await validRequest(v1, operation);
          return [operation, 'missing' in request ? {} : request.body] as const;
        }),
      ),
    );
    await forAll(
      [fc.tuple(fc.constantFrom(...v1Operations), fc.constantFrom('', ...paths)), anyValue],
      answersAnyValue({
        clause: noUnreadableFailure,
        valid: (operation) => bodies.get(operation) ?? {},
        send: (operation, body) =>
          v1.send({
            operation,
            method: 'POST',
            path: v1Path(operation),
            body: JSON.stringify(body),
          }),
      }),
      { share: 6, least: { commands: 192 } },
    );
  },
);

/** Members whose lack leads to no success, as far as a request is shown at all. */
const mandatory = v1RequestMembers.filter(
  ({ needs }) => needs !== undefined && requirements[needs].level === 'derived',
);
const demanding = v1Operations.filter((operation) =>
  mandatory.some((member) => member.operation === operation),
);

for (const [id, title, how] of [
  [
    'v1.robustness.mandatory-members',
    'carries out nothing that lacks mandatory members',
    'leave out',
  ],
  [
    'v1.robustness.wrong-types',
    'carries out nothing whose mandatory members are of a wrong type',
    { value: [{ wrong: true }] },
  ],
] as const) {
  check(id, title, async ({ v1 }) => {
    const plan = fc.constantFrom(...demanding).chain((operation) => {
      const members = mandatory.filter((member) => member.operation === operation);
      return fc.record({
        operation: fc.constant(operation),
        places: fc.uniqueArray(fc.constantFrom(...members.map(({ path }) => path)), {
          minLength: 1,
          maxLength: 3,
        }),
      });
    });
    await forAll(
      [plan],
      async ({ operation, places }) => {
        const request = await validRequest(v1, operation);
        if ('missing' in request) return;

        // Inner members first, as those of an object that is gone cannot be spoilt any more.
        const inward = places.toSorted((a, b) => b.length - a.length);
        const body = inward.reduce((left, path) => spoilt(left, path, how), request.body);
        const answer = await request.send(body);

        if (isRead(operation)) expect(answer).toFindNothing();
        else expect(answer).toBeDenied();
      },
      { least: { commands: 64 } },
    );
  });
}

const reads = [
  'getCardLimits',
  'getCardData',
  'getCardBalance',
  'getTokenList',
  'getGeoRestrictions',
] as const;
const accountReads = [
  'getAccountLimits',
  'getAccountBalanceFromBo',
  'getAccountData',
  'getAllowedBeneficiaries',
  'getAllowedMccList',
] as const;

check(
  'v1.robustness.reads-change-nothing',
  'shows the same after any run of reading operations',
  async ({ v1 }) => {
    await forAll(
      [fc.array(fc.constantFrom(...reads, ...accountReads), { minLength: 1, maxLength: 6 })],
      async (run) => {
        const card = await fundedCard(v1, minorUnits(10_00));
        const { accountNumber, customer } = card;
        const before = await stateOf(v1, card);

        for (const operation of run) {
          const isOfCard = reads.some((read) => read === operation);
          await v1[operation](
            isOfCard ? { cardIdentification: byNumber(card) } : { accountNumber },
          );
        }
        await v1.getCustomerDetails({ customerNumber: customer.customerNumber });
        await v1.getCustomerInfo({ customerNumber: customer.customerNumber });

        const after = await stateOf(v1, card);
        const words = { exchanges: [], sent: run.join(', '), expected: before, got: after };
        expect(after === before, words).toBe(true);
      },
      { share: 0.5, least: { accepted: 120, depth: 12 } },
    );
  },
);

type Wrong = (v1: V1Client, from: V1Card, to: V1Card) => Promise<Exchange>;

const wrongRequests: Readonly<Record<string, Wrong>> = {
  'a transfer above the balance': (v1, from, to) =>
    v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(900_000_00))),
  'a debit above the balance': (v1, from) => v1.debitCard(anAmountOf(from, minorUnits(900_000_00))),
  'a negative transfer': (v1, from, to) =>
    v1.p2pTransfer({ ...aP2pTransfer(from, to, minorUnits(1)), amount: -5_00 }),
  'a negative debit': (v1, from) =>
    v1.debitCard({ ...anAmountOf(from, minorUnits(1)), amount: -5_00 }),
  'a negative credit': (v1, from) =>
    v1.creditCard({ ...anAmountOf(from, minorUnits(1)), amount: -5_00 }),
  'a transfer to an unknown card': (v1, from, to) =>
    v1.p2pTransfer(aP2pTransfer(from, { number: unknownNumberLike(to.number) }, minorUnits(1_00))),
  'a debit without an amount': (v1, from) =>
    v1.debitCard({ ...anAmountOf(from, minorUnits(1)), amount: undefined }),
  'a transfer without a destination': (v1, from, to) =>
    v1.p2pTransfer({
      ...aP2pTransfer(from, to, minorUnits(1_00)),
      destinationCardIdentification: undefined,
    }),
  "a stranger's debit": (v1, from) =>
    v1
      .withHeaders({ Authorization: 'Basic bm90LXRoZS10b2tlbg==' })
      .debitCard(anAmountOf(from, minorUnits(1_00))),
};

/** Those of which a requirement says that they are refused; whether the others are is open here. */
const refusalPromisedBy: Readonly<Record<string, RequirementId>> = {
  'a transfer to an unknown card': 'v1.p2p-transfer.unknown-destination',
  'a debit without an amount': 'v1.debit-card.needs-amount',
  'a transfer without a destination': 'v1.p2p-transfer.needs-destination-card-identification',
};

check(
  'v1.robustness.refusals-change-nothing',
  'leaves balance and limits alone when it denies',
  async ({ v1 }) => {
    const names = fc.array(fc.constantFrom(...Object.keys(wrongRequests)), {
      minLength: 1,
      maxLength: 4,
    });
    await forAll(
      [names],
      async (run) => {
        const [from, to] = await Promise.all([fundedCard(v1, minorUnits(10_00)), newCard(v1)]);
        const before = await standingOf(v1, from);

        for (const name of run) {
          const answer = await wrongRequests[name]?.(v1, from, to);
          if (answer === undefined) continue;
          const promise = refusalPromisedBy[name];
          if (promise !== undefined) promisedRefusal(answer, promise);
          if (carriedOut(answer)) return;
          reached(name);
        }

        const after = await standingOf(v1, from);
        const words = { exchanges: [], sent: run.join(', '), expected: before, got: after };
        expect(after === before, words).toBe(true);
      },
      { share: 0.25, least: { refused: 8 } },
    );
  },
);

for (const [name, body] of [
  ['no body', ''],
  ['half an object', '{"cardIdentification":'],
  ['a list', '[]'],
  ['a text', '"cardIdentification"'],
  ['nothing', 'null'],
  ['XML', '<cardIdentification/>'],
] as const) {
  check('v1.robustness.malformed-bodies', `carries out nothing for ${name}`, async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(10_00));

    for (const operation of ['creditCard', 'debitCard', 'createVirtualCard'] as const) {
      const path = v1Path(operation);
      expect(await v1.send({ operation, method: 'POST', path, body })).toBeDenied();
    }

    expect(await v1.creditCard(anAmountOf(card, minorUnits(1_00)))).toSucceed();
  });
}

check('v1.robustness.sizes', 'is sent large bodies', async ({ v1, observe }) => {
  const card = await newCard(v1);

  const endings = [];
  for (const size of [10_000, 300_000]) {
    const body = { cardIdentification: byNumber(card), note: 'x'.repeat(size) };
    endings.push(`${size} characters: ${answerSummary(await v1.getCardBalance(body))}`);
  }

  observe(endings.join('; '));
});

/** Balance and limits of a card: what a request that is denied may not touch. */
async function standingOf(v1: V1Client, card: V1Card): Promise<string> {
  const [balance, limits] = await Promise.all([
    balanceOf(v1, card),
    v1.getCardLimits({ cardIdentification: byNumber(card) }),
  ]);
  const values = limitsIn(limits.answer.json).map(
    (limit) =>
      `${String(memberOf(limit, 'name'))} ${String(memberOf(limit, 'value'))} ${String(memberOf(limit, 'currentValue'))}`,
  );
  return `balance ${balance}, limits ${values.toSorted().join(', ')}`;
}

/** The same with the movements in the history; inquiries may be listed there too. Part 2.8: NOOP. */
async function stateOf(v1: V1Client, card: V1Card): Promise<string> {
  const [standing, history] = await Promise.all([standingOf(v1, card), historyOf(v1, card)]);
  const amounts = itemsOf(history)
    .filter(movesSomething)
    .map((item) => String(amountMoved(item)));
  return `${standing}, history ${amounts.toSorted().join(', ')}`;
}
