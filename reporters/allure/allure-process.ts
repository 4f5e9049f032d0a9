import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { AllureCheck, AllureEnvironment } from './allure.ts';
import { startChild } from '../child.ts';
import type { Cause, CheckEntry, FailOn } from '../conformance.ts';
import { fileOf } from '../own-files.ts';

/**
 * A process of its own for everything of Allure: it writes thousands of files while checks run, and its
 * page needs much memory for a moment.
 */
interface AllureProcess {
  /** Takes a check that is just over. */
  add(check: AllureCheck): void;
  /** Writes what is left and answers the page's path, if a page was asked for. */
  finish(ending: AllureEnding): Promise<string | undefined>;
}

export interface AllureOpening {
  readonly resultsDir: string;
  readonly environment: AllureEnvironment;
  readonly failOn: FailOn;
  /** Where the catalogue is published, if it is. */
  readonly catalogue?: string;
  /** The folder for the page; absent when none is wanted. */
  readonly pageFolder?: string;
}

interface AllureEnding {
  /** What the page is called. */
  readonly name: string;
  readonly overTheRun: readonly (readonly [RequirementId, CheckEntry])[];
  /** What is behind what did not pass. */
  readonly causes: readonly Cause[];
  /** Paths of the scripts that show a failure again, each called after its requirement. */
  readonly scripts: readonly string[];
}

export type AllureRequest =
  | { readonly kind: 'open'; readonly opening: AllureOpening }
  | { readonly kind: 'check'; readonly check: AllureCheck }
  | { readonly kind: 'finish'; readonly ending: AllureEnding };

export type Reply = { readonly path?: string } | { readonly problem: string };

export function startAllureProcess(opening: AllureOpening): AllureProcess {
  const child = startChild(new URL(fileOf('allure-child.ts'), import.meta.url));
  const send = (order: AllureRequest): void => child.send(order);
  send({ kind: 'open', opening });

  return {
    add: (check) => send({ kind: 'check', check }),
    async finish(ending) {
      send({ kind: 'finish', ending });
      const reply = (await child.lastWord()) as Reply;
      if ('problem' in reply) {
        throw new Error(`the Allure report could not be written: ${reply.problem}`);
      }
      return reply.path;
    },
  };
}
