import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import {
  type GatewayClient,
  gatewayEnding,
  type Parameters,
  wentWell,
} from '../../fixtures/clients/gateway.ts';
import { amountOf, paid, unpaid } from '../../fixtures/shapes/gateway-outcomes.ts';
import { otherThan, outcomeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  promised,
  statusOf,
  storedCredential,
  textAt,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.6: recurrentPayment.do.

check(
  'gateway.recurrent-payment.charges',
  'charges a recurrent credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, credential);

    expect(charge).toGoWell();
    expect(await outcomeOf(gateway, charge)).toShow(paid('gateway.recurrent-payment.charges'));
  },
);

check(
  'gateway.recurrent-payment.order-is-paid',
  'has the order of every charge that succeeds paid',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charges = [
      await chargeOf(gateway, credential),
      await chargeOf(gateway, credential, { amount: 1_00 }),
    ];

    const id = 'gateway.recurrent-payment.order-is-paid';
    for (const charge of charges) {
      promised(charge, 'gateway.recurrent-payment.succeeds');
      const mdOrder = textAt(charge, 'data.orderId');
      expect(await statusOf(gateway, { mdOrder })).toShow(paid(id));
    }
  },
);

check(
  'gateway.recurrent-payment.amount',
  'charges the amount that was asked for',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = promised(
      await chargeOf(gateway, credential, { amount: 7_31 }),
      'gateway.recurrent-payment.succeeds',
    );

    const id = 'gateway.recurrent-payment.amount';
    const status = await statusOf(gateway, { mdOrder: textAt(charge, 'data.orderId') });
    expect(charge).toShow(amountOf(id, 'orderStatus.amount', 7_31));
    expect(status).toShow(amountOf(id, 'amount', 7_31));
  },
);

check(
  'gateway.recurrent-payment.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const orderNumber = anOrderNumber();
    const first = await chargeOf(gateway, credential, { orderNumber });
    promised(first, 'gateway.recurrent-payment.succeeds');

    const second = await chargeOf(gateway, credential, { orderNumber });

    expect(second).toGoWrong();
  },
);

check(
  'gateway.recurrent-payment.unknown-binding',
  'charges nothing for a bindingId that does not exist',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    promised(await chargeOf(gateway, credential), 'gateway.recurrent-payment.succeeds');

    const charge = await chargeOf(gateway, { bindingId: otherThan(credential.bindingId) });

    const outcome = await outcomeOf(gateway, charge);
    expect(outcome).toShow(unpaid('gateway.recurrent-payment.unknown-binding'));
  },
);

check(
  'gateway.recurrent-payment.declined-is-not-paid',
  'has no order paid by a charge that is declined',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const approved = promised(
      await chargeOf(gateway, credential),
      'gateway.recurrent-payment.succeeds',
    );
    expect(await outcomeOf(gateway, approved)).toShow(
      paid('gateway.recurrent-payment.order-is-paid'),
    );

    await control.decideCharges(credential.bindingId, 'declined');
    const declined = await chargeOf(gateway, credential);

    const outcome = await outcomeOf(gateway, declined);
    expect(outcome).toShow(unpaid('gateway.recurrent-payment.declined-is-not-paid'));
  },
);

check(
  'gateway.recurrent-payment.common-credential',
  'is asked for a recurrent payment by a common credential',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'COMMON');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, credential);

    observe(gatewayEnding(charge));
  },
);

check(
  'gateway.recurrent-payment.failure',
  'is asked for a recurrent payment that fails',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, { bindingId: otherThan(credential.bindingId) });

    if (wentWell(charge)) return observe('a bindingId that does not exist goes well');
    const error = memberOf(charge.answer.json, 'error');
    observe(
      `${gatewayEnding(charge)}: ${membersOf(charge.answer.json)}; in error: ${membersOf(error)}`,
    );
  },
);

/** A charge of 7.00 without the customer. */
function chargeOf(
  gateway: GatewayClient,
  { bindingId }: { readonly bindingId: string },
  part: Parameters = {},
): Promise<Exchange> {
  return gateway.ask('recurrentPayment.do', {
    orderNumber: anOrderNumber(),
    bindingId,
    amount: 7_00,
    language: 'en',
    ...part,
  });
}

function membersOf(json: unknown): string {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isObject ? Object.keys(json).toSorted().join(', ') : 'nothing';
}
