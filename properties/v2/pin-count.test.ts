import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { ControlClient } from '../../fixtures/clients/control.ts';
import type { CardChange, V2Client } from '../../fixtures/clients/v2.ts';
import { learnResetPinCounter } from '../../fixtures/dialect/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectHarmless, expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { cardFacts } from '../../fixtures/worlds/v2-card-facts.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import {
  bringInto,
  cardNow,
  type CardStatus,
  newCard,
  type TestCard,
} from '../../fixtures/worlds/v2.ts';
import { deeds, lastDeeds, mayChange } from './deeds.ts';

// Document 2, part 2.2: the count of wrong PIN entries, of which only the control plane makes any. Of what else a
// change of status does, part 3 names blockingDate alone; to begin a new count there is a command of its own.

check(
  'v2.frame.changes-only-what-is-named',
  'leaves the counts of wrong PIN entries of all cards as they are, by each operation on one',
  async ({ v2, control }) => {
    const world = await smallWorld(v2);
    for (const [index, { number }] of world.cards.entries())
      for (let times = 0; times <= repeated(index, 0); times += 1) await control.denyPin(number);
    const card = world.first;
    const asked = [...deeds, ...lastDeeds('active')];
    let before = await factsOf(v2, world);

    for (const [turn, deed] of asked.slice(0, repeated(asked.length, 1)).entries()) {
      const scene = { v2, world, card, turn };
      const answer = await deed.act(scene);

      const after = await factsOf(v2, world);
      const may = mayChange(deed, scene, answer);
      expectOnlyChanged(before, after, {
        acts: [answer],
        told: `${deed.told}, of ${card.name}, after wrong PIN entries`,
        may,
      });
      before = after;
    }
  },
);

/** Ways of a card through its states; of the last two the second step is refused. Part 3. */
const waysOfStates: readonly (readonly CardStatus[])[] = [
  ['blocked', 'active', 'blocked'],
  ['blocked', 'stollen', 'active'],
  ['lost', 'active'],
];

check(
  'v2.frame.changes-only-what-is-named',
  'leaves the count of wrong PIN entries of a card as it is by each change of its status',
  async ({ v2, control }) => {
    await forEvery(
      waysOfStates,
      (way) => way.join(', '),
      async (way) => {
        const card = await newCard(v2);
        for (let times = 0; times < 2; times += 1) await control.denyPin(card.number);
        let before = await cardNow(v2, card);
        for (const [step, status] of way.entries()) {
          const change = await v2.patchCard(card.id, { status });

          const after = await cardNow(v2, card);
          const [counted, left] = [before, after].map(({ answer }) =>
            memberOf(answer.json, 'pinDenialCounter'),
          );
          // Whether a card that is blocked no longer has its PIN entered anew from the first time on is not said.
          const isFreed = way[step - 1] === 'blocked' && status === 'active';
          if (isFreed && Number(left) === 0) before = after;
          else {
            const about = sentExpectedGot([before, change, after], 'pinDenialCounter as it was');
            expect(left, about).toBe(counted);
          }
        }
      },
    );
  },
);

check(
  'v2.frame.refusals-change-nothing',
  'leaves the count of wrong PIN entries as it is by a reset that it refuses for what is sent with it',
  async ({ v2, control, session, skip }) => {
    const form = await learnResetPinCounter(session, v2);
    if (form === undefined)
      return skip('resetPinCounter accepts no known value; its form is not shown');
    const reset = { resetPinCounter: form.value };
    const stranger = v2.withHeaders({ 'X-API-KEY': 'none' });

    await expectHarmless({
      told: 'a reset of the count with another parameter, or with a wrong key',
      make: async () => {
        const card = await newCard(v2);
        await control.denyPin(card.number);
        const asks = [
          ...besideAReset.flatMap((other) => [
            () => v2.patchCard(card.id, { ...reset, ...other }),
            () => v2.patchCard(card.id, { ...other, ...reset }),
          ]),
          () => stranger.patchCard(card.id, reset),
        ];
        return {
          facts: () => cardFacts(v2, card),
          requests: asks
            .slice(0, repeated(asks.length, 1))
            .map((ask) => ({ send: async () => [await ask()] })),
        };
      },
      // Whether two parameters are refused is asked elsewhere.
      isJudged: (answers) => !answers.some(succeeded),
    });
  },
);

