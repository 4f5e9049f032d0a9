import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { expectHarmless, expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { bindingsIn, chargeRequest, credentialsOf } from '../../fixtures/worlds/gateway.ts';
import { clientWithAll } from '../../fixtures/worlds/gateway-credentials.ts';
import { factsOfOrder } from '../../fixtures/worlds/gateway-facts.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import {
  type Ground,
  isOfSubject,
  pairAmongOthers,
  pairOf,
} from '../../fixtures/worlds/small-subscriptions.ts';
import {
  madeIn,
  type StateAtOnce,
  statesAtOnce,
} from '../../fixtures/worlds/subscription-states.ts';
import { lookAt } from '../../fixtures/worlds/subscription-charges.ts';
import {
  createdIn,
  expectAsBefore,
  likenessIn,
  readOf,
} from '../../fixtures/worlds/subscription-sameness.ts';
import {
  activeSubscription,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { deedsIn, expectItsDue, toBeRefused } from './frames.ts';
import { validRequest } from './wrong-requests.ts';

// Document 3, part 4.8: what an operation leaves as it was. The states that take time stand in
// frame.clock.test.ts.

check(
  'subscriptions.frame.reads-change-nothing',
  'shows everything as before after lists and details, those that find nothing included',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    await forEvery(statesAtOnce, String, async (state) => {
      const world = await pairWith(ground, state, stateAt(statesAtOnce.indexOf(state)));
      if ('missing' in world) return;
      const { subject, customers } = world;
      const { customerId } = subject;
      const before = await factsOf(customers, { inOrder: true });

      const acts = [
        await subscriptions.details({ subscriptionUuid: subject.subscriptionId }),
        await subscriptions.details({ subscriptionUuid: crypto.randomUUID() }),
        await subscriptions.list({ customerId, statuses: [state], sortField: 'AMOUNT' }),
        await subscriptions.list({ customerId, page: 1, size: 1, sortDirection: 'ASC' }),
      ];

      const after = await factsOf(customers, { inOrder: true });
      expectOnlyChanged(before, after, { acts, told: `reads when ${state}` });
    });
  },
);

const refusedRows = (['create', 'update', 'deactivate'] as const).flatMap((name, place) =>
  statesAtOnce.map((state, index) => ({
    operation: `subscriptions.${name}` as const,
    state,
    neighbour: stateAt(place + index),
  })),
);

check(
  'subscriptions.frame.refused-requests-change-nothing',
  'leaves everything as it was after requests that it refuses',
  async ({ subscriptions, initialPayment }) => {
    const ground = { subscriptions, initialPayment };
    const nameOf = ({ operation, state }: (typeof refusedRows)[number]): string =>
      `${operation} when ${state}`;
    await forEvery(refusedRows, nameOf, async (row) => {
      const { operation, state, neighbour } = row;
      await expectHarmless({
        told: `wrong requests of ${nameOf(row)}`,
        make: async () => {
          const world = await pairWith(ground, state, neighbour);
          if ('missing' in world) return undefined;
          const { subject, customers } = world;
          return {
            facts: () => factsOf(customers, { inOrder: true }),
            requests: toBeRefused(subscriptions, operation, subject, state),
          };
        },
        // What is carried out all the same is judged by who demands the refusal.
        isJudged: (answers) => !answers.some(isSubscriptionSuccess),
      });
    });
  },
);

check(
  'subscriptions.frame.refused-requests-change-nothing',
  'leaves the order of the initial payment as it was after updates that it refuses',
  async ({ subscriptions, initialPayment, gateway }) => {
    const own = gateway.as({ login: subscriptions.settings.login });
    await forEvery(statesAtOnce, String, async (state) => {
      await expectHarmless({
        told: `wrong updates when ${state}`,
        make: async () => {
          const subject = await madeIn(state, subscriptions, initialPayment);
          if ('missing' in subject) return undefined;
          const name = 'the order of the initial payment';
          return {
            facts: () => factsOfOrder(own, { name, mdOrder: subject.mdOrder }),
            requests: toBeRefused(subscriptions, 'subscriptions.update', subject, state),
          };
        },
        isJudged: (answers) => !answers.some(isSubscriptionSuccess),
      });
    });
  },
);

