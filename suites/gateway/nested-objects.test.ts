import { anOrder } from '../../fixtures/builders/gateway.ts';
import {
  aBillingPayer,
  aBillingPayerInShort,
  aPaymentFacilitator,
  aShippingPayer,
} from '../../fixtures/builders/gateway-objects.ts';
import { check, expect } from '../../fixtures/check.ts';
import { payerIdTypes } from '../../fixtures/fields/gateway-requests.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  besidesThePlain,
  isPaid,
  newOrder,
  payWithCard,
  promised,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 2.4: nested objects of merchant requests, as JSON text in the form.

const payer = { ...aBillingPayerInShort(), payerAccount: '4081781000000000001' };

/** Every member whose allowed values the document shows. */
const whole = {
  'gateway.payment-facilitator.is-taken': { paymentFacilitator: aPaymentFacilitator() },
  'gateway.billing-payer-data.is-taken': { billingPayerData: aBillingPayer() },
  'gateway.shipping-payer-data.is-taken': {
    shippingPayerData: {
      ...aShippingPayer(),
      shippingMethodIndicator: undefined,
      deliveryTimeframe: undefined,
    },
  },
} as const;

for (const [id, objects] of Object.entries(whole) as [keyof typeof whole, Parameters][]) {
  const [name] = Object.keys(objects);
  check(id, `takes ${name} with all of its members`, async ({ gateway }) => {
    const order = await newOrder(gateway);

    const answer = await payWithCard(gateway, order, objects);

    expect(await besidesAPayment(gateway, answer)).toGoWell();
  });
}

for (const [what, subMerchants] of [
  ['an object', {}],
  ['a text', 'shop'],
  ['a number', 7],
] as const) {
  check(
    'gateway.payment-facilitator.sub-merchants-must-be-an-array',
    `pays nothing when subMerchants is ${what}`,
    async ({ gateway }) => {
      const [order, other] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
      const paymentFacilitator = aPaymentFacilitator();
      promised(
        await payWithCard(gateway, other, { paymentFacilitator }),
        'gateway.payment-facilitator.is-taken',
      );

      const answer = await payWithCard(gateway, order, {
        paymentFacilitator: { ...paymentFacilitator, subMerchants },
      });

      expect(answer).toGoWrong();
      expect(await isPaid(gateway, order)).toBe(false);
    },
  );
}

for (const number of payerIdTypes) {
  const payerIdType = `IDTP${number}`;
  check(
    `gateway.billing-payer-data.id-type-${number}`,
    `takes the payerIdType ${payerIdType}`,
    async ({ gateway }) => {
      const answer = await payWithBillingData(gateway, { payerIdType, payerIdNumber: 'AB123456' });

      expect(await besidesAPayment(gateway, answer)).toGoWell();
    },
  );
}

for (const payerIdType of ['IDTP0', 'IDTP12', 'PASSPORT']) {
  check(
    'gateway.billing-payer-data.other-id-type',
    `pays nothing with the payerIdType ${payerIdType}`,
    async ({ gateway }) => {
      const allowed = await payWithBillingData(gateway, { payerIdType: 'IDTP1' });
      promised(allowed, 'gateway.billing-payer-data.id-type-1');
      const order = await newOrder(gateway);

      const answer = await payWithCard(gateway, order, {
        billingPayerData: { ...payer, payerIdType },
      });

      expect(answer).toGoWrong();
      expect(await isPaid(gateway, order)).toBe(false);
    },
  );
}

for (const payerBirthday of ['1990-01-31', '31 Jan 1990', '1990']) {
  check(
    'gateway.billing-payer-data.birthday-form',
    `pays nothing with the payerBirthday ${payerBirthday}`,
    async ({ gateway }) => {
      const allowed = await payWithBillingData(gateway, { payerBirthday: '19900131' });
      promised(allowed, 'gateway.billing-payer-data.is-taken');
      const order = await newOrder(gateway);

      const answer = await payWithCard(gateway, order, {
        billingPayerData: { ...payer, payerBirthday },
      });

      expect(answer).toGoWrong();
      expect(await isPaid(gateway, order)).toBe(false);
    },
  );
}

const countries = {
  'alpha-2': 'ES',
  'alpha-3': 'ESP',
  numeric: '724',
  name: 'Spain',
} as const;

for (const [form, billingCountry] of Object.entries(countries) as [
  keyof typeof countries,
  string,
][]) {
  check(
    `gateway.billing-payer-data.country-${form}`,
    `takes the billingCountry ${billingCountry}`,
    async ({ gateway }) => {
      const answer = await payWithBillingData(gateway, { billingCountry });

      expect(await besidesAPayment(gateway, answer)).toGoWell();
    },
  );
}

/** The last length of a name or value in jsonParams that is taken; one more is not. */
const lengths: readonly {
  longest: RequirementId;
  longer: RequirementId;
  what: string;
  most: number;
  pair: (length: number) => Parameters;
}[] = [
  {
    longest: 'gateway.json-params.longest-name',
    longer: 'gateway.json-params.longer-name',
    what: 'name',
    most: 255,
    pair: (length) => ({ ['n'.repeat(length)]: 'value' }),
  },
  {
    longest: 'gateway.json-params.longest-value',
    longer: 'gateway.json-params.longer-value',
    what: 'value',
    most: 1024,
    pair: (length) => ({ note: 'v'.repeat(length) }),
  },
];

for (const { longest, longer, what, most, pair } of lengths) {
  check(longest, `takes jsonParams with a ${what} of ${most} characters`, async ({ gateway }) => {
    const answer = await gateway.ask('register.do', anOrder({ jsonParams: pair(most) }));

    const plain = (): Promise<Exchange> => gateway.ask('register.do', anOrder());
    expect(await besidesThePlain(answer, plain, 'gateway.register.succeeds')).toGoWell();
  });

  check(
    longer,
    `registers nothing for jsonParams with a ${what} of ${most + 1} characters`,
    async ({ gateway }) => {
      promised(await gateway.ask('register.do', anOrder({ jsonParams: pair(most) })), longest);

      const answer = await gateway.ask('register.do', anOrder({ jsonParams: pair(most + 1) }));

      expect(answer).toGoWrong();
    },
  );
}

/** A payment that has to go well wherever one without these objects does. */
function besidesAPayment(gateway: GatewayClient, payment: Exchange): Promise<Exchange> {
  const plain = async (): Promise<Exchange> => payWithCard(gateway, await newOrder(gateway));
  return besidesThePlain(payment, plain, 'gateway.payment-order.succeeds');
}

/** Pays a new order with these members in billingPayerData, beside what may be needed. */
async function payWithBillingData(gateway: GatewayClient, part: Parameters): Promise<Exchange> {
  const order = await newOrder(gateway);
  return payWithCard(gateway, order, { billingPayerData: { ...payer, ...part } });
}
