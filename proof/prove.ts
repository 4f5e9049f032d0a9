import '../reporters/node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { faults as everyFault } from './faults/index.ts';
import { type RequirementId, requirementEntries } from '../fixtures/requirements/index.ts';
import { allRows, rowCount } from '../sandbox/moods/pairs.ts';
import { type Part, parts } from '../sandbox/register.ts';
import { moods } from '../sandbox/moods.ts';
import { type Profile, profiles } from '../fixtures/target/profile.ts';
import { type RunSettings } from '../fixtures/target/run.ts';
import { newCommand, runCommand } from '../reporters/command-line.ts';
import type { ExitStatus } from '../reporters/conformance.ts';
import { type Interruption, listenForInterruption } from '../reporters/interruption.ts';
import { moodProofsOf } from './moods-proof.ts';
import { progressOn } from '../reporters/progress.ts';
import { type Catalogue, clean, condensed, type KnownFault, proofOf, variantOf } from './proof.ts';
import { moodTable, proofTable } from './proof-table.ts';
import type { CheckResult, RunResults } from '../reporters/results.ts';
import { screenOn } from '../reporters/screen.ts';
import { requirementsUnder, unknownRequirement } from '../reporters/selection.ts';
import {
  canBlame,
  type SeededRun,
  seededRuns,
  type Stability,
  stabilityOf,
  stabilityTable,
} from './stability.ts';
import { runChecks } from '../reporters/vitest-run.ts';
import { variantStarter } from './variants.ts';
import { type Api, apiOf, canFail } from '../fixtures/requirements/requirement.ts';

// npm run prove: shows that the suite notices what it is there to notice, and nothing else.

interface Options {
  readonly full?: true;
  readonly moods?: true;
  readonly only?: string;
  readonly without?: string;
  readonly json?: string;
  readonly seeds?: Seeds;
  readonly rows: Rows;
  readonly profile?: Profile;
}

/** The mood that no sandbox has to be put into. */
const usualMood: keyof typeof moods = 'usual';

/** Whose rows an API is asked in. */
const partOf: Readonly<Record<Api, Part>> = {
  v1: 'v1',
  v2: 'v2',
  gateway: 'merchants',
  subscriptions: 'merchants',
};

/** Always the same generated values: a proof that depends on luck would be none. */
const seed = 1;

/**
 * One more than processors, since many of the checks wait: for time, for a browser, for what is shown a moment later.
 * With more of them there would be more browsers at a time, for which customers wait longer than is patient.
 */
const provers = Math.min(4, availableParallelism()) + 1;

/** So many faults share one start of vitest in the full proof: all at once would fill the memory. */
const faultsAtATime = 16;

/** And so many sandboxes that are certified. */
const rowsAtATime = 8;

/** The checks of a file share the sandbox as it is, as they share a target; each fault has one of its own. */
const quickly = { shared: [clean] } as const;

const program = newCommand('npm run prove --')
  .description(
    'Breaks the sandbox in every known way and shows that the suite notices which requirement is broken, while the same checks pass on the sandbox as it is.',
  )
  .option(
    '--full',
    'run every check against every fault, and show what else fails; writes reports/proof.json',
  )
  .option(
    '--moods',
    'also run everything in every lawful mood of the sandbox, where nothing may fail',
  )
  .option('--only <ids>', 'only these faults, or those that break these requirements')
  .option(
    '--without <ids>',
    'all but these requirements, such as gateway.page, which needs a browser',
  )
  .addOption(
    new Option(
      '--seeds <seeds>',
      'instead, certify the clean sandbox, every mood and every row of pairs with this many seeds, or a range such as 6-10; the seed must make no difference; rows are checked for recommendations and open points with the first seed only; writes reports/stability.json, unless --only is given',
    ).argParser(seedsCalled),
  )
  .addOption(
    new Option(
      '--rows <rows>',
      'with --seeds: which rows covering all pairs of lawful values: all, none, or a range such as 1-20',
    )
      .argParser(rowsCalled)
      .default(rowsCalled('all'), 'all'),
  )
  .addOption(
    new Option('--profile <name>', 'for the --seeds runs').choices(profiles).default('nightly'),
  )
  .option('--json <file>', 'write the proof as JSON')
  .addHelpText('after', '\nExit status: 0 proved, 1 not proved, 2 usage, 130 interrupted');

await runCommand(program, () => prove(program.opts<Options>(), process.stdout));

