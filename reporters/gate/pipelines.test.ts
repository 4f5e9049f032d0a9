import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isSecret, variables } from '../../fixtures/target/variables.ts';
import { root } from '../own-files.ts';
import { temporaryFolder } from '../testing.ts';

// The action and the component that others use in their pipelines: by the schemas of GitHub and GitLab, by
// whether anything is missing in them, and by running what they run.

/** GitHub's parser imports JSON as Node wants it no longer. */
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');
hooks.deregister();

const fileText = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Input {
  readonly description: string;
  readonly default?: string | number | boolean;
}
interface Step {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const action = parse(fileText('action.yml')) as {
  readonly inputs: Readonly<Record<string, Input>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const [{ spec }, jobs] = parseAllDocuments(fileText('templates/conformance.yml')).map(
  (document) => document.toJS() as object,
) as unknown as [
  { readonly spec: { readonly inputs: Readonly<Record<string, Input>> } },
  Readonly<Record<string, Job>>,
];
const component = spec.inputs;

/** The options of a run, without the dashes; --no-allure switches off what an input switches on. */
const options = [
  ...execFileSync(process.execPath, [join(root, 'reporters/certify.ts'), '--help'], {
    encoding: 'utf8',
  }).matchAll(/^ {2}(?:-\w, )?--(?:no-)?([a-z-]+)/gm),
]
  .map(([, name = '']) => name)
  // No pipeline waits for somebody to read a help, or to change a file.
  .filter((name) => !['help', 'watch'].includes(name));

const inputFor = (variable: string): string => variable.toLowerCase().replaceAll('_', '-');
const variableFor = (input: string): string => input.toUpperCase().replaceAll('-', '_');

describe('the action', () => {
  test('is one, by the schema of GitHub', () => {
    expect(problemsOfAnAction(fileText('action.yml'))).toEqual([]);
    expect(
      problemsOfAnAction(fileText('action.yml').replace('using: composite', 'using: magic')),
    ).not.toEqual([]);
  });

  test('takes every setting and every option, and says what each is', () => {
    expect(variables.map(inputFor).filter((name) => !(name in action.inputs))).toEqual([]);
    expect(options.length).toBeGreaterThan(10);
    expect(options.filter((name) => !(name in action.inputs))).toEqual([]);
    const own = ['command', 'parts', 'artifact', 'sandbox', 'chromium-path'];
    const keys = ['gateway-signing-key', 'certificate-key', 'certificate-key-file'];
    const known = [...own, ...keys, ...options, ...variables.map(inputFor)];
    expect(Object.keys(action.inputs).filter((name) => !known.includes(name))).toEqual([]);
    for (const { description } of Object.values(action.inputs)) expect(description).toMatch(/\.$/);
  });

  test('hands over every input as a variable, and none as a part of a command', () => {
    const { env = {} } = stepCalled('Run it');
    const handedOver = Object.entries(env).map(
      ([name, value]) => [name, expressionIn(value)] as const,
    );

    for (const [name, { input, variable }] of handedOver) {
      expect(action.inputs).toHaveProperty(input ?? '');
      if (variable !== undefined) expect(variable).toBe(name);
      const isOption = name.startsWith('OPTION_');
      expect(name, input).toBe(
        isOption ? `OPTION_${variableFor(input ?? '')}` : variableFor(input ?? ''),
      );
    }
    const taken = handedOver.map(([, { input }]) => input);
    expect(Object.keys(action.inputs).filter((name) => !taken.includes(name))).toEqual([
      'artifact',
    ]);
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });

  test('takes each option that the command takes', () => {
    const script = fileText('reporters/gate/action.sh');
    const notUsed = options.filter(
      (name) => name !== 'base-url' && !script.includes(`OPTION_${variableFor(name)}`),
    );

    expect(notUsed).toEqual([]);
  });

  test('certifies, and tells what came out; the text of a key stays in a file that nobody else reads', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const { status, outputs, folder } = runAction({
      only: 'v2.card-status',
      seed: '1',
      sandbox: 'true',
      'certificate-key': String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      ...quickly,
    });

    expect(status).toBe(0);
    expect(outputs).toEqual({
      'exit-status': '0',
      verdict: 'conformant',
      output: 'reports',
      conformance: 'reports/conformance.json',
      junit: 'reports/junit.xml',
      certificate: 'reports/certificate.html',
      badge: 'reports/badge.svg',
    });
    expect(Object.keys(action.outputs).toSorted()).toEqual(Object.keys(outputs).toSorted());
    for (const path of [outputs['junit'], outputs['certificate'], outputs['badge']]) {
      expect(existsSync(join(folder, path ?? ''))).toBe(true);
    }
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Conformant');
    expect(existsSync(join(folder, 'reports/attestation.json'))).toBe(true);
    const modes = globSync('*.pem', { cwd: folder }).map((name) =>
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    );
    expect(modes).toEqual(['600']);
  });

  test('ends as the command ends, without outputs where there is no verdict', () => {
    const wrong = runAction({ 'base-url': 'nowhere', 'v2-api-key': 'k', ...quickly });
    const nobody = runAction(ofTheSandbox, aStandIn(3, 'inconclusive'));

    expect(wrong).toMatchObject({ status: 2, outputs: { 'exit-status': '2' } });
    expect(nobody).toMatchObject({
      status: 3,
      outputs: { 'exit-status': '3', verdict: 'inconclusive' },
    });
    expect(runAction({ command: 'bake' }).status).toBe(2);
    expect(runAction({ command: 'doctor', sandbox: 'true' }).outputs).toEqual({
      'exit-status': '0',
    });
  });

  test('names the reports of this run where the folder keeps those of a fuller one', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'reports'));
    const fuller = {
      verdict: 'conformant',
      run: { complete: true, startedAt: '2026-11-21T09:00' },
    };
    writeFileSync(join(folder, 'reports/conformance.json'), JSON.stringify(fuller, undefined, 2));
    writeFileSync(join(folder, 'reports/certificate.html'), 'of the fuller run');

