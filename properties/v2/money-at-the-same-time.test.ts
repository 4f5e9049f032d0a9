import { atOnce } from '../../fixtures/at-once.ts';
import fc from 'fast-check';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { casesOf, check, expect, reached } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import {
  type TestCard,
  cardNow,
  fundedCard,
  fundedCards,
  newCard,
} from '../../fixtures/worlds/v2.ts';
import { expectListed, transfersPerAnswer } from '../../fixtures/worlds/v2-transfers.ts';
import { total } from '../models/ledger.ts';
import { expectBalances, expectTotal } from './balances.ts';

// Document 2, part 3, for requests that are under way together: some order of them must explain
// the answers and the balances that follow.

/** Transfers among three cards that together ask for more than the cards hold, however much they began with. */
const burst = fc.array(
  fc.record({
    from: fc.nat({ max: 1 }),
    to: fc.constant(2),
    thousandths: fc.integer({ min: 250, max: 900 }),
  }),
  { minLength: 4, maxLength: 8 },
);

interface AnsweredTransfer {
  readonly id: unknown;
  readonly status: unknown;
  readonly from: number;
  readonly to: number;
  readonly amount: MinorUnits;
  readonly fee: number;
}

/** Bursts of which not all can be carried out; which of them are is the target's choice. */
const leastOfBursts = {
  accepted: 200,
  refused: 30,
  depth: 15,
  reached: { 'more asked of a card than it holds': 16 },
} as const;

const bursts = casesOf(
  [burst],
  async (v2: V2Client, plans) => {
    const cards = await threeCards(v2);
    return { cards, outcomes: await sendTogether(v2, cards, plans) };
  },
  { least: leastOfBursts },
);

check('v2.money.is-conserved-concurrently', 'keeps the total', async ({ v2, session }) => {
  await bursts(session, v2, async ({ cards, outcomes }) => {
    const before = total(cards.map(({ balance }) => balance));
    await expectTotal(v2, cards, before - total(outcomes.map(({ fee }) => fee)));
  });
});

check(
  'v2.money.no-overdraft-concurrently',
  'takes no balance below zero',
  async ({ v2, session }) => {
    await bursts(session, v2, async ({ cards }) => {
      for (const card of cards) {
        const notNegative = expect.toSatisfy((balance) => Number(balance) >= 0, 'zero or more');
        expect(await cardNow(v2, card)).toSucceed({ account: { balance: notNegative } });
      }
    });
  },
);

check(
  'v2.money.balances-are-accounted-for-concurrently',
  'lets each balance be its start plus what was approved',
  async ({ v2, session }) => {
    await bursts(session, v2, async ({ cards, outcomes }) => {
      const approved = outcomes.filter(({ status }) => status === 'approved');
      const expected = cards.map(
        ({ balance }, card) =>
          balance +
          total(approved.filter(({ to }) => to === card).map(({ amount }) => amount)) -
          total(
            approved.filter(({ from }) => from === card).map(({ amount, fee }) => amount + fee),
          ),
      );
      await expectBalances(v2, cards, expected);
    });
  },
);

check(
  'v2.money.balances-are-accounted-for-concurrently',
  'counts transfers from a card and to it, and top-ups of it that are under way at the same time',
  async ({ v2 }) => {
    const cards = await fundedCards(v2, [minorUnits(90_00), minorUnits(90_00)]);
    const [card, other] = cards as [TestCard, TestCard];
    const wanted: [number, number] = [card.balance, other.balance];
    for (let round = 0; round < repeated(4, 1); round += 1) {
      const amountAt = (place: number): MinorUnits => minorUnits(1_50 + 8 * round + place);
      const topUp = (place: number) => v2.createTopUp(aTopUp(card, amountAt(place)));
      const pay = (place: number) => v2.createTransfer(aTransfer(card, other, amountAt(place)));
      const get = (place: number) => v2.createTransfer(aTransfer(other, card, amountAt(place)));
      const kinds = [topUp, pay, get, topUp, pay, get, topUp, pay];
      const answers = await atOnce(() => kinds.map((ask, place) => ask(place)));

      for (const [place, answer] of answers.entries()) {
        const { json } = answer.answer;
        if (memberOf(json, 'status') !== 'approved') continue;
        const [amount, fee] = [Number(memberOf(json, 'amount')), await feeOf(v2, answer)];
        const kind = kinds[place];
        wanted[0] += kind === pay ? -amount - fee : amount;
        if (kind !== topUp) wanted[1] += kind === pay ? amount : -amount - fee;
      }
      await expectBalances(v2, cards, wanted);
    }
  },
);

