import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Choices } from '../../sandbox/choices.ts';
import type { startSandbox } from '../../sandbox/server.ts';
import { type Question, usualMood } from './variant.ts';

/** One sandbox with a mutant active, or none, and what was seen while it ran. */
export interface MutatedSandbox {
  readonly start: typeof startSandbox;
  readonly choices: Choices;
  /** The mutants whose place was reached; only where none is active. */
  readonly reached: ReadonlySet<string>;
  /** To be called when a request comes: no request alone takes as many steps as the limit allows. */
  readonly requestBegins: () => void;
  /** It went on for ever and was stopped. */
  readonly isEndless: () => boolean;
}

interface Exports {
  readonly startSandbox: typeof startSandbox;
  readonly usualChoices: Choices;
  readonly moods: Readonly<Record<string, Choices>>;
}

/** The function that the script is: StrykerJS's names for "is it active" and "it was reached". */
type Script = (
  require: NodeJS.Require,
  exports: object,
  stryMutAct_9fa48: (id: string) => boolean,
  stryCov_9fa48: (...ids: readonly string[]) => void,
) => void;

/** Evaluates the script anew, which takes a few milliseconds: it is compiled once. */
export function mutatedSandbox(
  file: string,
  { mutant, mood }: Pick<Question, 'mutant' | 'mood'>,
): MutatedSandbox {
  const reached = new Set<string>();
  let steps = 0;
  let isEndless = false;

  const isActive = (id: string): boolean => {
    if ((steps += 1) > mostSteps) {
      isEndless = true;
      throw new Error('the mutant never ends');
    }
    return id === mutant;
  };
  const wasReached = (...ids: readonly string[]): void => {
    if (mutant === undefined) for (const id of ids) reached.add(id);
  };

  const exports = {};
  // The packages that the script asks for are found from here: it may lie in any folder.
  scriptIn(file)(createRequire(import.meta.url), exports, isActive, wasReached);
  const { startSandbox, usualChoices, moods } = exports as Exports;
  const choices = mood === usualMood ? usualChoices : moods[mood];
  if (choices === undefined) throw new Error(`there is no mood "${mood}"`);

  return {
    start: startSandbox,
    choices,
    reached,
    requestBegins: () => {
      steps = 0;
    },
    isEndless: () => isEndless,
  };
}

/**
 * Looks at a mutant within one request. Those of all checks stay below 4,000, so that only what never
 * ends gets there, within a moment and before anything that it piles up makes it slow.
 */
const mostSteps = 500_000;

const scripts = new Map<string, Script>();

function scriptIn(file: string): Script {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const parameters = ['require', 'exports', 'stryMutAct_9fa48', 'stryCov_9fa48'];
  const script = compileFunction(readFileSync(file, 'utf8'), parameters, {
    filename: file,
  }) as Script;
  scripts.set(file, script);
  return script;
}
