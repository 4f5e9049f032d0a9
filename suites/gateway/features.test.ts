import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  hasCredential,
  orderNamedIn,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  asksForAuthentication,
  needing3DS,
  no3DSAnyway,
} from '../../fixtures/worlds/gateway-orders.ts';
import { storedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  besidesThePlain,
  isNotOffered,
  isPaid,
  mayNotStore,
  newOrder,
  type NotOffered,
  payWithCard,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { nothingDeposited, unpaid } from './outcomes.ts';

// Document 3, part 4.4: values of features. FORCE_CREATE_BINDING needs a permission, which a merchant
// has whose orders store credentials; VERIFY needs none.

check(
  'gateway.features.verify',
  'charges nothing when a card is verified',
  async ({ gateway, skip }) => {
    const verified = await instantly(gateway, { features: 'VERIFY' });
    if (isNotOffered(verified)) return skip(verified.missing);
    const plain = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(plain)) return skip(plain.missing);
    await besidesThePlain(verified, () => plain.send(), 'gateway.instant-payment.succeeds');
    expect(verified).toGoWell();

    const outcome = await paymentOutcomeOf(gateway, verified);

    expect(outcome).toShow(nothingDeposited('gateway.features.verify'));
  },
);

check(
  'gateway.features.verify-zero-amount',
  'verifies a card for an amount of 0',
  async ({ gateway, skip }) => {
    const some = await instantly(gateway, { features: 'VERIFY' });
    if (isNotOffered(some)) return skip(some.missing);
    promised(some, 'gateway.features.verify');

    const none = await instantly(gateway, { features: 'VERIFY', amount: 0 });

    expect(none).toGoWell();
  },
);

check(
  'gateway.features.verify-negative-amount',
  'verifies no card for less than nothing',
  async ({ gateway, skip }) => {
    const some = await instantly(gateway, { features: 'VERIFY' });
    if (isNotOffered(some)) return skip(some.missing);
    promised(some, 'gateway.features.verify');

    const less = await instantly(gateway, { features: 'VERIFY', amount: -1 });

    if (isNotOffered(less)) return skip(less.missing);
    expect(less).toGoWrong();
  },
);

check(
  'gateway.features.verify-stores',
  'stores a credential when the card of a customer is verified',
  async ({ gateway, skip }) => {
    const clientId = aClientId();

    const verified = await instantly(gateway, { features: 'VERIFY', clientId });
    if (isNotOffered(verified)) return skip(verified.missing);
    promised(verified, 'gateway.features.verify');

    expect(await hasCredential(gateway, clientId), 'a credential is stored').toBe(true);
  },
);

for (const [id, feature, jsonParams] of [
  ['gateway.features.force-tds', 'FORCE_TDS', undefined],
  ['gateway.features.force-ssl', 'FORCE_SSL', undefined],
  ['gateway.features.force-full-tds', 'FORCE_FULL_TDS', undefined],
  ['gateway.features.partial-authorization', 'PARTIAL_AUTHORIZATION', undefined],
  ['gateway.features.force-payment-way', 'FORCE_PAYMENT_WAY', { paymentWay: 'CARD_MOTO' }],
  ['gateway.features.unknown', 'SOMETHING_ELSE', undefined],
] as const) {
  check(id, `is asked for a payment with ${feature}`, async ({ gateway, observe, skip }) => {
    const payment = await instantly(gateway, { features: feature, jsonParams });
    if (isNotOffered(payment)) return skip(payment.missing);

    const order = orderNamedIn(payment);
    const isSettled = order !== undefined && (await isPaid(gateway, order));
    observe(`${gatewayAnswerSummary(payment)}, ${isSettled ? 'paid' : 'not paid'}`);
  });
}

check(
  'gateway.features.force-ssl-asks-nothing',
  'asks for no 3DS 2 with FORCE_SSL',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const [order, registered] = await Promise.all([
      newOrder(gateway),
      gateway.ask('register.do', anOrder({ features: 'FORCE_SSL' })),
    ]);
    if (!isGatewaySuccess(registered)) return skip('FORCE_SSL is not accepted');
    const usual = await payWithCard(gateway, order, { $PAN });
    promisedToShow(usual, needing3DS);
    if (!asksForAuthentication(usual)) return skip(no3DSAnyway);

    const mdOrder = textAt(registered, 'orderId');
    const payment = await payWithCard(gateway, { mdOrder }, { $PAN });

    if (!isGatewaySuccess(payment)) return skip('a payment with FORCE_SSL is not accepted');
    const message = sentExpectedGot(payment, 'no 3DS 2');
    expect(asksForAuthentication(payment), message).toBe(false);
  },
);

