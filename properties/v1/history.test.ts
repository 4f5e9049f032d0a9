import fc from 'fast-check';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { anAmountOf, aP2pTransfer } from '../../fixtures/builders/v1.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { historyOf, learnHistoryForm } from '../../fixtures/dialect/v1.ts';
import { anotherCardOf, newCard, type V1Card } from '../../fixtures/worlds/v1.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { type MovementPlan, movementPlan } from '../arbitraries/v1-movements.ts';
import {
  cardsForRuns,
  directionOf,
  itemsOf,
  leastOfRuns,
  type Movement,
  move,
} from './movement-runs.ts';
import { amountMoved, movesSomething } from '../../fixtures/fields/v1-items.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';

// Document 1, parts 2.8 and 4, getTransactions: the history against what was done.

/** One more than is shown at a time where fifty are. */
const moreThanAPage = 61;

check(
  'v1.money.history-equals-the-model',
  'leaves out none between the first and the last that it lists of many movements',
  async ({ v1, skip }) => {
    if (inSmokeOnly()) return;
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const card = await newCard(v1);
    const amounts: number[] = [];
    for (let turn = 0; turn < moreThanAPage; turn += 1) {
      const amount = minorUnits(1_00 + turn);
      if (carriedOut(await v1.creditCard(anAmountOf(card, amount)))) amounts.push(amount);
    }

    const history = await historyOf(v1, card);

    if (history === undefined) return skip(notTaken);
    const listed = new Set(itemsOf(history).map(amountMoved));
    // How many a history shows at most is not said.
    const first = amounts.findIndex((amount) => listed.has(amount));
    if (first === -1) return skip('none of many movements is listed with its amount');
    const last = amounts.findLastIndex((amount) => listed.has(amount));
    const missing = amounts.slice(first, last + 1).filter((one) => !listed.has(one));
    const words = `each of ${amounts.length} movements, or so many in a row`;
    expect(missing, sentExpectedGot(history, words)).toEqual([]);
  },
);

check(
  'v1.money.history-equals-the-model',
  'lists exactly the movements of each card',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const fees = await feesHidden(v1);
    if (fees !== undefined) return skip(fees);
    const runs = fc.array(movementPlan(3), { minLength: 1, maxLength: 8 });
    await forAll(
      [runs],
      async (plans) => {
        const cards = await cardsForRuns(v1);
        const before = await Promise.all(
          cards.map(async (card) => linesOf(await historyOf(v1, card))),
        );

        const movements: Movement[] = [];
        for (const plan of plans) movements.push(await move(v1, cards, plan));

        for (const [index, card] of cards.entries()) {
          const history = await historyOf(v1, card);
          if (history === undefined) continue;
          const own = movements.filter(({ from, to }) => from === index || to === index);
          const [carried, declined] = [true, false].map((wanted) =>
            own
              .filter(({ isCarriedOut }) => isCarriedOut === wanted)
              .map((one) => lineOf(one, index)),
          ) as [string[], string[]];
          const listed = taken(linesOf(history), before[index] ?? []);
          const beyond = taken(listed, carried);

          const expected = carried.toSorted().join(', ') || 'nothing new';
          expect(taken(carried, listed), sentExpectedGot(history, expected)).toEqual([]);
          // Whether what was declined is listed, and under which direction, is not shown.
          const strange = beyond.filter(
            (line) => !declined.some((one) => amountIn(one) === amountIn(line)),
          );
          expect(strange, sentExpectedGot(history, `${expected}, and no more`)).toEqual([]);
        }
      },
      { least: leastOfRuns },
    );
  },
);

check(
  'v1.money.history-keeps-the-order',
  'lists movements in the order in which they were made, or in the reverse',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    // Each movement has an amount of its own, by which it is found again.
    const kinds = fc.array(fc.constantFrom('credit' as const, 'debit' as const), {
      minLength: 2,
      maxLength: 6,
    });
    await forAll(
      [kinds],
      async (run) => {
        const [card] = (await cardsForRuns(v1, 1)) as [V1Card];

        const made: number[] = [];
        for (const [index, kind] of run.entries()) {
          const amount = minorUnits(11 + index * 7);
          const plan: MovementPlan =
            kind === 'credit'
              ? { kind, card: 0, amount }
              : { kind, card: 0, amount: { fixed: amount } };
          const { isCarriedOut } = await move(v1, [card], plan);
          if (isCarriedOut) made.push(amount);
        }

        const history = await historyOf(v1, card);
        if (history === undefined) return;
        const listed = itemsOf(history)
          .map(amountMoved)
          .filter((amount) => made.includes(amount));
        const isInOrder = [made, made.toReversed()].some(
          (wanted) => wanted.join(' ') === listed.join(' '),
        );
        const message = sentExpectedGot(history, `amounts ${made.join(', ')}, or in reverse`);
        expect(isInOrder, message).toBe(true);
      },
      { share: 0.5, least: { commands: 90, accepted: 80, depth: 8 } },
    );
  },
);

