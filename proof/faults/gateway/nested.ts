import { languages, payerIdTypes } from '../../../fixtures/fields/gateway-requests.ts';
import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import {
  type GatewayOperation as SandboxOperation,
  gatewayParameterRules,
  type Parameter,
} from '../../../sandbox/rules/gateway-parameters.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import { memberAt, withRules } from '../tampering.ts';
import { refusesWhen } from './tampering.ts';

// Document 3, parts 2.4 and 4.1: nested objects, jsonParams and languages.

const objects: readonly (readonly [RequirementId, string])[] = [
  ['gateway.payment-facilitator.is-taken', 'paymentFacilitator'],
  ['gateway.billing-payer-data.is-taken', 'billingPayerData'],
  ['gateway.shipping-payer-data.is-taken', 'shippingPayerData'],
];

const countries = { 'alpha-2': 'ES', 'alpha-3': 'ESP', numeric: '724', name: 'Spain' } as const;

export const gatewayNestedFaults: readonly Fault[] = [
  ...objects.map(([id, name]) =>
    fault(
      id,
      'refused',
      `does not pay with ${name}`,
      refusesWhen('paymentorder.do', ({ parameters }) => parameters[name] !== undefined),
    ),
  ),
  ...(
    [
      ['iso-id', 'paymentFacilitator', 'isoId'],
      ['street', 'paymentFacilitator', 'street'],
      ['last-name', 'billingPayerData', 'payerLastName'],
      ['city', 'shippingPayerData', 'shippingCity'],
    ] as const
  ).map(([slug, name, member]) =>
    fault(
      'gateway.optional.members-of-objects',
      `${slug}-demanded`,
      `demands ${member} in ${name}`,
      refusesWhen(['register.do', 'paymentorder.do'], ({ parameters }) => {
        const sent = parameters[name];
        return sent !== undefined && !sent.includes(`"${member}"`);
      }),
    ),
  ),
  ...payerIdTypes.map((number) =>
    fault(
      `gateway.billing-payer-data.id-type-${number}`,
      'unknown',
      `does not know the payerIdType IDTP${number}`,
      refusesBilling('payerIdType', `IDTP${number}`),
    ),
  ),
  fault(
    'gateway.payment-facilitator.sub-merchants-must-be-an-array',
    'anything',
    'accepts anything as subMerchants',
    withParameter('paymentorder', 'paymentFacilitator.subMerchants', undefined),
  ),
  fault(
    'gateway.billing-payer-data.other-id-type',
    'any',
    'takes any payerIdType',
    withParameter('paymentorder', 'billingPayerData.payerIdType', { type: 'text', most: 8 }),
  ),
  fault(
    'gateway.billing-payer-data.birthday-form',
    'any',
    'accepts any text as payerBirthday',
    withParameter('paymentorder', 'billingPayerData.payerBirthday', { type: 'text', most: 20 }),
  ),
  ...(Object.entries(countries) as [keyof typeof countries, string][]).map(([form, country]) =>
    fault(
      `gateway.billing-payer-data.country-${form}`,
      'unknown',
      `does not accept ${country} as billingCountry`,
      refusesBilling('billingCountry', country),
    ),
  ),
  fault(
    'gateway.json-params.longest-name',
    'shorter',
    'accepts names in jsonParams of up to 254 characters',
    withParameter('register', 'jsonParams.name', { type: 'text', least: 1, most: 254 }),
  ),
  fault(
    'gateway.json-params.longer-name',
    'any',
    'accepts names of any length in jsonParams',
    withParameter('register', 'jsonParams.name', { type: 'text', least: 1 }),
  ),
  fault(
    'gateway.json-params.longest-value',
    'shorter',
    'accepts values in jsonParams of up to 1023 characters',
    withParameter('register', 'jsonParams.value', { type: 'text', least: 1, most: 1023 }),
  ),
  fault(
    'gateway.json-params.longer-value',
    'any',
    'accepts values of any length in jsonParams',
    withParameter('register', 'jsonParams.value', { type: 'text', least: 1 }),
  ),
  ...languages.map((language) =>
    fault(
      `gateway.register.language-${language}`,
      'unknown',
      `does not know the language ${language}`,
      withParameter('register', 'language', {
        type: 'text',
        values: languages.filter((one) => one !== language),
      }),
    ),
  ),
];

/** One parameter declared in another way, or not at all. */
function withParameter(
  operation: SandboxOperation,
  path: string,
  other: Parameter | undefined,
): Tampering {
  return withRules({
    gwParameter: (asked, name) =>
      asked === operation && name === path ? other : gatewayParameterRules.gwParameter(asked, name),
  });
}

/** Does not pay with a value in billingPayerData. */
function refusesBilling(name: string, value: string): Tampering {
  return refusesWhen('paymentorder.do', ({ parameters }) => {
    const { billingPayerData } = parameters;
    if (billingPayerData === undefined) return false;
    return memberAt(jsonIn(billingPayerData), name) === value;
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
