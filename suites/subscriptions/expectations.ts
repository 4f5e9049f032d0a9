import { vi } from 'vitest';
import { aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  subscriptionIn,
  type SubscriptionsClient,
  isSubscriptionSuccess,
} from '../../fixtures/clients/subscriptions.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { promised } from '../../fixtures/worlds/subscriptions.ts';
import { momentShown } from '../../fixtures/worlds/shown-moment.ts';

// What the answers of the subscriptions API are asked for, document 3, part 4.8. Which 2xx a success
// is, is not shown for create, and for the others it is only implied.

/** Success, where that is what a check is about; elsewhere it is promised. */
export const expectSuccess = vi.defineHelper((exchange: Exchange, part: object = {}): void => {
  const expected = `success (HTTP 2xx)${inWords(part)}`;

  expect(isSubscriptionSuccess(exchange), sentExpectedGot(exchange, expected)).toBe(true);
  expect(subscriptionIn(exchange), sentExpectedGot(exchange, expected)).toMatchObject(part);
});

/**
 * A subscription with the given members in an answer of create, details or update. That these succeed is
 * promised elsewhere: whoever refuses them has not shown anything wrong.
 */
export const expectShown = vi.defineHelper((exchange: Exchange, part: object): void => {
  promised(exchange, successOf[exchange.operation] ?? 'subscriptions.create.succeeds');

  const words = sentExpectedGot(exchange, `success (HTTP 2xx)${inWords(part)}`);
  expect(subscriptionIn(exchange), words).toMatchObject(part);
});

/** A create is taken, and shows these members. Where the usual one is refused as well, that is the reason. */
export async function expectTaken(
  subscriptions: SubscriptionsClient,
  body: object,
  { usual = aSubscription(), part = {} }: { readonly usual?: object; readonly part?: object } = {},
): Promise<void> {
  const answer = await subscriptions.create(body);

  if (!isSubscriptionSuccess(answer)) {
    promised(await subscriptions.create(usual), 'subscriptions.create.succeeds');
  }
  expectSuccess(answer, part);
}

/** Success, and in this order the subscriptions with these ids. */
export const expectListed = vi.defineHelper(
  (exchange: Exchange, subscriptions: readonly { readonly subscriptionId: string }[]): void => {
    const ids = subscriptions.map(({ subscriptionId }) => subscriptionId);
    const expected = `success (HTTP 2xx) with items ${JSON.stringify(ids)}`;

    promised(exchange, 'subscriptions.list.succeeds');
    expect(idsIn(exchange), sentExpectedGot(exchange, expected)).toEqual(ids);
  },
);

/** The same in any order. */
export const expectListedInAnyOrder = vi.defineHelper(
  (exchange: Exchange, subscriptions: readonly { readonly subscriptionId: string }[]): void => {
    const ids = subscriptions.map(({ subscriptionId }) => subscriptionId).toSorted();
    const expected = `success (HTTP 2xx) with items ${JSON.stringify(ids)}, in any order`;

    promised(exchange, 'subscriptions.list.succeeds');
    expect(idsIn(exchange).toSorted(), sentExpectedGot(exchange, expected)).toEqual(ids);
  },
);

const successOf: Readonly<Partial<Record<string, RequirementId>>> = {
  'subscriptions.create': 'subscriptions.create.succeeds',
  'subscriptions.list': 'subscriptions.list.succeeds',
  'subscriptions.details': 'subscriptions.details.succeeds',
  'subscriptions.update': 'subscriptions.update.succeeds',
};

/** A member that is null; what is not set may also be left out. */
export const expectUnset = vi.defineHelper((exchange: Exchange, member: string): void => {
  expect(shown(exchange, member) ?? null, sentExpectedGot(exchange, `${member} null`)).toBeNull();
});

/** A member of the answer: of the subscription where there is one. */
export function shown(exchange: Exchange, member: string): unknown {
  return memberOf(subscriptionIn(exchange), member);
}

/** The items of a list. Document 3, part 4.8, rule 2. */
export function itemsIn({ answer }: Exchange): readonly unknown[] {
  const items = memberOf(answer.json, 'items');
  return Array.isArray(items) ? (items as unknown[]) : [];
}

export function idsIn(exchange: Exchange): string[] {
  return itemsIn(exchange).map((item) => String(memberOf(item, 'subscriptionId')));
}

/** Milliseconds since 1970 of a date-time, which may be shown with any offset. NaN where it is none. */
export function momentOf(dateTime: unknown): number {
  return momentShown(dateTime)?.moment ?? Number.NaN;
}

function inWords(part: object): string {
  return Object.keys(part).length === 0 ? '' : `  ${JSON.stringify(part)}`;
}
