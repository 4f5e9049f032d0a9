import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  onTheWire,
  read,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  changedBody,
  type GatewayRequest,
  inGatewayAnswer,
  isSuccess,
  jsonAnswer,
  onGateway,
  onGatewayInTime,
  refusal,
  withParameters,
  withRulesAsked,
} from './tampering.ts';

// What goes wrong for another means, another card or another moment than the usual ones. Document 3.

const {
  gwAuthentication,
  gwCallbackAddress,
  gwExpiryOf,
  gwIsNotified,
  gwIsPayable,
  gwMayBeTwoPhase,
  gwOwnsBinding,
  gwSeesBinding,
  gwSeesOrder,
} = documentRules;
type PayableOrder = Parameters<typeof gwIsPayable>[0];

const lifetimeMs = 1_200_000;
const pagePath = '/payment/page';

export const gatewayCornerFaults: readonly Fault[] = [
  ...(['U', 'F'] as const).map((tii) =>
    fault(
      'gateway.payment-order-binding.other-client',
      `paid-for-others-with-${tii.toLowerCase()}`,
      `pays anybody's order with any credential of the merchant where tii is ${tii}`,
      withRulesAsked((asked) => ({
        gwOwnsBinding: (binding, owner, operation) =>
          (operation === 'paymentOrderBinding' && asked()?.parameters['tii'] === tii) ||
          gwOwnsBinding(binding, owner, operation),
      })),
    ),
  ),
  fault(
    'gateway.tii.u-one-phase',
    'held-in-one-call',
    'holds the amount of an order in two phases for U that is made for one stored credential',
    withRulesAsked((asked) => ({
      gwMayBeTwoPhase: (tii) =>
        asked()?.parameters['bindingId'] !== undefined || gwMayBeTwoPhase(tii),
    })),
  ),
  fault(
    'gateway.binding.installment-needs-all',
    'given-before',
    'makes up the missing part of the plan of a customer who gave a whole one before',
    onGateway(() => {
      const plans = new Map<string | undefined, Members>();
      return async (asked, send) => {
        const { clientId, jsonParams } = asked.parameters;
        if (asked.operation !== 'register.do' || jsonParams === undefined) return send();
        const sent = JSON.parse(jsonParams) as Members;
        const plan = { ...plans.get(clientId), ...sent };
        if (Object.keys(plan).length > 3) plans.set(clientId, plan);
        return send({ body: changedBody(asked, { jsonParams: JSON.stringify(plan) }) });
      };
    }),
  ),
  fault(
    'gateway.installment-payment.charges',
    'last-of-the-plan',
    'charges what is left of the plan with its last installment',
    onGateway(() => {
      const charged = new Map<string | undefined, number>();
      return async (asked, send) => {
        const { bindingId, amount } = asked.parameters;
        if (asked.operation !== 'installmentPayment.do') return send();
        const times = (charged.get(bindingId) ?? 0) + 1;
        charged.set(bindingId, times);
        const rest = String(45_00 - 2 * Number(amount));
        return send(times === 3 ? { body: changedBody(asked, { amount: rest }) } : {});
      };
    }),
  ),
  fault(
    'gateway.shared.each-keeps-its-own',
    'one-card-of-a-customer',
    'lists of the cards of a customer the one that was stored first',
    onGateway(() => async ({ operation }, send) => {
      const response = await send();
      const answer = await read(response);
      if (operation !== 'getBindings.do' || !isObject(answer)) return response;
      const { bindings } = answer;
      if (!Array.isArray(bindings)) return response;
      return jsonAnswer({ ...answer, bindings: (bindings as unknown[]).slice(0, 1) });
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'begins-anew-on-the-page',
    'begins the lifetime of an order anew each time that its page is opened',
    withRulesAsked((asked) => {
      const opened = new WeakMap<PayableOrder, number>();
      return {
        gwIsPayable: (order, now) => {
          const isInTime = gwIsPayable(order, now);
          if (isInTime && asked()?.url.pathname.includes('/page') === true) opened.set(order, now);
          return isInTime || livesOn(order, now, opened.get(order));
        },
      };
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'lives-on-when-looked-at',
    'lets an order live twice as long whose status was read',
    withRememberingRules(() => {
      const seen = new WeakSet<object>();
      return {
        gwSeesOrder: (order, login, operation) => {
          if (operation === 'getOrderStatusExtended') seen.add(order);
          return gwSeesOrder(order, login, operation);
        },
        gwIsPayable: (order, now) =>
          gwIsPayable(order, now) ||
          livesOn(order, now, seen.has(order) ? order.expiresAt : undefined),
      };
    }),
  ),
  fault(
    'gateway.page.twice-is-once',
    'two-clicks-add-up',
    'takes the amount twice of an order whose page was sent twice',
    addsUp(({ url, text }) => url.pathname === pagePath && text.includes('action=pay')),
  ),
  fault(
    'gateway.page.twice-is-once',
    'two-confirmations-add-up',
    'takes the amount twice of an order that was confirmed twice at the bank',
    addsUp(({ url, text }) => url.pathname === `${pagePath}/challenge` && text.includes('action=')),
  ),
  fault(
    'gateway.page.twice-is-once',
    'page-and-merchant-add-up',
    'takes the amount of an order on its page and once more of the merchant',
    addsUp(
      ({ url, text, operation }) =>
        operation === 'paymentorder.do' ||
        (url.pathname === pagePath && text.includes('action=pay')),
    ),
  ),
  fault(
    'gateway.callback.by-every-means',
    'told-of-once',
    'notifies no payment of an order of which a decline was notified',
    withRememberingRules(() => {
      const declined = new Set<string | undefined>();
      return {
        gwCallbackAddress: (kind, address) => {
          if (kind === 'declined') declined.add(address);
          const isKnown = kind !== 'declined' && declined.has(address);
          return isKnown ? undefined : gwCallbackAddress(kind, address);
        },
      };
    }),
  ),
  fault(
    'gateway.callback.no-timeout-of-paid',
    'ended-although-paid',
    'notifies the end of the lifetime of orders that were paid by card data',
    notifiesTheEndOfPaid(),
  ),
  fault(
    'gateway.order.order-number-is-unique',
    'free-when-verified',
    'has the number free again of an order that only verified a card',
    freesNumbersOf(({ parameters: { features } }) => features === 'VERIFY'),
  ),
  fault(
    'gateway.order.order-number-is-unique',
    'free-when-given-back',
    'has the number free again of an order with an autoReverseDate',
    freesNumbersOf(({ parameters: { autoReverseDate } }) => autoReverseDate !== undefined),
  ),
  fault(
    'gateway.order-state.while-the-bank-asks',
    'dropped-by-a-refusal',
    'drops the 3DS 2 that has begun for a payment that it refuses for lack of a $CVC',
    onGateway(() => {
      const dropped = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { MDORDER, $CVC, threeDSServerTransId } = parameters;
        if (operation !== 'paymentorder.do') return send();
        if ($CVC === undefined) dropped.add(MDORDER);
        return threeDSServerTransId !== undefined && dropped.has(MDORDER) ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'held-once-never-followed',
    'charges nothing on an order that was held, also once its date has debited it',
    onGateway(() => {
      const held = new Set<unknown>();
      return async ({ operation, parameters }, send) => {
        if (operation?.startsWith('industryPractice') === true)
          return held.has(parameters['originalMdOrder']) ? refusal() : send();
        const response = await send();
        if (operation === 'instantPayment.do' && parameters['preAuth'] === 'true')
          held.add(memberAt(await read(response), 'orderId'));
        return response;
      };
    }),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'given-back-with-the-hold',
    'forgets the credential that a hold has stored when the hold is given back',
    onGatewayInTime((now) => {
      const ends = new Map<string | undefined, number>();
      return async ({ operation, parameters }, send) => {
        const { clientId, autoReverseDate } = parameters;
        if (autoReverseDate !== undefined) ends.set(clientId, Date.parse(`${autoReverseDate}Z`));
        const isOver = now() >= (ends.get(clientId) ?? Number.POSITIVE_INFINITY);
        return operation === 'getBindings.do' && isOver
          ? jsonAnswer({ errorCode: '0', bindings: [] })
          : send();
      };
    }),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'gone-with-the-next-order',
    'forgets the newest credential of a customer once an order that was to store one has not been paid in time',
    onGatewayInTime((now) => {
      const waiting = new Map<string | undefined, { clientId?: string; since: number }>();
      return async ({ operation, parameters: { clientId, features, ...sent } }, send) => {
        const response = await send();
        const answer = await read(response);
        if (!isObject(answer)) return response;
        if (features?.includes('FORCE_CREATE_BINDING') === true && clientId !== undefined)
          waiting.set(String(answer['orderId']), { clientId, since: now() });
        if (operation === 'paymentorder.do' && isSuccess(answer)) waiting.delete(sent['MDORDER']);
        const isGone = [...waiting.values()].some(
          (one) => one.clientId === clientId && now() - one.since > lifetimeMs,
        );
        const { bindings } = answer;
        return operation === 'getBindings.do' && isGone && Array.isArray(bindings)
          ? jsonAnswer({ ...answer, bindings: bindings.slice(0, -1) })
          : response;
      };
    }),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'closed-with-its-lifetime',
    'closes an order that a stored credential has paid when its lifetime is over',
    onGatewayInTime((now) => {
      const ends = new Map<string | undefined, number>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'paymentOrderBinding.do')
          ends.set(parameters['mdOrder'], now() + lifetimeMs);
        const response = await send();
        const isOver = now() >= (ends.get(parameters['orderId']) ?? Number.POSITIVE_INFINITY);
        const answer = await read(response);
        return operation === 'getOrderStatusExtended.do' && isOver && isObject(answer)
          ? jsonAnswer({ ...answer, orderStatus: 6 })
          : response;
      };
    }),
  ),
  fault(
    'gateway.features.force-ssl-asks-nothing',
    'asked-of-stored-cards',
    'minds FORCE_SSL for card data only',
    withRulesAsked((asked) => ({
      gwAuthentication: (kind, features, by) =>
        gwAuthentication(
          kind,
          asked()?.operation === 'paymentOrderBinding.do'
            ? features.filter((feature) => feature !== 'FORCE_SSL')
            : features,
          by,
        ),
    })),
  ),
  fault(
    'gateway.callback.by-every-means',
    'seen-by-the-customer',
    'notifies nothing that the customer pays on the page or confirms at the bank',
    withRulesAsked((asked) => ({
      gwIsNotified: (kind) =>
        asked()?.url.pathname.startsWith(pagePath) !== true && gwIsNotified(kind),
    })),
  ),
  fault(
    'gateway.alike.moments',
    'seconds-in-32-bits',
    'counts the seconds of an expirationDate in 32 bits',
    withParameters('instantPayment.do', ({ parameters: { expirationDate } }) => {
      if (expirationDate === undefined) return {};
      const seconds = (Date.parse(`${expirationDate}Z`) / 1000) | 0;
      return { expirationDate: new Date(seconds * 1000).toISOString().slice(0, 19) };
    }),
  ),
  fault(
    'gateway.optional.what-is-overridden',
    'later-of-the-two',
    'pays by YYYY and MM where $EXPIRY is over',
    withParameters('paymentorder.do', ({ parameters: { $EXPIRY, YYYY, MM } }) =>
      $EXPIRY === '200101' && YYYY !== undefined ? { $EXPIRY: `${YYYY}${MM}` } : {},
    ),
  ),
  fault(
    'gateway.optional.what-is-overridden',
    'month-without-a-year',
    'pays by an MM that is sent without YYYY in place of the month of $EXPIRY',
    withRules({
      gwExpiryOf: (sent) =>
        sent.expiry !== undefined && sent.year === undefined && sent.month !== undefined
          ? `${sent.expiry.slice(0, 4)}${sent.month}`
          : gwExpiryOf(sent),
    }),
  ),
  fault(
    'gateway.isolation.as-elsewhere',
    'credential-in-one-call',
    'pays in one call by the credential of another merchant whose customer has the same name',
    withRules({
      gwSeesBinding: (binding, login, operation) =>
        operation === 'instantPayment' || gwSeesBinding(binding, login, operation),
      gwOwnsBinding: (binding, owner, operation) =>
        operation === 'instantPayment'
          ? binding.clientId === owner.clientId
          : gwOwnsBinding(binding, owner, operation),
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'whole-units',
    'debits on an autocompletionDate whole units of the currency',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      const path = 'paymentAmountInfo.depositedAmount';
      const amount = Number(memberAt(answer, path));
      setMember(answer, path, amount - (amount % 100));
    }),
  ),
  fault(
    'gateway.alike.three-ds',
    'charges-nobody-confirmed',
    'declines a recurrent charge of a card for 3DS since nobody was authenticated',
    withRulesAsked((asked) => ({
      gwAuthentication: (kind, features, by) =>
        gwAuthentication(
          kind,
          features,
          asked()?.operation === 'recurrentPayment.do' ? 'customer' : by,
        ),
    })),
  ),
];

/** Shows twice the money of orders for which such requests came twice. */
function addsUp(isOne: (asked: GatewayRequest) => boolean): Tampering {
  return onGateway(() => {
    const times = new Map<string | null, number>();
    return async (asked, send) => {
      const { operation, parameters, url } = asked;
      if (isOne(asked)) {
        const { mdOrder, MDORDER } = parameters;
        const order = mdOrder ?? MDORDER ?? url.searchParams.get('mdOrder');
        times.set(order, (times.get(order) ?? 0) + 1);
      }
      const response = await send();
      const isTwice = (times.get(parameters['orderId'] ?? null) ?? 0) > 1;
      if (operation !== 'getOrderStatusExtended.do' || !isTwice) return response;
      const answer = await read(response);
      const path = 'paymentAmountInfo.depositedAmount';
      setMember(answer, path, 2 * Number(memberAt(answer, path)));
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Registers an order under another number where that of such an order is asked for again. */
function freesNumbersOf(isFreed: (asked: GatewayRequest) => boolean): Tampering {
  return onGateway(() => {
    const freed = new Set<string | undefined>();
    return async (asked, send) => {
      const { operation, parameters } = asked;
      const { orderNumber } = parameters;
      if (operation === 'register.do' && freed.has(orderNumber))
        return send({ body: changedBody(asked, { orderNumber: `again-${orderNumber}` }) });
      if (orderNumber !== undefined && isFreed(asked)) freed.add(orderNumber);
      return send();
    };
  });
}

/** Tells of the end of orders when the clock comes to it, of those too that were paid. */
function notifiesTheEndOfPaid(): Tampering {
  return onTheWire(() => {
    const addresses = new Map<unknown, string>();
    const paid = new Set<unknown>();
    return async ({ url, text, body }, send) => {
      const response = await send();
      const form = new URLSearchParams(text);
      const address = form.get('dynamicCallbackUrl');
      if (url.pathname.endsWith('/register.do') && address !== null)
        addresses.set(memberAt(await read(response), 'orderId'), address);
      if (url.pathname.endsWith('/paymentorder.do')) paid.add(form.get('MDORDER'));
      if (!url.pathname.endsWith('/clock') || body['now'] === undefined) return response;
      for (const mdOrder of paid) {
        const told = addresses.get(mdOrder);
        addresses.delete(mdOrder);
        const end = { mdOrder: String(mdOrder), operation: 'declinedByTimeout', status: '0' };
        // Nobody waits for it, nor minds when the listener has gone.
        if (told !== undefined)
          void fetch(told, { method: 'POST', body: new URLSearchParams(end) }).catch(
            () => undefined,
          );
      }
      return response;
    };
  });
}

/** Whether an order that is over is taken for one that lives for another lifetime from some moment. */
function livesOn({ status }: PayableOrder, now: number, from: number | undefined): boolean {
  return from !== undefined && [0, 5, 6].includes(status) && now < from + lifetimeMs;
}
