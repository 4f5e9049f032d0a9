import { type Fault, fault } from '../fault.ts';
import { gatewayAccessRules } from '../../../sandbox/rules/gateway-access.ts';
import { withRememberingRules, withRules } from '../tampering.ts';
import { refusesWhen } from './tampering.ts';

// Document 3, part 5, rules 1 and 2: the login pair or the token.

const { gwIsOneMethod, gwMayEnter } = gatewayAccessRules;

/** What can be asked with either method, and its name among the sandbox's operations. */
const operations = [
  ['register', 'register.do'],
  ['paymentorder', 'paymentorder.do'],
] as const;

export const gatewayAuthenticationFaults: readonly Fault[] = [
  ...operations.map(([operation, name]) =>
    fault(
      'gateway.authentication.login-is-enough',
      `token-for-${operation}`,
      `accepts only a token for ${name}`,
      withRules({
        gwMayEnter: (sent, merchant, asked) =>
          (asked !== operation || sent.token !== undefined) && gwMayEnter(sent, merchant, asked),
      }),
    ),
  ),
  ...(
    [
      ...operations,
      ['getOrderStatusExtended', 'getOrderStatusExtended.do'],
      ['instantPayment', 'instantPayment.do'],
      ['registerPreAuth', 'registerPreAuth.do'],
      ['industryPractice', 'industryPractice/paymentOrder.do'],
      ['getBindings', 'getBindings.do'],
      ['paymentOrderBinding', 'paymentOrderBinding.do'],
      ['recurrentPayment', 'recurrentPayment.do'],
      ['installmentPayment', 'installmentPayment.do'],
    ] as const
  ).map(([operation, name]) =>
    fault(
      'gateway.authentication.token-is-enough',
      `login-for-${operation}`,
      `accepts only a login pair for ${name}`,
      withRules({
        gwMayEnter: (sent, merchant, asked) =>
          (asked !== operation || sent.token === undefined) && gwMayEnter(sent, merchant, asked),
      }),
    ),
  ),
  fault(
    'gateway.authentication.token-with-empty-login',
    'empty-counts',
    'treats an empty userName as one that was sent',
    refusesWhen('paymentorder.do', ({ parameters }) => parameters['userName'] === ''),
  ),
  fault(
    'gateway.authentication.never-both',
    'both',
    'accepts login pair and token together',
    withRules({ gwIsOneMethod: () => true }),
  ),
  ...(
    [
      ['in-json', 'in bodies of JSON', ['recurrentPayment', 'installmentPayment']],
      ['of-reads', 'where something is read', ['getBindings', 'getOrderStatusExtended']],
      ['of-payments', 'where an order is paid', ['paymentorder', 'paymentOrderBinding']],
    ] as const
  ).map(([slug, where, operations]) =>
    fault(
      'gateway.authentication.never-both',
      slug,
      `accepts login pair and token together ${where}`,
      withRules({
        gwIsOneMethod: (sent, asked) =>
          operations.some((one) => one === asked) || gwIsOneMethod(sent, asked),
      }),
    ),
  ),
  fault(
    'gateway.authentication.wrong-login',
    'password-alone',
    'checks only the password',
    withRules({
      gwMayEnter: (sent, merchant, asked) =>
        sent.token === undefined
          ? sent.password === merchant.password
          : gwMayEnter(sent, merchant, asked),
    }),
  ),
  ...(['register', 'getOrderStatusExtended'] as const).map((operation) =>
    fault(
      'gateway.authentication.wrong-token',
      `any-for-${operation}`,
      `accepts any token for ${operation}.do`,
      withRules({
        gwMayEnter: (sent, merchant, asked) =>
          (asked === operation && sent.token !== undefined) || gwMayEnter(sent, merchant, asked),
      }),
    ),
  ),
  fault(
    'gateway.authentication.other-merchants-password',
    'any-pair',
    "accepts any merchant's password for any other merchant's login",
    withRememberingRules(() => {
      const logins = new Set<string>();
      return {
        gwMayEnter: (sent, merchant, asked) => {
          logins.add(merchant.login);
          const isKnown = sent.login !== undefined && logins.has(sent.login);
          const isMixed = isKnown && sent.password === merchant.password;
          return isMixed || gwMayEnter(sent, merchant, asked);
        },
      };
    }),
  ),
];
