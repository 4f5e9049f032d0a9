import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  read,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { isSuccessful } from './later.ts';
import { spoilsLater } from './spoiling.ts';
import {
  changedBody,
  type GatewayRequest,
  jsonAnswer,
  onGateway,
  refusal,
  refusesWhen,
  withParameters,
  withRulesAsked,
} from './tampering.ts';

// What depends on how an order came to be paid, or on where something stands. Document 3, parts 3.1 and 4.

const {
  gwAuthentication,
  gwFeatureConflict,
  gwIsPayable,
  gwNeedsCvc,
  gwMayFollow,
  gwMessageLanguage,
  gwReturnUrl,
  gwStatusAfterDecline,
  gwStoredCategory,
} = documentRules;

export const gatewayHistoryFaults: readonly Fault[] = [
  fault(
    'gateway.histories.paid-in-the-end',
    'first-card-tried',
    'charges nothing on an order of which the first attempt was declined',
    onGateway(() => {
      const declined = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'industryPractice/paymentOrder.do') {
          return declined.has(parameters['originalMdOrder']) ? refusal() : send();
        }
        const response = await send();
        const info = String(memberAt(await read(response), 'info'));
        if (operation === 'paymentorder.do' && info.includes('declined'))
          declined.add(parameters['MDORDER']);
        return response;
      };
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'tii-of-the-first-attempt',
    'takes the tii of an earlier attempt for that of one without tii',
    onGateway(() => {
      const named = new Map<string | undefined, string>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation !== 'paymentorder.do') return send();
        const { MDORDER, tii = named.get(MDORDER) } = parameters;
        if (tii !== undefined) named.set(MDORDER, tii);
        return tii === undefined ? send() : send({ body: changedBody(asked, { tii }) });
      };
    }),
  ),
  fault(
    'gateway.payment-order.validation-failure-pays-nothing',
    'asked-once',
    'asks for no $CVC in a further attempt to pay an order',
    onGateway(() => {
      const known = new Map<string | undefined, string>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation !== 'paymentorder.do') return send();
        const { MDORDER, $CVC = known.get(MDORDER) } = parameters;
        if ($CVC !== undefined) known.set(MDORDER, $CVC);
        return $CVC === undefined ? send() : send({ body: changedBody(asked, { $CVC }) });
      };
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'second-attempt-stores-nothing',
    'stores no card that is not the first that is tried',
    onGateway(() => {
      const tried = new Set<string | undefined>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation !== 'paymentorder.do') return send();
        const isSecond = tried.has(parameters['MDORDER']);
        tried.add(parameters['MDORDER']);
        return isSecond ? send({ body: changedBody(asked, { tii: undefined }) }) : send();
      };
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'never-needed-once-not-needed',
    'stores no card of an order that an earlier attempt was not to store',
    onGateway(() => {
      const unwanted = new Set<string | undefined>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation !== 'paymentorder.do') return send();
        const { MDORDER, bindingNotNeeded } = parameters;
        if (bindingNotNeeded === 'true') unwanted.add(MDORDER);
        return unwanted.has(MDORDER)
          ? send({ body: changedBody(asked, { tii: undefined, bindingNotNeeded: 'true' }) })
          : send();
      };
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'once-failed-always-led-so',
    'leads to failUrl after a payment whose order was declined before',
    withRememberingRules(() => {
      const failed = new Set<string | undefined>();
      return {
        gwReturnUrl: ({ isPaid, ...order }) => {
          if (!isPaid) failed.add(order.failUrl);
          return gwReturnUrl({ ...order, isPaid: isPaid && !failed.has(order.failUrl) });
        },
      };
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'resubmitted-though-paid',
    'submits again what was paid after a declined attempt',
    withRules({
      gwMayFollow: (original, tii) =>
        tii === 'IPS'
          ? original.attempts.some(({ outcome }) => outcome === 'declined')
          : gwMayFollow(original, tii),
    }),
  ),
  fault(
    'gateway.histories.paid-in-the-end',
    'stores-the-first-card',
    'lists the card that was declined first for the one that paid',
    spoilsLater({
      marks: ({ operation, parameters }, answer, { clientOf }) =>
        operation === 'paymentorder.do' && String(memberAt(answer, 'info')).includes('declined')
          ? [clientOf(parameters['MDORDER'])]
          : [],
      bindings: ({ bindings }) => {
        for (const one of Array.isArray(bindings) ? bindings : [])
          setMember(one, 'maskedPan', '400000******0002');
      },
    }),
  ),
  fault(
    'gateway.features.wherever-they-stand',
    'first-one-counts',
    'looks for contradictions of the first feature alone',
    withRules({
      gwFeatureConflict: (asked) =>
        gwFeatureConflict({ ...asked, features: asked.features.slice(0, 1) }),
    }),
  ),
  fault(
    'gateway.features.wherever-they-stand',
    'two-of-them-count',
    'reads the first two features alone',
    withRules({
      gwFeatureConflict: (asked) =>
        gwFeatureConflict({ ...asked, features: asked.features.slice(0, 2) }),
    }),
  ),
  fault(
    'gateway.features.verify-stores',
    'not-for-nothing',
    'stores no card that is verified about nothing',
    withParameters(['register.do', 'instantPayment.do'], ({ parameters: { amount } }) =>
      amount === '0' ? { clientId: undefined } : {},
    ),
  ),
  fault(
    'gateway.tii.ri',
    'by-its-schedule',
    'starts a common credential where an initial recurrent payment says nothing of its schedule',
    withRules({
      gwStoredCategory: (facts) => {
        const stored = gwStoredCategory(facts);
        const hasSchedule = 'recurringFrequency' in facts.order.jsonParams;
        return stored === 'RECURRENT' && !hasSchedule ? 'COMMON' : stored;
      },
    }),
  ),
  fault(
    'gateway.features.force-tds-of-any-means',
    'full-by-any-card',
    'takes a card that lacks 3DS with FORCE_FULL_TDS',
    withRules({
      gwAuthentication: (kind, features, by) =>
        gwAuthentication(
          kind,
          features.filter((feature) => feature !== 'FORCE_FULL_TDS'),
          by,
        ),
    }),
  ),
  fault(
    'gateway.features.force-tds-of-any-means',
    'stored-is-known',
    'asks for no 3DS 2 where the customer of a stored card pays',
    withRulesAsked((asked) => ({
      gwAuthentication: (...facts) => {
        const found = gwAuthentication(...facts);
        const isByCredential = asked()?.operation === 'paymentOrderBinding.do';
        return isByCredential && found === 'demanded' ? 'none' : found;
      },
    })),
  ),
  fault(
    'gateway.features.force-tds-of-credentials',
    'not-of-credentials',
    'demands no 3DS of a stored credential',
    onGateway(() => {
      const forced = new Map<unknown, string>();
      return async (asked, send) => {
        const { operation, parameters } = asked;
        if (operation === 'register.do' && parameters['features']?.includes('TDS') === true) {
          // It is registered without, and the card is told that it lacks 3DS.
          const response = await send({ body: changedBody(asked, { features: undefined }) });
          const answer = await read(response);
          if (isObject(answer) && isSuccessful(answer))
            forced.set(answer['orderId'], parameters['features']);
          return response;
        }
        return operation === 'paymentorder.do' && forced.has(parameters['MDORDER'])
          ? refusal()
          : send();
      };
    }),
  ),
  fault(
    'gateway.instant-payment.second-step',
    'registered-again',
    'refuses the second step of 3DS 2 for the number of its own order',
    refusesWhen('instantPayment.do', ({ parameters }) => 'threeDSVer2MdOrder' in parameters),
  ),
  fault(
    'gateway.instant-payment.second-step-keeps-the-amount',
    'of-the-second-step',
    'shows the amount of the second step of 3DS 2 for that of the order',
    onGateway(() => {
      const amounts = new Map<unknown, string | undefined>();
      return async (asked, send) => {
        const { threeDSVer2MdOrder, amount, orderId } = asked.parameters;
        if (threeDSVer2MdOrder !== undefined) amounts.set(threeDSVer2MdOrder, amount);
        const response = await send();
        const answer = await read(response);
        return isObject(answer) && amounts.has(orderId)
          ? jsonAnswer({ ...answer, amount: Number(amounts.get(orderId)) })
          : response;
      };
    }),
  ),
  ...(
    [
      ['described-anew', 'description', 'getOrderStatusExtended.do', { orderDescription: '' }],
      ['of-nobody', 'credential to store', 'getBindings.do', { bindings: [] }],
    ] as const
  ).map(([slug, what, operation, lost]) =>
    fault(
      'gateway.instant-payment.second-step-keeps-the-order',
      slug,
      `forgets the ${what} of an order whose second step of 3DS 2 names no clientId`,
      onGateway(() => {
        const owners = new Map<unknown, string>();
        const forgotten = new Set<unknown>();
        return async (asked, send) => {
          const { threeDSVer2MdOrder, clientId, orderId } = asked.parameters;
          const response = await send();
          const answer = await read(response);
          if (asked.operation === 'instantPayment.do') {
            const order = threeDSVer2MdOrder ?? memberAt(answer, 'orderId');
            if (clientId !== undefined) owners.set(order, clientId);
            else forgotten.add(order).add(owners.get(order));
          }
          const isLost = forgotten.has(operation === 'getBindings.do' ? clientId : orderId);
          if (asked.operation !== operation || !isLost || !isObject(answer)) return response;
          return jsonAnswer({ ...answer, ...lost });
        };
      }),
    ),
  ),
  fault(
    'gateway.instant-payment.binding-only',
    'until-declined',
    'forgets with a declined attempt which stored credential an order is for',
    withRules({
      gwStatusAfterDecline: (order, isFinal) => {
        Object.assign(order, { bindingId: undefined });
        return gwStatusAfterDecline(order, isFinal);
      },
    }),
  ),
  ...(
    [
      ['last-second', 'in the last second of a minute', ':59'],
      ['last-of-december', 'in the last second of a year', '-12-31T23:59:59'],
    ] as const
  ).map(([slug, what, end]) =>
    fault(
      'gateway.alike.moments',
      slug,
      `refuses an expirationDate ${what}`,
      refusesWhen('instantPayment.do', ({ parameters: { expirationDate } }) =>
        expirationDate === undefined ? false : expirationDate.endsWith(end),
      ),
    ),
  ),
  ...(
    [
      ['no-century', 'on 29 February of a full century', '20000229'],
      ['since-1970', 'before 1970', '1969'],
    ] as const
  ).map(([slug, when, birthday]) =>
    fault(
      'gateway.alike.birthdays',
      slug,
      `refuses a payer who was born ${when}`,
      refusesWhen('paymentorder.do', ({ parameters: { billingPayerData = '' } }) =>
        billingPayerData.includes(`"payerBirthday":"${birthday}`),
      ),
    ),
  ),
  ...(
    [
      ['verified-only', 'by a verification', ({ features }) => features === 'VERIFY'],
      ['held-only', 'by a payment that is held', ({ preAuth }) => preAuth === 'true'],
    ] as const satisfies readonly (readonly [string, string, StoredSo])[]
  ).map(([slug, how, isSo]) =>
    fault(
      'gateway.alike.stored',
      slug,
      `neither charges a credential that was stored ${how} nor pays by it`,
      chargesNone(isSo),
    ),
  ),
  fault(
    'gateway.alike.stored',
    'kept-list',
    'lists credentials of a customer as they were listed before, until an order is registered',
    onGateway(() => {
      const kept = new Map<string, string>();
      return async ({ operation, parameters }, send) => {
        const { clientId = '', bindingType = '' } = parameters;
        if (operation === 'register.do')
          for (const type of ['C', 'R', 'I']) kept.delete(`${clientId} ${type}`);
        if (operation !== 'getBindings.do') return send();
        const response = await send();
        const list = kept.get(`${clientId} ${bindingType}`) ?? (await response.clone().text());
        kept.set(`${clientId} ${bindingType}`, list);
        return withBody(response, list);
      };
    }),
  ),
  fault(
    'gateway.alike.stored',
    'declined-verification',
    'stores the card of a verification that is declined',
    withRememberingRules(() => {
      let isDeclined = false;
      return {
        gwCardAnswer: (presented) => {
          isDeclined = documentRules.gwCardAnswer(presented) === 'declined';
          return 'approved';
        },
        gwStatusAfterPayment: (payment, verified) =>
          isDeclined ? 6 : documentRules.gwStatusAfterPayment(payment, verified),
        gwStoredCategory: (storing) =>
          isDeclined && !storing.order.features.includes('VERIFY')
            ? undefined
            : documentRules.gwStoredCategory(storing),
      };
    }),
  ),
  fault(
    'gateway.register.error-message-per-language',
    'copied-line',
    'tells in Spanish what is asked for in French',
    withRules({
      gwMessageLanguage: (requested, usual) =>
        gwMessageLanguage(requested === 'fr' ? 'es' : requested, usual),
    }),
  ),
  fault(
    'gateway.side-by-side.credentials',
    'given-up',
    'charges a credential no more that was declined three times',
    withRememberingRules(() => {
      const declines = new Map<string, number>();
      return {
        gwChargeAnswer: ({ bindingId, charges }) => {
          const count = (declines.get(bindingId) ?? 0) + (charges === 'declined' ? 1 : 0);
          declines.set(bindingId, count);
          return count > 2 ? 'declined' : charges;
        },
      };
    }),
  ),
  fault(
    'gateway.side-by-side.credentials',
    'not-listed',
    'lists a credential no more that was declined twice',
    onGateway(() => {
      const declines = new Map<string | undefined, number>();
      return async (asked, send) => {
        const response = await send();
        const answer = await read(response);
        const { bindingId } = asked.parameters;
        const isCharge = asked.operation === 'recurrentPayment.do';
        const isPaid = memberAt(answer, 'orderStatus.orderStatus') === 2;
        if (isCharge && !isPaid) declines.set(bindingId, (declines.get(bindingId) ?? 0) + 1);
        if (asked.operation !== 'getBindings.do' || !isObject(answer)) return response;
        const list = answer['bindings'];
        if (!Array.isArray(list)) return response;
        const isKept = (one: unknown): boolean =>
          (declines.get(String(memberAt(one, 'bindingId'))) ?? 0) < 2;
        return jsonAnswer({ ...answer, bindings: list.filter(isKept) });
      };
    }),
  ),
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map((operation) =>
    fault(
      'gateway.side-by-side.credentials',
      `first-of-the-card-${operation.replace('Payment.do', '')}`,
      `has ${operation} charge the credential that it charged before`,
      onGateway(() => {
        let before: string | undefined;
        return async (asked, send) => {
          if (asked.operation !== operation) return send();
          const { bindingId } = asked.parameters;
          const response = await send({
            body: changedBody(asked, { bindingId: before ?? bindingId }),
          });
          if (isSuccessful(await read(response))) before = bindingId;
          return response;
        };
      }),
    ),
  ),
  fault(
    'gateway.side-by-side.originals',
    'card-of-the-latest',
    'charges on an original order the card of the order that was paid or declined last',
    onGateway(() => {
      let first: string | undefined;
      let last: string | undefined;
      return async ({ operation, parameters: { $PAN } }, send) => {
        if (operation === 'paymentorder.do') last = $PAN;
        first ??= last;
        const isOther = operation === 'industryPractice/paymentOrder.do' && first !== last;
        return isOther ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.order-state.while-the-bank-asks',
    'paid-by-the-bank-as-well',
    'takes an order that waited for the bank for one that can still be paid',
    withRules({
      gwIsPayable: (order, now) =>
        gwIsPayable(order, now) || (order.status === 2 && order.threeDSServerTransId !== undefined),
    }),
  ),
  fault(
    'gateway.tii.never-held',
    'as-the-order-says',
    'holds payments of the merchant where the order is in two phases',
    withRules({ gwMayBeTwoPhase: () => true }),
  ),
  fault(
    'gateway.tii.never-held',
    'by-credentials',
    'holds what the merchant charges by a stored credential where the order is in two phases',
    withRulesAsked((asked) => ({
      gwMayBeTwoPhase: (tii) =>
        asked()?.operation === 'paymentOrderBinding.do' || documentRules.gwMayBeTwoPhase(tii),
    })),
  ),
  fault(
    'gateway.tii.without-cvc-alike',
    'not-of-installments',
    'needs a CVC for tii I',
    withRules({ gwNeedsCvc: (tii, operation) => tii === 'I' || gwNeedsCvc(tii, operation) }),
  ),
  fault(
    'gateway.consistency.repeats',
    'last-number-only',
    'knows the number of the last order alone',
    onGateway(() => {
      let last: string | undefined;
      return async (asked, send) => {
        const { operation, parameters } = asked;
        const { orderNumber } = parameters;
        if (operation?.startsWith('register') !== true) return send();
        if (orderNumber === last) return send();
        last = orderNumber;
        const response = await send();
        if (isSuccessful(await read(response))) return response;
        return send({ body: changedBody(asked, { orderNumber: `${orderNumber ?? ''}x` }) });
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'instant-number-burnt',
    'uses up the number of an instant payment that it refuses for its tii or features',
    onGateway(() => {
      const burnt = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber, tii, features } = parameters;
        if (operation !== 'instantPayment.do' || orderNumber === undefined) return send();
        if (burnt.has(orderNumber)) return refusal();
        const response = await send();
        const isWrong = !isSuccessful(await read(response));
        if (isWrong && (tii ?? features) !== undefined) burnt.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-burnt-by-an-unpaid-order',
    'uses up the number of a charge that it refuses since the order before it is not paid',
    onGateway(() => {
      const orders = new Set<unknown>();
      const burnt = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber, originalMdOrder } = parameters;
        const isPractice = operation === 'industryPractice/paymentOrder.do';
        if (isPractice && burnt.has(orderNumber)) return refusal();
        const response = await send();
        const answer = await read(response);
        orders.add(memberAt(answer, 'orderId'));
        if (isPractice && !isSuccessful(answer) && orders.has(originalMdOrder))
          burnt.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.put-right.succeeds-after-a-refusal',
    'number-burnt-by-a-date',
    'uses up the number of an order that it refuses for a date which is over',
    onGateway(() => {
      const burnt = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { orderNumber, expirationDate } = parameters;
        if (operation === undefined || orderNumber === undefined) return send();
        if (burnt.has(orderNumber)) return refusal();
        const response = await send();
        const isWrong = !isSuccessful(await read(response));
        if (isWrong && expirationDate !== undefined) burnt.add(orderNumber);
        return response;
      };
    }),
  ),
  fault(
    'gateway.frame.payments',
    'parameters-of-a-refused-payment',
    'keeps the jsonParams of a payment that it refuses because the order is paid',
    onGateway(() => {
      const left = new Map<string | undefined, string>();
      return async ({ operation, parameters }, send) => {
        const response = await send();
        const answer = await read(response);
        if (operation === 'paymentorder.do' && !isSuccessful(answer)) {
          const { MDORDER, jsonParams } = parameters;
          if (jsonParams !== undefined) left.set(MDORDER, jsonParams);
        }
        const kept = left.get(parameters['orderId']);
        if (operation !== 'getOrderStatusExtended.do' || kept === undefined) return response;
        const shown = {
          ...(isObject(answer) ? answer : {}),
          merchantOrderParams: [{ name: kept, value: '1' }],
        };
        return withBody(response, JSON.stringify(shown));
      };
    }),
  ),
];

/** Whether what made an order is such that its card is stored in a way that is meant. */
type StoredSo = (parameters: GatewayRequest['parameters']) => boolean;

/** Refuses whatever is paid by a credential of customers who had it stored so. */
function chargesNone(isSo: StoredSo): Tampering {
  return onGateway(() => {
    const clients = new Set<string | undefined>();
    const credentials = new Set<string>();
    return async ({ operation, parameters }, send) => {
      const { clientId, bindingId } = parameters;
      if (isSo(parameters) && clientId !== undefined) clients.add(clientId);
      if (bindingId !== undefined && credentials.has(bindingId)) return refusal();
      const response = await send();
      if (operation === 'getBindings.do' && clients.has(clientId)) {
        const list = memberAt(await read(response), 'bindings');
        for (const one of Array.isArray(list) ? list : [])
          credentials.add(String(memberAt(one, 'bindingId')));
      }
      return response;
    };
  });
}
