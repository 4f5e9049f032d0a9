import { atOnce } from '../../fixtures/at-once.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  createdIn,
  expectAsBefore,
  expectCreated,
  likenessIn,
  listedOf,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import {
  activeSubscription,
  type InitialPayment,
  newSubscription,
  promised,
  type TestSubscription,
} from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 4.8: requests that are sent together are each carried out for itself.

const terms = [1, 2, 3, 4].map((number) => ({
  amount: number * 11_11,
  billingIntervalValue: number,
  billingIntervalUnit: ['DAYS', 'WEEKS', 'MONTHS', 'YEARS'][number - 1],
  description: `Box ${number}`,
}));

interface Burst {
  readonly what: string;
  readonly ask: (
    subscriptions: SubscriptionsClient,
    id: string,
    index: number,
  ) => Promise<Exchange>;
  /** What details of each show afterwards. */
  readonly effect: (index: number) => object;
}

const updateOf = (index: number) => ({
  amount: (index + 1) * 3_07,
  // Of years, which the last one counts, fewer: how long an interval may be is not shown.
  billingIntervalValue: index === terms.length - 1 ? 3 : index + 7,
});
const bursts: readonly Burst[] = [
  {
    what: 'updates',
    ask: (subscriptions, subscriptionId, index) =>
      subscriptions.update({ subscriptionId, ...updateOf(index) }),
    effect: (index) => ({ ...terms[index], ...updateOf(index), status: 'ACTIVE' }),
  },
  {
    what: 'deactivations of every other one and updates of the rest',
    ask: (subscriptions, subscriptionId, index) =>
      index % 2 === 0
        ? subscriptions.deactivate({ subscriptionId, force: true })
        : subscriptions.update({ subscriptionId, ...updateOf(index) }),
    effect: (index) =>
      index % 2 === 0
        ? { ...terms[index], status: 'CANCELLED' }
        : { ...terms[index], ...updateOf(index), status: 'ACTIVE' },
  },
  {
    what: 'requests for details',
    ask: (subscriptions, subscriptionId) =>
      subscriptions.details({ subscriptionUuid: subscriptionId }),
    effect: (index) => ({ ...terms[index], status: 'ACTIVE' }),
  },
];

/** Subscriptions of different customers, or of one, that are created and paid together. */
async function manyActive(
  subscriptions: SubscriptionsClient,
  pay: InitialPayment,
  { ofOne = false }: { readonly ofOne?: boolean } = {},
): Promise<
  readonly { readonly subscriptionId: string; readonly customerId: string }[] | undefined
> {
  const inCommon = ofOne ? { customerId: aCustomerId() } : {};
  const bodies = terms.map((part) => aSubscription({ ...part, ...inCommon }));
  const answers = await atOnce(() => bodies.map((body) => subscriptions.create(body)));
  for (const [index, answer] of answers.entries()) {
    await expectCreated(subscriptions, answer, 'beside others');
    const { customerId, email } = bodies[index] as ReturnType<typeof aSubscription>;
    const wanted = { ...terms[index], customerId, email, status: 'INITIATED' };
    const words = sentExpectedGot(answer, 'what was sent in the same request');
    expect(likenessIn(answer), words).toMatchObject(wanted);
  }
  const made = answers.map(createdIn);
  const ids = new Set(made.map(({ subscriptionId }) => subscriptionId));
  expect(ids.size, sentExpectedGot(answers, 'ids that differ')).toBe(answers.length);
  const pages = new Set(answers.map(({ answer }) => memberOf(answer.json, 'checkoutUrl')));
  expect(pages.size, sentExpectedGot(answers, 'a checkoutUrl each')).toBe(answers.length);
  const paid = await Promise.all(made.map(({ mdOrder }) => pay(mdOrder)));
  if (paid.some((one) => one !== undefined)) return undefined;
  return made.map((one, index) => ({ ...one, customerId: bodies[index]?.customerId ?? '' }));
}

