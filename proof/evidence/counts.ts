import { faults } from '../faults/index.ts';
import {
  type Api,
  apiOf,
  apis,
  type Level,
  levels,
} from '../../fixtures/requirements/requirement.ts';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { moods } from '../../sandbox/moods.ts';

/** What can be counted in the code alone. */
export interface Counts {
  readonly requirements: Readonly<Record<Api, RequirementCounts>>;
  readonly faults: Readonly<Record<Api, number>>;
  readonly moods: readonly string[];
}

interface RequirementCounts extends Readonly<Record<Level, number>> {
  readonly document: number;
  /** Those that cannot be seen from outside; they belong to no level. */
  readonly unobservable: number;
}

export function countsInTheCode(): Counts {
  return {
    requirements: forEachApi((api) => {
      const entries = requirementEntries.filter(([id]) => apiOf(id) === api);
      const seen = entries.filter(([, { unobservable }]) => unobservable === undefined);
      const byLevel = levels.map((level) => [
        level,
        seen.filter(([, requirement]) => requirement.level === level).length,
      ]);
      return {
        document: entries[0]?.[1].document ?? 0,
        ...(Object.fromEntries(byLevel) as Record<Level, number>),
        unobservable: entries.length - seen.length,
      };
    }),
    faults: forEachApi((api) => faults.filter(({ breaks }) => apiOf(breaks) === api).length),
    moods: Object.keys(moods),
  };
}

export function forEachApi<T>(of: (api: Api) => T): Record<Api, T> {
  return Object.fromEntries(apis.map((api) => [api, of(api)])) as Record<Api, T>;
}
