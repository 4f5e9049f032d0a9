import { inject } from 'vitest';

/** So many times, and a tenth as often in the profile `smoke`, but more than once. */
export function often(times: number): number {
  return inject('run').profile === 'smoke' ? Math.max(2, Math.floor(times / 10)) : times;
}
