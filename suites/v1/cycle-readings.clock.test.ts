import { check } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { learnTime, noAnchor, noZone, setLimitFrom } from '../../fixtures/dialect/v1-time.ts';
import { lastingCard, transfer } from '../../fixtures/worlds/v1-limits.ts';
import { momentOf } from '../../properties/models/windows.ts';
import { beginRun, nextVisit, value, type WindowVisit } from './cycle-windows.ts';

// Document 1, part 8: what is not shown about the windows of limits.

check('v1.limits.zone', 'is seen to turn a day', async ({ v1, control, observe }) => {
  const time = await learnTime(v1, control);

  observe(time === undefined ? noZone : `a day turns at 00:00:00 of ${time.inWords}`);
});

check(
  'v1.limits.anchor',
  'is given an hour that began before the change',
  async ({ v1, control, observe, skip }) => {
    const time = await learnTime(v1, control);
    if (time === undefined) return skip(noZone);
    const now = (await control.now()).getTime();
    const start = Math.ceil(now / hourMs) * hourMs + 10 * minuteMs;
    const pair = {
      from: await lastingCard(v1, now, 100_00),
      to: await time.receiver(now, start + 24 * hourMs),
    };
    const change = start + 25 * minuteMs;
    await control.moveClockTo(new Date(change));
    const startDate = time.dateTime(start, time.zone());
    if (!(await setLimitFrom(v1, pair, { value, cycleType: 11 }, startDate))) return skip(noAnchor);
    await transfer(v1, pair, value);

    for (const [origin, moment] of [
      ['startDate', start],
      ['the moment of the change', change],
    ] as const) {
      await control.moveClockTo(new Date(moment + 65 * minuteMs));
      if (carriedOut(await transfer(v1, pair, value))) {
        observe(`an hour runs from ${origin}`);
        return;
      }
    }
    observe('an hour runs neither from startDate nor from the change');
  },
);

/** What is not shown, how it begins, and on which days it may turn: years later, month and day. */
const ends: readonly (readonly [
  RequirementId,
  string,
  3 | 7,
  WindowVisit,
  readonly (readonly [string, number, number, number])[],
])[] = [
  [
    'v1.limits.month-end',
    'is given a month that begins on the 31st',
    3,
    { month: 1, day: 31, wall: '10:20:30', years: 'common' },
    [
      ['28 February', 0, 2, 28],
      ['1 March', 0, 3, 1],
      ['3 March', 0, 3, 3],
      ['31 March', 0, 3, 31],
    ],
  ],
  [
    'v1.limits.leap-day',
    'is given a year that begins on 29 February',
    7,
    { month: 2, day: 29, wall: '10:20:30', years: 'leap' },
    [
      ['28 February', 1, 2, 28],
      ['1 March', 1, 3, 1],
    ],
  ],
];

for (const [id, behaviour, cycleType, visit, days] of ends) {
  check(id, behaviour, async ({ v1, control, observe, skip }) => {
    const time = await learnTime(v1, control);
    if (time === undefined) return skip(noZone);
    if (!(await time.isAnchored())) return skip(noAnchor);
    const ground = { v1, control, time };
    const wall = await nextVisit(ground, visit);
    const run = await beginRun(ground, cycleType, wall, (start) => start + lengths[cycleType]);
    if (run === undefined) return skip('no card is valid that long');

    for (const [name, later, month, day] of days) {
      const date = new Date(Date.UTC(Number(wall.slice(0, 4)) + later, month - 1, day));
      const noon = `${date.toISOString().slice(0, 10)}T12:30:00`;
      await control.moveClockTo(new Date(momentOf(run.zone, noon)));
      if (carriedOut(await transfer(v1, run.pair, value))) {
        observe(`turns on ${name}`);
        return;
      }
    }
    observe('starts on none of the expected days');
  });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For how long a card must be good, at the least, to see the last of the days. */
const lengths = { 3: 62 * 24 * hourMs, 7: 368 * 24 * hourMs } as const;