check(
  'subscriptions.at-once.each-its-own',
  'answers and carries out each of the requests that are sent together',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      [
        ...bursts.map((burst) => ({ ...burst, ofOne: false })),
        ...bursts.slice(0, 2).map((burst) => ({ ...burst, ofOne: true })),
      ],
      ({ what, ofOne }) => `${what}, of ${ofOne ? 'one customer' : 'different customers'}`,
      async ({ what, ask, effect, ofOne }) => {
        const many = await manyActive(subscriptions, initialPayment, { ofOne });
        if (many === undefined) return;

        const answers = await atOnce(() =>
          many.map(({ subscriptionId }, index) => ask(subscriptions, subscriptionId, index)),
        );

        const bindings = new Set<unknown>();
        for (const [index, one] of many.entries()) {
          const answer = promised(answers[index] as Exchange, 'subscriptions.update.succeeds');
          const words = sentExpectedGot(answer, `an answer about ${one.subscriptionId}`);
          const { subscriptionId } = one;
          expect(subscriptionIn(answer), words).toMatchObject({ subscriptionId });
          const details = await readOf(subscriptions, one);
          const shown = sentExpectedGot([answer, details], `what its own of the ${what} asked for`);
          expect(likenessIn(details), shown).toMatchObject(effect(index));
          bindings.add(memberOf(subscriptionIn(details), 'bindingId') ?? index);
        }
        // They are of different customers, to each of whom a credential belongs. Part 2.2.
        if (!ofOne)
          expect(bindings.size, sentExpectedGot(answers, 'a bindingId each')).toBe(many.length);
        const lists = await Promise.all(
          many.map(({ customerId }) => listedOf(subscriptions, customerId)),
        );
        for (const [index, { list, ids }] of lists.entries()) {
          const words = sentExpectedGot(list, 'the subscriptions of its own customer');
          const own = many.filter(({ customerId }) => customerId === many[index]?.customerId);
          expect(ids, words).toEqual(own.map(({ subscriptionId }) => subscriptionId).toSorted());
        }
      },
    );
  },
);

/** Creations that are refused, each differing in one thing from one that is taken. */
const wrongOnes: readonly (readonly [string, (body: object) => object])[] = [
  ['no currency', (body) => without(body, 'currency')],
  ['no contact', (body) => ({ ...body, email: undefined, phone: undefined })],
  ['amount 0', (body) => ({ ...body, amount: 0 })],
  ['another password', (body) => ({ ...body, password: `no-${uniqueNumber(9)}` })],
];

check(
  'subscriptions.at-once.each-its-own',
  'creates what is valid while creations of the same customer are refused',
  async ({ subscriptions }) => {
    await forEvery(
      wrongOnes,
      ([what]) => `beside a creation with ${what}`,
      async ([what, spoil]) => {
        const customerId = aCustomerId();
        const ask = (body: object) => subscriptions.create(body);
        const valid = () => aSubscription({ customerId, ...unusualTerms });
        const alone = await ask(spoil(valid()));
        // What is taken alone is not wrong.
        if (isSubscriptionSuccess(alone)) return;

        const answers = await atOnce(() => [ask(valid()), ask(spoil(valid())), ask(valid())]);

        const [first, refused, last] = answers;
        for (const one of [first, last]) {
          await expectCreated(subscriptions, one, `beside a creation with ${what}`);
        }
        const words = sentExpectedGot([alone, refused], 'a refusal, as alone');
        expect(isSubscriptionSuccess(refused), words).toBe(false);
        const { list, ids } = await listedOf(subscriptions, customerId);
        const made = [first, last].map((one) => createdIn(one).subscriptionId);
        expect(ids, sentExpectedGot([...answers, list], 'the two that are valid')).toEqual(
          made.toSorted(),
        );
      },
    );
  },
);

const change = { amount: 25_00, billingIntervalValue: 5, billingIntervalUnit: 'DAYS' } as const;

interface Command {
  readonly what: string;
  readonly ask: (as: SubscriptionsClient, subscriptionId: string) => Promise<Exchange>;
  readonly effect: object;
}
const update: Command = {
  what: 'an update',
  ask: (as, subscriptionId) => as.update({ subscriptionId, ...change }),
  effect: { ...change, status: 'ACTIVE' },
};
const cancel: Command = {
  what: 'a deactivation',
  ask: (as, subscriptionId) => as.deactivate({ subscriptionId, force: true }),
  effect: { ...unusualTerms, status: 'CANCELLED' },
};
const look: Command = {
  what: 'a request for details',
  ask: (as, subscriptionId) => as.details({ subscriptionUuid: subscriptionId }),
  effect: { ...unusualTerms, status: 'ACTIVE' },
};

