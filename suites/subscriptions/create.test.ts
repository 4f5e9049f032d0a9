import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf, succeeded } from '../../fixtures/clients/exchange.ts';
import { wentWell } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { membersOf } from '../../fixtures/requests/subscriptions.ts';
import { statusOf } from '../../fixtures/worlds/gateway.ts';
import { detailsOf, newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';
import { expectListed, expectSuccess, expectUnset, shown } from './expectations.ts';

// Document 3, part 4.8, rule 1: create.

check(
  'subscriptions.create.succeeds',
  'creates a subscription from what is required',
  async ({ subscriptions }) => {
    expectSuccess(await subscriptions.create(aSubscription()));
  },
);

check(
  'subscriptions.create.status',
  'creates a subscription',
  async ({ subscriptions, observe }) => {
    const answer = promised(
      await subscriptions.create(aSubscription()),
      'subscriptions.create.succeeds',
    );

    observe(inShort(answer));
  },
);

for (const [id, member] of [
  ['subscriptions.create.active-till-is-null', 'activeTill'],
  ['subscriptions.create.next-charge-at-is-null', 'nextChargeAt'],
] as const) {
  check(id, `shows ${member} null at first`, async ({ subscriptions }) => {
    const answer = await subscriptions.create(aSubscription());

    expectSuccess(answer);
    expectUnset(answer, member);
  });
}

check(
  'subscriptions.create.checkout-url-answers',
  'opens a page at checkoutUrl',
  async ({ subscriptions, session }) => {
    const { checkoutUrl } = await newSubscription(subscriptions);

    const { origin, pathname, search } = new URL(checkoutUrl, subscriptions.settings.baseUrl);
    const page = await session
      .connectionTo(origin)
      .send({ operation: 'undocumented', method: 'GET', path: `${pathname}${search}` });

    const isThere = page.answer.status >= 200 && page.answer.status < 400;
    expect(isThere, sentExpectedGot(page, 'a page (HTTP 2xx or 3xx)')).toBe(true);
  },
);

for (const { path, needs } of membersOf('subscriptions.create')) {
  if (needs === undefined) continue;
  check(needs, `refuses a create without ${path}`, async ({ subscriptions }) => {
    const whole = aSubscription();

    const answer = await subscriptions.create(without(whole, path));

    expect(answer).toBeRefused();
    expectSuccess(await subscriptions.create(whole));
  });
}

for (const { path, needs } of membersOf('subscriptions.create')) {
  if (needs === undefined) continue;
  check(
    'subscriptions.create.required-is-not-null',
    `refuses a create with ${path} null`,
    async ({ subscriptions }) => {
      const whole = aSubscription();

      const answer = await subscriptions.create({ ...whole, [path]: null });

      expect(answer).toBeRefused();
      expectSuccess(await subscriptions.create(whole));
    },
  );
}

check(
  'subscriptions.create.neither-email-nor-phone',
  'answers 400 to a create with neither email nor phone',
  async ({ subscriptions }) => {
    const whole = aSubscription();

    const answer = await subscriptions.create(without(whole, 'email'));

    expect(answer).toAnswer(400);
    expectSuccess(await subscriptions.create(whole));
  },
);

check(
  'subscriptions.create.email-alone',
  'takes an email without a phone',
  async ({ subscriptions }) => {
    const email = `alone-${uniqueNumber(9)}@example.com`;

    expectSuccess(await subscriptions.create(aSubscription({ email, phone: undefined })));
  },
);

check(
  'subscriptions.create.phone-alone',
  'takes a phone without an email',
  async ({ subscriptions }) => {
    expectSuccess(await subscriptions.create(withPhone('+37120000001')));
  },
);

check('subscriptions.create.amount-zero', 'answers 400 to amount 0', async ({ subscriptions }) => {
  const answer = await subscriptions.create(aSubscription({ amount: 0 }));

  expect(answer).toAnswer(400);
  expectSuccess(await subscriptions.create(aSubscription({ amount: 1_00 })));
});

for (const { path, wrong = [] } of membersOf('subscriptions.create')) {
  for (const [id, ...values] of wrong) {
    for (const value of values) {
      check(id, `refuses ${path} ${JSON.stringify(value)}`, async ({ subscriptions }) => {
        const whole = aSubscription();

        const answer = await subscriptions.create({ ...whole, [path]: value });

        expect(answer).toBeRefused();
        expectSuccess(await subscriptions.create(whole));
      });
    }
  }
}

// The document has text; a target may all the same read numbers as their digits.
check(
  'subscriptions.create.customer-id-as-number',
  'refuses a number as customerId, or shows its digits as text',
  async ({ subscriptions }) => {
    const number = Number(`1${uniqueNumber(8)}`);
    const customerId = String(number);

    const answer = await subscriptions.create(aSubscription({ customerId: number }));

    if (succeeded(answer)) {
      const subscriptionId = String(shown(answer, 'subscriptionId'));
      expectSuccess(await detailsOf(subscriptions, { subscriptionId }), { customerId });
      return;
    }
    expect(answer).toBeRefused();
    expectSuccess(await subscriptions.create(aSubscription({ customerId })));
  },
);

for (const [id, unit] of [
  ['subscriptions.create.unit-days', 'DAYS'],
  ['subscriptions.create.unit-weeks', 'WEEKS'],
  ['subscriptions.create.unit-months', 'MONTHS'],
  ['subscriptions.create.unit-years', 'YEARS'],
] as const) {
  check(id, `takes an interval in ${unit}`, async ({ subscriptions }) => {
    const answer = await subscriptions.create(aSubscription({ billingIntervalUnit: unit }));

    expectSuccess(answer, { billingIntervalUnit: unit });
  });
}

for (const [id, phone, because] of [
  ['subscriptions.create.phone-of-seven', '2000001', 'of seven digits'],
  ['subscriptions.create.phone-of-twenty', '37120000001371200000', 'of twenty digits'],
  ['subscriptions.create.phone-with-plus', '+37120000001', 'with a plus sign'],
  ['subscriptions.create.phone-with-separators', '+371 20 000 001', 'with whitespace'],
  ['subscriptions.create.phone-with-separators', '371-20-000-001', 'with hyphens'],
  ['subscriptions.create.phone-with-separators', '(371)20000001', 'with parentheses'],
] as const) {
  check(id, `takes a phone ${because}`, async ({ subscriptions }) => {
    expectSuccess(await subscriptions.create(withPhone(phone)));
  });
}

for (const [id, phone, because] of [
  ['subscriptions.create.phone-of-six', '200001', 'of six digits'],
  ['subscriptions.create.phone-of-twenty-one', '371200000013712000001', 'of twenty-one digits'],
  ['subscriptions.create.phone-with-letters', '3712000000A', 'with a letter'],
] as const) {
  check(id, `refuses a phone ${because}`, async ({ subscriptions }) => {
    const answer = await subscriptions.create(withPhone(phone));

    expect(answer).toBeRefused();
    expectSuccess(await subscriptions.create(withPhone('37120000001')));
  });
}

check(
  'subscriptions.create.order-number-is-optional',
  'creates one without an orderNumber',
  async ({ subscriptions }) => {
    expectSuccess(await subscriptions.create(without(aSubscription(), 'orderNumber')));
  },
);

check(
  'subscriptions.create.order-number-is-unique',
  'answers 400 to an orderNumber that is in use',
  async ({ subscriptions }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`;
    expectSuccess(await subscriptions.create(aSubscription({ orderNumber })));

    const answer = await subscriptions.create(aSubscription({ orderNumber }));

    expect(answer).toAnswer(400);
  },
);

check(
  'subscriptions.create.longest-order-number',
  'takes an orderNumber of 36 characters',
  async ({ subscriptions }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`.padEnd(36, 'x');

    expectSuccess(await subscriptions.create(aSubscription({ orderNumber })));
  },
);

// Only orders are said to have numbers of 36 characters: a subscription's may be one of its own.
check(
  'subscriptions.create.longer-order-number',
  'registers no order under an orderNumber of 37 characters',
  async ({ subscriptions, gateway, skip }) => {
    const longest = `sub-${uniqueNumber(9)}`.padEnd(36, 'x');
    const orderNumber = `${longest}x`;

    const answer = await subscriptions.create(aSubscription({ orderNumber }));

    if (succeeded(answer)) {
      const own = gateway.as({ login: subscriptions.settings.login });
      const order = await statusOf(own, { mdOrder: String(shown(answer, 'mdOrder')) });
      const isItsNumber = memberOf(order.answer.json, 'orderNumber') === orderNumber;
      if (!isItsNumber) return skip('the order of a subscription has another number');
    }
    expect(answer).toBeRefused();
    expectSuccess(await subscriptions.create(aSubscription({ orderNumber: longest })));
  },
);

// The number is that of an order which is no subscription's: who asks the gateway alone knows of it.
check(
  'subscriptions.create.gateway-message',
  'repeats with what message the gateway refuses an orderNumber that is in use',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    const order = anOrder();
    const registered = await own.ask('register.do', order);
    if (!wentWell(registered)) return skip('register.do takes no order of the merchant');

    const answer = await subscriptions.create(aSubscription({ orderNumber: order.orderNumber }));

    if (succeeded(answer)) return skip('a subscription may have the number of another order');
    const error = inWords(memberOf(answer.answer.json, 'error'));
    const messages: string[] = [];
    // In which language the service asks the gateway is not shown.
    for (const language of [undefined, ...languages]) {
      const refused = await own.ask('register.do', { ...order, language });
      const message = inWords(memberOf(refused.answer.json, 'errorMessage'));
      if (wentWell(refused) || message === '') continue;
      if (error.includes(message)) return;
      messages.push(message);
    }
    const [first] = messages;
    if (first === undefined) return skip('register.do tells no errorMessage');
    expect(error, sentExpectedGot(answer, `error that holds "${first}"`)).toContain(first);
  },
);

