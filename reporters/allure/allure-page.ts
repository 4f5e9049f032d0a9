import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AllureReport, resolveConfig } from '@allurereport/core';
import AwesomePlugin from '@allurereport/plugin-awesome';

/** What the report is made from. */
interface PageRequest {
  readonly folder: string;
  readonly resultsDir: string;
  readonly name: string;
}

/** Generates `allure-report/index.html`, one self-contained file, and answers its path. */
export async function writeAllurePage({ folder, resultsDir, name }: PageRequest): Promise<string> {
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
  });
  const report = new AllureReport({
    ...config,
    reportFiles: {
      addFile: async (path, data) => {
        const target = join(output, path);
        await mkdir(dirname(target), { recursive: true });
        const isPage = path.endsWith('.html');
        await writeFile(target, isPage ? withoutAnalytics(data.toString('utf8')) : data);
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

/** The page tells Google Analytics that it was opened, and has no switch against it. */
export function withoutAnalytics(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*\bsrc="https?:[^"]*"[^>]*>\s*<\/script>/g, '')
    .replaceAll(/<script>(?:(?!<\/script>)[^])*?\bgtag\((?:(?!<\/script>)[^])*?<\/script>/g, '');
}
