import { otherExpiry } from '../../fixtures/builders/card-numbers.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { type Expiry, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { bringInto, fundedCards, pair, promised, type TestCard } from '../../fixtures/worlds/v2.ts';
import { deeds } from './deeds.ts';
import { wrongRequests } from './wrong-requests.ts';

// What the document leaves open the target settles by its first answer, and every later one is to agree
// with that: the same question has the same answer.

/** What a card that is not active may be asked for; whether it is carried out is not shown. Part 3. */
const questions: readonly (readonly [
  string,
  (v2: V2Client, card: TestCard, other: TestCard, cents: number) => Promise<Exchange>,
])[] = [
  [
    'a transfer from it',
    (v2, card, other, cents) => v2.createTransfer(aTransfer(card, other, minorUnits(cents))),
  ],
  [
    'a transfer to it',
    (v2, card, other, cents) => v2.createTransfer(aTransfer(other, card, minorUnits(cents))),
  ],
  ['a top-up of it', (v2, card, _other, cents) => v2.createTopUp(aTopUp(card, minorUnits(cents)))],
];
const statuses = ['blocked', 'lost', 'stollen'] as const;

check(
  'v2.bound.stopped-cards-stay-stopped',
  'moves no money of a card that is not active, once it has said so',
  async ({ v2 }) => {
    await forEvery(
      statuses,
      (status) => `a card that is ${status}`,
      async (status) => {
        const [card, second, other, third] = (await fundedCards(
          v2,
          [40_00, 41_00, 42_00, 43_00].map(minorUnits),
        )) as [TestCard, TestCard, TestCard, TestCard];
        await Promise.all([bringInto(v2, card, status), bringInto(v2, second, status)]);

        const asked = [...questions].slice(0, repeated(questions.length, 1));
        const stopped: (typeof asked)[number][] = [];
        for (const question of asked)
          if (!isApproved(await question[1](v2, card, other, 5_00))) stopped.push(question);

        for (const [, ask] of stopped) {
          const again = [
            await ask(v2, card, other, 1_01),
            await ask(v2, card, third, 6_00),
            await ask(v2, second, other, 39_00),
          ];
          for (const answer of again) expect(answer).toMoveNothing();
        }
        await v2.patchCard(card.id, { spendingLimits: [{ interval: 'daily', amount: 900 }] });
        await v2.patchCard(card.id, { pin: '2468' });
        // Active for a while, a card that is blocked again is one that is blocked.
        if (status === 'blocked')
          for (const next of ['active', 'blocked'] as const)
            promised(
              await v2.patchCard(card.id, { status: next }),
              'v2.card-status.follows-the-table',
            );
        for (const [, ask] of stopped) expect(await ask(v2, card, third, 7_00)).toMoveNothing();
      },
    );
  },
);

check(
  'v2.bound.refusals-stay',
  'refuses a wrong request as often as it comes, and whatever came in between',
  async ({ v2 }) => {
    const world = await smallWorld(v2);
    const wrong = wrongRequests.flatMap((one) => one.wrong({ v2, world }));
    const asked = wrong.slice(0, repeated(wrong.length, 3));
    const notTaken: (() => Promise<Exchange>)[] = [];
    for (const ask of asked) if (!isTaken(await ask())) notTaken.push(ask);

    for (const [turn, deed] of deeds.slice(0, repeated(deeds.length, 1)).entries()) {
      await deed.act({ v2, world, card: world.first, turn });
      for (const [place, ask] of notTaken.entries()) {
        if (place % deeds.length !== turn && place % deeds.length !== turn - 1) continue;
        const answer = await ask();
        if (memberOf(answer.answer.json, 'status') === 'declined') continue;
        expect(answer).toBeRefused();
      }
    }
  },
);

check(
  'v2.bound.expiry-is-compared',
  'takes no expiryDate that is not the one of the card, once it has not taken one',
  async ({ v2, skip }) => {
    const { from, to } = await pair(v2);
    const mistaken = { ...from, expiryDate: otherExpiry(from.expiryDate) };
    if (isApproved(await v2.createTransfer(aTransfer(mistaken, to, minorUnits(2_00)))))
      return skip(
        'an expiryDate that is not the one of the card is taken here, which is not shown',
      );

    const [year, month] = [Number(from.expiryDate.slice(0, 4)), from.expiryDate.slice(4)];
    const nextMonth = String((Number(month) % 12) + 1).padStart(2, '0');
    const others = [`${year - 1}${month}`, `${year}${nextMonth}`, `${year + 2}${month}`];
    for (const [index, expiryDate] of others.entries()) {
      const order = aTransfer(
        { ...from, expiryDate: expiryDate as Expiry },
        to,
        minorUnits(3_00 + index),
      );
      expect(await v2.createTransfer(order)).toMoveNothing();
    }
    // Nor after it has been right once.
    await v2.createTransfer(aTransfer(from, to, minorUnits(4_00)));
    expect(await v2.createTransfer(aTransfer(mistaken, to, minorUnits(5_00)))).toMoveNothing();
  },
);

function isApproved({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'approved';
}

function isTaken(answer: Exchange): boolean {
  return succeeded(answer) && memberOf(answer.answer.json, 'status') !== 'declined';
}