check(
  'subscriptions.frame.refused-create-leaves-its-order-number',
  'takes an orderNumber that only a refused create has named',
  async ({ subscriptions }) => {
    const body = aSubscription({ orderNumber: crypto.randomUUID() });
    const refused = await subscriptions.create({ ...body, amount: 0 });
    if (isSubscriptionSuccess(refused)) return;

    const taken = await subscriptions.create(body);

    if (!isSubscriptionSuccess(taken)) {
      const other = { ...body, orderNumber: crypto.randomUUID() };
      promised(await subscriptions.create(other), 'subscriptions.create.succeeds');
    }
    const words = sentExpectedGot([refused, taken], 'success (HTTP 2xx) once the amount is right');
    expect(isSubscriptionSuccess(taken), words).toBe(true);
  },
);

const strangers = {
  'somebody who sends no login': () => ({}),
  'somebody who sends a username alone': ({ userName }: Login) => ({ userName }),
  'somebody who sends a password alone': ({ password }: Login) => ({ password }),
} satisfies Record<string, (login: Login) => Partial<Login>>;
type Login = SubscriptionsClient['settings']['login'];

const strangerRows = [...Object.entries(strangers), ['another merchant', undefined] as const].map(
  ([name, login], place) => ({
    name,
    login,
    state: stateAt(place),
    neighbour: stateAt(place + 1),
  }),
);

check(
  'subscriptions.frame.strangers-change-nothing',
  'leaves everything as it was, whatever somebody asks to whom it does not belong',
  async ({ subscriptions, initialPayment, session }) => {
    const { login: own } = subscriptions.settings;
    const ground = { subscriptions, initialPayment };
    await forEvery(
      strangerRows,
      ({ name }) => name,
      async ({ name, login, state, neighbour }) => {
        const foreign = login?.(own) ?? session.target.otherMerchant;
        if (foreign === undefined) return;
        await expectHarmless({
          told: `everything by ${name}, when ${state}`,
          make: async () => {
            const world = await pairWith(ground, state, neighbour);
            if ('missing' in world) return undefined;
            const { subject, customers } = world;
            const stranger = subscriptions.as(foreign);
            const requests = (['create', 'list', 'details', 'update', 'deactivate'] as const)
              .map((one) => validRequest(`subscriptions.${one}`, subject))
              .map(({ operation, body }) => ({
                told: `${operation} by ${name}, when ${state}`,
                send: async () => [await stranger.ask(operation, body)],
              }));
            return { facts: () => factsOf(customers, { inOrder: true }), requests };
          },
        });
      },
    );
  },
);

check(
  'subscriptions.frame.strangers-change-nothing',
  'leaves a subscription as it was, whatever another merchant sends beside its id',
  async ({ subscriptions, otherMerchant }) => {
    const other = subscriptions.as(otherMerchant);
    const { subscriptionId, customerId, mdOrder } = await newSubscription(subscriptions);
    const own = await newSubscription(other);
    const name = 'the subscription of the customer';
    const customers = [
      {
        name: 'the customer',
        customerId,
        client: subscriptions,
        subscriptions: [{ name, subscriptionId }],
      },
    ];
    const before = await factsOf(customers);

    for (const beside of [
      { customerId },
      { mdOrder },
      { subscriptionUuid: subscriptionId },
      { subscriptionUuid: own.subscriptionId },
    ]) {
      const acts = [
        await other.update({ subscriptionId, amount: 37_11, ...beside }),
        await other.deactivate({ subscriptionId, force: true, ...beside }),
      ];

      const told = `update and deactivate by another merchant, with ${Object.keys(beside).join()} beside`;
      expectOnlyChanged(before, await factsOf(customers), { acts, told });
    }
  },
);

