import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import {
  aBillingPayer,
  aPaymentFacilitator,
  aShippingPayer,
} from '../../fixtures/builders/gateway-objects.ts';
import { spoilt } from '../../fixtures/builders/spoil.ts';
import { filledUp, lettersOfAllSizes } from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { gatewayObjects, gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { type ParameterRule, valuesFor } from '../../fixtures/fields/parameters.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  listOf,
  orderThatStores,
  paymentOutcomeOf,
  planOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { orderOf, taken } from '../../fixtures/worlds/gateway-sameness.ts';
import { bindingIdsIn, storedBy, usedBy } from '../../fixtures/worlds/gateway-stored.ts';
import { ways } from '../../fixtures/worlds/gateway-ways.ts';
import {
  bindingsIn,
  chargeOf,
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

/** A text with a longest length. */
interface LongText {
  readonly name: string;
  readonly most: number;
  /** That as many letters of ASCII are taken. */
  readonly requirement: RequirementId;
  /** So many letters of ASCII. */
  readonly plain: () => string;
}

/** Texts of one request, and where they stand in it. */
interface LongTexts {
  readonly what: string;
  readonly operation: GatewayOperation;
  readonly texts: readonly LongText[];
  readonly part: (values: Readonly<Record<string, string>>) => Parameters;
}

/** Those that are an address of any kind consist of other letters. */
const isAddress = /url$|^ip$|email$/i;

function longTextsOf(
  rules: readonly ParameterRule[],
  beginning: () => string,
): readonly LongText[] {
  return rules
    .filter(({ rule, name }) => rule === 'longest' && !isAddress.test(name))
    .map((rule) => ({
      name: rule.name,
      most: rule.length ?? 0,
      requirement: rule.requirement,
      plain: () => valuesFor(rule, beginning()).map(String).join(''),
    }));
}

const ofParameters = (
  [
    'register.do',
    'paymentorder.do',
    'instantPayment.do',
    'recurrentPayment.do',
    'installmentPayment.do',
  ] as const
).flatMap((operation) =>
  longTextsOf(gatewayRequests[operation].rules, () => uniqueNumber(9)).map((text): LongTexts => ({
    what: `${text.name} of ${operation}`,
    operation,
    texts: [text],
    part: (values) => values,
  })),
);

const {
  shippingMethodIndicator: _method,
  deliveryTimeframe: _frame,
  ...shipping
} = aShippingPayer();
/** Objects with all members whose allowed values are shown. Part 2.4. */
const objects = {
  paymentFacilitator: aPaymentFacilitator(),
  billingPayerData: aBillingPayer(),
  shippingPayerData: shipping,
} as const;
const ofObjects = (
  [
    ['register.do', 'paymentFacilitator'],
    ['paymentorder.do', 'billingPayerData'],
    ['paymentorder.do', 'shippingPayerData'],
  ] as const
).map(([operation, object]): LongTexts => ({
  what: `the members of ${object}`,
  operation,
  texts: longTextsOf(gatewayObjects[object].rules, () => 'Madrid'),
  part: (values) => ({
    [object]: Object.entries(values).reduce<object>(
      (whole, [path, value]) => spoilt(whole, path, { value }),
      objects[object],
    ),
  }),
}));

const pairLengths = [
  { name: 'name', most: 255, requirement: 'gateway.json-params.longest-name' },
  { name: 'value', most: 1024, requirement: 'gateway.json-params.longest-value' },
] as const;
const ofPairs = (['register.do', 'paymentorder.do', 'instantPayment.do'] as const).flatMap(
  (operation) =>
    pairLengths.map(({ name, ...length }): LongTexts => ({
      what: `a ${name} in jsonParams of ${operation}`,
      operation,
      texts: [{ name, ...length, plain: () => `note-${uniqueNumber(9)}`.padEnd(length.most, 'x') }],
      part: ({ name: free = 'note', value = '2' }) => ({
        jsonParams: { first: '1', [free]: value },
      }),
    })),
);

check(
  'gateway.size.lengths-in-characters',
  'takes as many letters outside ASCII as others, wherever it takes one',
  async ({ gateway }) => {
    await forEvery(
      [...ofParameters, ...ofPairs, ...ofObjects],
      ({ what }) => what,
      async (row) => {
        if (await takesAsMany(gateway, row)) return;
        // One of them may be refused in any length: then each stands for itself.
        for (const text of row.texts.length > 1 ? row.texts : [])
          await takesAsMany(gateway, { ...row, texts: [text] });
      },
    );
  },
);

/** Whether one such letter in each text is taken: then as many have to be as there may be others. */
async function takesAsMany(
  gateway: GatewayClient,
  { operation, texts: sent, part }: LongTexts,
): Promise<boolean> {
  const ask = async (write: (text: LongText) => string): Promise<Exchange | undefined> => {
    const valid = await validGatewayRequest(gateway, operation);
    if (isNotOffered(valid)) return undefined;
    const values = Object.fromEntries(sent.map((text) => [text.name, write(text)]));
    return valid.send({ ...valid.parameters, ...part(values) });
  };
  // Who stores no letters of four bytes, or of Latin script alone, may refuse them.
  for (const letters of [lettersOfAllSizes, 'éあ', 'é']) {
    const beginningOf = ({ most, plain }: LongText): string =>
      plain().slice(0, Math.min(9, most - letters.length));
    const one = await ask((text) => `${beginningOf(text)}${letters}`);
    if (one === undefined) return true;
    if (!isGatewaySuccess(one)) continue;

    const all = await ask((text) => filledUp(beginningOf(text), text.most, letters));

    if (all === undefined) return true;
    if (!isGatewaySuccess(all)) {
      const plain = await ask((text) => text.plain());
      for (const { requirement } of sent.slice(0, 1)) if (plain) promised(plain, requirement);
    }
    const names = sent.map(({ name }) => name).join(', ');
    const words = sentExpectedGot([one, all], `success, as with ${letters} in ${names}`);
    expect(isGatewaySuccess(all), words).toBe(true);
    return true;
  }
  return false;
}

/** Values of every length that is shown, by operation; nobody is to be notified at an address that nobody has. */
function valuesAt(
  operation: GatewayOperation,
  which: 'longest' | 'shortest',
): Readonly<Record<string, string>> {
  const rules = gatewayRequests[operation].rules.filter(
    ({ rule, name }) => rule === 'longest' && name !== 'dynamicCallbackUrl',
  );
  return Object.fromEntries(
    rules
      // Of one character there is no address, and hardly a number that nobody has.
      .filter(({ name }) => which === 'longest' || !(isAddress.test(name) || isName.test(name)))
      .map((rule) => [
        rule.name,
        which === 'longest'
          ? valuesFor(rule, uniqueNumber(9)).map(String).join('')
          : 'A'.repeat(rule.parameter.form.from ?? 1),
      ]),
  );
}

const isName = /^(orderNumber|clientId)$/;

check(
  'gateway.size.lives-as-any-other',
  'pays, stores, lists and charges what has the longest or the shortest values as any other',
  async ({ gateway }) => {
    await forEvery(
      ['longest', 'shortest'] as const,
      (which) => `the ${which} values`,
      async (which) => {
        const plan = { features: 'FORCE_CREATE_BINDING', jsonParams: planOf.RECURRENT };
        const registration = valuesAt('register.do', which);
        const { clientId = aClientId() } = registration;
        const asked = anOrder({ ...registration, clientId });
        // Storing needs a permission. Part 4.4.
        const registered =
          (await taken(gateway.ask('register.do', { ...asked, ...plan }))) ??
          (await taken(gateway.ask('register.do', asked)));
        if (registered === undefined) return;
        const order = orderOf(registered);
        const payment = await taken(
          payWithCard(gateway, order, valuesAt('paymentorder.do', which)),
        );
        if (payment === undefined) return;
        const status = await statusOf(gateway, order);
        const paid = sentExpectedGot([registered, payment, status], 'an order that is paid');
        expect(reportsPaid(status), paid).toBe(true);

        const bindingId = bindingIdsIn(await listOf(gateway, clientId, 'R')).at(-1);
        const plain = await storedBy(gateway, 'RECURRENT', aClientId());
        if (plain?.bindingId === undefined) return;
        const stored = sentExpectedGot(
          [registered, payment],
          `a credential, as ${plain.clientId} has`,
        );
        expect(bindingId !== undefined, stored).toBe(true);
        if (bindingId === undefined) return;
        const sizes = valuesAt('recurrentPayment.do', which);
        const answer = await chargeOf(gateway, 'recurrentPayment.do', { bindingId }, sizes);
        const outcome = await paymentOutcomeOf(gateway, answer);
        // Where nothing is charged by any, that is what is broken.
        if (!reportsPaid(outcome) && !reportsPaid(await usedBy(gateway, 'RECURRENT', plain)))
          return;
        const words = sentExpectedGot(
          [registered, payment, answer, outcome],
          'a charge that is paid',
        );
        expect(reportsPaid(outcome), words).toBe(true);
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
