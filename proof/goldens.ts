import '../reporters/node-version.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import type { Conformance } from '../reporters/conformance.ts';

// npm run goldens: what must not change while the project is rebuilt. Writes goldens/ anew and shows
// how it differs from what was committed; with names, these alone (`-- catalogue`). Goes when the rebuilding ends.

/** What is written of a proof, of all that it says. */
interface ProofJson {
  readonly faults: readonly {
    readonly id: string;
    readonly breaks: string;
    readonly caught: boolean;
    readonly by: readonly string[];
  }[];
}

const scratch = mkdtempSync(join(tmpdir(), 'goldens-'));
try {
  mkdirSync('goldens', { recursive: true });
  const goldens = { catalogue, conformance, proof };
  const wanted = process.argv.slice(2);
  for (const [name, linesOf] of Object.entries(goldens)) {
    if (wanted.length === 0 || wanted.includes(name)) write(name, linesOf());
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode =
  spawnSync('git', ['diff', '--exit-code', '--unified=0', 'goldens'], {
    stdio: 'inherit',
  }).status === 0
    ? 0
    : 1;

function catalogue(): string[] {
  return requirementEntries.map(([id, { document, section, level, statement }]) =>
    [id, `${document}/${section}`, level, statement].join('\t'),
  );
}

/** Verdicts of a run with a fixed seed, and of each check. Whatever time has a part in is left out. */
function conformance(): string[] {
  const folder = join(scratch, 'run');
  run(['start', '--silent', '--', '--seed', '1', '--no-allure', '--output', folder]);
  const { requirements } = read(join(folder, 'conformance.json')) as Conformance;
  return requirements.flatMap(({ id, verdict, reason = '', checks }) => [
    [id, verdict, reason].join('\t'),
    ...checks.map((check) => [id, check.name, check.verdict, check.reason ?? ''].join('\t')),
  ]);
}

function proof(): string[] {
  const file = join(scratch, 'proof.json');
  run(['run', '--silent', 'prove', '--', '--json', file]);
  return (read(file) as ProofJson).faults.map(({ id, breaks, caught, by }) =>
    [id, breaks, caught ? 'caught' : 'MISSED', ...by.toSorted()].join('\t'),
  );
}

function run(args: readonly string[]): void {
  spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function write(name: string, lines: readonly string[]): void {
  writeFileSync(join('goldens', `${name}.txt`), `${lines.toSorted().join('\n')}\n`);
}
