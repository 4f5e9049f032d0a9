import { z } from 'zod';
import {
  aClientId,
  anOrder,
  anOrderNumber,
  installmentPlan,
  recurrentPlan,
} from '../../fixtures/builders/gateway.ts';
import { maskedLike, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import type { CardNumber } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { fieldWhere } from '../../fixtures/fields/field.ts';
import {
  clientWithAll,
  listOf,
  orderThatStores,
  paidToStore,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  bindingsIn,
  isNotOffered,
  isPaid,
  payWithCard,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import {
  bindingIdsIn,
  listing,
  listingAtLeast,
  listingNone,
  notListing,
  unpaid,
} from './outcomes.ts';

// Document 3, parts 2.2 and 4.6: what a stored credential is and how one comes to be.

check(
  'gateway.binding.masked-pan-hides-digits',
  'hides digits of the card number in maskedPan',
  async ({ gateway, skip }) => {
    const { pan } = gateway.settings.card;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const list = await listOf(gateway, credential.clientId, 'C');

    promised(list, 'gateway.get-bindings.succeeds');
    expect(list).toShow(
      fieldWhere(
        'gateway.binding.masked-pan-hides-digits',
        'bindings[].maskedPan',
        'not every digit of the card number, if any',
        hidesDigitsOf(pan),
      ),
    );
  },
);

check(
  'gateway.binding.masked-pan-hides-digits',
  'hides digits of the card number in the status of the order that stored it',
  async ({ gateway, skip }) => {
    const { pan } = gateway.settings.card;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const status = await statusOf(gateway, credential.order);

    // Part 4.6 lists pan beside maskedPan, so that one may be the number.
    expect(status).toShow(
      fieldWhere(
        'gateway.binding.masked-pan-hides-digits',
        'cardAuthInfo.maskedPan',
        'not every digit of the card number, if any',
        hidesDigitsOf(pan),
      ),
    );
  },
);

check(
  'gateway.binding.masked-pan-fits-the-card',
  'begins and ends maskedPan like the card number',
  async ({ gateway, skip }) => {
    const { pan } = gateway.settings.card;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const list = await listOf(gateway, credential.clientId, 'C');

    const fits = z.string().refine((mask) => {
      const [first = ''] = /^\d*/.exec(mask) ?? [];
      const [last = ''] = /\d*$/.exec(mask) ?? [];
      return pan.startsWith(first) && pan.endsWith(last);
    });
    promised(list, 'gateway.get-bindings.succeeds');
    expect(list).toShow(
      fieldWhere(
        'gateway.binding.masked-pan-fits-the-card',
        'bindings[].maskedPan',
        'first and last digits of the card that was paid with, if any',
        fits.nullish(),
      ),
    );
  },
);

check(
  'gateway.binding.expiry-date-is-the-cards',
  'shows the expiry that the card was paid with',
  async ({ gateway, skip }) => {
    const { expiry } = gateway.settings.card;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const list = await listOf(gateway, credential.clientId, 'C');

    promised(list, 'gateway.get-bindings.succeeds');
    expect(list).toShow(
      fieldWhere(
        'gateway.binding.expiry-date-is-the-cards',
        'bindings[].expiryDate',
        `${expiry}, if any`,
        z.literal([expiry, Number(expiry), '']).nullish(),
      ),
    );
  },
);

// Each category comes before each other one in one of the two.
for (const [title, inTurn] of [
  ['a common, a recurrent and an installment', ['COMMON', 'RECURRENT', 'INSTALLMENT']],
  ['an installment, a recurrent and then a common', ['INSTALLMENT', 'RECURRENT', 'COMMON']],
] as const) {
  check(
    'gateway.binding.several-categories',
    `keeps ${title} credential of one card`,
    async ({ gateway, skip }) => {
      const client = await clientWithAll(gateway, inTurn);
      if (isNotOffered(client)) return skip(client.missing);

      const [common, recurrent, installment] = await Promise.all([
        listOf(gateway, client.clientId, 'C'),
        listOf(gateway, client.clientId, 'R'),
        listOf(gateway, client.clientId, 'I'),
      ]);

      expect(common).toShow(listingAtLeast('gateway.binding.several-categories', 1));
      expect(recurrent).toShow(listingAtLeast('gateway.binding.several-categories', 1));
      expect(installment).toShow(listingAtLeast('gateway.binding.several-categories', 1));
    },
  );
}

check(
  'gateway.binding.several-installments',
  'keeps two installment credentials of one card',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const first = await paidToStore(gateway, clientId, 'INSTALLMENT');
    if (isNotOffered(first)) return skip(first.missing);
    const second = await paidToStore(gateway, clientId, 'INSTALLMENT');
    if (isNotOffered(second)) return skip(second.missing);

    const list = await listOf(gateway, clientId, 'I');

    expect(list).toShow(listingAtLeast('gateway.binding.several-installments', 2));
  },
);

check(
  'gateway.binding.belongs-to-its-client',
  'lists a stored credential for its customer only',
  async ({ gateway, skip }) => {
    const [owner, another] = await Promise.all([
      storedCredential(gateway),
      storedCredential(gateway),
    ]);
    if (isNotOffered(owner)) return skip(owner.missing);
    if (isNotOffered(another)) return skip(another.missing);

    const [own, others] = await Promise.all([
      listOf(gateway, owner.clientId, 'C'),
      listOf(gateway, another.clientId, 'C'),
    ]);

    expect(own).toShow(listing('gateway.binding.belongs-to-its-client', owner.bindingId));
    expect(others).toShow(notListing('gateway.binding.belongs-to-its-client', owner.bindingId));
  },
);

check(
  'gateway.binding.belongs-to-its-client',
  'lists it for nobody whose clientId begins like that of its customer',
  async ({ gateway, skip }) => {
    const owner = await storedCredential(gateway);
    if (isNotOffered(owner)) return skip(owner.missing);

    const lists = await Promise.all(
      [`${owner.clientId}1`, owner.clientId.slice(0, -1)].map((clientId) =>
        listOf(gateway, clientId, 'C'),
      ),
    );

    for (const list of lists) {
      expect(list).toShow(notListing('gateway.binding.belongs-to-its-client', owner.bindingId));
    }
  },
);

check(
  'gateway.binding.ids-differ',
  'gives every stored credential a bindingId of its own',
  async ({ gateway, skip }) => {
    const [first, second, client] = await Promise.all([
      storedCredential(gateway),
      storedCredential(gateway),
      clientWithAll(gateway),
    ]);
    if (isNotOffered(first)) return skip(first.missing);
    if (isNotOffered(second)) return skip(second.missing);
    if (isNotOffered(client)) return skip(client.missing);

    // One list of all types, for a credential may stand in the lists of several.
    const list = await listOf(gateway, client.clientId);

    const bindingIds = [first.bindingId, second.bindingId, ...bindingIdsIn(list.answer.json)];
    expect(new Set(bindingIds).size, 'different bindingIds').toBe(bindingIds.length);
  },
);

check(
  'gateway.binding.cards-apart',
  'stores two cards that only the digits amid their numbers tell apart',
  async ({ gateway, skip }) => {
    const { pan } = gateway.settings.card;
    const far = await storedBeside(gateway, unknownNumberLike(pan as CardNumber));
    const near = await storedBeside(gateway, maskedLike(pan));
    if (far === undefined || near === undefined)
      return skip('needs a gateway that stores any card, whatever its number');

    const words = sentExpectedGot(
      near.acts,
      `${far.count} credentials, as of ones that end differently`,
    );
    expect(near.count, words).toBe(far.count);
  },
);

/** How many credentials a customer has whose test card and another one are stored; undefined where they do not pay. */
async function storedBeside(
  gateway: GatewayClient,
  another: string,
): Promise<{ readonly count: number; readonly acts: readonly Exchange[] } | undefined> {
  const clientId = aClientId();
  const acts: Exchange[] = [];
  for (const $PAN of [gateway.settings.card.pan, another]) {
    const order = await orderThatStores(gateway, clientId);
    if (isNotOffered(order)) return undefined;
    acts.push(await payWithCard(gateway, order, { $PAN }));
    if (!(await isPaid(gateway, order))) return undefined;
  }
  const list = await listOf(gateway, clientId, 'C');
  return { count: bindingsIn(list).length, acts: [...acts, list] };
}

check(
  'gateway.binding.same-card-again',
  'is asked to store a card twice in the same category',
  async ({ gateway, observe, skip }) => {
    const clientId = aClientId();
    const once = await paidToStore(gateway, clientId);
    if (isNotOffered(once)) return skip(once.missing);
    const twice = await paidToStore(gateway, clientId);
    if (isNotOffered(twice)) return skip(twice.missing);

    const list = await listOf(gateway, clientId, 'C');

    observe(`common credentials of the card: ${bindingIdsIn(list.answer.json).length}`);
  },
);

check(
  'gateway.binding.stored-by-payment',
  'stores a credential when an order with FORCE_CREATE_BINDING is paid',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const order = await orderThatStores(gateway, clientId);
    if (isNotOffered(order)) return skip(order.missing);

    promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');

    expect(await listOf(gateway, clientId, 'C')).toShow(
      listingAtLeast('gateway.binding.stored-by-payment', 1),
    );
  },
);

