import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { answerSummary, carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  type ItemsIn,
  noneOf,
  orderTransactionsIn,
  paymentOrdersIn,
} from '../../fixtures/fields/v1-items.ts';
import { aPeriod } from '../../fixtures/worlds/v1-requests.ts';
import { promised, promisedToShow } from '../../fixtures/worlds/v1.ts';
import { expectNothingAhead, wallOf } from './dates.ts';
import { longOf } from '../../fixtures/clients/long.ts';

// Document 1, part 4: getOrderDetails and getPaymentOrders. No operation makes an order, so the
// settings name one and a merchant who has some.

const dayMs = 86_400_000;

const needsOrder = 'needs an existing order (V1_ORDER_ID)';
const needsMerchant = 'needs an existing merchant (V1_MERCHANT_NUMBER)';

check(
  'v1.order-transaction.no-future-date',
  'shows no transaction of an order that lies ahead',
  async ({ v1, skip }) => {
    const { orderId } = v1.settings;
    if (orderId === undefined) return skip(needsOrder);

    const details = await v1.getOrderDetails({ orderId: longOf(orderId) });

    promised(details, 'v1.get-order-details.succeeds');
    if (orderTransactionsIn(details.answer.json).length === 0) {
      return skip('needs an order that has transactions (V1_ORDER_ID)');
    }
    if (transactionDatesIn(details.answer.json).length === 0) {
      const promise = 'v1.order-transaction.transaction-date-is-a-date';
      promisedToShow(details, 'a transactionDate', promise);
    }
    await expectNothingAhead(v1, details, transactionDatesIn);
  },
);

// Whether a number is taken as text is not shown; one that is must lead to no other order.
for (const [title, unknown] of [
  ['shows no transaction of an order that does not exist', 8_999_999_999_991],
  ['shows no transaction of an order that does not exist, asked for by text', '8999999999991'],
] as const) {
  check('v1.get-order-details.unknown-order', title, async ({ v1, skip }) => {
    const { orderId } = v1.settings;
    if (orderId === undefined) return skip(needsOrder);
    const known = await v1.getOrderDetails({ orderId: longOf(orderId) });
    promised(known, 'v1.get-order-details.succeeds');

    const answer = await v1.getOrderDetails({ orderId: unknown });

    const none = noneOf('v1.get-order-details.unknown-order', orderTransactionsIn, 'transaction');
    expect(answer).toShow(none);
  });
}

check(
  'v1.get-order-details.unknown-order',
  'shows nothing of an order under a number that lies a power of two away, or is like its own',
  async ({ v1, skip }) => {
    const { orderId } = v1.settings;
    if (orderId === undefined) return skip(needsOrder);
    const known = await v1.getOrderDetails({ orderId: longOf(orderId) });
    promised(known, 'v1.get-order-details.succeeds');
    const own = new Set(orderTransactionsIn(known.answer.json).map((one) => JSON.stringify(one)));
    if (own.size === 0) return skip('needs an order that has transactions (V1_ORDER_ID)');

    // One of these numbers may be that of another order, whose transactions are others.
    const away = awayFrom(orderId);
    const others = [...away, ...likeIt(orderId).filter(isLong)];
    for (const other of others.slice(0, repeated(others.length, away.length))) {
      const answer = await v1.getOrderDetails({ orderId: longOf(other) });

      const shown = orderTransactionsIn(answer.answer.json);
      const isOwn = shown.some((one) => own.has(JSON.stringify(one)));
      const words = `no transaction of order ${orderId}`;
      expect(isOwn, sentExpectedGot([known, answer], words)).toBe(false);
    }
  },
);

check(
  'v1.get-payment-orders.wrapper',
  'is asked for payment orders',
  async ({ v1, observe, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);

    const answer = await ordersOf(v1, merchantNumber, aPeriod);

    observe(`${answerSummary(answer)}: ${placeOfList(answer.answer.json) ?? 'no list of objects'}`);
  },
);

check(
  'v1.get-payment-orders.unknown-merchant',
  'shows no order of a merchant that does not exist',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    await everyOrderOf(v1, merchantNumber);

    const answer = await ordersOf(v1, nobodyLike(merchantNumber), aPeriod);

    expect(answer).toShow(noneOf('v1.get-payment-orders.unknown-merchant', ordersIn, 'order'));
  },
);

