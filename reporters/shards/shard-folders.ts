import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { visible } from '../../fixtures/transcript/masking.ts';
import { requirements } from '../../fixtures/requirements/index.ts';
import { nameOfTranscripts } from '../allure/names.ts';
import { writeCommon } from '../repro/write.ts';
import type { Part } from './merging.ts';
import type { CheckResult } from '../results.ts';

// What the folders of the parts hold beside the verdicts. They may come from anywhere: only files of
// known names are taken, and none that is larger than ours ever are.

/** The result in each folder, not looked at yet, or why there is none, as sentences. */
export function partsIn(
  folders: readonly string[],
): { readonly parts: readonly Part[] } | { readonly problems: readonly string[] } {
  const read = folders.map(partIn);
  const problems = read.flatMap((one) => ('problem' in one ? [one.problem] : []));
  if (problems.length > 0) return { problems };
  return { parts: read.flatMap((one) => ('problem' in one ? [] : [one])) };
}

const largestResultBytes = 256 * 1024 * 1024;

function partIn(folder: string): Part | { readonly problem: string } {
  const from = visible(folder);
  const file = join(folder, 'conformance.json');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) {
    return {
      problem: `${from} holds no conformance.json: name the output folder of a --shard run`,
    };
  }
  if (found.size > largestResultBytes) {
    return { problem: `${from} holds a conformance.json that is too large to be one` };
  }
  try {
    return { from, content: JSON.parse(readFileSync(file, 'utf8')) as unknown };
  } catch {
    return { problem: `the conformance.json in ${from} is not JSON: is it complete?` };
  }
}

const allureResult = z.object({
  fullName: z.string(),
  attachments: z.array(z.object({ name: z.string(), source: z.string() })),
});

const ourAttachment = /^[0-9a-f-]{36}-attachment\.txt$/;
const largestAttachmentBytes = 4 * 1024 * 1024;

/** What failed checks sent and received, by the key of the check: only Allure's results hold it. */
export function exchangesIn(folder: string): ReadonlyMap<string, string> {
  const results = join(folder, 'allure-results');
  const found = new Map<string, string>();
  for (const name of namesIn(results)) {
    if (!name.endsWith('-result.json')) continue;
    const result = allureResultIn(join(results, name));
    const source = result?.attachments.find(({ name }) => name === nameOfTranscripts)?.source;
    if (result === undefined || source === undefined || !ourAttachment.test(source)) continue;
    const text = textIn(join(results, source), largestAttachmentBytes);
    if (text !== undefined) found.set(result.fullName, text);
  }
  return found;
}

/** The key of a check among the exchanges. */
export function keyOf({ file, requirement, name }: CheckResult): string {
  return `${file}#${requirement}: ${name}`;
}

const largestScriptBytes = 1024 * 1024;

/** Takes over the scripts that show failures, and answers their paths. */
export function copyScripts(folders: readonly string[], output: string): string[] {
  const taken = new Set<string>();
  for (const folder of folders) {
    for (const name of namesIn(join(folder, 'repro'))) {
      const file = join(folder, 'repro', name);
      const isOurs = name.endsWith('.sh') && Object.hasOwn(requirements, basename(name, '.sh'));
      if (!isOurs || taken.has(name) || sizeOf(file) > largestScriptBytes) continue;
      // From this suite, and not from the folders, which may come from anywhere.
      if (taken.size === 0) writeCommon(join(output, 'repro'));
      copyFileSync(file, join(output, 'repro', name));
      taken.add(name);
    }
  }
  return [...taken].map((name) => join(output, 'repro', name));
}

function allureResultIn(file: string): z.output<typeof allureResult> | undefined {
  try {
    return allureResult.safeParse(JSON.parse(textIn(file, largestAttachmentBytes) ?? '')).data;
  } catch {
    return undefined;
  }
}

function textIn(file: string, largest: number): string | undefined {
  return sizeOf(file) > largest ? undefined : readFileSync(file, 'utf8');
}

/** Infinite for what is no plain file. */
function sizeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : Infinity;
}

function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? readdirSync(folder).toSorted()
    : [];
}
