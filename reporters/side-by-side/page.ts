import { html, raw } from 'hono/html';
import { levels } from '../../fixtures/requirements/requirement.ts';
import { counted, listed, moment, number } from '../certificate/text.ts';
import { requirementVerdicts } from '../conformance.ts';
import { pageWith } from '../page-frame.ts';
import type { Move } from './moves.ts';
import { styles } from './page-styles.ts';
import {
  type Cell,
  type Column,
  type Difference,
  type Row,
  type SideBySide,
} from './side-by-side.ts';
import { standingOf } from './standing.ts';

/** Results side by side as one page: no script, nothing from elsewhere, every text escaped. */
export async function pageOf(joined: SideBySide): Promise<string> {
  const { targets, warnings } = joined;
  const names = listed(targets.map(({ name }) => name));
  const sections = sectionsOf(joined);
  const body = html`<header>
      <h1>Side by side</h1>
      <p class="subject" dir="auto">${names}</p>
    </header>
    <main>
      ${warnings.length === 0 ? '' : warningsBox(warnings)}
      <ul class="short">
        ${inShort(joined).map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
      <nav aria-label="Contents">
        <ol>
          ${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
        </ol>
      </nav>
      ${sections.map(
        ({ id, heading, body }) =>
          html`<section aria-labelledby="${id}">
            <h2 id="${id}">${heading}</h2>
            ${body}
          </section>`,
      )}
    </main>`;
  return pageWith({ title: `Side by side: ${names}`, styles, body });
}

type Html = ReturnType<typeof html>;

interface Section {
  readonly id: string;
  readonly heading: string;
  readonly body: Html | readonly Html[];
}

function sectionsOf(joined: SideBySide): Section[] {
  const { targets, moves } = joined;
  return [
    { id: 'targets', heading: 'What is compared', body: targetsTable(targets) },
    { id: 'figures', heading: 'Figures', body: figuresTable(targets) },
    { id: 'keeping', heading: 'Met by some, broken by others', body: keepingPart(joined) },
    { id: 'causes', heading: 'Causes of failures', body: targets.map(causesOf) },
    { id: 'moves', heading: 'From one to the other', body: movesPart(joined) },
    { id: 'open', heading: 'What the documents leave open', body: openPart(joined) },
    { id: 'dialect', heading: 'Learned dialect', body: dialectPart(joined) },
    { id: 'all', heading: 'All requirements', body: allParts(joined) },
  ].filter(({ id }) => id !== 'moves' || moves.length > 0);
}

function warningsBox(warnings: readonly string[]): Html {
  return html`<section class="warnings" aria-label="Warnings">
    <p>These results are not comparable in every respect:</p>
    <ul>
      ${warnings.map((warning) => html`<li dir="auto">${warning}</li>`)}
    </ul>
  </section>`;
}

function inShort({ requirements }: SideBySide): string[] {
  const differing = (what: Difference): readonly Row[] =>
    requirements.filter(({ difference }) => difference === what);
  const keeping = differing('keeping');
  const recommended = keeping.filter(({ level }) => level === 'advisory').length;
  return [
    `${counted(keeping.length, 'requirement')} of ${number(requirements.length)} met by some and broken by others${recommended === 0 ? '' : `, ${number(recommended)} of them recommendations`}.`,
    `${counted(differing('settling').length, 'open point')} settled differently.`,
    `${counted(differing('exercising').length, 'requirement')} not exercised for some of them; not counted as a difference.`,
  ];
}

function targetsTable(targets: readonly Column[]): Html {
  const rows: readonly (readonly [string, (column: Column) => string])[] = [
    [
      'Verdict',
      ({ verdict, outcome, complete }) =>
        `${verdictSigns[verdict]} ${outcome}${complete ? '' : ', incomplete'}`,
    ],
    ['Target', ({ target }) => target],
    ['Version', ({ version }) => version ?? '–'],
    ['Digest', ({ digest }) => digest ?? '–'],
    ['APIs', ({ apis }) => apis.join(', ') || '–'],
    ['Control plane', ({ controlPlane }) => (controlPlane ? 'yes' : 'no')],
    ['Suite', ({ suite, suiteDigest }) => `${suite} ${suiteDigest.slice(0, 12)}`],
    ['Profile, seed', ({ profile, seed }) => `${profile}, ${seed}`],
    ['Run of', ({ startedAt }) => moment(startedAt)],
    ['Requests', ({ requests }) => number(requests)],
  ];
  return grid({
    caption: 'Results',
    first: '',
    targets,
    rows: rows.map(([name, of]) => ({
      head: html`${name}`,
      cells: targets.map((column) => html`${of(column)}`),
    })),
  });
}

