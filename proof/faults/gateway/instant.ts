import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import { isObject, type Members, read, withRememberingRules, withRules } from '../tampering.ts';
import { isSuccessful, showsUnpaid } from './later.ts';
import {
  fillsInParameter,
  type GatewayRequest,
  jsonAnswer,
  madeUpWhenEmpty,
  onGateway,
  refusal,
  refusesWhen,
  withParameters,
  withRulesAsked,
} from './tampering.ts';

// Document 3, part 4.4: instantPayment.do and the values of features.

const operation = 'instantPayment.do';

const {
  gwAuthentication,
  gwFeatureConflict,
  gwLacksClient,
  gwOwnsBinding,
  gwPaymentAmounts,
  gwStoredCategory,
} = documentRules;

type Order = Parameters<Rules['gwPaymentAmounts']>[0];
type Feature = Order['features'][number];

export const gatewayInstantFaults: readonly Fault[] = [
  fault(
    'gateway.instant-payment.pays',
    'refused',
    'refuses instant payments',
    refusesOnceLearned(),
  ),
  fault(
    'gateway.instant-payment.pays',
    'unpaid',
    'registers an order and leaves it unpaid',
    showsUnpaid(operation),
  ),
  fault(
    'gateway.instant-payment.pre-auth',
    'deposited',
    'deposits what should be held',
    withParameters(operation, () => ({ preAuth: undefined })),
  ),
  fault(
    'gateway.instant-payment.pre-auth',
    'deposited-after-3ds',
    'deposits what should be held of a card that is asked for 3DS',
    withParameters(operation, ({ parameters }) =>
      parameters['pan']?.startsWith('970099') === true ? { preAuth: undefined } : {},
    ),
  ),
  fault(
    'gateway.instant-payment.one-phase',
    'held',
    'holds what should be deposited',
    withParameters(operation, () => ({ preAuth: 'true' })),
  ),
  fault(
    'gateway.instant-payment.order-number-is-unique',
    'taken-again',
    'accepts an orderNumber that is in use',
    withRules({ gwMayTakeOrderNumber: () => true }),
  ),
  fault(
    'gateway.instant-payment.order-number-is-optional',
    'same-order',
    'answers every payment without orderNumber with the first order',
    onGateway(() => {
      let first: Members | undefined;
      return async (asked, send) => {
        const isNumbered = asked.parameters['orderNumber'] !== undefined;
        if (asked.operation !== operation || isNumbered) return send();
        if (first !== undefined) return jsonAnswer(first);
        const response = await send();
        const answer = await read(response);
        if (isObject(answer) && isSuccessful(answer)) first = answer;
        return response;
      };
    }),
  ),
  fault(
    'gateway.instant-payment.declined-is-not-paid',
    'paid-anyway',
    'shows a declined order as paid',
    withRules({ gwStatusAfterDecline: () => 2 }),
  ),
  fault(
    'gateway.instant-payment.pan-or-binding',
    'last-card-used',
    'pays with the last card when none is sent',
    fillsInParameter(operation, 'pan'),
  ),
  fault(
    'gateway.instant-payment.cvc-is-needed',
    'not-asked-for',
    'pays at once without cvc',
    withRules({
      gwMissingCardData: (sent) =>
        documentRules.gwMissingCardData({
          ...sent,
          needsCvc: sent.needsCvc && sent.operation !== 'instantPayment',
        }),
    }),
  ),
  fault(
    'gateway.instant-payment.empty-cvc',
    'made-up',
    'pays with some cvc when an empty one is sent',
    madeUpWhenEmpty(operation, 'cvc', '123'),
  ),
  fault(
    'gateway.instant-payment.pan-overrides-binding',
    'binding-first',
    'pays with the stored credential even if a card number is sent beside it',
    withRules({ gwIsByCard: ({ hasBinding }) => !hasBinding }),
  ),
  fault(
    'gateway.instant-payment.pan-overrides-binding',
    'binding-without-cvc',
    'pays with the stored credential where no CVC comes with the card number beside it',
    withParameters(operation, ({ parameters: { bindingId, cvc } }) =>
      bindingId !== undefined && cvc === undefined ? { pan: undefined } : {},
    ),
  ),
  fault(
    'gateway.optional.what-is-overridden',
    'binding-looked-up',
    'does not accept a card number beside the bindingId of a credential that there is not',
    onGateway(() => {
      const listed: string[] = [];
      return async (asked, send) => {
        const { pan, bindingId } = asked.parameters;
        const isMeant = asked.operation === operation && pan !== undefined;
        const isKnown = bindingId === undefined || listed.some((list) => list.includes(bindingId));
        if (isMeant && !isKnown) return refusal();
        const response = await send();
        if (asked.operation === 'getBindings.do') listed.push(await response.clone().text());
        return response;
      };
    }),
  ),
  fault(
    'gateway.instant-payment.pan-overrides-binding',
    'refused',
    'does not accept a card number beside a stored credential',
    refusesWhen(
      operation,
      ({ parameters: { pan, bindingId } }) => pan !== undefined && bindingId !== undefined,
    ),
  ),
  fault(
    'gateway.instant-payment.binding-of-other-client',
    'paid-for-others',
    "pays one customer's order with another customer's credential",
    withRules({
      gwOwnsBinding: (binding, owner, asked) =>
        asked === 'instantPayment'
          ? binding.merchant.login === owner.login
          : gwOwnsBinding(binding, owner, asked),
    }),
  ),
  fault(
    'gateway.instant-payment.binding-of-other-client',
    'by-its-code',
    "has whoever enters a CVC on a page pay with another customer's credential",
    withRulesAsked((asked) => ({
      gwOwnsBinding: (binding, owner, by) =>
        by === 'instantPayment' && asked()?.parameters['cvc'] === undefined
          ? binding.merchant.login === owner.login
          : gwOwnsBinding(binding, owner, by),
    })),
  ),
  fault(
    'gateway.instant-payment.binding-without-client',
    'paid-for-nobody',
    'pays an order without a customer with a stored credential',
    withRules({ gwLacksClient: () => false }),
  ),
  fault(
    'gateway.instant-payment.binding-without-client',
    'by-its-code',
    'has whoever enters a CVC on a page pay an order without a customer by a stored credential',
    withRulesAsked((asked) => ({
      gwLacksClient: (clientId) => {
        const isOnPage = asked()?.parameters['cvc'] === undefined;
        return gwLacksClient(clientId) && !(asked()?.operation === operation && isOnPage);
      },
    })),
  ),
  fault(
    'gateway.instant-payment.binding-needs-cvc',
    'not-asked-for',
    'pays at once with a stored credential without cvc',
    withParameters(operation, ({ parameters: { bindingId, cvc } }) =>
      bindingId === undefined ? {} : { cvc: cvc ?? '123' },
    ),
  ),
  fault(
    'gateway.instant-payment.binding-needs-cvc',
    'the-other-way-round',
    'asks for the CVC of a stored credential when one was sent, and not when it was not',
    withParameters(operation, ({ parameters: { pan, bindingId, cvc } }) =>
      bindingId === undefined || pan !== undefined
        ? {}
        : { cvc: cvc === undefined ? '123' : undefined },
    ),
  ),
  fault(
    'gateway.instant-payment.binding-only',
    'paid-by-card',
    'lets an order for a stored credential be paid with a card',
    withRules({ gwMayPayBy: () => true }),
  ),
  fault(
    'gateway.instant-payment.binding-only',
    'paid-by-card-in-a-later-step',
    'lets an order for a stored credential be paid by an instant payment with a card',
    withRememberingRules(() => {
      let isInstant = false;
      return {
        gwMissingCardData: (sent) => {
          isInstant = sent.operation === 'instantPayment';
          return documentRules.gwMissingCardData(sent);
        },
        gwMayPayBy: (ofOrder, used) =>
          (isInstant && used === undefined) || documentRules.gwMayPayBy(ofOrder, used),
      };
    }),
  ),
  fault(
    'gateway.instant-payment.holder-characters',
    'any-taken',
    'takes any cardholderName',
    withRules({
      gwParameter: (asked, path) =>
        asked === 'instantPayment' && path === 'cardholderName'
          ? { type: 'text', least: 2, most: 45 }
          : documentRules.gwParameter(asked, path),
    }),
  ),
  fault(
    'gateway.instant-payment.takes-expiration-date',
    'refused',
    'takes no expirationDate',
    refusesWhen(operation, ({ parameters }) => parameters['expirationDate'] !== undefined),
  ),
  fault(
    'gateway.instant-payment.expiration-date-form',
    'any-taken',
    'accepts any expirationDate, and ignores one that it cannot read',
    withRules({
      gwParameter: (asked, path) =>
        asked === 'instantPayment' && path === 'expirationDate'
          ? { type: 'text' }
          : documentRules.gwParameter(asked, path),
      gwExpiresAt: ({ expirationAt, ...lifetime }, seconds) => {
        const isRead = expirationAt !== undefined && !Number.isNaN(expirationAt);
        return documentRules.gwExpiresAt(
          { ...lifetime, expirationAt: isRead ? expirationAt : undefined },
          seconds,
        );
      },
    }),
  ),
  fault(
    'gateway.instant-payment.expiration-date-form',
    'rolled-over',
    'reads 30 February as 2 March',
    withParameters(operation, ({ parameters }) => ({
      expirationDate: parameters['expirationDate']?.replace('-02-30', '-03-02'),
    })),
  ),
  fault(
    'gateway.instant-payment.past-expiration-date',
    'ignored',
    'ends no order on its expirationDate',
    withRules({
      gwExpiresAt: (lifetime, seconds) =>
        documentRules.gwExpiresAt({ ...lifetime, expirationAt: undefined }, seconds),
    }),
  ),

  fault(
    'gateway.features.verify',
    'charged',
    'charges the amount that a card is verified with',
    chargesFor('VERIFY'),
  ),
  fault(
    'gateway.features.verify',
    'refused',
    'verifies no card',
    refusesWhen(operation, asksFor('VERIFY')),
  ),
  fault(
    'gateway.features.verify-zero-amount',
    'refused',
    'verifies no card for an amount of 0',
    withRules({ gwIsOrderAmount: (amount) => amount > 0 }),
  ),
  fault(
    'gateway.features.verify-negative-amount',
    'taken',
    'verifies a card for any amount',
    withRules({ gwIsOrderAmount: (amount, features) => amount > 0 || features.includes('VERIFY') }),
  ),
  fault(
    'gateway.features.verify-stores',
    'not-stored',
    'stores nothing when a card is verified',
    storesNothingFor('VERIFY'),
  ),
  fault(
    'gateway.features.force-ssl-asks-nothing',
    'asked',
    'asks for 3DS 2 despite FORCE_SSL',
    withRules({
      gwAuthentication: (kind, features, by) =>
        gwAuthentication(
          kind,
          features.filter((feature) => feature !== 'FORCE_SSL'),
          by,
        ),
    }),
  ),
  fault(
    'gateway.features.force-full-tds-made-up',
    'taken',
    'treats any threeDSServerTransId as an authentication',
    paidByAnyTransaction(),
  ),
  fault(
    'gateway.features.force-create-binding',
    'not-stored',
    'stores nothing for an instant payment with FORCE_CREATE_BINDING',
    withParameters(operation, (asked) =>
      asksFor('FORCE_CREATE_BINDING')(asked) ? { features: undefined } : {},
    ),
  ),
  fault(
    'gateway.features.force-create-binding',
    'refused',
    'does not accept FORCE_CREATE_BINDING where cards may be stored',
    refusesWhen(operation, asksFor('FORCE_CREATE_BINDING')),
  ),
  fault(
    'gateway.features.force-create-binding-needs-client',
    'taken-without',
    'registers an order that stores a credential without a customer',
    withRules({
      gwFeatureConflict: (asked) =>
        gwFeatureConflict({ ...asked, clientId: asked.clientId ?? 'nobody' }),
    }),
  ),
  fault(
    'gateway.features.force-create-binding-empty-client',
    'taken-without',
    'registers an order that stores a credential of a customer without a name',
    madeUpWhenEmpty('register.do', 'clientId', 'nobody'),
  ),
  fault(
    'gateway.features.force-create-binding-with-binding',
    'taken-with',
    'accepts FORCE_CREATE_BINDING together with bindingId',
    withRules({
      gwFeatureConflict: (asked) => gwFeatureConflict({ ...asked, bindingId: undefined }),
    }),
  ),
  fault(
    'gateway.features.force-create-binding-not-needed',
    'taken-with',
    'accepts FORCE_CREATE_BINDING together with bindingNotNeeded',
    withParameters(operation, () => ({ bindingNotNeeded: undefined })),
  ),
  fault(
    'gateway.features.force-create-binding-not-needed-false',
    'refused',
    'does not accept FORCE_CREATE_BINDING together with bindingNotNeeded, whatever its value',
    withRules({
      gwFeatureConflict: (asked) =>
        gwFeatureConflict({
          ...asked,
          bindingNotNeeded: asked.bindingNotNeeded === undefined ? undefined : true,
        }),
    }),
  ),
  fault(
    'gateway.features.force-create-binding-not-needed-false',
    'not-stored',
    'stores nothing when bindingNotNeeded is sent at all',
    withRules({
      gwStoredCategory: (storing) =>
        storing.bindingNotNeeded === undefined ? gwStoredCategory(storing) : undefined,
    }),
  ),
  fault(
    'gateway.features.force-create-binding-and-verify',
    'not-for-nothing',
    'takes no amount of 0 when VERIFY and FORCE_CREATE_BINDING are sent',
    withRules({
      gwIsOrderAmount: (amount, features) =>
        amount > 0 ||
        (amount === 0 && features.includes('VERIFY') && !features.includes('FORCE_CREATE_BINDING')),
    }),
  ),
  fault(
    'gateway.features.force-create-binding-and-verify',
    'not-stored',
    'stores nothing when VERIFY and FORCE_CREATE_BINDING are sent',
    storesNothingFor('VERIFY', 'FORCE_CREATE_BINDING'),
  ),
  fault(
    'gateway.features.force-create-binding-and-verify',
    'charged',
    'charges the amount of an order that only stores a credential',
    chargesFor('VERIFY', 'FORCE_CREATE_BINDING'),
  ),
  fault(
    'gateway.features.repeatable',
    'first-counts',
    'follows the first feature only',
    oneFeature((features) => features[0]),
  ),
  fault(
    'gateway.features.repeatable',
    'last-counts',
    'follows the last feature only',
    oneFeature((features) => features.at(-1)),
  ),
  fault(
    'gateway.features.repeatable',
    'refused',
    'does not accept a second feature',
    refusesWhen(operation, ({ text }) => new URLSearchParams(text).getAll('features').length > 1),
  ),
];

