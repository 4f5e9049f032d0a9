import type { Session } from '../../fixtures/target/session.ts';

/** Headers in which the key is not as it should be. */
interface WrongKey {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export const madeUpKey = { 'X-API-KEY': 'not-the-key-of-anybody' };

/** The wrong forms in which the right key of a target may come, or not come. Document 2, part 5. */
export function keysOf({ target }: Session): readonly WrongKey[] {
  const key = target.apis.v2?.apiKey ?? '';
  const otherCase = key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
  const headers = {
    'the beginning of the key': { 'X-API-KEY': key.slice(0, -1) },
    'the key with another end': {
      'X-API-KEY': `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
    },
    'the key and a character more': { 'X-API-KEY': `${key}x` },
    'the key in another scheme': { 'X-API-KEY': undefined, Authorization: `Bearer ${key}` },
    ...(otherCase === key ? {} : { 'the key in other case': { 'X-API-KEY': otherCase } }),
    'no key': { 'X-API-KEY': undefined },
  };
  return Object.entries(headers).map(([name, sent]) => ({ name, headers: sent }));
}
