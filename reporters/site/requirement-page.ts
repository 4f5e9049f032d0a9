import { html } from 'hono/html';
import type { KnownFault } from '../../proof/proof.ts';
import type { CollectedCheck } from '../catalogue/collected-checks.ts';
import { aloneCommand, type Entry, meaningOf } from '../catalogue/catalogue.ts';
import { partName } from '../certificate/parts.ts';
import { indexAddress } from './address.ts';
import { framed, type Html } from './frame.ts';
import { seenOf } from './seen.ts';
import type { Verdicts } from './verdicts.ts';

/** All that is known of one requirement. */
export function requirementPage(
  entry: Entry,
  faults: readonly KnownFault[],
  verdicts?: Verdicts,
): string {
  const { id, requirement, checks } = entry;
  const subject = id.split('.').slice(0, 2).join('.');

  return framed({
    title: id,
    up: '../',
    body: html`<nav aria-label="Where this is">
        <a href="${listOf({})}">Catalogue</a> ›
        <a href="${listOf({ q: `${subject}.` })}">${subject}</a>
      </nav>
      <main>
        <h1>${id}</h1>
        <p class="sentence">${requirement.statement}</p>
        ${factsOf(entry)} ${verdicts === undefined ? '' : seenOf(id, verdicts)}
        <h2>How it is asked</h2>
        ${requirement.unobservable === undefined ? checksOf(id, checks) : nobodyCan(requirement.unobservable)}
        ${faults.length === 0 ? '' : provedBy(faults)}
      </main>`,
  });
}

/** The index, narrowed. */
function listOf(filters: Readonly<Record<string, string>>): string {
  const words = new URLSearchParams(filters).toString();
  return words === '' ? `../${indexAddress}` : `../${indexAddress}#${words}`;
}

function factsOf({ requirement, tags }: Entry): Html {
  const { document, section, level, records } = requirement;
  const part = `${document}/${section}`;
  const tag = (name: string): Html => html`<a href="${listOf({ tag: name })}">${name}</a> `;
  return html`<dl>
    <dt>Place</dt>
    <dd>
      <a href="${listOf({ part })}">document ${document}, part ${partName(document, section)}</a>
    </dd>
    <dt>Level</dt>
    <dd>${meaningOf[level]}</dd>
    ${
      tags.length === 0
        ? ''
        : html`<dt>Tags</dt>
            <dd>${tags.map(tag)}</dd>`
    }
    ${
      records === undefined
        ? ''
        : html`<dt>What is open</dt>
            <dd>A run records: ${records}</dd>`
    }
  </dl>`;
}

function checksOf(id: string, checks: readonly CollectedCheck[]): Html {
  const check = ({ name, file }: CollectedCheck): Html =>
    html`<li>${name} <code>${file}</code></li>`;
  return html`<ul>
      ${checks.map(check)}
    </ul>
    <p>Alone: <code>${aloneCommand(id)}</code></p>`;
}

function nobodyCan(why: string): Html {
  return html`<p>It cannot be seen from outside: ${why}</p>`;
}

function provedBy(faults: readonly KnownFault[]): Html {
  const fault = ({ id, what }: KnownFault): Html => html`<li>${what} <code>${id}</code></li>`;
  return html`<h2>Faults that prove it</h2>
    <ul>
      ${faults.map(fault)}
    </ul>`;
}