const changes = statesAtOnce
  .flatMap((state) => deedsIn(state).map((deed) => ({ state, deed })))
  .map((row, place) => ({
    ...row,
    others: {
      neighbour: stateAt(place + 1),
      stranger: place % 2 === 0 ? 'INITIATED' : 'CANCELLED',
    } as const,
  }));

check(
  'subscriptions.frame.changes-are-as-named',
  'changes nothing but what the operation is for, and only of what it names',
  async ({ subscriptions, initialPayment, session }) => {
    const ground = { subscriptions, initialPayment };
    const { otherMerchant } = session.target;
    await forEvery(
      changes,
      ({ state, deed }) => `${deed.told} when ${state}`,
      async (row) => {
        const { state, deed, others } = row;
        const world = await pairAmongOthers(
          ground,
          (part) => madeIn(state, subscriptions, initialPayment, part),
          otherMerchant,
          others,
        );
        if ('missing' in world) return;
        const before = await factsOf(world.customers);

        const done = await deed.act(ground, world.subject);

        const after = await factsOf(world.customers);
        const { told } = deed;
        const may = deed.may(state, done);
        expectOnlyChanged(before, after, { acts: [done], told: `${told} when ${state}`, may });
        expectItsDue(after.filter(isOfSubject), done);
      },
    );
  },
);

/** Members of a subscription that no request has: the service alone sets them. Parts 2.3 and 4.8. */
const ofTheService = (status: string) => ({
  status,
  bindingId: crypto.randomUUID(),
  mdOrder: crypto.randomUUID(),
  activeTill: '2035-05-05T05:05:05Z',
  nextChargeAt: '2035-05-05T05:05:05Z',
  created: '2015-05-05T05:05:05Z',
});

// Parts 2.2 and 4.6: a charge with the credential is the merchant's own affair, with an order of its own.
check(
  'subscriptions.frame.changes-are-as-named',
  'leaves a subscription as it is when the merchant charges its credential for something else',
  async ({ subscriptions, initialPayment, gateway, skip }) => {
    const active = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in active) return skip(active.missing);
    const start = await lookAt(subscriptions, active);
    const { bindingId } = start;
    if (bindingId === undefined) return skip('an active subscription shows no bindingId');
    const before = await readOf(subscriptions, active);
    const request = await chargeRequest(gateway, 'recurrentPayment.do', { bindingId });

    const charged = await gateway.ask('recurrentPayment.do', request);

    // Whether the credential of a subscription may be charged so is not shown.
    if (!isGatewaySuccess(charged)) return skip('recurrentPayment.do takes no such credential');
    await expectAsBefore(subscriptions, active, before, 'recurrentPayment.do');
    const end = await lookAt(subscriptions, active);
    const [paid, isPaid] = [start, end].map(({ payments }) => payments.length);
    const acts = [start.exchange, charged, end.exchange];
    expect(isPaid, sentExpectedGot(acts, `${paid} related payments, as before`)).toBe(paid);
  },
);

// Part 2.2: one card may hold credentials of several types.
check(
  'subscriptions.frame.changes-are-as-named',
  'leaves the credentials of other types that a customer has by the same card when the initial payment stores one',
  async ({ subscriptions, initialPayment, gateway, skip }) => {
    const stored = await clientWithAll(gateway, ['COMMON', 'INSTALLMENT']);
    if ('missing' in stored) return skip(stored.missing);
    const { clientId } = stored;
    const types = ['C', 'I'] as const;
    const listed = () => Promise.all(types.map((type) => credentialsOf(gateway, clientId, [type])));
    const before = await listed();
    const created = promised(
      await subscriptions.create(aSubscription({ customerId: clientId })),
      'subscriptions.create.succeeds',
    );

    const missing = await initialPayment(createdIn(created).mdOrder);

    if (missing !== undefined) return skip(missing.missing);
    for (const [place, type] of types.entries()) {
      const shown = await gateway.ask('getBindings.do', { clientId, bindingType: type });
      const after = bindingsIn(shown).map((binding) => memberOf(binding, 'bindingId'));
      const about = sentExpectedGot([created, shown], `${before[place]?.join(', ')}, as before`);
      expect(after, about).toEqual(expect.arrayContaining(before[place] ?? []));
    }
  },
);