check(
  'gateway.features.force-ssl-asks-nothing',
  'asks for no 3DS 2 with FORCE_SSL who pays by the stored credential of a card for 3DS',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const clientId = aClientId();
    const stored = await storedBy(gateway, 'COMMON', clientId, { $PAN });
    const { bindingId } = stored ?? {};
    if (bindingId === undefined) return skip('the card for 3DS is not stored with FORCE_SSL');
    const registered = await gateway.ask(
      'register.do',
      anOrder({ clientId, features: 'FORCE_SSL' }),
    );
    if (!isGatewaySuccess(registered)) return skip('FORCE_SSL is not accepted');

    const mdOrder = textAt(registered, 'orderId');
    const payment = await payByBinding(gateway, { mdOrder }, { bindingId });

    if (!isGatewaySuccess(payment)) return skip('a payment with FORCE_SSL is not accepted');
    const message = sentExpectedGot(payment, 'no 3DS 2');
    expect(asksForAuthentication(payment), message).toBe(false);
  },
);

check(
  'gateway.features.force-full-tds-made-up',
  'pays nothing with FORCE_FULL_TDS and a made-up threeDSServerTransId',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const [usual, madeUp] = await Promise.all(
      ['usual', 'made up'].map(() =>
        gateway.ask('register.do', anOrder({ features: 'FORCE_FULL_TDS' })),
      ),
    );
    if (
      usual === undefined ||
      madeUp === undefined ||
      !isGatewaySuccess(usual) ||
      !isGatewaySuccess(madeUp)
    )
      return skip('FORCE_FULL_TDS is not accepted');
    const asked = await payWithCard(gateway, { mdOrder: textAt(usual, 'orderId') }, { $PAN });
    promisedToShow(asked, needing3DS);
    if (!asksForAuthentication(asked)) return skip(no3DSAnyway);

    const order = { mdOrder: textAt(madeUp, 'orderId') };
    await payWithCard(gateway, order, {
      $PAN,
      threeDSServerTransId: 'b1a95c1e-0c6f-4b7a-9a51-5a7a1e0a9d13',
    });

    const id = 'gateway.features.force-full-tds-made-up';
    expect(await statusOf(gateway, order)).toShow(unpaid(id));
  },
);

check(
  'gateway.features.force-create-binding',
  'stores a credential with FORCE_CREATE_BINDING',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const permitted = await storedCredential(gateway);
    if (isNotOffered(permitted)) return skip(permitted.missing);

    const payment = await instantly(gateway, { features: 'FORCE_CREATE_BINDING', clientId });
    if (isNotOffered(payment)) return skip(payment.missing);

    expect(payment).toGoWell();
    expect(await hasCredential(gateway, clientId), 'a credential is stored').toBe(true);
  },
);

for (const [id, because, clientId] of [
  ['gateway.features.force-create-binding-needs-client', 'without clientId', undefined],
  ['gateway.features.force-create-binding-empty-client', 'with an empty clientId', ''],
] as const) {
  check(id, `takes no FORCE_CREATE_BINDING ${because}`, async ({ gateway, skip }) => {
    const features = 'FORCE_CREATE_BINDING';
    const known = await gateway.ask('register.do', anOrder({ features, clientId: aClientId() }));
    if (!isGatewaySuccess(known)) return skip(mayNotStore);

    const nameless = await gateway.ask('register.do', anOrder({ features, clientId }));

    expect(nameless).toGoWrong();
  });
}

check(
  'gateway.features.force-create-binding-with-binding',
  'takes no FORCE_CREATE_BINDING together with bindingId',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    // A card number would override the credential.
    const byBinding = { bindingId, clientId, pan: undefined };
    const plain = await instantly(gateway, byBinding);
    if (isNotOffered(plain)) return skip(plain.missing);
    if (!isGatewaySuccess(plain))
      return skip(
        'an instant payment with bindingId is not accepted: how it is answered is not shown',
      );

    const storing = await instantly(gateway, { ...byBinding, features: 'FORCE_CREATE_BINDING' });

    if (isNotOffered(storing)) return skip(storing.missing);
    expect(storing).toGoWrong();
  },
);

