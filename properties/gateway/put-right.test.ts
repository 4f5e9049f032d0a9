import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  guesserOf,
  leavesPaid,
  orderOf,
  readStatus,
  standingIn,
} from '../../fixtures/worlds/gateway-sameness.ts';
import { isNotOffered, promised, validGatewayRequest } from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4: what was refused has not happened, so that it can be put right. A target that
// takes what a row has wrong is asked nothing more: whether it may is the affair of other requirements.

interface Mistake {
  readonly what: string;
  readonly spoil?: (parameters: Parameters) => Parameters;
  readonly by?: (gateway: GatewayClient) => GatewayClient;
}

const lacks = (name: string): Mistake => ({
  what: `without ${name}`,
  spoil: (parameters) => ({ ...parameters, [name]: undefined }),
});
const has = (name: string, value: () => unknown): Mistake => ({
  what: `with another ${name}`,
  spoil: (parameters) => ({ ...parameters, [name]: value() }),
});
const hasAll = (what: string, part: Parameters): Mistake => ({
  what,
  spoil: (parameters) => ({ ...parameters, ...part }),
});
const unknownId = (): string => `unknown-${uniqueNumber(9)}`;
const byGuesser: Mistake = { what: 'with another password', by: guesserOf };

const registrations = ['register.do', 'registerPreAuth.do'] as const;

/** One row for each chain of mistakes that is made before the request is put right. */
const rows: readonly (readonly [GatewayOperation, readonly Mistake[]])[] = [
  ...[
    lacks('amount'),
    lacks('returnUrl'),
    has('amount', () => 'many'),
    has('amount', () => -15_00),
    has('currency', () => 'EUR'),
    has('returnUrl', () => 'shop.example/paid'),
    has('merchantLogin', () => 'nobody-of-that-name-api'),
    has('jsonParams', () => '{"name":'),
    byGuesser,
  ].map((mistake, index) => [registrations[index % 2] ?? 'register.do', [mistake]] as const),
  ...[
    has('MDORDER', unknownId),
    lacks('$PAN'),
    lacks('$CVC'),
    lacks('YYYY'),
    lacks('TEXT'),
    has('MM', () => '13'),
    has('$CVC', () => '12'),
    has('jsonParams', () => '{"name":'),
    byGuesser,
  ].map((mistake) => ['paymentorder.do', [mistake]] as const),
  ...[
    lacks('amount'),
    lacks('pan'),
    has('amount', () => 'many'),
    has('currency', () => 'EUR'),
    byGuesser,
    hasAll('for two phases and tii U', { preAuth: true, tii: 'U' }),
    hasAll('to store a card of nobody', { features: 'FORCE_CREATE_BINDING' }),
    hasAll('by a credential that there is not', { pan: undefined, bindingId: unknownId() }),
    hasAll('with a transaction of 3DS 2 that there is not', { threeDSServerTransId: unknownId() }),
  ].map((mistake) => ['instantPayment.do', [mistake]] as const),
  [
    'industryPractice/paymentOrder.do',
    [
      has('originalMdOrder', unknownId),
      lacks('originalMdOrder'),
      has('tii', () => 'XYZ'),
      has('amount', () => 'many'),
      byGuesser,
    ],
  ],
  [
    'paymentOrderBinding.do',
    [has('bindingId', unknownId), has('mdOrder', unknownId), lacks('bindingId'), byGuesser],
  ],
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map(
    (operation) =>
      [
        operation,
        [has('bindingId', unknownId), lacks('bindingId'), has('amount', () => 'many'), byGuesser],
      ] as const,
  ),
];

check(
  'gateway.put-right.succeeds-after-a-refusal',
  'carries out once what was refused before and is put right',
  async ({ gateway }) => {
    await forEvery(
      rows,
      ([operation, mistakes]) => `${operation} ${mistakes.map(({ what }) => what).join(', ')}`,
      async ([operation, mistakes]) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;
        // Where the number may be left out, one is sent, so that it is there to be used up.
        const orderNumber = `R${uniqueNumber(9)}`;
        const right =
          operation === 'instantPayment.do'
            ? { ...request.parameters, orderNumber }
            : request.parameters;
        const refusals: Exchange[] = [];
        for (const { spoil, by } of mistakes) {
          const answer = await request.send(spoil?.(right) ?? right, by?.(gateway));
          if (isGatewaySuccess(answer)) return;
          refusals.push(answer);
        }

        const answer = await request.send(right);

        if (!isGatewaySuccess(answer)) await promisePlain(gateway, operation);
        const words = (ones: readonly Exchange[], expected: string) =>
          sentExpectedGot([...refusals, ...ones], expected);
        expect(isGatewaySuccess(answer), words([answer], 'success once it is put right')).toBe(
          true,
        );
        const status = await readStatus(gateway, orderOf(answer, right));
        const { isPaid, approved } = standingIn(status);
        const isToBePaid = leavesPaid[operation] === true;
        const effect = isToBePaid ? 'an order that is paid' : 'an order that is not paid';
        expect(isPaid, words([answer, status], effect)).toBe(isToBePaid);
        const most = Number(right['amount'] ?? Number.POSITIVE_INFINITY);
        expect(approved <= most, words([answer, status], 'one payment')).toBe(true);
      },
    );
  },
);

/** Where a plain request fails as well, nothing is told of one that was put right. */
async function promisePlain(gateway: GatewayClient, operation: GatewayOperation): Promise<void> {
  const plain = await validGatewayRequest(gateway, operation);
  if (!isNotOffered(plain)) promised(await plain.send(), 'gateway.register.succeeds');
}
