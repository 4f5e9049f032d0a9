import { collectTogether } from '../fixtures/check.ts';

// All checks of this API that leave the clock alone, of a target that may be far away: see `reporters/vitest-run.ts`.

await collectTogether((file) => import(/* @vite-ignore */ `../${file}`), 'v2');
