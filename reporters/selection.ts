import { type Api, apiOf } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirementEntries } from '../fixtures/requirements/index.ts';
import { nearest, suggestion } from './suggestions.ts';

const ids: readonly RequirementId[] = requirementEntries.map(([id]) => id);

/** The requirements with this id, or below it: `v2.card` means all that begin with `v2.card.`. */
export function requirementsUnder(wanted: string): RequirementId[] {
  return ids.filter((id) => id === wanted || id.startsWith(`${wanted}.`));
}

/** The same, and where there are none whatever begins with these letters: `v2.trans`. */
export function requirementsBeginning(wanted: string): RequirementId[] {
  const whole = requirementsUnder(wanted);
  return whole.length > 0 ? whole : ids.filter((id) => id.startsWith(wanted));
}

/** What `--only` matched, for whoever typed less than an id: one line for each name. */
export function matchesInWords(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const matched = requirementsBeginning(name);
    if (matched.length === 1 && matched[0] === name) return [];
    const subjects = [...new Set(matched.map((id) => id.split('.').slice(0, 2).join('.')))];
    const more = subjects.length - mostSubjects;
    const shown = subjects.slice(0, mostSubjects).join(', ');
    const noun = matched.length === 1 ? 'requirement' : 'requirements';
    const others = subjectsBeside(name);
    const without =
      others.length === 0
        ? ''
        : `, without ${others.slice(0, mostSubjects).join(', ')}${others.length > mostSubjects ? ', …' : ''}`;
    return [
      `--only ${name}: ${matched.length} ${noun} of ${shown}${more > 0 ? ` and ${more} more` : ''}${without}`,
    ];
  });
}

const mostSubjects = 4;

/** Other subjects that begin like one that was named: `v2.transfer-list` beside `v2.transfer`. */
function subjectsBeside(name: string): string[] {
  if (requirementsUnder(name).length === 0 || name.split('.').length !== 2) return [];
  const subjects = ids.map((id) => id.split('.').slice(0, 2).join('.'));
  return [...new Set(subjects)].filter((one) => one.startsWith(`${name}-`));
}

/** What `--api` and `--only` cannot mean together, as sentences. */
export function contradictionsIn(
  apis: readonly Api[] | undefined,
  names: readonly string[] = [],
): string[] {
  if (apis === undefined) return [];
  return names
    .filter((name) => !requirementsBeginning(name).some((id) => apis.includes(apiOf(id))))
    .map((name) => `--only ${name} names nothing of --api ${apis.join(',')}`);
}

/** What `--only` names, or every name that means nothing, each as a sentence. */
export function selectionOf(
  wanted: readonly string[],
): { readonly ids: ReadonlySet<RequirementId> } | { readonly problems: readonly string[] } {
  const problems = wanted
    .filter((name) => requirementsBeginning(name).length === 0)
    .map(nothingBeginsWith);
  if (problems.length > 0) return { problems };
  return { ids: new Set(wanted.flatMap(requirementsBeginning)) };
}

/** The sentence for what no id begins with: with what may have been meant, or how far it goes well. */
function nothingBeginsWith(name: string): string {
  const known = names();
  const found = nearest(name, known);
  const parts = name.split('.');
  const beginning = parts
    .map((_, index) => parts.slice(0, index).join('.'))
    .findLast((one) => known.includes(one));
  const isWrong = found !== undefined && found !== beginning;
  const hint = isWrong
    ? ` (did you mean ${found}?)`
    : beginning === undefined
      ? ''
      : `; the nearest beginning is ${beginning}, of ${requirementsUnder(beginning).length} requirements`;
  return `--only: nothing begins with "${name}"${hint}`;
}

/** The sentence for an unknown requirement, with the one that may have been meant. */
export function unknownRequirement(name: string, otherNames: readonly string[] = []): string {
  return `there is no requirement "${name}"${suggestion(name, [...names(), ...otherNames])}`;
}

/** The APIs that the catalogue asks something of. */
export function apisOfTheCatalogue(): Api[] {
  return [...new Set(ids.map(apiOf))];
}

function names(): string[] {
  const prefixes = ids.flatMap((id) => {
    const parts = id.split('.');
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  });
  return [...new Set(prefixes)];
}
