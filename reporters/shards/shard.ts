import { createHash } from 'node:crypto';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Shard } from '../../fixtures/target/run.ts';
import type { Conformance, ExitStatus, ShardFacts } from '../conformance.ts';
import type { CheckResult } from '../results.ts';

/** So many jobs nobody has; a larger number is a mistake, or a file that means harm. */
export const mostShards = 1000;

/** What `--shard I/N` means, or what is wrong with it as a sentence. */
export function parseShard(text: string): Shard | { readonly problem: string } {
  const [, index = 0, count = 0] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (count < 1 || count > mostShards || index < 1 || index > count) {
    return {
      problem: `A shard is I/N, as in 2/4: part I of N, from 1/N to N/N, N at most ${mostShards}.`,
    };
  }
  return { index, count };
}

/**
 * The files of one part: the largest first, each to the part that has least until then. Every part
 * works out the same division for itself.
 */
export function shardOf(
  files: readonly { readonly path: string; readonly size: number }[],
  { index, count }: Shard,
): string[] {
  const parts = Array.from({ length: count }, () => ({ size: 0, paths: [] as string[] }));
  const inOrder = files.toSorted((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  for (const { path, size } of inOrder) {
    const least = parts.reduce((found, part) => (part.size < found.size ? part : found));
    least.size += size;
    least.paths.push(path);
  }
  return parts[index - 1]?.paths ?? [];
}

/** More failures of a requirement are never shown: of the rest only their number is kept. */
const mostFailures = 3;

/** What the merging needs to know of a part beyond the verdicts of its checks. */
export function shardFactsOf({ index, count }: Shard, checks: readonly CheckResult[]): ShardFacts {
  const judged = new Map<string, number>();
  const counts = new Map<RequirementId, number>();
  const breaches: ShardFacts['breaches'][number][] = [];

  for (const check of checks) {
    for (const [id, answers] of Object.entries(check.judged)) {
      judged.set(id, (judged.get(id) ?? 0) + answers);
    }
    for (const breach of check.breaches) {
      const { requirement } = breach;
      const known = counts.get(requirement) ?? 0;
      counts.set(requirement, known + 1);
      breaches.push(known < mostFailures ? breach : { requirement });
    }
  }
  const requestIds = checks.flatMap((check) => check.requestIds.map(shortened));
  return { index, count, judged: Object.fromEntries(judged), breaches, requestIds };
}

/** Which parts are still missing for a whole run, as they are named on the command line. */
export function missingShards(seen: readonly Shard[]): string[] {
  const count = Math.max(0, ...seen.map((shard) => shard.count));
  const indices = new Set(seen.map(({ index }) => index));
  return Array.from({ length: count }, (_, at) => at + 1)
    .filter((index) => !indices.has(index))
    .map((index) => `${index}/${count}`);
}

/**
 * The exit status of a part alone. That it had nothing to do is no trouble: the merging judges all
 * parts together, and says so when none of them executed anything.
 */
export function statusOfShard({ run, counts }: Conformance): ExitStatus {
  const executed = counts.passed + counts.failed + counts.waived + counts.observed;
  const isIdle = run.complete && executed === 0 && counts.inconclusive === 0;
  return isIdle && run.exitStatus === 3 ? 0 : run.exitStatus;
}

/** Enough to tell repetitions, and nothing of what the target sent. */
function shortened(requestId: string): string {
  return createHash('sha256').update(requestId).digest('hex').slice(0, 16);
}
