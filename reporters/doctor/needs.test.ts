import { expect, onTestFinished, test } from 'vitest';
import { join } from 'node:path';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { readConfiguration } from '../../fixtures/target/configuration.ts';
import { lastRunIn } from '../catalogue/catalogue.ts';
import { start, temporaryFolder } from '../testing.ts';
import { forecastFor } from './forecast.ts';
import { assets } from './needs.ts';

/** The forecast is one: what a target leaves open decides some of it. */
const bearableDifference = 12;

test(
  'what is foretold without any setting that can be left out is what is exercised; else: npm run needs',
  { timeout: 300_000 },
  async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const optional = assets
      .flatMap((asset) => asset.split(', '))
      .filter((name) => !/BASE_URL|GATEWAY_USER_NAME|GATEWAY_PASSWORD/.test(name));
    const env = Object.fromEntries(
      Object.entries({ ...sandbox.environment }).filter(([name]) => !optional.includes(name)),
    );
    const configuration = readConfiguration(env);
    if (configuration.kind !== 'target') throw new Error('the sandbox does not describe itself');
    const { foretold } = forecastFor(configuration.target, { apis });
    const folder = temporaryFolder();
    const args = ['--profile', 'smoke', '--no-allure', '--seed', '1'];

    await start('start.ts', args, { folder, env }).ended;

    const results = lastRunIn(join(folder, 'reports'))?.requirements ?? [];
    const exercised = new Set(
      results.filter(({ verdict }) => verdict !== 'not-exercised').map(({ id }) => id),
    );
    const missed = [...foretold].filter((id) => !exercised.has(id));
    const surprising = [...exercised].filter((id) => !foretold.has(id));
    expect(missed.slice(bearableDifference)).toEqual([]);
    expect(surprising.slice(bearableDifference)).toEqual([]);
  },
);
