import { anAmountOf, aRestriction, byNumber, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { learnArrestPath, learnRestrictionForm } from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectSame } from '../../fixtures/expect-facts.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { lastsTo } from '../../fixtures/worlds/v1-limits.ts';
import { numbersIn } from '../../fixtures/worlds/v1-leaves.ts';
import { fundedCard, fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { factsOf } from '../../fixtures/worlds/v1-looks.ts';
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

check(
  'v1.money.holds-end-as-they-began',
  'leaves what is arrested, and what else was set, as it is once a pre-authorised debit is over',
  async ({ v1, control, skip }) => {
    if (inSmokeOnly()) return;
    const path = await learnArrestPath(v1);
    // Alike but for the debit: what else becomes of an arrest with time is open.
    const [card, twin] = (await fundedCards(v1, [100_00, 100_00].map(minorUnits))) as [
      V1Card,
      V1Card,
    ];
    const office = ({ accountNumber }: V1Card): Promise<Exchange> =>
      v1.getAccountBalanceFromBo({ accountNumber });
    const arrest = ({ accountNumber }: V1Card, amount: number): Promise<Exchange> =>
      v1.ask('changeAccountArrestAmount', { accountNumber, amount, currency: euro }, path);
    const start = (await control.now()).getTime();
    // More than the debit: where that is booked in the end, an arrest that is gone shows all the same.
    const arrests = [await arrest(twin, 60_00), await arrest(card, 60_00)];
    if (!arrests.every(carriedOut)) return skip('no amount is arrested');
    const debit = { ...anAmountOf(card, minorUnits(20_00)), preAuthorization: true };
    const held = await v1.debitCard(debit);
    if (!carriedOut(held)) return skip('no pre-authorised debit is carried out');
    // Afterwards, so that it keeps nobody from paying.
    for (const each of [card, twin]) await setBeside(v1, each);

    for (const ms of later) {
      if (!lastsTo(card, start + 1.01 * ms)) return;
      await control.letPass(start, ms);
      const [ofTwin, own] = [await office(twin), await office(card)];
      const [wanted, is] = [ofTwin, own].map((one) => amountsOf(one));
      const acts = [...arrests, held, ofTwin, own];
      const most = `${wanted?.available ?? 0} available, at most, as where only the arrest was`;
      const least = `${wanted?.onHold ?? 0} on hold, at least, as where only the arrest was`;
      expect((is?.available ?? 0) <= (wanted?.available ?? 0), sentExpectedGot(acts, most)).toBe(
        true,
      );
      expect((is?.onHold ?? 0) >= (wanted?.onHold ?? 0), sentExpectedGot(acts, least)).toBe(true);
      expectSame(await factsOf(v1, twin, beside), await factsOf(v1, card, beside), {
        acts: [held],
        told: `${ms / dayMs} days went by after a pre-authorised debit`,
        as: 'of an account without that debit',
      });
    }
  },
);

/** What is set on an account and its card beside its money. */
const beside = ['codes', 'beneficiaries', 'rules'] as const;

async function setBeside(v1: V1Client, card: V1Card): Promise<void> {
  const { accountNumber } = card;
  await v1.setAllowedMccList({ accountNumber, mccList: [5411, 6011] });
  await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries: ['40817810000000000001'] });
  const form = await learnRestrictionForm(v1);
  await form?.ask(v1, card, aRestriction('ENABLED'));
}

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
