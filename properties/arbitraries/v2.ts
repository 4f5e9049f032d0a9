import fc from 'fast-check';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';

/** Plans name cards by their place, never by id, so that a plan can be shrunk and replayed. */
export interface TransferPlan {
  readonly from: number;
  readonly to: number;
  readonly amount: AmountPlan;
}

export interface TopUpPlan {
  readonly card: number;
  readonly amount: MinorUnits;
}

/** An amount relative to what the source holds when its turn comes, or a fixed one. */
export type AmountPlan =
  | { readonly ofBalance: 'all' | 'all but one' | 'one more' | 'twice' }
  | { readonly fixed: MinorUnits };

/** The amount that a plan comes to; at least one, since what zero does is not shown. */
export function amountOf(plan: AmountPlan, balance: number): MinorUnits {
  if ('fixed' in plan) return plan.fixed;
  const amount = {
    all: balance,
    'all but one': balance - 1,
    'one more': balance + 1,
    twice: balance * 2,
  };
  return minorUnits(Math.max(1, amount[plan.ofBalance]));
}

const amountPlan: fc.Arbitrary<AmountPlan> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 15_00 }).map((fixed) => ({ fixed: minorUnits(fixed) })),
  },
  {
    // "Exactly all of it" is what suites forget to send, so it comes often.
    weight: 2,
    arbitrary: fc.record({ ofBalance: fc.constantFrom('all', 'all but one', 'one more', 'twice') }),
  },
);

/** A transfer between two different cards of so many. */
export function transferPlan(cards: number): fc.Arbitrary<TransferPlan> {
  return fc
    .record({
      from: fc.nat({ max: cards - 1 }),
      step: fc.integer({ min: 1, max: cards - 1 }),
      amount: amountPlan,
    })
    .map(({ from, step, amount }) => ({ from, to: (from + step) % cards, amount }));
}

/** A small top-up: the sums of a property stay below the default spending limits. */
export function topUpPlan(cards: number): fc.Arbitrary<TopUpPlan> {
  return fc.record({
    card: fc.nat({ max: cards - 1 }),
    amount: fc.integer({ min: 1, max: 5_00 }).map(minorUnits),
  });
}

/** A filter of the transfer list; days are counted from an origin that the property chooses. */
export interface FilterPlan {
  readonly card: number;
  readonly status: 'approved' | 'declined' | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** A filter for one of so many cards. A period that ends before it starts is left out: what it lists is not shown. */
export function filterPlan(
  cards: number,
  days: { min: number; max: number },
): fc.Arbitrary<FilterPlan> {
  const day = fc.option(fc.integer(days), { nil: undefined });
  return fc
    .record({
      card: fc.nat({ max: cards - 1 }),
      status: fc.constantFrom(undefined, 'approved' as const, 'declined' as const),
      start: day,
      end: day,
    })
    .filter(({ start, end }) => start === undefined || end === undefined || start <= end);
}
