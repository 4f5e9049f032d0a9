import { anAmountOf, byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { lastsTo } from '../../fixtures/worlds/v1-limits.ts';
import { numbersIn } from '../../fixtures/worlds/v1-leaves.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { anotherCardOf, balanceOf, type V1Card } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4 (debitCard, getAccountBalanceFromBo): how long what is pre-authorised stays on hold is not shown.

const dayMs = 86_400_000;
const later = [8 * dayMs, 31 * dayMs];

check(
  'v1.money.holds-end-as-they-began',
  'has no more available once a pre-authorised debit is over than there was before it',
  async ({ v1, control, skip }) => {
    const card = await fundedCard(v1, minorUnits(100_00));
    const { accountNumber } = card;
    const office = (): Promise<Exchange> => v1.getAccountBalanceFromBo({ accountNumber });
    const ofCard = (one: V1Card = card): Promise<Exchange> =>
      v1.getCardBalance({ cardIdentification: byNumber(one) });
    const sister = inSmokeOnly() ? undefined : await anotherCardOf(v1, card);
    const [before, held] = [await office(), await balanceOf(v1, card)];
    const seen: { readonly ofCard: Exchange; readonly office: Exchange }[] = [];
    // What is charged for it may be on hold as well.
    const acts: Exchange[] = [];
    for (const part of [{ fee: { feeType: 'F', feeValue: 50 } }, { fee: { feeAmount: 50 } }, {}]) {
      const amount = minorUnits(20_00 + acts.length);
      acts.push(
        await v1.debitCard({ ...anAmountOf(card, amount), ...part, preAuthorization: true }),
      );
      seen.push({ ofCard: await ofCard(), office: await office() });
    }
    // By now it is known where a card shows what is available on its account, and so does each other card.
    const ofSister = sister && { ofCard: await ofCard(sister), office: await office() };
    if (!acts.some(carriedOut)) return skip('no pre-authorised debit is carried out');
    const start = (await control.now()).getTime();
    const holds = [before, ...seen.map((one) => one.office)].map(
      (one) => amountsOf(one).onHold ?? 0,
    );

    for (const ms of inSmokeOnly() ? later.slice(0, 1) : later) {
      if (!lastsTo(card, start + 1.01 * ms)) return;
      await control.letPass(start, ms);
      seen.push({ ofCard: await ofCard(), office: await office() });

      const last = seen.at(-1)?.office as Exchange;
      const [was, is] = [before, last].map((one) => amountsOf(one));
      const words = sentExpectedGot(
        [before, ...acts, last],
        `${was?.available ?? 0} available, at most, and not less than nothing on hold`,
      );
      expect((is?.available ?? 0) <= (was?.available ?? 0), words).toBe(true);
      expect((is?.onHold ?? 0) >= 0, words).toBe(true);
      const remains = remaindersOf(holds);
      const about = `of what each debit held all or nothing on hold: ${remains.join(' or ')}`;
      expect(remains, sentExpectedGot([before, ...acts, last], about)).toContain(is?.onHold ?? 0);
      const isOver = is?.onHold === was?.onHold && (await balanceOf(v1, card)) === held;
      if (!isOver) continue;
      const free = `${was?.available ?? 0} available, as before, with nothing taken nor on hold`;
      const freed = sentExpectedGot([before, ...acts, last], free);
      expect(is?.available ?? 0, freed).toBe(was?.available ?? 0);
    }
    expectOneAvailable([...seen, ...(ofSister === undefined ? [] : [ofSister])]);
  },
);

/** What is on hold once some of these holds are over, by what was on hold before and after each of them. */
function remaindersOf(onHold: readonly number[]): number[] {
  const [none = 0] = onHold;
  const added = onHold.slice(1).map((amount, place) => amount - (onHold[place] ?? 0));
  return added.reduce<number[]>(
    (sums, amount) => [...new Set([...sums, ...sums.map((sum) => sum + amount)])],
    [none],
  );
}

/** Available and on hold in getAccountBalanceFromBo, in minor units. Part 4. */
function amountsOf({ answer }: Exchange): {
  readonly available?: number;
  readonly onHold?: number;
} {
  const [available, onHold] = ['availableBalance', 'holdBalance'].map((name) =>
    memberOf(answer.json, name),
  );
  return {
    ...(typeof available === 'number' ? { available } : {}),
    ...(typeof onHold === 'number' ? { onHold } : {}),
  };
}

/** What the card shows is available where it showed so twice, of different amounts. */
function expectOneAvailable(
  seen: readonly { readonly ofCard: Exchange; readonly office: Exchange }[],
): void {
  const readings = seen.map(({ ofCard, office }) => ({
    ofCard,
    office,
    available: amountsOf(office).available,
    lines: numbersIn(ofCard.answer.json),
  }));
  const [first, second] = readings;
  if (first?.available === undefined || first.available === second?.available) return;
  const places = first.lines
    .filter((line) => line.endsWith(` ${first.available}`))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
    .filter((place) => second?.lines.includes(`${place} ${second.available}`));
  for (const { ofCard, office, available, lines } of readings) {
    for (const place of places) {
      const words = `${place} ${available}, as getAccountBalanceFromBo shows after it`;
      expect(lines, sentExpectedGot([ofCard, office], words)).toContain(`${place} ${available}`);
    }
  }
}
