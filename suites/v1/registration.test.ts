import { aCustomerNumber, asRegistrationRequest } from '../../fixtures/builders/v1.ts';
import {
  parameterIdOf,
  type ParameterName,
  parameterNames,
} from '../../fixtures/fields/v1-requests.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { leavesOf } from '../../fixtures/worlds/v1-leaves.ts';
import { answerSummary, carriedOut, type V1Client, v1Path } from '../../fixtures/clients/v1.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { newCustomer, promised, promisedRefusal } from '../../fixtures/worlds/v1.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { todayAt } from './dates.ts';

// Document 1, part 4: registerCustomer.

check(
  'v1.register-customer.constant-product-name',
  'takes the constant CRCU1001',
  async ({ v1 }) => {
    const { parameters } = asRegistrationRequest(await newRegistration(v1));

    const answer = await v1.registerCustomer({ productName: 'CRCU1001', parameters });

    expect(answer).toSucceed();
  },
);

check(
  'v1.register-customer.customer-number-is-the-requested',
  'answers the requested customer_number',
  async ({ v1 }) => {
    const registration = await newRegistration(v1);

    const answer = await v1.registerCustomer(asRegistrationRequest(registration));

    promised(answer, 'v1.register-customer.succeeds');
    expect(answer).toSucceed({ customerNumber: registration.customer_number });
  },
);

check(
  'v1.register-customer.customer-number-is-unique',
  'does not register a second customer under the same number',
  async ({ v1 }) => {
    const { customerNumber } = await newCustomer(v1);
    const registration = await newRegistration(v1);

    const answer = await register(v1, { ...registration, customer_number: customerNumber });

    expect(answer).toBeDenied();
    promised(await register(v1, registration), 'v1.register-customer.succeeds');
  },
);

check(
  'v1.register-customer.customer-number-is-unique',
  'does not register a second customer under the number after one was refused for something else',
  async ({ v1 }) => {
    const { customerNumber } = await newCustomer(v1);
    const registration = { ...(await newRegistration(v1)), customer_number: customerNumber };
    const refused = [];
    for (const wrong of [
      { start_date: '2999-01-01' },
      { country_code: 'none' },
      { product_id: 'none' },
    ]) {
      refused.push(await register(v1, { ...registration, ...wrong }));
    }

    const answer = await register(v1, registration);

    const words = 'no second customer of the number';
    expect(carriedOut(answer), sentExpectedGot([...refused, answer], words)).toBe(false);
  },
);

for (const [form, number] of [
  ['letters and digits', () => aCustomerNumber()],
  ['small letters', () => `client${aCustomerNumber().toLowerCase()}`],
  ['digits only', () => aCustomerNumber().slice(1)],
  ['punctuation', () => `${aCustomerNumber()}-a_b.c/d`],
  ['a space', () => `Client ${aCustomerNumber()}`],
  ['letters beyond Latin-1', () => `Łódź${aCustomerNumber()}`],
  ['an accent', () => `Peña${aCustomerNumber()}`],
] as const) {
  check(
    'v1.register-customer.customer-number-is-any-text',
    `takes a customer_number with ${form}`,
    async ({ v1 }) => {
      const customerNumber = number();

      const answer = await register(v1, { customer_number: customerNumber });

      expect(answer).toSucceed({ customerNumber });
    },
  );
}

check(
  'v1.register-customer.refusal-registers-nobody',
  'registers nobody when it does not succeed',
  async ({ v1 }) => {
    const request = asRegistrationRequest(await newRegistration(v1));

    const answer = await v1.registerCustomer(without(request, 'productName'));

    promisedRefusal(answer, 'v1.register-customer.needs-product-name');
    expect(await v1.registerCustomer(request)).toSucceed();
  },
);

for (const [name, wrong] of [
  ['start_date', '2999-01-01'],
  ['start_date', '2020-13-45'],
  ['product_id', 'none'],
  ['institutionId', 'none'],
] as const) {
  check(
    'v1.register-customer.refusal-registers-nobody',
    `knows nobody whose registration was refused for ${name} ${wrong}`,
    async ({ v1, skip }) => {
      const customerNumber = aCustomerNumber();
      const refused = await register(v1, { customer_number: customerNumber, [name]: wrong });
      // Whether it is refused is asked elsewhere, or open.
      if (carriedOut(refused)) return skip(`a registration with ${name} ${wrong} succeeds`);

      const known = await v1.isCustomerExist({ customerNumber });

      const result = String(memberOf(known.answer.json, 'result'));
      const about = sentExpectedGot([refused, known], 'that there is no such customer');
      expect(carriedOut(known) && result === 'true', about).toBe(false);
    },
  );
}

check(
  'v1.register-customer.past-start-date',
  'registers nobody from a day to come',
  async ({ v1 }) => {
    // Far enough that it lies ahead whatever the target's clock says.
    await expectOnlyTheFirst(v1, { start_date: '2020-01-15' }, { start_date: '2199-12-31' });
  },
);

check(
  'v1.register-customer.past-start-date',
  'registers nobody from a day of this year or month that is to come, and somebody from one before',
  async ({ v1 }) => {
    const today = await todayAt(v1);
    const day = (distance: number): Date => new Date(today.getTime() + distance * 86_400_000);
    // With two days to spare for where the day is another one.
    const [past, soon] = [day(-2), day(2)];
    const [year, month] = [soon.getUTCFullYear(), soon.getUTCMonth()];
    const ahead = [
      soon,
      new Date(Date.UTC(year, month + 1, 0)),
      new Date(Date.UTC(year, 11, 31)),
      new Date(Date.UTC(year + 1, month, soon.getUTCDate())),
    ];
    for (const date of ahead.slice(0, repeated(ahead.length, 1))) {
      await expectOnlyTheFirst(v1, { start_date: dayOf(past) }, { start_date: dayOf(date) });
    }
  },
);

