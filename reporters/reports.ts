import { join, resolve } from 'node:path';
import type { AllureEnvironment } from './allure.ts';
import { startAllureProcess } from './allure-process.ts';
import type { Conformance } from './conformance.ts';
import { judgedOverTheRun } from './every-answer.ts';
import type { CheckResult } from './results.ts';

/** Whatever writes reports, loaded and ready. */
export interface Reports {
  /** Takes a check that is over. */
  add(check: CheckResult): void;
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
  const resultsDir = join(folder, 'allure-results');
  // Whole paths: the process must not depend on a working folder that may be gone before it is.
  const allure = startAllureProcess({
    resultsDir: resolve(resultsDir),
    environment,
    ...(allureReport ? { pageFolder: resolve(folder) } : {}),
  });
  const [{ writeConformanceJson }, { writeJunit }] = await Promise.all([
    import('./conformance-json.ts'),
    import('./junit.ts'),
  ]);

  return {
    add({ requirement, name, file, verdict, reason, durationMs, exchanges }) {
      allure.add({
        requirement,
        name,
        file,
        verdict,
        durationMs,
        ...(reason === undefined ? {} : { reason }),
        ...(exchanges === undefined ? {} : { exchanges }),
      });
    },
    async write(conformance, checks) {
      const name = `${conformance.target.name}: ${conformance.verdict}`;
      const page = allure.finish({ name, overTheRun: [...judgedOverTheRun(checks)] });
      const paths = [
        writeConformanceJson(folder, conformance),
        writeJunit(folder, conformance),
        resultsDir,
      ];
      const pagePath = await page;
      return pagePath === undefined ? paths : [...paths, pagePath];
    },
  };
}
