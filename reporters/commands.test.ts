import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './own-files.ts';
import { temporaryFolder } from './testing.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const own = Object.entries(scripts).flatMap(([name, script]) => {
  const [, file] = /^node .*?(\S+\.ts)$/.exec(script) ?? [];
  return file === undefined ? [] : [{ name, file: join(root, file) }];
});

test('every command is looked at', () => {
  expect(own.length).toBeGreaterThan(15);
});

test.for(own)('$name says what it does when it is asked for help, and does nothing', ({ file }) => {
  const folder = temporaryFolder();

  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], {
    cwd: folder,
    encoding: 'utf8',
  });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: npm');
  expect(readdirSync(folder)).toEqual([]);
});

test('a command goes on in silence when nobody reads any more', () => {
  const script = join(root, 'proof/prove.ts');

  const said = execFileSync(
    'bash',
    ['-c', 'set -o pipefail; "$0" "$1" --help 2>&1 | head -1', process.execPath, script],
    {
      encoding: 'utf8',
    },
  );

  expect(said).toMatch(/^Usage: .*\n$/);
});

test('build leaves a folder alone that holds something else', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'letter.txt'), 'to somebody');

  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'reporters/packaging/build.ts'), folder],
    { encoding: 'utf8' },
  );

  expect(status).toBe(2);
  expect(stderr).toContain('name a new folder');
  expect(readdirSync(folder)).toEqual(['letter.txt']);
});
