import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { type CardNumber, type Expiry, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import { v2EveryAnswer } from '../../fixtures/every-answer.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { newCard, newCardholder, newCardOf, textAt } from '../../fixtures/worlds/v2.ts';
import { aTourBesideTheDocument, aTourOf } from '../../fixtures/worlds/v2-tour.ts';

// Document 2, part 1: what the service does.

check('v2.service.scenario-completes', 'completes the suggested scenario', async ({ v2 }) => {
  const cards: { id: string; number: CardNumber; expiryDate: Expiry; balance: number }[] = [];
  for (const name of ['Ana', 'Berta']) {
    const cardholder = await v2.createCardholder(aCardholder({ firstName: name }));
    expect(cardholder).toAnswer(201, { firstName: name });
    const issued = await v2.createCard({
      productName: v2.productName,
      cardholder: textAt(cardholder, 'id'),
    });
    expect(issued).toAnswer(201, { status: 'active' });
    const id = textAt(issued, 'id');
    const limited = await v2.patchCard(id, {
      spendingLimits: [
        { amount: 100_000, interval: 'daily' },
        { amount: 1_000_000, interval: 'monthly' },
      ],
    });
    expect(limited).toAnswer(200, { id });
    const read = await v2.getCard(id);
    expect(read).toAnswer(200, { id, status: 'active' });
    cards.push({
      id,
      number: textAt(read, 'number') as CardNumber,
      expiryDate: textAt(read, 'expiryDate') as Expiry,
      balance: Number(memberOf(read.answer.json, 'account.balance')),
    });
  }
  const [from, to] = cards as [(typeof cards)[number], (typeof cards)[number]];

  expect(await v2.createTopUp(aTopUp(from, minorUnits(50_00)))).toAnswer(201, {
    status: 'approved',
  });
  expect(await v2.getCard(from.id)).toAnswer(200, { account: { balance: from.balance + 50_00 } });
  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(20_00)));
  expect(transfer).toAnswer(201, { status: 'approved' });

  const id = textAt(transfer, 'id');
  expect(await v2.listTransfers({ cardNumberFltr: from.number })).toListExactly('transfers', [id]);
  expect(await v2.listTransfers({ cardNumberFltr: to.number })).toListExactly('transfers', [id]);
  expect(await v2.patchCard(from.id, { status: 'blocked' })).toAnswer(200, { status: 'blocked' });
});

check(
  'v2.service.one-account-per-cardholder',
  'gives two cardholders two accounts',
  async ({ v2 }) => {
    const first = await newCard(v2);
    const second = await newCard(v2);

    const account = textAt(await v2.getCard(first.id), 'account.accountNumber');

    expect(await v2.getCard(second.id)).toAnswer(200, {
      account: { accountNumber: expect.not.stringMatching(new RegExp(`^${account}$`)) },
    });
  },
);

check(
  'v2.service.shared-account',
  'issues a second card for a cardholder',
  async ({ v2, observe }) => {
    const cardholder = await newCardholder(v2);
    const first = await newCardOf(v2, cardholder);
    const second = await newCardOf(v2, cardholder);

    const accounts = await Promise.all(
      [first, second].map(async ({ id }) => textAt(await v2.getCard(id), 'account.accountNumber')),
    );

    observe(
      accounts[0] === accounts[1]
        ? 'both cards stand on one account'
        : 'each card has its own account',
    );
  },
);

for (const { requirement, expected, problemIn } of v2EveryAnswer) {
  check(
    requirement,
    `answers every operation, taken or refused, with ${expected}`,
    async ({ v2 }) => {
      const answers = await aTourOf(v2);

      for (const answer of answers) {
        const problem = problemIn(answer);
        expect(problem, problem && sentExpectedGot(answer, expected, problem)).toBeUndefined();
      }
    },
  );
}

// What the document does not name may be answered in any way, but answered it is.
for (const [id, expected, isFine] of [
  [
    'v2.response.request-id-is-everywhere',
    'a Request-id header',
    ({ answer }: Exchange) => Boolean(answer.headers['request-id']),
  ],
  [
    'v2.errors.no-server-error',
    'no HTTP 5xx but 501, which says that there is no such thing',
    ({ answer }: Exchange) => answer.status < 500 || answer.status === 501,
  ],
] as const) {
  check(id, `answers what the document does not name with ${expected}`, async ({ v2 }) => {
    const answers = await aTourBesideTheDocument(v2);

    for (const answer of answers) {
      expect(isFine(answer), sentExpectedGot(answer, expected)).toBe(true);
    }
  });
}

check(
  'v2.response.request-id-is-unique',
  'gives every answer another Request-id',
  async ({ v2 }) => {
    const answers = await aTourOf(v2);

    const seen = new Set<string>();
    for (const answer of answers) {
      const id = answer.answer.headers['request-id'] ?? '';
      expect(
        seen.has(id),
        sentExpectedGot(answer, 'a Request-id of its own', 'it came before'),
      ).toBe(false);
      seen.add(id);
    }
  },
);
