import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { otherRuns } from './attestation/output-files.ts';
import type { Conformance } from './conformance.ts';
import { noteLesserRun } from './newest-results.ts';
import { emptyOutputFolder } from './output-folder.ts';
import { asTyped } from './own-files.ts';

// Nothing is overwritten by less: the reports of a selection, a part or a broken-off run go beside those of
// a fuller one, which stay as they are.

/** Where the reports of a run are written, and where they end up. */
export interface Place {
  /** An existing folder without the results of an earlier run. */
  readonly folder: string;
  /** Once everything is written: the folder in which it is found, and why it is another one. */
  settle(conformance: Conformance): Settled;
}

interface Settled {
  readonly folder: string;
  readonly note?: string;
}

/** While a fuller result could still be replaced by a run that is broken off. */
const waitingFolder = '.next';

/** What goes on from run to run. */
const histories = ['history.jsonl', 'allure-history.jsonl'];

/** How much a result speaks for: everything, whole APIs, what was selected, or what there was time for, if anything. */
type Fullness = 3 | 2 | 1 | 0;

/** What a run is to ask. */
export type Extent = 'everything' | 'whole APIs' | 'a part';

const fullnessWhenComplete: Readonly<Record<Extent, Fullness>> = {
  everything: 3,
  'whole APIs': 2,
  'a part': 1,
};

/** Prepares the place for a run that is to ask so much. */
export function placeFor(output: string, extent: Extent): Place {
  const kept = lastIn(output);
  const hoped = fullnessWhenComplete[extent];
  if (kept !== undefined && fullnessOf(kept) > hoped) return beside(output, kept);
  if (kept === undefined || fullnessOf(kept) === 0) {
    emptyOutputFolder(output);
    return { folder: output, settle: () => ({ folder: output }) };
  }
  return waiting(output, kept);
}

/** Where a result goes that is known already. */
export function placeOf(output: string, conformance: Conformance): Place {
  const kept = lastIn(output);
  if (kept !== undefined && fullnessOf(kept) > fullnessOf(conformance)) return beside(output, kept);
  emptyOutputFolder(output);
  return { folder: output, settle: () => ({ folder: output }) };
}

function beside(output: string, kept: Kept): Place {
  const folder = join(output, otherRuns);
  mkdirSync(folder, { recursive: true });
  emptyOutputFolder(folder);
  return { folder, settle: () => settledBeside(folder, output, kept) };
}

function waiting(output: string, kept: Kept): Place {
  const folder = join(output, waitingFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of histories) {
    if (existsSync(join(output, name))) copyFileSync(join(output, name), join(folder, name));
  }
  return {
    folder,
    settle(conformance) {
      if (fullnessOf(conformance) >= fullnessOf(kept)) {
        moveInto(folder, output);
        return { folder: output };
      }
      // The runs that this one is no part of.
      for (const name of [...histories, 'trend.html']) rmSync(join(folder, name), { force: true });
      const lesser = join(output, otherRuns);
      mkdirSync(lesser, { recursive: true });
      moveInto(folder, lesser);
      return settledBeside(lesser, output, kept);
    },
  };
}

/** Takes the place of the earlier reports, and leaves everything else that is there. */
function moveInto(from: string, to: string): void {
  emptyOutputFolder(to);
  emptyAllureResults(join(to, 'allure-results'));
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(path, target);
  }
  rmSync(from, { recursive: true, force: true });
}

/** Allure's results have random names: those of both runs would be taken for one. */
function emptyAllureResults(folder: string): void {
  const written =
    /^[0-9a-f-]{36}-(result|container|attachment|globals)\b|^(environment\.properties|categories\.json)$/;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names) if (written.test(name)) rmSync(join(folder, name), { force: true });
}

/** As much of an earlier result as it takes to see how full it was. */
type Kept = Pick<Conformance, 'run' | 'counts'>;

function fullnessOf({ run: { complete, selection, shard }, counts }: Kept): Fullness {
  // A target that is not there answers nothing, so nothing is known of it.
  const wasJudged = counts.passed + counts.failed + counts.waived > 0;
  if (!complete || !wasJudged) return 0;
  return fullnessWhenComplete[extentOf({ ...selection, shard })];
}

/** What a run asks that was given these options. */
export function extentOf({ apis, only, shard }: Options): Extent {
  if (only !== undefined || shard !== undefined) return 'a part';
  return apis === undefined ? 'everything' : 'whole APIs';
}

interface Options {
  readonly apis?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly shard?: unknown;
}

/** The result in a folder that has a certificate to keep. */
function lastIn(folder: string): Kept | undefined {
  if (!existsSync(join(folder, 'certificate.html'))) return undefined;
  try {
    const found = JSON.parse(
      readFileSync(join(folder, 'conformance.json'), 'utf8'),
    ) as Partial<Kept> | null;
    const { run, counts } = found ?? {};
    return run === undefined || counts === undefined ? undefined : { run, counts };
  } catch {
    return undefined;
  }
}

function settledBeside(folder: string, output: string, { run }: Kept): Settled {
  noteLesserRun(output);
  const note = `These reports are in ${asTyped(folder)}: ${asTyped(output)} keeps those of the fuller run of ${run.startedAt}.`;
  return { folder, note };
}
