import { check, expect } from '../../fixtures/check.ts';
import { newCard, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.2, where time must pass.

check(
  'v2.card.creation-date-follows-the-clock',
  'creates two cards three days apart',
  async ({ v2, control }) => {
    const first = await newCard(v2);
    const start = await control.now();
    await control.moveClockTo(new Date(start.getTime() + 3 * dayMs));
    const second = await newCard(v2);

    const earlier = momentOf(textAt(await v2.getCard(first.id), 'creationDate'));

    // The zone of the dates is not shown, but both have the same; two hours leave room for a
    // change to summer time and for how long the requests took.
    expect(await v2.getCard(second.id)).toAnswer(200, {
      creationDate: expect.toSatisfy(
        (shown) => Math.abs(momentOf(String(shown)) - earlier - 3 * dayMs) < 2 * hourMs,
        `a date three days after the first card's`,
      ),
    });
  },
);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Read as if it were UTC: only differences matter. */
function momentOf(dateTime: string): number {
  return Date.parse(`${dateTime.replace(' ', 'T')}Z`);
}
