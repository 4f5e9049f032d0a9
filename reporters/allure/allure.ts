import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Label, Status, type TestResult } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { md5 } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import { apiOf, type Level } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import type { CheckEntry, FailOn } from '../conformance.ts';
import type { CheckResult, CheckVerdict } from '../results.ts';

/** Writes `allure-results/`, one result after the other, while checks still run. */
interface AllureResults {
  readonly folder: string;
  /** Takes a check that is just over. */
  add(check: AllureCheck): void;
  /** The clauses that were judged over the whole run. */
  addOverTheRun(entries: readonly (readonly [RequirementId, CheckEntry])[]): void;
}

/** As much of a check as the report shows. */
export type AllureCheck = CheckEntry &
  Pick<CheckResult, 'requirement'> & {
    /** What was sent and received, as masked HTTP text. */
    readonly transcript?: string;
  };

/** What the report says about the run as a whole. */
export type AllureEnvironment = Readonly<Record<string, string>>;

/**
 * The Allure reporter is handed each check's task when the check is over, with what it is to show;
 * so nothing of Allure runs inside a check, and vitest's own runner stays in place.
 */
export function startAllureResults(
  folder: string,
  environmentInfo: AllureEnvironment,
  failOn: FailOn = 'derived',
): AllureResults {
  removeEarlierResults(folder);
  mkdirSync(folder, { recursive: true });

  let current: AllureCase | undefined;
  const beforeTestResultWrite = (result: TestResult): void => {
    if (current !== undefined) complete(result, current, failOn);
  };
  const listeners = [{ beforeTestResultWrite }];
  const reporter = new AllureVitestReporter({ resultsDir: folder, environmentInfo, listeners });
  // Without projects there is nothing for it to reconfigure.
  const noVitest = { projects: [] } as unknown as Parameters<typeof reporter.onInit>[0];
  reporter.onInit(noVitest);

  const write = (one: AllureCase): void => {
    current = one;
    reporter.handleTask(taskFor(one));
  };
  return {
    folder,
    add(check) {
      const { requirement, name, transcript } = check;
      const identity = `${requirement}: ${name}`;
      write({
        requirement,
        check,
        identity,
        ...(transcript === undefined ? {} : { transcript }),
      });
    },
    addOverTheRun(entries) {
      for (const [requirement, check] of entries) {
        write({ requirement, check, identity: `${requirement}: over the whole run` });
      }
    },
  };
}

/** One line of the Allure report. */
interface AllureCase {
  readonly requirement: RequirementId;
  readonly check: CheckEntry;
  readonly transcript?: string;
  /** Stays the same from run to run, so that Allure can tell a history. */
  readonly identity: string;
}

/** As much of a vitest task as the Allure reporter reads; the rest of it stays in the run. */
function taskFor(one: AllureCase): RunnerTask {
  const { durationMs, file } = one.check;
  const task = {
    type: 'test',
    mode: 'run',
    name: one.identity,
    file: { filepath: file },
    meta: { allureRuntimeMessages: messagesFor(one) },
    result: { state: 'pass', startTime: Date.now() - durationMs, duration: durationMs },
  };
  return task as unknown as RunnerTask;
}

function messagesFor({ requirement: id, check, transcript }: AllureCase): RuntimeMessage[] {
  const { document, section, level, statement } = requirements[id];
  const metadata: RuntimeMessage = {
    type: 'metadata',
    data: {
      displayName: check.name,
      description: `${statement}\n\n${id} (document ${document}, part ${section}, ${level})`,
    },
  };
  if (transcript === undefined) return [metadata];
  return [
    metadata,
    {
      type: 'attachment_content',
      data: {
        name: 'what was sent and received',
        content: Buffer.from(transcript).toString('base64'),
        encoding: 'base64',
        contentType: 'text/plain',
        fileExtension: 'txt',
      },
    },
  ];
}

/** A recommendation is minor, unless it fails the run as anything else does. */
const severityOf: Readonly<Record<FailOn, Readonly<Record<Level, string>>>> = {
  derived: { must: 'critical', derived: 'normal', advisory: 'minor', open: 'trivial' },
  advisory: { must: 'critical', derived: 'normal', advisory: 'normal', open: 'trivial' },
};

const statusOf: Readonly<Record<CheckVerdict, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-exercised': Status.SKIPPED,
  observed: Status.PASSED,
};

/** What the Allure reporter cannot know; and no name of the machine or of its threads. */
function complete(
  result: TestResult,
  { requirement: id, check, identity }: AllureCase,
  failOn: FailOn,
): void {
  const { document, section, level } = requirements[id];
  const labels: Record<string, string> = {
    epic: `${apiOf(id)} (document ${document})`,
    feature: `Part ${section}`,
    story: id,
    severity: severityOf[failOn][level],
    tag: level,
    requirement: id,
    document: String(document),
    section,
    level,
    api: apiOf(id),
  };
  const kept = new Set(['framework', 'language']);
  result.labels = [
    ...result.labels.filter(({ name }) => kept.has(name)),
    ...Object.entries(labels).map(([name, value]): Label => ({ name, value })),
  ];
  // Its own paths depend on the folder that the command was started in.
  result.fullName = `${check.file}#${identity}`;
  result.titlePath = check.file.split('/');
  result.testCaseId = md5(result.fullName);
  result.historyId = `${result.testCaseId}:${md5('')}`;
  result.status = statusOf[check.verdict];
  if (check.reason !== undefined) result.statusDetails = { message: check.reason };
}

/** Results have random names, so a second run would otherwise show the first one's as well. */
function removeEarlierResults(folder: string): void {
  const written =
    /^[0-9a-f-]{36}-(result|container|attachment|globals)\b|^(environment\.properties|categories\.json)$/;
  for (const name of entriesOf(folder)) if (written.test(name)) rmSync(join(folder, name));
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