for (const [id, title, member] of [
  [
    'v1.get-payment-orders.unknown-merchant',
    'does not show the orders of a merchant under a number that is like its own',
    'merchantNumber',
  ],
  [
    'v1.get-payment-orders.unknown-institution',
    'does not show the orders at an institution under an id that is like its own',
    'institutionId',
  ],
] as const) {
  check(id, title, async ({ v1, skip }) => {
    const { merchantNumber, institutionId } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const request = { merchantNumber, institutionId, period: aPeriod };
    const known = await v1.getPaymentOrders(request);
    promised(known, 'v1.get-payment-orders.succeeds');
    const own = ordersIn(known.answer.json).map((order) => JSON.stringify(order));
    if (own.length === 0) return skip('needs a merchant with orders');

    const others = likeIt(request[member]);
    for (const other of others.slice(0, repeated(others.length, 1))) {
      const answer = await v1.getPaymentOrders({ ...request, [member]: other });

      // It may be that of another, who has other orders.
      const shown = new Set(ordersIn(answer.answer.json).map((order) => JSON.stringify(order)));
      const words = `not the orders that it shows for ${member} ${request[member]}`;
      const areOwn = own.every((order) => shown.has(order));
      expect(areOwn, sentExpectedGot([known, answer], words)).toBe(false);
    }
  });
}

check(
  'v1.get-payment-orders.unknown-institution',
  'shows no order at an institution that does not exist',
  async ({ v1, skip }) => {
    const { merchantNumber, institutionId } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const known = await everyOrderOf(v1, merchantNumber);
    if (ordersIn(known.answer.json).length === 0) return skip('needs a merchant with orders');

    const nowhere = { institutionId: nobodyLike(institutionId) };
    const answer = await ordersOf(v1, merchantNumber, aPeriod, nowhere);

    expect(answer).toShow(noneOf('v1.get-payment-orders.unknown-institution', ordersIn, 'order'));
  },
);

check(
  'v1.get-payment-orders.period',
  'shows no order of a day outside the period',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const days = daysIn((await everyOrderOf(v1, merchantNumber)).answer.json);
    const [second, last] = [days[1], days.at(-1)];
    if (second === undefined || last === undefined) {
      return skip('needs a merchant with orders of two days that show their eventDate');
    }

    // Without the first and the last day, and with only the last one.
    const periods = [
      { start: second, end: days.at(-2) ?? second },
      { start: last, end: last },
    ].filter(({ start, end }) => start <= end);
    const answers = await Promise.all(
      periods.map(async (period) => ({
        period,
        answer: await ordersOf(v1, merchantNumber, period),
      })),
    );

    for (const { period, answer } of answers) {
      // Where the end lies outside, a period of one day has nothing in it, and may be refused.
      if (period.start === period.end && !carriedOut(answer)) continue;
      promised(answer, 'v1.get-payment-orders.succeeds');
      expect(answer).toSucceed(
        expect.toSatisfy(
          (json) => datesIn(json).every((date) => mayLieIn(period, date)),
          `only orders from ${period.start} to ${period.end}`,
        ),
      );
    }
  },
);

check(
  'v1.get-payment-orders.ends-bind-together',
  'leaves out for a whole period what it leaves out for its start and for its end',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const all = await everyOrderOf(v1, merchantNumber);
    const days = daysIn(all.answer.json);
    const [start, end] = [days[Math.floor(days.length / 3)], days[Math.ceil(days.length / 2)]];
    if (start === undefined || end === undefined || days.length < 2) {
      return skip('needs a merchant with orders of two days that show their eventDate');
    }

    const [from, until, both] = (await Promise.all(
      [{ start }, { end }, { start, end }].map((period) => ordersOf(v1, merchantNumber, period)),
    )) as [Exchange, Exchange, Exchange];

    promised(from, 'v1.get-payment-orders.open-period');
    promised(until, 'v1.get-payment-orders.open-period');
    expectShownForEachEnd(both, from, until);
    // However far back a list reaches for want of a start, it is not further than from the year 2000. Each of these
    // leaves most of the orders out.
    const [late, early] = [{ start: days.at(-1) }, { end: days[0] }];
    const [alone, untilEarly] = (await Promise.all(
      [late, early].map((period) => ordersOf(v1, merchantNumber, period)),
    )) as [Exchange, Exchange];
    for (const [open, closed] of [
      [alone, { ...late, end: aPeriod.end }],
      [untilEarly, { start: aPeriod.start, ...early }],
    ] as const) {
      promised(open, 'v1.get-payment-orders.open-period');
      const whole = await ordersOf(v1, merchantNumber, closed);
      if (!carriedOut(whole)) continue;
      const more = notIn(whole.answer.json, idsIn(open.answer.json));
      const about = sentExpectedGot(
        [open, whole],
        'no order for one end alone that is left out for a period with another end far away',
      );
      expect(more, about).toEqual([]);
    }
  },
);

