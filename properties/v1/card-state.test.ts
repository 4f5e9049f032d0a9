import fc from 'fast-check';
import { byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll, forEvery, reached } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { blockCard, learnBlockForm } from '../../fixtures/dialect/v1.ts';
import { promisedRefusal } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { block, noBlockForm, stateSeen, stateShown } from '../../fixtures/worlds/v1-states.ts';
import { stateAfter, type StateCommand, type V1CardState } from '../models/v1-card-state.ts';

// Document 1, part 3: the life of a card. Single steps stand in suites/v1/card-state.test.ts.

check(
  'v1.card-state.through-any-run',
  'blocks and unlocks a card through any run',
  async ({ v1, skip }) => {
    if ((await learnBlockForm(v1)) === undefined) return skip(noBlockForm);
    const command = fc.constantFrom<StateCommand>('blockCard', 'validateCard');

    await forAll(
      [fc.array(command, { minLength: 3, maxLength: 6 })],
      async (commands) => {
        const [card, blocked] = await Promise.all([
          fundedCard(v1, minorUnits(50_00)),
          fundedCard(v1, minorUnits(50_00)),
        ]);
        const ofNew = await stateShown(v1, card);
        await block(v1, blocked);
        const seen = await stateSeen(v1, blocked);
        promisedRefusal(seen.debit, 'v1.blocked-card.debit-card');
        const ofBlocked = seen.shown;
        const isToldApart = ofNew !== ofBlocked;

        let state: V1CardState = 'in use';
        for (const wanted of commands) {
          reached(`${wanted} when ${state}`);
          // Whether a card takes a command that changes nothing is not said: the state is the same.
          if (wanted === 'blockCard') await blockCard(v1, card);
          else await v1.validateCard({ cardIdentification: byNumber(card) });

          state = stateAfter(wanted);
          const { isPaidFrom, debit, shown } = await stateSeen(v1, card);
          const expected = state === 'in use';
          const words = `${expected ? 'a debit' : 'no debit'} after ${wanted}, when it is ${state}`;
          expect(isPaidFrom === expected, sentExpectedGot(debit, words)).toBe(true);
          if (expected && isToldApart) {
            const about = sentExpectedGot(
              debit,
              'another state than that of a blocked card',
              shown,
            );
            expect(shown === ofBlocked, about).toBe(false);
          }
        }
      },
      {
        share: 0.5,
        least: {
          commands: 200,
          refused: 12,
          reached: {
            'blockCard when in use': 3,
            'blockCard when blocked': 1,
            'validateCard when blocked': 2,
            'validateCard when in use': 1,
          },
          otherwise: 'a blocked card may go on paying: what a block does to debits is not stated',
        },
      },
    );
  },
);

const operations = ['changeAccountStatus', 'changeAccountStatusInFe'] as const;

check(
  'v1.card-state.through-account-states',
  'keeps a card blocked through each status of its account',
  async ({ v1, skip }) => {
    if ((await learnBlockForm(v1)) === undefined) return skip(noBlockForm);
    await forEvery(
      operations,
      (operation) => `a card whose account is sent ${operation}`,
      async (operation) => {
        const card = await fundedCard(v1, minorUnits(50_00));
        await block(v1, card);
        promisedRefusal((await stateSeen(v1, card)).debit, 'v1.blocked-card.debit-card');

        // Which of them there are is not said, and back again is a way, too.
        for (const accountStatus of inSmokeOnly() ? [1, 0] : [1, 0, 2, 3, 0, 1]) {
          const { accountNumber } = card;
          const changed = await v1[operation]({ accountNumber, accountStatus });
          if (!carriedOut(changed)) continue;
          const { isPaidFrom, debit } = await stateSeen(v1, card);
          const words = sentExpectedGot([changed, debit], 'no debit of a card that is blocked');
          expect(isPaidFrom, words).toBe(false);
        }
      },
    );
  },
);
