import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../../fixtures/failure-text.ts';
import type { Reproduction } from '../../fixtures/reproduction/reproduction.ts';
import { checkToShow } from '../causes/symptoms.ts';
import type { Conformance } from '../conformance.ts';
import { asTyped } from '../own-files.ts';
import { commonName, judgesNothing, scriptFor } from './script.ts';
import { common } from './shell.ts';

/**
 * Writes a script for each failed requirement that can be shown again, in place of those of an
 * earlier run, and answers their paths. `mask` takes what is secret out of their text once more.
 */
export function writeRepros(
  folder: string,
  { requirements, run }: Conformance,
  reproductions: readonly Reproduction[],
  mask: (text: string) => string = (text) => text,
): string[] {
  const home = join(folder, 'repro');
  removeRepros(folder);
  const scripts = requirements.flatMap((requirement) => {
    if (requirement.verdict !== 'failed' && requirement.verdict !== 'waived') return [];
    const found = reproductions.filter(({ failure }) => failure.requirement === requirement.id);
    // One that judges is worth more than one that leaves it to the reader, and of several who judge the one
    // that all reports show.
    const judging = found.filter(({ signs }) => signs.length > 0);
    const shown = checkToShow(requirement)?.reason;
    const [best] = (judging.length > 0 ? judging : found).toSorted(
      (a, b) =>
        Number(isShown(b, shown)) - Number(isShown(a, shown)) || a.steps.length - b.steps.length,
    );
    return best === undefined ? [] : [{ requirement, reproduction: best }];
  });
  if (scripts.length > 0) writeCommon(home);
  return scripts.map(({ requirement, reproduction }) => {
    const path = join(home, `${requirement.id}.sh`);
    writeFileSync(path, mask(scriptFor(requirement, reproduction, run)), { mode: 0o755 });
    return path;
  });
}

/** Whether it is of the failure that the terminal shows, whose text may go on where the script's is cut. */
function isShown({ failure }: Reproduction, shown = ''): boolean {
  return shown.startsWith(textOf(failure).slice(0, textCompared));
}

const textCompared = 300;

/** What the scripts of a folder have in common; the folder is made where it is missing. */
export function writeCommon(home: string): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, commonName), common);
}

/** A script that was written for a failure. */
export interface WrittenScript {
  /** As it is typed from here. */
  readonly path: string;
  /** Whether it tells by itself that the deviation shows. */
  readonly isJudging: boolean;
}

/** The scripts of a folder of reports, by requirement. */
export function scriptsIn(folder: string): ReadonlyMap<string, WrittenScript> {
  const home = join(folder, 'repro');
  const names = existsSync(home) ? readdirSync(home).filter(isOurs) : [];
  return new Map(
    names.map((name) => {
      const path = join(home, name);
      const isJudging = !readFileSync(path, 'utf8').includes(judgesNothing);
      return [name.replace(/\.sh$/, ''), { path: asTyped(path), isJudging }];
    }),
  );
}

/** Removes the scripts of an earlier run, and nothing that a run did not write. */
export function removeRepros(folder: string): void {
  const home = join(folder, 'repro');
  let names: string[];
  try {
    names = readdirSync(home);
  } catch {
    return;
  }
  const ours = names.filter((name) => isOurs(name) || name === commonName);
  for (const name of ours) rmSync(join(home, name), { force: true });
  if (ours.length === names.length) rmdirSync(home);
}

function isOurs(name: string): boolean {
  return /^(v1|v2|gateway|subscriptions)\.[\w.-]+\.sh$/.test(name);
}
