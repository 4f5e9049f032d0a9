import { usedTokens } from './gateway/card-data.ts';
import { waiting } from './gateway/challenges.ts';
import { attemptsBefore } from './gateway/pay.ts';
import type { SandboxCore } from './core.ts';

// What is planned holds on to the very objects that it is about: an order to its expiry, a subscription
// to its next charge. So a state is not copied and put in place of another one; every object of it is
// filled again with what it held.

/** Remembers how a sandbox stands; the function that comes back has it stand so again. */
export function keep(core: SandboxCore): () => void {
  const { clock, store, balances } = core;
  const now = clock.now();
  const refills = refillsOf([store, balances, clock.state.agenda]);
  refills.push(...besidesOf(core));

  return () => {
    for (const refill of refills) refill();
    // The time in between has not been.
    clock.state.origin = now;
    clock.state.sinceStartUp = performance.now();
  };
}

type Refill = () => void;

/** For everything that is reached from here, the way to fill it again. */
function refillsOf(roots: readonly object[]): Refill[] {
  const seen = new Set<object>(roots);
  const refills: Refill[] = [];
  // A set hands out what is added while it is walked.
  for (const one of seen) {
    const { inside, refill } = contentsOf(one);
    refills.push(refill);
    for (const value of inside) {
      if (typeof value === 'object' && value !== null) seen.add(value);
    }
  }
  return refills;
}

interface Contents {
  readonly inside: readonly unknown[];
  readonly refill: Refill;
}

function contentsOf(one: object): Contents {
  if (one instanceof Map) return contentsOfMap(one);
  if (one instanceof Set) return contentsOfSet(one);
  if (Array.isArray(one)) return contentsOfArray(one);
  const prototype: unknown = Object.getPrototypeOf(one);
  // Anything else might keep a part of itself to itself, and would come back half.
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(`a state holds a ${one.constructor.name}, which no snapshot knows`);
  }
  return contentsOfRecord(one as Record<string, unknown>);
}

function contentsOfMap(map: Map<unknown, unknown>): Contents {
  const entries = [...map];
  return {
    inside: entries.flat(),
    refill: () => {
      map.clear();
      for (const [key, value] of entries) map.set(key, value);
    },
  };
}

function contentsOfSet(set: Set<unknown>): Contents {
  const values = [...set];
  return {
    inside: values,
    refill: () => {
      set.clear();
      for (const value of values) set.add(value);
    },
  };
}

function contentsOfArray(array: unknown[]): Contents {
  const values = [...array];
  return {
    inside: values,
    refill: () => {
      array.length = 0;
      for (const value of values) array.push(value);
    },
  };
}

function contentsOfRecord(record: Record<string, unknown>): Contents {
  const values = { ...record };
  return {
    inside: Object.values(values),
    refill: () => {
      for (const name of Object.keys(record)) {
        if (!Object.hasOwn(values, name)) delete record[name];
      }
      Object.assign(record, values);
    },
  };
}

/** What is known of orders and tokens beside the store. */
function besidesOf({ store }: SandboxCore): Refill[] {
  const orders = [...store.orders.values()];
  const tokens = usedTokens.get(store);
  const kept = tokens === undefined ? undefined : new Set(tokens);
  return [
    ...orders.flatMap((order) => [refillOf(waiting, order), refillOf(attemptsBefore, order)]),
    () => {
      if (kept === undefined) usedTokens.delete(store);
      else usedTokens.set(store, new Set(kept));
    },
  ];
}

function refillOf<Key extends object, Value>(table: WeakMap<Key, Value>, key: Key): Refill {
  if (!table.has(key)) return () => void table.delete(key);
  const value = table.get(key) as Value;
  return () => void table.set(key, value);
}
