import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { gatewayAnswerSummary, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Field } from '../../fixtures/fields/field.ts';
import { shownOfCredential } from '../../fixtures/fields/gateway.ts';
import {
  clientWithAll,
  listOf,
  orderThatStores,
  paidToStore,
  payByBinding,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import {
  bindingsIn,
  categories,
  credentialsOf,
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { bindingIdsIn, listing, listingAtLeast, listingNone, notListing } from './outcomes.ts';

// Document 3, part 4.6: getBindings.do.

check(
  'gateway.get-bindings.lists-what-was-stored',
  'lists a stored credential for its clientId',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const order = await paidToStore(gateway, clientId);
    if (isNotOffered(order)) return skip(order.missing);
    const status = await statusOf(gateway, order);

    const list = await listOf(gateway, clientId, 'C');

    const id = 'gateway.get-bindings.lists-what-was-stored';
    expect(list).toGoWell();
    expect(list).toShow(listingAtLeast(id, 1));
    // Where the order tells which credential it stored, it is that one.
    const stored = memberOf(status.answer.json, 'bindingInfo.bindingId');
    if (typeof stored === 'string') expect(list).toShow(listing(id, stored));
  },
);

check(
  'gateway.get-bindings.lists-what-was-stored',
  'lists what the later of two orders stored of one card',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const first = await paidToStore(gateway, clientId);
    if (isNotOffered(first)) return skip(first.missing);
    const second = await paidToStore(gateway, clientId);
    if (isNotOffered(second)) return skip(second.missing);

    const [status, list] = await Promise.all([
      statusOf(gateway, second),
      listOf(gateway, clientId, 'C'),
    ]);

    // Storing a card again may replace what was stored before, so the earlier order is not asked.
    const stored = memberOf(status.answer.json, 'bindingInfo.bindingId');
    if (typeof stored !== 'string') return skip('the order status names no stored credential');
    expect(list).toShow(listing('gateway.get-bindings.lists-what-was-stored', stored));
  },
);

check(
  'gateway.get-bindings.lists-what-was-stored',
  'lists what payments with bindingNotNeeded false stored',
  async ({ gateway, skip }) => {
    const [customer, other] = [aClientId(), aClientId()];
    const [usual, storing] = await Promise.all([
      newOrder(gateway, { clientId: customer }),
      orderThatStores(gateway, other),
    ]);
    const orders = [
      { mdOrder: usual.mdOrder, clientId: customer },
      ...(isNotOffered(storing) ? [] : [{ ...storing, clientId: other }]),
    ];

    // It may store the card of any order: it did so where the order names a credential.
    const named = await Promise.all(
      orders.map(async (order) => {
        const payment = await payWithCard(gateway, order, { bindingNotNeeded: false });
        promised(payment, 'gateway.payment-order.takes-binding-not-needed');
        const status = await statusOf(gateway, order);
        const bindingId = memberOf(status.answer.json, 'bindingInfo.bindingId');
        return typeof bindingId === 'string' && bindingId !== ''
          ? [{ status, bindingId, stored: await credentialsOf(gateway, order.clientId) }]
          : [];
      }),
    );

    const all = named.flat();
    if (all.length === 0) return skip('no order status names a stored credential');
    for (const { status, bindingId, stored } of all)
      expect(stored, sentExpectedGot(status, 'a bindingId that is listed')).toContain(bindingId);
  },
);

for (const features of ['FORCE_CREATE_BINDING', 'VERIFY']) {
  check(
    'gateway.get-bindings.lists-what-was-stored',
    `still lists a credential that paid for an order with ${features}`,
    async ({ gateway, skip }) => {
      const credential = await storedCredential(gateway);
      if (isNotOffered(credential)) return skip(credential.missing);
      const { clientId } = credential;
      const registered = await gateway.ask('register.do', anOrder({ clientId, features }));
      if (!isGatewaySuccess(registered))
        return skip(
          `register.do does not accept ${features}; the features listed there are examples (part 4.1)`,
        );

      // There is no card to be stored then: the payment may be refused, and the list goes on.
      await payByBinding(gateway, { mdOrder: textAt(registered, 'orderId') }, credential);

      const list = await listOf(gateway, clientId, 'C');
      expect(list).toGoWell();
      expect(list).toShow(listingAtLeast('gateway.get-bindings.lists-what-was-stored', 1));
    },
  );
}

