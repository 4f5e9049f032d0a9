import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { idsIn } from '../../fixtures/worlds/v2-transfers.ts';
import {
  bringInto,
  cardNow,
  type CardStatus,
  cardStatuses,
  fundedCard,
  newCard,
  readCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 3: what a reissue does to the state of a card is not shown. Money is none of it.

const reasons = ['damaged', 'expired', 'lost', 'stolen'] as const;
const rows = cardStatuses.flatMap((status) => reasons.map((reason) => ({ status, reason })));

check(
  'v2.reissue.conserves-money',
  'moves no money by a reissue, nor by a second one',
  async ({ v2 }) => {
    await forEvery(
      rows,
      ({ status, reason }) => `a card that is ${status}, for the reason ${reason}`,
      async ({ status, reason }) => {
        const from = await fundedCard(v2, minorUnits(20_00));
        await bringInto(v2, from, status);
        const before = await cardNow(v2, from);

        for (const reissueCard of [reason, reason].slice(0, repeated(2, 1)))
          await v2.patchCard(from.id, { reissueCard });

        const after = await cardNow(v2, from);
        const account = memberOf(before.answer.json, 'account.accountNumber');
        // Whether a card that was replaced is shown with an account of its own is not shown.
        if (memberOf(after.answer.json, 'account.accountNumber') === account)
          expect(after).toSucceed({ account: { balance: from.balance } });
      },
    );
  },
);

/** Reissues of cards in each status, the last for a second time. */
const reissues: readonly (readonly [CardStatus, readonly (typeof reasons)[number][]])[] = [
  ['blocked', ['damaged']],
  ['blocked', ['lost']],
  ['lost', ['lost']],
  ['stollen', ['stolen']],
  ['active', ['damaged', 'damaged']],
];

check(
  'v2.reissue.leaves-every-card-as-useful',
  'moves money to and from the number of a reissued card, whatever it was before',
  async ({ v2 }) => {
    // What a reissue does is not shown: one of a card in use, for the same reason, tells.
    const usual = new Map<string, Promise<Use | undefined>>();
    const usualFor = (reason: string): Promise<Use | undefined> => {
      const known = usual.get(reason) ?? useOnceReissued(v2, 'active', [reason]);
      usual.set(reason, known);
      return known;
    };

    await forEvery(
      reissues,
      ([status, why]) => `a card that is ${status}, reissued as ${why.join(' and as ')}`,
      async ([status, why]) => {
        const expected = await usualFor(why[0] ?? 'damaged');
        if (expected === undefined || !expected.isUseful) return;
        const use = await useOnceReissued(v2, status, why);
        if (use === undefined) return;
        const words = 'a top-up, and a transfer that is listed, as of a card that was in use';
        expect(use.isUseful, sentExpectedGot([...expected.acts, ...use.acts], words)).toBe(true);
      },
    );
  },
);

interface Use {
  readonly acts: readonly Exchange[];
  readonly isUseful: boolean;
}

/** Money to and from a card by the number that it shows after its reissues; none where it is not active. */
async function useOnceReissued(
  v2: V2Client,
  status: CardStatus,
  why: readonly string[],
): Promise<Use | undefined> {
  const [before, to] = await Promise.all([newCard(v2), newCard(v2)]);
  await bringInto(v2, before, status);
  let reissued: Exchange | undefined;
  for (const reissueCard of why) reissued = await v2.patchCard(before.id, { reissueCard });
  if (reissued === undefined || memberOf(reissued.answer.json, 'status') !== 'active') return;
  const card = await readCard(v2, before.id, before.cardholder);

  const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));
  const transfer = await v2.createTransfer(aTransfer(card, to, minorUnits(4_00)));
  const list = await v2.listTransfers({ cardNumberFltr: card.number });
  const acts = [reissued, topUp, transfer, list];
  const isUseful =
    [topUp, transfer].every(({ answer }) => memberOf(answer.json, 'status') === 'approved') &&
    idsIn(list).includes(textAt(transfer, 'id'));
  return { acts, isUseful };
}
