import { aClientId } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { Parameters } from '../../fixtures/clients/gateway.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { shownOfCredentialPayment } from '../../fixtures/fields/gateway.ts';
import { asksForAuthentication } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesPaying,
  otherThan,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  newOrder,
  promised,
  promisedToShow,
  showsPaid,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { paid, unpaid } from './outcomes.ts';

// Document 3, part 4.6: paymentOrderBinding.do.

check(
  'gateway.payment-order-binding.pays',
  'pays an order by a stored credential of its customer',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential);

    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.pays'));
  },
);

check(
  'gateway.payment-order-binding.members-of-a-success',
  'answers redirect, info and errorCode',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = promised(
      await payByBinding(gateway, order, credential),
      'gateway.payment-order-binding.succeeds',
    );

    // With 3DS 2 the answer has another body. Part 4.3.
    if (asksForAuthentication(payment)) return skip('the payment asks for 3DS 2');
    for (const one of shownOfCredentialPayment) expect(payment).toShow(one);
  },
);

for (const [id, because, customer] of [
  ['gateway.payment-order-binding.other-client', 'of another customer', aClientId],
  [
    'gateway.payment-order-binding.other-client',
    'of a customer whose clientId begins like that of its owner',
    (owner: string) => `${owner}0`,
  ],
  [
    'gateway.payment-order-binding.other-client',
    'of a customer with whose clientId that of its owner begins',
    (owner: string) => owner.slice(0, -1),
  ],
  ['gateway.payment-order-binding.order-without-client', 'without a customer', () => undefined],
] as const) {
  check(id, `pays no order ${because} by a stored credential`, async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const [own, foreign] = await Promise.all([
      newOrder(gateway, { clientId: credential.clientId }),
      newOrder(gateway, { clientId: customer(credential.clientId) }),
    ]);
    promised(
      await payByBinding(gateway, own, credential),
      'gateway.payment-order-binding.succeeds',
    );
    promisedToShow(await statusOf(gateway, own), paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, foreign, credential);

    expect(await statusOf(gateway, foreign)).toShow(unpaid(id));
  });
}

/** Who else may be said to pay, and what is registered. Parts 4.2 and 4.7: U is in one phase only. */
const means: readonly {
  readonly operation: 'register.do' | 'registerPreAuth.do';
  readonly part: Parameters;
}[] = [
  { operation: 'register.do', part: { tii: 'U', cvc: undefined } },
  { operation: 'register.do', part: { tii: 'F' } },
  { operation: 'registerPreAuth.do', part: {} },
  { operation: 'registerPreAuth.do', part: { tii: 'F' } },
];

check(
  'gateway.payment-order-binding.other-client',
  'pays no order of another customer or of none by a stored credential, whoever is said to pay and in two phases either',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    await forEvery(
      means,
      ({ operation, part: { tii = 'no tii' } }) => `${operation} and ${String(tii)}`,
      async ({ operation, part }) => {
        const [own, ...foreign] = await Promise.all(
          [clientId, aClientId(), undefined].map((one) =>
            newOrder(gateway, { clientId: one }, operation),
          ),
        );
        if (own === undefined) return;
        await payByBinding(gateway, own, credential, part);
        // Whether the own credential pays so is the affair of other requirements.
        if (!showsPaid(await statusOf(gateway, own))) return;

        for (const order of foreign) await payByBinding(gateway, order, credential, part);

        for (const order of foreign) {
          const id = 'gateway.payment-order-binding.other-client';
          expect(await statusOf(gateway, order)).toShow(unpaid(id));
        }
      },
    );
  },
);

check(
  'gateway.payment-order-binding.unknown-binding',
  'pays nothing by a bindingId that does not exist',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { bindingId, clientId } = credential;
    const [known, order] = await Promise.all([
      newOrder(gateway, { clientId }),
      newOrder(gateway, { clientId }),
    ]);
    await payByBinding(gateway, known, credential);
    promisedToShow(await statusOf(gateway, known), paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, order, { bindingId: otherThan(bindingId) });

    const id = 'gateway.payment-order-binding.unknown-binding';
    expect(await statusOf(gateway, order)).toShow(unpaid(id));
  },
);

check(
  'gateway.payment-order-binding.paid-order',
  'does not pay a paid order again by a stored credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });
    promised(
      await payByBinding(gateway, order, credential),
      'gateway.payment-order-binding.succeeds',
    );
    const before = await statusOf(gateway, order);
    promisedToShow(before, paid('gateway.payment-order-binding.pays'));

    await payByBinding(gateway, order, credential);

    // How a second payment is answered is not shown; what counts is that nothing more was taken.
    const after = await statusOf(gateway, order);
    expect(after).toShow(paid('gateway.payment-order-binding.paid-order'));
    expect(moneyIn(after.answer.json)).toEqual(moneyIn(before.answer.json));
  },
);

check(
  'gateway.payment-order-binding.tii-f',
  'takes F for a common credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    const payment = await payByBinding(gateway, order, credential, { tii: 'F' });

    await besidesPaying(gateway, credential, payment);
    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.tii-f'));
  },
);

check(
  'gateway.payment-order-binding.tii-u',
  'takes U for a common credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const order = await newOrder(gateway, { clientId: credential.clientId });

    // The merchant has no CVC to pass. Document 3, part 4.7.
    const payment = await payByBinding(gateway, order, credential, { tii: 'U', cvc: undefined });

    await besidesPaying(gateway, credential, payment);
    expect(payment).toGoWell();
    expect(await statusOf(gateway, order)).toShow(paid('gateway.payment-order-binding.tii-u'));
  },
);

/** What a status tells of the money that was taken, where it does. Document 3, parts 2.1 and 4.6. */
function moneyIn(status: unknown) {
  const operations = memberOf(status, 'operations');
  return {
    approved: memberOf(status, 'paymentAmountInfo.approvedAmount'),
    deposited: memberOf(status, 'paymentAmountInfo.depositedAmount'),
    operations: Array.isArray(operations) ? operations.length : undefined,
  };
}
