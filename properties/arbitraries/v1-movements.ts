import fc from 'fast-check';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { type AmountPlan, amountOf, transferPlan } from './v2.ts';

/** A movement among so many cards, named by their place. Amounts are in minor units. */
export type MovementPlan =
  | { readonly kind: 'credit'; readonly card: number; readonly amount: MinorUnits }
  | { readonly kind: 'debit'; readonly card: number; readonly amount: AmountPlan }
  | {
      readonly kind: 'transfer';
      readonly from: number;
      readonly to: number;
      readonly amount: AmountPlan;
    };

/** Small amounts: the sums of a property stay below any limit that a product may have. */
export function movementPlan(cards: number): fc.Arbitrary<MovementPlan> {
  const card = fc.nat({ max: cards - 1 });
  const transfer = transferPlan(cards);
  return fc.oneof(
    fc.record({
      kind: fc.constant('credit' as const),
      card,
      amount: fc.integer({ min: 1, max: 5_00 }).map(minorUnits),
    }),
    fc.record({
      kind: fc.constant('debit' as const),
      card,
      amount: transfer.map(({ amount }) => amount),
    }),
    { weight: 2, arbitrary: transfer.map((plan) => ({ kind: 'transfer' as const, ...plan })) },
  );
}

export { amountOf };
