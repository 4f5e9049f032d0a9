import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { languages } from '../../fixtures/fields/gateway-requests.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import { promised as promisedByGateway, statusOf } from '../../fixtures/worlds/gateway.ts';
import { detailsOf, newSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';
import {
  expectListed,
  expectShown,
  expectSuccess,
  expectTaken,
  expectUnset,
  shown,
} from './expectations.ts';
import { setUpFailed, textAt } from '../../fixtures/worlds/set-up.ts';

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

/** What promises the request from which a refused one differs. */
const created = 'subscriptions.create.succeeds';

for (const [id, member] of [
  ['subscriptions.create.active-till-is-null', 'activeTill'],
  ['subscriptions.create.next-charge-at-is-null', 'nextChargeAt'],
] as const) {
  check(id, `shows ${member} null at first`, async ({ subscriptions }) => {
    const answer = promised(await subscriptions.create(aSubscription()), created);

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

const { members } = subscriptionRequests['subscriptions.create'];

for (const { path, refusals } of members) {
  for (const { requirement, values, status } of refusals) {
    for (const value of values) {
      const what =
        value === undefined ? `without ${path}` : `with ${path} ${JSON.stringify(value)}`;
      check(requirement, `refuses a create ${what}`, async ({ subscriptions }) => {
        const whole = aSubscription();
        promised(await subscriptions.create(whole), created);

        const answer = await subscriptions.create({ ...whole, [path]: value });

        if (status === undefined) expect(answer).toBeRefused();
        else expect(answer).toAnswer(status);
      });
    }
  }
}

for (const { path } of members.filter(({ isNeeded }) => isNeeded)) {
  check(
    'subscriptions.create.required-is-not-null',
    `refuses a create with ${path} null`,
    async ({ subscriptions }) => {
      const whole = aSubscription();
      promised(await subscriptions.create(whole), created);

      const answer = await subscriptions.create({ ...whole, [path]: null });

      expect(answer).toBeRefused();
    },
  );
}

check(
  'subscriptions.create.neither-email-nor-phone',
  'answers 400 to a create with neither email nor phone',
  async ({ subscriptions }) => {
    const whole = aSubscription();
    promised(await subscriptions.create(whole), created);

    const answer = await subscriptions.create(without(whole, 'email'));

    expect(answer).toAnswer(400);
  },
);

check(
  'subscriptions.create.email-alone',
  'takes an email without a phone',
  async ({ subscriptions }) => {
    const email = `alone-${uniqueNumber(9)}@example.com`;

    await expectTaken(subscriptions, aSubscription({ email, phone: undefined }), {
      usual: aSubscription({ email, phone: '+37120000001' }),
    });
  },
);

check(
  'subscriptions.create.phone-alone',
  'takes a phone without an email',
  async ({ subscriptions }) => {
    await expectTaken(subscriptions, withPhone('+37120000001'), {
      usual: aSubscription({ phone: '+37120000001' }),
    });
  },
);

// The document has text; a target may all the same read numbers as their digits.
check(
  'subscriptions.create.customer-id-as-number',
  'refuses a number as customerId, or shows its digits as text',
  async ({ subscriptions }) => {
    const number = Number(`1${uniqueNumber(8)}`);
    const customerId = String(number);
    promised(await subscriptions.create(aSubscription({ customerId })), created);

    const answer = await subscriptions.create(aSubscription({ customerId: number }));

    if (isSubscriptionSuccess(answer)) {
      const subscriptionId = String(shown(answer, 'subscriptionId'));
      expectShown(await detailsOf(subscriptions, { subscriptionId }), { customerId });
      return;
    }
    expect(answer).toBeRefused();
  },
);

for (const [id, unit, another] of [
  ['subscriptions.create.unit-days', 'DAYS', 'WEEKS'],
  ['subscriptions.create.unit-weeks', 'WEEKS', 'MONTHS'],
  ['subscriptions.create.unit-months', 'MONTHS', 'YEARS'],
  ['subscriptions.create.unit-years', 'YEARS', 'DAYS'],
] as const) {
  check(id, `takes an interval in ${unit}`, async ({ subscriptions }) => {
    await expectTaken(subscriptions, aSubscription({ billingIntervalUnit: unit }), {
      usual: aSubscription({ billingIntervalUnit: another }),
      part: { billingIntervalUnit: unit },
    });
  });
}

for (const [id, phone, because] of [
  ['subscriptions.create.phone-of-seven', '2000001', 'of seven digits'],
  ['subscriptions.create.phone-of-twenty', '37120000001371200000', 'of twenty digits'],
  ['subscriptions.create.phone-with-plus', '+37120000001', 'with a plus sign'],
  [
    'subscriptions.create.phone-with-plus',
    '+37120000001371200000',
    'with a plus sign and twenty digits',
  ],
  ['subscriptions.create.phone-with-separators', '+371 20 000 001', 'with whitespace'],
  ['subscriptions.create.phone-with-separators', '371-20-000-001', 'with hyphens'],
  ['subscriptions.create.phone-with-separators', '(371)20000001', 'with parentheses'],
  // The document counts characters, whichever they are.
  ['subscriptions.create.phone-with-separators', '20-00-1', 'of seven characters with hyphens'],
  ['subscriptions.create.phone-with-separators', '+(20)001', 'of a plus sign and seven characters'],
  [
    'subscriptions.create.phone-with-separators',
    '+(371) 20-00-00-01-02',
    'of a plus sign and twenty characters',
  ],
] as const) {
  check(id, `takes a phone ${because}`, async ({ subscriptions }) => {
    await expectTaken(subscriptions, withPhone(phone));
  });
}

for (const [id, phone, because] of [
  ['subscriptions.create.phone-of-six', '200001', 'of six digits'],
  ['subscriptions.create.phone-of-twenty-one', '371200000013712000001', 'of twenty-one digits'],
  ['subscriptions.create.phone-with-letters', '3712000000A', 'with a letter'],
] as const) {
  check(id, `refuses a phone ${because}`, async ({ subscriptions }) => {
    promised(
      await subscriptions.create(withPhone('37120000001')),
      'subscriptions.create.phone-alone',
    );

    const answer = await subscriptions.create(withPhone(phone));

    expect(answer).toBeRefused();
  });
}

check(
  'subscriptions.create.order-number-is-optional',
  'creates one without an orderNumber',
  async ({ subscriptions }) => {
    await expectTaken(subscriptions, without(aSubscription(), 'orderNumber'), {
      usual: aSubscription({ orderNumber: `sub-${uniqueNumber(9)}` }),
    });
  },
);

check(
  'subscriptions.create.order-number-is-unique',
  'answers 400 to an orderNumber that is in use',
  async ({ subscriptions, initialPayment, session }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`;
    const subscription = await newSubscription(subscriptions, { orderNumber });

    const again = (part: object = {}) =>
      subscriptions.create(aSubscription({ orderNumber, ...part }));

    expect(await again()).toAnswer(400);
    if (inSmokeOnly()) return;
    // The order has the number for good, whatever becomes of it and of the subscription, and whoever asks.
    const login = session.target.otherMerchant;
    if (login !== undefined) {
      await subscriptions.as(login).create(aSubscription({ orderNumber }));
      expect(await again()).toAnswer(400);
    }
    const { subscriptionId, mdOrder, customerId } = subscription;
    await triedToPay(initialPayment, mdOrder);
    expect(await again()).toAnswer(400);
    expect(await again({ customerId })).toAnswer(400);
    await subscriptions.deactivate({ subscriptionId, force: true });
    expect(await again()).toAnswer(400);
  },
);

if (!inSmokeOnly()) {
  check(
    'subscriptions.create.order-number-is-unique',
    'answers 400 to the orderNumber of what was deactivated before anybody has paid',
    async ({ subscriptions }) => {
      await forEvery(
        [undefined, true],
        (force) => (force === true ? 'by force' : 'without force'),
        async (force) => {
          const orderNumber = `sub-${uniqueNumber(9)}`;
          const { subscriptionId } = await newSubscription(subscriptions, { orderNumber });
          await subscriptions.deactivate({ subscriptionId, force });

          expect(await subscriptions.create(aSubscription({ orderNumber }))).toAnswer(400);
        },
      );
    },
  );
}

check(
  'subscriptions.create.order-number-is-kept',
  'registers the order of the initial payment under the orderNumber that was sent',
  async ({ subscriptions, gateway, skip }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`;
    const { mdOrder } = await newSubscription(subscriptions, { orderNumber });
    const own = gateway.as({ login: subscriptions.settings.login });

    const order = await statusOf(own, { mdOrder });

    const number = memberOf(order.answer.json, 'orderNumber');
    if ((number ?? '') === '') return skip('an order status shows no orderNumber');
    expect(number, sentExpectedGot(order, `orderNumber ${orderNumber}`)).toBe(orderNumber);
    const twin = await own.ask('register.do', anOrder({ orderNumber, amount: 21_00 }));
    const isSecond = isGatewaySuccess(twin) && orderNamedIn(twin)?.mdOrder !== mdOrder;
    expect(isSecond, sentExpectedGot(twin, 'no other order under that number')).toBe(false);
  },
);

// 2.1 has one number per order, and the order of a subscription is an order.
check(
  'subscriptions.create.order-number-is-kept',
  'registers no order under a number that an order of the merchant has',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    const { order, mdOrder } = await orderOfTheMerchant(own);

    const answer = await subscriptions.create(aSubscription({ orderNumber: order.orderNumber }));

    if (!isSubscriptionSuccess(answer)) return;
    const second = shown(answer, 'mdOrder');
    if (typeof second !== 'string') return skip('the order of a subscription is not shown');
    const [one, other] = [
      await statusOf(own, { mdOrder }),
      await statusOf(own, { mdOrder: second }),
    ];
    const numbers = [one, other].map((status) => memberOf(status.answer.json, 'orderNumber'));
    if (numbers.some((number) => (number ?? '') === '')) {
      return skip('an order status shows no orderNumber');
    }
    const isOneNumber = second !== mdOrder && numbers[0] === numbers[1];
    const words = 'two orders with a number each';
    expect(isOneNumber, sentExpectedGot([one, answer, other], words)).toBe(false);
  },
);

// 2.1 calls it the merchant's number: another merchant's are no affair of its own.
check(
  'subscriptions.create.order-number-of-another-merchant',
  'creates one with the orderNumber of a subscription of another merchant',
  async ({ subscriptions, otherMerchant, skip }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`;
    const other = subscriptions.as(otherMerchant);
    const theirs = await other.create(aSubscription({ orderNumber }));
    if (!isSubscriptionSuccess(theirs)) return skip('the second merchant can create nothing');

    await expectTaken(subscriptions, aSubscription({ orderNumber }), {
      usual: aSubscription({ orderNumber: `sub-${uniqueNumber(9)}` }),
    });
  },
);

check(
  'subscriptions.create.order-number-of-another-merchant',
  'creates one with the orderNumber of an order of another merchant',
  async ({ subscriptions, gateway, otherMerchant, skip }) => {
    const order = anOrder();
    const theirs = await gateway.as({ login: otherMerchant }).ask('register.do', order);
    if (!isGatewaySuccess(theirs)) return skip('the second merchant can register no order');

    await expectTaken(subscriptions, aSubscription({ orderNumber: order.orderNumber }), {
      usual: aSubscription({ orderNumber: anOrder().orderNumber }),
    });
  },
);

check(
  'subscriptions.create.longest-order-number',
  'takes an orderNumber of 36 characters',
  async ({ subscriptions }) => {
    const orderNumber = `sub-${uniqueNumber(9)}`.padEnd(36, 'x');

    await expectTaken(subscriptions, aSubscription({ orderNumber }));
  },
);

// Only orders are said to have numbers of 36 characters: a subscription's may be one of its own.
check(
  'subscriptions.create.longer-order-number',
  'registers no order under an orderNumber of 37 characters',
  async ({ subscriptions, gateway, skip }) => {
    const longest = `sub-${uniqueNumber(9)}`.padEnd(36, 'x');
    const orderNumber = `${longest}x`;
    promised(
      await subscriptions.create(aSubscription({ orderNumber: longest })),
      'subscriptions.create.longest-order-number',
    );

    const answer = await subscriptions.create(aSubscription({ orderNumber }));

    if (isSubscriptionSuccess(answer)) {
      const own = gateway.as({ login: subscriptions.settings.login });
      const order = await statusOf(own, { mdOrder: String(shown(answer, 'mdOrder')) });
      const isItsNumber = memberOf(order.answer.json, 'orderNumber') === orderNumber;
      if (!isItsNumber) {
        return skip('the order of a subscription has another number, which no sentence forbids');
      }
    }
    expect(answer).toBeRefused();
  },
);

// The number is that of an order which is no subscription's: who asks the gateway alone knows of it.
check(
  'subscriptions.create.gateway-message',
  'repeats with what message the gateway refuses an orderNumber that is in use',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    const { order, mdOrder } = await orderOfTheMerchant(own);
    promised(await subscriptions.create(aSubscription()), created);
    // What is refused for another reason first has a message of its own, if it comes from the gateway.
    const unlike = await subscriptions.create(aSubscription({ currency: 999 }));

    const answer = await subscriptions.create(aSubscription({ orderNumber: order.orderNumber }));

    // The order of a subscription may have a number that is not the subscription's.
    if (isSubscriptionSuccess(answer)) {
      return skip('a subscription may have the number of another order, which no sentence forbids');
    }
    const error = inWords(memberOf(answer.answer.json, 'error'));
    const messages: string[] = [];
    // In which language the service asks the gateway is not shown.
    for (const language of [undefined, ...languages]) {
      const refused = await own.ask('register.do', { ...order, language });
      if (memberOf(refused.answer.json, 'orderId') === mdOrder) {
        return skip('a number in use is answered with the existing order');
      }
      if (isGatewaySuccess(refused)) {
        throw setUpFailed(refused, 'a refusal', 'gateway.order.order-number-is-unique');
      }
      const message = inWords(memberOf(refused.answer.json, 'errorMessage'));
      if (message === '') {
        const wanted = 'a refusal with an errorMessage';
        throw setUpFailed(refused, wanted, 'gateway.errors.error-message-explains');
      }
      if (!repeats(error, message)) {
        messages.push(message);
        continue;
      }
      const asked = await own.ask('register.do', anOrder({ currency: '999', language }));
      const isSaidOfBoth = inWords(memberOf(asked.answer.json, 'errorMessage')).includes(message);
      if (isSubscriptionSuccess(unlike) || isGatewaySuccess(asked) || isSaidOfBoth) return;
      const words = sentExpectedGot([unlike, asked, answer], 'another error for another message');
      expect(error, words).not.toBe(inWords(memberOf(unlike.answer.json, 'error')));
      return;
    }
    // What is in use may be found out before the gateway is asked, as it is seen to be where something else is repeated.
    if (await isRepeatedOf(own, unlike)) {
      const words = sentExpectedGot([unlike, answer], 'another error than for an unknown currency');
      expect(error, words).not.toBe(inWords(memberOf(unlike.answer.json, 'error')));
      return;
    }
    if (saysThatItIsInUse(error)) {
      return skip('a number in use is refused in words of its own, before the gateway is asked');
    }
    const [first] = messages;
    expect(error, sentExpectedGot([unlike, answer], `error that holds "${first}"`)).toContain(
      first,
    );
  },
);

/** Whether somebody who knows the orders says what is wrong with a number, and not that the gateway failed. */
function saysThatItIsInUse(error: string): boolean {
  return /number|duplicate|unique/.test(error) && !error.includes('gateway');
}

/** Whether the refusal of a create in an unknown currency holds what the gateway says of an order in it. */
async function isRepeatedOf(own: GatewayClient, unlike: Exchange): Promise<boolean> {
  const error = inWords(memberOf(unlike.answer.json, 'error'));
  for (const language of [undefined, ...languages]) {
    const asked = await own.ask('register.do', anOrder({ currency: '999', language }));
    const message = inWords(memberOf(asked.answer.json, 'errorMessage'));
    if (!isGatewaySuccess(asked) && message !== '' && repeats(error, message)) return true;
  }
  return false;
}

check(
  'subscriptions.create.description-is-optional',
  'creates one without a description, and one with it',
  async ({ subscriptions }) => {
    const described = aSubscription({ description: 'Tea of the month' });

    await expectTaken(subscriptions, without(aSubscription(), 'description'), { usual: described });
    await expectTaken(subscriptions, described);
  },
);

check(
  'subscriptions.create.failure-creates-nothing',
  'lists nothing of a customer whose creates were refused',
  async ({ subscriptions }) => {
    const customerId = aCustomerId();
    const orderNumber = `sub-${uniqueNumber(9)}`;
    await newSubscription(subscriptions, { orderNumber });

    for (const [promise, wrong] of [
      ['subscriptions.create.amount-zero', aSubscription({ customerId, amount: 0 })],
      [
        'subscriptions.create.neither-email-nor-phone',
        without(aSubscription({ customerId }), 'email'),
      ],
      ['subscriptions.create.order-number-is-unique', aSubscription({ customerId, orderNumber })],
    ] as const) {
      const answer = await subscriptions.create(wrong);
      if (isSubscriptionSuccess(answer)) throw setUpFailed(answer, 'HTTP 400', promise);
    }

    expectListed(await subscriptions.list({ customerId }), []);
    const taken = await newSubscription(subscriptions, { customerId });
    expectListed(await subscriptions.list({ customerId }), [taken]);
  },
);

/** What a create may hold that is wrong; whether each is refused is the affair of other requirements. */
const wrongInSomething: readonly (readonly [string, () => object])[] = [
  ['no contact', () => without(aSubscription(), 'email')],
  ['a phone of six digits', () => withPhone('200001')],
  ['a phone with a letter', () => withPhone('3712000000A')],
  ['a malformed email', () => aSubscription({ email: 'not an address' })],
  ['currency 1', () => aSubscription({ currency: 1 })],
  ...members.flatMap(({ path, isNeeded, refusals }) =>
    [...(isNeeded ? [null] : []), ...refusals.flatMap(({ values }) => values)]
      .filter((value) => value !== undefined)
      .map(
        (value) =>
          [`${path} ${JSON.stringify(value)}`, () => aSubscription({ [path]: value })] as const,
      ),
  ),
];

for (const [what, wrong] of wrongInSomething) {
  check(
    'subscriptions.create.validation-answers-400',
    `answers 400 to a create with ${what}, if it refuses it`,
    async ({ subscriptions }) => {
      promised(await subscriptions.create(aSubscription()), created);

      const answer = await subscriptions.create(wrong());

      // A server error is no refusal, and an affair of its own.
      if (!isSubscriptionSuccess(answer) && answer.answer.status < 500)
        expect(answer).toAnswer(400);
    },
  );
}

check(
  'subscriptions.create.malformed-email',
  'is sent a malformed email',
  async ({ subscriptions, observe }) => {
    const answer = await subscriptions.create(aSubscription({ email: 'not an address' }));

    observe(inShort(answer));
  },
);

check(
  'subscriptions.create.currency-below-100',
  'is sent currencies whose codes begin with zeros',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    const taken = async (currency: number): Promise<Exchange | undefined> => {
      const answer = await own.ask('register.do', anOrder({ currency: threeDigits(currency) }));
      return isGatewaySuccess(answer) ? answer : undefined;
    };
    const create = (currency: number): Promise<Exchange> =>
      subscriptions.create(aSubscription({ currency }));
    const refused: Exchange[] = [];
    for (const currency of [36, 8]) {
      const answer = await create(currency);
      const registered = isSubscriptionSuccess(answer) ? undefined : await taken(currency);
      if (registered !== undefined) refused.push(registered, answer);
    }
    if (refused.length === 0) return;
    // Which currencies a merchant has is not said, nor that subscriptions have the same.
    let shared = 0;
    for (const currency of [840, 826, 978, 392, 554, 516].filter(
      (each) => each !== aSubscription().currency,
    )) {
      const isRegistered = (await taken(currency)) !== undefined;
      if (isSubscriptionSuccess(await create(currency)) !== isRegistered)
        return skip('subscriptions are created in other currencies than orders are registered in');
      if (isRegistered) shared += 1;
    }
    if (shared === 0) return skip('subscriptions are created in one currency');

    const words = sentExpectedGot(refused, 'a subscription, as in every other currency');
    expect(refused.length, words).toBe(0);
  },
);

check('subscriptions.create.currency', 'is sent currency 1', async ({ subscriptions, observe }) => {
  const answer = await subscriptions.create(aSubscription({ currency: 1 }));

  const isError = typeof memberOf(answer.answer.json, 'error') === 'string';
  observe(`${inShort(answer)}${isError ? ' with error' : ''}`);
});

/**
 * Whether an error holds a message, but for what may stand before or behind it, such as a code or the name of a
 * parameter: two thirds of its words in a row, or at least its beginning.
 */
function repeats(error: string, message: string): boolean {
  const words = message.split(/\s+/);
  const most = Math.ceil((words.length * 2) / 3);
  const parts = words.slice(most - 1).map((_, at) => words.slice(at, at + most).join(' '));
  const isMostOfIt = error.length * 2 >= message.length;
  return parts.some((part) => error.includes(part)) || (isMostOfIt && message.startsWith(error));
}

/** The words of a message, whatever its case and its full stop. */
function inWords(message: unknown): string {
  return typeof message === 'string' ? message.trim().replace(/\.$/, '').toLowerCase() : '';
}

/** An order that is no subscription's. */
async function orderOfTheMerchant(own: GatewayClient) {
  const order = anOrder();
  const registered = await own.ask('register.do', order);
  promisedByGateway(registered, 'gateway.register.succeeds');
  return { order, mdOrder: textAt(registered, 'orderId') };
}

/** A code as the gateway has it. Document 3, part 2.1. */
function threeDigits(currency: number): string {
  return String(currency).padStart(3, '0');
}

/** A creation whose only contact is a phone. */
function withPhone(phone: string) {
  return aSubscription({ email: undefined, phone });
}
