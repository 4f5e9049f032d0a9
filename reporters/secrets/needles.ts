import { codeBesideItsName, type LearnedSecrets } from '../../fixtures/transcript/known-secrets.ts';

/** A value that must never be written, and the setting that it came from. */
export interface Secret {
  readonly variable: string;
  readonly value: string;
}

/** Everything that a run knew and that must not be found in what it has written. */
interface Needles {
  /** What is wrong with a text, in a few words each: `the value of V2_API_KEY`. */
  in(text: string): ReadonlySet<string>;
}

/** Shorter ones would be found in every report: three digits stand for all sorts of things. */
export const shortestSecret = 6;

/**
 * Looks for credentials as they are, escaped and in Base64 at each of its three alignments; for card
 * numbers by looking up whatever has that many digits; and for codes beside their names only.
 */
export function needlesOf(secrets: readonly Secret[], learned: LearnedSecrets): Needles {
  const lookForWords = finderOf(
    secrets.filter(isTellable).flatMap(({ variable, value }) => {
      const forms = [...new Set([...formsOf(value), ...encodedFormsOf(value)])];
      return forms.map((form) => [form, `the value of ${variable}`] as const);
    }),
  );
  const values = secrets.map(({ value }) => value);
  const numbers = numbersAmong([...learned.cardNumbers, ...values]);
  const codes = new Set([...learned.codes, ...values].filter((value) => /^\d{3,11}$/.test(value)));

  const look = (text: string, found: Set<string>, depth: number): void => {
    const plain = unescaped(text);
    for (const view of plain === text ? [text] : [text, plain]) {
      lookForWords(view, found);
      lookForNumbers(view, numbers, found);
      lookForCodes(view, codes, found);
    }
    lookForEncodedNumbers(text, numbers, found);
    if (depth === 0) return;
    for (const inner of decodedIn(text)) look(inner, found, depth - 1);
  };
  return {
    in(text) {
      const found = new Set<string>();
      // Two layers: an envelope holds a report, which holds an answer.
      look(text, found, 2);
      return found;
    },
  };
}

/** A password that is a plain word may well stand in a report without having leaked. */
function isTellable({ value }: Secret): boolean {
  return value.length >= shortestSecret && (/\d/.test(value) || value.length >= 16);
}

/** As it is, inside JSON, and inside an address or a form. */
function formsOf(value: string): string[] {
  const inAForm = new URLSearchParams({ '': value }).toString().slice(1);
  return [
    ...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), inAForm]),
  ];
}

/**
 * What Base64 makes of a value that stands among others: where it begins within three bytes decides
 * its characters, and those at its ends are shared with its neighbours.
 */
function encodedFormsOf(value: string): string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value)]);
    const [start, end] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return bytes.toString('base64').slice(start, end);
  });
  const ofAddresses = forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  return [...new Set([...forms, ...ofAddresses])];
}

/**
 * Notes which of many strings a text holds, in one walk: four characters at a time say whether it is
 * worth looking closer, so that the time does not depend on how many strings there are.
 */
function finderOf(
  strings: readonly (readonly [text: string, meaning: string])[],
): (text: string, found: Set<string>) => void {
  const byBeginning = Map.groupBy(strings, ([text]) => keyAt(text));
  const mayBegin = new Uint8Array(2 ** 16);
  for (const key of byBeginning.keys()) mayBegin[Math.imul(key, spread) >>> 16] = 1;

  return (text, found) => {
    if (strings.length === 0) return;
    // Walking over bytes takes half the time of walking over text.
    const bytes = Buffer.from(text, 'latin1');
    let key = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      key = (key << 8) | (bytes[index] as number);
      if (mayBegin[Math.imul(key, spread) >>> 16] === 0) continue;
      for (const [wanted, meaning] of byBeginning.get(key) ?? []) {
        if (text.startsWith(wanted, index - 3)) found.add(meaning);
      }
    }
  };
}

/** The first four characters as one number. */
function keyAt(text: string): number {
  let key = 0;
  for (let index = 0; index < 4; index += 1) key = (key << 8) | (text.charCodeAt(index) & 255);
  return key;
}

