import type { Session } from '../../fixtures/target/session.ts';

/** Headers in which the key is not as it should be. */
interface WrongKey {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The wrong forms in which the right key of a target may come. Document 2, part 5. */
export function keysOf({ target }: Session): readonly WrongKey[] {
  const key = target.apis.v2?.apiKey ?? '';
  const otherCase = key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
  return [
    { name: 'the beginning of the key', headers: { 'X-API-KEY': key.slice(0, -1) } },
    { name: 'the key and a character more', headers: { 'X-API-KEY': `${key}x` } },
    { name: 'the key twice', headers: { 'X-API-KEY': `${key}, ${key}` } },
    { name: 'another scheme', headers: { 'X-API-KEY': undefined, Authorization: `Bearer ${key}` } },
    { name: 'the name of the scheme', headers: { 'X-API-KEY': `Bearer ${key}` } },
    ...(otherCase === key ? [] : [{ name: 'other case', headers: { 'X-API-KEY': otherCase } }]),
    { name: 'no key', headers: { 'X-API-KEY': undefined } },
    { name: 'an empty key', headers: { 'X-API-KEY': '' } },
  ];
}
