import { closest, distance } from 'fastest-levenshtein';

import { documentRules, type Rules } from './rules/index.ts';
import type { Wire } from './server.ts';

/**
 * A way to go wrong, for clients that want to see whether they notice. The sandbox knows none by
 * itself: whoever starts it hands over a book of them.
 */
export interface SandboxFault {
  readonly id: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** What the sandbox does wrong, in the present tense. */
  readonly what: string;
  /** The document's rules with some replaced, or what happens to requests on their way. */
  readonly rules?: () => Rules;
  readonly wire?: () => Wire;
}

/** All faults there are; they are loaded when somebody first asks. */
export type FaultBook = () => Promise<readonly SandboxFault[]>;

/** With which a client has one of its requests go wrong. */
export const faultHeader = 'X-Sandbox-Fault';

/** Most faults of one request: each combination of them is kept in memory. */
const mostFaults = 8;

/** Somebody named a fault that there is not; the message names one that is near, or where all are listed. */
export class UnknownFault extends Error {
  override readonly name = 'UnknownFault';
}

/** The faults with these ids, each once, in their order; an `UnknownFault` says which there is not. */
export async function faultsCalled(
  ids: readonly string[],
  book: FaultBook,
): Promise<readonly SandboxFault[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  if (wanted.length > mostFaults) {
    throw new UnknownFault(`at most ${mostFaults} faults at once, not ${wanted.length}`);
  }
  const all = await book();
  return wanted.map((id) => {
    const found = all.find((fault) => fault.id === id);
    if (found !== undefined) return found;
    const known = all.map((fault) => fault.id);
    throw new UnknownFault(`there is no fault "${shortened(id)}"; ${insteadOf(id, known)}`);
  });
}

/** The id that was most likely meant, or where all are listed. */
function insteadOf(id: string, known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  const nearest = known.find((one) => one.startsWith(`${id}.`)) ?? closest(id, [...known]);
  return nearest.startsWith(id) || distance(id, nearest) <= Math.max(2, id.length * 0.4)
    ? `the nearest is ${nearest}`
    : 'the workbench and the option --faults list all of them';
}

/** The ids that a request names. */
export function faultsNamedBy({ headers }: Request): string[] {
  return (headers.get(faultHeader) ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

/**
 * How several faults go wrong together: of two that replace the same rule the later one counts, and
 * on the wire the first is outermost. What a fault remembers is made anew with each call.
 */
export function broken(
  base: Rules,
  faults: readonly SandboxFault[],
): { readonly rules: Rules; readonly wire: Wire | undefined } {
  const rules = Object.assign(
    { ...base },
    ...faults.map((fault) => (fault.rules === undefined ? {} : replacedIn(fault.rules()))),
  ) as Rules;
  const wires = faults.flatMap(({ wire }) => (wire === undefined ? [] : [wire()]));
  return { rules, wire: wires.length === 0 ? undefined : oneAfterTheOther(wires) };
}

function replacedIn(rules: Rules): Partial<Rules> {
  const names = Object.keys(documentRules) as (keyof Rules)[];
  const changed = names.filter((name) => rules[name] !== documentRules[name]);
  return Object.fromEntries(changed.map((name) => [name, rules[name]]));
}

function oneAfterTheOther(wires: readonly Wire[]): Wire {
  return wires.reduceRight((inner, outer) => async (request, next) => {
    return await outer(request, async (changed = request) => await inner(changed, next));
  });
}

/** What somebody typed is repeated, but not at any length. */
function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
