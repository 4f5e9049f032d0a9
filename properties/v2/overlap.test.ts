import { setTimeout as sleep } from 'node:timers/promises';
import { atOnce } from '../../fixtures/at-once.ts';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import {
  type Exchange,
  isObject,
  isUnset,
  memberOf,
  succeeded,
} from '../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import {
  balanceOf,
  cardNow,
  fundedCards,
  limitUnitsIn,
  newCardholder,
  type TestCard,
  textAt,
  type UnitsPerEuro,
} from '../../fixtures/worlds/v2.ts';
import { type CardView, type Step, explains } from '../models/card-orders.ts';

// Document 2, parts 3 and 4, for different operations on one card that are under way together: some
// order of those that were carried out must explain what is read afterwards.

/** What is sent, and what it does to the card once it is carried out. */
interface Asked {
  readonly step: Step;
  readonly send: () => Promise<Exchange>;
}

interface Scene {
  readonly v2: V2Client;
  readonly card: TestCard;
  readonly other: TestCard;
  readonly euro: UnitsPerEuro;
  /** Which of the two requests of its kind it is. */
  readonly turn: number;
}

const limit =
  (interval: 'daily' | 'monthly', euros: number) =>
  (scene: Scene): Asked => {
    const amount = (euros + scene.turn) * scene.euro;
    const spendingLimits = [{ amount, interval }];
    return {
      step: { kind: 'limit', interval, amount },
      send: () => scene.v2.patchCard(scene.card.id, { spendingLimits }),
    };
  };

const status =
  (first: 'blocked' | 'lost', second: 'blocked' | 'stollen') =>
  (scene: Scene): Asked => {
    const to = scene.turn === 0 ? first : second;
    return {
      step: { kind: 'status', to },
      send: () => scene.v2.patchCard(scene.card.id, { status: to }),
    };
  };

const ofThePin = 'a new PIN and a reset of the count';
const encryptedPin = Buffer.alloc(256, 0x5a).toString('base64');

const toNobody = 'a transfer to a number that no card has';

const kinds: Readonly<Record<string, (scene: Scene) => Asked>> = {
  'a top-up': ({ v2, card, turn }) => {
    const amount = minorUnits(2_00 + turn);
    return {
      step: { kind: 'moved', card: amount, other: 0 },
      send: () => v2.createTopUp(aTopUp(card, amount)),
    };
  },
  // Both together are more than the card holds.
  'a transfer from it': ({ v2, card, other, turn }) => {
    const amount = minorUnits(Math.ceil(card.balance * 0.6) + turn);
    return {
      step: { kind: 'moved', card: 0 - amount, other: amount },
      send: () => v2.createTransfer(aTransfer(card, other, amount)),
    };
  },
  'a transfer to it': ({ v2, card, other, turn }) => {
    const amount = minorUnits(1_50 + turn);
    return {
      step: { kind: 'moved', card: amount, other: 0 - amount },
      send: () => v2.createTransfer(aTransfer(other, card, amount)),
    };
  },
  'a daily limit': limit('daily', 500),
  'a monthly limit': limit('monthly', 5_000),
  // Nothing is to come of it, for it is paid to nobody.
  [toNobody]: ({ v2, card, other, turn }) => {
    const nobody = { number: unknownNumberLike(other.number) };
    const amount = minorUnits(1_00 + turn);
    return {
      step: { kind: 'moved', card: 0 - amount, other: 0 },
      send: () => v2.createTransfer(aTransfer(card, nobody, amount)),
    };
  },
  // What another writes back is seen by a status that nothing else leads to.
  'a block': status('blocked', 'blocked'),
  'a report as lost or stollen': status('lost', 'stollen'),
  // Nothing of it is read here, but it may write back what it has found.
  [ofThePin]: ({ v2, card, turn }) => ({
    step: { kind: 'nothing to be seen' },
    send: () =>
      v2.patchCard(card.id, turn === 0 ? { pin: encryptedPin } : { resetPinCounter: true }),
  }),
};

