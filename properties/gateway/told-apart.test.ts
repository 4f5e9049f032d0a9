import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { longNearTexts, type NearTexts, nearTexts } from '../../fixtures/builders/near-texts.ts';
import { addresses, leadsBackTo } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  paidToStore,
  paymentOutcomeOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, readStatus, shared } from '../../fixtures/worlds/gateway-sameness.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  bindingsIn,
  categories,
  type Category,
  isNotOffered,
  newOrder,
  payWithCard,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 2.2 and 4.1: addresses lead back as they were sent, and what differs in one
// character is told apart.

check(
  'gateway.text.addresses-lead-back',
  'leads back to the address with its query and fragment',
  async ({ gateway, skip }) => {
    const { declinedCardPan } = gateway.settings;
    let judged = 0;
    await forEvery(
      addresses.flatMap((address) => [
        { name: 'returnUrl', address, card: {} },
        ...(declinedCardPan === undefined
          ? []
          : [{ name: 'failUrl', address, card: { $PAN: declinedCardPan } }]),
      ]),
      ({ name, address }) => `${name} ${address}`,
      async ({ name, address, card }) => {
        const order = await newOrder(gateway, { [name]: address });

        const payment = await payWithCard(gateway, order, card);

        const redirect = memberOf(payment.answer.json, 'redirect');
        // A page of the gateway may stand in between; where it leads to, only a browser can tell.
        if (typeof redirect !== 'string' || redirect === '') return;
        if (URL.parse(redirect)?.host === URL.parse(order.formUrl)?.host) return;
        // That whoever was declined is led to failUrl is a recommendation.
        if (name === 'failUrl' && leadsBackTo(anOrder().returnUrl, redirect)) return;
        judged += 1;
        const words = sentExpectedGot(payment, `redirect ${address}, whatever is added`);
        expect(leadsBackTo(address, redirect), words).toBe(true);
      },
    );
    if (judged === 0) skip('a payment shows no redirect to the shop');
  },
);

const pairs = nearTexts('client');
/** The second is the first to whoever searches for it, with a placeholder for a character or for any text. */
const placeholders: readonly NearTexts[] = ['%', '*', '?', '.'].map((placeholder) => [
  `the placeholder ${placeholder}`,
  (unique) => [`ax${unique}`, `a${placeholder}${unique}`],
]);
const inCase: readonly NearTexts[] = [
  ['case', (unique) => [`Ana-${unique}`, `ana-${unique}`]],
  ['the case of the last letter', (unique) => [`${unique}-ana`, `${unique}-anA`]],
  ['an accent', (unique) => [`José-${unique}`, `Jose-${unique}`]],
];

for (const [id, title, those] of [
  ['gateway.text.told-apart', 'one character', [...pairs, ...longNearTexts, ...placeholders]],
  ['gateway.text.case-tells-customers-apart', 'case or an accent', inCase],
] as const) {
  check(
    id,
    `lists no credential of a customer who differs in ${title}`,
    async ({ gateway, skip }) => {
      let missing: string | undefined;
      await forEvery(
        those,
        ([where]) => `clientIds that differ in ${where}`,
        async ([where, pair]) => {
          const [one, other] = pair(uniqueNumber(9));
          const stored = await paidToStore(gateway, one);
          if (isNotOffered(stored)) {
            missing = stored.missing;
            return;
          }

          const [own, theirs] = await Promise.all(
            [one, other].map((clientId) => listOf(gateway, clientId, 'C')),
          );

          const ids = bindingsIn(own as Exchange).map((each) => memberOf(each, 'bindingId'));
          const others = bindingsIn(theirs as Exchange).map((each) => memberOf(each, 'bindingId'));
          const words = sentExpectedGot(
            [own as Exchange, theirs as Exchange],
            `no credential of one who differs in ${where}`,
          );
          expect(
            others.filter((id) => ids.includes(id)),
            words,
          ).toEqual([]);
        },
      );
      if (missing !== undefined) skip(missing);
    },
  );
}

