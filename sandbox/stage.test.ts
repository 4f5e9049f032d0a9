import { describe, expect, test } from 'vitest';

import { usualChoices } from './choices.ts';
import { createCore } from './core.ts';
import { gatewaySettings } from './gateway/settings.ts';
import { documentRules } from './rules/index.ts';
import { createStage, type Stage } from './stage.ts';
import { v1Settings } from './v1/settings.ts';
import { createWorld } from './world.ts';

describe('a world', () => {
  test('to which no way leads back is given up', async () => {
    const { stage, closed } = await aStage();

    stage.reset();
    stage.setMood('strict');

    expect(closed).toEqual([1, 2]);
  });

  test('that a snapshot holds goes on, until the last one of it is dropped', async () => {
    const { stage, closed } = await aStage();
    stage.take('one');
    stage.take('other');

    stage.reset();
    stage.drop('one');
    expect(closed).toEqual([]);
    stage.drop('other');

    expect(closed).toEqual([1]);
  });

  test('that is on stays, whatever becomes of its snapshots', async () => {
    const { stage, closed } = await aStage();

    stage.take('one');
    stage.restore('one');
    stage.drop('one');
    await stage.setFaults([]);
    expect(closed).toEqual([]);
    stage.close();

    expect(closed).toEqual([1]);
  });
});

/** A stage, and the worlds of it that were given up, by the order in which they began. */
async function aStage(): Promise<{ stage: Stage; closed: number[] }> {
  const closed: number[] = [];
  let count = 0;
  const settings: Parameters<typeof createCore>[0] = {
    rules: documentRules,
    choices: usualChoices,
    apiKey: 'k',
    controlToken: 't',
    start: 0,
    productName: 'p',
    v1: v1Settings(),
    gateway: gatewaySettings(0),
  };
  const stage = await createStage(
    () => {
      count += 1;
      const number = count;
      const world = createWorld(settings, { url: '' }, undefined);
      return { ...world, close: () => void closed.push(number) };
    },
    { mood: 'usual', choices: usualChoices, faults: [], book: async () => [] },
  );
  return { stage, closed };
}
