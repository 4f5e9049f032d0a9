import type { Asker, Said } from './asking.ts';
import { type Killer, likelyKillers } from './likely-killers.ts';
import { look } from './look.ts';
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
  /** The mood in which it is asked now. */
  mood: string;
  /** Requirements whose checks reach it and have not been asked yet. */
  open: Set<string>;
  readonly ranBy: Set<string>;
  undecided?: string;
  idle?: string;
}

/** Of each mutant's likely killers, so many are asked in each of the first rounds. */
const singleRounds = [3, 6];

/** So many of those that are probably immortal share a sandbox in each of the rounds after that. */
const groupSizes = [128, 32, 8, 1];

/** So many hardly stand in each other's way. */
const few = 8;

/** Whoever survives its own mood is asked by so many of its likely killers in each of the others. */
const likelyInEachMood = 6;

/** Of the requirements that a group fails, so many are asked about its halves, their halves and so on. */
const failuresFollowedUp = 3;

/**
 * Runs each mutant against every check that reaches its place until one fails. The likely killers
 * come first. What they leave alive is probably immortal: such mutants share a sandbox by the dozen
 * and are told apart only where it fails. Whoever survives that is asked by its likely killers once
 * more, in each of the other moods: a lawful choice may hide what another one shows.
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

  const { reach, costs, notGreen } = await look(options, asked);
  const alive = new Map<string, Quarry>();
  for (const mutant of asked) {
    const seen = reach.get(mutant.id);
    if (seen === undefined) fates.set(mutant.id, { mutant, status: 'NoCoverage', ranBy: [] });
    else
      alive.set(mutant.id, { mutant, mood: seen.mood, open: new Set(seen.open), ranBy: new Set() });
  }

  const otherMoods = options.moods.filter((mood) => mood !== usualMood);
  const killers = likelyKillers(asked, reach, costs, options.linesOf);
  const isAsked = async (what: string, variants: readonly MutantVariant[]): Promise<boolean> => {
    onRound(`${what}: ${alive.size} mutants alive, ${variants.length} questions`);
    const said = await asker.ask(variants);
    for (const one of said) if (one.variant.mutants.length === 1) settle(one);
    for (const one of said) if (one.variant.mutants.length > 1) settleGroup(one);
    return said.length > 0;
  };

  const settle = (said: Said): void => {
    const [id = ''] = said.variant.mutants;
    const quarry = alive.get(id);
    if (quarry === undefined) return;
    const { requirement } = said.variant;
    quarry.open.delete(requirement);
    if (said.ran.has(id)) quarry.ranBy.add(requirement);
    if (said.verdict === 'undecided') quarry.undecided = said.reason;
    if (said.isIdle && said.ran.has(id)) quarry.idle = said.reason;
    killers.learn(quarry.mutant, requirement, said.verdict === 'failed');
    if (said.verdict !== 'failed') return;
    alive.delete(id);
    fates.set(id, {
      ...fateOf(quarry, said.hung ? 'Timeout' : 'Killed'),
      killedBy: requirement,
      reason: said.reason,
    });
  };

  /** What passes with all of them clears each of them that was run; the rest is asked again. */
  const failed: MutantVariant[] = [];
  const settleGroup = ({ variant, verdict, isIdle, ran }: Said): void => {
    // One of them may leave nothing to ask, and the others would hide behind it.
    const isHiding =
      isIdle &&
      variant.mood === usualMood &&
      variant.mutants.some((id) => alive.get(id)?.idle === undefined);
    if (verdict !== 'passed' || isHiding) {
      failed.push(variant);
      return;
    }
    for (const id of variant.mutants) {
      const quarry = alive.get(id);
      if (ran.has(id)) quarry?.ranBy.add(variant.requirement);
      // In a mood that is not its own, whoever is not run among few is probably not reached.
      const isElsewhere = reach.get(id)?.mood !== variant.mood;
      if (ran.has(id) || (isElsewhere && variant.mutants.length <= few))
        quarry?.open.delete(variant.requirement);
    }
  };

  for (const [round, count] of singleRounds.entries()) {
    const questions = [...alive.values()].flatMap((quarry) => firstOf(quarry, count, killers));
    if (questions.length === 0) break;
    if (!(await isAsked(`likely killers, ${round + 1} of ${singleRounds.length}`, questions)))
      break;
  }

  const tellApart = async (what: string, groups: readonly MutantVariant[]): Promise<boolean> => {
    for (let together = groups; together.length > 0; together = failed.splice(0)) {
      const halves = together.flatMap(halvesOf);
      if (!(await isAsked(what, halves))) return false;
    }
    return true;
  };

  const askTogether = async (what: string, groupsOf = strangersOf): Promise<void> => {
    for (const size of groupSizes) {
      const together = groupsOf(alive.values(), size).flatMap(questionsOf);
      if (together.length === 0 || !(await isAsked(`${what}, up to ${size} at once`, together)))
        break;
      // Some groups fail because of several that are harmless alone: the next ones are mixed anew.
      if (!(await tellApart(`telling ${size} apart`, followedUp(failed.splice(0), killers)))) break;
    }
  };

  await askTogether('everything else');
  for (const mood of otherMoods) {
    for (const quarry of alive.values()) {
      const own = reach.get(quarry.mutant.id);
      const likely = killers.of(quarry.mutant, own?.open ?? new Set()).slice(0, likelyInEachMood);
      quarry.mood = mood;
      quarry.open = new Set(own?.mood === mood ? [] : likely);
    }
    await askTogether(`once more in the ${mood} mood`, neighboursOf);
  }

  for (const quarry of alive.values()) {
    const status =
      quarry.undecided !== undefined
        ? 'RuntimeError'
        : quarry.ranBy.size === 0
          ? 'NoCoverage'
          : 'Survived';
    quarry.mood = reach.get(quarry.mutant.id)?.mood ?? usualMood;
    fates.set(quarry.mutant.id, {
      ...fateOf(quarry, status),
      ...(quarry.undecided === undefined ? {} : { reason: quarry.undecided }),
    });
  }
  return { notGreen, fates: mutants.flatMap(({ id }) => fates.get(id) ?? []) };
}

