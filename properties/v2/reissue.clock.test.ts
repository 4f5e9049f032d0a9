import { lastMonthIn } from '../../fixtures/builders/days.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { CardStatus } from '../../fixtures/worlds/v2.ts';
import { type ReissueReason, useOnceReissued } from './reissued.ts';

// Document 2, part 4, rule 4: a card that is reissued long after it was issued has another month of expiry,
// and is used by the one that it shows.

const dayMs = 86_400_000;

/** Reissues of cards that have been there for a while, each in a status. */
const reissues: readonly (readonly [CardStatus, ReissueReason, days: number])[] = [
  ['active', 'damaged', 62],
  ['active', 'expired', 62],
  ['blocked', 'damaged', 62],
  ['lost', 'lost', 100],
  ['active', 'damaged', 400],
];

if (!inSmokeOnly()) {
  check(
    'v2.reissue.leaves-every-card-as-useful',
    'moves money to and from a card by what it shows once it is reissued, however old it was',
    async ({ v2, control }) => {
      const start = await control.now();
      await forEvery(
        reissues,
        ([status, reason, days]) =>
          `a card that is ${status}, reissued as ${reason} on day ${days}`,
        ([status, reason, days]) =>
          control.aside(async (own) => {
            // What a reissue does is not shown: one of a card that has just been issued tells.
            const expected = await useOnceReissued(v2, status, [reason]);
            if (expected === undefined || !expected.isUseful) return;

            const moment = new Date(start.getTime() + days * dayMs);
            const use = await useOnceReissued(v2, status, [reason], () => own.moveClockTo(moment));

            // A reissue need not be good for longer, and what becomes of a card that expires is not shown.
            if (use === undefined || use.expiryDate <= lastMonthIn(moment)) return;
            const words = 'top-up and transfers approved and listed, as of a new card';
            const about = sentExpectedGot([...expected.acts, ...use.acts], words);
            expect(use.isUseful, about).toBe(true);
          }),
        { allAtOnce: true },
      );
    },
  );
}
