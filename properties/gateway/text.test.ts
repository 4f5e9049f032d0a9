import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { composed, filledUp, textOfLength, texts } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { orderOf, readStatus, shared, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import {
  chargeOf,
  isNotOffered,
  newOrder,
  payWithCard,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1, 2.4 and 4.6: texts come back as they were sent. One that is refused is not
// changed, and what a status does not show is not judged.

/** Where a text is sent, and where it is shown. */
interface Place {
  readonly name: string;
  /** The most characters; parts 2.1, 2.4 and 4. */
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
    registration: (text) => ({ orderNumber: text }),
    shownIn: (status) => memberOf(status, 'orderNumber'),
  },
  {
    name: 'TEXT',
    most: 512,
    registration: () => ({}),
    payment: (text) => ({ TEXT: text }),
    // It may be masked like the number of the card.
    shownIn: (status, text) => {
      const shown = memberOf(status, 'cardAuthInfo.cardholderName');
      return String(shown).includes('*') && !text.includes('*') ? undefined : shown;
    },
    // The holder's name may be shown in capitals.
    form: (text) => (typeof text === 'string' ? text.normalize('NFC').toUpperCase() : text),
  },
];

const lengths = places.flatMap((place) =>
  [...new Set([place.most, Math.min(place.most, 300)])].map((length) => ({
    what: `${length} characters in ${place.name}`,
    at: [place],
    textFor: () => `${uniqueNumber(9)}${textOfLength(length - 9)}`,
  })),
);
/** As long, in more bytes: what is cut behind the last byte that there is room for comes back shorter. */
const lengthsInBytes = places.map((place) => ({
  what: `${place.most} characters outside ASCII in ${place.name}`,
  at: [place],
  textFor: () => filledUp(uniqueNumber(9), place.most),
}));

/** A text in all places at once. */
const everywhere = Object.entries(texts).map(([what, text]) => ({
  what,
  at: places,
  textFor: ({ name }: Place) =>
    name === 'orderNumber' ? `${cut(text, 26)}-${uniqueNumber(9)}` : text,
}));

check(
  'gateway.text.comes-back',
  'shows the texts of an order as they were sent',
  async ({ gateway }) => {
    await forEvery(
      [...lengths, ...lengthsInBytes, ...everywhere],
      ({ what }) => what,
      async ({ at, textFor }) => {
        const sent = at.map((place) => ({ place, text: textFor(place) }));
        if (await comesBack(gateway, sent)) return;
        // One of them may be refused: then each stands for itself.
        for (const one of sent.length > 1 ? sent : []) await comesBack(gateway, [one]);
      },
    );
  },
);

type SentText = Readonly<{ place: Place; text: string }>;

/** Texts that nobody has a reason to leave out, so that they are shown wherever others are. */
const isPlain = /^[\w.]+$/;

/** Whether an order is taken with these texts, which come back as they were sent. */
async function comesBack(gateway: GatewayClient, sent: readonly SentText[]): Promise<boolean> {
  const registered = await shownFor(gateway, sent);
  if (registered === undefined) return false;
  const { acts, status } = registered;
  for (const { place, text } of sent) {
    const shown = place.shownIn(status.answer.json, text);
    if (isUnset(shown)) {
      // What a holder is called is not just any text.
      if (place.payment !== undefined || !isPlain.test(text)) continue;
      const usual = await shownFor(gateway, [{ place, text: `usual-${uniqueNumber(9)}` }]);
      const usually = usual && place.shownIn(usual.status.answer.json, 'usual');
      const words = sentExpectedGot([...acts, status], `${place.name} ${text}, as other texts`);
      expect(isUnset(usually), words).toBe(true);
      continue;
    }
    const { form = composed } = place;
    const words = sentExpectedGot([...acts, status], `${place.name} ${JSON.stringify(text)}`);
    expect(form(shown), words).toEqual(form(text));
  }
  return true;
}

/** The status of an order with these texts; undefined where one of them is not taken. */
async function shownFor(
  gateway: GatewayClient,
  sent: readonly SentText[],
): Promise<{ readonly acts: readonly Exchange[]; readonly status: Exchange } | undefined> {
  const parts = sent.map(({ place, text }) => place.registration(text));
  const pairs = parts.map(({ jsonParams }) => Object.entries(jsonParams ?? {}));
  const jsonParams = Object.fromEntries<unknown>(pairs.flat());
  const order = anOrder({
    ...Object.fromEntries<unknown>(parts.flatMap((one) => Object.entries(one))),
    jsonParams,
  });
  const answer = await taken(gateway.ask('register.do', order));
  if (answer === undefined) return undefined;
  const payments = sent.flatMap(({ place, text }) =>
    place.payment === undefined ? [] : [place.payment(text)],
  );
  for (const part of payments) {
    const payment = await payWithCard(gateway, orderOf(answer), part);
    if (!isGatewaySuccess(payment)) return undefined;
  }
  return { acts: [answer], status: await readStatus(gateway, orderOf(answer)) };
}

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

        const additionalParameters = { first: '1', note: text, last: '3' };
        const part = { description: text, additionalParameters };
        const answer = await taken(chargeOf(gateway, 'recurrentPayment.do', stored, part));

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

/** Codes that are no smaller as a number, and those that are. */
const plainCodes = ['512', '387', '941'];
const codesWithZeros = ['012', '007', '090'];
const payments = ['paymentorder.do', 'instantPayment.do', 'paymentOrderBinding.do'] as const;

check(
  'gateway.text.any-code',
  'takes security codes with leading zeros where it takes any',
  async ({ gateway }) => {
    if (inSmokeOnly()) return;
    const { cvc } = gateway.settings.card;
    await forEvery(
      payments,
      (operation) => operation,
      async (operation) => {
        const pay = await payerWithCode(gateway, operation);
        const plain = plainCodes.find((code) => code !== cvc);
        // The card may have one code: nobody goes on guessing.
        const usual = plain === undefined ? undefined : await pay?.(plain);
        if (pay === undefined || usual?.isPaid !== true) return;
        const acts = [usual.act];
        let isAnyPaid = false;

        // Some may be made to be declined, but not all of them.
        for (const code of codesWithZeros) {
          const { act, isPaid } = await pay(code);
          acts.push(act);
          isAnyPaid = isPaid;
          if (isPaid) break;
        }

        const words = sentExpectedGot(acts, 'a payment with leading zeros as without');
        expect(isAnyPaid, words).toBe(true);
      },
    );
  },
);

/** Pays an order of its own with a security code. */
type PayWithCode = (code: string) => Promise<{ readonly act: Exchange; readonly isPaid: boolean }>;

async function payerWithCode(
  gateway: GatewayClient,
  operation: (typeof payments)[number],
): Promise<PayWithCode | undefined> {
  if (operation === 'instantPayment.do') {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return undefined;
    return async (cvc) => {
      const own = { orderNumber: anOrderNumber(), cvc };
      const act = await instant.send({ ...instant.parameters, ...own });
      return { act, isPaid: await isPaidBy(gateway, orderNamedIn(act)) };
    };
  }
  if (operation === 'paymentorder.do') {
    return async ($CVC) => {
      const order = await newOrder(gateway);
      const act = await payWithCard(gateway, order, { $CVC });
      return { act, isPaid: await isPaidBy(gateway, order) };
    };
  }
  const credential = await storedCredential(gateway);
  if (isNotOffered(credential)) return undefined;
  return async (cvc) => {
    const order = await newOrder(gateway, { clientId: credential.clientId });
    const act = await payByBinding(gateway, order, credential, { cvc });
    return { act, isPaid: await isPaidBy(gateway, order) };
  };
}

async function isPaidBy(
  gateway: GatewayClient,
  order: { readonly mdOrder: string } | undefined,
): Promise<boolean> {
  return order !== undefined && reportsPaid(await readStatus(gateway, order));
}

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

/** The first characters of a text, none of them in two, and no blank at the end. */
function cut(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('').trim();
}
