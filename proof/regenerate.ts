import '../reporters/node-version.ts';
import { spawnSync } from 'node:child_process';
import { newCommand, runCommand } from '../reporters/command-line.ts';
import type { ExitStatus } from '../reporters/conformance.ts';

// npm run regenerate: regenerates what is generated from the sources. A test fails for each when it is due.

interface Step {
  readonly makes: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** It measures, which takes minutes. */
  readonly isLong?: true;
}

const snapshotsOf = (test: string): Step['command'] => [
  'npx',
  'vitest',
  'run',
  '--project',
  'self',
  test,
  '--update',
];

const steps: readonly Step[] = [
  {
    makes: 'the snapshot of ids (fixtures/requirements/__snapshots__)',
    command: snapshotsOf('fixtures/requirements/index.test.ts'),
  },
  {
    makes: 'the schema of waivers (docs/waivers.schema.json)',
    command: snapshotsOf('reporters/waivers/waivers-file.test.ts'),
  },
  {
    makes: 'the schema of results (docs/conformance.schema.json)',
    command: snapshotsOf('reporters/gate/reading.test.ts'),
  },
  {
    makes:
      'which files have checks of which requirements (reporters/catalogue/files-of-checks.txt)',
    command: ['node', 'reporters/catalogue/collect-files.ts'],
  },
  { makes: 'the descriptions (docs/openapi)', command: ['npm', 'run', '--silent', 'openapi'] },
  {
    makes: 'rows of pairs (sandbox/moods/pairs-*.txt), minutes where the register has changed',
    command: ['npm', 'run', '--silent', 'pairs'],
    isLong: true,
  },
  {
    makes: 'which settings each requirement needs (reporters/doctor/needs.json), some minutes',
    command: ['npm', 'run', '--silent', 'needs'],
    isLong: true,
  },
  {
    makes: 'the pictures of the README (docs/*.png), some minutes, with a browser',
    command: ['npm', 'run', '--silent', 'pictures'],
    isLong: true,
  },
  {
    makes: 'the evidence (docs/evidence.md, docs/evidence.json), ten minutes',
    command: ['npm', 'run', '--silent', 'evidence'],
    isLong: true,
  },
];

const usageError: ExitStatus = 2;

const command = newCommand('npm run regenerate --')
  .description(
    [
      'Regenerates everything that is generated from the sources:',
      ...steps.map(({ makes, isLong }) => `  ${makes}${isLong === true ? ' (with --all)' : ''}`),
    ].join('\n'),
  )
  .option('--all', 'also what takes measurements')
  .option('--only <word>', 'what is made by steps that contain this word, such as pictures');

await runCommand(command, () => {
  const { all = false, only } = command.opts<{ all?: true; only?: string }>();
  return regenerate(
    steps.filter(({ makes, isLong }) =>
      only === undefined ? all || isLong !== true : makes.includes(only),
    ),
  );
});

function regenerate(wanted: readonly Step[]): ExitStatus {
  if (wanted.length === 0) {
    console.error('error: nothing has that name; --help shows all');
    return usageError;
  }
  for (const { makes, command: words } of wanted) {
    console.log(makes);
    const [program, ...args] = words;
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status === 0) continue;
    console.error(`${stdout}${stderr}\nfailed: ${words.join(' ')}`);
    return 1;
  }
  return 0;
}
