import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  setMember,
  withBody,
  withRules,
} from '../tampering.ts';
import { isSuccessful } from './later.ts';
import { depositIfHeld } from './spoiling.ts';
import {
  changedBody,
  type GatewayRequest,
  inGatewayAnswer,
  onGateway,
  onGatewayInTime,
  refusal,
  withParameters,
} from './tampering.ts';

// What was asked, opened, stored or agreed on earlier decides what it has no part in, or does not decide what
// it should. Document 3, parts 2.1, 4 and 8.

const { gwMayFollow } = documentRules;

const status = 'getOrderStatusExtended.do';

export const gatewayEarlierFaults: readonly Fault[] = [
  fault(
    'gateway.views.status-by-number',
    'as-told-before',
    'tells the status that an order had when it was first asked for by its orderNumber',
    onGateway(() => {
      const told = new Map<string, Response>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber } = parameters;
        if (operation !== status || orderNumber === undefined) return send();
        const before = told.get(orderNumber);
        if (before !== undefined) return before.clone();
        const response = await send();
        if (isSuccessful(await read(response))) told.set(orderNumber, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'bound-by-a-refusal',
    'binds an order to the credential of a payment that it refuses for its tii',
    onGateway(() => {
      const bound = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { mdOrder, MDORDER, tii } = parameters;
        if (operation === 'paymentorder.do' && bound.has(MDORDER)) return refusal();
        const response = await send();
        const isPayment = operation === 'paymentOrderBinding.do' && tii !== undefined;
        if (isPayment && !isSuccessful(await read(response))) bound.add(mdOrder);
        return response;
      };
    }),
  ),
  fault(
    'gateway.features.force-tds-each-time',
    'known-holder',
    'asks no customer for 3DS again who has gone through it once',
    onGateway(() => {
      const customers = new Map<unknown, string | undefined>();
      const known = new Set<string>();
      return async (asked, send) => {
        const { clientId, features, MDORDER, threeDSServerTransId } = asked.parameters;
        const customer = customers.get(MDORDER);
        if (threeDSServerTransId !== undefined && customer !== undefined) known.add(customer);
        const isKnown = known.has(clientId ?? '') && features?.endsWith('_TDS') === true;
        const response = await (isKnown
          ? send({ body: changedBody(asked, { features: 'FORCE_SSL' }) })
          : send());
        customers.set(memberAt(await read(response), 'orderId'), clientId);
        return response;
      };
    }),
  ),
  fault(
    'gateway.alike.currencies',
    'currency-of-the-credential',
    'has orders that a stored credential pays in the currency that it was stored in',
    showsOtherwise(
      ({ operation, parameters: { mdOrder } }) =>
        operation === 'paymentOrderBinding.do' ? mdOrder : undefined,
      (answer) => setMember(answer, 'currency', '978'),
    ),
  ),
  fault(
    'gateway.at-once.reads-destroy-nothing',
    'list-that-came-too-early',
    'remembers a list that was read while a card was stored, and tells it again',
    onGateway(() => {
      const lists = new Map<string, Response>();
      return async ({ operation, parameters: { clientId, bindingType } }, send) => {
        if (operation !== 'getBindings.do') {
          const response = await send();
          if (operation === 'paymentorder.do') lists.clear();
          return response;
        }
        const asked = `${clientId} ${bindingType}`;
        const known = lists.get(asked);
        if (known !== undefined) return known.clone();
        const response = await send();
        await gap();
        lists.set(asked, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.order.number-of-any-operation',
    'made-up-twice',
    'takes a number for a new order that it has made up for another one',
    onGateway(() => {
      const orders = new Set<unknown>();
      const numbers = new Set<unknown>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        const { orderNumber, orderId } = parameters;
        const isNew = operation === 'register.do' && numbers.has(orderNumber);
        if (isNew) return send({ body: changedBody(asked, { orderNumber: `${orderNumber}-2` }) });
        const response = await send();
        const answer = await read(response);
        if (operation === 'instantPayment.do' && orderNumber === undefined)
          orders.add(memberAt(answer, 'orderId'));
        if (operation === status && orders.has(orderId))
          numbers.add(memberAt(answer, 'orderNumber'));
        return response;
      };
    }),
  ),
  fault(
    'gateway.text.addresses-lead-back',
    'as-long-as-a-byte-counts',
    'keeps 255 characters of the addresses of a shop',
    withParameters(['register.do', 'registerPreAuth.do'], ({ parameters }) => ({
      returnUrl: parameters['returnUrl']?.slice(0, 255),
      failUrl: parameters['failUrl']?.slice(0, 255),
    })),
  ),
  fault(
    'gateway.text.any-client',
    'plus-is-a-space',
    'lists nothing for customers with a plus sign in their clientId',
    withParameters('getBindings.do', ({ parameters: { clientId } }) => ({
      clientId: clientId?.replaceAll('+', ' '),
    })),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'only-where-held-at-once',
    'forgets both dates of an order whose payer is yet to enter the CVC',
    withParameters('instantPayment.do', ({ parameters: { bindingId, cvc } }) =>
      bindingId === undefined || cvc !== undefined
        ? {}
        : { autocompletionDate: undefined, autoReverseDate: undefined },
    ),
  ),
  fault(
    'gateway.order-status.date-by-the-clock',
    'an-hour-ahead',
    'dates orders by a clock on a wall that is an hour ahead',
    inGatewayAnswer(status, (answer) => {
      if (typeof answer['date'] === 'number') answer['date'] += 3_600_000;
    }),
  ),
  fault(
    'gateway.order-status.date-by-the-clock',
    'of-the-credential',
    'dates an order by the moment at which the credential was stored that paid it',
    onGateway(() => {
      const stored = new Map<unknown, unknown>();
      return async ({ operation }, send) => {
        const response = await send();
        const answer = operation === status ? await read(response) : undefined;
        const bindingId = memberAt(answer, 'bindingInfo.bindingId');
        if (!isObject(answer) || bindingId === undefined || answer['date'] === undefined)
          return response;
        if (!stored.has(bindingId)) stored.set(bindingId, answer['date']);
        const date = stored.get(bindingId);
        return withBody(response, JSON.stringify({ ...answer, date }));
      };
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-to-the-second',
    'until-midnight',
    'pays no order on the day after its registration',
    onGatewayInTime((now) => {
      const days = new Map<unknown, number>();
      return async ({ operation, parameters: { MDORDER } }, send) => {
        const today = Math.floor(now() / 86_400_000);
        const isOver = (days.get(MDORDER) ?? today) < today;
        if (operation === 'paymentorder.do' && isOver) return refusal();
        const response = await send();
        if (operation?.startsWith('register') === true)
          days.set(memberAt(await read(response), 'orderId'), today);
        return response;
      };
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-to-the-second',
    'default-on-the-page',
    'closes the page of an order after the default lifetime, whatever was agreed on',
    onGatewayInTime((now) => {
      const registered = new Map<unknown, number>();
      return async ({ operation, url, text }, send) => {
        const mdOrder = new URLSearchParams(text).get('mdOrder');
        const isOver = now() - (registered.get(mdOrder) ?? now()) > 1_200_000;
        if (url.pathname === '/payment/page' && isOver) return new Response('It is too late.');
        const response = await send();
        if (operation?.startsWith('register') === true)
          registered.set(memberAt(await read(response), 'orderId'), now());
        return response;
      };
    }),
  ),
  fault(
    'gateway.page.each-at-the-bank',
    'order-in-a-cookie',
    'pays on a page the order whose page the customer has opened last',
    onGateway(() => async ({ url, text, headers }, send) => {
      if (url.pathname !== '/payment/page') return send();
      const kept = /order=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1];
      const form = new URLSearchParams(text);
      if (kept !== undefined && text !== '') form.set('mdOrder', kept);
      const response = await send(text === '' ? {} : { body: form.toString() });
      const opened = url.searchParams.get('mdOrder');
      if (opened !== null) response.headers.append('Set-Cookie', `order=${opened}; Path=/`);
      return response;
    }),
  ),
  fault(
    'gateway.order-state.while-the-bank-asks',
    'refused-afterwards',
    'takes an order for declined whose payer refuses at the bank after it was paid',
    showsOtherwise(
      ({ url, text }) =>
        url.pathname === '/payment/page/challenge' && text.includes('refuse')
          ? (new URLSearchParams(text).get('mdOrder') ?? undefined)
          : undefined,
      (answer) => setMember(answer, 'orderStatus', 6),
    ),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'charged-once-given-back',
    'charges on an order that was held until its autoReverseDate',
    withRules({
      gwMayFollow: (original, tii) =>
        original.attempts.some(({ outcome }) => outcome === 'approved') ||
        gwMayFollow(original, tii),
    }),
  ),
  fault(
    'gateway.industry-practice.held-counts-as-paid',
    'debited-only',
    'charges on orders that are debited alone',
    withRules({
      gwMayFollow: (original, tii) => original.status !== 1 && gwMayFollow(original, tii),
    }),
  ),
  fault(
    'gateway.binding.installment-needs-all',
    'made-up-in-one-call',
    'makes up the missing part of a plan in one call',
    withParameters('instantPayment.do', ({ parameters: { jsonParams } }) => {
      const plan: unknown = JSON.parse(jsonParams ?? '{}');
      if (memberAt(plan, 'installments') === undefined || !isObject(plan)) return {};
      const usual = { totalInstallmentAmount: '1500', recurringFrequency: '30' };
      const whole = { ...usual, recurringExpiry: '20991231', ...plan };
      return { jsonParams: JSON.stringify(whole) };
    }),
  ),
  fault(
    'gateway.tii.without-cvc-alike',
    'asks-for-it-by-credential',
    'has the customer enter the CVC where the merchant pays by a stored credential in one call',
    withParameters('instantPayment.do', ({ parameters: { pan, cvc, tii } }) =>
      tii === 'U' && pan === undefined && cvc === undefined ? { tii: 'F' } : {},
    ),
  ),
  fault(
    'gateway.authentication.token-is-the-merchant',
    'lists-by-name',
    'lists nothing to a merchant who comes with the token',
    withParameters('getBindings.do', ({ parameters: { token, clientId } }) => ({
      clientId: token === undefined ? clientId : `${clientId}-of-nobody`,
    })),
  ),
  fault(
    'gateway.instant-payment.binding-page-pays',
    'deposits-on-the-page',
    'deposits what is to be held where the customer enters the CVC on the page',
    showsOtherwise(
      ({ url, text }) =>
        url.pathname === '/payment/page' && text.includes('action=pay')
          ? (new URLSearchParams(text).get('mdOrder') ?? undefined)
          : undefined,
      depositIfHeld,
    ),
  ),
];

/** Shows orders in another way from the request on that names them. */
function showsOtherwise(
  orderIn: (asked: GatewayRequest) => string | undefined,
  change: (answer: Members) => void,
): Tampering {
  return onGateway(() => {
    const orders = new Set<string | undefined>();
    return async (asked, send) => {
      const named = orderIn(asked);
      if (named !== undefined) orders.add(named);
      const response = await send();
      if (asked.operation !== status || !orders.has(asked.parameters['orderId'])) return response;
      const answer = await read(response);
      if (!isObject(answer)) return response;
      change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}
