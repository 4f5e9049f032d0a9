import { aClientId, anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { aPaymentFacilitator } from '../../fixtures/builders/gateway-objects.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  gatewayPath,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { type Exchange, Inconclusive, memberOf } from '../../fixtures/transcript/exchange.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { orderThatStores, payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  isNotOffered,
  newOrder,
  type NotOffered,
  paidOrder,
  payWithCard,
  storedCredential,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 7: errors of every kind, and requests that bring no server error.

const jsonThatEndsEarly = '{"orderNumber":';

type Attempt = (gateway: GatewayClient) => Promise<Exchange | NotOffered>;

/** What commonly fails, by what is wrong; where a target does it all the same, nothing is asked. */
const failures: Readonly<Record<string, readonly Attempt[]>> = {
  'parameters of an order are wrong': [
    registering({ features: 'NO_SUCH_FEATURE' }),
    registering({ jsonParams: 'neither names nor values' }),
    registering({ currency: '000' }),
    registering({ description: '' }),
    (gateway) => {
      const plan = { features: 'FORCE_CREATE_BINDING', jsonParams: { installments: '6' } };
      return gateway.ask('register.do', anOrder({ clientId: aClientId(), ...plan }));
    },
  ],
  'objects of a payment are wrong': [
    paying({ billingPayerData: 'no object' }),
    paying({ billingPayerData: {} }),
    paying({ paymentFacilitator: { ...aPaymentFacilitator(), subMerchants: 'none' } }),
  ],
  'card data are wrong': [
    (gateway) => paying({ $PAN: `${gateway.settings.card.pan.slice(0, -1)}0` })(gateway),
    paying({ YYYY: '2001' }),
    paying({ seToken: 'bm90IGEgdG9rZW4', $PAN: undefined, $CVC: undefined }),
  ],
  'parameters contradict each other': [
    async (gateway) =>
      payWithCard(gateway, await newOrder(gateway, {}, 'registerPreAuth.do'), { tii: 'U' }),
    async (gateway) => {
      const order = await orderThatStores(gateway, aClientId());
      if (isNotOffered(order)) return order;
      return payWithCard(gateway, order, { bindingNotNeeded: true });
    },
    payingAtOnce({ threeDSServerTransId: 'of-no-authentication' }),
    payingAtOnce({ expirationDate: '2001-01-01T00:00:00' }),
  ],
  'a permission is needed': [
    paying({ mcc: '5999' }),
    registering({ merchantLogin: 'another-merchant-api' }),
    paying({ externalScaExemptionIndicator: 'LVP' }),
  ],
  'a stored credential is used wrongly': [
    async (gateway) => {
      const [credential, order] = await Promise.all([
        storedCredential(gateway),
        newOrder(gateway, { clientId: aClientId() }),
      ]);
      return isNotOffered(credential) ? credential : payByBinding(gateway, order, credential);
    },
    async (gateway) => {
      const [credential, request] = await Promise.all([
        storedCredential(gateway),
        validGatewayRequest(gateway, 'instantPayment.do'),
      ]);
      if (isNotOffered(credential)) return credential;
      if (isNotOffered(request)) return request;
      const { bindingId } = credential;
      return request.send({ ...request.parameters, pan: undefined, bindingId });
    },
    (gateway) => gateway.ask('getBindings.do', { clientId: aClientId(), bindingType: 'X' }),
  ],
  'there is nothing to go on from': [
    async (gateway) =>
      gateway.ask('industryPractice/paymentOrder.do', {
        originalMdOrder: (await newOrder(gateway)).mdOrder,
        orderNumber: anOrderNumber(),
        tii: 'IPI',
        amount: 5_00,
      }),
    (gateway) => gateway.ask('getOrderStatusExtended.do', {}),
    async (gateway) => {
      const list = await gateway.ask('getBindings.do', { clientId: aClientId(), bindingType: 'C' });
      return showsErrorCode(list) ? list : { missing: 'a list of nothing is no error' };
    },
  ],
};

const text = expect.toSatisfy(isText, 'text');

/** What these requests lead to is left open, and an HTTP status may tell of a failure. Part 7. */
const noneFails = 'no such request fails with HTTP 200, as none needs to';

const shownBy = {
  'gateway.errors.error-code-range': {
    errorCode: expect.toSatisfy((code) => /^(0?[1-9]|[1-9]\d)$/.test(String(code)), '1 to 99'),
  },
  'gateway.errors.error-message-explains': { errorMessage: text },
} as const;

for (const [what, attempts] of Object.entries(failures)) {
  for (const [id, shown] of Object.entries(shownBy) as [keyof typeof shownBy, object][]) {
    const behaviour =
      id === 'gateway.errors.error-code-range' ? 'answers errorCode 1 to 99' : 'explains';

    check(id, `${behaviour} when ${what}`, async ({ gateway, skip }) => {
      const answers = await answersTo(gateway, what, attempts);

      const failed = answers.filter(tellsOfAnError);
      if (failed.length === 0) return skip(noneFails);
      for (const answer of failed) expect(answer).toAnswer(200, shown);
    });
  }
}

/** Bodies without a request that can be read; HTTP has statuses of its own for these. */
const unreadable: readonly Attempt[] = [
  (gateway) => sendingForm(gateway, '&description=Café'),
  (gateway) => sendingForm(gateway, `&${asForm({ jsonParams: twoMebibytes() })}`),
  (gateway) => sendingJson(gateway, jsonThatEndsEarly),
];

for (const [id, behaviour, wanted, isRight] of [
  [
    'gateway.errors.error-code-range',
    'answers no other errorCode than 1 to 99',
    'errorCode 1 to 99',
    (json: unknown) => /^(0?[1-9]|[1-9]\d)$/.test(String(memberOf(json, 'errorCode'))),
  ],
  [
    'gateway.errors.error-message-explains',
    'explains an errorCode, if any,',
    'errorMessage, a text',
    (json: unknown) => isText(memberOf(json, 'errorMessage')),
  ],
] as const) {
  check(id, `${behaviour} when a body cannot be read`, async ({ gateway }) => {
    const answers = await answersTo(gateway, 'a body cannot be read', unreadable);

    // Answers without errorCode are judged by what is asked of every answer.
    for (const answer of answers) {
      expect(answer).toShow({
        requirement: id,
        path: 'the answer',
        wanted: `${wanted}, if there is an error at HTTP 200`,
        isJudgedIn: () => true,
        problemIn: (json) =>
          tellsOfAnError(answer) && showsErrorCode(answer) && !isRight(json)
            ? 'it is something else'
            : undefined,
      });
    }
  });
}

check(
  'gateway.errors.error-message-explains',
  'explains in several languages that an order is paid already',
  async ({ gateway, skip }) => {
    const order = await paidOrder(gateway);

    const answers = await Promise.all(
      ['es', 'de', 'fr'].map((language) => payWithCard(gateway, order, { language })),
    );

    const failed = answers.filter(tellsOfAnError);
    if (failed.length === 0) return skip(noneFails);
    for (const answer of failed) expect(answer).toAnswer(200, { errorMessage: text });
  },
);

check(
  'gateway.errors.error-message-explains',
  'explains in several languages why it takes no login pair together with a token',
  async ({ gateway, skip }) => {
    const { login, token } = gateway.settings;
    // A target is configured with one of them at least, the other is then made up.
    const both = {
      login: login ?? { userName: 'nobody-of-that-name-api', password: 'not-the-password' },
      token: token ?? 'not-the-token-of-anybody',
    };

    const answers = await Promise.all(
      ['en', 'es', 'de', 'fr'].map((language) =>
        gateway.as(both).ask('register.do', anOrder({ language })),
      ),
    );

    // How credentials that are wrong are answered is not shown, so nothing is asked of another form.
    const failed = answers.filter((answer) => tellsOfAnError(answer) && showsErrorCode(answer));
    if (failed.length === 0) return skip('no such request fails with HTTP 200 and an errorCode');
    for (const answer of failed) expect(answer).toAnswer(200, { errorMessage: text });
  },
);

for (const [what, body] of [
  ['ends early', jsonThatEndsEarly],
  ['is no object', '[]'],
] as const) {
  check(
    'gateway.errors.tells-how-it-went',
    `tells that a recurrentPayment.do failed whose JSON ${what}`,
    async ({ gateway }) => {
      const answer = await sendingJson(gateway, body);

      const isTold =
        answer.answer.status !== 200 ||
        ['success', 'errorCode', 'error', 'errorMessage'].some(
          (name) => (memberOf(answer.answer.json, name) ?? null) !== null,
        );
      const wanted = 'an HTTP status other than 200, success false, or an error';
      expect(isTold, sentExpectedGot(answer, wanted)).toBe(true);
    },
  );
}

for (const [what, body] of [
  ['without a body', undefined],
  ['with one', asForm({ orderNumber: 'of-no-type', amount: usualAmount })],
] as const) {
  check(
    'gateway.errors.no-server-error',
    `answers without a server error when asked ${what} and without a Content-Type`,
    async ({ gateway }) => {
      const answers = await Promise.all(
        (['register.do', 'recurrentPayment.do'] as const).map((operation) =>
          gateway.send({
            operation: 'undocumented',
            method: 'POST',
            path: gatewayPath(operation),
            ...(body === undefined ? {} : { body }),
          }),
        ),
      );

      for (const answer of answers) expect(answer).toKeep(noServerError);
    },
  );
}

/** Objects whose members the document does not show, or not all of them. Parts 2.4, 4.3 and 4.4. */
const openObjects = [
  'shippingPayerData',
  'preOrderPayerData',
  'orderPayerData',
  'clientBrowserInfo',
  'marketplace',
];

for (const name of openObjects) {
  check(
    'gateway.errors.no-server-error',
    `answers without a server error when ${name} has a member that nobody knows`,
    async ({ gateway }) => {
      const answer = await payWithCard(gateway, await newOrder(gateway), {
        [name]: memberNobodyKnows,
      });

      expect(answer).toKeep(noServerError);
    },
  );
}

check(
  'gateway.errors.no-server-error',
  'answers without a server error when orderBundle has a member that nobody knows',
  async ({ gateway, skip }) => {
    const request = await validGatewayRequest(gateway, 'instantPayment.do');
    if (isNotOffered(request)) return skip(request.missing);

    const answer = await request.send({ ...request.parameters, orderBundle: memberNobodyKnows });

    expect(answer).toKeep(noServerError);
  },
);

// There are readings in which hour 24 and second 60 exist, so that taking them is no fault either.
for (const expirationDate of ['2099-01-01T24:30:00', '2099-01-01T00:00:60']) {
  check(
    'gateway.errors.no-server-error',
    `answers without a server error when expirationDate is ${expirationDate}`,
    async ({ gateway, skip }) => {
      const answer = await payingAtOnce({ expirationDate })(gateway);
      if (isNotOffered(answer)) return skip(answer.missing);

      expect(answer).toKeep(noServerError);
    },
  );
}

check(
  'gateway.errors.no-server-error',
  'answers without a server error when seToken is 8192 characters that are no token',
  async ({ gateway }) => {
    const inPlaceOf = { $PAN: undefined, $CVC: undefined, YYYY: undefined, MM: undefined };

    const answer = await payWithCard(gateway, await newOrder(gateway), {
      ...inPlaceOf,
      seToken: 'x'.repeat(8192),
    });

    expect(answer).toKeep(noServerError);
  },
);

const memberNobodyKnows = { memberNobodyKnows: 'something' };

/** What a kind of failure is answered with, asked once for all that is asked of it. */
function answersTo(
  gateway: GatewayClient,
  what: string,
  attempts: readonly Attempt[],
): Promise<readonly Exchange[]> {
  return gateway.learn(`answers when ${what}`, async () => {
    const answers = await Promise.all(attempts.map((attempt) => attempt(gateway)));
    return answers.flatMap((answer) => (isNotOffered(answer) ? [] : [answer]));
  });
}

/**
 * Whether an answer is an error as part 4.1 shows one. A payment that is declined may be told by its
 * info, or by what processing said (part 4.5), and where the document shows no answer at all, there
 * may be no errorCode.
 */
function tellsOfAnError(exchange: Exchange): boolean {
  const { operation, answer } = exchange;
  if (answer.status !== 200 || isGatewaySuccess(exchange)) return false;
  const shows = (name: string): boolean => (memberOf(answer.json, name) ?? '') !== '';
  if (['info', 'actionCode', 'rrn'].some(shows)) return false;
  return !withoutShape.includes(operation) || showsErrorCode(exchange);
}

function isText(message: unknown): boolean {
  return typeof message === 'string' && message.trim() !== '';
}

function showsErrorCode({ answer }: Exchange): boolean {
  return (memberOf(answer.json, 'errorCode') ?? '') !== '';
}

/** Operations whose answers the document does not show. Parts 4.4 and 4.6. */
const withoutShape = ['instantPayment.do', 'getOrderStatusExtended.do'];

/** An order with more in its body, in Latin-1; to hang up on it is an answer of its own. */
async function sendingForm(gateway: GatewayClient, more: string): Promise<Exchange | NotOffered> {
  const { login, token } = credentialsOf(gateway.settings);
  const operation = 'register.do';
  try {
    return await gateway.send({
      operation,
      method: 'POST',
      path: gatewayPath(operation),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: asForm({ ...login, token, ...anOrder() }) + more,
      encoding: 'latin1',
    });
  } catch (error) {
    if (error instanceof Inconclusive) return { missing: 'the connection was closed' };
    throw error;
  }
}

/** The document has a longest value of jsonParams, and no largest number of them. Part 2.4. */
function twoMebibytes(): Record<string, string> {
  const value = 'x'.repeat(1024);
  return Object.fromEntries(Array.from({ length: 2048 }, (_, index) => [`name${index}`, value]));
}

/** A recurrentPayment.do whose body holds no parameters. */
function sendingJson(gateway: GatewayClient, body: string): Promise<Exchange> {
  const operation = 'recurrentPayment.do';
  return gateway.send({
    operation,
    method: 'POST',
    path: gatewayPath(operation),
    headers: { 'Content-Type': 'application/json' },
    body,
  });
}

function registering(part: Parameters): Attempt {
  return (gateway) => gateway.ask('register.do', anOrder(part));
}

function paying(part: Parameters): Attempt {
  return async (gateway) => payWithCard(gateway, await newOrder(gateway), part);
}

function payingAtOnce(part: Parameters): Attempt {
  return async (gateway) => {
    const request = await validGatewayRequest(gateway, 'instantPayment.do');
    return isNotOffered(request) ? request : request.send({ ...request.parameters, ...part });
  };
}
