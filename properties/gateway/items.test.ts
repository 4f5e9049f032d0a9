import { aPaymentFacilitator } from '../../fixtures/builders/gateway-objects.ts';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { without, withValue } from '../../fixtures/builders/spoil.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  orderOf,
  orderPaid,
  readStatus,
  shared,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { newOrder, payWithCard } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.4 and 4.4: of a list each item counts, and in which order things stand does not.

/** What is wrong with one item of subMerchants. */
const wrongItems: Readonly<Record<string, (item: object) => object>> = {
  'without name': (item) => without(item, 'name'),
  'without subMerchantId': (item) => without(item, 'subMerchantId'),
  'without address': (item) => without(item, 'address'),
  'without a city': (item) => without(item, 'address.city'),
  'with a name that is too long': (item) => withValue(item, 'name', 'x'.repeat(41)),
};

check(
  'gateway.items.each-sub-merchant-is-judged',
  'judges the second and the third of subMerchants like the first',
  async ({ gateway }) => {
    await forEvery(
      Object.entries(wrongItems),
      ([what]) => `an item ${what}`,
      async ([what, spoil]) => {
        const order = await newOrder(gateway);
        const whole = aPaymentFacilitator();
        const [item] = whole.subMerchants;
        const pay = (at?: number): Promise<Exchange> => {
          const items = [0, 1, 2].map((index) => {
            const one = { ...item, subMerchantId: `4000${index}`, name: `Corner shop ${index}` };
            return index === at ? spoil(one) : one;
          });
          const paymentFacilitator = { ...whole, subMerchants: items };
          return payWithCard(gateway, order, { paymentFacilitator });
        };
        const first = await pay(0);
        if (isGatewaySuccess(first)) return;

        for (const at of [1, 2]) {
          const answer = await pay(at);
          const words = sentExpectedGot(
            [first, answer],
            `no success, as with the first item ${what}`,
          );
          expect(isGatewaySuccess(answer), words).toBe(false);
        }
        const right = await pay();
        // That an object with three items is taken is no more than can be expected.
        if (!isGatewaySuccess(right)) return;
        const status = await readStatus(gateway, order);
        expect(standingIn(status).isPaid, sentExpectedGot([right, status], 'paid')).toBe(true);
      },
    );
  },
);

check(
  'gateway.items.each-pair-is-kept',
  'shows each of many pairs of jsonParams',
  async ({ gateway }) => {
    await forEvery(
      [1, 2, 3, 7, 20],
      (count) => `${count} pairs`,
      async (count) => {
        const numbers = Array.from({ length: count }, (_, index) => index);
        const jsonParams = Object.fromEntries(
          numbers.map((index) => [`name${index}`, `value ${index % 3}`]),
        );
        const answer = await taken(gateway.ask('register.do', anOrder({ jsonParams })));
        if (answer === undefined) return;

        const status = await readStatus(gateway, orderOf(answer));

        const params = memberOf(status.answer.json, 'merchantOrderParams');
        if (!Array.isArray(params)) return;
        const shown = new Map(
          params.map((pair) => [memberOf(pair, 'name'), memberOf(pair, 'value')]),
        );
        // Where none is shown, nothing is told of any.
        if (!Object.keys(jsonParams).some((name) => shown.has(name))) return;
        for (const [name, value] of Object.entries(jsonParams)) {
          const words = sentExpectedGot([answer, status], `${name} with ${value}`);
          expect(shown.get(name), words).toBe(value);
        }
      },
    );
  },
);

/** Pairs that are longer than names and values may be. Document 3, part 2.4. */
const wrongPairs: Readonly<Record<string, readonly [string, string]>> = {
  'a value of 1025 characters': ['note', 'x'.repeat(1025)],
  'a name of 256 characters': ['n'.repeat(256), 'two tickets'],
};

check(
  'gateway.items.each-pair-is-judged',
  'judges the second and the third of three pairs like the first',
  async ({ gateway }) => {
    await forEvery(
      Object.entries(wrongPairs),
      ([what]) => what,
      async ([what, wrong]) => {
        const register = (at?: number): Promise<Exchange> => {
          const pairs = [0, 1, 2].map((index) =>
            index === at ? wrong : [`name${index}`, 'a seat'],
          );
          return gateway.ask('register.do', anOrder({ jsonParams: Object.fromEntries(pairs) }));
        };
        const first = await register(0);
        if (isGatewaySuccess(first) || !isGatewaySuccess(await register())) return;

        for (const at of [1, 2]) {
          const answer = await register(at);
          const words = sentExpectedGot([first, answer], `no success, as with ${what} first`);
          expect(isGatewaySuccess(answer), words).toBe(false);
        }
      },
    );
  },
);

/** Parameters in another order than usual; credentials stand first in any case. */
function turned(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).toReversed());
}

/** A registration in which something stands in another order, or twice. */
const orders: Readonly<
  Record<string, (gateway: GatewayClient) => readonly [Parameters, Parameters]>
> = {
  'parameters in reverse': () => {
    const part = { description: 'Two tickets', clientId: aClientId(), ip: '192.0.2.7' };
    return [anOrder(part), turned(anOrder(part))];
  },
  'features in reverse': () => {
    const features = ['VERIFY', 'FORCE_SSL'];
    return [anOrder({ features }), anOrder({ features: features.toReversed() })];
  },
  'a feature twice': () => [
    anOrder({ features: ['VERIFY'] }),
    anOrder({ features: ['VERIFY', 'VERIFY'] }),
  ],
  'a feature twice behind another': () => [
    anOrder({ features: ['FORCE_SSL', 'VERIFY'] }),
    anOrder({ features: ['FORCE_SSL', 'VERIFY', 'FORCE_SSL'] }),
  ],
};

check(
  'gateway.items.order-makes-no-difference',
  'registers and pays alike in whatever order parameters and features stand',
  async ({ gateway }) => {
    const plain = shared(() => orderPaid(gateway));
    await forEvery(
      Object.entries(orders),
      ([what]) => what,
      async ([what, twinsOf]) => {
        const statuses: Exchange[] = [];
        for (const order of twinsOf(gateway)) {
          const answer = await taken(gateway.ask('register.do', order));
          if (answer === undefined) {
            // The first is refused where the feature is not on offer; the other one is refused alike.
            await plain();
            if (statuses.length === 0) return;
          }
          const expected = `success, as without ${what}`;
          expect(answer !== undefined, sentExpectedGot(statuses, expected)).toBe(true);
          const named = orderOf(answer as Exchange);
          await payWithCard(gateway, named);
          statuses.push(await readStatus(gateway, named));
        }

        const [first, other] = statuses as [Exchange, Exchange];
        const words = sentExpectedGot([first, other], `the same as without ${what}`);
        expect(standingIn(other), words).toEqual(standingIn(first));
      },
    );
  },
);
