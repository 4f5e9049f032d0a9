// As a whole: an older Node would stop at a name that it does not have, before it is told what is needed.
import fs from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { problemWithNode } from './node-needed.ts';
import { isPackage, root } from './own-files.ts';

/** An older Node can start these files and fails later, unclearly. */
const problem = problemWithNode(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}

// Whoever has read enough (`| head`) hangs up: what else is said is lost, and what is being done goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

// What was compiled once is found again, by workers too, which look for it in the environment. Files of checks are
// kept anew by each run, so what has piled up is given up now and then. Where the folder cannot be written, Node's
// own is used, and without that everything is compiled anew.
const folder = join(root, isPackage ? '..' : 'node_modules', '.cache', 'card-service-conformance');
const mostKept = 10_000;
if (process.env['NODE_COMPILE_CACHE'] === undefined) {
  giveUpWhatPiledUp();
  module.enableCompileCache(folder);
}
if (module.getCompileCacheDir() === undefined) module.enableCompileCache();
const cache = module.getCompileCacheDir();
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= cache;

function giveUpWhatPiledUp(): void {
  try {
    if (fs.readdirSync(folder, { recursive: true }).length <= mostKept) return;
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing was kept yet, or another run is writing there, or nobody may: none of it stops this one.
  }
}
