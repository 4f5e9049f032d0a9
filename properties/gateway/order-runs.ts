import { expect, reached } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import type { GatewayClient } from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { amountsIn, reportsPaid } from '../../fixtures/worlds/gateway-orders.ts';
import { newOrder, type TestOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';
import { type OrderEvent, type OrderState, statesAfter } from '../models/order.ts';

/** An order beside what the model says of it. Document 3, part 3.1. */
export interface FollowedOrder extends TestOrder {
  readonly isOnePhase: boolean;
  readonly state: OrderState;
}

export async function followedOrder(
  gateway: GatewayClient,
  {
    operation,
    amount,
  }: {
    readonly operation: 'register.do' | 'registerPreAuth.do';
    readonly amount: number;
  },
): Promise<FollowedOrder> {
  const order = await newOrder(gateway, { amount }, operation);
  return { ...order, isOnePhase: operation === 'register.do', state: 'new' };
}

/** Has an event happen to an order and judges the status that follows; time has passed by itself. */
export async function follow(
  gateway: GatewayClient,
  order: FollowedOrder,
  event: OrderEvent,
): Promise<FollowedOrder> {
  reached(`${event} when ${order.state}`);
  if (event !== 'month passes')
    await payWithCard(gateway, order, event === 'decline' ? declined(gateway) : {});

  const allowed = statesAfter(order.state, event);
  const status = await statusOf(gateway, order);
  const seen = allowed.find((state) => (state === 'paid') === reportsPaid(status));
  const wanted = `an order that is ${allowed.includes('paid') ? 'paid' : 'not paid'}`;
  expect(seen !== undefined, sentExpectedGot(status, `${wanted} after ${event}`)).toBe(true);

  const followed = { ...order, state: seen ?? order.state };
  expectAmounts(status, followed);
  return followed;
}

/** One event after another. */
export async function followAll(
  gateway: GatewayClient,
  order: FollowedOrder,
  events: readonly OrderEvent[],
): Promise<FollowedOrder> {
  let followed = order;
  for (const event of events) followed = await follow(gateway, followed, event);
  return followed;
}

/** The amounts that a status shows are those of the state: all of an order, once, or nothing. */
export function expectAmounts(status: Exchange, order: FollowedOrder): void {
  const { approved, deposited } = amountsIn(status);
  const isPaid = order.state === 'paid';
  const expected = {
    approved: approved === undefined ? undefined : isPaid ? order.amount : 0,
    deposited: deposited === undefined ? undefined : isPaid && order.isOnePhase ? order.amount : 0,
  };
  const words = sentExpectedGot(status, `amounts ${JSON.stringify(expected)}`);
  expect({ approved, deposited }, words).toEqual(expected);
}

function declined({ settings }: GatewayClient): { readonly $PAN: string } | undefined {
  const { declinedCardPan } = settings;
  return declinedCardPan === undefined ? undefined : { $PAN: declinedCardPan };
}
