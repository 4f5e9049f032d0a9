import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  hasCredential,
  orderNamedIn,
  payByBinding,
  planOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { inWords } from '../../fixtures/worlds/gateway-orders.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  type Category,
  chargeOf,
  type Charging,
  isNotOffered,
  newOrder,
  originalOrder,
  payWithCard,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// What document 3 leaves open a target settles for itself, and then in the same way whenever it is asked.

interface History {
  readonly name: string;
  /** What comes of it, in words; undefined where it cannot be made. */
  readonly outcome: (gateway: GatewayClient) => Promise<string | undefined>;
}

const histories: readonly History[] = [
  {
    name: 'a payment after one that was declined',
    outcome: async (gateway) => {
      const { declinedCardPan: $PAN } = gateway.settings;
      if ($PAN === undefined) return undefined;
      const order = await newOrder(gateway);
      await payWithCard(gateway, order, { $PAN });
      return settled(gateway, order, await payWithCard(gateway, order));
    },
  },
  {
    name: 'a payment after six that were declined',
    outcome: async (gateway) => {
      const { declinedCardPan: $PAN } = gateway.settings;
      if ($PAN === undefined) return undefined;
      const order = await newOrder(gateway);
      for (let count = 0; count < 6; count += 1) await payWithCard(gateway, order, { $PAN });
      return settled(gateway, order, await payWithCard(gateway, order));
    },
  },
  {
    name: 'delayed charges on an order that is held',
    outcome: async (gateway) => {
      const { mdOrder: originalMdOrder } = await originalOrder(gateway, {}, 'registerPreAuth.do');
      const charge = { originalMdOrder, orderNumber: anOrderNumber(), tii: 'IPD', amount: 5_00 };
      return summary(gateway, await gateway.ask('industryPractice/paymentOrder.do', charge));
    },
  },
  ...(['COMMON', 'RECURRENT', 'INSTALLMENT'] as const).flatMap((category) => [
    charge('recurrentPayment.do', category),
    charge('installmentPayment.do', category),
  ]),
  {
    name: 'an instant payment by a credential without cvc',
    outcome: async (gateway) => {
      const credential = await reusable(gateway);
      const instant = await validGatewayRequest(gateway, 'instantPayment.do');
      if (credential === undefined || isNotOffered(instant)) return undefined;
      const { bindingId, clientId } = credential;
      const orderNumber = anOrderNumber();
      const by = { orderNumber, bindingId, clientId, pan: undefined, cvc: undefined };
      return summary(gateway, await instant.send({ ...instant.parameters, ...by }));
    },
  },
  {
    name: 'a payment by a credential without cvc',
    outcome: async (gateway) => {
      const credential = await reusable(gateway);
      if (credential === undefined) return undefined;
      const order = await newOrder(gateway, { clientId: credential.clientId });
      const payment = await payByBinding(gateway, order, credential, { cvc: undefined });
      return settled(gateway, order, payment);
    },
  },
  {
    name: 'a payment with another CVC',
    outcome: async (gateway) => {
      const order = await newOrder(gateway);
      const $CVC = gateway.settings.card.cvc === '999' ? '998' : '999';
      return settled(gateway, order, await payWithCard(gateway, order, { $CVC }));
    },
  },
  {
    name: 'the card of a known customer',
    outcome: async (gateway) => {
      const clientId = aClientId();
      const order = await newOrder(gateway, { clientId });
      await payWithCard(gateway, order);
      return (await hasCredential(gateway, clientId)) ? 'stored' : 'not stored';
    },
  },
  registration('an amount of nothing', { amount: 0 }),
  registration('an unknown feature', { features: 'NO_SUCH_FEATURE' }),
  registration('an unsupported language', { language: 'xx' }),
  registration('an unknown parameter', { noSuchParameter: '1' }),
  {
    name: 'what a missing amount is called in English and Spanish',
    outcome: async (gateway) => {
      const messages: string[] = [];
      for (const language of ['en', 'es', 'en', 'es']) {
        const order = anOrder({ amount: undefined, language });
        const { answer } = await gateway.ask('register.do', order);
        messages.push(String(memberOf(answer.json, 'errorMessage')));
      }
      // Each may end with a reference of its own.
      return [wordsOfBoth(messages[0], messages[2]), wordsOfBoth(messages[1], messages[3])].join(
        ' | ',
      );
    },
  },
];

