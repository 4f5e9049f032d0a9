import type { V1PracticeChoices } from '../v1/practice-choices.ts';
import { open, type Register } from './point.ts';

/** What document 1 leaves to the practice of those who implement it. */
export const v1PracticeRegister: Register<V1PracticeChoices> = {
  creationStatus: open([200, 201], 'document 1, part 7'),
  absentOptionals: open(['left-out', 'null'], 'document 1, parts 2 and 4'),
  deniedResult: open(['code-only', 'transaction'], 'document 1, part 7'),
  accountBalance: open(['booked', 'available'], 'document 1, part 2.5'),
  feeInHistory: open(['in-its-item', 'own-item'], 'v1.get-transactions.fees'),
  unsentLimitMembers: open(['kept', 'reset'], 'v1.change-card-limit.request'),
  activeAccountStatus: open([0, 1], 'v1.account-state.values'),
};
