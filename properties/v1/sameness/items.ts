import {
  anAmountOf,
  aRestriction,
  asRegistrationRequest,
  byNumber,
  cashLimitName,
} from '../../../fixtures/builders/v1.ts';
import { without } from '../../../fixtures/builders/spoil.ts';
import { expect } from '../../../fixtures/check.ts';
import { type CardNumber, minorUnits } from '../../../fixtures/builders/values.ts';
import { carriedOut, v1Path, type V1Client } from '../../../fixtures/clients/v1.ts';
import {
  changeLimit,
  learnAccountLimitName,
  learnRestrictionForm,
} from '../../../fixtures/dialect/v1.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { anAcceptor } from '../../../fixtures/fields/v1-requests.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { showsCode } from '../../../fixtures/fields/v1-items.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import type { Facts } from '../../../fixtures/operations/operation.ts';
import { inSmokeOnly, repeated } from '../../../fixtures/repeated.ts';
import { type Exchange, isObject, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { type Changing, deedOf, plainly } from '../../../fixtures/worlds/v1-subjects.ts';
import { leavesOf, listedIn, objectsIn } from '../../../fixtures/worlds/v1-leaves.ts';
import { shownIn } from '../../../fixtures/worlds/v1-looks.ts';
import { twoRestrictions } from '../../../fixtures/worlds/v1-small-world.ts';
import { newCard, newCustomer, promised, type V1Card } from '../../../fixtures/worlds/v1.ts';
import { fundedCards } from '../../../fixtures/worlds/v1-funded.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';
import { isExact, mostDrawn } from './naming.ts';

type Row = LawRow<V1Client>;

// Document 1, part 4: every item of a list is judged, and kept, like the first.

export const eachParameterIsJudged: Row = {
  name: 'registers nobody with a parameter that lacks its name or value, wherever it stands',
  ask: async (v1) => {
    const registration = await newRegistration(v1);
    const { productName, parameters } = asRegistrationRequest(registration);
    const rows = parameters.flatMap(({ name }, place) =>
      (['name', 'value'] as const).map((member) => ({ place, member, name })),
    );
    for (const { place, member } of rows) {
      const spoilt = parameters.map((one, at) => (at === place ? without(one, member) : one));

      expect(await v1.registerCustomer({ productName, parameters: spoilt })).toBeDenied();
    }
    const good = await v1.registerCustomer({ productName, parameters });
    promised(good, 'v1.register-customer.succeeds');
  },
};

export const eachRestrictionIsJudged: Row = {
  name: 'sets no rules if one lacks a mandatory member, wherever it stands',
  ask: async (v1) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    const card = await newCard(v1);
    const rules = [1, 2, 3].map((regionId) => ({ ...aRestriction('ENABLED'), regionId }));
    const rows = rules.flatMap((_rule, place) =>
      (['regionId', 'transactionGroupId', 'status'] as const).map((member) => ({ place, member })),
    );
    const set = (list: readonly object[]) =>
      v1.setGeoRestrictions({ cardIdentification: byNumber(card), restrictions: form.body(list) });
    promised(await set(rules), 'v1.set-geo-restrictions.succeeds');
    for (const { place, member } of rows) {
      const spoilt = rules.map((rule, at) => (at === place ? without(rule, member) : rule));

      expect(await set(spoilt)).toBeDenied();
    }
  },
};

/** What is set as a whole, good parts of it, and parts for which it may well be refused. */
interface Whole {
  readonly name: string;
  readonly good: unknown;
  /** With something good that is not in force yet, and something that is wrong. */
  readonly bad: readonly unknown[];
  readonly set: (v1: V1Client, card: V1Card, what: unknown) => Promise<Exchange | undefined>;
  readonly shown: (v1: V1Client, card: V1Card) => Promise<string>;
}

const newRules = twoRestrictions(7);
const wrongParts = [
  { value: 345_67, cycleType: 'none' },
  { value: 345_68, cycleType: 99 },
  { value: 345_69, currency: 'none' },
  { value: 345_70, startDate: 'none' },
  { value: 345_71, endDate: 'none' },
  { cycleType: 8, value: 'none' },
];