check(
  'v1.get-payment-orders.ends-bind-together',
  'leaves out for a period what its ends leave out, after longer ones of the same middle, start, end or length',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const all = await everyOrderOf(v1, merchantNumber);
    const days = daysIn(all.answer.json);
    const [first, last] = [days[0], days.at(-1)];
    const step = Math.floor((Date.parse(last ?? '') - Date.parse(first ?? '')) / dayMs / 5);
    if (first === undefined || last === undefined || !(step > 0)) {
      return skip('needs a merchant with orders of a week that show their eventDate');
    }
    const inwards = [0, 1, 2].slice(0, repeated(3)).map((times) => times * step);
    const ends = inwards.map((by) => ({ start: dayAway(first, by), end: dayAway(last, -by) }));
    const open = async (period: object): Promise<Exchange> =>
      promised(await ordersOf(v1, merchantNumber, period), 'v1.get-payment-orders.open-period');
    const alone = await Promise.all(
      ends.map(async ({ start, end }) => ({
        from: await open({ start }),
        until: await open({ end }),
      })),
    );

    // By the places of their starts and their ends.
    const periods: readonly (readonly [number, number])[] = [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 1],
      [1, 0],
      [0, 2],
    ];
    for (const [start, end] of periods.slice(0, repeated(periods.length))) {
      const period = { start: ends[start]?.start, end: ends[end]?.end };
      const answer = await ordersOf(v1, merchantNumber, period);
      if (!carriedOut(answer)) continue;

      const [from, until] = [alone[start]?.from, alone[end]?.until] as [Exchange, Exchange];
      expectShownForEachEnd(answer, from, until);
    }
  },
);

check(
  'v1.get-payment-orders.longer-period-shows-more',
  'shows each order of a period for one that begins earlier or ends later, in another year too',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const all = await everyOrderOf(v1, merchantNumber);
    const days = daysIn(all.answer.json);
    const [start, end] = [days[0], days.at(-1)];
    if (start === undefined || end === undefined) {
      return skip('needs a merchant with orders that show their eventDate');
    }
    const short = await ordersOf(v1, merchantNumber, { start, end });
    const [first, last] = [start, end].map((day) => Number(day.slice(0, 4))) as [number, number];
    const whole = new Set(idsIn(all.answer.json));
    const ids = idsIn(promised(short, 'v1.get-payment-orders.succeeds').answer.json).filter((id) =>
      whole.has(id),
    );

    const longer = [
      { start, end: `${last + 1}-01-05` },
      { start: `${first - 1}-12-31`, end },
      { start, end: `${last}-12-31` },
      { start, end: `${last + 1}-01-01` },
      { start, end: `${last + 1}-12-31` },
      { start: `${first}-01-01`, end },
      { start: `${first - 1}-03-31`, end },
      { start: `${first - 1}-12-31`, end: `${last + 1}-01-01` },
      { start: `${first - 4}-02-28`, end: `${last + 3}-02-28` },
    ];
    for (const period of longer.slice(0, repeated(longer.length, 1))) {
      const answer = await ordersOf(v1, merchantNumber, period);
      // How long a period may be is not shown.
      if (!carriedOut(answer)) continue;

      const missing = notIn(answer.answer.json, ids);
      const words = `also the orders ${missing.join(', ')}, as from ${start} to ${end}`;
      expect(missing, sentExpectedGot([short, answer], words)).toEqual([]);
    }
  },
);

