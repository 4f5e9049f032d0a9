import type { SandboxCore } from '../core.ts';
import { lastAttempt, type Binding, type Order } from '../gateway/records.ts';
import type { Card, Cardholder } from '../store.ts';
import type { Subscription } from '../subscriptions/records.ts';
import { cardRecord } from '../v1/card-records.ts';
import { usedOfCard } from '../v1/limit-use.ts';
import { spentOf } from '../v2/movements.ts';
import { createMasker } from './masking.ts';

/** The kinds of things that a sandbox holds. */
export const objectKinds = [
  'customers',
  'cards',
  'orders',
  'credentials',
  'subscriptions',
] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** Something that the sandbox holds, with what a page shows of it: no number of a card, no code. */
export interface SeenObject {
  readonly id: string;
  /** What it is called among people. */
  readonly title: string;
  readonly state: string;
  readonly facts: Readonly<Record<string, string>>;
  /** Whether an order can be paid now. */
  readonly isWaiting?: boolean;
}

export interface SeenObjects {
  readonly total: number;
  /** The newest first. */
  readonly items: readonly SeenObject[];
}

/** The newest things of a kind. */
export function objectsOf(kind: ObjectKind, most: number, core: SandboxCore): SeenObjects {
  const { store } = core;
  switch (kind) {
    case 'customers':
      return customersOf(most, core);
    case 'cards':
      return newest(store.cards, most, (one) => showCard(one, core));
    case 'orders':
      return newest(store.orders, most, (one) => showOrder(one, core));
    case 'credentials':
      return newest(store.bindings, most, (one) => showCredential(one, core));
    case 'subscriptions':
      return newest(store.subscriptions, most, (one) => showSubscription(one, core));
  }
}

function newest<One>(
  all: ReadonlyMap<string, One>,
  most: number,
  show: (one: One) => SeenObject,
): SeenObjects {
  const last = most === 0 ? [] : [...all.values()].slice(-most);
  return { total: all.size, items: last.toReversed().map(show) };
}

function customersOf(most: number, core: SandboxCore): SeenObjects {
  const { store } = core;
  const numbers = new Map([...store.customers.values()].map((one) => [one.cardholder, one.number]));
  return newest(store.cardholders, most, (one) => showCustomer(one, numbers.get(one), core));
}

function showCustomer(
  { id, account, cards, profile }: Cardholder,
  customerNumber: string | undefined,
  core: SandboxCore,
): SeenObject {
  const { text } = createMasker(core);
  const name = [profile.firstName, profile.lastName].filter((one) => one !== undefined).join(' ');
  return {
    id,
    title: text(name === '' ? '(no name)' : name),
    state: text(profile.status ?? ''),
    facts: {
      ...(customerNumber === undefined ? {} : { 'customer number': text(customerNumber) }),
      account: `${account}: ${euros(core.ledger.balance(account))}`,
      cards: String(cards.length),
    },
  };
}

function showCard(card: Card, core: SandboxCore): SeenObject {
  const { id, account, status, expiryDate, pinDenials, limits, number } = card;
  const record = core.store.cardRecords.get(card);
  const ofV2 = limits.map(({ interval, amount }) => [
    `limit, ${interval}`,
    `${euros(spentOf(card, interval, core))} of ${euros(amount)}`,
  ]);
  // What v1 knows of a card is made when it first meets the card, and not by looking on.
  const ofV1 = (record === undefined ? [] : cardRecord(card, core).limits).map((limit) => [
    `limit ${createMasker(core).text(limit.name)}`,
    `${usedOfCard(card, limit, record?.uses ?? [], core)} of ${limit.value}`,
  ]);
  return {
    id,
    title: `•••${number.slice(-4)}`,
    state: status,
    facts: {
      'good until': expiryDate,
      balance: euros(core.ledger.balance(account)),
      'wrong PINs': String(pinDenials),
      ...Object.fromEntries([...ofV2, ...ofV1]),
    },
  };
}

const orderStates = [
  'registered',
  'held',
  'paid',
  'reversed',
  'refunded',
  'bank asks the payer',
  'declined',
] as const;

function showOrder(order: Order, core: SandboxCore): SeenObject {
  const { text } = createMasker(core);
  const { mdOrder, orderNumber, merchant, amount, currency, status, expiresAt } = order;
  const attempt = lastAttempt(order);
  return {
    id: mdOrder,
    title: text(orderNumber),
    state: `${status} ${orderStates[status]}`,
    isWaiting: core.rules.gwIsPayable(order, core.clock.now()),
    facts: {
      amount: `${decimal(amount)} (currency ${currency})`,
      merchant: text(merchant.login),
      'to be paid until': iso(expiresAt),
      ...(attempt === undefined
        ? {}
        : { 'last attempt': `${attempt.outcome} with •••${attempt.pan.slice(-4)}` }),
    },
  };
}

function showCredential(binding: Binding, core: SandboxCore): SeenObject {
  const { text } = createMasker(core);
  const { bindingId, clientId, category, pan, expiry, isActive, charges, chargesMade } = binding;
  return {
    id: bindingId,
    title: text(clientId),
    state: isActive ? 'active' : 'inactive',
    facts: {
      kind: category,
      card: `•••${pan.slice(-4)}, good until ${expiry}`,
      'charges made': String(chargesMade),
      'charges will be': charges,
    },
  };
}

function showSubscription(subscription: Subscription, core: SandboxCore): SeenObject {
  const { text } = createMasker(core);
  const { subscriptionId, customerId, amount, currency, status, interval } = subscription;
  const { nextChargeAt, activeTill, payments, order } = subscription;
  return {
    id: subscriptionId,
    title: text(customerId),
    state: status,
    facts: {
      amount: `${decimal(amount)} (currency ${currency})`,
      every: `${interval.value} ${interval.unit}`,
      'first order': order.mdOrder,
      payments: String(payments.length),
      ...(nextChargeAt === undefined ? {} : { 'next charge': iso(nextChargeAt) }),
      ...(activeTill === undefined ? {} : { 'active till': iso(activeTill) }),
    },
  };
}

function euros(cents: number): string {
  return `${decimal(cents)} EUR`;
}

function decimal(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2);
}

function iso(moment: number): string {
  return Number.isFinite(moment) ? new Date(moment).toISOString() : 'never';
}
