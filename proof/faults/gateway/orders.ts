import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  throughEuros,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { inGatewayAnswer, jsonAnswer, onGateway } from './tampering.ts';

// Document 3, parts 2.1, 3.1 and 8: orders, their amounts, and how long they live.

const { gwExpiresAt, gwIsPayable, gwPaymentAmounts, gwStatusAfterPayment } = documentRules;

const status = 'getOrderStatusExtended.do';
type PaymentAmounts = ReturnType<Rules['gwPaymentAmounts']>;
type Answered = ReturnType<Rules['gwAnswerMembers']>;
type Order = Parameters<Rules['gwPaymentAmounts']>[0];

export const gatewayOrderFaults: readonly Fault[] = [
  fault(
    'gateway.order.order-ids-differ',
    'first-again',
    'answers every registration with the first orderId',
    withRememberingRules(() => {
      const seen: Answered[] = [];
      return {
        gwAnswerMembers: (operation, members) => {
          if (operation !== 'register' && operation !== 'registerPreAuth') return members;
          seen.push(members);
          return { ...members, orderId: seen[0]?.['orderId'] };
        },
      };
    }),
  ),
  fault(
    'gateway.order.order-number-is-unique',
    'taken-again',
    'registers any number of orders under one orderNumber',
    withRules({ gwMayTakeOrderNumber: () => true }),
  ),
  fault(
    'gateway.order.order-number-in-status',
    'another',
    'shows a made-up orderNumber',
    inGatewayAnswer(status, (answer) => {
      answer['orderNumber'] = `N${String(answer['orderNumber'])}`;
    }),
  ),
  fault(
    'gateway.order.amount-in-status',
    'whole-units',
    'shows the amount without its minor units',
    inGatewayAnswer(status, (answer) => {
      answer['amount'] = wholeUnits(Number(answer['amount']));
    }),
  ),
  fault(
    'gateway.order.amount-in-status',
    'through-euros',
    'shows the amount truncated by floating-point euros',
    inGatewayAnswer(status, (answer) => {
      answer['amount'] = throughEuros(Number(answer['amount']));
    }),
  ),
  fault(
    'gateway.order.currency-in-status',
    'always-the-default',
    'shows the default currency of every order',
    inGatewayAnswer(status, (answer) => {
      answer['currency'] = '978';
    }),
  ),
  fault(
    'gateway.order.unpaid-until-paid',
    'held-at-once',
    'shows an unpaid order as held',
    inGatewayAnswer(status, (answer) => {
      if (answer['orderStatus'] === 0) answer['orderStatus'] = 1;
    }),
  ),
  fault(
    'gateway.order.unpaid-until-paid',
    'held-at-its-end',
    'shows an order as held once its sessionTimeoutSecs are over',
    whenItsTimeIsOver((answer) => jsonAnswer({ ...answer, orderStatus: 1 })),
  ),
  fault(
    'gateway.order.unpaid-until-paid',
    'lost-at-its-end',
    'fails to show an order once its sessionTimeoutSecs are over',
    whenItsTimeIsOver(() => new Response('', { status: 500 })),
  ),
  fault(
    'gateway.order.paid-when-paid',
    'not-noted',
    'accepts a payment and leaves the order unpaid',
    withRules({ gwStatusAfterPayment: () => 0 }),
  ),
  fault(
    'gateway.order.declined-is-not-paid',
    'as-paid',
    'shows an order whose card was declined as paid',
    withRules({ gwStatusAfterDecline: ({ twoPhase }) => (twoPhase ? 1 : 2) }),
  ),

  fault(
    'gateway.payment-amount-info.unpaid-has-nothing',
    'approved',
    'shows the amount of an unpaid order as approved',
    withAmounts((order) => (order.status === 0 ? { approvedAmount: order.amount } : {})),
  ),
  fault(
    'gateway.payment-amount-info.unpaid-has-nothing',
    'deposited',
    'shows the amount of an unpaid order as deposited',
    withAmounts((order) => (order.status === 0 ? { depositedAmount: order.amount } : {})),
  ),
  fault(
    'gateway.payment-amount-info.paid-adds-up',
    'less-a-fee',
    'deposits one cent less',
    withAmounts(({ depositedAmount }) => ({ depositedAmount: Math.max(0, depositedAmount - 1) })),
  ),
  fault(
    'gateway.payment-amount-info.paid-adds-up',
    'through-euros',
    'deposits the amount truncated by floating-point euros',
    withAmounts(({ depositedAmount }) => ({ depositedAmount: throughEuros(depositedAmount) })),
  ),
  fault(
    'gateway.payment-amount-info.held-is-not-deposited',
    'deposited',
    'shows what is held as deposited',
    withAmounts(({ approvedAmount }) => ({ depositedAmount: approvedAmount })),
  ),
  fault(
    'gateway.payment-amount-info.held-is-not-deposited',
    'whole-units',
    'holds no minor units',
    withAmounts(({ approvedAmount }) => ({ approvedAmount: wholeUnits(approvedAmount) })),
  ),
  fault(
    'gateway.payment-amount-info.deposited-is-deposited-state',
    'paid',
    'calls the state of a deposited payment PAID',
    withAmounts(({ status: value }) => (value === 2 ? { paymentState: 'PAID' } : {})),
  ),

  fault(
    'gateway.order-state.no-double-payment',
    'counted-twice',
    'lets a paid order be paid again',
    withRules({ gwIsPayable: () => true, gwPaymentAmounts: everyPaymentCounts }),
  ),
  fault(
    'gateway.order-state.no-double-payment',
    'waits-again',
    'puts a paid order back to waiting once a card that needs 3DS 2 was tried',
    onGateway(() => {
      const waiting = new Set<string>();
      return async (asked, send) => {
        const { MDORDER = '', $PAN = '' } = asked.parameters;
        if ($PAN.startsWith('970099000000003')) waiting.add(MDORDER);
        const response = await send();
        if (asked.operation !== 'getOrderStatusExtended.do') return response;
        const isWaiting = Object.values(asked.parameters).some((value) => waiting.has(value));
        const text = await response.clone().text();
        return isWaiting
          ? withBody(response, text.replace(/"orderStatus":[12]\b/, '"orderStatus":5'))
          : response;
      };
    }),
  ),
  fault(
    'gateway.order-state.declined-keeps-amounts',
    'approved',
    'approves the amount of an order whose card is declined',
    withAmounts((order) => (isDeclined(order) ? { approvedAmount: order.amount } : {})),
  ),
  fault(
    'gateway.order-state.declined-keeps-amounts',
    'deposited',
    'deposits the amount of an order whose card is declined',
    withAmounts((order) => (isDeclined(order) ? { depositedAmount: order.amount } : {})),
  ),
  fault(
    'gateway.order-state.expired-refuses',
    'no-end',
    'lets an order be paid for a whole year',
    withRules({ gwExpiresAt: afterAYear }),
  ),
  fault(
    'gateway.order-state.expired-refuses',
    'over-and-paid',
    'pays an order whose lifetime is over',
    withRules({
      gwIsPayable: (order, now) =>
        gwIsPayable(order, now) || (order.status === 6 && now >= order.expiresAt),
    }),
  ),
  fault(
    'gateway.order-state.unpaid-stays-unpaid',
    'completed',
    'completes every order on its autocompletionDate',
    withRules({ gwAutocompletes: ({ status: value }) => value !== 2 }),
  ),
  fault(
    'gateway.order-state.through-any-run',
    'taken-back',
    'reverses a payment when a declined one follows it',
    withRules({ gwIsPayable: ({ status: value }) => value !== 6 }),
  ),
  fault(
    'gateway.order-state.through-any-run',
    'after-its-time',
    'pays orders that have waited for a month',
    withRules({ gwExpiresAt: afterAYear }),
  ),
  fault(
    'gateway.order-state.paid-concurrently-once',
    'all-at-once',
    'counts every payment that arrives within a second of the first',
    withRules({
      gwIsPayable: (order, now) =>
        gwIsPayable(order, now) || now - (order.attempts[0]?.moment ?? now) < 1000,
      gwPaymentAmounts: everyPaymentCounts,
    }),
  ),
  fault(
    'gateway.order-state.paid-concurrently-once',
    'asked-twice-at-the-bank',
    'has the bank authorise every payment that arrives within a second of the first, and shows one amount',
    withRules({
      gwIsPayable: (order, now) =>
        gwIsPayable(order, now) || now - (order.attempts[0]?.moment ?? now) < 1000,
    }),
  ),
  fault(
    'gateway.money.paid-once-through-any-run',
    'whole-units',
    'deposits no minor units',
    withAmounts(({ depositedAmount }) => ({ depositedAmount: wholeUnits(depositedAmount) })),
  ),
  fault(
    'gateway.money.paid-once-through-any-run',
    'on-the-last-order',
    'deposits a payment on the last registered order',
    depositsOnTheLast(),
  ),

  fault(
    'gateway.limits.payable-within-lifetime',
    'half-a-minute',
    'lets orders live for half a minute',
    withRules({ gwDefaultLifetimeSeconds: () => 30 }),
  ),
  fault(
    'gateway.limits.expiration-date-wins',
    'earlier-end',
    'ends orders on expirationDate or after sessionTimeoutSecs, whichever comes first',
    withRules({ gwExpiresAt: (lifetime) => Math.min(...endsOf(lifetime)) }),
  ),
  fault(
    'gateway.limits.expiration-date-wins',
    'later-end',
    'ends orders on expirationDate or after sessionTimeoutSecs, whichever comes last',
    withRules({ gwExpiresAt: (lifetime) => Math.max(...endsOf(lifetime)) }),
  ),
  fault(
    'gateway.instant-payment.session-timeout',
    'ignored',
    'lets orders live for 1200 seconds whatever sessionTimeoutSecs says',
    withRules({
      gwExpiresAt: (lifetime, seconds) =>
        gwExpiresAt({ ...lifetime, sessionTimeoutSeconds: undefined }, seconds),
    }),
  ),
  fault(
    'gateway.instant-payment.session-timeout',
    'at-most-the-default',
    'lets no order live for longer than 1200 seconds',
    withRules({
      gwExpiresAt: (lifetime, seconds) => {
        const most = lifetime.createdAt + seconds * 1000;
        return Math.min(gwExpiresAt(lifetime, seconds), most);
      },
    }),
  ),
  fault(
    'gateway.instant-payment.session-timeout',
    'after-the-older',
    'ends no order before unpaid ones registered earlier',
    endsInTheirOrder(),
  ),

  fault(
    'gateway.register-pre-auth.two-phase',
    'deposited',
    'deposits the payment of a two-phase order',
    withRules({ gwStatusAfterPayment: () => 2 }),
  ),
  fault(
    'gateway.register-pre-auth.two-phase',
    'deposited-with-features',
    'registers an order with features for one phase',
    onGateway(
      () =>
        async ({ operation, parameters, url }, send) =>
          operation === 'registerPreAuth.do' && parameters['features'] !== undefined
            ? send({ path: url.pathname.replace('registerPreAuth.do', 'register.do') })
            : send(),
    ),
  ),
  fault(
    'gateway.register-pre-auth.register-is-one-phase',
    'held',
    'holds the payment of a one-phase order',
    withRules({
      gwStatusAfterPayment: (payment, verified) =>
        gwStatusAfterPayment({ ...payment, twoPhase: true }, verified),
    }),
  ),
];