async function prove(options: Options, out: NodeJS.WriteStream): Promise<ExitStatus> {
  const scope = scopeOf(options.only?.split(',') ?? [], options.without?.split(',') ?? []);
  if ('problems' in scope) {
    for (const problem of scope.problems) console.error(`error: ${problem}`);
    return 2;
  }
  const { faults, catalogue } = scope;
  const isFull = options.full === true;
  using interruption = listenForInterruption(out);

  const crashes: string[] = [];
  const ask: Ask = async (what, settings) => {
    if (interruption.happened) return [];
    out.write(`${what}\n`);
    const harvest = await run(settings, interruption.signal, out);
    crashes.push(...harvest.crashes);
    return harvest.checks;
  };
  if (options.seeds !== undefined) {
    // Whoever looks at one requirement does not replace what a long run found out about all.
    const inReports = options.only === undefined ? join('reports', 'stability.json') : undefined;
    const file = options.json ?? inReports;
    const stability = await askSeeds(scope, wholeOnly(ask, interruption), options, (soFar) => {
      const { profile, without } = options;
      if (file === undefined) return;
      writeJson(file, { ...soFar, profile, without: without?.split(',') ?? [], crashes });
    });
    out.write(`${stabilityTable(stability)}\n`);
    for (const crash of crashes) out.write(`\nTHE SUITE ITSELF FAILED: ${crash}\n`);
    return interruption.happened ? 130 : stability.stable && crashes.length === 0 ? 0 : 1;
  }
  const moodsAsked = options.moods === true ? Object.keys(moods) : [];
  const { quick, inMoods } = await askQuick(scope, moodsAsked, ask);
  const beyond = isFull ? await askFull(scope, ask) : [];
  const proof = proofOf(faults, [...quick, ...beyond], catalogue);
  const moodProofs = moodProofsOf(moodsAsked, inMoods);

  const result = { ...proof, moods: moodProofs, crashes };
  const file = options.json ?? (isFull ? join('reports', 'proof.json') : undefined);
  if (file !== undefined) writeJson(file, result);
  out.write(`${proofTable(proof, { isFull })}\n`);
  if (moodProofs.length > 0) out.write(`\n${moodTable(moodProofs)}\n`);
  for (const crash of crashes) out.write(`\nTHE SUITE ITSELF FAILED: ${crash}\n`);
  if (interruption.happened) {
    out.write('\nINTERRUPTED: anything missing here was not run\n');
    return 130;
  }
  return proof.proved && moodProofs.every(({ conformant }) => conformant) && crashes.length === 0
    ? 0
    : 1;
}

interface Scope {
  readonly faults: readonly KnownFault[];
  readonly catalogue: Catalogue;
}

/** The faults that were asked for, with the requirements that they are about. */
function scopeOf(
  names: readonly string[],
  without: readonly string[],
): Scope | { readonly problems: readonly string[] } {
  const faultIds = everyFault.map(({ id }) => id);
  const problems = [...names.filter((name) => !faultIds.includes(name)), ...without]
    .filter((name) => requirementsUnder(name).length === 0)
    .map((name) => unknownRequirement(name, faultIds));
  if (problems.length > 0) return { problems };

  const isAll = names.length === 0;
  const left = new Set<RequirementId>(without.flatMap(requirementsUnder));
  const wanted = new Set<RequirementId>(names.flatMap(requirementsUnder));
  const faults = everyFault.filter(
    ({ id, breaks }) => !left.has(breaks) && (isAll || names.includes(id) || wanted.has(breaks)),
  );
  const concerned = new Set<RequirementId>([...wanted, ...faults.map(({ breaks }) => breaks)]);
  const catalogue = requirementEntries.filter(
    ([id]) => !left.has(id) && (isAll || concerned.has(id)),
  );
  return { faults, catalogue };
}

/** Runs checks against variants of the sandbox; nothing comes back after an interruption. */
type Ask = (what: string, settings: Settings) => Promise<readonly CheckResult[]>;

/** Always the same seed, unless it is seeds that are looked at. */
type Settings = Omit<RunSettings, 'seed'> & { readonly seed?: number };

/**
 * Most faults are noticed by the first generated cases, and every check falsified by one of them. What is
 * left over is asked again, and deeper. Moods are asked at the same time, so that one waits while another
 * works; the usual one is the sandbox as it is, which is asked anyway.
 */
