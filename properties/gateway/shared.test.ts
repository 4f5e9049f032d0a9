import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { aBillingPayer } from '../../fixtures/builders/gateway-objects.ts';
import { inLetters } from '../../fixtures/builders/names.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, typeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  likenessIn,
  orderOf,
  readStatus,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { type Way, ways } from '../../fixtures/worlds/gateway-ways.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import { categories, payWithCard } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1 and 2.2: an order and a stored credential are known by their ids. What else two have in
// common makes neither of them the other.

/**
 * What two orders may have in common. Each parameter stands in two rows, and no other one in both of them: whoever is
 * known by it is told apart by any other in one of the two.
 */
const common: readonly {
  readonly registration: readonly string[];
  readonly payment: readonly string[];
}[] = [
  { registration: ['clientId', 'amount', 'description', 'jsonParams'], payment: [] },
  { registration: ['clientId', 'returnUrl', 'failUrl', 'ip', 'cardholderName'], payment: ['ip'] },
  { registration: ['amount', 'returnUrl'], payment: ['TEXT', 'email'] },
  { registration: ['description', 'failUrl', 'ip'], payment: ['TEXT', 'billingPayerData', 'ip'] },
  { registration: ['jsonParams', 'cardholderName'], payment: ['email', 'billingPayerData'] },
];

check(
  'gateway.shared.each-keeps-its-own',
  'shows and pays each of two orders that have something in common for itself',
  async ({ gateway }) => {
    await forEvery(
      common,
      ({ registration, payment }) =>
        `two orders with the same ${[...registration, ...payment].join(', ')}`,
      async (alike) => {
        const one = { registration: aRegistration(31_01), payment: aPayment() };
        const other = {
          registration: { ...aRegistration(47_03), ...pick(one.registration, alike.registration) },
          payment: { ...aPayment(), ...pick(one.payment, alike.payment) },
        };
        const register = ({ registration }: typeof one) =>
          taken(gateway.ask('register.do', registration));
        const pay = (order: { readonly mdOrder: string }, { payment }: typeof one) =>
          taken(payWithCard(gateway, order, payment));
        // Whether each of the parameters is taken is the affair of other requirements.
        const first = await register(one);
        if (first === undefined) return;
        const before = await readStatus(gateway, orderOf(first));

        const second = await register(other);

        if (second === undefined) return;
        const acts = [first, second];
        const names = acts.flatMap(({ answer }) => [
          memberOf(answer.json, 'orderId'),
          memberOf(answer.json, 'formUrl'),
        ]);
        const apart = sentExpectedGot(acts, 'an order and a formUrl of its own for each');
        expect(new Set(names).size, apart).toBe(4);
        const payment = await pay(orderOf(second), other);
        if (payment === undefined) return;
        acts.push(payment);
        const paid = await readStatus(gateway, orderOf(second));
        expectItsOwn(acts, paid, other.registration);
        const after = await readStatus(gateway, orderOf(first));
        const stays = sentExpectedGot([...acts, before, after], 'what was shown of the first');
        expect(likenessIn(after), stays).toEqual(likenessIn(before));

        const late = await pay(orderOf(first), one);
        if (late === undefined) return;
        acts.push(late);
        expectItsOwn(acts, await readStatus(gateway, orderOf(first)), one.registration);
        const again = await readStatus(gateway, orderOf(second));
        const kept = sentExpectedGot([...acts, paid, again], 'what was shown of the second');
        expect(likenessIn(again), kept).toEqual(likenessIn(paid));
      },
    );
  },
);

/** Where a payment takes a name and a value of the merchant, if it does. Parts 2.4, 4.5 and 4.6. */
function noteFor(makes: GatewayOperation, note: string): Parameters {
  if (makes === 'recurrentPayment.do') return { additionalParameters: { note } };
  const isBare = makes === 'installmentPayment.do' || makes === 'industryPractice/paymentOrder.do';
  return isBare ? {} : { jsonParams: { note } };
}

