import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { inExtendedForm, momentShown } from '../../fixtures/worlds/shown-moment.ts';
import { fundedCard, newCard, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, part 2: the dates that resources show, where time must pass.

/** Requirement, what is dated, the date that is looked at, and how to get an answer that shows it. */
const dates: readonly (readonly [
  RequirementId,
  string,
  string,
  (v2: V2Client) => Promise<Exchange>,
])[] = [
  [
    'v2.card.creation-date-follows-the-clock',
    'cards',
    'creationDate',
    async (v2) => v2.getCard((await newCard(v2)).id),
  ],
  [
    'v2.card.blocking-date-follows-the-clock',
    'blocked cards',
    'blockingDate',
    async (v2) => v2.patchCard((await newCard(v2)).id, { status: 'blocked' }),
  ],
  [
    'v2.top-up.creation-date-follows-the-clock',
    'top-ups',
    'creationDate',
    async (v2) => v2.createTopUp(aTopUp(await newCard(v2), minorUnits(10_00))),
  ],
  [
    'v2.transfer.creation-date-follows-the-clock',
    'transfers',
    'creationDate',
    async (v2) => {
      const [from, to] = [await fundedCard(v2, minorUnits(10_00)), await newCard(v2)];
      return v2.createTransfer(aTransfer(from, to, minorUnits(5_00)));
    },
  ],
];

for (const [id, what, date, show] of dates) {
  check(id, `dates two ${what} three days apart`, async ({ v2, control }) => {
    const first = await show(v2);
    await threeDaysPass(control);

    const second = await show(v2);

    expect(second).toAnswer(second.answer.status, { [date]: threeDaysAfter(first, date) });
  });
}

check(
  'v2.card-status.blocking-again-sets-the-date-anew',
  'dates the second blocking of a card',
  async ({ v2, control }) => {
    const card = await newCard(v2);
    const first = await v2.patchCard(card.id, { status: 'blocked' });
    await v2.patchCard(card.id, { status: 'active' });
    await threeDaysPass(control);

    const second = await v2.patchCard(card.id, { status: 'blocked' });

    expect(second).toAnswer(200, { blockingDate: threeDaysAfter(first, 'blockingDate') });
  },
);

check(
  'v2.card-status.leaving-blocked-keeps-the-date',
  'leaves the date of a blocked card that becomes active',
  async ({ v2, control }) => {
    const card = await newCard(v2);
    const blocked = await v2.patchCard(card.id, { status: 'blocked' });
    await threeDaysPass(control);

    const answer = await v2.patchCard(card.id, { status: 'active' });

    const blockingDate = textAt(blocked, 'blockingDate');
    expect(answer).toAnswer(200, { status: 'active', blockingDate });
  },
);

if (!inSmokeOnly()) {
  check(
    'v2.card-status.leaving-blocked-keeps-the-date',
    'leaves the date of a blocked card that becomes lost or stollen, where that dates nothing',
    async ({ v2, control }) => {
      const reports = ['lost', 'stollen'] as const;
      const cards = await Promise.all(
        reports.map(async (status) => {
          const [card, other] = await Promise.all([newCard(v2), newCard(v2)]);
          // Whether a report of a card that is active dates it is not shown.
          const reported = await v2.patchCard(other.id, { status });
          const isDated = !isUnset(memberOf(reported.answer.json, 'blockingDate'));
          return {
            card,
            status,
            isDated,
            blocked: await v2.patchCard(card.id, { status: 'blocked' }),
          };
        }),
      );
      await threeDaysPass(control);

      for (const { card, status, isDated, blocked } of cards) {
        if (isDated) continue;
        const answer = await v2.patchCard(card.id, { status });
        const blockingDate = textAt(blocked, 'blockingDate');
        expect(answer).toAnswer(200, { status, blockingDate });
      }
    },
  );
}

async function threeDaysPass(control: WalkingControl): Promise<void> {
  const start = await control.now();
  await control.moveClockTo(new Date(start.getTime() + 3 * dayMs));
}

/**
 * The zone of the dates is not shown, but both have the same; two hours leave room for a change to
 * summer time and for how long the requests took.
 */
function threeDaysAfter(first: Exchange, date: string): unknown {
  const before = momentOf(memberOf(first.answer.json, date));
  return expect.toSatisfy(
    (shown) => Math.abs(momentOf(shown) - before - 3 * dayMs) < 2 * hourMs,
    'a date three days after the first',
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A date-time without zone is read as if it were UTC: only differences matter. */
function momentOf(dateTime: unknown): number {
  return momentShown(inExtendedForm(String(dateTime)).replace(' ', 'T'))?.moment ?? Number.NaN;
}
