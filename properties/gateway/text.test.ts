import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import {
  addresses,
  composed,
  leadsBackTo,
  textOfLength,
  texts,
} from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isGatewaySuccess, type Parameters } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { orderOf, readStatus, shared, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  chargeRequest,
  isNotOffered,
  newOrder,
  payWithCard,
  storedCredential,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 2.4 and 4.6: texts come back as they were sent. One that is refused is not
// changed, and what a status does not show is not judged.

/** Where a text is sent, and where it is shown. */
interface Place {
  readonly name: string;
  /** The most characters; part 4.1. */
  readonly most: number;
  readonly registration: (text: string) => Parameters;
  readonly payment?: (text: string) => Parameters;
  readonly shownIn: (status: unknown, text: string) => unknown;
  readonly form?: (text: unknown) => unknown;
}

const places: readonly Place[] = [
  {
    name: 'description',
    most: 598,
    registration: (description) => ({ description }),
    shownIn: (status) => memberOf(status, 'orderDescription'),
  },
  {
    name: 'a value of jsonParams',
    most: 1024,
    registration: (note) => ({ jsonParams: { first: '1', note, last: '3' } }),
    shownIn: (status) => pairIn(status, 'note'),
  },
  {
    name: 'a name of jsonParams',
    most: 255,
    registration: (name) => ({ jsonParams: { first: '1', [name]: '2', last: '3' } }),
    shownIn: (status, text) =>
      pairIn(status, 'first') === undefined
        ? undefined
        : (namesIn(status).find((name) => composed(name) === composed(text)) ?? 'no such name'),
  },
  {
    name: 'clientId',
    most: 255,
    registration: (clientId) => ({ clientId }),
    shownIn: (status) => memberOf(status, 'bindingInfo.clientId'),
  },
  {
    name: 'orderNumber',
    most: 36,
    registration: (text) => ({ orderNumber: `${text.slice(0, 26)}${uniqueNumber(9)}` }),
    shownIn: (status) => memberOf(status, 'orderNumber'),
  },
  {
    name: 'TEXT',
    most: 512,
    registration: () => ({}),
    payment: (text) => ({ TEXT: text }),
    shownIn: (status) => memberOf(status, 'cardAuthInfo.cardholderName'),
    // The holder's name may be shown in capitals.
    form: (text) => (typeof text === 'string' ? text.normalize('NFC').toUpperCase() : text),
  },
];

const rows = places.flatMap((place) => [
  ...Object.entries(texts).map(([what, text]) => ({ place, what, text })),
  ...[place.most, Math.min(place.most, 256), Math.min(place.most, 300)].map((length) => ({
    place,
    what: `${length} characters`,
    text: textOfLength(length),
  })),
]);

check(
  'gateway.text.comes-back',
  'shows the texts of an order as they were sent',
  async ({ gateway }) => {
    await forEvery(
      rows,
      ({ place, what }) => `${place.name} with ${what}`,
      async ({ place, text }) => {
        const order = anOrder(place.registration(text));
        const answer = await taken(gateway.ask('register.do', order));
        if (answer === undefined) return;
        const { payment } = place;
        if (payment !== undefined) {
          const paid = await payWithCard(gateway, orderOf(answer), payment(text));
          if (!isGatewaySuccess(paid)) return;
        }

        const status = await readStatus(gateway, orderOf(answer));

        const wanted = place.name === 'orderNumber' ? order.orderNumber : text;
        const shown = place.shownIn(status.answer.json, wanted);
        if (isUnset(shown)) return;
        const { form = composed } = place;
        const words = sentExpectedGot([answer, status], `${place.name} ${JSON.stringify(wanted)}`);
        expect(form(shown), words).toEqual(form(wanted));
      },
    );
  },
);

check(
  'gateway.text.comes-back',
  'shows the texts of a charge as they were sent',
  async ({ gateway }) => {
    const credential = shared(() => storedCredential(gateway, 'RECURRENT'));
    await forEvery(
      Object.entries(texts),
      ([what]) => `description and additionalParameters with ${what}`,
      async ([, text]) => {
        const stored = await credential();
        if (isNotOffered(stored)) return;
        const charge = await chargeRequest(gateway, 'recurrentPayment.do', stored);

        const additionalParameters = { first: '1', note: text, last: '3' };
        const sent = { ...charge, description: text, additionalParameters };
        const answer = await taken(gateway.ask('recurrentPayment.do', sent));

        if (answer === undefined) return;
        const status = memberOf(answer.answer.json, 'orderStatus');
        for (const shown of [memberOf(status, 'orderDescription'), pairIn(status, 'note')]) {
          if (isUnset(shown)) continue;
          const words = sentExpectedGot(answer, `the text ${JSON.stringify(text)}`);
          expect(composed(shown), words).toEqual(composed(text));
        }
      },
    );
  },
);

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
        judged += 1;
        const words = sentExpectedGot(payment, `redirect ${address}, whatever is added`);
        expect(leadsBackTo(address, redirect), words).toBe(true);
      },
    );
    if (judged === 0) skip('a payment shows no redirect to the shop');
  },
);

