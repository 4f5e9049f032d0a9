import { type Api, apiOf, apis } from '../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../fixtures/requirements/index.ts';
import type { FailOn } from './conformance.ts';
import type { CheckResult } from './results.ts';
import { isJudged } from './verdict.ts';

/** Shows how a run gets on: live lines on a terminal, plain ones at a gentle pace on a pipe. */
export interface Progress {
  /** So many checks there are of each API, known before any file is loaded. */
  foreseen(totals: ReadonlyMap<Api, number>): void;
  /** So many files of checks will be loaded. */
  filesKnown(count: number): void;
  /** One more file was loaded, with these checks to run. */
  planned(ids: readonly RequirementId[]): void;
  finished(check: CheckResult): void;
  /** Takes the live lines away, or writes the last plain one. */
  end(): void;
}

/** What is known about one API in the middle of a run. */
interface Tally {
  /** Known from the start; absent where it must be told from the files that are loaded. */
  foreseen?: number;
  planned: number;
  done: number;
  failed: number;
  requests: number;
}

/** The part of the whole that is known: files are loaded while checks already run. */
interface ProgressEstimate {
  readonly elapsedMs: number;
  readonly filesLoaded: number;
  readonly filesKnown: number;
  /** What was done when about half of that time was over: the pace since then is the better guess. */
  readonly earlier?: { readonly elapsedMs: number; readonly done: ReadonlyMap<Api, number> };
  /** Nothing more will come: what was done is what there was to do. */
  readonly isOver?: boolean;
}

/** `v2  132 of about 410 checks, 2 failed, about 3 s left, 812 requests/s`; at the end `v2  398 checks in all, …` */
export function progressLine(api: Api, tally: Tally, outlook: ProgressEstimate): string {
  const before = outlook.earlier?.done.get(api) ?? 0;
  const all = tally.done === 1 ? 'check in all' : 'checks in all';
  const checks = outlook.isOver === true ? all : 'checks';
  return [`${api}  ${doneOf(tally, outlook)} ${checks}`, paceOf(tally, outlook, before)].join(', ');
}

/** The same of several in one line: `v1 96 of about 1202, v2 132 of about 505 checks, 2 failed, …` */
function progressOfAll(
  tallies: ReadonlyMap<Api, Tally>,
  outlook: ProgressEstimate,
): string | undefined {
  const shown = apis.flatMap((api) => {
    const tally = tallies.get(api);
    return tally === undefined ? [] : [{ api, tally }];
  });
  const [first, ...others] = shown;
  if (first === undefined || others.length === 0)
    return first && progressLine(first.api, first.tally, outlook);
  const sumOf = (count: (tally: Tally) => number): number =>
    shown.reduce((sum, { tally }) => sum + count(tally), 0);
  const all: Tally = {
    foreseen: sumOf((tally) => totalOf(tally, outlook)),
    planned: 0,
    done: sumOf(({ done }) => done),
    failed: sumOf(({ failed }) => failed),
    requests: sumOf(({ requests }) => requests),
  };
  const counts = shown.map(({ api, tally }) => `${api} ${doneOf(tally, outlook)}`).join(', ');
  const before = [...(outlook.earlier?.done.values() ?? [])].reduce((sum, done) => sum + done, 0);
  return `${counts} checks${outlook.isOver === true ? ' in all' : ''}, ${paceOf(all, outlook, before)}`;
}

function isWholeKnown({ foreseen }: Tally, { filesLoaded, filesKnown }: ProgressEstimate): boolean {
  return foreseen !== undefined || filesLoaded >= filesKnown;
}

function totalOf(tally: Tally, outlook: ProgressEstimate): number {
  const { foreseen = 0, planned } = tally;
  const { filesLoaded, filesKnown } = outlook;
  return isWholeKnown(tally, outlook)
    ? Math.max(planned, foreseen)
    : Math.max(planned, Math.round((planned * filesKnown) / Math.max(1, filesLoaded)));
}

function doneOf(tally: Tally, outlook: ProgressEstimate): string {
  if (outlook.isOver === true) return String(tally.done);
  const total = totalOf(tally, outlook);
  // What is foreseen is what a nightly run has: another profile has fewer rows, some targets others.
  const isExact = tally.foreseen === undefined && isWholeKnown(tally, outlook);
  return `${tally.done} of ${isExact ? '' : 'about '}${total}`;
}

