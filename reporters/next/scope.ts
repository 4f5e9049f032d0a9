import { type Api, apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import { inOneLine } from '../../fixtures/failure-text.ts';
import type { Configuration } from '../../fixtures/target/configuration.ts';
import { called } from '../called.ts';
import { lastBeforeTheEnd, targetIsGone } from '../causes/symptoms.ts';
import type { Conformance } from '../conformance.ts';
import { newestOf } from '../newest-results.ts';
import { type Next, nextOf } from './next.ts';

type Usable = Exclude<Configuration, { kind: 'problems' }>;

/** What to do next, and what somebody should know who expected it to be about something else. */
export interface Advice {
  readonly next: Next;
  readonly note?: string;
}

/**
 * Of the target that the settings name; without one, of the target that was asked last, since its settings may
 * have stood on the command line of that run. What the last run asked comes before what nobody asked about.
 */
export function adviceFor(
  configuration: Usable,
  results: readonly Conformance[],
  { apis: named, output }: { readonly apis?: readonly Api[]; readonly output: string },
): Advice {
  const last = newestOf(results);
  const name =
    configuration.kind === 'target'
      ? configuration.target.name
      : (last?.target.name ?? configuration.name);
  const known = results.filter(({ target }) => target.name === name);
  const result = newestOf(known);
  const whose = noteOn(configuration, name, { isKnown: known.length > 0, last, output });
  const advice = (next: Next): Advice => {
    const note = [whose, leadingCauseBeside(next, result)].filter((one) => one !== undefined);
    return { next, ...(note.length === 0 ? {} : { note: note.join('\n\n') }) };
  };

  if (named !== undefined) return advice(nextOf(named, result));
  const configured = configuredIn(configuration, result);
  const asked = askedIn(known).filter((api) => configured.includes(api));
  const first = nextOf(asked, result);
  return advice(first.kind === 'nothing' ? nextOf(configured, result) : first);
}

function noteOn(
  configuration: Usable,
  name: string,
  { isKnown, last, output }: { isKnown: boolean; last: Conformance | undefined; output: string },
): string | undefined {
  const isSet = configuration.kind === 'target';
  if (isKnown) {
    return isSet
      ? undefined
      : `No target is set (BASE_URL, …): this is about the last run, of ${name}.`;
  }
  const instead = last === undefined ? '' : ` (the last one is of ${last.target.name})`;
  const run = called('certify', '').trimEnd();
  const none = `no run${isSet ? ` of ${name}` : ''} in ${output} yet${instead}: this is what to build first. If something is built already, ${run} looks at it; --output names another folder of reports`;
  return isSet ? `There is ${none}.` : `No target is set (BASE_URL, …), and there is ${none}.`;
}

/** What most of a run failed by, where mending one operation does not mend it. */
function leadingCauseBeside(next: Next, result: Conformance | undefined): string | undefined {
  const [cause] = result?.causes ?? [];
  if (cause === undefined) return undefined;
  if (cause.title === targetIsGone) {
    const [last] = lastBeforeTheEnd(result?.requirements ?? []);
    const at =
      last === undefined ? '' : `, perhaps at ${inOneLine(last).replace(/ → no answer$/, '')}`;
    return `In the last run ${targetIsGone}${at}: fix that first.`;
  }
  if (next.kind !== 'mend' || cause.failed.length < 2) return undefined;
  const ofNext = new Set<string>(next.failing.map(({ id }) => id));
  return cause.failed.some((id) => ofNext.has(id))
    ? undefined
    : `${cause.failed.length} requirements failed by one cause in the last run: ${cause.title}`;
}

function configuredIn(configuration: Usable, result: Conformance | undefined): readonly Api[] {
  const addresses: Readonly<Partial<Record<Api, unknown>>> =
    configuration.kind === 'target' ? configuration.target.apis : (result?.target.apis ?? {});
  const there = apis.filter((api) => addresses[api] !== undefined);
  return there.length > 0 ? there : apis;
}

/** The APIs that the last of these runs asked about, whatever came of it. */
function askedIn(results: readonly Conformance[]): readonly Api[] {
  const [last] = results.toSorted((a, b) => (a.run.startedAt < b.run.startedAt ? 1 : -1));
  const wanted = (last?.requirements ?? []).filter(
    ({ obstacle }) => obstacle === undefined || obstacle === 'silent',
  );
  return apis.filter((api) => wanted.some(({ id }) => apiOf(id) === api));
}
