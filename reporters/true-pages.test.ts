import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from './testing.ts';

// Pages are true: each command of a fenced block is run as it stands there, in a folder that looks like
// a fresh clone, or named here with the reason why it is not. What makes it short stands in `with`.

const root = join(import.meta.dirname, '..');
const pageText = (page: string): string => readFileSync(join(root, page), 'utf8');
const readme = pageText('README.md');
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root }).toSorted()];

/** Commands that are not run here, and where they are instead. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'everything, which takes minutes: reporters/whole-run.test.ts',
  'npm ci && npm test': 'it would run itself',
  'npm ci': 'the folder stands on what it has installed',
  'npm start': 'everything, which takes minutes: reporters/whole-run.test.ts',
  'npm test': 'it would run itself',
  'npm start -- --failed --watch': 'it has no end: reporters/watch.test.ts',
  'npm start -- --only v2.cardholder-creation.answers-201 --watch':
    'it has no end: reporters/watch.test.ts',
  "git bisect run bash -c './start-the-target && CANNOT_ASK=125 bash reports/repro/ID.sh'":
    'reporters/repro/verdicts.test.ts bisects so',
  'V2_API_KEY=… V2_PRODUCT_NAME=… npx card-service-conformance doctor --base-url https://your-sandbox.example':
    'the package: reporters/packaging/packaging.test.ts',
  'V2_API_KEY=… V2_PRODUCT_NAME=… npx card-service-conformance certify --base-url https://your-sandbox.example --profile smoke':
    'the package: reporters/packaging/packaging.test.ts',
  'npx card-service-conformance --help': 'the package: reporters/packaging/packaging.test.ts',
  'npx --yes ./card-service-conformance-0.1.0.tgz verify path/to/certified --key ~/certificate-key.pub.pem':
    'the package: reporters/packaging/packaging.test.ts',
  'npm run sandbox': 'on the port that may be taken; elsewhere it is started on another',
  'npm run sandbox -- --fault v2.response.request-id-is-unique.repeated':
    'it has no end: sandbox/main.test.ts',
  "curl -H 'X-Sandbox-Fault: v2.response.request-id-is-present.left-out' …":
    'what is asked is left out: sandbox/faults.test.ts',
  'npm run prove -- --only v2.transfer-list': 'it takes a minute: proof/prove.test.ts',
  'npm run blind -- --round 1 --api v2': 'it takes minutes',
  'npm run --silent sandbox -- --port 8080 --fault v2.transfer-creation.lowers-the-source.hidden-fee > ~/practice.env':
    'it has no end: sandbox/main.test.ts',
  'npm run regenerate': 'it changes the clone, and is what other tests compare',
  'npm run check': 'it takes minutes, and npm test begins with it',
  'npm run prove -- --only v2.transfer-list.end-is-inclusive --moods':
    'it takes a minute: proof/prove.test.ts',
  'npm run evidence': 'it takes minutes: proof/evidence',
  'npm run mutate': 'it takes the better part of an hour',
  'npm run mutate -- --api v2': 'it takes minutes',
  'npm run mutate -- --only rules/cards.ts': 'it takes minutes',
  'npm run mutate -- --only rules/cards.ts --with v2.transfer': 'it takes minutes',
  'git clone <this repository> && cd card-service-conformance':
    'the folder of this test stands for it',
  'kubectl create secret generic conformance-target --from-env-file=target.env': 'no cluster',
  'kubectl delete job conformance-shards conformance-merge --ignore-not-found': 'no cluster',
  'kubectl apply -f docs/kubernetes/shards.yaml': 'no cluster: reporters/gate/ready-files.test.ts',
  'kubectl wait --for=condition=complete --timeout=60m job/conformance-shards': 'no cluster',
  'kubectl apply -f docs/kubernetes/merge.yaml': 'no cluster: reporters/gate/ready-files.test.ts',
  'kubectl wait --for=condition=complete --timeout=20m job/conformance-merge': 'no cluster',
  'kubectl logs job/conformance-merge': 'no cluster',
};

const folder = temporaryFolder(afterAll);
const tried = new Set<string>();
let sandbox: ChildProcess | undefined;
/** What the sandbox printed: settings, and where its main page is. */
let settings = '';

interface Ended {
  readonly status: number;
  readonly text: string;
}

interface Change {
  /** What the page leaves to the reader, or what takes too long, and what stands in its place. */
  readonly with?: readonly (readonly [written: string, here: string])[];
  /** Appended: what makes it short. */
  readonly also?: string;
  /** Instead of 0. */
  readonly status?: number;
}

