import {
  aClientId,
  anOrder,
  anOrderNumber,
  recurrentPlan,
} from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { listOf, orderNamedIn, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  askedFor3DS,
  asksForAuthentication,
  needsCardFor3DS,
  toldOf3DS,
} from '../../fixtures/worlds/gateway-orders.ts';
import {
  orderOf,
  readStatus,
  shared,
  standingIn,
  taken,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { storedBy } from '../../fixtures/worlds/gateway-stored.ts';
import {
  bindingsIn,
  credentialsOf,
  isNotOffered,
  type NotOffered,
  payWithCard,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 4.3, 4.4 and 4.7: features and initiators mean the same wherever they are sent.

/** FORCE_CREATE_BINDING among other features, of which there may be several. */
const lists = [
  ['FORCE_CREATE_BINDING', 'FORCE_SSL'],
  ['FORCE_SSL', 'FORCE_CREATE_BINDING'],
  ['VERIFY', 'FORCE_CREATE_BINDING'],
  ['VERIFY', 'FORCE_SSL', 'FORCE_CREATE_BINDING'],
] as const;

check(
  'gateway.features.wherever-they-stand',
  'refuses FORCE_CREATE_BINDING without clientId, wherever it stands among the features',
  async ({ gateway }) => {
    await forEvery(
      lists,
      (features) => features.join(', '),
      async (features) => {
        const known = gateway.ask('register.do', anOrder({ clientId: aClientId(), features }));
        // Which features there may be together is not shown.
        if ((await taken(known)) === undefined) return;

        const answer = await gateway.ask('register.do', anOrder({ features }));

        const words = sentExpectedGot(answer, 'no success without clientId');
        expect(isGatewaySuccess(answer), words).toBe(false);
      },
    );
  },
);

/** What a feature does, seen in the payment of an order that has it. Document 3, part 4.4. */
interface Effect {
  readonly feature: string;
  readonly beside: readonly string[];
  /** Whether the feature is kept. */
  readonly isKept: (seen: Seen) => boolean;
  readonly by?: 'the card for 3DS';
}

interface Seen {
  readonly acts: readonly Exchange[];
  readonly payment: Exchange;
  readonly status: Exchange;
  readonly isStored: boolean;
}

/** Beside each those that ask for nothing else of the same payment. */
const effects: readonly Effect[] = [
  {
    feature: 'FORCE_SSL',
    beside: ['FORCE_CREATE_BINDING', 'PARTIAL_AUTHORIZATION', 'FORCE_PAYMENT_WAY'],
    isKept: ({ payment }) => !asksForAuthentication(payment),
    by: 'the card for 3DS',
  },
  {
    feature: 'VERIFY',
    beside: ['FORCE_CREATE_BINDING', 'PARTIAL_AUTHORIZATION', 'FORCE_SSL', 'FORCE_PAYMENT_WAY'],
    isKept: ({ status }) => standingIn(status).deposited === 0,
  },
  ...['FORCE_TDS', 'FORCE_FULL_TDS'].map((feature) => ({
    feature,
    beside: ['FORCE_CREATE_BINDING', 'PARTIAL_AUTHORIZATION', 'VERIFY'],
    isKept: ({ status }: Seen) => !standingIn(status).isPaid,
  })),
  {
    feature: 'FORCE_CREATE_BINDING',
    beside: ['FORCE_SSL', 'PARTIAL_AUTHORIZATION', 'FORCE_PAYMENT_WAY'],
    isKept: ({ isStored }) => isStored,
  },
];

check(
  'gateway.features.wherever-they-stand',
  'treats a feature beside another one as it treats it alone',
  async ({ gateway }) => {
    const aloneOf = new Map(
      effects.map(({ feature, by }) => [feature, shared(() => seenWith(gateway, [feature], by))]),
    );
    await forEvery(
      effects.flatMap((effect) => effect.beside.map((other, index) => ({ effect, other, index }))),
      ({ effect, other }) => `${effect.feature} with ${other}`,
      async ({ effect, other, index }) => {
        const { feature, isKept, by } = effect;
        const alone = await aloneOf.get(feature)?.();
        if (alone === undefined || !isKept(alone)) return;
        const both = index % 2 === 0 ? [feature, other] : [other, feature];

        const seen = await seenWith(gateway, both, by);

        // Which features there may be together is not shown.
        if (seen === undefined) return;
        const words = sentExpectedGot([...alone.acts, ...seen.acts], `${feature} kept as alone`);
        expect(isKept(seen), words).toBe(true);
      },
    );
  },
);

/** What becomes of an order with these features; undefined where it is not registered. */
async function seenWith(
  gateway: GatewayClient,
  features: readonly string[],
  by: Effect['by'],
): Promise<Seen | undefined> {
  const { card, threeDSCardPan } = gateway.settings;
  const $PAN = by === undefined ? card.pan : threeDSCardPan;
  if ($PAN === undefined) return undefined;
  const clientId = aClientId();
  const jsonParams = { paymentWay: 'CARD_MOTO' };
  const way = features.includes('FORCE_PAYMENT_WAY') ? { jsonParams } : {};
  const registered = await taken(
    gateway.ask('register.do', anOrder({ clientId, features, ...way })),
  );
  if (registered === undefined) return undefined;
  const order = orderOf(registered);
  const payment = await payWithCard(gateway, order, { $PAN });
  const status = await readStatus(gateway, order);
  const isAsked = features.includes('FORCE_CREATE_BINDING');
  const isStored = isAsked && (await credentialsOf(gateway, clientId, ['C'])).length > 0;
  return { acts: [payment, status], payment, status, isStored };
}

check(
  'gateway.features.by-every-operation',
  'does with a feature in one call what it does where an order is registered first',
  async ({ gateway, skip }) => {
    const instant = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(instant)) return skip(instant.missing);
    await forEvery(
      effects,
      ({ feature }) => feature,
      async ({ feature, isKept, by }) => {
        const registered = await seenWith(gateway, [feature], by);
        const { card, threeDSCardPan } = gateway.settings;
        const pan = by === undefined ? card.pan : threeDSCardPan;
        if (registered === undefined || pan === undefined) return;
        const clientId = aClientId();
        const own = { orderNumber: anOrderNumber(), clientId, features: feature, pan };

        const payment = await taken(instant.send({ ...instant.parameters, ...own }));

        const order = payment && orderNamedIn(payment);
        if (payment === undefined || order === undefined) return;
        const status = await readStatus(gateway, order);
        const isStored = (await credentialsOf(gateway, clientId, ['C'])).length > 0;
        const seen = { acts: [payment, status], payment, status, isStored };
        const words = sentExpectedGot([...registered.acts, ...seen.acts], `${feature} kept alike`);
        expect(isKept(seen), words).toBe(isKept(registered));
      },
    );
  },
);

check(
  'gateway.features.verify',
  'deposits nothing of an order to verify that a stored credential pays',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway);
    if (isNotOffered(credential)) return skip(credential.missing);
    const { clientId } = credential;
    const order = anOrder({ clientId, features: 'VERIFY' });
    const registered = await taken(gateway.ask('register.do', order));
    if (registered === undefined) return skip('VERIFY is not offered');

    const payment = await payByBinding(gateway, orderOf(registered), credential);

    const status = await readStatus(gateway, orderOf(registered));
    const words = sentExpectedGot([payment, status], 'nothing deposited');
    expect(standingIn(status).deposited, words).toBe(0);
  },
);

