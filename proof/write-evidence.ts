import '../reporters/node-version.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Profile, profiles } from '../fixtures/target/profile.ts';
import { newCommand, runCommand } from '../reporters/command-line.ts';
import type { Conformance } from '../reporters/conformance.ts';
import { countsInTheCode } from './evidence/counts.ts';
import {
  type Measured,
  type MutationFigures,
  profileFigures,
  proofFigures,
  stabilityFigures,
  type StabilityFigures,
} from './evidence/measured.ts';
import { pageOf } from './evidence/page.ts';
import type { MoodProof } from './moods-proof.ts';
import type { Proof } from './proof.ts';
import type { Stability } from './stability.ts';

// npm run evidence: measures what speaks for the suite and writes docs/evidence.md from it.

const docs = join(import.meta.dirname, '..', 'docs');
const dataFile = join(docs, 'evidence.json');
const pageFile = join(docs, 'evidence.md');

const program = newCommand('npm run evidence --')
  .description(
    'Runs every profile and the proof, picks up the latest results of the longer measurements, and writes docs/evidence.md.',
  )
  .option('--page', 'measure nothing: recount the code and write the page')
  .addHelpText(
    'after',
    `
Longer measurements are read from these files if present, otherwise kept as they are:
  reports/stability.json     npm run prove -- --seeds 25
  reports/mutation.json      npm run mutate`,
  );

await runCommand(program, async () => {
  const { page = false } = program.opts<{ page?: true }>();
  const known = knownFigures();
  const measured = page ? known : await measure(known);
  const figures: Measured = { ...measured, ...longMeasurements(known), counts: countsInTheCode() };
  writeFileSync(dataFile, `${JSON.stringify(figures, undefined, 2)}\n`);
  writeFileSync(pageFile, pageOf(figures));
  console.log('Written: docs/evidence.md, docs/evidence.json');
});

function knownFigures(): Measured {
  if (existsSync(dataFile)) return JSON.parse(readFileSync(dataFile, 'utf8')) as Measured;
  return { counts: countsInTheCode(), machine: '', profiles: {} };
}

async function measure(known: Measured): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  try {
    const runs: Partial<Record<Profile, ReturnType<typeof profileFigures>>> = {};
    for (const profile of profiles) {
      console.log(`profile ${profile}`);
      const options = ['--profile', profile, '--seed', '1', '--no-allure', '--output', folder];
      await run('../reporters/certify.ts', options);
      runs[profile] = profileFigures(readJson(join(folder, 'conformance.json')) as Conformance);
    }
    console.log('faults and moods: some minutes');
    const file = join(folder, 'proof.json');
    await run('prove.ts', ['--moods', '--json', file]);
    const proof = readJson(file) as Proof & { readonly moods: readonly MoodProof[] };
    return {
      ...known,
      machine: `Node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} processors`,
      profiles: runs,
      proof: proofFigures(proof, new Date()),
      moods: proof.moods.map(({ name, passed, falseAlarms }) => ({
        name,
        passed,
        falseAlarms: falseAlarms.length,
      })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What takes longer than anybody waits for is run apart and taken up from where it was left. */
function longMeasurements(known: Measured): Partial<Measured> {
  const reports = join(docs, '..', 'reports');
  const stabilityFile = join(reports, 'stability.json');
  const mutationFile = join(reports, 'mutation.json');
  return {
    ...(existsSync(stabilityFile) ? ofSeeds(stabilityFile) : {}),
    ...(existsSync(mutationFile) ? { mutation: ofMutants(mutationFile, known) } : {}),
  };
}

/** Of every scope, the figures of the last time. */
function ofMutants(file: string, { mutation = [] }: Measured): readonly MutationFigures[] {
  const now = readJson(file) as readonly MutationFigures[];
  const byScope = new Map([...mutation, ...now].map((one) => [one.scope, one]));
  return [...byScope.values()];
}

function ofSeeds(file: string): Partial<Measured> {
  const stability = readJson(file) as Stability & Pick<StabilityFigures, 'profile' | 'without'>;
  const figures = stabilityFigures(stability, stability, statSync(file).mtime);
  return figures.sandboxes === 0 ? { pairs: figures } : { stability: figures };
}

/** A command of this project, whose own verdict is a figure like any other. */
async function run(file: string, options: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // The embedded sandbox is what is measured, whatever is configured here.
    env: { PATH: process.env['PATH'] },
    cwd: tmpdir(),
  });
  await once(child, 'close');
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
