import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { shownWall } from '../../fixtures/worlds/v1-limits.ts';
import { newCard, promised, promisedToShow } from '../../fixtures/worlds/v1.ts';

/** Room for zones: where the target stands is not said. */
const roomMs = 86_400_000;

/** A date-time as it is written, in milliseconds as if the wall clock stood in UTC; NaN for none. */
export function wallOf(dateTime: unknown): number {
  const text = String(dateTime);
  const [, year, month, day, ...time] = inDigits.exec(text) ?? [];
  if (year === undefined) return Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`);
  const [hours, minutes, seconds] = time.map((part) => part ?? '00');
  return Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/** YYYYMMDD or YYYYMMDDhhmmss, as others write where no form is shown. */
const inDigits = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/;

/** An answer shows no such date that lies ahead, whether by our clock or by the target's. */
export async function expectNothingAhead(
  v1: V1Client,
  shown: Exchange,
  datesIn: (json: unknown) => readonly unknown[],
): Promise<void> {
  const isAfter = (moment: number, json: unknown): boolean =>
    datesIn(json).some((date) => wallOf(date) > moment + roomMs);
  const here = Date.now();
  // The target's clock may have been moved, so it is asked for before it is said to be wrong.
  const now = isAfter(here, shown.answer.json) ? Math.max(here, await wallAt(v1)) : here;

  const isPast = expect.toSatisfy((json) => !isAfter(now, json), 'no date that lies ahead');
  expect(shown).toSucceed(isPast);
}

/** The day of the target, whose clock may have been moved, as the answer to a credit shows it. */
export async function todayAt(v1: V1Client): Promise<Date> {
  const credit = await v1.creditCard(anAmountOf(await newCard(v1), minorUnits(1_00)));
  const wall = shownWall(promised(credit, 'v1.credit-card.succeeds'));
  return (
    wall ??
    promisedToShow(
      credit,
      'localTransactionDate, a date-time',
      'v1.credit-card.local-transaction-date-is-a-date-time',
    )
  );
}

/** The clock of the target, as the answer to a credit shows it. */
async function wallAt(v1: V1Client): Promise<number> {
  const credit = await v1.creditCard(anAmountOf(await newCard(v1), minorUnits(1_00)));
  return shownWall(credit)?.getTime() ?? 0;
}
