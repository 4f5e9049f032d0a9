import { isDeepStrictEqual } from 'node:util';
import {
  aClientId,
  anOrder,
  anOrderNumber,
  installmentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  asksForAuthentication,
  no3DSAnyway,
  reportsPaid,
} from '../../fixtures/worlds/gateway-orders.ts';
import {
  guesserOf,
  likenessIn,
  orderOf,
  readStatus,
  standingIn,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { looksAtTiiInOneCall, reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  chargeRequest,
  isNotOffered,
  newOrder,
  payWithCard,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.2, 3.1, 4.5 and 4.6: two of a kind side by side, and an order that waits for a bank.

const charging = ['recurrentPayment.do', 'installmentPayment.do'] as const;

/** Charges that may follow each other at once. */
const plan = { ...installmentPlan, recurringFrequency: '0', totalInstallmentAmount: '99999999' };
const plans = {
  'recurrentPayment.do': { recurringFrequency: '0', recurringExpiry: '20991231' },
  'installmentPayment.do': { ...plan, installments: '99' },
} as const;

/** After some more in a row a gateway may give a credential up on its own: part 2.2 does not say it. */
const declines = 3;

check(
  'gateway.side-by-side.credentials',
  'charges the credential that is named, and declines no other with it',
  async ({ gateway, control }) => {
    await forEvery(
      charging,
      (operation) => operation,
      async (operation) => {
        // One card may hold several for installments; of the others each customer has one. Part 2.2.
        const clientId = aClientId();
        const isOfOne = operation === 'installmentPayment.do';
        const one = await reusable(gateway, plans[operation], clientId);
        const other = await reusable(gateway, plans[operation], isOfOne ? clientId : aClientId());
        if (one === undefined || other === undefined) return;
        const type = isOfOne ? 'I' : 'R';
        const ids = bindingsIn(await listOf(gateway, clientId, type)).map((each) =>
          String(memberOf(each, 'bindingId')),
        );
        const [first = one.bindingId, second = other.bindingId] = isOfOne ? ids : [];
        const charge = async (bindingId: string): Promise<Exchange> => {
          const parameters = await chargeRequest(gateway, operation, { bindingId });
          return paymentOutcomeOf(gateway, await gateway.ask(operation, parameters));
        };
        if (!reportsPaid(await charge(first)) || !reportsPaid(await charge(second))) return;

        await control.decideCharges(first, 'declined');
        const declined: Exchange[] = [];
        for (let count = 0; count < declines; count += 1) declined.push(await charge(first));
        const approved = await charge(second);
        await control.decideCharges(first, 'approved');
        const again = await charge(first);

        const acts = [...declined, approved, again];
        const words = sentExpectedGot(acts, `${declines} declined, one paid, one paid again`);
        expect(acts.map(reportsPaid), words).toEqual([...declined.map(() => false), true, true]);
        const list = await listOf(gateway, clientId, type);
        const listed = bindingsIn(list).map((each) => memberOf(each, 'bindingId'));
        const kept = sentExpectedGot([...acts, list], 'the credential whose charges were declined');
        expect(listed, kept).toContain(first);
        for (const [status, bindingId] of [
          [approved, second],
          [again, first],
        ] as const) {
          const shown = memberOf(status.answer.json, 'bindingInfo.bindingId') ?? bindingId;
          expect(shown, sentExpectedGot(status, 'the credential that was charged')).toBe(bindingId);
        }
      },
    );
  },
);

/** Whose the orders are between which a gateway may take one for another. */
const customersOfBoth = [
  { told: 'of nobody', clientId: () => undefined },
  { told: 'of one customer', clientId: aClientId },
] as const;

check(
  'gateway.side-by-side.originals',
  'charges the card of the original order after another one was declined',
  async ({ gateway, declinedCardPan: $PAN }) => {
    await forEvery(
      customersOfBoth,
      ({ told }) => `two orders ${told}`,
      async ({ clientId: customer }) => {
        const clientId = customer();
        const part: Parameters = clientId === undefined ? {} : { clientId };
        const original = await newOrder(gateway, part);
        await payWithCard(gateway, original);
        const charge = async (): Promise<Exchange> => {
          const { mdOrder: originalMdOrder } = original;
          const terms = { orderNumber: anOrderNumber(), tii: 'IPI', amount: 4_00 };
          const practice = { originalMdOrder, ...terms };
          const answer = await gateway.ask('industryPractice/paymentOrder.do', practice);
          return paymentOutcomeOf(gateway, answer);
        };
        const first = await charge();
        if (!reportsPaid(first)) return;
        const other = await newOrder(gateway, part);
        await payWithCard(gateway, other, { $PAN });

        const second = await charge();

        const words = sentExpectedGot([first, second], 'a second charge as the first');
        expect(reportsPaid(second), words).toBe(true);
        const cards = [first, second].map(({ answer }) =>
          memberOf(answer.json, 'cardAuthInfo.maskedPan'),
        );
        expect(cards[1], words).toBe(cards[0]);
      },
    );
  },
);

check(
  'gateway.order-state.while-the-bank-asks',
  'pays an order once whose payer is asked by the bank, and charges nothing on it before',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const order = await newOrder(gateway);
    const first = await payWithCard(gateway, order, { $PAN });
    if (!asksForAuthentication(first)) return skip(no3DSAnyway);
    const transaction = memberOf(first.answer.json, 'threeDSServerTransId');

    const { orderNumber } = order;
    const twin = await gateway.ask('register.do', anOrder({ orderNumber, amount: 22_00 }));
    const isSecond = isGatewaySuccess(twin) && orderOf(twin).mdOrder !== order.mdOrder;
    expect(isSecond, sentExpectedGot(twin, 'no other order under its number')).toBe(false);
    for (const tii of ['IPI', 'IPD']) {
      const charge = await gateway.ask('industryPractice/paymentOrder.do', {
        originalMdOrder: order.mdOrder,
        orderNumber: anOrderNumber(),
        tii,
        amount: 5_00,
      });
      const outcome = await paymentOutcomeOf(gateway, charge);
      const words = sentExpectedGot([charge, outcome], `nothing charged for ${tii}`);
      expect(reportsPaid(outcome), words).toBe(false);
    }

    await payWithCard(gateway, order);
    const paid = await readStatus(gateway, order);
    // Whether another card may pay meanwhile is not shown.
    if (!reportsPaid(paid)) return;
    const late = await payWithCard(gateway, order, { $PAN, threeDSServerTransId: transaction });
    const after = await readStatus(gateway, order);
    const words = sentExpectedGot([paid, late, after], 'what was paid, and by whom');
    expect(likenessIn(after), words).toEqual(likenessIn(paid));
  },
);

/** What is refused of an order whose payer is asked by the bank, and what is asked so. */
const refusedMeanwhile: readonly {
  readonly what: string;
  readonly ask: (
    gateway: GatewayClient,
    order: { readonly mdOrder: string },
    $PAN: string,
  ) => Promise<Exchange>;
}[] = [
  {
    what: 'a payment without $CVC',
    ask: (gateway, order, $PAN) => payWithCard(gateway, order, { $PAN, $CVC: undefined }),
  },
  {
    what: 'a payment with an seToken that nobody can read',
    ask: (gateway, order) => {
      const none = { $PAN: undefined, $CVC: undefined, YYYY: undefined, MM: undefined };
      return payWithCard(gateway, order, { ...none, seToken: 'no-token' });
    },
  },
  {
    what: 'a payment with a wrong password',
    ask: (gateway, order, $PAN) => payWithCard(guesserOf(gateway), order, { $PAN }),
  },
];

check(
  'gateway.order-state.while-the-bank-asks',
  'goes on with 3DS 2 whatever was refused since it began',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const begin = async () => {
      const order = await newOrder(gateway);
      const first = await payWithCard(gateway, order, { $PAN });
      const { threeDSServerTransId } = (first.answer.json ?? {}) as Record<string, unknown>;
      const goOn = () => payWithCard(gateway, order, { $PAN, threeDSServerTransId });
      return asksForAuthentication(first) ? { order, first, goOn } : undefined;
    };
    const usual = await (await begin())?.goOn();
    if (usual === undefined || !isGatewaySuccess(usual)) return skip(no3DSAnyway);
    await forEvery(
      refusedMeanwhile,
      ({ what }) => what,
      async ({ ask }) => {
        const begun = await begin();
        if (begun === undefined) return;
        const { order, first, goOn } = begun;
        const before = await readStatus(gateway, order);
        const refused = await ask(gateway, order, $PAN);
        // What moves the order is an attempt to pay it, and may be its last one.
        const after = await readStatus(gateway, order);
        if (isGatewaySuccess(refused) || !isDeepStrictEqual(likenessIn(after), likenessIn(before)))
          return;

        const second = await goOn();

        const words = sentExpectedGot([first, refused, second], 'the second step, as at first');
        expect(isGatewaySuccess(second), words).toBe(true);
      },
    );
  },
);

