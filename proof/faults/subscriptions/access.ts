import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import { type Members, onPath, withBody, withRules } from '../tampering.ts';
import {
  onSubscriptions,
  refusal,
  refusesSubscription,
  type SubscriptionRequest,
  subscriptionOf,
  subscriptionOperations,
} from './tampering.ts';

// Document 3, parts 1, 5, 7 and 9: encoding, addresses, the login, and what errors look like.

const { subMayEnter, subRequiredMembers } = documentRules;

export const subscriptionAccessFaults: readonly Fault[] = [
  fault(
    'subscriptions.service.json-encoding',
    'charset-refused',
    'refuses application/json with a charset',
    refusesSubscription(
      subscriptionOperations,
      ({ headers }) => /charset/i.test(headers.get('content-type') ?? ''),
      415,
    ),
  ),
  ...(
    [
      ['create', ['create']],
      ['list', ['list']],
      ['commands', ['details', 'deactivate', 'update']],
    ] as const
  ).map(([slug, operations]) =>
    fault(
      'subscriptions.service.version-segment',
      `${slug}-elsewhere`,
      `answers to ${operations.join(', ')} at another address`,
      refusesSubscription(operations, () => true, 404),
    ),
  ),
  fault(
    'subscriptions.response.body-is-json',
    'cut-short',
    'answers a successful create with half an object',
    onSubscriptions(() => async (asked, send) => {
      const response = await send();
      const isCut = asked.operation === 'create' && response.ok;
      return isCut ? withBody(response, '{"checkoutUrl":') : response;
    }),
  ),
  ...(['details', 'list'] as const).map((operation) =>
    fault(
      'subscriptions.authentication.signed-reads-again',
      `spent-by-${operation}`,
      `accepts a signature of ${operation} once`,
      onSubscriptions(() => {
        const spent = new Set<string>();
        return async (asked, send) => {
          const signature = asked.headers.get('x-signature');
          if (asked.operation !== operation || signature === null) return send();
          if (spent.has(signature)) return refusal(401);
          spent.add(signature);
          return send();
        };
      }),
    ),
  ),
  fault(
    'subscriptions.flow.completes',
    'stays-initiated',
    'shows a subscription as INITIATED even after it is paid',
    withRules({ subStatusAfterInitialPayment: (before) => before }),
  ),
  fault(
    'subscriptions.flow.completes',
    'fails-once-paid',
    'accepts the payment of a subscription by paymentorder.do, then fails',
    failsOncePaid(),
  ),
  fault(
    'subscriptions.authentication.login-is-enough',
    'header-wanted',
    'requires an Authorization header too',
    refusesSubscription(
      subscriptionOperations,
      ({ headers }) => !headers.has('authorization'),
      401,
    ),
  ),
  ...(
    [
      'subscriptions.authentication.create-needs-the-password',
      'subscriptions.authentication.list-needs-the-password',
      'subscriptions.authentication.details-needs-the-password',
      'subscriptions.authentication.deactivate-needs-the-password',
      'subscriptions.authentication.update-needs-the-password',
    ] as const
  ).map((id) =>
    fault(
      id,
      'any-password',
      'takes any password',
      withRules({ subMayEnter: ({ username }, { login }) => username === login }),
    ),
  ),
  ...(
    [
      'subscriptions.authentication.create-needs-the-username',
      'subscriptions.authentication.list-needs-the-username',
    ] as const
  ).map((id) =>
    fault(
      id,
      'any-username',
      'identifies a merchant by the password alone',
      withRules({ subMayEnter: (sent, { password }) => sent.password === password }),
    ),
  ),
  ...(
    [
      'subscriptions.authentication.create-needs-a-login',
      'subscriptions.authentication.list-needs-a-login',
      'subscriptions.authentication.details-needs-a-login',
      'subscriptions.authentication.deactivate-needs-a-login',
      'subscriptions.authentication.update-needs-a-login',
    ] as const
  ).flatMap((id) => [
    fault(
      id,
      'password-left-out',
      'checks the password only if one is sent',
      withRules({
        subMayEnter: ({ username, password }, merchant) =>
          subMayEnter({ username, password: password ?? merchant.password }, merchant),
        subRequiredMembers: (operation) => subRequiredMembers(operation).filter(isNot('password')),
      }),
    ),
    fault(
      id,
      'username-left-out',
      'accepts the password alone when no username is sent',
      withRules({
        subMayEnter: ({ username, password }, merchant) =>
          subMayEnter({ username: username ?? merchant.login, password }, merchant),
        subRequiredMembers: (operation) => subRequiredMembers(operation).filter(isNot('username')),
      }),
    ),
  ]),
  fault(
    'subscriptions.errors.unknown-path-is-refused',
    'welcomed',
    'answers 200 to paths that do not exist',
    welcomes(404, ({ operation }) => operation === undefined),
  ),
  ...(['list', 'details'] as const).map((operation) =>
    fault(
      'subscriptions.errors.unknown-method-is-refused',
      `welcomed-by-${operation}`,
      `answers 200 to methods that ${operation} does not support`,
      welcomes(405, (asked) => asked.operation === operation),
    ),
  ),
  ...[400, 404, 422].map((status) =>
    fault(
      'subscriptions.errors.body-holds-error',
      `another-name-with-${status}`,
      `puts the error into message instead of error when it answers ${status}`,
      onSubscriptions(() => async (_asked, send) => {
        const response = await send();
        return response.status === status
          ? withBody(response, JSON.stringify({ message: 'refused' }))
          : response;
      }),
    ),
  ),
  fault(
    'subscriptions.errors.body-holds-error',
    'another-name-with-500',
    'fails on a create without members, and puts the error into message',
    onSubscriptions(() => async ({ operation, body }, send) => {
      const response = await send();
      const isBare = operation === 'create' && body['customerId'] === undefined;
      return isBare ? new Response('{"message":"a fault"}', { status: 500 }) : response;
    }),
  ),
  fault(
    'subscriptions.errors.no-server-error',
    'on-few-members',
    'fails on a body with fewer than three members',
    failsOn(({ text, body }) => text.startsWith('{') && Object.keys(body).length < 3),
  ),
  fault(
    'subscriptions.errors.no-server-error',
    'on-a-list',
    'fails on a member that is unexpectedly a list',
    failsOn(({ body: { statuses: _statuses, ...rest } }) =>
      Object.values(rest).some(Array.isArray),
    ),
  ),
  fault(
    'subscriptions.errors.no-server-error',
    'on-no-object',
    'fails on a body that is not an object',
    failsOn(({ text }) => !text.startsWith('{')),
  ),
];

