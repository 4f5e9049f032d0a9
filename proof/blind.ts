import '../reporters/node-version.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import type { ExitStatus } from '../reporters/conformance.ts';
import { listenForInterruption } from '../reporters/interruption.ts';
import { askAboutBlindFaults, type BlindVerdict } from './blind/ask.ts';
import { type BlindFault, kinds, readBlindFaults } from './blind/blind-fault.ts';

// npm run blind: asks whether the suite notices faults that were planted by people who had not seen it.

interface Options {
  readonly round?: number;
  readonly api?: readonly Api[];
  readonly only?: readonly string[];
  readonly seed: number;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const program = new Command('npm run blind --')
  .description(
    'Plants faults in the sandbox, one at a time, that were made by people who had seen the documents and\nthe sandbox but no check, and shows which of them the nightly checks of their API miss.\nTakes some minutes for each API and round.',
  )
  .option('--round <n>', 'only this round', numberIn)
  .option('--api <names>', `only these of ${apis.join(', ')}`, apisIn)
  .option('--only <ids>', 'only these faults, such as v1-017,v2-003', (text) => text.split(','))
  .option('--seed <n>', 'of the generated values', numberIn, 1)
  .helpOption('-h, --help', 'show this')
  .addHelpText(
    'after',
    `
The faults stand in proof/blind/rounds. Figures are left in reports/blind.json.
Exit status: 0 every fault is caught, 1 some are missed, 2 usage, 130 interrupted`,
  )
  .exitOverride()
  .showSuggestionAfterError();

try {
  program.parse();
  process.exitCode = await blind(program.opts<Options>());
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}

async function blind({ round, api, only, seed }: Options): Promise<ExitStatus> {
  const all = readBlindFaults(join(root, 'proof/blind/rounds'));
  const chosen = all.filter(
    (fault) =>
      (round === undefined || fault.round === round) &&
      (api === undefined || api.includes(fault.api)) &&
      (only === undefined || only.includes(fault.id)),
  );
  if (chosen.length === 0) {
    console.error(`error: none of the ${all.length} faults is meant; proof/blind/rounds has them`);
    return 2;
  }
  using interruption = listenForInterruption(process.stdout);
  let told = 0;
  const verdicts = await askAboutBlindFaults(chosen, {
    root,
    seed,
    signal: interruption.signal,
    onVerdict(verdict) {
      told += 1;
      console.log(`${`${told} of ${chosen.length}`.padStart(11)}  ${lineOf(verdict)}`);
    },
  });
  if (interruption.happened) return 130;

  for (const line of tableOf(verdicts)) console.log(line);
  keep(verdicts, seed);
  return verdicts.some(({ became }) => isMissed(became)) ? 1 : 0;
}

function lineOf({ fault, became, by, reason }: BlindVerdict): string {
  const { round, id, kind, level, fault: what } = fault;
  const name = `${became.padEnd(11)} round ${round} ${id} (${level}, ${kind})`;
  if (became === 'unplantable') return `${name} ${reason ?? ''}`;
  return became === 'caught' ? `${name} by ${by ?? ''}` : `${name} ${what}`;
}

/** One that breaks no more than a recommendation by our reading is missed as well. */
function isMissed(became: BlindVerdict['became']): boolean {
  return became === 'missed' || became === 'recommended';
}

/** How many of those that could be planted were caught: by API and level, by API and kind. */
function tableOf(verdicts: readonly BlindVerdict[]): string[] {
  const planted = verdicts.filter(({ became }) => became !== 'unplantable');
  const share = (those: (fault: BlindFault) => boolean): string => {
    const asked = planted.filter(({ fault }) => those(fault));
    const caught = asked.filter(({ became }) => became === 'caught');
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

function keep(verdicts: readonly BlindVerdict[], seed: number): void {
  const folder = join(root, 'reports');
  mkdirSync(folder, { recursive: true });
  const entries = verdicts.map(({ fault: { round, api, id, level, kind, fault }, ...rest }) => ({
    round,
    api,
    id,
    level,
    kind,
    fault,
    ...rest,
  }));
  writeFileSync(join(folder, 'blind.json'), `${JSON.stringify({ seed, entries }, null, 2)}\n`);
}

function numberIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('a whole number is wanted.');
}

function apisIn(text: string): Api[] {
  return text.split(',').map((name) => {
    const api = apis.find((one) => one === name);
    if (api === undefined) throw new InvalidArgumentError(`the APIs are ${apis.join(', ')}.`);
    return api;
  });
}
