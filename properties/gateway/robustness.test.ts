import fc from 'fast-check';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  asForm,
  credentialsOf,
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  gatewayPath,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import {
  isNotOffered,
  promisedToFail,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 7: no request, however wrong, brings a server error.

/** Any JSON there is, weighted to what commonly hurts. */
const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      1e308,
      Number.MAX_SAFE_INTEGER,
      'x'.repeat(5_000),
      JSON.parse('{"__proto__":{"admin":true}}'),
      '\u0000',
      '\ud800',
      "' OR 1=1 --",
      '{',
      '[]',
      'null',
      '9'.repeat(40),
      '٣٤٥',
      '2026-02-30T25:61:61',
      ['VERIFY', 'VERIFY'],
      [[[[[]]]]],
    ),
  },
);

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
      async ([operation, name], value) => {
        const parameters = withValue(valid.get(operation) ?? {}, name, value) as Parameters;

        const answer = await gateway.ask(operation, parameters);

        expectNoServerError(answer);
      },
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

/** Bodies that hold no parameters at all, or hold them otherwise than the document says. */
const anyBody = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '%', '%zz=%', '&&&===', '{"userName":', '[]', 'null', '"', '<a/>', '\u0000'),
);

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

        expectNoServerError(answer);
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

function expectNoServerError(exchange: Exchange): void {
  expect(exchange.answer.status, sentExpectedGot(exchange, 'no HTTP 5xx')).toBeLessThan(500);
}
