import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';
import {
  type Api,
  apiOf,
  apis,
  type Level,
  levels,
  type Requirement,
} from '../../fixtures/requirements/requirement.ts';
import { visible } from '../../fixtures/transcript/masking.ts';
import { called } from '../called.ts';
import type { CollectedCheck, CollectedChecks } from './collected-checks.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { mostTelling } from '../what-is-wrong.ts';
import { suggestion } from '../suggestions.ts';
import type { KnownFault } from '../../proof/proof.ts';
import { requirementsBeginning } from '../selection.ts';
import { type Tag, tags, tagsOf } from './tags.ts';

// The catalogue as people and programs read it: the commands list and explain.

/** What a list is narrowed to: an entry must fit every member, in one of its words. */
export interface ListFilter {
  readonly apis?: readonly string[];
  readonly documents?: readonly string[];
  /** `4` stands for part 4 and all below it. */
  readonly sections?: readonly string[];
  readonly levels?: readonly string[];
  readonly tags?: readonly string[];
  /** Words that must all occur in the id or the sentence. */
  readonly words?: readonly string[];
}

/** One requirement with what is known of it without a run. */
export interface Entry {
  readonly id: RequirementId;
  readonly api: Api;
  readonly requirement: Requirement;
  readonly tags: readonly Tag[];
  readonly checks: readonly CollectedCheck[];
}

/** Every requirement, in the order of the documents, with its checks where they were collected. */
export function catalogueEntries(collected: CollectedChecks = new Map()): Entry[] {
  return requirementEntries.map(([id, requirement]) => {
    const entry = { id, api: apiOf(id), requirement, checks: collected.get(id) ?? [] };
    return { ...entry, tags: tagsOf(entry) };
  });
}

/** What a filter names that does not exist, each as a sentence with what may have been meant. */
export function problemsOf(filter: ListFilter): string[] {
  const sections = requirementEntries.map(([, { section }]) => section);
  const parts = [...new Set(sections.flatMap((one) => [one, one.split('.')[0] ?? one]))];
  const known = [
    ['API', filter.apis, apis],
    ['document', filter.documents, ['1', '2', '3']],
    ['part of a document', filter.sections, parts],
    ['level', filter.levels, levels],
    ['tag', filter.tags, tags],
  ] as const;
  return known.flatMap(([what, words = [], allowed]) =>
    words
      .filter((word) => !(allowed as readonly string[]).includes(word))
      .map((word) => `there is no ${what} "${word}"${orElse(word, allowed)}`),
  );
}

/** The entries that a filter leaves. */
export function filtered(entries: readonly Entry[], filter: ListFilter): Entry[] {
  const { documents, sections, words = [] } = filter;
  const fits = <T>(allowed: readonly T[] | undefined, ...ones: readonly T[]): boolean =>
    allowed === undefined || ones.some((one) => allowed.includes(one));

  return entries.filter((entry) => {
    const { id, api, requirement } = entry;
    const { document, section, level, statement } = requirement;
    const text = `${id} ${statement}`.toLowerCase();
    return (
      fits<string>(filter.apis, api) &&
      fits(documents, String(document)) &&
      (sections === undefined ||
        sections.some((one) => section === one || section.startsWith(`${one}.`))) &&
      fits<string>(filter.levels, level) &&
      words.every((word) => text.includes(word.toLowerCase())) &&
      (filter.tags === undefined || fits<string>(filter.tags, ...entry.tags))
    );
  });
}

/** What is said where none fits: which of the words nothing has, and what may have been meant. */
export function whyNoneFits(entries: readonly Entry[], { words = [] }: ListFilter): string {
  const known = new Set(
    entries.flatMap(({ id, requirement: { statement } }) =>
      `${id} ${statement}`.toLowerCase().split(/[^a-z0-9]+/),
    ),
  );
  const unknown = words.filter((word) => filtered(entries, { words: [word] }).length === 0);
  const told = unknown.map((word) => `"${word}"${suggestion(word.toLowerCase(), [...known])}`);
  return told.length === 0
    ? 'No requirement fits all of this.'
    : `No requirement fits: none has ${told.join(' or ')}.`;
}

/** Each requirement on a line of its own, part by part, and how many there are. */
export function listOfRequirements(entries: readonly Entry[]): string {
  const parts = Map.groupBy(
    entries,
    ({ api, requirement: { document, section } }) =>
      `Document ${document} (${api}), part ${section}`,
  );
  const longest = Math.max(...entries.map(({ id }) => id.length));
  const blocks = [...parts].map(([heading, ones]) =>
    [
      heading,
      ...ones.map(
        ({ id, requirement: { level, statement } }) =>
          `  ${id.padEnd(longest)}  ${level.padEnd(8)}  ${statement}`,
      ),
    ].join('\n'),
  );
  return [...blocks, `${entries.length} of ${requirementEntries.length} requirements`].join('\n\n');
}

