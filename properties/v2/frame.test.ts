import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { refused } from '../../fixtures/clients/v2.ts';
import { bringInto, cardStatuses } from '../../fixtures/worlds/v2.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { deeds, lastDeeds, mayChange } from './deeds.ts';
import { wrongRequests } from './wrong-requests.ts';
import { keysOf } from './wrong-keys.ts';

// Document 2, part 4: whatever is asked, nothing changes but what the clause of its operation names, of
// what the request names. What the operations may change stands in fixtures/operations/v2.ts.

const perRow = 5;
const rows = cardStatuses.flatMap((status, place) => {
  const all = [...deeds, ...lastDeeds(status)];
  return Array.from({ length: Math.ceil(all.length / perRow) }, (_, part) => ({
    status,
    // The first card of a cardholder and the second one take turns.
    of: (place + part) % 2 === 0 ? ('first' as const) : ('last' as const),
    asked: all.slice(part * perRow, (part + 1) * perRow),
  }));
});

check(
  'v2.frame.changes-only-what-is-named',
  'changes nothing but what the request names, by each operation in each state of a card',
  async ({ v2 }) => {
    await forEvery(
      rows,
      ({ status, of, asked }) => `${asked[0]?.told} and more, of the ${of} card, ${status}`,
      async ({ status, of, asked }) => {
        const world = await smallWorld(v2);
        const card = world[of];
        await bringInto(v2, card, status);
        let before = await factsOf(v2, world);

        for (const [turn, deed] of asked.slice(0, repeated(perRow, 1)).entries()) {
          const scene = { v2, world, card, turn };
          const answer = await deed.act(scene);

          const after = await factsOf(v2, world);
          expectOnlyChanged(before, after, {
            acts: [answer],
            told: `${deed.told}, of ${card.name}, which is ${status}`,
            may: mayChange(deed, scene, answer),
          });
          before = after;
        }
      },
    );
  },
);

check(
  'v2.frame.refusals-change-nothing',
  'changes nothing by requests that it refuses, also when they come twice',
  async ({ v2 }) => {
    await forEvery(
      wrongRequests,
      ({ operation }) => operation,
      async ({ wrong }) => {
        const world = await smallWorld(v2);
        const before = await factsOf(v2, world);
        const all = wrong({ v2, world });

        const answers = [];
        for (const ask of all.slice(0, repeated(all.length, 3)))
          answers.push(await ask(), await ask());

        // Who is lenient carried something out, and what that was is not shown.
        if (answers.some((answer) => succeeded(answer) && !isDeclined(answer))) return;
        expectOnlyChanged(before, await factsOf(v2, world), {
          acts: answers,
          told: 'requests that are wrong in one thing each',
          // A transfer that is declined is listed.
          may: ({ kind, before: was }) => kind.startsWith('transfer ') && was === undefined,
        });
      },
    );
  },
);

check(
  'v2.frame.strangers-change-nothing',
  'changes and shows nothing by requests that it refuses for their key',
  async ({ v2, session }) => {
    await forEvery(
      keysOf(session),
      ({ name }) => name,
      async ({ headers }) => {
        const world = await smallWorld(v2);
        const before = await factsOf(v2, world);
        const stranger = v2.withHeaders(headers);
        const all = [...deeds, ...lastDeeds('active')];

        const answers = [];
        for (const [turn, deed] of all.slice(0, repeated(all.length)).entries())
          answers.push(await deed.act({ v2: stranger, world, card: world.first, turn }));

        // That they are refused at all is asked for elsewhere.
        if (!answers.every(refused)) return;
        const told = 'requests without the right key';
        expectOnlyChanged(before, await factsOf(v2, world), { acts: answers, told });
        for (const answer of answers) {
          const { text } = answer.answer;
          expect(
            world.cards.some(
              ({ number, account }) => text.includes(number) || text.includes(account),
            ),
            sentExpectedGot(answer, 'neither card nor account in the answer to a stranger'),
          ).toBe(false);
        }
      },
    );
  },
);

function isDeclined({ answer }: { readonly answer: { readonly json: unknown } }): boolean {
  return memberOf(answer.json, 'status') === 'declined';
}
