import { aCardholder, aTopUp, aTransfer } from '../../../fixtures/builders/v2.ts';
import { withValue, without } from '../../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { repeated } from '../../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../../fixtures/worlds/v2-fees.ts';
import { limitsIn } from '../../../fixtures/worlds/v2-card-facts.ts';
import {
  balanceIn,
  balanceOf,
  balancesOf,
  bringInto,
  cardNow,
  fundedCard,
  newCard,
  newCardholder,
  type TestCard,
} from '../../../fixtures/worlds/v2.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

// Document 2, parts 1, 2.2, 2.3 and 4: each value of a range, and each item of a list, is treated like the others.

type Row = LawRow<V2Client>;

interface Limit {
  readonly interval: string;
  readonly amount: number;
}
const daily = (amount: number): Limit => ({ interval: 'daily', amount });
const monthly = (amount: number): Limit => ({ interval: 'monthly', amount });

/** Changes of limits one after another; small, for the unit and how high they may be are not shown. */
const changesOfLimits: readonly (readonly [string, readonly (readonly Limit[])[]])[] = [
  [
    'both, in either order',
    [
      [daily(2_00), monthly(5_00)],
      [monthly(6_00), daily(3_00)],
    ],
  ],
  [
    'both once more with the values swapped',
    [
      [daily(2_00), monthly(5_00)],
      [monthly(2_00), daily(2_00)],
    ],
  ],
  ['the day above the month', [[monthly(5_00)], [daily(7_00)], [daily(2_00)]]],
  ['the month below the day', [[daily(9_00)], [monthly(4_00)], [monthly(99)]]],
  ['forth and back', [[daily(2_00)], [daily(8_00)], [daily(2_00)], [daily(8_00)]]],
  ['the month forth and back', [[monthly(3_00)], [monthly(9_01)], [monthly(3_00)]]],
  ['one, then the other', [[daily(1)], [monthly(10)], [daily(10)], [monthly(1_00)]]],
  ['nothing, and back', [[daily(0)], [daily(5_00)], [monthly(0)], [monthly(5_00)]]],
];

export const limitsChangeAsSent = rowsOf(
  changesOfLimits,
  ([name]) => `limits: ${name}`,
  async (v2: V2Client, [, steps]) => {
    const card = await newCard(v2);
    let expected = new Map(limitsIn(await cardNow(v2, card)));
    for (const spendingLimits of steps) {
      const changed = await v2.patchCard(card.id, { spendingLimits });
      // Which amounts a limit may have, and whether the day may exceed the month, is not shown.
      if (succeeded(changed)) {
        expected = new Map([
          ...expected,
          ...spendingLimits.map(({ interval, amount }) => [interval, amount] as const),
        ]);
      }
      const shown = await cardNow(v2, card);
      const words = `the spending limits ${inWords(expected)}, of which those that were not sent are as before`;
      const about = sentExpectedGot([changed, shown], words);
      expect(inWords(limitsIn(shown)), about).toBe(inWords(expected));
    }
  },
);

/** Whether a card that is not active takes limits is not shown; if it does, it has them. */
export const limitsChangeInEachStatus = rowsOf(
  ['blocked', 'lost', 'stollen'] as const,
  (status) => `limits of a card that is ${status}`,
  async (v2: V2Client, status) => {
    const card = await newCard(v2);
    await bringInto(v2, card, status);
    const before = limitsIn(await cardNow(v2, card));
    const changed = await v2.patchCard(card.id, { spendingLimits: [daily(4_00)] });
    if (!succeeded(changed)) return;

    const wanted = inWords(new Map([...before, ['daily', 4_00]]));
    const shown = [changed, await cardNow(v2, card)];
    if (status === 'blocked') {
      await bringInto(v2, card, 'active', 'blocked');
      shown.push(await cardNow(v2, card));
    }
    for (const one of shown) {
      const about = sentExpectedGot([changed, one], `the limits ${wanted}`);
      expect(inWords(limitsIn(one)), about).toBe(wanted);
    }
  },
);

function inWords(limits: ReadonlyMap<unknown, unknown>): string {
  // A limit of nothing is none at all to some.
  const shown = [...limits].filter(([, amount]) => amount !== 0 && amount !== undefined);
  return shown
    .map(([interval, amount]) => `${String(interval)} ${String(amount)}`)
    .toSorted()
    .join(', ');
}

export const blockedAndBack: Row = {
  name: 'a status, forth and back',
  ask: async (v2) => {
    const card = await newCard(v2);
    for (const status of ['blocked', 'active', 'blocked', 'active', 'blocked']) {
      const changed = await v2.patchCard(card.id, { status });
      expect(changed).toAnswer(200, { status });
      expect(await cardNow(v2, card)).toAnswer(200, { status });
    }
  },
};