/** What was tried with an order to verify, before a payment that succeeds. */
const triedBefore = [
  { operation: 'register.do', tried: ['a card that is declined'] },
  { operation: 'registerPreAuth.do', tried: ['a card that is declined'] },
  { operation: 'register.do', tried: ['a card that needs 3DS 2'] },
  { operation: 'register.do', tried: ['no CVC', 'a card that is declined'] },
  { operation: 'register.do', tried: ['the card itself'] },
  { operation: 'registerPreAuth.do', tried: ['the card itself', 'a card that is declined'] },
] as const;

check(
  'gateway.features.verify',
  'deposits nothing of an order to verify, whatever was tried before',
  async ({ gateway }) => {
    await forEvery(
      triedBefore,
      ({ operation, tried }) => `${operation} after ${tried.join(' and ')}`,
      async ({ operation, tried }) => {
        const { declinedCardPan, threeDSCardPan } = gateway.settings;
        const attempts = tried.map((one) => {
          if (one === 'a card that is declined')
            return declinedCardPan && { $PAN: declinedCardPan };
          if (one === 'a card that needs 3DS 2') return threeDSCardPan && { $PAN: threeDSCardPan };
          return one === 'no CVC' ? { $CVC: undefined } : {};
        });
        const registered = await taken(gateway.ask(operation, anOrder({ features: 'VERIFY' })));
        if (registered === undefined) return;
        const order = orderOf(registered);
        const acts: Exchange[] = [];
        for (const part of [...attempts, {}]) {
          if (typeof part !== 'object') return;
          acts.push(await payWithCard(gateway, order, part));
        }

        const status = await readStatus(gateway, order);

        const words = sentExpectedGot([...acts, status], 'nothing deposited');
        expect(standingIn(status).deposited, words).toBe(0);
      },
    );
  },
);

