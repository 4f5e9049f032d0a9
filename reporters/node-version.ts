// As a whole: an older Node would stop at a name that it does not have, before it is told what is needed.
import module from 'node:module';
import { problemWithNode } from './node-needed.ts';

/** An older Node can start these files and fails later, unclearly. */
const problem = problemWithNode(process.versions.node);
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}

// What was compiled once is found again, by workers too, which look for it in the environment. Where the
// temporary folder cannot be written, everything is compiled anew.
module.enableCompileCache();
const cache = module.getCompileCacheDir();
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= cache;
