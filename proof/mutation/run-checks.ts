import '../../reporters/node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { judgedOverTheRun } from '../../reporters/every-answer.ts';
import type { CheckResult } from '../../reporters/results.ts';
import { runChecks } from '../../reporters/vitest-run.ts';
import type { Told, Verdict } from './variant-runner.ts';
import { killedMark, needless } from './embedded.ts';
import { readVariant } from './variant.ts';

// A process of its own, since a mutant may never give the thread back: runs checks against mutants and
// tells whoever started it what came out, check by check. The argument is a file that holds as JSON, by
// requirement, the variants that its checks are run against.

const variants = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<
  string,
  readonly string[]
>;

const { crashes } = await runChecks({
  settings: {
    seed: 1,
    profile: 'smoke',
    only: Object.keys(variants),
    variants,
    starter: new URL('embedded.ts', import.meta.url).href,
  },
  onCheck(check) {
    const { variant = '', durationMs: ms, reason = '' } = check;
    const verdict = verdictOf(check);
    const { mutant } = readVariant(variant) ?? {};
    if (verdict === 'noticed' && mutant !== undefined) writeFileSync(killedMark(mutant), '');
    tell({ variant, verdict, ms, reason: reason.slice(0, 500) });
  },
});
for (const crash of crashes) tell({ crash });
process.once('disconnect', () => process.exit(0));
process.disconnect();

/** The clauses over every answer hold for whatever a check asks. */
function verdictOf(check: CheckResult): Verdict {
  const overall = [...judgedOverTheRun([check]).values()];
  if (check.verdict === 'failed' || overall.some(({ verdict }) => verdict === 'failed')) {
    return 'noticed';
  }
  if (check.verdict === 'inconclusive') {
    return check.reason?.startsWith(needless) === true ? 'spared' : 'undecided';
  }
  return check.verdict === 'not-exercised' ? 'withdrawn' : 'passed';
}

function tell(what: Told): void {
  process.send?.(what);
}