type Pair = readonly [string, (unique: string) => readonly [string, string]];

/** Two texts that differ in one character, in one place or another. */
const pairs: readonly Pair[] = [
  ['the last character', (unique) => [`client-${unique}1`, `client-${unique}2`]],
  ['one more character', (unique) => [`client-${unique}`, `client-${unique}0`]],
  ['the first character', (unique) => [`a-${unique}`, `b-${unique}`]],
  ['a leading zero', (unique) => [`7${unique}`, `07${unique}`]],
  ['the 33rd character', (unique) => [`${unique.padEnd(32, 'x')}1`, `${unique.padEnd(32, 'x')}2`]],
  ['the 36th character', (unique) => [`${unique.padEnd(35, 'x')}1`, `${unique.padEnd(35, 'x')}2`]],
  ['a sign', (unique) => [`a-${unique}`, `a_${unique}`]],
];
const longer: readonly Pair[] = [65, 129, 255].map((length) => [
  `character ${length}`,
  (unique) => [`${unique.padEnd(length - 1, 'x')}1`, `${unique.padEnd(length - 1, 'x')}2`],
]);
const inCase: readonly Pair[] = [
  ['case', (unique) => [`Ana-${unique}`, `ana-${unique}`]],
  ['the case of the last letter', (unique) => [`${unique}-ana`, `${unique}-anA`]],
  ['an accent', (unique) => [`José-${unique}`, `Jose-${unique}`]],
];

for (const [id, title, those] of [
  ['gateway.text.told-apart', 'one character', [...pairs, ...longer]],
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
          const stored = await storedCredential(gateway, 'COMMON', one);
          if (isNotOffered(stored)) {
            missing = stored.missing;
            return;
          }

          const answer = await gateway.ask('getBindings.do', { clientId: other, bindingType: 'C' });

          const { bindingId } = stored;
          const listed = JSON.stringify(answer.answer.json).includes(`"${bindingId}"`);
          const words = sentExpectedGot(answer, `no credential of one who differs in ${where}`);
          expect(listed, words).toBe(false);
        },
      );
      if (missing !== undefined) skip(missing);
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

/** The value of a free pair that a status shows. */
function pairIn(status: unknown, name: string): unknown {
  return memberOf(
    paramsIn(status).find((pair) => memberOf(pair, 'name') === name),
    'value',
  );
}

function namesIn(status: unknown): readonly unknown[] {
  return paramsIn(status).map((pair) => memberOf(pair, 'name'));
}

function paramsIn(status: unknown): readonly unknown[] {
  const pairs = memberOf(status, 'merchantOrderParams');
  return Array.isArray(pairs) ? (pairs as unknown[]) : [];
}