const wholes: readonly Whole[] = [
  {
    name: 'a list of codes',
    good: [5411, 6011],
    bad: ['none', null, {}, -1].flatMap((wrong) => [
      [4111, wrong],
      [wrong, 4111],
    ]),
    set: (v1, { accountNumber }, mccList) => v1.setAllowedMccList({ accountNumber, mccList }),
    shown: async (v1, { accountNumber }) => {
      const { answer } = await v1.getAllowedMccList({ accountNumber });
      return [5411, 6011, 4111, -1].filter((code) => showsCode(answer.json, code)).join(', ');
    },
  },
  {
    name: 'a list of beneficiaries',
    good: ['40817810000000000001'],
    bad: [null, {}, '', 5].flatMap((wrong) => [
      ['40817810000000000002', wrong],
      [wrong, '40817810000000000002'],
    ]),
    set: (v1, { accountNumber }, beneficiaries) =>
      v1.setAllowedBeneficiaries({ accountNumber, beneficiaries }),
    shown: async (v1, { accountNumber }) =>
      listedIn((await v1.getAllowedBeneficiaries({ accountNumber })).answer.json)
        .toSorted()
        .join(', '),
  },
  {
    name: 'a list of rules',
    good: twoRestrictions(5),
    bad: [
      { ...newRules[0], regionId: 3, status: 'ON' },
      { ...newRules[0], regionId: 3, status: '' },
      { ...newRules[0], regionId: 'none' },
      { ...newRules[0], regionId: 3, startDate: 'none' },
      without(newRules[0] ?? {}, 'status'),
    ].flatMap((wrong) => [
      [...newRules, wrong],
      [wrong, ...newRules],
    ]),
    set: async (v1, card, rules) => {
      const form = await learnRestrictionForm(v1);
      if (form === undefined) return undefined;
      const restrictions = form.body(rules as []);
      return v1.setGeoRestrictions({ cardIdentification: byNumber(card), restrictions });
    },
    shown: async (v1, card) =>
      shownIn(await v1.getGeoRestrictions({ cardIdentification: byNumber(card) })),
  },
  {
    name: 'a limit of an account',
    good: { value: 700_00 },
    bad: wrongParts,
    set: async (v1, { accountNumber }, parts) => {
      const name = await learnAccountLimitName(v1);
      if (name === undefined) return undefined;
      return v1.changeAccountLimit({ accountNumber, limit: { name, ...(parts as object) } });
    },
    shown: async (v1, { accountNumber }) => shownIn(await v1.getAccountLimits({ accountNumber })),
  },
  {
    name: 'a limit of a card',
    good: { value: 700_00 },
    bad: wrongParts,
    set: (v1, card, parts) =>
      changeLimit(v1, card, { name: cashLimitName, value: 700_00, ...(parts as object) }),
    shown: async (v1, card) =>
      shownIn(await v1.getCardLimits({ cardIdentification: byNumber(card) })),
  },
];

export const refusedAsAWhole = rowsOf(
  wholes,
  ({ name }) => `${name} that is refused for one part`,
  async (v1: V1Client, { name, good, bad, set, shown }) => {
    const card = await newCard(v1);
    const first = await set(v1, card, good);
    if (first === undefined || !carriedOut(first)) return;
    let before = await shown(v1, card);
    for (const parts of bad.slice(0, repeated(bad.length))) {
      const answer = await set(v1, card, parts);
      if (answer === undefined) return;
      const after = await shown(v1, card);
      // What a lenient target takes is in force.
      if (!carriedOut(answer)) {
        const words = `${name} as it was before, ${before}`;
        expect(after, sentExpectedGot(answer, words)).toBe(before);
      }
      before = after;
    }
  },
);

/** Codes that there are, the shortest among them. */
const known = [742, 763, 780, 1520, 1711, 2741, 3000, 3501, 4111, 5542, 6011, 7011, 8999, 9399];