for (const [id, category, type] of [
  ['gateway.binding.recurrent', 'RECURRENT', 'R'],
  ['gateway.binding.installment', 'INSTALLMENT', 'I'],
] as const) {
  check(
    id,
    `stores a credential of category ${category} when jsonParams say so`,
    async ({ gateway, skip }) => {
      const clientId = aClientId();
      const order = await paidToStore(gateway, clientId, category);
      if (isNotOffered(order)) return skip(order.missing);

      const list = await listOf(gateway, clientId, type);

      expect(list).toShow(listingAtLeast(id, 1));
      expect(list).toShow(
        fieldWhere(
          id,
          'bindings[].bindingCategory',
          `${category}, if any`,
          z.literal(category).nullish(),
        ),
      );
    },
  );
}

for (const missing of Object.keys(installmentPlan)) {
  check(
    'gateway.binding.installment-needs-all',
    `stores no installment credential without ${missing}`,
    async ({ gateway, skip }) => {
      const [complete, clientId] = [aClientId(), aClientId()];
      const stored = await paidToStore(gateway, complete, 'INSTALLMENT');
      if (isNotOffered(stored)) return skip(stored.missing);
      promisedToShow(
        await listOf(gateway, complete, 'I'),
        listingAtLeast('gateway.binding.installment', 1),
      );

      const order = await orderThatStores(gateway, clientId, {
        ...installmentPlan,
        [missing]: undefined,
      });
      // The plan may be looked at when the order is registered or when it is paid.
      if (!isNotOffered(order)) await payWithCard(gateway, order);

      expect(await listOf(gateway, clientId, 'I')).toShow(
        listingNone('gateway.binding.installment-needs-all'),
      );
    },
  );
}