/** After an order, for each purpose that may come several times. Part 4.7. */
const inSeveral: readonly (Way & { readonly tii?: string })[] = ways.flatMap((way) =>
  way.makes === 'industryPractice/paymentOrder.do'
    ? ['IPI', 'IPD', 'IPN'].map((tii) => ({ ...way, tii }))
    : [way],
);

check(
  'gateway.shared.each-keeps-its-own',
  'shows each of three payments that have their means in common for itself',
  async ({ gateway }) => {
    await forEvery(
      inSeveral,
      ({ name, makes, tii }) => `three payments by ${makes} ${name}${tii ? ` for ${tii}` : ''}`,
      async ({ makes, prepare, tii }) => {
        const pay = await prepare(gateway);
        if (pay === undefined) return;
        const paid: { order: { readonly mdOrder: string }; status: Exchange; amount: number }[] =
          [];
        // The sum of two of them is none of them.
        for (const amount of [11_01, 5_02, 7_04].slice(0, repeated(3))) {
          const note = noteFor(makes, `of ${amount}`);
          const { acts, order } = await pay(amount, { ...note, ...(tii && { tii }) });
          // How many payments a bank lets pass is not said.
          if (order === undefined || !acts.every(isGatewaySuccess)) break;
          paid.push({ order, amount, status: await readStatus(gateway, order) });
        }

        for (const { order, amount, status } of paid) {
          const { isPaid, amount: shown = String(amount), approved } = standingIn(status);
          if (!isPaid) continue;
          const words = sentExpectedGot(
            status,
            `amount ${amount}, of which all or nothing is shown`,
          );
          expect([shown, approved === 0 ? amount : approved], words).toEqual([`${amount}`, amount]);
          const later = await readStatus(gateway, order);
          const same = sentExpectedGot([status, later], 'what was shown before the other payments');
          expect(notesIn(later), same).toEqual(notesIn(status));
          expect(standingIn(later), same).toEqual(standingIn(status));
        }
      },
    );
  },
);

/** The values of what was sent along with a payment. */
function notesIn({ answer }: Exchange): unknown[] {
  const params = memberOf(answer.json, 'merchantOrderParams');
  const items: readonly unknown[] = Array.isArray(params) ? params : [];
  return items
    .filter((one) => memberOf(one, 'name') === 'note')
    .map((one) => memberOf(one, 'value'));
}

/** Every parameter of an order that says something about it, none as another order has it. Part 4.1. */
function aRegistration(amount: number): Parameters {
  const own = uniqueNumber(9);
  return anOrder({
    amount,
    clientId: aClientId(),
    description: `Tickets ${own}`,
    returnUrl: `https://shop.example/paid/${own}`,
    failUrl: `https://shop.example/failed/${own}`,
    ip: `192.0.2.${Number(own.slice(-2)) + 1}`,
    cardholderName: `ANA ${inLetters(own)}`,
    jsonParams: { note: own },
  });
}

/** The same of a payment. Part 4.3. */
function aPayment(): Parameters {
  const own = uniqueNumber(9);
  return {
    TEXT: `ANA ${inLetters(own)}`,
    email: `${own}@shop.example`,
    billingPayerData: { ...aBillingPayer(), payerCombinedName: `Ana ${inLetters(own)}` },
    jsonParams: { seat: own },
    ip: `198.51.100.${Number(own.slice(-2)) + 1}`,
  };
}