check(
  'subscriptions.create.description-is-optional',
  'creates one without a description, and one with it',
  async ({ subscriptions }) => {
    expectSuccess(await subscriptions.create(without(aSubscription(), 'description')));
    expectSuccess(await subscriptions.create(aSubscription({ description: 'Tea of the month' })));
  },
);

check(
  'subscriptions.create.failure-creates-nothing',
  'lists nothing of a customer whose creates were refused',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const orderNumber = `sub-${uniqueNumber(9)}`;
    await newSubscription(subscriptions, { orderNumber });

    const refused: readonly Exchange[] = [
      await subscriptions.create(aSubscription({ customerId, amount: 0 })),
      await subscriptions.create(without(aSubscription({ customerId }), 'email')),
      await subscriptions.create(aSubscription({ customerId, orderNumber })),
    ];

    for (const answer of refused) expect(answer).toBeRefused();
    expectListed(await subscriptions.list({ customerId }), []);
    const taken = await newSubscription(subscriptions, { customerId });
    expectListed(await subscriptions.list({ customerId }), [taken]);
  },
);

check(
  'subscriptions.create.malformed-email',
  'is sent an email that is none',
  async ({ subscriptions, observe }) => {
    const answer = await subscriptions.create(aSubscription({ email: 'not an address' }));

    observe(inShort(answer));
  },
);

check('subscriptions.create.currency', 'is sent currency 1', async ({ subscriptions, observe }) => {
  const answer = await subscriptions.create(aSubscription({ currency: 1 }));

  const isError = typeof memberOf(answer.answer.json, 'error') === 'string';
  observe(`${inShort(answer)}${isError ? ' with error' : ''}`);
});

/** The languages of messages. Document 3, part 4.1. */
const languages = (
  'en el ro bg pt sw hu it pl de fr kh cn es ka da et fi lt lv nl sv' as const
).split(' ');

/** The words of a message, whatever its case and its full stop. */
function inWords(message: unknown): string {
  return typeof message === 'string' ? message.trim().replace(/\.$/, '').toLowerCase() : '';
}

/** A creation whose only contact is a phone. */
function withPhone(phone: string) {
  return aSubscription({ email: undefined, phone });
}
