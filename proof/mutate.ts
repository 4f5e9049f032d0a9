import '../reporters/node-version.ts';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newCommand, runCommand } from '../reporters/command-line.ts';
import type { ExitStatus } from '../reporters/conformance.ts';
import { listenForInterruption } from '../reporters/interruption.ts';
import { suggestion } from '../reporters/suggestions.ts';
import { selectionOf } from '../reporters/selection.ts';
import { moods } from '../sandbox/moods.ts';
import type { MutationFigures } from './evidence/measured.ts';
import { askIn } from './mutation/variant-runner.ts';
import { readExcuses, withoutExcused } from './mutation/excuses.ts';
import { hunt } from './mutation/hunt.ts';
import { instrument } from './mutation/instrument.ts';
import { namesOf, textOf } from './mutation/mutant.ts';
import { filesByScope, requirementsAsking, type Scope, scopes } from './mutation/scope.ts';

// npm run mutate: changes the embedded sandbox in every place at which StrykerJS knows a change, one
// at a time, and shows which changes no check notices.

interface Options {
  readonly api?: string;
  readonly only?: string;
  readonly with?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const program = newCommand('npm run mutate --')
  .description(
    'Changes the sandbox in one place at a time, mechanically, and shows which changes no check notices.\nTakes some minutes for each API; nothing else should be running.',
  )
  .option('--api <names>', `only these: ${scopes.join(', ')}; the last is what all of them share`)
  .option('--only <file>', 'only this file of the sandbox, such as rules/cards.ts')
  .option('--with <ids>', 'use only the checks of these requirements, by id or prefix')
  .addHelpText(
    'after',
    `
Acceptable survivors are entered by hand in proof/mutation/survivors/<api>.yaml, with the reason.
Figures for whole APIs are written to reports/mutation.json, for npm run evidence.
Exit status: 0 every mutant is noticed or excused, 1 some are not, 2 usage, 130 interrupted`,
  );

await runCommand(program, () => mutate(program.opts<Options>()));

async function mutate({ api, only, with: ids }: Options): Promise<ExitStatus> {
  const files = filesOf(api, only);
  const requirements = ids === undefined ? undefined : selectionOf(ids.split(','));
  const problems: string[] = [];
  if ('problems' in files) problems.push(...files.problems);
  if (requirements !== undefined && 'problems' in requirements) {
    problems.push(...requirements.problems);
  }
  if (problems.length > 0 || 'problems' in files) {
    for (const problem of problems) console.error(`error: ${problem}`);
    return 2;
  }
  using interruption = listenForInterruption(process.stdout);
  let status: ExitStatus = 0;

  for (const [scope, names] of files.names) {
    const asked =
      requirements !== undefined && 'ids' in requirements
        ? [...requirements.ids]
        : requirementsAsking(scope);
    const figures = await huntIn(scope, names, asked, interruption.signal);
    if (interruption.happened) return 130;
    if (figures.missingCheck > 0) status = 1;
    if (only === undefined && ids === undefined) keep(figures);
  }
  return status;
}

/** Hunts the mutants of some files, and prints who is not noticed and has no excuse. */
async function huntIn(
  scope: Scope,
  files: readonly string[],
  requirements: readonly string[],
  signal: AbortSignal,
): Promise<MutationFigures> {
  const start = performance.now();
  const onRound = (round: string): void => {
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${`${seconds} s`.padStart(7)}  ${scope}: ${round}`);
  };
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const mutants = await instrument(root, files, join(folder, 'sandbox.js'));
    const known = withoutExcused(mutants, readExcuses(join(root, 'proof/mutation/survivors')));
    const { survivors, notGreen } = await hunt({
      mutants: known.asked,
      requirements,
      moods: Object.keys(moods),
      ask: askIn({ folder, signal, onRound }),
      onRound,
    });

    const names = namesOf(mutants);
    const lines = survivors.map(
      ({ mutant, reachedBy }) =>
        `${textOf(mutant, names.get(mutant.id) ?? '')}  (reached by ${reachedBy})`,
    );
    show('neither noticed nor excused', lines);
    show('no mutant has these names of proof/mutation/survivors', known.stale);
    show('these do not pass even without a mutant, and were not run', notGreen);
    const { equivalent, notSpecified } = known;
    const excused = equivalent + notSpecified;
    const noticed = known.asked.length - survivors.length;
    const all = known.asked.length + excused;
    const figures: MutationFigures = {
      scope,
      on: new Date().toISOString().slice(0, 10),
      mutants: all,
      killed: noticed,
      survived: survivors.length + excused,
      equivalent,
      notSpecified,
      missingCheck: survivors.length,
      score: share(noticed, all),
      scoreOfSpecified: share(noticed, known.asked.length),
    };
    console.log(
      `\n${scope}: ${all} mutants: ${noticed} noticed, ${excused} excused, ${survivors.length} neither; raw score ${figures.score.toFixed(1)} (${known.leftAlone} that nobody asks about)`,
    );
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files that are asked for, by scope, or every name that means nothing as a sentence. */
function filesOf(
  api: string | undefined,
  only: string | undefined,
):
  | { readonly names: readonly (readonly [Scope, readonly string[]])[] }
  | { readonly problems: readonly string[] } {
  const wanted = api?.split(',') ?? scopes;
  const all = filesByScope(root);
  const known = [...all.values()].flat().map((file) => file.replace('sandbox/', ''));
  const problems = wanted
    .filter((name) => !scopes.some((scope) => scope === name))
    .map((name) => `there is no API "${name}"${suggestion(name, scopes)}`);
  if (only !== undefined && !known.includes(only)) {
    problems.push(`there is no mutated file "${only}" in the sandbox${suggestion(only, known)}`);
  }
  const names = scopes
    .filter((scope) => wanted.includes(scope))
    .map((scope) => {
      const own = all.get(scope) ?? [];
      return [
        scope,
        own.filter((file) => only === undefined || file === `sandbox/${only}`),
      ] as const;
    })
    .filter(([, own]) => own.length > 0);
  if (problems.length === 0 && names.length === 0) {
    problems.push(`"${only}" belongs to none of ${wanted.join(', ')}`);
  }
  return problems.length > 0 ? { problems } : { names };
}

/** Leaves the figures of a scope beside those of the others. */
function keep(figures: MutationFigures): void {
  const file = join(root, 'reports/mutation.json');
  mkdirSync(join(root, 'reports'), { recursive: true });
  const earlier = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as readonly MutationFigures[])
    : [];
  const others = earlier.filter(({ scope }) => scope !== figures.scope);
  writeFileSync(file, `${JSON.stringify([...others, figures], undefined, 2)}\n`);
}

function show(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title} (${lines.length}):\n${lines.join('\n')}`);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 1000) / 10;
}
