import { z } from 'zod';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { fieldWhere } from '../../fixtures/fields/field.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  listOf,
  mayPayWithoutCvc,
  orderThatStores,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  asksForAuthentication,
  needing3DS,
  notPaid,
  paid,
  paidWith,
  settledOrder,
  unknownOrderLike,
} from '../../fixtures/worlds/gateway-orders.ts';
import {
  bindingsIn,
  credentialsOf,
  isNotOffered,
  newOrder,
  type NotOffered,
  payWithCard,
  promised,
  promisedToFail,
  promisedToShow,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { unpaid } from './outcomes.ts';

// Document 3, part 4.3: paymentorder.do.

check('gateway.payment-order.error-code-is-0', 'answers errorCode 0', async ({ gateway }) => {
  const { payment } = await settledOrder(gateway);

  const zero = expect.toSatisfy((code) => String(code) === '0', '0');
  expect(payment).toGoWell({ errorCode: zero });
});

check(
  'gateway.payment-order.redirect-is-the-return-url',
  'leads back to the returnUrl of the order',
  async ({ gateway, skip }) => {
    const returnUrl = 'https://shop.example/thanks/17';
    const { order, payment } = await settledOrder(gateway, { returnUrl });

    const redirect = memberOf(payment.answer.json, 'redirect');
    if (typeof redirect !== 'string' || redirect === '') return skip('a payment shows no redirect');
    // A page of the gateway may stand in between; where it leads to, only a browser can tell.
    if (hostOf(redirect) === hostOf(order.formUrl))
      return skip('redirect is a page of the gateway');
    const back = expect.toSatisfy((url) => leadsTo(returnUrl, String(url)), returnUrl);
    expect(payment).toGoWell({ redirect: back });
  },
);

check(
  'gateway.payment-order.redirect-is-the-fail-url',
  'leads to the failUrl of an order whose payment was declined',
  async ({ gateway, declinedCardPan: $PAN, skip }) => {
    const failUrl = 'https://shop.example/sorry/17';
    const order = await newOrder(gateway, { failUrl });

    const payment = await payWithCard(gateway, order, { $PAN });

    const redirect = memberOf(payment.answer.json, 'redirect');
    if (typeof redirect !== 'string' || redirect === '')
      return skip('a declined payment shows no redirect');
    if (hostOf(redirect) === hostOf(order.formUrl))
      return skip('redirect is a page of the gateway');
    promisedToShow(await statusOf(gateway, order), unpaid('gateway.order.declined-is-not-paid'));
    const failed = expect.toSatisfy((url) => leadsTo(failUrl, String(url)), failUrl);
    expect(payment).toAnswer(payment.answer.status, { redirect: failed });
  },
);

check('gateway.payment-order.expiry-overrides', 'pays by $EXPIRY', async ({ gateway }) => {
  const { card } = gateway.settings;
  const [order] = await Promise.all([newOrder(gateway), settledOrder(gateway)]);

  const byExpiry = { $EXPIRY: card.expiry, YYYY: '2001', MM: '01' };
  await payWithCard(gateway, order, byExpiry);

  expect(await statusOf(gateway, order)).toAnswer(200, paid);
  if (inSmokeOnly()) return;
  const [usual, kept] = [await expiryStored(gateway), await expiryStored(gateway, byExpiry)];
  if (usual === undefined || kept === undefined) return;
  const words = 'a stored card that expires as one does that is paid with YYYY and MM';
  expect(kept.expiry, sentExpectedGot(kept.list, words)).toBe(usual.expiry);
});

/** The expiry of a card that is stored while it pays, as it is listed; `undefined` where it is not. */
async function expiryStored(gateway: GatewayClient, part: Parameters = {}) {
  const clientId = aClientId();
  const order = await orderThatStores(gateway, clientId);
  if (isNotOffered(order)) return undefined;
  await payWithCard(gateway, order, part);
  const list = await listOf(gateway, clientId, 'C');
  const expiry = memberOf(bindingsIn(list)[0], 'expiryDate');
  return typeof expiry === 'string' ? { list, expiry } : undefined;
}

/** Card data that pays nothing: the id, the behaviour, and what is sent in place of the test card's. */
const wrongCards: readonly (readonly [RequirementId, string, (pan: string) => Parameters])[] = [
  ['gateway.payment-order.month-of-twelve', 'in month 13', () => ({ MM: '13' })],
  [
    'gateway.payment-order.expired-card',
    'when the card expired in 2001',
    () => ({ YYYY: '2001', MM: '01' }),
  ],
  [
    'gateway.payment-order.wrong-check-digit',
    'with another check digit',
    (pan) => ({ $PAN: pan.slice(0, -1) + ((Number(pan.slice(-1)) + 1) % 10) }),
  ],
  [
    'gateway.payment-order.letters-in-pan',
    'with letters in the card number',
    (pan) => ({ $PAN: `${pan.slice(0, 8)}AB${pan.slice(10)}` }),
  ],
];

for (const [id, what, wrong] of wrongCards) {
  check(id, `pays no order ${what}`, async ({ gateway }) => {
    const [order, settled] = await Promise.all([newOrder(gateway), settledOrder(gateway)]);

    await payWithCard(gateway, order, wrong(gateway.settings.card.pan));

    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    expect(settled.status).toAnswer(200, paid);
  });
}

check(
  'gateway.payment-order.empty-cvc',
  'pays no order with an empty $CVC',
  async ({ gateway, skip }) => {
    const [order, settled, isPermitted] = await Promise.all([
      newOrder(gateway),
      settledOrder(gateway),
      mayPayWithoutCvc(gateway),
    ]);
    if (isPermitted !== false) return skip('the merchant may pay without a CVC, or it is unclear');

    await payWithCard(gateway, order, { $CVC: '' });

    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    expect(settled.status).toAnswer(200, paid);
  },
);

check(
  'gateway.payment-order.unknown-order',
  'pays no order that does not exist',
  async ({ gateway }) => {
    const { order, payment } = await settledOrder(gateway);

    const answer = await payWithCard(gateway, { mdOrder: unknownOrderLike(order) });

    expect(answer).toGoWrong();
    promised(payment, 'gateway.payment-order.succeeds');
  },
);

check(
  'gateway.payment-order.binding-not-needed',
  'stores no credential that is not needed',
  async ({ gateway }) => {
    const clientId = aClientId();
    const order = await newOrder(gateway, { clientId });

    const payment = await payWithCard(gateway, order, { bindingNotNeeded: true });

    promised(payment, 'gateway.payment-order.takes-binding-not-needed');
    const stored = await credentialsOf(gateway, clientId);
    expect(stored, sentExpectedGot(payment, 'no stored credential')).toEqual([]);
  },
);

check(
  'gateway.payment-order.binding-not-needed',
  'names no stored credential in the status of an order whose payment needs none',
  async ({ gateway }) => {
    const order = await newOrder(gateway, { clientId: aClientId() });
    const payment = await payWithCard(gateway, order, { bindingNotNeeded: true });
    promised(payment, 'gateway.payment-order.takes-binding-not-needed');

    const status = await statusOf(gateway, order);

    const id = 'gateway.payment-order.binding-not-needed';
    expect(status).toShow(fieldWhere(id, 'bindingInfo.bindingId', 'none', z.literal('').nullish()));
  },
);

check(
  'gateway.payment-order.binding-not-needed',
  'stores no credential that is not needed for an order with FORCE_CREATE_BINDING',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const order = await orderKnownToStore(gateway, clientId);
    if (isNotOffered(order)) return skip(order.missing);

    // The two contradict each other, so the payment may be refused. Part 4.4 (FORCE_CREATE_BINDING).
    const payment = await payWithCard(gateway, order, { bindingNotNeeded: true });

    const stored = await credentialsOf(gateway, clientId);
    expect(stored, sentExpectedGot(payment, 'no stored credential')).toEqual([]);
  },
);

