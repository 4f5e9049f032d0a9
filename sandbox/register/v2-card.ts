import type { V2CardChoices } from '../v2/card-choices.ts';
import { open, type Register } from './point.ts';

/** What document 2 leaves open about cards. */
export const v2CardRegister: Register<V2CardChoices> = {
  embossedName: open(['empty', 'holder'], 'v2.card.embossed-name-content'),
  numberLength: open([16, 19], 'v2.card.number-check-digit'),
  luhn: open([true, false], 'v2.card.number-check-digit'),
  maskStyle: open(
    [
      'first-six-last-four',
      'last-four',
      'first-four-last-four',
      'first-six-last-four-x',
      'grouped',
    ],
    'document 2, parts 2.2 and 3',
  ),
  cvcLength: open([3, 4], 'document 2, parts 2.2 and 3'),
  shownCvc: open(['fixed', 'dynamic'], 'document 2, part 2.2'),
  cardLifetimeYears: open([3, 2, 5], 'document 2, parts 2.2 and 3'),
  secondCardAccount: open(['shared', 'own'], 'v2.service.shared-account'),
  openingBalance: open(
    [0, 2500, 1],
    'v1.get-account-data.opening-balance',
    'v2.card.opening-balance',
  ),
  sameStatus: open(['accepted', 'refused', 'repeated'], 'v2.card-status.same-status'),
  stolenAlias: open(['refused', 'accepted'], 'v2.card-status.other-spellings'),
  lostDirectly: open(
    ['keeps-blocking-date-empty', 'sets-blocking-date'],
    'v2.card.blocking-date-of-lost',
  ),
  updatesOfStopped: open(['accepted', 'refused'], 'v2.card-status.updates-of-a-card-not-active'),
  nullCardParameters: open(['counted', 'unsent'], 'document 2, part 4'),
  reissue: open(
    ['new-card', 'nothing-visible', 'new-number', 'new-plastic', 'another-card', 'by-reason'],
    'v2.reissue.effect',
  ),
  reissueOfUsable: open(['for-any-reason', 'damaged-or-due'], 'v2.reissue.effect'),
  otherReissueReason: open(['accepted', 'refused'], 'v2.reissue.effect'),
  blockingDateAfterReissue: open(['emptied', 'kept'], 'v2.reissue.effect'),
  limitUnit: open(['cents', 'euros'], 'v2.card.limit-unit'),
  limits: open(['enforced', 'not-enforced', 'daily-only'], 'v2.limits.enforcement'),
  limitWindows: open(['calendar', 'rolling'], 'document 2, parts 2.2 and 8'),
  furtherLimits: open(['none', 'yearly'], 'v2.card.limit-intervals'),
  otherIntervals: open(['refused', 'accepted'], 'v2.card.limit-intervals'),
  emptyLimits: open(['refused', 'accepted'], 'v2.spending-limits.empty-list'),
  repeatedInterval: open(['refused', 'last-counts'], 'document 2, parts 2.2 and 3'),
  zeroLimit: open(['accepted', 'refused', 'unlimited'], 'v2.spending-limits.odd-amounts'),
  dailyOverMonthly: open(['accepted', 'refused'], 'v2.spending-limits.odd-amounts'),
  limitsAboveDefault: open(['accepted', 'refused'], 'v2.spending-limits.odd-amounts'),
  limitsBelowSpent: open(['accepted', 'refused'], 'v2.spending-limits.odd-amounts'),
  spentAfterLimitChange: open(['kept', 'cleared'], 'document 2, parts 2.2 and 8'),
  spentAfterReissue: open(['kept', 'cleared'], 'v2.reissue.effect'),
  limitsAfterReissue: open(['kept', 'defaults'], 'v2.reissue.effect'),
  spendingLimitOrder: open(['daily-first', 'monthly-first'], 'document 2, part 2.2'),
  pin: open(['base64', 'refused'], 'v2.pin.shape'),
  resetPinCounterValues: open(
    [['true'], ['"true"'], ['true', '"true"'], ['0']],
    'v2.reset-pin-counter.shape',
  ),
  denialsAfterNewPin: open(['kept', 'cleared'], 'document 2, part 2.2', 'document 1, part 4'),
};
