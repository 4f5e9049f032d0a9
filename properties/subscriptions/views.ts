import { setTimeout as sleep } from 'node:timers/promises';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  type SubscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { bothShow, expect } from '../../fixtures/expect.ts';
import { listedKinds } from '../../fixtures/operations/subscriptions.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { settleMs, until } from '../../fixtures/worlds/settle.ts';
import { minuteMs, momentShown } from '../../fixtures/worlds/subscription-charges.ts';
import { itemsIn } from '../../fixtures/worlds/subscription-facts.ts';
import { detailsOf, promised, type TestSubscription } from '../../fixtures/worlds/subscriptions.ts';

type Subject = Pick<TestSubscription, 'subscriptionId' | 'customerId'>;

const statuses = ['INITIATED', 'ACTIVE', 'UNPAID', 'PAYMENT_FAILED', 'CANCELLED'];

/**
 * Expects that details, the list, and the lists by status and by what details show of it tell the same of a
 * subscription, and that each list counts what it holds.
 * A list may hear a moment later of what others did, so it is read again for a while. Returns what it was found by:
 * given as `before` next time, it is no longer found by what has changed.
 */
export async function expectViewsToAgree(
  subscriptions: SubscriptionsClient,
  subject: Subject,
  when: string,
  before: readonly Filter[] = [],
): Promise<readonly Filter[]> {
  const most = performance.now() + settleMs();
  for (;;) {
    const views = await viewsOf(subscriptions, subject, before);
    const wrong = disagreementIn(views, subject);
    if (wrong === undefined) return views.foundBy;
    if (performance.now() < most) {
      await sleep(100);
      continue;
    }
    const { exchanges, expected, member, got, wanted } = wrong;
    const words = bothShow(exchanges, `${expected}, ${when}`);
    expect({ [member]: got }, words).toEqual({ [member]: wanted });
  }
}

/**
 * Does something about a subscription, whose answer shows nothing but what details show then. Where what is owed may be
 * asked for at once, the status may be the one of `before` that.
 */
export async function answersAsShown(
  subscriptions: SubscriptionsClient,
  subject: TestSubscription,
  name: 'update' | 'deactivate',
  body: object,
  before?: unknown,
): Promise<void> {
  const { subscriptionId } = subject;
  const answer: Exchange = await subscriptions[name]({ subscriptionId, ...body });
  // Whether what is not active can be updated is not shown.
  if (!isSubscriptionSuccess(answer)) return;
  const details = promised(
    await detailsOf(subscriptions, subject),
    'subscriptions.details.succeeds',
  );
  for (const member of ['status', 'amount', 'billingIntervalValue', 'billingIntervalUnit']) {
    const told = memberOf(answer.answer.json, member);
    if (told === undefined || (member === 'status' && told === before)) continue;
    const shown = memberOf(subscriptionIn(details), member);
    const words = bothShow([answer, details], `${member} ${JSON.stringify(told)}, as answered`);
    expect({ [member]: shown }, words).toEqual({ [member]: told });
  }
}

/** What a list is asked for. */
type Filter = Readonly<Record<string, unknown>>;

interface Views {
  readonly details: Exchange;
  readonly ofStatus: Exchange;
  readonly ofOthers: Exchange;
  readonly ofShown: Exchange;
  /** The lists by what it was, where that is no longer so. */
  readonly ofBefore: readonly Exchange[];
  readonly foundBy: readonly Filter[];
}

async function viewsOf(
  subscriptions: SubscriptionsClient,
  subject: Subject,
  before: readonly Filter[],
): Promise<Views> {
  const details = promised(
    await detailsOf(subscriptions, subject),
    'subscriptions.details.succeeds',
  );
  const { customerId } = subject;
  const shown = (name: string): unknown => memberOf(subscriptionIn(details), name);
  const status = String(shown('status'));
  const amount = shown('amount');
  const byStatus = { statuses: [status] };
  const byOthers = { statuses: statuses.filter((one) => one !== status) };
  const byShown = { amountFrom: amount, amountTo: amount, ...aroundCreation(shown('created')) };
  const foundBy: readonly Filter[] = [byStatus, byShown];
  const now = new Set(foundBy.map((filter) => JSON.stringify(filter)));
  const foundNoMore = before.filter((filter) => !now.has(JSON.stringify(filter)));
  const [ofStatus, ofOthers, ofShown, ...ofBefore] = await Promise.all(
    [byStatus, byOthers, byShown, ...foundNoMore].map(async (filter) =>
      promised(await subscriptions.list({ customerId, ...filter }), 'subscriptions.list.succeeds'),
    ),
  );
  if (!ofStatus || !ofOthers || !ofShown) throw new Error('three lists were asked for');
  return { details, ofStatus, ofOthers, ofShown, ofBefore, foundBy };
}

