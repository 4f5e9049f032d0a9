import { isJsonMediaType } from '../body.ts';
import type { SandboxCore } from '../core.ts';
import { cardNumbers, harmless, harmlessHeaders, harmlessNumbers, jsonTexts } from './names.ts';

/** A value with nothing in it that must not be seen: JSON, as it is shown. */
export type Shown = string | number | boolean | null | readonly Shown[] | ShownMembers;
export interface ShownMembers {
  readonly [name: string]: Shown;
}

/** Takes out of what is shown every card number, code, PIN, key and secret. */
export interface Masker {
  readonly text: (text: string) => string;
  /** A path with its query. */
  readonly address: (url: URL) => string;
  readonly headers: (headers: Headers) => Readonly<Record<string, string>>;
  /** What a body says; undefined where there is none. */
  readonly body: (text: string, mediaType: string | null) => Shown | undefined;
}

/** What stands in place of what is not shown. */
const hidden = '•••';

/** Twelve digits or more, however they are grouped: as long as a card number. */
const longNumber = /\d(?:[ .-]?\d){11,}/g;

/** Texts that say themselves what they give away. */
const confessions = [
  /\b(cvc2?|cvv2?|pin|otp|password|passwd|secret|token|key|authorization)(["']?\s*[:=]\s*["']?)[^\s"'&,;]+/gi,
  /\b(cvc2?|cvv2?|pin|otp|code)(\s+)\d{3,}/gi,
  /\b(basic|bearer)(\s+)\S{6,}/gi,
];

/** The deepest that members are followed; deeper ones are no request that anybody would write. */
const deepest = 8;
const mostItems = 50;
const longestText = 300;

/** The masker of a sandbox: it knows what is secret there. */
export function createMasker(core: SandboxCore): Masker {
  const secrets = secretsOf(core);
  const isOwnNumber = (digits: string): boolean =>
    core.balances.has(digits) || core.store.orders.has(digits);

  const text = (value: string): string => {
    let shown = value;
    for (const secret of secrets) shown = shown.replaceAll(secret, hidden);
    // A number of an account or an order is as long as that of a card, and the sandbox made it up.
    shown = shown.replaceAll(longNumber, (digits) =>
      isOwnNumber(digits) ? digits : lastFour(digits),
    );
    for (const confession of confessions) shown = shown.replaceAll(confession, `$1$2${hidden}`);
    return shown.length > longestText ? `${shown.slice(0, longestText)}…` : shown;
  };

  const member = (name: string, value: unknown, depth: number): Shown => {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'object') return inside(value, name, depth + 1);
    if (typeof value !== 'string' && typeof value !== 'number') return hidden;
    if (cardNumbers.has(name)) return lastFour(String(value));
    if (typeof value === 'number') return numberIn(name, value);
    if (jsonTexts.has(name)) return within(value, depth);
    return harmless.has(name) ? text(value) : kindOf(value);
  };
  const numberIn = (name: string, value: number): Shown => {
    if (!harmless.has(name) && !harmlessNumbers.has(name)) return hidden;
    return text(String(value)) === String(value) ? value : text(String(value));
  };
  const within = (value: string, depth: number): Shown => {
    const parsed = parse(value);
    return typeof parsed === 'object' && parsed !== null
      ? inside(parsed, '', depth + 1)
      : kindOf(value);
  };
  const inside = (value: object, name: string, depth: number): Shown => {
    if (depth > deepest) return hidden;
    if (Array.isArray(value)) {
      return value.slice(0, mostItems).map((item: unknown) => member(name, item, depth));
    }
    const entries = Object.entries(value).slice(0, mostItems);
    return Object.fromEntries(
      entries.map(([inner, held]: [string, unknown]) => [text(inner), member(inner, held, depth)]),
    );
  };
  const pairs = (sent: URLSearchParams): [string, Shown][] =>
    [...sent].slice(0, mostItems).map(([name, value]) => [text(name), member(name, value, 0)]);

  return {
    text,
    address: ({ pathname, searchParams }) => {
      const path = pathname.split('/').map((part) => text(decoded(part)));
      const query = pairs(searchParams).map(([name, value]) => `${name}=${asText(value)}`);
      return path.join('/') + (query.length === 0 ? '' : `?${query.join('&')}`);
    },
    headers: (headers) =>
      Object.fromEntries(
        [...headers].map(([name, value]) => [
          text(name),
          harmlessHeaders.has(name) ? text(value) : hidden,
        ]),
      ),
    body: (sent, mediaType) => {
      if (sent === '') return undefined;
      const type = mediaType?.split(';')[0]?.trim().toLowerCase();
      if (type === 'application/x-www-form-urlencoded') {
        return Object.fromEntries(pairs(new URLSearchParams(sent)));
      }
      const parsed = parse(sent);
      if (typeof parsed === 'object' && parsed !== null) return inside(parsed, '', 0);
      const what = isJsonMediaType(mediaType ?? undefined)
        ? 'no JSON object'
        : text(type ?? 'a body');
      return `(${what}, ${sent.length} characters)`;
    },
  };
}

function secretsOf({ apiKey, controlToken, v1, gateway }: SandboxCore): string[] {
  const { merchant, otherMerchant } = gateway;
  const login = Buffer.from(v1.apiToken, 'base64').toString();
  const ofMerchants = [merchant, otherMerchant].flatMap(({ password, token }) => [password, token]);
  const password = login.split(':').at(-1) ?? '';
  return [apiKey, controlToken, v1.apiToken, login, password, ...ofMerchants].filter(
    (secret) => secret.length >= 4,
  );
}

function lastFour(number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  return digits.length < 12 ? hidden : `${hidden}${digits.slice(-4)}`;
}

/** What can be said of a text without saying it. */
function kindOf(text: string): string {
  return text === '' ? '' : `(text of ${text.length})`;
}

function asText(value: Shown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return hidden;
  }
}
