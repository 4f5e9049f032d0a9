import {
  aClientId,
  anOrder,
  anOrderNumber,
  plansToChargeAtOnce,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { learnStatusParameter } from '../../fixtures/dialect/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderNamedIn,
  payByBinding,
  paymentOutcomeOf,
  typeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { readStatus } from '../../fixtures/worlds/gateway-sameness.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import { reusable, ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  askedStatusOf,
  bindingsIn,
  cannotRegister,
  categories,
  chargeRequest,
  isNotOffered,
  newOrder,
  payWithCard,
  type TestOrder,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.1 and 2.2: what another merchant is kept from, it is kept from whatever happens.

/** What becomes of an order. */
const deeds: Readonly<
  Record<string, (gateway: GatewayClient, order: TestOrder) => Promise<Exchange>>
> = {
  paid: (gateway, order) => payWithCard(gateway, order),
  'paid in two phases': (gateway, order) => payWithCard(gateway, order),
  declined: (gateway, order) => {
    const { declinedCardPan } = gateway.settings;
    return payWithCard(gateway, order, { $PAN: declinedCardPan });
  },
};

check(
  'gateway.isolation.orders-in-every-state',
  'shows another merchant no order that it did not show before something became of it',
  async ({ gateway, otherMerchant }) => {
    const other = gateway.as({ login: otherMerchant });
    await forEvery(
      Object.entries(deeds),
      ([state]) => state,
      async ([state, deed]) => {
        const isHeld = state.includes('two phases');
        const order = await newOrder(gateway, {}, isHeld ? 'registerPreAuth.do' : 'register.do');
        const before = await askedStatusOf(other, order);
        if (isGatewaySuccess(before)) return;
        await deed(gateway, order);

        const after = await askedStatusOf(other, order);

        const words = sentExpectedGot([before, after], `no success, as before it was ${state}`);
        expect(isGatewaySuccess(after), words).toBe(false);
      },
    );
  },
);

/** What another merchant may be kept from, and what comes of it for who asks with something beside its id. */
const kept: readonly {
  readonly what: string;
  readonly prepare: (gateway: GatewayClient) => Promise<Kept | undefined>;
}[] = [
  {
    what: 'the status of an order',
    prepare: async (gateway) => {
      const order = await newOrder(gateway, { amount: 37_11 });
      const name = await learnStatusParameter(gateway);
      return {
        ...order,
        ask: async (as, beside) => {
          const sent = { [name]: order.mdOrder, ...beside };
          const status = await as.ask('getOrderStatusExtended.do', sent);
          const shown = (member: string): string => String(memberOf(status.answer.json, member));
          // A merchant may be answered with an order of its own, which it names, too.
          const isIt = shown('orderNumber') === order.orderNumber || shown('amount') === '3711';
          return { acts: [status], isServed: isGatewaySuccess(status) && isIt };
        },
      };
    },
  },
  {
    what: 'the payment of an order',
    prepare: async (gateway) => {
      const order = await newOrder(gateway);
      return {
        ...order,
        ask: async (as, beside) => {
          const act = await payWithCard(as, order, beside);
          if (!isGatewaySuccess(act)) return { acts: [act], isServed: false };
          const status = await readStatus(gateway, order);
          return { acts: [act, status], isServed: reportsPaid(status) };
        },
      };
    },
  },
  {
    what: 'a list of stored credentials',
    prepare: async (gateway) => {
      const credential = await reusable(gateway);
      if (credential === undefined) return undefined;
      const { clientId, bindingId } = credential;
      return {
        ...credential,
        ask: async (as, beside) => {
          const sent = { clientId, bindingType: typeOf.COMMON, ...beside };
          const list = await as.ask('getBindings.do', sent);
          return { acts: [list], isServed: bindingIdsIn(list).includes(bindingId) };
        },
      };
    },
  },
  {
    what: 'a charge by a stored credential',
    prepare: async (gateway) => {
      const credential = await reusable(gateway, plansToChargeAtOnce.recurrent);
      if (credential === undefined) return undefined;
      return {
        ...credential,
        ask: async (as, beside) => {
          const charge = await chargeRequest(gateway, 'recurrentPayment.do', credential);
          const act = await as.ask('recurrentPayment.do', { ...charge, ...beside });
          if (!isGatewaySuccess(act)) return { acts: [act], isServed: false };
          // Whose order it becomes is not known.
          const outcomes = [await paymentOutcomeOf(gateway, act), await paymentOutcomeOf(as, act)];
          return { acts: [act, ...outcomes], isServed: outcomes.some(reportsPaid) };
        },
      };
    },
  },
];

interface Kept {
  readonly orderNumber?: string;
  readonly clientId?: string;
  readonly ask: (
    as: GatewayClient,
    beside: Parameters,
  ) => Promise<{ readonly acts: readonly Exchange[]; readonly isServed: boolean }>;
}

check(
  'gateway.isolation.whatever-is-beside',
  'keeps from another merchant by an id with something beside it what it keeps from it by the id alone',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    const registered = await other.ask('register.do', anOrder());
    const own = orderNamedIn(registered);
    if (!isGatewaySuccess(registered) || own === undefined) return skip(cannotRegister);
    await forEvery(
      kept,
      ({ what }) => what,
      async ({ prepare }) => {
        const subject = await prepare(gateway);
        if (subject === undefined) return;
        const { ask, orderNumber = anOrderNumber(), clientId = aClientId() } = subject;
        const alone = await ask(other, {});
        if (alone.isServed) return;

        for (const beside of [
          { orderNumber: anOrderNumber() },
          { orderNumber },
          { mdOrder: own.mdOrder },
          { clientId },
          { language: 'de' },
        ]) {
          const { acts, isServed } = await ask(other, beside);

          const [name = ''] = Object.keys(beside);
          const words = sentExpectedGot([...alone.acts, ...acts], `no more with ${name} beside it`);
          expect(isServed, words).toBe(false);
        }
      },
    );
  },
);

