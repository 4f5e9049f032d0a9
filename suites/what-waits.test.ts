import { collectTogether } from '../fixtures/check.ts';

// All checks that wait, in one file, so that they are under way at the same time: one worker waits for all of
// them, and those that need time to pass share one walk. They stand in the files ending in .clock.test.ts, and
// in those that wait for a browser, a notification or a moment; whoever starts a run says which.

await collectTogether((file) => import(/* @vite-ignore */ `../${file}`));
