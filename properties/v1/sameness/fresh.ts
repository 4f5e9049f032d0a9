import { uniqueNumber } from '../../../fixtures/builders/faker.ts';
import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  type Registration,
} from '../../../fixtures/builders/v1.ts';
import { type CardNumber, type Expiry, minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, v1Path, type V1Client } from '../../../fixtures/clients/v1.ts';
import { learnOrderTerms } from '../../../fixtures/dialect/v1-order-terms.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import { repeated } from '../../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { textAt } from '../../../fixtures/worlds/set-up.ts';
import { type Changing, deedOf, withMembers } from '../../../fixtures/worlds/v1-subjects.ts';
import { factsOf, type Look } from '../../../fixtures/worlds/v1-looks.ts';
import { newCard, promised, type V1Card } from '../../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 1, 3 and 4: what is new is as new as the first, whatever became of others.

/** Everything that can be done to a card and its account; the last of it ends its use. */
const life: readonly Changing[] = [
  'creditCard',
  'debitCard',
  'generatePin',
  'changeCardLimit',
  'setGeoRestrictions',
  'changeAccountLimit',
  'setAllowedMccList',
  'setAllowedBeneficiaries',
  'changeAccountArrestAmount',
  'blockCard',
];

async function leadLife(v1: V1Client, card: V1Card, deeds: readonly Changing[]): Promise<void> {
  for (const operation of deeds) {
    const deed = await deedOf(v1, operation);
    // What cannot be done here leaves the rest to be done.
    if (!('missing' in deed)) await deed.send(deed.of({ ...card, to: '' as CardNumber }));
  }
}

const ofAccount: readonly Look[] = [
  'account',
  'amounts',
  'accountLimits',
  'beneficiaries',
  'codes',
];
const ofCard: readonly Look[] = ['card', 'cardBalance', 'cardLimits', 'rules', 'history'];

export const startsLikeTheFirst: Row = {
  name: 'a customer with a card',
  ask: async (v1) => {
    const first = await newCard(v1);
    const asFirst = await factsOf(v1, first, [...ofAccount, ...ofCard]);
    await leadLife(v1, first, [...life, 'changeAccountStatus']);

    const next = await newCard(v1);

    expectSame(asFirst, await factsOf(v1, next, [...ofAccount, ...ofCard]), {
      acts: [],
      told: 'a customer with a card, after others were changed in every way',
      as: 'the first, when it was new',
    });
  },
};

export const secondCardStartsFresh: Row = {
  name: 'issues a second card with the limits of the product, ready for use',
  ask: async (v1) => {
    const first = await newCard(v1);
    const kinds: readonly Look[] = ['cardLimits', 'rules'];
    const asFirst = await factsOf(v1, first, kinds);
    // What it has used of its limits is not used of those of another one.
    await v1.creditCard(anAmountOf(first, minorUnits(40_00)));
    await v1.p2pTransfer(aP2pTransfer(first, await newCard(v1), minorUnits(12_34)));
    await leadLife(v1, first, ['creditCard', 'changeCardLimit', 'setGeoRestrictions', 'blockCard']);

    const order = aCardOrder(v1.settings, { ...first, ...(await learnOrderTerms(v1)) });
    const issued = await v1.createVirtualCard(order);
    if (!carriedOut(issued)) return;
    const number = textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
    const second = { ...first, number };

    expectSame(asFirst, await factsOf(v1, second, kinds), {
      acts: [issued],
      told: 'a second card of the account',
      as: 'the first, when it was new',
    });
    expect(await v1.creditCard(anAmountOf(second, minorUnits(10_00)))).toSucceed();
    expect(await v1.debitCard(anAmountOf(second, minorUnits(1_00)))).toSucceed();
  },
};

/** The same operation in full, with values that nobody else sends. */
const inFull: Readonly<Partial<Record<Changing, object>>> = {
  changeAccountLimit: {
    limit: { value: 7_654_32, cycleType: 6, cycleLength: 1, startDate: '2026-01-02T03:04:05' },
  },
};

export const secondCardHasItsOwnExpiry: Row = {
  name: 'issues a second card to a month of its own, which pays with it',
  ask: async (v1) => {
    const [first, to] = await Promise.all([fundedCard(v1, minorUnits(30_00)), newCard(v1)]);
    const terms = await learnOrderTerms(v1);
    const last = terms.expDate.endsWith('12') ? '11' : '12';
    const expDate = `${terms.expDate.slice(0, 4)}${last}`;
    const issued = await v1.createVirtualCard(
      aCardOrder(v1.settings, { ...first, ...terms, expDate }),
    );
    // Whether an account may have two cards, and who decides how long one is good, is open.
    const shown = memberOf(issued.answer.json, 'virtualCardIdentification.expDate');
    if (!carriedOut(issued) || typeof shown !== 'string') return;
    const number = textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
    const pays = async (from: Pick<V1Card, 'number' | 'expDate'>, amount: number) =>
      v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(amount)));

    expect(await pays({ number, expDate: shown as Expiry }, 5_00)).toSucceed();
    expect(await pays(first, 5_01)).toSucceed();
  },
};

