import { inject } from 'vitest';
import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { changesWithTime } from '../../fixtures/operations/v1.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { kindOf, readFacts } from '../../fixtures/worlds/v1-facts.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { lastsTo } from '../../fixtures/worlds/v1-limits.ts';
import { fundedCard, type V1Card } from '../../fixtures/worlds/v1.ts';
import { block } from '../../fixtures/worlds/v1-states.ts';

// Document 1, part 4: no state and no setting of which the document says that it wears off.

const isShort = inject('run').profile === 'smoke';
const extent = isShort ? 'some' : 'all';

const daysMs = 86_400_000;
const moments = [
  ['a second', 1_000],
  ['an hour', 3_600_000],
  ['a day', daysMs],
  ['31 days', 31 * daysMs],
  ['a year', 366 * daysMs],
] as const;

for (const state of ['in use', 'blocked'] as const) {
  check(
    'v1.persistence.through-time',
    `shows everything the same up to a year later, with a card ${state}`,
    async ({ v1, control, skip }) => {
      const world = await smallWorld(v1, { isBare: isShort });
      const card = world[0]?.cards[0] as V1Card;
      if (state === 'blocked' && !(await block(v1, card))) return skip('no card can be blocked');
      const start = (await control.now()).getTime();
      const before = await readFacts(v1, world, extent);

      // A block is looked at last: what wears off sooner has worn off then, too.
      const looks = isShort ? moments.slice(-1) : moments.slice(state === 'blocked' ? -2 : 0);
      for (const [told, later] of looks) {
        const moment = start + later;
        if (!lastsTo(card, moment)) return;
        await control.moveClockTo(new Date(moment));

        expectOnlyChanged(before, await readFacts(v1, world, extent), {
          acts: [],
          told: `nothing for ${told}`,
          may: (change) => changesWithTime.has(kindOf(change)),
        });
      }
    },
  );
}

check(
  'v1.persistence.through-time',
  'pays nothing with a blocked card up to a year later, where it pays nothing at once',
  async ({ v1, control, skip }) => {
    const card = await fundedCard(v1, minorUnits(90_00));
    if (!(await block(v1, card))) return skip('no card can be blocked');
    const payment = anAmountOf(card, minorUnits(1_00));
    if (carriedOut(await v1.debitCard(payment))) return skip('a blocked card can be debited');
    const start = (await control.now()).getTime();

    for (const [, later] of isShort ? moments.slice(-1) : moments) {
      const moment = start + later;
      if (!lastsTo(card, moment)) return;
      await control.moveClockTo(new Date(moment));

      expect(await v1.debitCard(payment)).toBeDenied();
    }
  },
);
