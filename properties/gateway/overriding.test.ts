import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { otherThan, paymentOutcomeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { readStatus, shared, standingIn } from '../../fixtures/worlds/gateway-sameness.ts';
import {
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 4.3 and 4.4: of two parameters that say the same, one overrides the other, whatever that is.

interface Row {
  readonly what: string;
  /** The outcome of a payment with both; undefined where there is nothing to compare. */
  readonly pay: (gateway: GatewayClient) => Promise<readonly Exchange[] | undefined>;
}

const credential = (gateway: GatewayClient) => storedCredential(gateway);

/** What stands as bindingId beside a pan: part 4.4 does not say that there must be such a credential. */
const bindings: Readonly<
  Record<string, (known: { bindingId: string; clientId: string }) => Parameters>
> = {
  'that nobody has': ({ bindingId, clientId }) => ({ bindingId: otherThan(bindingId), clientId }),
  'that nobody has, of no customer': ({ bindingId }) => ({ bindingId: otherThan(bindingId) }),
  'of the customer': ({ bindingId, clientId }) => ({ bindingId, clientId }),
  'of no customer': ({ bindingId }) => ({ bindingId }),
};

const rows: readonly Row[] = [
  ...Object.entries(bindings).map(([whose, part]) => ({
    what: `pan beside a bindingId ${whose}`,
    pay: async (gateway: GatewayClient) => {
      const [stored, instant] = await Promise.all([
        credential(gateway),
        validGatewayRequest(gateway, 'instantPayment.do'),
      ]);
      if (isNotOffered(stored) || isNotOffered(instant)) return undefined;
      const { bindingId, clientId } = part(stored);
      const sent = { ...instant.parameters, orderNumber: anOrderNumber() };
      const act = await instant.send({ ...sent, clientId, bindingId });
      const plain = async (): Promise<Exchange> =>
        instant.send({ ...sent, orderNumber: anOrderNumber(), clientId });
      return outcomesOf(gateway, act, plain);
    },
  })),
  ...(
    [
      ['another year', () => ({ YYYY: '2001' })],
      ['a year long ahead', () => ({ YYYY: '2199' })],
      ['no year and no month', () => ({ YYYY: undefined, MM: undefined })],
      ['no year and another month', (month) => ({ YYYY: undefined, MM: otherMonth(month) })],
      ['no month and another year', () => ({ YYYY: '2001', MM: undefined })],
    ] satisfies (readonly [string, (month: string) => Parameters])[]
  ).map(([what, part]) => ({
    what: `$EXPIRY beside ${what}`,
    pay: async (gateway: GatewayClient) => {
      const $EXPIRY = gateway.settings.card.expiry;
      const order = await newOrder(gateway);
      const act = await payWithCard(gateway, order, { ...part($EXPIRY.slice(4)), $EXPIRY });
      return [act, await readStatus(gateway, order)];
    },
  })),
];

check(
  'gateway.optional.what-is-overridden',
  'pays by what overrides another parameter, whatever that one holds',
  async ({ gateway }) => {
    const usual = shared(async () => {
      const order = await newOrder(gateway);
      promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');
      return readStatus(gateway, order);
    });
    await forEvery(
      rows,
      ({ what }) => what,
      async ({ what, pay }) => {
        const acts = await pay(gateway);
        const status = acts?.at(-1);
        if (acts === undefined || status === undefined) return;
        const words = sentExpectedGot(acts, `paid with ${what}, as without that`);
        expect(standingIn(status).isPaid, words).toBe(standingIn(await usual()).isPaid);
      },
    );
  },
);

/** What overrides the data of the card that pays, and is none that does; undefined where there is none such. */
const wrongOnes: readonly {
  readonly what: string;
  /** One outcome with what is overridden left out, and one with it right. */
  readonly pay: (gateway: GatewayClient) => Promise<readonly [Exchange, Exchange] | undefined>;
}[] = [
  ...(
    [
      ['a month that is over', () => '200101'],
      ['another month', (expiry: string) => `${expiry.slice(0, 4)}${otherMonth(expiry.slice(4))}`],
      ['another year', (expiry: string) => `${Number(expiry.slice(0, 4)) + 1}${expiry.slice(4)}`],
    ] as const
  ).map(([what, wrong]) => ({
    what: `an $EXPIRY of ${what}`,
    pay: async (gateway: GatewayClient) => {
      const { expiry } = gateway.settings.card;
      const pay = async (part: Parameters): Promise<Exchange> => {
        const order = await newOrder(gateway);
        await payWithCard(gateway, order, { ...part, $EXPIRY: wrong(expiry) });
        return readStatus(gateway, order);
      };
      const right = { YYYY: expiry.slice(0, 4), MM: expiry.slice(4) };
      return [await pay({ YYYY: undefined, MM: undefined }), await pay(right)] as const;
    },
  })),
  {
    what: 'a pan that is declined',
    pay: async (gateway) => {
      const { declinedCardPan: pan } = gateway.settings;
      const [stored, instant] = await Promise.all([
        credential(gateway),
        validGatewayRequest(gateway, 'instantPayment.do'),
      ]);
      if (pan === undefined || isNotOffered(stored) || isNotOffered(instant)) return undefined;
      const { bindingId, clientId } = stored;
      const pay = async (part: Parameters): Promise<Exchange> => {
        const sent = { ...instant.parameters, orderNumber: anOrderNumber(), clientId, pan };
        return paymentOutcomeOf(gateway, await instant.send({ ...sent, ...part }));
      };
      return [await pay({}), await pay({ bindingId })] as const;
    },
  },
];

check(
  'gateway.optional.what-is-overridden',
  'pays nothing by what is overridden where what overrides it pays nothing alone',
  async ({ gateway }) => {
    await forEvery(
      wrongOnes,
      ({ what }) => what,
      async ({ what, pay }) => {
        const [alone, both] = (await pay(gateway)) ?? [];
        // The bank may not mind.
        if (alone === undefined || both === undefined || reportsPaid(alone)) return;
        const words = sentExpectedGot([alone, both], `not paid with ${what}, as with that alone`);
        expect(reportsPaid(both), words).toBe(false);
      },
    );
  },
);

function otherMonth(month: string): string {
  return month === '12' ? '11' : '12';
}

/** What became of an instant payment; nothing where a plain one is not paid at once, or names no order. */
async function outcomesOf(
  gateway: GatewayClient,
  act: Exchange,
  plain: () => Promise<Exchange>,
): Promise<readonly Exchange[] | undefined> {
  const outcome = await paymentOutcomeOf(gateway, act);
  if (isGatewaySuccess(act) && reportsPaid(outcome)) return [act, outcome];
  const usual = await plain();
  const isUsual = reportsPaid(await paymentOutcomeOf(gateway, usual));
  return isUsual ? [usual, act, outcome] : undefined;
}
