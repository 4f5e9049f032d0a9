import { nearEmails } from '../../../fixtures/builders/near-emails.ts';
import { asRegistrationRequest, type Registration } from '../../../fixtures/builders/v1.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import type { Facts } from '../../../fixtures/operations/operation.ts';
import { type Exchange, memberOf } from '../../../fixtures/transcript/exchange.ts';
import { textAt } from '../../../fixtures/worlds/set-up.ts';
import { leavesOf } from '../../../fixtures/worlds/v1-leaves.ts';
import { promised } from '../../../fixtures/worlds/v1.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 1, part 4: customer_number is what is unique of a customer. What else two have in common, as two of
// one family or of one firm do, makes neither of them the other.

type Parameter = keyof Registration;

/** What two registrations may have in common. */
const common: readonly (readonly Parameter[])[] = [
  ['email'],
  ['mobile_phone'],
  ['firstName', 'secondName', 'surname'],
  ['firstName', 'surname'],
  ['secondName', 'surname'],
  ['firstName', 'secondName'],
  ['region', 'city', 'street', 'house', 'apartament', 'postal_code'],
];

const names = ['firstName', 'secondName', 'surname'] as const;

export const eachKeepsItsOwn = rowsOf(
  common,
  (shared) => `two customers with the same ${shared.join(', ')}`,
  async (v1: V1Client, shared) => {
    const [one, other] = [await newRegistration(v1), await newRegistration(v1)];
    const first = promised(
      await v1.registerCustomer(asRegistrationRequest(one)),
      'v1.register-customer.succeeds',
    );
    const before = await factsOf(v1, one);
    const alike: Registration = {
      ...other,
      ...Object.fromEntries(shared.map((name) => [name, one[name]])),
    };
    const second = await v1.registerCustomer(asRegistrationRequest(alike));
    // Whether two may have one telephone or one address of mail is not shown.
    if (!carriedOut(second)) return;

    expectSame(before, await factsOf(v1, one), {
      acts: [first, second],
      told: `another customer was registered with the same ${shared.join(', ')}`,
      as: 'before',
    });
    const accounts = [first, second].map((answer) => textAt(answer, 'accountNumber'));
    const each = sentExpectedGot([first, second], 'an account for each');
    expect(accounts[0] === accounts[1], each).toBe(false);
    const details = await v1.getCustomerDetails({ customerNumber: alike.customer_number });
    for (const name of names) {
      const shown = memberOf(details.answer.json, name);
      if (typeof shown !== 'string' || shown === '') continue;
      const words = `${name} ${String(alike[name])}, be it in capitals`;
      const about = sentExpectedGot([first, second, details], words);
      expect(shown.toUpperCase(), about).toBe(alike[name]?.toUpperCase());
    }
    const info = await v1.getCustomerInfo({ customerNumber: alike.customer_number });
    const own = new Set(names.flatMap((name) => wordsOf(alike[name])));
    const ofOther = new Set(names.flatMap((name) => wordsOf(one[name])));
    const strange = wordsOf(memberOf(info.answer.json, 'customerName')).filter(
      (word) => ofOther.has(word) && !own.has(word),
    );
    const words = 'a customerName without the names of the other customer';
    expect(strange, sentExpectedGot([first, second, info], words)).toEqual([]);
  },
);

export const nearIsAnother = rowsOf(
  nearEmails,
  ({ differIn }) => `two customers whose emails differ in ${differIn}`,
  async (v1: V1Client, { two }) => {
    const registered: Exchange[] = [];
    for (const email of two()) {
      const registration = await newRegistration(v1, { email });
      registered.push(await v1.registerCustomer(asRegistrationRequest(registration)));
    }
    // Whether an email like another is taken is not shown.
    if (!registered.every(carriedOut)) return;

    const [first, second] = registered.map((answer) => textAt(answer, 'accountNumber'));

    expect(first === second, sentExpectedGot(registered, 'an account for each')).toBe(false);
  },
);

/** The words of a name, in capitals. */
function wordsOf(name: unknown): string[] {
  return typeof name === 'string' ? name.toUpperCase().split(/[\s,]+/) : [];
}

/** Who a customer is and which accounts are his, as both reads show them. Part 2.4. */
async function factsOf(v1: V1Client, { customer_number }: Registration): Promise<Facts> {
  const customerNumber = customer_number;
  const [details, info] = await Promise.all([
    v1.getCustomerDetails({ customerNumber }),
    v1.getCustomerInfo({ customerNumber }),
  ]);
  return [
    ...(['customerNumber', 'customerId', ...names, 'status'] as const).map((kind) => ({
      of: 'the customer in getCustomerDetails',
      kind,
      shown: String(memberOf(details.answer.json, kind)),
    })),
    ...['customerName', 'accountNumber'].map((kind) => ({
      of: 'the customer in getCustomerInfo',
      kind,
      shown: leavesOf(info.answer.json, [kind]).toSorted().join(' '),
    })),
  ];
}
