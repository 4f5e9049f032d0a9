import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { StartEmbedded } from '../../fixtures/target/embedded.ts';
import { Inconclusive } from '../../fixtures/transcript/exchange.ts';
import { mutatedSandbox, type Sightings } from './mutated-sandbox.ts';
import { readVariant } from './variant.ts';

// Starts what the checks ask while mutants are hunted: see `ask.ts`.

/** What one sandbox leaves behind, as a line of JSON. */
export interface Note {
  readonly variant: string;
  readonly reached: readonly string[];
  readonly ran: readonly string[];
  /** It did not end, or did not answer in time. */
  readonly hung: boolean;
}

/** How long a mutant may take to start, or to answer one request, which else takes milliseconds. */
const patienceMs = 15_000;

/** How long the checks wait, where an answer is lost after it was given. */
export const clientPatienceMs = 20_000;

/** The folder with the script, where notes are left. The workers of vitest know it from here. */
export const folderVariable = 'MUTATION_FOLDER';

/** The file that says that a mutant was killed while other checks were still to be asked. */
export function killedMark(folder: string, mutant: string): string {
  return join(folder, 'killed', mutant);
}

/** What a check says that was not asked, because another one had killed the mutant already. */
export const needless = 'the mutant was killed already';

/** Starts the sandbox with the mutants that the variant names. */
export const startEmbedded: StartEmbedded = async (variant) => {
  const folder = process.env[folderVariable];
  const wish = readVariant(variant ?? '');
  if (folder === undefined || wish === undefined || variant === undefined) {
    throw new Error(`"${variant}" is no variant with mutants`);
  }
  if (wish.mutants.length === 1 && existsSync(killedMark(folder, wish.mutants.join()))) {
    throw new Inconclusive(needless);
  }

  let seen: Sightings | undefined;
  let isSilent = false;
  const note = (): void => {
    const { reached = [], ran = [], isEndless = false } = seen ?? {};
    const line: Note = {
      variant,
      reached: [...reached],
      ran: seen === undefined ? wish.mutants : [...ran],
      hung: isEndless || isSilent,
    };
    appendFileSync(join(folder, 'notes', `${threadId}.jsonl`), `${JSON.stringify(line)}\n`);
  };

  try {
    const mutated = mutatedSandbox(join(folder, 'sandbox.js'), wish);
    ({ seen } = mutated);
    const sandbox = await inTime(
      mutated.start({
        choices: mutated.choices,
        wire: async (request, next) => {
          mutated.requestBegins();
          if (isSilent || mutated.seen.isEndless) return stuck();
          // What the sandbox throws would be answered by the sandbox, if that is not broken as well.
          const answer = await inTime(next(request).catch(stuck));
          if (answer !== undefined && !(await isUnfinished(request, answer))) return answer;
          isSilent = true;
          return stuck();
        },
      }),
    );
    if (sandbox === undefined) throw new Error('the sandbox did not start in time');
    return {
      ...sandbox,
      close: async () => {
        await sandbox.close();
        note();
      },
    };
  } catch (error) {
    note();
    throw error;
  }
};

/** More is announced than comes: a client would wait for the rest until its own patience ends. */
async function isUnfinished({ method }: Request, answer: Response): Promise<boolean> {
  const announced = answer.headers.get('Content-Length');
  if (announced === null || method === 'HEAD') return false;
  return (await answer.clone().arrayBuffer()).byteLength < Number(announced);
}

function stuck(): Response {
  return new Response(null, { status: 500 });
}

/** What is promised, or nothing once patience has ended. */
async function inTime<T>(promise: Promise<T>): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), patienceMs);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
