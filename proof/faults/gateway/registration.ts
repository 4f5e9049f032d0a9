import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject, type Members, onPath, withBody, withRules } from '../tampering.ts';
import {
  type GatewayOperation,
  type GatewayRequest,
  inGatewayAnswer,
  isSuccess,
  onGateway,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, parts 4.1 and 4.2: register.do and registerPreAuth.do.

const { gwErrorCode, gwParameter } = documentRules;

export const gatewayRegistrationFaults: readonly Fault[] = [
  fault(
    'gateway.register.error-code-is-0',
    'absent',
    'answers no errorCode to a registration',
    leavesOut('register.do', 'errorCode'),
  ),
  fault(
    'gateway.register.order-id-is-shown',
    'absent',
    'answers no orderId to a registration',
    leavesOut('register.do', 'orderId'),
  ),
  fault(
    'gateway.register.form-url-absent-on-error',
    'shown',
    'answers a formUrl to a registration that fails',
    inError((answer) => {
      answer['formUrl'] = 'https://gateway.example/payment/page?mdOrder=none';
    }),
  ),
  fault(
    'gateway.register.error-code-range',
    'above-99',
    'answers errorCode 104 to a registration that fails',
    withRules({
      gwErrorCode: (code, operation) =>
        operation === 'register' && code !== 0 ? 104 : gwErrorCode(code, operation),
    }),
  ),
  fault(
    'gateway.register.error-message-length',
    'too-long',
    'answers an errorMessage of 513 characters to a registration that fails',
    inError((answer) => {
      answer['errorMessage'] = 'x'.repeat(513);
    }),
  ),
  fault(
    'gateway.register.error-message-length',
    'empty',
    'answers an empty errorMessage to a registration that fails',
    inError((answer) => {
      answer['errorMessage'] = '';
    }),
  ),
  fault(
    'gateway.register.error-message-length',
    'repeats-the-description',
    'repeats a description that it refuses in its errorMessage, however long it is',
    inError((answer, { parameters: { description = '' } }) => {
      answer['errorMessage'] = `${String(answer['errorMessage'])} ${description}`;
    }),
  ),
  fault(
    'gateway.register.error-message-follows-language',
    'hard-coded',
    'explains every failure in the same language',
    withRules({ gwMessageLanguage: (_requested, usual) => usual }),
  ),
  fault(
    'gateway.register.form-url-answers',
    'nowhere',
    'has no page at formUrl',
    onPath('/payment/page', () => async () => new Response('no such page', { status: 404 })),
  ),
  fault(
    'gateway.register.return-url-needs-protocol',
    'completed',
    'puts a protocol before a returnUrl that has none',
    reads('returnUrl', (url) => (url.includes('://') ? url : `https://${url}`)),
  ),
  fault(
    'gateway.register.return-url-needs-protocol',
    'host-for-protocol',
    'mistakes a host followed by a port for a protocol',
    reads('returnUrl', (url) => (URL.canParse(url) ? 'https://shop.example/paid' : url)),
  ),
  fault(
    'gateway.register.return-url-with-query',
    'data-in-query',
    'mistakes data: anywhere in a returnUrl for its protocol',
    refusesWhen('register.do', ({ parameters }) =>
      (parameters['returnUrl'] ?? '').includes('data:'),
    ),
  ),
  fault(
    'gateway.register.holder-of-any-language',
    'of-western-europe',
    'accepts only the letters of ISO 8859-1 in a cardholderName',
    refusesWhen('register.do', ({ parameters: { cardholderName = '' } }) =>
      /[^\0-\xff]/.test(cardholderName),
    ),
  ),
  fault(
    'gateway.register.holder-is-latin',
    'any-letters',
    'accepts a cardholderName in any script',
    withRules({
      gwParameter: (operation, path) =>
        operation === 'register' && path === 'cardholderName'
          ? { type: 'text', least: 1, most: 150 }
          : gwParameter(operation, path),
    }),
  ),
  fault(
    'gateway.register.amount-is-an-integer',
    'cut',
    'drops the fraction of an amount',
    reads('amount', (amount) => amount.replace(/\..*$/, '')),
  ),
  fault(
    'gateway.register.amount-is-an-integer',
    'word',
    'treats a word as an amount of 1.00',
    reads('amount', (amount) => (/\d/.test(amount) ? amount : '100')),
  ),
  fault(
    'gateway.register.amount-is-not-negative',
    'sign-ignored',
    'ignores the sign of an amount',
    reads('amount', (amount) => amount.replace(/^-/, '')),
  ),
  fault(
    'gateway.register.currency-is-a-code',
    'letters',
    'accepts the alphabetic code of a currency',
    reads('currency', (currency) => (/^[A-Z]{3}$/.test(currency) ? '978' : currency)),
  ),
  fault(
    'gateway.register.currency-is-a-code',
    'letters-among-digits',
    'accepts a currency that begins with the right digits',
    reads('currency', (currency) => currency.replace(/^97.$/, '978')),
  ),
  fault(
    'gateway.register.currency-of-iso',
    'none-for-usual',
    'treats currency 000 as the default one',
    reads('currency', (currency) => (currency === '000' ? undefined : currency)),
  ),
  fault(
    'gateway.register.unknown-merchant',
    'for-anybody',
    'registers an order for any merchant that is named',
    withRules({ gwMayActFor: () => true }),
  ),
  ...(
    [
      ['gateway.register-pre-auth.unknown-merchant', 'registerPreAuth.do'],
      ['gateway.instant-payment.unknown-merchant', 'instantPayment.do'],
    ] as const
  ).map(([id, operation]) =>
    fault(
      id,
      'left-aside',
      `does not look at merchantLogin of ${operation}`,
      withParameters(operation, () => ({ merchantLogin: undefined })),
    ),
  ),
  fault(
    'gateway.register.json-params-must-be-an-object',
    'left-aside',
    'ignores jsonParams that it cannot read',
    reads('jsonParams', (text) => (isJson(text) ? text : undefined)),
  ),
  fault(
    'gateway.register.unicode-description',
    'ascii-only',
    'refuses a description with non-Latin letters',
    refusesWhen('register.do', ({ parameters }) =>
      /[^\u0020-\u024f]/.test(parameters['description'] ?? ''),
    ),
  ),
  fault(
    'gateway.register.ip-v6',
    'v4-only',
    'refuses an IPv6 address',
    refusesWhen('register.do', ({ parameters }) => (parameters['ip'] ?? '').includes(':')),
  ),

  fault(
    'gateway.register-pre-auth.answers-like-register',
    'no-order-id',
    'answers no orderId to a two-phase registration',
    leavesOut('registerPreAuth.do', 'orderId'),
  ),
  fault(
    'gateway.register-pre-auth.answers-like-register',
    'no-form-url',
    'answers no formUrl to a two-phase registration',
    leavesOut('registerPreAuth.do', 'formUrl'),
  ),
];

function leavesOut(operation: GatewayOperation, name: string) {
  return inGatewayAnswer(operation, (answer) => {
    delete answer[name];
  });
}

/** Reads a parameter of register.do in a way of its own; undefined is as if it had not been sent. */
function reads(name: string, change: (value: string) => string | undefined) {
  return withParameters('register.do', ({ parameters }) => {
    const value = parameters[name];
    return value === undefined ? {} : { [name]: change(value) };
  });
}

/** Changes what a registration answers that fails. */
function inError(change: (answer: Members, asked: GatewayRequest) => void) {
  return onGateway(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== 'register.do') return response;
    const answer: unknown = await response.clone().json();
    if (!isObject(answer) || isSuccess(answer)) return response;
    change(answer, asked);
    return withBody(response, JSON.stringify(answer));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