export const eachKnownCodeIsKept: Row = {
  name: 'keeps merchant category codes that there are',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const set = await v1.setAllowedMccList({ accountNumber, mccList: known });
    // How many a list may hold is not said.
    if (!carriedOut(set)) return expectShortCodesTaken(v1, accountNumber);

    const shown = await v1.getAllowedMccList({ accountNumber });

    const missing = known.filter((code) => !showsCode(shown.answer.json, code));
    expect(missing, sentExpectedGot([set, shown], `the codes ${known.join(', ')}`)).toEqual([]);
  },
};

/** A code below 1000 is one like any other: `array of integer merchant category codes` (part 4). */
async function expectShortCodesTaken(v1: V1Client, accountNumber: string): Promise<void> {
  const setAlone = (code: number) => v1.setAllowedMccList({ accountNumber, mccList: [code] });
  const usual = await setAlone(5411);
  if (!carriedOut(usual)) return;
  for (const code of known.filter((one) => one < 1000)) {
    const set = await setAlone(code);
    const words = `the code ${code} taken, as 5411 is`;
    expect(carriedOut(set), sentExpectedGot([usual, set], words)).toBe(true);
  }
}

/** Merchants of a code below 1000 tell it with a zero before it: four digits (part 2.2), of integers in a list (part 4). */
export const shortCodesPay: Row = {
  name: 'lets a merchant pay whose code is in the list, also one that begins with a zero',
  ask: async (v1) => {
    const [card, other] = (await fundedCards(v1, [50_00, 50_00].map(minorUnits))) as [
      V1Card,
      V1Card,
    ];
    const pays = (payer: V1Card, merchantType: string): Promise<Exchange> =>
      v1.debitCard({
        ...anAmountOf(payer, minorUnits(1_00)),
        cardAcceptorParameters: { ...anAcceptor, merchantType },
      });
    const allows = (mccList: readonly number[]): Promise<Exchange> =>
      v1.setAllowedMccList({ accountNumber: card.accountNumber, mccList });
    if (!carriedOut(await pays(other, '0742'))) return;
    // What a list keeps from paying is open.
    if (!carriedOut(await allows([4111]))) return;
    if (carriedOut(await pays(card, '0742')) || !carriedOut(await pays(card, '4111'))) return;
    const set = await allows([742, 4111]);
    if (!carriedOut(set) || !carriedOut(await pays(card, '4111'))) return;

    const paid = await pays(card, '0742');

    const words = 'carried out, as for the other code of the list';
    expect(carriedOut(paid), sentExpectedGot([set, paid], words)).toBe(true);
  },
};

const codes = [5411, 6011, 5812, 5999, 4111, 7011, 1, 9999];

export const eachCodeIsKept: Row = {
  name: 'keeps each code of a list that it would keep alone',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const kept: number[] = [];
    const shownAfter = async (mccList: readonly number[]) => {
      const set = await v1.setAllowedMccList({ accountNumber, mccList });
      return carriedOut(set) ? v1.getAllowedMccList({ accountNumber }) : undefined;
    };
    for (const code of codes) {
      const alone = await shownAfter([code]);
      if (alone !== undefined && showsCode(alone.answer.json, code)) kept.push(code);
    }
    const lists = [kept, kept.toReversed(), [...kept, ...kept.slice(0, 1)]];
    for (const mccList of lists) {
      const customer = await newCustomer(v1);
      const set = await v1.setAllowedMccList({ accountNumber: customer.accountNumber, mccList });
      // Whether one list may hold so many, or one twice, is not said.
      if (!carriedOut(set)) continue;
      const shown = await v1.getAllowedMccList({ accountNumber: customer.accountNumber });

      const wanted = kept.toSorted((a, b) => a - b);
      const about = sentExpectedGot([set, shown], `the codes ${wanted.join(', ')}`);
      expect(
        wanted.filter((code) => !showsCode(shown.answer.json, code)),
        about,
      ).toEqual([]);
    }
  },
};

