import { aRestriction, byNumber, cashLimitName, euro } from '../../../fixtures/builders/v1.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import {
  changeLimit,
  learnAccountLimit,
  learnArrestPath,
  learnRestrictionForm,
} from '../../../fixtures/dialect/v1.ts';
import { twoRestrictions } from '../../../fixtures/worlds/v1-small-world.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { type Exchange, isObject, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { leavesOf, objectsIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { limitCalled } from '../../../fixtures/worlds/v1-limits.ts';
import { newCard, newCustomer, type V1Card } from '../../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 2.6, 4 and 8: nothing, zero and the value of before are values like others.

/** The names and the cycle types of part 8: each is set, and the day, which is 0, in between. */
const cycleTypes = [8, 0, 1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 11, 0, 12, 0];
const limitNames = [cashLimitName, 'LMTP0109', 'LMTP0110', 'LMTP0111'];

const rows = limitNames.map((name, place) => ({
  name,
  types: place === 0 ? cycleTypes : cycleTypes.slice(6, 8),
}));
export const everyCycleGoesBackToDays = rowsOf(
  rows,
  ({ name }) => name,
  async (v1: V1Client, { name, types }) => {
    const card = await newCard(v1);
    for (const cycleType of types) {
      const limit = { name, value: 900_00, cycleType };
      const changed = await changeLimit(v1, card, limit);
      // Which limits a card has, and may have, is the affair of its product.
      if (changed === undefined || !carriedOut(changed)) continue;
      const cardIdentification = { cardNumber: card.number };
      const shown = await v1.getCardLimits({ cardIdentification });
      const seen = memberOf(limitCalled(name, shown), 'cycleType');
      const words = `${name} with cycleType ${cycleType}`;
      expect(seen ?? cycleType, sentExpectedGot([changed, shown], words)).toBe(cycleType);
    }
  },
);

/** What can be set to one value and to another, and how it is shown. */
interface Setting {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly set: (v1: V1Client, card: V1Card, value: unknown) => Promise<Exchange | undefined>;
  readonly shown: (v1: V1Client, card: V1Card) => Promise<Exchange>;
}

const settings: readonly Setting[] = [
  {
    name: 'the list of codes',
    values: [[5411], [6011, 5812]],
    set: (v1, { accountNumber }, mccList) => v1.setAllowedMccList({ accountNumber, mccList }),
    shown: (v1, { accountNumber }) => v1.getAllowedMccList({ accountNumber }),
  },
  {
    name: 'the limit of an account',
    values: [100_00, 200_00, 0, 150_00],
    set: async (v1, { accountNumber }, value) => {
      const { name = '' } = (await learnAccountLimit(v1)) ?? {};
      return v1.changeAccountLimit({ accountNumber, limit: { name, value } });
    },
    shown: (v1, { accountNumber }) => v1.getAccountLimits({ accountNumber }),
  },
  {
    name: 'the limit of a card',
    values: [
      { value: 700_00, cycleType: 8 },
      { value: 0, cycleType: 8 },
      { value: 800_00, cycleType: 4 },
    ],
    set: (v1, card, value) =>
      changeLimit(v1, card, { name: cashLimitName, ...(value as { value: number }) }),
    shown: (v1, card) => v1.getCardLimits({ cardIdentification: byNumber(card) }),
  },
  {
    name: 'the status of a rule',
    values: ['ENABLED', 'DISABLED'],
    set: async (v1, card, status) => {
      const form = await learnRestrictionForm(v1);
      return form?.ask(v1, card, { ...aRestriction(String(status)), countryId: 250 });
    },
    shown: (v1, card) => v1.getGeoRestrictions({ cardIdentification: byNumber(card) }),
  },
];

export const setBackAsSetForth = rowsOf(
  settings,
  ({ name }) => name,
  async (v1: V1Client, { values, set, shown }) => {
    const card = await newCard(v1);
    const first = new Map<unknown, string>();
    let last: string | undefined;
    for (const value of [...values, ...values, ...values.toReversed()]) {
      const answer = await set(v1, card, value);
      // Whether a limit may be nothing is not shown.
      if (isNothing(value) && answer !== undefined && !carriedOut(answer)) continue;
      if (answer === undefined || !carriedOut(answer)) return;
      const after = await shown(v1, card);
      const seen = JSON.stringify(valuesIn(after.answer.json));
      const known = first.get(value) ?? seen;
      first.set(value, known);
      const about = sentExpectedGot([answer, after], `what this value showed before, ${known}`);
      expect(seen, about).toBe(known);
      if (isNothing(value)) {
        const words = 'another value than that of before, which was not nothing';
        expect(seen === last, sentExpectedGot([answer, after], words)).toBe(false);
      }
      last = seen;
    }
  },
);

