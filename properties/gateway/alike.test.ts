import {
  aClientId,
  anOrder,
  anOrderNumber,
  plansToChargeAtOnce,
} from '../../fixtures/builders/gateway.ts';
import { aBillingPayer } from '../../fixtures/builders/gateway-objects.ts';
import { isOfANeighbour, nearIds } from '../../fixtures/builders/near-ids.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { languages } from '../../fixtures/fields/gateway-requests.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  orderOf,
  readStatus,
  shared,
  type Standing,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  chargeOf,
  dateAhead,
  isNotOffered,
  newOrder,
  partOfOriginal,
  payWithCard,
  promised,
  storedCredential,
  type TestCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 3.1 and 4: each value of a range is treated alike, and names one thing.

/** Minor units with all kinds of digits. */
// Less than one unit of a currency may be refused.
const amounts = [100, 101, 102, 109, 110, 199, 999, 1000, 1001, 12_345, 99_999, 250_050];

check(
  'gateway.alike.amounts',
  'registers and pays each amount as it was sent',
  async ({ gateway }) => {
    await forEvery(
      amounts,
      (amount) => `an order of ${amount}`,
      async (amount) => {
        const order = await newOrder(gateway, { amount });

        promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');

        const status = await readStatus(gateway, order);
        const standing = standingIn(status);
        const words = sentExpectedGot(status, `${amount}, paid as a whole`);
        const { isPaid, amount: shown = String(amount) } = standing;
        expect([isPaid, shown], words).toEqual([true, String(amount)]);
        for (const paid of [standing.approved, standing.deposited]) {
          // Which of the amounts a status shows is not said.
          expect(paid === amount || paid === 0, words).toBe(true);
        }
      },
    );
  },
);

check('gateway.alike.amounts', 'charges each amount as it was sent', async ({ gateway }) => {
  const credential = shared(() => storedCredential(gateway, 'RECURRENT'));
  await forEvery(
    amounts,
    (amount) => `a charge of ${amount}`,
    async (amount) => {
      const stored = await credential();
      if (isNotOffered(stored)) return;

      // The holder's bank may have something against so many charges.
      const answer = await taken(chargeOf(gateway, 'recurrentPayment.do', stored, { amount }));

      if (answer === undefined) return;
      const shown = memberOf(answer.answer.json, 'orderStatus.amount') ?? amount;
      expect(Number(shown), sentExpectedGot(answer, `amount ${amount}`)).toBe(amount);
    },
  );
});

/** Codes of ISO 4217 with and without a zero in front, of currencies with three, two and no decimals. */
const currencies = ['978', '840', '826', '036', '392', '414'];
const makingOrders = ['register.do', 'registerPreAuth.do', 'instantPayment.do'] as const;

/** Each currency by card for each operation, and by a credential that an order without currency stored for one. */
const paidIn = currencies.flatMap((currency, index) => [
  ...makingOrders.map((operation) => ({ currency, operation, isStored: false })),
  { currency, operation: makingOrders[index % 3] ?? 'register.do', isStored: true },
]);

check(
  'gateway.alike.currencies',
  'registers and pays in every currency that is taken, for as many minor units as were sent',
  async ({ gateway }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    const credential = shared(() => storedCredential(gateway));
    await forEvery(
      paidIn,
      ({ currency, operation, isStored }) =>
        `${operation} in ${currency}${isStored ? ', by a stored credential' : ''}`,
      async ({ currency, operation, isStored }) => {
        const stored = isStored ? await credential() : undefined;
        if (stored !== undefined && isNotOffered(stored)) return;
        const part = { currency, amount: 12_345, clientId: stored?.clientId };
        const isInstant = operation === 'instantPayment.do';
        if (isInstant && isNotOffered(instant)) return;
        const whole = isInstant && !isNotOffered(instant) ? instant.parameters : {};
        const byCredential = isInstant && stored ? { pan: undefined, ...customerOf(stored) } : {};
        const sent = { ...whole, ...anOrder(part), ...byCredential };
        const made = await taken(gateway.ask(operation, sent));
        // Which currencies a merchant has is not said.
        const order = made && orderNamedIn(made);
        if (made === undefined || order === undefined) return;

        const acts = [made];
        if (!isInstant && stored) acts.push(await payByBinding(gateway, order, stored));
        else if (!isInstant) acts.push(await payWithCard(gateway, order));

        const status = await readStatus(gateway, order);
        const shown = memberOf(status.answer.json, 'currency') ?? currency;
        const standing = standingIn(status);
        const words = sentExpectedGot([...acts, status], `12345 minor units of ${currency}`);
        const { amount = '12345' } = standing;
        expect([codeOf(shown), amount], words).toEqual([currency, '12345']);
        for (const paid of [standing.approved, standing.deposited])
          expect(paid === 12_345 || paid === 0, words).toBe(true);
      },
    );
  },
);

