import type { Asker, Said } from './asking.ts';
import { type Killer, likelyKillers } from './likely-killers.ts';
import { inMood, look } from './look.ts';
import type { Mutant } from './mutant.ts';
import { type MutantVariant, usualMood } from './variant.ts';

/** What became of a mutant, in the words of StrykerJS. */
export type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'RuntimeError' | 'Ignored';

export interface Fate {
  readonly mutant: Mutant;
  readonly status: Status;
  /** The requirements whose checks ran it. */
  readonly ranBy: readonly string[];
  readonly killedBy?: string;
  /** What the check said that killed it, or what the last one said that could not be decided. */
  readonly reason?: string;
  /** The lawful mood in which it was asked, where the usual one does not reach it. */
  readonly mood?: string;
  /** What a check said that asks nothing any more, since the sandbox seems not to offer it. */
  readonly idle?: string;
}

interface HuntOptions {
  readonly mutants: readonly Mutant[];
  readonly requirements: readonly string[];
  /** The lawful moods that reach what the usual one does not. */
  readonly moods: readonly string[];
  readonly asker: Asker;
  /** The lines of a file, for guessing which requirement a place is about. */
  readonly linesOf: (file: string) => readonly string[];
  /** What a requirement says, for the same. */
  readonly statementOf: (requirement: string) => string;
  /** Whether somebody found out why it lives; whoever else survives is asked by everything. */
  readonly isJudged: (mutant: Mutant) => boolean;
  /** What an earlier hunt said of it, whose killer is asked first. */
  readonly earlier?: (mutant: Mutant) => Fate | undefined;
  readonly onRound: (round: string) => void;
}

export interface Hunted {
  readonly fates: readonly Fate[];
  /** Requirements whose checks do not pass without any mutant, so that they prove nothing. */
  readonly notGreen: readonly string[];
}

/** One mutant that is still alive. */
interface Quarry {
  readonly mutant: Mutant;
  /** By mood, the requirements whose checks are still to ask it there. */
  open: ReadonlyMap<string, Set<string>>;
  readonly ranBy: Set<string>;
  undecided?: string;
  idle?: string;
}

/** Of each mutant's likely killers, so many are asked in each of the first rounds. */
const singleRounds = [3, 6];

/**
 * So many of those that are probably immortal share a sandbox, and then each is alone. In a crowd one
 * hides what another shows, and telling a crowd apart takes longer than asking few at once.
 */
const groupSizes = [12, 1];

/** Groups of one size are mixed anew as long as no more than this part of the questions is left. */
const worthwhile = 2 / 3;

/** Whoever survives its own mood is asked by so many of its likely killers in each of the others. */
const likelyInEachMood = 8;

/** Whoever lives on and nobody found out why is asked alone by so many in every mood, then by all. */
const likelyForUnjudged = 24;

/** Of the groups that fail, at most so many are told apart at a time. */
const mostFollowedUp = 300;

/** So few are asked each alone at once: a start of the checks takes as long as hundreds of questions. */
const eachAlone = 600;

/** So much of a reason tells it from others: the operation, mostly. */
const reasonLength = 120;

/**
 * Runs each mutant against every check that reaches its place until one fails. The likely killers
 * come first. What they leave alive is probably immortal: such mutants share a sandbox with few others
 * and are told apart only where it fails. Whoever survives that is asked by its likely killers in each
 * of the other moods, for a lawful choice may hide what it does; by everything there, if nobody found
 * out why it lives.
 */
