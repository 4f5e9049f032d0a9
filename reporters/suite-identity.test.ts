import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOfSources, suiteIdentity } from './suite-identity.ts';
import { temporaryFolder } from './testing.ts';

const project = {
  'package.json': '{ "name": "a-suite", "version": "1.2.3" }\n',
  'package-lock.json': '{}\n',
  'vitest.config.ts': 'export default {};\n',
  'fixtures/requirements/v2/states.ts': 'a requirement\n',
  'sandbox/main.ts': 'a sandbox\n',
  'suites/v2/card.test.ts': 'a check\n',
  'properties/v2/money.test.ts': 'a law\n',
  'properties/models/ledger.ts': 'a model\n',
  'reporters/verdict.ts': 'a verdict\n',
};

describe('the identity of the suite', () => {
  test('is name and version of the package, with a digest', () => {
    const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      name: string;
      version: string;
    };

    const identity = suiteIdentity();

    expect(identity).toEqual({ name, version, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test.for(Object.keys(project))('changes when %s changes', (path) => {
    const folder = aProject();
    const before = identityOfSources(folder).digest;

    writeFileSync(join(folder, path), `${readFileSync(join(folder, path), 'utf8')} `);

    expect(identityOfSources(folder).digest).not.toBe(before);
  });

  test('changes when a file appears, disappears or gets another name', () => {
    const digests = [
      {},
      { 'suites/v2/limits.test.ts': 'another check\n' },
      { 'suites/v2/card.test.ts': undefined },
      { 'suites/v2/card.test.ts': undefined, 'suites/v2/cards.test.ts': 'a check\n' },
    ].map((changes) => identityOfSources(aProject(changes)).digest);

    expect(new Set(digests).size).toBe(digests.length);
  });

  test('is the same with other line ends, and whatever the tests of the project are', () => {
    const { digest } = identityOfSources(aProject());

    const same = [
      { 'reporters/verdict.ts': 'a verdict\r\n' },
      { 'reporters/verdict.test.ts': 'a test\n' },
      { 'fixtures/expect.test.ts': 'a test\n' },
      { 'properties/models/ledger.test.ts': 'a test\n' },
      { 'fixtures/requirements/__snapshots__/index.test.ts.snap': 'ids\n' },
      { 'fixtures/.DS_Store': 'of a file browser' },
      { 'docs/report.md': 'a page\n' },
    ].map((changes) => identityOfSources(aProject(changes)).digest);

    expect(new Set(same)).toEqual(new Set([digest]));
  });
});

/** A small project, with files added, changed or (`undefined`) left out. */
function aProject(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries({ ...project, ...changes })) {
    if (content === undefined) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
