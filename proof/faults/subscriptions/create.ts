import { subscriptionRequests } from '../../../fixtures/fields/subscriptions-requests.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { memberAt, type Members, onPath, onTheWire, withBody, withRules } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  onSubscriptions,
  paths,
  refusal,
  refusesSubscription,
  subscriptionOf,
  withMembers,
} from './tampering.ts';

// Document 3, part 4.8, rule 1: create.

const { gwParameter, subAllowedValues } = documentRules;

/** Readings of a phone that are too narrow or too wide. */
const phones = [
  ['subscriptions.create.phone-of-seven', 'from-eight', /^\+?[\d\s()-]{8,20}$/],
  ['subscriptions.create.phone-of-six', 'from-six', /^\+?[\d\s()-]{6,20}$/],
  ['subscriptions.create.phone-of-twenty', 'to-nineteen', /^\+?[\d\s()-]{7,19}$/],
  ['subscriptions.create.phone-of-twenty-one', 'to-twenty-one', /^\+?[\d\s()-]{7,21}$/],
  ['subscriptions.create.phone-with-plus', 'without-plus', /^[\d\s()-]{7,20}$/],
  ['subscriptions.create.phone-with-plus', 'plus-counts', /^(?=.{7,20}$)\+?[\d\s()-]+$/],
  ['subscriptions.create.phone-with-separators', 'digits-only', /^\+?\d{7,20}$/],
  ['subscriptions.create.phone-with-letters', 'letters-too', /^\+?[\w\s()-]{7,20}$/],
] as const;