/** Answers in its own way to whoever asks for an instant payment whose time is over. */
function whenItsTimeIsOver(answered: (answer: Members) => Response): Tampering {
  return onGateway(() => {
    const ends = new Map<unknown, number>();
    return async (asked, send) => {
      const { sessionTimeoutSecs, orderId } = asked.parameters;
      const response = await send();
      const answer = await read(response);
      if (asked.operation === 'instantPayment.do' && sessionTimeoutSecs !== undefined)
        ends.set(memberAt(answer, 'orderId'), Date.now() + Number(sessionTimeoutSecs) * 1000);
      const end = asked.operation === 'getOrderStatusExtended.do' ? ends.get(orderId) : undefined;
      return end !== undefined && Date.now() > end && isObject(answer)
        ? answered(answer)
        : response;
    };
  });
}

function withAmounts(change: (order: Order) => Partial<PaymentAmounts>) {
  return withRules({
    gwPaymentAmounts: (order) => ({ ...gwPaymentAmounts(order), ...change(order) }),
  });
}

/** What an order shows as many times as it was paid. */
function everyPaymentCounts(order: Order): PaymentAmounts {
  const amounts = gwPaymentAmounts(order);
  const times = order.attempts.filter(({ outcome }) => outcome === 'approved').length;
  const { approvedAmount, depositedAmount } = amounts;
  return {
    ...amounts,
    approvedAmount: approvedAmount * times,
    depositedAmount: depositedAmount * times,
  };
}

