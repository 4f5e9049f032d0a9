import { expect, test } from 'vitest';
import { readVariant, variantName } from './variant.ts';

test('a variant is read as it was written', () => {
  const both = { mutants: ['12', '57'], mood: 'usual', requirement: 'v2.card.id-is-a-string' };
  const none = { mutants: [], mood: 'terse', requirement: 'v2.card.id-is-a-string' };

  expect(readVariant(variantName(both))).toEqual(both);
  expect(readVariant(variantName(none))).toEqual(none);
});

test('other variants are none of ours', () => {
  expect(['clean', 'mood:terse', 'fault:v2.card.x', ''].map(readVariant)).toEqual(
    Array(4).fill(undefined),
  );
});
