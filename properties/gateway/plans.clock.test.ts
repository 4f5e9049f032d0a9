import { aClientId, installmentPlan, recurrentPlan } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { orderThatStores } from '../../fixtures/worlds/gateway-credentials.ts';
import { chargedBy, storedUnder, typeChargedBy } from '../../fixtures/worlds/gateway-plans.ts';
import { credentialsOf, isNotOffered, payWithCard } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.4 and 4.6: recurringFrequency and recurringExpiry, which the issuing bank may look at.

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;

for (const [id, operation, usual] of [
  ['gateway.recurrent-payment.within-the-plan', 'recurrentPayment.do', recurrentPlan],
  ['gateway.installment-payment.within-the-plan', 'installmentPayment.do', installmentPlan],
] as const) {
  check(
    id,
    `charges by ${operation} once its days are over, and on the last day of its plan`,
    async ({ gateway, control, skip }) => {
      const today = (await control.now()).toISOString().slice(0, 10);
      // By the hours below, a day has begun nearly everywhere, and is over nowhere.
      const earliest = Date.parse(today) + 4 * dayMs + 6 * hourMs;
      const lastDay = new Date(earliest + 3 * dayMs).toISOString().slice(0, 10);
      const plan = {
        ...usual,
        recurringFrequency: '3',
        recurringExpiry: lastDay.replaceAll('-', ''),
      };
      const bindingId = await storedUnder(gateway, operation, plan, aClientId());
      if (bindingId === undefined) return skip('no credential with such a plan is stored');

      await control.moveClockBetween(new Date(earliest), new Date(earliest + hourMs));
      const first = await chargedBy(gateway, operation, bindingId, 7_00);
      await control.letPass((await control.now()).getTime(), 3 * dayMs);
      const last = await chargedBy(gateway, operation, bindingId, 8_00);

      const outcomes = [first, last];
      const words = `both charges paid, three days apart, the last one on ${lastDay}`;
      expect(outcomes.map(reportsPaid), sentExpectedGot(outcomes, words)).not.toContain(false);
    },
  );

  check(
    id,
    `charges by ${operation} until the day of a later plan for which a card was stored again`,
    async ({ gateway, control, skip }) => {
      const today = (await control.now()).toISOString().slice(0, 10);
      const day = (days: number): string =>
        new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
      const clientId = aClientId();
      const plan = { ...usual, recurringFrequency: '3' };
      const first = { ...plan, recurringExpiry: day(1) };
      const later = { ...plan, recurringExpiry: day(30) };
      if ((await storedUnder(gateway, operation, first, clientId)) === undefined)
        return skip('no credential with such a plan is stored');
      const order = await orderThatStores(gateway, clientId, later);
      if (isNotOffered(order) || !isGatewaySuccess(await payWithCard(gateway, order)))
        return skip('a card that is stored is not stored again');
      // Whether another is made of it, or the one that there is lasts longer, is not said.
      const listed = await credentialsOf(gateway, clientId, [typeChargedBy[operation]]);

      const earliest = Date.parse(today) + 4 * dayMs + 6 * hourMs;
      await control.moveClockBetween(new Date(earliest), new Date(earliest + hourMs));
      const outcomes: Exchange[] = [];
      for (const bindingId of listed)
        outcomes.push(await chargedBy(gateway, operation, bindingId, 7_00));

      const words = `a charge paid under the plan that lasts until ${later.recurringExpiry}`;
      expect(outcomes.some(reportsPaid), sentExpectedGot(outcomes, words)).toBe(true);
    },
  );
}

check(
  'gateway.installment-payment.within-the-plan',
  'charges each of two plans of one card as often as it says, days apart',
  async ({ gateway, control, skip }) => {
    const operation = 'installmentPayment.do';
    const clientId = aClientId();
    // Three authorizations, of which the payment that stores the card may be the first.
    const plan = { ...installmentPlan, installments: '3', recurringFrequency: '3' };
    const [one, other] = [
      await storedUnder(gateway, operation, plan, clientId),
      await storedUnder(gateway, operation, plan, clientId),
    ];
    if (one === undefined || other === undefined || one === other)
      return skip('a card is not stored under two plans');
    const outcomes: Exchange[] = [];
    for (const bindingId of [one, other, one, other]) {
      // Whether the days are counted by credential or by card is not said.
      await control.letPass((await control.now()).getTime(), 4 * dayMs);
      outcomes.push(await chargedBy(gateway, operation, bindingId, 7_00));
    }
    if (!reportsPaid(outcomes[0] as Exchange)) return skip('no charge under such a plan is paid');
    const words = 'every charge paid, two of each plan of three';
    expect(outcomes.map(reportsPaid), sentExpectedGot(outcomes, words)).not.toContain(false);
  },
);

check(
  'gateway.installment-payment.ended-for-good',
  'charges no more by a plan whose last day is over once its card is stored under a later one',
  async ({ gateway, control, skip }) => {
    const operation = 'installmentPayment.do';
    const today = (await control.now()).toISOString().slice(0, 10);
    const day = (days: number): string =>
      new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
    const clientId = aClientId();
    const plan = { ...installmentPlan, recurringFrequency: '3', recurringExpiry: day(1) };
    const ended = await storedUnder(gateway, operation, plan, clientId);
    if (ended === undefined) return skip('no credential with such a plan is stored');
    const earliest = Date.parse(today) + 4 * dayMs + 6 * hourMs;
    await control.moveClockBetween(new Date(earliest), new Date(earliest + hourMs));
    const late = await chargedBy(gateway, operation, ended, 7_00);
    // The plan is "used by the issuing bank", which need not end the charges at it.
    if (reportsPaid(late)) return;

    const order = await orderThatStores(gateway, clientId, { ...plan, recurringExpiry: day(30) });
    if (isNotOffered(order)) return skip('a card that is stored is not stored again');
    const payment = await payWithCard(gateway, order);
    const more = await chargedBy(gateway, operation, ended, 7_00);

    const words = sentExpectedGot([late, payment, more], 'no more paid by the first plan');
    expect(reportsPaid(more), words).toBe(false);
  },
);
