import { describe, expect, test } from 'vitest';
import { requirementEntries } from '../fixtures/requirements/index.ts';
import { nearest } from './suggestions.ts';
import {
  contradictionsIn,
  matchesInWords,
  requirementsUnder,
  selectionOf,
  unknownRequirement,
} from './selection.ts';
import { ids } from './testing.ts';

describe('what --only selects', () => {
  test('a requirement by its id', () => {
    expect(requirementsUnder(ids.must)).toEqual([ids.must]);
  });

  test('everything below a prefix, by whole words', () => {
    expect(requirementsUnder('v2')).toHaveLength(
      requirementEntries.filter(([id]) => id.startsWith('v2.')).length,
    );
    expect(requirementsUnder('v2.response')).toContain(ids.must);
    expect(requirementsUnder('v2.respon')).toEqual([]);
  });

  test('what begins with the same letters, where no whole word does', () => {
    const found = selectionOf(['v2.respon']);

    expect('ids' in found && [...found.ids]).toEqual(requirementsUnder('v2.response'));
    expect(matchesInWords(['v2.respon', ids.must])).toEqual([
      `--only v2.respon: ${requirementsUnder('v2.response').length} requirements of v2.response`,
    ]);
    expect(matchesInWords(['v2'])[0]).toMatch(
      /^--only v2: \d+ requirements of v2.\S+, .* and \d+ more$/,
    );
  });

  test('nothing, where --api leaves out all of it', () => {
    expect(contradictionsIn(['v1', 'gateway'], [ids.must, 'v1.service'])).toEqual([
      `--only ${ids.must} names nothing of --api v1,gateway`,
    ]);
    expect(contradictionsIn(undefined, [ids.must])).toEqual([]);
  });

  test('several names together', () => {
    expect(selectionOf([ids.must, ids.open])).toEqual({ ids: new Set([ids.must, ids.open]) });
  });
});

describe('a name that means nothing', () => {
  test('is reported with the nearest one, all at once', () => {
    expect(selectionOf(['v2.respnse', ids.must, `${ids.open}s`])).toEqual({
      problems: [
        '--only: nothing begins with "v2.respnse" (did you mean v2.response?)',
        `--only: nothing begins with "${ids.open}s" (did you mean ${ids.open}?)`,
      ],
    });
  });

  test('is told how far it goes well, where it is more of what there is', () => {
    const count = requirementsUnder('gateway.payment-order').length;

    expect(selectionOf(['gateway.payment-order.a?', 'hello'])).toEqual({
      problems: [
        `--only: nothing begins with "gateway.payment-order.a?"; the nearest beginning is gateway.payment-order, of ${count} requirements`,
        '--only: nothing begins with "hello"',
      ],
    });
  });

  test('has no nearest one when it resembles none', () => {
    expect(unknownRequirement('hello')).toBe('there is no requirement "hello"');
  });

  test('may mean one of other names', () => {
    expect(unknownRequirement('fault-on', ['fault-one'])).toContain('(did you mean fault-one?)');
  });
});

test('the nearest word is near enough to be meant', () => {
  expect(nearest('nigthly', ['smoke', 'nightly'])).toBe('nightly');
  expect(nearest('xyz', ['smoke', 'nightly'])).toBeUndefined();
  expect(nearest('x', [])).toBeUndefined();
});