/** Takes the first instant payment, from which a suite learns the form, and no other. */
function refusesOnceLearned(): Tampering {
  return onGateway(() => {
    let isLearned = false;
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      if (isLearned) return jsonAnswer({ errorCode: '5', errorMessage: 'Refused by a fault.' });
      const response = await send();
      isLearned = isSuccessful(await read(response));
      return response;
    };
  });
}

/** Shows an order as paid whose payment came with a threeDSServerTransId. */
function paidByAnyTransaction(): Tampering {
  return onGateway(() => {
    const paid = new Set<string>();
    return async (asked, send) => {
      const { MDORDER, threeDSServerTransId, orderId } = asked.parameters;
      if (MDORDER !== undefined && threeDSServerTransId !== undefined) paid.add(MDORDER);
      const response = await send();
      const isPaid = asked.operation === 'getOrderStatusExtended.do' && paid.has(orderId ?? '');
      const answer = isPaid ? await read(response) : undefined;
      return isObject(answer) ? jsonAnswer({ ...answer, orderStatus: 2 }) : response;
    };
  });
}

/** Deposits the amount of orders with all of these features. */
function chargesFor(...wanted: readonly Feature[]): Tampering {
  return withRules({
    gwPaymentAmounts: (order) =>
      wanted.every((feature) => order.features.includes(feature))
        ? { ...gwPaymentAmounts(order), depositedAmount: order.amount }
        : gwPaymentAmounts(order),
  });
}

/** Stores no credential for orders with all of these features. */
function storesNothingFor(...wanted: readonly Feature[]): Tampering {
  return withRules({
    gwStoredCategory: (storing) =>
      wanted.every((feature) => storing.order.features.includes(feature))
        ? undefined
        : gwStoredCategory(storing),
  });
}

/** Whether a request names a feature. */
function asksFor(feature: string): (asked: GatewayRequest) => boolean {
  return ({ text }) => new URLSearchParams(text).getAll('features').includes(feature);
}

/** Hears one of the features only. */
function oneFeature(choose: (features: readonly string[]) => string | undefined): Tampering {
  return withParameters(operation, ({ text }) => ({
    features: choose(new URLSearchParams(text).getAll('features')),
  }));
}