check(
  'v1.money.history-equals-the-model',
  'lists many movements of one card',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);

    const { credits, history } = await manyCredits(v1);

    if (history === undefined) return;
    const made = credits.filter(carriedOut).map((credit) => `CREDIT ${amountAsked(credit)}`);
    const missing = taken(made, linesOf(history));
    const shown = made.length - missing.length;
    // How many movements an answer shows at most is not said: those that came before the latest may be left out.
    const isPage = shown >= leastOfPage && shown % leastOfPage === 0;
    const leftOut = isPage ? made.slice(0, -shown) : [];
    const words = `${made.join(', ')}, or the latest of them`;
    expect(taken(missing, leftOut), sentExpectedGot(history, words)).toEqual([]);
  },
);

/** A list that shows a part at a time shows a round number of its items. */
const leastOfPage = 10;

check(
  'v1.get-transactions.account-amount',
  'shows an amount in the currency of the account as it is, whatever its digits',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const { credits, history } = await manyCredits(v1);
    if (history === undefined) return;

    for (const amount of credits.filter(carriedOut).map(amountAsked)) {
      const item = itemsOf(history).find((one) => amountMoved(one) === amount);
      const shown = memberOf(item, 'amountInAccountCurrency');
      if (typeof shown !== 'number') continue;
      const words = `amountInAccountCurrency ${amount} in the item of ${amount}`;
      expect(Math.abs(shown), sentExpectedGot(history, words)).toBe(amount);
    }
  },
);

check(
  'v1.agreement.identifiers-of-a-movement',
  'lists each movement with the identifier that its answer bears, whatever its digits',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const { credits, history } = await manyCredits(v1);
    if (history === undefined) return;

    const pairs = credits.filter(carriedOut).flatMap((credit) => {
      const item = itemsOf(history).find((one) => amountMoved(one) === amountAsked(credit));
      return item === undefined ? [] : [{ credit, item }];
    });
    for (const member of ['authorizationIdResponse', 'utrnno', 'uniqueReferenceNumber', 'rrn']) {
      const both = pairs
        .map(({ credit, item }) => ({
          credit,
          answered: memberOf(credit.answer.json, member),
          listed: memberOf(item, member),
        }))
        .filter(({ answered, listed }) => !isUnset(answered) && !isUnset(listed));
      const other = both.filter(({ answered, listed }) => answered !== listed);
      // That a history bears the identifier of the answer is not said; where it mostly does, it always does.
      if (other.length * 2 >= both.length) continue;
      const words = `the ${member} of the answer in the history, as of most movements`;
      const about = sentExpectedGot([...other.map(({ credit }) => credit), history], words);
      expect(
        other.map(({ listed }) => listed),
        about,
      ).toEqual([]);
    }
  },
);

/** Amounts of which a hundredth, times a hundred, comes out a little lower where it is a fraction of base 2. */
const amountsLostInFractions = [29, 57, 58, 113];

/** A card with many credits, each of an amount of its own: enough that one of ten shows. */
function manyCredits(
  v1: V1Client,
): Promise<{ readonly credits: readonly Exchange[]; readonly history: Exchange | undefined }> {
  return v1.learn('many credits of a card', async () => {
    const card = await newCard(v1);
    const credits: Exchange[] = [];
    for (let turn = 0; turn < repeated(40, 16); turn += 1) {
      const amount = amountsLostInFractions[turn] ?? 11 + turn * 7;
      credits.push(await v1.creditCard(anAmountOf(card, minorUnits(amount))));
    }
    return { credits, history: await historyOf(v1, card) };
  });
}

function amountAsked({ request }: Exchange): number {
  return Number(memberOf(JSON.parse(request.body ?? '{}'), 'amount'));
}

check(
  'v1.money.history-equals-the-model',
  'lists each of several equal movements',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const [card] = (await cardsForRuns(v1, 1)) as [V1Card];
    const made: string[] = [];
    for (const kind of equals.slice(0, repeated(equals.length, 3))) {
      const amount = minorUnits(17_23);
      const plan: MovementPlan =
        kind === 'credit'
          ? { kind, card: 0, amount }
          : { kind, card: 0, amount: { fixed: amount } };
      // The same once more may be taken for a mistake, and is then no movement.
      const movement = await move(v1, [card], plan);
      if (movement.isCarriedOut) made.push(lineOf(movement, 0));
    }

    const history = await historyOf(v1, card);
    if (history === undefined) return;
    expect(taken(made, linesOf(history)), sentExpectedGot(history, made.join(', '))).toEqual([]);
  },
);

