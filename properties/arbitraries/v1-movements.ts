import fc from 'fast-check';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { type AmountPlan, amountOf } from './v2.ts';

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

/**
 * Mostly small, now and then some hundred euros: what has a ceiling or loses digits shows with large
 * amounts only. Those may well be denied, for the limits of a product are not shown.
 */
const anAmount = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 15_00 }) },
    { weight: 1, arbitrary: fc.integer({ min: 100_00, max: 900_00 }) },
  )
  .map(minorUnits);

const amountPlan: fc.Arbitrary<AmountPlan> = fc.oneof(
  { weight: 2, arbitrary: anAmount.map((fixed) => ({ fixed })) },
  {
    // "Exactly all of it" is what suites forget to send, so it comes often.
    weight: 2,
    arbitrary: fc.record({ ofBalance: fc.constantFrom('all', 'all but one', 'one more', 'twice') }),
  },
);

export function movementPlan(cards: number): fc.Arbitrary<MovementPlan> {
  const card = fc.nat({ max: cards - 1 });
  const transfer = fc
    .record({
      from: card,
      step: fc.integer({ min: 1, max: cards - 1 }),
      amount: amountPlan,
    })
    .map(({ from, step, amount }) => ({
      kind: 'transfer' as const,
      from,
      to: (from + step) % cards,
      amount,
    }));
  return fc.oneof(
    fc.record({ kind: fc.constant('credit' as const), card, amount: anAmount }),
    fc.record({ kind: fc.constant('debit' as const), card, amount: amountPlan }),
    { weight: 2, arbitrary: transfer },
  );
}

export { amountOf };
