import { readFileSync, statSync } from 'node:fs';
import { closest } from 'fastest-levenshtein';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
} from 'yaml';
import { z } from 'zod';
import { visible } from '../../fixtures/transcript/masking.ts';
import { whyUnreadable } from '../unreadable.ts';
import {
  type RequirementId,
  requirementEntries,
  requirements,
} from '../../fixtures/requirements/index.ts';
import type { Waiver } from '../conformance.ts';
import { sha256 } from '../attestation/digests.ts';
import { suggestion } from '../suggestions.ts';
import { requirementsUnder } from '../selection.ts';
import { canFail } from '../../fixtures/requirements/requirement.ts';

/** A file of waivers, or everything that is wrong with it, with the line of each problem. */
export type WaiversFile =
  | { readonly waivers: readonly Waiver[]; /** Of the file, in hex. */ readonly sha256: string }
  | { readonly problems: readonly string[] };

/** Reads the file of `--waivers`. */
export function readWaivers(file: string): WaiversFile {
  let content: Buffer;
  try {
    const { size } = statSync(file);
    if (size > largestFile) return { problems: [`${file} is larger than ${largestFile} bytes`] };
    content = readFileSync(file);
  } catch (error) {
    return { problems: [`the waivers ${file} cannot be read: ${whyUnreadable(error)}`] };
  }
  const read = waiversIn(content.toString('utf8'));
  return 'waivers' in read
    ? { ...read, sha256: sha256(content) }
    : { problems: read.problems.map(({ line, what }) => visible(`${file}:${line}: ${what}`)) };
}

/** The JSON schema by which an editor completes and checks a file of waivers. */
export function waiversSchema(): object {
  return z.toJSONSchema(waiversForm, { io: 'input' });
}

/** Far more than anybody answers for. */
const largestFile = 256 * 1024;
/** Names for an owner or an issue are fine; what unfolds into millions of values is not. */
const mostAliases = 1000;
/** Of YAML itself: what follows the first few follows from them. */
const mostFaults = 5;

const waivable = requirementEntries.filter(([, requirement]) => canFail(requirement));
const waivableIds: readonly RequirementId[] = waivable.map(([id]) => id);

const text = (longest: number, description: string): z.ZodString =>
  z
    .string('must be text')
    .max(longest, `must have at most ${longest} characters`)
    .regex(/\S/, 'must not be empty')
    .meta({ description });

const waiverForm = z
  .strictObject(
    {
      requirement: z
        .enum(waivableIds, { error: ({ input }) => whyNotWaivable(input) })
        .meta({ description: 'The id of one requirement, as the command list prints it.' }),
      reason: text(1000, 'Why it may fail for a while; shown on the certificate.'),
      owner: text(200, 'Who answers for it: a person or a team.'),
      issue: z
        .string('must be text')
        .max(2000, 'must have at most 2000 characters')
        .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, {
          error: 'must be an address that starts with http:// or https://, without a password',
          abort: true,
        })
        .refine((address) => URL.canParse(address), 'is no address')
        .meta({ description: 'Address of the issue that will end it.', format: 'uri' }),
      until: z.iso.date('must be a day that exists, as YYYY-MM-DD').meta({
        description: 'The last day it holds (UTC); from the next day the failure fails the run.',
      }),
    },
    'must be a map with requirement, reason, owner, issue and until',
  )
  .meta({ description: 'A failure with an owner, waived until a date.' });

const waiversForm = z
  .strictObject(
    { waivers: z.array(waiverForm, 'must be a list').max(1000, 'must have at most 1000 entries') },
    'must be a map with the member "waivers"',
  )
  .meta({
    title: 'Waivers',
    description: 'Requirements that may fail for a while: option --waivers FILE.',
  });

interface Problem {
  readonly line: number;
  readonly what: string;
}

