import { aClientId, anOrder, installmentPlan } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  orderNamedIn,
  orderThatStores,
  payByBinding,
  paymentOutcomeOf,
  planOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { chargedBy, storedUnder, storedUnderSome } from '../../fixtures/worlds/gateway-plans.ts';
import {
  chargeOf,
  isNotOffered,
  newOrder,
  payWithCard,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.4 and 4.6: whoever holds a merchant to the plan of an installment lets it have the whole plan.

const id = 'gateway.installment-payment.within-the-plan';
const operation = 'installmentPayment.do';

/** Three authorizations of 15.00, of which the payment that stores the card may be the first. */
const plan = {
  ...installmentPlan,
  installments: '3',
  totalInstallmentAmount: '4500',
  recurringFrequency: '0',
};

check(
  id,
  'charges each of two plans of one card as often as it says, for all of its sum',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const one = await storedUnder(gateway, operation, plan, clientId);
    const other = await storedUnder(gateway, operation, plan, clientId);
    if (one === undefined) return skip(noneStored);
    const first = await chargedBy(gateway, operation, one, 15_00);
    if (!reportsPaid(first) && !(await isAnyCharged(gateway))) return skip(noneCharged);

    const outcomes = [
      first,
      await chargedBy(gateway, operation, one, 15_00),
      // Whether one card may hold several is asked elsewhere.
      ...(other === undefined
        ? []
        : [
            await chargedBy(gateway, operation, other, 15_00),
            await chargedBy(gateway, operation, other, 15_00),
          ]),
    ];

    const words = 'every charge paid, two of 15.00 of each plan of three that sum up to 45.00';
    expect(outcomes.map(reportsPaid), sentExpectedGot(outcomes, words)).not.toContain(false);
  },
);

check(id, 'charges a plan up to its sum, to the cent', async ({ gateway, skip }) => {
  const stored = await storedUnder(gateway, operation, { ...plan, installments: '9' }, aClientId());
  if (stored === undefined) return skip(noneStored);

  // 45.00 together with the payment that stored the card, which may count as one of the plan.
  const first = await chargedBy(gateway, operation, stored, 14_00);
  if (!reportsPaid(first) && !(await isAnyCharged(gateway))) return skip(noneCharged);
  const counted = [first, await chargedBy(gateway, operation, stored, 16_00)];
  const words = 'both charges paid: 45.00 with the payment that stored the card';
  expect(counted.map(reportsPaid), sentExpectedGot(counted, words)).not.toContain(false);
  // Where another is taken that payment does not count, and 45.00 are charged with the next one.
  const further = await chargedBy(gateway, operation, stored, 8_00);
  if (!reportsPaid(further)) return;
  const last = await chargedBy(gateway, operation, stored, 7_00);
  const all = [...counted, further, last];
  expect(reportsPaid(last), sentExpectedGot(all, 'the last paid, which makes it 45.00')).toBe(true);
});

check(id, 'charges a plan of twelve as it does one of three', async ({ gateway, skip }) => {
  // Compared as texts, 2 is more than 12, and 3000 more than 18000.
  const ofTwelve = { ...plan, installments: '12', totalInstallmentAmount: '18000' };
  const stored = await storedUnder(gateway, operation, ofTwelve, aClientId());
  if (stored === undefined) return skip(noneStored);
  const first = await chargedBy(gateway, operation, stored, 15_00);
  if (!reportsPaid(first) && !(await isAnyCharged(gateway))) return skip(noneCharged);

  const outcomes = [first, await chargedBy(gateway, operation, stored, 15_00)];

  const words = 'both charges paid, two of 15.00 of a plan of twelve that sum up to 180.00';
  expect(outcomes.map(reportsPaid), sentExpectedGot(outcomes, words)).not.toContain(false);
});

check(id, 'counts no charge of a plan that it refuses', async ({ gateway, skip }) => {
  const stored = await storedUnder(gateway, operation, plan, aClientId());
  if (stored === undefined) return skip(noneStored);
  const first = await chargedBy(gateway, operation, stored, 15_00);
  if (!reportsPaid(first)) return skip(noneCharged);
  const orderNumber = memberOf(first.answer.json, 'orderNumber');
  const refused: Exchange[] = [];
  for (const part of [{ orderNumber }, { orderNumber }, { amount: -15_00 }]) {
    const parameters = { amount: 15_00, ...part };
    const charge = await chargeOf(gateway, operation, { bindingId: stored }, parameters);
    if (reportsPaid(await paymentOutcomeOf(gateway, charge)))
      return skip('a charge is taken in an order number that is in use');
    refused.push(charge);
  }

  const last = await chargedBy(gateway, operation, stored, 15_00);

  const words = 'a second charge of 15.00 of a plan of three, beside those that were refused';
  expect(reportsPaid(last), sentExpectedGot([first, ...refused, last], words)).toBe(true);
});

