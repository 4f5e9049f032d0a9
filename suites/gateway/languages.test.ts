import { aClientId, anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { languages } from '../../fixtures/fields/gateway-requests.ts';
import { unknownOrderLike } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesThePlain,
  newOrder,
  paidOrder,
  payWithCard,
  promisedToFail,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.1: the languages that register.do supports, and those of errorMessage.

for (const language of languages) {
  check(
    `gateway.register.language-${language}`,
    `registers an order in the language ${language}`,
    async ({ gateway }) => {
      const answer = await gateway.ask('register.do', anOrder({ language }));

      const plain = (): Promise<Exchange> => gateway.ask('register.do', anOrder());
      expect(await besidesThePlain(answer, plain, 'gateway.register.succeeds')).toGoWell();
    },
  );
}

check(
  'gateway.register.error-message-follows-language',
  'explains a failure in more than one language',
  async ({ gateway, skip }) => {
    const answers = await registrationsWithoutAmount(gateway);

    for (const answer of answers) promisedToFail(answer, 'gateway.register.needs-amount');
    if (answers.some(isOfAnotherKind)) return skip(notAsShown);
    const texts = answers.map(({ answer }) => memberOf(answer.json, 'errorMessage'));
    const words = sentExpectedGot(answers.slice(0, 2), 'another text');
    expect(new Set(texts).size, words).toBeGreaterThan(1);
  },
);

check(
  'gateway.errors.error-message-explains',
  'explains in each language that an order is unknown',
  async ({ gateway, skip }) => {
    const answers = await paymentsOfUnknownOrder(gateway);

    for (const answer of answers) promisedToFail(answer, 'gateway.payment-order.unknown-order');
    if (answers.some(isOfAnotherKind)) return skip(notAsShown);
    const text = expect.toSatisfy(
      (message) => typeof message === 'string' && message.trim() !== '',
      'text',
    );
    for (const answer of answers) expect(answer).toAnswer(200, { errorMessage: text });
  },
);

check(
  'gateway.payment-order.error-message-follows-language',
  'explains in more than one language that an order is unknown',
  async ({ gateway, skip }) => {
    const answers = await paymentsOfUnknownOrder(gateway);

    for (const answer of answers) promisedToFail(answer, 'gateway.payment-order.unknown-order');
    if (answers.some(isOfAnotherKind)) return skip(notAsShown);
    const texts = answers.map(({ answer }) => memberOf(answer.json, 'errorMessage'));
    const words = sentExpectedGot(answers.slice(0, 2), 'another text');
    expect(new Set(texts).size, words).toBeGreaterThan(1);
  },
);

check(
  'gateway.register.error-message-per-language',
  'explains nothing in one language in the words of another',
  async ({ gateway, skip }) => {
    const samples = [
      await registrationsWithoutAmount(gateway),
      await paymentsOfUnknownOrder(gateway),
    ];
    const usual = await gateway.ask('register.do', anOrder({ amount: undefined }));
    if ([usual, ...samples.flat()].some(isOfAnotherKind)) return skip(notAsShown);
    const wordsOf = (answer: Exchange | undefined): string =>
      String(memberOf(answer?.answer.json, 'errorMessage'));

    const alike = Map.groupBy(languages, (language) =>
      samples.map((answers) => wordsOf(answers[languages.indexOf(language)])).join(' | '),
    );

    // Languages without words of their own are told in English, or in the default of the merchant.
    const isFallback = (one: (typeof languages)[number]): boolean =>
      one === 'en' || wordsOf(samples[0]?.[languages.indexOf(one)]) === wordsOf(usual);
    const mixedUp = [...alike.values()].filter(
      (group) => group.length > 1 && !group.some(isFallback),
    );
    expect(mixedUp, 'languages with the words of each other').toEqual([]);
  },
);

/** Requests that fail, of operations that take a language beside those above. */
const failing: readonly (readonly [GatewayOperation, Parameters])[] = [
  ['registerPreAuth.do', { ...anOrder(), amount: undefined }],
  ['instantPayment.do', { bindingId: 'no-binding-of-anybody', clientId: aClientId() }],
  ['recurrentPayment.do', { bindingId: 'no-binding-of-anybody', amount: 7_00 }],
  ['installmentPayment.do', { bindingId: 'no-binding-of-anybody', amount: 7_00 }],
  ['paymentOrderBinding.do', { mdOrder: 'no-order', bindingId: 'no-binding-of-anybody' }],
];

check(
  'gateway.errors.message-language-everywhere',
  'explains a payment in the language of its own request, not in that of its order',
  async ({ gateway, skip }) => {
    const known = await registrationsWithoutAmount(gateway);
    const wordsIn = (language: (typeof languages)[number]): unknown =>
      memberOf(known[languages.indexOf(language)]?.answer.json, 'errorMessage');
    if (wordsIn('en') === wordsIn('es')) return skip('failures are explained in one language');
    const order = await newOrder(gateway, { language: 'en' });
    const answers: Exchange[] = [];
    for (const language of ['en', 'es'])
      answers.push(await payWithCard(gateway, order, { language, $PAN: undefined }));
    // A payment page may be shown in place of what is missing.
    if (answers.some((answer) => isOfAnotherKind(answer) || isGatewaySuccess(answer)))
      return skip(notAsShown);

    const words = sentExpectedGot(answers, 'another text in the other language');
    if (textsIn(answers).has(undefined)) return;
    expect(textsIn(answers).size, words).toBe(2);
  },
);

check(
  'gateway.errors.message-language-everywhere',
  'explains failures of each operation in more than one language where registrations are',
  async ({ gateway, skip }) => {
    const known = await registrationsWithoutAmount(gateway);
    if (textsIn(known).size < 2) return skip('failures are explained in one language');
    await forEvery(
      failing,
      ([operation]) => operation,
      async ([operation, part]) => {
        const answers: Exchange[] = [];
        for (const language of ['en', 'es', 'de']) {
          const orderNumber = anOrderNumber();
          answers.push(await gateway.ask(operation, { orderNumber, ...part, language }));
        }
        // Who fails without a message explains nothing in any language.
        if (answers.some(isOfAnotherKind) || textsIn(answers).has(undefined)) return;

        const words = sentExpectedGot(answers.slice(0, 2), 'another text, as of register.do');
        expect(textsIn(answers).size, words).toBeGreaterThan(1);
      },
    );
  },
);

/** What fails for a reason of its own, asked in a language. */
const reasons: readonly {
  readonly reason: string;
  readonly begin: (gateway: GatewayClient) => Promise<(language: string) => Promise<Exchange>>;
}[] = [
  {
    reason: 'an orderNumber that is in use',
    begin: async (gateway) => {
      const { orderNumber } = await newOrder(gateway);
      return (language) => gateway.ask('register.do', anOrder({ orderNumber, language }));
    },
  },
  {
    reason: 'an order that is paid',
    begin: async (gateway) => {
      const order = await paidOrder(gateway);
      return (language) => payWithCard(gateway, order, { language });
    },
  },
  {
    reason: 'an object without what it needs inside',
    begin: async (gateway) => {
      const paymentFacilitator = JSON.stringify({ name: 'x', subMerchants: [] });
      return (language) => gateway.ask('register.do', anOrder({ paymentFacilitator, language }));
    },
  },
  {
    reason: 'a credential to store for nobody',
    begin: async (gateway) => (language) =>
      gateway.ask('register.do', anOrder({ features: 'FORCE_CREATE_BINDING', language })),
  },
];

check(
  'gateway.errors.message-language-everywhere',
  'explains failures for each reason in more than one language where a missing amount is',
  async ({ gateway, skip }) => {
    const known = await registrationsWithoutAmount(gateway);
    if (textsIn(known).size < 2) return skip('failures are explained in one language');
    await forEvery(
      reasons,
      ({ reason }) => reason,
      async ({ begin }) => {
        const ask = await begin(gateway);
        const answers: Exchange[] = [];
        for (const language of ['en', 'es', 'de']) answers.push(await ask(language));
        // Who is told again of what was done, or is told nothing, is explained nothing in any language.
        if (answers.some((one) => isOfAnotherKind(one) || isGatewaySuccess(one))) return;
        if (textsIn(answers).has(undefined)) return;

        const words = sentExpectedGot(answers.slice(0, 2), 'another text, as of a missing amount');
        expect(textsIn(answers).size, words).toBeGreaterThan(1);
      },
    );
  },
);

/** Requests that fail, beside those above, of operations that say in no language, or in one, why. */
const failures: readonly (readonly [GatewayOperation, Parameters])[] = [
  ['register.do', { ...anOrder(), amount: undefined }],
  ...failing,
  ['paymentorder.do', { MDORDER: 'no-order' }],
  ['industryPractice/paymentOrder.do', { originalMdOrder: 'no-order', tii: 'IPI', amount: 7_00 }],
  ['getBindings.do', { bindingType: 'C' }],
  ['getOrderStatusExtended.do', { orderId: 'no-order' }],
];

/** What is asked for before and beside each request without a language. */
const others = ['es', 'de', 'es', 'de', 'es'] as const;

check(
  'gateway.errors.message-language-of-its-own',
  'explains what fails without a language alike, whatever language is asked for beside it',
  async ({ gateway, skip }) => {
    const known = await registrationsWithoutAmount(gateway);
    if (textsIn(known).size < 2) return skip('failures are explained in one language');
    await forEvery(
      failures,
      ([operation]) => operation,
      async ([operation, part]) => {
        const sent: Exchange[] = [];
        const answers: Exchange[] = [];
        for (const language of others) {
          const orderNumber = anOrderNumber();
          // Before it, and at the same time: others ask, too, and come between two that follow each other.
          const before = await failureIn(gateway, language);
          const [beside, answer] = await Promise.all([
            failureIn(gateway, language),
            gateway.ask(operation, { orderNumber, ...part }),
          ]);
          sent.push(before, beside, answer);
          answers.push(answer);
        }
        if (sent.some(isOfAnotherKind) || answers.some(isGatewaySuccess)) return;

        const words = sentExpectedGot(sent, 'the same text whenever no language is named');
        expect(isTurnedBack(answers.map(textIn)), words).toBe(false);
      },
    );
  },
);

/** Whether a text comes again after another: each may have one of its own, or from some time on another one. */
function isTurnedBack(texts: readonly unknown[]): boolean {
  return texts.some((text, index) => {
    const other = texts.findIndex((one, later) => later > index && one !== text);
    return other !== -1 && texts.includes(text, other);
  });
}

check(
  'gateway.errors.message-language-of-its-own',
  'explains failures of all languages at the same time as one after the other',
  async ({ gateway, skip }) => {
    const [once, again] = [
      await registrationsWithoutAmount(gateway),
      await Promise.all(languages.map((language) => failureIn(gateway, language))),
    ];
    const alone: Exchange[] = [];
    for (const language of languages) alone.push(await failureIn(gateway, language));
    if ([...once, ...again, ...alone].some(isOfAnotherKind)) return skip(notAsShown);
    // Who tells each failure from all others has no two texts alike.
    const twice = [await failureIn(gateway, 'en'), await failureIn(gateway, 'en')];
    if (textsIn(twice).size > 1) return skip('no two failures are explained in the same words');

    for (const together of [once, again]) {
      const strays = languages.filter((_language, index) => {
        const both = [together[index], alone[index]].flatMap((one) => one ?? []);
        return textsIn(both).size > 1;
      });
      expect(strays, 'languages that are another one when all are asked for at once').toEqual([]);
    }
  },
);

function failureIn(gateway: GatewayClient, language: string): Promise<Exchange> {
  return gateway.ask('register.do', anOrder({ amount: undefined, language }));
}

function textsIn(answers: readonly Exchange[]): ReadonlySet<unknown> {
  return new Set(answers.map(textIn));
}

function textIn({ answer: { json } }: Exchange): unknown {
  const names = ['errorMessage', 'error.message'];
  return names.map((name) => memberOf(json, name)).find((text) => text !== undefined);
}

function registrationsWithoutAmount(gateway: GatewayClient): Promise<readonly Exchange[]> {
  return gateway.learn('samples of registrations without amount', () =>
    Promise.all(languages.map((language) => failureIn(gateway, language))),
  );
}

/** Asked once: whether all of them explain themselves, and how, are two sentences. */
function paymentsOfUnknownOrder(gateway: GatewayClient): Promise<readonly Exchange[]> {
  return gateway.learn('samples of payments for an unknown order', async () => {
    const mdOrder = unknownOrderLike(await newOrder(gateway));
    return Promise.all(
      languages.map((language) => payWithCard(gateway, { mdOrder }, { language })),
    );
  });
}

const notAsShown = 'the request fails by its HTTP status';

function isOfAnotherKind({ answer }: Exchange): boolean {
  return answer.status !== 200;
}
