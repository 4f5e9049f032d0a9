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
import { type BlindFault, planted } from './blind-fault.ts';
import { folderVariable, noteCaught } from './embedded.ts';

/** What became of a blind fault when the checks of its API were run against it. */
export interface BlindVerdict {
  readonly fault: BlindFault;
  /** `unplantable`: the sandbox has changed since. */
  readonly became: 'caught' | 'recommended' | 'missed' | 'unplantable';
  /** The first requirement that failed, and what it said; or why the fault cannot be planted. */
  readonly by?: RequirementId;
  readonly reason?: string;
}

interface Options {
  readonly root: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onVerdict: (verdict: BlindVerdict) => void;
}

/** So many faults share one start of vitest, which takes seconds: more of them only fill the memory. */
const mostAtATime = { v1: 8, v2: 16, gateway: 8, subscriptions: 16 } as const;

/** Runs the nightly checks of its API against each fault until one that a target must pass fails. */
export async function askAboutBlindFaults(
  faults: readonly BlindFault[],
  options: Options,
): Promise<BlindVerdict[]> {
  const verdicts: BlindVerdict[] = [];
  for (const [, ofOneApi] of Map.groupBy(faults, ({ api }) => api)) {
    const [{ api }] = ofOneApi as [BlindFault];
    for (let at = 0; at < ofOneApi.length && !options.signal.aborted; at += mostAtATime[api]) {
      verdicts.push(...(await askTogether(ofOneApi.slice(at, at + mostAtATime[api]), options)));
    }
  }
  return verdicts;
}

/** What failed first at each level that was reached. */
type Found = Map<string, Map<Level, CheckResult>>;

async function askTogether(
  faults: readonly BlindFault[],
  { root, seed, signal, onVerdict }: Options,
): Promise<BlindVerdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'blind-faults-'));
  const verdicts: BlindVerdict[] = [];
  const tell = (verdict: BlindVerdict): void => {
    verdicts.push(verdict);
    onVerdict(verdict);
  };
  try {
    const asked: BlindFault[] = [];
    for (const fault of faults) {
      const code = planted(fault, root);
      if (typeof code === 'string') tell({ fault, became: 'unplantable', reason: code });
      else {
        writeFileSync(join(folder, `${nameOf(fault)}.js`), await sandboxScript(root, code));
        asked.push(fault);
      }
    }
    const found = await failuresOf(asked, folder, seed, signal);
    if (signal.aborted) return [];
    for (const fault of asked) tell(verdictOn(fault, found));
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function failuresOf(
  faults: readonly BlindFault[],
  folder: string,
  seed: number,
  signal: AbortSignal,
): Promise<Found> {
  const [first] = faults;
  const found: Found = new Map();
  if (first === undefined) return found;
  const names = faults.map(nameOf);
  process.env[folderVariable] = folder;
  const { checks, crashes } = await runChecks({
    settings: {
      seed,
      profile: 'nightly',
      only: idsOf(first.api),
      variants: { '*': names },
      shared: names,
      starter: new URL('embedded.ts', import.meta.url).href,
    },
    signal,
    onCheck(check) {
      for (const level of levelsFailedIn(check)) {
        const { variant = '' } = check;
        const levels = found.get(variant) ?? new Map<Level, CheckResult>();
        if (!levels.has(level)) found.set(variant, levels.set(level, check));
        if (level === 'must' || level === 'derived') noteCaught(folder, variant);
      }
    },
  });
  if (checks.length === 0) throw new Error(`the checks could not be run: ${crashes.join('; ')}`);
  return found;
}

function idsOf(api: Api): RequirementId[] {
  return requirementEntries.map(([id]) => id).filter((id) => apiOf(id) === api);
}

function nameOf({ round, id }: BlindFault): string {
  return `round-${round}-${id}`;
}

/** The clauses over every answer hold for whatever a check asks. */
function levelsFailedIn(check: CheckResult): Set<Level> {
  const failed = [...judgedOverTheRun([check])].filter(([, { verdict }]) => verdict === 'failed');
  const ids = failed.map(([id]) => id);
  if (check.verdict === 'failed') ids.push(check.requirement);
  return new Set(ids.map((id) => requirements[id].level));
}

function verdictOn(fault: BlindFault, found: Found): BlindVerdict {
  const levels = found.get(nameOf(fault));
  const check = levels?.get('must') ?? levels?.get('derived');
  const recommended = levels?.get('advisory');
  const shown = check ?? recommended;
  if (shown === undefined) return { fault, became: 'missed' };
  const { requirement: by, reason = '' } = shown;
  return { fault, became: check === undefined ? 'recommended' : 'caught', by, reason };
}