check(
  'gateway.payment-order.binding-not-needed-false',
  'stores the card of an order with FORCE_CREATE_BINDING when bindingNotNeeded is false',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const order = await orderKnownToStore(gateway, clientId);
    if (isNotOffered(order)) return skip(order.missing);

    const payment = await payWithCard(gateway, order, { bindingNotNeeded: false });

    expect(await statusOf(gateway, order)).toAnswer(200, paid);
    const stored = await credentialsOf(gateway, clientId);
    expect(stored, sentExpectedGot(payment, 'a stored credential')).not.toEqual([]);
  },
);

check(
  'gateway.payment-order.default-binding',
  'is asked for the credentials of a customer who paid',
  async ({ gateway, observe }) => {
    const clientId = aClientId();
    await settledOrder(gateway, { clientId });

    const stored = await credentialsOf(gateway, clientId);

    observe(stored.length === 0 ? 'none is stored' : 'one is stored');
  },
);

// Document 3, part 4.3: 3DS 2.

check(
  'gateway.payment-order.three-ds',
  'is asked to pay with the test card',
  async ({ gateway, observe }) => {
    const payments = await payments3DS(gateway);

    observe(
      payments
        .map(({ name, payment }) =>
          asksForAuthentication(payment) ? `${name}: asks for 3DS 2` : `${name}: asks for none`,
        )
        .join('; '),
    );
  },
);