check(
  'gateway.isolation.lists-what-pays',
  'lists to another merchant no credential that does not pay an order there',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    const credential = await reusable(gateway);
    if (credential === undefined) return skip('the merchant may store no credentials');
    const { bindingId, clientId } = credential;

    const list = await listOf(other, clientId, 'C');

    const isListed = bindingsIn(list).some((one) => memberOf(one, 'bindingId') === bindingId);
    const payment = isListed ? await paidBy(other, credential) : undefined;
    // Who may pay by no credential at all is kept from its own as well.
    const isKept = payment !== undefined && !reportsPaid(payment) && (await mayPayByOwn(other));
    const words = sentExpectedGot([list, ...(payment ? [payment] : [])], 'what is listed pays');
    expect(isKept, words).toBe(false);
  },
);

/** The status of an order of a merchant's own that a credential was to pay. */
async function paidBy(
  merchant: GatewayClient,
  credential: { readonly bindingId: string; readonly clientId: string },
): Promise<Exchange> {
  const order = await newOrder(merchant, { clientId: credential.clientId });
  await payByBinding(merchant, order, credential);
  return readStatus(merchant, order);
}

async function mayPayByOwn(merchant: GatewayClient): Promise<boolean> {
  const own = await reusable(merchant);
  return own !== undefined && reportsPaid(await paidBy(merchant, own));
}

check(
  'gateway.isolation.same-names',
  'stores and uses a card for a customer whom another merchant calls alike, as for any other',
  async ({ gateway, otherMerchant }) => {
    const other = gateway.as({ login: otherMerchant });
    await forEvery(
      categories,
      (category) => `a ${category} credential`,
      async (category) => {
        const clientId = aClientId();
        const own = await storedBy(gateway, category, clientId);
        const usual = await storedBy(other, category, aClientId());
        // Storing needs a permission, which the other merchant may lack. Part 4.4.
        if (own?.bindingId === undefined || usual?.bindingId === undefined) return;

        const theirs = await storedBy(other, category, clientId);

        const acts = [...own.acts, ...(theirs?.acts ?? [])];
        const words = sentExpectedGot(acts, 'a credential stored and listed, as for other names');
        expect(theirs?.bindingId !== undefined, words).toBe(true);
        if (theirs === undefined) return;
        const shown = memberOf(theirs.status.answer.json, 'bindingInfo.bindingId') ?? '';
        const named = sentExpectedGot(acts, 'an order that names a credential of that list');
        if (shown !== '') expect(theirs.listed, named).toContain(shown);
        const kept = await listOf(gateway, clientId, typeOf[category]);
        const still = sentExpectedGot([...acts, kept], 'what was listed before');
        expect(bindingIdsIn(kept), still).toEqual(expect.arrayContaining([own.bindingId]));
        if (!reportsPaid(await usedBy(other, category, usual))) return;
        const use = await usedBy(other, category, theirs);
        expect(reportsPaid(use), sentExpectedGot([...acts, use], 'a payment by it')).toBe(true);
      },
    );
  },
);

check(
  'gateway.isolation.same-names',
  'lists a stored credential as before, once another merchant has stored its card with another expiry for a customer of that name',
  async ({ gateway, otherMerchant }) => {
    const other = gateway.as({ login: otherMerchant });
    const clientId = aClientId();
    const own = await storedBy(gateway, 'COMMON', clientId);
    if (own?.bindingId === undefined) return;
    const listed = (): Promise<Exchange> => listOf(gateway, clientId, typeOf.COMMON);
    const credentialIn = (list: Exchange): unknown => {
      const one = bindingsIn(list).find((each) => memberOf(each, 'bindingId') === own.bindingId);
      return ['bindingId', 'maskedPan', 'expiryDate'].map((member) => memberOf(one, member));
    };
    const before = await listed();
    const { expiry } = gateway.settings.card;
    const YYYY = String(Number(expiry.slice(0, 4)) - 1);

    const theirs = await storedBy(other, 'COMMON', clientId, { YYYY });

    const after = await listed();
    const words = sentExpectedGot([...(theirs?.acts ?? []), after], 'the credential as before');
    expect(credentialIn(after), words).toEqual(credentialIn(before));
  },
);