const noTiiInOneCall = 'instantPayment.do, for which part 4.4 lists no tii, does not look at it';

/** Payments of the merchant's own, which are in one phase only. Part 4.7. */
const ofMerchant = ['U', 'R', 'I'] as const;

check(
  'gateway.tii.never-held',
  'holds nothing by a payment of the merchant in two phases',
  async ({ gateway }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    await forEvery(
      ofMerchant.flatMap((tii) => [true, false].map((isInstant) => ({ tii, isInstant }))),
      ({ tii, isInstant }) => `${tii} by ${isInstant ? 'instantPayment.do' : 'paymentorder.do'}`,
      async ({ tii, isInstant }) => {
        const part: Parameters = { clientId: aClientId(), jsonParams: plan };
        const order = isInstant ? undefined : await newOrder(gateway, part, 'registerPreAuth.do');
        if (isInstant && (isNotOffered(instant) || !(await looksAtTiiInOneCall(gateway)))) return;
        const act =
          order === undefined && !isNotOffered(instant)
            ? await instant.send({
                ...instant.parameters,
                ...part,
                preAuth: true,
                tii,
                cvc: undefined,
              })
            : await payWithCard(gateway, order ?? { mdOrder: '' }, { tii, $CVC: undefined });

        const status = order
          ? await readStatus(gateway, order)
          : await paymentOutcomeOf(gateway, act);
        const { deposited } = standingIn(status);
        const isShown =
          memberOf(status.answer.json, 'paymentAmountInfo.depositedAmount') !== undefined;
        const isHeld = reportsPaid(status) && isShown && deposited === 0;
        expect(isHeld, sentExpectedGot([act, status], 'nothing that is held only')).toBe(false);
      },
    );
  },
);