async function askQuick(
  { faults, catalogue }: Scope,
  moodsAsked: readonly string[],
  ask: Ask,
): Promise<{ readonly quick: readonly CheckResult[]; readonly inMoods: readonly CheckResult[] }> {
  const judged = judgedIds(catalogue);
  const others = moodsAsked.filter((name) => name !== usualMood).map(variantOf.mood);
  // Moods are asked about what is not judged, too.
  const only = others.length === 0 ? judged : catalogue.map(([id]) => id);
  const about = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}, each against the requirement that it breaks`;
  const all = await ask(others.length === 0 ? about : `${about}, and ${others.length} moods`, {
    profile: 'smoke',
    only,
    variants: { ...quickRound(faults, judged), '*': others },
    ...quickly,
    shared: [clean, ...others],
  });
  const isOfAMood = ({ variant = clean }: CheckResult): boolean => others.includes(variant);
  const first = all.filter((check) => !isOfAMood(check));
  const quick = await askAgain({ faults, catalogue }, first, ask);
  const asItIs = quick.filter(({ variant }) => variant === clean);
  const inUsualMood = asItIs.map((check) => ({ ...check, variant: variantOf.mood(usualMood) }));
  return { quick, inMoods: [...inUsualMood, ...all.filter(isOfAMood)] };
}

/** What the first cases left over: faults that were missed, and whatever may make an idle check fail. */
async function askAgain(
  { faults, catalogue }: Scope,
  first: readonly CheckResult[],
  ask: Ask,
): Promise<readonly CheckResult[]> {
  const { faults: proofs, neverFailed } = proofOf(faults, first, catalogue);
  const missed = new Set(proofs.flatMap(({ id, caught }) => (caught ? [] : [id])));
  const idle = new Set(neverFailed.map(({ requirement }) => requirement));
  const deeper = faults.filter(({ id, breaks }) => missed.has(id) || idle.has(breaks));
  const only = [...new Set([...deeper.map(({ breaks }) => breaks), ...idle])];
  if (only.length === 0 || first.length === 0) return first;
  const what = `${deeper.length} of these faults once more, with more generated cases`;
  const variants = quickRound(deeper, only);
  const second = await ask(what, { ...quickly, profile: 'nightly', only, variants });
  const isAskedAgain = ({ requirement, variant = clean }: CheckResult): boolean =>
    variants[requirement]?.includes(variant) === true;
  return [...first.filter((check) => !isAskedAgain(check)), ...second];
}

/** What else each fault trips; the requirement that it breaks was asked already, and deeper. */
async function askFull({ faults }: Scope, ask: Ask): Promise<readonly CheckResult[]> {
  const settled = new Set(faults.map(({ id, breaks }) => `${variantOf.fault(id)} ${breaks}`));
  const checks: CheckResult[] = [];
  const rounds = fullRounds(faults);

  for (const [index, round] of rounds.entries()) {
    const seen = await ask(
      `every fault against every requirement, ${index + 1} of ${rounds.length}`,
      {
        profile: 'smoke',
        runsFactor: 0.5,
        only: judgedIds(requirementEntries),
        variants: { '*': round },
      },
    );
    const isNew = ({ requirement, variant = clean }: CheckResult): boolean =>
      !settled.has(`${variant} ${requirement}`);
    checks.push(...condensed(seen).filter(isNew));
  }
  return checks;
}

/** A part of what was asked would look like a sandbox on which fewer checks execute. */
function wholeOnly(ask: Ask, interruption: Interruption): Ask {
  return async (what, settings) => {
    const checks = await ask(what, settings);
    return interruption.happened ? [] : checks;
  };
}

/** The sandbox as it is, in each mood and in each row, once with each seed; or a part of the rows. */
async function askSeeds(
  { catalogue }: Scope,
  ask: Ask,
  { seeds = { first: 1, last: 0 }, rows, profile = 'nightly' }: Options,
  onSeed: (soFar: Stability) => void,
): Promise<Stability> {
  const named = [clean, ...Object.keys(moods).map(variantOf.mood)];
  const rounds: SeedsRound[] = [
    ...portionsOf(rows.alone ? [] : named, rowsAtATime).map((variants) => ({ variants })),
    ...parts.flatMap((part) =>
      portionsOf(rowsOf(part, rows), rowsAtATime).map((variants) => ({ variants, part })),
    ),
  ];
  const isAll = catalogue.length === requirementEntries.length;
  const runs: SeededRun[] = [];
  for (let seeded = seeds.first; seeded <= seeds.last; seeded += 1) {
    for (const [index, { variants, part }] of rounds.entries()) {
      const nth = rounds.length === 1 ? '' : `, part ${index + 1} of ${rounds.length}`;
      const what = `seed ${seeded} of ${seeds.first} to ${seeds.last}${nth}, ${variants.length} sandboxes`;
      const blaming = part !== undefined && seeded !== seeds.first;
      const asked = catalogue.filter(
        ([id]) => (part === undefined || partOf[apiOf(id)] === part) && (!blaming || canBlame(id)),
      );
      if (asked.length === 0) continue;
      const checks = await ask(what, {
        seed: seeded,
        profile,
        ...(isAll && part === undefined ? {} : { only: asked.map(([id]) => id) }),
        variants: { '*': variants },
        // As a target is asked: by all checks of a file.
        shared: variants,
      });
      if (checks.length === 0) return stabilityOf(runs);
      runs.push(...seededRuns(seeded, checks));
      // It takes long enough to be interrupted, and what was seen until then counts too.
      onSeed(stabilityOf(runs));
    }
  }
  return stabilityOf(runs);
}

/** Sandboxes that are asked at the same time; about one part of the documents, or about all. */
interface SeedsRound {
  readonly variants: readonly string[];
  readonly part?: Part;
}

function rowsOf(part: Part, { numbers }: Rows): string[] {
  return numbers
    .filter((number) => number <= allRows(part).length)
    .map((number) => variantOf.mood(`pairs-${part}-${number}`));
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** Rows of the covering array, counted from 1. */
interface Rows {
  readonly numbers: readonly number[];
  /** Whether a part was asked for, which is asked without the clean sandbox and the moods. */
  readonly alone: boolean;
}

function rowsCalled(text: string): Rows {
  const all = Array.from({ length: rowCount() }, (_, index) => index + 1);
  if (text === 'all') return { numbers: all, alone: false };
  if (text === 'none') return { numbers: [], alone: false };
  const [, from, to = from] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(text) ?? [];
  const numbers = all.filter((number) => number >= Number(from) && number <= Number(to));
  if (numbers.length > 0) return { numbers, alone: true };
  throw new InvalidArgumentError(`It must be all, none, or a range within 1-${rowCount()}.`);
}

/** Both are asked, and all between them. */
interface Seeds {
  readonly first: number;
  readonly last: number;
}

function seedsCalled(text: string): Seeds {
  const [, from = '', to] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(text) ?? [];
  const seeds =
    to === undefined ? { first: 1, last: Number(from) } : { first: Number(from), last: Number(to) };
  const most = 1000;
  if (from !== '' && seeds.first <= seeds.last && seeds.last <= most) return seeds;
  throw new InvalidArgumentError(
    `It must be a whole number up to ${most}, or a range such as 6-10.`,
  );
}

type Variants = NonNullable<RunSettings['variants']>;

/** Each requirement's checks against the clean sandbox and against the faults that break it. */
function quickRound(faults: readonly KnownFault[], only: readonly RequirementId[]): Variants {
  const byRequirement = Map.groupBy(faults, ({ breaks }) => breaks);
  return Object.fromEntries(
    only.map((id) => [
      id,
      [clean, ...(byRequirement.get(id) ?? []).map((fault) => variantOf.fault(fault.id))],
    ]),
  );
}

/** The faults in portions, for every check to be run against. */
function fullRounds(faults: readonly KnownFault[]): string[][] {
  const variants = faults.map(({ id }) => variantOf.fault(id));
  return portionsOf(variants, faultsAtATime);
}

function portionsOf(variants: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(variants.length / most) }, (_, round) =>
    variants.slice(round * most, (round + 1) * most),
  );
}

function judgedIds(catalogue: Catalogue): RequirementId[] {
  return catalogue.flatMap(([id, requirement]) => (canFail(requirement) ? [id] : []));
}

async function run(
  settings: Settings,
  signal: AbortSignal,
  out: NodeJS.WriteStream,
): Promise<RunResults> {
  const progress = progressOn(await screenOn(out), { failuresAreExpected: true });
  const harvest = await runChecks({
    settings: { seed, starter: variantStarter, workers: provers, ...settings },
    signal,
    onFilesKnown: (count) => progress.filesKnown(count),
    onPlanned: (ids) => progress.planned(ids),
    onCheck: (check) => progress.finished(check),
  });
  progress.end();
  return harvest;
}