export const takesNothingOver = rowsOf(
  Object.keys(inFull) as (keyof typeof inFull)[],
  (operation) => operation,
  async (v1: V1Client, operation) => {
    const deed = await deedOf(v1, operation);
    if ('missing' in deed) return;
    const plainlyDone = async () => {
      const subject = await deed.subject();
      const answer = await deed.send(onlyNamed(deed.of(subject)));
      return carriedOut(answer) ? { answer, facts: await deed.look(subject) } : undefined;
    };
    const before = await plainlyDone();
    const other = await deed.subject();
    await deed.send(withMembers(deed.of(other), inFull[operation] ?? {}));
    const after = await plainlyDone();

    if (before === undefined || after === undefined) return;
    expectSame(before.facts, after.facts, {
      acts: [after.answer],
      told: `${operation} without optional members, after one of another customer with them`,
      as: 'before that one',
    });
  },
);

/** A limit of which no more than the name is sent. Part 4: name mandatory. */
function onlyNamed(body: object): object {
  const name = memberOf(body, 'limit.name');
  return name === undefined ? body : { ...body, limit: { name } };
}

export const askedForBefore: Row = {
  name: 'a customer whose number was asked for before it was registered',
  ask: async (v1) => {
    const registration = await newRegistration(v1);
    const customerNumber = registration.customer_number ?? '';
    const asked = ['isCustomerExist', 'getCustomerDetails', 'getCustomerInfo'] as const;
    const before = await Promise.all(asked.map((operation) => v1[operation]({ customerNumber })));
    const registered = promised(
      await v1.registerCustomer(asRegistrationRequest(registration)),
      'v1.register-customer.succeeds',
    );

    for (const operation of asked) {
      const shown = operation === 'isCustomerExist' ? { result: true } : { customerNumber };
      const about = sentExpectedGot([...before, registered], `${operation} knows it afterwards`);
      const answer = await v1[operation]({ customerNumber });
      expect(carriedOut(answer), about).toBe(true);
      expect(answer).toSucceed(shown);
    }
  },
};

const optionalParameters = ['secondName', 'firstName', 'surname'] as const;

