import { expect, onTestFinished, test, vi } from 'vitest';
import { announceThrottling } from '../fixtures/target/throttling.ts';
import { showThrottling } from './throttling.ts';

test('the pace that a target has brought about is shown, now and then', async () => {
  const lines: string[] = [];
  const write = (text: string): void => void lines.push(text);
  const screen = { isLive: false, write, update: () => {}, done: () => {} };
  const shown = showThrottling(screen);
  onTestFinished(() => shown[Symbol.dispose]());

  announceThrottling(41.7);
  announceThrottling(39);

  await vi.waitFor(() =>
    expect(lines).toEqual(['the target throttles (HTTP 429): slowing down to about 42 requests/s']),
  );
});
