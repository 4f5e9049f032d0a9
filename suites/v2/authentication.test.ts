import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort } from '../../fixtures/clients/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { type CardAtHand, fundedCard, newCard, newCardholder } from '../../fixtures/worlds/v2.ts';

// Document 2, part 5: authentication.

/** What an operation is asked with: made with the right key, then used with wrong ones. */
interface World {
  readonly from: CardAtHand;
  readonly to: CardAtHand;
  /** Of a cardholder without a card: whether one may have two is not shown. */
  readonly cardholder: string;
}

const operations: readonly (readonly [
  RequirementId,
  string,
  (v2: V2Client, world: World) => Promise<Exchange>,
])[] = [
  [
    'v2.authentication.create-cardholder-needs-the-key',
    'create a cardholder',
    (v2) => v2.createCardholder(aCardholder()),
  ],
  [
    'v2.authentication.get-cardholder-needs-the-key',
    'show a cardholder',
    (v2, { from }) => v2.getCardholder(from.cardholder),
  ],
  [
    'v2.authentication.create-card-needs-the-key',
    'issue a card',
    (v2, { cardholder }) => v2.createCard({ productName: v2.productName, cardholder }),
  ],
  [
    'v2.authentication.get-card-needs-the-key',
    'show a card',
    (v2, { from }) => v2.getCard(from.id),
  ],
  [
    'v2.authentication.patch-card-needs-the-key',
    'change a card',
    (v2, { from }) =>
      v2.patchCard(from.id, { spendingLimits: [{ amount: 900, interval: 'daily' }] }),
  ],
  [
    'v2.authentication.create-top-up-needs-the-key',
    'top up a card',
    (v2, { from }) => v2.createTopUp(aTopUp(from, minorUnits(5_00))),
  ],
  [
    'v2.authentication.create-transfer-needs-the-key',
    'transfer money',
    (v2, { from, to }) => v2.createTransfer(aTransfer(from, to, minorUnits(5_00))),
  ],
  [
    'v2.authentication.list-transfers-needs-the-key',
    'list transfers',
    (v2, { from }) => v2.listTransfers({ cardNumberFltr: from.number }),
  ],
];

const wrongKeys: readonly (readonly [string, Readonly<Record<string, string | undefined>>])[] = [
  ['without a key', { 'X-API-KEY': undefined }],
  ['with another key', { 'X-API-KEY': 'not-the-key-of-anybody' }],
  ['with an empty key', { 'X-API-KEY': '' }],
  ['with a key in another scheme', { 'X-API-KEY': undefined, Authorization: 'Bearer not-the-key' }],
];

for (const [id, what, ask] of operations) {
  for (const [how, headers] of wrongKeys) {
    check(id, `refuses to ${what} ${how}`, async ({ v2 }) => {
      const world = await twoCards(v2);
      const before = await v2.getCard(world.from.id);

      const answer = await ask(v2.withHeaders(headers), world);

      expect(answer).toBeRefused();
      expect(await v2.getCard(world.from.id)).toAnswer(200, before.answer.json as object);
      expect(await ask(v2, world)).toAnswer(isRead(what) ? 200 : 201);
    });
  }
}

for (const [, what, ask] of operations) {
  check('v2.authentication.key-is-enough', `lets the key alone ${what}`, async ({ v2 }) => {
    const world = await twoCards(v2);

    const answer = await ask(
      v2.withHeaders({ Authorization: undefined, Cookie: undefined }),
      world,
    );

    expect(answer).toAnswer(isRead(what) ? 200 : 201);
  });
}

check('v2.authentication.other-schemes', 'is sent two schemes at once', async ({ v2, observe }) => {
  const id = await newCardholder(v2);

  observe(inShort(await v2.withHeaders({ Authorization: 'Bearer something' }).getCardholder(id)));
});

/** Reads and updates answer 200, creations 201. Document 2, part 4. */
function isRead(what: string): boolean {
  return /^(show|list|change)/.test(what);
}

async function twoCards(v2: V2Client): Promise<World> {
  const [from, to, cardholder] = await Promise.all([
    fundedCard(v2, minorUnits(20_00)),
    newCard(v2),
    newCardholder(v2),
  ]);
  return { from, to, cardholder };
}