check(
  'gateway.get-bindings.members-are-shown',
  'shows the members of each credential',
  async ({ gateway, skip }) => {
    const client = await clientWithAll(gateway);
    if (isNotOffered(client)) return skip(client.missing);

    const lists = await Promise.all(
      categories.map((category) => listOf(gateway, client.clientId, typeOf[category])),
    );

    for (const list of lists) {
      promisedToShow(list, listingAtLeast('gateway.get-bindings.lists-what-was-stored', 1));
      for (const one of shownOfCredential) expect(list).toShow(one);
    }
  },
);

for (const [id, category] of [
  ['gateway.get-bindings.type-c', 'COMMON'],
  ['gateway.get-bindings.type-r', 'RECURRENT'],
  ['gateway.get-bindings.type-i', 'INSTALLMENT'],
] as const) {
  const type = typeOf[category];
  check(id, `lists only credentials of its type for ${type}`, async ({ gateway, skip }) => {
    const client = await clientWithAll(gateway);
    if (isNotOffered(client)) return skip(client.missing);
    const otherTypes = categories.filter((one) => one !== category).map((one) => typeOf[one]);

    const [list, ...others] = await Promise.all([
      listOf(gateway, client.clientId, type),
      ...otherTypes.map((other) => listOf(gateway, client.clientId, other)),
    ]);

    expect(list).toShow(listingAtLeast(id, 1));
    expect(list).toShow(onlyOf(category, id));
    const foreign = others.flatMap(({ answer }) => bindingIdsIn(answer.json));
    expect(list).toShow(notListing(id, ...foreign));
  });
}

check(
  'gateway.get-bindings.without-type',
  'is asked for credentials without a bindingType',
  async ({ gateway, observe, skip }) => {
    const client = await clientWithAll(gateway);
    if (isNotOffered(client)) return skip(client.missing);

    const list = await listOf(gateway, client.clientId);

    const found = bindingsIn(list).map((one) => String(memberOf(one, 'bindingCategory')));
    observe(`${gatewayAnswerSummary(list)}: ${found.toSorted().join(', ') || 'none'}`);
  },
);

check(
  'gateway.get-bindings.other-type',
  'is asked for credentials of bindingType X',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const list = await listOf(gateway, credential.clientId, 'X');

    observe(`${gatewayAnswerSummary(list)}: credentials listed: ${bindingsIn(list).length}`);
  },
);

check(
  'gateway.get-bindings.none',
  'is asked for the credentials of a customer who has none',
  async ({ gateway, observe }) => {
    const list = await listOf(gateway, aClientId(), 'C');

    const bindings = memberOf(list.answer.json, 'bindings');
    const shown = Array.isArray(bindings) ? 'an empty list' : 'no list';
    observe(`${gatewayAnswerSummary(list)}, ${shown}`);
  },
);

check(
  'gateway.get-bindings.unknown-client',
  'lists no credential for a clientId that nobody has',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    promisedToShow(
      await listOf(gateway, credential.clientId, 'C'),
      listing('gateway.get-bindings.lists-what-was-stored', credential.bindingId),
    );

    const list = await listOf(gateway, aClientId(), 'C');

    expect(list).toShow(listingNone('gateway.get-bindings.unknown-client'));
  },
);

check(
  'gateway.get-bindings.hides-the-number',
  'answers no full card number',
  async ({ gateway, skip }) => {
    const { pan } = gateway.settings.card;
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);

    const list = await listOf(gateway, credential.clientId, 'C');

    promised(list, 'gateway.get-bindings.succeeds');
    expect(list).toShow({
      requirement: 'gateway.get-bindings.hides-the-number',
      path: 'the answer',
      wanted: 'no full card number',
      isJudgedIn: () => true,
      problemIn: () =>
        list.answer.text.includes(pan) ? 'it holds the number of the card' : undefined,
    });
  },
);

/** Every credential that tells its category is of this one. */
function onlyOf(category: string, requirement: Field['requirement']): Field {
  return {
    requirement,
    path: 'bindings[].bindingCategory',
    wanted: `${category}, if any`,
    isJudgedIn: () => true,
    problemIn: (json) => {
      const bindings = memberOf(json, 'bindings');
      const shown = Array.isArray(bindings)
        ? bindings.map((one) => memberOf(one, 'bindingCategory') ?? category)
        : [];
      return shown.every((one) => one === category) ? undefined : 'another category is listed';
    },
  };
}
