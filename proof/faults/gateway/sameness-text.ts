import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { memberAt, setMember, withRules } from '../tampering.ts';
import { paramsOf } from './sameness-values.ts';
import {
  changedBody,
  inGatewayAnswer,
  onGateway,
  refusesWhen,
  withParameters,
} from './tampering.ts';

// Document 3, parts 2.1, 2.2 and 4: texts that do not come back as they were sent, or name another thing.

const { gwOwnsBinding } = documentRules;
type Owns = typeof gwOwnsBinding;

/** Takes customers for the same who are so in some form. */
const customersBy = (form: (clientId: string) => string) => {
  const owns: Owns = (binding, { login, clientId }) =>
    binding.merchant.login === login && form(binding.clientId) === form(clientId);
  return withRules({ gwOwnsBinding: owns });
};

/** Stores the cards of customers whose names are so alike for the first of them. */
const storesForAnother = (form: (clientId: string) => string) =>
  onGateway(() => {
    const first = new Map<string, string>();
    return async (asked, send) => {
      const { clientId, features } = asked.parameters;
      if (clientId === undefined || features !== 'FORCE_CREATE_BINDING') return send();
      const owner = first.get(form(clientId)) ?? clientId;
      first.set(form(clientId), owner);
      return send({ body: changedBody(asked, { clientId: owner }) });
    };
  });

