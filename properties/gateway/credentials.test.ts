import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import { inOtherCase } from '../../fixtures/builders/spoil.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  payByBinding,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { parametersIn, worldFor } from '../../fixtures/worlds/gateway-deeds.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/gateway-facts.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { bindingIdsIn, storedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  bindingsIn,
  cannotRegister,
  newOrder,
  payWithCard,
  promised,
  statusOf,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 5: who asks with something like the right credentials, and who asks as somebody else.

type Credentials = Parameters<GatewayClient['as']>[0];

interface WrongForm {
  readonly name: string;
  readonly credentials: Credentials;
}

/** A made-up secret, and those that are nearly right. What is made up comes first. */
function formsOf({ settings }: GatewayClient): readonly (readonly WrongForm[])[] {
  const { login, token } = settings;
  const nothing: WrongForm = { name: 'no credentials', credentials: {} };
  const byLogin =
    login === undefined
      ? []
      : [
          ['a made-up password', 'not-the-password'],
          ['an empty password', ''],
          ['the beginning of the password', login.password.slice(0, -1)],
          ['the first character of the password', login.password.slice(0, 1)],
          ['one character more than the password', `${login.password}x`],
          ['the userName for a password', login.userName],
        ].map(([name = '', password = '']) => ({
          name,
          credentials: { login: { ...login, password } },
        }));
  const byName =
    login === undefined
      ? []
      : ['nobody-of-that-name-api', `${login.userName}x`].map((userName) => ({
          name: `the password beside the userName '${userName}'`,
          credentials: { login: { ...login, userName } },
        }));
  const byBorder: readonly WrongForm[] =
    login === undefined
      ? []
      : [
          {
            name: 'the first character of the password at the end of the userName',
            credentials: {
              login: {
                userName: `${login.userName}${login.password.slice(0, 1)}`,
                password: login.password.slice(1),
              },
            },
          },
        ];
  const byToken =
    token === undefined
      ? []
      : [
          ['a made-up token', 'not-the-token-of-anybody'],
          ['the beginning of the token', token.slice(0, -1)],
          ['one character more than the token', `${token}x`],
          ['the token in another case', inOtherCase(token)],
        ].map(([name = '', one = '']) => ({ name, credentials: { token: one } }));
  return [
    [...byLogin, nothing, ...byName, ...byBorder],
    byToken.filter(({ credentials }) => credentials.token !== token),
  ];
}

/**
 * Every form of a token, and two of a password: somebody may be locked out who sends too many wrong
 * ones, and all of them together come to every form.
 */
function formsFor(
  operation: GatewayOperation,
  gateway: GatewayClient,
): readonly (readonly WrongForm[])[] {
  const turn = gatewayOperations.indexOf(operation);
  return formsOf(gateway).map(([madeUp, ...others]) => {
    const isOfLogin = madeUp?.credentials.login !== undefined;
    const chosen = others.filter(
      ({ credentials }, index) =>
        !isOfLogin ||
        credentials.login?.userName !== gateway.settings.login?.userName ||
        [0, 2].includes((index + turn) % 5),
    );
    return madeUp === undefined ? [] : [madeUp, ...chosen];
  });
}

check(
  'gateway.authentication.near-misses',
  'refuses what is nearly a password or a token wherever it refuses one that is made up',
  async ({ gateway }) => {
    const madeUpOnes: Exchange[] = [];
    await forEvery(
      gatewayOperations,
      (operation) => operation,
      async (operation) => {
        const world = await smallWorld(gateway, worldFor(operation));
        if (world === undefined) return;
        const before = await factsOf(world);
        const acts: Exchange[] = [];
        for (const [madeUp, ...others] of formsFor(operation, gateway)) {
          const askAs = async ({ credentials }: WrongForm): Promise<Exchange | undefined> => {
            const parameters = await parametersIn(world, operation);
            return parameters && gateway.as(credentials).ask(operation, parameters);
          };
          const refused = madeUp && (await askAs(madeUp));
          if (refused !== undefined) madeUpOnes.push(refused);
          // Part 7, rule 5: behaviour on wrong credentials is not shown.
          if (refused === undefined || isGatewaySuccess(refused)) continue;
          acts.push(refused);
          for (const form of others) {
            const act = await askAs(form);
            if (act === undefined) continue;
            acts.push(act);
            const words = sentExpectedGot([refused, act], `no success with ${form.name}`);
            expect(isGatewaySuccess(act), words).toBe(false);
            const shown = [memberOf(act.answer.json, 'orderStatus'), ...bindingsIn(act)];
            expect(shown, sentExpectedGot(act, 'nothing shown')).toEqual([undefined]);
          }
        }

        expectOnlyChanged(before, await factsOf(world), {
          acts: acts.slice(-3),
          told: `${acts.length} requests for ${operation} with wrong credentials`,
        });
      },
    );
    // What one operation refuses, the others refuse as well.
    const letIn = madeUpOnes.filter(isGatewaySuccess);
    const isSettled = letIn.length < madeUpOnes.length;
    const words = sentExpectedGot(letIn, 'no success, as in the other operations');
    expect(isSettled ? letIn.map(({ operation }) => operation) : [], words).toEqual([]);
  },
);

check(
  'gateway.authentication.password-case',
  'registers nothing for the password in another case',
  async ({ gateway, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip('needs a login (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
    const password = inOtherCase(login.password);
    if (password === login.password) return skip('the password has no letters');
    promised(await gateway.ask('register.do', anOrder()), 'gateway.register.succeeds');
    const madeUp = gateway.as({ login: { ...login, password: 'not-the-password' } });
    // Part 7, rule 5: behaviour on wrong credentials is not shown.
    if (isGatewaySuccess(await madeUp.ask('register.do', anOrder())))
      return skip('a password that is made up is let in');

    const answer = await gateway
      .as({ login: { ...login, password } })
      .ask('register.do', anOrder());

    expect(answer).toGoWrong();
  },
);

check(
  'gateway.authentication.token-is-the-merchant',
  'lists, pays and numbers for the token what is there for the login pair, and the other way round',
  async ({ gateway, skip }) => {
    const { login, token } = gateway.settings;
    if (login === undefined || token === undefined)
      return skip('needs a login pair and a token (GATEWAY_USER_NAME, GATEWAY_TOKEN)');
    const methods = [gateway.as({ login }), gateway.as({ token })] as const;
    const pairs = [methods, [methods[1], methods[0]]] as const;
    await forEvery(
      pairs,
      ([one]) => (one === methods[0] ? 'by the login pair first' : 'by the token first'),
      async ([one, other]) => {
        const stored = await storedBy(one, 'COMMON', aClientId());
        const { clientId, bindingId } = stored ?? {};
        const order = await newOrder(one, { clientId });

        // Whether each operation takes a token is not shown: what it refuses tells nothing.
        const list = clientId === undefined ? undefined : await listOf(other, clientId, 'C');
        if (list !== undefined && bindingId !== undefined && isGatewaySuccess(list)) {
          const words = sentExpectedGot([...(stored?.acts ?? []), list], `${bindingId} listed`);
          expect(bindingIdsIn(list), words).toContain(bindingId);
        }
        const { orderNumber } = order;
        const second = await other.ask('register.do', anOrder({ orderNumber, amount: 22_00 }));
        const isSecond =
          isGatewaySuccess(second) && orderNamedIn(second)?.mdOrder !== order.mdOrder;
        expect(isSecond, sentExpectedGot(second, `no second order ${orderNumber}`)).toBe(false);
        const payment =
          bindingId === undefined
            ? await payWithCard(other, order)
            : await payByBinding(other, order, { bindingId });
        for (const reader of isGatewaySuccess(payment) ? methods : []) {
          const status = await statusOf(reader, order);
          const words = sentExpectedGot([payment, status], 'an order that is paid');
          expect(reportsPaid(status), words).toBe(true);
        }
      },
    );
  },
);

/** Operations that name no order and no credential: another merchant may well ask them. */
const namingNothing: readonly GatewayOperation[] = [
  'register.do',
  'registerPreAuth.do',
  'instantPayment.do',
  'getBindings.do',
];

check(
  'gateway.isolation.strangers-change-nothing',
  'changes nothing of a merchant by requests of another for customers of the same name',
  async ({ gateway, otherMerchant }) => {
    const other = gateway.as({ login: otherMerchant });
    await forEvery(
      gatewayOperations,
      (operation) => operation,
      async (operation) => {
        const world = await smallWorld(gateway, worldFor(operation));
        const parameters = world && (await parametersIn(world, operation));
        if (world === undefined || parameters === undefined) return;
        const { clientId } = world.customer;
        const before = await factsOf(world);

        const act = await other.ask(operation, {
          ...parameters,
          ...(namingNothing.includes(operation) ? { clientId } : {}),
        });

        // What it comes to where it is taken is the affair of others.
        if (isGatewaySuccess(act) && !namingNothing.includes(operation)) return;
        expectOnlyChanged(before, await factsOf(world), {
          acts: [act],
          told: `${operation} of another merchant`,
        });
      },
    );
  },
);

check(
  'gateway.isolation.orders',
  'lets no merchant pay an order of another, or charge anything on it',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    const operations = [
      'paymentorder.do',
      'paymentOrderBinding.do',
      'industryPractice/paymentOrder.do',
    ] as const;
    await forEvery(
      operations,
      (operation) => operation,
      async (operation) => {
        const world = await smallWorld(gateway, worldFor(operation));
        const parameters = world && (await parametersIn(world, operation));
        if (world === undefined || parameters === undefined) return;
        const before = await factsOf(world);

        const act = await other.ask(operation, parameters);

        expectOnlyChanged(before, await factsOf(world), {
          acts: [act],
          told: `${operation} of another merchant`,
        });
        const outcome = await paymentOutcomeOf(other, act);
        expect(reportsPaid(outcome), sentExpectedGot([act, outcome], 'nothing paid')).toBe(false);
      },
    );
  },
);

check(
  'gateway.isolation.order-numbers',
  'registers orders of two merchants under one number, each with its own orderId, and shows each its own',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    const { orderNumber, mdOrder } = await newOrder(gateway, { amount: 11_00 });
    const unused = await other.ask('getOrderStatusExtended.do', { orderNumber });
    const isShown = String(memberOf(unused.answer.json, 'orderNumber')) === orderNumber;
    const none = sentExpectedGot(unused, 'no order, as this merchant has none of that number');
    expect(isGatewaySuccess(unused) && isShown, none).toBe(false);

    const theirs = await other.ask('register.do', anOrder({ orderNumber, amount: 12_00 }));

    expect(theirs).toGoWell();
    const ofTheirs = orderNamedIn(theirs);
    const apart = sentExpectedGot(theirs, `another orderId than ${mdOrder}, that of the first`);
    expect(ofTheirs?.mdOrder, apart).not.toBe(mdOrder);
    for (const [amount, read] of [
      ['1100', () => gateway.ask('getOrderStatusExtended.do', { orderNumber })],
      ['1200', () => other.ask('getOrderStatusExtended.do', { orderNumber })],
      ['1100', () => statusOf(gateway, { mdOrder })],
      ['1200', () => statusOf(other, ofTheirs ?? { mdOrder })],
    ] as const) {
      const status = await read();
      const shown = String(memberOf(status.answer.json, 'amount'));
      // Whether orders can be asked for by number is not shown.
      if (!isGatewaySuccess(status) || shown === 'undefined') continue;
      expect(shown, sentExpectedGot([theirs, status], 'its own order')).toBe(amount);
    }
  },
);

/** Ways of using what is somebody's: a stored credential, and an order. */
const uses: Readonly<Record<string, readonly GatewayOperation[]>> = {
  'a credential': [
    'recurrentPayment.do',
    'installmentPayment.do',
    'paymentOrderBinding.do',
    'instantPayment.do',
  ],
  'an order': ['paymentorder.do', 'industryPractice/paymentOrder.do'],
};

check(
  'gateway.isolation.as-elsewhere',
  'keeps another merchant from a credential or an order by one operation as by the others',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    await forEvery(
      Object.entries(uses),
      ([what]) => what,
      async ([, operations]) => {
        const paidOnes: Exchange[] = [];
        const refused: GatewayOperation[] = [];
        for (const operation of operations) {
          const outcome = await usedBy(other, operation, gateway);
          if (outcome !== undefined && reportsPaid(outcome)) paidOnes.push(outcome);
          else refused.push(operation);
        }

        const kept: GatewayOperation[] = [];
        for (const operation of paidOnes.length === 0 ? [] : refused) {
          // What its owner cannot use either tells nothing of others.
          const own = await usedBy(gateway, operation, gateway);
          if (own !== undefined && reportsPaid(own)) kept.push(operation);
        }
        const words = sentExpectedGot(paidOnes, 'nothing paid, as by other operations');
        expect(kept, words).toEqual([]);
      },
    );
  },
);

/** What comes of an operation of a merchant on an order or a credential of the gateway's own. */
async function usedBy(
  merchant: GatewayClient,
  operation: GatewayOperation,
  gateway: GatewayClient,
): Promise<Exchange | undefined> {
  const world = await smallWorld(gateway, worldFor(operation));
  const parameters = world && (await parametersIn(world, operation));
  if (world === undefined || parameters === undefined) return undefined;
  if (operation === 'paymentOrderBinding.do') {
    // An order of the merchant's own, for a customer of that name.
    const order = await newOrder(merchant, { clientId: world.customer.clientId });
    await merchant.ask(operation, { ...parameters, mdOrder: order.mdOrder });
    return statusOf(merchant, order);
  }
  // By the credential, not by the card that it takes as well.
  const { clientId, bindingId } = world.customer;
  const isInstant = operation === 'instantPayment.do';
  if (isInstant && bindingId === undefined) return undefined;
  const stored = isInstant ? { pan: undefined, clientId, bindingId } : {};
  const act = await merchant.ask(operation, { ...parameters, ...stored });
  return operation === 'paymentorder.do'
    ? statusOf(gateway, world.subject)
    : paymentOutcomeOf(merchant, act);
}
