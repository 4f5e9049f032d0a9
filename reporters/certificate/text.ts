import { visible } from '../../fixtures/transcript/masking.ts';

/** Longest text of one cell or value, in characters. */
const longestValue = 400;

/**
 * Text that a target may have a part in, made harmless for any reader: control characters become
 * visible, and its size is bounded. What turns it into HTML escapes it besides.
 */
export function plain(text: string, longest = longestValue): string {
  const line = visible(text.slice(0, longest * 4))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  if (line.length <= longest) return line;
  return `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')} …`;
}

/** `2026-11-21 09:00:00 UTC`, from ISO 8601. */
export function moment(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return plain(iso, 40);
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `1,234`. */
export function number(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 failure`, `2 failures`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
