import type { ListPlan, ShownSortField } from '../arbitraries/subscriptions.ts';

/** A subscription as the list must know it. Moments in milliseconds since 1970, amounts in minor units. */
export interface KnownSubscription {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly amount: number;
  readonly status: string;
  readonly created: number;
  readonly nextChargeAt: number | undefined;
}

/** The ids that a list must hold; both ends of the amounts are inclusive. Document 3, part 4.8, rule 2. */
export function fitting(
  all: readonly KnownSubscription[],
  { statuses, amountFrom, amountTo }: Pick<ListPlan, 'statuses' | 'amountFrom' | 'amountTo'>,
): string[] {
  return all
    .filter(({ status }) => statuses === undefined || statuses.includes(status))
    .filter(({ amount }) => amountFrom === undefined || amount >= amountFrom)
    .filter(({ amount }) => amountTo === undefined || amount <= amountTo)
    .map(({ subscriptionId }) => subscriptionId);
}

/**
 * Whether subscriptions stand in an order that was asked for. Equal ones may stand in any order, and
 * those without a next charge before all others or behind them. What STATUS sorts by is not shown: `statuses` is
 * the order that the target has shown, and one that is not among them may stand anywhere.
 */
export function isSorted(
  listed: readonly KnownSubscription[],
  field: ShownSortField,
  direction: 'ASC' | 'DESC',
  statuses?: readonly string[],
): boolean {
  const seen =
    field === 'STATUS' && statuses !== undefined
      ? listed.filter(({ status }) => statuses.includes(status))
      : listed;
  const ascending = direction === 'ASC' ? seen : seen.toReversed();
  return keysOf(field, statuses).some((keyOf) => {
    const keys = ascending.map(keyOf);
    return keys.every((key, place) => {
      const before = keys[place - 1];
      return before === undefined || before <= key;
    });
  });
}

type Key = (subscription: KnownSubscription) => string | number;

/** A UUID whose halves are signed numbers of 64 bits, as text of the same order. */
function inSignedHalves(uuid: string): string {
  return uuid.replaceAll('-', '').replaceAll(/^.|(?<=^.{16})./g, (digit) =>
    // What is not of this form has no halves.
    /[\da-f]/.test(digit) ? (Number.parseInt(digit, 16) ^ 8).toString(16) : digit,
  );
}

/** What a field sorts by, in every lawful reading. */
function keysOf(field: ShownSortField, statuses: readonly string[] | undefined): readonly Key[] {
  switch (field) {
    case 'CUSTOMER_ID':
      return [({ customerId }) => customerId];
    case 'SUBSCRIPTION_ID':
      // As text; as some databases sort a UUID, by its last group first; or as two signed numbers.
      return [
        ({ subscriptionId }) => subscriptionId.toLowerCase(),
        ({ subscriptionId }) => subscriptionId.toLowerCase().split('-').toReversed().join('-'),
        ({ subscriptionId }) => inSignedHalves(subscriptionId.toLowerCase()),
      ];
    case 'CREATED':
      return [({ created }) => created];
    case 'AMOUNT':
      return [({ amount }) => amount];
    case 'STATUS':
      return [({ status }) => (statuses ?? namesInOrder).indexOf(status)];
    case 'NEXT_CHARGE_AT':
      return [
        ({ nextChargeAt }) => nextChargeAt ?? Number.NEGATIVE_INFINITY,
        ({ nextChargeAt }) => nextChargeAt ?? Number.POSITIVE_INFINITY,
      ];
  }
}

const namesInOrder = ['ACTIVE', 'CANCELLED', 'INITIATED', 'PAYMENT_FAILED', 'UNPAID'];
