import { expect, test } from 'vitest';
import { optionsKeptByNpm } from './npm-options.ts';

const names = ['api', 'failed', 'base-url'];

test('options without a -- before them are found where npm leaves them', () => {
  const env = {
    npm_lifecycle_event: 'start',
    npm_config_failed: 'true',
    npm_config_base_url: 'true',
    npm_config_cache: '/tmp',
  };

  expect(optionsKeptByNpm(names, env)).toEqual(['failed', 'base-url']);
});

test('nothing was kept where npm did not start the program, or another script did', () => {
  const kept = { npm_config_failed: 'true' };

  expect(optionsKeptByNpm(names, kept)).toEqual([]);
  expect(optionsKeptByNpm(names, { npm_lifecycle_event: 'test', ...kept })).toEqual([]);
  expect(optionsKeptByNpm(names, { npm_lifecycle_event: 'start' })).toEqual([]);
});