const statusOperations = ['changeAccountStatus', 'changeAccountStatusInFe'] as const;

/** Which statuses there are is not shown (part 3): those that accounts of their own take and show are told apart by that. */
export const lastStatusCounts = rowsOf(
  statusOperations,
  (operation) => `statuses by ${operation}, one right after the other`,
  async (v1: V1Client, operation) => {
    const shownOf = async ({ accountNumber }: V1Card) => {
      const shown = await v1.getAccountData({ accountNumber });
      return { shown, status: leavesOf(shown.answer.json, ['accountStatus']).join(', ') };
    };
    const alone: { readonly accountStatus: number; readonly status: string }[] = [];
    for (const accountStatus of [1, 2, 3, 0, 4, 5]) {
      const card = await newCard(v1);
      const { accountNumber } = card;
      if (!carriedOut(await v1[operation]({ accountNumber, accountStatus }))) continue;
      const { status } = await shownOf(card);
      if (status === '' || alone.some((one) => one.status === status)) continue;
      alone.push({ accountStatus, status });
      if (alone.length === 2) break;
    }
    const [one, other] = alone;
    if (one === undefined || other === undefined) return;
    // Whether somebody has looked in between makes no difference.
    for (const [first, last, isLookedAt] of [
      [one, other, false],
      [other, one, false],
      [one, other, true],
    ] as const) {
      const card = await newCard(v1);
      const { accountNumber } = card;
      const set = await v1[operation]({ accountNumber, accountStatus: first.accountStatus });
      if (isLookedAt) await shownOf(card);
      const again = await v1[operation]({ accountNumber, accountStatus: last.accountStatus });
      // Which status may follow which is not shown.
      if (!carriedOut(set) || !carriedOut(again)) continue;
      const { shown, status } = await shownOf(card);
      const words = `accountStatus ${last.status}, as where ${last.accountStatus} alone was set`;
      expect(status, sentExpectedGot([set, again, shown], words)).toBe(last.status);
    }
  },
);

/** Nothing is a value, and not one that was left out. */
function isNothing(value: unknown): boolean {
  return value === 0 || memberOf(value, 'value') === 0;
}

/** Values of limits, which rules there are, and items of lists, in whatever order; others may be moments. */
function valuesIn(json: unknown): unknown[] {
  if (Array.isArray(json))
    return json
      .map((item) => (isObject(item) ? valuesIn(item) : [item]))
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
      .flat();
  if (!isObject(json)) return [];
  const values = ['value', 'cycleType', 'regionId'].flatMap((name) => memberOf(json, name) ?? []);
  return [...values, ...Object.values(json).flatMap(valuesIn)];
}

/** Whether an arrest is added to that of before, or stands in its place, is open; it is one of the two each time. */
export const arrestsAlike: Row = {
  name: 'arrests an amount that was arrested before as the first time, and nothing as any other',
  ask: async (v1) => {
    const { accountNumber } = await fundedCard(v1, minorUnits(200_00));
    const path = await learnArrestPath(v1);
    const available = async (): Promise<number> => {
      const amounts = await v1.getAccountBalanceFromBo({ accountNumber });
      return Number(memberOf(amounts.answer.json, 'availableBalance'));
    };
    const free = await available();
    const arrests: Exchange[] = [];
    const taken: { readonly asked: number; readonly held: number }[] = [];
    // Among them cents that whoever counts in fractions of the unit cuts off.
    for (const amount of [10_00, 20_00, 10_00, 20_00, 1_15, 29, 0]) {
      const arrest = await v1.ask(
        'changeAccountArrestAmount',
        { accountNumber, amount, currency: euro },
        path,
      );
      // Whether nothing can be arrested is not shown, nor how little can.
      if (!carriedOut(arrest)) continue;
      arrests.push(arrest);
      taken.push({ asked: amount, held: free - (await available()) });
    }

    // What an arrest does to the amounts of an account is not shown.
    const [first, second] = taken;
    if (taken.length < 4 || first?.held !== 10_00 || second?.asked !== 20_00) return;
    if (![20_00, 30_00].includes(second.held)) return;
    let sum = 0;
    const sums = taken.map(({ asked }) => (sum += asked));
    const wanted = second.held === 20_00 ? taken.map(({ asked }) => asked) : sums;
    const words = `${wanted.join(', ')} less available, one after the other`;
    const about = sentExpectedGot(arrests, words);
    expect(
      taken.map(({ held }) => held),
      about,
    ).toEqual(wanted);
  },
};

