import { check } from '../../fixtures/check.ts';
import { expectHarmless } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { factsOf, isListingOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { bringInto, cardStatuses } from '../../fixtures/worlds/v2.ts';
import { wrongRequests } from './wrong-requests.ts';

// Document 2, parts 3 and 7: what is refused changes no date either, which shows only once the clock has moved on.

const dayMs = 86_400_000;

check(
  'v2.frame.refusals-change-nothing',
  'changes nothing by requests that it refuses days after a card was blocked and reported',
  async ({ v2, control }) => {
    await expectHarmless({
      told: 'wrong requests, and each status for cards that are lost and stollen, three days later',
      make: async () => {
        const world = await smallWorld(v2);
        const { first, last, other } = world;
        // Each was blocked first, so that it shows since when.
        const ended = [other, ...(last === first ? [] : [last])];
        for (const [place, card] of ended.entries()) {
          await bringInto(v2, card, 'blocked');
          await bringInto(v2, card, place === 0 ? 'lost' : 'stollen', 'blocked');
        }
        await control.letPass((await control.now()).getTime(), 3 * dayMs);
        const statuses = ended.flatMap(({ id }) =>
          cardStatuses.map((status) => () => v2.patchCard(id, { status })),
        );
        const wrong = wrongRequests.flatMap((one) => one.wrong({ v2, world }));
        return {
          facts: () => factsOf(v2, world),
          requests: [...statuses, ...wrong.slice(0, repeated(wrong.length, 3))].map((ask) => ({
            send: async () => [await ask()],
            // A transfer that is declined is listed; one that was refused never came to be.
            may: (given) => (change) =>
              given.some(
                (answer) =>
                  memberOf(answer.answer.json, 'status') === 'declined' &&
                  isListingOf(change, answer),
              ),
          })),
        };
      },
      // Who is lenient carried something out, and what that was is not shown.
      isJudged: (all) =>
        !all.some(
          (answer) => succeeded(answer) && memberOf(answer.answer.json, 'status') !== 'declined',
        ),
    });
  },
);
