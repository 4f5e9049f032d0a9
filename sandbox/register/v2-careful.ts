import type { V2CarefulChoices } from '../v2/careful-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves to the care of those who implement it. */
export const v2CarefulRegister: Register<V2CarefulChoices> = {
  repeatedDocument: open(['accepted', 'refused'], 'document 2, part 2.1'),
  shownDocument: open(['as-sent', 'masked'], 'document 2, part 2.1'),
  shownCvc: open(['fixed', 'dynamic'], 'document 2, part 2.2'),
  reissueOfUsable: open(['for-any-reason', 'damaged-or-due'], 'v2.reissue.effect'),
  largestTransfer: open([Number.MAX_SAFE_INTEGER, 5_000_00], 'document 2, parts 2.4 and 3'),
  limitsBelowSpent: open(['accepted', 'refused'], 'v2.spending-limits.odd-amounts'),
  spentAfterLimitChange: open(['kept', 'cleared'], 'document 2, parts 2.2 and 8'),
  repeatedTopUp: open(['carried-out', 'declined'], 'document 2, parts 2.3 and 3'),
  longFilterPeriods: open(['answered', 'refused'], 'document 2, part 4'),
};