check(
  'v2.money.listed-once-concurrently',
  'lists each transfer of a burst once',
  async ({ v2, session }) => {
    const perAnswer = await transfersPerAnswer(v2);
    await bursts(session, v2, async ({ cards, outcomes }) => {
      const [from] = cards as [TestCard];
      for (const statusFltr of ['approved', 'declined']) {
        const expected = outcomes.filter((one) => one.from === 0 && one.status === statusFltr);
        const list = await v2.listTransfers({ cardNumberFltr: from.number, statusFltr });
        const ids = expected.map(({ id }) => String(id));
        expectListed(list, ids, perAnswer);
      }
    });
  },
);

check(
  'v2.transfer.ids-differ',
  'gives each transfer of a burst an id of its own',
  async ({ v2, session }) => {
    await bursts(session, v2, async ({ outcomes }) => expectIdsOfTheirOwn(outcomes));
  },
);

/** More than six bits count, which is as far as a sequence may go that begins anew with each second. */
const manyAtOnce = 100;

if (!inSmokeOnly()) {
  check(
    'v2.transfer.ids-differ',
    'gives each of a hundred transfers of one moment an id of its own',
    async ({ v2 }) => {
      const [from, to] = await Promise.all([fundedCard(v2, minorUnits(200_00)), newCard(v2)]);

      const answers = await atOnce(() =>
        Array.from({ length: manyAtOnce }, (_, turn) =>
          v2.createTransfer(aTransfer(from, to, minorUnits(1_00 + turn))),
        ),
      );

      expectIdsOfTheirOwn(answers.map(({ answer }) => ({ id: memberOf(answer.json, 'id') })));
    },
  );
}

const topUpBurst = fc.array(fc.integer({ min: 1, max: 20_00 }).map(minorUnits), {
  minLength: 3,
  maxLength: 8,
});

const topUpBursts = casesOf(
  [topUpBurst],
  async (v2: V2Client, amounts) => {
    const card = await newCard(v2);
    const answers = await atOnce(() =>
      amounts.map((amount) => v2.createTopUp(aTopUp(card, amount))),
    );
    const outcomes = answers.map(({ answer: { json } }, index) => ({
      id: memberOf(json, 'id'),
      status: memberOf(json, 'status'),
      amount: amounts[index] ?? minorUnits(0),
    }));
    return { card, outcomes };
  },
  {
    least: {
      accepted: 150,
      depth: 7,
      otherwise: 'whether concurrent top-ups are approved is not shown',
    },
  },
);

check(
  'v2.money.no-top-up-is-lost-concurrently',
  'adds every top-up that it approves',
  async ({ v2, session }) => {
    await topUpBursts(session, v2, async ({ card, outcomes }) => {
      const approved = outcomes.filter(({ status }) => status === 'approved');
      expect(await cardNow(v2, card)).toSucceed({
        account: { balance: card.balance + total(approved.map(({ amount }) => amount)) },
      });
    });
  },
);

check(
  'v2.top-up.ids-differ',
  'gives each top-up of a burst an id of its own',
  async ({ v2, session }) => {
    await topUpBursts(session, v2, async ({ outcomes }) => expectIdsOfTheirOwn(outcomes));
  },
);

/** Of those that were answered with one. */
function expectIdsOfTheirOwn(outcomes: readonly { readonly id: unknown }[]): void {
  const ids = outcomes.map(({ id }) => id).filter((id) => id !== undefined);
  expect(ids, 'ids of movements made at the same time').toEqual([...new Set(ids)]);
}

async function sendTogether(
  v2: V2Client,
  cards: readonly TestCard[],
  plans: readonly { from: number; to: number; thousandths: number }[],
): Promise<AnsweredTransfer[]> {
  const transfers = plans.map(({ from, to, thousandths }) => {
    const [source, destination] = [cards[from] as TestCard, cards[to] as TestCard];
    const amount = minorUnits(Math.ceil((source.balance * thousandths) / 1000));
    return { from, to, amount, body: aTransfer(source, destination, amount) };
  });
  for (const [index, { balance }] of cards.entries()) {
    const asked = total(transfers.filter(({ from }) => from === index).map(({ amount }) => amount));
    if (asked > balance) reached('more asked of a card than it holds');
  }
  const answers = await atOnce(() => transfers.map(({ body }) => v2.createTransfer(body)));
  return Promise.all(
    transfers.map(async ({ from, to, amount }, place) => {
      const answer = answers[place] as Exchange;
      const { json } = answer.answer;
      const [id, status] = [memberOf(json, 'id'), memberOf(json, 'status')];
      return { from, to, amount, id, status, fee: await feeOf(v2, answer) };
    }),
  );
}

/** Two cards that pay, and one that receives. */
function threeCards(v2: V2Client): Promise<TestCard[]> {
  return fundedCards(v2, [minorUnits(12_00), minorUnits(9_00), minorUnits(1_00)]);
}