/** Three digits. A number has no zeros in front, and is none the less the code. Document 3, part 2.1. */
function codeOf(shown: unknown): unknown {
  return typeof shown === 'number' ? String(shown).padStart(3, '0') : shown;
}

/** Whose last digits all differ from zero, and which is less than what the orders before were paid. */
const charged = 11_987;

/** Charges in currencies with two, no and three decimals, by a stored credential or after an order. Part 4.5. */
const chargedIn = [
  ['036', 'recurrentPayment.do'],
  ['826', 'recurrentPayment.do'],
  ['392', 'recurrentPayment.do'],
  ['414', 'recurrentPayment.do'],
  ['826', 'IPI'],
  ['392', 'IPD'],
  ['414', 'IPI'],
  ['414', 'IPD'],
  ['414', 'IPN'],
] as const;

/** An order in a currency that is followed by a charge; undefined where either is refused. Document 3, part 4.5. */
async function followedIn(
  gateway: GatewayClient,
  currency: string,
  tii: string,
): Promise<Exchange | undefined> {
  // One that was followed may be followed no more.
  const part = { ...(await partOfOriginal(gateway)), currency, amount: 12_345 };
  const made = await taken(gateway.ask('register.do', anOrder(part)));
  const original = made && orderNamedIn(made);
  if (original === undefined) return undefined;
  await payWithCard(gateway, original);
  if (!reportsPaid(await readStatus(gateway, original))) return undefined;
  const { mdOrder: originalMdOrder } = original;
  const sent = { originalMdOrder, orderNumber: anOrderNumber(), tii, amount: charged };
  return taken(gateway.ask('industryPractice/paymentOrder.do', sent));
}

check(
  'gateway.alike.currencies',
  'charges as many minor units as were sent, in every currency that is taken',
  async ({ gateway }) => {
    if (inSmokeOnly()) return;
    const credential = shared(() => reusable(gateway, plansToChargeAtOnce.recurrent));
    await forEvery(
      chargedIn,
      ([currency, way]) => `a charge in ${currency}, ${way}`,
      async ([currency, way]) => {
        const isRecurrent = way === 'recurrentPayment.do';
        const stored = isRecurrent ? await credential() : undefined;
        if (isRecurrent && stored === undefined) return;
        // Which currencies a merchant has is not said, nor what may follow an order.
        const act = await (stored
          ? taken(chargeOf(gateway, 'recurrentPayment.do', stored, { currency, amount: charged }))
          : followedIn(gateway, currency, way));
        const order = act && orderNamedIn(act);
        if (act === undefined || order === undefined) return;

        const status = await readStatus(gateway, order);

        const { amount = String(charged), approved, deposited } = standingIn(status);
        const words = sentExpectedGot([act, status], `${charged} minor units of ${currency}`);
        expect(amount, words).toBe(String(charged));
        for (const paid of [approved, deposited])
          expect(paid === charged || paid === 0, words).toBe(true);
        const shown = memberOf(status.answer.json, 'currency') ?? currency;
        if (isRecurrent) expect(codeOf(shown), words).toBe(currency);
      },
    );
  },
);

function customerOf({ bindingId, clientId }: TestCredential): Parameters {
  return { bindingId, clientId };
}

/** Moments of the years after one, at the edges of minutes, days, months and years. */
function momentsAfter(year: number): readonly string[] {
  const [next, leap] = [year + 1, year + 4 - (year % 4)];
  return [
    `${next}-06-15T12:00:00`,
    `${next}-06-15T23:59:59`,
    `${next}-06-16T00:00:00`,
    `${next}-06-15T12:59:59`,
    `${next}-12-31T23:59:59`,
    `${leap}-02-29T12:30:59`,
    `${leap}-03-01T00:00:01`,
  ];
}