check(
  'gateway.payment-order.three-ds-is-asked',
  'asks for 3DS 2 before a card that needs it pays',
  async ({ gateway, threeDSCardPan: $PAN }) => {
    const order = await newOrder(gateway);

    const payment = await payWithCard(gateway, order, { $PAN });

    expect(payment).toGoWell({ is3DSVer2: true });
    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
  },
);

check(
  'gateway.payment-order.three-ds-addresses',
  'shows whole addresses where is3DSVer2 is true',
  async ({ gateway, threeDSCardPan: $PAN, skip }) => {
    const payment = await payWithCard(gateway, await newOrder(gateway), { $PAN });

    if (!asksForAuthentication(payment)) return skip('the payment shows no address for 3DS 2');
    const address = expect.toSatisfy(isAddressIfAny, 'a full address, if any');
    expect(payment).toGoWell({
      threeDSMethodURLServer: address,
      threeDSMethodURLServerDirect: address,
    });
  },
);

check(
  'gateway.payment-order.three-ds-shows-addresses',
  'shows both addresses for a card that needs 3DS 2',
  async ({ gateway, threeDSCardPan: $PAN }) => {
    const payment = await payWithCard(gateway, await newOrder(gateway), { $PAN });

    promisedToShow(payment, needing3DS);
    const address = expect.toSatisfy((one) => typeof one === 'string' && one !== '', 'an address');
    expect(payment).toGoWell({
      threeDSMethodURLServer: address,
      threeDSMethodURLServerDirect: address,
    });
  },
);

check(
  'gateway.payment-order.three-ds-members',
  'shows threeDSServerTransId wherever is3DSVer2 is true',
  async ({ gateway }) => {
    const payments = await payments3DS(gateway);

    const text = expect.toSatisfy((id) => typeof id === 'string' && id !== '', 'text');
    for (const { payment } of payments) {
      const is3DS =
        memberOf(payment.answer.json, 'is3DSVer2') === true && isGatewaySuccess(payment);
      const shown = is3DS ? { threeDSServerTransId: text } : {};
      expect(payment).toAnswer(payment.answer.status, shown);
    }
  },
);

check(
  'gateway.payment-order.three-ds-is-not-paid',
  'pays no order that it asks 3DS 2 for, in one phase or in two',
  async ({ gateway }) => {
    const { threeDSCardPan: $PAN } = gateway.settings;
    const payments = (await payments3DS(gateway)).map(({ order, payment }) => ({ order, payment }));
    if ($PAN !== undefined) {
      const order = await newOrder(gateway, {}, 'registerPreAuth.do');
      payments.push({ order, payment: await payWithCard(gateway, order, { $PAN }) });
    }

    for (const { order, payment } of payments) {
      const seen = asksForAuthentication(payment) ? notPaid : {};
      expect(await statusOf(gateway, order)).toAnswer(200, seen);
    }
  },
);

// Document 3, part 4.3: what needs a permission, and what is not shown.

/** What the document leaves open about a payment: the id, the behaviour, and what is sent. */
const openPayments: readonly (readonly [
  RequirementId,
  string,
  Readonly<Record<string, Parameters>>,
])[] = [
  [
    'gateway.payment-order.three-ds-sdk',
    'is told that a payment comes from a 3DS SDK',
    { threeDSSDK: { threeDSSDK: true } },
  ],
  ['gateway.payment-order.mcc', 'is sent an mcc', { '5411': { mcc: '5411' } }],
  ['gateway.payment-order.mvv', 'is sent an mvv', { mvv: { mvv: '1234567890' } }],
  [
    'gateway.payment-order.exemption',
    'is sent exemptions from authentication',
    {
      LVP: { externalScaExemptionIndicator: 'LVP' },
      TRA: { externalScaExemptionIndicator: 'TRA' },
      XYZ: { externalScaExemptionIndicator: 'XYZ' },
    },
  ],
  [
    'gateway.payment-order.original-references',
    'is sent references of an original payment',
    {
      originalSchemeTransactionId: { originalSchemeTransactionId: '123456789012345' },
      originalPaymentNetRefNum: { originalPaymentNetRefNum: '600000000017' },
      originalPaymentDate: { originalPaymentDate: '1700000000000' },
    },
  ],
  [
    'gateway.payment-order.payer-data',
    'is sent objects without members',
    Object.fromEntries(
      ['preOrderPayerData', 'orderPayerData', 'clientBrowserInfo', 'marketplace'].map((name) => [
        name,
        { [name]: {} },
      ]),
    ),
  ],
];

for (const [id, behaviour, parts] of openPayments) {
  check(id, behaviour, async ({ gateway, observe }) => {
    const seen = await Promise.all(
      Object.entries(parts).map(
        async ([name, part]) => `${name}: ${await paidWith(gateway, part)}`,
      ),
    );

    observe(seen.join('; '));
  });
}

