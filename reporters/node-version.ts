import './compile-cache.js';
import { problemWithNode } from './node-needed.ts';

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
