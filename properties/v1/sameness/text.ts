import { aCustomerNumber, asRegistrationRequest } from '../../../fixtures/builders/v1.ts';
import { uniqueNumber } from '../../../fixtures/builders/faker.ts';
import {
  escapes,
  lookalikes,
  names as sampleNames,
  words as wordsOfPrograms,
} from '../../../fixtures/builders/names.ts';
import { withinLetter, withoutControls } from '../../../fixtures/builders/texts.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Path } from '../../../fixtures/clients/v1.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { limitsIn } from '../../../fixtures/fields/v1-items.ts';
import { type Exchange, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { newCustomer } from '../../../fixtures/worlds/v1.ts';
import { listedIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 2.4, 4 and 8: a text that is shown again is the one that was sent. Whoever does not take
// one may refuse it.

export const namesComeBack = rowsOf(
  sampleNames,
  ({ about }) => about,
  async (v1: V1Client, { text }) => {
    const sent = { firstName: text, secondName: `${text}b`, surname: `${text}c` };
    const registration = await newRegistration(v1, sent);
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    if (!carriedOut(registered)) return;
    const customerNumber = registration.customer_number;
    const details = await v1.getCustomerDetails({ customerNumber });

    expect(details).toSucceed();
    for (const [name, wanted] of Object.entries(sent)) {
      const shown = memberOf(details.answer.json, name);
      if (typeof shown !== 'string' || shown === '') continue;
      const words = `${name} ${wanted}, be it in capitals`;
      expect(plain(shown), sentExpectedGot([registered, details], words)).toBe(plain(wanted));
    }
    if (text.length > 20 || !(await learnWhetherNameHoldsSurname(v1))) return;
    const info = await v1.getCustomerInfo({ customerNumber });
    const name = memberOf(info.answer.json, 'customerName');
    const words = `a customerName with ${sent.surname} in it, be it in capitals`;
    const isIn = typeof name === 'string' && plain(name).includes(plain(sent.surname));
    expect(isIn, sentExpectedGot([registered, info], words)).toBe(true);
  },
);

/** Whether customerName is made of names of the registration. Document 1, part 2.4 does not say it. */
function learnWhetherNameHoldsSurname(v1: V1Client): Promise<boolean> {
  return v1.learn('v1 customerName holds the surname', async () => {
    const { customerNumber, surname } = await newCustomer(v1);
    const info = await v1.getCustomerInfo({ customerNumber });
    const name = memberOf(info.answer.json, 'customerName');
    return typeof name === 'string' && plain(name).includes(plain(surname));
  });
}

/** Names as embossers want them are in capitals, without control characters; letters may be composed in two ways. */
function plain(text: string): string {
  return withoutControls(text.normalize('NFC').toUpperCase());
}

export const numbersComeBack = rowsOf(
  [...sampleNames.filter((_text, place) => place % 2 === 0), ...escapes],
  ({ about }) => about,
  async (v1: V1Client, { text }) => {
    const customerNumber = `${aCustomerNumber()}-${text}`;
    const registration = await newRegistration(v1, { customer_number: customerNumber });
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    if (!carriedOut(registered)) return;

    expect(registered).toSucceed({ customerNumber });
    expect(await v1.isCustomerExist({ customerNumber })).toSucceed({ result: true });
    expect(await v1.getCustomerDetails({ customerNumber })).toSucceed({ customerNumber });
  },
);

/** Numbers of customers that other formats than JSON take for a number. */
const numerals = [
  () => `000${uniqueNumber(9)}`,
  () => `${uniqueNumber(9)}.10`,
  () => `${uniqueNumber(8)}e5`,
  () => `9${uniqueNumber(9)}${uniqueNumber(9)}`,
];

export const numeralsComeBack: Row = {
  name: 'numbers that stay the text that they are',
  ask: async (v1) => {
    for (const make of numerals) {
      const customerNumber = make();
      const registration = await newRegistration(v1, { customer_number: customerNumber });
      const registered = await v1.registerCustomer(asRegistrationRequest(registration));
      if (!carriedOut(registered)) continue;

      expect(registered).toSucceed({ customerNumber });
      expect(await v1.getCustomerDetails({ customerNumber })).toSucceed({ customerNumber });
    }
  },
};

export const cutTextsComeBack: Row = {
  name: 'a letter that arrives in two pieces',
  ask: async (v1) => {
    const registration = await newRegistration(v1, { surname: 'Jānis' });
    const body = JSON.stringify(asRegistrationRequest(registration));
    const registered = await v1.send({
      operation: 'registerCustomer',
      method: 'POST',
      path: v1Path('registerCustomer'),
      body,
      cutAfter: withinLetter(body),
    });
    if (!carriedOut(registered)) return;

    const customerNumber = registration.customer_number;
    const details = await v1.getCustomerDetails({ customerNumber });
    const shown = memberOf(details.answer.json, 'surname');
    if (typeof shown !== 'string' || shown === '') return;
    const words = sentExpectedGot([registered, details], 'surname Jānis, be it in capitals');
    expect(plain(shown), words).toBe(plain('Jānis'));
  },
};

/** Whoever tidies up blanks, or letters that Unicode can write in several ways, does it again when the number is asked for. */
export const numbersAreFoundAsRegistered = rowsOf(
  [
    ['blanks at both ends', ' 1 '],
    ['two blanks in a row', ' 1  2'],
    ['a ligature and a sign for No', '-\uFB01rma \u2116 7'],
    ['a letter with its accent apart', '-e\u0301'],
    ['wide digits', '-\uFF11\uFF12'],
  ] as const,
  ([what]) => `a number that ends with ${what}`,
  async (v1: V1Client, [, end]) => {
    const customerNumber = `${aCustomerNumber()}${end}`;
    const registration = await newRegistration(v1, { customer_number: customerNumber });
    if (!carriedOut(await v1.registerCustomer(asRegistrationRequest(registration)))) return;

    expect(await v1.isCustomerExist({ customerNumber })).toSucceed({ result: true });
  },
);

/** What other formats than JSON take for a number, a truth or nothing. */
const identifiers =
  '00123 123 0 1e5 100000 12345678901234567890 12345678901234567891 0x1F 31 true 1.10 1.1'
    .split(' ')
    .concat(wordsOfPrograms, textsOf(escapes))
    // What keeps a list as one text stands between its items.
    .concat('A,7', 'A;8', 'A|9', 'A/6', 'A:5', 'A 4');

export const identifiersComeBack: Row = {
  name: 'shows beneficiaries under the identifiers that it took',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const set = async (beneficiaries: readonly string[]): Promise<boolean> => {
      const answer = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });
      if (!carriedOut(answer)) return false;
      const shown = await v1.getAllowedBeneficiaries({ accountNumber });
      const listed = new Set(listedIn(memberOf(shown.answer.json, 'beneficiaries')));
      const missing = beneficiaries.filter((one) => !listed.has(one));
      const words = `the beneficiaries ${beneficiaries.join(', ')}`;
      expect(missing, sentExpectedGot([answer, shown], words)).toEqual([]);
      return true;
    };
    // Which identifiers there may be is not shown.
    if (await set(identifiers)) return;
    for (const one of identifiers) await set([one]);
  },
};