    const standIn = aStandIn(3, 'inconclusive', 'partial');
    const { outputs } = runAction(ofTheSandbox, standIn, folder);

    expect(outputs).toMatchObject({
      verdict: 'inconclusive',
      output: 'reports',
      conformance: 'reports/partial/conformance.json',
      junit: 'reports/partial/junit.xml',
      certificate: 'reports/partial/certificate.html',
    });
  });

  test.for(['certify', 'doctor'])('fails where no address arrives: %s', (command) => {
    const { status, stdout, outputs } = runAction({ command, ...quickly }, aStandIn(0));

    expect(stdout).toMatch(
      /^::error::No address of a target arrived: the input base-url .* is empty, .*sandbox: true.*\n$/,
    );
    expect(status).toBe(2);
    expect(outputs).toEqual({ 'exit-status': '2' });
  });

  test('goes on with an address in the environment or in .env, and where the sandbox is wanted', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '.env'), '# BASE_URL=\nexport V2_BASE_URL = http://127.0.0.1:9\n');
    const empty = temporaryFolder();
    writeFileSync(join(empty, '.env'), 'BASE_URL=\nV2_PRODUCT_NAME=CLASSIC\n');
    const inTheEnvironment = { GATEWAY_BASE_URL: 'http://127.0.0.1:9', ...aStandIn(0) };

    expect(runAction(quickly, inTheEnvironment).status).toBe(0);
    expect(runAction(quickly, aStandIn(0), folder).status).toBe(0);
    expect(runAction(quickly, aStandIn(0), empty).status).toBe(2);
    expect(runAction(ofTheSandbox, aStandIn(0)).status).toBe(0);
  });

  test('prefers an input to the environment, and takes nothing in it for a command', () => {
    const environment = { BASE_URL: 'http://127.0.0.1:9', V2_API_KEY: 'k', V2_PRODUCT_NAME: 'p' };
    const name = '$(touch taken) `touch taken`; touch taken';
    const run = runAction(
      { command: 'doctor', 'base-url': 'nowhere', 'target-name': name },
      environment,
    );

    expect(run.stderr).toContain('nowhere');
    expect(existsSync(join(run.folder, 'taken'))).toBe(false);
    expect(runAction({ command: 'doctor' }, environment).status).toBe(3);
  });

  test('leaves the verdict on parts to those who merge them', () => {
    const folder = temporaryFolder();
    const part = (status: number) =>
      runAction({ shard: '1/2', output: 'shards/1', ...ofTheSandbox }, aStandIn(status), folder);

    expect(part(3)).toMatchObject({ status: 0, outputs: { 'exit-status': '3' } });
    expect(part(1)).toMatchObject({ status: 0, outputs: { 'exit-status': '1' } });
    expect(part(2).status).toBe(2);
    expect(part(0).stdout).toContain(
      'certify --profile=smoke --seed=7 --shard=1/2 --no-allure --output=shards/1\n',
    );
    mkdirSync(join(folder, 'shards/2'));
    const merge = { command: 'merge', parts: 'shards/*', allure: 'false' };
    const merged = runAction(merge, aStandIn(1, 'not-conformant'), folder);

    expect(merged.stdout).toContain('merge shards/1 shards/2 --no-allure --output=reports\n');
    expect(merged).toMatchObject({ status: 1, outputs: { verdict: 'not-conformant' } });
  });
});

