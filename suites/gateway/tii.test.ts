import { z } from 'zod';
import {
  aClientId,
  anOrder,
  anOrderNumber,
  installmentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { fieldWhere } from '../../fixtures/fields/field.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  besidesPaying,
  hasCredential,
  listOf,
  orderThatStores,
  payByBinding,
  paymentOutcomeOf,
  planOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  asksForAuthentication,
  needing3DS,
  needsCardFor3DS,
  no3DSAnyway,
  reportsPaid,
} from '../../fixtures/worlds/gateway-orders.ts';
import {
  credentialsOf,
  isNotOffered,
  isPaid,
  newOrder,
  type NotOffered,
  type TestOrder,
  payWithCard,
  promisedToShow,
  statusOf,
  storedCredential,
  storingOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import {
  listingAtLeast,
  needsDeposit,
  nothingHeld,
  paid,
  showsDeposit,
  unpaid,
} from './outcomes.ts';

// Document 3, part 4.7: who initiates a payment, and with which data.

check('gateway.tii.empty', 'takes a payment with card data without tii', async ({ gateway }) => {
  const order = await newOrder(gateway);

  const payment = await payWithCard(gateway, order);

  expect(payment).toGoWell();
  expect(await statusOf(gateway, order)).toShow(paid('gateway.tii.empty'));
});

for (const [id, tii, category] of [
  ['gateway.tii.ci', 'CI', 'COMMON'],
  ['gateway.tii.ri', 'RI', 'RECURRENT'],
  ['gateway.tii.ii', 'II', 'INSTALLMENT'],
] as const) {
  check(id, `stores a credential of category ${category} for ${tii}`, async ({ gateway, skip }) => {
    const clientId = aClientId();
    let order: { readonly mdOrder: string } = await orderFor(gateway, tii, clientId);

    let payment = await payWithCard(gateway, order, { tii });
    if (!isGatewaySuccess(payment)) {
      // Storing needs a permission of the merchant, and may need an order that asks for it. Part 4.4.
      const known = await storedCredential(gateway, category);
      if (isNotOffered(known)) return skip(known.missing);
      const storing = await storingOrder(gateway, category, clientId);
      if (isNotOffered(storing)) return skip(storing.missing);
      order = { mdOrder: textAt(storing, 'orderId') };
      payment = await payWithCard(gateway, order, { tii });
    }

    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid(id));
    expect(await listOf(gateway, clientId, typeOf[category])).toShow(listingAtLeast(id, 1));
  });
}

check(
  'gateway.tii.ii-needs-the-plan',
  'stores no installment credential for II without the whole plan',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const whole = await orderFor(gateway, 'II', clientId);
    await payWithCard(gateway, whole, { tii: 'II' });
    const stored = await credentialsOf(gateway, clientId, ['I']);
    if (stored.length === 0) return skip(takenWithPermission('II'));

    const lists = await Promise.all(
      Object.keys(installmentPlan).map(async (missing) => {
        const customer = aClientId();
        const jsonParams = { ...installmentPlan, [missing]: undefined };
        // The plan may be looked at when the order is registered or when it is paid.
        const order = anOrder({ clientId: customer, jsonParams });
        const registered = await gateway.ask('register.do', order);
        if (isGatewaySuccess(registered)) {
          const mdOrder = textAt(registered, 'orderId');
          await payWithCard(gateway, { mdOrder }, { tii: 'II' });
        }
        return { registered, stored: await credentialsOf(gateway, customer, ['I']) };
      }),
    );

    for (const { registered, stored: without } of lists) {
      const message = sentExpectedGot(registered, 'no installment credential when paid with II');
      expect(without, message).toEqual([]);
    }
  },
);