/** Runs a command of a page as it is written, but for what is said here; it has to end as it should. */
async function run(command: string, change: Change = {}): Promise<string> {
  const { also = '', status: wanted = 0 } = change;
  tried.add(command);
  let words = `${command}${also}`;
  for (const [written, here] of change.with ?? []) {
    expect(words, command).toContain(written);
    words = words.replace(written, here);
  }
  const { status, text } = await ended(words);
  expect(`${words}: ${status}\n${status === wanted ? '' : text}`).toBe(`${words}: ${wanted}\n`);
  return text;
}

/** As in somebody's terminal: no setting but what the folder holds, and its own home. */
function ended(command: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const PATH = `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-c', command],
      { cwd: folder, env: { PATH, HOME: folder, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({
          status: error === null ? 0 : Number(error.code ?? -1),
          text: `${stdout}${stderr}`,
        }),
    );
  });
}

function shows(...path: readonly string[]): string[] {
  return readdirSync(join(folder, ...path)).toSorted();
}

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

/** One requirement of one request: whatever is selected is carried out in the same way. */
const one = ' --only v2.card.id-is-a-string --no-allure';

beforeAll(async () => {
  for (const name of readdirSync(root)) {
    const isOfTheClone = !/^(\.git|\.env|reports|site|package|compared|shards)$/.test(name);
    if (isOfTheClone) symlinkSync(join(root, name), join(folder, name));
  }
  const command = 'npm run sandbox -- --port 8080';
  tried.add(command);
  // Another port, as this one may be taken.
  sandbox = spawn('npm', ['run', '--silent', 'sandbox', '--', '--port', '0'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    sandbox?.stdout?.setEncoding('utf8').on('data', (text: string) => {
      settings += text;
      if (settings.includes('CONTROL_TOKEN=')) setTimeout(resolve, 200);
    });
  });
  put('sandbox.env', settings);
});

afterAll(() => {
  // The whole group: npm does not pass signals on.
  if (sandbox?.pid !== undefined) process.kill(-sandbox.pid);
});

function settingOf(name: string): string {
  return new RegExp(`^${name}='?([^'\n]*)'?$`, 'm').exec(settings)?.[1] ?? '';
}

test('a first run, and one subject alone', async () => {
  await Promise.all([
    run('npm start -- --profile smoke', { also: `${one} --output first` }),
    run('npm start -- --profile smoke --bail', { also: `${one} --output bail` }),
    run('npm start -- --only v2.transfer-list', { also: ' --no-allure --output subject' }),
    run('npm start -- --only v2.transfer', {
      with: [['v2.transfer', 'v2.transfer-list.only-approved']],
      also: ' --output allure',
    }),
    run('npm start -- --only v2.transfer-creation.overdraft-is-declined --seed 1', {
      also: ' --no-allure --output again',
    }),
  ]);

  expect(filesOf(readme, 'File in `reports/`').filter((name) => !isMadeLater.test(name))).toEqual(
    expect.arrayContaining(shows('allure').filter((name) => !/^(allure-|history)/.test(name))),
  );
  for (const name of filesOf(readme, 'File in `reports/`')) {
    if (!isMadeLater.test(name)) expect(existsSync(join(folder, 'allure', name)), name).toBe(true);
  }
});

test('parts that are merged, and compared with an earlier result', async () => {
  await Promise.all([
    run('npm start -- --seed 1 --no-allure --shard 1/2 --output shards/1', { also: one }),
    run('npm start -- --seed 1 --no-allure --shard 2/2 --output shards/2', { also: one }),
    run('npm start -- --seed 1', { also: `${one} --output last` }),
  ]);
  await run('npm run merge -- shards/1 shards/2 --output reports');
  const compared = await run(
    'npm run merge -- shards/1 shards/2 --output reports --compare last/conformance.json',
  );
  mkdirSync(join(folder, 'path/to/earlier'), { recursive: true });
  cpSync(join(folder, 'last/conformance.json'), join(folder, 'path/to/earlier/conformance.json'));
  await run('npm start -- --compare path/to/earlier/conformance.json', {
    also: `${one} --seed 1 --output compared-alone`,
  });

  // Whatever their seeds, as the page says.
  expect(compared).toContain('nothing has changed');
  expect(shows('reports')).toContain('certificate.pdf');
});

