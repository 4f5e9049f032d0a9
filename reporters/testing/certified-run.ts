import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { requirementEntries } from '../../fixtures/requirements/index.ts';
import { lastRunIn } from '../catalogue/catalogue.ts';
import type { Conformance } from '../conformance.ts';
import { start, temporaryFolder } from '../testing.ts';

/** What a run came to, with everything that it wrote and printed. */
export interface CertifiedRun {
  readonly status: number | null;
  readonly seconds: number;
  readonly printed: string;
  readonly result: Conformance;
  readonly folder: string;
  /** Every file below the reports' folder. */
  readonly files: readonly { readonly path: string; readonly content: Buffer }[];
  /** The most memory that the run had, in megabytes. */
  readonly peakMb: number;
  /** Whether a key of an answer has become a property of every object. */
  readonly isPolluted: boolean;
}

/** Certifies a target with the real command line, watched from inside its process. */
export async function certified(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CertifiedRun> {
  const folder = temporaryFolder();
  const [guard, notes] = [join(folder, 'guard.mjs'), join(folder, 'notes.txt')];
  writeFileSync(guard, watcher);
  writeFileSync(notes, '');

  const { status, stdout, stderr, seconds } = await start('start.ts', args, {
    folder,
    env: { ...env, NODE_OPTIONS: `--import=${pathToFileURL(guard).href}`, WATCHER_NOTES: notes },
  }).ended;

  const noted = readFileSync(notes, 'utf8').trim().split('\n');
  const result = lastRunIn(join(folder, 'reports'));
  if (result === undefined) throw new Error(`there is no conformance.json:\n${stdout}\n${stderr}`);
  return {
    status,
    seconds,
    printed: stdout + stderr,
    result,
    folder: join(folder, 'reports'),
    files: filesBelow(join(folder, 'reports')),
    peakMb: Math.max(...noted.map((line) => Number(line.split(' ')[1] ?? 0))) / 1024,
    isPolluted: noted.some((line) => line.startsWith('polluted')),
  };
}

/** A worker may be ended from outside, so it does not wait for its end to tell what it has seen. */
const watcher = `
  import { appendFileSync } from 'node:fs';
  const note = () => {
    const word = 'polluted' in {} ? 'polluted' : 'clean';
    appendFileSync(process.env.WATCHER_NOTES, word + ' ' + process.resourceUsage().maxRSS + '\\n');
  };
  setInterval(note, 100).unref();
  process.on('exit', note);
`;

/** Whatever a target does, the run ended by itself and everything that it wrote can be read. */
export function expectCompleteReports({ result, printed, files }: CertifiedRun): void {
  expect(result.run).toMatchObject({ complete: true, crashes: [] });
  expect(result.requirements.map(({ id }) => id)).toEqual(requirementEntries.map(([id]) => id));
  expect(printed).not.toMatch(notForTerminals);
  expect(printed).not.toContain('THE SUITE ITSELF FAILED');
  const junit = contentOf(files, 'junit.xml');
  expect(problemIn(junit)).toBeUndefined();
  for (const { path, content } of files) {
    if (path.endsWith('.json')) JSON.parse(content.toString());
  }
}

/** All that moves a cursor or turns text around; line breaks are none of it. */
const notForTerminals = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

export function contentOf(files: CertifiedRun['files'], name: string): string {
  return files.find(({ path }) => path.endsWith(name))?.content.toString() ?? '';
}

/** What is wrong with an XML document: a strict reading of tags, entities and characters. */
function problemIn(xml: string): string | undefined {
  if (/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/u.test(xml)) return 'a control character';
  const open: string[] = [];
  const tokens =
    /<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[<>]|&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[0-9a-fA-F]+);)/g;
  for (const { index, 0: token, 1: closing, 2: name = '', 4: alone } of xml.matchAll(tokens)) {
    if (token.startsWith('<?') || token.startsWith('<![CDATA[')) continue;
    // A lone > is allowed in text.
    if (token === '>') continue;
    if (name === '') return `a stray ${token}`;
    if (closing === '/') {
      if (open.pop() !== name)
        return `${token} without a beginning: ${xml.slice(index - 300, index)}`;
    } else if (alone !== '/') open.push(name);
  }
  return open.length === 0 ? undefined : `<${open.at(-1)}> is not closed`;
}

function filesBelow(folder: string): { path: string; content: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path) }));
}