export const eachBeneficiaryIsKept: Row = {
  name: 'keeps each beneficiary of a list that it takes',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const others = await Promise.all([0, 1, 2].map(() => newCustomer(v1)));
    const beneficiaries = others.map((other) => other.accountNumber);
    for (const list of [
      beneficiaries,
      beneficiaries.toReversed(),
      [...beneficiaries, ...beneficiaries.slice(1, 2)],
      // What an identifier may be made of is not said.
      ['Smith,John', 'Jones;Ann', 'Lee|Kim', 'Cruz Ana', ...beneficiaries.slice(0, 1)],
    ]) {
      const set = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries: list });
      if (!carriedOut(set)) continue;
      const shown = await v1.getAllowedBeneficiaries({ accountNumber });

      for (const one of list) {
        const isShown = shown.answer.text.includes(one);
        expect(isShown, sentExpectedGot([set, shown], 'each that was set')).toBe(true);
      }
    }
  },
};

export const emptiedListsAreNotShared: Row = {
  name: 'shows nothing of a list that was set anew, once emptied, in another that is empty',
  ask: async (v1) => {
    const [own, untouched, emptied, payee] = await Promise.all(
      Array.from({ length: 4 }, () => newCustomer(v1)),
    );
    if (!own || !untouched || !emptied || !payee) return;
    const beneficiaries = [payee.accountNumber];
    const acts = [
      await v1.setAllowedBeneficiaries({ accountNumber: emptied.accountNumber, beneficiaries: [] }),
      await v1.setAllowedBeneficiaries({ accountNumber: own.accountNumber, beneficiaries: [] }),
      await v1.setAllowedBeneficiaries({ accountNumber: own.accountNumber, beneficiaries }),
    ];
    for (const { accountNumber } of [untouched, emptied]) {
      const list = await v1.getAllowedBeneficiaries({ accountNumber });
      const about = sentExpectedGot([...acts, list], `nothing of the list of ${own.accountNumber}`);
      expect(listedIn(list.answer.json), about).not.toContain(payee.accountNumber);
    }
    const codes = [4812, 7993];
    const isListed = async (accountNumber: string): Promise<readonly [Exchange, boolean]> => {
      const list = await v1.getAllowedMccList({ accountNumber });
      return [list, codes.every((code) => showsCode(list.answer.json, code))];
    };
    // A list of nothing may let all of them pay, and show them.
    const [, isOpen] = await isListed(untouched.accountNumber);
    if (isOpen) return;
    const sets = [
      await v1.setAllowedMccList({ accountNumber: emptied.accountNumber, mccList: [] }),
      await v1.setAllowedMccList({ accountNumber: own.accountNumber, mccList: [] }),
      await v1.setAllowedMccList({ accountNumber: own.accountNumber, mccList: codes }),
    ];
    for (const { accountNumber } of [untouched, emptied]) {
      const [list, isOthers] = await isListed(accountNumber);
      const about = sentExpectedGot([...sets, list], `not the list of ${own.accountNumber}`);
      expect(isOthers, about).toBe(false);
    }
  },
};

export const bareBeneficiariesAlike: Row = {
  name: 'keeps each card number that stands in a list as a bare number, if one',
  ask: async (v1) => {
    // Of numbers that are too long for a double, those that are odd are others to whoever reads one.
    const numbers: CardNumber[] = [];
    const hasBoth = (): boolean => new Set(numbers.map(isExact)).size === 2;
    while (!hasBoth() && numbers.length < repeated(mostDrawn)) {
      const { number } = await newCard(v1);
      if (Number.isSafeInteger(Number(number)) || !/^[1-9]\d*$/.test(number)) return;
      numbers.push(number);
    }
    if (!hasBoth()) return;
    const { accountNumber } = await newCustomer(v1);
    const body = JSON.stringify({ accountNumber, beneficiaries: [] });

    const set = await v1.send({
      operation: 'setAllowedBeneficiaries',
      method: 'POST',
      path: v1Path('setAllowedBeneficiaries'),
      body: body.replace('[]', `[${numbers.join()}]`),
    });

    // Whether a list may hold bare numbers, and cards, is open.
    if (!carriedOut(set)) return;
    const shown = await v1.getAllowedBeneficiaries({ accountNumber });
    const missing = numbers.filter((number) => !shown.answer.text.includes(number));
    if (missing.length === numbers.length) return;
    const words = 'each that was set as a bare number, as some are';
    expect(missing, sentExpectedGot([set, shown], words)).toEqual([]);
  },
};

/** Those whose requests have most members. */
const long: readonly Changing[] = ['registerCustomer', 'createVirtualCard', 'p2pTransfer'];

