import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { apis, levels } from '../../fixtures/requirements/requirement.ts';
import type { Entry } from '../catalogue/catalogue.ts';
import { tags } from '../catalogue/tags.ts';
import { lookOf, marks } from '../certificate/marks.ts';
import { partName } from '../certificate/parts.ts';
import { counted } from '../certificate/text.ts';
import { addressOf } from './address.ts';
import { framed, type Html } from './frame.ts';
import { overviewOf } from './overview.ts';
import { searchScript } from './search.ts';
import { chipOf } from './seen.ts';
import type { Verdicts } from './verdicts.ts';

/** Every requirement, part by part, with a search and filters that need no server. */
export function indexPage(entries: readonly Entry[], verdicts?: Verdicts): string {
  const parts = Map.groupBy(
    entries,
    ({ api, requirement: { document, section } }) => `${api} ${document}/${section}`,
  );
  return framed({
    title: 'Catalogue of requirements',
    up: '',
    script: {
      text: searchScript,
      digest: createHash('sha256').update(searchScript).digest('base64'),
    },
    body: html`<a class="skip" href="#list">To the list</a>
      <main>
        <h1>Catalogue of requirements</h1>
        ${verdicts === undefined ? '' : overviewOf(entries, verdicts)} ${filters(entries, verdicts)}
        <div id="list" tabindex="-1">
          ${[...parts.values()].map((ones) => partOf(ones, verdicts))}
        </div>
      </main>`,
  });
}

function partOf(entries: readonly Entry[], verdicts?: Verdicts): Html | string {
  const [first] = entries;
  if (first === undefined) return '';
  const { api, requirement } = first;
  const { document, section } = requirement;
  return html`<section data-api="${api}" data-part="${document}/${section}">
    <h2>Document ${document} (${api}), part ${partName(document, section)}</h2>
    <ul>
      ${entries.map((entry) => rowOf(entry, verdicts))}
    </ul>
  </section>`;
}

/** A line of the list. What it is filtered by stands in attributes, what it is searched for in its words. */
function rowOf({ id, requirement, tags }: Entry, verdicts?: Verdicts): Html {
  const mark = verdicts?.of(id)?.mark;
  return html`<li
    data-level="${requirement.level}"
    data-tag="${tags.join(' ')}"
    data-verdict="${mark ?? ''}"
  >
    <a href="${addressOf(id)}">${id}</a> <i>${requirement.level}</i>
    ${mark === undefined ? '' : chipOf(mark)}
    <p>${requirement.statement}</p>
  </li>`;
}

/** Hidden until the script has found them: without it all is listed, and nothing pretends to search. */
function filters(entries: readonly Entry[], verdicts?: Verdicts): Html {
  const seen = new Set(entries.map(({ id }) => verdicts?.of(id)?.mark));
  const verdict = marks
    .filter((mark) => seen.has(mark))
    .map((mark) => [mark, lookOf[mark].words] as const);
  return html`<form id="filters" role="search" hidden>
    <label class="wide"
      >Search <input id="q" type="search" autocomplete="off" spellcheck="false" />
    </label>
    ${select('api', 'API', plainly(apis))} ${select('level', 'Level', plainly(levels))}
    ${select('part', 'Part', partsIn(entries))} ${select('tag', 'Tag', plainly(tags))}
    ${verdicts === undefined ? '' : select('verdict', 'Verdict', verdict)}
    <button type="reset">Clear</button>
    <output id="count" aria-live="polite">${counted(entries.length, 'requirement')}</output>
    <p class="keys">
      <kbd>/</kbd> searches, <kbd>↓</kbd> and <kbd>↑</kbd> walk through what is found
    </p>
  </form>`;
}

type Choice = readonly [value: string, words: string];

function plainly(values: readonly string[]): readonly Choice[] {
  return values.map((value) => [value, value]);
}

/** Part 4 stands for all below it as well, as in the command list. */
function partsIn(entries: readonly Entry[]): Choice[] {
  const names = new Map<string, string>();
  for (const { requirement } of entries) {
    const { document, section } = requirement;
    for (const one of [section.split('.')[0] ?? section, section]) {
      names.set(`${document}/${one}`, `document ${document}: ${partName(document, one)}`);
    }
  }
  return [...names].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

function select(id: string, label: string, choices: readonly Choice[]): Html {
  return html`<label
    >${label}
    <select id="${id}">
      <option value="">all</option>
      ${choices.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select>
  </label>`;
}