check(
  'v1.money.history-equals-the-model',
  'lists a transfer between two cards of one account with both of them',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const [from] = (await cardsForRuns(v1, 1)) as [V1Card];
    const to = await anotherCardOf(v1, from);
    if (to === undefined) return skip('an account has one card only');
    const ways = [
      { source: from, destination: to, amount: minorUnits(21_37) },
      { source: to, destination: from, amount: minorUnits(5_03) },
    ];
    for (const { source, destination, amount } of ways) {
      const answer = await v1.p2pTransfer(aP2pTransfer(source, destination, amount));
      // Whether money moves between cards of one account is not said.
      if (!carriedOut(answer)) continue;

      for (const card of [source, destination]) {
        const history = await historyOf(v1, card);
        if (history === undefined) continue;
        const words = `an item of ${amount}, in whatever direction, with the card at either end`;
        const listed = itemsOf(history).map(amountMoved);
        expect(listed.includes(amount), sentExpectedGot([answer, history], words)).toBe(true);
      }
    }
  },
);

/** Members of an item that tell where it was paid. Document 1, part 2.8. */
const placeMembers =
  'terminalId merchantId mcc terminalAddress merchantName merchantCity merchantCountry'.split(' ');

check(
  'v1.frame.cards-and-accounts',
  'lists a purchase with its own terminal and merchant after one somewhere else',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const [card] = (await cardsForRuns(v1, 1)) as [V1Card];
    const first = minorUnits(3_11);
    const debit = { ...anAmountOf(card, first), cardAcceptorParameters: anAcceptor };
    if (!carriedOut(await v1.debitCard(debit))) return skip('no debit names its acceptor');
    const before = await historyOf(v1, card);
    const elsewhere = {
      terminalIdentification: 'T0000002',
      merchantIdentification: 'M00000000000002',
      merchantType: '5812',
      nameAndLocation: 'Calle Mayor 7, Toledo',
    };
    const other = { ...anAmountOf(card, minorUnits(4_13)), cardAcceptorParameters: elsewhere };

    const moved = await v1.debitCard(other);

    const after = await historyOf(v1, card);
    if (before === undefined || after === undefined) return;
    const placeIn = (history: Exchange): unknown[] | undefined => {
      const items = itemsOf(history).filter((item) => amountMoved(item) === first);
      if (items.length !== 1) return undefined;
      return placeMembers.map((name) => `${name} ${String(memberOf(items[0], name))}`);
    };
    // That it is still listed, and once, is asked elsewhere.
    const [was, is] = [placeIn(before), placeIn(after)];
    if (was === undefined || is === undefined) return;
    expect(is, sentExpectedGot([before, moved, after], was.join(', '))).toEqual(was);
  },
);

check(
  'v1.frame.cards-and-accounts',
  'lists a purchase that names no acceptor without the one of an earlier request',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const amount = minorUnits(3_17);
    // Other requests name acceptors meanwhile.
    for (let time = 1; time <= repeated(3, 1); time += 1) {
      const [named, nameless] = (await cardsForRuns(v1, 2)) as [V1Card, V1Card];
      const place = aPlaceOfItsOwn();
      const earlier = { ...anAmountOf(named, amount), cardAcceptorParameters: place };
      const first = await v1.debitCard(earlier);
      if (!carriedOut(first)) return skip('no debit names its acceptor');

      const second = await v1.debitCard(anAmountOf(nameless, amount));

      const history = await historyOf(v1, nameless);
      if (history === undefined) return;
      const shown = itemsOf(history).flatMap((item) =>
        placeMembers.map((name) => String(memberOf(item, name)).toLowerCase()),
      );
      const { merchantType: _common, ...own } = place;
      const kept = Object.values(own).filter((text) =>
        shown.some((one) => one.includes(text.toLowerCase())),
      );
      const message = sentExpectedGot([first, second, history], 'nothing of the first acceptor');
      expect(kept, message).toEqual([]);
    }
  },
);

/** What a second acceptor has in common with a first one. Document 1, part 2.2. */
const inCommon = [
  ['terminalIdentification', 'merchantIdentification'],
  ['terminalIdentification', 'merchantIdentification', 'merchantType'],
  ['terminalIdentification', 'merchantIdentification', 'nameAndLocation'],
  ['merchantIdentification'],
  ['terminalIdentification'],
  ['nameAndLocation'],
] as const;

