import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { valuesFor } from '../../fixtures/fields/parameters.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, orderThatStores, planOf } from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  isNotOffered,
  payWithCard,
  promised,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { expectAmountsOf } from './amounts.ts';

// Document 3, parts 2 and 8: small and large amounts, long texts, texts in any script, long lists.

/** Minor units: where binary fractions, 32 bits, nine and more digits and 53 bits end. */
const amounts = [
  1,
  4_35,
  29,
  1_999_99,
  99_999_999,
  100_000_000,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 + 1,
  10 ** 10 + 29,
  10 ** 12 - 1,
  2 ** 53 - 1,
];

check(
  'gateway.size.amounts',
  'pays exactly the amount, however small or large, or refuses it',
  async ({ gateway }) => {
    await forEvery(
      ways,
      ({ name }) => name,
      async (way) => {
        const pay = await way.prepare(gateway);
        if (pay === undefined) return;
        for (const amount of amounts.slice(0, repeated(amounts.length))) {
          const { order } = await pay(amount);
          if (order === undefined) continue;
          const status = await statusOf(gateway, order);
          // The bank may have declined it.
          if (reportsPaid(status)) expectAmountsOf(status, amount, way);
        }
      },
    );
  },
);

const texts = [
  'Überweisung für Åse Ñandú, ŁÓDŹ',
  'Δύο εισιτήρια για την Αθήνα',
  'Два билета до Софии',
  '两张去马德里的票',
  'ორი ბილეთი',
  'two 🎟 to 𝔐adrid',
  'a + b & c = 100 % "d" \\ e; f/g?',
  'x'.repeat(598),
  `${'ñ'.repeat(596)}ab`,
] as const;

check(
  'gateway.size.texts',
  'shows the description and the parameters of an order as they were sent',
  async ({ gateway }) => {
    await forEvery(
      texts,
      (text) => `${text.slice(0, 40)} (${text.length} characters)`,
      async (description) => {
        const jsonParams = { note: description, [description.slice(0, 30)]: 'a name' };
        const turn = describing[texts.indexOf(description) % describing.length];
        for (const way of new Set([turn, ways[0]])) {
          const isCharge = way?.makes.startsWith('register') !== true;
          const part = { description, ...(isCharge ? {} : { jsonParams }) };
          const pay = await way?.prepare(gateway);
          const { order } = (await pay?.(15_00, part)) ?? {};
          if (order === undefined) continue;
          const status = await statusOf(gateway, order);
          expectShown(status, 'orderDescription', description);
          if (!isCharge) expectParameters(status, jsonParams);
        }
      },
    );
  },
);

/** Ways whose orders have a description. */
const describing = ways.filter(({ makes }) => makes !== 'industryPractice/paymentOrder.do');

/** What is shown at all is shown as it was sent. Document 3, part 4.6. */
function expectShown(status: Exchange, path: string, sent: string): void {
  const shown = memberOf(status.answer.json, path);
  if (!isUnset(shown)) expect(shown, sentExpectedGot(status, `${path} as sent`)).toBe(sent);
}

function expectParameters(status: Exchange, sent: Readonly<Record<string, string>>): void {
  const shown = memberOf(status.answer.json, 'merchantOrderParams');
  for (const item of Array.isArray(shown) ? (shown as unknown[]) : []) {
    const name = String(memberOf(item, 'name'));
    const as = sentExpectedGot(status, `the value of ${name} as sent`);
    if (Object.hasOwn(sent, name)) expect(memberOf(item, 'value'), as).toBe(sent[name]);
  }
}

/** Texts with a longest length, but for those that are an address of any kind. Part 4. */
const longTexts = (['register.do', 'paymentorder.do', 'instantPayment.do'] as const).flatMap(
  (operation) =>
    gatewayRequests[operation].rules
      .filter(({ rule, name }) => rule === 'longest' && !/url$|^(ip|email)$/i.test(name))
      .map((rule) => ({ operation, rule })),
);

