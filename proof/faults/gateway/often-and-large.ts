import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, memberAt, type Members, read, throughEuros } from '../tampering.ts';
import { isSuccessful } from './later.ts';
import {
  changedBody,
  type GatewayOperation,
  type GatewayRequest,
  inGatewayAnswer,
  onGateway,
  refusal,
  refusesWhen,
  withParameters,
  withRulesAsked,
} from './tampering.ts';

// What goes wrong for the tenth time only, and what is too large or too foreign. Document 3, parts 2 to 4.

const status = 'getOrderStatusExtended.do';

export const gatewayNthFaults: readonly Fault[] = [
  ...(
    [
      ['credential-worn-out', 'paymentOrderBinding.do', 'bindingId', 10, 'pays no tenth order'],
      ['charges-used-up', 'recurrentPayment.do', 'bindingId', 12, 'makes no twelfth charge'],
      ['plan-of-nine', 'installmentPayment.do', 'bindingId', 10, 'makes no tenth installment'],
      [
        'original-used-up',
        'industryPractice/paymentOrder.do',
        'originalMdOrder',
        20,
        'makes no twentieth charge on an order',
      ],
      [
        'instant-used-up',
        'instantPayment.do',
        'pan',
        25,
        'makes no 25th instant payment by a card',
      ],
    ] as const
  ).map(([slug, operation, name, most, what]) =>
    fault('gateway.nth.payments', slug, what, refusesFrom(operation, name, most)),
  ),
  fault(
    'gateway.nth.payments',
    'amount-of-the-first',
    'has every tenth delayed charge come to the amount of the one before',
    onGateway(() => {
      let charges = 0;
      return async (asked, send) => {
        if (asked.operation !== 'industryPractice/paymentOrder.do') return send();
        charges += 1;
        const { amount } = asked.parameters;
        if (charges % 10 !== 0 || amount === undefined) return send();
        return send({
          body: asked.text.replace(`amount=${amount}`, `amount=${Number(amount) - 1}`),
        });
      };
    }),
  ),
  fault(
    'gateway.nth.requests',
    'status-read-too-often',
    'shows no order more than twenty times',
    refusesFrom(status, 'orderId', 20),
  ),
  fault(
    'gateway.nth.requests',
    'cards-suspected',
    'takes no card after twenty payments for orders of nobody',
    refusesAfter(
      'paymentorder.do',
      20,
      ({ parameters }) => parameters['MDORDER'] === 'of-nobody',
      ({ operation }) => operation === 'paymentorder.do',
    ),
  ),
  fault(
    'gateway.nth.requests',
    'payments-closed',
    'lets no order be paid after ten registrations without amount',
    refusesAfter(
      'register.do',
      10,
      ({ parameters }) => parameters['amount'] === undefined,
      ({ operation }) => operation === 'paymentorder.do',
    ),
  ),
  fault(
    'gateway.nth.payments-in-vain',
    'initiator-forgotten',
    'has who pays an order once more do so as a customer of nothing in particular',
    onGateway(() => {
      const known = new Set<string | undefined>();
      return async (asked, send) => {
        if (asked.operation !== 'paymentorder.do') return send();
        const { MDORDER } = asked.parameters;
        const isAgain = known.has(MDORDER);
        known.add(MDORDER);
        return isAgain ? send({ body: changedBody(asked, { tii: undefined }) }) : send();
      };
    }),
  ),
  fault(
    'gateway.nth.payments-in-vain',
    'back-from-the-bank',
    'takes who sends the first step of 3DS 2 again for one who comes back from the bank',
    withRulesAsked((asked) => {
      const first = new Map<string, GatewayRequest | undefined>();
      return {
        gwAuthentication: (...facts) => {
          const found = documentRules.gwAuthentication(...facts);
          const order = asked()?.parameters['MDORDER'];
          if (found !== 'demanded' || order === undefined) return found;
          if (!first.has(order)) first.set(order, asked());
          return first.get(order) === asked() ? found : 'none';
        },
      };
    }),
  ),
];

