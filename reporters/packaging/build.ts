import '../node-version.ts';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command } from 'commander';
import { called } from '../called.ts';
import { root } from '../own-files.ts';
import { digestOfCompiled, identityOfSources } from '../suite-identity.ts';
import { filesOfChecks } from '../vitest-run.ts';
import { type Built, builtFile } from './built.ts';
import { type Manifest, packageManifest } from './manifest.ts';

// npm run build: compiles the suite into package/, from which npm packs and publishes it.

/** What is read while the suite runs, besides code. */
const data = [
  'reporters/doctor/needs.json',
  'reporters/catalogue/files-of-checks.txt',
  'sandbox/moods/pairs-merchants.txt',
  'sandbox/moods/pairs-v1.txt',
  'sandbox/moods/pairs-v2.txt',
  'docs/openapi/*.json',
  'docs/waivers.schema.json',
  'LICENSE',
];

const program = new Command('npm run build --')
  .description(
    'Compiles the suite into a folder from which npm packs and publishes it. What an earlier build left there is replaced.',
  )
  .argument('[folder]', 'where it is built', join(root, 'package'))
  .helpOption('-h, --help', 'show this')
  .parse();

const into = resolve(program.processedArgs[0] as string);
if (existsSync(into) && readdirSync(into).length > 0 && !existsSync(join(into, builtFile))) {
  program.error(`error: ${into} holds something else than an earlier build: name a new folder`, {
    exitCode: 2,
  });
}

console.error('Compiling, which takes some seconds…');
rmSync(into, { recursive: true, force: true });
compile();
keepTypesOf('reporters/library.d.ts');
for (const file of data.flatMap((pattern) => globSync(pattern, { cwd: root }))) copy(file, file);
copy('reporters/packaging/readme.md', 'README.md');
write(
  '.env.example',
  text('.env.example').replaceAll(called('doctor'), called('doctor', '', true)),
);
write('package.json', asJson(packageManifest(JSON.parse(text('package.json')) as Manifest)));
write(builtFile, asJson(whatWasBuilt()));
chmodSync(join(into, 'reporters/command.js'), 0o755);
console.log(into);

function compile(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const words = ['--project', join(root, 'tsconfig.build.json'), '--outDir', into];
  execFileSync(process.execPath, [compiler, ...words], { stdio: 'inherit' });
}

/** Of all declarations those that somebody who imports the library can reach. */
function keepTypesOf(entry: string): void {
  const reached = new Set([entry]);
  for (const file of reached) {
    const text = readFileSync(join(into, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/(?:from|import\() ?["'](\.[^"']+)["']/g)) {
      reached.add(join(dirname(file), from).replace(/(\.d)?\.[jt]s$/, '.d.ts'));
    }
  }
  for (const file of globSync('**/*.d.ts', { cwd: into })) {
    if (!reached.has(file)) rmSync(join(into, file));
  }
}

function whatWasBuilt(): Built {
  return {
    suiteDigest: identityOfSources(root).digest,
    compiledDigest: digestOfCompiled(into),
    sizes: Object.fromEntries(filesOfChecks().map(({ path, size }) => [path, size])),
  };
}

function text(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(into, to)), { recursive: true });
  copyFileSync(join(root, from), join(into, to));
}

function write(file: string, content: string): void {
  writeFileSync(join(into, file), content);
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