describe('the component', () => {
  test.for([1, 2])('is one, by the schema of GitLab, in %s jobs', (shards) => {
    const folder = aProject(`
include:
  - local: templates/conformance.yml
    inputs: { shards: ${shards}, profile: smoke }
`);
    const { status, said } = gitlab(folder, '--list');

    expect(status, said).toBe(0);
    expect(said).toContain('json schema validated');
    expect(said.match(/^conformance\S*( \[\d\/\d\])?/gm)).toEqual(
      shards === 1
        ? ['conformance: [1/1]']
        : ['conformance: [1/2]', 'conformance: [2/2]', 'conformance-merge'],
    );
  });

  test('takes every option, and every setting but secrets, which stand in no pipeline', () => {
    const inSettings = variables.filter((name) => !isSecret(name)).map(inputFor);
    // The jobs of a run name their folders and their parts themselves.
    const inOptions = options.filter((name) => !['output', 'shard', 'base-url'].includes(name));

    expect([...inSettings, ...inOptions].filter((name) => !(name in component))).toEqual([]);
    expect(variables.filter(isSecret).filter((name) => inputFor(name) in component)).toEqual([]);
    const handedOver = jobs['.$[[ inputs.job ]]-settings']?.variables ?? {};
    for (const name of inOptions) {
      expect(handedOver[`OPTION_${variableFor(name)}`]).toBe(`$[[ inputs.${name} ]]`);
    }
    for (const name of inSettings) {
      expect(handedOver[`INPUT_${variableFor(name)}`]).toBe(`$[[ inputs.${name} ]]`);
    }
    const text = fileText('templates/conformance.yml').split('\n---\n')[1] ?? '';
    for (const name of inOptions) expect(text).toContain(`"$OPTION_${variableFor(name)}"`);
  });

  test('certifies in parts and merges them', () => {
    const folder = aProject(`
include:
  - local: templates/conformance.yml
    inputs: { shards: 2, profile: smoke, only: 'v2.card-status,v2.service', allure: false, sandbox: true, target-name: 'our sandbox' }
`);
    const parts = [1, 2].map((index) =>
      runJob(folder, 'conformance', { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: '2' }),
    );
    const merged = runJob(folder, 'conformance-merge');

    expect(parts.map(({ status }) => status)).toEqual([0, 0]);
    expect(merged.stdout).toContain('our sandbox is CONFORMANT');
    expect(merged.status).toBe(0);
    expect(existsSync(join(folder, 'reports/junit.xml'))).toBe(true);
  });

  test('fails where the command fails; a part of a run leaves that to the merge', () => {
    const folder = aProject(`
include:
  - local: templates/conformance.yml
    inputs: { profile: smoke, only: 'v2.service', allure: false, sandbox: true }
`);
    const part = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' };

    for (const [ends, partEnds] of [
      [0, 0],
      [1, 0],
      [2, 2],
      [3, 0],
      [130, 130],
    ] as const) {
      npxStandsIn(folder, `exit ${ends}`);
      expect(runJob(folder, 'conformance').status).toBe(ends);
      expect(runJob(folder, 'conformance', part).status).toBe(partEnds);
    }
  });

  test('fails where no address arrives, unless one stands in .env', () => {
    const folder = aProject(`
include:
  - local: templates/conformance.yml
    inputs: { profile: smoke, shards: 2 }
`);
    npxStandsIn(folder, 'echo asked');
    const none = runJob(folder, 'conformance', { BASE_URL: '' });

    expect(none.stdout).toMatch(
      /^No address of a target arrived: the input base-url, .*BASE_URL.*\n$/,
    );
    expect(none.status).toBe(2);
    expect(runJob(folder, 'conformance', { V2_BASE_URL: 'http://127.0.0.1:9' }).status).toBe(0);
    expect(runJob(folder, 'conformance-merge').status).toBe(0);
    writeFileSync(join(folder, '.env'), 'BASE_URL=http://127.0.0.1:9\n');
    expect(runJob(folder, 'conformance')).toEqual({ status: 0, stdout: 'asked\n' });
  });

  test('leaves a variable as it is where its input is not given', () => {
    const folder = aProject(`
include:
  - local: templates/conformance.yml
    inputs: { profile: smoke, only: 'v2.service', allure: false, target-name: of the input }
`);
    npxStandsIn(folder, 'echo "asked: $BASE_URL, as $TARGET_NAME"');
    const variables = { BASE_URL: 'http://127.0.0.1:9', TARGET_NAME: 'of the variable' };

    expect(runJob(folder, 'conformance', variables).stdout).toContain(
      'asked: http://127.0.0.1:9, as of the input\n',
    );
  });
});

