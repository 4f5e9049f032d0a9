import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { commandNames, packageName } from '../called.ts';
import { isSecret, type Variable, variables } from '../../fixtures/target/variables.ts';

// The files that others copy into their pipelines: what they name must be there.

const root = fileURLToPath(new URL('../..', import.meta.url));
const fileText = (path: string): string => readFileSync(join(root, path), 'utf8');
const pipelines = ['.gitlab-ci.yml', ...filesLike('.github/workflows/*.yml')];
const manifests = filesLike('docs/kubernetes/*.yaml');
const files = [...pipelines, ...manifests, 'Dockerfile', 'docs/nightly-gate.md'];
const { scripts } = JSON.parse(fileText('package.json')) as { scripts: Record<string, string> };

describe.for(files)('%s', (path) => {
  const commands = commandsIn(fileText(path));

  test('names commands that there are', () => {
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.map(({ script }) => script).filter((name) => !isThere(name))).toEqual([]);
  });

  test('names options that they take', () => {
    const unknown = commands.flatMap(({ script, options }) =>
      options.filter((option) => !helpOf(script).includes(option)).map((one) => [script, one]),
    );

    expect(unknown).toEqual([]);
  });
});

describe.for([...pipelines, ...manifests])('%s', (path) => {
  test('is YAML without a mistake', () => {
    const documents = parseAllDocuments(fileText(path), { uniqueKeys: true });

    expect(documents.length).toBeGreaterThan(0);
    for (const document of documents) {
      expect([...document.errors, ...document.warnings].map(({ message }) => message)).toEqual([]);
      expect(document.toJS()).toBeTypeOf('object');
    }
  });
});

describe('the GitHub workflow', () => {
  const text = fileText('.github/workflows/conformance.yml');

  test('may read the repository and no more', () => {
    expect(text.match(/^ *permissions:\n(.*)$/gm)).toEqual(['permissions:\n  contents: read']);
  });

  test('names actions by their major version', () => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);

    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z/-]+@v\d+$/);
  });

  test('takes settings that there are, credentials from secrets alone', () => {
    const settings = [...text.matchAll(/^ {2}([A-Z0-9_]+): \$\{\{ (\w+)\.([A-Z0-9_]+) \}\}$/gm)];

    expect(settings.length).toBeGreaterThan(10);
    for (const [, name = '', from, same] of settings) {
      expect(variables).toContain(name);
      expect(same).toBe(name);
      if (isSecret(name as Variable)) expect(from, name).toBe('secrets');
    }
  });

  test('takes every setting but files, and the clock that shards would share', () => {
    const taken = [...text.matchAll(/^ {2}([A-Z0-9_]+): \$\{\{/gm)].map(([, name]) => name);
    const others = variables.filter((name) => !/^CONTROL_|_FILE$/.test(name));

    expect(new Set(taken)).toEqual(new Set(others));
  });

  test('cuts a run into as many parts as its matrix has', () => {
    const matrix = /shard: \[([\d, ]+)\]/.exec(text)?.[1]?.split(',') ?? [];

    expect(text).toContain(`--shard \${{ matrix.shard }}/${matrix.length} `);
  });
});

test('commands are found where they stand', () => {
  expect(commandsIn('CMD ["certify", "--output", "/reports"]')).toEqual([
    { script: `${packageName} certify`, options: ['--output'] },
  ]);
  expect(commandsIn(`  ${packageName} merge a/* --output b || exit`)).toEqual([
    { script: `${packageName} merge`, options: ['--output'] },
  ]);
  expect(commandsIn('  npm run merge -- a/* --output "$X" --compare y || exit $?')).toEqual([
    { script: 'merge', options: ['--output', '--compare'] },
  ]);
});

test('the Kubernetes Job has as many completions as it has parts', () => {
  const [, job] = parseAllDocuments(fileText('docs/kubernetes/shards.yaml')).map(
    (document) => document.toJS() as Record<string, unknown>,
  );

  expect(job).toMatchObject({
    kind: 'Job',
    spec: { completionMode: 'Indexed', completions: 4, parallelism: 4, backoffLimit: 0 },
  });
  expect(fileText('docs/kubernetes/shards.yaml')).toContain('$((JOB_COMPLETION_INDEX + 1))/4');
});

test('the image holds no settings and no keys', () => {
  const ignored = fileText('.dockerignore').split('\n');

  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '*.pem', '*.key']));
  expect(ignored.filter((line) => line.startsWith('!'))).toEqual(['!.env.example']);
});

