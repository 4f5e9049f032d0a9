import { documentRules, type Rules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  read,
  setMember,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { fallsBackTo, isSuccessful } from './later.ts';
import {
  type GatewayRequest,
  inGatewayAnswer,
  jsonAnswer,
  onGateway,
  refusal,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, parts 2.2 and 4.6: stored credentials, getBindings.do and paymentOrderBinding.do.

const {
  gwCategoriesOf,
  gwFitsInitiator,
  gwInstallmentParameters,
  gwMaskPan,
  gwMayReuse,
  gwOwnsBinding,
  gwStoredCategory,
} = documentRules;

type StorageFacts = Parameters<Rules['gwStoredCategory']>[0];

export const gatewayCredentialFaults: readonly Fault[] = [
  fault(
    'gateway.binding.masked-pan-hides-digits',
    'number-shown',
    'shows the whole card number as maskedPan',
    withRules({ gwMaskPan: (pan) => pan }),
  ),
  fault(
    'gateway.binding.masked-pan-hides-digits',
    'number-spaced',
    'shows the whole card number in groups as maskedPan',
    withRules({ gwMaskPan: (pan) => pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }),
  ),
  fault(
    'gateway.binding.masked-pan-hides-digits',
    'ends-overlap',
    'shows so many digits before and after the asterisks that none is hidden',
    withRules({ gwMaskPan: (pan) => `${pan.slice(0, 6)}**${pan.slice(4)}` }),
  ),
  fault(
    'gateway.binding.masked-pan-hides-digits',
    'ends-overlap-in-status',
    "shows so many digits of an order's card that none is hidden",
    inGatewayAnswer('getOrderStatusExtended.do', (answer) =>
      setMember(answer, 'cardAuthInfo.maskedPan', '4111111111**1111111111'),
    ),
  ),
  fault(
    'gateway.binding.masked-pan-fits-the-card',
    'other-beginning',
    "begins maskedPan with another card's digits",
    withRules({ gwMaskPan: (pan, style) => `400000${gwMaskPan(pan, style).slice(6)}` }),
  ),
  fault(
    'gateway.binding.masked-pan-fits-the-card',
    'other-end',
    "ends maskedPan with another card's digits",
    withRules({ gwMaskPan: (pan, style) => `${gwMaskPan(pan, style).slice(0, -4)}0000` }),
  ),
  fault(
    'gateway.binding.expiry-date-is-the-cards',
    'year-later',
    'shows a credential as valid for one year longer',
    inBindings((binding) => ({
      ...binding,
      expiryDate: String(Number(binding['expiryDate']) + 100),
    })),
  ),
  fault(
    'gateway.binding.several-categories',
    'one-per-card',
    'keeps only one credential of a card, whatever its category',
    withRules({ gwMayReuse: () => true }),
  ),
  fault(
    'gateway.binding.several-categories',
    'common-first',
    'keeps no common credential of a card that it keeps for a schedule or a plan',
    withRules({
      gwMayReuse: (stored, wanted) => wanted === 'COMMON' || gwMayReuse(stored, wanted),
    }),
  ),
  fault(
    'gateway.binding.several-installments',
    'one-per-card',
    'keeps only one installment credential of a card',
    withRules({
      gwMayReuse: (stored, wanted) => gwMayReuse(stored, wanted) || stored === wanted,
    }),
  ),
  fault(
    'gateway.binding.belongs-to-its-client',
    'listed-for-all',
    "lists every customer's credentials for each customer",
    withRules({
      gwOwnsBinding: (binding, { login }) => binding.merchant.login === login,
    }),
  ),
  fault(
    'gateway.binding.ids-differ',
    'same-for-all',
    'shows the same bindingId for every credential',
    inBindings((binding) => ({ ...binding, bindingId: 'binding' })),
  ),
  fault(
    'gateway.binding.ids-differ',
    'same-per-customer',
    'shows the same bindingId for all credentials of a category',
    inBindings((binding) => ({ ...binding, bindingId: binding['bindingCategory'] })),
  ),
  fault(
    'gateway.binding.cards-apart',
    'by-what-is-shown',
    'takes cards for the same that show the same digits',
    inGatewayAnswer('getBindings.do', (answer) => {
      const { bindings } = answer;
      if (!Array.isArray(bindings)) return;
      const shown = bindings.map((binding) => memberAt(binding, 'maskedPan'));
      answer['bindings'] = bindings.filter((_, at) => shown.indexOf(shown[at]) === at);
    }),
  ),
  fault(
    'gateway.binding.stored-by-payment',
    'not-stored',
    'stores nothing for FORCE_CREATE_BINDING',
    withRules({ gwStoredCategory: (storing) => gwStoredCategory(without(storing)) }),
  ),
  fault(
    'gateway.binding.recurrent',
    'as-common',
    'stores a recurrent credential as a common one',
    withRules({ gwStoredCategory: (storing) => commonFor(storing, 'RECURRENT') }),
  ),
  fault(
    'gateway.binding.recurrent',
    'shown-as-common',
    'shows a recurrent credential as a common one',
    inBindings((binding) => ({ ...binding, bindingCategory: 'COMMON' })),
  ),
  ...(
    [
      ['gateway.binding.recurrent', 'recurrent', isSchedule],
      ['gateway.binding.installment', 'installment', isPlan],
    ] as const
  ).map(([id, category, when]) =>
    fault(
      id,
      'refused',
      `registers no order that stores a credential of category ${category}`,
      refusesWhen('register.do', when),
    ),
  ),
  fault(
    'gateway.binding.frequency-is-not-validated',
    'validated',
    'registers no order whose recurringFrequency is not a number',
    refusesWhen(
      'register.do',
      (asked) =>
        isSchedule(asked) &&
        !/"recurringFrequency":"\d+"/.test(asked.parameters['jsonParams'] ?? ''),
    ),
  ),
  fault(
    'gateway.binding.frequency-is-not-validated',
    'not-over',
    'registers no order whose recurringExpiry is over',
    refusesWhen(['register.do', 'registerPreAuth.do'], (asked) => {
      const expiry = /"recurringExpiry":"([^"]*)"/.exec(asked.parameters['jsonParams'] ?? '')?.[1];
      return isSchedule(asked) && expiry !== undefined && expiry < '20200615';
    }),
  ),
  fault(
    'gateway.binding.frequency-is-not-validated',
    'common-without-a-day',
    'stores a card as common whose recurringExpiry is no day',
    withRules({
      gwStoredCategory: (storing) => {
        const { recurringExpiry = '20991231' } = storing.order.jsonParams;
        const isDay = !Number.isNaN(Date.parse(recurringExpiry.replace(/^(....)(..)/, '$1-$2-')));
        return isDay ? gwStoredCategory(storing) : commonFor(storing, 'RECURRENT');
      },
    }),
  ),
  fault(
    'gateway.binding.installment',
    'as-common',
    'stores an installment credential as a common one',
    withRules({ gwStoredCategory: (storing) => commonFor(storing, 'INSTALLMENT') }),
  ),
  fault(
    'gateway.binding.installment',
    'shown-as-recurrent',
    'shows an installment credential as a recurrent one',
    inBindings((binding) => ({ ...binding, bindingCategory: 'RECURRENT' })),
  ),
  ...gwInstallmentParameters().map((name) =>
    fault(
      'gateway.binding.installment-needs-all',
      `without-${name.toLowerCase()}`,
      `stores an installment credential without ${name}`,
      withRules({
        gwInstallmentParameters: () => gwInstallmentParameters().filter((one) => one !== name),
      }),
    ),
  ),
  fault(
    'gateway.binding.installment-needs-all',
    'unasked',
    'stores an installment credential even if only part of a plan is sent',
    withRules({
      gwStoredCategory: (storing) =>
        gwStoredCategory(storing) ??
        (hasPartOfPlan(storing.order.jsonParams) ? 'INSTALLMENT' : undefined),
    }),
  ),
  fault(
    'gateway.binding.installment-needs-all',
    'made-up-to-verify',
    'makes up the missing part of a plan when a card is verified',
    withParameters('register.do', ({ parameters: { features, jsonParams } }) => {
      if (features !== 'VERIFY' || jsonParams === undefined) return {};
      const sent = JSON.parse(jsonParams) as Record<string, string>;
      return { jsonParams: JSON.stringify({ ...wholePlan(), ...sent }) };
    }),
  ),
  fault(
    'gateway.binding.declined-stores-nothing',
    'stored-anyway',
    'stores the card of a declined payment',
    withRememberingRules(() => {
      let isDeclined = false;
      return {
        gwCardAnswer: (presented) => {
          isDeclined = documentRules.gwCardAnswer(presented) === 'declined';
          return 'approved';
        },
        gwStatusAfterPayment: (payment, verified) =>
          isDeclined ? 6 : documentRules.gwStatusAfterPayment(payment, verified),
      };
    }),
  ),

  fault(
    'gateway.get-bindings.lists-what-was-stored',
    'nothing-listed',
    'lists no credential',
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        operation !== 'getBindings' && gwOwnsBinding(binding, owner, operation),
    }),
  ),
  ...(['maskedPan', 'displayLabel'] as const).map((name) =>
    fault(
      'gateway.get-bindings.members-are-shown',
      `without-${name === 'maskedPan' ? 'masked-pan' : 'display-label'}`,
      `lists credentials without ${name}`,
      inBindings((binding) => ({ ...binding, [name]: undefined })),
    ),
  ),
  ...(['redirect', 'info'] as const).map((name) =>
    fault(
      'gateway.payment-order-binding.members-of-a-success',
      `without-${name}`,
      `answers a payment by stored credential without ${name}`,
      inGatewayAnswer('paymentOrderBinding.do', (answer) => setMember(answer, name, undefined)),
    ),
  ),
  fault(
    'gateway.get-bindings.lists-what-was-stored',
    'under-another-id',
    'lists a credential under a different id than the order that stored it',
    inBindings((binding) => ({ ...binding, bindingId: `x-${String(binding['bindingId'])}` })),
  ),
  fault(
    'gateway.get-bindings.lists-what-was-stored',
    'another-one-named',
    'names a nonexistent credential when a card is stored again',
    namesAnotherWhenRepeated(),
  ),
  fault(
    'gateway.get-bindings.lists-what-was-stored',
    'named-when-not-needed',
    'names a nonexistent credential after a payment with bindingNotNeeded false',
    namesOneUnstored(),
  ),
  ...['FORCE_CREATE_BINDING', 'VERIFY'].map((feature) =>
    fault(
      'gateway.get-bindings.lists-what-was-stored',
      `lost-after-${feature.toLowerCase().replaceAll('_', '-')}`,
      `lists nothing once an order with ${feature} was paid with a stored credential`,
      losesListAfter(feature),
    ),
  ),
  ...(['C', 'R', 'I'] as const).map((type) =>
    fault(
      `gateway.get-bindings.type-${type === 'C' ? 'c' : type === 'R' ? 'r' : 'i'}`,
      'all-listed',
      `lists credentials of all types for ${type}`,
      withRules({
        gwCategoriesOf: (asked) => gwCategoriesOf(asked === type ? undefined : asked),
      }),
    ),
  ),
  fault(
    'gateway.get-bindings.unknown-client',
    'all-listed',
    'lists the credentials of all customers for an unknown one',
    withRules({
      gwOwnsBinding: (binding, { login }) => binding.merchant.login === login,
    }),
  ),
  fault(
    'gateway.get-bindings.hides-the-number',
    'number-shown',
    'shows the card number of a credential',
    withRules({ gwMaskPan: (pan) => pan }),
  ),
  fault(
    'gateway.isolation.bindings',
    'listed-for-all',
    "lists one merchant's credentials for another",
    withRules({
      gwOwnsBinding: (binding, { clientId }) => binding.clientId === clientId,
    }),
  ),
  fault(
    'gateway.isolation.charges',
    'charged-by-all',
    'lets every merchant charge every stored credential',
    withRules({ gwSeesBinding: () => true }),
  ),

  fault(
    'gateway.payment-order-binding.pays',
    'refused',
    'refuses payments with a stored credential',
    refusesWhen('paymentOrderBinding.do'),
  ),
  fault(
    'gateway.payment-order-binding.pays',
    'only-says-so',
    'says that an order is paid with a stored credential but leaves it unpaid',
    onlySaysSoFor(undefined),
  ),
  fault(
    'gateway.payment-order-binding.other-client',
    'paid-for-others',
    "pays one customer's order with another customer's credential",
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        owner.clientId === '' || operation !== 'paymentOrderBinding'
          ? gwOwnsBinding(binding, owner, operation)
          : binding.merchant.login === owner.login,
    }),
  ),
  fault(
    'gateway.payment-order-binding.other-client',
    'paid-for-the-beginning',
    "pays an order with the credential of another customer whose clientId begins with that order's",
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        gwOwnsBinding(binding, owner, operation) ||
        (operation === 'paymentOrderBinding' &&
          owner.clientId !== '' &&
          binding.merchant.login === owner.login &&
          binding.clientId.startsWith(owner.clientId)),
    }),
  ),
  fault(
    'gateway.payment-order-binding.order-without-client',
    'paid-for-nobody',
    'pays an order without a customer with a stored credential',
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        owner.clientId === '' || gwOwnsBinding(binding, owner, operation),
    }),
  ),
  fault(
    'gateway.payment-order-binding.unknown-binding',
    'last-one-used',
    'pays with the last credential used when the given one is unknown',
    fallsBackTo('paymentOrderBinding.do', 'bindingId'),
  ),
  fault(
    'gateway.payment-order-binding.paid-order',
    'paid-again',
    'pays an order that is already paid',
    withRules({ gwIsPayable: () => true }),
  ),
  fault(
    'gateway.payment-order-binding.tii-f',
    'refused',
    'refuses F for common credentials',
    withRules({
      gwFitsInitiator: (category, tii) => tii !== 'F' && gwFitsInitiator(category, tii),
    }),
  ),
  fault(
    'gateway.payment-order-binding.tii-f',
    'unpaid',
    'says that an order is paid with F but leaves it unpaid',
    onlySaysSoFor('F'),
  ),
  fault(
    'gateway.payment-order-binding.tii-u',
    'refused',
    'refuses U for common credentials',
    withRules({
      gwFitsInitiator: (category, tii) => tii !== 'U' && gwFitsInitiator(category, tii),
    }),
  ),
  fault(
    'gateway.payment-order-binding.tii-u',
    'unpaid',
    'says that an order is paid with U but leaves it unpaid',
    onlySaysSoFor('U'),
  ),
];

