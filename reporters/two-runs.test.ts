import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../sandbox/server.ts';
import type { Conformance } from './conformance.ts';
import { start, temporaryFolder } from './testing.ts';

test('two runs at the same time on one target do not disturb each other', async () => {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ gateway: { cardExpiry: '999912' } });
  onTestFinished(() => sandbox.close());
  // Of v2 what anybody may ask at any time, of both what moves the clock of the target.
  const run = (name: string, seed: number) =>
    start(
      'start.ts',
      `--api v2,subscriptions --profile smoke --no-allure --seed ${seed} --output ${name}`.split(
        ' ',
      ),
      { folder, env: sandbox.environment },
    );

  const ended = await Promise.all([run('one', 1).ended, run('other', 2).ended]);

  for (const [at, name] of ['one', 'other'].entries()) {
    const text = readFileSync(join(folder, name, 'conformance.json'), 'utf8');
    const { verdict, requirements } = JSON.parse(text) as Conformance;
    const alarms = requirements.filter((one) => /failed|inconclusive/.test(one.verdict));
    expect(alarms.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(requirements.some(({ inconsistent }) => inconsistent !== undefined)).toBe(false);
    expect({ verdict, status: ended[at]?.status }).toEqual({ verdict: 'conformant', status: 0 });
  }
}, 600_000);

test('a target that was asked before, and lives in the future since, is judged no worse', async () => {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ gateway: { cardExpiry: '999912' } });
  onTestFinished(() => sandbox.close());
  const args = '--api gateway --profile smoke --no-allure --output out'.split(' ');

  for (const seed of ['1', '2']) {
    const run = start('start.ts', [...args, '--seed', seed], {
      folder,
      env: sandbox.environment,
    });
    const { status, stdout } = await run.ended;

    expect({
      status,
      failures: stdout.match(/^(?:FAILED|INCONSISTENT|NOT DECIDED) .*$/gm) ?? [],
    }).toEqual({
      status: 0,
      failures: [],
    });
    const [, from, to] =
      /clock is at (\S+);[^]*clock is now at (\S+) and does not go back/.exec(stdout) ?? [];
    expect(Date.parse(String(to))).toBeGreaterThan(Date.parse(String(from)));
    await fetch(`${sandbox.environment['CONTROL_URL']}/clock`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${sandbox.environment['CONTROL_TOKEN']}`,
      },
      body: JSON.stringify({ now: '2130-01-01T00:00:00.000Z' }),
    });
  }
}, 600_000);
