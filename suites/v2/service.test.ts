import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { type CardNumber, type Expiry, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { v2EveryAnswer } from '../../fixtures/every-answer.ts';
import { otherThan, sentExpectedGot } from '../../fixtures/expect.ts';
import {
  cardNow,
  newCard,
  newCardholder,
  newCardOf,
  promised,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { aLargeBody, aTourBesideTheDocument, aTourOf } from '../../fixtures/worlds/v2-tour.ts';

// Document 2, part 1: what the service does.

check('v2.service.scenario-completes', 'completes the suggested scenario', async ({ v2 }) => {
  const cards: { id: string; number: CardNumber; expiryDate: Expiry; balance: number }[] = [];
  for (const name of ['Ana', 'Berta']) {
    const cardholder = await v2.createCardholder(aCardholder({ firstName: name }));
    promised(cardholder, 'v2.cardholder-creation.answers-201');
    const issued = await v2.createCard({
      productName: v2.productName,
      cardholder: textAt(cardholder, 'id'),
    });
    promised(issued, 'v2.card-creation.answers-201');
    const id = textAt(issued, 'id');
    // Half of those that it has: how high a limit may be set is not shown.
    const shown = memberOf(issued.answer.json, 'spendingLimits');
    const spendingLimits = (Array.isArray(shown) ? (shown as object[]) : [])
      .map((limit) => ({
        interval: memberOf(limit, 'interval'),
        amount: Math.ceil(Number(memberOf(limit, 'amount')) / 2),
      }))
      // Others may be shown that cannot be set.
      .filter(({ interval }) => interval === 'daily' || interval === 'monthly');
    const limited = await v2.patchCard(id, { spendingLimits });
    promised(limited, 'v2.spending-limits.several-at-once');
    const read = await cardNow(v2, { id });
    expect(read).toSucceed({ id });
    cards.push({
      id,
      number: textAt(read, 'number') as CardNumber,
      expiryDate: textAt(read, 'expiryDate') as Expiry,
      balance: Number(memberOf(read.answer.json, 'account.balance')),
    });
  }
  const [from, to] = cards as [(typeof cards)[number], (typeof cards)[number]];

  const topUp = await v2.createTopUp(aTopUp(from, minorUnits(50_00)));
  promised(topUp, 'v2.top-up-creation.answers-201');
  expect(topUp).toSucceed({ status: 'approved' });
  expect(await cardNow(v2, from)).toSucceed({ account: { balance: from.balance + 50_00 } });
  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(20_00)));
  promised(transfer, 'v2.transfer-creation.answers-201');
  expect(transfer).toSucceed({ status: 'approved' });

  const id = textAt(transfer, 'id');
  expect(await v2.listTransfers({ cardNumberFltr: from.number })).toListExactly('transfers', [id]);
  expect(await v2.listTransfers({ cardNumberFltr: to.number })).toListExactly('transfers', [id]);
  // A card that has been used may be blocked like any other.
  expect(await v2.patchCard(from.id, { status: 'blocked' })).toSucceed({ status: 'blocked' });
});

check(
  'v2.service.one-account-per-cardholder',
  'gives two cardholders two accounts',
  async ({ v2 }) => {
    const first = await newCard(v2);
    const second = await newCard(v2);

    const account = textAt(await cardNow(v2, first), 'account.accountNumber');

    expect(await cardNow(v2, second)).toSucceed({
      account: { accountNumber: otherThan(account) },
    });
  },
);

check(
  'v2.service.shared-account',
  'issues a second card for a cardholder',
  async ({ v2, observe }) => {
    const cardholder = await newCardholder(v2);
    const first = await newCardOf(v2, cardholder);
    // Whether a cardholder may have two cards is not shown either.
    const second = await v2.createCard({ productName: v2.productName, cardholder });
    if (!succeeded(second)) return observe(`a second card is not issued: ${inShort(second)}`);

    const accounts = await Promise.all(
      [first.id, textAt(second, 'id')].map(async (id) =>
        textAt(await cardNow(v2, { id }), 'account.accountNumber'),
      ),
    );

    observe(
      accounts[0] === accounts[1]
        ? 'both cards stand on one account'
        : 'each card has its own account',
    );
  },
);

for (const clause of v2EveryAnswer) {
  const { requirement, expected } = clause;
  check(
    requirement,
    `answers every operation, taken or refused, with ${expected}`,
    async ({ v2 }) => {
      const answers = await aTourOf(v2);

      for (const answer of answers) {
        expect(answer).toKeep(clause);
      }
    },
  );
}

// What the document does not name may be answered in any way, but answered it is.
check(
  'v2.response.request-id-is-everywhere',
  'answers what the document does not name with a Request-id header, each with another one',
  async ({ v2 }) => {
    const named = await aTourBesideTheDocument(v2);
    const large = await aLargeBody(v2);
    const answers = large === undefined ? named : [...named, large];

    for (const answer of answers) {
      const id = answer.answer.headers['request-id'];
      const words = sentExpectedGot(answer, 'a Request-id header');
      expect(Boolean(id), { ...words, rule: 'has-request-id' }).toBe(true);
    }
    expectIdsOfTheirOwn(answers);
  },
);

check(
  'v2.errors.no-server-error',
  'answers what the document does not name with no HTTP 5xx other than 501, which says that there is no such thing',
  async ({ v2 }) => {
    const answers = await aTourBesideTheDocument(v2);

    for (const answer of answers) {
      const { status } = answer.answer;
      const words = sentExpectedGot(answer, 'no HTTP 5xx other than 501');
      const about = { ...words, rule: 'no-server-error' } as const;
      expect(status < 500 || status === 501, about).toBe(true);
    }
  },
);

check(
  'v2.response.request-id-is-unique',
  'gives every answer another Request-id',
  async ({ v2 }) => {
    expectIdsOfTheirOwn([...(await aTourOf(v2)), ...(await readAgain(v2))]);
  },
);

function expectIdsOfTheirOwn(answers: readonly Exchange[]): void {
  const seen = new Set<string>();
  for (const answer of answers) {
    const id = answer.answer.headers['request-id'] ?? '';
    expect(seen.has(id), sentExpectedGot(answer, 'a Request-id of its own', 'it came before')).toBe(
      false,
    );
    seen.add(id);
  }
}

/** Headers in which clients name their requests, each with one name for all. */
const namesOfRequests = Object.fromEntries(
  ['Request-id', 'X-Request-Id', 'Correlation-Id', 'X-Correlation-Id', 'Idempotency-Key'].map(
    (header) => [header, '6f1d3c52-0a74-4f0e-9d0b-8f3a1c5e7b21'],
  ),
);

/** The same read again, at once and one after the other: an answer that is kept is another answer. */
async function readAgain(v2: V2Client): Promise<Exchange[]> {
  const card = await newCard(v2);
  const reads: readonly ((as: V2Client) => Promise<Exchange>)[] = [
    (as) => as.listTransfers({ cardNumberFltr: card.number }),
    (as) => as.getCard(card.id),
    (as) => as.getCardholder(card.cardholder),
    (as) => as.getCard('none'),
  ];
  // What a client calls its request is no identifier of the answer: it may call two of them alike.
  const naming = v2.withHeaders(namesOfRequests);
  const again: Exchange[] = [];
  for (const read of reads.slice(0, repeated(reads.length, 1))) {
    again.push(...(await Promise.all([read(v2), read(naming)])), await read(naming));
  }
  return again;
}