check(
  'gateway.size.lengths-in-characters',
  'takes as many letters outside ASCII as others, wherever it takes one',
  async ({ gateway }) => {
    await forEvery(
      longTexts,
      ({ operation, rule: { name } }) => `${name} of ${operation}`,
      async ({ operation, rule }) => {
        const { name, requirement } = rule;
        const most = rule.length ?? 0;
        const ask = async (write: (text: string) => string): Promise<Exchange | undefined> => {
          const valid = await validGatewayRequest(gateway, operation);
          if (isNotOffered(valid)) return undefined;
          const [value = ''] = valuesFor(rule, uniqueNumber(9)).map(String);
          return valid.send({ ...valid.parameters, [name]: write(value) });
        };
        const one = await ask((text) => `${text.slice(0, 9)}é`);
        if (one === undefined || !isGatewaySuccess(one)) return;

        const all = await ask((text) => text.slice(0, 9).padEnd(most, 'é'));

        if (all === undefined) return;
        if (!isGatewaySuccess(all)) {
          const plain = await ask((text) => text);
          if (plain !== undefined) promised(plain, requirement);
        }
        const words = sentExpectedGot([one, all], `success, as with one such letter in ${name}`);
        expect(isGatewaySuccess(all), words).toBe(true);
      },
    );
  },
);

check(
  'gateway.size.lists',
  'lists every stored credential of a customer who has many',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const wanted = repeated(25);
    for (let stored = 0; stored < wanted; stored += 1) {
      const order = await orderThatStores(gateway, clientId, planOf.INSTALLMENT);
      if (isNotOffered(order)) return skip(order.missing);
      await payWithCard(gateway, order);
    }

    const list = await listOf(gateway, clientId, 'I');

    const ids = new Set(bindingsIn(list).map((one) => memberOf(one, 'bindingId')));
    expect(ids.size, sentExpectedGot(list, `${wanted} stored credentials`)).toBe(wanted);
  },
);

check(
  'gateway.size.names-apart',
  'tells customers and orders apart whose names begin alike or differ in one letter',
  async ({ gateway }) => {
    await forEvery(
      namesAlike,
      ({ because }) => because,
      async ({ owner, other }) => {
        const start = aClientId();
        const [mine, theirs] = [owner(start), other(start)];
        const order = await orderThatStores(gateway, mine);
        if (isNotOffered(order)) return;
        await payWithCard(gateway, order);

        const [own, list] = [await listOf(gateway, mine, 'C'), await listOf(gateway, theirs, 'C')];

        if (!isGatewaySuccess(own) || bindingsIn(own).length === 0) return;
        const none = sentExpectedGot([own, list], 'no credential of another customer');
        expect(bindingsIn(list).length, none).toBe(0);
        await expectOwnOrders(gateway, start);
      },
    );
  },
);

interface NamesAlike {
  readonly because: string;
  readonly owner: (start: string) => string;
  readonly other: (start: string) => string;
}

const namesAlike: readonly NamesAlike[] = [
  { because: 'one is the beginning', owner: (start) => `${start}1`, other: (start) => start },
  { because: 'one goes on', owner: (start) => start, other: (start) => `${start}1` },
  {
    because: 'the last of 255 characters differs',
    owner: (start) => start.padEnd(254, 'x').concat('a'),
    other: (start) => start.padEnd(254, 'x').concat('b'),
  },
  {
    because: 'one has a leading zero',
    owner: (start) => start.replace('client-', ''),
    other: (start) => start.replace('client-', '0'),
  },
  {
    because: 'letters outside ASCII differ',
    owner: (start) => `${start}-Δ`,
    other: (start) => `${start}-Ω`,
  },
];

/** Two orders whose numbers differ in their last character are two. */
async function expectOwnOrders(gateway: GatewayClient, start: string): Promise<void> {
  const numbers = [`${anOrderNumber()}${start.slice(-4)}`, anOrderNumber()].flatMap((one) => [
    `${one}1`,
    `${one}2`,
  ]);
  for (const [index, orderNumber] of numbers.entries()) {
    const amount = 10_00 + index;
    const act = await gateway.ask('register.do', anOrder({ orderNumber, amount }));
    expect(act).toGoWell();
    const mdOrder = memberOf(act.answer.json, 'orderId');
    const status = await statusOf(gateway, { mdOrder: String(mdOrder) });
    const shown = memberOf(status.answer.json, 'amount');
    if (isUnset(shown)) continue;
    expect(Number(shown), sentExpectedGot([act, status], `amount ${amount}`)).toBe(amount);
  }
}
