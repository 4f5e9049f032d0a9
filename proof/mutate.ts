import '../reporters/node-version.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import type { ExitStatus } from '../reporters/conformance.ts';
import { listenForInterruption } from '../reporters/interruption.ts';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { comparedFates, namesIn, withKilled } from './mutation/classes.ts';
import { conclude, type Run, readRun } from './mutation/conclude.ts';
import { huntIn } from './mutation/run.ts';
import { filesByScope, type Scope, scopes } from './mutation/scope.ts';
import { suggestion } from '../reporters/nearest.ts';

// npm run mutate: changes the embedded sandbox in every place at which StrykerJS knows a change, one
// at a time, and shows which changes no check notices.

interface Options {
  readonly api?: string;
  readonly only?: string;
  readonly page?: true;
  readonly again?: true;
  readonly with?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const program = new Command('npm run mutate --')
  .description(
    'Changes the sandbox in one place at a time, mechanically, and shows which changes no check notices.\nTakes some minutes for each API; nothing else should be running.',
  )
  .option('--api <names>', `only these of ${scopes.join(', ')}; the last is what all of them share`)
  .option(
    '--only <file>',
    'only this file of the sandbox, such as rules/cards.ts; no page is written',
  )
  .option('--again', 'ask only the survivors of the last run again, and mutants that are new')
  .option('--with <ids>', 'ask only those survivors, with the checks of these requirements')
  .option(
    '--page',
    'ask nothing: judge the last run anew by the files of survivors and write the pages',
  )
  .helpOption('-h, --help', 'show this')
  .addHelpText(
    'after',
    `
Writes docs/mutation.md with a page for each API, and reports/mutation/<api>.json for the viewer of StrykerJS.
Whoever survives is entered into proof/mutation/survivors/<api>.yaml by hand, with the reason.
Exit status: 0 whoever is alive may live, 1 a check is missing or somebody was not looked at, 2 usage, 130 interrupted`,
  )
  .exitOverride()
  .showSuggestionAfterError();

try {
  program.parse();
  process.exitCode = await mutate(program.opts<Options>());
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

async function mutate({ api, only, page, again, with: ids }: Options): Promise<ExitStatus> {
  const selection = selected(api, only);
  const requirements = ids?.split(',');
  const problems = [
    ...('problems' in selection ? selection.problems : []),
    ...unknown(requirements ?? []),
  ];
  if ('problems' in selection || problems.length > 0) {
    for (const problem of problems) console.error(`error: ${problem}`);
    return 2;
  }
  using interruption = listenForInterruption(process.stdout);
  let status: ExitStatus = 0;

  for (const [scope, files] of selection.files) {
    console.log(`${scope}: ${files.length} files`);
    const last = readRun(root, scope);
    const run =
      page === true
        ? last
        : requirements === undefined && again !== true
          ? await ask(scope, files, last, interruption.signal)
          : last && (await askSurvivors(scope, files, last, requirements, interruption.signal));
    if (interruption.happened) return 130;
    if (run === undefined) {
      console.log(`it was not asked so far: npm run mutate -- --api ${scope}`);
      status = 1;
    } else if (!conclude(root, scope, run, { isWhole: only === undefined })) status = 1;
  }
  return status;
}

async function ask(
  scope: Scope,
  files: readonly string[],
  last: Run | undefined,
  signal: AbortSignal,
): Promise<Run> {
  const start = performance.now();
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const hunted = await huntIn(root, scope, files, {
      folder,
      signal,
      earlier: last?.fates ?? [],
      onRound: (round) => console.log(`${`${seconds()} s`.padStart(7)}  ${round}`),
    });
    return {
      ...hunted,
      on: new Date().toISOString().slice(0, 10),
      seconds: seconds(),
      ...(last === undefined ? {} : { before: comparedFates(last.fates, hunted.fates) }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A check that was written for a survivor shows at once that it kills it, without a whole run. */
async function askSurvivors(
  scope: Scope,
  files: readonly string[],
  last: Run,
  requirements: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Run> {
  const { fates } = last;
  const { alive, others } = namesIn(fates);
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  try {
    const hunted = await huntIn(root, scope, files, {
      folder,
      signal,
      ...(requirements === undefined
        ? { among: (name) => !others.has(name) }
        : { requirements, among: (name) => alive.has(name) }),
      onRound: console.log,
    });
    return { ...last, fates: withKilled(fates, hunted.fates), notGreen: hunted.notGreen };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unknown(ids: readonly string[]): string[] {
  const known = requirementEntries.map(([id]) => id);
  return ids
    .filter((id) => !known.some((one) => one === id))
    .map((id) => `there is no requirement "${id}"${suggestion(id, known)}`);
}

/** The files that are asked for, by scope, or every name that means nothing as a sentence. */
function selected(
  api: string | undefined,
  only: string | undefined,
): { readonly files: [Scope, readonly string[]][] } | { readonly problems: readonly string[] } {
  const names = api?.split(',') ?? scopes;
  const all = filesByScope(root);
  const known = [...all.values()].flat().map((file) => file.replace('sandbox/', ''));
  const problems = names
    .filter((name) => !scopes.some((scope) => scope === name))
    .map((name) => `there is no API "${name}"${suggestion(name, scopes)}`);
  if (only !== undefined && !known.includes(only)) {
    problems.push(`there is no mutated file "${only}" in the sandbox${suggestion(only, known)}`);
  }
  if (problems.length > 0) return { problems };

  const isWanted = (file: string): boolean => only === undefined || file === `sandbox/${only}`;
  const files = scopes
    .filter((scope) => names.includes(scope))
    .map((scope): [Scope, readonly string[]] => [scope, (all.get(scope) ?? []).filter(isWanted)])
    .filter(([, own]) => own.length > 0);
  return files.length > 0
    ? { files }
    : { problems: [`"${only}" belongs to none of ${names.join(', ')}`] };
}