const names = Object.keys(kinds).filter((name) => name !== ofThePin);
const pairs = [
  ...names.flatMap((one, index) => names.slice(index).map((two) => [one, two] as const)),
  ...['a top-up', 'a daily limit', 'a block'].map((other) => [ofThePin, other] as const),
];

check(
  'v2.overlap.some-order-explains',
  'carries out any two operations on a card at the same time as in some order',
  async ({ v2 }) => {
    await forEvery(
      pairs,
      ([one, two]) => `${one} and ${two}`,
      async (pair) => {
        const cards = await fundedCards(v2, [minorUnits(12_00), minorUnits(9_00)]);
        const [card, other] = cards as [TestCard, TestCard];
        const before = await cardNow(v2, card);
        const euro = limitUnitsIn(before);
        const asked = (names: readonly string[], turn: number): (Asked | undefined)[] =>
          names.map((name) => kinds[name]?.({ v2, card, other, euro, turn }));
        const [one, two] = pair;
        // One of each at a time: what a request writes back late is covered by a second one of the other kind.
        const rounds =
          one === two
            ? [[0, 1].flatMap((turn) => asked([one], turn))]
            : [asked([one, two], 0), asked([two, one], 1)];

        let start: CardView = { ...viewOf(before), other: other.balance };
        const filter = { cardNumberFltr: card.number };
        for (const [turn, round] of rounds.entries()) {
          // What is read meanwhile may be of before or after; it is not what is read later.
          const beside = turn === 0 ? repeated(2, 0) : 0;
          const [, sent, lists] = await atOnce(() => [
            Promise.all([card, other].slice(0, beside).map((read) => v2.getCard(read.id))),
            Promise.all(round.map(async (ask) => ({ step: ask?.step, answer: await ask?.send() }))),
            Promise.all(Array.from({ length: beside }, () => v2.listTransfers(filter))),
          ]);

          const [after, afterOfOther] = await Promise.all([cardNow(v2, card), cardNow(v2, other)]);
          const carriedOut = await Promise.all(
            sent.flatMap(({ step, answer }) =>
              step !== undefined && answer !== undefined && isCarriedOut(answer)
                ? [withFee(v2, step, answer)]
                : [],
            ),
          );
          const end = { ...viewOf(after), other: viewOf(afterOfOther).balance };
          const answers = sent.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
          expect(explains(start, carriedOut, end), {
            ...sentExpectedGot(
              [...answers, after],
              `what some order of them makes of ${viewInWords(start)}: ${carriedOut.map(stepInWords).join('; ') || 'nothing was carried out'}`,
            ),
            got: viewInWords(end),
          }).toBe(true);
          if (beside > 0) expectListedForGood(lists, await v2.listTransfers(filter));
          start = end;
        }
      },
    );
  },
);

/** A transfer that a list shows while it is made is made, and is shown later as it was then. */
function expectListedForGood(lists: readonly Exchange[], later: Exchange): void {
  if (!lists.every(succeeded) || !succeeded(later)) return;
  const shown = new Map(itemsOf(later).map((item) => [memberOf(item, 'id'), item]));
  for (const item of lists.flatMap(itemsOf)) {
    const words = `a list that shows ${JSON.stringify(memberOf(item, 'id'))} as it was shown before`;
    expect(
      statusOf(shown.get(memberOf(item, 'id'))),
      sentExpectedGot([...lists, later], words),
    ).toBe(statusOf(item));
  }
}

const statusOf = (item: object | undefined): unknown => memberOf(item, 'status');

function itemsOf({ answer: { json } }: Exchange): object[] {
  const items = memberOf(json, 'transfers');
  return Array.isArray(items) ? items.filter(isObject) : [];
}

