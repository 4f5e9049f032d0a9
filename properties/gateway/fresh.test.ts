import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { GatewayClient, Parameters } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { paidToStore } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  likenessIn,
  orderPaid,
  readStatus,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  type Category,
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1 and 3.1: what is new is new, whatever was there before.

/** What may have become of an order. */
type Deed = (gateway: GatewayClient, order: { readonly mdOrder: string }) => Promise<unknown>;

const deeds: Readonly<Record<string, Deed>> = {
  registered: async () => undefined,
  paid: (gateway, order) => payWithCard(gateway, order),
  'paid with more': (gateway, order) =>
    payWithCard(gateway, order, {
      jsonParams: { payment: 'of another' },
      TEXT: 'BEA NOVAK',
      email: 'bea@shop.example',
      bindingNotNeeded: true,
      ip: '192.0.2.99',
    }),
  declined: (gateway, order) => {
    const { declinedCardPan } = gateway.settings;
    return payWithCard(gateway, order, { $PAN: declinedCardPan });
  },
  'refused a payment': (gateway, order) => payWithCard(gateway, order, { $PAN: undefined }),
};

/** Everything that a registration can say, in other words than usual. */
const rich = (clientId: string): Parameters => ({
  amount: 77_77,
  description: 'Another thing altogether',
  language: 'de',
  ip: '192.0.2.99',
  clientId,
  cardholderName: 'BEA NOVAK',
  failUrl: 'https://other.example/failed',
  returnUrl: 'https://other.example/paid',
  jsonParams: { note: 'of another', [`n${uniqueNumber(9)}`]: '1' },
});

check(
  'gateway.fresh.shows-the-same',
  'shows a new order like the first one, whatever became of others',
  async ({ gateway, session }) => {
    const { otherMerchant } = session.target;
    const registrations = ['register.do', 'registerPreAuth.do'] as const;
    await forEvery(
      Object.entries(deeds).map(([name, deed], index) => ({
        name,
        deed,
        operation: registrations[index % 2] ?? 'register.do',
      })),
      ({ name, operation }) => `${operation} after another was ${name}`,
      async ({ name, deed, operation }) => {
        const clientId = aClientId();
        const begin = async (): Promise<readonly [Exchange, Exchange]> => {
          const order = await newOrder(gateway, {}, operation);
          const unpaid = await readStatus(gateway, order);
          promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');
          return [unpaid, await readStatus(gateway, order)];
        };
        const before = await begin();

        for (const other of registrations) {
          await deed(gateway, await newOrder(gateway, rich(clientId), other));
        }
        if (otherMerchant !== undefined) {
          await gateway.as({ login: otherMerchant }).ask('register.do', {
            orderNumber: anOrderNumber(),
            ...rich(clientId),
          });
        }

        for (const [step, status] of (await begin()).entries()) {
          const first = before[step] as Exchange;
          const words = sentExpectedGot([first, status], `what was shown before one was ${name}`);
          expect(likenessIn(status), words).toEqual(likenessIn(first));
        }
      },
    );
  },
);

check(
  'gateway.fresh.shows-the-same',
  'shows an order that stores a card again like the one that stored it first',
  async ({ gateway }) => {
    await forEvery(
      ['COMMON', 'RECURRENT', 'INSTALLMENT'] as readonly Category[],
      (category) => `a credential of category ${category}`,
      async (category) => {
        const clientId = aClientId();
        const statuses: Exchange[] = [];
        for (const owner of [clientId, clientId, aClientId(), clientId]) {
          const order = await paidToStore(gateway, owner, category);
          if (isNotOffered(order)) return;
          if (owner === clientId) statuses.push(await readStatus(gateway, order));
        }

        const [first, ...others] = statuses as [Exchange, ...Exchange[]];
        for (const status of others) {
          const words = sentExpectedGot([first, status], 'the same as of the first one');
          expect(likenessIn(status), words).toEqual(likenessIn(first));
        }
      },
    );
  },
);

check(
  'gateway.fresh.shows-the-same',
  'shows of a charge nothing that was sent along with an earlier one of its credential',
  async ({ gateway }) => {
    await forEvery(
      ways.filter(
        ({ makes }) => makes === 'recurrentPayment.do' || makes === 'installmentPayment.do',
      ),
      ({ name }) => `a charge ${name}`,
      async ({ prepare }) => {
        const pay = await prepare(gateway);
        if (pay === undefined) return;
        const told = `t${uniqueNumber(9)}`;
        const pairs = { description: `For ${told}`, additionalParameters: { [told]: told } };
        const earlier = await pay(11_00, pairs);
        if (earlier.order === undefined) return;

        // Of none of the parameters is it said that it may be left out.
        for (const part of [
          { additionalParameters: undefined, description: undefined },
          { additionalParameters: { seat: 'aisle' } },
        ]) {
          const { acts, order } = await pay(12_00, part);
          if (order === undefined) continue;
          const shown = [...acts, await readStatus(gateway, order)];
          const words = sentExpectedGot([...earlier.acts, ...shown], `nothing of ${told}`);
          const texts = shown.map(({ answer }) => JSON.stringify(answer.json ?? null));
          expect(
            texts.some((text) => text.includes(told)),
            words,
          ).toBe(false);
        }
      },
    );
  },
);