export const gatewaySizeFaults: readonly Fault[] = [
  fault(
    'gateway.size.amounts',
    'wraps',
    'shows amounts of 2^31 and more as negative ones',
    inStatus((answer) => changeAmounts(answer, (amount) => amount | 0)),
  ),
  fault(
    'gateway.size.amounts',
    'capped',
    'deposits no more than 1,000,000.00',
    inStatus((answer) => {
      const amounts = answer['paymentAmountInfo'];
      if (isObject(amounts))
        amounts['depositedAmount'] = Math.min(Number(amounts['depositedAmount']), 100_000_000);
    }),
  ),
  fault(
    'gateway.size.amounts',
    'through-euros',
    'charges recurrent payments truncated by floating-point euros',
    withParameters('recurrentPayment.do', ({ parameters }) => ({
      amount: String(throughEuros(Number(parameters['amount']))),
    })),
  ),
  fault(
    'gateway.size.amounts',
    'single-precision',
    'has instant payments come to what is left of them in single precision',
    withParameters('instantPayment.do', ({ parameters }) => ({
      amount: String(Math.fround(Number(parameters['amount']))),
    })),
  ),
  ...(
    [
      ['folded', 'leaves the accents out of descriptions', unaccented],
      ['cut', 'cuts descriptions after 255 characters', (text: string) => text.slice(0, 255)],
      ['bytes', 'cuts descriptions after 598 bytes', cutBytes],
      [
        'question-marks',
        'shows question marks for what is not in the first plane',
        (text: string) => text.replaceAll(/[\ud800-\udfff]/g, '?'),
      ],
      ['plus', 'shows spaces for plus signs', (text: string) => text.replaceAll('+', ' ')],
    ] as const
  ).map(([slug, what, change]) =>
    fault(
      'gateway.size.texts',
      slug,
      what,
      inStatus((answer) => {
        const shown = answer['orderDescription'];
        if (typeof shown === 'string') answer['orderDescription'] = change(shown);
      }),
    ),
  ),
  fault(
    'gateway.size.texts',
    'parameters-cut',
    'cuts the values of parameters after 100 characters',
    inStatus((answer) => {
      for (const item of listAt(answer, 'merchantOrderParams'))
        item['value'] = String(item['value']).slice(0, 100);
    }),
  ),
  ...(
    [
      ['register.do', 'description', 598],
      ['instantPayment.do', 'clientId', 255],
      ['paymentorder.do', 'TEXT', 512],
    ] as const
  ).map(([operation, name, most]) =>
    fault(
      'gateway.size.lengths-in-characters',
      `bytes-of-${name.toLowerCase()}`,
      `counts the length of ${name} of ${operation} in bytes`,
      refusesWhen(operation, ({ parameters }) => Buffer.byteLength(parameters[name] ?? '') > most),
    ),
  ),
  fault(
    'gateway.text.comes-back',
    'cut-in-bytes',
    'shows no more than 1024 bytes of the value of a parameter',
    inStatus((answer) => {
      for (const item of listAt(answer, 'merchantOrderParams')) {
        const bytes = Buffer.from(String(item['value'])).subarray(0, 1024);
        item['value'] = bytes.toString().replace(/\uFFFD+$/, '');
      }
    }),
  ),
  ...(
    [
      ['value', (pair: readonly string[]) => pair[1], 1024],
      ['name', (pair: readonly string[]) => pair[0], 255],
    ] as const
  ).map(([name, partOf, most]) =>
    fault(
      'gateway.size.lengths-in-characters',
      `bytes-of-a-${name}`,
      `counts the length of a ${name} in jsonParams in bytes`,
      refusesWhen(['register.do', 'paymentorder.do'], ({ parameters: { jsonParams } }) =>
        pairsIn(jsonParams).some((pair) => Buffer.byteLength(partOf(pair) ?? '') > most),
      ),
    ),
  ),
  ...(
    [
      ['facilitator', 'register.do', 'paymentFacilitator', 'name', 40],
      ['billing', 'paymentorder.do', 'billingPayerData', 'payerLastName', 64],
      ['shipping', 'paymentorder.do', 'shippingPayerData', 'shippingCity', 50],
    ] as const
  ).map(([slug, operation, object, member, most]) =>
    fault(
      'gateway.size.lengths-in-characters',
      `bytes-of-${slug}`,
      `counts the length of ${member} in ${object} in bytes`,
      refusesWhen(operation, ({ parameters: { [object]: sent } }) =>
        pairsIn(sent).some(
          ([name, value]) => name === member && Buffer.byteLength(value ?? '') > most,
        ),
      ),
    ),
  ),
  ...(
    [
      ['first-page', 'lists twenty stored credentials at most', (index: number) => index < 20],
      ['lacks-the-21st', 'leaves out the 21st stored credential', (index: number) => index !== 20],
    ] as const
  ).map(([slug, what, isListed]) =>
    fault(
      'gateway.size.lists',
      slug,
      what,
      inGatewayAnswer('getBindings.do', (answer) => {
        answer['bindings'] = listAt(answer, 'bindings').filter((_one, index) => isListed(index));
      }),
    ),
  ),
  ...(
    [
      ['cut', 'knows customers by 250 characters', (id: string) => id.slice(0, 250)],
      [
        'as-numbers',
        'knows customers by their numbers',
        (id: string) => id.replace(/^0+(?=\d)/, ''),
      ],
      ['ascii', 'knows customers by their letters in ASCII', asciiOf],
      [
        'first-part',
        'knows customers by their first 16 characters',
        (id: string) => id.slice(0, 16),
      ],
    ] as const
  ).map(([slug, what, known]) =>
    fault(
      'gateway.size.names-apart',
      slug,
      what,
      withParameters(['register.do', 'getBindings.do'], ({ parameters: { clientId } }) =>
        clientId === undefined ? {} : { clientId: known(clientId) },
      ),
    ),
  ),
  fault(
    'gateway.size.names-apart',
    'order-of-the-number-before',
    'shows an order with the amount of one whose number begins alike',
    onGateway(() => {
      const amounts = new Map<string, string>();
      return async (asked, send) => {
        const { orderNumber = '', amount = '' } = asked.parameters;
        if (asked.operation !== 'register.do') return send();
        const start = orderNumber.slice(0, 14);
        const before = amounts.get(start) ?? amount;
        if (orderNumber.length > 14) amounts.set(start, before);
        return send({ body: asked.text.replace(`amount=${amount}`, `amount=${before}`) });
      };
    }),
  ),
];

