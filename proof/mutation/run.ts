import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf } from '../../fixtures/requirements/requirement.ts';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { requirementsThatNeed } from '../../reporters/doctor/needs.ts';
import { moods as everyMood } from '../../sandbox/moods.ts';
import { askerIn } from './asking.ts';
import { judge, keysOf, notAskedFor, readJudgements } from './classes.ts';
import { type Fate, hunt, type Hunted } from './hunt.ts';
import { instrument } from './instrument.ts';
import { apisAsking, type Scope } from './scope.ts';

interface RunOptions {
  /** An empty folder for what is made on the way. */
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onRound: (round: string) => void;
  /** Only these requirements are asked; absent: all that have checks. */
  readonly requirements?: readonly string[];
  /** Whether the mutant of this name is asked; absent: all are. */
  readonly among?: (name: string) => boolean;
  /** The lawful moods to look at what the usual one does not reach; absent: every one. */
  readonly moods?: readonly string[];
  /** What an earlier run left, whose killers are asked first. */
  readonly earlier?: readonly Fate[];
}

/** Hunts the mutants in some files of a scope with the checks that are about it. */
export async function huntIn(
  root: string,
  scope: Scope,
  files: readonly string[],
  {
    folder,
    signal,
    onRound,
    requirements = askedIn(scope),
    among = () => true,
    moods = Object.keys(everyMood),
    earlier = [],
  }: RunOptions,
): Promise<Hunted & { readonly cpuSeconds: number }> {
  mkdirSync(folder, { recursive: true });
  const all = await instrument(root, files, join(folder, 'sandbox.js'));
  const keys = keysOf(all);
  const mutants = all.map((mutant) =>
    mutant.ignored !== undefined || among(keys.get(mutant.id) ?? '')
      ? mutant
      : { ...mutant, ignored: notAskedFor },
  );
  const earlierKeys = keysOf(earlier.map(({ mutant }) => mutant));
  const earlierFates = new Map(earlier.map((fate) => [earlierKeys.get(fate.mutant.id), fate]));
  const judgementOf = judge(readJudgements(join(root, 'proof/mutation/survivors')));
  const asker = askerIn({ folder, profile: 'smoke', signal, onRound });
  const hunted = await hunt({
    mutants,
    requirements,
    moods,
    asker,
    linesOf: remembered((file) => readFileSync(join(root, file), 'utf8').split('\n')),
    statementOf: (id) => statements.get(id) ?? '',
    isJudged: ({ id }) => judgementOf(keys.get(id) ?? '') !== undefined,
    earlier: ({ id }) => earlierFates.get(keys.get(id)),
    onRound,
  });
  return { ...hunted, cpuSeconds: asker.cpuSeconds };
}

const statements = new Map<string, string>(
  requirementEntries.map(([id, { statement }]) => [id, statement]),
);

/** Asked by one browser after the other, which takes seconds for each question. */
const inABrowser = new Set(requirementsThatNeed('CHROMIUM_PATH'));

/** Also those that only observe: the clauses over every answer hold for what they ask too. */
function askedIn(scope: Scope): string[] {
  const apis = apisAsking(scope);
  return requirementEntries.flatMap(([id, { unobservable }]) =>
    apis.includes(apiOf(id)) && unobservable === undefined && !inABrowser.has(id) ? [id] : [],
  );
}

function remembered<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key) ?? find(key);
    known.set(key, value);
    return value;
  };
}