const amounts = [1_00, 1_01, 1_99, 2_50, 3_33, 9_99, 10_00, 12_34, 19_99, 25_55, 50_01];

export const amountsAreAlike: Row = {
  name: 'top-ups and transfers, whatever the digits',
  ask: async (v2) => {
    const [from, to] = await Promise.all([fundedCard(v2, minorUnits(1_00)), newCard(v2)]);
    let [paying, paid] = (await balancesOf(v2, [from, to])).map(Number) as [number, number];
    for (const amount of amounts) {
      const topUp = await v2.createTopUp(aTopUp(from, minorUnits(amount)));
      const gained = isApproved(topUp) ? amount : 0;
      paying += gained;
      await expectBalance(v2, from, paying, { deed: topUp, words: `${gained} more` });

      const moved = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
      const out = isApproved(moved) ? amount : 0;
      paying -= out + (await feeOf(v2, moved));
      paid += out;
      await expectBalance(v2, from, paying, { deed: moved, words: `${out} less` });
      await expectBalance(v2, to, paid, { deed: moved, words: `${out} more` });
    }
  },
};

function isApproved({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'approved';
}

/** What a card holds once something was done, in minor units. */
async function expectBalance(
  v2: V2Client,
  card: TestCard,
  balance: number,
  { deed, words }: { readonly deed: Exchange; readonly words: string },
): Promise<void> {
  const shown = await cardNow(v2, card);
  const about = sentExpectedGot([deed, shown], `a balance of ${balance}: ${words}`);
  expect({ account: { balance: balanceIn(shown) } }, about).toEqual({ account: { balance } });
}

/** Countries of every kind: of letters at both ends, with and without postal codes, in all continents. */
const countries = (
  'AD AE AL AO AQ AR AT AU AZ BE BG BO BQ BR BS BY CA CD CH CI CL CN CO CR CU CW CY CZ DE DK DO EC EE EG ES ET ' +
  'FI FJ FR GB GE GH GR GT HK HN HR HU ID IE IL IN IQ IR IS IT JM JO JP KE KR KW KZ LB LI LT LU LV LY ' +
  'MA MC MD ME MG MK MO MT MX MY NA NG NL NO NZ OM PA PE PH PK PL PS PT PY QA RO RS RU SA SE SG SI SK SN SS SX ' +
  'TH TN TR TT TW TZ UA UG US UY UZ VE VN YE ZA ZM ZW'
).split(' ');

const required = ['firstName', 'lastName', 'phoneNumber'] as const;

/** So many countries are asked together. */
const inARow = 10;

const partsOfTheWorld = countries.flatMap((_country, at) =>
  at % inARow === 0 ? [countries.slice(at, at + inARow)] : [],
);

/** The postal code, which some countries do not have, in each; the other members in turn. */
export const requiredInEveryCountry = rowsOf(
  partsOfTheWorld,
  (part) => part.join(', '),
  async (v2: V2Client, part) => {
    const asked = part.flatMap((country, place) => {
      const whole = withValue(aCardholder(), 'billingAddress.country', country);
      const other = required[place];
      const paths = ['billingAddress.postalCode', ...(other === undefined ? [] : [other])];
      return paths.map((path) => without(whole, path));
    });
    const answers = await Promise.all(asked.map((body) => v2.createCardholder(body)));
    for (const answer of answers) expect(answer).toBeRefused();
  },
);

/** Countries in which the currency of the sandbox is at home, with a postal code of each, in all its forms. */
const areaCodes: readonly (readonly [string, ...string[]])[] = [
  ['NO', '0150'],
  ['IS', '101'],
  ['LI', '9490'],
  ['AT', '1010'],
  ['BE', '1000'],
  ['BG', '1000'],
  ['CY', '1010'],
  ['CZ', '110 00', '11000'],
  ['DE', '10115'],
  ['DK', '1050'],
  ['EE', '10111'],
  ['ES', '28013'],
  ['FI', '00100'],
  ['FR', '75001'],
  ['GR', '104 31', '10431'],
  ['HR', '10000'],
  ['HU', '1011'],
  ['IE', 'D02 AF30', 'D02AF30'],
  ['IT', '00184'],
  ['LT', 'LT-01100', '01100'],
  ['LU', '1111', 'L-1111'],
  ['LV', 'LV-1010', '1010'],
  ['MT', 'VLT 1117', 'VLT1117'],
  ['NL', '1011 AB', '1011AB'],
  ['PL', '00-001', '00001'],
  ['PT', '1000-001', '1000001'],
  ['RO', '010011'],
  ['SE', '111 20', '11120'],
  ['SI', '1000'],
  ['SK', '811 01', '81101'],
];

const partsOfTheArea = areaCodes.flatMap((_country, at) =>
  at % inARow === 0 ? [areaCodes.slice(at, at + inARow)] : [],
);

export const everyCountryIsTaken = rowsOf(
  partsOfTheArea,
  (part) => part.map(([country]) => country).join(', '),
  async (v2: V2Client, part) => {
    for (const [country, ...postalCodes] of part.slice(0, repeated(inARow))) {
      const answers: Exchange[] = [];
      // In which form a postal code is wanted is not shown.
      for (const postalCode of postalCodes) {
        const billingAddress = { country, postalCode };
        answers.push(await v2.createCardholder({ ...aCardholder(), billingAddress }));
        if (answers.some(succeeded)) break;
      }
      const about = sentExpectedGot(answers, `a cardholder in ${country}, as in Spain`);
      expect(answers.some(succeeded), about).toBe(true);
    }
  },
);

/** One of each continent, with a postal code. */
const afar = [
  ['US', '10001'],
  ['BR', '01310-100'],
  ['JP', '100-0001'],
  ['AU', '2000'],
  ['ZA', '0002'],
] as const;

/** Those whose codes programs take for words: for nothing, for a value that is missing, for true and false. */
const wordLike = [
  ['NA', '10001'],
  ['IN', '110001'],
  ['ID', '10110'],
  ['TO', '00000'],
  ['DO', '10101'],
  ['ME', '81000'],
] as const;

export const noCodeIsAWord: Row = {
  name: 'countries whose codes are words',
  ask: async (v2) => {
    const created = ([country, postalCode]: readonly [string, string]): Promise<Exchange> =>
      v2.createCardholder({ ...aCardholder(), billingAddress: { country, postalCode } });
    const others = await Promise.all(afar.map(created));
    // A bank may have customers of some parts of the world only.
    if (!others.every(succeeded)) return;
    const answers = await Promise.all(wordLike.slice(0, repeated(wordLike.length)).map(created));
    for (const [at, answer] of answers.entries()) {
      const about = sentExpectedGot(
        answer,
        `a cardholder in ${wordLike[at]?.[0]}, as in ZA, JP and US`,
      );
      expect(succeeded(answer), about).toBe(true);
    }
  },
};

const otherCurrencies = [
  'E',
  'EU',
  'UR',
  'EURO',
  'XEUR',
  'EUR,USD',
  'USD',
  'GBP',
  'CHF',
  'BGN',
  'EUS',
];

export const noOtherCurrency: Row = {
  name: 'currencies that are like EUR, and others',
  ask: async (v2) => {
    const [from, to] = await Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)]);
    for (const currency of otherCurrencies.slice(0, repeated(otherCurrencies.length, 1))) {
      const topUp = await v2.createTopUp({ ...aTopUp(to, minorUnits(5_00)), currency });
      expect(topUp).toMoveNothing();
      const transfer = { ...aTransfer(from, to, minorUnits(5_00)), currency };
      expect(await v2.createTransfer(transfer)).toMoveNothing();
      const about = sentExpectedGot(topUp, 'the balance as it was');
      expect(await balanceOf(v2, to), about).toBe(to.balance);
    }
  },
};

