import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { inTheSandbox, type Mutant, namesOf } from './mutant.ts';

/** By file of the sandbox, why mutants of it may live, each reason with their names. */
export type Excuses = Readonly<Record<string, Readonly<Record<string, string>>>>;

const excuses = z.record(
  z.string(),
  z.record(z.string().min(10), z.string().regex(/^[0-9a-f]{5}( [0-9a-f]{5})*$/)),
);

/** All of them, from a folder with a file for each scope. */
export function readExcuses(folder: string): Excuses {
  const files = globSync('*.yaml', { cwd: folder });
  return Object.assign(
    {},
    ...files.map((file) => excuses.parse(parse(readFileSync(join(folder, file), 'utf8')))),
  );
}

/** A reason that begins so says that no request could tell the mutant from the original. */
const equivalent = 'equivalent: ';

interface AskedMutants {
  /** Those that are to be noticed. */
  readonly asked: readonly Mutant[];
  /** How many may live, since nobody could tell them from the original. */
  readonly equivalent: number;
  /** How many may live, since the documents are silent about the difference. */
  readonly notSpecified: number;
  /** How many nobody asks about, by what they are. */
  readonly leftAlone: number;
  /** Names, each with its file, that no mutant has any more. */
  readonly stale: readonly string[];
}

/** Tells apart who is to be noticed. These have to be all mutants of their files. */
export function withoutExcused(mutants: readonly Mutant[], known: Excuses): AskedMutants {
  const names = namesOf(mutants);
  const reasons = new Map(
    Object.entries(known).flatMap(([file, byReason]) =>
      Object.entries(byReason).flatMap(([reason, list]) =>
        list.split(' ').map((name): [string, string] => [`${file} ${name}`, reason]),
      ),
    ),
  );
  const nameOf = ({ id, file }: Mutant): string => `${inTheSandbox(file)} ${names.get(id)}`;
  const relevant = mutants.filter(({ ignored }) => ignored === undefined);
  const excused = relevant.flatMap((mutant) => reasons.get(nameOf(mutant)) ?? []);
  const there = new Set(mutants.map(nameOf));
  const files = new Set(mutants.map(({ file }) => inTheSandbox(file)));
  const isEquivalent = (reason: string): boolean => reason.startsWith(equivalent);
  return {
    asked: relevant.filter((mutant) => !reasons.has(nameOf(mutant))),
    equivalent: excused.filter(isEquivalent).length,
    notSpecified: excused.filter((reason) => !isEquivalent(reason)).length,
    leftAlone: mutants.length - relevant.length,
    stale: [...reasons.keys()].filter(
      (name) => files.has(name.split(' ', 1).join()) && !there.has(name),
    ),
  };
}