for (const [because, part, features] of [
  ['an order without features', {}, 'FORCE_CREATE_BINDING'],
  ['an order with VERIFY', { features: 'VERIFY' }, 'VERIFY'],
] as const) {
  check(
    'gateway.binding.installment-needs-all',
    `stores no installment credential of a part of a plan by ${because}`,
    async ({ gateway, skip }) => {
      const id = 'gateway.binding.installment-needs-all';
      const whole = await listAfter(gateway, { features, jsonParams: installmentPlan });
      if (bindingIdsIn(whole.answer.json).length === 0) {
        if (features === 'VERIFY')
          return skip('an order that verifies a card need not store an instalment plan (part 4.4)');
        const stored = await storedCredential(gateway, 'INSTALLMENT');
        if (isNotOffered(stored)) return skip(stored.missing);
      }

      const lists = await Promise.all(
        Object.keys(installmentPlan).map((missing) =>
          listAfter(gateway, { ...part, jsonParams: { ...installmentPlan, [missing]: undefined } }),
        ),
      );

      for (const list of lists) expect(list).toShow(listingNone(id));
    },
  );
}

check(
  'gateway.binding.installment-needs-all',
  'stores no installment credential of a part of a plan in one call',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    const listAfterOne = async (plan: Parameters): Promise<Exchange> => {
      const own = { orderNumber: anOrderNumber(), clientId: aClientId(), jsonParams: plan };
      await instant.send({ ...instant.parameters, ...own, features: 'FORCE_CREATE_BINDING' });
      return listOf(gateway, own.clientId, 'I');
    };
    const whole = await listAfterOne(installmentPlan);
    if (bindingIdsIn(whole.answer.json).length === 0)
      return skip('no installment credential is stored in one call');

    const names = Object.keys(installmentPlan);
    const lists = await Promise.all([
      listAfterOne({ installments: installmentPlan.installments }),
      ...names.map((missing) => listAfterOne({ ...installmentPlan, [missing]: undefined })),
    ]);

    for (const list of lists)
      expect(list).toShow(listingNone('gateway.binding.installment-needs-all'));
  },
);

