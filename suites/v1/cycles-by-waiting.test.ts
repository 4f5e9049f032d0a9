import { setTimeout as sleep } from 'node:timers/promises';
import { describe, inject } from 'vitest';
import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Session } from '../../fixtures/target/session.ts';
import type { Profile } from '../../fixtures/target/profile.ts';
import { newCard } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import {
  noKnownLimit,
  type Pair,
  setCashLimit,
  shownDateTime,
  shownWall,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';

// Document 1, part 8: hours of a limit on a target whose clock cannot be moved. They are waited
// for, as far as the profile allows.

/** How long a check may wait, in seconds. */
const patience: Record<Profile, number> = { smoke: 0, nightly: 20, certification: 3_660 };

/** The whole limit, in minor units. */
const value = 6_15;

/** Requirements, cycleType, and how the payer's hour comes to end soon. */
const hours: readonly (readonly [
  { holds: RequirementId; turns: RequirementId },
  11 | 12,
  string,
])[] = [
  [{ holds: 'v1.cycle-11.holds', turns: 'v1.cycle-11.turns' }, 11, 'an hour from its startDate'],
  [{ holds: 'v1.cycle-12.holds', turns: 'v1.cycle-12.turns' }, 12, 'an hour of the clock'],
];

// A proof moves the clock instead; there is nothing to be gained from waiting.
describe.skipIf(inject('run').variants !== undefined)('hours that are waited for', () => {
  for (const [{ holds, turns }, cycleType, hour] of hours) {
    check(holds, `still counts when ${hour} is about to end`, async ({ v1, session, skip }) => {
      const waited = await waitFor(v1, session, cycleType, [-3]);
      if (typeof waited === 'string') return skip(waited);

      // An hour that runs from elsewhere may end just then, but hardly twice.
      const [answer] = waited;
      if (answer !== undefined && carriedOut(answer)) {
        const again = await waitFor(v1, session, cycleType, [-3]);
        if (typeof again === 'string') return skip(again);
        expect(again[0]).toBeDenied();
      } else expect(answer).toBeDenied();
    });

    check(turns, `approves all of it again once ${hour} is over`, async ({ v1, session, skip }) => {
      const waited = await waitFor(v1, session, cycleType, [-3, 2]);
      if (typeof waited === 'string') return skip(waited);

      const [before, after] = waited;
      if (before === undefined || after === undefined) return skip('nothing was sent');
      if (cycleType === 11 && (carriedOut(before) || !carriedOut(after))) {
        return skip('hours of a limit are not observed to run from its startDate');
      }
      expect(before).toBeDenied();
      expect(after).toSucceed();
    });
  }
});

/**
 * Uses up the limit of an hour and sends it again so many seconds after the end of the hour; less
 * than none is before it. A sentence for the report where that cannot be done.
 */
async function waitFor(
  v1: V1Client,
  { target }: Session,
  cycleType: 11 | 12,
  secondsAfter: readonly number[],
): Promise<readonly Exchange[] | string> {
  if (target.control !== undefined) return 'the clock can be moved instead';
  const seconds = patience[inject('run').profile];
  if (seconds === 0) return 'this profile does not wait';
  const [from, to] = await Promise.all([fundedCard(v1, minorUnits(100_00)), newCard(v1)]);
  const pair = { from, to };

  const credited = await v1.creditCard(anAmountOf(from, minorUnits(1_00)));
  const seen = Date.now();
  const wall = shownWall(credited);
  if (wall === undefined) return 'the time of the target is not shown';
  const shown = shownDateTime(credited);
  if (cycleType === 12 && shown.endsWith('Z')) return 'the local time of the target is not shown';
  const left = cycleType === 11 ? soonMs : hourMs - (wall.getTime() % hourMs);
  if (left > seconds * 1_000) {
    return `the hour ends in ${Math.ceil(left / minuteMs)} minutes; only the profile certification waits that long`;
  }
  if (left < soonMs) return 'the hour ends too soon to use up the limit';

  const startDate = new Date(wall.getTime() + left - hourMs).toISOString().slice(0, 19);
  const zone = shownDateTime(credited)
    .slice(19)
    .replace(/^\.\d+/, '');
  const changed = await setCashLimit(v1, from, {
    value,
    cycleType,
    ...(cycleType === 11 ? { startDate: startDate + zone } : {}),
  });
  if (changed === undefined) return noKnownLimit;
  if (!carriedOut(changed)) return 'an hourly limit with such a startDate cannot be set';
  await transferred(v1, pair, value);
  return sendAt(
    v1,
    pair,
    secondsAfter.map((after) => seen + left + after * 1_000),
  );
}

async function sendAt(v1: V1Client, pair: Pair, moments: readonly number[]): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (const moment of moments) {
    await sleep(Math.max(0, moment - Date.now()));
    answers.push(await transfer(v1, pair, value));
  }
  return answers;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Long enough to use up a limit before it. */
const soonMs = 8_000;
