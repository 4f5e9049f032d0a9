import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { StartEmbedded } from '../../fixtures/target/embedded.ts';
import { Inconclusive } from '../../fixtures/transcript/exchange.ts';
import type { startSandbox } from '../../sandbox/server.ts';

// Starts what the checks ask while changes made blindly are asked about: see `ask.ts`.

/** The folder with a script for each change of the sandbox. The workers of vitest know it from here. */
export const folderVariable = 'BLIND_CHANGES_FOLDER';

/** How long the checks wait for what is to be seen at last: nothing here takes longer than that. */
const settleMs = 2_000;

type Script = (require: NodeJS.Require, exports: object) => void;

const scripts = new Map<string, Script>();

/** Starts the sandbox with the change that the variant names. */
export const startEmbedded: StartEmbedded = async (variant = '') => {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error(`"${variant}" is no variant of a blind round`);
  if (hasFailed(folder, variant)) throw new Inconclusive('a failure was seen already');

  const exports = {};
  // The packages that the script asks for are found from here: it may lie in any folder.
  scriptOf(join(folder, `${variant}.js`))(createRequire(import.meta.url), exports);
  const changed = exports as { readonly startSandbox: typeof startSandbox };
  const sandbox = await changed.startSandbox({
    wire: async (request, next) =>
      hasFailed(folder, variant) ? new Response(null, { status: 503 }) : next(request),
  });
  return { ...sandbox, environment: { ...sandbox.environment, SETTLE_MS: String(settleMs) } };
};

/** Has nobody go on asking about a change for which something failed. */
export function noteFailed(folder: string, variant: string): void {
  writeFileSync(join(folder, `${variant}.failed`), '');
}

const failed = new Set<string>();
let lookedAt = 0;

/** Looked up a few times a second, as many requests ask for it. */
function hasFailed(folder: string, variant: string): boolean {
  const now = Date.now();
  if (now - lookedAt > 200) {
    lookedAt = now;
    for (const file of scripts.keys()) {
      const mark = file.replace(/\.js$/, '.failed');
      if (existsSync(mark)) failed.add(mark);
    }
  }
  return failed.has(join(folder, `${variant}.failed`));
}

function scriptOf(file: string): Script {
  const known = scripts.get(file);
  if (known !== undefined) return known;
  const script = compileFunction(readFileSync(file, 'utf8'), ['require', 'exports'], {
    filename: file,
  }) as Script;
  scripts.set(file, script);
  return script;
}