/** Ways of verifying a card, about any amount. */
const verifications = [0, 1, 15_00].flatMap((amount) =>
  (['register.do', 'instantPayment.do'] as const).map((operation) => ({ amount, operation })),
);

check(
  'gateway.features.verify-stores',
  'stores a credential whatever the amount of the verification',
  async ({ gateway }) => {
    await forEvery(
      verifications,
      ({ amount, operation }) => `${operation} about ${amount}`,
      async ({ amount, operation }) => {
        const clientId = aClientId();
        const part = { amount, clientId, features: 'VERIFY' };
        const verification = await verified(gateway, operation, part);
        if (verification === undefined) return;

        const list = await listOf(gateway, clientId, 'C');

        const words = sentExpectedGot([verification.act, list], 'a stored credential');
        expect(bindingsIn(list).length, words).toBe(1);
      },
    );
  },
);

check(
  'gateway.features.verify',
  'deposits nothing in whatever way a card is verified',
  async ({ gateway }) => {
    await forEvery(
      [
        { operation: 'register.do', part: {} },
        { operation: 'registerPreAuth.do', part: {} },
        { operation: 'instantPayment.do', part: { preAuth: true } },
      ] as const,
      ({ operation }) => operation,
      async ({ operation, part }) => {
        const told = { ...part, features: 'VERIFY' };
        const { act, order } = (await verified(gateway, operation, told)) ?? {};
        if (act === undefined || order === undefined) return;

        const status = await readStatus(gateway, order);

        const words = sentExpectedGot([act, status], 'nothing deposited');
        expect(standingIn(status).deposited, words).toBe(0);
      },
    );
  },
);

/** Orders of a known customer that might well store a card. Document 3, parts 4.3, 4.4 and 4.6. */
const unstored: readonly {
  readonly operation: 'register.do' | 'registerPreAuth.do' | 'instantPayment.do';
  readonly part: Parameters;
}[] = [
  { operation: 'registerPreAuth.do', part: {} },
  { operation: 'register.do', part: { jsonParams: recurrentPlan } },
  { operation: 'register.do', part: { features: 'VERIFY' } },
  { operation: 'instantPayment.do', part: { bindingNotNeeded: true } },
  { operation: 'instantPayment.do', part: { bindingNotNeeded: true, preAuth: true } },
  { operation: 'instantPayment.do', part: { bindingNotNeeded: true, features: 'VERIFY' } },
];

