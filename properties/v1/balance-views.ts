import { anAmountOf, byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { expect } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { balanceOf, type V1Card } from '../../fixtures/worlds/v1.ts';
import { numbersIn } from '../../fixtures/worlds/v1-leaves.ts';

// Document 1, parts 2.4 and 4: where the balance of an account is read, beside getAccountData.

export interface View {
  readonly name: string;
  readonly read: (v1: V1Client, card: V1Card) => Promise<Exchange>;
}

export const officeView: View = {
  name: 'getAccountBalanceFromBo',
  read: (v1, { accountNumber }) => v1.getAccountBalanceFromBo({ accountNumber }),
};
export const byTypeView: View = {
  name: 'getAccountBalances',
  read: (v1, { accountNumber }) =>
    v1.getAccountBalances({ accountNumber, institutionId: v1.settings.institutionId }),
};
export const customerView: View = {
  name: 'getCustomerInfo',
  read: (v1, { customer: { customerNumber } }) => v1.getCustomerInfo({ customerNumber }),
};
export const views: readonly View[] = [
  {
    name: 'getCardBalance',
    read: (v1, card) => v1.getCardBalance({ cardIdentification: byNumber(card) }),
  },
  {
    name: 'getCardData',
    read: (v1, card) => v1.getCardData({ cardIdentification: byNumber(card) }),
  },
  officeView,
  byTypeView,
  customerView,
];

/** Asks for something between a card and another; whether it is carried out tells the balance. */
export type Act = (v1: V1Client, card: V1Card, other: V1Card) => Promise<Exchange>;
export type Acts = readonly (readonly [name: string, ask: Act])[];

/**
 * By these it is learned where an answer shows what the account holds. Other amounts for each view: the same once
 * more may be taken for a mistake.
 */
function tellingFor(view: View): Acts {
  const place = views.indexOf(view);
  const [credited, debited] = [minorUnits(13_37 + place), minorUnits(7_03 + place)];
  return [
    ['creditCard', (v1, card) => v1.creditCard(anAmountOf(card, credited))],
    ['debitCard', (v1, card) => v1.debitCard(anAmountOf(card, debited))],
  ];
}

interface Shown {
  readonly shown: Exchange;
  /** The balance of the account, which part 2.5 names. */
  readonly held: number;
}

/** Where an amount stands, and how much higher than the balance it is. */
export interface Place {
  readonly name: string;
  readonly beyond: number;
}

function placesOf({ shown, held }: Shown): Place[] {
  if (!carriedOut(shown)) return [];
  return numbersIn(shown.answer.json).map((line) => {
    const end = line.lastIndexOf(' ');
    return { name: line.slice(0, end), beyond: Number(line.slice(end)) - held };
  });
}

function isShownAt({ name, beyond }: Place, { shown, held }: Shown): boolean {
  return numbersIn(shown.answer.json).includes(`${name} ${held + beyond}`);
}

/** What a view shows of the account of a card now. */
export async function seenBy({ read }: View, v1: V1Client, card: V1Card): Promise<Shown> {
  const shown = await read(v1, card);
  return { shown, held: await balanceOf(v1, card) };
}

/** The places in which a view shows what the account holds, as a deposit and a debit tell; none where these tell nothing. */
export async function placesTold(
  view: View,
  v1: V1Client,
  card: V1Card,
  other: V1Card,
): Promise<readonly Place[]> {
  let places = placesOf(await seenBy(view, v1, card));
  for (const [, ask] of tellingFor(view)) {
    if (!carriedOut(await ask(v1, card, other))) return [];
    const after = await seenBy(view, v1, card);
    places = places.filter((place) => isShownAt(place, after));
  }
  return places;
}

/** What the account holds is shown, after what was done last, wherever it was shown before. */
export function expectShown(
  places: readonly Place[],
  after: Shown,
  { name, moved }: { readonly name: string; readonly moved: Exchange },
): void {
  for (const place of places) {
    const words = `${place.name.slice(1)} ${place.beyond + after.held} after ${name}`;
    const about = sentExpectedGot([moved, after.shown], words);
    expect(isShownAt(place, after), about).toBe(true);
  }
}