const lists = {
  mccList: ['setAllowedMccList', 'getAllowedMccList', [5411, 6011]],
  beneficiaries: ['setAllowedBeneficiaries', 'getAllowedBeneficiaries', undefined],
} as const;

export const emptyListClears: Row = {
  name: 'an empty list',
  ask: async (v1) => {
    for (const member of Object.keys(lists) as (keyof typeof lists)[]) {
      const [setList, getList, items] = lists[member];
      const [{ accountNumber }, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
      const full = items ?? [other.accountNumber];
      if (!carriedOut(await v1[setList]({ accountNumber, [member]: full }))) continue;
      const cleared = await v1[setList]({ accountNumber, [member]: [] });
      // Whether a list may be empty is not shown.
      if (!carriedOut(cleared)) continue;

      const shown = await v1[getList]({ accountNumber });

      const left = full.filter((item) => shown.answer.text.includes(String(item)));
      expect(left, sentExpectedGot([cleared, shown], 'nothing of what was there')).toEqual([]);
    }
  },
};

/** How a limit with dates is set, and asked for. */
interface Dated {
  readonly name: string;
  readonly set: (v1: V1Client, card: V1Card, dates: Dates) => Promise<Exchange | undefined>;
  readonly shown: (v1: V1Client, card: V1Card) => Promise<Exchange>;
}

interface Dates {
  readonly startDate: string;
  readonly endDate: string;
}

const dated: readonly Dated[] = [
  {
    name: 'the dates of a limit of an account',
    set: async (v1, { accountNumber }, dates) => {
      const { name = '' } = (await learnAccountLimit(v1)) ?? {};
      return v1.changeAccountLimit({ accountNumber, limit: { name, value: 700_00, ...dates } });
    },
    shown: (v1, { accountNumber }) => v1.getAccountLimits({ accountNumber }),
  },
  {
    name: 'the dates of a limit of a card',
    set: (v1, card, dates) =>
      changeLimit(v1, card, { name: cashLimitName, value: 700_00, ...dates }),
    shown: (v1, card) => v1.getCardLimits({ cardIdentification: { cardNumber: card.number } }),
  },
  {
    name: 'the dates of a restriction',
    set: async (v1, { number }, dates) => {
      const form = await learnRestrictionForm(v1);
      if (form === undefined) return undefined;
      const rules = twoRestrictions(0).map((rule) => ({ ...rule, ...dates }));
      const cardIdentification = { cardNumber: number };
      return v1.setGeoRestrictions({ cardIdentification, restrictions: form.body(rules) });
    },
    shown: (v1, { number }) =>
      v1.getGeoRestrictions({ cardIdentification: { cardNumber: number } }),
  },
];

/** In force now, and first one that is nothing special; all of one half of the year, in which no clock is set. */
const datePairs: readonly Dates[] = [
  { startDate: '2025-01-02T03:04:05', endDate: '2028-02-03T12:34:56' },
  { startDate: '2025-01-01T00:00:00', endDate: '2028-01-01T00:00:00' },
  { startDate: '2024-12-31T23:59:59', endDate: '2028-02-29T23:59:59' },
  { startDate: '2024-02-29T00:00:00', endDate: '2028-02-29T00:00:00' },
];

export const datesComeBack = rowsOf(
  dated,
  ({ name }) => name,
  async (v1: V1Client, { set, shown }) => {
    const card = await newCard(v1);
    let areShown = false;
    for (const dates of datePairs) {
      const changed = await set(v1, card, dates);
      if (changed === undefined || !carriedOut(changed)) continue;
      const after = await shown(v1, card);
      const leaves = leavesOf(after.answer.json, ['startDate', 'endDate']).map(toTheSecond);
      const missing = Object.entries(dates)
        .map((entry) => entry.join(' '))
        .filter((wanted) => !leaves.some((leaf) => leaf.startsWith(wanted)));
      // In which form dates are shown, and whether they are, is open.
      if (!areShown && missing.length > 0) return;
      areShown = true;
      expect(missing, sentExpectedGot([changed, after], missing.join(', '))).toEqual([]);
    }
  },
);

export const eachRuleHasItsOwnDates: Row = {
  name: 'restrictions with dates of their own',
  ask: async (v1) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    const cardIdentification = byNumber(await newCard(v1));
    const [rule] = twoRestrictions(0);
    const acts: Exchange[] = [];
    const listed = datePairs.slice(0, 2);
    for (const [index, dates] of listed.entries()) {
      const restrictions = form.body([{ ...rule, ...dates, transactionGroupId: 3 + index }]);
      const set = await v1.setGeoRestrictions({ cardIdentification, restrictions });
      const shown = await v1.getGeoRestrictions({ cardIdentification });
      acts.push(set, shown);
      const leaves = leavesOf(shown.answer.json, ['startDate']).map(toTheSecond);
      const wanted = listed.slice(0, index + 1).map(({ startDate }) => `startDate ${startDate}`);
      const missing = wanted.filter((date) => !leaves.some((leaf) => leaf.startsWith(date)));
      // In which form dates are shown, and whether they are, is open, and so is what becomes of earlier rules.
      if (index === 0 && missing.length > 0) return;
      const howMany = objectsIn(shown.answer.json, ['startDate']).length;
      if (!carriedOut(set) || howMany < wanted.length) return;
      expect(missing, sentExpectedGot(acts, wanted.join(', '))).toEqual([]);
    }
  },
};