/** What the merchant charges by a credential of each kind. Part 4.7. */
const chargedAs = [
  { tii: 'R', stored: plans['recurrentPayment.do'] },
  { tii: 'I', stored: plans['installmentPayment.do'] },
] as const;

check(
  'gateway.tii.never-held',
  'holds nothing by a stored credential that the merchant charges in two phases',
  async ({ gateway }) => {
    await forEvery(
      chargedAs,
      ({ tii }) => tii,
      async ({ tii, stored }) => {
        const credential = await reusable(gateway, stored);
        if (credential === undefined) return;
        const { clientId } = credential;
        const pay = async (operation: 'register.do' | 'registerPreAuth.do') => {
          const order = await newOrder(gateway, { clientId, amount: 8_00 }, operation);
          const act = await payByBinding(gateway, order, credential, { tii, cvc: undefined });
          return [act, await readStatus(gateway, order)] as const;
        };
        // Whether such a credential pays here is not shown.
        const [, usual] = await pay('register.do');
        if (!reportsPaid(usual) || standingIn(usual).deposited === 0) return;

        const [act, status] = await pay('registerPreAuth.do');

        const isHeld = reportsPaid(status) && standingIn(status).deposited === 0;
        const words = sentExpectedGot([usual, act, status], 'nothing that is held only');
        expect(isHeld, words).toBe(false);
      },
    );
  },
);