/** Refuses an operation from its nth request about one and the same thing on. */
function refusesFrom(operation: GatewayOperation, name: string, from: number): Tampering {
  return onGateway(() => {
    const counts = new Map<string, number>();
    return async (asked, send) => {
      const about = asked.parameters[name];
      if (asked.operation !== operation || about === undefined) return send();
      const count = (counts.get(about) ?? 0) + 1;
      counts.set(about, count);
      return count >= from ? refusal() : send();
    };
  });
}

/** Refuses some requests once an operation failed so often. */
function refusesAfter(
  operation: GatewayOperation,
  most: number,
  isWrong: (asked: GatewayRequest) => boolean,
  isRefused: (asked: GatewayRequest) => boolean,
): Tampering {
  return onGateway(() => {
    let failures = 0;
    return async (asked, send) => {
      if (failures >= most && isRefused(asked)) return refusal();
      const response = await send();
      const isFailure = asked.operation === operation && isWrong(asked);
      if (isFailure && !isSuccessful(await read(response))) failures += 1;
      return response;
    };
  });
}

function inStatus(change: (answer: Members) => void): Tampering {
  return inGatewayAnswer(status, change);
}

function changeAmounts(answer: Members, change: (amount: number) => number): void {
  answer['amount'] = change(Number(answer['amount']));
  const amounts = answer['paymentAmountInfo'];
  if (!isObject(amounts)) return;
  for (const [name, value] of Object.entries(amounts))
    if (typeof value === 'number') amounts[name] = change(value);
}

function listAt(answer: Members, path: string): readonly Members[] {
  const list = memberAt(answer, path);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function unaccented(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

function cutBytes(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, 598));
}

function asciiOf(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

/** The members of an object that is sent as JSON text, with their values as text. */
function pairsIn(json: string | undefined): readonly (readonly string[])[] {
  if (json === undefined || !json.startsWith('{')) return [];
  return Object.entries(JSON.parse(json) as object).map(([name, value]) => [name, String(value)]);
}
