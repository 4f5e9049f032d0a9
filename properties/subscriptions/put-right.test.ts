import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { subscriptionRequests } from '../../fixtures/fields/subscriptions-requests.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  createdIn,
  expectAsBefore,
  expectCreated,
  likenessIn,
  listedOf,
  readOf,
  unusualTerms,
} from '../../fixtures/worlds/subscription-sameness.ts';
import { activeSubscription, promised } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, part 4.8: what was refused has not happened, so that it can be put right. A target that
// takes what a row has wrong is asked nothing more: whether it may is the affair of other requirements.

interface WrongCreate {
  readonly what: string;
  /** The request with something wrong in it. */
  readonly spoil: (body: object) => object;
}

const wrongCreates: readonly WrongCreate[] = [
  ...subscriptionRequests['subscriptions.create'].members.flatMap(({ path, refusals }) =>
    refusals
      .flatMap(({ values }) => values)
      .map((value) => ({
        what: value === undefined ? `without ${path}` : `with ${path} ${JSON.stringify(value)}`,
        spoil: (body: object) => ({ ...body, [path]: value }),
      })),
  ),
  { what: 'with neither email nor phone', spoil: (body) => without(body, 'email') },
  ...['200001', '3712000000A', '371200000013712000001'].map((phone) => ({
    what: `with the phone ${phone}`,
    spoil: (body: object) => ({ ...body, phone }),
  })),
  { what: 'with a malformed email', spoil: (body) => ({ ...body, email: 'not an address' }) },
  { what: 'with currency 1', spoil: (body) => ({ ...body, currency: 1 }) },
  {
    what: 'with a long description',
    spoil: (body) => ({ ...body, description: 'tea '.repeat(150) }),
  },
  {
    what: 'with another password',
    spoil: (body) => ({ ...body, password: `no-${uniqueNumber(9)}` }),
  },
  { what: 'without a password', spoil: (body) => ({ ...body, password: undefined }) },
];

check(
  'subscriptions.put-right.create-succeeds-after-a-refusal',
  'creates one subscription from what was refused before and is put right',
  async ({ subscriptions }) => {
    await forEvery(
      wrongCreates,
      ({ what }) => `a create ${what}`,
      async ({ what, spoil }) => {
        const orderNumber = `sub-${uniqueNumber(9)}`;
        const description = 'Tea of the month';
        const right = aSubscription({ orderNumber, description, ...unusualTerms });
        const refused = await subscriptions.create(spoil(right));
        if (isSubscriptionSuccess(refused)) return;

        const answer = await subscriptions.create(right);

        await expectCreated(subscriptions, answer, `after a create ${what}, which was refused`);
        const { subscriptionId } = createdIn(answer);
        const { list, ids } = await listedOf(subscriptions, right.customerId);
        expect(ids, sentExpectedGot([refused, list], 'it alone')).toEqual([subscriptionId]);
        const { customerId } = right;
        const shown = likenessIn(answer);
        const wanted = { ...unusualTerms, customerId, description, status: 'INITIATED' };
        expect(shown, sentExpectedGot(answer, 'what was sent at last')).toMatchObject(wanted);
      },
    );
  },
);

/** What an update changes its subscription to; each row has one of it wrong. */
const others = { amount: 25_00, billingIntervalValue: 5, billingIntervalUnit: 'DAYS' } as const;

const wrongUpdates = [
  ...subscriptionRequests['subscriptions.update'].members
    .filter(({ path }) => path in others)
    .flatMap(({ path, refusals }) =>
      refusals.flatMap(({ values }) => values.map((value) => ({ path, value }))),
    ),
  // How large they may be is not said.
  { path: 'billingIntervalValue', value: 1_000_000_001 },
  { path: 'billingIntervalValue', value: 2 ** 31 },
  { path: 'amount', value: 10 ** 15 + 1 },
];

