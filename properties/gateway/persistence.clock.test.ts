import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Change } from '../../fixtures/operations/operation.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  payByBinding,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/gateway-facts.ts';
import { readStatus, standingIn } from '../../fixtures/worlds/gateway-sameness.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  categories,
  chargeOf,
  isNotOffered,
  newOrder,
  paidOrder,
  payWithCard,
  promised,
  showsPaid,
  statusOf,
  storedCredential,
  storingOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.2 and 3.1: no state wears off.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const whiles = [
  { words: 'a second', ms: 1_000 },
  { words: 'an hour', ms: hourMs },
  { words: 'a day', ms: dayMs },
  { words: '31 days', ms: 31 * dayMs },
  { words: 'a year and a day', ms: 366 * dayMs },
] as const;

check(
  'gateway.persistence.as-time-passes',
  'keeps what is paid, agreed and stored for a second, an hour, a day, a month and a year',
  async ({ gateway, control }) => {
    await forEvery(
      whiles,
      ({ words }) => `after ${words}`,
      ({ words, ms }) =>
        control.aside(async (own) => {
          const world = await smallWorld(gateway, { state: 'paid' });
          if (world === undefined) return;
          const before = await factsOf(world);
          const now = await own.now();

          await own.letPass(now.getTime(), ms);

          expectOnlyChanged(before, await factsOf(world), {
            acts: [],
            told: `${words} went by`,
            may: isOver,
          });
        }),
      { allAtOnce: true },
    );
  },
);

/** The lifetime of an order that waits may be over. Part 8. */
function isOver({ of, kind }: Change): boolean {
  return of.endsWith('(registered)') && ['standing', 'payer'].includes(kind);
}

