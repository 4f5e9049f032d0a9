import type { Act, Deviation } from '../../fixtures/failure.ts';
import { sentInShort } from '../../fixtures/failure-text.ts';
import { type Happening, inOrder, isHappening } from '../../fixtures/happenings.ts';
import { requestInShort } from '../causes/symptoms.ts';

// A failure as a sequence diagram: who asked whom for what, in which order, and which answer was judged.

const width = 720;
/** The customer has a line only where there is something to tell of them. */
const farLeft = 40;
const left = 110;
const right = 630;
const rowHeight = 52;
const top = 56;
/** Nobody reads a longer picture; the script of the failure has all of it. */
const mostActs = 24;
const longestLabel = 68;

/** The requests that lead to a failure and its answers as an SVG image, for a light or a dark page. */
export function diagramOf(deviation: Deviation): string | undefined {
  const { story, acts, beside = [], expected, because } = deviation;
  const all = inOrder(story ?? acts, beside);
  if (all.length === 0) return undefined;
  const judged = new Set(acts.map(({ exchange }) => exchange));
  const shown = all.slice(-mostActs);
  const rows = shown.map((one, index) => {
    const y = top + index * rowHeight;
    if (isHappening(one)) return happeningAt(one, y);
    return rowOf(one, y, acts.length > 0 && judged.has(one.exchange));
  });
  const hasCustomer = beside.some(({ by }) => by === 'customer');
  const wanted = expected === undefined ? [] : [`expected ${expected}`];
  const notes = [...wanted, ...(because === undefined ? [] : [because])];
  const bottom = top + shown.length * rowHeight;
  const height = bottom + 24 + notes.length * 18;
  const left_out = all.length - shown.length;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(sizeOf(story ?? acts, beside))}">`,
    `<style>${styles}</style>`,
    `<rect class="paper" width="${width}" height="${height}"/>`,
    ...(hasCustomer ? [lifeline(farLeft, 'customer', bottom)] : []),
    lifeline(left, 'suite', bottom),
    lifeline(right, 'target', bottom),
    ...(left_out > 0 ? [textAt(left + 8, top - 8, `… ${left_out} before`, 'quiet')] : []),
    ...rows,
    ...notes.map((note, index) => textAt(left + 8, bottom + 20 + index * 18, cut(note), 'judged')),
    '</svg>',
  ].join('\n');
}

const styles = [
  'text{font:12px ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}',
  '.paper{fill:#fff}.line{stroke:#8c959f;stroke-width:1}.arrow{stroke:#1f2328;stroke-width:1.2;fill:none}',
  '.head{fill:#1f2328}.quiet{fill:#59636e}.judged{fill:#b42318}.arrow.judged{stroke:#b42318;fill:none}',
  '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.line{stroke:#6e7681}',
  '.arrow{stroke:#e6edf3}.head{fill:#e6edf3}.quiet{fill:#9198a1}.judged{fill:#ff7b72}.arrow.judged{stroke:#ff7b72}}',
].join('');

function lifeline(x: number, name: string, bottom: number): string {
  return [
    `<line class="line" x1="${x}" y1="34" x2="${x}" y2="${bottom}"/>`,
    `<text x="${x}" y="22" text-anchor="middle">${name}</text>`,
  ].join('');
}

function rowOf(act: Act, y: number, isJudged: boolean): string {
  const { status, got } = act;
  const kind = isJudged ? ' judged' : '';
  const body = act.sent === '' ? '' : ` ${sentInShort(act.sent)}`;
  const question = cut(`${requestInShort(act)}${body}`);
  const answer = cut(status === undefined ? 'no answer' : `HTTP ${status} ${got}`);
  return [
    textAt(left + 8, y + 12, question, ''),
    `<path class="arrow" d="M${left} ${y + 18}H${right - 7}"/>`,
    `<path class="head" d="M${right} ${y + 18}l-8 -4v8z"/>`,
    textAt(left + 8, y + 32, answer, isJudged ? 'judged' : 'quiet'),
    `<path class="arrow${kind}" stroke-dasharray="4 3" d="M${right} ${y + 38}H${left + 7}"/>`,
    `<path class="head${kind}" d="M${left} ${y + 38}l8 -4v8z"/>`,
  ].join('');
}

/** What a customer does alone is a point on the customer's line, and all else an arrow. */
function happeningAt({ by, text }: Happening, y: number): string {
  const words = textAt(left + 8, y + 22, withItsEnd(text), '');
  if (by === 'target') return `${words}${arrow(right, left, y + 28)}`;
  if (!/^[A-Z]+ \S+:\/\//.test(text))
    return `${words}<circle class="head" cx="${farLeft}" cy="${y + 18}" r="4"/>`;
  return `${words}${arrow(farLeft, right, y + 28)}`;
}

/** A path without the host, and the status at its end, which a cut would take away. */
function withItsEnd(text: string): string {
  const [, beginning = text, end = ''] =
    /^(.*?)( → .*)?$/s.exec(text.replace(/^([A-Z]+) [a-z]+:\/\/[^/\s]+/, '$1 ')) ?? [];
  return `${cut(beginning, longestLabel - end.length)}${end}`;
}

function arrow(from: number, to: number, y: number): string {
  const back = from < to ? -1 : 1;
  return [
    `<path class="arrow" d="M${from} ${y}H${to + 7 * back}"/>`,
    `<path class="head" d="M${to} ${y}l${8 * back} -4v8z"/>`,
  ].join('');
}

function sizeOf(acts: readonly Act[], beside: readonly Happening[]): string {
  const requests = `${acts.length} requests to the target`;
  return beside.length === 0 ? requests : `${requests}, and ${beside.length} other actions`;
}

function textAt(x: number, y: number, words: string, kind: string): string {
  return `<text class="${kind}" x="${x}" y="${y}">${escaped(words)}</text>`;
}

function cut(words: string, most = longestLabel): string {
  const line = words.replaceAll(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** What a target says must not become a part of the picture's code. */
function escaped(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
