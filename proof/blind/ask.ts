import { stripVTControlCharacters } from 'node:util';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RequirementId,
  requirementEntries,
  requirements,
} from '../../fixtures/requirements/index.ts';
import { type Api, apiOf, type Level } from '../../fixtures/requirements/requirement.ts';
import { judgedOverTheRun } from '../../reporters/every-answer.ts';
import type { CheckResult } from '../../reporters/results.ts';
import { runChecks } from '../../reporters/vitest-run.ts';
import { sandboxScript } from '../sandbox-script.ts';
import { type Change, planted } from './planted.ts';
import { folderVariable, noteFailed } from './embedded.ts';

/** What became of a change of the sandbox when the checks of its API were run against it. */
export interface BlindVerdict<C extends Change> {
  readonly change: C;
  /**
   * `failed`: something that a target must do. `recommended`: no more than a recommendation.
   * `unplantable`: the sandbox has changed since.
   */
  readonly became: 'failed' | 'recommended' | 'passed' | 'unplantable';
  /** The first requirement that failed, and what it said; or why the change cannot be planted. */
  readonly by?: RequirementId;
  readonly reason?: string;
}

interface Options<C extends Change> {
  readonly root: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onVerdict: (verdict: BlindVerdict<C>) => void;
  /** The requirement by which a change is known to fail: it is asked first, and all of them where that passes. */
  readonly knownBy?: (change: C) => RequirementId | undefined;
}

/** So many changes share one start of vitest, which takes seconds: more of them only fill the memory. */
const mostAtATime = { v1: 8, v2: 16, gateway: 8, subscriptions: 16 } as const;

/** And so many where each is asked about one requirement, which is soon done. */
const mostAtATimeByOne = 32;

/** Runs the nightly checks of its API against each change until one that a target must pass fails. */
export async function askAbout<C extends Change>(
  changes: readonly C[],
  options: Options<C>,
): Promise<BlindVerdict<C>[]> {
  const { signal, knownBy = () => undefined, onVerdict } = options;
  const verdicts: BlindVerdict<C>[] = [];
  for (const [api, ofOneApi] of Map.groupBy(changes, (change) => change.api)) {
    const known = ofOneApi.filter((change) => knownBy(change) !== undefined);
    const told = new Set<C>();
    for (const some of portionsOf(known, mostAtATimeByOne)) {
      if (signal.aborted) break;
      const again = await askTogether(some, {
        ...options,
        variantsOf: (asked) => byRequirement(asked, knownBy),
        onVerdict(verdict) {
          if (verdict.became === 'passed' || verdict.became === 'recommended') return;
          told.add(verdict.change);
          onVerdict(verdict);
        },
      });
      verdicts.push(...again.filter(({ change }) => told.has(change)));
    }
    const rest = ofOneApi.filter((change) => !told.has(change));
    for (const some of portionsOf(rest, mostAtATime[api])) {
      if (signal.aborted) break;
      verdicts.push(...(await askTogether(some, { ...options, variantsOf: byAll })));
    }
  }
  return verdicts;
}

function portionsOf<T>(all: readonly T[], most: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  );
}

/** Which requirements are asked of which changes. */
type Variants = Readonly<Record<string, readonly string[]>>;

function byAll(changes: readonly Change[]): Variants {
  return { '*': changes.map(nameOf) };
}

function byRequirement<C extends Change>(
  changes: readonly C[],
  knownBy: (change: C) => RequirementId | undefined,
): Variants {
  const named = Map.groupBy(changes, (change) => knownBy(change) ?? '*');
  return Object.fromEntries([...named].map(([by, those]) => [by, those.map(nameOf)]));
}

interface Together<C extends Change> extends Options<C> {
  readonly variantsOf: (changes: readonly C[]) => Variants;
}

/** The sandbox with a change; or why it cannot be had, as where what is changed is called otherwise by now. */
async function scriptWith(
  change: Change,
  root: string,
): Promise<{ readonly code: string } | { readonly reason: string }> {
  const files = planted(change, root);
  if (typeof files === 'string') return { reason: files };
  try {
    return { code: await sandboxScript(root, files) };
  } catch (error) {
    // The bundler colours its messages wherever they go.
    return {
      reason: stripVTControlCharacters(error instanceof Error ? error.message : String(error)),
    };
  }
}

/** What failed first at each level that was reached. */
type Found = Map<string, Map<Level, Finding>>;

/** A requirement that failed, and what it said. */
interface Finding {
  readonly by: RequirementId;
  readonly reason: string;
}

async function askTogether<C extends Change>(
  changes: readonly C[],
  { root, seed, signal, onVerdict, variantsOf }: Together<C>,
): Promise<BlindVerdict<C>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'blind-'));
  const verdicts: BlindVerdict<C>[] = [];
  const tell = (verdict: BlindVerdict<C>): void => {
    verdicts.push(verdict);
    onVerdict(verdict);
  };
  try {
    const asked: C[] = [];
    for (const change of changes) {
      const script = await scriptWith(change, root);
      if ('reason' in script) tell({ change, became: 'unplantable', ...script });
      else {
        writeFileSync(join(folder, `${nameOf(change)}.js`), script.code);
        asked.push(change);
      }
    }
    const found = await failuresOf(asked, variantsOf(asked), { folder, seed, signal });
    if (signal.aborted) return [];
    for (const change of asked) tell(verdictOn(change, found));
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function failuresOf(
  changes: readonly Change[],
  variants: Variants,
  { folder, seed, signal }: Pick<Options<Change>, 'seed' | 'signal'> & { readonly folder: string },
): Promise<Found> {
  const [first] = changes;
  const found: Found = new Map();
  if (first === undefined) return found;
  const names = changes.map(nameOf);
  process.env[folderVariable] = folder;
  const { checks, crashes } = await runChecks({
    settings: {
      seed,
      profile: 'nightly',
      only: idsOf(first.api).filter((id) => '*' in variants || id in variants),
      variants,
      shared: names,
      starter: new URL('embedded.ts', import.meta.url).href,
    },
    signal,
    onCheck(check) {
      const { variant = '' } = check;
      for (const finding of findingsIn(check)) {
        const { level } = requirements[finding.by];
        const levels = found.get(variant) ?? new Map<Level, Finding>();
        if (!levels.has(level)) found.set(variant, levels.set(level, finding));
        if (level === 'must' || level === 'derived') noteFailed(folder, variant);
      }
    },
  });
  if (checks.length === 0) throw new Error(`the checks could not be run: ${crashes.join('; ')}`);
  return found;
}

function idsOf(api: Api): RequirementId[] {
  return requirementEntries.map(([id]) => id).filter((id) => apiOf(id) === api);
}

function nameOf({ round, id }: Change): string {
  return `round-${round}-${id}`;
}

/** The clauses over every answer hold for whatever a check asks. */
function findingsIn(check: CheckResult): Finding[] {
  const overAnswers = [...judgedOverTheRun([check])]
    .filter(([, { verdict }]) => verdict === 'failed')
    .map(([by, { reason = '' }]) => ({ by, reason }));
  if (check.verdict !== 'failed') return overAnswers;
  return [{ by: check.requirement, reason: check.reason ?? '' }, ...overAnswers];
}

function verdictOn<C extends Change>(change: C, found: Found): BlindVerdict<C> {
  const levels = found.get(nameOf(change));
  const judged = levels?.get('must') ?? levels?.get('derived');
  const finding = judged ?? levels?.get('advisory');
  if (finding === undefined) return { change, became: 'passed' };
  return { change, became: judged === undefined ? 'recommended' : 'failed', ...finding };
}