test('a waiver as the page has it', async () => {
  const [waivers = ''] = fencedIn(pageText('docs/certifying.md'), 'yaml');
  put('waivers.yaml', waivers.replace(/until: .*/, 'until: 2099-01-31'));

  await run('npm start -- --waivers waivers.yaml', { also: `${one} --output waived` });

  expect(readFileSync(join(folder, 'waived/certificate.html'), 'utf8')).toContain('Ana Costa');
});

test('from a key to a certificate that others verify', async () => {
  await run('openssl genpkey -algorithm ed25519 -out ~/certificate-key.pem');
  await run('openssl pkey -in ~/certificate-key.pem -pubout -out ~/certificate-key.pub.pem');
  await run(
    "TARGET_NAME='Card service' TARGET_VERSION=1.4.2 TARGET_DIGEST=sha256:… CUSTOMER='A bank' LABORATORY='Your name' CERTIFICATE_KEY_FILE=~/certificate-key.pem npm start -- --profile certification --output certified",
    {
      with: [['sha256:…', `sha256:${'ab'.repeat(32)}`]],
      also: `${one} --output path/to/certified`,
    },
  );
  // It is no full certificate, as only one requirement was asked; the rest holds.
  const verify =
    'npm run verify -- path/to/certified --key ~/certificate-key.pub.pem --require conformant,full';
  const [refused] = await Promise.all([
    run(verify, { status: 1 }),
    run(verify, { with: [[',full', '']] }),
    ended('npm run verifier'),
  ]);
  const alone =
    'node verifier.mjs path/to/certified --key ~/certificate-key.pub.pem --require conformant,full';
  await Promise.all([run(alone, { status: 1 }), run(alone, { with: [[',full', '']] })]);

  expect(refused).toMatch(/full/);
  const certificate = readFileSync(join(folder, 'path/to/certified/certificate.html'), 'utf8');
  for (const words of ['1.4.2', 'A bank', 'Your name']) expect(certificate).toContain(words);
});

test('a sandbox to develop against, whose settings are those of an own target', async () => {
  const page = await fetch(settingOf('V2_BASE_URL')).then((answer) => answer.text());
  const description = await fetch(`${settingOf('V2_BASE_URL')}/openapi/v1.json`);
  put('practice.env', settings);
  const practice = 'set -a; . ~/practice.env; set +a';
  const shell = await run(practice, { also: '; printf %s "$V2_PRODUCT_NAME"' });
  const faults = await run('npm run sandbox -- --faults rounding');

  expect(page).toContain('curl');
  expect(description.status).toBe(200);
  expect(shell).toBe(settingOf('V2_PRODUCT_NAME'));
  expect(faults).toMatch(/^v2\.money\.is-conserved\.rounding {2}/m);
});

test("a target of one's own", async () => {
  const own = await run(
    'BASE_URL=https://your-sandbox.example V2_API_KEY=… V2_PRODUCT_NAME=… npm start',
    {
      with: [
        ['https://your-sandbox.example', settingOf('V2_BASE_URL')],
        ['V2_API_KEY=…', `V2_API_KEY=${settingOf('V2_API_KEY')}`],
        ['V2_PRODUCT_NAME=…', `V2_PRODUCT_NAME=${settingOf('V2_PRODUCT_NAME')}`],
      ],
      also: ` --${one} --output own`,
    },
  );
  await run('cp .env.example .env');
  expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(/^[^=]*$|^#/m);
  put('.env', settings);
  const [doctor] = await Promise.all([
    run('npm start -- doctor'),
    run('npm start -- next').then((text) => expect(text).not.toBe('')),
  ]);

  expect(own).toMatch(/^v2: about \d+ of \d+ requirements? will be exercised/m);
  expect(own).not.toContain('is not configured');
  expect(doctor).toMatch(/full certificate/);
});

test('five lines to try it', async () => {
  put('.env', settings);

  await run('npm start -- --api v2 --profile smoke --output reports/practice', { also: one });
  const again = await run('npm start -- --failed --api v2 --output reports/practice');

  expect(again).toContain('nothing to ask again');
});

test('results side by side, and the catalogue as pages', async () => {
  mkdirSync(join(folder, 'vendor'));
  cpSync(join(folder, 'last/conformance.json'), join(folder, 'vendor/conformance.json'));
  await Promise.all([
    run('npm run matrix -- ours=reports vendor=vendor/conformance.json --output compared'),
    run('npm run site'),
  ]);
  await run('npm run site -- --result reports/conformance.json');

  expect(shows('compared')).toEqual(expect.arrayContaining(['matrix.html', 'matrix.json']));
  expect(shows('site')).toEqual(expect.arrayContaining(['index.html', 'r']));
  expect(shows('site', 'r')).toContain('v2.card.id-is-a-string.html');
});

test('the options of the README are those that there are', async () => {
  const { text } = await ended('npm start -- --help');
  const table = tableUnder(readme, 'Option (after `npm start --`)');
  const named = new Set(table.flatMap((row) => row.split('|')[1]?.match(/--[a-z-]+/g) ?? []));
  const there = new Set([...text.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, name]) => name));
  there.delete('--help');

  expect(named).toEqual(there);
});

