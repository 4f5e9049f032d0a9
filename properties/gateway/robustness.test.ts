import fc from 'fast-check';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  gatewayPath,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import {
  isNotOffered,
  promisedToFail,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';
import { answersAnyValue, anyBody, anyValue } from '../robustness.ts';

// Document 3, part 7: no request, however wrong, brings a server error.

/** Every parameter of the document with its operation. */
const documented = gatewayOperations.flatMap((operation) =>
  [...gatewayRequests[operation].parameters].map(([name, { rules }]) => ({
    operation,
    name,
    isSeldomSent: rules.length === 0,
  })),
);

/** Names of parameters, whether or not the operation has them. */
const names = [...new Set([...documented.map(({ name }) => name), 'noSuchParameter'])];

/** Optional parameters that no other check sends. Parts 4.1, 4.3 and 4.4. */
const seldomSent = documented
  .filter(({ isSeldomSent }) => isSeldomSent)
  .map(({ operation, name }) => [operation, name] as const);

const anyParameter: fc.Arbitrary<readonly [GatewayOperation, string]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...gatewayOperations), fc.constantFrom(...names)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...seldomSent),
  },
);

check(
  'gateway.errors.no-server-error',
  'answers wrong parameters without a server error',
  async ({ gateway }) => {
    const valid = await validParameters(gateway);
    await refusesWhatIsMissing(gateway);
    await forAll(
      [anyParameter, anyValue],
      answersAnyValue({
        clause: noServerError,
        valid: (operation) => valid.get(operation) ?? {},
        send: (operation, parameters) => gateway.ask(operation, parameters as Parameters),
      }),
      { share: 4, least: { commands: 128 } },
    );
  },
);

const mediaTypes = [
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
];

check(
  'gateway.errors.no-server-error',
  'answers wrong bodies without a server error',
  async ({ gateway }) => {
    const { login, token } = credentialsOf(gateway.settings);
    const credentials = asForm({ ...login, token });
    await refusesWhatIsMissing(gateway);
    await forAll(
      [
        fc.constantFrom(...gatewayOperations),
        fc.constantFrom(...mediaTypes),
        anyBody,
        fc.boolean(),
      ],
      async (operation, type, body, isKnown) => {
        const answer = await gateway.send({
          operation,
          method: 'POST',
          path: gatewayPath(operation),
          headers: { 'Content-Type': type },
          body: isKnown ? `${credentials}&${body}` : body,
        });

        expect(answer).toKeep(noServerError);
      },
      { share: 4, least: { commands: 128 } },
    );
  },
);

/** A target that carries everything out is asked nothing that is wrong to it, and breaks another promise. */
async function refusesWhatIsMissing(gateway: GatewayClient): Promise<void> {
  const nothing = await gateway.ask('register.do', anOrder({ amount: undefined }));
  promisedToFail(nothing, 'gateway.register.needs-amount');
}

/** Parameters with which each operation succeeds, as far as it is on offer. */
async function validParameters(
  gateway: GatewayClient,
): Promise<ReadonlyMap<GatewayOperation, Parameters>> {
  return new Map(
    await Promise.all(
      gatewayOperations.map(async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        return [operation, isNotOffered(request) ? {} : request.parameters] as const;
      }),
    ),
  );
}
