import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { bringInto, promised } from '../../fixtures/worlds/v2.ts';
import { idleIn, type SmallWorld, smallWorld } from '../../fixtures/worlds/v2-facts.ts';

/**
 * A small world in which something was set of every card, for whoever looks at it much later; and a cardholder
 * without a card and one whose card nobody has used.
 */
export async function lastingWorld(v2: V2Client): Promise<SmallWorld> {
  const world = await smallWorld(v2);
  for (const [index, card] of world.cards.slice(0, repeated(3, 1)).entries()) {
    const spendingLimits = [
      { amount: (800 + index) * card.euro, interval: 'daily' },
      { amount: (8_000 + index) * card.euro, interval: 'monthly' },
    ];
    promised(await v2.patchCard(card.id, { spendingLimits }), 'v2.spending-limits.several-at-once');
  }
  await bringInto(v2, world.first, 'blocked');
  if (world.last !== world.first) await bringInto(v2, world.last, 'lost');
  if (inSmokeOnly()) return world;
  // Active again, it has been blocked all the same.
  await bringInto(v2, world.other, 'blocked');
  await bringInto(v2, world.other, 'active', 'blocked');
  const idle = await idleIn(v2);
  return {
    ...world,
    cardholders: [...world.cardholders, ...idle.cardholders],
    cards: [...world.cards, ...idle.cards],
  };
}