check(
  'gateway.alike.moments',
  'takes each moment for an expirationDate that it takes one for',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const pay = (expirationDate: string) =>
      instant.send({ ...instant.parameters, orderNumber: anOrderNumber(), expirationDate });
    const ahead = await dateAhead(gateway);
    const [early = '', ...moments] = momentsAfter(Number(ahead.slice(0, 4)));
    const first = await pay(early);
    promised(first, 'gateway.instant-payment.takes-expiration-date');
    await forEvery(
      moments,
      (moment) => moment,
      async (moment) => {
        const answer = await pay(moment);

        const words = sentExpectedGot([first, answer], 'a success like the first');
        expect(isGatewaySuccess(answer), words).toBe(true);
      },
    );
    if (inSmokeOnly()) return;
    // How far ahead an order may end is not said, but what is nearer than another is not too far.
    // What is over already, on a clock that was moved for decades, is another matter.
    const toCome = farMoments.filter((moment) => moment > ahead);
    const far = await Promise.all(toCome.map((moment) => pay(moment)));
    const nearer = far.slice(0, Math.max(0, far.findLastIndex(isGatewaySuccess)));
    const words = sentExpectedGot(far, 'each moment taken that is nearer than one that is taken');
    expect(nearer.map(isGatewaySuccess), words).toEqual(nearer.map(() => true));
  },
);

/** Where seconds need more than 31 and 32 bits, and where a year of a hundred is no leap year; one after the other. */
const farMoments = [
  '2038-01-19T03:14:07',
  '2038-01-19T03:14:08',
  '2039-06-15T12:00:00',
  '2099-12-31T23:59:59',
  '2100-03-01T00:00:00',
  '2106-02-07T06:28:16',
  '2150-06-15T12:00:00',
  '2172-06-15T12:00:00',
];

/** Birthdays of grown-ups: at the ends of years, in leap years of either kind, and about 1970. */
const birthdays = ['20000229', '19960229', '20001231', '19700101', '19691231', '19600301'];

check(
  'gateway.alike.birthdays',
  'takes each day of the calendar for a payerBirthday that it takes one for',
  async ({ gateway }) => {
    const born = async (payerBirthday: string): Promise<Exchange> =>
      payWithCard(gateway, await newOrder(gateway), {
        billingPayerData: { ...aBillingPayer(), payerBirthday },
      });
    const usual = shared(async () =>
      promised(await born('19900131'), 'gateway.billing-payer-data.is-taken'),
    );
    await forEvery(
      birthdays,
      (birthday) => birthday,
      async (birthday) => {
        const first = await usual();

        const answer = await born(birthday);

        const words = sentExpectedGot([first, answer], 'a success like the first');
        expect(isGatewaySuccess(answer), words).toBe(true);
      },
    );
  },
);

check(
  'gateway.alike.languages',
  'registers in one language and pays in another',
  async ({ gateway }) => {
    await forEvery(
      languages,
      (language) => `registered and paid with ${language}`,
      async (language) => {
        const registered = await taken(gateway.ask('register.do', anOrder({ language })));
        if (registered === undefined) return;
        const next = languages[(languages.indexOf(language) + 5) % languages.length];

        const payment = await payWithCard(gateway, orderOf(registered), { language: next });

        if (!isGatewaySuccess(payment)) {
          const plain = await payWithCard(gateway, await newOrder(gateway));
          promised(plain, 'gateway.payment-order.succeeds');
        }
        expect(payment).toGoWell();
      },
    );
  },
);

/** Kinds of orders, by their operation and what is said of them. */
const kinds = (['register.do', 'registerPreAuth.do'] as const).flatMap((operation) =>
  [{}, { bindingNotNeeded: true }].map((part) => ({
    operation,
    part: part as Parameters,
  })),
);

check(
  'gateway.alike.kinds',
  'pays every kind of order by card and by stored credential',
  async ({ gateway }) => {
    const credential = shared(() => storedCredential(gateway));
    await forEvery(
      kinds,
      ({ operation, part }) => `${operation} with ${JSON.stringify(part)}`,
      async ({ operation, part }) => {
        const stored = await credential();
        const clientId = isNotOffered(stored) ? aClientId() : stored.clientId;
        const register = () => taken(gateway.ask(operation, anOrder({ ...part, clientId })));
        const [byCard, byCredential] = [await register(), await register()];
        if (byCard === undefined || byCredential === undefined) return;

        const payments = [await payWithCard(gateway, orderOf(byCard))];
        if (!isNotOffered(stored)) {
          payments.push(await payByBinding(gateway, orderOf(byCredential), stored));
        }

        // Whether a kind of order takes a means is the affair of other requirements.
        const standings: Standing[] = [];
        for (const [index, payment] of payments.entries()) {
          if (!isGatewaySuccess(payment)) continue;
          const order = orderOf([byCard, byCredential][index] ?? byCard);
          const status = await readStatus(gateway, order);
          const words = sentExpectedGot([payment, status], 'an order that is paid');
          expect(standingIn(status).isPaid, words).toBe(true);
          standings.push(standingIn(status));
        }
        const [one, other = one] = standings;
        expect(other, sentExpectedGot(payments, 'both held, or both deposited')).toEqual(one);
      },
    );
  },
);

