import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  type TestCard,
  cardNow,
  fundedCard,
  newCard,
  newCardholder,
  promised,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 5: authentication.

/** One operation, ready to be sent with any key. */
type Attempt = (v2: V2Client) => Promise<Exchange>;

/** Requirement, what is attempted, and how it is prepared with the right key. */
const operations: readonly (readonly [
  RequirementId,
  string,
  (v2: V2Client) => Promise<{ attempt: Attempt; card?: TestCard }>,
])[] = [
  [
    'v2.authentication.create-cardholder-needs-the-key',
    'create a cardholder',
    async (v2) => {
      await newCardholder(v2);
      return { attempt: (asked) => asked.createCardholder(aCardholder()) };
    },
  ],
  [
    'v2.authentication.get-cardholder-needs-the-key',
    'show a cardholder',
    async (v2) => {
      const id = await newCardholder(v2);
      return { attempt: (asked) => asked.getCardholder(id) };
    },
  ],
  [
    'v2.authentication.create-card-needs-the-key',
    'issue a card',
    async (v2) => {
      const order = { productName: v2.productName, cardholder: await newCardholder(v2) };
      return { attempt: (asked) => asked.createCard(order) };
    },
  ],
  [
    'v2.authentication.get-card-needs-the-key',
    'show a card',
    async (v2) => {
      const card = await newCard(v2);
      return { card, attempt: (asked) => asked.getCard(card.id) };
    },
  ],
  [
    'v2.authentication.patch-card-needs-the-key',
    'change a card',
    async (v2) => {
      const card = await newCard(v2);
      return { card, attempt: (asked) => asked.patchCard(card.id, { status: 'blocked' }) };
    },
  ],
  [
    'v2.authentication.create-top-up-needs-the-key',
    'top up a card',
    async (v2) => {
      const card = await newCard(v2);
      return { card, attempt: (asked) => asked.createTopUp(aTopUp(card, minorUnits(5_00))) };
    },
  ],
  [
    'v2.authentication.create-transfer-needs-the-key',
    'transfer money',
    async (v2) => {
      const [card, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
      const transfer = aTransfer(card, to, minorUnits(5_00));
      return { card, attempt: (asked) => asked.createTransfer(transfer) };
    },
  ],
  [
    'v2.authentication.list-transfers-needs-the-key',
    'list transfers',
    async (v2) => {
      const card = await newCard(v2);
      return { card, attempt: (asked) => asked.listTransfers({ cardNumberFltr: card.number }) };
    },
  ],
];

/** No key, another one, an empty one, and one in another scheme. */
const wrongKeys: readonly Readonly<Record<string, string | undefined>>[] = [
  { 'X-API-KEY': undefined },
  { 'X-API-KEY': 'not-the-key-of-anybody' },
  { 'X-API-KEY': '' },
  { 'X-API-KEY': undefined, Authorization: 'Bearer not-the-key' },
];

for (const [id, what, prepare] of operations) {
  check(id, `refuses to ${what} without the key, or with another one`, async ({ v2 }) => {
    const { attempt, card } = await prepare(v2);
    const before = card && asShown(await cardNow(v2, card));

    const answers: Exchange[] = [];
    for (const headers of wrongKeys) answers.push(await attempt(v2.withHeaders(headers)));

    for (const answer of answers) expect(answer).toBeRefused();
    if (card) expect(await cardNow(v2, card)).toSucceed(before);
    promised(await attempt(v2), 'v2.authentication.key-is-enough');
  });
}

for (const [, what, prepare] of operations) {
  check('v2.authentication.key-is-enough', `lets the key alone ${what}`, async ({ v2 }) => {
    const { attempt } = await prepare(v2);

    const answer = await attempt(v2.withHeaders({ Authorization: undefined, Cookie: undefined }));

    expect(answer).toSucceed();
  });
}

check('v2.authentication.other-schemes', 'is sent two schemes at once', async ({ v2, observe }) => {
  const id = await newCardholder(v2);

  observe(inShort(await v2.withHeaders({ Authorization: 'Bearer something' }).getCardholder(id)));
});
