import { repeated } from '../fixtures/repeated.ts';

/** Minor units, from the largest on: the first that is taken is the largest of them that a target moves at once. */
const amounts = [1_000_000_000_01, 1_000_000_01, 9_999_999, 5_000_001, 999_999, 99_999];

/** What was moved: the largest amount that was taken, and the sum of all that was. Minor units. */
export interface LargeSum {
  readonly most: number;
  readonly sum: number;
}

/**
 * Has the largest amount moved that a target takes, several times, and then what is small: it would be lost in a number of
 * few digits. `move` says whether an amount was taken; undefined where none was.
 */
export async function manyOfTheLargest(
  move: (amount: number) => Promise<boolean>,
): Promise<LargeSum | undefined> {
  for (const most of amounts) {
    if (!(await move(most))) continue;
    let sum = most;
    for (const amount of [...Array.from({ length: repeated(12, 2) }, () => most), 3, 1_01]) {
      if (await move(amount)) sum += amount;
    }
    return { most, sum };
  }
  return undefined;
}

/** Why no sum was looked at. */
export const noneTaken = 'none of several amounts from 999.99 on is taken';