describe('the workflows that documents show', () => {
  const shown = ['README.md', 'docs/nightly-gate.md'].flatMap((file) =>
    [...fileText(file).matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => ({
      file,
      text,
    })),
  );
  const ofGitHub = shown.filter(({ text }) => /^on:/m.test(text));
  const ofGitLab = shown.filter(({ text }) => /^include:/m.test(text));

  test('are there', () => {
    expect(ofGitHub.length).toBeGreaterThan(2);
    expect(ofGitLab.length).toBeGreaterThan(0);
    expect(ofGitHub.length + ofGitLab.length).toBe(shown.length);
  });

  test.for(ofGitHub)(
    'for GitHub keep its schema and name inputs that there are: $file',
    ({ text }) => {
      expect(problemsOfAWorkflow(text)).toEqual([]);
      const { jobs } = parse(text) as {
        jobs: Record<string, { steps: { uses?: string; with?: Record<string, unknown> }[] }>;
      };
      const ours = Object.values(jobs)
        .flatMap(({ steps }) => steps)
        .filter(({ uses }) => uses?.includes('card-service-conformance') === true);

      expect(ours.length).toBeGreaterThan(0);
      for (const { with: inputs = {} } of ours) {
        expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([]);
      }
    },
  );

  test.for(ofGitLab)(
    'for GitLab keep its schema and name inputs that there are: $file',
    ({ text }) => {
      const { include } = parse(text) as { include: { inputs?: Record<string, unknown> }[] };

      for (const { inputs = {} } of include) {
        expect(Object.keys(inputs).filter((name) => !(name in component))).toEqual([]);
      }
      const local = text.replace(/component: \S+/, 'local: templates/conformance.yml');
      const { status, said } = gitlab(aProject(local), '--list');
      expect(status, said).toBe(0);
    },
  );
});

describe('the pipelines of this project', () => {
  test.for(globSync('.github/workflows/*.yml', { cwd: root }))(
    '%s keeps the schema of GitHub',
    (file) => {
      expect(problemsOfAWorkflow(fileText(file))).toEqual([]);
      expect(problemsOfAWorkflow(`${fileText(file)}\nsurprise: true\n`)).not.toEqual([]);
    },
  );

  test('.gitlab-ci.yml keeps the schema of GitLab', () => {
    const { status, said } = gitlab(aProject(fileText('.gitlab-ci.yml')), '--list');

    expect(status, said).toBe(0);
    expect(said).toContain('json schema validated');
  });
});

const quickly = { profile: 'smoke', allure: 'false' };
const ofTheSandbox = { ...quickly, sandbox: 'true' };

/**
 * A suite that says with what words it was called, writes a result and ends as it was told: what the action
 * makes of it is looked at, and a whole run would show nothing more.
 */
function aStandIn(
  status: number,
  verdict = 'conformant',
  folder = '.',
): Readonly<Record<string, string>> {
  const suite = temporaryFolder();
  mkdirSync(join(suite, 'reporters/gate'), { recursive: true });
  mkdirSync(join(suite, 'node_modules/.bin'), { recursive: true });
  cpSync(join(root, 'reporters/gate/action.sh'), join(suite, 'reporters/gate/action.sh'));
  const node = join(suite, 'node_modules/.bin/node');
  const script = [
    '#!/bin/bash',
    'shift',
    'echo "$@"',
    'for word in "$@"; do case "$word" in --output=*) output="${word#*=}" ;; esac; done',
    `mkdir -p "$output/${folder}"`,
    `printf '{\n  "verdict": "${verdict}",\n' >"$output/${folder}/conformance.json"`,
    `exit ${status}`,
  ];
  writeFileSync(node, `${script.join('\n')}\n`);
  chmodSync(node, 0o755);
  return { GITHUB_ACTION_PATH: suite };
}

