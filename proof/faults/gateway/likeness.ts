import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  onTheWire,
  read,
  setMember,
  withBody,
  withRules,
} from '../tampering.ts';
import { depositIfHeld, namedIn, spoilsLater } from './spoiling.ts';
import {
  onGateway,
  refusal,
  changedBody,
  inGatewayAnswer,
  isSuccess,
  withParameters,
} from './tampering.ts';

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
  fault(
    'gateway.errors.message-language-everywhere',
    'english-for-used-numbers',
    'explains in English alone that an orderNumber is in use',
    onGateway(() => {
      const known = new Set<string>();
      return async (asked, send) => {
        const { orderNumber } = asked.parameters;
        if (asked.operation !== 'register.do' || orderNumber === undefined) return send();
        const isUsed = known.has(orderNumber);
        known.add(orderNumber);
        return isUsed ? send({ body: changedBody(asked, { language: 'en' }) }) : send();
      };
    }),
  ),
  fault(
    'gateway.errors.message-language-everywhere',
    'first-language-of-a-mistake-inside',
    'explains a mistake inside of an object in the language in which it was made first',
    onGateway(() => {
      let first: unknown;
      return async (asked, send) => {
        const response = await send();
        if (asked.parameters['paymentFacilitator'] === undefined) return response;
        const answer = await read(response);
        if (!isObject(answer) || answer['errorMessage'] === undefined) return response;
        first ??= answer['errorMessage'];
        return withBody(response, JSON.stringify({ ...answer, errorMessage: first }));
      };
    }),
  ),
  fault(
    'gateway.errors.message-language-everywhere',
    'language-of-the-order',
    'explains a failed payment in the language that its order was registered in',
    onGateway(() => {
      const languages = new Map<unknown, string | undefined>();
      return async (asked, send) => {
        const { language, MDORDER } = asked.parameters;
        if (asked.operation === 'paymentorder.do')
          return send({
            body: changedBody(asked, { language: languages.get(MDORDER) ?? language }),
          });
        const response = await send();
        if (asked.operation === 'register.do')
          languages.set(memberAt(await read(response), 'orderId'), language);
        return response;
      };
    }),
  ),
  fault(
    'gateway.errors.message-language-of-its-own',
    'as-before',
    'explains a failure without a language in the language of the request before it',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        const { language } = asked.parameters;
        last = language ?? last;
        return asked.operation === undefined || language !== undefined || last === undefined
          ? send()
          : send({ body: changedBody(asked, { language: last }) });
      };
    }),
  ),
  fault(
    'gateway.errors.message-language-of-its-own',
    'practice-as-before',
    'explains failures of industry practice in the language of the request before it',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        last = asked.parameters['language'] ?? last;
        return asked.operation !== 'industryPractice/paymentOrder.do' || last === undefined
          ? send()
          : send({ body: changedBody(asked, { language: last }) });
      };
    }),
  ),
  fault(
    'gateway.errors.message-language-of-its-own',
    'one-for-all-at-once',
    'explains failures in the language of whichever request came last while they were worked on',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        if (asked.parameters['language'] === undefined) return send();
        last = asked.parameters['language'];
        await gap();
        return send({ body: changedBody(asked, { language: last }) });
      };
    }),
  ),
  ...(
    [
      'paymentorder.do',
      'recurrentPayment.do',
      'installmentPayment.do',
      'registerPreAuth.do',
      'getOrderStatusExtended.do',
    ] as const
  ).map((operation) =>
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
  ...(
    [
      ['FORCE_CREATE_BINDING', 'with FORCE_CREATE_BINDING'],
      ['VERIFY', 'that is verified'],
    ] as const
  ).map(([feature, what]) =>
    fault(
      'gateway.alike.phases',
      `${feature.toLowerCase().replaceAll('_', '-')}-by-debits-only`,
      `stores no card ${what} in two phases`,
      onGateway(() => {
        const held = new Set<unknown>();
        return async (asked, send) => {
          const { operation, parameters } = asked;
          const has = parameters['features'] === feature;
          if (operation === 'instantPayment.do' && has && parameters['preAuth'] === 'true')
            return send({ body: changedBody(asked, { features: undefined }) });
          if (operation === 'paymentorder.do' && held.has(parameters['MDORDER']))
            return send({ body: changedBody(asked, { bindingNotNeeded: 'true' }) });
          const response = await send();
          if (operation === 'registerPreAuth.do' && has)
            held.add(memberAt(await read(response), 'orderId'));
          return response;
        };
      }),
    ),
  ),
  fault(
    'gateway.alike.phases',
    'initial-payments-by-debits-only',
    'starts no credential by a tii in two phases',
    withParameters('instantPayment.do', ({ parameters: { preAuth, tii } }) =>
      preAuth === 'true' && tii !== undefined ? { tii: undefined } : {},
    ),
  ),
  fault(
    'gateway.alike.kinds',
    'credentials-deposit',
    'deposits at once what a stored credential pays in two phases',
    spoilsLater({
      marks: namedIn('paymentOrderBinding.do', 'mdOrder'),
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
    'gateway.alike.kinds',
    'two-phases-forgotten-on-the-way',
    'deposits at once what a stored credential pays with preAuth, but where the CVC came with it',
    spoilsLater({
      marks: ({ parameters }, answer) =>
        parameters['preAuth'] === 'true' && 'bindingId' in parameters && !('cvc' in parameters)
          ? [String(memberAt(answer, 'orderId'))]
          : [],
      status: depositIfHeld,
    }),
  ),
  ...(['register.do', 'registerPreAuth.do', 'instantPayment.do'] as const).map((operation) =>
    fault(
      'gateway.alike.currencies',
      `pounds-in-cents-${operation.replace('.do', '').toLowerCase()}`,
      `takes an amount in pounds for a hundred times as much by ${operation}`,
      withParameters(operation, ({ parameters: { currency, amount } }) =>
        currency === '826' ? { amount: `${amount}00` } : {},
      ),
    ),
  ),
  ...(['industryPractice/paymentOrder.do', 'recurrentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.alike.currencies',
      `last-digit-of-pounds-${operation.replace(/\/?paymentOrder\.do|Payment\.do/, '').toLowerCase()}`,
      `rounds away the last digit of an amount in pounds by ${operation}`,
      roundsPounds(operation),
    ),
  ),
  fault(
    'gateway.alike.currencies',
    'recurrent-read-as-a-number',
    'makes recurrent charges in the usual currency where that of the request begins with a zero',
    withParameters('recurrentPayment.do', ({ parameters: { currency } }) =>
      currency?.startsWith('0') === true ? { currency: undefined } : {},
    ),
  ),
  fault(
    'gateway.alike.currencies',
    'zeros-left-out',
    'shows the code of a currency without the zeros that it begins with',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      if (typeof answer['currency'] === 'string')
        answer['currency'] = answer['currency'].replace(/^0+/, '');
    }),
  ),
  fault(
    'gateway.alike.currencies',
    'dollars-dropped-at-once',
    'pays orders in dollars in the usual currency where they are paid in one call',
    withParameters('instantPayment.do', ({ parameters: { currency } }) =>
      currency === '840' ? { currency: undefined } : {},
    ),
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
    'gateway.consistency.follow-ups-of-every-payment',
    'no-increment-of-charges',
    'carries out no increment of what the merchant has charged',
    onGateway(() => {
      const charges = new Set<unknown>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'industryPractice/paymentOrder.do') {
          const { tii, originalMdOrder } = parameters;
          return tii === 'IPI' && charges.has(originalMdOrder) ? refusal() : send();
        }
        const response = await send();
        if (operation === 'recurrentPayment.do')
          charges.add(memberAt(await read(response), 'data.orderId'));
        return response;
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
  ...(['FORCE_SSL', 'VERIFY', 'FORCE_TDS', 'FORCE_FULL_TDS', 'FORCE_CREATE_BINDING'] as const).map(
    (feature) =>
      fault(
        'gateway.features.by-every-operation',
        `${feature.toLowerCase().replaceAll('_', '-')}-not-at-once`,
        `takes ${feature} in one call and does not mind it there`,
        withParameters('instantPayment.do', ({ parameters: { features } }) =>
          features === feature ? { features: undefined } : {},
        ),
      ),
  ),
  ...(['instantPayment.do', 'registerPreAuth.do'] as const).map((operation) =>
    fault(
      'gateway.features.by-every-operation',
      `tds-not-held-${operation.replace('.do', '').toLowerCase()}`,
      `holds by ${operation} without 3DS what FORCE_TDS is to force it for`,
      withParameters(operation, ({ parameters: { features, preAuth } }) =>
        features?.endsWith('TDS') === true &&
        (operation !== 'instantPayment.do' || preAuth === 'true')
          ? { features: undefined }
          : {},
      ),
    ),
  ),
  fault(
    'gateway.features.verify',
    'charged-by-credential',
    'charges what is to be verified where a stored credential pays',
    onGateway(() => {
      const verified = new Set<unknown>();
      const charged = new Set<unknown>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        const response = await send();
        const answer = await read(response);
        if (parameters['features'] === 'VERIFY') verified.add(memberAt(answer, 'orderId'));
        const { mdOrder, orderId } = parameters;
        if (operation === 'paymentOrderBinding.do' && verified.has(mdOrder)) charged.add(mdOrder);
        if (operation !== 'getOrderStatusExtended.do' || !charged.has(orderId) || !isObject(answer))
          return response;
        setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'gateway.features.verify',
    'charged-at-the-second-attempt',
    'charges what is to be verified where a payment of the order was tried before',
    onGateway(() => {
      const verified = new Set<unknown>();
      const attempts = new Map<unknown, number>();
      return async ({ operation, parameters }, send) => {
        const response = await send();
        const answer = await read(response);
        const { features, MDORDER, orderId } = parameters;
        if (features === 'VERIFY') verified.add(memberAt(answer, 'orderId'));
        if (operation === 'paymentorder.do' && verified.has(MDORDER))
          attempts.set(MDORDER, (attempts.get(MDORDER) ?? 0) + 1);
        const isCharged = (attempts.get(orderId) ?? 0) > 1;
        if (operation !== 'getOrderStatusExtended.do' || !isCharged || !isObject(answer))
          return response;
        setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
        return withBody(response, JSON.stringify(answer));
      };
    }),
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
  fault(
    'gateway.fresh.shows-the-same',
    'left-from-a-refusal',
    'describes an order without a description as one whose registration was refused before',
    onGateway(() => {
      let left: string | undefined;
      return async (asked, send) => {
        if (!asked.operation?.startsWith('register')) return send();
        const { description = left } = asked.parameters;
        const response = await send({ body: changedBody(asked, { description }) });
        const answer = await read(response);
        left = isObject(answer) && isSuccess(answer) ? undefined : asked.parameters['description'];
        return response;
      };
    }),
  ),
  fault(
    'gateway.callback.by-every-means',
    'credentials-hold-untold',
    'tells nobody of what a known customer is to have held',
    withParameters('registerPreAuth.do', ({ parameters }) =>
      'clientId' in parameters ? { dynamicCallbackUrl: '' } : {},
    ),
  ),
];

function without<T>(all: readonly T[], one: T): T[] {
  return all.filter((each) => each !== one);
}

/** Rounds amounts in pounds, whether a charge names the currency or the order before it did. */
function roundsPounds(
  operation: 'industryPractice/paymentOrder.do' | 'recurrentPayment.do',
): Tampering {
  return onGateway(() => {
    const inPounds = new Set<unknown>();
    return async (asked, send) => {
      const { currency, originalMdOrder, amount } = asked.parameters;
      const isInPounds = currency === '826' || inPounds.has(originalMdOrder);
      if (asked.operation === operation && isInPounds) {
        const rounded = String(Math.round(Number(amount) / 10) * 10);
        return send({ body: changedBody(asked, { amount: rounded }) });
      }
      const response = await send();
      if (currency === '826') inPounds.add(memberAt(await read(response), 'orderId'));
      return response;
    };
  });
}
