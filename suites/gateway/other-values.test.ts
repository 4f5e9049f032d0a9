import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { aShippingPayer } from '../../fixtures/builders/gateway-objects.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  gatewayAnswerSummary,
  gatewayPath,
} from '../../fixtures/clients/gateway.ts';
import {
  otherThan,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
  statusOf,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { unpaid } from './outcomes.ts';

// Document 3, parts 4.3 to 4.6 and 5: values and places of parameters that the document does not name.

check(
  'gateway.instant-payment.unknown-binding',
  'pays nothing by a stored credential that does not exist',
  async ({ gateway, skip }) => {
    const [credential, instant] = await Promise.all([
      storedCredential(gateway),
      validGatewayRequest(gateway, 'instantPayment.do'),
    ]);
    if (isNotOffered(credential)) return skip(credential.missing);
    if (isNotOffered(instant)) return skip(instant.missing);
    const { bindingId, clientId } = credential;
    const payBy = (id: string) =>
      instant.send({
        ...instant.parameters,
        orderNumber: anOrderNumber(),
        pan: undefined,
        bindingId: id,
        clientId,
      });
    await payBy(bindingId);

    const payment = await payBy(otherThan(bindingId));

    const outcome = await paymentOutcomeOf(gateway, payment);
    expect(outcome).toShow(unpaid('gateway.instant-payment.unknown-binding'));
  },
);

check(
  'gateway.payment-order-binding.other-tii',
  'pays nothing by a common credential with a tii that is for other payments',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const good = await newOrder(gateway, { clientId });
    const plain = await payByBinding(gateway, good, credential);
    promised(plain, 'gateway.payment-order-binding.succeeds');

    for (const tii of ['CI', 'RI', 'II', 'IPI', 'X']) {
      const order = await newOrder(gateway, { clientId });
      await payByBinding(gateway, order, credential, { tii });
      const status = await statusOf(gateway, order);
      expect(status).toShow(unpaid('gateway.payment-order-binding.other-tii'));
    }
  },
);

check(
  'gateway.service.parameters-in-the-address',
  'is asked for an order with all parameters in the address',
  async ({ gateway, observe }) => {
    const { login, token } = credentialsOf(gateway.settings);
    const names =
      login === undefined ? { token } : { userName: login.userName, password: login.password };

    const answer = await gateway.send({
      operation: 'register.do',
      method: 'POST',
      path: `${gatewayPath('register.do')}?${asForm(anOrder())}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: asForm(names),
    });

    observe(gatewayAnswerSummary(answer));
  },
);

check(
  'gateway.shipping-payer-data.indicator-values',
  'is sent other values of shippingMethodIndicator and deliveryTimeframe',
  async ({ gateway, observe }) => {
    const seen = await Promise.all(
      ['1', '01', '99'].map(async (value) => {
        const order = await newOrder(gateway);
        const shippingPayerData = {
          ...aShippingPayer(),
          shippingMethodIndicator: value,
          deliveryTimeframe: value,
        };
        const payment = await payWithCard(gateway, order, { shippingPayerData });
        return `${value}: ${gatewayAnswerSummary(payment)}`;
      }),
    );

    observe(seen.join('; '));
  },
);
