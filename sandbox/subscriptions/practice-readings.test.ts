import { expect, test } from 'vitest';

import { itemsOf } from '../testing.ts';
import { showMoment } from './moments.ts';
import { testSubscriptions } from './testing.ts';

// Readings of document 3, part 4.8, about how services write what they show.

test('moments are without the zeros at their end, and can be sent back', async () => {
  const { ask, create, core } = testSubscriptions({ choices: { dateTime: 'trimmed' } });
  const shown = (text: string): string => showMoment(Date.parse(text), core);
  expect(shown('2026-11-21T09:00:10.000Z')).toBe('2026-11-21T09:00:10+00:00');
  expect(shown('2026-11-21T09:00:10.120Z')).toBe('2026-11-21T09:00:10.12+00:00');
  expect(shown('2026-11-21T09:00:10.005Z')).toBe('2026-11-21T09:00:10.005+00:00');
  const { created, subscriptionId } = await create();
  const { body } = await ask('list', { createdFrom: created, createdTo: created });
  expect(itemsOf(body, 'items')).toMatchObject([{ subscriptionId, created }]);
});

test('a list has at most fifty of them', async () => {
  const { ask, create } = testSubscriptions({ choices: { largestSize: 50 } });
  await create();
  expect((await ask('list', { size: 60 })).body).toMatchObject({ size: 50, totalElements: 1 });
});