export const orderDoesNotMatter = rowsOf(
  long,
  (operation) => operation,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plain = await plainly(v1, deed);
    if (plain === undefined) return;
    const subject = await deed.subject();

    const answer = await deed.send(reversed(deed.of(subject)) as object);

    expect(answer).toSucceed();
    expectSame(plain, await deed.look(subject), {
      acts: [answer],
      told: `${operation} with its members in the opposite order`,
      as: `after ${operation} in the order of the document`,
    });
  },
);

/** In what order the parameters of a registration may stand. */
const orders: readonly (readonly [string, (list: readonly object[]) => readonly object[]])[] = [
  ['in the opposite order', (list) => list.toReversed()],
  [
    'of which the second half stands first',
    (list) => [
      ...list.slice(Math.ceil(list.length / 2)),
      ...list.slice(0, Math.ceil(list.length / 2)),
    ],
  ],
];

export const parametersInAnyOrder = rowsOf(
  orders,
  ([told]) => `registerCustomer with parameters ${told}`,
  async (v1: V1Client, [told, ordered]) => {
    if (inSmokeOnly()) return;
    const usual = await newRegistration(v1);
    const first = await v1.registerCustomer(asRegistrationRequest(usual));
    if (!carriedOut(first)) return;
    const { customer_number, email, mobile_phone } = await newRegistration(v1);
    // What two customers must not have in common, if anything, is not shown beside their numbers.
    const other = { ...usual, customer_number, email, mobile_phone };
    const request = asRegistrationRequest(other);

    const second = await v1.registerCustomer({
      ...request,
      parameters: ordered(request.parameters),
    });

    if (!carriedOut(second)) {
      const inUsualOrder = await v1.registerCustomer(request);
      const words = 'carried out, as in the usual order';
      expect(carriedOut(inUsualOrder), sentExpectedGot([second, inUsualOrder], words)).toBe(false);
      return;
    }
    expectSame(await namesShown(v1, usual), await namesShown(v1, other), {
      acts: [second],
      told: `registerCustomer with parameters ${told}`,
      as: 'after the same in the order of the document',
    });
  },
);

/** What is shown of a customer that his registration tells. Part 2.4. */
async function namesShown(
  v1: V1Client,
  { customer_number }: { readonly customer_number?: string | undefined },
): Promise<Facts> {
  const customerNumber = customer_number ?? '';
  const [details, info] = await Promise.all([
    v1.getCustomerDetails({ customerNumber }),
    v1.getCustomerInfo({ customerNumber }),
  ]);
  const members: readonly (readonly [Exchange, readonly string[]])[] = [
    [details, ['firstName', 'secondName', 'surname', 'entityType', 'entityTypeName', 'status']],
    [info, ['customerName', 'accountType', 'productNumber', 'productName']],
  ];
  return members.flatMap(([shown, names]) =>
    names.map((kind) => ({
      of: 'the customer',
      kind,
      shown: leavesOf(shown.answer.json, [kind]).join(', '),
    })),
  );
}

/** The same with members in the opposite order, and named parameters too; other lists as they are. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => reversed(item));
    const isNamed = value.every((item) => isObject(item) && 'name' in item && 'value' in item);
    return isNamed ? items.toReversed() : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, reversed(inner)] as const);
  return Object.fromEntries(entries.toReversed());
}

function rulesIn({ answer }: Exchange): number {
  return objectsIn(answer.json, ['regionId', 'transactionGroupId']).length;
}

const aRule = { countryId: 250, regionId: 2, transactionGroupId: 3 };

/**
 * Two rules that differ in one of the members that say what a rule is about, or in where one number ends
 * and the next begins. Part 4.
 */
const twoRules = [
  ...(['countryId', 'regionId', 'transactionGroupId'] as const).map((member) => ({
    name: `differ in ${member}`,
    member,
    rules: [aRule, { ...aRule, [member]: 5 }] as const,
  })),
  {
    name: 'have the same digits in regionId and transactionGroupId',
    member: 'regionId',
    rules: [
      { countryId: 440, regionId: 1, transactionGroupId: 23 },
      { countryId: 440, regionId: 12, transactionGroupId: 3 },
    ] as const,
  },
  {
    name: 'have the same digits in countryId and regionId',
    member: 'regionId',
    rules: [
      { countryId: 40, regionId: 81, transactionGroupId: 3 },
      { countryId: 408, regionId: 1, transactionGroupId: 3 },
    ] as const,
  },
] as const;

