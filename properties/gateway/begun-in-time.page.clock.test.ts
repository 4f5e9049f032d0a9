import { afterAll } from 'vitest';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { answerBank } from '../../fixtures/customer/bank.ts';
import { closeBrowser, noBrowser } from '../../fixtures/customer/browser.ts';
import { newVisit, opens, type Visit } from '../../fixtures/customer/visit.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { askedFor3DS, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, readStatus, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  comesToBePaid,
  isNotOffered,
  newOrder,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { addressesOf, addressOfBankIn, bankOf, payAt, transactionIn, turns } from './pages.ts';

// Document 3, parts 3.1 and 8: the lifetime of an order ends also what was begun within it.

afterAll(closeBrowser);

const monthMs = 31 * 24 * 60 * 60_000;

interface Ground {
  readonly gateway: GatewayClient;
  readonly visit: Visit;
}

/** A payment that somebody has begun, and how it is completed. */
interface Begun {
  readonly order: { readonly mdOrder: string };
  /** Requests and clicks; how far they come is seen by the order. */
  readonly complete: () => Promise<unknown>;
}

/** Begins to pay a new order; undefined where that cannot be told how. */
type Beginning = (ground: Ground) => Promise<Begun | undefined>;

const onItsPage: Beginning = async ({ gateway, visit }) => {
  const order = await newOrder(gateway, { language: 'en', ...addressesOf('opened') });
  if ((await opens(visit, order.formUrl)) !== undefined) return undefined;
  return { order, complete: () => payAt(visit, gateway, order.formUrl) };
};

const atTheBank: Beginning = async ({ gateway, visit }) => {
  const { threeDSCardPan } = gateway.settings;
  if (threeDSCardPan === undefined) return undefined;
  const order = await newOrder(gateway, { language: 'en', ...addressesOf('asked') });
  const missing = await payAt(visit, gateway, order.formUrl, threeDSCardPan);
  if (missing !== undefined) return undefined;
  const bank = visit.whereabouts();
  return { order, complete: () => confirmAt(visit, bank) };
};

const atTheBankByTheMerchant: Beginning = async ({ gateway, visit }) => {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return undefined;
  const order = await newOrder(gateway, { language: 'en', ...addressesOf('asked-by-merchant') });
  const bank = await bankOf(gateway, order, { $PAN });
  return bank === undefined ? undefined : { order, complete: () => confirmAt(visit, bank) };
};

const betweenTheSteps: Beginning = async ({ gateway, visit }) => {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return undefined;
  const order = await newOrder(gateway, { language: 'en', ...addressesOf('stepped') });
  const transaction = transactionIn(await payWithCard(gateway, order, { $PAN }));
  if (transaction === undefined) return undefined;
  return {
    order,
    complete: async () =>
      confirmAt(
        visit,
        addressOfBankIn(await payWithCard(gateway, order, { $PAN, ...transaction })),
      ),
  };
};

const betweenTheStepsAtOnce: Beginning = async ({ gateway, visit }) => {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  if (isNotOffered(instant)) return undefined;
  const needed = askedFor3DS(gateway.settings);
  const sent = { ...anOrder(), ...instant.parameters, language: 'en', ...needed };
  const first = await instant.send(sent);
  const [order, transaction] = [orderNamedIn(first), transactionIn(first)];
  if (order === undefined || transaction === undefined) return undefined;
  const second = { ...sent, ...transaction, threeDSVer2MdOrder: order.mdOrder };
  return {
    order,
    complete: async () => confirmAt(visit, addressOfBankIn(await instant.send(second))),
  };
};

const rows: readonly { readonly what: string; readonly begin: Beginning }[] = [
  { what: 'a page that was open', begin: onItsPage },
  { what: 'a payment on its page that the bank asks about', begin: atTheBank },
  { what: 'a payment by the merchant that the bank asks about', begin: atTheBankByTheMerchant },
  { what: 'the first step of a payment with 3DS 2', begin: betweenTheSteps },
  { what: 'the first step of an instant payment with 3DS 2', begin: betweenTheStepsAtOnce },
];

check(
  'gateway.deadlines.ends-what-was-begun',
  'does not pay an order a month after its registration by what was begun in time',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const ground = { gateway, visit };
    const inTurn = turns();
    await forEvery(
      rows,
      ({ what }) => `an order with ${what}`,
      ({ begin }) =>
        control.aside(async (own) => {
          let begun: Begun | undefined;
          await inTurn(async (one: Ground) => void (begun = await begin(one)))(ground);
          const { order, complete } = begun ?? {};
          if (order === undefined || complete === undefined) return;
          const first = await readStatus(gateway, order);
          if (reportsPaid(first)) return;
          await own.moveClockTo(new Date((await own.now()).getTime() + monthMs));

          let isTold = false;
          await inTurn(async (one: Ground) => {
            await complete();
            // What is begun and completed by then tells whether it can still be, and whether the card pays.
            const twin = await begin(one);
            await twin?.complete();
            isTold = twin !== undefined && (await comesToBePaid(gateway, twin.order));
          })(ground);
          if (!isTold) return;

          const last = await readStatus(gateway, order);
          const words = sentExpectedGot([first, last], 'an order that is over, and not paid');
          expect(reportsPaid(last), words).toBe(false);
        }),
      { allAtOnce: true },
    );
  },
);

