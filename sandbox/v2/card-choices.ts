import type { MaskStyle } from '../rules/cards.ts';

/** The open points of cards: how they look, their states, reissue, limits and PIN. Document 2. */
export interface V2CardChoices {
  // How they look (part 2.2)
  readonly embossedName: 'empty' | 'holder';
  readonly numberLength: 16 | 19;
  /** How the number of a card is found: drawn, or counted up from the last one given out. */
  readonly cardNumbers: 'drawn' | 'counted';
  readonly luhn: boolean;
  readonly maskStyle: MaskStyle;
  readonly cvcLength: 3 | 4;
  /** The cvc of a card: always the same, or as good for one use as it is for one read. */
  readonly shownCvc: 'fixed' | 'dynamic';
  readonly cardLifetimeYears: number;
  readonly secondCardAccount: 'shared' | 'own';
  /** Cents on an account when it is opened. */
  readonly openingBalance: number;

  // States and reissue (parts 3 and 4)
  /** `repeated` blocks a blocked card again, at a later date. */
  readonly sameStatus: 'accepted' | 'refused' | 'repeated';
  readonly stolenAlias: 'accepted' | 'refused';
  readonly lostDirectly: 'keeps-blocking-date-empty' | 'sets-blocking-date';
  /** Limits, PIN and PIN counter of a card that is blocked, lost or stollen. */
  readonly updatesOfStopped: 'accepted' | 'refused';
  /** Card parameters that are sent as null beside another. */
  readonly nullCardParameters: 'counted' | 'unsent';
  /**
   * `another-card` takes the old one out of use and issues a second one, with an id of its own;
   * `by-reason` changes the number of cards that are lost or stolen, the plastic of others.
   */
  readonly reissue:
    | 'new-card'
    | 'new-number'
    | 'new-plastic'
    | 'by-reason'
    | 'nothing-visible'
    | 'another-card';
  /**
   * Reissue of a card in use: for any reason, or as damaged, and as expired from its last month on;
   * one that is lost or stollen is to be called so first.
   */
  readonly reissueOfUsable: 'for-any-reason' | 'damaged-or-due';
  /** Reissue of a card that is lost or stollen, for a reason that is not its status. */
  readonly otherReissueReason: 'accepted' | 'refused';
  readonly blockingDateAfterReissue: 'emptied' | 'kept';
  /** What the answer to a reissue shows: the card as it is then, or as it was when that was ordered. */
  readonly answerToReissue: 'card-after' | 'card-before';

  // Limits (parts 2.2, 4 and 8)
  readonly limitUnit: 'cents' | 'euros' | 'millionths';
  /** `daily-only`: the month limit is about purchases, of which there are none. */
  readonly limits: 'enforced' | 'not-enforced' | 'daily-only';
  /** Whether days and months are those of the calendar, or the last 24 hours and 30 days. */
  readonly limitWindows: 'calendar' | 'rolling';
  /** Limits that a new card carries beside those of the day and the month. */
  readonly furtherLimits: 'none' | 'yearly';
  readonly otherIntervals: 'accepted' | 'refused';
  readonly emptyLimits: 'accepted' | 'refused';
  readonly repeatedInterval: 'last-counts' | 'refused';
  /** A limit of nothing; many take it for no limit at all. */
  readonly zeroLimit: 'accepted' | 'refused' | 'unlimited';
  /** A day limit above the month limit. */
  readonly dailyOverMonthly: 'accepted' | 'refused';
  /** Spending limits above those of a new card. */
  readonly limitsAboveDefault: 'accepted' | 'refused';
  /** A spending limit below what was spent of it already. */
  readonly limitsBelowSpent: 'accepted' | 'refused';
  /** What was spent of a limit before it was changed, or before any limit of its card was. */
  readonly spentAfterLimitChange: 'kept' | 'cleared' | 'all-cleared';
  /** What was spent of the limits of a card before its reissue. */
  readonly spentAfterReissue: 'kept' | 'cleared';
  /** Limits of a card after its reissue. */
  readonly limitsAfterReissue: 'kept' | 'defaults';
  readonly spendingLimitOrder: 'daily-first' | 'monthly-first';

  // PIN (parts 2.2 and 4)
  readonly pin: 'base64' | 'refused';
  /** The values resetPinCounter takes, as JSON text. */
  readonly resetPinCounterValues: readonly string[];
  /** The count of wrong PIN entries once a new PIN is set. */
  readonly denialsAfterNewPin: 'kept' | 'cleared';
  /** The count of wrong PIN entries once a card that was blocked is active again. */
  readonly denialsAfterUnblocking: 'kept' | 'cleared';
}

/** What deployed services suggest where document 2 is silent. */
export const usualV2CardChoices: V2CardChoices = {
  embossedName: 'empty',
  numberLength: 16,
  cardNumbers: 'drawn',
  luhn: true,
  maskStyle: 'first-six-last-four',
  cvcLength: 3,
  shownCvc: 'fixed',
  cardLifetimeYears: 3,
  secondCardAccount: 'shared',
  openingBalance: 0,

  sameStatus: 'accepted',
  stolenAlias: 'refused',
  lostDirectly: 'keeps-blocking-date-empty',
  updatesOfStopped: 'accepted',
  nullCardParameters: 'counted',
  reissue: 'new-card',
  reissueOfUsable: 'for-any-reason',
  otherReissueReason: 'accepted',
  blockingDateAfterReissue: 'emptied',
  answerToReissue: 'card-after',

  limitUnit: 'cents',
  limits: 'enforced',
  limitWindows: 'calendar',
  furtherLimits: 'none',
  otherIntervals: 'refused',
  emptyLimits: 'refused',
  repeatedInterval: 'refused',
  zeroLimit: 'accepted',
  dailyOverMonthly: 'accepted',
  limitsAboveDefault: 'accepted',
  limitsBelowSpent: 'accepted',
  spentAfterLimitChange: 'kept',
  spentAfterReissue: 'kept',
  limitsAfterReissue: 'kept',
  spendingLimitOrder: 'daily-first',

  pin: 'base64',
  resetPinCounterValues: ['true'],
  denialsAfterNewPin: 'kept',
  denialsAfterUnblocking: 'kept',
};
