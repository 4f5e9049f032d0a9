import '../../reporters/node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type TestCase } from 'vitest/node';
import { apiOf } from '../../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Profile } from '../../fixtures/target/run.ts';
import { judgedOverTheRun } from '../../reporters/every-answer.ts';
import { harvestReporter } from '../../reporters/results.ts';
import { clientPatienceMs, folderVariable, killedMark } from './embedded.ts';
import { readVariant } from './variant.ts';

// A process of its own, since a mutant may never give the thread back: asks variants of the mutated
// sandbox and tells whoever started it what came out, check by check.

/** What is asked; the file that holds it as JSON is the argument. */
export interface Job {
  readonly profile: Profile;
  /** By requirement, the variants that its checks are run against. */
  readonly variants: Readonly<Record<string, readonly string[]>>;
  /** The files that hold these checks, where they are known: to load all takes seconds. */
  readonly files?: readonly string[];
}

/** What is told while it happens. */
export type Told =
  | { readonly began: string; readonly file: string }
  | {
      readonly variant: string;
      readonly verdict: 'passed' | 'failed' | 'undecided';
      readonly ms: number;
      /** What a check said that did not pass, its first lines. */
      readonly reason: string;
      /** It passed for it found nothing to ask: what may be absent is taken away, or another mood. */
      readonly isIdle: boolean;
    }
  | { readonly crash: string }
  /** The last word: what all of it took of the processors. */
  | { readonly cpuSeconds: number };

const root = fileURLToPath(new URL('../..', import.meta.url));
const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Job;
const folder = process.env[folderVariable] ?? '';
const requirements = Object.keys(job.variants) as RequirementId[];
const folders = [...new Set(requirements.map(apiOf))];

const { harvest, reporter } = harvestReporter({
  onCheck(check) {
    const { variant = '', verdict, durationMs: ms, reason = '' } = check;
    const overall = [...judgedOverTheRun([check]).values()];
    const breach = overall.find((entry) => entry.verdict === 'failed');
    const isFailed = verdict === 'failed' || breach !== undefined;
    const { mutants = [] } = readVariant(variant) ?? {};
    // Its other checks are spared.
    if (isFailed && mutants.length === 1) writeFileSync(killedMark(folder, mutants.join()), '');
    tell({
      variant,
      ms,
      verdict: isFailed ? 'failed' : verdict === 'inconclusive' ? 'undecided' : 'passed',
      isIdle: !isFailed && verdict === 'not-exercised',
      reason: verdict === 'passed' ? (breach?.reason ?? '') : reason.slice(0, 500),
    });
  },
});

await startVitest(
  'test',
  [...(job.files ?? folders.flatMap((api) => [`suites/${api}/`, `properties/${api}/`]))],
  {
    root,
    project: ['conformance', 'clock'],
    watch: false,
    configLoader: 'native',
    // Of their own, since vitest keeps modules as plugins made them and ours must not reach others.
    fsModuleCachePath: join(folder, 'modules'),
    reporters: [
      {
        ...reporter,
        onInit(vitest) {
          for (const project of vitest.projects) {
            project.provide('run', {
              seed: 1,
              profile: job.profile,
              only: requirements,
              variants: job.variants,
              starter: new URL('embedded.ts', import.meta.url).href,
            });
          }
        },
        onTestCaseReady(test: TestCase) {
          const variant = test.meta().conformance?.variant;
          if (variant !== undefined) tell({ began: variant, file: test.module.relativeModuleId });
        },
      },
    ],
  },
  { plugins: [impatient()] },
);
for (const crash of harvest.crashes) tell({ crash });
const { user, system } = process.cpuUsage();
tell({ cpuSeconds: (user + system) / 1e6 });
process.once('disconnect', () => process.exit(0));
process.disconnect();

/** Gives the checks less patience than the embedded sandbox deserves. */
function impatient() {
  const patiences = [
    ['/fixtures/target/session.ts', 'embeddedPatienceMs', clientPatienceMs],
    ['/fixtures/target/target.ts', 'defaultSettleMs', 2_000],
  ] as const;
  return {
    name: 'impatient',
    enforce: 'pre' as const,
    // The embedded sandbox is slow at worst, and has minutes; a mutant may never answer.
    transform(code: string, id: string) {
      const [, name, patienceMs] = patiences.find(([file]) => id.endsWith(file)) ?? [];
      if (name === undefined) return undefined;
      const patient = new RegExp(`(const ${name} = )[\\d_]+`);
      if (!patient.test(code)) throw new Error(`${id} names no ${name}`);
      return code.replace(patient, `$1${patienceMs}`);
    },
  };
}

function tell(what: Told): void {
  process.send?.(what);
}
