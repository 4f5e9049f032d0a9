import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { listOf, paymentOutcomeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  cannotRegister,
  chargeRequest,
  isNotOffered,
  promised,
  promisedToShow,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { listing, notListing, unpaid } from './outcomes.ts';

// Document 3, part 2.2: what one merchant stores is no affair of another.

check(
  'gateway.isolation.bindings',
  'lists no stored credential of another merchant',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    const [credential, order] = await Promise.all([
      storedCredential(gateway),
      other.ask('register.do', anOrder()),
    ]);
    if (isNotOffered(credential)) return skip(credential.missing);
    if (!isGatewaySuccess(order)) return skip(cannotRegister);

    const [own, others] = await Promise.all([
      listOf(gateway, credential.clientId, 'C'),
      listOf(other, credential.clientId, 'C'),
    ]);

    promisedToShow(
      own,
      listing('gateway.get-bindings.lists-what-was-stored', credential.bindingId),
    );
    expect(others).toShow(notListing('gateway.isolation.bindings', credential.bindingId));
  },
);

for (const [operation, category, promise] of [
  ['recurrentPayment.do', 'RECURRENT', 'gateway.recurrent-payment.succeeds'],
  ['installmentPayment.do', 'INSTALLMENT', 'gateway.installment-payment.succeeds'],
] as const) {
  check(
    'gateway.isolation.charges',
    `charges no stored credential of another merchant by ${operation}`,
    async ({ gateway, otherMerchant, skip }) => {
      const other = gateway.as({ login: otherMerchant });
      const [credential, order] = await Promise.all([
        storedCredential(gateway, category),
        other.ask('register.do', anOrder()),
      ]);
      if (isNotOffered(credential)) return skip(credential.missing);
      if (!isGatewaySuccess(order)) return skip(cannotRegister);
      const chargeBy = async (merchant: GatewayClient): Promise<Exchange> =>
        merchant.ask(operation, await chargeRequest(gateway, operation, credential));
      promised(await chargeBy(gateway), promise);

      const charge = await chargeBy(other);

      expect(await paymentOutcomeOf(other, charge)).toShow(unpaid('gateway.isolation.charges'));
    },
  );
}