/** The same step, as one that also takes from who pays what its answer shows as a fee. */
async function withFee(v2: V2Client, step: Step, answer: Exchange): Promise<Step> {
  if (step.kind !== 'moved') return step;
  const fee = await feeOf(v2, answer);
  return step.card < 0 ? { ...step, card: step.card - fee } : { ...step, other: step.other - fee };
}

function isCarriedOut(answer: Exchange): boolean {
  return succeeded(answer) && memberOf(answer.answer.json, 'status') !== 'declined';
}

function viewOf({ answer: { json } }: Exchange): Omit<CardView, 'other'> {
  const limits = memberOf(json, 'spendingLimits');
  const amountOf = (interval: string): unknown =>
    Array.isArray(limits)
      ? memberOf(
          limits.find((one) => memberOf(one, 'interval') === interval),
          'amount',
        )
      : undefined;
  return {
    balance: Number(memberOf(json, 'account.balance')),
    status: memberOf(json, 'status'),
    isDated: !isUnset(memberOf(json, 'blockingDate')),
    limits: { daily: amountOf('daily'), monthly: amountOf('monthly') },
  };
}

/** `balance 2400, active, daily limit 100000, monthly limit 1000000; 900 on the other card` */
function viewInWords({ balance, status: shown, limits, isDated, other }: CardView): string {
  const dated = isDated ? ' with a blockingDate' : '';
  const { daily, monthly } = limits;
  return `balance ${balance}, ${String(shown)}${dated}, daily limit ${String(daily)}, monthly limit ${String(monthly)}; ${other} on the other card`;
}

function stepInWords(step: Step): string {
  const signed = (amount: number): string => (amount > 0 ? `+${amount}` : String(amount));
  switch (step.kind) {
    case 'moved':
      return `${signed(step.card)} on the card${step.other === 0 ? '' : ` and ${signed(step.other)} on the other`}`;
    case 'limit':
      return `${step.interval} limit ${step.amount}`;
    case 'status':
      return `status ${step.to}`;
    case 'nothing to be seen':
      return 'a new PIN or a reset of its count';
    default:
      return step satisfies never;
  }
}

/** Cards for one cardholder, issued as `ask` has it. */
async function issuedTo(
  v2: V2Client,
  ask: (issue: () => Promise<Exchange>) => Promise<readonly Exchange[]>,
): Promise<readonly Exchange[]> {
  const cardholder = await newCardholder(v2);
  return ask(() => v2.createCard({ productName: v2.productName, cardholder }));
}

check(
  'v2.overlap.one-account-as-in-turn',
  'issues cards at the same time to one account, as it issues them one after the other',
  async ({ v2, skip }) => {
    const inTurn = await issuedTo(v2, async (issue) => {
      const first = await issue();
      // The account of the first may be opened behind its answer.
      await sleep(200);
      return [first, await issue()];
    });
    if (!inTurn.every(succeeded)) return skip('a cardholder gets no second card here');
    const [first, second] = inTurn.map((card) => textAt(card, 'account.accountNumber'));
    if (first !== second) return skip('each card of a cardholder has an account of its own here');

    for (let time = 0; time < repeated(2, 1); time += 1) {
      const issued = await issuedTo(v2, (issue) => atOnce(() => [issue(), issue(), issue()]));
      // That a card is refused while another is issued is forbidden by no sentence.
      const cards = issued.filter(succeeded).map((card) => ({ id: textAt(card, 'id') }));
      const shown = await Promise.all(cards.map((card) => cardNow(v2, card)));
      const accounts = new Set(shown.map((card) => textAt(card, 'account.accountNumber')));
      const words = 'one account, as of cards that are issued one after the other';
      expect(accounts.size, sentExpectedGot([...issued, ...shown], words)).toBeLessThanOrEqual(1);
    }
  },
);

/** Transfers between three cards by their places, and a top-up where nobody pays. */
type Crossing = readonly (readonly [from: number | undefined, to: number])[];