export const subscriptionCreateFaults: readonly Fault[] = [
  fault(
    'subscriptions.create.succeeds',
    'refused',
    'refuses every create',
    refusesSubscription('create'),
  ),
  ...(
    [
      ['subscriptions.create.active-till-is-null', 'activeTill'],
      ['subscriptions.create.next-charge-at-is-null', 'nextChargeAt'],
    ] as const
  ).map(([id, member]) =>
    fault(
      id,
      'created',
      `shows created as ${member} of a new subscription`,
      inSubscriptionAnswer('create', (answer) => {
        const subscription = subscriptionOf(answer);
        subscription[member] = subscription['created'];
      }),
    ),
  ),
  fault(
    'subscriptions.create.checkout-url-answers',
    'nowhere',
    'answers a checkoutUrl that leads nowhere',
    inSubscriptionAnswer('create', (answer) => {
      answer['checkoutUrl'] = new URL('/no-such-page', String(answer['checkoutUrl'])).href;
    }),
  ),
  fault(
    'subscriptions.create.required-is-not-null',
    'made-up',
    'accepts null for any required member and makes up a value',
    withMembers('create', (body) =>
      Object.fromEntries(
        subscriptionRequests['subscriptions.create'].members
          .filter(({ path }) => body[path] === null)
          .flatMap(({ path, refusals }) =>
            refusals.map(({ takenFor }) => [path, takenFor['made-up']?.(undefined)] as const),
          )
          .filter(([, other]) => other !== undefined),
      ),
    ),
  ),
  fault(
    'subscriptions.create.neither-email-nor-phone',
    'taken',
    'accepts a create with neither email nor phone',
    withRules({ subHasContact: () => true }),
  ),
  fault(
    'subscriptions.create.neither-email-nor-phone',
    'another-status',
    'answers 422 to a create with neither email nor phone',
    refusesSubscription(
      'create',
      ({ body }) => body['email'] === undefined && body['phone'] === undefined,
      422,
    ),
  ),
  fault(
    'subscriptions.create.email-alone',
    'refused',
    'requires a phone beside an email',
    refusesSubscription('create', lacks('phone')),
  ),
  fault(
    'subscriptions.create.phone-alone',
    'refused',
    'requires an email beside a phone',
    refusesSubscription('create', lacks('email')),
  ),
  fault(
    'subscriptions.create.customer-id-as-number',
    'anybody',
    'takes a number as customerId for anybody',
    withMembers('create', ({ customerId }) => ({
      customerId: typeof customerId === 'number' ? 'anybody' : customerId,
    })),
  ),
  fault(
    'subscriptions.create.customer-id-as-number',
    'stays-a-number',
    'accepts a number as customerId and shows it as a number',
    onSubscriptions(() => {
      const numbers = new Map<unknown, number>();
      return async (asked, send) => {
        const { customerId } = asked.body;
        if (asked.operation === 'create' && typeof customerId === 'number') {
          numbers.set(String(customerId), customerId);
          return send({ body: JSON.stringify({ ...asked.body, customerId: String(customerId) }) });
        }
        const response = await send();
        if (asked.operation !== 'details' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        answer['customerId'] = numbers.get(answer['customerId']) ?? answer['customerId'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.create.other-unit',
    'as-months',
    'accepts any billingIntervalUnit, and treats an unknown one as months',
    withRules({
      subAllowedValues: (operation, name) =>
        operation === 'create' ? undefined : subAllowedValues(operation, name),
    }),
  ),
  ...(
    [
      ['subscriptions.create.unit-days', 'DAYS'],
      ['subscriptions.create.unit-weeks', 'WEEKS'],
      ['subscriptions.create.unit-months', 'MONTHS'],
      ['subscriptions.create.unit-years', 'YEARS'],
    ] as const
  ).map(([id, unit]) =>
    fault(
      id,
      'refused',
      `refuses an interval in ${unit}`,
      refusesSubscription('create', ({ body }) => body['billingIntervalUnit'] === unit),
    ),
  ),
  ...phones.map(([id, slug, reading]) =>
    fault(
      id,
      slug,
      `reads a phone as ${reading.source}`,
      withRules({ subIsPhone: (text) => reading.test(text) }),
    ),
  ),
  fault(
    'subscriptions.create.order-number-is-optional',
    'refused',
    'wants an orderNumber',
    refusesSubscription('create', lacks('orderNumber')),
  ),
  fault(
    'subscriptions.create.order-number-is-unique',
    'taken',
    'accepts an orderNumber that is in use, and makes up another',
    onSubscriptions(() => {
      const seen = new Set<unknown>();
      return async (asked, send) => {
        const { orderNumber, ...rest } = asked.body;
        if (asked.operation !== 'create' || orderNumber === undefined) return send();
        if (seen.has(orderNumber)) return send({ body: JSON.stringify(rest) });
        seen.add(orderNumber);
        return send();
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-is-unique',
    'until-cancelled',
    'accepts the orderNumber of what is cancelled again',
    onSubscriptions(() => {
      const numbers = new Map<unknown, unknown>();
      const free = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { orderNumber, ...rest } = body;
        if (operation === 'deactivate') free.add(numbers.get(body['subscriptionId']));
        if (operation !== 'create' || orderNumber === undefined) return send();
        if (free.has(orderNumber)) return send({ body: JSON.stringify(rest) });
        const response = await send();
        if (response.ok) {
          const answer = (await response.clone().json()) as Members;
          numbers.set(subscriptionOf(answer)['subscriptionId'], orderNumber);
        }
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-is-unique',
    'until-its-order-ends',
    'accepts an orderNumber again once time has gone over the end of its order',
    onPath('/', () => {
      let isOver = false;
      return async ({ url: { pathname }, body }, send) => {
        isOver ||= pathname.endsWith('/control/clock') && body['now'] !== undefined;
        const response = await send();
        const { orderNumber: _taken, ...rest } = body;
        const isTaken = pathname === paths.create && response.status === 400;
        return isOver && isTaken ? send({ body: JSON.stringify(rest) }) : response;
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-is-kept',
    'another',
    'registers the order of an initial payment under a number of its own',
    withMembers('create', ({ orderNumber }) =>
      typeof orderNumber === 'string' ? { orderNumber: `${orderNumber}-1` } : {},
    ),
  ),
  fault(
    'subscriptions.create.order-number-is-kept',
    'unless-another-order-has-it',
    'looks for a number in use among subscriptions only, and registers a second order under it',
    onTheWire(() => {
      const numbers = new Map<string, string>();
      const created = new Set<string>();
      return async (asked, send) => {
        const answer = await send();
        if (asked.url.pathname.endsWith('getOrderStatusExtended.do')) {
          const number = numbers.get(new URLSearchParams(asked.text).get('orderId') ?? '');
          if (number === undefined) return answer;
          const status = (await answer.json()) as Members;
          return withBody(answer, JSON.stringify({ ...status, orderNumber: number }));
        }
        const { orderNumber } = asked.body;
        if (asked.url.pathname !== paths.create || typeof orderNumber !== 'string') return answer;
        if (answer.ok) created.add(orderNumber);
        if (answer.ok || created.has(orderNumber)) return answer;
        const own = { ...asked.body, orderNumber: crypto.randomUUID() };
        const second = await send({ body: JSON.stringify(own) });
        if (!second.ok) return answer;
        const mdOrder = memberAt(await second.clone().json(), 'subscription.mdOrder');
        numbers.set(String(mdOrder), orderNumber);
        created.add(orderNumber);
        return second;
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-is-kept',
    'cut-for-charges',
    'gives orders of charges the number of the initial one and a sign more, as far as 36 characters hold them',
    onTheWire(() => {
      const numbers = new Map<string, string>();
      return async (asked, send) => {
        const answer = await send();
        const { pathname } = asked.url;
        if (pathname.endsWith('getOrderStatusExtended.do')) {
          const number = numbers.get(new URLSearchParams(asked.text).get('orderId') ?? '');
          if (number === undefined) return answer;
          const status = (await answer.json()) as Members;
          return withBody(answer, JSON.stringify({ ...status, orderNumber: number }));
        }
        const isCreation = pathname === paths.create;
        if (!answer.ok || !(isCreation || pathname === paths.details)) return answer;
        const shown = (await answer.clone().json()) as Members;
        const id = String(subscriptionOf(shown)['subscriptionId']);
        const { orderNumber } = asked.body;
        if (isCreation && typeof orderNumber === 'string') numbers.set(id, orderNumber);
        const number = numbers.get(id);
        const { payments } = shown;
        if (number === undefined || !Array.isArray(payments)) return answer;
        for (const [place, payment] of payments.entries()) {
          const own = place === 0 ? number : `${number}-${place}`.slice(0, 36);
          numbers.set(String(memberAt(payment, 'mdOrder')), own);
        }
        return answer;
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-of-another-merchant',
    'of-the-whole-service',
    'refuses an orderNumber that a subscription of any merchant has',
    onSubscriptions(() => {
      const users = new Map<unknown, unknown>();
      return async ({ operation, body: { orderNumber, username } }, send) => {
        if (operation !== 'create' || orderNumber === undefined) return send();
        const user = users.get(orderNumber) ?? username;
        users.set(orderNumber, user);
        return user === username ? send() : refusal(400);
      };
    }),
  ),
  fault(
    'subscriptions.create.order-number-of-another-merchant',
    'of-the-whole-gateway',
    'refuses an orderNumber that an order of any merchant has',
    onTheWire(() => {
      const users = new Map<unknown, unknown>();
      return async ({ url: { pathname }, text, body }, send) => {
        if (pathname.endsWith('/register.do')) {
          const parameters = new URLSearchParams(text);
          users.set(parameters.get('orderNumber'), parameters.get('userName'));
        }
        const { orderNumber, username } = body;
        const user = pathname === paths.create ? (users.get(orderNumber) ?? username) : username;
        return user === username ? send() : refusal(400);
      };
    }),
  ),
  fault(
    'subscriptions.create.currency-below-100',
    'of-two-digits',
    'does not know currencies whose codes begin with zeros',
    refusesSubscription('create', ({ body }) => Number(body['currency']) < 100),
  ),
  fault(
    'subscriptions.create.longest-order-number',
    'to-thirty-five',
    'refuses an orderNumber of 36 characters',
    refusesSubscription('create', ({ body }) => String(body['orderNumber']).length === 36),
  ),
  fault(
    'subscriptions.create.longer-order-number',
    'to-thirty-seven',
    'registers an order under an orderNumber of 37 characters',
    withRules({
      gwParameter: (operation, path) => {
        const parameter = gwParameter(operation, path);
        const isOrderNumber = path === 'orderNumber' && parameter !== undefined;
        return isOrderNumber ? { ...parameter, most: 37 } : parameter;
      },
    }),
  ),
  fault(
    'subscriptions.create.gateway-message',
    'own-words',
    'says that the gateway has refused an order but not why',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.ok) return response;
      return withBody(response, JSON.stringify({ error: 'The order was not registered.' }));
    }),
  ),
  fault(
    'subscriptions.create.gateway-message',
    'of-the-first-refusal',
    'repeats with what message the gateway refused the first order, whatever it says of others',
    onSubscriptions(() => {
      let first: unknown;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'create' || response.ok) return response;
        const answer = (await response.json()) as Members;
        first ??= answer['error'];
        return withBody(response, JSON.stringify({ ...answer, error: first }));
      };
    }),
  ),
  fault(
    'subscriptions.create.description-is-optional',
    'refused',
    'wants a description',
    refusesSubscription('create', lacks('description')),
  ),
  fault(
    'subscriptions.create.validation-answers-400',
    'always-422',
    'answers 422 to any create that it refuses',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.status !== 400) return response;
      return new Response(await response.text(), { status: 422, headers: response.headers });
    }),
  ),
  fault(
    'subscriptions.create.failure-creates-nothing',
    'created',
    'creates a subscription of amount 100 when it refuses another amount',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'create' || response.ok) return response;
      await send({ body: JSON.stringify({ ...asked.body, amount: 1_00 }) });
      return withBody(response, await response.text());
    }),
  ),
];

function lacks(member: string): (asked: { readonly body: Members }) => boolean {
  return ({ body }) => body[member] === undefined;
}
