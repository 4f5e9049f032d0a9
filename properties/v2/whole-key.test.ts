import { aCardholder } from '../../fixtures/builders/v2.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import { smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import { deeds, lastDeeds } from './deeds.ts';
import { keysOf, madeUpKey } from './wrong-keys.ts';

// Document 2, part 5: every request carries the key in its header, and no other scheme is used. How a wrong
// key is answered is not shown: where one operation refuses a key that is made up, it is settled for all.

/** One deed of each operation. */
const all = [...deeds, ...lastDeeds('active')];
const operations = all.filter(
  ({ row }, index) => all.findIndex((other) => other.row === row) === index,
);

check(
  'v2.authentication.needs-the-whole-key',
  'refuses every operation without the key, and with what is only like it',
  async ({ v2, session, skip }) => {
    const world = await smallWorld(v2);
    const scene = { world, card: world.first };
    const unknown = v2.withHeaders(madeUpKey);
    // Who was let in before may be remembered: the one makes something, the other was never read.
    const asked = [
      await unknown.createCardholder(aCardholder()),
      await unknown.getCardholder(world.first.cardholder),
    ];
    const first = asked.find((answer) => !succeeded(answer));
    if (first === undefined) return skip('a key that is made up is let in');

    await forEvery(
      [
        { name: 'a made-up key', headers: madeUpKey },
        { name: 'an empty key', headers: { 'X-API-KEY': '' } },
        ...keysOf(session),
        { name: 'the key in other places', headers: inOtherPlaces(v2.settings.apiKey) },
        {
          name: 'the key in the address',
          headers: nowhere,
          query: inTheAddress(v2.settings.apiKey),
        },
      ] as readonly Carrier[],
      ({ name }) => name,
      async ({ name, headers, query = {} }) => {
        const stranger = v2.withHeaders(headers).withQuery(query);
        for (const [turn, deed] of operations.slice(0, repeated(operations.length, 1)).entries()) {
          const answer = await deed.act({ ...scene, turn, v2: stranger });
          const words = `a refusal of ${name}, as of one that is made up`;
          expect(succeeded(answer), sentExpectedGot([first, answer], words)).toBe(false);
        }
      },
    );
    // Each for itself, and not as whoever asked before.
    const nobody = v2.withHeaders(nowhere);
    for (const [turn, deed] of operations.slice(0, repeated(operations.length, 1)).entries()) {
      const before = await v2.getCard(world.first.id);
      const answer = await deed.act({ ...scene, turn, v2: nobody });
      const words = 'a refusal of no key, right after a request with the key';
      expect(succeeded(answer), sentExpectedGot([first, before, answer], words)).toBe(false);
    }
  },
);

/** A request without the right key in its header, and where the key is instead. */
interface Carrier {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string>>;
}

const nowhere = { 'X-API-KEY': undefined };

/** By the names that other services give it, at the same time. */
function inTheAddress(key: string): Readonly<Record<string, string>> {
  const names = ['X-API-KEY', 'x-api-key', 'api_key', 'apiKey', 'apikey', 'key', 'token'];
  return Object.fromEntries([...names, 'access_token'].map((name) => [name, key]));
}

/** Where other services look for one, at the same time. */
function inOtherPlaces(key: string): Readonly<Record<string, string | undefined>> {
  const names = ['X-API-TOKEN', 'API-KEY', 'X-AUTH-TOKEN', 'TOKEN'];
  const cookies = ['X-API-KEY', 'api_key', 'token'].map((name) => `${name}=${key}`);
  return {
    ...nowhere,
    ...Object.fromEntries(names.map((name) => [name, key])),
    Cookie: cookies.join('; '),
    Authorization: `Basic ${Buffer.from(`${key}:${key}`).toString('base64')}`,
  };
}
