import { join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { AllureEnvironment } from './allure/allure.ts';
import { startAllureProcess } from './allure/allure-process.ts';
import { startPdfProcess } from './certificate/pdf-process.ts';
import type { Conformance, FailOn } from './conformance.ts';
import { judgedOverTheRun } from './every-answer.ts';
import type { CheckResult } from './results.ts';
import { outcomeWithExtent } from './outcome.ts';
import { entryOf } from './verdict.ts';

/** Whatever writes reports, loaded and ready. */
export interface Reports {
  /** Takes a check that is over, with what was sent and received as HTTP text. */
  add(check: CheckResult, transcript?: string): void;
  /**
   * Writes everything that needs the verdict and answers the paths of all reports, in the order of
   * their use to a reader.
   */
  write(
    conformance: Conformance,
    checks: readonly CheckResult[],
    /** Brings scripts that were written elsewhere, and answers their paths. */
    bringScripts?: () => readonly string[],
  ): Promise<string[]>;
}

interface Options {
  readonly folder: string;
  /** Whether the HTML report is wanted. */
  readonly allureReport: boolean;
  readonly environment: AllureEnvironment;
  /** Of `--fail-on`. */
  readonly failOn: FailOn;
  /** Of `CATALOGUE_URL`. */
  readonly catalogue?: string;
  /** Takes what is secret out of a text. */
  readonly mask: (text: string) => string;
}

function transcriptOf({ exchanges }: CheckResult): string | undefined {
  return exchanges?.map(({ text }) => text).join('\n\n----\n\n');
}

/** Report libraries are slow to load, so this is begun while the first checks run. */
export async function openReports({
  folder,
  allureReport,
  environment,
  failOn,
  catalogue,
  mask,
}: Options): Promise<Reports> {
  const resultsDir = join(folder, 'allure-results');
  // Whole paths: the process must not depend on a working folder that may be gone before it is.
  const allure = startAllureProcess({
    resultsDir: resolve(resultsDir),
    environment,
    failOn,
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(allureReport ? { pageFolder: resolve(folder) } : {}),
  });
  const draw = startPdfProcess();
  const [
    { writeConformanceJson },
    { writeJunit },
    { drawCertificate },
    { writeRepros },
    { noteInHistory, writeTrend },
    { writeBadge },
  ] = await Promise.all([
    import('./conformance-json.ts'),
    import('./junit.ts'),
    import('./certificate/index.ts'),
    import('./repro/write.ts'),
    import('./gate/trend.ts'),
    import('./gate/badge.ts'),
  ]);

  return {
    add(check, transcript = transcriptOf(check)) {
      allure.add({
        requirement: check.requirement,
        ...entryOf(check),
        ...(transcript === undefined ? {} : { transcript }),
        ...(check.evidence === undefined ? {} : { evidence: check.evidence }),
      });
    },
    async write(conformance, checks, bringScripts = () => []) {
      const name = `${conformance.target.name}: ${outcomeWithExtent(conformance)}`;
      const { causes } = conformance;
      const reproductions = checks.flatMap((check) => check.reproductions ?? []);
      const own = writeRepros(folder, conformance, reproductions, mask);
      const scripts = [...own, ...bringScripts()];
      const page = allure.finish({
        name,
        overTheRun: [...judgedOverTheRun(checks)],
        causes,
        scripts: scripts.map((path) => resolve(path)),
      });
      // The raw result first: nothing that goes wrong while a page is drawn may cost it.
      const raw = writeConformanceJson(folder, conformance);
      const writeCertificate = drawCertificate(folder, conformance, draw);
      // Once what is to be drawn is on its way.
      await turn();
      const junit = writeJunit(folder, conformance);
      const paths = [...(await writeCertificate()), raw, junit];
      if (scripts.length > 0) paths.push(join(folder, 'repro'));
      // A part of a run is none in the history of runs.
      if (conformance.run.shard === undefined) {
        noteInHistory(folder, conformance);
        paths.push(writeTrend(folder), writeBadge(folder, conformance));
      }
      const pagePath = await page;
      return [...paths, resultsDir, ...(pagePath === undefined ? [] : [pagePath])];
    },
  };
}
