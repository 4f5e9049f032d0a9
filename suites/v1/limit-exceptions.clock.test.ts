import { check, expect } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { anException, learnExceptionForm } from '../../fixtures/dialect/v1.ts';
import { learnTime, noZone } from '../../fixtures/dialect/v1-time.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { limitedPair, transfer } from '../../fixtures/worlds/v1-limits.ts';
import { promisedRefusal } from '../../fixtures/worlds/v1.ts';
import { momentOf, wallAt } from '../../properties/models/windows.ts';

// Document 1, part 2.6: an exception has a startDate and an endDate, each a date-time.

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What the limit allows, in minor units; an exception allows far more. */
const value = 10_00;

check(
  'v1.limit-exceptions.end-on-their-end-date',
  'denies by its limit, from the endDate of an exception on, what was allowed from its startDate on',
  async ({ v1, control, skip }) => {
    const [form, time] = await Promise.all([learnExceptionForm(v1), learnTime(v1, control)]);
    if (form === undefined) return skip('no form of giving a limit an exception is known');
    if (time === undefined) return skip(noZone);
    const inTwoDays = (await control.now()).getTime() + 48 * hourMs;
    const zone = await time.zoneBefore(inTwoDays);
    if (zone === undefined) return skip(noZone);
    const day = wallAt(zone, inTwoDays).toString().slice(0, 10);
    const [start, end] = ['09:00:00', '15:00:00'].map((wall) =>
      momentOf(zone, `${day}T${wall}`),
    ) as [number, number];
    const pair = await limitedPair(v1, value);
    if (pair === undefined) return skip('no limit can be set against which amounts are judged');
    const startDate = time.dateTime(start, zone);
    await form.add(pair.from, { ...anException(), startDate, endDate: time.dateTime(end, zone) });

    await control.moveClockTo(new Date(start - minuteMs));
    promisedRefusal(await transfer(v1, pair, value + 1_00), 'v1.limits.lmtp0107-holds');
    await control.moveClockTo(new Date(start + minuteMs));
    // What an exception does is not said: it is judged where it was seen to allow more.
    const begun = await transfer(v1, pair, value + 2_00);
    if (!carriedOut(begun)) return skip('no exception is known that allows more than its limit');
    await control.moveClockTo(new Date(end - minuteMs));
    const words = (what: string): string =>
      `${what}: the limit is ${value} but from ${startDate} to ${time.dateTime(end, zone)}`;
    const still = await transfer(v1, pair, value + 3_00);
    expect(carriedOut(still), sentExpectedGot(still, words('carried out'))).toBe(true);
    await control.moveClockTo(new Date(end + minuteMs));
    const over = await transfer(v1, pair, value + 4_00);
    expect(carriedOut(over), sentExpectedGot(over, words('a denial'))).toBe(false);
  },
);
