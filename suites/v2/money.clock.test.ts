import { check } from '../../fixtures/check.ts';
import {
  expectMoneyToFollow,
  stoppedForAWhile,
  twoCards,
} from '../../fixtures/worlds/v2-movements.ts';

// Document 2, part 3: a movement ends in the answer to its creation.

const dayMs = 86_400_000;

check(
  'v2.money.follows-the-answer',
  'carries out nothing that it declined a day later',
  async ({ v2, control }) => {
    const cards = await twoCards(v2);
    const movements = await stoppedForAWhile(v2, cards);

    const start = await control.now();
    await control.moveClockTo(new Date(start.getTime() + dayMs));

    await expectMoneyToFollow(v2, cards, movements);
  },
);