check(
  'gateway.features.force-create-binding-not-needed',
  'takes no FORCE_CREATE_BINDING together with bindingNotNeeded true',
  async ({ gateway, skip }) => {
    const features = 'FORCE_CREATE_BINDING';
    const permitted = await storedCredential(gateway);
    if (isNotOffered(permitted)) return skip(permitted.missing);
    const wanted = await instantly(gateway, { features, clientId: aClientId() });
    if (isNotOffered(wanted)) return skip(wanted.missing);
    promised(wanted, 'gateway.features.force-create-binding');

    const unwanted = await instantly(gateway, {
      features,
      clientId: aClientId(),
      bindingNotNeeded: true,
    });

    if (isNotOffered(unwanted)) return skip(unwanted.missing);
    expect(unwanted).toGoWrong();
  },
);

check(
  'gateway.features.force-create-binding-not-needed-false',
  'stores a credential with FORCE_CREATE_BINDING and bindingNotNeeded false',
  async ({ gateway, skip }) => {
    const features = 'FORCE_CREATE_BINDING';
    const clientId = aClientId();
    const permitted = await storedCredential(gateway);
    if (isNotOffered(permitted)) return skip(permitted.missing);
    const plain = await instantly(gateway, { features, clientId: aClientId() });
    if (isNotOffered(plain)) return skip(plain.missing);
    promised(plain, 'gateway.features.force-create-binding');

    const payment = await instantly(gateway, { features, clientId, bindingNotNeeded: false });

    if (isNotOffered(payment)) return skip(payment.missing);
    expect(payment).toGoWell();
    expect(await hasCredential(gateway, clientId), 'a credential is stored').toBe(true);
  },
);

check(
  'gateway.features.force-create-binding-and-verify',
  'stores a credential and charges nothing with FORCE_CREATE_BINDING and VERIFY',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const features = ['FORCE_CREATE_BINDING', 'VERIFY'];
    const permitted = await storedCredential(gateway);
    if (isNotOffered(permitted)) return skip(permitted.missing);

    const payment = await instantly(gateway, { features, clientId });
    if (isNotOffered(payment)) return skip(payment.missing);

    expect(payment).toGoWell();
    expect(await hasCredential(gateway, clientId), 'a credential is stored').toBe(true);
    expect(await paymentOutcomeOf(gateway, payment)).toShow(
      nothingDeposited('gateway.features.force-create-binding-and-verify'),
    );
    if (inSmokeOnly()) return;
    // With VERIFY the amount may be 0, and such an order is there only to store the credential.
    const free = await instantly(gateway, { features, clientId: aClientId(), amount: 0 });
    if (isNotOffered(free)) return skip(free.missing);
    expect(free).toGoWell();
  },
);

for (const features of [
  ['VERIFY', 'FORCE_SSL'],
  ['FORCE_SSL', 'VERIFY'],
]) {
  check(
    'gateway.features.repeatable',
    `follows ${features.join(' and then ')} in one request`,
    async ({ gateway, skip }) => {
      const [verified, withoutTds] = await Promise.all([
        instantly(gateway, { features: 'VERIFY', amount: 0 }),
        instantly(gateway, { features: 'FORCE_SSL' }),
      ]);
      if (isNotOffered(verified)) return skip(verified.missing);
      if (isNotOffered(withoutTds)) return skip(withoutTds.missing);
      promised(verified, 'gateway.features.verify-zero-amount');
      if (!isGatewaySuccess(withoutTds))
        return skip('FORCE_SSL alone is not accepted: how a payment with it is answered is open');

      // Only who verifies may ask for nothing, so VERIFY must be heard wherever it stands.
      const both = await instantly(gateway, { features, amount: 0 });

      if (isNotOffered(both)) return skip(both.missing);
      expect(both).toGoWell();
    },
  );
}

/** An instant payment with the test card, changed in part. */
async function instantly(gateway: GatewayClient, part: Parameters): Promise<Exchange | NotOffered> {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  return isNotOffered(instant) ? instant : instant.send({ ...instant.parameters, ...part });
}