function figuresTable(targets: readonly Column[]): Html {
  const rows = levels.flatMap((level) =>
    requirementVerdicts
      .filter((verdict) => targets.some(({ counts }) => (counts[level][verdict] ?? 0) > 0))
      .map((verdict) => {
        const figures = targets.map(({ counts }) => counts[level][verdict] ?? 0);
        return {
          head: html`${level}, ${words[verdict]}`,
          cells: figures.map((figure) => html`${number(figure)}`),
          stands: new Set(figures).size > 1,
        };
      }),
  );
  return grid({
    caption: 'Requirements by level and verdict',
    first: 'Level, verdict',
    targets,
    rows,
  });
}

function keepingPart({ requirements, targets }: SideBySide): readonly Html[] {
  const differing = requirements.filter(({ difference }) => difference === 'keeping');
  if (differing.length === 0) {
    return [html`<p>Nothing that was exercised for all is kept by one and broken by another.</p>`];
  }
  const judged = differing.filter(({ level }) => level !== 'advisory');
  const recommended = differing.filter(({ level }) => level === 'advisory');
  return [
    ...(judged.length === 0 ? [] : [rowsTable('Requirements', judged, targets)]),
    ...(recommended.length === 0 ? [] : [rowsTable('Recommendations', recommended, targets)]),
  ];
}

function causesOf({ name, causes }: Column): Html {
  if (causes.length === 0) return html`<p><b dir="auto">${name}</b>: no failures.</p>`;
  const shown = causes.slice(0, mostShown);
  return html`<h3 dir="auto">${name}</h3>
    <ul class="causes">
      ${shown.map(
        ({ title, failed, inconclusive, notExercised, keptElsewhere }) =>
          html`<li dir="auto">
            ${title}
            <span class="soft">
              ${counted(failed.length, 'failure')}${keptElsewhere === 0 ? '' : `, ${number(keptElsewhere)} of them kept by another`}${inconclusive === 0 ? '' : `; ${number(inconclusive)} not decided`}${notExercised === 0 ? '' : `; ${number(notExercised)} not exercised`}
            </span>
          </li>`,
      )}
    </ul>
    ${andMore(causes.length - shown.length)}`;
}

function movesPart({ moves, requirements, targets }: SideBySide): readonly Html[] {
  const known = new Map(requirements.map((row) => [row.id, row]));
  return moves.map((move) => moveOf(move, known, targets.length === 2));
}

function moveOf(move: Move, known: ReadonlyMap<string, Row>, isOpen: boolean): Html {
  const { from, to, stopsBeingKept, beginsToBeKept, settledDifferently, notShown, dialect } = move;
  const changes = [
    idsPart(`${from} keeps, ${to} does not`, stopsBeingKept, known),
    idsPart(`${to} keeps, ${from} does not`, beginsToBeKept, known),
    changesPart('Open points that change', settledDifferently, known),
    changesPart('Forms of requests and answers that change', dialect, known),
    idsPart(`${from} keeps; not exercised for ${to}`, notShown, known),
  ];
  return html`<details class="move" ${isOpen ? raw('open') : ''}>
    <summary>
      <h3 dir="auto">${from} → ${to}</h3>
      <span class="soft">
        no longer met: ${number(stopsBeingKept.length)}, newly met:
        ${number(beginsToBeKept.length)}, open points and forms that change:
        ${number(settledDifferently.length + dialect.length)}
      </span>
    </summary>
    ${changes}
  </details>`;
}

/** A longer list is not read on a page; matrix.json has all of it. */
const mostShown = 100;

function idsPart(title: string, ids: readonly string[], known: ReadonlyMap<string, Row>): Html {
  const shown = ids.slice(0, mostShown);
  return folded(
    title,
    ids.length,
    html`<ul>
      ${shown.map((id) => html`<li>${nameOf(id, known)}</li>`)}
    </ul>`,
  );
}

function changesPart(
  title: string,
  changes: Move['settledDifferently'],
  known: ReadonlyMap<string, Row>,
): Html {
  const shown = changes.slice(0, mostShown);
  return folded(
    title,
    changes.length,
    html`<ul>
      ${shown.map(
        ({ what, before, now }) =>
          html`<li>
            ${nameOf(what, known)}
            <dl class="change">
              <div>
                <dt>before</dt>
                <dd dir="auto">${before}</dd>
              </div>
              <div>
                <dt>now</dt>
                <dd dir="auto">${now}</dd>
              </div>
            </dl>
          </li>`,
      )}
    </ul>`,
  );
}

function folded(title: string, count: number, list: Html): Html {
  if (count === 0) return html`<p class="none" dir="auto">${title}: none</p>`;
  return html`<details>
    <summary dir="auto">${title}: ${number(count)}</summary>
    ${list} ${andMore(count - mostShown)}
  </details>`;
}

function andMore(count: number): Html | string {
  return count > 0
    ? html`<p class="soft">and ${number(count)} more: matrix.json names them</p>`
    : '';
}

function nameOf(id: string, known: ReadonlyMap<string, Row>): Html {
  const row = known.get(id);
  return row === undefined
    ? html`<span dir="auto">${id}</span>`
    : html`<code>${id}</code> <span class="soft">${row.level}</span><br /><span dir="auto"
          >${row.statement}</span
        >`;
}