check(
  'gateway.alike.kinds',
  'holds or deposits at once what a stored credential pays as what its card pays',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    await forEvery(
      [true, false],
      (preAuth) => `preAuth ${preAuth}`,
      async (preAuth) => {
        const pay = (part: Parameters) => {
          const orderNumber = anOrderNumber();
          return taken(instant.send({ ...instant.parameters, orderNumber, preAuth, ...part }));
        };
        const byCredential = { pan: undefined, bindingId, clientId };
        const [whole, atOnce, inSteps] = [
          await pay({}),
          await pay(byCredential),
          await pay({ ...byCredential, cvc: undefined }),
        ];
        if (whole === undefined) return;
        const card = standingIn(await readStatus(gateway, orderOf(whole)));
        if (!card.isPaid) return;

        for (const begun of [atOnce, inSteps]) {
          if (begun === undefined) continue;
          const order = orderOf(begun);
          // A page may ask the payer first, and the merchant pay meanwhile.
          const isWaiting = !standingIn(await readStatus(gateway, order)).isPaid;
          const acts = isWaiting
            ? [begun, await payByBinding(gateway, order, credential)]
            : [begun];
          const stored = standingIn(await readStatus(gateway, order));
          const words = sentExpectedGot([whole, ...acts], 'both held, or both deposited');
          if (stored.isPaid) expect(stored, words).toEqual(card);
        }
      },
    );
  },
);

check(
  'gateway.naming.another-id-is-another',
  'neither shows an order, nor pays one or by a credential, under an id that differs in one character',
  async ({ gateway }) => {
    const credential = shared(() => storedCredential(gateway));
    await forEvery(
      Object.entries(nearIds),
      ([what]) => what,
      async ([what, other]) => {
        const stored = await credential();
        const clientId = isNotOffered(stored) ? aClientId() : stored.clientId;
        const order = await newOrder(gateway, { clientId });
        const next = await newOrder(gateway);
        if (isOfANeighbour(what, [order.mdOrder, next.mdOrder])) return;
        const mdOrder = other(order.mdOrder);

        const payments = [await payWithCard(gateway, { mdOrder })];
        if (!isNotOffered(stored)) {
          const bindingId = other(stored.bindingId);
          payments.push(await payByBinding(gateway, { mdOrder }, stored));
          payments.push(await payByBinding(gateway, order, { bindingId }));
        }

        const status = await readStatus(gateway, order);
        const words = sentExpectedGot([...payments, status], `not paid by an id with ${what}`);
        expect(standingIn(status).isPaid, words).toBe(false);
      },
    );
  },
);

check(
  'gateway.naming.each-name-leads-to-the-order',
  'shows the order that is asked for, by whatever it is named',
  async ({ gateway }) => {
    await forEvery(
      ['orderId', 'mdOrder', 'MDORDER', 'orderNumber'],
      (name) => `named by ${name}`,
      async (name) => {
        const others = [await newOrder(gateway), await newOrder(gateway, { amount: 21_00 })];
        for (const order of others) {
          const id = name === 'orderNumber' ? order.orderNumber : order.mdOrder;
          const status = await gateway.ask('getOrderStatusExtended.do', { [name]: id });
          // Which names there are is not shown.
          if (memberOf(status.answer.json, 'orderStatus') === undefined) return;

          const { amount = String(order.amount) } = standingIn(status);
          const number = memberOf(status.answer.json, 'orderNumber') ?? order.orderNumber;
          const words = sentExpectedGot(status, `the order ${order.orderNumber}`);
          expect([number, amount], words).toEqual([order.orderNumber, String(order.amount)]);
        }
      },
    );
  },
);
