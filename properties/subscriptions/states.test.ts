import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { casesOf, check, expect, reached } from '../../fixtures/check.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import {
  expectStatus,
  lookAt,
  momentShown,
  type SubscriptionView,
  triedToPay,
} from '../../fixtures/worlds/subscription-charges.ts';
import { createdIn } from '../../fixtures/worlds/subscription-sameness.ts';
import { type InitialPayment, promised } from '../../fixtures/worlds/subscriptions.ts';
import { subscriptionLife } from '../arbitraries/subscriptions.ts';
import {
  statesAfter,
  statusesOf,
  type SubscriptionEvent,
  type SubscriptionState,
} from '../models/subscription.ts';

// Document 3, part 3.2: the life of a subscription. Single steps stand in suites/subscriptions.

/** What happened to a subscription, and how it stood then. */
interface Step {
  readonly event: SubscriptionEvent;
  readonly before: SubscriptionState;
  /** What was asked, if the event is a request. */
  readonly act: Exchange | undefined;
  readonly standing: SubscriptionView;
}

/** Lives of subscriptions, carried out once and judged by each of their laws. */
const lives = casesOf(
  [subscriptionLife(6)],
  async ({ subscriptions, initialPayment }: Ground, run) => {
    const created = await subscriptions.create(aSubscription({ ...termsOfLife, ...itsOwn }));
    const subject = createdIn(promised(created, 'subscriptions.create.succeeds'));
    const steps: Step[] = [];
    let state: SubscriptionState = 'initiated';

    for (const event of run) {
      reached(`${event} when ${state}`);
      if (state === 'cancelled') reached('something when cancelled');
      const act = await happen(subscriptions, initialPayment, subject, event);
      if (act === 'no way') continue;
      const standing = await lookAt(subscriptions, subject);
      steps.push({ event, before: state, act, standing });
      state = stateSeen(standing, state, event);
    }
    return { created, steps };
  },
  {
    share: 0.5,
    least: {
      accepted: 40,
      depth: 8,
      reached: { 'payment when initiated': 1, 'something when cancelled': 1 },
      otherwise: 'without the control plane or the gateway the initial payments cannot be made',
    },
  },
);

check(
  'subscriptions.state.through-any-run',
  'is in a status of the state table after any run of payments, updates and deactivations',
  async ({ subscriptions, initialPayment, session }) => {
    await lives(session, { subscriptions, initialPayment }, async ({ steps }) => {
      for (const { event, before, act, standing } of steps) {
        if (act !== undefined) expectAnswered(act, before);
        const allowed = statesAfter(before, event);
        expectStatus(standing, ...allowed.flatMap((one) => statusesOf[one]));
      }
    });
  },
);

check(
  'subscriptions.persistence.through-any-run',
  'keeps what no event names through any run of payments, updates and deactivations',
  async ({ subscriptions, initialPayment, session }) => {
    await lives(session, { subscriptions, initialPayment }, async ({ created, steps }) => {
      const own = shownIn(created, kept);
      let terms: Readonly<Record<string, unknown>> = termsOfLife;
      for (const { event, act, standing } of steps) {
        if (event === 'update' && act !== undefined && isSubscriptionSuccess(act)) {
          terms = { ...terms, ...change };
        }
        const wanted = { ...own, ...terms };
        const told = `${JSON.stringify(wanted)} after ${event}`;
        const acts = act === undefined ? [standing.exchange] : [act, standing.exchange];
        const shown = shownIn(standing.exchange, Object.keys(wanted));
        expect(shown, sentExpectedGot(acts, told)).toEqual(wanted);
      }
    });
  },
);

const termsOfLife = { amount: 9_90, billingIntervalValue: 2, billingIntervalUnit: 'WEEKS' };
const itsOwn = { phone: '+37120000001', description: 'Zeitschrift für Köche' };
const change = { amount: 7_00, billingIntervalUnit: 'YEARS' };
/** What no event names. Document 3, part 4.8. */
const kept = [
  'subscriptionId',
  'merchantLogin',
  'customerId',
  'currency',
  'email',
  'phone',
  'description',
  'mdOrder',
  'created',
];

function shownIn(exchange: Exchange, names: readonly string[]): Readonly<Record<string, unknown>> {
  const shown = (name: string): unknown => memberOf(subscriptionIn(exchange), name) ?? null;
  // With which offset a moment is shown may differ from answer to answer.
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'created' ? (momentShown(shown(name))?.moment ?? null) : shown(name),
    ]),
  );
}

/** Has an event happen: what was asked, if it is a request, or that there is no way to do so. */
async function happen(
  subscriptions: SubscriptionsClient,
  initialPayment: InitialPayment,
  { subscriptionId, mdOrder }: { readonly subscriptionId: string; readonly mdOrder: string },
  event: SubscriptionEvent,
): Promise<Exchange | 'no way' | undefined> {
  switch (event) {
    case 'payment':
    case 'decline': {
      const outcome = event === 'payment' ? 'approved' : 'declined';
      return (await triedToPay(initialPayment, mdOrder, outcome)) ? undefined : 'no way';
    }
    case 'update':
      return subscriptions.update({ subscriptionId, ...change });
    case 'deactivate':
    case 'force':
      return subscriptions.deactivate({ subscriptionId, force: event === 'force' });
  }
}

/** What is cancelled refuses; everything else can be deactivated. Document 3, part 3.2. */
function expectAnswered(act: Exchange, before: SubscriptionState): void {
  if (before === 'cancelled') expect(act).toAnswer(422);
  // What was deactivated and does not show it yet may count as cancelled already.
  else if (act.operation === 'subscriptions.deactivate' && before !== 'ending') {
    expect(succeeded(act), sentExpectedGot(act, 'success (HTTP 2xx)')).toBe(true);
  }
}

/** The state that is seen, of those that the event leads to. */
function stateSeen(
  { status }: SubscriptionView,
  state: SubscriptionState,
  event: SubscriptionEvent,
): SubscriptionState {
  const allowed = statesAfter(state, event);
  return allowed.find((one) => statusesOf[one].includes(String(status))) ?? state;
}
