import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { removeRepros } from './repro/write.ts';

/** What a run writes into its folder, and what the last scan for secrets reads. */
export const writtenByARun = [
  'conformance.json',
  'certificate.html',
  'certificate.pdf',
  'junit.xml',
  'repro',
  'history.jsonl',
  'trend.html',
  'allure-results',
  'allure-report',
  'allure-history.jsonl',
  'attestation.json',
] as const;

/** Of an earlier run; a result that outlives its run could be taken for that of the next. */
const removedBeforeARun = [
  'conformance.json',
  'certificate.html',
  'certificate.pdf',
  'junit.xml',
  'attestation.json',
  join('allure-report', 'index.html'),
];

/** Makes the folder ready to be written to, or says why it cannot be. Nothing unknown is deleted. */
export function prepareOutputFolder(folder: string): string | undefined {
  const probe = join(folder, `.written-${process.pid}`);
  try {
    makeFolder(resolve(folder));
    writeFileSync(probe, '');
    rmSync(probe);
    for (const name of removedBeforeARun) rmSync(join(folder, name), { force: true });
    removeRepros(folder);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `the output folder ${folder} cannot be written to: ${reason}`;
  }
}

/** Step by step: `recursive` never comes back from a folder below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
