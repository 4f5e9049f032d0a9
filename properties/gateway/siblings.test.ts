import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  type GatewayOperation,
  gatewayPath,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import { isNotOffered, statusOf, validGatewayRequest } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 1, 2.1, 4.2, 4.4 and 4.5: operations that do the same judge, and are followed, alike.

/** Where the number may be left out, as in part 4.4, its length may bind nobody. */
const longNumber = 'an orderNumber of 37 characters';

/** What an order is, as part 2.1 has it, in forms that a target may refuse. */
const wrongOrders: Readonly<Record<string, () => Parameters>> = {
  'an amount with a fraction': () => ({ amount: '15.99' }),
  'a negative amount': () => ({ amount: -5_00 }),
  'an amount in words': () => ({ amount: 'many' }),
  'a currency in letters': () => ({ currency: 'EUR' }),
  'a currency that there is not': () => ({ currency: '000' }),
  [longNumber]: () => ({ orderNumber: anOrderNumber().padEnd(37, 'x') }),
  'a returnUrl without a protocol': () => ({ returnUrl: 'shop.example/paid' }),
  'a returnUrl that is a path': () => ({ returnUrl: '/paid' }),
};

check(
  'gateway.consistency.orders-judged-alike',
  'refuses with every operation that makes orders what one of them refuses',
  async ({ gateway }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    const valid = isNotOffered(instant) ? undefined : instant.parameters;
    await forEvery(
      Object.entries(wrongOrders),
      ([what]) => what,
      async ([what, part]) => {
        const answers = [
          await gateway.ask('register.do', anOrder(part())),
          await gateway.ask('registerPreAuth.do', anOrder(part())),
          ...(valid === undefined || what === longNumber
            ? []
            : [
                await gateway.ask('instantPayment.do', {
                  ...valid,
                  orderNumber: anOrderNumber(),
                  ...part(),
                }),
              ]),
        ];
        const made = answers.filter(isGatewaySuccess);
        const isSettled = made.length < answers.length;
        const words = sentExpectedGot(answers, 'no success of any, as of one');
        expect(isSettled ? made.length : 0, words).toBe(0);
      },
    );
  },
);

/** The ways in one phase in which an order comes to be paid. */
const paidOnes = ways.filter(({ isOnePhase, makes }) => {
  return isOnePhase && makes !== 'industryPractice/paymentOrder.do';
});

/** What can be charged on a paid order. Document 3, part 4.7. */
const practices = ['IPD', 'IPI', 'IPN'] as const;

check(
  'gateway.consistency.follow-ups-of-every-payment',
  'follows an order up whatever it was paid by',
  async ({ gateway }) => {
    const originals = await Promise.all(
      paidOnes.slice(0, repeated(paidOnes.length, 2)).map(async ({ name, prepare }) => {
        const payer = await prepare(gateway);
        const order = (await payer?.(31_00))?.order;
        if (order === undefined || !reportsPaid(await statusOf(gateway, order))) return [];
        return [{ name, originalMdOrder: order.mdOrder }];
      }),
    );
    const [first, ...others] = originals.flat();
    if (first === undefined) return;
    for (const tii of practices.slice(0, repeated(practices.length, 1))) {
      const charge = ({ originalMdOrder }: { readonly originalMdOrder: string }) =>
        gateway.ask('industryPractice/paymentOrder.do', {
          originalMdOrder,
          orderNumber: anOrderNumber(),
          tii,
          amount: 5_00,
        });
      const usual = await charge(first);
      if (!isProcessed(usual)) continue;
      for (const other of others) {
        const answer = await charge(other);
        const words = sentExpectedGot([usual, answer], `${tii} on an order paid ${other.name}`);
        expect(isProcessed(answer), words).toBe(true);
      }
    }
  },
);

/** Whether it got as far as the bank: what fails validation has no actionCode. Part 4.5. */
function isProcessed(answer: Exchange): boolean {
  return isGatewaySuccess(answer) || !isUnset(memberOf(answer.answer.json, 'actionCode'));
}

const asked: readonly GatewayOperation[] = [
  'register.do',
  'getOrderStatusExtended.do',
  'paymentorder.do',
  'recurrentPayment.do',
];

check(
  'gateway.service.other-methods-do-nothing',
  'carries out no operation that comes by another method than POST',
  async ({ gateway }) => {
    const put: GatewayClient = gateway.by('PUT');
    for (const operation of asked.slice(0, repeated(asked.length, 1))) {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) continue;
      const answer = await request.send(request.parameters, put);
      const words = sentExpectedGot(answer, 'nothing done by PUT, since all calls are POST');
      expect(isGatewaySuccess(answer), words).toBe(false);
    }
  },
);

check(
  'gateway.service.other-methods-do-nothing',
  'carries out no operation that comes by GET, with its parameters in the address',
  async ({ gateway, skip }) => {
    // On the way to other machines addresses end up in logs, and logins with them.
    if (!isOnThisMachine(gateway)) return skip('a login is not sent in an address over a network');
    const { login, token } = credentialsOf(gateway.settings);
    for (const operation of byForm.slice(0, repeated(byForm.length, 1))) {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) continue;
      const asked = { ...login, username: login?.userName, token, ...request.parameters };
      const path = `${gatewayPath(operation)}?${asForm(asked)}`;
      const answer = await gateway.send({ operation: 'undocumented', method: 'GET', path });
      const words = sentExpectedGot(answer, 'nothing done by GET, since all calls are POST');
      expect(isGatewaySuccess(answer), words).toBe(false);
    }
  },
);

/** Operations whose parameters come in a form, which an address can hold as well. */
const byForm: readonly GatewayOperation[] = [
  'getOrderStatusExtended.do',
  'register.do',
  'getBindings.do',
  'paymentorder.do',
];

function isOnThisMachine({ settings }: GatewayClient): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(settings.baseUrl).hostname);
}
