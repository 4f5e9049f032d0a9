import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { withRules } from '../tampering.ts';
import {
  inGatewayAnswer,
  jsonAnswer,
  onGateway,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, part 4.7: who initiates a payment, and with which data.

const {
  gwAuthentication,
  gwInitiator,
  gwInstallmentParameters,
  gwNeedsCvc,
  gwParameter,
  gwStoredCategory,
} = documentRules;

export const gatewayTiiFaults: readonly Fault[] = [
  fault(
    'gateway.tii.empty',
    'demanded',
    'does not accept a payment without tii',
    refusesWhen('paymentorder.do', ({ parameters }) => parameters['tii'] === undefined),
  ),
  fault(
    'gateway.tii.empty',
    'only-says-so',
    'says that an order is paid and leaves it as it is',
    onGateway(() => async ({ operation }, send) => {
      return operation === 'paymentorder.do' ? jsonAnswer({ errorCode: '0' }) : send();
    }),
  ),
  ...(
    [
      ['gateway.tii.ci', 'CI'],
      ['gateway.tii.ri', 'RI'],
      ['gateway.tii.ii', 'II'],
    ] as const
  ).flatMap(([id, initial]) => [
    fault(
      id,
      'not-stored',
      `stores nothing for ${initial}`,
      withRules({
        gwInitiator: (tii) => gwInitiator(tii === initial ? '' : tii),
      }),
    ),
    fault(
      id,
      'in-another-category',
      `stores a credential of another category for ${initial}`,
      withRules({
        gwInitiator: (tii) => {
          const initiator = gwInitiator(tii);
          if (initiator === undefined || tii !== initial) return initiator;
          return { ...initiator, stores: initial === 'CI' ? 'RECURRENT' : 'COMMON' };
        },
      }),
    ),
  ]),
  ...(
    [
      ['gateway.tii.ci', 'CI'],
      ['gateway.tii.ri', 'RI'],
      ['gateway.tii.ii', 'II'],
    ] as const
  ).map(([id, initial]) =>
    fault(
      id,
      'refused',
      `does not accept a payment with ${initial}`,
      refusesWhen('paymentorder.do', ({ parameters }) => parameters['tii'] === initial),
    ),
  ),
  fault(
    'gateway.tii.ii-needs-the-plan',
    'without-any',
    'stores an installment credential for II without a plan',
    withRules({ gwInstallmentParameters: () => [] }),
  ),
  ...gwInstallmentParameters().map((name) =>
    fault(
      'gateway.tii.ii-needs-the-plan',
      `without-${name.toLowerCase()}`,
      `stores an installment credential for II without ${name}`,
      withRules({
        gwInstallmentParameters: () => gwInstallmentParameters().filter((one) => one !== name),
      }),
    ),
  ),
  fault(
    'gateway.tii.storing-needs-client',
    'paid-for-nobody',
    'pays an order without a customer with a tii that stores the card',
    withRules({ gwLacksClient: () => false }),
  ),
  ...['CI', 'RI', 'II', 'F'].map((initial) =>
    fault(
      'gateway.tii.customer-needs-cvc',
      `not-for-${initial.toLowerCase()}`,
      `needs no CVC for ${initial}`,
      withRules({
        gwNeedsCvc: (tii, operation) => tii !== initial && gwNeedsCvc(tii, operation),
      }),
    ),
  ),
  ...(
    [
      ['gateway.tii.f-stores-nothing', 'F'],
      ['gateway.tii.u-stores-nothing', 'U'],
      ['gateway.tii.r-stores-nothing', 'R'],
      ['gateway.tii.i-stores-nothing', 'I'],
    ] as const
  ).flatMap(([id, initiator]) => [
    fault(
      id,
      'stored',
      `stores the card of a payment with ${initiator}`,
      withRules({
        gwStoredCategory: (storing) =>
          storing.tii === initiator ? 'COMMON' : gwStoredCategory(storing),
      }),
    ),
    fault(
      id,
      'stored-on-request',
      `stores the card of a payment with ${initiator} where bindingNotNeeded is false`,
      withRules({
        gwStoredCategory: (storing) =>
          storing.tii === initiator && storing.bindingNotNeeded === false
            ? 'COMMON'
            : gwStoredCategory(storing),
      }),
    ),
  ]),
  fault(
    'gateway.tii.u-one-phase',
    'two-phase-paid',
    'holds the amount of a two-phase order for U',
    withRules({ gwMayBeTwoPhase: () => true }),
  ),
  fault(
    'gateway.tii.u-asks-no-3ds',
    'asked',
    'asks for 3DS 2 where the merchant pays',
    withRules({
      gwAuthentication: (kind, features) => gwAuthentication(kind, features, 'customer'),
    }),
  ),
  fault(
    'gateway.tii.u-asks-no-3ds',
    'asked-of-stored-cards',
    'takes every payment by a stored credential for one of the customer',
    withParameters('paymentOrderBinding.do', ({ parameters: { tii } }) =>
      tii === 'U' ? { tii: undefined, cvc: '123' } : {},
    ),
  ),
  fault(
    'gateway.tii.no-cvc-for-u',
    'demanded',
    'demands a CVC for U',
    refusesWhen(
      'paymentOrderBinding.do',
      ({ parameters }) => parameters['tii'] === 'U' && parameters['cvc'] === undefined,
    ),
  ),
  fault(
    'gateway.tii.regular-stores-nothing',
    'stored',
    'stores the card of every payment',
    inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
      answer['bindingInfo'] = { clientId: '', bindingId: 'b-1' };
    }),
  ),
  fault(
    'gateway.tii.unknown',
    'overlooked',
    'treats an unknown tii as none',
    withRules({
      gwParameter: (operation, path) =>
        operation === 'paymentorder' && path === 'tii'
          ? { type: 'text' }
          : gwParameter(operation, path),
    }),
  ),
];
