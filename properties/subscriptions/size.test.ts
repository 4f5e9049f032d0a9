import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess, subscriptionIn } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { itemsIn } from '../../fixtures/worlds/subscription-facts.ts';
import { activeSubscription, detailsOf, promised } from '../../fixtures/worlds/subscriptions.ts';

// Document 3, parts 2.3 and 4.8: what is taken is exact, however large it is. How large it may be is not
// shown, so each value may be refused.

const amounts = [
  1,
  9,
  101,
  9_999,
  123_456_789,
  10 ** 8,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 + 5,
  10 ** 12 + 1,
  2 ** 53 - 1,
];

const numbers: readonly Readonly<Record<string, number>>[] = [
  ...amounts.map((amount) => ({ amount })),
  ...[12, 31, 100, 366, 1_000, 65_537].map((billingIntervalValue) => ({ billingIntervalValue })),
  // Few or many minor units, and codes that begin with a zero.
  ...[392, 414, 36, 8, 826].map((currency) => ({ currency, amount: 12_345 })),
];

check(
  'subscriptions.size.numbers-are-exact',
  'shows each number that it takes as it was sent, wherever it shows it',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(numbers, inWords, async (part) => {
      await takesAsSent({ subscriptions, initialPayment }, part);
      const { currency, ...terms } = part;
      if (currency === undefined) await updatesAsSent({ subscriptions, initialPayment }, terms);
    });
  },
);

const texts: readonly Readonly<Record<string, string>>[] = [
  { customerId: 'Łukasz Ünïcode-顧客-Жук' },
  { customerId: "O'Brien & Söhne <7>; 100 %" },
  { customerId: `${'long-'.repeat(45)}tail` },
  { description: 'Zeitschrift für Köche, №1: «Обед» 定期購読 🙂' },
  { description: 'Line "one"\\two, line; <b>three</b> & 100 % {four}' },
  { description: `${'d'.repeat(597)}e` },
  { email: `${'e'.repeat(60)}+tag@mail.example.com` },
  { email: `${'long.'.repeat(12)}name@${'sub.'.repeat(40)}example.com` },
  { phone: '+12345678901234567890' },
];

check(
  'subscriptions.size.texts-are-exact',
  'shows each text that it takes as it was sent, wherever it shows it',
  async ({ subscriptions, initialPayment }) => {
    await forEvery(texts, inWords, async ({ customerId, ...part }) => {
      // A customer of this run alone, whose id ends as that of no other.
      const own = `${customerId ?? ''} ${aCustomerId()}`.trim();
      await takesAsSent({ subscriptions, initialPayment }, { ...part, customerId: own });
    });
  },
);

/** Members that an item of the list shows as well. */
const listed = ['customerId', 'amount', 'currency', 'email', 'billingIntervalValue'];

async function takesAsSent(
  { subscriptions }: Ground,
  part: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = aSubscription(part);
  const created = await subscriptions.create(body);
  if (!isSubscriptionSuccess(created)) return;
  expectShown(created, part);

  const { customerId } = body;
  const subscriptionId = String(memberOf(subscriptionIn(created), 'subscriptionId'));
  expectShown(
    promised(await detailsOf(subscriptions, { subscriptionId }), 'subscriptions.details.succeeds'),
    part,
  );
  const { amount } = body;
  await expectListedAsSent({ subscriptions }, { customerId, amount }, part);
}

/** By its customer and by its amount, both of which it is found by. */
async function expectListedAsSent(
  { subscriptions }: Pick<Ground, 'subscriptions'>,
  { customerId, amount }: { readonly customerId: string; readonly amount: number },
  part: Readonly<Record<string, unknown>>,
): Promise<void> {
  const list = promised(
    await subscriptions.list({ customerId, amountFrom: amount, amountTo: amount }),
    'subscriptions.list.succeeds',
  );
  const shown = Object.fromEntries(Object.entries(part).filter(([name]) => listed.includes(name)));
  const words = sentExpectedGot(list, `one item  ${JSON.stringify(shown)}`);
  expect(itemsIn(list), words).toHaveLength(1);
  expect(itemsIn(list)[0], words).toMatchObject(shown);
}

async function updatesAsSent(
  { subscriptions, initialPayment }: Ground,
  terms: Readonly<Record<string, number>>,
): Promise<void> {
  const active = await activeSubscription(subscriptions, initialPayment);
  if ('missing' in active) return;
  const { subscriptionId } = active;
  const updated = await subscriptions.update({ subscriptionId, ...terms });
  if (!isSubscriptionSuccess(updated)) return;
  expectShown(updated, terms);
  expectShown(await detailsOf(subscriptions, active), terms);
  await expectListedAsSent({ subscriptions }, { ...active, ...terms }, terms);
}

function expectShown(exchange: Exchange, part: object): void {
  const words = sentExpectedGot(exchange, `as it was sent: ${JSON.stringify(part)}`);
  expect(subscriptionIn(exchange), words).toMatchObject(part);
}

function inWords(part: object): string {
  return JSON.stringify(part);
}
