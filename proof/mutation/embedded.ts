import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { StartEmbedded } from '../../fixtures/target/embedded.ts';
import { Inconclusive } from '../../fixtures/transcript/exchange.ts';
import { mutatedSandbox } from './mutated-sandbox.ts';
import { readVariant } from './variant.ts';

// Starts what the checks ask while mutants are hunted: see `run-checks.ts`.

/** What one sandbox without a mutant leaves behind, as a line of JSON. */
export interface SandboxTrace {
  readonly variant: string;
  readonly reached: readonly string[];
}

/** How long a mutant may take to start, or to answer one request, which else takes milliseconds. */
const patienceMs = 15_000;

/** How long the checks wait for what is to be seen at last: nothing here takes longer than that. */
const settleMs = 2_000;

/** The folder with the script, where notes are left. The workers of vitest know it from here. */
export const folderVariable = 'MUTATION_FOLDER';

/** The file that says that a mutant was killed while other checks were still to be asked. */
export function killedMark(mutant: string): string {
  return join(process.env[folderVariable] ?? '', 'killed', mutant);
}

/** What a check says that was not asked, because another one had killed the mutant already. */
export const needless = 'the mutant was already killed';

/** Starts the sandbox with the mutant that the variant names. */
export const startEmbedded: StartEmbedded = async (variant = '') => {
  const folder = process.env[folderVariable];
  const question = readVariant(variant);
  if (folder === undefined || question === undefined) {
    throw new Error(`no variant "${variant}" has mutants`);
  }
  const { mutant } = question;
  if (mutant !== undefined && existsSync(killedMark(mutant))) throw new Inconclusive(needless);

  const mutated = mutatedSandbox(join(folder, 'sandbox.js'), question);
  let isSilent = false;
  const sandbox = await inTime(
    mutated.start({
      choices: mutated.choices,
      wire: async (request, next) => {
        mutated.requestBegins();
        if (isSilent || mutated.isEndless()) return stuck();
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
    environment: { ...sandbox.environment, SETTLE_MS: String(settleMs) },
    close: async () => {
      await sandbox.close();
      if (mutant !== undefined) return;
      const note: SandboxTrace = { variant, reached: [...mutated.reached] };
      appendFileSync(join(folder, 'notes', `${threadId}.jsonl`), `${JSON.stringify(note)}\n`);
    },
  };
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
