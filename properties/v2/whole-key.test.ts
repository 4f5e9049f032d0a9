import { check, expect, forEvery } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { deeds } from './deeds.ts';
import { keysOf } from './wrong-keys.ts';

// Document 2, part 5: every request carries the key in its header, and no other scheme is used. No key, an
// empty one and a made-up one stand in suites/v2/authentication.test.ts.

/** One deed of each operation. */
const operations = deeds.filter(
  ({ row }, index) => deeds.findIndex((other) => other.row === row) === index,
);

check(
  'v2.authentication.needs-the-whole-key',
  'refuses every operation with a key that is only like the right one',
  async ({ v2, session }) => {
    const alike = keysOf(session).filter(({ isAlike }) => isAlike);
    await forEvery(
      alike,
      ({ name }) => name,
      async ({ headers }) => {
        const world = await smallWorld(v2);
        const stranger = v2.withHeaders(headers);
        const asked = operations.slice(0, repeated(operations.length, 1));

        for (const [turn, deed] of asked.entries()) {
          const scene = { world, card: world.first, turn };
          expect(await deed.act({ ...scene, v2: stranger })).toBeRefused();
        }
      },
    );
  },
);
