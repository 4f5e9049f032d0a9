import { html, raw } from 'hono/html';
import { type RedRequirement, redIn } from './red-requirements.ts';
import type { PastRun } from './trend.ts';

/** A page without scripts that shows the last runs, the newest on the right and first in the table. */
export function trendPage(trends: readonly (readonly PastRun[])[], damagedLines: number): string {
  const [runs = [], ...others] = trends;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>${headingOf(runs)}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${headingOf(runs)}</h1>
          ${trendOf(runs)}
          ${others.map(
            (one) =>
              html`<details>
                <summary>
                  ${titleOf(one)}: ${one.length} ${one.length === 1 ? 'run' : 'runs'}
                </summary>
                ${trendOf(one)}
              </details>`,
          )}
          ${
            damagedLines === 0
              ? ''
              : html`<p class="note">
                  ${damagedLines} ${damagedLines === 1 ? 'line' : 'lines'} of history.jsonl could
                  not be read and ${damagedLines === 1 ? 'was' : 'were'} left out.
                </p>`
          }
        </main>
      </body>
    </html> `;
  // It only becomes a promise where a promise was put into it.
  if (page instanceof Promise) throw new Error('a part of the page is not ready');
  return page.toString();
}

function headingOf({ length }: readonly PastRun[]): string {
  return length === 1 ? 'Conformance in one run' : `Conformance over the last ${length} runs`;
}

/** Runs of one target, profile and selection: others are another trend. */
function trendOf(runs: readonly PastRun[]): Text {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) {
    return html`<p>There are no runs in the history yet.</p>`;
  }
  return html`<p>
      ${titleOf(runs)}, ${daysOf(first.startedAt, last.startedAt)}. Last:
      <strong>${mark(last)} ${outcomeIn(last)}</strong>.
    </p>
    <figure>
      <figcaption>
        Not passed: requirements that failed, were waived or could not be decided
      </figcaption>
      ${chart(runs, ['failed', 'waived', 'inconclusive'], 'Requirements that did not pass, by run')}
    </figure>
    <figure>
      <figcaption>
        Exercised: requirements that passed, and open points that were observed
      </figcaption>
      ${chart(runs, ['passed', 'observed'], 'Requirements that were exercised, by run')}
    </figure>
    <p class="legend">
      ${Object.entries(fills).map(
        ([name, { label }]) => html`<span>${swatch(name as Bar)} ${label}</span> `,
      )}
    </p>
    ${table(runs)} ${redTable(redIn(runs))}`;
}

function titleOf(runs: readonly PastRun[]): string {
  const last = runs.at(-1);
  if (last === undefined) return '';
  const { target, profile, selection, failOn } = last;
  return [
    target,
    profile,
    ...(selection === '' ? [] : [selection]),
    ...(failOn === 'derived' ? [] : [`--fail-on ${failOn}`]),
  ].join(', ');
}

const words = {
  conformant: 'conformant',
  'not-conformant': 'not conformant',
  inconclusive: 'inconclusive',
} as const;

function outcomeIn({ verdict, outcome = words[verdict] }: PastRun): string {
  return outcome;
}

const marks = { conformant: '✓', 'not-conformant': '✕', inconclusive: '?' } as const;

function mark({ verdict }: PastRun): string {
  return marks[verdict];
}

type Bar = 'failed' | 'waived' | 'inconclusive' | 'passed' | 'observed';

/** A pattern for each beside its colour (Okabe and Ito), so that none depends on seeing colours. */
const fills: Readonly<Record<Bar, Fill>> = {
  failed: { label: 'failed', colour: '#b03a00', dark: '#dd6b3a' },
  waived: { label: 'waived', colour: '#8a4a78', dark: '#bd7fae' },
  inconclusive: { label: 'inconclusive', colour: '#8a6d00', dark: '#b8952a' },
  passed: { label: 'passed', colour: '#00694c', dark: '#2f9c7c' },
  observed: { label: 'observed', colour: '#0067a5', dark: '#4a9ad6' },
};

interface Fill {
  readonly label: string;
  readonly colour: string;
  /** The same on a dark screen. */
  readonly dark: string;
}

const patterns: Readonly<Record<Bar, string>> = {
  failed: '<path d="M0 0L8 8M8 0L0 8" stroke="#fff" stroke-width="1.5"/>',
  waived: '<path d="M0 4H8" stroke="#fff" stroke-width="2"/>',
  inconclusive: '<circle cx="4" cy="4" r="1.6" fill="#fff"/>',
  passed: '',
  observed: '<path d="M0 8L8 0" stroke="#fff" stroke-width="1.5"/>',
};

const height = 150;
const barWidth = 18;
const step = 24;
const left = 48;

type Text = ReturnType<typeof html>;

/** Stacked bars on a scale of their own; the number above a bar is its sum. */
function chart(runs: readonly PastRun[], bars: readonly Bar[], name: string): Text {
  const sums = runs.map(({ counts }) => bars.reduce((total, bar) => total + counts[bar], 0));
  const largest = Math.max(0, ...sums);
  if (largest === 0) return html`<p>None in ${runs.length === 1 ? 'this run' : 'these runs'}.</p>`;
  const scale = height / largest;
  const width = left + runs.length * step + 8;
  return html`<div class="scroll">
    <svg
      role="img"
      aria-label="${name}"
      viewBox="0 0 ${width} ${height + 44}"
      width="${width}"
      height="${height + 44}"
    >
      <defs>${bars.map((bar) => pattern(bar))}</defs>
      <line
        x1="${left - 4}"
        x2="${width}"
        y1="${height + 18}"
        y2="${height + 18}"
        stroke="currentColor"
      />
      <text x="${left - 8}" y="24" text-anchor="end">${largest}</text>
      <text x="${left - 8}" y="${height + 18}" text-anchor="end">0</text>
      ${runs.map((run, at) => {
        const x = left + at * step;
        let top = height + 18;
        const pieces = bars.map((bar) => {
          const size = run.counts[bar] * scale;
          top -= size;
          // What is there must be seen, however small beside the others.
          const shown = run.counts[bar] === 0 ? 0 : Math.max(2, size);
          return html`<rect
            x="${x}"
            y="${(top - (shown - size)).toFixed(1)}"
            width="${barWidth}"
            height="${shown.toFixed(1)}"
            fill="url(#p-${bar})"
          />`;
        });
        const total = sums[at] ?? 0;
        return html`<g
          ><title>
            ${run.startedAt}: ${bars.map((bar) => `${run.counts[bar]} ${bar}`).join(', ')}</title
          >${pieces}
          ${total > 0 && total < 1000 ? html`<text x="${x + barWidth / 2}" y="${(top - 4).toFixed(1)}" text-anchor="middle" class="small">${total}</text>` : ''}
          <text x="${x + barWidth / 2}" y="${height + 36}" text-anchor="middle"
            >${mark(run)}</text
          ></g
        >`;
      })}
    </svg>
  </div>`;
}

function pattern(bar: Bar, prefix = 'p'): Text {
  return html`<pattern id="${prefix}-${bar}" width="8" height="8" patternUnits="userSpaceOnUse"
    ><rect
      class="${bar}"
      width="8"
      height="8"
      fill="${fills[bar].colour}"
    />${raw(patterns[bar])}</pattern
  >`;
}

function swatch(bar: Bar): Text {
  return html`<svg aria-hidden="true" width="16" height="16">
    <defs>${pattern(bar, 's')}</defs>
    <rect width="16" height="16" fill="url(#s-${bar})" />
  </svg>`;
}

function table(runs: readonly PastRun[]): Text {
  // Target and profile are those of all of them, and stand above.
  const figures = runs.slice(0, 1).flatMap((run) => figuresOf(run).map(([name]) => name));
  return html`<div class="scroll">
    <table class="runs">
      <caption>
        Runs, newest first
      </caption>
      <thead>
        <tr>
          ${['run', 'verdict', ...figures].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${runs.toReversed().map(
          (run) =>
            html`<tr>
              <th scope="row" title="${run.id}">${momentOf(run.startedAt)}</th>
              <td>${mark(run)} ${outcomeIn(run)}${run.complete ? '' : ', incomplete'}</td>
              ${figuresOf(run).map(([name, value]) => html`<td class="number" data-of="${name}">${value}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function figuresOf({ counts, seed, suite, seconds }: PastRun): [string, string | number][] {
  return [
    ['failed', counts.failed],
    ['waived', counts.waived],
    ['inconclusive', counts.inconclusive],
    ['passed', counts.passed],
    ['observed', counts.observed],
    ['not exercised', counts.notExercised],
    ['seed', seed],
    ['suite', suite],
    ['seconds', seconds.toFixed(1)],
  ];
}

const mostRedShown = 100;

/** What was red, now or before: since when, how often, and whether it comes and goes. */
function redTable(all: readonly RedRequirement[]): Text | string {
  if (all.length === 0) return '';
  const shown = all.slice(0, mostRedShown);
  return html`<div class="scroll">
    <table class="red">
      <caption>
        Requirements that failed in these
        runs${all.length > shown.length ? `, the first ${shown.length} of ${all.length}` : ''}
      </caption>
      <thead>
        <tr>
          ${['requirement', 'now', 'first red', 'last red', 'runs red', ''].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (one) =>
            html`<tr>
              <th scope="row">${one.id}</th>
              <td>${one.now}</td>
              <td>${momentOf(one.first)}</td>
              <td>${momentOf(one.last)}</td>
              <td class="number">${one.times} of ${one.runs}</td>
              <td>${one.isFlapping ? 'flapping' : ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function daysOf(first: string, last: string): string {
  const [from, to] = [dayOf(first), dayOf(last)];
  return from === to ? from : `${from} to ${to}`;
}

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

function momentOf(moment: string): string {
  return `${moment.slice(0, 10)} ${moment.slice(11, 16)}`;
}

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; }
figure { margin: 1.5rem 0 0; }
figcaption, caption { font-weight: 600; text-align: left; margin-bottom: .25rem; }
.scroll { overflow-x: auto; }
svg { vertical-align: middle; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
svg text.small { font-size: 10px; }
.legend span { margin-right: 1.25rem; white-space: nowrap; }
table { border-collapse: collapse; font-size: .875rem; margin-top: 1rem; white-space: nowrap; }
th, td { padding: .25rem .625rem; border-bottom: 1px solid #ccc; text-align: left; font-weight: 400; }
thead th { font-weight: 600; border-bottom: 2px solid #555; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.note { border-left: 4px solid #8a6d00; padding-left: .75rem; }
@media (max-width: 44rem) {
  /* What was red stands beside its id, not beyond the edge of a phone. */
  .red th[scope=row] { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
  .red td, .red thead th { white-space: normal; }
  th, td { padding: .25rem .375rem; }
  .runs thead { display: none; }
  .runs, .runs tbody, .runs tr, .runs caption, .runs th { display: block; white-space: normal; }
  .runs tr { border-bottom: 1px solid #ccc; padding: .375rem 0; }
  .runs th, .runs td { border: 0; }
  .runs tbody th { font-weight: 600; }
  .runs td { display: inline-block; margin-right: .625rem; }
  .runs td::before { content: attr(data-of) " "; }
}
@media (prefers-color-scheme: dark) {
  :root { color-scheme: dark; }
  body { color: #e6e9ec; background: #14181b; }
  ${Object.entries(fills)
    .map(([bar, { dark }]) => `rect.${bar} { fill: ${dark}; }`)
    .join(' ')}
  th, td { border-bottom-color: #3a434a; }
  thead th { border-bottom-color: #9da7b1; }
}
@media print { .scroll { overflow: visible; } }
`;