test('exit statuses and defaults are those that a run tells', async () => {
  const [{ text }, { text: failed, status }] = await Promise.all([
    ended('npm start -- --help'),
    ended('npm start -- --only v2.no-such-thing'),
  ]);
  const statuses = tableUnder(readme, 'Exit status').map((row) => /`(\d+)`/.exec(row)?.[1]);

  for (const one of statuses) expect(text).toMatch(new RegExp(`(^|\\s)${one} {2}`, 'm'));
  expect(status, failed).toBe(2);
  expect(text).toContain('default: 90');
});

test('a workbench that is asked by curl', async () => {
  const variables =
    'CONTROL=http://127.0.0.1:8080/control; AUTH="Authorization: Bearer $CONTROL_TOKEN"';
  const here = [
    ['http://127.0.0.1:8080/control', settingOf('CONTROL_URL')],
    ['$CONTROL_TOKEN', settingOf('CONTROL_TOKEN')],
  ] as const;
  await run(variables, { with: here });
  const set = here.reduce((words, [written, own]) => words.replace(written, own), variables);
  const ask = (command: string, options = '', status = 0): Promise<string> =>
    run(command, { with: [['curl', `${set}; curl --silent --fail ${options}`]], status });
  const snapshot = '"$CONTROL/workbench/snapshots/before%20the%20refund';
  const repeated = '{"faults": ["v2.response.request-id-is-unique.repeated"]}';

  // It goes on until somebody has seen enough, which curl tells by 28.
  await ask('curl -N -H "$AUTH" $CONTROL/workbench/events', '--max-time 1', 28);
  await ask(`curl -X PUT  -H "$AUTH" ${snapshot}"`);
  await ask(`curl -X POST -H "$AUTH" ${snapshot}/restore"`);
  await ask(`curl -X PUT  -H "$AUTH" $CONTROL/workbench/faults -d '${repeated}'`);
  await ask(`curl -X PUT  -H "$AUTH" $CONTROL/workbench/mood -d '{"mood": "strict"}'`);
  await ask('curl -X POST -H "$AUTH" $CONTROL/workbench/reset');
});

test('every command of a page was run, or is tested elsewhere for a reason', () => {
  const written = pages.flatMap((page) => commandsIn(pageText(page)));

  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((line) => !tried.has(line) && elsewhere[line] === undefined)).toEqual([]);
  expect([...tried].filter((line) => !written.includes(line))).toEqual([]);
  expect(Object.keys(elsewhere).filter((line) => !written.includes(line))).toEqual([]);
});

test('commands are found where a page has them', () => {
  const page = [
    'Words, `npm test`.',
    '',
    '   ```sh',
    '   npm start -- --a     # why',
    "   B='# no comment' \\",
    '     npm start',
    '   ```',
    '```ts',
    'npm.run();',
    '```',
  ].join('\n');

  expect(commandsIn(page)).toEqual(['npm start -- --a', "B='# no comment' npm start"]);
});

function commandsIn(page: string): string[] {
  return fencedIn(page, 'sh')
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/^((?:[^'#]|'[^']*')*?)\s+#\s.*$/, '$1').trim())
    .filter((line) => line !== '');
}

/** What stands in the fenced blocks of a language. */
function fencedIn(page: string, language: string): string[] {
  const blocks = page.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm);
  return [...blocks].flatMap(([, , of, text = '']) => (of === language ? [text] : []));
}

function tableUnder(page: string, heading: string): string[] {
  const [, rows = ''] = page.split(`| ${heading} |`);
  return (rows.split('\n\n')[0] ?? '').split('\n').slice(2);
}

/** Written only by a key, a failure, or a fuller run before. */
const isMadeLater = /^(attestation\.json|repro|partial|allure-results)/;

function filesOf(page: string, heading: string): string[] {
  return tableUnder(page, heading).flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}
