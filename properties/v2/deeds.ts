import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import type { Change } from '../../fixtures/operations/operation.ts';
import { type V2Row, v2Table } from '../../fixtures/operations/v2.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { kindOf, type NamedCard, type SmallWorld } from '../../fixtures/worlds/v2-facts.ts';
import type { CardStatus } from '../../fixtures/worlds/v2.ts';

// Each operation of document 2 once, as something that is done in a small world.

/** What an operation is asked for. */
export interface Scene {
  readonly v2: V2Client;
  readonly world: SmallWorld;
  /** The card that it is about. */
  readonly card: NamedCard;
  /** Counts the deeds: who takes a repeated movement for a mistake sees another amount. */
  readonly turn: number;
}

export interface Deed {
  readonly row: V2Row;
  readonly told: string;
  /** The cards that the request names. */
  readonly names: (scene: Scene) => readonly NamedCard[];
  readonly act: (scene: Scene) => Promise<Exchange>;
}

const onCard = ({ card }: Scene): NamedCard[] => [card];
const nobody = (): NamedCard[] => [];
const encryptedPin = Buffer.alloc(256, 0x5a).toString('base64');

const limitOf = (interval: 'daily' | 'monthly', euros: number): Deed => ({
  row: `patchCard ${interval} limit`,
  told: `a ${interval} limit of ${euros} euros`,
  names: onCard,
  act: ({ v2, card, turn }) =>
    v2.patchCard(card.id, { spendingLimits: [{ amount: (euros - turn) * card.euro, interval }] }),
});

const patch = (
  row: V2Row & `patchCard ${string}`,
  told: string,
  change: Parameters<V2Client['patchCard']>[1],
): Deed => ({ row, told, names: onCard, act: ({ v2, card }) => v2.patchCard(card.id, change) });

/** A transfer between the card and that of the other cardholder. */
const transfer = (told: string, way: 'from' | 'to', cents: number): Deed => ({
  row: 'createTransfer',
  told,
  names: ({ world, card }) => [card, world.other],
  act: ({ v2, world, card, turn }) => {
    const [from, to] = way === 'from' ? [card, world.other] : [world.other, card];
    return v2.createTransfer(aTransfer(from, to, minorUnits(cents + turn)));
  },
});

/** One deed for each cell of the matrix of operations on a card, and those that name no card. */
export const deeds: readonly Deed[] = [
  limitOf('daily', 900),
  limitOf('monthly', 9_000),
  {
    row: 'createTopUp',
    told: 'a top-up',
    names: onCard,
    act: ({ v2, card, turn }) => v2.createTopUp(aTopUp(card, minorUnits(7_00 + turn))),
  },
  transfer('a transfer from the card', 'from', 2_00),
  transfer('a transfer to the card', 'to', 4_00),
  transfer('a transfer of more than the card holds', 'from', 900_00),
  patch('patchCard pin', 'a new PIN', { pin: encryptedPin }),
  patch('patchCard resetPinCounter', 'resetPinCounter', { resetPinCounter: true }),
  {
    row: 'createCardholder',
    told: 'a third cardholder',
    names: nobody,
    act: ({ v2 }) => v2.createCardholder(aCardholder()),
  },
  {
    row: 'createCard',
    told: 'another card for the cardholder',
    names: nobody,
    act: ({ v2, card }) =>
      v2.createCard({ productName: v2.productName, cardholder: card.cardholder }),
  },
  {
    row: 'getCardholder',
    told: 'reading the cardholder',
    names: nobody,
    act: ({ v2, card }) => v2.getCardholder(card.cardholder),
  },
  {
    row: 'getCard',
    told: 'reading the card',
    names: nobody,
    act: ({ v2, card }) => v2.getCard(card.id),
  },
  {
    row: 'listTransfers',
    told: 'listing the transfers of the card',
    names: nobody,
    act: ({ v2, card }) => v2.listTransfers({ cardNumberFltr: card.number }),
  },
];

/** A transfer to the next card of the same cardholder, where there is one; whether they may pay each other is not shown. */
export const toItsSibling: Deed = {
  row: 'createTransfer',
  told: 'a transfer to another card of the cardholder',
  names: ({ world, card }) => [card, siblingOf(world, card)],
  act: ({ v2, world, card, turn }) =>
    v2.createTransfer(aTransfer(card, siblingOf(world, card), minorUnits(3_00 + turn))),
};

function siblingOf({ first, last }: SmallWorld, card: NamedCard): NamedCard {
  return card === first ? last : first;
}

/** A lost or stollen card refuses each status, so it is asked for all of them. Part 3. */
const newStatuses = (status: CardStatus): Deed => ({
  row: 'patchCard status',
  told:
    status === 'active'
      ? 'the status blocked'
      : status === 'blocked'
        ? 'the status active'
        : 'each status in turn, active being the last',
  names: onCard,
  act: async ({ v2, card }) => {
    if (status === 'active') return v2.patchCard(card.id, { status: 'blocked' });
    if (status !== 'blocked') {
      for (const to of ['blocked', 'lost', 'stollen'] as const) {
        const answer = await v2.patchCard(card.id, { status: to });
        if (succeeded(answer)) return answer;
      }
    }
    return v2.patchCard(card.id, { status: 'active' });
  },
});

/** How a card that was not lost or stollen ends, whatever a reissue has made of it. */
const reports = (status: CardStatus): Deed[] => {
  if (status !== 'active' && status !== 'blocked') return [];
  const to = status === 'active' ? 'stollen' : 'lost';
  return [patch('patchCard status', `a report as ${to}`, { status: to })];
};

/** Those after which the card is in another state, where they are not refused. */
export const lastDeeds = (status: CardStatus): readonly Deed[] => [
  newStatuses(status),
  patch('patchCard reissueCard', 'a reissue', {
    reissueCard: status === 'lost' ? 'lost' : status === 'stollen' ? 'stolen' : 'damaged',
  }),
  ...reports(status),
];

/** Whether the clause of a deed lets it change a fact: nothing where it was refused, no money where it was declined. */
export function mayChange(deed: Deed, scene: Scene, answer: Exchange): (change: Change) => boolean {
  const { changes } = v2Table[deed.row];
  const named = deed.names(scene);
  const names = new Set(named.map(({ name }) => name));
  const accounts = new Set(named.map(({ account }) => account));
  // Whether two cards of a cardholder share an account is not shown.
  const bearing = scene.world.cards.filter(({ account }) => accounts.has(account));
  const bearers = new Set(bearing.map(({ name }) => name));
  const movesMoney = memberOf(answer.answer.json, 'status') === 'approved';

  return (change) => {
    const kind = kindOf(change);
    if (!succeeded(answer) || !(changes as readonly string[]).includes(kind)) return false;
    if (kind === 'account.balance') return movesMoney && bearers.has(change.of);
    return names.has(change.of);
  };
}
