import { setTimeout as sleep } from 'node:timers/promises';
import { cardData } from '../../fixtures/builders/gateway.ts';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import {
  subscriptionOperations,
  subscriptionPath,
  type SubscriptionsClient,
  isSubscriptionSuccess,
  subscriptionIn,
} from '../../fixtures/clients/subscriptions.ts';
import { subscriptionsEveryAnswer } from '../../fixtures/every-answer.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { isPaid } from '../../fixtures/worlds/gateway.ts';
import {
  detailsOf,
  newSubscription,
  promised,
  statusOf,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectShown, expectSuccess, shown } from './expectations.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Document 3, parts 1, 4.8 (flow) and 9, and what every answer is judged by (parts 1 and 7).

check(
  'subscriptions.service.json-encoding',
  'takes application/json;charset=UTF-8',
  async ({ subscriptions }) => {
    const answer = await sentTo(subscriptions, '/v1/subscriptions', aSubscription());

    // Who takes none in another encoding either has another reason.
    if (!isSubscriptionSuccess(answer)) {
      const plain = { 'Content-Type': 'application/json' };
      const other = await sentTo(
        subscriptions,
        '/v1/subscriptions',
        aSubscription(),
        'POST',
        plain,
      );
      promised(other, 'subscriptions.create.succeeds');
    }
    expectSuccess(answer);
  },
);

check(
  'subscriptions.service.version-segment',
  'answers to create at /v1/subscriptions',
  async ({ subscriptions }) => {
    const answer = await sentTo(subscriptions, '/v1/subscriptions', aSubscription());

    expectToBeThere(answer);
    promised(answer, 'subscriptions.create.succeeds');
  },
);

check(
  'subscriptions.service.version-segment',
  'answers to list at /v1/subscriptions/list',
  async ({ subscriptions }) => {
    const answer = await sentTo(subscriptions, '/v1/subscriptions/list', { size: 1 });

    expectToBeThere(answer);
    promised(answer, 'subscriptions.list.succeeds');
  },
);

check(
  'subscriptions.service.version-segment',
  'answers to the commands below /v1/subscriptions',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    // Whether a fresh subscription can be updated is not shown: the address is there all the same.
    for (const [name, body] of [
      ['details', { subscriptionUuid: subscriptionId }],
      ['update', { subscriptionId, amount: 20_00 }],
      ['deactivate', { subscriptionId }],
    ] as const) {
      expectToBeThere(await sentTo(subscriptions, `/v1/subscriptions/${name}`, body));
    }
  },
);

check(
  'subscriptions.service.get',
  'is asked for details by GET',
  async ({ subscriptions, observe }) => {
    const answer = await subscriptions.send({
      operation: 'undocumented',
      method: 'GET',
      path: subscriptionPath('subscriptions.details'),
    });

    observe(inShort(answer));
  },
);

check(
  'subscriptions.service.parameters-in-the-address',
  'is asked for details by parameters in the address',
  async ({ subscriptions, observe }) => {
    const { subscriptionId } = await newSubscription(subscriptions);
    const { userName, password } = subscriptions.settings.login;
    const query = new URLSearchParams({
      username: userName,
      password,
      subscriptionUuid: subscriptionId,
    });
    const path = `${subscriptionPath('subscriptions.details')}?${query.toString()}`;

    const answer = await subscriptions.send({
      operation: 'undocumented',
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
      body: '{}',
    });

    observe(inShort(answer));
  },
);

check(
  'subscriptions.flow.completes',
  'shows a subscription as ACTIVE once it is created and paid',
  async ({ subscriptions, initialPayment, skip }) => {
    const created = promised(
      await subscriptions.create(aSubscription()),
      'subscriptions.create.succeeds',
    );
    const payment = await initialPayment(String(shown(created, 'mdOrder')));
    if (payment !== undefined) return skip(payment.missing);

    const subscriptionId = String(shown(created, 'subscriptionId'));
    const details = await detailsOf(subscriptions, { subscriptionId });

    expectShown(details, { subscriptionId, status: 'ACTIVE' });
  },
);

// However else the customer of a run pays: the order of a subscription is one of the gateway, and an
// answer to its payment that is none at all (HTTP 5xx) is no reason not to look.
check(
  'subscriptions.flow.completes',
  'shows a subscription as ACTIVE once its order is paid by paymentorder.do',
  async ({ subscriptions, gateway, skip }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId, mdOrder } = subscription;

    const paid = await own.ask('paymentorder.do', {
      MDORDER: mdOrder,
      ...cardData(gateway.settings),
    });

    if (paid.answer.status < 500 && !isGatewaySuccess(paid)) {
      return skip('paymentorder.do does not accept the order of a subscription');
    }
    expect(paid).toGoWell();
    if (!(await isPaid(own, { mdOrder }))) {
      return skip('paymentorder.do alone does not pay the order of a subscription');
    }
    // How soon the service hears of a payment that the gateway has taken is not shown.
    for (let patience = 6; patience > 0; patience -= 1) {
      if ((await statusOf(subscriptions, subscription)) !== 'INITIATED') break;
      await sleep(500);
    }
    expectShown(await detailsOf(subscriptions, subscription), {
      subscriptionId,
      status: 'ACTIVE',
    });
  },
);

for (const clause of subscriptionsEveryAnswer) {
  const { requirement, expected } = clause;
  check(
    requirement,
    `answers what it takes and what it refuses with ${expected}`,
    async ({ subscriptions }) => {
      const answers = await someAnswers(subscriptions);

      for (const answer of answers) {
        expect(answer).toKeep(clause);
      }
    },
  );
}

