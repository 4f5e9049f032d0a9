import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import type { Change } from './planted.ts';

// Which requirement caught each blind fault when it was asked last: asked again, it is asked about that one first.

/** By round and id, such as `19 v1-030`. */
export interface CaughtBy {
  readonly known: ReadonlyMap<string, string>;
  /** Undefined where none is known, or where that requirement is no more. */
  of(fault: Change): RequirementId | undefined;
  /** Keeps what caught a fault, or forgets it where nothing did. */
  note(fault: Change, by: RequirementId | undefined): void;
}

export function readCaughtBy(file: string): CaughtBy {
  const known = new Map(existsSync(file) ? Object.entries(parsed(file)) : []);
  return {
    known,
    of(fault) {
      const by = known.get(nameOf(fault));
      return by !== undefined && isRequirement(by) ? by : undefined;
    },
    note(fault, by) {
      if (by === undefined) known.delete(nameOf(fault));
      else known.set(nameOf(fault), by);
    },
  };
}

export function writeCaughtBy(file: string, { known }: CaughtBy): void {
  const collator = new Intl.Collator('en', { numeric: true });
  const entries = [...known].toSorted(([one], [other]) => collator.compare(one, other));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

function parsed(file: string): Record<string, string> {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')));
}

function nameOf({ round, id }: Change): string {
  return `${round} ${id}`;
}

function isRequirement(id: string): id is RequirementId {
  return Object.hasOwn(requirements, id);
}