/** What is done to a text that a status shows. */
const texts: readonly (readonly [string, string, (text: string) => string])[] = [
  ['orderDescription', 'ampersands-escaped', (text) => text.replaceAll('&', '&amp;')],
  ['orderDescription', 'cut-at-255', (text) => text.slice(0, 255)],
  ['orderNumber', 'plus-decoded', (text) => text.replaceAll('+', ' ')],
  [
    'bindingInfo.clientId',
    'accents-lost',
    (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  ],
  ['cardAuthInfo.cardholderName', 'apostrophes-lost', (text) => text.replaceAll("'", '')],
];

export const gatewaySamenessTextFaults: readonly Fault[] = [
  ...texts.map(([path, slug, change]) =>
    fault(
      'gateway.text.comes-back',
      `${path.toLowerCase().replace('.', '-')}-${slug}`,
      `changes a text in ${path}: ${slug.replaceAll('-', ' ')}`,
      inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
        const text = memberAt(answer, path);
        if (typeof text === 'string') setMember(answer, path, change(text));
      }),
    ),
  ),
  ...(['name', 'value'] as const).map((part) =>
    fault(
      'gateway.text.comes-back',
      `${part}-of-a-pair-cut`,
      `cuts the ${part} of a free pair at 200 characters`,
      inGatewayAnswer('getOrderStatusExtended.do', (answer) => {
        for (const pair of paramsOf(answer)) pair[part] = String(pair[part]).slice(0, 200);
      }),
    ),
  ),
  fault(
    'gateway.text.comes-back',
    'charge-beyond-the-plane',
    'loses characters beyond the basic plane in the answer to a charge',
    inGatewayAnswer('recurrentPayment.do', (answer) => {
      const text = memberAt(answer, 'orderStatus.orderDescription');
      const kept = String(text).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?');
      setMember(answer, 'orderStatus.orderDescription', kept);
    }),
  ),
  ...(
    [
      ['returnUrl', 'query', /\?[^#]*/],
      ['returnUrl', 'fragment', /#.*/],
      ['failUrl', 'query', /\?[^#]*/],
    ] as const
  ).map(([name, part, pattern]) =>
    fault(
      'gateway.text.addresses-lead-back',
      `${name.toLowerCase()}-without-${part}`,
      `loses the ${part} of ${name}`,
      withParameters('register.do', ({ parameters }) => ({
        [name]: parameters[name]?.replace(pattern, ''),
      })),
    ),
  ),
  fault(
    'gateway.text.comes-back',
    'a-zero-is-nothing',
    'takes a description of 0 for none',
    withParameters('register.do', ({ parameters }) =>
      parameters['description'] === '0' ? { description: undefined } : {},
    ),
  ),
  ...(
    [
      ['zero', '0'],
      ['word-of-json', 'null'],
    ] as const
  ).map(([slug, none]) =>
    fault(
      'gateway.text.any-client',
      slug,
      `takes a clientId of ${none} for none`,
      withParameters(['register.do', 'getBindings.do'], ({ parameters }) =>
        parameters['clientId'] === none ? { clientId: undefined } : {},
      ),
    ),
  ),
  fault(
    'gateway.text.any-client',
    'stored-for-the-first',
    'stores a card for whoever was called so first, in whatever case',
    storesForAnother((clientId) => clientId.toLowerCase()),
  ),
  fault(
    'gateway.text.told-apart',
    'stored-for-the-first',
    'stores a card for whoever was called so first, whatever the signs between letters and digits',
    storesForAnother((clientId) => clientId.replaceAll(/[^\p{L}\p{N}]/gu, '')),
  ),
  fault(
    'gateway.text.told-apart',
    'pays-for-32-characters',
    'pays by the credential of another customer whose first 32 characters are the same',
    withRules({
      gwOwnsBinding: (binding, owner, operation) => {
        const formOf = (text: string) => (operation === 'getBindings' ? text : text.slice(0, 32));
        const whole = { ...binding, clientId: formOf(binding.clientId) };
        return gwOwnsBinding(whole, { ...owner, clientId: formOf(owner.clientId) }, operation);
      },
    }),
  ),
  fault(
    'gateway.text.told-apart',
    'pays-for-the-same-number',
    'pays by the credential of another customer whose name is the same number',
    withRules({
      gwOwnsBinding: (binding, owner, operation) =>
        gwOwnsBinding(binding, owner, operation) ||
        (operation === 'paymentOrderBinding' &&
          Number(binding.clientId) === Number(owner.clientId)),
    }),
  ),
  ...(['paymentOrderBinding', 'instantPayment'] as const).map((paid) =>
    fault(
      'gateway.text.told-apart',
      `pays-for-the-beginning-${paid === 'instantPayment' ? 'in-one-call' : 'in-two-calls'}`,
      'pays by the credential of another customer whose clientId begins with that of the one who pays',
      withRules({
        gwOwnsBinding: (binding, owner, operation) =>
          gwOwnsBinding(binding, owner, operation) ||
          (operation === paid &&
            owner.clientId !== '' &&
            binding.merchant.login === owner.login &&
            binding.clientId.startsWith(owner.clientId)),
      }),
    ),
  ),
  fault(
    'gateway.text.told-apart',
    'customers-of-32-characters',
    'takes customers for the same whose first 32 characters are',
    customersBy((clientId) => clientId.slice(0, 32)),
  ),
  fault(
    'gateway.text.told-apart',
    'customers-as-numbers',
    'takes customers for the same whose names a program counts as one number',
    customersBy((clientId) => (/^[1-9]\d*$/.test(clientId) ? String(Number(clientId)) : clientId)),
  ),
  fault(
    'gateway.text.told-apart',
    'customers-of-letters-and-digits',
    'takes customers for the same whose letters and digits are',
    customersBy((clientId) => clientId.replaceAll(/[^\p{L}\p{N}]/gu, '')),
  ),
  fault(
    'gateway.text.told-apart',
    'numbers-of-32-characters',
    'cuts an orderNumber at 32 characters',
    withParameters('register.do', ({ parameters }) => ({
      orderNumber: parameters['orderNumber']?.slice(0, 32),
    })),
  ),
  ...(
    [
      ['paymentorder.do', '$CVC'],
      ['instantPayment.do', 'cvc'],
      ['paymentOrderBinding.do', 'cvc'],
    ] as const
  ).map(([operation, name]) =>
    fault(
      'gateway.text.any-code',
      `a-number-by-${operation.replace('.do', '').toLowerCase()}`,
      `reads ${name} of ${operation} as a number of three digits`,
      refusesWhen(operation, ({ parameters }) => parameters[name]?.startsWith('0') === true),
    ),
  ),
  fault(
    'gateway.text.case-tells-customers-apart',
    'case',
    'takes customers for the same that differ in case',
    customersBy((clientId) => clientId.toLowerCase()),
  ),
  fault(
    'gateway.text.case-tells-customers-apart',
    'accents',
    'takes customers for the same that differ in an accent',
    customersBy((clientId) => clientId.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ),
];
