import { otherExpiry, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { refused, type V2Client } from '../../fixtures/clients/v2.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectHarmless, expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import type { Session } from '../../fixtures/target/session.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { cardFacts } from '../../fixtures/worlds/v2-card-facts.ts';
import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import {
  factsOf,
  isListingOf,
  makeUnusual,
  type SmallWorld,
  smallWorld,
  type Unusual,
} from '../../fixtures/worlds/v2-facts.ts';
import { bringInto, cardStatuses, newCard, pair, type TestCard } from '../../fixtures/worlds/v2.ts';
import { deeds, lastDeeds, mayChange, type Scene } from './deeds.ts';
import { keysOf } from './wrong-keys.ts';
import {
  type Given,
  unlistedChanges,
  wrongRequests,
  type WrongRequests,
} from './wrong-requests.ts';

// Document 2, part 4: whatever is asked, nothing changes but what the clause of its operation names, of
// what the request names. What the operations may change stands in fixtures/operations/v2.ts.

const perRow = 9;
const unusual: readonly Unusual[] = ['blocked', 'lost', 'stollen', 'limits'];
const inTurn = cardStatuses.flatMap((status, place) => {
  const all = [...deeds, ...lastDeeds(status)];
  return Array.from({ length: Math.ceil(all.length / perRow) }, (_, part) => {
    const asked = all.slice(part * perRow, (part + 1) * perRow);
    // What is as usual would look untouched where it was set back, so the neighbours are not.
    const isOfStatus = place % 3 === 0;
    const isPaid = asked.some(({ row }) => row === 'createTransfer');
    return {
      status,
      // The first card of a cardholder and the second one take turns.
      of: (place + part) % 2 === 0 ? ('first' as const) : ('last' as const),
      asked,
      // One that is active in the part in which the status changes, of an active card as of a blocked one.
      second: unusual[isOfStatus && (place > 0 || part === 0) ? place % 2 : 3] as Unusual,
      // What a transfer to or from a card that is not active does is not shown.
      other: unusual[isOfStatus || isPaid ? 3 : place] as Unusual,
    };
  });
});
/** A cardholder who is left without a card, as the first one ended before. */
const withoutAny = (['active', 'blocked'] as const).map((status) => ({
  status,
  of: status === 'active' ? ('first' as const) : ('last' as const),
  asked: lastDeeds(status),
  second: status === 'active' ? ('lost' as const) : ('stollen' as const),
  other: 'limits' as const,
}));
const rows = [...inTurn, ...withoutAny];

check(
  'v2.frame.changes-only-what-is-named',
  'changes nothing but what the request names, by each operation in each state of a card',
  async ({ v2 }) => {
    await forEvery(
      rows,
      ({ status, of, asked }) => `${asked[0]?.told} and more, of the ${of} card, ${status}`,
      async ({ status, of, asked, second, other }) => {
        const world = await smallWorld(v2);
        const card = world[of];
        await bringInto(v2, card, status);
        for (const one of world.cards.filter(({ name }) => name !== card.name))
          await makeUnusual(v2, one, one === world.other ? other : second);
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
          await expectBooked(before, after, scene, answer);
          before = after;
        }
      },
    );
  },
);

interface RefusedRequests extends Pick<WrongRequests, 'wrong'> {
  readonly told: string;
  readonly isOfStrangers: boolean;
  /** What the second card of the cardholder is made, which none of them is about. */
  readonly beside: Unusual;
}

/** What is to be refused: a few requests that are wrong, or all of them with a key that is. */
const refusedRequests = (session: Session): readonly RefusedRequests[] => [
  ...wrongRequests.map(({ operation, wrong }, place) => ({
    told: `wrong ${operation}`,
    isOfStrangers: false,
    beside: unusual[place % 2 === 0 ? 0 : 3] as Unusual,
    wrong,
  })),
  {
    told: 'requests without the key, and with what is only like it',
    isOfStrangers: true,
    beside: 'blocked',
    wrong: ({ v2, world }: Given) =>
      keysOf(session).flatMap(({ headers }) =>
        [...deeds, ...lastDeeds('active')].map(
          ({ act }, turn) =>
            () =>
              act({ v2: v2.withHeaders(headers), world, card: world.first, turn }),
        ),
      ),
  },
];

check(
  'v2.frame.refusals-change-nothing',
  'changes and shows nothing by requests that it refuses, also when they come twice',
  async ({ v2, session }) => {
    await forEvery(
      refusedRequests(session),
      ({ told }) => told,
      async ({ told, isOfStrangers, beside, wrong }) => {
        let world: SmallWorld | undefined;
        const answers = await expectHarmless({
          told,
          make: async () => {
            const made = (world = await smallWorld(v2));
            if (made.last !== made.first) await makeUnusual(v2, made.last, beside);
            const all = wrong({ v2, world: made });
            const isOnce = isOfStrangers || inSmokeOnly();
            return {
              facts: () => factsOf(v2, made),
              requests: all.slice(0, repeated(all.length, 1)).map((ask) => ({
                send: async () => [await ask(), ...(isOnce ? [] : [await ask()])],
                // A transfer that is declined is listed; one that was refused never came to be.
                may: (given) => (change) =>
                  given.some((answer) => isDeclined(answer) && isListingOf(change, answer)),
              })),
            };
          },
          // Who is lenient carried something out, and what that was is not shown.
          isJudged: (all) => !all.some((answer) => succeeded(answer) && !isDeclined(answer)),
        });
        if (!isOfStrangers || world === undefined) return;
        for (const answer of answers.filter(refused)) expectNothingOf(world, answer);
      },
    );
  },
);

