import { expect, test } from 'vitest';
import { keptByNpm, whereEverythingIsAsked } from './npm-options.ts';

const options = ['--api', '--failed', '--base-url', '--no-allure'].map((long) => ({ long }));

test('options without a -- before them are found where npm leaves them', () => {
  const env = {
    npm_lifecycle_event: 'start',
    npm_config_failed: 'true',
    npm_config_base_url: 'true',
    npm_config_allure: '',
    npm_config_cache: '/tmp',
  };

  expect(keptByNpm('certify', options, env, false)).toBe(
    'npm kept --failed, --base-url, --allure for itself; put -- before the options: npm start -- --failed …',
  );
});

test('each script finds its own', () => {
  const env = { npm_lifecycle_event: 'sandbox', npm_config_port: 'true' };
  const port = [{ long: '--port' }];

  expect(keptByNpm('sandbox', port, env, false)).toBe(
    'npm kept --port for itself; put -- before the options: npm run sandbox -- --port …',
  );
  expect(keptByNpm('certify', port, env, false)).toBeUndefined();
});

test('nothing was kept where npm did not start the program, or another script did', () => {
  const kept = { npm_config_failed: 'true' };
  const lost = (env: Record<string, string>, asPackage = false): string | undefined =>
    keptByNpm('certify', options, env, asPackage);

  expect(lost(kept)).toBeUndefined();
  expect(lost({ npm_lifecycle_event: 'test', ...kept })).toBeUndefined();
  expect(lost({ npm_lifecycle_event: 'start' })).toBeUndefined();
  expect(lost({ npm_lifecycle_event: 'start', ...kept }, true)).toBeUndefined();
});

test('npm start without any option says that everything is asked, as npm drops --only without a trace', () => {
  const env = { npm_lifecycle_event: 'start' };

  expect(whereEverythingIsAsked([], env, false)).toEqual([
    'Everything is asked. For a part of it: npm start -- --only … (without the --, npm keeps --only for itself)',
  ]);
  expect(whereEverythingIsAsked(['--api', 'v2'], env, false)).toEqual([]);
  expect(whereEverythingIsAsked([], {}, false)).toEqual([]);
  expect(whereEverythingIsAsked([], env, true)).toEqual([]);
});