/** Merchant category codes of which any two differ. */
const categories = ['5732', '5999', '7011', '4111', '5541', '5947', '5200'] as const;

check(
  'v1.frame.cards-and-accounts',
  'lists a purchase with the acceptor of its own request where another one named the same terminal or merchant',
  async ({ v1, skip }) => {
    if (inSmokeOnly()) return;
    if ((await learnHistoryForm(v1)) === undefined) return skip(notTaken);
    const cards = (await cardsForRuns(v1, 2)) as [V1Card, V1Card];
    const purchases: Purchase[] = [];
    for (const [index, names] of inCommon.entries()) {
      const [merchantType = '', other = ''] = categories.slice(index);
      const first = { ...aPlaceOfItsOwn(), merchantType };
      const alike = Object.fromEntries(names.map((name) => [name, first[name]]));
      const second = { ...aPlaceOfItsOwn(), merchantType: other, ...alike };
      const amount = minorUnits(1_11 + index * 4);
      const acts: Exchange[] = [];
      for (const [turn, cardAcceptorParameters] of [first, second].entries()) {
        const debit = { ...anAmountOf(cards[turn] as V1Card, amount), cardAcceptorParameters };
        acts.push(await v1.debitCard(debit));
      }
      // Which categories and terminals there are is not said.
      if (acts.every(carriedOut)) purchases.push({ acts, amount, places: [first, second] });
    }
    if (purchases.length === 0) return skip('no debit names its acceptor');

    for (const [turn, card] of cards.entries()) {
      const history = await historyOf(v1, card);
      if (history === undefined) return;
      for (const { acts, amount, places } of purchases) {
        const [own, other] = [places[turn], places[1 - turn]] as [Place, Place];
        const items = itemsOf(history).filter((item) => amountMoved(item) === amount);
        // That it is listed, and once, is asked elsewhere; how much of an acceptor is shown is open.
        if (items.length !== 1) continue;
        const foreign = shownOf(items[0], other).filter((name) => own[name] !== other[name]);
        const message = sentExpectedGot([...acts, history], 'nothing that only the other one sent');
        expect(foreign, message).toEqual([]);
      }
    }
  },
);

type Place = Readonly<
  Record<
    'terminalIdentification' | 'merchantIdentification' | 'merchantType' | 'nameAndLocation',
    string
  >
>;

/** One purchase with each of two cards, of one amount. */
interface Purchase {
  readonly acts: readonly Exchange[];
  readonly amount: number;
  readonly places: readonly Place[];
}

/** Which members of an acceptor an item shows: a category is a number, and a text may stand within others. */
function shownOf(item: unknown, place: Place): (keyof Place)[] {
  const shown = placeMembers.map((name) => String(memberOf(item, name)).toLowerCase());
  const category = memberOf(item, 'mcc');
  return (Object.entries(place) as [keyof Place, string][]).flatMap(([name, sent]) => {
    const isShown =
      name === 'merchantType'
        ? !isUnset(category) && Number(category) === Number(sent)
        : shown.some((one) => one.includes(sent.toLowerCase()));
    return isShown ? [name] : [];
  });
}

/** An acceptor that no other request names. Document 1, part 2.2. */
function aPlaceOfItsOwn(): Place {
  const digits = uniqueNumber(9);
  return {
    terminalIdentification: `T${digits.slice(-7)}`,
    merchantIdentification: `M00000${digits}`,
    merchantType: anAcceptor.merchantType,
    nameAndLocation: `Calle del Pozo ${digits}, Jaca`,
  };
}

const equals = ['credit', 'credit', 'debit', 'credit', 'debit'] as const;

const notTaken = 'no known form of getTransactions is accepted';

/** A movement as the history of a card shows it: direction and amount. */
function lineOf({ from, amount }: Movement, card: number): string {
  return `${from === card ? 'DEBIT' : 'CREDIT'} ${amount}`;
}

/** What a history lists as moved. */
function linesOf(history: Exchange | undefined): string[] {
  const moved = itemsOf(history).filter(movesSomething);
  return moved.map((item) => `${directionOf(item)} ${amountMoved(item)}`);
}

function amountIn(line: string): string {
  return line.slice(line.indexOf(' ') + 1);
}

/** What is left of `lines` when each of `others` is taken out of it once. */
function taken(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...lines];
  for (const other of others) {
    const index = left.indexOf(other);
    if (index !== -1) left.splice(index, 1);
  }
  return left;
}
