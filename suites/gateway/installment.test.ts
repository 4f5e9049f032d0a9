import {
  aClientId,
  anOrder,
  anOrderNumber,
  installmentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { gatewayAnswerSummary, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import {
  listOf,
  orderNamedIn,
  otherThan,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  chargeOf,
  isNotOffered,
  payWithCard,
  promised,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import {
  bindingIdsIn,
  depositedWherePaid,
  needsDeposit,
  paid,
  showsDeposit,
  unpaid,
} from './outcomes.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';

// Document 3, part 4.6: installmentPayment.do.

const operation = 'installmentPayment.do';

check(
  'gateway.installment-payment.charges',
  'charges an installment credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, operation, credential);

    expect(charge).toGoWell();
    // The answer is not shown, so it may name no order.
    const order = orderNamedIn(charge);
    if (order === undefined) return;
    expect(await statusOf(gateway, order)).toShow(paid('gateway.installment-payment.charges'));
  },
);

check(
  'gateway.installment-payment.charges',
  'charges each installment with its own amount, whatever is left of the plan',
  async ({ gateway, skip }) => {
    const jsonParams = { ...installmentPlan, installments: '3', totalInstallmentAmount: '4500' };
    const clientId = aClientId();
    const part = { clientId, features: 'FORCE_CREATE_BINDING', jsonParams };
    const registered = await gateway.ask('register.do', anOrder(part));
    if (!isGatewaySuccess(registered)) return skip('no such plan is stored');
    await payWithCard(gateway, { mdOrder: textAt(registered, 'orderId') });
    const [bindingId] = bindingIdsIn((await listOf(gateway, clientId, 'I')).answer.json);
    if (bindingId === undefined) return skip('no such plan is stored');

    // The first may be the payment that stored the plan, and the gateway need not count them.
    for (const amount of [10_00, 11_00, 12_00, 13_00]) {
      const charge = await chargeOf(gateway, operation, { bindingId }, { amount });
      const order = orderNamedIn(charge);
      if (order === undefined || !isGatewaySuccess(charge)) continue;
      const status = await statusOf(gateway, order);
      const shown = memberOf(status.answer.json, 'amount');
      const words = sentExpectedGot([charge, status], `an order of ${amount}`);
      if (!isUnset(shown)) expect(Number(shown), words).toBe(amount);
      const { deposited } = amountsIn(status);
      if (deposited !== undefined && reportsPaid(status)) expect(deposited, words).toBe(amount);
    }
  },
);

check(
  'gateway.installment-payment.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'INSTALLMENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const orderNumber = anOrderNumber();
    const first = await chargeOf(gateway, operation, credential, { orderNumber });
    promised(first, 'gateway.installment-payment.succeeds');

    const second = await chargeOf(gateway, operation, credential, { orderNumber });

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
    promised(
      await chargeOf(gateway, operation, credential),
      'gateway.installment-payment.succeeds',
    );

    const charge = await chargeOf(gateway, operation, {
      bindingId: otherThan(credential.bindingId),
    });

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
    const usual = await chargeOf(gateway, operation, credential);
    promised(usual, 'gateway.installment-payment.succeeds');
    // The answer is not shown, so it may name no order.
    const order = orderNamedIn(usual);
    if (order === undefined)
      return skip('the answer of installmentPayment.do, which is not shown, names no order');

    const held = await chargeOf(gateway, operation, credential, { preAuth: true });

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

    const charge = await chargeOf(gateway, operation, credential);

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

    const charge = await chargeOf(gateway, operation, credential);

    observe(gatewayAnswerSummary(charge));
  },
);
