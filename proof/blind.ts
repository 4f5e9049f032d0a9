import '../reporters/node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import { newCommand, runCommand } from '../reporters/command-line.ts';
import type { ExitStatus } from '../reporters/conformance.ts';
import { listenForInterruption } from '../reporters/interruption.ts';
import { askAbout, type BlindVerdict } from './blind/ask.ts';
import { readCaughtBy, writeCaughtBy } from './blind/caught-by.ts';
import {
  type BlindFault,
  type BlindReading,
  type Change,
  kinds,
  readBlindFaults,
  readBlindReadings,
} from './blind/planted.ts';

// npm run blind: asks whether the suite notices faults, and leaves lawful readings alone, that were made by
// people who had not seen it.

interface Options {
  readonly readings?: boolean;
  readonly round?: number;
  readonly api?: readonly Api[];
  readonly only?: readonly string[];
  readonly seed: number;
  readonly anew?: boolean;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const program = newCommand('npm run blind --')
  .description(
    'Plants faults in the sandbox, one at a time, that were made by people who had seen the documents and the sandbox but no check, and shows which of them the nightly checks of their API miss.\nTakes some minutes for each API and round.',
  )
  .option(
    '--readings',
    'instead: lawful readings, made in the same way, none of which may be blamed',
  )
  .option('--round <n>', 'only this round', numberIn)
  .option('--api <names>', `only these: ${apis.join(', ')}`, apisIn)
  .option('--only <ids>', 'only these, such as v1-017,v2-003', (text) => text.split(','))
  .option('--seed <n>', 'of the generated values', numberIn, 1)
  .option('--anew', 'ask all requirements at once, not first the one that caught a fault before')
  .addHelpText(
    'after',
    `
They stand in proof/blind, and in caught-by.json there which requirement caught each of them last.
Figures are left in reports/blind.json.
Exit status: 0 all is caught, or none is blamed; 1 not so; 2 usage; 130 interrupted`,
  );

await runCommand(program, () => blind(program.opts<Options>()));

async function blind(options: Options): Promise<ExitStatus> {
  const folder = join(root, 'proof/blind');
  using interruption = listenForInterruption(process.stdout);
  if (options.readings === true) {
    const readings = await askedOf(readBlindReadings(join(folder, 'readings')), options, {
      signal: interruption.signal,
      lineOf: readingLine,
    });
    if (readings === undefined) return 2;
    if (interruption.happened) return 130;
    const blamed = readings.filter(({ became }) => became === 'failed');
    console.log(`\n${blamed.length} of ${readings.length} lawful readings are blamed`);
    return blamed.length > 0 ? 1 : 0;
  }
  const caughtBy = readCaughtBy(join(folder, 'caught-by.json'));
  const faults = await askedOf(readBlindFaults(join(folder, 'rounds')), options, {
    signal: interruption.signal,
    lineOf: faultLine,
    knownBy: (fault) => (options.anew === true ? undefined : caughtBy.of(fault)),
    onVerdict({ change, became, by }) {
      caughtBy.note(change, became === 'failed' ? by : undefined);
      writeCaughtBy(join(folder, 'caught-by.json'), caughtBy);
    },
  });
  if (faults === undefined) return 2;
  if (interruption.happened) return 130;
  for (const line of tableOf(faults)) console.log(line);
  return faults.some(({ became }) => isMissed(became)) ? 1 : 0;
}

interface Telling<C extends Change> {
  readonly signal: AbortSignal;
  readonly knownBy?: (change: C) => RequirementId | undefined;
  readonly onVerdict?: (verdict: BlindVerdict<C>) => void;
  readonly lineOf: (verdict: BlindVerdict<C>) => string;
}

/** What became of those that are meant, told one by one; nothing where none is. */
async function askedOf<C extends Change>(
  all: readonly C[],
  { round, api, only, seed }: Options,
  { signal, lineOf, knownBy, onVerdict }: Telling<C>,
): Promise<BlindVerdict<C>[] | undefined> {
  const chosen = all.filter(
    (change) =>
      (round === undefined || change.round === round) &&
      (api === undefined || api.includes(change.api)) &&
      (only === undefined || only.includes(change.id)),
  );
  if (chosen.length === 0) {
    console.error(`error: none of the ${all.length} in proof/blind is meant by that`);
    return undefined;
  }
  let told = 0;
  const verdicts = await askAbout(chosen, {
    root,
    seed,
    signal,
    ...(knownBy === undefined ? {} : { knownBy }),
    onVerdict(verdict) {
      onVerdict?.(verdict);
      told += 1;
      console.log(`${`${told} of ${chosen.length}`.padStart(11)}  ${lineOf(verdict)}`);
    },
  });
  if (!signal.aborted) keep(verdicts, seed);
  return verdicts;
}

function faultLine({ change, became, by, reason }: BlindVerdict<BlindFault>): string {
  const { round, id, kind, level, fault } = change;
  const words = { failed: 'caught', recommended: 'recommended', passed: 'missed', unplantable: '' };
  const name = `round ${round} ${id} (${level}, ${kind})`;
  if (became === 'unplantable') return `unplantable ${name} ${reason ?? ''}`;
  const what = became === 'failed' ? `by ${by ?? ''}` : fault;
  return `${words[became].padEnd(11)} ${name} ${what}`;
}

function readingLine({ change, became, by, reason }: BlindVerdict<BlindReading>): string {
  const { round, id, reading } = change;
  if (became === 'unplantable') return `unplantable round ${round} ${id} ${reason ?? ''}`;
  const word = became === 'failed' ? 'BLAMED' : 'accepted';
  const whom = became === 'failed' ? ` by ${by ?? ''}: ${reading}` : '';
  return `${word.padEnd(11)} round ${round} ${id}${whom}`;
}

/** One that breaks no more than a recommendation by our reading is missed as well. */
function isMissed(became: BlindVerdict<BlindFault>['became']): boolean {
  return became === 'passed' || became === 'recommended';
}

/** How many of those that could be planted were caught: by API and level, by API and kind. */
function tableOf(verdicts: readonly BlindVerdict<BlindFault>[]): string[] {
  const planted = verdicts.filter(({ became }) => became !== 'unplantable');
  const share = (those: (fault: BlindFault) => boolean): string => {
    const asked = planted.filter(({ change }) => those(change));
    const caught = asked.filter(({ became }) => became === 'failed');
    return asked.length === 0 ? '·' : `${caught.length}/${asked.length}`;
  };
  const columns = ['all', 'must', 'derived', ...kinds];
  const cells = (of: (fault: BlindFault) => boolean): string[] =>
    columns.map((name) =>
      share(
        (fault) => of(fault) && (name === 'all' || name === fault.level || name === fault.kind),
      ),
    );
  const line = (title: string, values: readonly string[]): string =>
    title.padEnd(15) + values.map((value) => value.padStart(9)).join('');
  return [
    '',
    line('', columns),
    ...apis.map((api) =>
      line(
        api,
        cells((fault) => fault.api === api),
      ),
    ),
    line(
      'together',
      cells(() => true),
    ),
  ];
}

function keep(verdicts: readonly BlindVerdict<Change>[], seed: number): void {
  const folder = join(root, 'reports');
  mkdirSync(folder, { recursive: true });
  const entries = verdicts.map(({ change, ...rest }) => ({ ...change, ...rest }));
  writeFileSync(join(folder, 'blind.json'), `${JSON.stringify({ seed, entries }, null, 2)}\n`);
}

function numberIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number.');
}

function apisIn(text: string): Api[] {
  return text.split(',').map((name) => {
    const api = apis.find((one) => one === name);
    if (api === undefined) throw new InvalidArgumentError(`the APIs are ${apis.join(', ')}.`);
    return api;
  });
}
