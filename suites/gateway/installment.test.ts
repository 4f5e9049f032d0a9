import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import {
  orderNamedIn,
  otherThan,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  chargeRequest,
  isNotOffered,
  promised,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { depositedWherePaid, needsDeposit, paid, showsDeposit, unpaid } from './outcomes.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';

// Document 3, part 4.6: installmentPayment.do.

check(
  'gateway.installment-payment.charges',
  'charges an installment credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, credential);

    expect(charge).toGoWell();
    // The answer is not shown, so it may name no order.
    const order = orderNamedIn(charge);
    if (order === undefined) return;
    expect(await statusOf(gateway, order)).toShow(paid('gateway.installment-payment.charges'));
  },
);

check(
  'gateway.installment-payment.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const orderNumber = anOrderNumber();
    const first = await chargeOf(gateway, credential, { orderNumber });
    promised(first, 'gateway.installment-payment.succeeds');

    const second = await chargeOf(gateway, credential, { orderNumber });

    // To answer with the order that there is makes no second one either.
    const made = orderNamedIn(first);
    const isFirst = made !== undefined && orderNamedIn(second)?.mdOrder === made.mdOrder;
    expect(isGatewaySuccess(second) && !isFirst, sentExpectedGot(second, 'no other order')).toBe(
      false,
    );
  },
);

check(
  'gateway.installment-payment.unknown-binding',
  'charges nothing for a bindingId that does not exist',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    promised(await chargeOf(gateway, credential), 'gateway.installment-payment.succeeds');

    const charge = await chargeOf(gateway, { bindingId: otherThan(credential.bindingId) });

    const outcome = await paymentOutcomeOf(gateway, charge);
    expect(outcome).toShow(unpaid('gateway.installment-payment.unknown-binding'));
  },
);

check(
  'gateway.installment-payment.one-phase',
  'holds no charge, with preAuth or without',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const usual = await chargeOf(gateway, credential);
    promised(usual, 'gateway.installment-payment.succeeds');
    // The answer is not shown, so it may name no order.
    const order = orderNamedIn(usual);
    if (order === undefined)
      return skip('the answer of installmentPayment.do, which is not shown, names no order');

    const held = await chargeOf(gateway, credential, { preAuth: true });

    const id = 'gateway.installment-payment.one-phase';
    const status = await statusOf(gateway, order);
    if (!showsDeposit(status.answer.json)) return skip(needsDeposit);
    expect(status).toShow(depositedWherePaid(id, 7_00));
    // To refuse preAuth, or not to know it, is as good.
    expect(await paymentOutcomeOf(gateway, held)).toShow(depositedWherePaid(id, 7_00));
  },
);

check(
  'gateway.installment-payment.response',
  'is asked for an installment',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, credential);

    const members = Object.keys(Object(charge.answer.json) as object).toSorted();
    observe(`${gatewayAnswerSummary(charge)}: ${members.join(', ')}`);
  },
);

check(
  'gateway.installment-payment.recurrent-credential',
  'is asked for an installment by a recurrent credential',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, credential);

    observe(gatewayAnswerSummary(charge));
  },
);

/** An installment of 7.00, charged without the customer. */
async function chargeOf(
  gateway: GatewayClient,
  credential: { readonly bindingId: string },
  part: Parameters = {},
): Promise<Exchange> {
  const charge = await chargeRequest(gateway, 'installmentPayment.do', credential);
  return gateway.ask('installmentPayment.do', { ...charge, ...part });
}
