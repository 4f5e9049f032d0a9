import { aClientId, anOrder, anOrderNumber, usualAmount } from '../../fixtures/builders/gateway.ts';
import { aPaymentFacilitator } from '../../fixtures/builders/gateway-objects.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  asForm,
  type GatewayClient,
  gatewayPath,
  type Parameters,
  wentWell,
} from '../../fixtures/clients/gateway.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  orderThatStores,
  otherThan,
  payByBinding,
} from '../../fixtures/worlds/gateway-credentials.ts';
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
    (gateway) => paying({ $PAN: otherThan(gateway.settings.card.pan) })(gateway),
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
  ],
};

const text = expect.toSatisfy(
  (message) => typeof message === 'string' && message.trim() !== '',
  'text',
);

const shownBy = {
  'gateway.errors.error-code-range': {
    errorCode: expect.toSatisfy((code) => /^[1-9]\d?$/.test(String(code)), '1 to 99'),
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
      if (failed.length === 0) return skip('no such request fails with HTTP 200');
      for (const answer of failed) expect(answer).toAnswer(200, shown);
    });
  }
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
    if (failed.length === 0) return skip('no such request fails with HTTP 200');
    for (const answer of failed) expect(answer).toAnswer(200, { errorMessage: text });
  },
);

for (const [what, body] of [
  ['ends early', '{"orderNumber":'],
  ['is no object', '[]'],
] as const) {
  check(
    'gateway.errors.tells-how-it-went',
    `tells that a recurrentPayment.do failed whose JSON ${what}`,
    async ({ gateway }) => {
      const operation = 'recurrentPayment.do';

      const answer = await gateway.send({
        operation,
        method: 'POST',
        path: gatewayPath(operation),
        headers: { 'Content-Type': 'application/json' },
        body,
      });

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

      for (const answer of answers) expectNoServerError(answer);
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

      expectNoServerError(answer);
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

    expectNoServerError(answer);
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
  if (answer.status !== 200 || wentWell(exchange)) return false;
  const shows = (name: string): boolean => (memberOf(answer.json, name) ?? '') !== '';
  if (['info', 'actionCode', 'rrn'].some(shows)) return false;
  return !withoutShape.includes(operation) || shows('errorCode');
}

/** Operations whose answers the document does not show. Parts 4.4 and 4.6. */
const withoutShape = ['instantPayment.do', 'getOrderStatusExtended.do'];

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

function expectNoServerError(exchange: Exchange): void {
  expect(exchange.answer.status, sentExpectedGot(exchange, 'no HTTP 5xx')).toBeLessThan(500);
}