check(
  'gateway.isolation.order-numbers',
  'makes orders by any operation under numbers that another merchant uses',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    await forEvery(
      ways.filter(({ makes }) => makes !== 'register.do'),
      ({ name, makes }) => `${makes} ${name}`,
      async ({ prepare }) => {
        const pay = await prepare(gateway);
        if (pay === undefined) return;
        const orderNumber = anOrderNumber();
        const theirs = await other.ask('register.do', anOrder({ orderNumber }));

        const { acts } = await pay(11_00, { orderNumber });

        const isMade = acts.some(isGatewaySuccess);
        const usual = isMade ? [] : (await pay(11_00)).acts;
        const words = sentExpectedGot(
          [theirs, ...acts, ...usual],
          'an order, as of any free number',
        );
        expect(isMade || !usual.some(isGatewaySuccess), words).toBe(true);
      },
    );
  },
);

check(
  'gateway.isolation.order-numbers',
  'uses up no orderNumber of another merchant by what is refused for its merchantLogin',
  async ({ gateway, otherMerchant, skip }) => {
    const other = gateway.as({ login: otherMerchant });
    const merchantLogin = otherMerchant.userName;
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    const whole = isNotOffered(instant) ? undefined : instant.parameters;
    const refused: { orderNumber: string; act: Exchange }[] = [];
    for (const operation of ['register.do', 'registerPreAuth.do', 'instantPayment.do'] as const) {
      if (operation === 'instantPayment.do' && whole === undefined) continue;
      const orderNumber = anOrderNumber();
      const part = operation === 'instantPayment.do' ? whole : {};
      const act = await gateway.ask(operation, anOrder({ ...part, orderNumber, merchantLogin }));
      // Who may register for another has made an order of it.
      if (!isGatewaySuccess(act)) refused.push({ orderNumber, act });
    }
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);

    for (const { orderNumber, act } of refused) {
      const registered = await other.ask('register.do', anOrder({ orderNumber }));
      const words = sentExpectedGot([act, registered], 'an order, as of any free number');
      expect(isGatewaySuccess(registered), words).toBe(true);
    }
  },
);

/** Requests that need a permission. Document 3, parts 4.1, 4.3 and 4.4. */
const permitted: Readonly<Record<string, (owner: string) => Parameters>> = {
  merchantLogin: (owner) => ({ merchantLogin: owner }),
  FORCE_CREATE_BINDING: () => ({ clientId: aClientId(), features: 'FORCE_CREATE_BINDING' }),
  FORCE_PAYMENT_WAY: () => ({
    features: 'FORCE_PAYMENT_WAY',
    jsonParams: { paymentWay: 'CARD_MOTO' },
  }),
  mcc: () => ({ mcc: '5411' }),
  externalScaExemptionIndicator: () => ({ externalScaExemptionIndicator: 'LVP' }),
};

/** Those that part 4.3 has for the payment of an order, and not for the order. */
const ofPayments: ReadonlySet<string> = new Set(['mcc', 'externalScaExemptionIndicator']);

check(
  'gateway.isolation.permissions',
  'refuses a merchant what it has no permission for after another merchant has asked for it, too',
  async ({ gateway, otherMerchant, skip }) => {
    if (inSmokeOnly()) return;
    const other = gateway.as({ login: otherMerchant });
    if (!isGatewaySuccess(await other.ask('register.do', anOrder()))) return skip(cannotRegister);
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    const atOnce = isNotOffered(instant) ? undefined : instant.parameters;
    const merchants = [gateway, other];
    const logins = [gateway.settings.login?.userName, otherMerchant.userName];
    const askedBy = async (
      merchant: GatewayClient,
      what: string,
      owner: string,
    ): Promise<readonly Exchange[]> => {
      const part = permitted[what]?.(owner) ?? {};
      if (ofPayments.has(what))
        return [await payWithCard(merchant, await newOrder(merchant), part)];
      const whole = { ...atOnce, ...anOrder(part) };
      return [
        await merchant.ask('register.do', anOrder(part)),
        await merchant.ask('registerPreAuth.do', anOrder(part)),
        ...(atOnce === undefined ? [] : [await merchant.ask('instantPayment.do', whole)]),
      ];
    };
    await forEvery(
      Object.keys(permitted),
      (what) => what,
      async (what) => {
        for (const [turn, merchant] of merchants.entries()) {
          // On behalf of the other one, who registers for itself in between.
          const owner = logins[1 - turn];
          const rival = merchants[1 - turn];
          if (owner === undefined || rival === undefined) continue;
          const before = await askedBy(merchant, what, owner);
          if (before.every(isGatewaySuccess)) continue;
          const between = await askedBy(rival, what, owner);

          const after = await askedBy(merchant, what, owner);

          for (const [index, refused] of before.entries()) {
            const again = after[index];
            if (isGatewaySuccess(refused) || again === undefined) continue;
            const acts = [refused, ...between, again];
            const words = sentExpectedGot(acts, `no success with ${what}, as before`);
            expect(isGatewaySuccess(again), words).toBe(false);
          }
        }
      },
    );
  },
);
