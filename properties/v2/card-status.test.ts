import fc from 'fast-check';
import { check, expect, forAll, forEvery, reached } from '../../fixtures/check.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  bringInto,
  cardIn,
  cardNow,
  type CardStatus,
  cardStatuses,
} from '../../fixtures/worlds/v2.ts';
import { statusChangeOutcome } from '../models/card-status.ts';

// Document 2, part 3: the life of a card as a state machine. The rows of the table, one by one,
// stand in suites/v2/card-status.test.ts; here they are walked in any order.

/** Chosen uniformly, final states would swallow most walks, so they come less often. */
const nextStatus: fc.Arbitrary<CardStatus> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('active' as const, 'blocked' as const) },
  { weight: 2, arbitrary: fc.constantFrom('lost' as const, 'stollen' as const) },
);

const finalStatuses = ['lost', 'stollen'] as const satisfies readonly CardStatus[];

const least = {
  accepted: 120,
  refused: 15,
  depth: 8,
  reached: {
    'asked when active': 4,
    'asked when blocked': 2,
    'asked when lost': 4,
    'asked when stollen': 4,
    'lost or stolen': 1,
  },
} as const;

check(
  'v2.card-status.follows-the-table',
  'stays with the state table through any walk',
  async ({ v2 }) => {
    const walk = fc.array(nextStatus, { minLength: 1, maxLength: 6 });
    await forAll(
      [fc.constantFrom(...cardStatuses), walk],
      async (start, statuses) => {
        const card = await cardIn(v2, start);
        let status: CardStatus = start;

        for (const wanted of statuses) {
          const outcome = statusChangeOutcome(status, wanted);
          reached(`asked when ${status}`);
          if (outcome === 'changed' && finalStatuses.some((one) => one === wanted))
            reached('lost or stolen');
          if (outcome === 'open') continue;
          const answer = await v2.patchCard(card.id, { status: wanted });
          if (outcome === 'refused') expect(answer).toBeRefused();
          else expect(answer).toSucceed({ status: (status = wanted) });
          expect(await cardNow(v2, card)).toSucceed({ status });
        }
      },
      { least },
    );
  },
);

// What a reissue does to the state is not shown: a card that is active after it is an active card.
check(
  'v2.card-status.follows-the-table',
  'stays with the state table after a reissue, and after one that it refuses',
  async ({ v2 }) => {
    const lives = (['active', ...finalStatuses] as const).flatMap((before) =>
      finalStatuses.map((status) => ({ before, status })),
    );
    await forEvery(
      lives,
      ({ before, status }) => `a card that was reissued when ${before} and is ${status} later`,
      async ({ before, status }) => {
        const card = await cardIn(v2, before);
        await v2.patchCard(card.id, { reissueCard: before === 'active' ? 'damaged' : 'lost' });
        if (memberOf((await cardNow(v2, card)).answer.json, 'status') !== 'active') return;
        await bringInto(v2, card, status);

        for (const reissueCard of [undefined, 'no-such-reason']) {
          if (reissueCard !== undefined && succeeded(await v2.patchCard(card.id, { reissueCard })))
            return;
          for (const wanted of cardStatuses)
            expect(await v2.patchCard(card.id, { status: wanted })).toBeRefused();
          expect(await cardNow(v2, card)).toSucceed({ status });
        }
      },
    );
  },
);