check(
  'gateway.payment-order.binding-not-needed',
  'stores no credential that is not needed, whatever order is paid',
  async ({ gateway }) => {
    await forEvery(
      unstored,
      ({ operation, part }) => `${operation} with ${JSON.stringify(part)}`,
      async ({ operation, part }) => {
        const clientId = aClientId();
        const act = await paidAs(gateway, operation, { ...part, clientId });
        if (act === undefined) return;

        const stored = await credentialsOf(gateway, clientId);

        expect(stored, sentExpectedGot(act, 'no stored credential')).toEqual([]);
      },
    );
  },
);

/** An order that is paid with bindingNotNeeded; undefined where that is refused. */
async function paidAs(
  gateway: GatewayClient,
  operation: (typeof unstored)[number]['operation'],
  part: Parameters,
): Promise<Exchange | undefined> {
  if (operation === 'instantPayment.do') {
    const instant = await validGatewayRequest(gateway, operation);
    if (isNotOffered(instant)) return undefined;
    return taken(instant.send({ ...instant.parameters, orderNumber: anOrderNumber(), ...part }));
  }
  const registered = await taken(gateway.ask(operation, anOrder(part)));
  if (registered === undefined) return undefined;
  return taken(payWithCard(gateway, orderOf(registered), { bindingNotNeeded: true }));
}

/** What an initial recurrent payment may say of its schedule. Parts 2.4 and 4.7. */
const schedules: readonly (Parameters | undefined)[] = [
  recurrentPlan,
  undefined,
  { recurringExpiry: recurrentPlan.recurringExpiry },
];

check(
  'gateway.tii.ri',
  'starts a recurrent credential, and no other, whatever is said of its schedule',
  async ({ gateway }) => {
    await forEvery(
      schedules,
      (jsonParams) => `with ${JSON.stringify(jsonParams ?? {})}`,
      async (jsonParams) => {
        const clientId = aClientId();
        const registered = await taken(
          gateway.ask('register.do', anOrder({ clientId, jsonParams })),
        );
        const payment =
          registered && (await taken(payWithCard(gateway, orderOf(registered), { tii: 'RI' })));
        // A schedule may be demanded, and the whole of it.
        if (payment === undefined) return;

        const [common, recurrent] = await Promise.all([
          listOf(gateway, clientId, 'C'),
          listOf(gateway, clientId, 'R'),
        ]);

        const words = sentExpectedGot([payment, common, recurrent], 'a recurrent credential');
        expect([bindingsIn(common).length, bindingsIn(recurrent).length], words).toEqual([0, 1]);
      },
    );
  },
);

const asksNothing =
  'stored credentials pay without 3DS whatever is forced, and no sentence says that it is of them';

check(
  'gateway.features.force-tds-of-any-means',
  'demands 3DS of stored credentials in every way, if it does in one',
  async ({ gateway, skip }) => {
    const payments = await forcedPayments(gateway);
    if (payments.length === 0) return skip(needsCardFor3DS);
    const refused = payments.find(({ isForced }) => isForced);
    if (refused === undefined) return skip(asksNothing);
    for (const { isPaid, acts, what } of payments) {
      const expected = `not paid without 3DS by a stored credential ${what}, as it is not ${refused.what}`;
      expect(isPaid, sentExpectedGot([...refused.acts, ...acts], expected)).toBe(false);
    }
  },
);

check(
  'gateway.features.force-tds-of-credentials',
  'pays by a stored credential nothing that its card does not pay without 3DS',
  async ({ gateway, skip }) => {
    if (inSmokeOnly()) return;
    const payments = await forcedPayments(gateway);
    if (payments.length === 0) return skip(needsCardFor3DS);
    for (const { isPaid, acts } of payments)
      expect(isPaid, sentExpectedGot(acts, 'not paid, as by the card')).toBe(false);
  },
);