check(
  'v2.frame.refusals-change-nothing',
  'changes nothing of a card by changes to what is not listed, where it refuses them',
  async ({ v2 }) => {
    // Whether these are refused is not shown: who takes one elsewhere is not asked it.
    const scratch = await newCard(v2);
    const refusedOnes: object[] = [];
    for (const change of unlistedChanges.slice(0, repeated(unlistedChanges.length, 3))) {
      if (!succeeded(await v2.patchCard(scratch.id, change))) refusedOnes.push(change);
    }
    await expectHarmless({
      told: 'changes to what is not listed',
      make: async () => {
        const world = await smallWorld(v2);
        return {
          facts: () => factsOf(v2, world),
          requests: refusedOnes.map((change) => ({
            send: async () => [await v2.patchCard(world.first.id, change)],
          })),
        };
      },
      isJudged: (all) => !all.some(succeeded),
    });
  },
);

interface Mistake {
  readonly told: string;
  readonly ask: (v2: V2Client, from: TestCard, to: TestCard, cents: number) => Promise<Exchange>;
}

const mistakes: readonly Mistake[] = [
  {
    told: 'five transfers with a wrong expiryDate',
    ask: (v2, from, to, cents) => {
      const mistaken = { ...from, expiryDate: otherExpiry(from.expiryDate) };
      return v2.createTransfer(aTransfer(mistaken, to, minorUnits(cents)));
    },
  },
  {
    told: 'five transfers of more than the card holds',
    ask: (v2, from, to, cents) =>
      v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + cents))),
  },
  {
    told: 'five transfers to a number that no card has',
    ask: (v2, from, to, cents) => {
      const nobody = { number: unknownNumberLike(to.number) };
      return v2.createTransfer(aTransfer(from, nobody, minorUnits(cents)));
    },
  },
  { told: 'five plain PINs', ask: (v2, from) => v2.patchCard(from.id, { pin: '2468' }) },
  {
    told: 'five updates with two parameters',
    ask: (v2, from) => v2.patchCard(from.id, { status: 'blocked', resetPinCounter: true }),
  },
];

check(
  'v2.frame.refusals-change-nothing',
  'changes nothing of a card by what it refuses five times in a row',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    let before = await cardFacts(v2, from);

    for (const { told, ask } of mistakes.slice(0, repeated(mistakes.length, 1))) {
      const acts: Exchange[] = [];
      for (let time = 1; time <= 5; time += 1) acts.push(await ask(v2, from, to, 1_00 + time));

      const after = await cardFacts(v2, from);
      // Who is lenient carried something out, and what that was is not shown.
      if (acts.every((act) => !succeeded(act) || isDeclined(act)))
        expectOnlyChanged(before, after, { acts: acts.slice(-1), told });
      before = after;
    }
  },
);

/** A refusal may repeat what was sent, and nothing else of a card. */
function expectNothingOf({ cards }: SmallWorld, exchange: Exchange): void {
  const sent = `${exchange.request.path} ${exchange.request.body}`;
  const told = cards
    .flatMap(({ number, account }) => [number, account])
    // A short number may stand in any text.
    .filter((text) => text.length >= 6)
    .filter((text) => exchange.answer.text.includes(text) && !sent.includes(text));
  expect(
    told.length === 0,
    sentExpectedGot(exchange, 'neither number nor account of a card for a stranger'),
  ).toBe(true);
}

/** Each account holds what it held, and what was approved for it, less a fee that was shown. */
async function expectBooked(
  before: Facts,
  after: Facts,
  scene: Scene,
  answer: Exchange,
): Promise<void> {
  if (memberOf(answer.answer.json, 'status') !== 'approved') return;
  const sent: unknown = JSON.parse(answer.request.body ?? '{}');
  const amount = Number(memberOf(sent, 'amount'));
  const paid = amount + (await feeOf(scene.v2, answer));
  const [source, destination] = ['sourceCard', 'destinationCard'].map(
    (holder) =>
      scene.world.cards.find(({ number }) => number === memberOf(sent, `${holder}.cardNumber`))
        ?.account,
  );
  for (const { name, account } of scene.world.cards) {
    const gained = (account === destination ? amount : 0) - (account === source ? paid : 0);
    expect(balanceIn(after, name), `the balance of ${name} after ${amount} cents`).toBe(
      balanceIn(before, name) + gained,
    );
  }
}

function balanceIn(facts: Facts, name: string): number {
  return Number(facts.find(({ of, kind }) => of === name && kind === 'account.balance')?.shown);
}

function isDeclined({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'declined';
}