export async function hunt(options: HuntOptions): Promise<Hunted> {
  const { mutants, asker, onRound } = options;
  const asked = mutants.filter(({ ignored }) => ignored === undefined);
  const fates = new Map<string, Fate>(
    mutants.flatMap((mutant) =>
      mutant.ignored === undefined
        ? []
        : [[mutant.id, { mutant, status: 'Ignored', ranBy: [], reason: mutant.ignored }]],
    ),
  );

  const { reach, reachedIn, costs, notGreen, idle } = await look(options, asked);
  const alive = new Map<string, Quarry>();
  for (const mutant of asked) {
    const seen = reach.get(mutant.id);
    if (seen === undefined) fates.set(mutant.id, { mutant, status: 'NoCoverage', ranBy: [] });
    else {
      const open = new Map([[seen.mood, new Set(seen.open)]]);
      alive.set(mutant.id, { mutant, open, ranBy: new Set() });
    }
  }

  const otherMoods = options.moods.filter((mood) => mood !== usualMood);
  const { linesOf, statementOf } = options;
  const killers = likelyKillers({ mutants: asked, reach, costs, linesOf, statementOf });
  const isAsked = async (what: string, variants: readonly MutantVariant[]): Promise<boolean> => {
    onRound(`${what}: ${alive.size} mutants alive, ${variants.length} questions`);
    const said = await asker.ask(variants);
    for (const one of said) if (one.variant.mutants.length === 1) settle(one);
    for (const one of said) if (one.variant.mutants.length > 1) settleGroup(one);
    return said.length > 0;
  };

  const leavesNothingToAsk = ({ variant, isIdle }: Said): boolean =>
    isIdle && !idle.has(inMood(variant));

  const settle = (said: Said): void => {
    const [id = ''] = said.variant.mutants;
    const quarry = alive.get(id);
    if (quarry === undefined) return;
    const { requirement, mood } = said.variant;
    quarry.open.get(mood)?.delete(requirement);
    if (said.ran.has(id)) quarry.ranBy.add(requirement);
    if (said.verdict === 'undecided') quarry.undecided = said.reason;
    const isItsOwn = reach.get(id)?.mood === mood;
    if (isItsOwn && leavesNothingToAsk(said) && said.ran.has(id)) quarry.idle = said.reason;
    killers.learn(quarry.mutant, requirement, said.verdict === 'failed');
    if (said.verdict !== 'failed') return;
    alive.delete(id);
    fates.set(id, {
      ...fateOf(quarry, said.hung ? 'Timeout' : 'Killed', mood),
      killedBy: requirement,
      reason: said.reason,
    });
  };

  /** What passes with all of them clears each of them that was run; the rest is asked again. */
  const failed: Said[] = [];
  const settleGroup = (said: Said): void => {
    const { variant, verdict, ran } = said;
    // One of them may leave nothing to ask, and the others would hide behind it.
    const isHiding =
      leavesNothingToAsk(said) && variant.mutants.some((id) => alive.get(id)?.idle === undefined);
    if (verdict !== 'passed' || isHiding) {
      failed.push(said);
      return;
    }
    for (const id of variant.mutants) {
      const quarry = alive.get(id);
      if (ran.has(id)) quarry?.ranBy.add(variant.requirement);
      // In a mood that is not its own, whoever is not run is probably not reached.
      const isElsewhere = reach.get(id)?.mood !== variant.mood;
      if (ran.has(id) || isElsewhere) quarry?.open.get(variant.mood)?.delete(variant.requirement);
    }
  };

  const known = [...alive.values()].flatMap(({ mutant }) => {
    const { killedBy, mood = usualMood } = options.earlier?.(mutant) ?? {};
    const isThere = killedBy !== undefined && reachedIn(mood, mutant.id).has(killedBy);
    return isThere ? [{ mutants: [mutant.id], mood, requirement: killedBy }] : [];
  });
  if (known.length > 0) await isAsked('killers of the last time', known);

  for (const [round, count] of singleRounds.entries()) {
    const questions = [...alive.values()].flatMap((quarry) => firstOf(quarry, count, killers));
    if (questions.length === 0) break;
    if (!(await isAsked(`likely killers, ${round + 1} of ${singleRounds.length}`, questions)))
      break;
  }

  const tellApart = async (what: string, groups: readonly Said[]): Promise<boolean> => {
    for (let together = groups; together.length > 0; together = failed.splice(0)) {
      const members = together.reduce((sum, { variant }) => sum + variant.mutants.length, 0);
      const split = members <= eachAlone ? aloneOf : halvesOf;
      const parts = together.flatMap(({ variant }) => split(variant));
      if (!(await isAsked(what, parts))) return false;
    }
    return true;
  };

  const askTogether = async (what: string, sizes = groupSizes): Promise<void> => {
    for (const size of sizes) {
      let most = Number.POSITIVE_INFINITY;
      let questions = packed(alive.values(), size);
      while (questions.length > 0 && questions.length <= most) {
        const single = packed(alive.values(), 1);
        if (single.length <= eachAlone) {
          await isAsked(`${what}, each alone`, single);
          return;
        }
        if (!(await isAsked(`${what}, up to ${size} at once`, questions))) return;
        const followed = followedUp(failed.splice(0), killers);
        if (!(await tellApart(`telling ${size} apart`, followed))) return;
        most = questions.length * worthwhile;
        questions = packed(alive.values(), size);
      }
    }
  };

  const likelyIn = (mood: string, mutant: Mutant, most?: number): Set<string> =>
    new Set(killers.of(mutant, reachedIn(mood, mutant.id)).slice(0, most));
  const reopen = (moodsOf: (quarry: Quarry) => readonly string[], most?: number): void => {
    for (const quarry of alive.values()) {
      const { mutant } = quarry;
      quarry.open = new Map(moodsOf(quarry).map((mood) => [mood, likelyIn(mood, mutant, most)]));
    }
  };
  // Of whoever leaves a check nothing to ask, that check tells why it lives.
  const unjudgedIn =
    (moods: readonly string[]) =>
    ({ mutant, idle: reason }: Quarry): readonly string[] =>
      options.isJudged(mutant) || reason !== undefined ? [] : moods;

  await askTogether('everything else');
  reopen(
    ({ mutant }) => otherMoods.filter((mood) => mood !== reach.get(mutant.id)?.mood),
    likelyInEachMood,
  );
  await askTogether('once more in the other moods');
  reopen(unjudgedIn([usualMood, ...otherMoods]), likelyForUnjudged);
  await askTogether('whoever nobody judged', [1]);
  reopen(unjudgedIn(otherMoods));
  await askTogether('whoever nobody judged, by everything');

  for (const quarry of alive.values()) {
    const status =
      quarry.undecided !== undefined
        ? 'RuntimeError'
        : quarry.ranBy.size === 0
          ? 'NoCoverage'
          : 'Survived';
    fates.set(quarry.mutant.id, {
      ...fateOf(quarry, status, reach.get(quarry.mutant.id)?.mood ?? usualMood),
      ...(quarry.undecided === undefined ? {} : { reason: quarry.undecided }),
    });
  }
  return { notGreen, fates: mutants.flatMap(({ id }) => fates.get(id) ?? []) };
}

