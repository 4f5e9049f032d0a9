import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { startSandbox } from '../../sandbox/server.ts';
import type { Obstacle } from '../conformance.ts';
import { lastRunIn } from '../catalogue/catalogue.ts';
import { type Asset, assets } from './needs.ts';

// npm run needs: what the doctor foretells is measured.

new Command('npm run needs')
  .description(
    'Certifies the embedded sandbox with every setting and, as a foreign target, without each, and writes down what is then not exercised (reporters/doctor/needs.json). Takes ten minutes.',
  )
  .helpOption('-h, --help', 'show this')
  .allowExcessArguments(false)
  .parse();

const control = 'CONTROL_URL, CONTROL_TOKEN';
const everything = await notExercised();
// What moves the clock takes most of the time, so the other settings are left out beside it.
const withoutControl = await notExercised(control.split(', '));
const without: Partial<Record<Asset, readonly RequirementId[]>> = {
  [control]: [...withoutControl].filter((id) => !everything.has(id)),
};
for (const asset of assets.filter((one) => one !== control)) {
  const [names, args] = waysWithout(asset);
  const lost = await notExercised([...control.split(', '), ...names], args);
  without[asset] = [...lost].filter((id) => !withoutControl.has(id));
}
for (const [asset, ids] of Object.entries(without)) console.log(`${ids.length} need ${asset}`);
const needs = { neverExercised: [...everything], without };
writeFileSync(new URL('needs.json', import.meta.url), `${JSON.stringify(needs, null, 2)}\n`);

/** The settings to leave out, and the APIs that they matter to. */
function waysWithout(asset: Asset): readonly [readonly string[], readonly string[]] {
  const names = asset.split(', ');
  if (asset === 'CHROMIUM_PATH') return [names, ['--api', 'gateway,subscriptions']];
  if (asset === 'GATEWAY_BASE_URL') {
    return [
      ['GATEWAY_BASE_URL', 'GATEWAY_USER_NAME', 'GATEWAY_PASSWORD', 'GATEWAY_TOKEN'],
      ['--api', 'subscriptions'],
    ];
  }
  if (names[0]?.startsWith('V1_') === true) return [names, ['--api', 'v1']];
  return [names, ['--api', 'gateway,subscriptions']];
}

/** Requirements that a run leaves not exercised, of the APIs that it asks; with nothing left out, embedded. */
async function notExercised(
  leaveOut: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ReadonlySet<RequirementId>> {
  const sandbox = leaveOut.length === 0 ? undefined : await startSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'needs-'));
  try {
    const settings = Object.entries({ ...sandbox?.environment }).filter(
      ([name]) => !leaveOut.includes(name),
    );
    // What is there and is no browser.
    const noBrowser = leaveOut.includes('CHROMIUM_PATH') ? { CHROMIUM_PATH: '/bin/false' } : {};
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '..', 'start.ts'),
        '--seed',
        '1',
        '--no-allure',
        '--profile',
        'smoke',
        ...args,
      ],
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], ...Object.fromEntries(settings), ...noBrowser },
        stdio: 'ignore',
      },
    );
    await once(child, 'exit');
    const result = lastRunIn(join(folder, 'reports'));
    if (result === undefined) throw new Error(`no result without ${leaveOut.join()}`);
    return new Set(
      result.requirements
        .filter(({ verdict, obstacle }) => verdict === 'not-exercised' && !isOrdered(obstacle))
        .map(({ id }) => id),
    );
  } finally {
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whatever the target may be. */
function isOrdered(obstacle: Obstacle | undefined): boolean {
  return obstacle === 'unobservable' || obstacle === 'not-selected';
}