function waiversIn(
  yaml: string,
): { readonly waivers: readonly Waiver[] } | { readonly problems: readonly Problem[] } {
  const lines = new LineCounter();
  let document: Document.Parsed;
  let value: unknown;
  try {
    document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, schema: 'core' });
    const faulty = [...document.errors, ...document.warnings];
    if (faulty.length > 0) {
      return {
        problems: faulty.slice(0, mostFaults).map(({ pos, message }) => ({
          line: lines.linePos(pos[0]).line,
          what: `is not readable YAML: ${message}`,
        })),
      };
    }
    value = document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    // Nested too deeply, or an alias of nothing or of too much.
    const why = error instanceof Error ? error.message : String(error);
    return { problems: [{ line: 1, what: `is not readable YAML: ${why}` }] };
  }

  const lineOf = (path: readonly PropertyKey[], key?: string): number => {
    const offset = offsetOf(document.contents, path, key);
    return lines.linePos(offset).line || 1;
  };
  const read = waiversForm.safeParse(value);
  const problems = read.success
    ? repeatedIn(read.data.waivers, (index) => lineOf(['waivers', index, 'requirement']))
    : read.error.issues.flatMap((issue) => problemsOf(issue, value, lineOf));
  if (problems.length > 0) return { problems: problems.toSorted((a, b) => a.line - b.line) };
  return { waivers: read.success ? read.data.waivers : [] };
}

function problemsOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  lineOf: (path: readonly PropertyKey[], key?: string) => number,
): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(issue.path.length === 0 ? waiversForm.shape : waiverForm.shape);
    return issue.keys.map((key) => ({
      line: lineOf(issue.path, key),
      what: `"${key}" is unknown here${suggestion(key, known)}`,
    }));
  }
  const name = issue.path.at(-1);
  const subject =
    name === undefined ? 'the file' : typeof name === 'number' ? 'a waiver' : String(name);
  const isMissing = valueAt(value, issue.path) === undefined;
  // Why an id cannot be waived is a sentence of its own.
  const isSentence = name === 'requirement' && !isMissing;
  return [
    {
      line: lineOf(issue.path),
      what: isSentence ? issue.message : `${subject} ${isMissing ? 'is missing' : issue.message}`,
    },
  ];
}

function whyNotWaivable(wanted: unknown): string {
  if (typeof wanted !== 'string') return 'requirement must be the id of a requirement';
  if (!isRequirement(wanted)) {
    const { length } = requirementsUnder(wanted);
    const name = wanted.slice(0, 200);
    return length > 0
      ? `"${name}" begins ${length} ids; a waiver names one requirement exactly`
      : `there is no requirement "${name}"; the nearest id is ${closest(name, waivableIds)}`;
  }
  const { unobservable } = requirements[wanted];
  return unobservable === undefined
    ? `${wanted} is open: it is recorded and never fails, so there is nothing to waive`
    : `${wanted} has no check, so there is nothing to waive: ${unobservable}`;
}

function isRequirement(id: string): id is RequirementId {
  return Object.hasOwn(requirements, id);
}

function repeatedIn(waivers: readonly Waiver[], lineOf: (index: number) => number): Problem[] {
  return waivers.flatMap(({ requirement }, index) => {
    const first = waivers.findIndex((other) => other.requirement === requirement);
    return first === index
      ? []
      : [
          {
            line: lineOf(index),
            what: `${requirement} is already waived on line ${lineOf(first)}`,
          },
        ];
  });
}

/** Where the text of a value begins, or of a key of it; of the nearest that is there. */
function offsetOf(root: Node | null, path: readonly PropertyKey[], key?: string): number {
  let node: unknown = root;
  let offset = 0;
  for (const step of key === undefined ? path : [...path, key]) {
    offset = startOf(node) ?? offset;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === step);
      if (pair === undefined) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
    } else return offset;
  }
  return key === undefined ? (startOf(node) ?? offset) : offset;
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Record<PropertyKey, unknown>)[step]
        : undefined,
    value,
  );
}
