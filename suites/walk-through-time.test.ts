import { inject } from 'vitest';
import { collectFrom } from '../fixtures/check.ts';

// All checks that need time to pass, in one file, so that they are under way at the same time and
// share one walk. They stand in the files ending in .clock.test.ts; whoever starts a run says which.

for (const file of inject('run').walk ?? []) {
  await collectFrom(file, () => import(/* @vite-ignore */ `../${file}`));
}
