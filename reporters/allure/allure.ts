import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Label, Status, type TestResult } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { FileSystemWriter, md5, type ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import AllureVitestReporter from 'allure-vitest/reporter';
import type { RunnerTask } from 'vitest';
import { apiOf, type Level } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import { documents } from '../../fixtures/requirements/documents.ts';
import type { Act } from '../../fixtures/failure.ts';
import { inOneLine } from '../../fixtures/failure-text.ts';
import { type Happening, inOrder, isHappening } from '../../fixtures/happenings.ts';
import { partName } from '../certificate/parts.ts';
import { diagramOf } from '../story/diagram.ts';
import type { CheckEntry, FailOn } from '../conformance.ts';
import type { CheckVerdict } from '../check-verdict.ts';
import type { CheckResult } from '../results.ts';
import { linkInto } from '../site/address.ts';
import { whatIsWrongIn } from '../what-is-wrong.ts';
import { nameOfTranscripts } from './names.ts';

/** Writes `allure-results/`, one result after the other, while checks still run. */
interface AllureResults {
  readonly folder: string;
  /** Takes a check that is just over. */
  add(check: AllureCheck): void;
  /** The clauses that were judged over the whole run. */
  addOverTheRun(entries: readonly (readonly [RequirementId, CheckEntry])[]): void;
  /** Attaches scripts, each called after its requirement, to the failures that they show again. */
  attach(scripts: readonly string[]): void;
}

/** As much of a check as the report shows. */
export type AllureCheck = CheckEntry &
  Pick<CheckResult, 'requirement'> & {
    /** What was sent and received, as masked HTTP text. */
    readonly transcript?: string;
    /** Of one that passed: the last request and its answer, in one line. */
    readonly evidence?: string;
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
  catalogue?: string,
): AllureResults {
  removeEarlierResults(folder);
  mkdirSync(folder, { recursive: true });

  let current: AllureCase | undefined;
  const failed = new Map<string, string[]>();
  const beforeTestResultWrite = (result: TestResult): void => {
    if (current === undefined) return;
    complete(result, current, failOn);
    // A script is for one failure of its requirement, and whoever opens any of them looks for it.
    if (current.check.verdict === 'failed') {
      const { requirement } = current;
      failed.set(requirement, [...(failed.get(requirement) ?? []), result.uuid]);
    }
  };
  const listeners = [{ beforeTestResultWrite }];
  const reporter = new AllureVitestReporter({ resultsDir: folder, environmentInfo, listeners });
  // Without projects there is nothing for it to reconfigure.
  const noVitest = { projects: [] } as unknown as Parameters<typeof reporter.onInit>[0];
  reporter.onInit(noVitest);
  const runtime = Reflect.get(reporter, 'allureReporterRuntime') as ReporterRuntime;
  runtime.writer = unhurriedWriter(folder);

  const write = (one: AllureCase): void => {
    current = one;
    reporter.handleTask(taskFor(one, linkInto(catalogue, one.requirement)));
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
    attach(scripts) {
      for (const path of scripts) {
        const name = basename(path);
        for (const uuid of failed.get(basename(name, '.sh')) ?? []) {
          // One for each: Allure shows what several results share with one of them only.
          const source = `${randomUUID()}-attachment.sh`;
          copyFileSync(path, join(folder, source));
          attachTo(join(folder, `${uuid}-result.json`), name, source);
        }
      }
    },
  };
}

/** The script of a failure is known only when the run is over, long after its result was written. */
function attachTo(file: string, script: string, source: string): void {
  const result = JSON.parse(readFileSync(file, 'utf8')) as TestResult;
  const name = `the script that shows it again: repro/${script}`;
  result.attachments = [{ name, type: 'text/plain', source }, ...result.attachments];
  writeFileSync(file, JSON.stringify(result));
}

/**
 * Leaves it to the system when a file reaches the disk. Allure's own waits for that, file by file, of
 * which there are thousands: a run would wait longer for the disk than for its target.
 */
function unhurriedWriter(folder: string): FileSystemWriter {
  return Object.assign(new FileSystemWriter({ resultsDir: folder }), {
    writeResult: (result: TestResult) =>
      writeFileSync(join(folder, `${result.uuid}-result.json`), JSON.stringify(result)),
    writeAttachment: (name: string, content: Buffer) => writeFileSync(join(folder, name), content),
  });
}

/** One line of the Allure report. */
interface AllureCase {
  readonly requirement: RequirementId;
  readonly check: CheckEntry & Pick<AllureCheck, 'evidence'>;
  readonly transcript?: string;
  /** Stays the same from run to run, so that Allure can tell a history. */
  readonly identity: string;
}

/** As much of a vitest task as the Allure reporter reads; the rest of it stays in the run. */
function taskFor(one: AllureCase, link: string | undefined): RunnerTask {
  const { durationMs, file } = one.check;
  const task = {
    type: 'test',
    mode: 'run',
    name: one.identity,
    file: { filepath: file },
    meta: { allureRuntimeMessages: messagesFor(one, link) },
    result: { state: 'pass', startTime: Date.now() - durationMs, duration: durationMs },
  };
  return task as unknown as RunnerTask;
}

function messagesFor(one: AllureCase, link: string | undefined): RuntimeMessage[] {
  const { requirement: id, check, transcript } = one;
  const { document, section, level, statement } = requirements[id];
  const metadata: RuntimeMessage = {
    type: 'metadata',
    data: {
      displayName: check.name,
      description: `${statement}\n\n${id} (document ${document}, part ${section}, ${level})`,
      ...(link === undefined ? {} : { links: [{ type: 'tms', name: id, url: link }] }),
    },
  };
  const [failure] = check.failures ?? [];
  const diagram = failure && diagramOf(failure);
  return [
    metadata,
    ...stepsOf(check),
    ...(diagram === undefined
      ? []
      : [attached('the requests as a diagram', diagram, 'image/svg+xml', 'svg')]),
    ...(transcript === undefined
      ? []
      : [attached(nameOfTranscripts, transcript, 'text/plain', 'txt')]),
  ];
}

function attached(
  name: string,
  content: string,
  contentType: string,
  fileExtension: string,
): RuntimeMessage {
  const encoded = Buffer.from(content).toString('base64');
  return {
    type: 'attachment_content',
    data: { name, content: encoded, encoding: 'base64', contentType, fileExtension },
  };
}

/** World, act and promise: what was made ready, what was asked, and what the answer should have been. */
function stepsOf({
  verdict,
  failures: [failure] = [],
  evidence,
}: AllureCase['check']): RuntimeMessage[] {
  if (failure === undefined) {
    return evidence === undefined ? [] : step(`sent: ${evidence}`, Status.PASSED);
  }
  const { acts, story = acts, beside, expected, because, message } = failure;
  const judged = new Set(acts.map(({ exchange }) => exchange));
  const world = story.filter(({ exchange }) => !judged.has(exchange));
  const promise = [expected ?? message, because].filter((words) => words !== undefined).join(': ');
  return [
    ...inOrder(world, beside).flatMap((one) => step(inWords(one), Status.PASSED)),
    ...acts.flatMap((act) => step(`sent: ${inOneLine(act)}`, Status.PASSED)),
    ...step(`expected: ${promise}`, statusOf[verdict]),
  ];
}

function inWords(one: Act | Happening): string {
  if (!isHappening(one)) return `before: ${inOneLine(one)}`;
  return one.by === 'customer' ? `customer: ${one.text}` : `the shop is notified: ${one.text}`;
}

function step(name: string, status: Status): RuntimeMessage[] {
  const now = Date.now();
  return [
    {
      type: 'step_start',
      data: { name: name.replaceAll(/\s+/g, ' ').slice(0, longestStep), start: now },
    },
    { type: 'step_stop', data: { status, stop: now } },
  ];
}

const longestStep = 300;

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
  const { document, section, level, statement } = requirements[id];
  const title =
    documents.find(({ number }) => number === document)?.title ?? `Document ${document}`;
  const labels: Record<string, string> = {
    epic: `${apiOf(id)}: ${title}`,
    feature: `Part ${partName(document, section)}`,
    story: statement,
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
  const { reason } = check;
  if (reason === undefined) return;
  // What is wrong stands first; all of it is unfolded below.
  const message = whatIsWrongIn(check);
  result.statusDetails = message === reason ? { message } : { message, trace: reason };
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