/** Changes every credential that is listed. */
function inBindings(change: (binding: Members) => Members): Tampering {
  return inGatewayAnswer('getBindings.do', (answer) => {
    const { bindings } = answer;
    if (Array.isArray(bindings)) answer['bindings'] = bindings.filter(isObject).map(change);
  });
}

/** Names another credential in the status of every later order of a customer. */
function namesAnotherWhenRepeated(): Tampering {
  return onGateway(() => {
    const customers = new Set<unknown>();
    const later = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      const { clientId, orderId } = asked.parameters;
      if (asked.operation === 'register.do' && clientId !== undefined) {
        if (customers.has(clientId)) later.add(memberAt(answer, 'orderId'));
        customers.add(clientId);
      }
      const isLater = asked.operation === 'getOrderStatusExtended.do' && later.has(orderId);
      if (!isLater || !isObject(answer)) return response;
      setMember(answer, 'bindingInfo.bindingId', 'another');
      return jsonAnswer(answer);
    };
  });
}

/** Names a credential in the status of every order that was paid with bindingNotNeeded false. */
function namesOneUnstored(): Tampering {
  return onGateway(() => {
    const paid = new Set<unknown>();
    return async (asked, send) => {
      const { MDORDER, bindingNotNeeded, orderId } = asked.parameters;
      if (bindingNotNeeded === 'false' && MDORDER !== undefined) paid.add(MDORDER);
      const response = await send();
      const answer = await read(response);
      const isOne = asked.operation === 'getOrderStatusExtended.do' && paid.has(orderId);
      if (!isOne || !isObject(answer)) return response;
      setMember(answer, 'bindingInfo.bindingId', 'another');
      return jsonAnswer(answer);
    };
  });
}