export const rulesAreToldApart = rowsOf(
  twoRules,
  ({ name }) => `restrictions that ${name}`,
  async (v1: V1Client, { member, rules: [first, second] }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    // Which of the two restricts is open, and a read lists rules that do.
    for (const status of ['ENABLED', 'DISABLED'] as const) {
      const [one, other] = [
        { ...first, status },
        { ...second, status },
      ];
      const listed = await Promise.all(
        [[one], [other], [one, other]].map(async (rules) => {
          const cardIdentification = byNumber(await newCard(v1));
          // A product may have rules of its own, which restrict each of its cards.
          const before = await v1.getGeoRestrictions({ cardIdentification });
          const set = await v1.setGeoRestrictions({
            cardIdentification,
            restrictions: form.body(rules),
          });
          const shown = await v1.getGeoRestrictions({ cardIdentification });
          const howMany = carriedOut(set) ? rulesIn(shown) - rulesIn(before) : 0;
          return { acts: [set, shown], howMany, cardIdentification };
        }),
      );
      const [ofOne, ofOther, both] = listed.map(({ howMany }) => howMany);
      if (ofOne !== 1 || ofOther !== 1) continue;
      const words = 'both of them, as it lists each alone';
      const acts = listed.flatMap((each) => each.acts);
      expect(both, sentExpectedGot(acts, words)).toBe(2);

      // Whether rules that are sent take the place of those that stood there is open.
      const alone = listed[0]?.cardIdentification as object;
      const added = form.body([other]);
      await v1.setGeoRestrictions({ cardIdentification: alone, restrictions: added });
      const together = await v1.getGeoRestrictions({ cardIdentification: alone });
      if (rulesIn(together) - rulesIn(listed[0]?.acts[1] as Exchange) !== 1) return;

      // What tells the two apart when they are set does so when one of them is lifted.
      const cardIdentification = listed[2]?.cardIdentification as object;
      const lifted = { ...one, status: status === 'ENABLED' ? 'DISABLED' : 'ENABLED' };
      const restrictions = form.body([lifted]);
      const act = await v1.setGeoRestrictions({ cardIdentification, restrictions });
      if (!carriedOut(act)) return;
      const after = await v1.getGeoRestrictions({ cardIdentification });
      const tellsIt = (answer: Exchange | undefined): boolean =>
        objectsIn(answer?.answer.json, [member]).some(
          (rule) => String(memberOf(rule, member)) === String(other[member]),
        );
      // Which members a listed rule shows is open.
      if (!tellsIt(listed[2]?.acts[1])) return;
      const isThere = tellsIt(after);
      const about = sentExpectedGot(
        [...acts, act, after],
        `the other one, ${member} ${other[member]}, as before`,
      );
      expect(isThere, about).toBe(true);
      return;
    }
  },
);

export const rulesAreLiftedTogether: Row = {
  name: 'lifts each of the restrictions that one request lifts',
  ask: async (v1) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    const rules = [250, 276, 380].map((countryId) => ({ ...aRule, countryId }));
    const withStatus = (status: string) => rules.map((rule) => ({ ...rule, status }));
    // Which of the two restricts is open, and a read lists rules that do.
    for (const [restricts, lifts] of [
      ['ENABLED', 'DISABLED'],
      ['DISABLED', 'ENABLED'],
    ] as const) {
      const leftAfter = async (...requests: readonly object[][]) => {
        const cardIdentification = byNumber(await newCard(v1));
        const read = () => v1.getGeoRestrictions({ cardIdentification });
        const set = (some: object[]) =>
          v1.setGeoRestrictions({ cardIdentification, restrictions: form.body(some) });
        const before = rulesIn(await read());
        const acts = [await set(withStatus(restricts))];
        const restricted = rulesIn(await read()) - before;
        for (const some of requests) acts.push(await set(some));
        const shown = await read();
        return { acts: [...acts, shown], restricted, left: rulesIn(shown) - before };
      };
      const oneByOne = await leftAfter(...withStatus(lifts).map((rule) => [rule]));
      if (oneByOne.restricted !== rules.length || oneByOne.left !== 0) continue;

      const together = await leftAfter(withStatus(lifts));

      if (together.restricted !== rules.length || !together.acts.every(carriedOut)) return;
      const words = 'none of the three, as where each is lifted by a request of its own';
      expect(together.left, sentExpectedGot(together.acts, words)).toBe(0);
      return;
    }
  },
};