function paceOf(tally: Tally, outlook: ProgressEstimate, before: number): string {
  const { done, failed, requests } = tally;
  const { elapsedMs, earlier, isOver = false } = outlook;
  const total = totalOf(tally, outlook);
  const isTooFew =
    done < smallestShareTold * total || (elapsedMs < soonestEstimateMs && done < total);
  // Worlds are set up before anything is judged, and many wait for the same walk: the start is slow.
  const isFaster = earlier !== undefined && done > before;
  const perCheckMs = isFaster
    ? (elapsedMs - earlier.elapsedMs) / (done - before)
    : elapsedMs / done;
  const leftMs = isTooFew ? undefined : perCheckMs * (total - done);
  return [
    isOver ? `${failed} of them failed` : `${failed} failed`,
    ...(isOver
      ? []
      : done === 0
        ? ['just begun']
        : leftMs === undefined
          ? []
          : [leftMs <= 0 ? 'all done' : `about ${timeInWords(leftMs)} left`]),
    // A narrow screen cuts this off.
    `${Math.round(requests / Math.max(0.001, elapsedMs / 1000))} requests/s`,
  ].join(', ');
}

/** Before that, time left is anybody's guess: it swings between one minute and many. */
const soonestEstimateMs = 1_000;
const smallestShareTold = 0.2;

/** Whole seconds up to two minutes, then minutes. */
export function timeInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

/** What both kinds of output need: a stream that text goes to and, on a terminal, lines that change. */
export interface Screen {
  readonly isLive: boolean;
  /** Writes lines that stay. */
  write(text: string): void;
  /** Replaces the live lines; only on a terminal. */
  update(text: string): void;
  done(): void;
}

const livePauseMs = 100;
const plainPauseMs = 10_000;

interface Options {
  /** In a proof, most checks are meant to fail: they are not listed one by one. */
  readonly failuresAreExpected?: boolean;
  /** Of `--fail-on`: what does not count is a recommendation. */
  readonly failOn?: FailOn;
  readonly now?: () => number;
}

export function progressOn(
  screen: Screen,
  { failuresAreExpected = false, failOn = 'derived', now = () => performance.now() }: Options = {},
): Progress {
  let startedAt: number | undefined;
  const tallies = new Map<Api, Tally>();
  let filesKnown = 0;
  let filesLoaded = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  let doneWhenWritten: number | undefined;
  let marks: (ProgressEstimate['earlier'] & {})[] = [];

  /** The last look of the first half of the time. */
  const halfBefore = (elapsedMs: number): ProgressEstimate['earlier'] => {
    const half = marks.findLastIndex((mark) => 2 * mark.elapsedMs <= elapsedMs);
    marks = marks.slice(Math.max(0, half));
    const done = new Map([...tallies].map(([api, tally]) => [api, tally.done] as const));
    marks.push({ elapsedMs, done });
    return half === -1 ? undefined : marks[0];
  };
  const tallyOf = (id: RequirementId): Tally => {
    const api = apiOf(id);
    const tally = tallies.get(api) ?? { planned: 0, done: 0, failed: 0, requests: 0 };
    tallies.set(api, tally);
    return tally;
  };
  const show = (isLast = false): void => {
    const pauseMs = screen.isLive ? livePauseMs : plainPauseMs;
    if (!isLast && now() - shownAt < pauseMs) return;
    shownAt = now();
    const elapsedMs = now() - (startedAt ?? now());
    const earlier = halfBefore(elapsedMs);
    const outlook = {
      elapsedMs,
      filesKnown,
      filesLoaded,
      ...(earlier === undefined ? {} : { earlier }),
      isOver: isLast,
    };
    if (!screen.isLive) {
      const line = progressOfAll(tallies, outlook);
      const done = [...tallies.values()].reduce((sum, tally) => sum + tally.done, 0);
      // Nobody reads the same line twice for news.
      if (line === undefined || (done === doneWhenWritten && !(isLast && done > 0))) return;
      doneWhenWritten = done;
      screen.write(line);
      return;
    }
    const lines = apis.flatMap((api) => {
      const tally = tallies.get(api);
      return tally === undefined ? [] : [progressLine(api, tally, outlook)];
    });
    if (lines.length > 0) screen.update(lines.join('\n'));
  };

  return {
    foreseen(totals) {
      startedAt ??= now();
      for (const [api, total] of totals) {
        tallies.set(api, { foreseen: total, planned: 0, done: 0, failed: 0, requests: 0 });
      }
      show();
    },
    filesKnown(count) {
      filesKnown = count;
    },
    planned(ids) {
      startedAt ??= now();
      filesLoaded += 1;
      for (const id of ids) tallyOf(id).planned += 1;
      if (ids.length > 0) show();
    },
    finished({ requirement, verdict, requests }) {
      const tally = tallyOf(requirement);
      tally.done += 1;
      tally.requests += requests;
      if (verdict === 'failed') {
        const counts = isJudged(requirements[requirement].level, failOn);
        // In a proof whatever is noticed counts.
        if (counts || failuresAreExpected) tally.failed += 1;
      }
      show();
    },
    end() {
      if (screen.isLive) screen.done();
      else show(true);
    },
  };
}