check(
  'gateway.features.force-tds-of-any-means',
  'pays by a card that lacks 3DS nothing with FORCE_FULL_TDS either',
  async ({ gateway }) => {
    if (inSmokeOnly()) return;
    // A card that lacks 3DS has no result of an authentication, which FORCE_FULL_TDS needs to be Y.
    const payments: Exchange[] = [];
    for (const features of ['FORCE_TDS', 'FORCE_FULL_TDS']) {
      const order = await taken(gateway.ask('register.do', anOrder({ features })));
      if (order === undefined) return;
      payments.push(await payWithCard(gateway, orderOf(order)));
      const status = await readStatus(gateway, orderOf(order));
      const { isPaid } = standingIn(status);
      if (features === 'FORCE_TDS' && (isPaid || payments.some(asksForAuthentication))) return;
      expect(isPaid, sentExpectedGot([...payments, status], 'not paid')).toBe(false);
    }
  },
);

/** Whether its eci is that of a payer who was authenticated, of any card network: nobody needs to be asked for that. */
function showsAuthentication({ answer }: Exchange): boolean {
  const eci = memberOf(answer.json, 'cardAuthInfo.secureAuthInfo.eci');
  return /^0?[1256]$/.test(String(eci));
}

interface Paid {
  readonly acts: readonly Exchange[];
  /** Without being asked for 3DS 2. */
  readonly isPaid: boolean;
  readonly isKnown: boolean;
}

/** The attempt to pay an order with a feature by a card that is not paid for it, or asked for 3DS 2. */
async function refusedByCard(
  gateway: GatewayClient,
  part: Parameters,
  $PAN: string,
): Promise<Exchange | undefined> {
  const registered = await taken(gateway.ask('register.do', anOrder(part)));
  if (registered === undefined) return undefined;
  const attempt = await payWithCard(gateway, orderOf(registered), { $PAN });
  if (asksForAuthentication(attempt)) return attempt;
  const { isPaid } = standingIn(await readStatus(gateway, orderOf(registered)));
  return isPaid ? undefined : attempt;
}

/** A payment by a stored credential of an order with a feature for which its card, entered anew, needs 3DS. */
interface ForcedPayment {
  readonly what: string;
  readonly acts: readonly Exchange[];
  /** Paid without 3DS, and not because its payer is known to be authenticated. */
  readonly isPaid: boolean;
  /** Not paid, and paid without the feature. */
  readonly isForced: boolean;
}

/** One for each feature, initiator and card of which the card itself is not paid, or asked for 3DS 2. */
async function forcedPayments(gateway: GatewayClient): Promise<readonly ForcedPayment[]> {
  const { card, threeDSCardPan } = gateway.settings;
  const cards = [
    { $PAN: card.pan, whose: '' },
    ...(threeDSCardPan === undefined
      ? []
      : [{ $PAN: threeDSCardPan, whose: ' of a card with 3DS' }]),
  ];
  const found: ForcedPayment[] = [];
  for (const { $PAN, whose } of cards) {
    const stored = await storedBy(gateway, 'COMMON', aClientId(), { $PAN });
    if (stored?.bindingId === undefined) continue;
    const { clientId, bindingId } = stored;
    for (const [tii, part] of [
      ['', {}],
      [' and tii F', { tii: 'F' }],
    ] as const) {
      const paidWith = async (features?: string): Promise<Paid | undefined> => {
        const registered = await taken(gateway.ask('register.do', anOrder({ clientId, features })));
        if (registered === undefined) return undefined;
        const payment = await payByBinding(gateway, orderOf(registered), { bindingId }, part);
        const status = await readStatus(gateway, orderOf(registered));
        const isAsked = memberOf(payment.answer.json, 'is3DSVer2') === true;
        const isPaid = standingIn(status).isPaid && !isAsked;
        // The bank may be content with what it knows, and say so.
        return { acts: [payment, status], isPaid, isKnown: showsAuthentication(status) };
      };
      const plain = await paidWith();
      for (const features of ['FORCE_TDS', 'FORCE_FULL_TDS']) {
        const attempt = await refusedByCard(gateway, { clientId, features }, $PAN);
        const forced = attempt === undefined ? undefined : await paidWith(features);
        if (attempt === undefined || forced === undefined || forced.isKnown) continue;
        const { isPaid, acts } = forced;
        found.push({
          what: `with ${features}${tii}${whose}`,
          acts: [attempt, ...acts],
          isPaid,
          isForced: plain?.isPaid === true && !isPaid,
        });
      }
    }
  }
  return found;
}