/** Answers nothing, as if all were well, where the sandbox refuses with this status. */
function welcomes(status: number, when: (asked: SubscriptionRequest) => boolean): Tampering {
  return onSubscriptions(() => async (asked, send) => {
    const response = await send();
    const isWelcome = when(asked) && response.status === status;
    return isWelcome ? withBody(new Response(null, { headers: response.headers }), '{}') : response;
  });
}

/** Carries out the payment of a subscription's order by paymentorder.do, and fails afterwards. */
function failsOncePaid(): Tampering {
  return onPath('/', () => {
    const orders = new Set<string>();
    return async ({ url, text }, send) => {
      const response = await send();
      if (url.pathname.endsWith('/v1/subscriptions') && response.ok) {
        const answer = (await response.clone().json()) as Members;
        orders.add(String(subscriptionOf(answer)['mdOrder']));
      }
      const isItsPayment =
        url.pathname.endsWith('/paymentorder.do') && [...orders].some((one) => text.includes(one));
      return isItsPayment ? new Response('{}', { status: 500 }) : response;
    };
  });
}

function isNot(name: string): (other: string) => boolean {
  return (other) => other !== name;
}

interface Body {
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function failsOn(when: (asked: Body) => boolean): Tampering {
  return onSubscriptions(
    () => async (asked, send) =>
      when(asked) ? new Response('{"error":"a fault"}', { status: 500 }) : send(),
  );
}