/** A list of what was created then: where a range ends to the second is not what this is about. */
function aroundCreation(created: unknown): object {
  const moment = momentShown(created)?.moment;
  if (moment === undefined) return {};
  const [createdFrom, createdTo] = [-2, 2].map((minutes) =>
    new Date(moment + minutes * minuteMs).toISOString().replace(/\.\d+/, ''),
  );
  return { createdFrom, createdTo };
}

/** How many items a list holds whose size was not asked for. Document 3, part 8. */
const aPage = 20;

interface Disagreement {
  readonly exchanges: readonly Exchange[];
  /** What they tell differently. */
  readonly member: string;
  readonly expected: string;
  readonly wanted: unknown;
  readonly got: unknown;
}

function disagreementIn(
  { details, ofStatus, ofOthers, ofShown, ofBefore }: Views,
  { subscriptionId }: Subject,
): Disagreement | undefined {
  for (const [view, wanted] of [
    [ofStatus, 1],
    [ofOthers, 0],
    [ofShown, 1],
    ...ofBefore.map((view) => [view, 0] as const),
  ] as const) {
    const got = itemsOf(view, subscriptionId).length;
    const expected = `the subscription listed ${wanted === 1 ? 'once' : 'nowhere'}`;
    if (got !== wanted)
      return { exchanges: [details, view], member: 'times listed', expected, wanted, got };
  }
  for (const view of [ofStatus, ofOthers, ofShown, ...ofBefore]) {
    const wanted = itemsIn(view).length;
    const got = memberOf(view.answer.json, 'totalElements');
    const expected = `totalElements ${wanted}, as many as are listed`;
    // More than a page may be counted, and whether it is a number is asked elsewhere.
    if (typeof got === 'number' && wanted < aPage && got !== wanted)
      return { exchanges: [details, view], member: 'totalElements', expected, wanted, got };
  }
  return disagreementOfItem(details, ofShown, subscriptionId);
}

/** What an item of a list shows otherwise than details. */
function disagreementOfItem(
  details: Exchange,
  list: Exchange,
  id: string,
): Disagreement | undefined {
  const [item] = itemsOf(list, id);
  for (const kind of listedKinds) {
    const wanted = comparable(memberOf(subscriptionIn(details), kind), kind);
    const got = comparable(memberOf(item, kind), kind);
    const expected = `${kind} as details show it: ${String(wanted)}`;
    if (got !== wanted) return { exchanges: [details, list], member: kind, expected, wanted, got };
  }
  return undefined;
}

/** Members that a list need not show. What it shows of them is not shortened to what another one has. */
const mayBeListed = ['phone', 'description', 'mdOrder', 'bindingId'] as const;

/** What an item shows that its details lack, or that is of another subscription. */
function strangeInItem(
  details: Exchange,
  list: Exchange,
  { id, others }: { readonly id: string; readonly others: readonly Exchange[] },
): Disagreement | undefined {
  const [item] = itemsOf(list, id);
  for (const member of mayBeListed) {
    const valueOf = (one: Exchange): unknown => memberOf(subscriptionIn(one), member);
    const [got, wanted] = [memberOf(item, member), valueOf(details)];
    if (isUnset(got) || got === wanted) continue;
    const isOfAnother = others.some((other) => valueOf(other) === got);
    const expected = `${member} as details show it: ${String(wanted)}`;
    if (isUnset(wanted) || isOfAnother)
      return { exchanges: [details, list], member, expected, wanted, got };
  }
  return undefined;
}

/**
 * Expects that each item of a list shows what details show of that subscription, and nothing of the others. The list is
 * read again for a while, as above; whether it holds them all is asked elsewhere.
 */
export async function expectItemsAsDetails(
  read: () => Promise<Exchange>,
  all: readonly Exchange[],
  when: string,
): Promise<void> {
  const problemIn = (list: Exchange): Disagreement | undefined => {
    for (const details of all) {
      const id = String(memberOf(subscriptionIn(details), 'subscriptionId'));
      if (itemsOf(list, id).length === 0) continue;
      const others = all.filter((one) => one !== details);
      const wrong =
        disagreementOfItem(details, list, id) ?? strangeInItem(details, list, { id, others });
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
  const list = await until((one) => problemIn(one) === undefined, read);
  const wrong = problemIn(list);
  const { exchanges = [list], expected = 'what details show', member = 'item' } = wrong ?? {};
  const words = bothShow(exchanges, `${expected}, ${when}`);
  expect({ [member]: wrong?.got }, words).toEqual({ [member]: wrong?.wanted });
}

function itemsOf(list: Exchange, id: string): readonly unknown[] {
  return itemsIn(list).filter((item) => memberOf(item, 'subscriptionId') === id);
}

/** Moments may be shown in any zone, and what is not set in any way. */
function comparable(value: unknown, kind: (typeof listedKinds)[number]): unknown {
  if (isUnset(value)) return undefined;
  return kind === 'activeTill' || kind === 'created' ? momentShown(value)?.moment : value;
}