function openPart({ requirements, targets }: SideBySide): readonly Html[] {
  const open = requirements.filter(({ cells }) =>
    cells.some((cell) => standingOf(cell) === 'observed'),
  );
  const differing = open.filter(({ difference }) => difference === 'settling');
  const others = open.filter(({ difference }) => difference !== 'settling');
  return [
    differing.length === 0
      ? html`<p>No open point that was observed for several is settled differently.</p>`
      : rowsTable('Settled differently', differing, targets),
    ...(others.length === 0
      ? []
      : [
          html`<details>
            <summary>
              Settled alike, or observed for one only: ${counted(others.length, 'open point')}
            </summary>
            ${rowsTable('Other open points', others, targets)}
          </details>`,
        ]),
  ];
}

function dialectPart({ dialect, targets }: SideBySide): Html {
  if (dialect.length === 0) return html`<p>No run had to find anything out.</p>`;
  return grid({
    caption: 'Forms that the documents leave open, and the one that each takes',
    first: 'Open form',
    targets,
    rows: dialect
      .toSorted((a, b) => Number(b.differs) - Number(a.differs))
      .map(({ what, forms, differs }) => ({
        head: html`${what}`,
        cells: forms.map((form) => html`${wordsFor(form)}`),
        stands: differs,
      })),
  });
}

function wordsFor(form: string | null): string {
  if (form === null) return 'not found out';
  return form === '' ? '(nothing)' : form;
}

/** Folded by part of the document; what differs comes first in each. */
function allParts({ requirements, targets }: SideBySide): readonly Html[] {
  const byPart = Map.groupBy(requirements, ({ document, part }) => `Document ${document}, ${part}`);
  const inOrder = [...byPart].toSorted(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return inOrder.map(([name, rows]) => {
    const differing = rows.filter(({ difference }) => isOfTargets(difference));
    const alike = rows.filter(({ difference }) => !isOfTargets(difference));
    return html`<details>
      <summary>
        ${name}
        <span class="soft">
          ${counted(rows.length, 'requirement')}${differing.length === 0 ? '' : `, ${number(differing.length)} differ`}
        </span>
      </summary>
      ${rowsTable(name, [...differing, ...alike], targets)}
    </details>`;
  });
}

function isOfTargets(difference: Difference | undefined): boolean {
  return difference === 'keeping' || difference === 'settling';
}

function rowsTable(caption: string, rows: readonly Row[], targets: readonly Column[]): Html {
  return grid({
    caption: `${caption} (${number(rows.length)})`,
    first: 'Requirement',
    targets,
    rows: rows.map(({ id, level, document, section, statement, cells, difference }) => ({
      head: html`<code>${id}</code>
        <span class="soft">${level}, document ${document}, part ${section}</span>
        <span class="statement" dir="auto">${statement}</span>`,
      cells: cells.map(cellOf),
      stands: isOfTargets(difference),
    })),
  });
}

function cellOf(cell: Cell): Html {
  const { verdict, cause, reason, observation, inconsistent } = cell;
  const standing = standingOf(cell);
  const more = standing === 'kept' ? undefined : (observation ?? cause ?? reason);
  const word = inconsistent === undefined ? words[verdict] : `${words[verdict]}, inconsistently`;
  return html`<span class="v ${standing}">${signs[standing]} ${word}</span>${
      more === undefined || more === '' ? '' : html`<span class="why" dir="auto">${more}</span>`
    }`;
}

/** A sign beside each colour, so that none depends on seeing colours. */
const signs = { kept: '✓', broken: '✕', observed: '•', unknown: '–' } as const;

const words: Readonly<Record<Cell['verdict'], string>> = {
  passed: 'passed',
  failed: 'failed',
  waived: 'failed, waived',
  inconclusive: 'not decided',
  'not-exercised': 'not exercised',
  'not-configured': 'not configured',
  observed: 'observed',
  unlisted: 'not in its catalogue',
};

const verdictSigns = { conformant: '✓', 'not-conformant': '✕', inconclusive: '–' } as const;

interface Grid {
  readonly caption: string;
  /** What the rows are about. */
  readonly first: string;
  readonly targets: readonly Column[];
  readonly rows: readonly {
    readonly head: Html;
    readonly cells: readonly Html[];
    /** Whether its cells differ. */
    readonly stands?: boolean;
  }[];
}

/** A column for each target; on a narrow screen they stand below one another, each with its name. */
function grid({ caption, first, targets, rows }: Grid): Html {
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table class="${targets.length > 4 ? 'many' : 'few'}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${first === '' ? html`<td></td>` : html`<th scope="col">${first}</th>`}
          ${targets.map(({ name }) => html`<th scope="col" dir="auto">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ head, cells, stands = false }) =>
            html`<tr ${stands ? raw('class="differs"') : ''}>
              <th scope="row">${head}</th>
              ${cells.map((cell, at) => html`<td data-of="${targets[at]?.name ?? ''}">${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}