/** Makes numbers that are near each other differ in their upper half. */
const spread = 0x9e3779b1;

/** Card numbers, with the lengths that they have. */
interface Numbers {
  readonly all: ReadonlySet<string>;
  readonly lengths: readonly number[];
}

function numbersAmong(values: readonly string[]): Numbers {
  const all = new Set(values.filter((value) => /^\d{12,19}$/.test(value)));
  return { all, lengths: [...new Set([...all].map(({ length }) => length))] };
}

/** Twelve digits and more, also in groups; among them are moments, which nobody knows as a card. */
const manyDigits = /\d(?:[ +-]?\d){11,}/g;

function lookForNumbers(text: string, { all, lengths }: Numbers, found: Set<string>): void {
  if (all.size === 0) return;
  for (const [run] of text.matchAll(manyDigits)) {
    const digits = run.replaceAll(/\D/g, '');
    for (const length of lengths) {
      for (let start = 0; start + length <= digits.length; start += 1) {
        const number = digits.slice(start, start + length);
        if (all.has(number)) found.add(`a card number (…${number.slice(-4)})`);
      }
    }
  }
}

/**
 * Three times three digits, spaces or dashes in Base64: each of its four characters has few values
 * then, which nothing else hits twelve times in a row.
 */
const encodedDigits = /(?:[ILMNO][CDSTijyz][AEIMQUYcgk0][w-z0-5gt]){3,}/g;

function lookForEncodedNumbers(text: string, numbers: Numbers, found: Set<string>): void {
  if (numbers.all.size === 0) return;
  for (const { index, 0: run } of text.matchAll(encodedDigits)) {
    // The digits at either end share their characters with what stands beside them.
    const isInside = /^[A-Za-z0-9+/_-]{4}$/.test(text.slice(Math.max(0, index - 4), index));
    const encoded = text.slice(isInside ? index - 4 : index, index + run.length + 4);
    lookForNumbers(Buffer.from(encoded, 'base64').toString('latin1'), numbers, found);
  }
}

function lookForCodes(text: string, codes: ReadonlySet<string>, found: Set<string>): void {
  if (codes.size === 0) return;
  for (const [, , code = ''] of text.matchAll(codeBesideItsName)) {
    if (codes.has(code)) found.add('a CVC or a PIN beside its name');
  }
}

const escapes =
  /\\+u00([0-9a-f]{2})|\\+(["\\/])|%([0-9a-f]{2})|&(?:#(\d{2,3})|#x([0-9a-f]{2})|(quot|amp|apos|lt|gt));/gi;
const named: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  apos: "'",
  lt: '<',
  gt: '>',
};

/** What JSON, addresses, forms and pages escape, as it was before. */
function unescaped(text: string): string {
  if (!/[\\%&]/.test(text)) return text;
  return text.replaceAll(
    escapes,
    (
      _,
      json?: string,
      quoted?: string,
      url?: string,
      decimal?: string,
      hex?: string,
      name = '',
    ) => {
      if (quoted !== undefined) return quoted;
      if (decimal !== undefined) return String.fromCharCode(Number(decimal));
      const code = json ?? url ?? hex;
      return code === undefined
        ? (named[String(name).toLowerCase()] ?? '')
        : String.fromCharCode(Number.parseInt(code, 16));
    },
  );
}

/** Shorter ones hold nothing that could be told from other words. */
const shortestEncoded = 16;

const isEncoding = new Uint8Array(256);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') {
  isEncoding[one.charCodeAt(0)] = 1;
}

/** Whatever stands in Base64 and reads like text. */
function* decodedIn(text: string): Generator<string> {
  // An expression would try each beginning of a run. The blank ends the last one.
  const bytes = Buffer.from(`${text} `, 'latin1');
  let start = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (isEncoding[bytes[index] as number] === 1) continue;
    if (index - start >= shortestEncoded) {
      const beginning = Buffer.from(text.slice(start, start + 24), 'base64').toString('latin1');
      if (/^[\t\n\r\x20-\x7e]+$/.test(beginning)) {
        yield Buffer.from(text.slice(start, index), 'base64').toString('utf8');
      }
    }
    start = index + 1;
  }
}
