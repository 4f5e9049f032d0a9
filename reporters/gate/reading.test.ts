import { describe, expect, test } from 'vitest';
import { anEventfulResult } from '../certificate/testing.ts';
import { formattedJson } from '../testing.ts';
import { conformanceIn, conformanceSchema } from './reading.ts';

describe('a result that is read back', () => {
  test('is what was written, except for what was compared', () => {
    const { comparison: _, ...result } = anEventfulResult();

    expect(conformanceIn(JSON.parse(JSON.stringify(result)), 'it')).toEqual({
      conformance: result,
    });
  });

  test.each([
    ['moves', [{ api: 'v2', subject: 'card', from: 'active', by: '', to: 'lost', times: -1 }]],
    ['windows', [{ cycleType: 4, days: [{ day: 'Monday', approved: 0, denied: 0 }], turns: [] }]],
    ['latencies', [{ operation: 'createCard', took: [[-1, 3]] }]],
  ])('is none where its %s make no sense', (member, value) => {
    expect(conformanceIn({ ...anEventfulResult(), [member]: value }, 'it')).toEqual({
      problem: expect.stringContaining(member) as string,
    });
  });

  test('may be one of another version, which is said', () => {
    expect(conformanceIn({ ...anEventfulResult(), schemaVersion: 2 }, 'it')).toEqual({
      problem:
        'it is the result of another version of this suite: its schemaVersion is 2, and this one reads 1',
    });
  });

  test('may be older than what it lacks', () => {
    const { moves: _, windows: __, latencies: ___, ...older } = anEventfulResult();

    expect(conformanceIn(older, 'it')).toMatchObject({
      conformance: { moves: [], windows: [], latencies: [] },
    });
  });
});

test('its schema is up to date; `npm run regenerate` writes it', async () => {
  await expect(formattedJson(conformanceSchema())).toMatchFileSnapshot(
    '../../docs/conformance.schema.json',
  );
});