/** Names that are not the one of the product, each in one place; whether its case counts is not said. */
const changedNames: readonly (readonly [string, (name: string) => string])[] = [
  ['without its last character', (name) => name.slice(0, -1)],
  ['with a character more', (name) => `${name}x`],
  ['without its first character', (name) => name.slice(1)],
  ['with another first character', (name) => `${name.startsWith('Q') ? 'W' : 'Q'}${name.slice(1)}`],
  [
    'with another last character',
    (name) => `${name.slice(0, -1)}${name.endsWith('q') ? 'w' : 'q'}`,
  ],
  [
    'with its parts the other way round',
    (name) =>
      name
        .split(/(?<=[ _-])/)
        .toReversed()
        .join(''),
  ],
  ['with punctuation behind every letter', (name) => Array.from(name).join('.')],
];

export const noOtherProduct: Row = {
  name: 'names that are like the one of the product',
  ask: async (v2) => {
    const cardholder = await newCardholder(v2);
    for (const [, change] of changedNames) {
      const productName = change(v2.productName);
      if (productName === v2.productName || productName === '') continue;
      expect(await v2.createCard({ productName, cardholder })).toBeRefused();
    }
    expect(await v2.createCard({ productName: v2.productName, cardholder })).toAnswer(201);
  },
};
