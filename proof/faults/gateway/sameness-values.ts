import { type Fault, fault } from '../fault.ts';
import { isObject, memberAt, type Members, read } from '../tampering.ts';
import { namedIn, spoilsLater } from './spoiling.ts';
import {
  changedBody,
  inGatewayAnswer,
  onGateway,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, parts 2 and 4: values that are not treated like the others of their range.

const ofItems: readonly Fault[] = [
  ...(
    [
      ['first', (items: unknown[]) => items.slice(0, 1)],
      ['first-two', (items: unknown[]) => items.slice(0, 2)],
    ] as const
  ).map(([slug, keep]) =>
    fault(
      'gateway.items.each-sub-merchant-is-judged',
      `${slug}-alone`,
      `judges of subMerchants the ${slug.replace('-', ' ')} alone`,
      withParameters('paymentorder.do', ({ parameters }) => {
        const sent: unknown = JSON.parse(parameters['paymentFacilitator'] ?? 'null');
        if (!isObject(sent) || !Array.isArray(sent['subMerchants'])) return {};
        const changed = { ...sent, subMerchants: keep(sent['subMerchants']) };
        return { paymentFacilitator: JSON.stringify(changed) };
      }),
    ),
  ),
  ...(
    [
      ['first-ten', (pairs: Members[]) => pairs.slice(0, 10)],
      ['all-but-the-last', (pairs: Members[]) => pairs.slice(0, Math.max(1, pairs.length - 1))],
      ['one-for-each-value', onePerValue],
    ] as const
  ).map(([slug, keep]) =>
    fault(
      'gateway.items.each-pair-is-kept',
      slug,
      `keeps of free pairs ${slug.replaceAll('-', ' ')}`,
      inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
        answer['merchantOrderParams'] = keep(paramsOf(answer));
      }),
    ),
  ),
  ...(
    [
      ['the-second', 'the second', (index: number) => index !== 1],
      ['behind-the-second', 'those behind the second', (index: number) => index < 2],
    ] as const
  ).map(([slug, which, isJudged]) =>
    fault(
      'gateway.items.each-pair-is-judged',
      slug,
      `judges of free pairs all but ${which}`,
      withParameters('register.do', ({ parameters: { jsonParams } }) => {
        const sent: unknown = JSON.parse(jsonParams ?? 'null');
        if (!isObject(sent)) return {};
        const judged = Object.entries(sent).filter((_pair, index) => isJudged(index));
        return { jsonParams: JSON.stringify(Object.fromEntries(judged)) };
      }),
    ),
  ),
  fault(
    'gateway.items.order-makes-no-difference',
    'amount-behind-return-url',
    'reads another amount where it stands behind returnUrl',
    withParameters('register.do', ({ parameters }) => {
      const names = Object.keys(parameters);
      return names.indexOf('amount') > names.indexOf('returnUrl') ? { amount: '100' } : {};
    }),
  ),
  fault(
    'gateway.items.order-makes-no-difference',
    'first-feature-alone',
    'reads of features the first alone',
    onGateway(() => async (asked, send) => {
      if (asked.operation !== 'register.do') return send();
      const [first] = new URLSearchParams(asked.text).getAll('features');
      return first === undefined ? send() : send({ body: changedBody(asked, { features: first }) });
    }),
  ),
  fault(
    'gateway.items.order-makes-no-difference',
    'feature-twice-refused',
    'refuses a feature that is there twice',
    refusesWhen('register.do', ({ text }) => {
      const features = new URLSearchParams(text).getAll('features');
      return new Set(features).size < features.length;
    }),
  ),
];