function fateOf({ mutant, ranBy, idle }: Quarry, status: Status, mood: string): Fate {
  return {
    mutant,
    status,
    ranBy: [...ranBy],
    ...(mood === usualMood ? {} : { mood }),
    ...(idle === undefined ? {} : { idle }),
  };
}

function firstOf(quarry: Quarry, count: number, killers: Killer): MutantVariant[] {
  const { mutant, open } = quarry;
  return [...open].flatMap(([mood, requirements]) =>
    killers
      .of(mutant, requirements)
      .slice(0, count)
      .map((requirement) => ({ mutants: [mutant.id], mood, requirement })),
  );
}

/**
 * Each requirement is asked once about as many mutants as may share a sandbox. Neighbours often stand
 * in each other's way, so a group is made of members from far apart; those that leave a check nothing
 * to ask, or undecided, are among themselves.
 */
function packed(alive: Iterable<Quarry>, size: number): MutantVariant[] {
  const all = [...alive];
  const moods = new Set(all.flatMap(({ open }) => [...open.keys()]));
  const hasSpoken = ({ idle, undecided }: Quarry): boolean => (idle ?? undecided) !== undefined;
  return [...moods].flatMap((mood) =>
    [...Map.groupBy(all, hasSpoken).values()].flatMap((members) => {
      const requirements = new Set(members.flatMap(({ open }) => [...(open.get(mood) ?? [])]));
      return [...requirements].flatMap((requirement) => {
        const ids = members
          .filter(({ open }) => open.get(mood)?.has(requirement))
          .map(({ mutant }) => mutant.id);
        return spread(ids, size).map((mutants) => ({ mutants, mood, requirement }));
      });
    }),
  );
}

/** As few groups of at most `size` as there can be, each of members from far apart. */
function spread(ids: readonly string[], size: number): string[][] {
  const groups = Math.ceil(ids.length / size);
  const parts = Map.groupBy(ids.entries(), ([index]) => index % groups);
  return [...parts.values()].map((part) => part.map(([, id]) => id));
}

function aloneOf(variant: MutantVariant): MutantVariant[] {
  return variant.mutants.map((id) => ({ ...variant, mutants: [id] }));
}

function halvesOf(variant: MutantVariant): MutantVariant[] {
  const half = Math.ceil(variant.mutants.length / 2);
  return [variant.mutants.slice(0, half), variant.mutants.slice(half)]
    .filter((mutants) => mutants.length > 0)
    .map((mutants) => ({ ...variant, mutants }));
}

/**
 * Of the groups that fail for one reason, those whose members are not followed up yet: a member that
 * is found is taken out, and the rest asked again.
 */
function followedUp(failed: readonly Said[], killers: Killer): Said[] {
  const covered = new Map<string, Set<string>>();
  return failed
    .toSorted((a, b) => killers.cost(a.variant.requirement) - killers.cost(b.variant.requirement))
    .filter(({ variant, reason }) => {
      const kind = reason.replaceAll(/\d+/g, '').slice(0, reasonLength);
      const ids = covered.get(kind) ?? new Set();
      covered.set(kind, ids);
      const others = variant.mutants.filter((id) => !ids.has(id));
      if (others.length < variant.mutants.length / 2) return false;
      for (const id of others) ids.add(id);
      return true;
    })
    .slice(0, mostFollowedUp);
}
