import { enableCompileCache, getCompileCacheDir } from 'node:module';

/** The project brings its own Node; an older one can start these files and fails later, unclearly. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24, not ${process.versions.node}. Run it with npm (npm start, npm run, npx), which uses the Node that npm install installed.`,
  );
  process.exit(2);
}

// What was compiled once is found again, by workers too, which look for it in the environment. Where the
// temporary folder cannot be written, everything is compiled anew.
enableCompileCache();
const cache = getCompileCacheDir();
if (cache !== undefined) process.env['NODE_COMPILE_CACHE'] ??= cache;