/** The same output JSON. */
export function listAsJson(entries: readonly Entry[]): string {
  return JSON.stringify(entries.map(plain), null, 2);
}

interface Knowledge {
  readonly faults: readonly KnownFault[];
  /** The last result in the output folder, if there is one: it knows how the checks went. */
  readonly lastRun?: Conformance;
}

/** Everything about one requirement, or about each below a prefix. */
export function explanationOf(
  wanted: string,
  entries: readonly Entry[],
  knowledge: Knowledge,
): string {
  const explained = below(wanted, entries).map((entry) => explain(entry, knowledge));
  const isOne = explained.length === 1 && entries.some(({ id }) => id === wanted);
  const all = explained.length === 1 ? '1 requirement' : `${explained.length} requirements`;
  return [...(isOne ? [] : [`${wanted}: ${all}`]), ...explained].join('\n\n');
}

/** The same output JSON; one list, whatever was named. */
export function explanationAsJson(
  wanted: readonly string[],
  entries: readonly Entry[],
  { faults, lastRun }: Knowledge,
): string {
  const explained = wanted
    .flatMap((name) => below(name, entries))
    .map((entry) => {
      const { id, requirement } = entry;
      const last = lastRun?.requirements.find((result) => result.id === id);
      return {
        ...plain(entry),
        faults: faults
          .filter(({ breaks }) => breaks === id)
          .map((one) => ({ id: one.id, what: one.what })),
        ...(last === undefined ? {} : { lastRun: last.verdict }),
        ...(requirement.unobservable === undefined ? { alone: aloneCommand(id) } : {}),
      };
    });
  return JSON.stringify(explained, null, 2);
}

/** The last result that was written to a folder. */
export function lastRunIn(folder: string): Conformance | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance;
  } catch {
    return undefined;
  }
}

function explain(entry: Entry, { faults, lastRun }: Knowledge): string {
  const { id, requirement, checks, tags } = entry;
  const { document, section, level, statement, records, unobservable } = requirement;
  const proof = faults.filter(({ breaks }) => breaks === id);
  const last = lastRun?.requirements.find((result) => result.id === id);
  const ran = last?.checks ?? [];

  return [
    id,
    `  ${statement}`,
    `  document ${document}, part ${section}; ${meaningOf[level]}`,
    ...(tags.length === 0 ? [] : [`  tags: ${tags.join(', ')}`]),
    ...(records === undefined ? [] : [`  recorded: ${records}`]),
    ...(unobservable === undefined ? [] : [`  no check: ${unobservable}`]),
    ...(ran.length > 0 ? ran : checks).map(({ file, name }) => `  checked in ${file}: ${name}`),
    ...proof.map((fault) => `  proved by fault ${fault.id}: ${fault.what}`),
    ...(last === undefined || lastRun === undefined ? [] : lastRunLines(last, lastRun)),
    ...(unobservable === undefined ? [`  alone: ${aloneCommand(id)}`] : []),
  ].join('\n');
}

/** What a level says, in a few words. */
export const meaningOf: Readonly<Record<Level, string>> = {
  must: 'must: the document says so',
  derived: 'derived: it follows from what the document says',
  advisory:
    'advisory: no document says so; a breach is a recommendation, unless --fail-on advisory',
  open: 'open: the document does not say; recorded, never judged',
};

function lastRunLines(last: RequirementResult, { target }: Conformance): string[] {
  const { verdict, observation } = last;
  const [remark, ...others] =
    observation === undefined ? mostTelling(last).split('\n') : [observation];
  const line = `  last run, of ${visible(target.name)}: ${verdict}`;
  // What was sent, expected and got stands in lines of its own.
  if (others.length > 0) return [line, ...[remark, ...others].map((one) => `  ${one}`)];
  return [remark === '' || remark === undefined ? line : `${line}, ${remark}`];
}

/** What runs the checks of one requirement, and nothing else. */
export function aloneCommand(id: string): string {
  return called('certify', `--only ${id}`);
}

function below(wanted: string, entries: readonly Entry[]): Entry[] {
  const ids: readonly string[] = requirementsBeginning(wanted);
  return entries.filter(({ id }) => ids.includes(id));
}

function plain({ id, api, requirement, tags, checks }: Entry) {
  return {
    id,
    api,
    ...requirement,
    tags,
    checks: checks.map(({ file, name }) => ({ file, name })),
  };
}

function orElse(word: string, allowed: readonly string[]): string {
  const meant = suggestion(word, allowed);
  return meant === '' && allowed.length < 12 ? `; the choices are ${allowed.join(', ')}` : meant;
}
