import { documentRules } from '../../../sandbox/rules/index.ts';
import type { Range } from '../../../sandbox/rules/subscription-list.ts';
import { type Fault, fault } from '../fault.ts';
import { type Members, withBody, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  onSubscriptions,
  refusesSubscription,
  withMembers,
} from './tampering.ts';

// Document 3, part 4.8, rule 2: list.

const { subIsAmountInRange, subIsCreatedInRange } = documentRules;

export const subscriptionListFaults: readonly Fault[] = [
  fault(
    'subscriptions.list.succeeds',
    'refused',
    'refuses to list by every filter at once',
    refusesSubscription('list', ({ body }) => Object.keys(body).length > 8),
  ),
  fault(
    'subscriptions.list.everything-is-optional',
    'customer-wanted',
    'wants a customerId',
    refusesSubscription('list', ({ body }) => body['customerId'] === undefined),
  ),
  fault(
    'subscriptions.list.default-page',
    'second',
    'lists page 1 when none is requested',
    withRules({ subDefaultPage: () => 1 }),
  ),
  fault(
    'subscriptions.list.default-size',
    'ten',
    'lists 10 when no size is requested',
    withRules({ subDefaultSize: () => 10 }),
  ),
  fault(
    'subscriptions.list.default-sort',
    'oldest-first',
    'lists the oldest first when no order is requested',
    withRules({ subDefaultSortDirection: () => 'ASC' }),
  ),
  fault(
    'subscriptions.list.default-sort',
    'by-status',
    'sorts by status when no field is requested, first created last',
    withRules({ subDefaultSortField: () => 'STATUS', subDefaultSortDirection: () => 'ASC' }),
  ),
  fault(
    'subscriptions.list.statuses',
    'ignored',
    'lists all statuses whatever is requested',
    withRules({ subHasStatus: () => true }),
  ),
  fault(
    'subscriptions.list.several-statuses',
    'first-only',
    'lists only the first of the requested statuses',
    withRules({ subHasStatus: (status, wanted) => wanted === undefined || status === wanted[0] }),
  ),
  fault(
    'subscriptions.list.half-named-order',
    'updated-ascending',
    'lists by UPDATED in ascending order where no direction is sent',
    withMembers('list', ({ sortField, sortDirection }) =>
      sortField === 'UPDATED' && sortDirection === undefined ? { sortDirection: 'ASC' } : {},
    ),
  ),
  fault(
    'subscriptions.list.items-fit',
    'statuses-or-size',
    'does not mind statuses where a size is sent, too',
    withMembers('list', ({ size }) => (size === undefined ? {} : { statuses: undefined })),
  ),
  fault(
    'subscriptions.list.customer-id',
    'ignored',
    'lists all customers whichever is requested',
    withRules({ subIsOfCustomer: () => true }),
  ),
  fault(
    'subscriptions.list.customer-id',
    'beginning',
    'lists every customer whose id begins with the requested one',
    withRules({
      subIsOfCustomer: (customerId, wanted) =>
        wanted === undefined || customerId.startsWith(wanted),
    }),
  ),
  fault(
    'subscriptions.list.amount-from-is-inclusive',
    'exclusive',
    'leaves out amounts equal to amountFrom',
    withRules({
      subIsAmountInRange: (amount, range) =>
        amount !== range.from && subIsAmountInRange(amount, range),
    }),
  ),
  fault(
    'subscriptions.list.amount-from-is-inclusive',
    'ignored',
    'lists amounts below amountFrom',
    withRules({
      subIsAmountInRange: (amount, { to }) => subIsAmountInRange(amount, { from: undefined, to }),
    }),
  ),
  fault(
    'subscriptions.list.amount-to-is-inclusive',
    'exclusive',
    'leaves out amounts equal to amountTo',
    withRules({
      subIsAmountInRange: (amount, range) =>
        amount !== range.to && subIsAmountInRange(amount, range),
    }),
  ),
  fault(
    'subscriptions.list.amount-to-is-inclusive',
    'ignored',
    'lists amounts above amountTo',
    withRules({
      subIsAmountInRange: (amount, { from }) => subIsAmountInRange(amount, { from, to: undefined }),
    }),
  ),
  fault(
    'subscriptions.list.created-from',
    'ignored',
    'lists subscriptions created before createdFrom',
    withRules({
      subIsCreatedInRange: (created, { to }) =>
        subIsCreatedInRange(created, { from: undefined, to }),
    }),
  ),
  fault(
    'subscriptions.list.created-to',
    'ignored-in-a-range',
    'lists subscriptions created after createdTo where createdFrom is sent too',
    withRules({
      subIsCreatedInRange: (created, { from, to }) =>
        subIsCreatedInRange(created, { from, to: from === undefined ? to : undefined }),
    }),
  ),
  fault(
    'subscriptions.list.created-to',
    'ignored',
    'lists subscriptions created after createdTo',
    withRules({
      subIsCreatedInRange: (created, { from }) =>
        subIsCreatedInRange(created, { from, to: undefined }),
    }),
  ),
  fault(
    'subscriptions.list.reversed-range-lists-nothing',
    'amounts-put-right',
    'swaps the bounds of a range of amounts that ends before it begins',
    withRules({
      subIsAmountInRange: (amount, range) => subIsAmountInRange(amount, putRight(range)),
    }),
  ),
  fault(
    'subscriptions.list.reversed-range-lists-nothing',
    'moments-put-right',
    'swaps the bounds of a range of times that ends before it begins',
    withRules({
      subIsCreatedInRange: (created, range) => subIsCreatedInRange(created, putRight(range)),
    }),
  ),
  fault(
    'subscriptions.list.total-elements',
    'customers-counted',
    'counts customers where none is named',
    inSubscriptionAnswer('list', (answer, { body }) => {
      if (body['customerId'] !== undefined || itemsOf(answer).length >= 20) return;
      answer['totalElements'] = new Set(itemsOf(answer).map(({ customerId }) => customerId)).size;
    }),
  ),
  fault(
    'subscriptions.list.total-elements',
    'of-the-page',
    'counts the items of the page',
    inSubscriptionAnswer('list', (answer) => {
      answer['totalElements'] = itemsOf(answer).length;
    }),
  ),
  fault(
    'subscriptions.list.total-pages',
    'rounded-down',
    'counts only full pages',
    withRules({ subTotalPages: (total, size) => Math.floor(total / size) }),
  ),
  fault(
    'subscriptions.list.total-pages',
    'one-more',
    'counts one page more when the last is full',
    withRules({ subTotalPages: (total, size) => Math.floor(total / size) + 1 }),
  ),
  ...[0, -1].map((odd) =>
    fault(
      'subscriptions.list.total-pages-is-a-number',
      odd === 0 ? 'by-nothing' : 'by-less-than-nothing',
      `accepts size ${odd} but has no totalPages for it`,
      onSubscriptions(() => async (asked, send) => {
        if (asked.operation !== 'list' || asked.body['size'] !== odd) return send();
        const response = await send({ body: JSON.stringify({ ...asked.body, size: 1 }) });
        const answer = (await response.json()) as Members;
        const changed = { ...answer, items: [], totalPages: null, size: odd };
        return withBody(response, JSON.stringify(changed));
      }),
    ),
  ),
  fault(
    'subscriptions.list.size-holds',
    'one-more',
    'lists one more than size',
    withMembers('list', ({ size }) => (typeof size === 'number' ? { size: size + 1 } : {})),
  ),
  fault(
    'subscriptions.list.beyond-the-last-page',
    'the-first-again',
    'lists the first page again from page 3 on',
    withRules({ subPageStart: (page, size) => (page >= 3 ? 0 : page * size) }),
  ),
  fault(
    'subscriptions.list.beyond-the-last-page',
    'in-32-bits',
    'counts in 32 bits where a page begins',
    withRules({ subPageStart: (page, size) => (page * size) >>> 0 }),
  ),
  fault(
    'subscriptions.list.beyond-the-last-page',
    'nothing-to-count',
    'counts nothing where a page holds nothing',
    inSubscriptionAnswer('list', (answer) => {
      if (itemsOf(answer).length === 0) Object.assign(answer, { totalElements: 0, totalPages: 0 });
    }),
  ),
  fault(
    'subscriptions.list.other-merchant',
    'by-status',
    'lists those of another merchant where statuses are all that is asked for',
    inSubscriptionAnswer('list', (answer, { body }) => {
      if (body['statuses'] === undefined || body['customerId'] !== undefined) return;
      for (const item of itemsOf(answer)) item['merchantLogin'] = 'another-api';
    }),
  ),
  fault(
    'subscriptions.list.other-merchant',
    'counted',
    'counts the subscriptions of all merchants who call a customer alike',
    onSubscriptions(() => {
      const counts = new Map<unknown, number>();
      return async ({ operation, body: { customerId } }, send) => {
        const response = await send();
        if (operation === 'create' && response.ok)
          counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
        if (operation !== 'list' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const isOne = itemsOf(answer).length === 1;
        if (isOne) answer['totalElements'] = counts.get(customerId) ?? answer['totalElements'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.list.other-merchant',
    'shown',
    'lists the subscriptions of all merchants',
    withRules({ subIsOwn: () => true }),
  ),
  fault(
    'subscriptions.list.item-equals-details',
    'another-amount',
    'shows another amount in items than in details',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) item['amount'] = Number(item['amount']) + 1;
    }),
  ),
  fault(
    'subscriptions.list.item-equals-details',
    'no-email',
    'shows no email in items',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) item['email'] = null;
    }),
  ),
  fault(
    'subscriptions.list.item-equals-details',
    'of-the-one-before',
    'shows for an item without an email or activeTill that of the item before it',
    inSubscriptionAnswer('list', (answer) => {
      const last: Members = {};
      for (const item of itemsOf(answer))
        for (const name of ['email', 'activeTill']) {
          item[name] ??= last[name];
          last[name] = item[name];
        }
    }),
  ),
];

function putRight({ from, to }: Range): Range {
  return from !== undefined && to !== undefined && from > to
    ? { from: to, to: from }
    : { from, to };
}
