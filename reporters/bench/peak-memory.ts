import { appendFileSync } from 'node:fs';

// Loaded before a measured program: when the process ends, it notes the most memory it ever had.

const file = process.env['BENCH_PEAKS'];

process.on('exit', () => {
  if (file !== undefined) appendFileSync(file, `${process.resourceUsage().maxRSS}\n`);
});
