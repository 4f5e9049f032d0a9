import { afterEach, expect, it, vi } from 'vitest';
import { run, withFolder } from './processes.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('measures the embedded sandbox, whatever target is set', async () => {
  vi.stubEnv('BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('V2_BASE_URL', 'http://127.0.0.1:1');

  const cost = await withFolder((output) =>
    run('start', [
      '--only',
      'v2.card-status.same-status-dates-nothing',
      '--no-allure',
      '--output',
      output,
    ]),
  );

  expect(cost.output).toContain('embedded sandbox');
  expect(cost.exitStatus).toBe(0);
  expect(cost.peakBytes).toBeGreaterThan(0);
});
