import { saysNo } from '../../fixtures/clients/says-no.ts';
import { type ProbeAnswer, isSilence, type ProbeResult } from './prober.ts';

// What answers have in common, without any knowledge of an API: all of it is shown by no document.

/** A page for people. */
export function isPage({ type, text }: ProbeAnswer): boolean {
  return (
    /^text\/html|^application\/xhtml/i.test(type) || /^\s*<(!doctype|html|head|body)/i.test(text)
  );
}

/** Something was carried out, or at least nothing says that it was not. */
export function works(seen: ProbeResult): boolean {
  if (isSilence(seen) || seen.status < 200 || seen.status >= 300) return false;
  return !isPage(seen) && !saysNo(seen.json);
}

/** It was answered, and is not carried out. */
export function isRefusal(seen: ProbeResult): seen is ProbeAnswer {
  return !isSilence(seen) && seen.status < 500 && !works(seen);
}

/** What servers say where nothing is; 501 is said of a method that is used nowhere. */
export function isNothing(seen: ProbeResult): seen is ProbeAnswer {
  return !isSilence(seen) && [404, 405, 410, 501].includes(seen.status);
}

export function isServerError(seen: ProbeResult): boolean {
  return isSilence(seen) || seen.status === 429 || seen.status >= 500;
}

/**
 * Two answers that say the same: status, form and words, but for what differs from request to request
 * (numbers, ids, what was sent).
 */
export function alike(a: ProbeResult, b: ProbeResult): boolean {
  if (isSilence(a) || isSilence(b)) return isSilence(a) && isSilence(b);
  return a.status === b.status && saidBy(a) === saidBy(b);
}

function saidBy(answer: ProbeAnswer): string {
  if (isPage(answer)) return 'a page';
  if (answer.json !== undefined) return JSON.stringify(withoutValues(answer.json));
  return wordsOf(answer.text);
}

function withoutValues(json: unknown, name = ''): unknown {
  if (Array.isArray(json)) return json.map((one) => withoutValues(one, name));
  if (typeof json === 'object' && json !== null) {
    return Object.entries(json)
      .filter(([member]) => !/time|date|instant/i.test(member))
      .map(([member, value]) => [member, withoutValues(value, member)] as const)
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
  }
  const isCode = /code|status|type|title|error|result/i.test(name) && String(json).length <= 24;
  if (isCode || typeof json === 'boolean' || json === null) return json;
  return typeof json === 'string' ? wordsOf(json) : typeof json;
}

/** Words as people write them; whatever holds digits or a slash, or is quoted, is a value. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .split(/\s+/)
    .map((word) => (/[\d/\\=?]/.test(word) || word.length > 24 ? '…' : word))
    .join(' ')
    .slice(0, 500);
}