check(
  'subscriptions.errors.body-holds-error',
  'says what is wrong with a create that answers 400',
  async ({ subscriptions }) => {
    const answer = await subscriptions.create(aSubscription({ amount: 0 }));

    if (answer.answer.status !== 400) {
      throw setUpFailed(answer, 'HTTP 400', 'subscriptions.create.amount-zero');
    }
    expect(answer).toAnswer(400, { error: expect.any(String) });
  },
);

check(
  'subscriptions.errors.body-holds-error',
  'says what is wrong where a subscription is missing',
  async ({ subscriptions }) => {
    const answer = await detailsOf(subscriptions, { subscriptionId: crypto.randomUUID() });

    if (answer.answer.status !== 404) {
      throw setUpFailed(answer, 'HTTP 404', 'subscriptions.details.unknown');
    }
    expect(answer).toAnswer(404, { error: expect.any(String) });
  },
);

check(
  'subscriptions.errors.body-holds-error',
  'says what is wrong where a subscription is cancelled',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);
    promised(
      await subscriptions.deactivate({ subscriptionId, force: true }),
      'subscriptions.state.cancelled-from-initiated',
    );

    const answer = await subscriptions.deactivate({ subscriptionId });

    if (answer.answer.status !== 422) {
      throw setUpFailed(answer, 'HTTP 422', 'subscriptions.state.cancelled-refuses-deactivate');
    }
    expect(answer).toAnswer(422, { error: expect.any(String) });
  },
);

check(
  'subscriptions.errors.unknown-path-is-refused',
  'refuses an unknown path',
  async ({ subscriptions }) => {
    const { subscriptionId } = await newSubscription(subscriptions);

    const answer = await sentTo(subscriptions, '/v1/subscriptions/no-such-operation', {
      subscriptionId,
    });

    expect(answer).toBeRefused();
  },
);

check(
  'subscriptions.service.other-methods-do-nothing',
  'carries out no operation that comes by another method than POST',
  async ({ subscriptions }) => {
    const subject = await newSubscription(subscriptions);
    const { subscriptionId, customerId } = subject;
    const before = await detailsOf(subscriptions, subject);

    const acts: Exchange[] = [];
    for (const [operation, body] of [
      ['subscriptions.create', aSubscription({ customerId })],
      ['subscriptions.list', { customerId }],
      ['subscriptions.details', { subscriptionUuid: subscriptionId }],
      ['subscriptions.update', { subscriptionId, amount: 77_77 }],
      ['subscriptions.deactivate', { subscriptionId, force: true }],
    ] as const)
      acts.push(await sentTo(subscriptions, subscriptionPath(operation), body, 'PUT'));

    for (const act of acts) {
      const words = sentExpectedGot(act, 'nothing shown by PUT, since all calls are POST');
      expect(act.answer.text, words).not.toContain(subject.mdOrder);
      expect(memberOf(act.answer.json, 'checkoutUrl'), words).toBe(undefined);
      expect(memberOf(act.answer.json, 'items'), words).toBe(undefined);
    }
    const after = await detailsOf(subscriptions, subject);
    for (const name of ['status', 'amount']) {
      const words = sentExpectedGot([...acts.slice(-2), after], `${name} as before`);
      const [was, is] = [before, after].map((one) => memberOf(subscriptionIn(one), name));
      expect(is, words).toBe(was);
    }
  },
);

for (const [method, operation] of [
  ['DELETE', 'subscriptions.list'],
  ['PUT', 'subscriptions.details'],
] as const) {
  const path = subscriptionPath(operation);
  check(
    'subscriptions.errors.unknown-method-is-refused',
    `refuses ${method} ${path}`,
    async ({ subscriptions }) => {
      const answer = await subscriptions.send({ operation: 'undocumented', method, path });

      expect(answer).toBeRefused();
    },
  );
}

check(
  'subscriptions.errors.malformed-json',
  'is sent half an object to create',
  async ({ subscriptions, observe }) => {
    const answer = await subscriptions.send({
      operation: 'subscriptions.create',
      method: 'POST',
      path: subscriptionPath('subscriptions.create'),
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
      body: '{"customerId":',
    });

    observe(inShort(answer));
  },
);

/** One success and one refusal of each operation, as far as the document knows of one. */
async function someAnswers(subscriptions: SubscriptionsClient): Promise<readonly Exchange[]> {
  const create = await subscriptions.create(aSubscription());
  const subscriptionId = String(memberOf(create.answer.json, 'subscription.subscriptionId'));
  const list = await subscriptions.list({ page: 0, size: 1 });
  const ended = await subscriptions.list({ statuses: ['CANCELLED'], size: 1 });
  const details = await subscriptions.details({ subscriptionUuid: subscriptionId });
  const deactivate = await subscriptions.deactivate({ subscriptionId, force: true });
  const refused = await Promise.all(
    subscriptionOperations
      .filter((operation) => operation !== 'subscriptions.list')
      .map((operation) => subscriptions.ask(operation, {})),
  );
  const again = await subscriptions.deactivate({ subscriptionId });
  return [create, list, ended, details, deactivate, ...refused, again];
}

/** Whatever else an operation answers: 404 is for an address where nothing is. */
function expectToBeThere(exchange: Exchange): void {
  const words = sentExpectedGot(exchange, 'any status but 404');
  expect(exchange.answer.status, words).not.toBe(404);
}

/** A request at an address and in an encoding that are written out here. */
function sentTo(
  subscriptions: SubscriptionsClient,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
  headers = { 'Content-Type': 'application/json;charset=UTF-8' },
): Promise<Exchange> {
  const { userName: username, password } = subscriptions.settings.login;
  return subscriptions.send({
    operation: 'undocumented',
    method,
    path,
    headers,
    body: JSON.stringify({ username, password, ...body }),
  });
}