/** Whose orders are paid at once by a credential: in two calls, or in one. Parts 4.4 and 4.6. */
const payers: readonly ((
  gateway: GatewayClient,
  customer: { readonly clientId: string; readonly bindingId: string },
) => Promise<Exchange>)[] = [
  (gateway, customer) => usedBy(gateway, 'COMMON', customer),
  async (gateway, customer) => {
    const { cvc } = gateway.settings.card;
    const sent = anOrder({ ...customer, cvc });
    return paymentOutcomeOf(gateway, await gateway.ask('instantPayment.do', sent));
  },
];

/** Two customers whose names are nearly the same, and what both store. */
interface Neighbours {
  readonly where: string;
  readonly pair: NearTexts[1];
  readonly category: Category;
}

const inTurn = ['COMMON', 'RECURRENT', 'COMMON', 'INSTALLMENT'] as const;
const alsoCommon = new Set(['a leading zero', 'one more character', 'the last of 20 digits']);
const ofOneCharacter = [
  ...[...pairs, ...longNearTexts].map(([where, pair], index): Neighbours => {
    return { where, pair, category: inTurn[index % inTurn.length] ?? 'COMMON' };
  }),
  // Two texts that are the same number: neither customer pays by what the other stored.
  ...pairs
    .filter(([where]) => alsoCommon.has(where))
    .map(([where, pair]): Neighbours => ({ where, pair, category: 'COMMON' })),
];
const ofCase = inCase.flatMap(([where, pair]) =>
  categories.map((category): Neighbours => ({ where, pair, category })),
);

for (const [id, title, rows] of [
  ['gateway.text.told-apart', 'one character', ofOneCharacter],
  ['gateway.text.any-client', 'case or an accent', ofCase],
] as const) {
  const areApart = id === 'gateway.text.told-apart';
  check(
    id,
    `stores the same card for each of two customers who differ in ${title}, lists it and pays with it`,
    async ({ gateway }) => {
      await forEvery(
        rows,
        ({ where, category }) => `a ${category} credential, clientIds that differ in ${where}`,
        async ({ where, pair, category }) => {
          const [first, second] = pair(uniqueNumber(9));
          const usual = await storedBy(gateway, category, aClientId());
          const one = usual && (await storedBy(gateway, category, first));
          // Storing needs a permission, and not every name has to be taken.
          if (usual?.bindingId === undefined || one?.bindingId === undefined) return;
          const other = await storedBy(gateway, category, second);
          if (other === undefined) return;

          const acts = [...one.acts, ...other.acts];
          const listed = sentExpectedGot(
            acts,
            `a credential listed, as for one who differs in ${where}`,
          );
          expect(other.listed.length > 0, listed).toBe(true);
          const named = memberOf(other.status.answer.json, 'bindingInfo.bindingId') ?? '';
          const own = sentExpectedGot(acts, 'an order that names a credential of that list');
          if (named !== '') expect(other.listed, own).toContain(named);
          const kept = await listOf(gateway, first, typeOf[category]);
          const still = sentExpectedGot([...acts, kept], 'what was listed before');
          const now = bindingIdsIn(kept);
          expect(now.length > 0, still).toBe(true);
          // Whoever takes the two for one customer may give a card another credential each time.
          if (areApart) expect(now, still).toContain(one.bindingId);
          if (reportsPaid(await usedBy(gateway, category, usual))) {
            for (const stored of [{ clientId: first, bindingId: now.at(-1) }, other]) {
              const use = await usedBy(gateway, category, stored);
              const words = sentExpectedGot([...acts, use], 'a payment by it, as by any other');
              expect(reportsPaid(use), words).toBe(true);
            }
          }
          if (!areApart || category !== 'COMMON') return;
          if (other.bindingId === undefined) return;
          const others = [
            { clientId: second, own: other.bindingId, foreign: one.bindingId },
            { clientId: first, own: one.bindingId, foreign: other.bindingId },
          ];
          for (const pay of payers) {
            for (const { clientId, own: bindingId, foreign } of others) {
              const bySelf = await pay(gateway, { clientId, bindingId });
              if (!reportsPaid(bySelf)) continue;
              const theirs = await pay(gateway, { clientId, bindingId: foreign });
              const words = sentExpectedGot(
                [...acts, bySelf, theirs],
                'no payment by that of another',
              );
              expect(reportsPaid(theirs), words).toBe(false);
            }
          }
        },
      );
    },
  );
}

