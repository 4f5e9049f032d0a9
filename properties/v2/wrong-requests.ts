import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { unknownIdLike, without, withValue } from '../../fixtures/builders/spoil.ts';
import { aFullCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import type { CardChange, V2Client, V2Operation } from '../../fixtures/clients/v2.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { SmallWorld } from '../../fixtures/worlds/v2-facts.ts';

// Document 2, parts 2 to 4: requests that are wrong in one thing each. A sentence promises that most of
// them fail; of the others a target that refuses them has said enough.

/** What the requests are made of. */
export interface Given {
  readonly v2: V2Client;
  readonly world: SmallWorld;
}

export interface WrongRequests {
  readonly operation: V2Operation;
  readonly wrong: (given: Given) => readonly (() => Promise<Exchange>)[];
}

const spoiltAt = (complete: object, wrong: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(wrong).map(([path, value]) =>
    value === undefined ? without(complete, path) : withValue(complete, path, value),
  );

/** Values of a change that no sentence lists, which a target may take all the same. */
export const unlistedChanges: readonly object[] = [
  { reissueCard: 'worn' },
  { reissueCard: '' },
  { reissueCard: 'Damaged' },
  { status: 'frozen' },
  { status: '' },
  { spendingLimits: [{ amount: -5, interval: 'daily' }] },
  { spendingLimits: [{ amount: 900, interval: 'hourly' }] },
  {
    spendingLimits: [
      { amount: 900, interval: 'daily' },
      { amount: -5, interval: 'monthly' },
    ],
  },
  { spendingLimits: [{ interval: 'daily' }] },
  { resetPinCounter: 'soon' },
];

export const wrongRequests: readonly WrongRequests[] = [
  {
    operation: 'createTransfer',
    wrong: ({ v2, world: { first, other } }) =>
      [
        ...spoiltAt(aTransfer(first, other, minorUnits(5_00)), {
          currency: 'USD',
          amount: -500,
          'sourceCard.cardNumber': unknownNumberLike(first.number),
          'destinationCard.cardNumber': unknownNumberLike(other.number),
          destinationCard: undefined,
          sourceCard: undefined,
        }),
        withValue(aTransfer(first, other, minorUnits(5_00)), 'amount', 1000.5),
        without(aTransfer(first, other, minorUnits(5_00)), 'amount'),
        aTransfer(first, other, minorUnits(first.balance + 900_00)),
      ].map((order) => () => v2.createTransfer(order)),
  },
  {
    operation: 'createTopUp',
    wrong: ({ v2, world: { first } }) =>
      [
        ...spoiltAt(aTopUp(first, minorUnits(5_00)), {
          currency: 'USD',
          amount: 1000.5,
          'destinationCard.cardNumber': unknownNumberLike(first.number),
          destinationCard: undefined,
        }),
        withValue(aTopUp(first, minorUnits(5_00)), 'amount', -500),
        without(aTopUp(first, minorUnits(5_00)), 'amount'),
      ].map((order) => () => v2.createTopUp(order)),
  },
  {
    operation: 'patchCard',
    wrong: ({ v2, world: { first } }) =>
      [
        {},
        { status: 'blocked', reissueCard: 'damaged' },
        { spendingLimits: [{ amount: 900, interval: 'daily' }], status: 'lost' },
        { pin: '2468' },
        { status: 'active', pin: '2468' },
      ].map((change: CardChange) => () => v2.patchCard(first.id, change)),
  },
  {
    operation: 'createCardholder',
    wrong: ({ v2 }) =>
      spoiltAt(aFullCardholder(), {
        'billingAddress.country': undefined,
        'billingAddress.postalCode': undefined,
        firstName: undefined,
        lastName: undefined,
        phoneNumber: undefined,
        billingAddress: undefined,
      }).map((cardholder) => () => v2.createCardholder(cardholder)),
  },
  {
    operation: 'createCard',
    wrong: ({ v2, world: { first } }) =>
      spoiltAt(
        { productName: v2.productName, cardholder: first.cardholder },
        { productName: undefined, cardholder: unknownIdLike(first.cardholder) },
      )
        .concat({ productName: 'no-such-product', cardholder: first.cardholder })
        .map((card) => () => v2.createCard(card)),
  },
  {
    operation: 'getCard',
    wrong: ({ v2, world: { first } }) => [
      () => v2.getCard(unknownIdLike(first.id)),
      () => v2.getCardholder(unknownIdLike(first.cardholder)),
      () => v2.patchCard(unknownIdLike(first.id), { status: 'blocked' }),
      () => v2.listTransfers({}),
    ],
  },
];