export const liftingNothingLeavesTheRest: Row = {
  name: 'leaves restrictions as they are when one is lifted that the card does not have',
  ask: async (v1) => {
    if (inSmokeOnly()) return;
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    const [one, two, three] = [250, 276, 380].map((countryId) => ({ ...aRule, countryId }));
    const absent = { countryId: 528, regionId: 6, transactionGroupId: 8 };
    // Which of the two restricts is open, and a read lists rules that do.
    for (const [restricts, lifts] of [
      ['ENABLED', 'DISABLED'],
      ['DISABLED', 'ENABLED'],
    ] as const) {
      const restricted = [one, two, three].map((rule) => ({ ...rule, status: restricts }));
      const lifted = { ...absent, status: lifts };
      const onNewCard = async () => {
        const cardIdentification = byNumber(await newCard(v1));
        const set = (some: readonly object[]) =>
          v1.setGeoRestrictions({ cardIdentification, restrictions: form.body(some) });
        return { set, read: () => v1.getGeoRestrictions({ cardIdentification }) };
      };
      const [alone, together] = [await onNewCard(), await onNewCard()];
      const before = rulesIn(await alone.read());
      const acts = [await alone.set(restricted.slice(0, 2))];
      const listed = await alone.read();
      if (rulesIn(listed) - before !== 2) continue;

      // What is lifted in one list with what is set is lifted from what that list sets.
      const both = await together.set([...restricted.slice(0, 2), lifted]);
      if (carriedOut(both)) expectListed(listed, await together.read(), [both]);

      // Whether rules that are sent take the place of those that stood there is open.
      acts.push(await alone.set(restricted.slice(2)));
      const added = await alone.read();
      if (!acts.every(carriedOut) || rulesIn(added) - before !== 3) return;
      acts.push(await alone.set([lifted]));
      expectListed(added, await alone.read(), acts);
      return;
    }
  },
};

/** Each rule that was listed is listed still; what else is, such as one that is off, is open. */
function expectListed(before: Exchange, after: Exchange, acts: readonly Exchange[]): void {
  const rules = (list: Exchange): string[] =>
    objectsIn(list.answer.json, ['regionId', 'transactionGroupId']).map((rule) =>
      ['countryId', 'regionId', 'transactionGroupId']
        .map((member) => String(memberOf(rule, member)))
        .join('/'),
    );
  const still = rules(after);
  const missing = rules(before).filter((rule) => !still.includes(rule));
  const words = 'each rule that was listed before, since none of them is lifted';
  expect(missing, sentExpectedGot([before, ...acts, after], words)).toEqual([]);
}

/** Countries whose numeric codes (ISO 3166-1) begin with one or two zeros. */
const lowCountries = [8, 40];

export const eachCountryIsTaken: Row = {
  name: 'takes a restriction for a country with a low number as for any other',
  ask: async (v1) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return;
    const ruleFor = (countryId: number) => form.body([{ ...aRestriction('ENABLED'), countryId }]);
    const cardIdentification = byNumber(await newCard(v1));
    const setFor = (countryId: number) =>
      v1.setGeoRestrictions({ cardIdentification, restrictions: ruleFor(countryId) });
    const usual = await setFor(250);
    if (!carriedOut(usual)) return;
    for (const countryId of lowCountries) {
      const set = await setFor(countryId);
      const words = `the country ${countryId} taken, as 250 is`;
      expect(carriedOut(set), sentExpectedGot([usual, set], words)).toBe(true);
    }
  },
};