for (const tii of ['CI', 'RI', 'II'] as const) {
  check(
    'gateway.tii.storing-needs-client',
    `pays no order without clientId with ${tii}`,
    async ({ gateway, skip }) => {
      const [own, nobodys] = await Promise.all([
        orderFor(gateway, tii, aClientId()),
        orderFor(gateway, tii),
      ]);
      const payment = await payWithCard(gateway, own, { tii });
      if (!isGatewaySuccess(payment)) return skip(takenWithPermission(tii));

      await payWithCard(gateway, nobodys, { tii });

      const id = 'gateway.tii.storing-needs-client';
      expect(await statusOf(gateway, nobodys)).toShow(unpaid(id));
    },
  );
}

for (const tii of ['CI', 'RI', 'II', 'F'] as const) {
  check(
    'gateway.tii.customer-needs-cvc',
    `pays nothing without $CVC with ${tii}`,
    async ({ gateway, skip }) => {
      const [order, regular] = await Promise.all([
        orderFor(gateway, tii, aClientId()),
        newOrder(gateway),
      ]);
      await payWithCard(gateway, regular, { $CVC: undefined });
      if (await isPaid(gateway, regular)) return skip('the merchant may pay without a CVC');

      await payWithCard(gateway, order, { tii, $CVC: undefined });

      const id = 'gateway.tii.customer-needs-cvc';
      expect(await statusOf(gateway, order)).toShow(unpaid(id));
      const payment = await payWithCard(gateway, order, { tii });
      if (!isGatewaySuccess(payment))
        return skip(`a payment with card data and tii ${tii} is not accepted`);
    },
  );
}

for (const [id, tii, part] of [
  ['gateway.tii.f', 'F', {}],
  ['gateway.tii.u', 'U', { $CVC: undefined }],
  ['gateway.tii.r', 'R', {}],
  ['gateway.tii.i', 'I', {}],
] as const) {
  check(id, `is asked for a payment with card data and ${tii}`, async ({ gateway, observe }) => {
    const order = await newOrder(gateway, { clientId: aClientId() });

    const payment = await payWithCard(gateway, order, { tii, ...part });

    const isSettled = await isPaid(gateway, order);
    observe(`${gatewayAnswerSummary(payment)}, ${isSettled ? 'paid' : 'not paid'}`);
  });
}

for (const [id, tii, part] of [
  ['gateway.tii.f-stores-nothing', 'F', {}],
  ['gateway.tii.u-stores-nothing', 'U', { $CVC: undefined }],
  ['gateway.tii.r-stores-nothing', 'R', { $CVC: undefined }],
  ['gateway.tii.i-stores-nothing', 'I', { $CVC: undefined }],
] as const) {
  for (const [behaviour, storing] of [
    [`stores no card that is paid with and ${tii}`, {}],
    [
      `stores no card that is paid with and ${tii} and bindingNotNeeded false`,
      { bindingNotNeeded: false },
    ],
  ] as const) {
    check(id, behaviour, async ({ gateway, skip }) => {
      const clientId = aClientId();
      const order = await newOrder(gateway, { clientId });

      const payment = await payWithCard(gateway, order, { tii, ...part, ...storing });

      if (!(await isPaid(gateway, order))) {
        return skip(`a payment with card data and tii ${tii} is not accepted`);
      }
      const stored = await credentialsOf(gateway, clientId);
      if (stored.length > 0 && (await storesEveryCard(gateway, storing))) {
        return skip('the card of every customer is stored');
      }
      expect(stored, sentExpectedGot(payment, 'no stored credential')).toEqual([]);
    });
  }
}

check(
  'gateway.tii.u-one-phase',
  'holds no amount of a two-phase order that is paid with U',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const amount = 8_00;
    const [onePhase, twoPhase] = await Promise.all([
      newOrder(gateway, { clientId, amount }),
      newOrder(gateway, { clientId, amount }, 'registerPreAuth.do'),
    ]);
    const byMerchant = { tii: 'U', cvc: undefined };
    const taken = await payByBinding(gateway, onePhase, credential, byMerchant);
    await besidesPaying(gateway, credential, taken);
    const usual = await statusOf(gateway, onePhase);
    promisedToShow(usual, paid('gateway.payment-order-binding.tii-u'));

    await payByBinding(gateway, twoPhase, credential, byMerchant);

    const id = 'gateway.tii.u-one-phase';
    const outcome = await statusOf(gateway, twoPhase);
    if (reportsPaid(outcome) && !showsDeposit(usual.answer.json)) return skip(needsDeposit);
    expect(outcome).toShow(nothingHeld(id, amount));
  },
);

