import { expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { amountsIn } from '../../fixtures/worlds/gateway-orders.ts';
import type { Way } from '../../fixtures/worlds/gateway-ways.ts';

const approvedPath = 'paymentAmountInfo.approvedAmount';

/**
 * The amounts that the status of a paid order shows are exactly the one it was paid with. Document 3,
 * part 2.1.
 */
export function expectAmountsOf(
  status: Exchange,
  amount: number,
  { isOnePhase }: Pick<Way, 'isOnePhase'>,
): void {
  // What is paid in one phase may be held at first, and cleared a moment later.
  const isHeld = String(memberOf(status.answer.json, 'orderStatus')) === '1';
  const isYetToClear = isHeld && amountsIn(status).deposited === 0;
  const isDeposited = isOnePhase && !isYetToClear;
  // What the payer is charged beside the amount may count in it, or may not.
  const total = Number(memberOf(status.answer.json, 'paymentAmountInfo.totalAmount'));
  const fee = Number(memberOf(status.answer.json, 'paymentAmountInfo.feeAmount') ?? 0);
  const isWithFee = total === amount + fee;
  const expected: Readonly<Record<string, number>> = {
    amount,
    [approvedPath]: amount,
    'paymentAmountInfo.depositedAmount': isDeposited ? amount : 0,
    // Whether it counts what is only held is not shown.
    ...(isDeposited ? { 'paymentAmountInfo.totalAmount': isWithFee ? total : amount } : {}),
  };
  const { approved } = amountsIn(status);
  const shown = Object.keys(expected)
    .map((path) => [path, memberOf(status.answer.json, path)] as const)
    .filter(
      ([path, value]) => !isUnset(value) && (approved !== undefined || path !== approvedPath),
    );
  const wanted = shown.map(([path]) => [path, expected[path]]);
  const words = sentExpectedGot(status, `amounts ${JSON.stringify(Object.fromEntries(wanted))}`);
  expect(Object.fromEntries(shown.map(([path, value]) => [path, Number(value)])), words).toEqual(
    Object.fromEntries(wanted),
  );
}