const ofRanges: readonly Fault[] = [
  ...(
    [
      ['register.do', 'hundreds', (amount: number) => (amount % 100 === 0 ? amount - 1 : amount)],
      ['register.do', 'ones', (amount: number) => (amount % 10 === 1 ? amount - 1 : amount)],
      ['recurrentPayment.do', 'odd', (amount: number) => amount - (amount % 2)],
    ] as const
  ).map(([operation, slug, change]) =>
    fault(
      'gateway.alike.amounts',
      `${operation.toLowerCase().replace('.do', '')}-${slug}`,
      `changes amounts of ${operation}: ${slug}`,
      withParameters(operation, ({ parameters: { amount } }) =>
        /^\d+$/.test(amount ?? '') ? { amount: String(change(Number(amount))) } : {},
      ),
    ),
  ),
  ...(['lv', 'kh', 'sv'] as const).map((language) =>
    fault(
      'gateway.alike.languages',
      language,
      `pays nothing in the language ${language}`,
      refusesWhen('paymentorder.do', ({ parameters }) => parameters['language'] === language),
    ),
  ),
  ...(['paymentorder.do', 'paymentOrderBinding.do'] as const).map((operation) =>
    fault(
      'gateway.alike.kinds',
      `${operation.toLowerCase().replace('.do', '')}-of-two-phases`,
      `answers that it paid a two-phase order by ${operation}, and did not`,
      onGateway(() => {
        const held = new Set<string>();
        return async (asked, send) => {
          const { MDORDER, mdOrder } = asked.parameters;
          const isMeant = asked.operation === operation && held.has(MDORDER ?? mdOrder ?? '');
          const response = await send(
            isMeant
              ? { path: '/payment/rest/getOrderStatusExtended.do', body: statusBody(asked) }
              : {},
          );
          if (asked.operation === 'registerPreAuth.do') {
            held.add(String(((await response.clone().json()) as Members)['orderId']));
          }
          return response;
        };
      }),
    ),
  ),
  ...(
    [
      ['paymentorder.do', 'MDORDER'],
      ['paymentOrderBinding.do', 'bindingId'],
    ] as const
  ).map(([operation, name]) =>
    fault(
      'gateway.naming.another-id-is-another',
      `longer-${name.toLowerCase()}`,
      `cuts a ${name} that is longer than 36 characters`,
      withParameters(operation, ({ parameters }) => ({ [name]: parameters[name]?.slice(0, 36) })),
    ),
  ),
  fault(
    'gateway.naming.another-id-is-another',
    'another-end',
    'pays the order whose id begins alike',
    onGateway(() => {
      const ids = new Set<string>();
      return async (asked, send) => {
        const sent = asked.parameters['MDORDER'];
        const meant = [...ids].find((id) => id.slice(0, -1) === sent?.slice(0, id.length - 1));
        const isMeant = asked.operation === 'paymentorder.do' && meant !== undefined;
        const response = await send(
          isMeant ? { body: changedBody(asked, { MDORDER: meant }) } : {},
        );
        if (asked.operation === 'register.do') {
          ids.add(String(((await response.clone().json()) as Members)['orderId']));
        }
        return response;
      };
    }),
  ),
  ...(['orderId', 'orderNumber'] as const).map((name) =>
    fault(
      'gateway.naming.each-name-leads-to-the-order',
      `the-first-by-${name.toLowerCase()}`,
      `shows the order before where one is named by ${name}`,
      onGateway(() => {
        const seen: string[] = [];
        return async (asked, send) => {
          const sent = asked.parameters[name];
          if (asked.operation !== 'getOrderStatusExtended.do' || sent === undefined) return send();
          const [before = sent] = seen.slice(-1);
          seen.push(sent);
          return send({ body: changedBody(asked, { [name]: before }) });
        };
      }),
    ),
  ),
];

/** What is told in another way from some moment on. */
const ofAnswers: readonly Fault[] = [
  fault(
    'gateway.told.one-order',
    'date-of-the-charge',
    'shows as date of an order that of what was charged on it later',
    spoilsLater({
      marks: namedIn('industryPractice/paymentOrder.do', 'originalMdOrder'),
      status: (answer) => {
        answer['date'] = Number(answer['date']) + 60_000;
      },
    }),
  ),
  fault(
    'gateway.told.one-order',
    'increment-added',
    'shows an order with what was charged on it later',
    spoilsLater({
      marks: namedIn('industryPractice/paymentOrder.do', 'originalMdOrder'),
      status: (answer) => {
        answer['amount'] = Number(answer['amount']) + 5_00;
      },
    }),
  ),
  fault(
    'gateway.told.one-credential',
    'expiry-after-use',
    'shows another expiryDate of a credential that has paid',
    spoilsLater({
      marks: namedIn('paymentOrderBinding.do', 'bindingId'),
      binding: (binding) => {
        binding['expiryDate'] = '209912';
      },
    }),
  ),
  fault(
    'gateway.told.one-credential',
    'of-the-list-before',
    'lists under one type what it listed under another before',
    onGateway(() => {
      const lists = new Map<unknown, Response>();
      return async (asked, send) => {
        if (asked.operation !== 'getBindings.do') return send();
        const { clientId } = asked.parameters;
        const before = lists.get(clientId);
        if (before !== undefined) return before.clone();
        const response = await send();
        const bindings = memberAt(await read(response), 'bindings');
        if (Array.isArray(bindings) && bindings.length > 0) lists.set(clientId, response.clone());
        return response;
      };
    }),
  ),
];

export const gatewaySamenessValueFaults: readonly Fault[] = [...ofItems, ...ofRanges, ...ofAnswers];

/** The free pairs of a status. */
export function paramsOf(answer: Members): Members[] {
  const params = answer['merchantOrderParams'];
  return Array.isArray(params) ? params.filter(isObject) : [];
}

function onePerValue(pairs: Members[]): Members[] {
  return [...new Map(pairs.map((pair) => [pair['value'], pair])).values()];
}

/** The same merchant who asks for the status of the order. */
function statusBody({
  text,
  parameters,
}: {
  text: string;
  parameters: Readonly<Record<string, string>>;
}): string {
  const form = new URLSearchParams(text);
  form.set('orderId', parameters['MDORDER'] ?? parameters['mdOrder'] ?? '');
  return form.toString();
}