check(
  'gateway.tii.u-one-phase',
  'holds no amount of an order in two phases that is made and paid in one call with U',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId, bindingId } = credential;
    const amount = 8_00;
    const pay = async (part: Parameters): Promise<Exchange> => {
      const own = { orderNumber: anOrderNumber(), clientId, bindingId, amount };
      const bare = { ...instant.parameters, pan: undefined, cvc: undefined, ...own };
      return paymentOutcomeOf(gateway, await instant.send({ ...bare, ...part }));
    };
    const usual = await pay({ tii: 'U' });
    if (!reportsPaid(usual) || reportsPaid(await pay({})))
      return skip('instantPayment.do, whose tii is not shown, does not pay for it alone');

    const held = await pay({ tii: 'U', preAuth: true });

    if (reportsPaid(held) && !showsDeposit(usual.answer.json)) return skip(needsDeposit);
    expect(held).toShow(nothingHeld('gateway.tii.u-one-phase', amount));
  },
);

check('gateway.tii.u-asks-no-3ds', 'asks for no 3DS 2 with U', async ({ gateway, skip }) => {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return skip(needsCardFor3DS);
  const [regular, order] = await Promise.all([
    newOrder(gateway),
    newOrder(gateway, { clientId: aClientId() }),
  ]);
  const usual = await payWithCard(gateway, regular, { $PAN });
  promisedToShow(usual, needing3DS);
  if (!asksForAuthentication(usual)) return skip(no3DSAnyway);

  const payment = await payWithCard(gateway, order, { $PAN, $CVC: undefined, tii: 'U' });

  if (!isGatewaySuccess(payment)) return skip('a payment with card data and tii U is not accepted');
  const message = sentExpectedGot(payment, 'no 3DS 2');
  expect(asksForAuthentication(payment), message).toBe(false);
});

check(
  'gateway.tii.u-asks-no-3ds',
  'asks for no 3DS 2 with U for a stored card that needs it',
  async ({ gateway, skip }) => {
    const stored = await storedCardFor3DS(gateway);
    if (isNotOffered(stored)) return skip(stored.missing);
    const order = await newOrder(gateway, { clientId: stored.clientId });

    const payment = await payByBinding(gateway, order, stored, { tii: 'U', cvc: undefined });

    if (!isGatewaySuccess(payment))
      return skip('a payment by the stored card for 3DS and tii U is not accepted');
    const message = sentExpectedGot(payment, 'no 3DS 2');
    expect(asksForAuthentication(payment), message).toBe(false);
  },
);

check(
  'gateway.tii.no-cvc-for-u',
  'needs no CVC for a payment by stored credential with U',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential, { tii: 'U', cvc: undefined });

    await besidesPaying(gateway, credential, payment);
    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.tii.no-cvc-for-u'));
  },
);

check(
  'gateway.tii.regular-stores-nothing',
  'names no stored credential for a payment without clientId',
  async ({ gateway }) => {
    const order = await newOrder(gateway);

    await payWithCard(gateway, order);

    const id = 'gateway.tii.regular-stores-nothing';
    const status = await statusOf(gateway, order);
    promisedToShow(status, paid('gateway.tii.empty'));
    expect(status).toShow(fieldWhere(id, 'bindingInfo.bindingId', 'none', z.literal('').nullish()));
    // Whether a gateway stores the card of a customer who did not ask for it is not shown: it does for all, or for none.
    if (inSmokeOnly() || (await storesEveryCard(gateway, { tii: '' }))) return;
    for (const plan of [undefined, planOf.RECURRENT]) {
      const credential = await reusable(gateway, plan);
      if (credential === undefined) continue;
      const { clientId } = credential;
      const before = await credentialsOf(gateway, clientId);
      const payment = await payWithCard(gateway, await newOrder(gateway, { clientId }), {
        tii: '',
      });
      const after = await credentialsOf(gateway, clientId);
      expect(after, sentExpectedGot(payment, 'no further stored credential')).toEqual(before);
    }
  },
);

