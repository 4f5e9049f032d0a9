import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { removeRepros } from './repro/write.ts';
import { removedBeforeARun } from './written-files.ts';

/** What a run writes into its folder, and what the last scan for secrets reads. */
export const writtenByARun = [
  'conformance.json',
  'certificate.html',
  'certificate.pdf',
  'junit.xml',
  'repro',
  'history.jsonl',
  'trend.html',
  'badge.svg',
  'allure-results',
  'allure-report',
  'allure-history.jsonl',
  'attestation.json',
] as const;

/** As much as a small report: a disk that is full takes an empty file all the same. */
const probeBytes = 256 * 1024;

/** Makes the folder where it is missing, or says why it cannot be written to. Nothing is deleted. */
export function problemWithOutputFolder(folder: string): string | undefined {
  const probe = join(folder, `.written-${process.pid}`);
  try {
    makeFolder(resolve(folder));
    try {
      writeFileSync(probe, Buffer.alloc(probeBytes));
    } finally {
      rmSync(probe, { force: true });
    }
    return undefined;
  } catch (error) {
    const file = fileInTheWay(resolve(folder));
    const message = error instanceof Error ? error.message : String(error);
    const reason = file === undefined ? message : `${file} is a file, not a folder`;
    return `the output folder ${folder} (--output) cannot be written to: ${reason}`;
  }
}

/** Removes what an earlier run left for the next one to be taken for; nothing unknown is deleted. */
export function emptyOutputFolder(folder: string): void {
  for (const name of removedBeforeARun) rmSync(join(folder, name), { force: true });
  removeRepros(folder);
}

function fileInTheWay(path: string): string | undefined {
  if (existsSync(path)) return statSync(path).isDirectory() ? undefined : path;
  const above = dirname(path);
  return above === path ? undefined : fileInTheWay(above);
}

/** Step by step: `recursive` never comes back from a folder below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
