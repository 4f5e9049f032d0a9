import {
  isSubscriptionSuccess,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';
import type { Harmless } from '../../fixtures/expect-facts.ts';
import type { Change, Facts } from '../../fixtures/operations/operation.ts';
import { mayChange } from '../../fixtures/operations/subscriptions.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { type Ground, isOfSubject } from '../../fixtures/worlds/small-subscriptions.ts';
import { triedToPay } from '../../fixtures/worlds/subscription-charges.ts';
import { detailsOf, type TestSubscription } from '../../fixtures/worlds/subscriptions.ts';
import { inWords, type Request, validRequest, wrongRequests } from './wrong-requests.ts';

/** Something that may change a subscription. */
export interface Deed {
  readonly told: string;
  /** Does it; what it was answered with, or what is seen of it where it is not asked of this API. */
  readonly act: (ground: Ground, subject: TestSubscription) => Promise<Exchange>;
  /** What it may have changed in a state, if it was done like this. */
  readonly may: (state: string, done: Exchange) => (change: Change) => boolean;
}

/** The deeds to be tried in a state. */
export function deedsIn(state: string): readonly Deed[] {
  const commands = [
    { billingIntervalValue: 7 },
    { billingIntervalUnit: 'DAYS' },
    { amount: 77_77 },
    { amount: 1, billingIntervalValue: 4, billingIntervalUnit: 'YEARS' },
    {},
  ].map((change) => updateOf(change));
  const ends = [true, false].map(deactivation);
  if (state === 'CANCELLED') return [creation, payment('approved')];
  const payments = state === 'INITIATED' ? [payment('approved'), payment('declined')] : [];
  return [creation, ...commands, ...ends, ...payments];
}

const creation: Deed = {
  told: 'another create for the customer',
  act: ({ subscriptions }, subject) =>
    sent(subscriptions, validRequest('subscriptions.create', subject)),
  may:
    () =>
    ({ of, kind }) =>
      kind === 'listing' && of === 'the list of customer 1',
};

function updateOf(change: Request['body']): Deed {
  const operation = 'subscriptions.update';
  return {
    told: inWords({ operation, body: change }),
    act: ({ subscriptions }, { subscriptionId }) =>
      subscriptions.update({ subscriptionId, ...change }),
    may: (state, done) => (fact) =>
      isSubscriptionSuccess(done) && isOfSubject(fact) && mayChange(operation, change, state)(fact),
  };
}

function deactivation(force: boolean): Deed {
  const operation = 'subscriptions.deactivate';
  return {
    told: inWords({ operation, body: { force } }),
    act: ({ subscriptions }, { subscriptionId }) =>
      subscriptions.deactivate({ subscriptionId, force }),
    may: (state, done) => (fact) =>
      isSubscriptionSuccess(done) && isOfSubject(fact) && mayChange(operation, {}, state)(fact),
  };
}

/** Of what is cancelled, the order may still be paid; it stays cancelled. Document 3, part 3.2. */
function payment(outcome: 'approved' | 'declined'): Deed {
  const moved = ['status', 'bindingId', 'activeTill', 'nextChargeAt', 'payments'];
  return {
    told: `an initial payment that is ${outcome}`,
    act: async ({ subscriptions, initialPayment }, subject) => {
      await triedToPay(initialPayment, subject.mdOrder, outcome);
      return detailsOf(subscriptions, subject);
    },
    may: (state) => (fact) =>
      isOfSubject(fact) &&
      moved.includes(fact.kind) &&
      !(state === 'CANCELLED' && fact.kind === 'status'),
  };
}

/** What can be done to a new one after the other, until it is over. */
export const deedsBeside: readonly Deed[] = [
  payment('approved'),
  updateOf({ amount: 66_66 }),
  deactivation(true),
  creation,
];

/** What an update that was taken has named is shown from then on, in details and in the list. */
export function expectItsDue(ofSubject: Facts, done: Exchange): void {
  if (done.operation !== 'subscriptions.update' || !isSubscriptionSuccess(done)) return;
  const sentMembers = JSON.parse(done.request.body ?? '{}') as Readonly<Record<string, unknown>>;
  for (const { of, kind, shown } of ofSubject) {
    if (!(kind in sentMembers)) continue;
    const wanted = JSON.stringify(sentMembers[kind]);
    expect(shown, sentExpectedGot(done, `${kind} ${wanted} of ${of}`)).toBe(wanted);
  }
}

/** The requests that must be refused, and what a state refuses beside them. */
export function toBeRefused(
  subscriptions: SubscriptionsClient,
  operation: Request['operation'],
  subject: TestSubscription,
  state: string,
): readonly Harmless[] {
  const isOver = state === 'CANCELLED' && operation !== 'subscriptions.create';
  return [
    ...wrongRequests(operation, subject),
    ...(isOver ? [validRequest(operation, subject)] : []),
  ].map((one) => ({ send: async () => [await sent(subscriptions, one)] }));
}

/** Sends them; whether all were refused. */
export async function refusedOf(
  subscriptions: SubscriptionsClient,
  operation: Request['operation'],
  subject: TestSubscription,
  state: string,
): Promise<{ readonly acts: readonly Exchange[]; readonly areRefused: boolean }> {
  const acts: Exchange[] = [];
  for (const { send } of toBeRefused(subscriptions, operation, subject, state))
    acts.push(...(await send()));
  // What is carried out all the same is judged by who demands the refusal.
  return { acts, areRefused: !acts.some(isSubscriptionSuccess) };
}

function sent(subscriptions: SubscriptionsClient, { operation, body }: Request): Promise<Exchange> {
  return subscriptions.ask(operation, body);
}