function pick(from: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Paid, and with what it was registered with, where that is shown. Part 4.6. */
function expectItsOwn(acts: readonly Exchange[], status: Exchange, sent: Parameters): void {
  const words = sentExpectedGot([...acts, status], 'a paid order with what it was registered with');
  expect(reportsPaid(status), words).toBe(true);
  for (const [path, value] of [
    ['orderNumber', sent['orderNumber']],
    ['amount', sent['amount']],
    ['orderDescription', sent['description']],
    ['bindingInfo.clientId', sent['clientId']],
  ] as const) {
    const shown = memberOf(status.answer.json, path);
    if (!isUnset(shown)) expect(String(shown), words).toBe(String(value));
  }
  const params = memberOf(status.answer.json, 'merchantOrderParams');
  for (const pair of Array.isArray(params) ? (params as unknown[]) : []) {
    if (memberOf(pair, 'name') === 'note')
      expect(memberOf(pair, 'value'), words).toBe(memberOf(sent['jsonParams'], 'note'));
  }
}

check(
  'gateway.shared.each-keeps-its-own',
  'lists and charges the credential of each of two customers with one card for itself',
  async ({ gateway }) => {
    await forEvery(
      categories,
      (category) => `${category} credentials of one card`,
      async (category) => {
        const [one, other] = [
          await storedBy(gateway, category, aClientId()),
          await storedBy(gateway, category, aClientId()),
        ];
        // Storing needs a permission. Part 4.4.
        if (one?.bindingId === undefined || other?.bindingId === undefined) return;
        const stored = [...one.acts, ...other.acts];
        const apart = sentExpectedGot(stored, 'a credential of its own for each customer');
        expect(one.listed.includes(other.bindingId), apart).toBe(false);

        // The first and the last of them, whoever looks for one by its card.
        for (const { clientId, bindingId } of [one, other]) {
          const use = await usedBy(gateway, category, { clientId, bindingId });
          if (!reportsPaid(use)) continue;
          const words = sentExpectedGot([...stored, use], `${clientId} and the credential of it`);
          for (const [path, wanted] of [
            ['bindingInfo.clientId', clientId],
            ['bindingInfo.bindingId', bindingId],
          ] as const) {
            const shown = memberOf(use.answer.json, path);
            if (!isUnset(shown)) expect(shown, words).toBe(wanted);
          }
        }

        const kept = await listOf(gateway, one.clientId, typeOf[category]);
        const still = sentExpectedGot([...stored, kept], 'what was listed before');
        expect(bindingIdsIn(kept), still).toEqual(expect.arrayContaining([one.bindingId]));
      },
    );
  },
);

check(
  'gateway.shared.each-keeps-its-own',
  'lists and charges the credential of each of two cards of one customer for itself',
  async ({ gateway, threeDSCardPan: $PAN }) => {
    await forEvery(
      categories,
      (category) => `${category} credentials of one customer`,
      async (category) => {
        const clientId = aClientId();
        // Whether such a card is stored without 3DS is the affair of merchant and bank. Part 4.4.
        const twin = await storedBy(gateway, category, aClientId(), { $PAN });
        const one = await storedBy(gateway, category, clientId);
        if (one?.bindingId === undefined || twin?.bindingId === undefined) return;
        const other = await storedBy(gateway, category, clientId, { $PAN });
        if (other === undefined || !reportsPaid(other.status)) return;
        const stored = [...twin.acts, ...one.acts, ...other.acts];
        const apart = sentExpectedGot(stored, 'a credential of its own for each card');
        const fresh = other.listed.filter((each) => !one.listed.includes(each));
        expect(fresh.length, apart).toBe(1);
        expect(other.listed, apart).toEqual(expect.arrayContaining([...one.listed]));
        const [named, mask] = [
          memberOf(other.status.answer.json, 'bindingInfo.bindingId'),
          memberOf(other.status.answer.json, 'cardAuthInfo.maskedPan'),
        ];
        if (!isUnset(named)) expect(named, apart).toBe(fresh[0]);

        // The first and the last of them, whoever looks for one by its customer.
        const ofOne = memberOf(one.status.answer.json, 'cardAuthInfo.maskedPan');
        for (const [bindingId, foreign] of [
          [one.bindingId, mask],
          [String(fresh[0]), ofOne],
        ] as const) {
          const use = await usedBy(gateway, category, { clientId, bindingId });
          if (!reportsPaid(use)) continue;
          const words = sentExpectedGot([...stored, use], 'the card and the credential named');
          const shown = memberOf(use.answer.json, 'bindingInfo.bindingId');
          if (!isUnset(shown)) expect(shown, words).toBe(bindingId);
          const card = memberOf(use.answer.json, 'cardAuthInfo.maskedPan');
          if (!isUnset(card) && mask !== ofOne) expect(card, words).not.toBe(foreign);
        }
      },
    );
  },
);
