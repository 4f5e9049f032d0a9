import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectOnlyChanged } from '../../fixtures/operations/expect-facts.ts';
import { payByBinding } from '../../fixtures/worlds/gateway-credentials.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/gateway-facts.ts';
import { newOrder, payWithCard, showsPaid, statusOf } from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.2 and 3.1: no state wears off.

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const whiles = [
  { words: 'a second', ms: 1_000 },
  { words: 'an hour', ms: hourMs },
  { words: 'a day', ms: dayMs },
  { words: '31 days', ms: 31 * dayMs },
  { words: 'a year', ms: 365 * dayMs },
] as const;

check(
  'gateway.persistence.as-time-passes',
  'keeps what is paid, agreed and stored for a second, an hour, a day, a month and a year',
  async ({ gateway, control }) => {
    await forEvery(
      whiles,
      ({ words }) => `after ${words}`,
      ({ words, ms }) =>
        control.aside(async (own) => {
          const world = await smallWorld(gateway, { state: 'paid' });
          if (world === undefined) return;
          const before = await factsOf(world);
          const now = await own.now();

          await own.moveClockTo(new Date(now.getTime() + ms));

          expectOnlyChanged(before, await factsOf(world), {
            acts: [],
            told: `${words} went by`,
            // The lifetime of an order that waits may be over. Part 8.
            may: ({ of, kind }) => of.includes('open') && ['standing', 'payer'].includes(kind),
          });
        }),
      { allAtOnce: true },
    );
  },
);

check(
  'gateway.persistence.credential-pays-later',
  'pays by a credential that was stored a day, a month and a year ago',
  async ({ gateway, control }) => {
    await forEvery(
      whiles.slice(2),
      ({ words }) => `after ${words}`,
      ({ ms }) =>
        control.aside(async (own) => {
          const world = await smallWorld(gateway);
          const { clientId = '', bindingId } = world?.customer ?? {};
          if (bindingId === undefined) return;
          const now = await own.now();
          await own.moveClockTo(new Date(now.getTime() + ms));

          const order = await newOrder(gateway, { clientId });
          const payment = await payByBinding(gateway, order, { bindingId });

          // The card may be good no longer, which says nothing of the credential.
          const twin = await newOrder(gateway);
          await payWithCard(gateway, twin);
          if (!showsPaid(await statusOf(gateway, twin))) return;
          const status = await statusOf(gateway, order);
          const paid = sentExpectedGot([payment, status], 'a paid order');
          expect(showsPaid(status), paid).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);