check(
  'subscriptions.put-right.update-changes-no-part',
  'changes nothing when one member of an update is refused, and all of it once that is put right',
  async ({ subscriptions, initialPayment, skip }) => {
    let missing: string | undefined;
    await forEvery(
      wrongUpdates,
      ({ path, value }) => `an update to ${path} ${JSON.stringify(value)}`,
      async ({ path, value }) => {
        const active = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in active) {
          missing = active.missing;
          return;
        }
        const { subscriptionId } = active;
        const before = await readOf(subscriptions, active);
        const names = Object.keys(others) as (keyof typeof others)[];

        // What is wrong may stand before what is right, or behind it.
        for (const order of [names, names.toReversed()]) {
          const sent = order.map((name) => [name, name === path ? value : others[name]]);
          const answer = await subscriptions.update({
            subscriptionId,
            ...Object.fromEntries(sent),
          });
          if (isSubscriptionSuccess(answer)) return;
          await expectAsBefore(subscriptions, active, before, 'an update that was refused');
        }

        const answer = await subscriptions.update({ subscriptionId, ...others });
        promised(answer, 'subscriptions.update.succeeds');
        const after = await readOf(subscriptions, active);
        expect(likenessIn(after), sentExpectedGot([answer, after], 'the new terms')).toMatchObject(
          others,
        );
      },
    );
    if (missing !== undefined) skip(missing);
  },
);

interface WrongCommand {
  readonly what: string;
  readonly ask: (as: SubscriptionsClient, subscriptionId: string) => Promise<Exchange>;
  /** What details show once it has succeeded. */
  readonly effect: object;
}

const commands: readonly WrongCommand[] = [
  {
    what: 'update',
    ask: (as, subscriptionId) => as.update({ subscriptionId, ...others }),
    effect: { ...others, status: 'ACTIVE' },
  },
  {
    what: 'deactivation with force',
    ask: (as, subscriptionId) => as.deactivate({ subscriptionId, force: true }),
    effect: { ...unusualTerms, status: 'CANCELLED' },
  },
  {
    what: 'request for details',
    ask: (as, subscriptionId) => as.details({ subscriptionUuid: subscriptionId }),
    effect: { ...unusualTerms, status: 'ACTIVE' },
  },
];

const mistakes = ['with another password', 'of another merchant', 'about a missing subscription'];

check(
  'subscriptions.put-right.command-succeeds-after-a-refusal',
  'carries out what was refused for its login or its id, once that is put right',
  async ({ subscriptions, initialPayment, session, skip }) => {
    const { login } = subscriptions.settings;
    const { otherMerchant = { ...login, userName: `nobody-${uniqueNumber(9)}-api` } } =
      session.target;
    let missing: string | undefined;
    await forEvery(
      commands.flatMap((command) => mistakes.map((mistake) => ({ ...command, mistake }))),
      ({ what, mistake }) => `${what} ${mistake}`,
      async ({ ask, effect, mistake }) => {
        const active = await activeSubscription(subscriptions, initialPayment, unusualTerms);
        if ('missing' in active) {
          missing = active.missing;
          return;
        }
        const { subscriptionId } = active;
        const before = await readOf(subscriptions, active);
        const stranger = subscriptions.as(
          mistake === mistakes[1]
            ? otherMerchant
            : mistake === mistakes[0]
              ? { ...login, password: `no-${uniqueNumber(9)}` }
              : login,
        );
        const id = mistake === mistakes[2] ? crypto.randomUUID() : subscriptionId;
        const refused = await ask(stranger, id);
        if (isSubscriptionSuccess(refused)) return;
        await expectAsBefore(subscriptions, active, before, `a request ${mistake}`);

        const answer = await ask(subscriptions, subscriptionId);

        const words = sentExpectedGot([refused, answer], 'success (HTTP 2xx) once it is put right');
        expect(isSubscriptionSuccess(answer), words).toBe(true);
        const after = await readOf(subscriptions, active);
        expect(likenessIn(after), sentExpectedGot([answer, after], 'its effect')).toMatchObject(
          effect,
        );
      },
    );
    if (missing !== undefined) skip(missing);
  },
);
