import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault } from '../fault.ts';
import { type Members, withBody, withRememberingRules, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  onSubscriptions,
  paysIn,
  refusesSubscription,
  subscriptionOf,
  withMembers,
} from './tampering.ts';

// Document 3, parts 3.2 and 4.8: what is right of most and wrong of some: of a page of what a filter leaves, of a
// second merchant, of what has no email, of what was charged before, of who paid at the second attempt.

const { gwReturnUrl, subIsPhone, subSortKey, subStatusAfterCharge } = documentRules;

export const subscriptionPartFaults: readonly Fault[] = [
  fault(
    'subscriptions.list.pages-partition',
    'filtered-behind-the-page',
    'takes the page first and leaves out what has another status afterwards',
    onSubscriptions(() => async ({ operation, body }, send) => {
      const response = await send();
      const { statuses, ...others } = body;
      if (operation !== 'list' || !response.ok || !Array.isArray(statuses)) return response;
      const answer = (await response.json()) as Members;
      const all = (await (await send({ body: JSON.stringify(others) })).json()) as Members;
      answer['items'] = itemsOf(all).filter(({ status }) => statuses.includes(status));
      return withBody(response, JSON.stringify(answer));
    }),
  ),
  fault(
    'subscriptions.list.pages-partition',
    'ties-turned-from-the-tenth-on',
    'lists those of one amount the other way round on pages that begin with the tenth or later',
    onSubscriptions(() => async ({ operation, body }, send) => {
      const response = await send();
      const { page, size, sortField, sortDirection } = body;
      const from = Number(page) * Number(size);
      const isSorted = sortField === 'AMOUNT' && sortDirection === 'ASC';
      if (operation !== 'list' || !response.ok || !isSorted || !(from >= 10)) return response;
      const answer = (await response.json()) as Members;
      const all = await send({ body: JSON.stringify({ ...body, page: 0, size: 100 }) });
      const turned = itemsOf((await all.json()) as Members)
        .toReversed()
        .toSorted((a, b) => Number(a['amount']) - Number(b['amount']));
      answer['items'] = turned.slice(from, from + Number(size));
      return withBody(response, JSON.stringify(answer));
    }),
  ),
  fault(
    'subscriptions.list.tells-its-page',
    'counted-from-one',
    'counts the page that it tells from 1 where one was asked for',
    inSubscriptionAnswer('list', (answer, { body }) => {
      if (body['page'] !== undefined) answer['page'] = Number(answer['page']) + 1;
    }),
  ),
  ...(['update', 'deactivate'] as const).map((operation) =>
    fault(
      `subscriptions.${operation}.succeeds`,
      'of-the-first-merchant',
      `answers 404 to each ${operation} of the second merchant`,
      refusesSubscription(operation, ({ body }) => /other/.test(String(body['username'])), 404),
    ),
  ),
  fault(
    'subscriptions.subscription.md-order-is-an-order',
    'through-major-units',
    'registers the order of the initial payment by way of major units in floating point',
    onSubscriptions(() => {
      const amounts = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'create' && operation !== 'details') return send();
        const amount = Math.trunc((Number(body['amount']) / 100) * 100);
        const isMinor = operation === 'create' && Number.isInteger(amount) && amount > 0;
        const response = await (isMinor
          ? send({ body: JSON.stringify({ ...body, amount }) })
          : send());
        if (!response.ok) return response;
        const answer = (await response.json()) as Members;
        const subscription = subscriptionOf(answer);
        const { subscriptionId } = subscription;
        if (isMinor) amounts.set(subscriptionId, body['amount']);
        subscription['amount'] = amounts.get(subscriptionId) ?? subscription['amount'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.create.phone-with-separators',
    'digits-counted',
    'counts the digits of a phone alone',
    withRules({
      subIsPhone: (text) => subIsPhone(text) && /^\d{7,20}$/.test(text.replaceAll(/\D/g, '')),
    }),
  ),
  ...(
    [
      ['minutes-westward', 'adds the minutes of an offset west of Greenwich', withMinutesAdded],
      ['digits-as-milliseconds', 'reads a fraction of a second as milliseconds', withDigitsAsMs],
    ] as const
  ).map(([name, what, misread]) =>
    fault(
      'subscriptions.list.moments-in-any-zone',
      name,
      what,
      withMembers('list', ({ createdFrom, createdTo }) => ({
        createdFrom: misread(createdFrom),
        createdTo: misread(createdTo),
      })),
    ),
  ),
  fault(
    'subscriptions.list.moments-in-any-zone',
    'offset-behind-a-fraction',
    'reads no offset behind a fraction of a second',
    withMembers('list', ({ createdFrom, createdTo }) => ({
      createdFrom: withoutOffset(createdFrom),
      createdTo: withoutOffset(createdTo),
    })),
  ),
  fault(
    'subscriptions.optional.create-does-the-same',
    'listed-by-email',
    'lists nothing that has no email',
    inSubscriptionAnswer('list', (answer) => {
      answer['items'] = itemsOf(answer).filter(({ email }) => (email ?? '') !== '');
    }),
  ),
  fault(
    'subscriptions.text.addresses-lead-back',
    'settled-by-the-first-attempt',
    'leads to failUrl whoever was declined once',
    withRememberingRules(() => {
      const declined = new Set<unknown>();
      return {
        gwReturnUrl: (order) => {
          if (!order.isPaid) declined.add(order.failUrl);
          return gwReturnUrl({ ...order, isPaid: order.isPaid && !declined.has(order.failUrl) });
        },
      };
    }),
  ),
  fault(
    'subscriptions.charge.currency',
    'of-the-credential',
    'charges all that a customer has in the currency of the first of them',
    paysIn(() => {
      const currencies = new Map<unknown, unknown>();
      return ({ customerId, currency }) => {
        if (!currencies.has(customerId)) currencies.set(customerId, currency);
        return currencies.get(customerId);
      };
    }),
  ),
  fault(
    'subscriptions.list.sort-next-charge-at-asc',
    'as-first-listed',
    'lists by the next charge that there was when a subscription was first listed',
    withRememberingRules(() => {
      const first = new Map<string, ReturnType<typeof subSortKey>>();
      return {
        subSortKey: (listed, field) => {
          const key = subSortKey(listed, field);
          if (field !== 'NEXT_CHARGE_AT' || key === undefined) return key;
          if (!first.has(listed.subscriptionId)) first.set(listed.subscriptionId, key);
          return first.get(listed.subscriptionId);
        },
      };
    }),
  ),
  fault(
    'subscriptions.state.unpaid-while-retry-is-pending',
    'turned-over-by-each-decline',
    'shows ACTIVE once a retry is declined',
    withRules({
      subStatusAfterCharge: (before, outcome) =>
        before === 'UNPAID' ? 'ACTIVE' : subStatusAfterCharge(before, outcome),
    }),
  ),
  fault(
    'subscriptions.at-once.each-its-own',
    'refused-with-the-customer',
    'refuses all that is created for a customer at the same time if one of it is wrong',
    onSubscriptions(() => {
      const wrong = new Map<unknown, Response>();
      return async ({ operation, body: { customerId } }, send) => {
        const response = await send();
        if (operation !== 'create') return response;
        if (!response.ok) wrong.set(customerId, response.clone());
        await gap();
        const own = wrong.get(customerId)?.clone() ?? response;
        if (!response.ok) wrong.delete(customerId);
        return own;
      };
    }),
  ),
];

function withMinutesAdded(moment: unknown): unknown {
  const [, minutes] = /-\d\d:(\d\d)$/.exec(String(moment)) ?? [];
  if (minutes === undefined) return moment;
  return new Date(Date.parse(String(moment)) - 2 * Number(minutes) * 60_000).toISOString();
}

function withDigitsAsMs(moment: unknown): unknown {
  if (typeof moment !== 'string') return moment;
  return moment.replace(/\.(\d{1,2})(?!\d)/, (_, digits: string) => `.${digits.padStart(3, '0')}`);
}

function withoutOffset(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/\.\d+.*$/, '') : text;
}