check('gateway.payment-order.wrong-cvc', 'is sent another CVC', async ({ gateway, observe }) => {
  const { cvc } = gateway.settings.card;
  const $CVC = cvc.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));

  observe(await paidWith(gateway, { $CVC }));
});

/** In place of card data. */
const broken = { seToken: 'bm90IGEgdG9rZW4gYXQgYWxs', ...without('$PAN', '$CVC', 'YYYY', 'MM') };

check(
  'gateway.payment-order.se-token',
  'is sent a seToken that cannot be read',
  async ({ gateway, observe }) => {
    observe(gatewayAnswerSummary(await payWithCard(gateway, await newOrder(gateway), broken)));
  },
);

check(
  'gateway.payment-order.broken-se-token',
  'pays no order by a seToken that cannot be read',
  async ({ gateway }) => {
    const [order, settled] = await Promise.all([newOrder(gateway), settledOrder(gateway)]);

    await payWithCard(gateway, order, broken);

    expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    expect(settled.status).toAnswer(200, paid);
  },
);

check(
  'gateway.payment-order.declined-answer',
  'is asked to pay with a card that is declined',
  async ({ gateway, declinedCardPan: $PAN, observe }) => {
    const answer = await payWithCard(gateway, await newOrder(gateway), { $PAN });

    const members = Object.keys(answer.answer.json ?? {}).toSorted();
    observe(`${gatewayAnswerSummary(answer)}: ${members.join(', ')}`);
  },
);

for (const [name, promise] of [
  ['$PAN', 'gateway.payment-order.needs-pan'],
  ['$CVC', 'gateway.payment-order.needs-cvc'],
  ['MM', 'gateway.payment-order.needs-mm'],
] as const) {
  check(
    'gateway.payment-order.validation-failure-pays-nothing',
    `leaves an order unpaid after a payment without ${name}`,
    async ({ gateway }) => {
      const order = await newOrder(gateway);

      promisedToFail(await payWithCard(gateway, order, without(name)), promise);

      expect(await statusOf(gateway, order)).toAnswer(200, notPaid);
    },
  );

  check(
    'gateway.payment-order.validation-failure-keeps-payable',
    `leaves an order payable after a payment without ${name}`,
    async ({ gateway }) => {
      const [order] = await Promise.all([newOrder(gateway), settledOrder(gateway)]);
      promisedToFail(await payWithCard(gateway, order, without(name)), promise);

      await payWithCard(gateway, order);

      expect(await statusOf(gateway, order)).toAnswer(200, paid);
    },
  );
}

/** An order with FORCE_CREATE_BINDING, where paying one like it stores a credential. Part 4.4. */
async function orderKnownToStore(
  gateway: GatewayClient,
  clientId: string,
): Promise<{ readonly mdOrder: string } | NotOffered> {
  const [stored, order] = await Promise.all([
    storedCredential(gateway),
    orderThatStores(gateway, clientId),
  ]);
  return isNotOffered(stored) ? stored : order;
}

/**
 * Payments with the test card: a usual one, and those where orders may demand 3DS. Part 4.4. And one
 * with the card that needs 3DS 2, where there is one.
 */
async function payments3DS(gateway: GatewayClient) {
  const { card, threeDSCardPan } = gateway.settings;
  const names = ['usual', 'FORCE_TDS', 'FORCE_FULL_TDS'];
  const registered = await Promise.all(
    [...names, ...(threeDSCardPan === undefined ? [] : [cardFor3DS])].map(async (name) => {
      if (name === 'usual' || name === cardFor3DS)
        return { name, mdOrder: (await newOrder(gateway)).mdOrder };
      const answer = await gateway.ask('register.do', anOrder({ features: name }));
      return { name, mdOrder: memberOf(answer.answer.json, 'orderId') };
    }),
  );
  return Promise.all(
    registered.flatMap(({ name, mdOrder }) =>
      typeof mdOrder === 'string'
        ? [
            payWithCard(
              gateway,
              { mdOrder },
              {
                $PAN: name === cardFor3DS ? threeDSCardPan : card.pan,
              },
            ).then((payment) => ({
              name,
              order: { mdOrder },
              payment,
            })),
          ]
        : [],
    ),
  );
}

const cardFor3DS = 'card for 3DS';

function isAddressIfAny(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function without(...names: readonly string[]): Parameters {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}

/** The same address, whatever its query: that may name the order. */
function leadsTo(wanted: string, url: string): boolean {
  const [a, b] = [URL.parse(wanted), URL.parse(url)];
  return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}
