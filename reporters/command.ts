#!/usr/bin/env node
import './node-version.ts';
import { type CommandName, called, commandNames as names, packageName } from './called.ts';
import { suggestion } from './suggestions.ts';

// The package's one command: npx card-service-conformance COMMAND. In a clone each has a script of its own.

interface Program {
  readonly purpose: string;
  readonly load: () => Promise<unknown>;
  /** It reads its own name from the command line, as `npm start -- doctor` does. */
  readonly readsItsName?: true;
}

const programs: Readonly<Record<CommandName, Program>> = {
  certify: {
    purpose: 'certifies the configured target or, if none, the embedded sandbox',
    load: () => import('./certify.ts'),
  },
  doctor: {
    purpose: 'checks the settings against the target, and lists missing ones',
    load: () => import('./certify.ts'),
    readsItsName: true,
  },
  list: {
    purpose: 'the requirements; by API, part, level, tag',
    load: () => import('./certify.ts'),
    readsItsName: true,
  },
  next: {
    purpose: 'what to build or fix next, by what depends on it',
    load: () => import('./certify.ts'),
    readsItsName: true,
  },
  explain: {
    purpose: 'one requirement: its sentence, checks, faults and last result',
    load: () => import('./certify.ts'),
    readsItsName: true,
  },
  sandbox: {
    purpose: 'the embedded sandbox as a server, for people who write clients',
    load: () => import('../sandbox/main.ts'),
  },
  merge: {
    purpose: 'joins the parts of a run, made with --shard',
    load: () => import('./merge.ts'),
  },
  matrix: {
    purpose: 'the results of several targets or versions, side by side',
    load: () => import('./side-by-side/matrix-command.ts'),
  },
  verify: {
    purpose: "checks that a folder's reports are as signed",
    load: () => import('./verify.ts'),
  },
  openapi: {
    purpose: 'the OpenAPI descriptions of the four APIs',
    load: () => import('./openapi.ts'),
  },
  site: {
    purpose: 'the catalogue as pages to read, with the verdicts of a result',
    load: () => import('./site/site-command.ts'),
  },
};

const [word, ...rest] = process.argv.slice(2);
const command = names.find((name) => name === word);

if (command !== undefined) {
  const { load, readsItsName } = programs[command];
  // What is loaded reads the command line for itself.
  if (readsItsName === undefined) process.argv.splice(2, 1);
  await load();
} else if (word === '--version' || word === '-V') {
  const { suiteIdentity } = await import('./suite-identity.ts');
  console.log(suiteIdentity().version);
} else if (word === '--help' || word === '-h' || (word === 'help' && rest.length === 0)) {
  console.log(overview());
} else {
  // A pipeline that forgets the command must not pass.
  console.error(
    word === undefined
      ? overview()
      : `error: there is no command "${word}"${suggestion(word, names)}; ${called('certify', '--help')} shows the options of a run`,
  );
  process.exitCode = 2;
}

function overview(): string {
  const width = Math.max(...names.map((name) => name.length)) + 3;
  const lines = names.map((name) => `  ${name.padEnd(width)}${programs[name].purpose}`);
  return `Usage: npx ${packageName} COMMAND [options]

Which sentences of the documents does an implementation of the card and payment APIs meet?

Commands (each explains itself with --help):
${lines.join('\n')}

  --version  --help`;
}