const crossings: Readonly<Record<string, Crossing>> = {
  'transfers in opposite directions': [
    [0, 1],
    [1, 0],
  ],
  'transfers in a ring': [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  'transfers from one card and a top-up of it': [
    [0, 1],
    [0, 2],
    [undefined, 0],
  ],
  'transfers to one card and a top-up of it': [
    [1, 0],
    [2, 0],
    [undefined, 0],
  ],
};

check(
  'v2.money.each-is-approved-concurrently',
  'approves each of several movements at once that it approves one after the other',
  async ({ v2 }) => {
    await forEvery(
      Object.entries(crossings),
      ([name]) => name,
      async ([name, crossing]) => {
        const howMany = Math.max(...crossing.flat().map((place) => place ?? 0)) + 1;
        const cards = await fundedCards(
          v2,
          Array.from({ length: howMany }, () => minorUnits(90_00)),
        );
        const move = ([from, to]: Crossing[number], amount: number): Promise<Exchange> => {
          const [payer, receiver] = [cards[from ?? -1], cards[to] as TestCard];
          return payer === undefined
            ? v2.createTopUp(aTopUp(receiver, minorUnits(amount)))
            : v2.createTransfer(aTransfer(payer, receiver, minorUnits(amount)));
        };
        for (const [place, one] of crossing.entries())
          if (!isCarriedOut(await move(one, 3_00 + place))) return;

        for (let turn = 1; turn < repeated(4); turn += 1) {
          const acts = await atOnce(
            () => crossing.map((one, place) => move(one, 3_00 + turn * 10 + place)),
            { requests: crossing.length, ask: () => v2.getCard((cards[0] as TestCard).id) },
          );
          const declined = acts.filter((act) => !isCarriedOut(act));
          const words = `${name}, each approved as before`;
          expect(declined.length, sentExpectedGot(acts, words)).toBe(0);
        }
      },
    );
  },
);

/** So many readings at most while a transfer is made. */
const mostReadings = 40;

check(
  'v2.overlap.some-order-explains',
  'credits a card with a transfer by the time that the other one is debited',
  async ({ v2 }) => {
    const [from, to] = await fundedCards(v2, [minorUnits(90_00), minorUnits(10_00)]);
    if (from === undefined || to === undefined) return;
    // A card may have had something on it before.
    const [payer, receiver] = await Promise.all([from, to].map((card) => balanceOf(v2, card)));
    const [debit, credit] = [Number(payer) - 12_34, Number(receiver) + 12_34];
    const isAt = (balance: number, { answer }: Exchange): boolean =>
      memberOf(answer.json, 'account.balance') === balance;

    const transfer = { isAnswered: false };
    const makeIt = async (): Promise<Exchange> => {
      try {
        return await v2.createTransfer(aTransfer(from, to, minorUnits(12_34)));
      } finally {
        transfer.isAnswered = true;
      }
    };
    const watchIt = async (): Promise<readonly Exchange[] | undefined> => {
      for (let readings = 0; readings < mostReadings && !transfer.isAnswered; readings += 1) {
        const debited = await v2.getCard(from.id);
        // A fee may go beside the amount.
        if (Number(memberOf(debited.answer.json, 'account.balance')) <= debit)
          return [debited, await v2.getCard(to.id)];
      }
      return undefined;
    };
    const [act, seen] = await Promise.all([makeIt(), watchIt()]);

    if (seen !== undefined && !v2.showsLate) {
      const words = `a balance of ${credit}, as the other card was debited before`;
      expect(isAt(credit, seen.at(-1) as Exchange), sentExpectedGot(seen, words)).toBe(true);
    }
    if (!isCarriedOut(act)) return;
    for (const [card, balance] of [
      [from, debit - (await feeOf(v2, act))],
      [to, credit],
    ] as const) {
      const shown = await v2.getCard(card.id);
      const words = `a balance of ${balance} after the transfer`;
      expect(isAt(balance, shown), sentExpectedGot([act, shown], words)).toBe(true);
    }
  },
);
