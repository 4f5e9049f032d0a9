import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequirementId } from '../fixtures/requirements/index.ts';
import { otherRuns } from './attestation/output-files.ts';
import { lastRunIn } from './catalogue/catalogue.ts';
import type { Conformance, RequirementResult } from './conformance.ts';

// What is known of a target when lesser runs have followed a fuller one: each has asked a part, and leaves
// open what the fuller one saw of the rest.

/** The last result of a folder, with what lesser runs saw since, and the last of those runs. */
export function resultsIn(output: string): Conformance[] {
  const [fuller, lesser] = [lastRunIn(output), lastRunIn(join(output, otherRuns))];
  return [
    ...(fuller === undefined ? [] : [withWhatWasSeenSince(output, fuller)]),
    ...(lesser === undefined ? [] : [lesser]),
  ];
}

/** What a selection has not looked at says nothing: the newest verdict of each requirement counts. */
export function newestOf(results: readonly Conformance[]): Conformance | undefined {
  const [newest, ...older] = results.toSorted((a, b) =>
    a.run.startedAt < b.run.startedAt ? 1 : -1,
  );
  if (newest === undefined) return undefined;
  const known = older.map(
    (one) => new Map<RequirementId, RequirementResult>(one.requirements.map((r) => [r.id, r])),
  );
  return {
    ...newest,
    requirements: newest.requirements.map((one) =>
      one.obstacle === 'not-selected'
        ? (known.map((of) => of.get(one.id)).find((was) => was !== undefined) ?? one)
        : one,
    ),
  };
}

/** Keeps what the run that lies beside a fuller one saw, for when the next lesser one takes its place. */
export function noteLesserRun(output: string): void {
  const [fuller, lesser] = [lastRunIn(output), lastRunIn(join(output, otherRuns))];
  if (fuller === undefined || lesser?.target.name !== fuller.target.name) return;
  const seen = lesser.requirements.flatMap(({ id, verdict }) =>
    verdict === 'passed' || verdict === 'failed' ? [[id, verdict] as const] : [],
  );
  const since: Since = {
    run: fuller.run.id,
    verdicts: { ...verdictsSince(output, fuller), ...Object.fromEntries(seen) },
  };
  writeFileSync(join(output, otherRuns, sinceName), JSON.stringify(since));
}

const sinceName = '.since.json';

interface Since {
  /** The fuller run. */
  readonly run: string;
  readonly verdicts: Readonly<Record<string, 'passed' | 'failed'>>;
}

function withWhatWasSeenSince(output: string, fuller: Conformance): Conformance {
  const verdicts = new Map(Object.entries(verdictsSince(output, fuller)));
  return {
    ...fuller,
    requirements: fuller.requirements.map((one) => ({
      ...one,
      verdict: verdicts.get(one.id) ?? one.verdict,
    })),
  };
}

function verdictsSince(output: string, { run: { id } }: Conformance): Since['verdicts'] {
  try {
    const text = readFileSync(join(output, otherRuns, sinceName), 'utf8');
    const { run, verdicts } = JSON.parse(text) as Since;
    return run === id ? verdicts : {};
  } catch {
    return {};
  }
}