/** What a customer does on the page of an order, and pays nothing by. */
const visits: readonly {
  readonly what: string;
  readonly look: (ground: Ground, formUrl: string) => Promise<string | undefined>;
}[] = [
  { what: 'its page was opened', look: ({ visit }, formUrl) => opens(visit, formUrl) },
  {
    what: 'a card was declined on its page',
    look: async ({ gateway, visit }, formUrl) => {
      const { declinedCardPan } = gateway.settings;
      if (declinedCardPan === undefined) return 'there is no such card';
      return payAt(visit, gateway, formUrl, declinedCardPan);
    },
  },
];

check(
  'gateway.deadlines.lifetime-from-registration',
  'does not pay an order later because somebody was on its page meanwhile',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const [left, ...orders] = await Promise.all(
      [undefined, ...visits].map((_one, index) =>
        newOrder(gateway, { language: 'en', ...addressesOf(`visited-${index}`) }),
      ),
    );
    if (left === undefined) return;
    const now = (await control.now()).getTime();
    await control.moveClockTo(new Date(now + 1_000_000));
    const seen: { readonly what: string; readonly order: (typeof orders)[number] }[] = [];
    for (const [index, { what, look }] of visits.entries()) {
      const order = orders[index];
      const missing = order && (await look({ gateway, visit }, order.formUrl));
      if (order !== undefined && missing === undefined) seen.push({ what, order });
    }
    if (seen.length === 0) return skip('no page of an order can be opened');

    // The lifetime where nothing else is agreed. Part 8.
    await control.moveClockTo(new Date(now + 1_201_000));

    await payWithCard(gateway, left);
    if (reportsPaid(await readStatus(gateway, left)))
      return skip('the merchant may have agreed on a longer lifetime');
    for (const { what, order } of seen) {
      const late = await payWithCard(gateway, order);
      const status = await readStatus(gateway, order);
      const words = sentExpectedGot([late, status], `the order unpaid, although ${what}`);
      expect(reportsPaid(status), words).toBe(false);
    }
  },
);

/** Milliseconds that such orders live, and after which somebody comes to pay them. */
const [livesMs, comesMs] = [86_400_000, 7_200_000];

check(
  'gateway.deadlines.lifetime-to-the-second',
  'pays an order on its page that can be paid longer than by default',
  async ({ gateway, control, skip, onTestFinished, tell }) => {
    if (inSmokeOnly()) return;
    const visit = await newVisit(onTestFinished, tell);
    if (visit === undefined) return skip(noBrowser);
    const now = (await control.now()).getTime();
    const expirationDate = new Date(now + livesMs).toISOString().slice(0, 19);
    const made = await Promise.all(
      [{ sessionTimeoutSecs: livesMs / 1000 }, { expirationDate }].map(async (part) => {
        const own = { language: 'en', ...addressesOf(Object.keys(part)[0] ?? ''), ...part };
        const both = [anOrder(own), anOrder(own)].map((one) =>
          taken(gateway.ask('register.do', one)),
        );
        return Promise.all(both);
      }),
    );
    await control.letPass(now, comesMs);

    let isAnyTold = false;
    for (const [byMerchant, onPage] of made) {
      // Part 4.1 does not show these parameters: a registration may make nothing of them.
      if (byMerchant === undefined || onPage === undefined) continue;
      const payment = await payWithCard(gateway, orderOf(byMerchant));
      if (!reportsPaid(await readStatus(gateway, orderOf(byMerchant)))) continue;
      const isPaidOn = async (
        order: Parameters<typeof comesToBePaid>[1],
        formUrl: string,
      ): Promise<boolean> => {
        await payAt(visit, gateway, formUrl);
        return comesToBePaid(gateway, order);
      };
      // A visit may fail for reasons of its own: the second one counts, beside a twin that is paid.
      let isPaidOnPage = false;
      for (let attempt = 1; attempt <= 2 && !isPaidOnPage; attempt += 1) {
        const plain = await newOrder(gateway, { language: 'en', ...addressesOf('plain') });
        if (!(await isPaidOn(plain, plain.formUrl))) return skip(notPaidOnPage);
        isPaidOnPage = await isPaidOn(orderOf(onPage), textAt(onPage, 'formUrl'));
      }
      isAnyTold = true;

      const words = sentExpectedGot(
        [onPage, payment],
        'an order paid on its page as by the merchant',
      );
      expect(isPaidOnPage, words).toBe(true);
    }
    if (!isAnyTold) return skip('no order lives longer than by default');
  },
);

const notPaidOnPage = 'an order cannot be paid on its page in a way that we can tell';

/** Confirms a payment where there is a bank that asks. */
async function confirmAt(visit: Visit, bank: string | undefined): Promise<void> {
  if (bank === undefined || (await opens(visit, bank)) !== undefined) return;
  await answerBank(visit, 'confirm');
}