check(
  'gateway.persistence.as-time-passes',
  'does not end an order that has verified a card like one that nobody has paid',
  async ({ gateway, control, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const part = { orderNumber: anOrderNumber(), amount: 0, features: 'VERIFY' };
    const verified = await instant.send({ ...instant.parameters, ...part });
    const order = isGatewaySuccess(verified) ? orderNamedIn(verified) : undefined;
    if (order === undefined) return skip('no card is verified for nothing in one call');
    const unpaid = await newOrder(gateway);
    const before = await readStatus(gateway, order);

    await control.letPass((await control.now()).getTime(), dayMs);

    const [after, ended] = [await readStatus(gateway, order), await readStatus(gateway, unpaid)];
    const [was, is, end] = [before, after, ended].map(({ answer }) =>
      memberOf(answer.json, 'orderStatus'),
    );
    if (was === end) return skip('both show the same orderStatus in any case');
    const words = sentExpectedGot(
      [verified, before, ended, after],
      `orderStatus ${String(was)}, or another than that of an order whose lifetime is over`,
    );
    expect(is, words).not.toBe(end);
  },
);

/** How an order comes to store a credential. Parts 2.2, 4.1, 4.2 and 4.4. */
const storing: readonly {
  readonly told: string;
  readonly part: Parameters;
  readonly by: 'register.do' | 'registerPreAuth.do' | 'instantPayment.do';
  /** Which date of the order comes within its lifetime. */
  readonly date?: string;
}[] = [
  { told: 'a payment', part: { features: 'FORCE_CREATE_BINDING' }, by: 'register.do' },
  { told: 'a verification', part: { features: 'VERIFY' }, by: 'register.do' },
  { told: 'a verification of nothing', part: { features: 'VERIFY', amount: 0 }, by: 'register.do' },
  { told: 'a hold', part: { features: 'FORCE_CREATE_BINDING' }, by: 'registerPreAuth.do' },
  ...(['autocompletionDate', 'autoReverseDate'] as const).map((date) => ({
    told: `a hold with an ${date}`,
    part: { features: 'FORCE_CREATE_BINDING', preAuth: true },
    by: 'instantPayment.do' as const,
    date,
  })),
];

check(
  'gateway.persistence.as-time-passes',
  'keeps what an order has stored when the lifetime of the order is over',
  async ({ gateway, control }) => {
    const begin = (await control.now()).getTime();
    await forEvery(
      storing,
      ({ told }) => told,
      ({ told, part, by, date }) =>
        control.aside(async (own) => {
          const clientId = aClientId();
          const instant =
            by === 'instantPayment.do' ? await validGatewayRequest(gateway, by) : undefined;
          if (instant !== undefined && isNotOffered(instant)) return;
          // In UTC, to the second. Part 4.4.
          const due = new Date(begin + hourMs).toISOString().slice(0, 19);
          const dated = date === undefined ? {} : { ...instant?.parameters, [date]: due };
          const registered = await gateway.ask(by, anOrder({ ...dated, ...part, clientId }));
          const order = orderNamedIn(registered);
          if (order === undefined || !isGatewaySuccess(registered)) return;
          const payment = instant ? registered : await payWithCard(gateway, order);
          const before = bindingIdsIn(await listOf(gateway, clientId));
          // Nothing says that a merchant may verify, or hold, or that the customer agreed.
          if (before.length === 0) return;

          await own.letPass(begin, 1.5 * hourMs);

          const after = await listOf(gateway, clientId);
          const words = sentExpectedGot([payment, after], `what ${told} has stored`);
          expect(bindingIdsIn(after), words).toEqual(before);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.persistence.as-time-passes',
  'keeps what a customer has stored when the lifetime of another order is over that was to store it again',
  async ({ gateway, control }) => {
    const begin = (await control.now()).getTime();
    await forEvery(
      categories,
      (category) => `a ${category} credential`,
      (category) =>
        control.aside(async (own) => {
          const clientId = aClientId();
          const stored = await storedBy(gateway, category, clientId);
          if (stored?.bindingId === undefined) return;
          await Promise.all([
            storingOrder(gateway, category, clientId),
            gateway.ask('register.do', anOrder({ clientId })),
            gateway.ask('registerPreAuth.do', anOrder({ clientId })),
          ]);

          await own.letPass(begin, 1.5 * hourMs);

          const after = await listOf(gateway, clientId, typeOf[category]);
          const words = sentExpectedGot([...stored.acts, after], 'what was stored before');
          expect(bindingIdsIn(after), words).toEqual(stored.listed);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.persistence.as-time-passes',
  'keeps what was paid, in whatever way, when the lifetime of its order is over',
  async ({ gateway, control, skip }) => {
    const begin = (await control.now()).getTime();
    const made = await Promise.all(
      // How long money is held is the affair of the bank.
      ways
        .filter(({ isOnePhase }) => isOnePhase)
        .map(async ({ name, prepare }) => {
          const payer = await prepare(gateway);
          const order = (await payer?.(16_00))?.order;
          const before = order && (await readStatus(gateway, order));
          return order && before && showsPaid(before) ? [{ name, order, before }] : [];
        }),
    );
    if (made.flat().length === 0) return skip('no order is paid');

    await control.letPass(begin, 1.5 * hourMs);

    for (const { name, order, before } of made.flat()) {
      const after = await readStatus(gateway, order);
      const words = sentExpectedGot([before, after], `what was paid ${name}`);
      expect(standingIn(after), words).toEqual(standingIn(before));
    }
  },
);

check(
  'gateway.persistence.credential-pays-later',
  'pays by a credential that was stored a day, a month and a year ago',
  async ({ gateway, control }) => {
    await forEvery(
      whiles.slice(2),
      ({ words }) => `after ${words}`,
      ({ ms }) =>
        control.aside(async (own) => {
          const world = await smallWorld(gateway);
          const { clientId = '', bindingId } = world?.customer ?? {};
          if (bindingId === undefined) return;
          const now = await own.now();
          await own.letPass(now.getTime(), ms);

          const order = await newOrder(gateway, { clientId });
          const payment = await payByBinding(gateway, order, { bindingId });

          // The card may be good no longer, which says nothing of the credential.
          const twin = await newOrder(gateway);
          await payWithCard(gateway, twin);
          if (!showsPaid(await statusOf(gateway, twin))) return;
          const status = await statusOf(gateway, order);
          const paid = sentExpectedGot([payment, status], 'a paid order');
          expect(showsPaid(status), paid).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.persistence.credential-pays-later',
  'charges a credential that was stored a year ago as one that was stored today',
  async ({ gateway, control }) => {
    await forEvery(
      ['recurrentPayment.do', 'installmentPayment.do'] as const,
      (operation) => operation,
      (operation) =>
        control.aside(async (own) => {
          const category = operation === 'recurrentPayment.do' ? 'RECURRENT' : 'INSTALLMENT';
          const stored = () => storedCredential(gateway, category);
          const old = await stored();
          const now = await own.now();
          await own.letPass(now.getTime(), 366 * dayMs);
          const fresh = await stored();
          if (isNotOffered(old) || isNotOffered(fresh)) return;

          const ofFresh = await chargeOf(gateway, operation, fresh);
          if (!isGatewaySuccess(ofFresh)) return;
          const ofOld = await chargeOf(gateway, operation, old);

          const words = sentExpectedGot([ofFresh, ofOld], 'both charged');
          expect(isGatewaySuccess(ofOld), words).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.order-status.date-by-the-clock',
  'dates an order by the clock that is paid by what was stored a month ago',
  async ({ gateway, control }) => {
    await forEvery(
      categories,
      (category) => `a ${category} credential`,
      (category) =>
        control.aside(async (own) => {
          const stored = await storedBy(gateway, category, aClientId());
          if (stored?.bindingId === undefined) return;
          await own.letPass((await own.now()).getTime(), 31 * dayMs);
          const before = (await own.now()).getTime();

          const status = await usedBy(gateway, category, stored);

          const after = (await own.now()).getTime();
          const date = memberOf(status.answer.json, 'date');
          // Whether a status has it in milliseconds, as the answer to a charge does, is not said.
          if (!showsPaid(status) || typeof date !== 'number' || date < 100_000_000_000) return;
          const [from, to] = [before - roundedMs, after + roundedMs];
          const words = sentExpectedGot(
            status,
            `a date from ${from} to ${to}, as the clock was then`,
          );
          expect(date >= from && date <= to, words).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

/** A clock may show whole seconds alone. */
const roundedMs = 1_000;

/** Charges on an original order, which for a resubmission is one whose payment failed. Part 4.7. */
const followUps = [
  { tii: 'IPI', ms: 40 * dayMs },
  { tii: 'IPD', ms: 40 * dayMs },
  { tii: 'IPN', ms: 40 * dayMs },
  { tii: 'IPA', ms: 40 * dayMs },
  { tii: 'IPS', ms: 2 * hourMs },
] as const;

check(
  'gateway.persistence.follow-ups-later',
  'charges on an order of forty days ago what it charges on a new one',
  async ({ gateway, control }) => {
    await forEvery(
      followUps,
      ({ tii }) => tii,
      ({ tii, ms }) =>
        control.aside(async (own) => {
          const { declinedCardPan } = gateway.settings;
          if (tii === 'IPS' && declinedCardPan === undefined) return;
          const original = async () => {
            if (tii !== 'IPS') return paidOrder(gateway);
            const order = (await longOrder(gateway)) ?? (await newOrder(gateway));
            await payWithCard(gateway, order, { $PAN: declinedCardPan });
            return order;
          };
          const old = await original();
          const now = await own.now();
          await own.letPass(now.getTime(), ms);

          const young = await original();
          // An order whose payment failed may be tried again while it lives, and be over later on.
          const [before, after] = await Promise.all([
            statusOf(gateway, old),
            statusOf(gateway, young),
          ]);
          if (stateIn(before) !== stateIn(after)) return;
          const ofNew = await followUp(gateway, young, tii);
          if (!isProcessed(ofNew)) return;
          const ofOld = await followUp(gateway, old, tii);

          const words = sentExpectedGot([ofNew, ofOld], 'the same as on a new original order');
          expect(isProcessed(ofOld), words).toBe(true);
          expect(isGatewaySuccess(ofOld), words).toBe(isGatewaySuccess(ofNew));
        }),
      { allAtOnce: true },
    );
  },
);

/** A date of a payment, and how far from now it lies. Parts 4.3 and 4.4. */
interface Dated {
  readonly told: string;
  readonly part: Parameters;
  readonly date: (now: number) => Parameters;
  readonly isInstant?: true;
}

const dated: readonly Dated[] = [
  ...['U', 'R'].map((tii): Dated => ({
    told: `an originalPaymentDate of yesterday with tii ${tii}`,
    part: { $CVC: undefined, tii, originalPaymentNetRefNum: '600000000017' },
    date: (now) => ({ originalPaymentDate: String(now - dayMs) }),
  })),
  {
    told: 'an expirationDate of tomorrow',
    part: {},
    date: (now) => ({ expirationDate: toTheSecond(now + dayMs) }),
    isInstant: true,
  },
  ...['autocompletionDate', 'autoReverseDate'].map((name): Dated => ({
    told: `an ${name} of tomorrow`,
    part: { preAuth: true },
    date: (now) => ({ [name]: toTheSecond(now + dayMs) }),
    isInstant: true,
  })),
];

/** In UTC. Part 4.4. */
function toTheSecond(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19);
}

check(
  'gateway.persistence.dates-go-with-the-clock',
  'pays with dates of yesterday and tomorrow now and two months later',
  async ({ gateway, control }) => {
    await forEvery(
      dated,
      ({ told }) => told,
      ({ part, date, isInstant }) =>
        control.aside(async (own) => {
          const instant = isInstant && (await validGatewayRequest(gateway, 'instantPayment.do'));
          if (instant && isNotOffered(instant)) return;
          const pay = async (more: Parameters = {}): Promise<Exchange> => {
            const whole = { ...part, ...more };
            if (!instant) return payWithCard(gateway, await newOrder(gateway), whole);
            const orderNumber = anOrderNumber();
            return instant.send({ ...instant.parameters, orderNumber, ...whole });
          };
          const now = (await own.now()).getTime();
          const first = await pay(date(now));
          if (!isGatewaySuccess(first)) return;

          await own.letPass(now, 60 * dayMs);
          const later = await pay(date((await own.now()).getTime()));

          // The card may be good no longer.
          const twin = isGatewaySuccess(later) ? later : await pay();
          if (!isGatewaySuccess(twin)) return;
          const words = sentExpectedGot([first, twin, later], 'a success, as two months before');
          expect(isGatewaySuccess(later), words).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.instant-payment.order-number-is-optional',
  'makes up no number a second time, a year later either',
  async ({ gateway, control, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const pay = () => instant.send({ ...instant.parameters, orderNumber: undefined });
    const first = await pay();
    if (!isGatewaySuccess(first)) return skip('the gateway generates no orderNumber');
    const now = await control.now();
    // A month and a year may both be what counts begin anew with: so it is the same day of a month.
    const isLeapDay = now.getUTCMonth() === 1 && now.getUTCDate() === 29;
    const then = new Date(now);
    then.setUTCMonth(now.getUTCMonth() + (isLeapDay ? 13 : 12));
    await control.moveClockTo(then);

    const later = await pay();

    // The card may be good no longer.
    const other = await instant.send({ ...instant.parameters, orderNumber: anOrderNumber() });
    promised(other, 'gateway.instant-payment.succeeds');
    expect(later).toGoWell();
  },
);

/** An order that lives for a day; undefined where register.do, whose parameters part 4.1 lists in part, knows no lifetime. */
async function longOrder(
  gateway: GatewayClient,
): Promise<{ readonly mdOrder: string; readonly amount: number } | undefined> {
  const order = anOrder({ sessionTimeoutSecs: 86_400 });
  const registered = await gateway.ask('register.do', order);
  const made = isGatewaySuccess(registered) ? orderNamedIn(registered) : undefined;
  return made && { ...made, amount: order.amount };
}

function stateIn({ answer: { json } }: Exchange): string {
  return `${String(memberOf(json, 'orderStatus'))}/${String(memberOf(json, 'actionCode'))}`;
}

function followUp(
  gateway: GatewayClient,
  original: { readonly mdOrder: string; readonly amount: number },
  tii: string,
): Promise<Exchange> {
  return gateway.ask('industryPractice/paymentOrder.do', {
    originalMdOrder: original.mdOrder,
    orderNumber: anOrderNumber(),
    tii,
    amount: original.amount,
  });
}

/** Whether it got as far as the bank: what fails validation has no actionCode. Part 4.5. */
function isProcessed(answer: Exchange): boolean {
  return isGatewaySuccess(answer) || !isUnset(memberOf(answer.answer.json, 'actionCode'));
}
