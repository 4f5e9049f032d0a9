import { otherExpiry } from '../../fixtures/builders/card-numbers.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { type Expiry, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import {
  bringInto,
  cardNow,
  cardStatuses,
  fundedCards,
  newCard,
  pair,
  promised,
  type TestCard,
} from '../../fixtures/worlds/v2.ts';
import { deeds } from './deeds.ts';
import { another } from './sameness/second-card.ts';
import { wrongRequests } from './wrong-requests.ts';

// What the document leaves open the target settles by its first answer, and every later one is to agree
// with that: the same question has the same answer.

interface Row {
  readonly name: string;
  readonly isBinding: (v2: V2Client) => Promise<void>;
}

const stopped = ['blocked', 'lost', 'stollen'] as const;
const final = ['lost', 'stollen'] as const;

const rows: readonly Row[] = [
  { name: 'wrong requests', isBinding: refusalsStay },
  { name: 'an expiryDate that is not the one of the card', isBinding: expiryIsCompared },
  ...stopped.map((status) => ({
    name: `movements of a card that is ${status}`,
    isBinding: (v2: V2Client) => stoppedStaysStopped(v2, status),
  })),
  ...final.map((status) => ({
    name: `the status of a card that is ${status}`,
    isBinding: (v2: V2Client) => finalStatusHolds(v2, status),
  })),
];

check('v2.bound.first-answer-binds', 'answers later as it has answered first', async ({ v2 }) => {
  await forEvery(
    rows,
    ({ name }) => name,
    ({ isBinding }) => isBinding(v2),
  );
});

/** What a card that is not active may be asked for; whether it is carried out is not shown. Part 3. */
const questions: readonly ((
  v2: V2Client,
  card: TestCard,
  other: TestCard,
  cents: number,
) => Promise<Exchange>)[] = [
  (v2, card, other, cents) => v2.createTransfer(aTransfer(card, other, minorUnits(cents))),
  (v2, card, other, cents) => v2.createTransfer(aTransfer(other, card, minorUnits(cents))),
  (v2, card, _other, cents) => v2.createTopUp(aTopUp(card, minorUnits(cents))),
];

/** For no amount, with no other card and at no other time, once it has said so. */
async function stoppedStaysStopped(v2: V2Client, status: (typeof stopped)[number]): Promise<void> {
  const [card, other, third] = (await fundedCards(
    v2,
    [40_00, 41_00, 42_00].slice(0, repeated(3)).map(minorUnits),
  )) as [TestCard, TestCard, TestCard | undefined];
  const another = third ?? other;
  await bringInto(v2, card, status);

  const held: (typeof questions)[number][] = [];
  for (const ask of questions.slice(0, repeated(questions.length, 1)))
    if (!isApproved(await ask(v2, card, other, 5_00))) held.push(ask);

  for (const ask of held) {
    for (const cents of [1_01, 39_00]) expect(await ask(v2, card, other, cents)).toMoveNothing();
    expect(await ask(v2, card, another, 6_00)).toMoveNothing();
  }
  await v2.patchCard(card.id, { spendingLimits: [{ interval: 'daily', amount: 900 }] });
  await v2.patchCard(card.id, { pin: '2468' });
  // Active for a while, a card that is blocked again is one that is blocked.
  if (status === 'blocked')
    for (const next of ['active', 'blocked'] as const)
      promised(await v2.patchCard(card.id, { status: next }), 'v2.card-status.follows-the-table');
  for (const ask of held) expect(await ask(v2, card, another, 7_00)).toMoveNothing();
}

/** As often as somebody tries, and whatever else the card was asked for. Part 3. */
async function finalStatusHolds(v2: V2Client, status: (typeof final)[number]): Promise<void> {
  const [first, to] = await Promise.all([newCard(v2), newCard(v2)]);
  // A further card of its cardholder, where there may be one: first ones walk the table elsewhere.
  const card = (await another(v2, first)) ?? first;
  await bringInto(v2, card, status);
  const between = [
    () => v2.createTopUp(aTopUp(card, minorUnits(5_00))),
    () => v2.createTransfer(aTransfer(to, card, minorUnits(900_00))),
    () => v2.patchCard(card.id, { spendingLimits: [{ interval: 'daily', amount: 900 }] }),
    () => v2.patchCard(card.id, { resetPinCounter: true }),
    () => v2.patchCard(card.id, {}),
  ];

  for (const act of between.slice(0, repeated(between.length, 1))) {
    await act();
    for (const next of cardStatuses)
      expect(await v2.patchCard(card.id, { status: next })).toBeRefused();
  }
  expect(await cardNow(v2, card)).toSucceed({ status });
}

/** However often they come, and whatever came in between. */
async function refusalsStay(v2: V2Client): Promise<void> {
  const world = await smallWorld(v2);
  const wrong = wrongRequests.flatMap((one) => one.wrong({ v2, world }));
  const held: (() => Promise<Exchange>)[] = [];
  for (const ask of wrong.slice(0, repeated(wrong.length, 3)))
    if (!isTaken(await ask())) held.push(ask);

  for (const [turn, deed] of deeds.slice(0, repeated(deeds.length, 1)).entries()) {
    await deed.act({ v2, world, card: world.first, turn });
    for (const [place, ask] of held.entries()) {
      // Each of them after two deeds.
      if (place % deeds.length !== turn && place % deeds.length !== turn - 1) continue;
      const answer = await ask();
      if (!isDeclined(answer)) expect(answer).toBeRefused();
    }
  }
}

/** Part 2.4: that it is compared at all is not shown. */
async function expiryIsCompared(v2: V2Client): Promise<void> {
  const { from, to } = await pair(v2);
  const mistaken = { ...from, expiryDate: otherExpiry(from.expiryDate) };
  if (isApproved(await v2.createTransfer(aTransfer(mistaken, to, minorUnits(2_00))))) return;

  const [year, month] = [Number(from.expiryDate.slice(0, 4)), from.expiryDate.slice(4)];
  const nextMonth = String((Number(month) % 12) + 1).padStart(2, '0');
  const others = [`${year - 1}${month}`, `${year}${nextMonth}`, `${year + 2}${month}`];
  for (const [index, expiryDate] of others.entries()) {
    const other = { ...from, expiryDate: expiryDate as Expiry };
    const order = aTransfer(other, to, minorUnits(3_00 + index));
    expect(await v2.createTransfer(order)).toMoveNothing();
  }
  // Nor after it has been right once.
  await v2.createTransfer(aTransfer(from, to, minorUnits(4_00)));
  expect(await v2.createTransfer(aTransfer(mistaken, to, minorUnits(5_00)))).toMoveNothing();
}

function isApproved({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'approved';
}

function isDeclined({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'declined';
}

function isTaken(answer: Exchange): boolean {
  return succeeded(answer) && !isDeclined(answer);
}