function fateOf({ mutant, mood, ranBy, idle }: Quarry, status: Status): Fate {
  return {
    mutant,
    status,
    ranBy: [...ranBy],
    ...(mood === usualMood ? {} : { mood }),
    ...(idle === undefined ? {} : { idle }),
  };
}

function firstOf(quarry: Quarry, count: number, killers: Killer): MutantVariant[] {
  const { mutant, mood, open } = quarry;
  return killers
    .of(mutant, open)
    .slice(0, count)
    .map((requirement) => ({ mutants: [mutant.id], mood, requirement }));
}

/** Neighbours often stand in each other's way, so a group is made of members from far apart. */
function strangersOf(alive: Iterable<Quarry>, size: number): Quarry[][] {
  return groupsOf(alive, size, (count, _, index) => index % count);
}

/** Neighbours have their likely killers in common, which makes for few questions. */
function neighboursOf(alive: Iterable<Quarry>, size: number): Quarry[][] {
  return groupsOf(alive, size, (count, members, index) => Math.floor((index * count) / members));
}

/** A group is asked in the mood of its members; those that are known to leave nothing to ask are among themselves. */
function groupsOf(
  alive: Iterable<Quarry>,
  size: number,
  groupOf: (count: number, members: number, index: number) => number,
): Quarry[][] {
  const open = [...alive].filter((quarry) => quarry.open.size > 0);
  const kindOf = ({ mood, idle }: Quarry): string => `${mood} ${idle === undefined}`;
  return [...Map.groupBy(open, kindOf).values()].flatMap((members) => {
    const count = Math.ceil(members.length / size);
    const groups = Map.groupBy(members.entries(), ([index]) =>
      groupOf(count, members.length, index),
    );
    return [...groups.values()].map((group) => group.map(([, member]) => member));
  });
}

function questionsOf(group: readonly Quarry[]): MutantVariant[] {
  const requirements = new Set(group.flatMap(({ open }) => [...open]));
  return [...requirements].map((requirement) => {
    const members = group.filter(({ open }) => open.has(requirement));
    const mood = members[0]?.mood ?? usualMood;
    return { mutants: members.map(({ mutant }) => mutant.id), mood, requirement };
  });
}

function halvesOf(variant: MutantVariant): MutantVariant[] {
  const half = Math.ceil(variant.mutants.length / 2);
  return [variant.mutants.slice(0, half), variant.mutants.slice(half)]
    .filter((mutants) => mutants.length > 0)
    .map((mutants) => ({ ...variant, mutants }));
}

/** Of each group's failures a few: a member that is found is taken out, and the rest asked again. */
function followedUp(failed: readonly MutantVariant[], killers: Killer): MutantVariant[] {
  const taken = new Map<string, number>();
  return failed
    .toSorted((a, b) => killers.cost(a.requirement) - killers.cost(b.requirement))
    .filter(({ mutants }) => {
      const first = mutants[0] ?? '';
      const count = taken.get(first) ?? 0;
      taken.set(first, count + 1);
      return count < failuresFollowedUp;
    });
}