/** What is run instead of the suite in a project that includes the component. */
function npxStandsIn(folder: string, script: string): void {
  writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\n${script}\n`);
}

function stepCalled(name: string): Step {
  const found = action.runs.steps.find((step) => step.name === name);
  if (found === undefined) throw new Error(`there is no step "${name}"`);
  return found;
}

/** `${{ inputs.a }}` or `${{ inputs.a || env.A }}`; the action uses no other expression for its variables. */
function expressionIn(value: string): { input?: string; variable?: string } {
  const [, input, variable] =
    /^\$\{\{ inputs\.([\w-]+)(?: \|\| env\.(\w+))? \}\}$/.exec(value) ?? [];
  return {
    ...(input === undefined ? {} : { input }),
    ...(variable === undefined ? {} : { variable }),
  };
}

/** Runs the step that does the work as GitHub would, with the variables that it would have. */
function runAction(
  given: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
  folder = temporaryFolder(),
) {
  const { run = '', env = {} } = stepCalled('Run it');
  const handedOver = Object.entries(env).map(([name, value]) => {
    const { input = '', variable = '' } = expressionIn(value);
    const typed = given[input] ?? String(action.inputs[input]?.default ?? '');
    return [name, typed === '' ? (environment[variable] ?? '') : typed];
  });
  const files = {
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  };
  writeFileSync(files.GITHUB_OUTPUT, '');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        GITHUB_ACTION_PATH: root,
        GITHUB_RUN_NUMBER: '7',
        RUNNER_TEMP: folder,
        ...files,
        ...environment,
        ...(Object.fromEntries(handedOver) as Record<string, string>),
      },
    },
  );
  const outputs = Object.fromEntries(
    readFileSync(files.GITHUB_OUTPUT, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  return { status, stdout, stderr, outputs, folder };
}

function problemsOfAnAction(content: string): string[] {
  const { context } = parseAction({ name: 'action.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

function problemsOfAWorkflow(content: string): string[] {
  const { context } = parseWorkflow(
    { name: 'workflow.yml', content },
    new NoOperationTraceWriter(),
  );
  return context.errors.getErrors().map(({ message }) => message);
}

/** A repository with a pipeline and the component, in which npx runs the suite of this clone. */
function aProject(pipeline: string): string {
  const folder = temporaryFolder();
  const files = {
    '.gitlab-ci.yml': pipeline,
    'bin/npx': `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${root}/reporters/command.ts" "$@"\n`,
    '.gitignore': '.gitlab-ci-local/\nreports/\nshards/\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  chmodSync(join(folder, 'bin/npx'), 0o755);
  cpSync(join(root, 'templates'), join(folder, 'templates'), { recursive: true });
  const git = (...words: string[]): void =>
    void execFileSync(
      'git',
      ['-c', 'user.name=somebody', '-c', 'user.email=a@b.example', ...words],
      {
        cwd: folder,
      },
    );
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=A pipeline');
  git('remote', 'add', 'origin', 'git@gitlab.example:a/project.git');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  return folder;
}

/** Reads the pipeline in a folder. */
function gitlab(folder: string, ...words: readonly string[]) {
  const require = createRequire(import.meta.url);
  const program = require.resolve('gitlab-ci-local/dist/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: environmentIn(folder),
  });
  return { status, stdout, said: stdout + stderr };
}

/** What the pipelines in these folders come to. */
const previews = new Map<string, string>();

/** Runs a job as a runner would, in a shell of this machine, with the variables that GitLab would give it. */
function runJob(folder: string, name: string, given: Readonly<Record<string, string>> = {}) {
  const preview = previews.get(folder) ?? gitlab(folder, '--preview').stdout;
  previews.set(folder, preview);
  const job = (parse(preview.slice(preview.indexOf('---\n'))) as Record<string, Job>)[name];
  const script = [...(job?.before_script ?? []), ...(job?.script ?? [])].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...environmentIn(folder), ...job?.variables, ...given },
  });
  return { status, stdout: stdout + stderr };
}

interface Job {
  readonly variables?: Readonly<Record<string, string>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
}

function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    CI_PIPELINE_IID: '1',
  };
}