check(
  'gateway.consistency.same-history',
  'settles an open point for the third order as for the first',
  async ({ gateway }) => {
    await forEvery(
      histories,
      ({ name }) => name,
      async ({ name, outcome }) => {
        const first = await outcome(gateway);
        if (first === undefined) return;

        const again = [await outcome(gateway), await outcome(gateway)];

        expect(again, `the same outcome of ${name}, three times`).toEqual([first, first]);
      },
    );
  },
);

check(
  'gateway.consistency.same-history',
  'explains an error in one language to who names none, whatever others have named',
  async ({ gateway }) => {
    const acts: Exchange[] = [];
    for (const language of [undefined, 'de', undefined, 'es', undefined])
      acts.push(await gateway.ask('register.do', anOrder({ amount: undefined, language })));

    const [first, german, second, spanish, third] = acts.map(({ answer }) =>
      String(memberOf(answer.json, 'errorMessage')),
    );
    // Each may end with a reference of its own, so that it counts which it has more words in common with.
    for (const [message, before] of [
      [second, german],
      [third, spanish],
    ] as const) {
      const isAlike = wordsOfBoth(message, first).length >= wordsOfBoth(message, before).length;
      expect(isAlike, sentExpectedGot(acts, `in the words of "${first}"`)).toBe(true);
    }
  },
);

check(
  'gateway.consistency.amounts',
  'registers every amount between two that it registers',
  async ({ gateway }) => {
    const amounts = Array.from({ length: 16 }, (_, digits) => 10 ** digits)
      .flatMap((one) => [one - 1, one])
      .concat(2 ** 31 - 1, 2 ** 31)
      .filter((amount) => amount > 0)
      .toSorted((a, b) => a - b);

    const acts: Exchange[] = [];
    for (const amount of amounts.slice(0, repeated(amounts.length, 3)))
      acts.push(await gateway.ask('register.do', anOrder({ amount })));

    // Neither the least nor the largest amount is documented.
    const first = acts.findIndex(isGatewaySuccess);
    const last = acts.findLastIndex(isGatewaySuccess);
    const between = acts.slice(first, last + 1);
    for (const act of between) {
      const words = sentExpectedGot([acts[first] ?? act, acts[last] ?? act, act], 'all registered');
      expect(isGatewaySuccess(act), words).toBe(true);
    }
  },
);

function registration(name: string, part: Parameters): History {
  return {
    name: `a registration with ${name}`,
    outcome: async (gateway) =>
      gatewayAnswerSummary(await gateway.ask('register.do', anOrder(part))),
  };
}

/** Two charges, the second at once: a bank may hold the merchant to its plan. Part 2.4. */
function charge(operation: Charging, category: Category): History {
  return {
    name: `two charges of a ${category} credential by ${operation}`,
    outcome: async (gateway) => {
      const credential = await reusable(gateway, planOf[category]);
      if (credential === undefined) return undefined;
      const ask = async (): Promise<string> =>
        summary(gateway, await chargeOf(gateway, operation, credential));
      return `${await ask()}; ${await ask()}`;
    },
  };
}

function wordsOfBoth(one = '', other = ''): string {
  const words = new Set(other.split(/\s+/));
  return one
    .split(/\s+/)
    .filter((word) => words.has(word))
    .join(' ');
}

/** How an answer ends, and whether the order that it names is paid. */
async function summary(gateway: GatewayClient, act: Exchange): Promise<string> {
  const order = orderNamedIn(act);
  return order === undefined ? gatewayAnswerSummary(act) : settled(gateway, order, act);
}

async function settled(
  gateway: GatewayClient,
  order: { readonly mdOrder: string },
  act: Exchange,
): Promise<string> {
  return `${gatewayAnswerSummary(act)}, ${inWords(await statusOf(gateway, order))}`;
}
