import fs from 'node:fs';
import module from 'node:module';
import path from 'node:path';

// Opens the cache of compiled files. It is read before all others (`node --import`) and has no types, because Node
// would load what takes types off for a single file that it does not find there.

const root = path.join(import.meta.dirname, '..');
const isInstalled = path.basename(path.dirname(root)) === 'node_modules';
const folder = path.join(
  root,
  isInstalled ? '..' : 'node_modules',
  '.cache',
  'card-service-conformance',
);

/** Files of checks are kept anew by each run, so what has piled up is given up now and then. */
const mostKept = 10_000;

// An older Node has none and is told later what is needed. Workers and children look for it in the environment.
if (module.enableCompileCache !== undefined) {
  if (process.env['NODE_COMPILE_CACHE'] === undefined) {
    giveUpWhatPiledUp();
    module.enableCompileCache(folder);
  }
  // Where the folder cannot be written, Node's own is used, and without that everything is compiled anew.
  if (module.getCompileCacheDir() === undefined) module.enableCompileCache();
  const cache = module.getCompileCacheDir();
  if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= cache;
}

function giveUpWhatPiledUp() {
  try {
    const kept = fs
      .readdirSync(folder)
      .map((version) => fs.readdirSync(path.join(folder, version)));
    if (kept.flat().length > mostKept) fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    // Nothing was kept yet, or another run is writing there, or nobody may: none of it stops this one.
  }
}
