import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  bringInto,
  cardNow,
  type CardStatus,
  cardStatuses,
  fundedCard,
  newCard,
} from '../../fixtures/worlds/v2.ts';
import { type ReissueReason, reissueReasons, type Use, useOnceReissued } from './reissued.ts';

// Document 2, part 3: what a reissue does to the state of a card is not shown. Money is none of it.

const rows = cardStatuses.flatMap((status) => reissueReasons.map((reason) => ({ status, reason })));

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
const reissues: readonly (readonly [CardStatus, readonly ReissueReason[]])[] = [
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
    const usualFor = (reason: ReissueReason): Promise<Use | undefined> => {
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

check(
  'v2.reissue.status-goes-on',
  'sets the status of a card that is active again once it was lost and reissued',
  async ({ v2 }) => {
    await forEvery(
      [
        ['lost', 'lost'],
        ['stollen', 'stolen'],
      ] as const,
      ([status]) => `a card that was ${status}`,
      async ([status, reissueCard]) => {
        const card = await newCard(v2);
        await bringInto(v2, card, status);
        const reissued = await v2.patchCard(card.id, { reissueCard });
        const shown = await cardNow(v2, card);
        // What a reissue does to the state of a card is not shown.
        if (memberOf(shown.answer.json, 'status') !== 'active') return;

        const blocked = await v2.patchCard(card.id, { status: 'blocked' });

        const words = sentExpectedGot([reissued, shown, blocked], 'blocked, as any active card');
        expect(memberOf(blocked.answer.json, 'status'), words).toBe('blocked');
      },
    );
  },
);