describe('the image', () => {
  const text = fileText('Dockerfile');
  const stages = text.split(/^(?=FROM )/m).slice(1);
  const last = stages.at(-1) ?? '';

  test('is built in stages from one base that can be pinned, with nothing but what a run needs', () => {
    expect(stages.map((stage) => stage.split('\n')[0])).toEqual([
      'FROM ${BASE} AS compiled',
      'FROM ${BASE} AS libraries',
      'FROM ${BASE}',
    ]);
    expect(text).toMatch(/^ARG BASE=\S+:[\w.-]+$/m);
    expect(last).not.toMatch(/\b(npm|COPY \. )/);
    expect([...last.matchAll(/^COPY (\S+)/gm)].map(([, from]) => from)).toEqual([
      '--from=libraries',
      '--from=compiled',
    ]);
  });

  test('runs as somebody without rights, who writes in volumes alone', () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(last.slice(last.indexOf('USER'))).not.toMatch(/^RUN/m);
    expect(last).toMatch(/^VOLUME \["\/reports", "\/tmp"\]$/m);
    expect(last).toMatch(/^ENV HOME=\/tmp$/m);
    for (const file of manifests) expect(fileText(file)).toContain('readOnlyRootFilesystem: true');
  });

  test('says what it is, in the version of the package', () => {
    const { version, license } = JSON.parse(fileText('package.json')) as Record<string, string>;

    expect(last).toContain(`ARG VERSION=${version}\n`);
    expect(last).toContain(`org.opencontainers.image.licenses="${license}"`);
    for (const label of ['title', 'description', 'version', 'revision']) {
      expect(last).toContain(`org.opencontainers.image.${label}=`);
    }
  });

  test('needs no step that asks, leaves no lists behind, and uses no shell to start', () => {
    for (const [install] of text.matchAll(/apt-get install[^]*?(?=;)/g)) {
      expect(install).toContain('-y --no-install-recommends');
      expect(install).toContain('rm -rf /var/lib/apt/lists/*');
    }
    expect(last).toMatch(/^ENTRYPOINT \["[\w-]+"\]$/m);
    expect(text).not.toMatch(/\b(sudo|ADD |:latest)\b/);
  });
});

test('the page on the nightly gate names files that there are', () => {
  const links = [...fileText('docs/nightly-gate.md').matchAll(/\]\(([^)#]+)\)/g)].map(
    ([, target = '']) => target,
  );
  const missing = links.filter(
    (target) => !/^https?:/.test(target) && !existsSync(join(root, 'docs', target)),
  );

  expect(links.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

interface NamedCommand {
  readonly script: string;
  readonly options: readonly string[];
}

/** `npm start …`, `npm run NAME …` and what the image is started with; npm's own are left out. */
function commandsIn(text: string): NamedCommand[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^CMD \[(.*)\]$/, (_, words: string) => ` ${packageName} ${words}`))
    .filter((line) => !line.startsWith('ENTRYPOINT'))
    .map((line) => line.replaceAll(/["'],?/g, ' ').replaceAll(/ +/g, ' '));
  const ofThePackage = lines
    .flatMap((line) => [
      ...line.matchAll(new RegExp(`(?:^| )${packageName} ([a-z]+)([^|&;\`]*)`, 'g')),
    ])
    .map(([, command = '', rest = '']) => ({
      script: `${packageName} ${command}`,
      options: rest.match(/--[a-z-]+/g) ?? [],
    }));
  const ofTheClone = lines
    .flatMap((line) => [...line.matchAll(/\bnpm (?:run (?:--silent )?)?\s*([a-z:]+)([^|&;`]*)/g)])
    .filter(([, script]) => !['ci', 'cache'].includes(script ?? ''))
    .map(([, script = '', rest = '']) => ({
      script,
      options: (rest.split(' -- ')[1] ?? '').match(/--[a-z-]+/g) ?? [],
    }));
  return [...ofThePackage, ...ofTheClone];
}

/** A script of the clone, or a command of the package. */
function isThere(script: string): boolean {
  const [, command] = script.split(' ');
  return command === undefined ? script in scripts : commandNames.some((name) => name === command);
}

const helps = new Map<string, string>();

function helpOf(script: string): string {
  const known = helps.get(script);
  if (known !== undefined) return known;
  const [, command] = script.split(' ');
  const words =
    command === undefined
      ? [join(root, scripts[script]?.split(' ').at(-1) ?? '')]
      : [join(root, 'reporters/command.ts'), command];
  const help = execFileSync(process.execPath, [...words, '--help'], { encoding: 'utf8' });
  helps.set(script, help);
  return help;
}

function filesLike(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
}