export const numbersAreToldApart = rowsOf(
  lookalikes,
  ({ about }) => about,
  async (v1: V1Client, { pair }) => {
    const stem = aCustomerNumber();
    const registered: { number: string; account: unknown }[] = [];
    for (const end of pair) {
      const number = `${stem}${end}`;
      const request = asRegistrationRequest(await newRegistration(v1, { customer_number: number }));
      const answer = await v1.registerCustomer(request);
      // Who takes both for one number refuses the second.
      if (!carriedOut(answer)) return;
      registered.push({ number, account: memberOf(answer.answer.json, 'accountNumber') });
    }
    const [one, other] = registered;
    expect(one?.account === other?.account, 'an account for each').toBe(false);
    for (const { number } of registered) {
      const details = await v1.getCustomerDetails({ customerNumber: number });
      expect(details).toSucceed({ customerNumber: number });
    }
  },
);

/** What programs that search take for any character, or for any text. */
const placeholders = ['%', '_', '*', '?', '.', '.*'];

export const patternsNameNobody: Row = {
  name: 'numbers that only a search would take for one that was registered',
  ask: async (v1) => {
    const [start, end] = [aCustomerNumber().replaceAll(/[^A-Za-z0-9]/g, ''), uniqueNumber(8)];
    const number = `${start}x${end}`;
    const registered = await v1.registerCustomer(
      asRegistrationRequest(await newRegistration(v1, { customer_number: number })),
    );
    if (!carriedOut(registered)) return;
    const account = memberOf(registered.answer.json, 'accountNumber');
    for (const placeholder of placeholders) {
      const customerNumber = `${start}${placeholder}${end}`;

      const exists = await v1.isCustomerExist({ customerNumber });
      const details = await v1.getCustomerDetails({ customerNumber });

      const isThere = carriedOut(exists) && memberOf(exists.answer.json, 'result') === true;
      const words = `no customer ${customerNumber}, who was not registered`;
      expect(isThere, sentExpectedGot([registered, exists], words)).toBe(false);
      const shown = carriedOut(details) ? details.answer.text : '';
      const isShown = shown.includes(number) || shown.includes(String(account));
      expect(isShown, sentExpectedGot([registered, details], words)).toBe(false);
    }
  },
};

