import { type Api, apiOf } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirementEntries } from '../fixtures/requirements/index.ts';
import { suggestion } from './suggestions.ts';

const ids: readonly RequirementId[] = requirementEntries.map(([id]) => id);

/** The requirements with this id, or below it: `v2.card` means all that begin with `v2.card.`. */
export function requirementsUnder(wanted: string): RequirementId[] {
  return ids.filter((id) => id === wanted || id.startsWith(`${wanted}.`));
}

/** What `--only` names, or every name that means nothing, each as a sentence. */
export function selectionOf(
  wanted: readonly string[],
): { readonly ids: ReadonlySet<RequirementId> } | { readonly problems: readonly string[] } {
  const problems = wanted
    .filter((name) => requirementsUnder(name).length === 0)
    .map((name) => unknownRequirement(name));
  if (problems.length > 0) return { problems };
  return { ids: new Set(wanted.flatMap(requirementsUnder)) };
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
