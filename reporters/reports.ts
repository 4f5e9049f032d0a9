import { join } from 'node:path';
import type { RunnerTask } from 'vitest';
import type { AllureEnvironment } from './allure.ts';
import { startPageWriter } from './allure-process.ts';
import type { Conformance } from './conformance.ts';
import type { CheckResult } from './results.ts';

/** Whatever writes reports, loaded and ready. */
export interface Reports {
  /** Takes a check that is over. */
  add(check: CheckResult, task: RunnerTask): void;
  /** Writes everything that needs the verdict and answers the paths of all reports. */
  write(conformance: Conformance, checks: readonly CheckResult[]): Promise<string[]>;
}

interface Options {
  readonly folder: string;
  /** Whether the HTML report is wanted. */
  readonly allureReport: boolean;
  readonly environment: AllureEnvironment;
}

/** Report libraries are slow to load, so this is begun while the first checks run. */
export async function openReports({
  folder,
  allureReport,
  environment,
}: Options): Promise<Reports> {
  const pageWriter = allureReport ? startPageWriter() : undefined;
  const [{ writeConformanceJson }, { writeJunit }, { startAllureResults }] = await Promise.all([
    import('./conformance-json.ts'),
    import('./junit.ts'),
    import('./allure.ts'),
  ]);
  const allure = startAllureResults(join(folder, 'allure-results'), environment);

  return {
    add: (check, task) => allure.add(check, task),
    async write(conformance, checks) {
      allure.addOverTheRun(checks);
      const name = `${conformance.target.name}: ${conformance.verdict}`;
      const page = pageWriter?.write({ folder, resultsDir: allure.folder, name });
      const paths = [
        writeConformanceJson(folder, conformance),
        writeJunit(folder, conformance),
        allure.folder,
      ];
      return [...paths, ...(page === undefined ? [] : [await page])];
    },
  };
}