check('gateway.tii.unknown', 'pays nothing for an unknown tii', async ({ gateway }) => {
  const [regular, order] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
  await payWithCard(gateway, regular);
  promisedToShow(await statusOf(gateway, regular), paid('gateway.tii.empty'));

  await payWithCard(gateway, order, { tii: 'XX' });

  expect(await statusOf(gateway, order)).toShow(unpaid('gateway.tii.unknown'));
});

/** Why a payment that is to store its card says nothing by itself. Document 3, part 4.4. */
const takenWithPermission = (tii: string): string =>
  `a payment with tii ${tii} stores no card without features that need a permission (part 4.4)`;

/** The category that an initial payment stores. Document 3, part 4.7. */
const categoryOf = { CI: 'COMMON', RI: 'RECURRENT', II: 'INSTALLMENT', F: 'COMMON' } as const;

/** An order that is paid with this tii, with the plan that it needs. Document 3, parts 4.6 and 4.7. */
function orderFor(
  gateway: GatewayClient,
  tii: keyof typeof categoryOf,
  clientId?: string,
): Promise<TestOrder> {
  return newOrder(gateway, { clientId, jsonParams: planOf[categoryOf[tii]] });
}

/**
 * A credential of the card that needs 3DS 2, which its customer went through once, or which FORCE_SSL let by.
 * Document 3, parts 4.3, 4.4 and 4.6.
 */
async function storedCardFor3DS(
  gateway: GatewayClient,
): Promise<{ readonly bindingId: string; readonly clientId: string } | NotOffered> {
  const { threeDSCardPan: $PAN } = gateway.settings;
  if ($PAN === undefined) return { missing: needsCardFor3DS };
  const clientId = aClientId();
  const order = await orderThatStores(gateway, clientId);
  if (isNotOffered(order)) return order;
  // "For card-network 3DS payments phone or email is needed." Part 4.3.
  const card = { $PAN, email: 'payer@shop.example' };
  const usual = await payWithCard(gateway, order, card);
  promisedToShow(usual, needing3DS);
  if (!asksForAuthentication(usual)) return { missing: no3DSAnyway };
  const threeDSServerTransId = memberOf(usual.answer.json, 'threeDSServerTransId');
  await payWithCard(gateway, order, { ...card, threeDSServerTransId });
  let [bindingId] = await credentialsOf(gateway, clientId, ['C']);
  if (bindingId === undefined) {
    // The bank may want to see the customer, and whoever pays without 3DS is seen by nobody.
    const features = ['FORCE_CREATE_BINDING', 'FORCE_SSL'];
    const without = await gateway.ask('register.do', anOrder({ clientId, features }));
    if (isGatewaySuccess(without))
      await payWithCard(gateway, { mdOrder: textAt(without, 'orderId') }, card);
    [bindingId] = await credentialsOf(gateway, clientId, ['C']);
  }
  return bindingId === undefined
    ? { missing: 'the card for 3DS is not stored without a customer who confirms it' }
    : { bindingId, clientId };
}

/** Whether even a regular payment stores its card, for by default it "may". Part 4.3. */
async function storesEveryCard(gateway: GatewayClient, part: Parameters): Promise<boolean> {
  const clientId = aClientId();
  await payWithCard(gateway, await newOrder(gateway, { clientId }), part);
  return hasCredential(gateway, clientId);
}
