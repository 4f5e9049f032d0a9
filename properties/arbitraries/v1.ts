import fc from 'fast-check';

/** What is done in one step of a history of a limit; amounts in minor units. */
interface LimitStep {
  readonly kind: 'transfer' | 'debit' | 'credit';
  readonly amount: RoomPlan;
}

/** An amount relative to the room that a limit leaves when its turn comes, or a fixed one. */
type RoomPlan =
  | { readonly ofRoom: 'all' | 'all but one' | 'one more' }
  | { readonly fixed: number };

/** A step with its moment, told by the window that is running then. */
export interface TimedLimitStep extends LimitStep {
  readonly when:
    | 'at once'
    | 'in the middle'
    | 'in the last second'
    | 'in the first second of the next';
}

/** The amount that a plan comes to; at least one, since what zero does is not shown. */
export function amountInRoom(plan: RoomPlan, room: number): number {
  if ('fixed' in plan) return plan.fixed;
  const amount = { all: room, 'all but one': room - 1, 'one more': room + 1 };
  return Math.max(1, amount[plan.ofRoom]);
}

/** The value of a limit, in minor units. */
export const limitValue = fc.integer({ min: 1, max: 30_00 });

const roomPlan: fc.Arbitrary<RoomPlan> = fc.oneof(
  fc.integer({ min: 1, max: 12_00 }).map((fixed) => ({ fixed })),
  // Exactly all of it and one more are what a limit is about, so they come often.
  {
    weight: 2,
    arbitrary: fc.record({ ofRoom: fc.constantFrom('all', 'one more', 'all but one') }),
  },
);

const limitStep: fc.Arbitrary<LimitStep> = fc.record({
  kind: fc.constantFrom('transfer', 'transfer', 'transfer', 'debit', 'credit'),
  amount: roomPlan,
});

/** Any steps, and then the last amount that fits and the first that does not. */
export const limitSteps: fc.Arbitrary<LimitStep[]> = fc
  .array(limitStep, { maxLength: 5 })
  .map((steps) => [...steps, transferOf('all'), transferOf('one more')]);

function transferOf(ofRoom: 'all' | 'one more'): LimitStep {
  return { kind: 'transfer', amount: { ofRoom } };
}

const moment: fc.Arbitrary<TimedLimitStep['when']> = fc.constantFrom(
  'at once',
  'in the middle',
  'in the last second',
  'in the last second',
  'in the first second of the next',
  'in the first second of the next',
);

const timedLimitStep: fc.Arbitrary<TimedLimitStep> = fc.record({
  kind: fc.constantFrom('transfer', 'transfer', 'transfer', 'transfer', 'debit', 'credit'),
  amount: roomPlan,
  when: moment,
});

/** The end of a window: what is left fits in its last second and no more, and all of it in the next. */
const turn: readonly TimedLimitStep[] = [
  { ...transferOf('all'), when: 'in the last second' },
  { ...transferOf('one more'), when: 'at once' },
  { ...transferOf('one more'), when: 'in the first second of the next' },
  { ...transferOf('all'), when: 'at once' },
];

/**
 * So many steps at most before a window ends, at moments that are mostly the ends and beginnings of
 * others. The first uses some of the limit at once, since the end of a window in which nothing was
 * used shows nothing.
 */
export function limitHistory(atMost: number): fc.Arbitrary<TimedLimitStep[]> {
  const first = roomPlan.map((amount): TimedLimitStep => ({
    kind: 'transfer',
    amount,
    when: 'at once',
  }));
  return fc
    .tuple(first, fc.array(timedLimitStep, { maxLength: atMost - 1 }))
    .map(([step, others]) => [step, ...others, ...turn]);
}

/** What the wall clock shows when a run of anchored windows begins; no month lacks the day. */
export const anchorPlan = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
});
export type AnchorPlan = typeof anchorPlan extends fc.Arbitrary<infer Plan> ? Plan : never;