check(
  'gateway.tii.without-cvc-alike',
  'needs a CVC for all payments of the merchant or for none',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const pay = (tii: string, part: Parameters): Promise<Exchange> => {
      const own = { orderNumber: anOrderNumber(), clientId: aClientId(), jsonParams: plan };
      return instant.send({ ...instant.parameters, ...own, tii, ...part });
    };
    const acts = new Map<string, Exchange>();
    for (const tii of ofMerchant) acts.set(tii, await pay(tii, { cvc: undefined }));
    const done = [...acts.values()].filter(isGatewaySuccess);
    if (done.length === 0) return skip('no payment of the merchant is taken by instantPayment.do');

    for (const [tii, act] of acts) {
      if (isGatewaySuccess(act)) continue;
      // What fails with its CVC, too, does so for another reason.
      const whole = await pay(tii, {});
      const words = sentExpectedGot([...done, act, whole], `no CVC needed for ${tii} either`);
      expect(isGatewaySuccess(whole), words).toBe(false);
    }
  },
);

check(
  'gateway.tii.without-cvc-alike',
  'pays by a stored credential without CVC in one call for tii U where it does so in two',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const credential = await reusable(gateway);
    if (credential === undefined) return skip('no credential is stored');
    const { bindingId, clientId } = credential;
    const order = await newOrder(gateway, { clientId });
    const usual = await payByBinding(gateway, order, credential, { tii: 'U', cvc: undefined });
    if (!reportsPaid(await readStatus(gateway, order)))
      return skip('no order is paid by a stored credential for tii U without CVC');
    if (!(await looksAtTiiInOneCall(gateway))) return skip(noTiiInOneCall);
    const pay = async (part: Parameters): Promise<readonly Exchange[]> => {
      const own = { orderNumber: anOrderNumber(), pan: undefined, bindingId, clientId, tii: 'U' };
      const act = await instant.send({ ...instant.parameters, ...own, ...part });
      return [act, await paymentOutcomeOf(gateway, act)];
    };

    const bare = await pay({ cvc: undefined });

    if (bare.some(reportsPaid)) return;
    // What is not paid with its CVC either is not paid for another reason.
    const whole = await pay({});
    const words = sentExpectedGot([usual, ...bare, ...whole], 'paid without CVC, as in two calls');
    expect(whole.some(reportsPaid), words).toBe(false);
  },
);

/** Operations that make an order, and so use up its number, or pay one. */
const repeated: readonly GatewayOperation[] = [
  'register.do',
  'registerPreAuth.do',
  'paymentorder.do',
  'instantPayment.do',
  'industryPractice/paymentOrder.do',
  'paymentOrderBinding.do',
  'recurrentPayment.do',
  'installmentPayment.do',
];

check(
  'gateway.consistency.repeats',
  'answers a request that comes again alike for the second and the third time, whatever comes between',
  async ({ gateway }) => {
    await forEvery(
      repeated,
      (operation) => operation,
      async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        const between = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request) || isNotOffered(between)) return;
        const number = operation === 'instantPayment.do' ? { orderNumber: anOrderNumber() } : {};
        const sent = { ...request.parameters, ...number };
        const first = await request.send(sent);
        if (!isGatewaySuccess(first)) return;

        const second = await request.send(sent);
        await between.send();
        const third = await request.send(sent);

        const words = sentExpectedGot([first, second, third], 'the third like the second');
        expect(isGatewaySuccess(third), words).toBe(isGatewaySuccess(second));
        const made = [first, second, third]
          .filter(isGatewaySuccess)
          .map((one) => orderOf(one, sent));
        const ids = new Set(made.map(({ mdOrder }) => mdOrder));
        expect(ids.size, sentExpectedGot([first, second, third], 'one order')).toBe(1);
      },
    );
  },
);