check(
  'gateway.instant-payment.second-step',
  'goes on with the order that threeDSVer2MdOrder names, under the number that it has',
  async ({ gateway, skip }) => {
    const begun = await begunWith3DS(gateway);
    if (isNotOffered(begun)) return skip(begun.missing);
    const { first, order, goOn } = begun;

    const second = await goOn();

    // The bank may go on asking, or refuse; the order and its number are known and no reason to.
    const same = orderNamedIn(second) ?? order;
    expect(second).toGoWell();
    expect(same, sentExpectedGot([first, second], 'the same order')).toEqual(order);
  },
);

check(
  'gateway.instant-payment.second-step-keeps-the-amount',
  'leaves an order its amount whose payment goes on with another one',
  async ({ gateway, skip }) => {
    const begun = await begunWith3DS(gateway);
    if (isNotOffered(begun)) return skip(begun.missing);
    const { order, goOn } = begun;
    const before = await readStatus(gateway, order);

    const second = await goOn({ amount: 99_00 });

    const after = await readStatus(gateway, order);
    const words = sentExpectedGot([before, second, after], 'the amount of the registration');
    expect(standingIn(after).amount, words).toBe(standingIn(before).amount);
  },
);

interface Begun {
  readonly first: Exchange;
  readonly order: { readonly mdOrder: string };
  /** Sends the second step, with other parameters than the first or with the same. */
  readonly goOn: (part?: Parameters) => Promise<Exchange>;
}

/** An instant payment with the card for 3DS after its first step. Document 3, part 4.4. */
async function begunWith3DS(gateway: GatewayClient): Promise<Begun | NotOffered> {
  const instant = await validGatewayRequest(gateway, 'instantPayment.do');
  if (isNotOffered(instant)) return instant;
  const sent = { ...anOrder(), ...instant.parameters, ...askedFor3DS(gateway.settings) };
  const first = await instant.send(sent);
  const threeDSServerTransId = toldOf3DS(first, 'threeDSServerTransId');
  const order = orderNamedIn(first);
  if (order === undefined || threeDSServerTransId === undefined)
    return {
      missing:
        gateway.settings.threeDSCardPan === undefined
          ? needsCardFor3DS
          : 'an instant payment with the card for 3DS names no order or no transaction',
    };
  const named = { threeDSServerTransId, threeDSVer2MdOrder: order.mdOrder };
  return { first, order, goOn: (part = {}) => instant.send({ ...sent, ...named, ...part }) };
}

interface Verification {
  readonly act: Exchange;
  readonly order: { readonly mdOrder: string } | undefined;
}

/** What verifies the test card; undefined where it is refused, as where nothing may cost nothing. */
async function verified(
  gateway: GatewayClient,
  operation: 'register.do' | 'registerPreAuth.do' | 'instantPayment.do',
  part: Parameters,
): Promise<Verification | undefined> {
  if (operation !== 'instantPayment.do') {
    const registered = await taken(gateway.ask(operation, anOrder(part)));
    if (registered === undefined) return undefined;
    const order = orderOf(registered);
    const act = await taken(payWithCard(gateway, order));
    return act && { act, order };
  }
  const instant = await validGatewayRequest(gateway, operation);
  if (isNotOffered(instant)) return undefined;
  const act = await taken(instant.send({ ...instant.parameters, ...part }));
  return act && { act, order: orderNamedIn(act) };
}
