import { html } from 'hono/html';
import type { Entry } from '../catalogue/catalogue.ts';
import { marks } from '../certificate/marks.ts';
import { counted, moment, number, plain } from '../certificate/text.ts';
import type { Cause } from '../conformance.ts';
import { outcomeWithExtent } from '../outcome.ts';
import type { Html } from './frame.ts';
import { chipOf, linksTo } from './seen.ts';
import { idsIn, type Verdicts } from './verdicts.ts';

/** So many causes are named; those that are best mended first come first. */
const mostCauses = 20;

/** Whose result this is, how it came out, and what is behind what did not pass. */
export function overviewOf(entries: readonly Entry[], { conformance, of }: Verdicts): Html {
  const { target, run, causes, requirements } = conformance;
  const seen = entries.map(({ id }) => of(id)?.mark);
  const count = (mark: (typeof marks)[number]): number => seen.filter((one) => one === mark).length;
  const known = seen.filter((mark) => mark !== undefined).length;
  const strange = requirements.length - known;
  return html`<section class="result" aria-label="Result">
    <p>
      <strong><bdi>${plain(target.name, 120)}</bdi>: ${outcomeWithExtent(conformance)}</strong>,
      ${run.profile}, ${moment(run.startedAt)}
    </p>
    <p>
      ${marks
        .filter((mark) => count(mark) > 0)
        .map((mark) => html`<span class="count">${chipOf(mark)} ${number(count(mark))}</span> `)}
    </p>
    ${known < entries.length ? html`<p>Of ${counted(entries.length - known, 'requirement')} the result says nothing: it is of another suite.</p>` : ''}
    ${strange > 0 ? html`<p>It holds ${counted(strange, 'requirement')} that this catalogue does not know.</p>` : ''}
    ${causes.length === 0 ? '' : causesOf(causes)}
  </section>`;
}

function causesOf(causes: readonly Cause[]): Html {
  const line = (cause: Cause): Html =>
    html`<li>
      <bdi>${plain(cause.title)}</bdi>: ${counted(idsIn(cause).length, 'requirement')},
      ${linksTo(idsIn(cause), 'r/')}
    </li>`;
  const more = causes.length - mostCauses;
  return html`<details>
    <summary>${counted(causes.length, 'cause')} of what did not pass</summary>
    <ol>
      ${causes.slice(0, mostCauses).map(line)}
    </ol>
    ${more > 0 ? html`<p>and ${counted(more, 'more cause')}</p>` : ''}
  </details>`;
}
