import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { WalkingControl } from '../../fixtures/target/walk.ts';
import { paymentOutcomeOf, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { notPaid, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  isNotOffered,
  newOrder,
  originalOrder,
  promised,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { unpaid } from './outcomes.ts';

// Document 3, parts 3.1, 4 and 8: operations that name an order whose lifetime is over.

check(
  'gateway.order-state.expired-refuses',
  'does not pay an order by a stored credential a month after its registration',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const order = await newOrder(gateway, { clientId });
    await aMonthPasses(control);

    await payByBinding(gateway, order, credential);

    // The stored card may have expired as well, which would say nothing of the order.
    const fresh = await newOrder(gateway, { clientId });
    await payByBinding(gateway, fresh, credential);
    if (!reportsPaid(await statusOf(gateway, fresh))) {
      return skip('needs a stored credential that pays a month later');
    }
    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
  },
);

check(
  'gateway.industry-practice.unpaid-original',
  'charges nothing on an order that was not paid in its lifetime',
  async ({ gateway, control }) => {
    const [unpaidOne, paidOne] = await Promise.all([newOrder(gateway), originalOrder(gateway)]);
    const charge = { orderNumber: anOrderNumber(), tii: 'IPI', amount: 5_00 };
    promised(
      await gateway.ask(operation, { ...charge, originalMdOrder: paidOne.mdOrder }),
      'gateway.industry-practice.succeeds',
    );
    await aMonthPasses(control);

    const answer = await gateway.ask(operation, {
      ...charge,
      orderNumber: anOrderNumber(),
      originalMdOrder: unpaidOne.mdOrder,
    });

    const id = 'gateway.industry-practice.unpaid-original';
    expect(await paymentOutcomeOf(gateway, answer)).toShow(unpaid(id));
  },
);

const operation = 'industryPractice/paymentOrder.do';

async function aMonthPasses(control: WalkingControl): Promise<void> {
  const now = await control.now();
  await control.moveClockTo(new Date(now.getTime() + 31 * 24 * 60 * 60_000));
}