check(
  'gateway.binding.installment-needs-all',
  'stores no installment credential of a part of a plan of a customer who gave a whole one before',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const stored = await paidToStore(gateway, clientId, 'INSTALLMENT');
    if (isNotOffered(stored)) return skip(stored.missing);
    const before = await listOf(gateway, clientId, 'I');
    promisedToShow(before, listingAtLeast('gateway.binding.installment', 1));

    const tried: Exchange[] = [];
    for (const missing of Object.keys(installmentPlan)) {
      const jsonParams = { ...installmentPlan, [missing]: undefined };
      const part = { clientId, features: 'FORCE_CREATE_BINDING', jsonParams };
      const registered = await gateway.ask('register.do', anOrder(part));
      tried.push(registered);
      if (isGatewaySuccess(registered))
        tried.push(await payWithCard(gateway, { mdOrder: textAt(registered, 'orderId') }));
    }

    const after = await listOf(gateway, clientId, 'I');
    const words = sentExpectedGot([before, ...tried, after], 'no other credential than before');
    const known = bindingIdsIn(before.answer.json);
    expect(
      bindingIdsIn(after.answer.json).filter((each) => !known.includes(each)),
      words,
    ).toEqual([]);
  },
);

check(
  'gateway.binding.declined-stores-nothing',
  'stores no credential when the payment is declined',
  async ({ gateway, declinedCardPan, skip }) => {
    const clientId = aClientId();
    const [stored, order] = await Promise.all([
      storedCredential(gateway),
      orderThatStores(gateway, clientId),
    ]);
    if (isNotOffered(stored)) return skip(stored.missing);
    if (isNotOffered(order)) return skip(order.missing);

    await payWithCard(gateway, order, { $PAN: declinedCardPan });

    const id = 'gateway.binding.declined-stores-nothing';
    expect(await statusOf(gateway, order)).toShow(unpaid(id));
    for (const type of ['C', 'R', 'I']) {
      expect(await listOf(gateway, clientId, type)).toShow(listingNone(id));
    }
  },
);

check(
  'gateway.binding.frequency-is-not-validated',
  'stores a recurrent credential for a schedule that makes no sense',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const sensible = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(sensible)) return skip(sensible.missing);

    const registered = await gateway.ask(
      'register.do',
      anOrder({
        clientId,
        features: 'FORCE_CREATE_BINDING',
        jsonParams: { recurringFrequency: 'often', recurringExpiry: 'never' },
      }),
    );
    expect(registered).toGoWell();
    const payment = await payWithCard(gateway, { mdOrder: textAt(registered, 'orderId') });

    expect(payment).toGoWell();
    expect(await listOf(gateway, clientId, 'R')).toShow(
      listingAtLeast('gateway.binding.frequency-is-not-validated', 1),
    );
  },
);

/** How an order is registered and paid that is to store a recurrent credential with a schedule. */
const recurrentWays: Readonly<
  Record<string, Readonly<{ registration: Parameters; payment?: Parameters; isHeld?: boolean }>>
> = {
  'in one phase': { registration: { features: 'FORCE_CREATE_BINDING' } },
  'in two phases': { registration: { features: 'FORCE_CREATE_BINDING' }, isHeld: true },
  'with tii RI': { registration: {}, payment: { tii: 'RI' } },
};

