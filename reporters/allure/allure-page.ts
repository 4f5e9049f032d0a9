import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AllureReport, resolveConfig } from '@allurereport/core';
import AwesomePlugin from '@allurereport/plugin-awesome';
import type { Cause } from '../conformance.ts';

/** What the report is made from. */
interface PageRequest {
  readonly folder: string;
  readonly resultsDir: string;
  readonly name: string;
  readonly causes: readonly Cause[];
}

/** Generates `allure-report/index.html`, one self-contained file, and answers its path. */
export async function writeAllurePage({
  folder,
  resultsDir,
  name,
  causes,
}: PageRequest): Promise<string> {
  const output = join(folder, 'allure-report');
  const options = {
    singleFile: true,
    reportName: name,
    reportLanguage: 'en',
    groupBy: ['epic', 'feature', 'story'],
  };

  const historyPath = join(folder, 'allure-history.jsonl');
  const config = await resolveConfig({
    name,
    output,
    plugins: {},
    historyPath,
    historyLimit: runsRemembered,
    categories: causes.map(categoryOf),
  });
  const report = new AllureReport({
    ...config,
    reportFiles: {
      addFile: async (path, data) => {
        const target = join(output, path);
        await mkdir(dirname(target), { recursive: true });
        if (path.endsWith('.html')) {
          // Byte for byte, as all that is changed is ASCII: a page of 40 MB takes 40 and not 80.
          await writeFile(target, ourOwn(data.toString('latin1')), 'latin1');
        } else {
          await writeFile(target, data);
        }
        return target;
      },
    },
    plugins: [{ id: 'awesome', enabled: true, options, plugin: new AwesomePlugin(options) }],
  });
  await report.start();
  await report.readDirectory(resultsDir);
  await report.done();
  await shortenHistory(historyPath);
  await Promise.all(byProducts.map((file) => rm(join(output, file), { force: true })));
  return join(output, 'index.html');
}

type Categories = NonNullable<Parameters<typeof resolveConfig>[0]['categories']>;
type CategoryRule = Extract<Categories, readonly unknown[]>[number];

/** Whatever did not pass for one cause is one category. */
function categoryOf(
  { title, failed, inconclusive, notExercised }: Cause,
  index: number,
): CategoryRule {
  const ids = new Set<string>([...failed, ...inconclusive, ...notExercised]);
  return {
    id: `cause-${index + 1}`,
    name: title,
    matchers: ({ status, labels }) =>
      status !== 'passed' &&
      labels.some(({ name, value }) => name === 'requirement' && ids.has(value ?? '')),
    expand: index === 0,
  };
}

/** Each makes the page some megabytes larger; trend.html shows more of them, in short. */
const runsRemembered = 3;

/** What a page shows of a past run needs neither its labels nor its full names, which are most of it. */
async function shortenHistory(path: string): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  const short = lines.map((line) => {
    const run = JSON.parse(line) as { testResults?: Record<string, object> };
    const results = Object.entries(run.testResults ?? {}).map(
      ([id, result]) => [id, { ...result, labels: [], fullName: undefined }] as const,
    );
    return `${JSON.stringify({ ...run, testResults: Object.fromEntries(results) })}\n`;
  });
  await writeFile(path, short.join(''));
}

/** Files for services that gather reports; the page holds all of it. */
const byProducts = ['summary.json', 'test-results.json'];

function ourOwn(html: string): string {
  return readableOnPhones(withoutAnalytics(html));
}

/**
 * On a narrow screen names of attachments stood one letter below the other, and what a target said ran out
 * of its box. Found by what tests of Allure hold on to, as its classes have other names in each version.
 */
export function readableOnPhones(html: string): string {
  const styles = [
    '[data-testid="test-result-error"] pre{white-space:pre-wrap;overflow-wrap:anywhere}',
    '@media (max-width:44rem){',
    '[data-testid="test-result-attachment-header"]{flex-wrap:wrap}',
    '[data-testid="test-result-attachment-header"]>button{flex:1 1 100%;text-align:start}',
    'div:has(>[data-testid^="test-result-status-"]){flex-wrap:wrap;row-gap:.4rem}',
    // The tree: what is wrong stands in whole sentences, above its figures instead of beside them.
    '[data-testid="tree-leaf"],[data-testid="tree-section"]{flex-wrap:wrap;row-gap:0}',
    '[data-testid="tree-leaf"]>span{flex:1 1 60%}',
    '[data-testid="tree-leaf-duration"]{display:none}',
    '[data-testid="tree-section"] span{white-space:normal;overflow:visible;-webkit-line-clamp:unset}',
    '[data-testid="tree-section"]>:nth-child(2){flex:1 1 70%;max-width:none}',
    '}',
  ];
  return html.replace('</head>', () => `<style>${styles.join('')}</style></head>`);
}

/** The page tells Google Analytics that it was opened, and has no switch against it. */
export function withoutAnalytics(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*\bsrc="https?:[^"]*"[^>]*>\s*<\/script>/g, '')
    .replaceAll(/<script>(?:(?!<\/script>)[^])*?\bgtag\((?:(?!<\/script>)[^])*?<\/script>/g, '');
}