check(
  'gateway.text.told-apart',
  'registers orders under numbers that differ in one character',
  async ({ gateway }) => {
    await forEvery(
      pairs,
      ([where]) => `orderNumbers that differ in ${where}`,
      async ([where, pair]) => {
        const statuses: Exchange[] = [];
        for (const orderNumber of pair(uniqueNumber(9))) {
          const order = anOrder({ orderNumber, description: orderNumber });
          const answer = await gateway.ask('register.do', order);
          if (!isGatewaySuccess(answer)) await newOrder(gateway);
          const words = sentExpectedGot(answer, `success: it differs in ${where}`);
          expect(isGatewaySuccess(answer), words).toBe(true);
          statuses.push(await readStatus(gateway, orderOf(answer)));
          const shown = memberOf(statuses.at(-1)?.answer.json, 'orderNumber') ?? orderNumber;
          expect(shown, sentExpectedGot(statuses, 'its own number')).toBe(orderNumber);
        }
      },
    );
  },
);

/** What a program may take for something else, or for nothing. All are texts of letters and digits. */
const names = ['0', '000', '1', 'false', 'true', 'null', 'undefined', 'NaN', '1e9', '0x10'];

check(
  'gateway.text.any-client',
  'stores a card for a customer of any name, and lists it',
  async ({ gateway, skip }) => {
    const usual = shared(() => storesFor(gateway, aClientId()));
    let areNoneStored = false;
    await forEvery(
      names,
      (name) => `the clientId ${name}`,
      async (name) => {
        const { acts, isListed } = await storesFor(gateway, name);
        areNoneStored = !isListed && !(await usual()).isListed;
        if (areNoneStored) return;
        const words = sentExpectedGot(acts, 'a credential stored and listed, as for other names');
        expect(isListed, words).toBe(true);
      },
    );
    if (areNoneStored) skip('no credential is stored for any customer');
  },
);

/** What shops may know customers by. Whether a clientId may have such signs is not said. */
const addressed: readonly ((unique: string) => string)[] = [
  (unique) => `ana+shop-${unique}@example.com`,
  (unique) => `a%2Bb%20${unique}`,
  (unique) => `ana & bea = ${unique}`,
  (unique) => `shop/${unique}?#;"'`,
  (unique) => `Ávila ${unique} 寿司`,
];

check(
  'gateway.text.any-client',
  'lists what it stores for a customer with signs in the clientId, and pays by it',
  async ({ gateway, skip }) => {
    let isAnyTaken = false;
    await forEvery(
      addressed,
      (nameFor) => `the clientId ${nameFor('…')}`,
      async (nameFor) => {
        const clientId = nameFor(uniqueNumber(9));
        const stored = await storedBy(gateway, 'COMMON', clientId);
        const named = memberOf(stored?.status.answer.json, 'bindingInfo.bindingId');
        // Only an order that names what it stored shows that it has stored anything.
        if (stored === undefined || typeof named !== 'string' || named === '') return;
        isAnyTaken = true;

        const words = sentExpectedGot(stored.acts, `${named} in the list of the customer`);
        expect(stored.listed, words).toContain(named);
        const use = await usedBy(gateway, 'COMMON', { clientId, bindingId: named });
        if (reportsPaid(use)) return;
        const other = await storedBy(gateway, 'COMMON', aClientId());
        if (other === undefined || !reportsPaid(await usedBy(gateway, 'COMMON', other))) return;
        const paid = sentExpectedGot([...stored.acts, use], 'an order paid by it, as by others');
        expect(reportsPaid(use), paid).toBe(true);
      },
    );
    if (!isAnyTaken) skip('no order of such a customer names a credential that it stored');
  },
);

/** Whether a customer whose card is to be stored has one listed then. Part 4.6. */
async function storesFor(
  gateway: GatewayClient,
  clientId: string,
): Promise<{ readonly acts: readonly Exchange[]; readonly isListed: boolean }> {
  const order = anOrder({ clientId, features: 'FORCE_CREATE_BINDING' });
  const registered = await gateway.ask('register.do', order);
  if (!isGatewaySuccess(registered)) return { acts: [registered], isListed: false };
  const payment = await payWithCard(gateway, orderOf(registered));
  const list = await listOf(gateway, clientId, 'C');
  return { acts: [registered, payment, list], isListed: bindingsIn(list).length > 0 };
}
