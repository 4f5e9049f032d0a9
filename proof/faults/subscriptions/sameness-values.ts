import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { type Members, onTheWire, withBody, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  onSubscriptions,
  paths,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
  withMembers,
} from './tampering.ts';

// Document 3, parts 2.3 and 4.8: values that are not treated like the others of their range.

const { subAfterIntervals, subIsOfCustomer } = documentRules;

/** What is done to a text of a create that holds something special. */
const texts = [
  ['description', 'ampersands-escaped', (text: string) => text.replaceAll('&', '&amp;')],
  ['description', 'cut-at-255', (text: string) => text.slice(0, 255)],
  ['description', 'quotes-dropped', (text: string) => text.replaceAll(/["']/g, '')],
  [
    'customerId',
    'beyond-the-plane',
    (text: string) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?'),
  ],
  ['customerId', 'leading-zeros', (text: string) => text.replace(/^0+(?=\d)/, '')],
  ['email', 'plus-decoded', (text: string) => text.replaceAll('+', ' ')],
  ['phone', 'leading-zeros', (text: string) => text.replace(/^00/, '+')],
] as const;

const ofTexts: readonly Fault[] = [
  ...texts.map(([member, slug, change]) =>
    fault(
      'subscriptions.text.comes-back',
      `${member}-${slug}`,
      `changes a text in ${member}: ${slug.replaceAll('-', ' ')}`,
      inSubscriptionAnswer(['create', 'details'], (answer) => {
        const subscription = subscriptionOf(answer);
        const text = subscription[member];
        if (typeof text === 'string') subscription[member] = change(text);
      }),
    ),
  ),
  fault(
    'subscriptions.text.any-customer',
    'zero-is-no-filter',
    'lists the subscriptions of everybody for a customerId of 0',
    withMembers('list', ({ customerId }) => (customerId === '0' ? { customerId: undefined } : {})),
  ),
  fault(
    'subscriptions.text.any-customer',
    'null-is-missing',
    'takes the customerId of a create for missing that reads null',
    withMembers('create', ({ customerId }) =>
      customerId === 'null' ? { customerId: undefined } : {},
    ),
  ),
  ...(
    [
      ['successUrl', 'query', /\?[^#]*/],
      ['successUrl', 'fragment', /#.*/],
      ['failUrl', 'query', /\?[^#]*/],
    ] as const
  ).map(([member, part, pattern]) =>
    fault(
      'subscriptions.text.addresses-lead-back',
      `${member}-without-${part}`,
      `loses the ${part} of ${member}`,
      withMembers('create', (body) => ({ [member]: String(body[member]).replace(pattern, '') })),
    ),
  ),
  fault(
    'subscriptions.text.addresses-lead-back',
    'as-wide-as-the-column',
    'keeps 255 characters of successUrl',
    withMembers('create', ({ successUrl }) => ({ successUrl: String(successUrl).slice(0, 255) })),
  ),
  fault(
    'subscriptions.text.told-apart',
    'customers-of-32-characters',
    'lists subscriptions of customers whose first 32 characters are the same',
    withRules({
      subIsOfCustomer: (one, wanted) =>
        wanted === undefined || one.slice(0, 32) === wanted.slice(0, 32),
    }),
  ),
  fault(
    'subscriptions.text.told-apart',
    'customers-by-number',
    'lists subscriptions of customers that are the same number',
    withRules({
      subIsOfCustomer: (one, wanted) =>
        subIsOfCustomer(one, wanted) || Number(one) === Number(wanted ?? Number.NaN),
    }),
  ),
  fault(
    'subscriptions.text.addresses-lead-back',
    'as-the-first-time',
    'leads a customer back to the successUrl of their first subscription',
    onSubscriptions(() => {
      const first = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'create') return send();
        const { customerId } = body;
        const successUrl = first.get(customerId) ?? body['successUrl'];
        first.set(customerId, successUrl);
        return send({ body: JSON.stringify({ ...body, successUrl }) });
      };
    }),
  ),
  fault(
    'subscriptions.text.addresses-lead-back',
    'as-the-page-did-first',
    'leads to where its page led first, whatever becomes of the next attempt there',
    onTheWire(() => {
      const first = new Map<unknown, string>();
      return async ({ url: { pathname }, text }, send) => {
        const response = await send();
        const led = response.headers.get('location');
        if (pathname !== '/payment/page' || led === null) return response;
        const mdOrder = new URLSearchParams(text).get('mdOrder');
        const location = first.get(mdOrder) ?? led;
        first.set(mdOrder, location);
        return new Response(null, { status: response.status, headers: { location } });
      };
    }),
  ),
  fault(
    'subscriptions.text.addresses-lead-back',
    'of-the-refused-one',
    'leads back to the successUrl of a create that it has refused for the orderNumber',
    onTheWire(() => {
      const known = new Map<unknown, string>();
      const moved = new Map<string, string>();
      const elsewhere = (text: string): string =>
        [...moved].reduce((all, [from, to]) => all.replace(from, to), text);
      return async ({ url: { pathname }, body }, send) => {
        const response = await send();
        if (pathname === paths.create) {
          const { orderNumber, successUrl } = body;
          const first = known.get(orderNumber);
          if (orderNumber === undefined) return response;
          if (response.ok) known.set(orderNumber, String(successUrl));
          else if (first !== undefined) moved.set(first, String(successUrl));
          return response;
        }
        const location = response.headers.get('Location');
        if (location !== null) response.headers.set('Location', elsewhere(location));
        return pathname.endsWith('/paymentorder.do')
          ? withBody(response, elsewhere(await response.text()))
          : response;
      };
    }),
  ),
  fault(
    'subscriptions.flow.charges-what-the-page-shows',
    'amount-of-the-update',
    'shows on the page the amount of the last update, and charges that of the order',
    onTheWire(() => {
      const agreed = new Map<unknown, Members>();
      const updated = new Map<unknown, unknown>();
      const written = (amount: unknown): string => (Number(amount) / 100).toFixed(2);
      return async ({ url: { href, pathname }, body }, send) => {
        const response = await send();
        if (pathname === paths.create && response.ok) {
          const created = subscriptionOf((await response.clone().json()) as Members);
          agreed.set(created['subscriptionId'], created);
        }
        if (pathname === paths.update && response.ok)
          updated.set(body['subscriptionId'], body['amount']);
        if (response.headers.get('Content-Type')?.startsWith('text/html') !== true) return response;
        let page = await response.text();
        for (const [id, later] of updated) {
          const { mdOrder, amount } = agreed.get(id) ?? {};
          if (href.includes(String(mdOrder)))
            page = page.replaceAll(written(amount), written(later));
        }
        return withBody(response, page);
      };
    }),
  ),
  fault(
    'subscriptions.text.comes-back',
    'pieces-of-a-letter',
    'reads each piece of a body by itself, so that a letter at the border of two is destroyed',
    onSubscriptions(() => async ({ operation, text }, send) => {
      const border = Buffer.byteLength(text.slice(0, text.indexOf('ā'))) + 1;
      if (operation !== 'create' || !text.includes('ā')) return send();
      const bytes = Buffer.from(text);
      const pieces = [bytes.subarray(0, border), bytes.subarray(border)];
      return send({ body: pieces.map((piece) => piece.toString()).join('') });
    }),
  ),
  fault(
    'subscriptions.text.comes-back',
    'numbers-of-one-byte',
    'reads letters that a body has by their numbers as bytes',
    onSubscriptions(() => async ({ operation, body, text }, send) => {
      if (operation !== 'create' || !/\\u[\da-f]{4}/i.test(text)) return send();
      const read = Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'string' ? Buffer.from(value, 'latin1').toString('latin1') : value,
      ]);
      return send({ body: JSON.stringify(Object.fromEntries(read)) });
    }),
  ),
  fault(
    'subscriptions.text.comes-back',
    'escaped-by-updates',
    'shows the ampersands of a description as entities once anything was updated',
    onTheWire(() => {
      const updated = new Set<unknown>();
      return async ({ url: { pathname }, body }, send) => {
        const response = await send();
        if (pathname === paths.update) updated.add(body['subscriptionId']);
        if (pathname !== paths.details || !response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        const shown = subscriptionOf(answer);
        const { description, subscriptionId } = shown;
        if (!updated.has(subscriptionId) || typeof description !== 'string') return response;
        shown['description'] = description.replaceAll('&', '&amp;');
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.text.told-apart',
    'numbers-are-numbers',
    'keeps an orderNumber of digits as a number',
    withMembers('create', ({ orderNumber }): Members =>
      /^[1-9]\d*$/.test(String(orderNumber)) ? { orderNumber: String(Number(orderNumber)) } : {},
    ),
  ),
  fault(
    'subscriptions.text.told-apart',
    'numbers-of-32-characters',
    'cuts an orderNumber at 32 characters',
    withMembers('create', ({ orderNumber }): Members =>
      typeof orderNumber === 'string' ? { orderNumber: orderNumber.slice(0, 32) } : {},
    ),
  ),
];

const ofItems: readonly Fault[] = [
  ...(
    [
      ['first', (list: unknown[]) => list.slice(0, 1)],
      ['last', (list: unknown[]) => list.slice(-1)],
      ['first-two', (list: unknown[]) => list.slice(0, 2)],
    ] as const
  ).map(([slug, keep]) =>
    fault(
      'subscriptions.items.each-status-counts',
      `${slug}-alone`,
      `reads of statuses the ${slug.replace('-', ' ')} alone`,
      withMembers('list', ({ statuses }): Members =>
        Array.isArray(statuses) ? { statuses: keep(statuses) } : {},
      ),
    ),
  ),
  fault(
    'subscriptions.items.each-status-counts',
    'listed-twice',
    'lists a subscription twice whose status is named twice',
    inSubscriptionAnswer('list', (answer, { body }) => {
      const statuses = body['statuses'];
      if (!Array.isArray(statuses)) return;
      answer['items'] = itemsOf(answer).flatMap((item) =>
        statuses.filter((status) => status === item['status']).map(() => item),
      );
    }),
  ),
  ...(['amount', 'phone'] as const).map((member) =>
    fault(
      'subscriptions.items.order-of-members',
      `${member}-before-customer`,
      `passes over ${member} where it stands behind the interval and before customerId`,
      withMembers('create', (body): Members => {
        const names = Object.keys(body);
        const isBefore = names.indexOf(member) < names.indexOf('customerId');
        return isBefore && names.includes(member)
          ? { [member]: member === 'amount' ? 1_00 : null }
          : {};
      }),
    ),
  ),
];

const ofRanges: readonly Fault[] = [
  ...(
    [
      ['hundreds', (amount: number) => (amount % 100 === 0 ? amount - 1 : amount)],
      ['tens-of-thousands', (amount: number) => (amount > 99_998 ? amount + 1 : amount)],
      ['ones', (amount: number) => (amount < 10 ? 10 : amount)],
    ] as const
  ).map(([slug, change]) =>
    fault(
      'subscriptions.alike.amounts',
      slug,
      `changes amounts: ${slug.replaceAll('-', ' ')}`,
      withMembers(['create', 'update'], ({ amount }): Members =>
        typeof amount === 'number' ? { amount: change(amount) } : {},
      ),
    ),
  ),
  fault(
    'subscriptions.alike.intervals',
    'years-lost',
    'loses the whole years of an interval in months',
    withRules({
      subAfterIntervals: (start, { value, unit }, ...rest) =>
        subAfterIntervals(
          start,
          { unit, value: unit === 'MONTHS' ? value % 12 || 12 : value },
          ...rest,
        ),
    }),
  ),
  fault(
    'subscriptions.alike.intervals',
    'at-most-30-days',
    'takes an interval of more than 30 days for one of 30',
    withRules({
      subAfterIntervals: (start, { value, unit }, ...rest) =>
        subAfterIntervals(
          start,
          { unit, value: unit === 'DAYS' ? Math.min(value, 30) : value },
          ...rest,
        ),
    }),
  ),
  fault(
    'subscriptions.alike.intervals',
    'seconds-in-32-bits',
    'shows moments after 19 January 2038 as those of the 20th century',
    inSubscriptionAnswer('details', (answer) => {
      for (const name of ['activeTill', 'nextChargeAt']) {
        const seconds = Date.parse(String(answer[name])) / 1_000;
        if (seconds >= 2 ** 31)
          answer[name] = new Date((Math.floor(seconds) | 0) * 1_000).toISOString();
      }
    }),
  ),
  fault(
    'subscriptions.alike.intervals',
    'value-17',
    'keeps an interval of 17 as one of 16',
    withMembers('create', ({ billingIntervalValue }): Members =>
      billingIntervalValue === 17 ? { billingIntervalValue: 16 } : {},
    ),
  ),
  ...(
    [
      ['longer', (id: string) => id.slice(0, 36), (id: string) => id],
      ['another-end', (id: string) => id, (id: string) => id.slice(0, 35)],
    ] as const
  ).map(([slug, cut, like]) =>
    fault(
      'subscriptions.naming.another-id-is-another',
      slug,
      `finds a subscription by an id that has ${slug.replace('-', ' ')}`,
      onSubscriptions(() => {
        const ids = new Set<string>();
        return async (asked, send) => {
          const name = asked.operation === 'details' ? 'subscriptionUuid' : 'subscriptionId';
          const sent = asked.body[name];
          const meant =
            typeof sent === 'string'
              ? ([...ids].find((id) => like(id) === like(cut(sent))) ?? sent)
              : sent;
          const response = await send({ body: JSON.stringify({ ...asked.body, [name]: meant }) });
          if (asked.operation === 'create' && response.ok) {
            const answer = (await response.clone().json()) as Members;
            ids.add(String(subscriptionOf(answer)['subscriptionId']));
          }
          return response;
        };
      }),
    ),
  ),
  ...(['amountTo', 'amountFrom'] as const).map((member) =>
    fault(
      'subscriptions.zero.amount-to',
      `${member}-unsent`,
      `takes ${member} 0 for ${member === 'amountTo' ? 'none' : 'one that nothing fits'}`,
      withMembers('list', (body): Members =>
        body[member] === 0 ? { [member]: member === 'amountTo' ? undefined : 99_999_999 } : {},
      ),
    ),
  ),
  ...(['amount', 'billingIntervalValue', 'billingIntervalUnit'] as const).map((member) =>
    fault(
      'subscriptions.zero.back-to-the-first',
      member,
      `passes over ${member} in an update where it is what the subscription was created with`,
      onSubscriptions(() => {
        const first = new Map<unknown, unknown>();
        return async (asked, send) => {
          const { subscriptionId } = asked.body;
          const isBack = asked.body[member] === first.get(subscriptionId);
          if (asked.operation === 'update' && isBack) {
            return send({ body: JSON.stringify({ ...asked.body, [member]: undefined }) });
          }
          const response = await send();
          if (asked.operation === 'create' && response.ok) {
            const answer = (await response.clone().json()) as Members;
            first.set(subscriptionOf(answer)['subscriptionId'], asked.body[member]);
          }
          return response;
        };
      }),
    ),
  ),
];

/** What is let through where it is updated. */
const ofUpdates: readonly Fault[] = [
  fault(
    'subscriptions.alike.terms',
    'any-amount',
    'updates a subscription to any amount at all',
    withRules({
      subIsAmount: (operation, amount) =>
        operation === 'update' || documentRules.subIsAmount(operation, amount),
    }),
  ),
  fault(
    'subscriptions.alike.terms',
    'any-interval',
    'updates a subscription to any billingIntervalValue at all',
    withRules({
      subIsIntervalValue: (operation, value) =>
        operation === 'update' || documentRules.subIsIntervalValue(operation, value),
    }),
  ),
];

/** What is told in another way from some moment on. */
const ofAnswers: readonly Fault[] = [
  fault(
    'subscriptions.told.the-same-throughout',
    'currency-after-update',
    'shows a subscription in the usual currency of others once it was updated',
    rememberingInSubscriptionAnswer(['update', 'details'], () => {
      const updated = new Set<unknown>();
      return (answer, { operation, body }) => {
        if (operation === 'update') updated.add(body['subscriptionId']);
        const subscription = subscriptionOf(answer);
        if (operation === 'details' && updated.has(subscription['subscriptionId']))
          subscription['currency'] = 840;
      };
    }),
  ),
  fault(
    'subscriptions.told.the-same-throughout',
    'email-of-lists',
    'shows in lists the email in capital letters',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) item['email'] = String(item['email']).toUpperCase();
    }),
  ),
];

export const subscriptionSamenessValueFaults: readonly Fault[] = [
  ...ofAnswers,
  ...ofTexts,
  ...ofUpdates,
  ...ofItems,
  ...ofRanges,
];