check(
  'subscriptions.at-once.strangers-get-nothing',
  'answers 404 to another merchant who asks together with the owner',
  async ({ subscriptions, initialPayment, otherMerchant }) => {
    const stranger = subscriptions.as(otherMerchant);
    const { login } = subscriptions.settings;
    const guesser = subscriptions.as({ ...login, password: `no-${uniqueNumber(9)}` });
    await forEvery(
      [update, cancel, look].map((command, index) => ({
        ...command,
        isOwnerFirst: index % 2 === 0,
      })),
      ({ what, isOwnerFirst }) => `${what}, the owner ${isOwnerFirst ? 'first' : 'last'}`,
      async ({ ask, effect, isOwnerFirst }) => {
        const one = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in one) return;
        const { subscriptionId } = one;
        const before = await readOf(subscriptions, one);
        const alone = await ask(guesser, subscriptionId);
        await expectAsBefore(subscriptions, one, before, 'a request with another password');

        const callers = [subscriptions, stranger, guesser, stranger];
        const inOrder = isOwnerFirst ? callers : callers.toReversed();
        const all = await atOnce(() => inOrder.map((caller) => ask(caller, subscriptionId)));
        const [own, theirs, guessed, again] = (isOwnerFirst ? all : all.toReversed()) as [
          Exchange,
          Exchange,
          Exchange,
          Exchange,
        ];

        const alike = sentExpectedGot(own, 'success (HTTP 2xx) for the owner');
        expect(isSubscriptionSuccess(own), alike).toBe(true);
        for (const answer of [theirs, again]) expect(answer).toAnswer(404);
        const words = sentExpectedGot([alone, guessed], 'the same as alone');
        // Who guesses time and again may be told that it is too often.
        if (guessed.answer.status !== 429)
          expect(guessed.answer.status, words).toBe(alone.answer.status);
        const details = await readOf(subscriptions, one);
        expect(likenessIn(details), sentExpectedGot([own, details], 'its effect')).toMatchObject(
          effect,
        );
      },
    );
  },
);

/** What is read of a subscription while it changes. */
const reads = {
  details: (as, { subscriptionId }) => as.details({ subscriptionUuid: subscriptionId }),
  lists: (as, { customerId }) => as.list({ customerId }),
} satisfies Readonly<
  Record<string, (as: SubscriptionsClient, one: TestSubscription) => Promise<Exchange>>
>;

check(
  'subscriptions.at-once.reads-destroy-nothing',
  'carries out a command while details and lists are read',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(
      [update, cancel].flatMap((command) =>
        Object.entries(reads).map(([name, read]) => ({ ...command, name, read })),
      ),
      ({ what, name }) => `${what} while ${name} are read`,
      async ({ what, ask, effect, read }) => {
        const one = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in one) return;
        const { subscriptionId } = one;
        // Requests that are sent together need not arrive together, so an update is tried more than once.
        for (const amount of what === update.what ? [20_01, 20_02, 20_03] : []) {
          const [answer, ...seen] = (
            await Promise.all([
              read(subscriptions, one),
              read(subscriptions, one),
              subscriptions.update({ subscriptionId, amount }),
            ])
          ).toReversed() as [Exchange, Exchange, Exchange];
          promised(answer, 'subscriptions.update.succeeds');
          const after = await readOf(subscriptions, one);
          const words = sentExpectedGot([answer, ...seen, after], `amount ${amount}`);
          expect(likenessIn(after), words).toMatchObject({ amount });
        }

        const [, answer] = await atOnce(() => [
          read(subscriptions, one),
          ask(subscriptions, subscriptionId),
        ]);

        promised(answer, 'subscriptions.update.succeeds');
        const details = await readOf(subscriptions, one);
        const words = sentExpectedGot([answer, details], 'its effect');
        expect(likenessIn(details), words).toMatchObject(effect);
      },
    );
  },
);

check(
  'subscriptions.at-once.reads-destroy-nothing',
  'activates what is paid while details and lists are read',
  async ({ subscriptions, initialPayment, skip }) => {
    const one = await newSubscription(subscriptions, unusualTerms);
    // As a shop does that waits for its customer.
    const reading = [0, 2, 5, 10, 20].map(async (pauseMs) => {
      // The first is under way before anything is paid.
      if (pauseMs > 0) await sleep(pauseMs);
      return reads.details(subscriptions, one);
    });
    const [missing] = await Promise.all([
      initialPayment(one.mdOrder),
      reads.lists(subscriptions, one),
      ...reading,
    ]);
    if (missing !== undefined) return skip(missing.missing);

    // What is read late may be written late.
    for (const pauseMs of [0, 100]) {
      await sleep(pauseMs);
      const after = await readOf(subscriptions, one);
      const words = sentExpectedGot(
        [...(await Promise.all(reading)), after],
        'ACTIVE, and bound to a credential',
      );
      const { status, bindingId } = likenessIn(after);
      expect({ status, bindingId }, words).toEqual({ status: 'ACTIVE', bindingId: 'set' });
    }
  },
);
