import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { isSuccessful } from './later.ts';
import {
  changedBody,
  type GatewayRequest,
  jsonAnswer,
  onGateway,
  onGatewayInTime,
  refusal,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// What happens at a moment, or long after. Document 3, parts 4.4, 4.5 and 8.

const { gwAutoReverses, gwExpiresAt, gwIsPayable } = documentRules;

const practice = 'industryPractice/paymentOrder.do';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const gatewayDeadlineFaults: readonly Fault[] = [
  fault(
    'gateway.deadlines.dates-are-kept',
    'local-time',
    'reads autocompletionDate as the time of a place where it is two hours later',
    movesDate('autocompletionDate', -2 * hourMs),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'local-time-of-reversal',
    'reads autoReverseDate as the time of a place where it is an hour later',
    movesDate('autoReverseDate', -hourMs),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'zone-behind',
    'reads autocompletionDate as the time of a place where it is five hours earlier',
    movesDate('autocompletionDate', 5 * hourMs),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'zone-behind-of-reversal',
    'reads autoReverseDate as the time of a place where it is an hour earlier',
    movesDate('autoReverseDate', hourMs),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'summer-time',
    'reads autocompletionDate off a clock in London, which is an hour ahead in summer',
    movesDate('autocompletionDate', (date) => (isInSummer(date) ? -hourMs : 0)),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'summer-time-of-reversal',
    'puts autoReverseDate an hour off in summer, to the other side',
    movesDate('autoReverseDate', (date) => (isInSummer(date) ? hourMs : 0)),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'set-field-by-field',
    'puts a date of February a month later on the last days of January',
    movesDate('autocompletionDate', (date) => (date.slice(5, 7) === '02' ? 28 * 24 * hourMs : 0)),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'one-at-a-time',
    'completes one of the orders with the same autocompletionDate',
    withRememberingRules(() => {
      const taken = new Set<number | undefined>();
      return {
        gwAutocompletes: ({ status, autocompletionAt }) => {
          if (status !== 1 || taken.has(autocompletionAt)) return false;
          taken.add(autocompletionAt);
          return true;
        },
      };
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'thirtieth-day',
    'completes on the 30th day what has an autocompletionDate after it',
    onGatewayInTime((now) => async (asked, send) => {
      const { autocompletionDate } = asked.parameters;
      const last = new Date(now() + 30 * dayMs).toISOString().slice(0, 19);
      const isLater = autocompletionDate !== undefined && autocompletionDate > last;
      return isLater ? send({ body: changedBody(asked, { autocompletionDate: last }) }) : send();
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'no-later-than-in-32-bits',
    'forgets an autoReverseDate that is more than 2^31 milliseconds ahead',
    withRules({
      gwAutoReverses: (order) =>
        gwAutoReverses(order) && (order.autoReverseAt ?? 0) - order.createdAt < 2 ** 31,
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'status-as-told',
    'goes on showing an order as held once it was shown so',
    onGateway(() => {
      const told = new Map<string | undefined, Response>();
      return async ({ operation, parameters: { orderId } }, send) => {
        const response = await send();
        if (operation !== 'getOrderStatusExtended.do') return response;
        const known = told.get(orderId);
        if (known !== undefined) return known.clone();
        if (memberAt(await read(response), 'orderStatus') === 1)
          told.set(orderId, response.clone());
        return response;
      };
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'debited-after-all',
    'debits on its autocompletionDate what was given back on its autoReverseDate',
    withRules({
      gwAutocompletes: ({ status, autoReverseAt }) =>
        status === 1 || (status === 3 && autoReverseAt !== undefined),
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'debited-on-the-other',
    'debits on its autoReverseDate what is held until then',
    showsSettled('autoReverseDate', 3, (status) => {
      status['orderStatus'] = 2;
      setMember(status, 'paymentAmountInfo.depositedAmount', Number(status['amount']));
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'half-of-it',
    'debits on its autocompletionDate a half of what is held until then',
    showsSettled('autocompletionDate', 2, (status) => {
      setMember(status, 'paymentAmountInfo.depositedAmount', Number(status['amount']) / 2);
    }),
  ),
  fault(
    'gateway.deadlines.dates-are-kept',
    'given-back-after-all',
    'gives back on its autoReverseDate what was debited on its autocompletionDate',
    withRules({
      gwAutoReverses: (order) =>
        gwAutoReverses(order) || (order.status === 2 && order.autocompletionAt !== undefined),
    }),
  ),
  fault(
    'gateway.deadlines.completes-holds-only',
    'payer-at-the-bank',
    'completes an order whose payer is still asked by the bank',
    withRules({ gwAutocompletes: ({ status }) => status === 1 || status === 5 }),
  ),
  fault(
    'gateway.deadlines.completes-holds-only',
    'never-paid',
    'completes an order that nobody has tried to pay',
    withRules({
      gwAutocompletes: ({ status, attempts }) =>
        status === 1 || (status === 0 && attempts.length === 0),
    }),
  ),
  fault(
    'gateway.deadlines.completes-holds-only',
    'verification-on-hold',
    'holds the amount of a verification in two phases, which can then be debited',
    withParameters('instantPayment.do', ({ parameters: { features, preAuth } }) =>
      features === 'VERIFY' && preAuth === 'true' ? { features: undefined } : {},
    ),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'begins-anew-with-a-decline',
    'begins the lifetime of an order anew with an attempt that is declined',
    withRules({
      gwIsPayable: (order, now) => {
        const { attempts, status, expiresAt, createdAt } = order;
        const last = attempts.at(-1);
        const isTried = last?.outcome === 'declined' && (status === 0 || status === 6);
        return gwIsPayable(order, now) || (isTried && now < last.moment + expiresAt - createdAt);
      },
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-from-registration',
    'never-ends-at-the-bank',
    'lets an order live for ever whose payer was once asked by the bank',
    withRules({
      gwIsPayable: (order, now) =>
        gwIsPayable(order, now) ||
        (order.threeDSServerTransId !== undefined && [0, 5, 6].includes(order.status)),
    }),
  ),
  fault(
    'gateway.deadlines.ends-what-was-begun',
    'confirmed-whenever',
    'pays an order that is over where its bank was asked in time',
    payableOnceSeen(({ status }) => status === 5),
  ),
  fault(
    'gateway.deadlines.ends-what-was-begun',
    'tried-in-time',
    'pays an order that is over where somebody has begun to pay it in time',
    payableOnceSeen(() => true),
  ),
  fault(
    'gateway.deadlines.expiration-to-the-second',
    'whole-minutes',
    'drops the seconds of an expirationDate',
    withParameters('instantPayment.do', ({ parameters: { expirationDate } }) =>
      expirationDate === undefined ? {} : { expirationDate: `${expirationDate.slice(0, 17)}00` },
    ),
  ),
  ...(
    [
      ['noon-is-midnight', 'takes noon for midnight', 'T12:', 'T00:'],
      ['afternoon-is-morning', 'takes one in the afternoon for one at night', 'T13:', 'T01:'],
      ['midnight-is-noon', 'takes midnight for noon', 'T00:', 'T12:'],
    ] as const
  ).map(([slug, what, hour, other]) =>
    fault(
      'gateway.deadlines.expiration-to-the-second',
      slug,
      `${what} in an expirationDate`,
      withParameters('instantPayment.do', ({ parameters: { expirationDate } }) =>
        expirationDate === undefined ? {} : { expirationDate: expirationDate.replace(hour, other) },
      ),
    ),
  ),
  fault(
    'gateway.deadlines.expiration-to-the-second',
    'month-before-day',
    'puts the month of an expirationDate into the date of today, and then its day',
    onGatewayInTime((now) => async (asked, send) => {
      const { expirationDate } = asked.parameters;
      if (asked.operation !== 'instantPayment.do' || expirationDate === undefined) return send();
      const wanted = new Date(`${expirationDate}Z`);
      if (Number.isNaN(wanted.getTime())) return send();
      const kept = new Date(now());
      kept.setUTCFullYear(wanted.getUTCFullYear());
      kept.setUTCMonth(wanted.getUTCMonth());
      kept.setUTCDate(wanted.getUTCDate());
      const date = `${kept.toISOString().slice(0, 10)}${expirationDate.slice(10)}`;
      return send({ body: changedBody(asked, { expirationDate: date }) });
    }),
  ),
  fault(
    'gateway.deadlines.lifetime-to-the-second',
    'begun-minutes',
    'lets orders live until the minute is full that their lifetime ends in',
    withRules({ gwExpiresAt: inWhole(60, Math.ceil) }),
  ),
  fault(
    'gateway.deadlines.lifetime-to-the-second',
    'whole-hours',
    'drops what sessionTimeoutSecs has beyond whole hours',
    withRules({ gwExpiresAt: inWhole(3_600, (hours) => Math.floor(hours) || hours) }),
  ),
  fault(
    'gateway.deadlines.lifetime-to-the-second',
    'minutes-of-registrations',
    'drops what sessionTimeoutSecs of register.do has beyond whole minutes',
    withParameters('register.do', ({ parameters: { sessionTimeoutSecs } }) =>
      sessionTimeoutSecs === undefined
        ? {}
        : { sessionTimeoutSecs: String(Math.floor(Number(sessionTimeoutSecs) / 60) * 60) },
    ),
  ),
  fault(
    'gateway.persistence.as-time-passes',
    'gone-with-the-lifetime',
    'lists a credential no more once the lifetime of the verification that stored it is over',
    onGatewayInTime((now) => {
      const verified = new Map<string | undefined, number>();
      return async ({ operation, parameters: { clientId, features } }, send) => {
        if (operation === 'register.do' && features === 'VERIFY') verified.set(clientId, now());
        const response = await send();
        const isOver = now() - (verified.get(clientId) ?? now()) > 20 * 60_000;
        return operation === 'getBindings.do' && isOver ? jsonAnswer({ bindings: [] }) : response;
      };
    }),
  ),
  fault(
    'gateway.persistence.credential-pays-later',
    'charged-for-a-year',
    'charges a credential for a year',
    onGatewayInTime((now) => {
      const first = new Map<string | undefined, number>();
      return async ({ operation, parameters: { bindingId, clientId } }, send) => {
        const response = await send();
        if (operation === 'getBindings.do') {
          const { bindings } = (await read(response)) as { bindings?: { bindingId?: string }[] };
          for (const one of bindings ?? [])
            first.set(one.bindingId, first.get(one.bindingId) ?? now());
        }
        const isCharge = operation?.endsWith('tPayment.do') === true && clientId === undefined;
        const isOld = now() - (first.get(bindingId) ?? now()) > 365 * dayMs;
        return isCharge && isOld ? refusal() : response;
      };
    }),
  ),
  fault(
    'gateway.persistence.follow-ups-later',
    'month-old-original',
    'charges nothing on an order that is older than thirty days',
    refusesWhenOld(30 * dayMs, () => true),
  ),
  fault(
    'gateway.persistence.follow-ups-later',
    'late-resubmission',
    'resubmits nothing an hour after it failed',
    refusesWhenOld(hourMs, ({ parameters: { tii } }) => tii === 'IPS'),
  ),
  fault(
    'gateway.persistence.dates-go-with-the-clock',
    'past-of-the-machine',
    'compares originalPaymentDate with the time of the machine, whatever the clock shows',
    refusesWhen(
      'paymentorder.do',
      ({ parameters: { originalPaymentDate } }) => Number(originalPaymentDate) > Date.now(),
    ),
  ),
  fault(
    'gateway.persistence.dates-go-with-the-clock',
    'month-of-the-machine',
    'takes no expirationDate that the time of the machine is a month away from',
    refusesWhen(
      'instantPayment.do',
      ({ parameters: { expirationDate } }) =>
        Date.parse(`${expirationDate}Z`) > Date.now() + 30 * dayMs,
    ),
  ),
  fault(
    'gateway.instant-payment.order-number-is-optional',
    'number-of-the-day',
    'makes up numbers from the day of the month, which are in use a month or a year later',
    onGatewayInTime((now) => {
      const days = new Map<string, string>();
      return async ({ operation, parameters: { orderNumber } }, send) => {
        if (operation !== 'instantPayment.do' || orderNumber !== undefined) return send();
        const date = new Date(now()).toISOString();
        const first = days.get(date.slice(8, 10)) ?? date.slice(0, 10);
        days.set(date.slice(8, 10), first);
        return first === date.slice(0, 10) ? send() : refusal();
      };
    }),
  ),
];

/** Carries out an instant payment with a date that lies so many milliseconds later, or earlier. */
function movesDate(
  name: 'autocompletionDate' | 'autoReverseDate',
  by: number | ((date: string) => number),
): Tampering {
  return withParameters('instantPayment.do', ({ parameters }) => {
    const date = parameters[name];
    if (date === undefined) return {};
    const ms = typeof by === 'number' ? by : by(date);
    return { [name]: new Date(Date.parse(`${date}Z`) + ms).toISOString().slice(0, 19) };
  });
}

function isInSummer(date: string): boolean {
  const month = Number(date.slice(5, 7));
  return month >= 4 && month <= 10;
}

/** Pays what is over and was so once while it could be paid and somebody asked. */
function payableOnceSeen(
  isBegun: (order: Parameters<typeof gwIsPayable>[0]) => boolean,
): Tampering {
  return withRememberingRules(() => {
    const begun = new WeakSet<object>();
    return {
      gwIsPayable: (order, now) => {
        const isOver = now >= order.expiresAt && order.status === 6;
        if (!isOver && isBegun(order)) begun.add(order);
        return gwIsPayable(order, now) || (isOver && begun.has(order));
      },
    };
  });
}

/** Ends orders after whole units of so many seconds. */
function inWhole(unit: number, round: (units: number) => number): typeof gwExpiresAt {
  return (lifetime, usual) => {
    const { sessionTimeoutSeconds: seconds } = lifetime;
    const rounded = seconds === undefined ? undefined : round(seconds / unit) * unit;
    return gwExpiresAt({ ...lifetime, sessionTimeoutSeconds: rounded }, usual);
  };
}

/** Refuses some industry practice payments on an order that was registered so long ago. */
function refusesWhenOld(ms: number, when: (asked: GatewayRequest) => boolean): Tampering {
  return onGatewayInTime((now) => {
    const registered = new Map<unknown, number>();
    return async (asked, send) => {
      const { operation, parameters } = asked;
      const since = registered.get(parameters['originalMdOrder']) ?? now();
      if (operation === practice && now() - since > ms && when(asked)) return refusal();
      const response = await send();
      const answer = await read(response);
      if (operation === 'register.do' && isObject(answer) && isSuccessful(answer))
        registered.set(answer['orderId'], now());
      return response;
    };
  });
}

/** Shows orders with such a date in another way once they are in the state that it leads to. */
function showsSettled(
  name: 'autocompletionDate' | 'autoReverseDate',
  settled: number,
  change: (status: Members) => void,
): Tampering {
  return onGateway(() => {
    const dated = new Set<unknown>();
    return async ({ operation, parameters }, send) => {
      const response = await send();
      const answer = await read(response);
      if (!isObject(answer)) return response;
      if (parameters[name] !== undefined) dated.add(answer['orderId']);
      const isShown = operation === 'getOrderStatusExtended.do' && dated.has(parameters['orderId']);
      if (!isShown || answer['orderStatus'] !== settled) return response;
      change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}