/** What no bank has much use for, and days that are over. */
const schedules: readonly Readonly<{
  recurringFrequency: string;
  recurringExpiry: string;
  isOver?: boolean;
}>[] = [
  { recurringFrequency: '0', recurringExpiry: '20991231' },
  { recurringFrequency: '-28', recurringExpiry: '20991231' },
  { recurringFrequency: '1.5', recurringExpiry: '20990231' },
  { recurringFrequency: '36500', recurringExpiry: '2099-12-31' },
  { recurringFrequency: '999999999999', recurringExpiry: '99999999' },
  { recurringFrequency: 'monthly', recurringExpiry: '31.12.2099' },
  { recurringFrequency: '28', recurringExpiry: 'x'.repeat(300) },
  { recurringFrequency: '10', recurringExpiry: '20200101', isOver: true },
  { recurringFrequency: '28', recurringExpiry: '19991231', isOver: true },
  { recurringFrequency: '366', recurringExpiry: '00000000', isOver: true },
];

check(
  'gateway.binding.frequency-is-not-validated',
  'takes a schedule of any frequency and any day, also of one that is over',
  async ({ gateway }) => {
    await forEvery(
      schedules.flatMap(({ isOver = false, ...jsonParams }) =>
        Object.entries(recurrentWays).map(([name, way]) => ({ name, way, jsonParams, isOver })),
      ),
      ({ name, jsonParams }) => `${JSON.stringify(jsonParams)} ${name}`,
      async ({ way: { registration, payment, isHeld }, jsonParams, isOver }) => {
        const operation = isHeld === true ? 'registerPreAuth.do' : 'register.do';
        const [clientId, another] = [aClientId(), aClientId()];
        const register = (whose: string, plan: Parameters): Promise<Exchange> =>
          gateway.ask(operation, anOrder({ clientId: whose, ...registration, jsonParams: plan }));
        const usual = await register(another, recurrentPlan);
        if (!isGatewaySuccess(usual)) return;
        const registered = await register(clientId, jsonParams);
        const words = sentExpectedGot(registered, 'success: the schedule is not validated');
        expect(isGatewaySuccess(registered), words).toBe(true);
        // What the bank makes of a day that is over is its own affair.
        if (isOver) return;

        const paid = await payWithCard(
          gateway,
          { mdOrder: textAt(registered, 'orderId') },
          payment,
        );

        if (bindingsIn(await listOf(gateway, clientId, 'R')).length > 0) return;
        // Nor may any other be stored in this way, or be listed so soon.
        await payWithCard(gateway, { mdOrder: textAt(usual, 'orderId') }, payment);
        if (bindingsIn(await listOf(gateway, another, 'R')).length === 0) return;
        const list = await listOf(gateway, clientId, 'R');
        const stored = sentExpectedGot([registered, paid, list], 'a recurrent credential');
        expect(bindingsIn(list).length, stored).toBeGreaterThan(0);
      },
    );
  },
);

/**
 * The installment credentials of a customer whose only order is registered and paid, as far as either
 * is taken: a plan may be looked at in both.
 */
async function listAfter(gateway: GatewayClient, part: Parameters): Promise<Exchange> {
  const clientId = aClientId();
  const registered = await gateway.ask('register.do', anOrder({ clientId, ...part }));
  if (isGatewaySuccess(registered))
    await payWithCard(gateway, { mdOrder: textAt(registered, 'orderId') });
  return listOf(gateway, clientId, 'I');
}

/** A masked number from whose beginning and end the card number cannot be put together. Part 2.2. */
function hidesDigitsOf(pan: string) {
  const hides = (mask: string): boolean => {
    const digits = mask.replaceAll(/\D/g, '');
    const [first = ''] = /^\d*/.exec(mask) ?? [];
    const [last = ''] = /\d*$/.exec(mask) ?? [];
    const isOneRun = first.length === mask.length;
    return !digits.includes(pan) && (isOneRun || first.length + last.length < pan.length);
  };
  return z.string().refine(hides).nullish();
}
