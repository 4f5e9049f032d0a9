import type { Choices } from './choices.ts';
import { faultsCalled, type FaultBook, type SandboxFault } from './faults.ts';
import { choicesCalled } from './moods.ts';
import { keep } from './snapshot.ts';
import type { World } from './world.ts';

/** What is on at present, and how it is changed while a sandbox runs. */
export interface Stage {
  readonly world: () => World;
  readonly mood: () => string;
  readonly faults: () => readonly SandboxFault[];
  /** All faults that there are; none where nobody handed over a book. */
  readonly book: FaultBook;
  /** Has everything that was made be forgotten. */
  readonly reset: () => void;
  /** Begins anew in another mood; false if nothing is called so. */
  readonly setMood: (name: string) => boolean;
  /** Goes wrong from now on with just these; an `UnknownFault` says which there is not. */
  readonly setFaults: (ids: readonly string[]) => Promise<void>;
  readonly snapshots: () => readonly Snapshot[];
  /** Remembers everything as it is; an earlier snapshot of this name is replaced. */
  readonly take: (name: string) => Snapshot;
  /** Has everything be as it was; false if there is no such snapshot. */
  readonly restore: (name: string) => boolean;
  readonly drop: (name: string) => boolean;
  readonly close: () => void;
}

/** A state to come back to. */
export interface Snapshot {
  readonly name: string;
  /** The sandbox's own time when it was taken, and at which it goes on. */
  readonly now: string;
  readonly mood: string;
  readonly faults: readonly string[];
}

interface Setting {
  readonly world: World;
  readonly mood: string;
  readonly choices: Choices;
  readonly faults: readonly SandboxFault[];
}

interface Kept extends Snapshot {
  readonly world: World;
  readonly restore: () => void;
}

interface Opening {
  readonly mood: string;
  readonly choices: Choices;
  readonly faults: readonly string[];
  readonly book: FaultBook;
}

/** Opens with a new world in a mood, with faults; `begin` makes the worlds. */
export async function createStage(
  begin: (choices: Choices) => World,
  { mood, choices, faults, book }: Opening,
): Promise<Stage> {
  const worlds = new Set<World>();
  const kept = new Map<string, Kept>();
  const anew = (choices: Choices): World => {
    const world = begin(choices);
    worlds.add(world);
    return world;
  };
  const first = choices;
  const known = await faultsCalled(faults, book);
  let on: Setting = { world: anew(choices), mood, choices, faults: known };
  // A world to which no way leads back is given up, or each reset would keep all that there was.
  const change = (to: Setting): void => {
    on = to;
    const needed = new Set([on.world, ...[...kept.values()].map(({ world }) => world)]);
    for (const world of worlds) {
      if (needed.has(world)) continue;
      world.close();
      worlds.delete(world);
    }
  };

  return {
    world: () => on.world,
    mood: () => on.mood,
    faults: () => on.faults,
    book,
    reset: () => change({ ...on, world: anew(on.choices) }),
    setMood: (name) => {
      const choices = choicesCalled(name) ?? (name === mood ? first : undefined);
      if (choices === undefined) return false;
      // What was made in one mood does not fit into another: numbers, zones, what is the same name.
      change({ ...on, mood: name, choices, world: anew(choices) });
      return true;
    },
    setFaults: async (ids) => {
      const wanted = await faultsCalled(ids, book);
      change({ ...on, faults: wanted });
    },
    snapshots: () => [...kept.values()].map(shown),
    take: (name) => {
      const setting = on;
      const refill = keep(setting.world.core);
      const snapshot = {
        name,
        now: new Date(setting.world.core.clock.now()).toISOString(),
        mood: setting.mood,
        faults: setting.faults.map(({ id }) => id),
        world: setting.world,
        restore: () => {
          refill();
          change(setting);
        },
      };
      kept.set(name, snapshot);
      return shown(snapshot);
    },
    restore: (name) => {
      const snapshot = kept.get(name);
      snapshot?.restore();
      return snapshot !== undefined;
    },
    drop: (name) => {
      const isThere = kept.delete(name);
      change(on);
      return isThere;
    },
    close: () => {
      for (const world of worlds) world.close();
    },
  };
}

function shown({ name, now, mood, faults }: Snapshot): Snapshot {
  return { name, now, mood, faults };
}
