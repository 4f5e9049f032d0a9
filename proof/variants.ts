import type { StartEmbedded } from '../fixtures/target/embedded.ts';
import { choicesCalled } from '../sandbox/moods.ts';
import { startSandbox } from '../sandbox/server.ts';
import { faults } from './faults/index.ts';

/** The module that a run names to have variants of the sandbox started. */
export const variantStarter = import.meta.url;

/** Starts the sandbox as it is (`clean`), in another mood (`mood:NAME`), or with a fault (`fault:ID`). */
export const startEmbedded: StartEmbedded = async (variant) => {
  const [kind, name = ''] = variant?.split(':') ?? [];
  if (kind === 'mood') {
    const choices = choicesCalled(name);
    if (choices === undefined) throw new Error(`there is no mood "${name}"`);
    return startSandbox({ choices });
  }
  if (kind === 'fault') {
    const fault = faults.find(({ id }) => id === name);
    if (fault === undefined) throw new Error(`there is no fault "${name}"`);
    return startSandbox({
      ...(fault.rules === undefined ? {} : { rules: fault.rules() }),
      ...(fault.wire === undefined ? {} : { wire: fault.wire() }),
    });
  }
  return startSandbox();
};
