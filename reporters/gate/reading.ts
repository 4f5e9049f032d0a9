import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { visible } from '../../fixtures/transcript/masking.ts';
import { apis, levels } from '../../fixtures/requirements/requirement.ts';
import { comparisons, phases, rules } from '../../fixtures/failure.ts';
import { doers } from '../../fixtures/happenings.ts';
import { profiles } from '../../fixtures/target/profile.ts';
import { type Conformance, failOnLevels, obstacles, requirementVerdicts } from '../conformance.ts';
import { mostShards } from '../shards/shard.ts';
import { whyUnreadable } from '../unreadable.ts';

// Reading conformance.json back. The file may come from another machine, an older suite or nobody
// knows where, so nothing in it is believed before it was looked at.

/** Far more than a run of everything against a target that fails everything. */
const largestFileBytes = 256 * 1024 * 1024;

/** The result in a file or in a folder of reports, or why it cannot be used, as a sentence. */
export function readConformance(
  path: string,
): { readonly conformance: Conformance } | { readonly problem: string } {
  // In a folder, it has the name that a run gives it.
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const file = isFolder ? join(path, 'conformance.json') : path;
  const name = visible(file);
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > largestFileBytes) return { problem: `${name} is too large for a conformance.json` };
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return { problem: `${name} cannot be read: ${whyUnreadable(error)}` };
  }
  try {
    return conformanceIn(JSON.parse(text), name);
  } catch (error) {
    return { problem: `${name} is not JSON (${reasonOf(error)}); is it complete?` };
  }
}

/** The result that a value is, with `where` it was found for the sentence if it is not one. */
export function conformanceIn(
  value: unknown,
  where: string,
): { readonly conformance: Conformance } | { readonly problem: string } {
  const read = result.safeParse(value);
  // Ids and verdicts of the catalogue are texts here; whoever joins results compares the ids.
  if (read.success) return { conformance: read.data as unknown as Conformance };
  const format = otherFormat.safeParse(value).data?.schemaVersion;
  if (format !== undefined && format !== 1) {
    const problem = `${where} is the result of another version of this suite: its schemaVersion is ${format}, and this one reads 1`;
    return { problem: visible(problem.slice(0, 400)) };
  }
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map(String).join('.');
  const what = issue === undefined ? '' : `: ${path === '' ? '' : `${path}: `}${issue.message}`;
  return { problem: visible(`${where} is not a result of this suite${what}`.slice(0, 400)) };
}

/** As little as it takes to see that a result was written in another format. */
const otherFormat = z.object({ schemaVersion: z.int(), requirements: z.array(z.unknown()) });

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return visible(message.length > 160 ? `${message.slice(0, 160)} …` : message);
}

/** What `conformance.json` holds, as a JSON schema. Later versions may add members. */
export function conformanceSchema(): object {
  return z.toJSONSchema(result, { io: 'input', reused: 'ref' });
}

const text = z.string();
const count = z.int().nonnegative();
const moment = z.iso.datetime();
const checkVerdicts = ['passed', 'failed', 'inconclusive', 'not-exercised', 'observed'] as const;

/** `JSON.parse` makes `__proto__` a member like any other; none of ours is called so. */
const named = <T extends z.ZodType>(value: T): z.ZodType<Record<string, z.output<T>>> =>
  z.record(text, value);

const act = z.object({
  exchange: count.exactOptional(),
  operation: text.exactOptional(),
  method: text,
  path: text,
  sent: text,
  status: count.exactOptional(),
  got: text,
});

const failure = z.object({
  requirement: text,
  phase: z.enum(phases),
  acts: z.array(act),
  story: z.array(act).exactOptional(),
  beside: z.array(z.object({ by: z.enum(doers), at: count, text })).exactOptional(),
  wanted: z.enum(['success', 'refusal']).exactOptional(),
  sent: text.exactOptional(),
  expected: text.exactOptional(),
  got: text.exactOptional(),
  because: text.exactOptional(),
  differences: z.array(
    z.object({ path: text, expected: z.json().exactOptional(), got: z.json().exactOptional() }),
  ),
  rule: z.enum(rules).exactOptional(),
  compares: z.enum(comparisons).exactOptional(),
  message: text.exactOptional(),
  promise: text.exactOptional(),
  row: text.exactOptional(),
  counterexample: z
    .object({ values: text, seed: z.number(), lane: count, path: text })
    .exactOptional(),
  again: text.exactOptional(),
});

const check = z.object({
  name: text,
  file: text,
  verdict: z.enum(checkVerdicts),
  reason: text.exactOptional(),
  failures: z.array(failure).exactOptional(),
  asked: z.array(text).exactOptional(),
  moreFailures: count.exactOptional(),
  seenIn: z.array(text).exactOptional(),
  durationMs: z.number().nonnegative(),
  requests: count.exactOptional(),
});

