import { anAmountOf, aP2pTransfer, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { learnArrestPath } from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { anotherCardOf, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCards } from '../../fixtures/worlds/v1-funded.ts';
import { objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import {
  type Act,
  type Acts,
  byTypeView,
  customerView,
  expectShown,
  officeView,
  placesTold,
  seenBy,
  type View,
  views,
} from './balance-views.ts';

// Document 1, parts 2.4 and 4: what an account holds, wherever it is read, right before and right after
// everything that moves it.

const movements: Acts = [
  [
    'p2pTransfer to it',
    (v1, card, other) => v1.p2pTransfer(aP2pTransfer(other, card, minorUnits(6_01))),
  ],
  [
    'p2pTransfer from it',
    (v1, card, other) => v1.p2pTransfer(aP2pTransfer(card, other, minorUnits(5_09))),
  ],
  ['debitCard of too much', (v1, card) => v1.debitCard(anAmountOf(card, minorUnits(900_000_00)))],
  ['creditCard again', (v1, card) => v1.creditCard(anAmountOf(card, minorUnits(2_03)))],
  [
    'p2pTransfer to it again',
    (v1, card, other) => v1.p2pTransfer(aP2pTransfer(other, card, minorUnits(4_07))),
  ],
  // More than numbers of single precision tell apart, and than 32 bits hold.
  ...[33_554_433, 4_294_967_297].flatMap((much): Acts => [
    [`creditCard of ${much}`, (v1, card) => v1.creditCard(anAmountOf(card, minorUnits(much)))],
    ['debitCard then', (v1, card) => v1.debitCard(anAmountOf(card, minorUnits(1_01)))],
  ]),
];

check(
  'v1.agreement.shows-every-movement',
  'shows each movement of an account where it has shown a deposit and a debit',
  async ({ v1 }) => {
    await forEvery(
      views,
      ({ name }) => name,
      async (view) => {
        const [card, other] = await pairOfCards(v1);
        const places = await placesTold(view, v1, card, other);
        // An answer need not show what the account holds.
        if (places.length === 0) return;

        for (const [name, ask] of await movementsOf(v1, card)) {
          const moved = await ask(v1, card, other);
          expectShown(places, await seenBy(view, v1, card), { name, moved });
        }
      },
    );
  },
);

/** The movements of an account, with those by a second card where it can have one. */
async function movementsOf(v1: V1Client, card: V1Card): Promise<Acts> {
  const sister = inSmokeOnly() ? undefined : await anotherCardOf(v1, card);
  const bySister: Acts =
    sister === undefined
      ? []
      : [
          [
            'creditCard of another card',
            (v1) => v1.creditCard(anAmountOf(sister, minorUnits(3_11))),
          ],
          ['debitCard of another card', (v1) => v1.debitCard(anAmountOf(sister, minorUnits(1_19)))],
        ];
  return [...movements.slice(0, repeated(movements.length, 1)), ...bySister];
}

/** What keeps money back, or sets it free again, and what moves money meanwhile. */
function arresting(amount: number): Act {
  return async (v1, { accountNumber }) =>
    v1.ask(
      'changeAccountArrestAmount',
      { accountNumber, amount, currency: euro },
      await learnArrestPath(v1),
    );
}
const holding: Acts = [
  ['changeAccountArrestAmount of 9.00', arresting(9_00)],
  ['creditCard', (v1, card) => v1.creditCard(anAmountOf(card, minorUnits(11_13)))],
  [
    'debitCard with preAuthorization',
    (v1, card) => v1.debitCard({ ...anAmountOf(card, minorUnits(2_17)), preAuthorization: true }),
  ],
  [
    'p2pTransfer to it',
    (v1, card, other) => v1.p2pTransfer(aP2pTransfer(other, card, minorUnits(6_01))),
  ],
  ['changeAccountArrestAmount of 4.00', arresting(4_00)],
  ['changeAccountArrestAmount of nothing', arresting(0)],
];

/** What a type of balance is called, and the amount of the back office that has the same name. */
const namesakes = [
  [/avail/i, 'availableBalance'],
  [/hold|held/i, 'holdBalance'],
] as const;

check(
  'v1.agreement.available-is-available',
  'moves what is available, and what is on hold, alike wherever they are shown by that name',
  async ({ v1, skip }) => {
    const [card, other] = await pairOfCards(v1);
    const seen = async (): Promise<{ office: Exchange; others: readonly Exchange[] }> => {
      const read = ({ read }: View): Promise<Exchange> => read(v1, card);
      const [office, ...others] = await Promise.all(
        [officeView, customerView, byTypeView].map(read),
      );
      return { office: office as Exchange, others };
    };
    const first = await seen();
    if (first.others.flatMap(balancesIn).length === 0) {
      return skip('no balance is shown as available or on hold');
    }

    // What is on hold may be shown as what it takes away, and what is arrested may be no hold of that kind; the first
    // hold tells, and the others follow it.
    const signs = new Map<string, number>();
    const holdsOfAnotherKind = new Set<string>();
    for (const [name, ask] of holding.slice(0, repeated(holding.length, 1))) {
      const done = await ask(v1, card, other);
      const now = await seen();
      for (const [index, shown] of now.others.entries()) {
        const before = first.others[index] as Exchange;
        for (const { type, value, namesake } of balancesIn(before)) {
          const is = balancesIn(shown).find((one) => one.type === type)?.value;
          const inOffice = amountIn(now.office, namesake) - amountIn(first.office, namesake);
          const place = `${index} ${type}`;
          if (inOffice !== 0 && !signs.has(place)) {
            const isHold = namesake === 'holdBalance';
            if (isHold && is === value) holdsOfAnotherKind.add(place);
            signs.set(place, isHold && is === value - inOffice ? -1 : 1);
          }
          if (holdsOfAnotherKind.has(place)) continue;
          const moved = inOffice * (signs.get(place) ?? 1);
          const words = `${type} moved by ${moved} since the first look, as ${namesake}, after ${name}`;
          const about = sentExpectedGot([before, done, now.office, shown], words);
          expect(is, about).toBe(value + moved);
        }
      }
    }
  },
);

/** Two cards with money, of two customers. */
async function pairOfCards(v1: V1Client): Promise<[V1Card, V1Card]> {
  return (await fundedCards(v1, [minorUnits(90_00), minorUnits(80_00)])) as [V1Card, V1Card];
}

interface NamedBalance {
  readonly type: string;
  readonly value: number;
  readonly namesake: (typeof namesakes)[number][1];
}

/** Balances of an answer whose type is the name of an amount of the back office. Part 2.4. */
function balancesIn(shown: Exchange): NamedBalance[] {
  if (!carriedOut(shown)) return [];
  return objectsIn(shown.answer.json, ['type', 'value']).flatMap((one) => {
    const [type, value] = [String(memberOf(one, 'type')), memberOf(one, 'value')];
    const namesake = namesakes.find(([name]) => name.test(type))?.[1];
    return namesake === undefined || typeof value !== 'number' ? [] : [{ type, value, namesake }];
  });
}

function amountIn(office: Exchange, name: string): number {
  return Number(memberOf(office.answer.json, name));
}