/** Two texts of digits that are one number to whoever takes them for numbers, and are two texts. */
type TextsOf = (digits: string) => readonly string[];
const numbersInTwoTexts: readonly (readonly [string, TextsOf])[] = [
  ['a leading zero', (digits) => [digits, `0${digits}`]],
  ['several leading zeros', (digits) => [`000${digits}`, `0${digits}`]],
  ['a fraction of nothing', (digits) => [digits, `${digits}.0`]],
  ['an exponent', (digits) => [`${digits}00`, `${digits}e2`]],
  ['the last of twenty digits', (digits) => [`9${digits}${digits}1`, `9${digits}${digits}2`]],
];

/** Two long numbers that are one to whoever keeps their beginning or their end alone. */
const longNumbers = [33, 40, 65, 129, 256].flatMap((length) => {
  const text = (digits: string): string => digits.padEnd(length - 1, 'x');
  const kinds: readonly (readonly [string, TextsOf])[] = [
    [`the last of ${length} characters`, (digits) => [`${text(digits)}1`, `${text(digits)}2`]],
    [`the first of ${length} characters`, (digits) => [`1${text(digits)}`, `2${text(digits)}`]],
  ];
  return kinds;
});

export const numeralsAreToldApart = toldApart(numbersInTwoTexts);
export const longNumbersAreToldApart = toldApart(longNumbers);

function toldApart(kinds: readonly (readonly [string, TextsOf])[]): Row[] {
  return rowsOf(
    kinds,
    ([about]) => about,
    async (v1: V1Client, [, textsOf]) => {
      const register = async (number: string): Promise<Exchange> =>
        v1.registerCustomer(
          asRegistrationRequest(await newRegistration(v1, { customer_number: number })),
        );
      const texts = textsOf(`7${uniqueNumber(8)}`);
      const [first = '', second = ''] = texts;
      // Whether a text of this kind is taken, and asked for, is another matter: one alone tells.
      const [, alone = ''] = textsOf(`6${uniqueNumber(8)}`);
      if (!carriedOut(await register(alone))) return;
      if (!carriedOut(await v1.getCustomerDetails({ customerNumber: alone }))) return;
      const before = await register(first);
      if (!carriedOut(before)) return;

      const registered = await register(second);

      const about = sentExpectedGot([before, registered], `a customer ${second} beside ${first}`);
      expect(carriedOut(registered), about).toBe(true);
      for (const customerNumber of texts) {
        const details = await v1.getCustomerDetails({ customerNumber });
        expect(details).toSucceed({ customerNumber });
      }
    },
  );
}

export const limitNamesComeBack: Row = {
  name: 'shows limits of an account under the names that it took',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const names = [
      ...textsOf([...sampleNames, ...escapes]),
      ...wordsOfPrograms,
      ...lookalikes.flatMap(({ pair }) => pair),
    ];
    const taken = new Map<string, number>();
    for (const [place, name] of names.entries()) {
      const value = 100_00 + place;
      const limit = { name, value };
      const answer = await v1.changeAccountLimit({ accountNumber, limit });
      if (carriedOut(answer)) taken.set(name, value);
    }

    const shown = await v1.getAccountLimits({ accountNumber });

    const limits = limitsIn(shown.answer.json);
    for (const [name, value] of taken) {
      const limit = limits.find((one) => same(memberOf(one, 'name'), name));
      const words = `a limit "${name}" of ${value}`;
      const about = sentExpectedGot(shown, words);
      expect(limit !== undefined, about).toBe(true);
      // Whether a value may be shown in another unit is not said.
      const seen = memberOf(limit, 'value');
      if (typeof seen === 'number') expect(seen, about).toBe(value);
    }
  },
};

function textsOf(samples: readonly { readonly text: string }[]): string[] {
  return samples.map(({ text }) => text);
}

function same(shown: unknown, sent: string): boolean {
  return typeof shown === 'string' && shown.normalize('NFC') === sent.normalize('NFC');
}
