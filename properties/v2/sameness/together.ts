import { addDays } from '../../../fixtures/builders/days.ts';
import { aCardholder, aTopUp, aTransfer } from '../../../fixtures/builders/v2.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { type Exchange, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../../fixtures/worlds/v2-fees.ts';
import { limitsIn } from '../../../fixtures/worlds/v2-card-facts.ts';
import {
  balancesOf,
  cardholderNow,
  cardNow,
  creationDayIn,
  fundedCard,
  limitUnitsIn,
  newCard,
  newCardholder,
  pair,
  type TestCard,
  textAt,
} from '../../../fixtures/worlds/v2.ts';
import { idsIn } from '../../../fixtures/worlds/v2-transfers.ts';
import type { LawRow } from '../../law-rows.ts';
import { another, sharesLimits } from './second-card.ts';

// Document 2, part 4: requests that are sent together are answered and carried out each for itself.

type Row = LawRow<V2Client>;

const many = [0, 1, 2, 3] as const;

export const eachForItself: readonly Row[] = [
  {
    name: 'cardholders',
    ask: async (v2) => {
      const asked = many.map(() => aCardholder());
      const created = await Promise.all(asked.map((one) => v2.createCardholder(one)));
      const ids = created.map((answer) => {
        expect(answer).toAnswer(201);
        return textAt(answer, 'id');
      });
      const about = sentExpectedGot(created, 'an id for each');
      expect(new Set(ids).size, about).toBe(many.length);
      for (const [place, id] of ids.entries()) {
        const { firstName, lastName } = asked[place] ?? aCardholder();
        expect(await cardholderNow(v2, id)).toAnswer(200, { firstName, lastName });
      }
    },
  },
  {
    name: 'cards',
    ask: async (v2) => {
      const cardholders = await Promise.all([...many, ...many].map(() => newCardholder(v2)));
      const issued = await Promise.all(
        cardholders.map((cardholder) => v2.createCard({ productName: v2.productName, cardholder })),
      );
      for (const [place, cardholder] of cardholders.entries()) {
        expect(issued[place]).toAnswer(201, { cardholder });
      }
      for (const path of ['id', 'account.accountNumber']) {
        const about = sentExpectedGot(issued, `${path} for each`);
        expect(new Set(issued.map((one) => textAt(one, path))).size, about).toBe(issued.length);
      }
    },
  },
  {
    name: 'top-ups of different cards',
    ask: async (v2) => {
      const cards = await Promise.all(many.map(() => newCard(v2)));
      const topUps = await Promise.all(
        cards.map((card, place) => v2.createTopUp(aTopUp(card, minorUnits(5_00 + place)))),
      );
      for (const [place, topUp] of topUps.entries()) {
        expect(topUp).toAnswer(201, { amount: 5_00 + place, status: 'approved' });
      }
      const wanted = cards.map(({ balance }, place) => balance + 5_00 + place);
      const about = sentExpectedGot(topUps, 'each amount on its card');
      expect(await balancesOf(v2, cards), about).toEqual(wanted);
    },
  },
  {
    name: 'top-ups that arrive in two pieces',
    ask: async (v2) => {
      const cards = await Promise.all(many.map(() => newCard(v2)));
      const whole = Promise.withResolvers<unknown>();
      const topUp = (place: number, isCut: boolean): Promise<Exchange> => {
        const body = JSON.stringify(aTopUp(cards[place] as TestCard, minorUnits(6_00 + place)));
        return v2.send({
          operation: 'createTopUp',
          method: 'POST',
          path: '/v2/topups',
          headers: { 'Content-Type': 'application/json' },
          body,
          ...(isCut ? { cutAfter: Math.floor(body.length / 2), goesOnAfter: whole.promise } : {}),
        });
      };
      // The last one arrives whole and is answered between the pieces of the others, however busy both ends are.
      const cut = [0, 1, 2].map((place) => topUp(place, true));
      await v2.getCard((cards[3] as TestCard).id);
      const last = topUp(3, false);
      last.then(whole.resolve, whole.resolve);
      const topUps = await Promise.all([...cut, last]);
      for (const [place, answer] of topUps.entries()) {
        expect(answer).toAnswer(201, { amount: 6_00 + place, status: 'approved' });
      }
      const wanted = cards.map(({ balance }, place) => balance + 6_00 + place);
      const about = sentExpectedGot(topUps, 'each amount on its card');
      expect(await balancesOf(v2, cards), about).toEqual(wanted);
    },
  },
  {
    name: 'transfers between different cards',
    ask: async (v2) => {
      const pairs = await Promise.all(
        many.map(() => Promise.all([fundedCard(v2, minorUnits(20_00)), newCard(v2)])),
      );
      const moved = await Promise.all(
        pairs.map(([from, to], place) =>
          v2.createTransfer(aTransfer(from, to, minorUnits(5_00 + place))),
        ),
      );
      for (const [place, transfer] of moved.entries()) {
        expect(transfer).toAnswer(201, { amount: 5_00 + place, status: 'approved' });
      }
      const fees = await Promise.all(moved.map((transfer) => feeOf(v2, transfer)));
      const wanted = pairs.flatMap(([from, to], place) => [
        from.balance - 5_00 - place - (fees[place] ?? 0),
        to.balance + 5_00 + place,
      ]);
      const about = sentExpectedGot(moved, 'each amount from one card to its other');
      expect(await balancesOf(v2, pairs.flat()), about).toEqual(wanted);
    },
  },
  {
    name: 'limits and statuses of different cards',
    ask: async (v2) => {
      const cards = await Promise.all(many.map(() => newCard(v2)));
      const changes = await Promise.all(
        cards.map(({ id }, place) =>
          v2.patchCard(
            id,
            place % 2 === 0
              ? { spendingLimits: [{ interval: 'daily', amount: 2_00 + 1_00 * place }] }
              : { status: 'blocked' },
          ),
        ),
      );
      for (const change of changes) expect(change).toAnswer(200);
      for (const [place, card] of cards.entries()) {
        const now = await cardNow(v2, card);
        expect(now).toAnswer(200, { status: place % 2 === 0 ? 'active' : 'blocked' });
        const day = limitsIn(now).get('daily');
        const isOwn = (day === 2_00 + 1_00 * place) === (place % 2 === 0);
        expect(isOwn, sentExpectedGot([...changes, now], 'its own limit')).toBe(true);
      }
    },
  },
  {
    name: 'a status and a limit of two cards of one cardholder',
    ask: async (v2) => {
      const first = await newCard(v2);
      const second = await another(v2, first);
      if (second === undefined) return;
      const euro = limitUnitsIn(await cardNow(v2, first));
      if (await sharesLimits(v2, [first, second], euro)) return;
      for (const [turn, status] of (
        ['blocked', 'active', 'blocked', 'active'] as const
      ).entries()) {
        const [one, other] = turn < 2 ? [first, second] : [second, first];
        const amount = (200 + turn) * euro;
        const changes = await Promise.all([
          v2.patchCard(one.id, { status }),
          v2.patchCard(other.id, { spendingLimits: [{ interval: 'daily', amount }] }),
        ]);
        // That a change is refused while another is under way is forbidden by no sentence.
        if (!changes.every(succeeded)) return;
        expect(await cardNow(v2, one)).toAnswer(200, { status });
        const now = await cardNow(v2, other);
        expect(now).toAnswer(200, { status: 'active' });
        const about = sentExpectedGot([...changes, now], `${amount} a day`);
        expect(limitsIn(now).get('daily'), about).toBe(amount);
      }
    },
  },
  {
    name: 'lists of one card, each with another filter',
    ask: async (v2) => {
      const { from, to } = await pair(v2);
      const paid = await v2.createTransfer(aTransfer(from, to, minorUnits(5_00)));
      await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance)));
      const later = addDays(creationDayIn(paid, 'transfer'), 3);
      const filters = [
        {},
        { statusFltr: 'approved' },
        { statusFltr: 'declined' },
        { periodEndFltr: '2001-02-03' },
        { periodStartFltr: later },
      ] as const;
      const ask = async (filter: (typeof filters)[number]) => {
        const list = await v2.listTransfers({ cardNumberFltr: from.number, ...filter });
        const shown = succeeded(list) ? idsIn(list).map(String).toSorted().join() : 'refused';
        return { list, shown };
      };
      const inTurn: Awaited<ReturnType<typeof ask>>[] = [];
      for (const filter of filters) inTurn.push(await ask(filter));
      for (const order of [filters, filters.toReversed()]) {
        const atOnce = await Promise.all(order.map(ask));
        for (const [place, { list, shown }] of atOnce.entries()) {
          const filter = order[place] ?? {};
          const alone = inTurn[filters.indexOf(filter)];
          if (alone === undefined) continue;
          const about = sentExpectedGot([alone.list, list], 'the same as of each alone');
          expect(shown, about).toBe(alone.shown);
        }
      }
    },
  },
  {
    name: 'reads',
    ask: async (v2) => {
      const cards = await Promise.all(many.map(() => newCard(v2)));
      const asked = [...cards, ...cards.toReversed(), ...cards];
      const shown = await Promise.all(asked.map(({ id }) => v2.getCard(id)));
      const lists = await Promise.all(asked.map(({ cardholder }) => v2.getCardholder(cardholder)));
      for (const [place, { id, number, cardholder }] of asked.entries()) {
        expect(shown[place]).toAnswer(200, { id, number });
        expect(lists[place]).toAnswer(200, { id: cardholder });
      }
    },
  },
];

export const strangersStayOut: Row = {
  name: 'strangers beside the owner of the key',
  ask: async (v2) => {
    const stranger = v2.withHeaders({ 'X-API-KEY': 'none' });
    const nobody = v2.withHeaders({ 'X-API-KEY': undefined });
    const cards = await Promise.all(many.map(() => newCard(v2)));
    const allowed: Promise<Exchange>[] = [];
    const refused: Promise<Exchange>[] = [];
    for (const card of cards) {
      allowed.push(v2.createTopUp(aTopUp(card, minorUnits(5_00))));
      refused.push(stranger.getCard(card.id), nobody.getCard(card.id));
      allowed.push(v2.createCardholder(aCardholder()));
      refused.push(stranger.createTopUp(aTopUp(card, minorUnits(6_00))));
    }
    const letIn = await Promise.all(allowed);
    for (const answer of await Promise.all(refused)) expect(answer).toBeRefused();
    const wanted = cards.map(({ balance }) => balance + 5_00);
    const about = sentExpectedGot(letIn, 'the top-ups of the owner alone');
    expect(await balancesOf(v2, cards), about).toEqual(wanted);
  },
};