check(
  'v1.get-payment-orders.days-inside',
  'shows the orders of the day on which a period begins, and of the day before it ends',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const all = await everyOrderOf(v1, merchantNumber);
    const dated = ordersIn(all.answer.json)
      .map((order) => ({
        id: String(memberOf(order, 'id')),
        date: String(memberOf(order, 'eventDate')),
      }))
      .filter(({ date }) => /^\d{4}-\d\d-\d\d/.test(date));
    // A moment with a zone may fall on the day before or after where the target stands.
    const slack = dated.some(({ date }) => hasZone(date)) ? 1 : 0;
    const days = [...new Set(dated.map(({ date }) => date.slice(0, 10)))].toSorted();
    const middle = days[Math.floor(days.length / 2)];
    const chosen = [...new Set([days.at(-1), days[0], middle])].filter((day) => day !== undefined);
    let judged = 0;

    for (const day of chosen.slice(0, repeated(3, 1))) {
      const [before, first, after] = [-1 - slack, -slack, 1 + slack].map((days) =>
        dayAway(day, days),
      ) as [string, string, string];
      const outside = await Promise.all(
        [
          { start: after, end: aPeriod.end },
          { start: aPeriod.start, end: before },
        ].map((period) => ordersOf(v1, merchantNumber, period)),
      );
      if (!outside.every(carriedOut)) continue;
      // That a period goes by eventDate is not said: of these orders it does.
      const beyond = new Set(outside.flatMap(({ answer }) => idsIn(answer.json)));
      const ids = dated
        .filter(({ id, date }) => date.startsWith(day) && !beyond.has(id))
        .map(({ id }) => id);
      if (ids.length === 0) continue;
      judged += 1;

      // Whether the day of its end belongs to a period is not said.
      for (const period of [
        { start: first, end: after },
        { start: before, end: after },
        { start: first, end: aPeriod.end },
        { start: aPeriod.start, end: after },
      ].slice(0, repeated(4, 1))) {
        const answer = await ordersOf(v1, merchantNumber, period);
        if (!carriedOut(answer)) continue;

        const missing = notIn(answer.answer.json, ids);
        const words = `also the orders ${missing.join(', ')}, of ${day}`;
        expect(missing, sentExpectedGot([all, answer], words)).toEqual([]);
      }
    }
    if (judged === 0) return skip('no order that shows its eventDate is left out for other days');
  },
);

check(
  'v1.get-payment-orders.both-ends-bind',
  'shows nothing for a period that ended long ago, where nothing is shown for one that is far ahead',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const all = await everyOrderOf(v1, merchantNumber);
    const ids = idsIn(all.answer.json);
    if (ids.length === 0) return skip('needs a merchant with orders');

    const [over, ahead] = (await Promise.all(
      [1971, 2098].map((year) =>
        ordersOf(v1, merchantNumber, { start: `${year}-01-01`, end: `${year}-12-31` }),
      ),
    )) as [Exchange, Exchange];

    // Such a period may be refused, and whether a period is looked at is not judged here.
    if (!carriedOut(over) || !carriedOut(ahead)) return;
    for (const [bound, other] of [
      [ahead, over],
      [over, ahead],
    ] as const) {
      if (notIn(bound.answer.json, ids).length < ids.length) continue;
      const shown = idsIn(other.answer.json).filter((id) => ids.includes(id));
      const words =
        'none of these orders, which lie outside this period as they do outside the other';
      expect(shown, sentExpectedGot([all, bound, other], words)).toEqual([]);
    }
  },
);

for (const [title, period] of [
  ['takes a period without start', { end: aPeriod.end }],
  ['takes a period without end', { start: aPeriod.start }],
  ['takes a period without start and end', {}],
] as const) {
  check('v1.get-payment-orders.open-period', title, async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    await everyOrderOf(v1, merchantNumber);

    const answer = await ordersOf(v1, merchantNumber, period);

    expect(answer).toSucceed();
  });
}

check(
  'v1.get-payment-orders.open-period-shows-the-same',
  'shows what a period shows without its start and its end too',
  async ({ v1, skip }) => {
    const { merchantNumber } = v1.settings;
    if (merchantNumber === undefined) return skip(needsMerchant);
    const known = await everyOrderOf(v1, merchantNumber);
    const ids = idsIn(known.answer.json);
    if (ids.length === 0) return skip('needs a merchant with orders');

    const answers = await Promise.all(
      [{ end: aPeriod.end }, { start: aPeriod.start }, {}].map((period) =>
        ordersOf(v1, merchantNumber, period),
      ),
    );

    for (const answer of answers) {
      promised(answer, 'v1.get-payment-orders.open-period');
      expect(answer).toSucceed(
        expect.toSatisfy(
          (json) => notIn(json, ids).length === 0,
          `at least the orders ${ids.join(', ')}`,
        ),
      );
    }
  },
);

