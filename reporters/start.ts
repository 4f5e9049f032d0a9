import './node-version.ts';

// `npm start`: a program is read as a whole before any of it runs, so what is to be found in the cache of
// compiled files, which the line above opens, is named only here.

await import('./certify.ts');
