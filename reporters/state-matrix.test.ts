import { describe, expect, test } from 'vitest';
import { matrixPlans } from '../fixtures/coverage/matrices.ts';
import type { StateCell } from '../fixtures/coverage/states.ts';
import { emptyCells, matricesOf, nameOf } from './state-matrix.ts';

const lostRead: StateCell = {
  api: 'v2',
  subject: 'card',
  state: 'lost',
  operation: 'GET /v2/cards/{id}',
  tried: 3,
  allowed: 2,
  refused: 1,
  unjudged: 0,
};

describe('the matrices', () => {
  test('have a row for each state and a cell for each operation', () => {
    for (const { rows, states, operations } of matricesOf([])) {
      expect(rows.map((row) => row.map(({ operation }) => operation))).toEqual(
        states.map(() => operations),
      );
      expect(rows.map((row) => row[0]?.state)).toEqual(states);
    }
  });

  test('show what was tried, and zeros elsewhere', () => {
    const card = matricesOf([lostRead]).find(({ api }) => api === 'v2');

    expect(card?.rows[2]?.[0]).toEqual(lostRead);
    expect(card?.rows[0]?.[0]).toMatchObject({ state: 'active', tried: 0, allowed: 0 });
    expect(card?.empty.length).toBe(39);
  });

  test('count what several checks tried together', () => {
    const card = matricesOf([lostRead, lostRead]).find(({ api }) => api === 'v2');

    expect(card?.rows[2]?.[0]).toEqual({ ...lostRead, tried: 6, allowed: 4, refused: 2 });
  });

  test('name every cell that nothing was sent for', () => {
    const all = emptyCells([]);
    const rest = emptyCells([lostRead]);

    expect(all.length).toBe(matrixPlans.flatMap((plan) => cellsOf(plan)).length);
    expect(all.filter((cell) => !rest.some((one) => nameOf(one) === nameOf(cell)))).toEqual([
      expect.objectContaining({ state: 'lost', operation: 'GET /v2/cards/{id}' }),
    ]);
  });

  test('leave out other APIs where some are asked for', () => {
    expect(new Set(emptyCells([], ['gateway']).map(({ api }) => api))).toEqual(
      new Set(['gateway']),
    );
  });

  test('have no state that is both reached and out of reach', () => {
    for (const { states, unreachable } of matrixPlans) {
      expect(states.filter((state) => unreachable.some((one) => one.state === state))).toEqual([]);
    }
  });
});

function cellsOf({ states, operations }: (typeof matrixPlans)[number]): string[] {
  return states.flatMap((state) => operations.map((operation) => `${state} ${operation}`));
}