check(
  id,
  'charges a plan as often as another, though an order with terms of its own was paid by it',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const ofNine = { ...plan, installments: '9', totalInstallmentAmount: '13500' };
    const own = { ...plan, installments: '1', totalInstallmentAmount: '1500' };
    const seen: Exchange[][] = [];
    for (const jsonParams of [undefined, own]) {
      const bindingId = await storedUnder(gateway, operation, ofNine, clientId);
      if (bindingId === undefined) return skip(noneStored);
      const order = await orderWith(gateway, { clientId, amount: 15_00, jsonParams });
      if (order === undefined) return;
      const payment = await payByBinding(gateway, order, { bindingId }, { tii: 'I' });
      if (!reportsPaid(await statusOf(gateway, order))) return;
      const charged = [
        await chargedBy(gateway, operation, bindingId, 15_00),
        await chargedBy(gateway, operation, bindingId, 15_00),
      ];
      seen.push([payment, ...charged]);
    }
    const [usual = [], mixed = []] = seen;
    if (!usual.slice(1).every(reportsPaid)) return;

    const words = 'both charges paid, as by the plan of which an order without terms was paid';
    const paid = mixed.slice(1).map(reportsPaid);
    expect(paid, sentExpectedGot([...usual, ...mixed], words)).not.toContain(false);
  },
);

check(
  'gateway.installment-payment.counts-orders-paid',
  'charges a plan less often by as many as were paid on registered orders',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const [alone, mixed] = [
      await storedUnder(gateway, operation, plan, clientId),
      await storedUnder(gateway, operation, plan, clientId),
    ];
    if (alone === undefined || mixed === undefined) return skip(noneStored);
    const charged: Exchange[] = [];
    for (let count = 0; count < 4 && charged.every(reportsPaid); count += 1)
      charged.push(await chargedBy(gateway, operation, alone, 15_00));
    const allowed = charged.filter(reportsPaid).length;
    // The plan is "used by the issuing bank", which need not end the charges at it.
    if (allowed === charged.length) return;

    const acts: Exchange[] = [];
    const outcomes: Exchange[] = [];
    for (let count = 0; count < allowed; count += 1) {
      const order = await newOrder(gateway, { clientId, amount: 15_00 });
      acts.push(await payByBinding(gateway, order, { bindingId: mixed }, { tii: 'I' }));
      outcomes.push(await statusOf(gateway, order));
    }
    if (!outcomes.every(reportsPaid)) return skip('no order is paid by the credential of a plan');
    const more = await chargedBy(gateway, operation, mixed, 15_00);

    const words = sentExpectedGot([...charged, ...acts, more], `no more than ${allowed} paid`);
    expect(reportsPaid(more), words).toBe(false);
  },
);

check(
  'gateway.installment-payment.ended-for-good',
  'charges no more by a plan that is used up, however often and once its card is stored once more',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const ofTwo = { ...plan, installments: '2' };
    const ended = await storedUnderSome(gateway, operation, ofTwo, clientId);
    if (ended === undefined) return skip(noneStored);
    const charged: Exchange[] = [];
    for (let count = 0; count < 3 && charged.every(reportsPaid); count += 1)
      charged.push(await chargedBy(gateway, operation, ended, 7_00));
    // The plan is "used by the issuing bank", which need not end the charges at it.
    if (charged.every(reportsPaid)) return;
    for (let count = 0; count < repeated(2); count += 1) {
      const once = await chargedBy(gateway, operation, ended, 7_00);
      const words = sentExpectedGot([...charged, once], 'not paid either, after the one before');
      expect(reportsPaid(once), words).toBe(false);
    }

    for (const later of [undefined, planOf.RECURRENT, plan]) {
      const order = await orderThatStores(gateway, clientId, later);
      if (isNotOffered(order)) continue;
      const payment = await payWithCard(gateway, order);
      const more = await chargedBy(gateway, operation, ended, 7_00);

      const words = sentExpectedGot([...charged, payment, more], 'no more paid by the first plan');
      expect(reportsPaid(more), words).toBe(false);
    }
  },
);

const noneStored = 'no credential with such a plan is stored';
const noneCharged = 'no installment is charged on the day on which its card was stored';

/** Whether an installment of a longer plan is charged at once, so that one of a short plan is, too. */
async function isAnyCharged(gateway: GatewayClient): Promise<boolean> {
  const credential = await storedCredential(gateway, 'INSTALLMENT');
  if (isNotOffered(credential)) return false;
  return reportsPaid(await chargedBy(gateway, operation, credential.bindingId, 7_00));
}

/** An order with these parameters; `undefined` where such orders are not taken. */
async function orderWith(
  gateway: GatewayClient,
  part: Parameters,
): Promise<{ readonly mdOrder: string } | undefined> {
  const registered = await taken(gateway.ask('register.do', anOrder(part)));
  return registered && orderNamedIn(registered);
}
