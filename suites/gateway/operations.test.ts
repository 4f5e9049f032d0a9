import { check, expect } from '../../fixtures/check.ts';
import { gatewayOperations } from '../../fixtures/clients/gateway.ts';
import { isNotOffered, promised, validGatewayRequest } from '../../fixtures/worlds/gateway.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';

// Document 3, part 4: every operation once, and once for somebody whose password is wrong.

for (const operation of gatewayOperations) {
  const { succeeds, needsCredentials } = gatewayRequests[operation];

  check(succeeds, `carries out a valid ${operation}`, async ({ gateway, skip }) => {
    const request = await validGatewayRequest(gateway, operation);
    if (isNotOffered(request)) return skip(request.missing);

    expect(await request.send()).toGoWell();
  });

  check(
    needsCredentials,
    `does no ${operation} with a wrong password`,
    async ({ gateway, skip }) => {
      const { login } = gateway.settings;
      if (login === undefined)
        return skip('needs a login pair (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return skip(request.missing);
      const other = await validGatewayRequest(gateway, operation);
      if (isNotOffered(other)) return skip(other.missing);
      promised(await request.send(), succeeds);
      const stranger = gateway.as({ login: { ...login, password: 'not-the-password' } });

      const answer = await other.send(other.parameters, stranger);

      expect(answer).toGoWrong();
    },
  );
}
