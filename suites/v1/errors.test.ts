import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import {
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
} from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary, type V1Client, v1Path } from '../../fixtures/clients/v1.ts';
import { memberExpected } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  balancesOf,
  creditLimitOf,
  newCard,
  newCustomer,
  promised,
  promisedRefusal,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import {
  unknownAccountLike,
  unknownCustomer,
  validRequest,
} from '../../fixtures/worlds/v1-requests.ts';
import { setCashLimit } from '../../fixtures/worlds/v1-limits.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { v1Requests } from '../../fixtures/fields/v1-requests.ts';

// Document 1, part 7: errors.

const fiveEuros = minorUnits(5_00);

for (const operation of [
  'validateCard',
  'creditCard',
  'changePin',
  'resetPinCounter',
  'setAllowedBeneficiaries',
  'setAllowedMccList',
] as const) {
  check('v1.errors.success-is-00', `answers 00 in ${operation}`, async ({ v1, skip }) => {
    const request = await validRequest(v1, operation);
    if ('missing' in request) return skip(request.missing);

    const answer = await request.send();

    // Another code is what this is about; another status is the affair of the operation.
    if (!succeeded(answer)) promised(answer, v1Requests[operation].succeeds);
    expect(answer).toSucceed({ responseCode: '00' });
  });
}

interface Prepared {
  readonly accounts: readonly V1Card[];
  readonly ask: () => Promise<Exchange>;
  /** What says that it is refused; without it no sentence does. */
  readonly promise?: RequirementId;
}

type Refused =
  | 'a transfer above the balance'
  | 'a debit above the balance'
  | 'a credit without an amount';

/** What is not carried out, and how it is seen that it was not: no balance changed. */
const refused: Readonly<Record<Refused, (v1: V1Client) => Promise<Prepared>>> = {
  'a transfer above the balance': async (v1: V1Client) => {
    const [from, to] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
    const all = from.balance + (await creditLimitOf(v1, from));
    const ask = () => v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(all + 1)));
    return { accounts: [from, to], ask };
  },
  'a debit above the balance': async (v1: V1Client) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const all = card.balance + (await creditLimitOf(v1, card));
    return { accounts: [card], ask: () => v1.debitCard(anAmountOf(card, minorUnits(all + 1))) };
  },
  'a credit without an amount': async (v1: V1Client) => {
    const card = await newCard(v1);
    const credit = anAmountOf(card, fiveEuros);
    const ask = () => v1.creditCard(without(credit, 'amount'));
    return { accounts: [card], ask, promise: 'v1.credit-card.needs-amount' };
  },
};

for (const [what, prepare] of Object.entries(refused)) {
  check('v1.errors.refusal-is-not-00', `does not answer 00 to ${what}`, async ({ v1, skip }) => {
    const { accounts, ask, promise } = await prepare(v1);
    const before = await balancesOf(v1, accounts);

    const answer = await ask();

    const after = await balancesOf(v1, accounts);
    if (after.join() !== before.join()) {
      if (promise !== undefined) promisedRefusal(answer, promise);
      return skip(`${what} is carried out, which no sentence forbids`);
    }
    const got = memberOf(answer.answer.json, 'responseCode');
    const wanted = 'not 00, as nothing was moved';
    expect(got, memberExpected(answer, 'responseCode', { wanted, got })).not.toBe('00');
  });
}

/** Each open ending of part 7, rule 3, and the request that leads to it. */
const endings = [
  [
    'v1.errors.not-enough-funds',
    'a transfer above the balance',
    async (v1) => (await refused['a transfer above the balance'](v1)).ask(),
  ],
  [
    'v1.errors.limit-exceeded',
    'a transfer above LMTP0107',
    async (v1) => {
      const [from, to] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
      const changed = await setCashLimit(v1, from, { value: 400, cycleType: 0 });
      if (changed === undefined || !carriedOut(changed)) return 'LMTP0107 cannot be changed';
      return v1.p2pTransfer(aP2pTransfer(from, to, fiveEuros));
    },
  ],
  [
    'v1.errors.unknown-card',
    'a debit of a card that does not exist',
    async (v1) => {
      const number = unknownNumberLike((await newCard(v1)).number);
      return v1.debitCard(anAmountOf({ number }, fiveEuros));
    },
  ],
  [
    'v1.errors.blocked-card',
    'a debit of a blocked card',
    async (v1) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      return (await block(v1, card)) ? v1.debitCard(anAmountOf(card, fiveEuros)) : noBlockForm;
    },
  ],
  [
    'v1.errors.unknown-account',
    'the data of an account that does not exist',
    async (v1) => {
      const { accountNumber } = await newCustomer(v1);
      return v1.getAccountData({ accountNumber: unknownAccountLike(accountNumber) });
    },
  ],
  [
    'v1.errors.unknown-customer',
    'the details of a customer who does not exist',
    async (v1) => v1.getCustomerDetails({ customerNumber: unknownCustomer() }),
  ],
  [
    'v1.errors.customer-exists',
    'a registration under a number in use',
    async (v1) => {
      const { customerNumber } = await newCustomer(v1);
      const registration = await newRegistration(v1, { customer_number: customerNumber });
      return v1.registerCustomer(asRegistrationRequest(registration));
    },
  ],
  [
    'v1.errors.missing-member',
    'a debit without amount',
    async (v1) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      return v1.debitCard(without(anAmountOf(card, fiveEuros), 'amount'));
    },
  ],
  [
    'v1.errors.wrong-type',
    'a debit with an amount that is text',
    async (v1) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      return v1.debitCard({ ...anAmountOf(card, fiveEuros), amount: 'five' });
    },
  ],
  [
    'v1.errors.value-not-allowed',
    'a PIN by an unknown pinDeliveryMethod',
    async (v1) => {
      const cardIdentification = byNumber(await newCard(v1));
      return v1.generatePin({ cardIdentification, pinDeliveryMethod: 'PIGEON' });
    },
  ],
  [
    'v1.errors.wrong-credentials',
    'a request with a wrong token',
    async (v1) => {
      const stranger = v1.withHeaders({ Authorization: 'Basic bm90OnRoZS10b2tlbg==' });
      return stranger.getCardBalance({ cardIdentification: byNumber(await newCard(v1)) });
    },
  ],
  [
    'v1.errors.missing-credentials',
    'a request without Authorization',
    async (v1) => {
      const stranger = v1.withHeaders({ Authorization: undefined });
      return stranger.getCardBalance({ cardIdentification: byNumber(await newCard(v1)) });
    },
  ],
  [
    'v1.errors.malformed-body',
    'a body that is no JSON',
    async (v1) => sendAsIs(v1, 'getCardBalance', '{"cardIdentification":'),
  ],
  [
    'v1.errors.unknown-operation',
    'an operation that does not exist',
    async (v1) => sendAsIs(v1, 'getUnheardOf', '{}'),
  ],
] as const satisfies readonly (readonly [
  string,
  string,
  (v1: V1Client) => Promise<Exchange | string>,
])[];

for (const [id, what, ask] of endings) {
  check(id, `answers to ${what}`, async ({ v1, observe, skip }) => {
    const answer = await ask(v1);
    if (typeof answer === 'string') return skip(answer);

    observe(answerSummary(answer));
  });
}

function sendAsIs(v1: V1Client, name: string, body: string): Promise<Exchange> {
  return v1.send({ operation: 'undocumented', method: 'POST', path: v1Path(name), body });
}
