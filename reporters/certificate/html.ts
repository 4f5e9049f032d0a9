import type { Line } from '../../fixtures/failure-text.ts';
import { html, raw } from 'hono/html';
import type {
  Block,
  CertificateContent,
  Column,
  CoverageMap,
  Fact,
  Finding,
  MapPart,
  Matrix,
  Section,
  Table,
} from './block.ts';
import { isOfFigures } from './block.ts';
import { stylesFor } from './html-styles.ts';
import { lookOf, cellOutcomeWords } from './marks.ts';
import { svgOf } from './picture.ts';
import { pageWith } from '../page-frame.ts';
import { linkInto } from '../site/address.ts';
import { number } from './text.ts';

/** The certificate as one page: no script, nothing from elsewhere, every text escaped. */
export async function htmlOf(content: CertificateContent): Promise<string> {
  const { title, subject, sentence, verdict, reservations, facts, sections } = content;
  const body = html`<header>
      <p class="number">Report ${content.number}</p>
      <h1>${title}</h1>
      <p class="subject" dir="auto">${subject}</p>
    </header>
    <main>
      <section class="result" aria-label="Result">
        <p class="sentence">${sentence}</p>
        ${
          reservations.length === 0
            ? ''
            : html`<div class="partial">
                <p>Partial, because:</p>
                ${pointsOf(reservations)}
              </div>`
        }
        ${factsOf(facts)}
      </section>
      <nav aria-label="Contents">
        <ol>
          ${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`)}
        </ol>
      </nav>
      ${sections.map((section) => sectionOf(section, linkedTo(content.catalogue)))}
    </main>
    <footer><p class="end">${content.endMark}</p></footer>`;
  return pageWith({ title: `${title}: ${subject}`, styles: stylesFor(), look: verdict, body });
}

type Html = ReturnType<typeof html>;

/** A text in which the ids of requirements are links, where there is something to link to. */
type Linked = (text: string) => Html | string;

function linkedTo(catalogue: string | undefined): Linked {
  if (catalogue === undefined) return (text) => text;
  const piece = (text: string): Html | string => {
    const link = linkInto(catalogue, text);
    return link === undefined ? text : html`<a href="${link}">${text}</a>`;
  };
  return (text) => html`${text.split(/(, | and )/).map(piece)}`;
}

function sectionOf({ id, heading, blocks }: Section, linked: Linked): Html {
  return html` <section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${blocks.map((block) => blockOf(block, linked))}
  </section>`;
}

function blockOf(block: Block, linked: Linked): Html {
  switch (block.kind) {
    case 'text':
      return html`<p>${block.text}</p>`;
    case 'points':
      return pointsOf(block.points);
    case 'facts':
      return factsOf(block.facts);
    case 'table':
      return tableOf(block, linked);
    case 'map':
      return mapOf(block);
    case 'findings':
      return html`${block.findings.map((one, index) => findingOf(one, index < mostUnfolded, linked))}`;
    case 'matrix':
      return matrixOf(block);
    case 'picture':
      return html`<p class="caption">${block.caption}</p>
        ${scrolling(block.caption, svgOf(block.picture))}`;
    case 'lines':
      return html`<ul class="lines">
        ${block.labels.map((label) => html`<li>${label}</li>`)}
      </ul>`;
  }
}

function pointsOf(points: readonly string[]): Html {
  return html`<ul class="points">
    ${points.map((point) => html`<li>${point}</li>`)}
  </ul>`;
}

function factsOf(facts: readonly Fact[]): Html {
  const fact = ({ term, values }: Fact): Html =>
    html`<div>
      <dt>${term}</dt>
      ${values.map((value) => html`<dd dir="auto">${value}</dd>`)}
    </div>`;
  return html`<dl class="facts">${facts.map(fact)}</dl>`;
}

/** Rows are stacked on a narrow screen; elsewhere, tables of figures scroll in their own box where they are too wide. */
function tableOf(content: Table, linked: Linked): Html {
  const { caption, columns, rows, folded, sums = 0 } = content;
  const figures = isOfFigures(content);
  const whole = columns.reduce((total, { share }) => total + share, 0);
  const width = ({ share }: Column): Html =>
    html`<col style="width:${((100 * share) / whole).toFixed(1)}%" />`;
  const heading = ({ heading, numeric }: Column): Html =>
    html`<th scope="col" ${kindOf(numeric)}>${heading}</th>`;
  const linesOf = (text: string): Html => {
    const [first = '', ...below] = text.split('\n');
    return html`${linked(first)}${below.map((line) => html`<span class="below">${linked(line)}</span>`)}`;
  };
  const cell = (text: string, index: number): Html =>
    index === 0
      ? html`<th scope="row">${linesOf(text)}</th>`
      : html`<td
          ${kindOf(columns[index]?.numeric)}
          data-of="${columns[index]?.heading ?? ''}"
          dir="auto"
        >
          ${linesOf(text)}
        </td>`;
  const row = (texts: readonly string[], index: number): Html =>
    html`<tr ${index >= rows.length - sums ? raw('class="sum"') : ''}>
      ${texts.map(cell)}
    </tr>`;

  const table = html`<table class="rows ${figures ? 'figures' : 'words'}">
    <caption ${folded ? raw('class="hidden"') : ''}>
      ${caption}
    </caption>
    <colgroup>
      ${figures ? '' : columns.map(width)}
    </colgroup>
    <thead>
      <tr>
        ${columns.map(heading)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(row)}
    </tbody>
  </table>`;
  const box = figures ? scrolling(caption, table) : table;
  return folded
    ? html`<details>
        <summary>${caption}</summary>
        ${box}
      </details>`
    : box;
}

function kindOf(numeric: boolean | undefined): Html | string {
  return numeric === true ? raw('class="n"') : '';
}

function scrolling(name: string, table: Html): Html {
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
}

function mapOf({ documents, legend }: CoverageMap): Html {
  const entry = ({ mark, count }: CoverageMap['legend'][number]): Html =>
    html`<li>
      <i class="m ${mark}" aria-hidden="true"></i> ${lookOf[mark].words} <b>${number(count)}</b>
    </li>`;
  return html`<ul class="legend" aria-label="Legend">
      ${legend.map(entry)}
    </ul>
    ${documents.map(
      ({ heading, parts }) =>
        html`<h3>${heading}</h3>
          ${parts.map(partOf)}`,
    )}`;
}

function partOf({ name, summary, cells }: MapPart): Html {
  return html`<figure>
    <figcaption>${name}</figcaption>
    <div class="cells" role="img" aria-label="${name}. ${summary}">
      ${cells.map(
        ({ id, mark }) => html`<i class="m ${mark}" title="${id}: ${lookOf[mark].words}"></i>`,
      )}
    </div>
  </figure>`;
}

/** A page that shows more at once is not read. */
const mostUnfolded = 10;

function findingOf(
  { id, place, statement, checks, again, diagram }: Finding,
  open: boolean,
  linked: Linked,
): Html {
  const line = ({ label, text }: Line): Html =>
    html`<div>
      <dt>${label}</dt>
      <dd dir="auto">${text}</dd>
    </div>`;
  const check = ({ name, lines }: Finding['checks'][number]): Html =>
    html`<p class="check">${name}</p>
      ${lines.length === 0 ? '' : html`<dl class="message">${lines.map(line)}</dl>`}`;
  return html`<details class="finding" ${open ? raw('open') : ''}>
    <summary><h3>${linked(id)}</h3></summary>
    <p class="place">${place}</p>
    <p>${statement}</p>
    ${checks.map(check)} ${diagram === undefined ? '' : pictureOf(diagram)}
    ${again === undefined ? '' : html`<p class="again">Again: <code>${again}</code></p>`}
  </details>`;
}

/** As an image: its styles are its own. */
function pictureOf(diagram: string): Html {
  const address = `data:image/svg+xml;base64,${Buffer.from(diagram).toString('base64')}`;
  return html`<details class="diagram">
    <summary>The requests as a diagram</summary>
    <img
      src="${address}"
      alt="Each request with its answer, the judged one in red"
      loading="lazy"
    />
  </details>`;
}

function matrixOf({ caption, states, rows }: Matrix): Html {
  const cell = ({ outcome, text }: Matrix['rows'][number]['cells'][number]): Html =>
    html`<td class="${outcome}" title="${cellOutcomeWords[outcome]}">${text}</td>`;
  const table = html`<table class="matrix">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Operation</th>
        ${states.map((state) => html`<th scope="col">${state}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ operation, cells }) =>
          html`<tr>
            <th scope="row">${operation}</th>
            ${cells.map(cell)}
          </tr> `,
      )}
    </tbody>
  </table>`;
  return scrolling(caption, table);
}
