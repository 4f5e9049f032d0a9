import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { payOn } from '../../fixtures/customer/pay.ts';
import { opens, type Visit } from '../../fixtures/customer/visit.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { toldOf3DS } from '../../fixtures/worlds/gateway-orders.ts';
import { payWithCard } from '../../fixtures/worlds/gateway.ts';

// Customers on the page of an order and at their bank. Document 3, parts 4.1 and 4.3.

/** What a check says that meets no bank. */
export const noBank = 'no page of a bank is there that asks its payer in a way that we can tell';

/** Two addresses of a shop that belong to one order. */
export function addressesOf(order: string): {
  readonly returnUrl: string;
  readonly failUrl: string;
} {
  const shop = `https://shop.example/${order}`;
  return { returnUrl: `${shop}/paid`, failUrl: `${shop}/failed` };
}

/** There is one customer, who looks at one page after the other. */
export function turns(): <Row>(body: (row: Row) => Promise<void>) => (row: Row) => Promise<void> {
  let last = Promise.resolve();
  return (body) => (row) => {
    const turn = last.then(() => body(row));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Fills in the page of an order and pays, as far as it can be told how; says why it cannot. */
export async function payAt(
  visit: Visit,
  { settings: { card } }: GatewayClient,
  formUrl: string,
  pan: string = card.pan,
): Promise<string | undefined> {
  const reason = await opens(visit, formUrl);
  if (reason !== undefined) return `the page cannot be opened: ${reason}`;
  return (await payOn(visit, { ...card, pan }, () => visit.isAtShop())).missing;
}

/** Where the payer of an order is asked by the bank, after both steps of the merchant. Part 4.3. */
export async function bankOf(
  gateway: GatewayClient,
  order: { readonly mdOrder: string },
  part: Parameters,
): Promise<string | undefined> {
  const first = await payWithCard(gateway, order, part);
  const transaction = transactionIn(first);
  if (!isGatewaySuccess(first) || transaction === undefined) return undefined;
  return addressOfBankIn(await payWithCard(gateway, order, { ...part, ...transaction }));
}

export function transactionIn(payment: Exchange): Parameters | undefined {
  const threeDSServerTransId = toldOf3DS(payment, 'threeDSServerTransId');
  return threeDSServerTransId === undefined ? undefined : { threeDSServerTransId };
}

export function addressOfBankIn(payment: Exchange): string | undefined {
  return ['acsUrl', 'redirect']
    .map((name) => toldOf3DS(payment, name))
    .find((address) => typeof address === 'string' && isElsewhere(address)) as string | undefined;
}

/** Whether an address leads to anybody but the shop. */
function isElsewhere(address: string): boolean {
  return URL.canParse(address) && !address.startsWith('https://shop.example/');
}
