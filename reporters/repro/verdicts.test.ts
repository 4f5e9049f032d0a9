import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, test } from 'vitest';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { expect } from '../../fixtures/expect.ts';
import type { Embedded } from '../../fixtures/target/embedded.ts';
import type { Reproduction } from '../../fixtures/reproduction/reproduction.ts';
import { secretLeftOut } from '../../fixtures/reproduction/templates.ts';
import { serverFor } from '../../fixtures/testing.ts';
import { fundedCard, newCard } from '../../fixtures/worlds/v2.ts';
import { temporaryFolder } from '../testing.ts';
import { bash, sandboxWith, scriptOf, told } from './testing.ts';
import { writeCommon } from './write.ts';

// What a script ends with: 1 while the deviation shows, 0 when it is gone, 2 when it could not ask.

const id = 'v2.transfer-creation.overdraft-is-declined';
let faulty: Embedded;
let reproduction: Reproduction;
let script: string;

beforeEach(async () => {
  faulty = await sandboxWith(`${id}.by-one`);
  reproduction = await told(id, faulty, async ({ v2 }) => {
    const [from, to] = [await fundedCard(v2, minorUnits(50_00)), await newCard(v2)];
    const answer = await v2.createTransfer(aTransfer(from, to, minorUnits(50_01)));
    expect(answer).toAnswer(201, { status: 'declined' });
  });
  script = scriptOf(reproduction);
});

describe('a script that could not ask', () => {
  test('is without a secret', async () => {
    const { V2_API_KEY: _, ...environment } = faulty.environment;

    expect(await bash(script, environment)).toEqual({
      code: 2,
      output: expect.stringContaining('V2_API_KEY: set V2_API_KEY'),
    });
  });

  test('is refused what the deviation stands on', async () => {
    const environment = { ...faulty.environment, V2_API_KEY: 'a-wrong-key' };

    const { code, output } = await bash(script, environment);

    expect(code).toBe(2);
    expect(output).toContain(
      'COULD NOT ASK: Request 1, which the suite saw carried out, was refused',
    );
    // The answer says why.
    expect(output).toMatch(/HTTP 401 \(the suite saw 201\)\n {3}\{"code":/);
  });

  test.for([429, 502, 503, 504])('is answered %s', async (status) => {
    const url = await serverFor((_, response) => void response.writeHead(status).end('{}'));

    const { code, output } = await bash(script, { ...faulty.environment, V2_BASE_URL: url });

    expect(code).toBe(2);
    expect(output).toContain(`COULD NOT ASK: Request 1 was not served (HTTP ${status}).`);
  });

  test('lacks what lies beside it', async () => {
    const { code } = await bash(script.replaceAll('common.sh', 'nowhere.sh'), faulty.environment);

    expect(code).toBe(2);
  });

  test('ends with another status where that is wanted', async () => {
    const environment = { ...faulty.environment, V2_BASE_URL: 'http://127.0.0.1:1' };

    expect(await bash(script, { ...environment, CANNOT_ASK: '125' })).toMatchObject({ code: 125 });
  });
});

test('a script without a secret that the suite sent never says that the deviation is gone', async () => {
  const { environment } = await sandboxWith();
  const without = scriptOf({ ...reproduction, remarks: [secretLeftOut] });

  expect(await bash(script, environment)).toMatchObject({ code: 0 });
  expect(await bash(without, environment)).toEqual({
    code: 2,
    output: expect.stringContaining('CANNOT TELL: It does not show now, but a request is not sent'),
  });
});

test('git bisect finds the commit that brought the deviation, past one that cannot be asked', async () => {
  const folder = temporaryFolder();
  const clean = await sandboxWith();
  const names = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  const git = async (...args: readonly string[]): Promise<string> =>
    (await promisify(execFile)('git', [...names, ...args], { cwd: folder })).stdout;
  await git('init', '-q');
  mkdirSync(join(folder, 'repro'));
  writeCommon(join(folder, 'repro'));
  writeFileSync(join(folder, 'repro', 'it.sh'), script);
  const nobody = { ...clean.environment, V2_BASE_URL: 'http://127.0.0.1:1' };
  const history = [clean.environment, clean.environment, nobody, clean.environment];
  for (const [index, environment] of [
    ...history,
    faulty.environment,
    faulty.environment,
  ].entries()) {
    const lines = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'`);
    writeFileSync(join(folder, 'target.env'), `${lines.join('\n')}\n# ${index}\n`);
    await git('add', '-A');
    await git('commit', '-qm', `change ${index}`);
  }

  await git('bisect', 'start', 'HEAD', 'HEAD~5');
  const found = await git(
    'bisect',
    'run',
    'bash',
    '-c',
    '. ./target.env; CANNOT_ASK=125 bash repro/it.sh',
  );

  expect(found).toMatch(/is the first bad commit[^]*change 4/);
});