/** What has a registration refused. Document 3, parts 4.1 and 5. */
const spoilt: Readonly<Record<string, (gateway: GatewayClient) => GatewayClient | Parameters>> = {
  'without an orderNumber': () => ({ orderNumber: undefined }),
  'without an amount': () => ({ amount: undefined }),
  'without a returnUrl': () => ({ returnUrl: undefined }),
  'by nobody': (gateway) => gateway.as({}),
};

check(
  'gateway.fresh.shows-the-same',
  'shows of a new order nothing that was sent with one that was refused',
  async ({ gateway }) => {
    const registrations = ['register.do', 'registerPreAuth.do'] as const;
    // The same in all that are refused: what is left of one may come up in any order.
    const told = `t${uniqueNumber(9)}`;
    await forEvery(
      Object.entries(spoilt).flatMap(([name, spoil]) =>
        registrations.map((operation) => ({ name, spoil, operation })),
      ),
      ({ name, operation }) => `${operation} after one ${name}`,
      async ({ spoil, operation }) => {
        const spoiling = spoil(gateway);
        const [asking, part] =
          'ask' in spoiling ? [spoiling as GatewayClient, {}] : [gateway, spoiling];
        const refusal = await asking.ask(operation, {
          ...anOrder(rich(told)),
          description: `For ${told}`,
          jsonParams: { [told]: told },
          ...part,
        });

        const order = await newOrder(gateway, {}, operation);
        const unpaid = await readStatus(gateway, order);
        promised(await payWithCard(gateway, order), 'gateway.payment-order.succeeds');

        for (const shown of [unpaid, await readStatus(gateway, order)]) {
          const words = sentExpectedGot([refusal, shown], `nothing of ${told}`);
          expect(shown.answer.text.includes(told), words).toBe(false);
        }
      },
    );
  },
);

/** Currencies that a merchant may have beside the usual one, by their ISO 4217 codes. */
const currencies = ['840', '978', '826', '756'];

check(
  'gateway.fresh.default-currency',
  'registers without currency in the same one as before another was named',
  async ({ gateway }) => {
    await forEvery(
      ['register.do', 'registerPreAuth.do'] as const,
      (operation) => operation,
      async (operation) => {
        const before = await readStatus(gateway, await newOrder(gateway, {}, operation));
        const usual = memberOf(before.answer.json, 'currency');
        if (isUnset(usual)) return;
        const others = currencies.filter((currency) => currency !== String(usual));
        const named = await firstTaken(others, (currency) =>
          gateway.ask(operation, anOrder({ currency })),
        );
        if (named === undefined) return;

        const after = await readStatus(gateway, await newOrder(gateway, {}, operation));

        const words = sentExpectedGot([before, named, after], `the currency ${String(usual)}`);
        expect(memberOf(after.answer.json, 'currency'), words).toBe(usual);
      },
    );
  },
);

/** The answer to the first of several values that is taken. */
async function firstTaken(
  values: readonly string[],
  ask: (value: string) => Promise<Exchange>,
): Promise<Exchange | undefined> {
  for (const value of values) {
    const answer = await taken(ask(value));
    if (answer !== undefined) return answer;
  }
  return undefined;
}

check(
  'gateway.fresh.live-apart',
  'leaves an order as it is whatever becomes of its twin, and pays it for itself',
  async ({ gateway }) => {
    const usual = await orderPaid(gateway);
    await forEvery(
      Object.entries(deeds).map(([name, deed], index) => ({
        name,
        deed,
        part: index % 2 === 0 ? {} : { clientId: aClientId(), description: 'Two tickets' },
      })),
      ({ name, part }) => `beside a twin that was ${name}, with ${JSON.stringify(part)}`,
      async ({ name, deed, part }) => {
        const [twin, one] = [await newOrder(gateway, part), await newOrder(gateway, part)];
        const before = await readStatus(gateway, one);

        await deed(gateway, twin);
        const after = await readStatus(gateway, one);
        const stays = sentExpectedGot([before, after], `what was shown before one was ${name}`);
        expect(likenessIn(after), stays).toEqual(likenessIn(before));

        const left = await readStatus(gateway, twin);
        const payment = await payWithCard(gateway, one);
        const status = await readStatus(gateway, one);
        const words = sentExpectedGot([payment, status], 'paid like any other');
        expect(standingIn(status), words).toEqual(standingIn(usual.status));
        const again = await readStatus(gateway, twin);
        const twins = sentExpectedGot([left, again], 'what was shown before the other was paid');
        expect(likenessIn(again), twins).toEqual(likenessIn(left));
      },
    );
  },
);
