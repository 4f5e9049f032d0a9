import { vi } from 'vitest';
import { type Exchange, memberOf, succeeded } from '../../fixtures/clients/exchange.ts';
import { subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';

// What the answers of the subscriptions API are asked for, document 3, part 4.8. Which 2xx a success
// is, is not shown for create, and for the others it is only implied.

/** Success, and a subscription with the given members. */
export const expectSuccess = vi.defineHelper((exchange: Exchange, part: object = {}): void => {
  const members = Object.keys(part).length === 0 ? '' : `  ${JSON.stringify(part)}`;
  const expected = `success (HTTP 2xx)${members}`;

  expect(succeeded(exchange), sentExpectedGot(exchange, expected)).toBe(true);
  expect(subscriptionIn(exchange), sentExpectedGot(exchange, expected)).toMatchObject(part);
});

/** Success, and in this order the subscriptions with these ids. */
export const expectListed = vi.defineHelper(
  (exchange: Exchange, subscriptions: readonly { readonly subscriptionId: string }[]): void => {
    const ids = subscriptions.map(({ subscriptionId }) => subscriptionId);
    const expected = `success (HTTP 2xx) with items ${JSON.stringify(ids)}`;

    expect(succeeded(exchange), sentExpectedGot(exchange, expected)).toBe(true);
    expect(idsIn(exchange), sentExpectedGot(exchange, expected)).toEqual(ids);
  },
);

/** The same in any order. */
export const expectListedInAnyOrder = vi.defineHelper(
  (exchange: Exchange, subscriptions: readonly { readonly subscriptionId: string }[]): void => {
    const ids = subscriptions.map(({ subscriptionId }) => subscriptionId).toSorted();
    const expected = `success (HTTP 2xx) with items ${JSON.stringify(ids)}, in any order`;

    expect(succeeded(exchange), sentExpectedGot(exchange, expected)).toBe(true);
    expect(idsIn(exchange).toSorted(), sentExpectedGot(exchange, expected)).toEqual(ids);
  },
);

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
  return typeof dateTime === 'string' ? Date.parse(dateTime.replace(',', '.')) : Number.NaN;
}