/** What is shown of the merchant that the settings name, of all the time there is. */
async function everyOrderOf(v1: V1Client, merchantNumber: string): Promise<Exchange> {
  const all = await ordersOf(v1, merchantNumber, aPeriod);
  return promised(all, 'v1.get-payment-orders.succeeds');
}

function ordersOf(
  v1: V1Client,
  merchantNumber: string,
  period: object,
  { institutionId }: { readonly institutionId: string } = v1.settings,
): Promise<Exchange> {
  return v1.getPaymentOrders({ merchantNumber, institutionId, period });
}

/** What is shown for a period is shown for its start alone, and for its end alone. */
function expectShownForEachEnd(both: Exchange, from: Exchange, until: Exchange): void {
  const beyond = [from, until].flatMap(({ answer }) => notIn(answer.json, idsIn(both.answer.json)));
  const words = 'no order that is left out for the start or for the end alone';
  expect(beyond, sentExpectedGot([from, until, both], words)).toEqual([]);
}

function idsIn(json: unknown): string[] {
  return ordersIn(json).map((order) => String(memberOf(order, 'id')));
}

/** Those of some orders that an answer does not show. */
function notIn(json: unknown, ids: readonly string[]): string[] {
  const shown = new Set(idsIn(json));
  return ids.filter((id) => !shown.has(id));
}

/** Numbers of which one is the beginning or the end of the other. Another zero ahead may be the same. */
function likeIt(number: string): string[] {
  const parts = [number.slice(0, -1), number.slice(1)].filter((part) => /^[^0]/.test(part));
  return [...parts, `${number}1`, `1${number}`];
}

/** Numbers of a long that few bits tell from `number`; a double takes the last ones for it. */
function awayFrom(number: string): string[] {
  const far = [2n ** 16n, 2n ** 32n, 2n ** 48n];
  const near = Number.isSafeInteger(Number(number)) ? [] : [1n, -1n];
  return [...near, ...far].map((distance) => String(BigInt(number) + distance)).filter(isLong);
}

const isLong = (digits: string): boolean => BigInt(digits) < 2n ** 63n;

/** A number that nobody is likely to have, from one that somebody has. */
function nobodyLike(number: string): string {
  return `${number.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}0`;
}

/** Payment orders have an id; the first list of a refusal may hold something else. */
const ordersIn: ItemsIn = (json) => paymentOrdersIn(json).filter((one) => Object.hasOwn(one, 'id'));

function transactionDatesIn(json: unknown): unknown[] {
  return orderTransactionsIn(json)
    .map((transaction) => memberOf(transaction, 'transactionDate'))
    .filter((date) => !Number.isNaN(wallOf(date)));
}

function datesIn(json: unknown): string[] {
  return ordersIn(json)
    .map((order) => String(memberOf(order, 'eventDate')))
    .filter((date) => /^\d{4}-\d\d-\d\d/.test(date));
}

/** The days of orders, each once, in their order. */
function daysIn(json: unknown): string[] {
  return [...new Set(datesIn(json).map((date) => date.slice(0, 10)))].toSorted();
}

/** A moment with a zone may fall on another day where the target stands, so a day either side passes. */
function mayLieIn(
  { start, end }: { readonly start: string; readonly end: string },
  date: string,
): boolean {
  const slack = hasZone(date) ? dayMs : 0;
  const day = Date.parse(date.slice(0, 10));
  return day >= Date.parse(start) - slack && day <= Date.parse(end) + slack;
}

function hasZone(date: string): boolean {
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(date.slice(10));
}

function dayAway(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The names that lead to the first list that holds objects, outermost first. */
function placeOfList(json: unknown): string | undefined {
  if (isListOfObjects(json)) return 'the answer itself';
  let level: [string, unknown][] = [['', json]];
  while (level.length > 0) {
    const inner = level.flatMap(([path, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([name, one]): [string, unknown] => [`${path}.${name}`, one])
        : [],
    );
    const found = inner.find(([, value]) => isListOfObjects(value));
    if (found !== undefined) return found[0].slice(1);
    level = inner;
  }
  return undefined;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
}