/** Lists nothing for a customer who paid for an order with this feature by a stored credential. */
function losesListAfter(feature: string): Tampering {
  return onGateway(() => {
    const customers = new Map<unknown, string>();
    const lost = new Set<string | undefined>();
    return async (asked, send) => {
      const { clientId, features, mdOrder } = asked.parameters;
      if (asked.operation === 'getBindings.do' && lost.has(clientId)) return refusal();
      const response = await send();
      const answer = await read(response);
      if (asked.operation === 'register.do' && features === feature && clientId !== undefined)
        customers.set(memberAt(answer, 'orderId'), clientId);
      if (asked.operation === 'paymentOrderBinding.do' && isSuccessful(answer))
        lost.add(customers.get(mdOrder));
      return response;
    };
  });
}

function hasPartOfPlan(sent: Readonly<Record<string, string>>): boolean {
  return gwInstallmentParameters().some((name) => Object.hasOwn(sent, name));
}

function wholePlan(): Readonly<Record<string, string>> {
  return Object.fromEntries(gwInstallmentParameters().map((name) => [name, '6']));
}

/** The same payment without the feature that stores its card. */
function without(storing: StorageFacts): StorageFacts {
  const { order } = storing;
  const features = order.features.filter((feature) => feature !== 'FORCE_CREATE_BINDING');
  return { ...storing, order: { ...order, features } };
}

function commonFor(storing: StorageFacts, category: 'RECURRENT' | 'INSTALLMENT') {
  const stored = gwStoredCategory(storing);
  return stored === category ? 'COMMON' : stored;
}

/** Says that a payment with this tii went well, and does nothing. */
function onlySaysSoFor(tii: string | undefined): Tampering {
  return onGateway(() => async ({ operation, parameters }, send) => {
    return operation === 'paymentOrderBinding.do' && parameters['tii'] === tii
      ? jsonAnswer({ errorCode: '0', info: 'Your payment has been processed.' })
      : send();
  });
}

/** Whether an order is to store a recurrent credential; a plan of installments has more names. */
function isSchedule({ parameters }: GatewayRequest): boolean {
  const plan = parameters['jsonParams'] ?? '';
  return plan.includes('"recurringFrequency"') && !plan.includes('"installments"');
}

/** Whether an order is to store an installment credential. */
function isPlan({ parameters }: GatewayRequest): boolean {
  return (parameters['jsonParams'] ?? '').includes('"installments"');
}
