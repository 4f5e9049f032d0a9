import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type GatewayOperation,
  gatewayOperations,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { isSignedAlone } from '../../fixtures/dialect/gateway.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { GatewayTarget, Login } from '../../fixtures/target/target.ts';
import {
  isNotOffered,
  newOrder,
  promised,
  askedStatusOf,
  statusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 5, rules 1 and 2: the login pair or the token, never both.

const noLogin = 'needs a login pair (GATEWAY_USER_NAME, GATEWAY_PASSWORD)';
const noToken = 'needs a token (GATEWAY_TOKEN)';
const wrongPassword = 'not-the-password';
const wrongToken = 'not-the-token-of-anybody';

for (const operation of ['register.do', 'paymentorder.do'] as const) {
  check(
    'gateway.authentication.login-is-enough',
    `carries out ${operation} for the login pair alone`,
    async ({ gateway, skip }) => {
      const { login } = gateway.settings;
      if (login === undefined) return skip(noLogin);
      const request = await requestOf(gateway, operation);

      const answer = await gateway.as({ login }).ask(operation, request);

      expect(answer).toGoWell();
    },
  );
}

// Parts 4.1 and 4.4 name the token, and part 4.3 says "unless token passed".
for (const operation of ['register.do', 'paymentorder.do', 'instantPayment.do'] as const) {
  check(
    'gateway.authentication.token-is-enough',
    `carries out ${operation} for the token alone`,
    async ({ gateway, skip }) => {
      const { token } = gateway.settings;
      if (token === undefined) return skip(noToken);
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return skip(request.missing);

      const answer = await request.send(request.parameters, gateway.as({ token }));

      expect(answer).toGoWell();
    },
  );
}

/** Part 5 has the token for the merchant API as a whole, whatever its body is. */
const others = gatewayOperations.filter(
  (operation) =>
    !['register.do', 'paymentorder.do', 'instantPayment.do', 'getOrderStatusExtended.do'].includes(
      operation,
    ),
);

check(
  'gateway.authentication.token-is-enough',
  'carries out every other operation for the token alone',
  async ({ gateway, skip }) => {
    const { token, login } = gateway.settings;
    if (token === undefined) return skip(noToken);
    if (login === undefined) return skip(noLogin);
    await forEvery(
      others,
      (operation) => operation,
      async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;

        const answer = await request.send(request.parameters, gateway.as({ token }));

        if (!isGatewaySuccess(answer)) {
          promised(await request.send(), gatewayRequests[operation].succeeds);
          // "Valid login and password are still sent" with a signature. Part 5, rule 3.
          if (isSignedAlone(gateway, operation)) return;
        }
        expect(answer).toGoWell();
      },
    );
  },
);

check(
  'gateway.authentication.token-is-enough',
  'shows the status of an order to the token alone',
  async ({ gateway, skip }) => {
    const { token } = gateway.settings;
    if (token === undefined) return skip(noToken);
    const order = await newOrder(gateway);

    const status = await askedStatusOf(gateway.as({ token }), order);

    expect(status).toGoWell();
  },
);

// Part 4.3 has userName sent always, and part 1 an empty value where there is none.
check(
  'gateway.authentication.token-with-empty-login',
  'carries out paymentorder.do for the token beside an empty login pair',
  async ({ gateway, skip }) => {
    const { token } = gateway.settings;
    if (token === undefined) return skip(noToken);
    const request = await requestOf(gateway, 'paymentorder.do');

    const answer = await gateway
      .as({ token, login: { userName: '', password: '' } })
      .ask('paymentorder.do', request);

    expect(answer).toGoWell();
  },
);

check(
  'gateway.authentication.never-both',
  'carries out nothing for the login pair and the token together',
  async ({ gateway }) => {
    const both = gateway.as(bothOf(gateway.settings));
    await forEvery(
      inSmokeOnly() ? (['register.do'] as const) : gatewayOperations,
      (operation) => operation,
      async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;

        const together = await request.send(request.parameters, both);

        expect(together).toGoWrong();
        promised(await request.send(), gatewayRequests[operation].succeeds);
      },
    );
  },
);

check(
  'gateway.authentication.wrong-login',
  'registers nothing for a userName of nobody',
  async ({ gateway, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip(noLogin);
    const known = await gateway.as({ login }).ask('register.do', anOrder());
    promised(known, 'gateway.authentication.login-is-enough');

    const nobody = gateway.as({ login: { ...login, userName: 'nobody-of-that-name-api' } });

    expect(await nobody.ask('register.do', anOrder())).toGoWrong();
  },
);

check(
  'gateway.authentication.wrong-token',
  'registers nothing for a token of nobody',
  async ({ gateway }) => {
    promised(await gateway.ask('register.do', anOrder()), 'gateway.register.succeeds');

    const nobody = gateway.as({ token: wrongToken });

    expect(await nobody.ask('register.do', anOrder())).toGoWrong();
  },
);

check(
  'gateway.authentication.wrong-token',
  'shows no status to a token of nobody',
  async ({ gateway }) => {
    const order = await newOrder(gateway);
    promised(await statusOf(gateway, order), 'gateway.order-status.succeeds');

    const status = await askedStatusOf(gateway.as({ token: wrongToken }), order);

    expect(status).toGoWrong();
  },
);

check(
  'gateway.authentication.other-merchants-password',
  "registers nothing for one merchant's userName with another's password",
  async ({ gateway, otherMerchant, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip(noLogin);
    if (otherMerchant.password === login.password)
      return skip('both merchants have the same password');
    const known = await gateway.as({ login }).ask('register.do', anOrder());
    promised(known, 'gateway.authentication.login-is-enough');

    const mixed = gateway.as({ login: { ...login, password: otherMerchant.password } });

    expect(await mixed.ask('register.do', anOrder())).toGoWrong();
  },
);

check(
  'gateway.authentication.answer',
  'is asked with a wrong password',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip(noLogin);
    const stranger = gateway.as({ login: { ...login, password: wrongPassword } });

    observe(gatewayAnswerSummary(await stranger.ask('register.do', anOrder())));
  },
);

check(
  'gateway.authentication.login-suffix',
  'knows the merchant by a login',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip(noLogin);

    observe(`the configured login ${login.userName.endsWith('-api') ? 'has' : 'lacks'} the suffix`);
  },
);

check(
  'gateway.authentication.length-of-login',
  'is asked with a login that is too long',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip(noLogin);
    const asked = (part: Partial<Login>) =>
      gateway.as({ login: { ...login, ...part } }).ask('register.do', anOrder());

    const [longName, longPassword] = await Promise.all([
      asked({ userName: 'n'.repeat(51) }),
      asked({ password: 'p'.repeat(31) }),
    ]);

    observe(
      `userName of 51: ${gatewayAnswerSummary(longName)}; password of 31: ${gatewayAnswerSummary(longPassword)}`,
    );
  },
);

/** Parameters with which an operation is known to succeed, apart from who asks. */
async function requestOf(gateway: GatewayClient, operation: GatewayOperation) {
  const request = await validGatewayRequest(gateway, operation);
  if (isNotOffered(request)) throw new Error(`${operation} has no mandatory member`);
  return request.parameters;
}

/** Both methods at once: a target is configured with one at least, the other is then made up. */
function bothOf({ login, token }: GatewayTarget) {
  return {
    login: login ?? { userName: 'nobody-of-that-name-api', password: wrongPassword },
    token: token ?? wrongToken,
  };
}
