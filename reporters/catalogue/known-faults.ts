import { readdirSync } from 'node:fs';
import type { Api } from '../../fixtures/requirements/requirement.ts';
import type { KnownFault } from '../../proof/proof.ts';
import { fileOf } from '../own-files.ts';

const folder = new URL('../../proof/faults/', import.meta.url);

/**
 * The faults of some APIs. Those of the others are not loaded: all of them take the better part of a
 * second.
 */
export async function faultsOf(apis: readonly Api[]): Promise<KnownFault[]> {
  const files = apis.flatMap((api) =>
    readdirSync(new URL(`${api}/`, folder))
      .filter((name) => name.endsWith(fileOf('.ts')) && !name.endsWith(fileOf('.test.ts')))
      .toSorted()
      .map((name) => new URL(`${api}/${name}`, folder).href),
  );
  const modules = await Promise.all(
    files.map(async (file) => (await import(file)) as Readonly<Record<string, unknown>>),
  );
  const exported = modules.flatMap((one) => Object.values(one));
  return exported.flatMap((one) => (Array.isArray(one) ? one.filter(isFault) : []));
}

function isFault(value: unknown): value is KnownFault {
  return typeof value === 'object' && value !== null && 'breaks' in value && 'what' in value;
}
