import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AllureReport, resolveConfig } from '@allurereport/core';
import AwesomePlugin from '@allurereport/plugin-awesome';

/** What the report is made from. */
export interface PageOrder {
  readonly folder: string;
  readonly resultsDir: string;
  readonly name: string;
}

/** Generates `allure-report/index.html`, one file that asks nobody for anything, and answers its path. */
export async function writeAllurePage({ folder, resultsDir, name }: PageOrder): Promise<string> {
  const output = join(folder, 'allure-report');
  const options = {
    singleFile: true,
    reportName: name,
    reportLanguage: 'en',
    groupBy: ['epic', 'feature', 'story'],
  };

  const config = await resolveConfig({ name, output, plugins: {} });
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
  await Promise.all(byProducts.map((file) => rm(join(output, file), { force: true })));
  return join(output, 'index.html');
}

/** Files for services that gather reports; the page holds all of it. */
const byProducts = ['summary.json', 'test-results.json'];

/** The page tells Google Analytics that it was opened, and has no switch against it. */
export function withoutAnalytics(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*\bsrc="https?:[^"]*"[^>]*>\s*<\/script>/g, '')
    .replaceAll(/<script>(?:(?!<\/script>)[^])*?\bgtag\((?:(?!<\/script>)[^])*?<\/script>/g, '');
}