function endsInTheirOrder() {
  return withRememberingRules(() => {
    const unpaid = new Set<number>();
    return {
      gwExpiresAt: (lifetime, seconds) => {
        const end = Math.max(gwExpiresAt(lifetime, seconds), ...unpaid);
        unpaid.add(end);
        return end;
      },
      gwIsPayable: (order, now) => {
        unpaid.delete(order.expiresAt);
        return gwIsPayable(order, now);
      },
    };
  });
}

/** Money that was paid for one order and shows up in another. */
function depositsOnTheLast() {
  return withRememberingRules(() => {
    let last: unknown;
    let elsewhere = 0;
    return {
      gwAnswerMembers: (operation, members) => {
        if (operation === 'register') last = members['orderId'];
        return members;
      },
      gwIsPayable: (order, now) => {
        const isPayable = gwIsPayable(order, now);
        if (isPayable && order.mdOrder !== last) elsewhere += order.amount;
        return isPayable;
      },
      gwPaymentAmounts: (order) => {
        const amounts = gwPaymentAmounts(order);
        const more = order.mdOrder === last ? elsewhere : 0;
        return { ...amounts, depositedAmount: amounts.depositedAmount + more };
      },
    };
  });
}

function isDeclined({ attempts }: Order): boolean {
  return attempts.at(-1)?.outcome === 'declined';
}

/** Both ends that an order may have, as far as it is given them. */
function endsOf(lifetime: Parameters<Rules['gwExpiresAt']>[0]): number[] {
  const { createdAt, sessionTimeoutSeconds: seconds, expirationAt } = lifetime;
  return [
    ...(expirationAt === undefined ? [] : [expirationAt]),
    ...(seconds === undefined && expirationAt !== undefined
      ? []
      : [createdAt + (seconds ?? 1200) * 1000]),
  ];
}

function afterAYear({ createdAt }: Parameters<Rules['gwExpiresAt']>[0]): number {
  return createdAt + 365 * 24 * 60 * 60_000;
}

function wholeUnits(amount: number): number {
  return Math.trunc(amount / 100) * 100;
}