const requirement = z.object({
  id: text,
  document: z.int(),
  section: text,
  level: z.enum(levels),
  statement: text,
  verdict: z.enum(requirementVerdicts),
  obstacle: z.enum(obstacles).exactOptional(),
  reason: text.exactOptional(),
  observation: text.exactOptional(),
  inconsistent: z
    .object({
      first: text,
      second: text,
      passed: z.object({ note: text, act: act.exactOptional() }).default({ note: '' }),
    })
    .exactOptional(),
  checks: z.array(check),
});

const shard = z
  .object({
    index: z.int().positive(),
    count: z.int().positive().max(mostShards),
    judged: named(count),
    breaches: z.array(z.union([failure, z.object({ requirement: text })])),
    requestIds: z.array(text),
  })
  .refine(({ index, count }) => index <= count, 'there is no such part');

const selection = z.object({
  apis: z.array(text).exactOptional(),
  only: z.array(text).exactOptional(),
});

const waiver = z.object({
  requirement: text,
  reason: text,
  owner: text,
  issue: text,
  until: text,
  state: z.enum(['used', 'expired', 'stale', 'unused']),
});

const cell = z.object({
  api: z.enum(apis),
  subject: text,
  state: text,
  operation: text,
  tried: count,
  allowed: count,
  refused: count,
  unjudged: count,
});

const move = z.object({
  api: z.enum(apis),
  subject: text,
  from: text,
  by: text,
  to: text,
  times: count,
});

const windows = z.object({
  cycleType: z.int(),
  days: z.array(
    z.object({
      day: z.iso.date(),
      approved: count,
      denied: count,
      lastDenied: moment.exactOptional(),
    }),
  ),
  turns: z
    .array(z.object({ denied: moment, approved: moment }))
    .describe('one card was denied, and then approved: a new window has begun'),
});

const latency = z.object({
  operation: text,
  took: z.array(z.tuple([z.number().nonnegative(), count])),
});

const generator = z.object({
  property: text,
  file: text,
  cases: count,
  commands: count,
  accepted: count,
  refused: count,
  deepest: count,
  reached: named(z.number()),
});

/** What the first results did not have yet is filled in; of the rest everything must be there. */
const cause = z.object({
  title: text,
  operation: text.exactOptional(),
  failed: z.array(text),
  inconclusive: z.array(text),
  notExercised: z.array(text),
});

const result = z.object({
  schemaVersion: z.literal(1, 'a format that this suite does not read (it reads schemaVersion 1)'),
  suite: z.object({ name: text, version: text, digest: text.default('') }),
  documents: z
    .array(z.object({ number: z.literal([1, 2, 3]), title: text, sha256: text }))
    .default([]),
  target: z.object({
    name: text,
    version: text.exactOptional(),
    digest: text.exactOptional(),
    apis: named(text),
    controlPlane: z.boolean(),
    notConfigured: named(text).default({}),
  }),
  run: z.object({
    id: text.default(''),
    startedAt: moment,
    finishedAt: moment,
    seed: count,
    profile: z.enum(profiles),
    selection: selection.exactOptional(),
    shard: shard.exactOptional(),
    targetClock: moment.exactOptional(),
    customer: text.exactOptional(),
    laboratory: text.exactOptional(),
    catalogue: text.exactOptional(),
    machine: text.default(''),
    validUntil: text.default(''),
    allowInconsistent: z.boolean().default(false),
    failOn: z.enum(failOnLevels).default('derived'),
    complete: z.boolean(),
    requests: count,
    exitStatus: z.literal([0, 1, 2, 3, 130]).default(3),
    crashes: z.array(text).default([]),
  }),
  verdict: z.enum(['conformant', 'not-conformant', 'inconclusive']),
  counts: z.object({
    passed: count,
    failed: count,
    waived: count,
    inconclusive: count,
    notExercised: count,
    notConfigured: count,
    observed: count,
  }),
  dialect: z.array(z.object({ what: text, form: text })).default([]),
  waivers: z.array(waiver).default([]),
  states: z.array(cell).default([]).describe('operations, by the state of their subject'),
  moves: z
    .array(move)
    .default([])
    .describe('how often cards, orders and so on were seen to go from one state to another'),
  windows: z
    .array(windows)
    .default([])
    .describe('movements under limits while the clock was moved, by cycleType and day'),
  latencies: z
    .array(latency)
    .default([])
    .describe('how many requests of each operation took at most so many milliseconds; not judged'),
  operations: named(z.object({ passed: count, notPassed: count }))
    .default({})
    .describe('how the checks that used each operation came out'),
  causes: z
    .array(cause)
    .default([])
    .describe('causes of what did not pass, in the order in which to fix them'),
  generators: z.array(generator).default([]).describe('what the properties really did'),
  requirements: z.array(requirement).describe('every requirement of the catalogue'),
});
