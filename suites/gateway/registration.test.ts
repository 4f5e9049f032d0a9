import { anOrder, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { paidWith, settledOrder } from '../../fixtures/worlds/gateway-orders.ts';
import {
  besidesThePlain,
  isNotOffered,
  newOrder,
  type NotOffered,
  payWithCard,
  promised,
  promisedToFail,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { Session } from '../../fixtures/target/session.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { depositedWherePaid, needsDeposit, nothingDeposited, showsDeposit } from './outcomes.ts';

// Document 3, part 4.1: register.do.

check('gateway.register.error-code-is-0', 'answers errorCode 0', async ({ gateway }) => {
  const answer = await gateway.ask('register.do', anOrder());

  const zero = expect.toSatisfy((code) => String(code) === '0', '0');
  expect(answer).toGoWell({ errorCode: zero });
});

check('gateway.register.order-id-is-shown', 'answers an orderId', async ({ gateway }) => {
  const answer = await gateway.ask('register.do', anOrder());

  expect(answer).toAnswer(200, { orderId: aText(36) });
});

/**
 * Registrations that fail. To answer with the order that there is registers none either, so that one
 * under a number in use may go well.
 */
const failing: Readonly<
  Record<string, (gateway: GatewayClient) => Promise<Exchange | NotOffered>>
> = {
  'under a number in use': async (gateway) => {
    const { mdOrder, orderNumber } = await newOrder(gateway);
    const answer = await gateway.ask('register.do', anOrder({ orderNumber }));
    if (memberOf(answer.answer.json, 'orderId') === mdOrder) {
      return { missing: 'a number in use is answered with the existing order' };
    }
    return promisedToFail(answer, 'gateway.order.order-number-is-unique');
  },
  'without an amount': async (gateway) =>
    promisedToFail(
      await gateway.ask('register.do', anOrder({ amount: undefined })),
      'gateway.register.needs-amount',
    ),
  // A message may repeat what is wrong with a request, as far as there is room for it.
  'with a description of 2000 characters': async (gateway) => {
    const answer = await gateway.ask('register.do', anOrder({ description: 'n'.repeat(2000) }));
    return isGatewaySuccess(answer) ? { missing: 'descriptions may be longer' } : answer;
  },
};

for (const [what, fail] of Object.entries(failing)) {
  check(
    'gateway.register.form-url-absent-on-error',
    `answers no formUrl to a registration ${what}`,
    async ({ gateway, skip }) => {
      const answer = await fail(gateway);

      if (isNotOffered(answer)) return skip(answer.missing);
      const absent = expect.toSatisfy((url) => (url ?? '') === '', 'absent');
      expect(answer).toAnswer(answer.answer.status, { formUrl: absent });
    },
  );

  check(
    'gateway.register.error-code-range',
    `answers errorCode 1 to 99 to a registration ${what}`,
    async ({ gateway, skip }) => {
      const answer = await fail(gateway);

      if (isNotOffered(answer)) return skip(answer.missing);
      if (answer.answer.status !== 200) return skip(notAsShown);
      const error = expect.toSatisfy((code) => /^(0?[1-9]|[1-9]\d)$/.test(String(code)), '1 to 99');
      expect(answer).toAnswer(200, { errorCode: error });
    },
  );

  check(
    'gateway.register.error-message-length',
    `answers an errorMessage to a registration ${what}`,
    async ({ gateway, skip }) => {
      const answer = await fail(gateway);

      if (isNotOffered(answer)) return skip(answer.missing);
      if (answer.answer.status !== 200) return skip(notAsShown);
      expect(answer).toAnswer(200, { errorMessage: aText(512) });
    },
  );
}

check(
  'gateway.register.error-message-language',
  'is asked for errors in English and in Spanish',
  async ({ gateway, observe }) => {
    const [english, spanish] = await Promise.all(
      ['en', 'es'].map(async (language) => {
        const answer = await gateway.ask('register.do', anOrder({ amount: undefined, language }));
        return memberOf(answer.answer.json, 'errorMessage');
      }),
    );

    observe(english === spanish ? 'the same errorMessage' : 'another errorMessage');
  },
);

check(
  'gateway.register.form-url-answers',
  'opens a page at formUrl',
  async ({ gateway, session }) => {
    const answer = promised(
      await gateway.ask('register.do', anOrder()),
      'gateway.register.succeeds',
    );

    const page = await opened(session, gateway, textAt(answer, 'formUrl'));

    const isThere = page.answer.status >= 200 && page.answer.status < 400;
    expect(isThere, sentExpectedGot(page, 'a page (HTTP 2xx or 3xx)')).toBe(true);
  },
);

/** Values that are no values of a parameter, and how each would read were it one. */
const wrongValues = [
  ...[
    'shop.example/paid',
    'shop.example:8443/paid',
    'shop.example:8443/paid?next=https://shop.example/',
    '//shop.example/paid',
  ].map(
    (url) =>
      ['gateway.register.return-url-needs-protocol', 'a returnUrl', 'returnUrl', url] as const,
  ),
  ['gateway.register.amount-is-an-integer', 'a fraction as amount', 'amount', '1500.5'],
  ['gateway.register.amount-is-an-integer', 'a word as amount', 'amount', 'many'],
  ['gateway.register.amount-is-not-negative', 'a negative amount', 'amount', '-1500'],
  ['gateway.register.currency-is-a-code', 'letters as currency', 'currency', 'EUR'],
  ['gateway.register.currency-is-a-code', 'letters among digits', 'currency', '97A'],
  ['gateway.register.currency-of-iso', 'a currency', 'currency', '000'],
  ['gateway.register.json-params-must-be-an-object', 'jsonParams', 'jsonParams', '{"name":'],
  [
    'gateway.register.unknown-merchant',
    'a merchantLogin of nobody',
    'merchantLogin',
    'nobody-of-that-name-api',
  ],
] as const;

for (const [id, what, name, value] of wrongValues) {
  check(id, `registers no order with ${what} that reads ${value}`, async ({ gateway }) => {
    const order = anOrder();

    const answer = await gateway.ask('register.do', { ...order, [name]: value });

    expect(answer).toGoWrong();
    // The number may be taken now, so the same order but for the value has another one.
    const usual = { ...order, orderNumber: anOrderNumber() };
    promised(await gateway.ask('register.do', usual), 'gateway.register.succeeds');
  });
}

for (const [id, operation] of [
  ['gateway.register-pre-auth.unknown-merchant', 'registerPreAuth.do'],
  ['gateway.instant-payment.unknown-merchant', 'instantPayment.do'],
] as const) {
  check(id, `makes no order for nobody by ${operation}`, async ({ gateway, skip }) => {
    const valid = await validGatewayRequest(gateway, operation);
    if (isNotOffered(valid)) return skip(valid.missing);
    promised(await valid.send(), gatewayRequests[operation].succeeds);
    const other = { ...valid.parameters, orderNumber: anOrderNumber() };

    const answer = await valid.send({ ...other, merchantLogin: 'nobody-of-that-name-api' });

    expect(answer).toGoWrong();
  });
}

for (const cardholderName of ['АННА КОСТА', 'ANA КОСТА', 'КОСТА ANA']) {
  check(
    'gateway.register.holder-is-latin',
    `registers no order with the cardholderName ${cardholderName}`,
    async ({ gateway }) => {
      const latin = await gateway.ask('register.do', anOrder({ cardholderName: 'ANA COSTA' }));
      promised(latin, 'gateway.register.takes-cardholder-name');

      const other = await gateway.ask('register.do', anOrder({ cardholderName }));

      expect(other).toGoWrong();
    },
  );
}

/** Names as they are written in the supported languages that have Latin letters. Part 4.1. */
const latinNames = [
  'Ștefania Țăran',
  'João Conceição',
  'Győző Szűcs',
  'Nicolò Prìncipe',
  'Łukasz Gęś-Źrebiec',
  'Jürgen Groß',
  "Zoë L'Œuvre",
  'José Núñez',
  'Søren Ærø',
  'Õie Äär',
  'Žydrė Ūsaitė',
  'Ķirsis Ģēģers',
  'Åke Öst',
];

check(
  'gateway.register.holder-of-any-language',
  'takes cardholderNames with the letters of every language that is written in Latin',
  async ({ gateway }) => {
    await forEvery(latinNames, String, async (cardholderName) => {
      const answer = await gateway.ask('register.do', anOrder({ cardholderName }));
      const plain = async (): Promise<Exchange> =>
        gateway.ask('register.do', anOrder({ cardholderName: 'ANA COSTA' }));
      const by = 'gateway.register.takes-cardholder-name';
      expect(await besidesThePlain(answer, plain, by)).toGoWell();
    });
  },
);

check(
  'gateway.register.return-url-with-query',
  'takes a returnUrl with port, query and fragment',
  async ({ gateway }) => {
    const returnUrl = 'https://shop.example:8443/paid?basket=data:7&next=https://a.example/#done';

    expect(await registered(gateway, { returnUrl })).toGoWell();
  },
);

check('gateway.register.zero-amount', 'is sent an amount of 0', async ({ gateway, observe }) => {
  observe(gatewayAnswerSummary(await gateway.ask('register.do', anOrder({ amount: 0 }))));
});

check(
  'gateway.register.unicode-description',
  'takes a description in other scripts',
  async ({ gateway }) => {
    const description = 'Παραγγελία, поръчка, შეკვეთა, 订单';

    expect(await registered(gateway, { description })).toGoWell();
  },
);

check('gateway.register.ip-v6', 'takes an address of IPv6', async ({ gateway }) => {
  expect(await registered(gateway, { ip: '2001:db8::17' })).toGoWell();
});

/** What the document leaves open about a registration: the id, the behaviour, and what is sent. */
const openValues = [
  ['gateway.register.other-language', 'is sent an unsupported language', { language: 'xx' }],
  [
    'gateway.register.description-with-markup',
    'is sent markup in a description',
    { description: '<b>five</b> <script>alert(1)</script> & more' },
  ],
  ['gateway.register.ip-malformed', 'is sent an ip that is no address', { ip: 'not-an-address' }],
  ['gateway.register.unknown-parameter', 'is sent an unknown parameter', { unheardOf: 'x' }],
] as const;

for (const [id, behaviour, part] of openValues) {
  check(id, behaviour, async ({ gateway, observe }) => {
    observe(gatewayAnswerSummary(await gateway.ask('register.do', anOrder(part))));
  });
}

check(
  'gateway.register.other-merchant',
  'is asked to register for another merchant',
  async ({ gateway, session, observe }) => {
    const merchantLogin = session.target.otherMerchant?.userName ?? 'nobody-we-know-api';

    observe(gatewayAnswerSummary(await gateway.ask('register.do', anOrder({ merchantLogin }))));
  },
);

check(
  'gateway.register.repeated-parameter',
  'is sent two amounts',
  async ({ gateway, observe }) => {
    const answer = await gateway.ask('register.do', anOrder({ amount: [11_00, 12_00] }));

    const mdOrder = memberOf(answer.answer.json, 'orderId');
    if (typeof mdOrder !== 'string') return observe(gatewayAnswerSummary(answer));
    const status = await statusOf(gateway, { mdOrder });
    const amounts: Readonly<Record<string, string>> = { '1100': 'the first', '1200': 'the last' };
    const counts = amounts[String(memberOf(status.answer.json, 'amount'))] ?? 'neither';
    observe(`${gatewayAnswerSummary(answer)}, ${counts} counts`);
  },
);

check(
  'gateway.register.remaining-parameters',
  'is sent parameters of other operations',
  async ({ gateway, observe }) => {
    const parts: readonly Parameters[] = [
      { sessionTimeoutSecs: 600 },
      { expirationDate: '2098-12-31T12:00:00' },
      { email: 'payer@shop.example' },
    ];

    const seen = await Promise.all(
      parts.map(async (part) => {
        const answer = await gateway.ask('register.do', anOrder(part));
        return `${Object.keys(part).join()}: ${gatewayAnswerSummary(answer)}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check(
  'gateway.register.json-params',
  'is asked for the jsonParams of an order',
  async ({ gateway, observe }) => {
    const order = await newOrder(gateway, { jsonParams: { flavour: 'elderflower-and-mint' } });

    const status = await statusOf(gateway, order);

    const pairs = JSON.stringify(memberOf(status.answer.json, 'merchantOrderParams') ?? null);
    if (pairs.includes('elderflower-and-mint')) return observe('in merchantOrderParams');
    const isShown = status.answer.text.includes('elderflower-and-mint');
    observe(isShown ? 'elsewhere in the status' : 'not shown');
  },
);

// Document 3, part 2.4: names in jsonParams that the gateway knows.

check(
  'gateway.json-params.back-to-shop',
  'is asked for a page with a button back to the shop',
  async ({ gateway, session, observe }) => {
    const backToShopUrl = 'https://shop.example/back-to-the-basket';
    const backToShopName = 'Back to the basket';
    const order = await newOrder(gateway, { jsonParams: { backToShopUrl, backToShopName } });

    const page = await opened(session, gateway, order.formUrl);

    const shows = (what: string, text: string): string =>
      `${what} ${page.answer.text.includes(text) ? 'shown' : 'not shown'}`;
    observe(`${shows('address', backToShopUrl)}, ${shows('name', backToShopName)}`);
  },
);

check('gateway.json-params.moto', 'is asked to pay by MOTO', async ({ gateway, observe }) => {
  const jsonParams = { paymentWay: 'CARD_MOTO' };

  observe(await paidWith(gateway, { jsonParams }, { jsonParams }));
});

// Document 3, part 4.2: registerPreAuth.do.

check(
  'gateway.register-pre-auth.answers-like-register',
  'answers orderId and formUrl',
  async ({ gateway }) => {
    const answer = await gateway.ask('registerPreAuth.do', anOrder());

    expect(answer).toGoWell({
      orderId: aText(36),
      formUrl: expect.toSatisfy((url) => isText(url, 512) && URL.canParse(String(url)), 'a URL'),
    });
  },
);

check(
  'gateway.register-pre-auth.two-phase',
  'holds the payment of a two-phase order',
  async ({ gateway, skip }) => {
    const { status } = await settledOrder(gateway, {}, 'registerPreAuth.do');

    if (!showsDeposit(status.answer.json)) return skip(needsDeposit);
    expect(status).toShow(nothingDeposited('gateway.register-pre-auth.two-phase'));
    if (inSmokeOnly()) return;
    // Whether such an order is registered or paid is not shown; a hold deposits nothing all the same.
    for (const features of ['FORCE_SSL', 'PARTIAL_AUTHORIZATION']) {
      const answer = await gateway.ask('registerPreAuth.do', anOrder({ features }));
      if (!isGatewaySuccess(answer)) continue;
      const order = { mdOrder: textAt(answer, 'orderId') };
      await payWithCard(gateway, order);
      const held = await statusOf(gateway, order);
      expect(held).toShow(nothingDeposited('gateway.register-pre-auth.two-phase'));
    }
  },
);

check(
  'gateway.register-pre-auth.register-is-one-phase',
  'deposits the payment of a one-phase order',
  async ({ gateway, skip }) => {
    const { order, status } = await settledOrder(gateway);

    if (!showsDeposit(status.answer.json)) return skip(needsDeposit);
    const id = 'gateway.register-pre-auth.register-is-one-phase';
    expect(status).toShow(depositedWherePaid(id, order.amount));
  },
);

/** A registration that has to go well wherever a plain one does. */
async function registered(gateway: GatewayClient, part: Parameters): Promise<Exchange> {
  const plain = (): Promise<Exchange> => gateway.ask('register.do', anOrder());
  const answer = await gateway.ask('register.do', anOrder(part));
  return besidesThePlain(answer, plain, 'gateway.register.succeeds');
}

/** Opens an address that the gateway gave, which may be on another host. */
function opened(session: Session, { settings }: GatewayClient, formUrl: string): Promise<Exchange> {
  const { origin, pathname, search } = new URL(formUrl, settings.baseUrl);
  const path = `${pathname}${search}`;
  return session.connectionTo(origin).send({ operation: 'undocumented', method: 'GET', path });
}

/** Part 4.1 shows the members of an error, and part 7 has errors by their HTTP status alone. */
const notAsShown = 'the registration fails by its HTTP status';

function aText(most: number) {
  return expect.toSatisfy((value) => isText(value, most), `1 to ${most} characters`);
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.trim() !== '' && value.length <= most;
}