/** What programs write in place of what is not there. */
const wordOfNothing = /\b(?:undefined|null|nan)\b|\[object/i;

export const registrationTakesNoNameOver = rowsOf(
  optionalParameters,
  (name) => name,
  async (v1: V1Client, name) => {
    const before = await newRegistration(v1);
    promised(
      await v1.registerCustomer(asRegistrationRequest(before)),
      'v1.register-customer.succeeds',
    );
    const registration = await newRegistration(v1, { [name]: undefined });
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    // Which parameters must be sent is not shown.
    if (!carriedOut(registered)) return;

    const details = await namelessDetails(v1, registration.customer_number);

    const shown = memberOf(details.answer.json, name);
    const own = isSign(shown) || Object.values(registration).some((value) => isAlike(value, shown));
    const words = `no ${name}, since none was registered`;
    expect(isUnset(shown) || own, sentExpectedGot([registered, details], words)).toBe(true);
    const info = await v1.getCustomerInfo({ customerNumber: registration.customer_number });
    const whole = String(memberOf(info.answer.json, 'customerName'));
    const sent = Object.values(registration).join(' ');
    const isMadeUp = carriedOut(info) && wordOfNothing.test(whole) && !wordOfNothing.test(sent);
    const about = sentExpectedGot([registered, info], `a customerName that tells no ${name}`);
    expect(isMadeUp, about).toBe(false);
  },
);

/** Whoever judges every answer would look for a name, which not every customer has. */
function namelessDetails(v1: V1Client, customerNumber: string | undefined): Promise<Exchange> {
  return v1.send({
    operation: 'undocumented',
    method: 'POST',
    path: v1Path('getCustomerDetails'),
    body: JSON.stringify({ customerNumber }),
  });
}

/** Each of those before it was refused, with names and a place of its own. */
export const nothingOfARefusedOneIsShown: Row = {
  name: 'a customer after others whose registration was refused',
  ask: async (v1) => {
    const spoilt: readonly Partial<Registration>[] = [
      { customer_number: undefined },
      { institutionId: undefined },
      { start_date: '2020-13-45' },
      { country_code: 'none' },
      { mobile_phone: 'none' },
      { postal_code: undefined },
    ];
    const told = `Q${uniqueNumber(9)}`;
    for (const part of spoilt.slice(0, repeated(spoilt.length, 1))) {
      const places = { region: told, city: told, street: told, email: `${told}@example.com` };
      const names = { firstName: told, secondName: told, surname: told };
      const refusal = await v1.registerCustomer(
        asRegistrationRequest(await newRegistration(v1, { ...places, ...names, ...part })),
      );
      const left = { secondName: undefined, region: undefined, city: undefined, street: undefined };
      const own = await newRegistration(v1, left);
      const registered = await v1.registerCustomer(asRegistrationRequest(own));
      // Which parameters must be sent is not shown.
      if (!carriedOut(registered)) return;
      const customerNumber = own.customer_number;

      for (const shown of [
        await namelessDetails(v1, customerNumber),
        await v1.getCustomerInfo({ customerNumber }),
      ]) {
        const words = `nothing of ${told}, which was sent for another customer`;
        const isShown = shown.answer.text.toUpperCase().includes(told);
        expect(isShown, sentExpectedGot([refusal, registered, shown], words)).toBe(false);
      }
    }
  },
};

/** What every answer is judged by holds for a customer of whom no name is known, too. */
export const namelessIsShown: Row = {
  name: 'a customer who was registered without names',
  ask: async (v1) => {
    const names = { firstName: undefined, secondName: undefined, surname: undefined };
    const registration = await newRegistration(v1, names);
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    // Which parameters must be sent is not shown.
    if (!carriedOut(registered)) return;
    const customerNumber = registration.customer_number;

    expect(await v1.getCustomerInfo({ customerNumber })).toSucceed({ customerNumber });
  },
};

/** A sign that stands where nothing does, such as a dash. */
function isSign(shown: unknown): boolean {
  return typeof shown === 'string' && /^[^\p{L}\p{N}]*$/u.test(shown);
}

function isAlike(sent: string | undefined, shown: unknown): boolean {
  return typeof shown === 'string' && sent?.toUpperCase() === shown.toUpperCase();
}

/** The customerId of an account is one of its customer, where both are shown. Parts 2.4 and 2.5. */
async function expectOneOwner(
  v1: V1Client,
  { customerNumber, accountNumber }: { customerNumber: string; accountNumber: string },
): Promise<void> {
  const [details, account] = await Promise.all([
    v1.getCustomerDetails({ customerNumber }),
    v1.getAccountData({ accountNumber }),
  ]);
  const own = memberOf(details.answer.json, 'customerId');
  const shown = memberOf(account.answer.json, 'accountData.customerId');
  if (isUnset(own) || isUnset(shown)) return;
  const words = `customerId ${String(own)}, as in getCustomerDetails, or ${customerNumber}`;
  const isOwner = [String(own), customerNumber].includes(String(shown));
  expect(isOwner, sentExpectedGot([details, account], words)).toBe(true);
}

export const livesApart: Row = {
  name: 'keeps two customers apart who were registered with the same content',
  ask: async (v1) => {
    const registration = await newRegistration(v1);
    const numbers = ['A', 'B'].map((end) => `${registration.customer_number}${end}`);
    const accounts: string[] = [];
    for (const customer_number of numbers) {
      const request = asRegistrationRequest({ ...registration, customer_number });
      const registered = await v1.registerCustomer(request);
      if (!carriedOut(registered)) return;
      accounts.push(textAt(registered, 'accountNumber'));
    }
    const [one = '', other = ''] = accounts;
    expect(one === other, 'an account for each customer').toBe(false);
    await expectOneOwner(v1, { customerNumber: numbers[1] ?? '', accountNumber: other });
    const seen = {
      number: '' as CardNumber,
      accountNumber: other,
      customer: { customerNumber: numbers[1] ?? '' },
    };
    const kinds: readonly Look[] = ['customer', ...ofAccount];
    const before = await factsOf(v1, seen, kinds);

    const card = { ...(await fundedCard(v1, minorUnits(10_00))), accountNumber: one };
    await leadLife(v1, card, ['changeAccountLimit', 'setAllowedMccList', 'changeAccountStatus']);

    expectSame(before, await factsOf(v1, seen, kinds), {
      acts: [],
      told: 'the account of the other customer was changed',
      as: 'before',
    });
  },
};
