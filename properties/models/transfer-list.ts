/** A transfer as the list must know it: places of cards, outcome, and the day it is counted under. */
export interface KnownTransfer {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly status: unknown;
  /** Days from an origin that the property chooses. */
  readonly day: number;
}

/** A filter in the same terms. Document 2, part 4, rule 5: both ends of the period are inclusive. */
export interface KnownFilter {
  readonly card: number;
  readonly status: 'approved' | 'declined' | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** The ids that the list must hold. */
export function listed(transfers: readonly KnownTransfer[], filter: KnownFilter): string[] {
  return transfers
    .filter(({ from, to }) => from === filter.card || to === filter.card)
    .filter(({ status }) => filter.status === undefined || status === filter.status)
    .filter(({ day }) => filter.start === undefined || day >= filter.start)
    .filter(({ day }) => filter.end === undefined || day <= filter.end)
    .map(({ id }) => id);
}
