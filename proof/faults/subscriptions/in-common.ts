import type { Binding } from '../../../sandbox/gateway/records.ts';
import { type Fault, fault } from '../fault.ts';
import { memberAt, type Members, onPath, withRememberingRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  onSubscriptions,
  paths,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 2.3 and 3.2: what several have in common, and what becomes of values at the ends of their range.

export const subscriptionInCommonFaults: readonly Fault[] = [
  fault(
    'subscriptions.shared.each-keeps-its-own',
    'checkout-there-is',
    'leads a customer to the checkout that there is for the same amount',
    rememberingInSubscriptionAnswer('create', () => {
      const checkouts = new Map<string, unknown>();
      return (answer, { body }) => {
        const known = `${String(body['customerId'])} ${String(body['amount'])}`;
        answer['checkoutUrl'] = checkouts.get(known) ?? answer['checkoutUrl'];
        checkouts.set(known, answer['checkoutUrl']);
      };
    }),
  ),
  ...(
    [
      ['customer-by-email', 'email', 'customerId'],
      ['contact-by-phone', 'phone', 'email'],
      ['text-by-address', 'successUrl', 'description'],
    ] as const
  ).map(([slug, by, member]) =>
    fault(
      'subscriptions.shared.each-keeps-its-own',
      slug,
      `takes ${member} from an earlier subscription with the same ${by}`,
      onSubscriptions(() => {
        const known = new Map<unknown, unknown>();
        return async ({ operation, body }, send) => {
          const key = body[by];
          if (operation !== 'create' || key === undefined || key === usualAddress) return send();
          if (!known.has(key)) known.set(key, body[member]);
          return send({ body: JSON.stringify({ ...body, [member]: known.get(key) }) });
        };
      }),
    ),
  ),
  fault(
    'subscriptions.shared.each-keeps-its-own',
    'credential-of-another-merchant',
    'charges a customer by the credential that another merchant has of one with the same id',
    withRememberingRules(() => {
      const first = new Map<string, Binding>();
      return {
        gwChargeAnswer: (binding) => {
          const { clientId, pan, category } = binding;
          const known = `${clientId} ${pan} ${category}`;
          if (!first.has(known)) first.set(known, binding);
          return (first.get(known) ?? binding).charges;
        },
      };
    }),
  ),
  fault(
    'subscriptions.shared.each-keeps-its-own',
    'checkout-by-customer',
    'pays on a page the subscription of the customer whose page was opened last',
    onPath('/', () => {
      const customers = new Map<unknown, unknown>();
      const opened = new Map<unknown, string>();
      return async ({ url, text, body }, send) => {
        const response = await (async () => {
          if (url.pathname !== '/payment/page' || text === '') return send();
          const form = new URLSearchParams(text);
          const last = opened.get(customers.get(form.get('mdOrder')));
          if (last !== undefined) form.set('mdOrder', last);
          return send({ body: form.toString() });
        })();
        const looked = url.searchParams.get('mdOrder');
        const customer = customers.get(looked);
        if (url.pathname === '/payment/page' && looked !== null && customer !== undefined)
          opened.set(customer, looked);
        if (url.pathname !== paths.create || !response.ok) return response;
        const created = subscriptionOf((await response.clone().json()) as Members);
        customers.set(created['mdOrder'], body['customerId']);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.size.lives-as-any-other',
    'numbers-made-of-long-ones',
    'charges nothing where the orderNumber leaves no room for a counter behind it',
    rememberingInSubscriptionAnswer(['create', 'details'], () => {
      const long = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { subscriptionId } = subscriptionOf(answer);
        if (operation === 'create' && String(body['orderNumber']).length > 34)
          long.add(subscriptionId);
        const payments = memberAt(answer, 'payments');
        if (!long.has(subscriptionId) || !Array.isArray(payments) || payments.length < 2) return;
        answer['payments'] = payments.slice(0, 1);
        answer['status'] = 'UNPAID';
      };
    }),
  ),
  fault(
    'subscriptions.size.lives-as-any-other',
    'long-customers-unlisted',
    'lists nothing of a customer whose id has more than 64 characters',
    inSubscriptionAnswer('list', (answer, { body }) => {
      if (String(body['customerId']).length > 64) answer['items'] = [];
    }),
  ),
  fault(
    'subscriptions.size.lives-as-any-other',
    'cents-alone',
    'activates nothing that costs a cent',
    inSubscriptionAnswer('details', (answer) => {
      if (answer['amount'] === 1 && answer['status'] === 'ACTIVE') answer['status'] = 'INITIATED';
    }),
  ),
];

/** That of nearly all subscriptions of the suite. */
const usualAddress = 'https://shop.example/subscribed';
