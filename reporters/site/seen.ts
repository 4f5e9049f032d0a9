import { html } from 'hono/html';
import type { Line } from '../../fixtures/failure-text.ts';
import { requirements, type RequirementId } from '../../fixtures/requirements/index.ts';
import { evidenceOf } from '../certificate/findings.ts';
import { lookOf, type Mark } from '../certificate/marks.ts';
import { counted, moment, plain } from '../certificate/text.ts';
import type { Cause } from '../conformance.ts';
import { addressOf } from './address.ts';
import type { Html } from './frame.ts';
import { idsIn, type Seen, type Verdicts } from './verdicts.ts';

// What a target did. All its words are hostile: made plain and bounded here, and escaped by html.

/** Longest reason or observation, in characters. */
const longestRemark = 1200;

/** What a run has seen of one requirement. */
export function seenOf(id: RequirementId, verdicts: Verdicts): Html {
  const { target, run } = verdicts.conformance;
  const seen = verdicts.of(id);
  return html`<h2>What a run has seen</h2>
    <p>
      ${seen === undefined ? 'The run did not know it.' : chipOf(seen.mark)}
      <bdi>${plain(target.name, 120)}</bdi>, ${moment(run.startedAt)}
    </p>
    ${seen === undefined ? '' : remarksOf(seen)}`;
}

/** A verdict in words; its colour says nothing more. */
export function chipOf(mark: Mark): Html {
  return html`<b class="v ${mark}">${lookOf[mark].words}</b>`;
}

function remarksOf({ result, cause, waiver }: Seen): Html {
  const { observation, reason, verdict, inconsistent } = result;
  const isBreach = verdict === 'failed' || verdict === 'waived' || inconsistent !== undefined;
  return html`${observation === undefined ? '' : said(observation)}
  ${isBreach ? evidenceOf(result).map(evidence) : reason === undefined ? '' : said(reason)}
  ${waiver === undefined ? '' : html`<p>Waived until ${plain(waiver.until)} by ${plain(waiver.owner)}: ${plain(waiver.reason)}</p>`}
  ${cause === undefined ? '' : causeOf(result.id, cause)}`;
}

function said(words: string): Html {
  return html`<p class="said" dir="auto">${plain(words, longestRemark)}</p>`;
}

function evidence({ name, lines }: ReturnType<typeof evidenceOf>[number]): Html {
  const line = ({ label, text }: Line): Html =>
    html`<dt>${label}</dt>
      <dd dir="auto">${text}</dd>`;
  return html`<h3>${name}</h3>
    ${lines.length === 0 ? '' : html`<dl class="said">${lines.map(line)}</dl>`}`;
}

function causeOf(id: RequirementId, cause: Cause): Html {
  const others = idsIn(cause).filter((one) => one !== id);
  return html`<p>
    Cause:
    <bdi>${plain(cause.title)}</bdi
    >${others.length === 0 ? '' : html`, shared with ${counted(others.length, 'other')}: ${linksTo(others, '')}`}
  </p>`;
}

/** So many requirements of one cause are named. */
const mostLinks = 8;

/** Links to requirements; one that the catalogue does not know is only named. */
export function linksTo(ids: readonly RequirementId[], folder: 'r/' | ''): Html {
  const link = (id: RequirementId): Html =>
    Object.hasOwn(requirements, id)
      ? html`<a href="${folder}${addressOf(id).replace(/^r\//, '')}">${id}</a> `
      : html`${plain(id)} `;
  return html`${ids.slice(0, mostLinks).map(link)}${ids.length > mostLinks ? '…' : ''}`;
}