const besideAReset: readonly CardChange[] = [
  { status: 'blocked' },
  { spendingLimits: [{ amount: 45_00, interval: 'daily' }] },
  { pin: Buffer.alloc(256, 0x5a).toString('base64') },
  { reissueCard: 'damaged' },
];

/** States of a card, and the ways into them. */
const resets: readonly (readonly [string, readonly CardStatus[]])[] = [
  ['active', []],
  ['blocked', ['blocked']],
  ['lost', ['lost']],
  ['stollen', ['stollen']],
  ['active again after it was blocked', ['blocked', 'active']],
];

check(
  'v2.reset-pin-counter.resets-in-each-state',
  'resets the count of a card in each state in which it takes the command',
  async ({ v2, control, session, skip }) => {
    const form = await learnResetPinCounter(session, v2);
    if (form === undefined)
      return skip('resetPinCounter accepts no known value; its form is not shown');
    const active = await countAfterReset({ v2, control, value: form.value }, await newCard(v2));
    if (active.count !== 0)
      return skip('resetPinCounter leaves a count of an active card; what it does is not shown');

    await forEvery(
      resets,
      ([state]) => `a card that is ${state}`,
      async ([state, way]) => {
        const card = await newCard(v2);
        await control.denyPin(card.number);
        for (const [step, status] of way.entries())
          await bringInto(v2, card, status, step === 0 ? 'active' : 'blocked');

        for (const time of ['once', 'again'].slice(0, repeated(2, 1))) {
          const { before, answers, count } = await countAfterReset(
            { v2, control, value: form.value },
            card,
          );

          // Whether such a card takes the command is not shown.
          if (!answers.slice(0, 1).every(succeeded)) return;
          const about = sentExpectedGot(
            answers,
            `a count of 0, as of another card, when a card that is ${state} is reset ${time}`,
          );
          expect(count, about).toBe(0);
          const { pinDenialCounter: _count, ...rest } = asShown(before) as Record<string, unknown>;
          for (const answer of answers.slice(-1)) expect(answer).toSucceed(rest);
        }
      },
    );
  },
);

interface Reset {
  readonly v2: V2Client;
  readonly control: Pick<ControlClient, 'denyPin'>;
  readonly value: unknown;
}

/** One wrong PIN more, the command, and what the card shows then. */
async function countAfterReset(
  { v2, control, value }: Reset,
  { id, number }: TestCard,
): Promise<{
  readonly before: Exchange;
  readonly answers: readonly Exchange[];
  readonly count: number;
}> {
  await control.denyPin(number);
  const before = await cardNow(v2, { id });
  const reset = await v2.patchCard(id, { resetPinCounter: value });
  const now = await cardNow(v2, { id });
  return {
    before,
    answers: [reset, now],
    count: Number(memberOf(now.answer.json, 'pinDenialCounter')),
  };
}

/** What may be asked of a card between two wrong entries, so that it is active afterwards. */
const between: readonly (readonly [string, (reset: Reset, card: TestCard) => Promise<unknown>])[] =
  [
    ['a reset', ({ v2, value }, { id }) => v2.patchCard(id, { resetPinCounter: value })],
    [
      'a block that is lifted',
      async ({ v2 }, card) => {
        await bringInto(v2, card, 'blocked');
        await bringInto(v2, card, 'active', 'blocked');
      },
    ],
    [
      'a change of its limits',
      ({ v2 }, { id }) =>
        v2.patchCard(id, { spendingLimits: [{ amount: 45_00, interval: 'daily' }] }),
    ],
    ['another reset', ({ v2, value }, { id }) => v2.patchCard(id, { resetPinCounter: value })],
  ];

check(
  'v2.card.pin-denial-counter-counts',
  'counts on from what the card shows, whatever was asked of it meanwhile',
  async ({ v2, control, session }) => {
    const form = await learnResetPinCounter(session, v2);
    const card = await newCard(v2);
    await control.denyPin(card.number);
    for (const [told, ask] of between) {
      if (form === undefined && told.includes('reset')) continue;
      await ask({ v2, control, value: form?.value }, card);
      const before = await cardNow(v2, card);
      const shown = Number(memberOf(before.answer.json, 'pinDenialCounter'));
      // A service may look at no further PIN after some wrong ones.
      if (shown > 1) return;

      await control.denyPin(card.number);

      const after = await cardNow(v2, card);
      const about = sentExpectedGot([before, after], `a count of ${shown + 1}, after ${told}`);
      expect(Number(memberOf(after.answer.json, 'pinDenialCounter')), about).toBe(shown + 1);
    }
  },
);
