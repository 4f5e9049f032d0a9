import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { memberAt, onTheWire, setMember, withRules } from '../tampering.ts';
import { depositIfHeld, spoilsLater } from './spoiling.ts';
import { onGateway, refusal, changedBody, withParameters } from './tampering.ts';

// Document 3, parts 1, 2.1, 4 and 6: what one operation does and another one of its kind does not.

const { gwAuthentication, gwMayEnter, gwStoredCategory } = documentRules;

export const gatewayLikenessFaults: readonly Fault[] = [
  fault(
    'gateway.authentication.near-misses',
    'lists-for-all',
    'lists the stored credentials for any password',
    withRules({
      gwMayEnter: (sent, known, operation) =>
        gwMayEnter(sent, known, operation) ||
        (operation === 'getBindings' && sent.login === known.login),
    }),
  ),
  fault(
    'gateway.authentication.near-misses',
    'password-alone',
    'lists the stored credentials for the right password beside any userName',
    withRules({
      gwMayEnter: (sent, known, operation) =>
        gwMayEnter(sent, known, operation) ||
        (operation === 'getBindings' && sent.password === known.password),
    }),
  ),
  ...(
    [
      'registerPreAuth.do',
      'instantPayment.do',
      'paymentOrderBinding.do',
      'recurrentPayment.do',
      'installmentPayment.do',
    ] as const
  ).map((operation) =>
    fault(
      'gateway.errors.message-language-everywhere',
      `english-${operation.replace('.do', '').toLowerCase()}`,
      `explains failures of ${operation} in English alone`,
      withParameters(operation, () => ({ language: 'en' })),
    ),
  ),
  ...(['paymentorder.do', 'recurrentPayment.do', 'getOrderStatusExtended.do'] as const).map(
    (operation) =>
      fault(
        'gateway.signature.of-every-operation',
        `unread-${operation.replace('.do', '').toLowerCase()}`,
        `looks at no signature of ${operation}`,
        onGateway(() => async (asked, send) => {
          if (asked.operation !== operation) return send();
          const headers = new Headers(asked.headers);
          for (const name of ['x-hash', 'x-signature']) headers.delete(name);
          return send({ headers });
        }),
      ),
  ),
  fault(
    'gateway.alike.kinds',
    'credentials-deposit',
    'deposits at once what a stored credential pays in two phases',
    spoilsLater({
      marks: ({ operation, parameters }) =>
        operation === 'paymentOrderBinding.do' ? [parameters['mdOrder']] : [],
      status: depositIfHeld,
    }),
  ),
  fault(
    'gateway.alike.kinds',
    'instant-credentials-deposit',
    'deposits at once what a stored credential pays with preAuth',
    spoilsLater({
      marks: ({ parameters }, answer) =>
        parameters['preAuth'] === 'true' && 'bindingId' in parameters
          ? [String(memberAt(answer, 'orderId'))]
          : [],
      status: depositIfHeld,
    }),
  ),
  fault(
    'gateway.consistency.orders-judged-alike',
    'letters-in-two-phases',
    'takes a currency in letters for orders in two phases',
    onGateway(() => async (asked, send) => {
      const isTaken =
        asked.operation === 'registerPreAuth.do' && asked.parameters['currency'] === 'EUR';
      return isTaken ? send({ body: changedBody(asked, { currency: '978' }) }) : send();
    }),
  ),
  fault(
    'gateway.consistency.orders-judged-alike',
    'any-return-url',
    'takes any text as returnUrl of an order that is registered',
    onGateway(() => async (asked, send) => {
      const { returnUrl = '' } = asked.parameters;
      const isTaken = asked.operation?.startsWith('register') === true && returnUrl !== '';
      return isTaken && !URL.canParse(returnUrl)
        ? send({ body: changedBody(asked, { returnUrl: `https://${returnUrl}` }) })
        : send();
    }),
  ),
  fault(
    'gateway.consistency.follow-ups-of-every-payment',
    'cards-alone',
    'charges nothing on orders that a stored credential has paid',
    onGateway(() => {
      const byCredential = new Set<unknown>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'paymentOrderBinding.do') byCredential.add(parameters['mdOrder']);
        const isRefused =
          operation === 'industryPractice/paymentOrder.do' &&
          byCredential.has(parameters['originalMdOrder']);
        return isRefused ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.service.other-methods-do-nothing',
    'put-as-post',
    'carries out by PUT what is a POST',
    onTheWire(
      () => (asked, send) =>
        asked.url.pathname.startsWith('/payment/') && asked.text !== ''
          ? send({ method: 'POST' })
          : send(),
    ),
  ),
  fault(
    'gateway.service.other-methods-do-nothing',
    'status-by-get',
    'shows the status of an order by GET as well',
    onTheWire(() => (asked, send) => {
      const { pathname, search } = asked.url;
      const isStatus = pathname.endsWith('/getOrderStatusExtended.do') && search !== '';
      const form = 'application/x-www-form-urlencoded';
      return isStatus
        ? send({
            method: 'POST',
            body: search.slice(1),
            headers: new Headers({ ...Object.fromEntries(asked.headers), 'content-type': form }),
          })
        : send();
    }),
  ),
  ...(['FORCE_SSL', 'FORCE_TDS', 'FORCE_FULL_TDS'] as const).map((feature) =>
    fault(
      'gateway.features.wherever-they-stand',
      `${feature.toLowerCase().replaceAll('_', '-')}-alone`,
      `minds ${feature} only where it is the one feature of an order`,
      withRules({
        gwAuthentication: (kind, features, by) =>
          gwAuthentication(kind, features.length > 1 ? without(features, feature) : features, by),
      }),
    ),
  ),
  fault(
    'gateway.features.wherever-they-stand',
    'stores-when-first',
    'stores a card only where FORCE_CREATE_BINDING stands before other features',
    withRules({
      gwStoredCategory: (storing) =>
        storing.order.features.indexOf('FORCE_CREATE_BINDING') > 0
          ? undefined
          : gwStoredCategory(storing),
    }),
  ),
  fault(
    'gateway.features.wherever-they-stand',
    'verify-forgotten',
    'charges what is to be verified where there is another feature',
    spoilsLater({
      marks: ({ text, parameters }, _answer, known) => {
        const features = new URLSearchParams(text).getAll('features');
        const isMarked = features.length > 1 && features.includes('VERIFY');
        return isMarked ? [known.orderNumbered(parameters['orderNumber'])] : [];
      },
      status: (answer) => {
        setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
      },
    }),
  ),
  fault(
    'gateway.callback.by-every-means',
    'one-call-untold',
    'tells nobody of payments in one call',
    onGateway(() => async (asked, send) => {
      const isUntold =
        asked.operation === 'instantPayment.do' && 'dynamicCallbackUrl' in asked.parameters;
      return isUntold ? send({ body: changedBody(asked, { dynamicCallbackUrl: '' }) }) : send();
    }),
  ),
];

function without<T>(all: readonly T[], one: T): T[] {
  return all.filter((each) => each !== one);
}
