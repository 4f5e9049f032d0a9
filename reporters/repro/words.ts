import type { Placeholder, Part, Text } from '../../fixtures/reproduction/reproduction.ts';
import { quoted } from './shell.ts';

/** A text as one word of bash: what is known in single quotes, what is filled in between. */
export function word(text: Text): string {
  const words: string[] = [];
  let known = '';
  for (const part of text) {
    if (typeof part === 'string') {
      known += part;
      continue;
    }
    if (known !== '') words.push(quoted(known));
    words.push(gapWord(part));
    known = '';
  }
  return words.length === 0 || known !== '' ? [...words, quoted(known)].join('') : words.join('');
}

/** The same for a text that goes out in Latin-1: what is not ASCII is written as its byte. */
export function latin1Word(text: Text): string {
  return word(text).replaceAll(/[\u0080-\u00ff]/g, (letter) => {
    const byte = letter.charCodeAt(0).toString(16);
    return String.raw`'$'\x${byte}''`;
  });
}

function gapWord({ variable, as, cut }: Placeholder): string {
  const value = expansion(variable + (cut === undefined ? '' : cutOf(variable, cut)));
  return as === 'raw' ? `"${value}"` : `"$(${as} "${value}")"`;
}

function cutOf(variable: string, [from, length]: readonly [number, number]): string {
  return length < 0 ? `:${from}:${expansion(`#${variable}`)}${length}` : `:${from}:${length}`;
}

/** `${…}` in bash. */
export function expansion(inner: string): string {
  return `$\{${inner}}`;
}

/** What cannot stand in an address goes out escaped, as the suite sends it. */
export function asAddress(part: Part): Part {
  return typeof part === 'string'
    ? part.replaceAll(/[^!-~]+|["<>`]/gu, (found) => encodeURIComponent(found.toWellFormed()))
    : part;
}

/** Beyond a megabyte curl asks first whether it may send, which not every server answers. */
export function isLarge(body: Text): boolean {
  return (
    body.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 40), 0) > 900_000
  );
}

/** NUL cannot be in a word of bash, so a body is cut there. */
export function nulFree(body: Text): Text[] {
  const pieces: Text[number][][] = [[]];
  for (const part of body) {
    if (typeof part !== 'string') {
      pieces.at(-1)?.push(part);
      continue;
    }
    for (const [index, piece] of part.split('\0').entries()) {
      if (index > 0) pieces.push([]);
      pieces.at(-1)?.push(piece);
    }
  }
  return pieces;
}