check(
  'subscriptions.frame.changes-are-as-named',
  'creates what is INITIATED and bound to nothing, whatever else the request holds',
  async ({ subscriptions, skip }) => {
    const sent = ofTheService('ACTIVE');
    const body = { ...aSubscription(), subscriptionId: crypto.randomUUID() };
    const plain = await subscriptions.create(aSubscription());
    promised(plain, 'subscriptions.create.succeeds');

    const created = await subscriptions.create({ ...body, ...sent });

    // What part 4.8 does not list may be refused.
    if (!isSubscriptionSuccess(created)) return skip('members that are not listed are refused');
    const subject = createdIn(created);
    const details = await readOf(subscriptions, subject);
    const set = {
      subscriptionId: body.subscriptionId,
      mdOrder: sent.mdOrder,
      created: sent.created,
    };
    for (const one of [created, details]) {
      const words = sentExpectedGot([created, one], 'as of a create without them');
      const own = ['customerId', 'email'];
      expect(likenessIn(one, own), words).toEqual(likenessIn(plain, own));
      for (const [name, value] of Object.entries(set))
        expect(memberOf(subscriptionIn(one), name), words).not.toBe(value);
    }
  },
);

for (const [state, status] of [
  ['INITIATED', 'ACTIVE'],
  ['ACTIVE', 'UNPAID'],
] as const) {
  check(
    'subscriptions.frame.changes-are-as-named',
    `changes the amount alone of what is ${state} by an update, whatever else that holds`,
    async ({ subscriptions, initialPayment, skip }) => {
      const ground = { subscriptions, initialPayment };
      const world = await pairWith(ground, state, 'INITIATED');
      if ('missing' in world) return skip(world.missing);
      const { subject, customers } = world;
      const before = await factsOf(customers);
      const { subscriptionId } = subject;

      const updated = await subscriptions.update({
        subscriptionId,
        amount: 77_77,
        ...ofTheService(status),
      });

      // What part 4.8 does not list may be refused, and so may an update before the first payment.
      if (!isSubscriptionSuccess(updated)) return skip('members that are not listed are refused');
      const may = state === 'ACTIVE' ? ['amount'] : ['amount', 'payments'];
      expectOnlyChanged(before, await factsOf(customers), {
        acts: [updated],
        told: 'an update of the amount, with members that no request has',
        may: (change) => isOfSubject(change) && may.includes(change.kind),
      });
    },
  );
}

check(
  'subscriptions.update.leaves-others-alone',
  'leaves the other subscriptions as they were after an update of each term',
  async ({ subscriptions, initialPayment, skip }) => {
    const ground = { subscriptions, initialPayment };
    const world = await pairWith(ground, 'ACTIVE', 'INITIATED');
    if ('missing' in world) return skip(world.missing);
    const { subject, customers } = world;
    const before = await factsOf(customers);

    const { operation, body } = validRequest('subscriptions.update', subject);
    const updated = promised(
      await subscriptions.ask(operation, body),
      'subscriptions.update.succeeds',
    );

    const told = 'an update of subscription 1 of customer 1';
    expectOnlyChanged(before, await factsOf(customers), {
      acts: [updated],
      told,
      may: isOfSubject,
    });
  },
);

/** The subject in a state, and its neighbour in another or the same. */
function pairWith(
  ground: Ground,
  state: StateAtOnce,
  neighbour: StateAtOnce,
): ReturnType<typeof pairOf> {
  const { subscriptions, initialPayment } = ground;
  return pairOf(ground, (part) => madeIn(state, subscriptions, initialPayment, part), {
    neighbour,
  });
}

/**
 * Each in turn, of what is asked and of what stands beside it: what all are set to shows only of one that was
 * in another state.
 */
function stateAt(place: number): StateAtOnce {
  return statesAtOnce[(place + 1) % statesAtOnce.length] ?? 'ACTIVE';
}