for (const text of [
  '15.01.2020',
  '01/15/2020',
  '2020-1-5',
  '20200115',
  '2020-13-45',
  '2020-01',
  '2020',
  '-000001-01-01',
  'today',
]) {
  check('v1.register-customer.start-date-form', `does not take ${text}`, async ({ v1 }) => {
    await expectOnlyTheFirst(v1, { start_date: '2020-01-15' }, { start_date: text });
  });
}

for (const [id, name] of [
  ['v1.register-customer.wrong-institution', 'institutionId'],
  ['v1.register-customer.wrong-product', 'product_id'],
  ['v1.register-customer.wrong-service', 'service_id_acc'],
  ['v1.register-customer.wrong-agent', 'agent_number'],
] as const) {
  check(id, `registers nobody with another ${name}`, async ({ v1 }) => {
    const own = (await newRegistration(v1))[name] ?? '';

    await expectOnlyTheFirst(v1, { [name]: own }, { [name]: otherThan(own) });
  });
}

check('v1.register-customer.apartament', 'takes apartament, spelled so', async ({ v1 }) => {
  expect(await register(v1, { apartament: '4 B' })).toSucceed();
});

check('v1.register-customer.apartment', 'is sent apartment', async ({ v1, observe }) => {
  const { apartament, ...registration } = await newRegistration(v1);
  const request = asRegistrationRequest({ ...registration, apartment: apartament });

  observe(answerSummary(await v1.registerCustomer(request)));
});

for (const text of ['SW1A 1AA', 'Apartado 17 (centro)']) {
  check('v1.register-customer.postal-code-is-free-text', `takes ${text}`, async ({ v1 }) => {
    expect(await register(v1, { postal_code: text })).toSucceed();
  });
}

for (const [code, country] of [
  ['724', 'Spain'],
  ['276', 'Germany'],
  ['008', 'Albania'],
] as const) {
  const title = `takes ${code} for ${country}`;
  check('v1.register-customer.numeric-country-code', title, async ({ v1 }) => {
    expect(await register(v1, { country_code: code })).toSucceed();
  });
}

check(
  'v1.register-customer.alphabetic-country-code',
  'is sent ESP as country_code',
  async ({ v1, observe }) => {
    observe(answerSummary(await register(v1, { country_code: 'ESP' })));
  },
);

check(
  'v1.register-customer.unknown-parameter',
  'is sent an unknown parameter',
  async ({ v1, observe }) => {
    const request = asRegistrationRequest({ ...(await newRegistration(v1)), unheard_of: 'x' });

    observe(answerSummary(await v1.registerCustomer(request)));
  },
);

check(
  'v1.register-customer.repeated-parameter',
  'is sent two surnames',
  async ({ v1, observe }) => {
    const request = asRegistrationRequest(await newRegistration(v1));
    const parameters = [...request.parameters, { name: 'surname', value: 'Segunda' }];

    observe(answerSummary(await v1.registerCustomer({ ...request, parameters })));
  },
);

for (const name of parameterNames) {
  check(parameterIdOf(name), `is sent no ${name}`, async ({ v1, observe }) => {
    observe(answerSummary(await register(v1, { [name]: undefined })));
  });
}

type Part = Partial<Record<ParameterName, string | undefined>>;

/** Registers a customer with some parameters as given and all others valid. */
async function register(v1: V1Client, part: Part) {
  return v1.registerCustomer(asRegistrationRequest(await newRegistration(v1, part)));
}

/** Two registrations that differ in one parameter: the second does not succeed, the first does. */
async function expectOnlyTheFirst(v1: V1Client, right: Part, wrong: Part): Promise<void> {
  const answer = await register(v1, wrong);

  expect(answer).toBeDenied();
  promised(await register(v1, right), 'v1.register-customer.succeeds');
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** An identifier of the same form with another last digit. */
function otherThan(identifier: string): string {
  return `${identifier.slice(0, -1)}${identifier.endsWith('9') ? '8' : '9'}`;
}

check(
  'v1.frame.refusals-change-nothing',
  'fills in nothing of a customer by a registration of the same number that is refused',
  async ({ v1, skip }) => {
    const whole = await newRegistration(v1);
    const bare = { ...whole, secondName: undefined, apartament: undefined };
    const registered = await v1.registerCustomer(asRegistrationRequest(bare));
    if (!carriedOut(registered)) return skip('secondName and apartament are not left out');
    // What is missing cannot be shown, which is no breach of what the operation shows.
    const details = (): Promise<Exchange> =>
      v1.send({
        operation: 'undocumented',
        method: 'POST',
        path: v1Path('getCustomerDetails'),
        body: JSON.stringify({ customerNumber: whole.customer_number }),
      });
    const before = await details();

    const again = await v1.registerCustomer(asRegistrationRequest(whole));

    if (carriedOut(again)) return;
    const after = await details();
    const words = sentExpectedGot([before, again, after], 'what was shown before');
    const shown = (one: Exchange) => leavesOf(one.answer.json, ofDetails);
    expect(shown(after), words).toEqual(shown(before));
  },
);

/** Members of an answer of getCustomerDetails. Part 2.4. */
const ofDetails = 'customerId entityType entityTypeName firstName secondName surname status'.split(
  ' ',
);
