import { addDays } from '../../fixtures/builders/days.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { reached } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { TransferFilter, V2Client } from '../../fixtures/clients/v2.ts';
import { type TestCard, fundedCards, promised, textAt } from '../../fixtures/worlds/v2.ts';
import { amountOf, type FilterPlan, type TransferPlan } from '../arbitraries/v2.ts';
import { type KnownFilter, type KnownTransfer, listed } from '../models/transfer-list.ts';

/** Three cards to transfer between; their money stays below the default spending limits. */
export function threeCards(v2: V2Client): Promise<TestCard[]> {
  return fundedCards(
    v2,
    [10_00, 10_00, 10_00].map((amount) => minorUnits(amount)),
  );
}

/** Makes a transfer and gives it back as it was answered, and as the model of the list knows it. */
export async function carryOut(
  v2: V2Client,
  cards: readonly TestCard[],
  { from, to, amount }: TransferPlan,
  day: number,
): Promise<{ exchange: Exchange; known: KnownTransfer }> {
  const [source, destination] = [cards[from] as TestCard, cards[to] as TestCard];
  const transfer = aTransfer(source, destination, amountOf(amount, source.balance));
  const exchange = await v2.createTransfer(transfer);
  promised(exchange, 'v2.transfer-creation.answers-201');
  const status = memberOf(exchange.answer.json, 'status');
  return { exchange, known: { id: textAt(exchange, 'id'), from, to, status, day } };
}

/** The filter as it is sent; `origin` is the day that the plan's days are counted from. */
export function asSent(
  plan: FilterPlan,
  cards: readonly TestCard[],
  origin: string,
): TransferFilter {
  const { card, status, start, end } = plan;
  return {
    cardNumberFltr: (cards[card] as TestCard).number,
    ...(status === undefined ? {} : { statusFltr: status }),
    ...(start === undefined ? {} : { periodStartFltr: addDays(origin, start) }),
    ...(end === undefined ? {} : { periodEndFltr: addDays(origin, end) }),
  };
}

/** The ids that a list must hold, with a note on what the filter is about. */
export function expectedOf(known: readonly KnownTransfer[], filter: KnownFilter): string[] {
  const ids = listed(known, filter);
  const { card, status, start, end } = filter;
  reached(ids.length === 0 ? 'a list of nothing' : 'a list of something');
  if (status !== undefined && ids.length > 0) reached(`transfers that are ${status}`);
  const days = known.filter(({ from, to }) => from === card || to === card).map(({ day }) => day);
  if (days.some((day) => day === start)) reached('a transfer on the first day');
  if (days.some((day) => day === end)) reached('a transfer on the last day');
  if (days.some((day) => start !== undefined && day === start - 1)) reached('one the day before');
  if (days.some((day) => end !== undefined && day === end + 1)) reached('one the day after');
  return ids;
}