/** ISO 8601 leaves out seconds where there are none. */
function toTheSecond(leaf: string): string {
  return leaf.replace(/([T ]\d\d:\d\d)(?![:\d])/, '$1:00');
}

/** One moment in three zones. */
const oneMoment: readonly Dates[] = [
  { startDate: '2025-01-02T12:04:05Z', endDate: '2028-02-03T12:34:56Z' },
  { startDate: '2025-01-02T14:04:05+02:00', endDate: '2028-02-03T14:34:56+02:00' },
  { startDate: '2025-01-02T08:34:05-03:30', endDate: '2028-02-03T09:04:56-03:30' },
];

export const momentsKeepTheirOffset = rowsOf(
  dated,
  ({ name }) => `${name}, in another zone`,
  async (v1: V1Client, { set, shown }) => {
    const card = await newCard(v1);
    const seen: { readonly acts: readonly Exchange[]; readonly moments: readonly string[] }[] = [];
    for (const dates of oneMoment) {
      const changed = await set(v1, card, dates);
      // Whether a date-time may have an offset is not said.
      if (changed === undefined || !carriedOut(changed)) continue;
      const after = await shown(v1, card);
      const leaves = leavesOf(after.answer.json, ['startDate', 'endDate']);
      // What was set before may stand beside it, of the same moments.
      const moments = [...new Set(leaves.map(momentIn))].toSorted();
      seen.push({ acts: [changed, after], moments });
    }

    const [first, ...others] = seen;
    for (const { acts, moments } of others) {
      const wanted = first?.moments ?? [];
      const about = sentExpectedGot(
        [...(first?.acts ?? []), ...acts],
        'the same moments, as they were sent in another zone',
      );
      expect(moments, about).toEqual(wanted);
    }
  },
);

/** A date that is shown with an offset as a moment; local time is the same text for the same moment. */
function momentIn(leaf: string): string {
  const [name = '', ...date] = leaf.split(' ');
  const text = date.join(' ');
  return /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? `${name} ${Date.parse(text)}` : leaf;
}

export const nothingIsShownAsZero: Row = {
  name: 'shows the amounts of an account that holds nothing as numbers',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);

    const amounts = await v1.getAccountBalanceFromBo({ accountNumber });

    for (const name of ['availableBalance', 'holdBalance', 'exceedBalance']) {
      const shown = memberOf(amounts.answer.json, name);
      const isWhole = Number.isInteger(shown);
      expect(isWhole, sentExpectedGot(amounts, `${name}, a whole number`)).toBe(true);
    }
    const data = await v1.getAccountData({ accountNumber });
    const balance = memberOf(data.answer.json, 'accountData.balance');
    const about = sentExpectedGot(data, 'accountData.balance, a whole number');
    expect(Number.isInteger(balance), about).toBe(true);
  },
};
