import { expect, test } from 'vitest';
import { chart } from './figures.ts';

test('draws parts of a whole as bars, and nothing where there was nobody', () => {
  expect(chart([undefined, 0, 0.5, 0.999, 1])).toBe(' ▁▅██');
});
