import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import junitReportBuilder, { type Builder, type TestCase } from 'junit-report-builder';
import { apiOf } from '../fixtures/requirements/requirement.ts';
import type { CheckEntry, Conformance, RequirementResult } from './conformance.ts';
import { deviationInShort } from './causes/causes.ts';
import { linkInto } from './site/address.ts';
import { isJudged } from './verdict.ts';
import { brokenWaivers, fateOf } from './waivers/waivers.ts';

/** The package exports a builder, although its types promise a module that holds one. */
const builder = junitReportBuilder as unknown as Builder;

/** Writes `junit.xml` and answers its path. */
export function writeJunit(folder: string, conformance: Conformance): string {
  const path = join(folder, 'junit.xml');
  writeFileSync(path, junitOf(conformance));
  return path;
}

/**
 * One suite for each part of a document, one case for each check; what had none is one skipped case, unless it was
 * not asked for. A waiver that fails the run is a case too.
 */
export function junitOf(conformance: Conformance): string {
  const { suite, target, run, requirements, causes, waivers } = conformance;
  const report = builder.newBuilder().name(`${suite.name}: ${target.name}, by check`);
  const causeOf = new Map(
    causes.flatMap(({ title, failed, inconclusive, notExercised }) =>
      [...failed, ...inconclusive, ...notExercised].map((id) => [id, title] as const),
    ),
  );

  const asked = requirements.filter(({ obstacle }) => obstacle !== 'not-selected');
  for (const [name, part] of Map.groupBy(asked, partOf)) {
    const testSuite = report.testSuite().name(name).timestamp(run.startedAt);
    testSuite.time(seconds(part.flatMap(({ checks }) => checks)));
    for (const requirement of part) {
      const { checks } = requirement;
      const cases: readonly CheckEntry[] = checks.length > 0 ? checks : [unchecked(requirement)];
      for (const check of cases) {
        const testCase = testSuite
          .testCase()
          .className(requirement.id)
          .name(check.name)
          .time(check.durationMs / 1000);
        if (check.file !== '') testCase.file(check.file);
        describe(testCase, requirement);
        const cause = causeOf.get(requirement.id);
        if (cause !== undefined) testCase.property('cause', cause);
        const link = linkInto(run.catalogue, requirement.id);
        if (link !== undefined) testCase.property('see', link);
        settle(testCase, requirement, check, isJudged(requirement.level, run.failOn));
      }
    }
  }
  const broken = brokenWaivers(waivers, run);
  if (broken.length > 0) {
    const testSuite = report.testSuite().name('waivers').timestamp(run.startedAt);
    for (const waiver of broken) {
      testSuite
        .testCase()
        .className(waiver.requirement)
        .name(withoutEndOfText(`waiver of ${waiver.owner}, ${waiver.issue}`))
        .failure(fateOf(waiver, requirements), 'waiver');
    }
  }
  return report.build();
}

function partOf({ id, section }: RequirementResult): string {
  return `${apiOf(id)}, part ${section}`;
}

function describe(
  testCase: TestCase,
  { id, document, section, level, statement }: RequirementResult,
): void {
  testCase
    .property('requirement', id)
    .property('level', level)
    .property('document', String(document))
    .property('section', section)
    .property('statement', statement);
}

/** What a CI server counts as a failure is what fails the run: a recommendation is shown as skipped. */
function settle(
  testCase: TestCase,
  requirement: RequirementResult,
  check: CheckEntry,
  judged: boolean,
): void {
  const { verdict } = check;
  const reason = withoutEndOfText(check.reason ?? '');
  const [firstLine = ''] = reason.trim().split('\n');

  switch (verdict) {
    case 'passed':
      return;
    case 'failed':
      if (judged)
        testCase.failure(messageOf(requirement, check), 'not conformant').stacktrace(reason);
      else testCase.skipped().property('advisory', 'breached').standardOutput(reason);
      return;
    case 'inconclusive':
      if (judged) testCase.error(firstLine, 'inconclusive', reason);
      else testCase.skipped().standardOutput(reason);
      return;
    case 'not-exercised':
      testCase.skipped().property('reason', reason).standardOutput(reason);
      return;
    case 'observed':
      testCase.property('observed', reason).standardOutput(reason);
  }
}

/** The sentence and what is wrong: the same words in every run, so that a CI server can tell what is new. */
function messageOf(requirement: RequirementResult, check: CheckEntry): string {
  return withoutEndOfText(`${requirement.statement} ${deviationInShort(requirement, check)}`);
}

/** The builder takes care of the first `]]>` only: with two, a target would write into the report. */
function withoutEndOfText(text: string): string {
  return text.replaceAll(']]>', ']]&gt;');
}

/** A requirement without a check, as the case that stands for it. */
function unchecked({ statement, verdict, reason }: RequirementResult): CheckEntry {
  return {
    name: statement,
    file: '',
    verdict: verdict === 'inconclusive' ? 'inconclusive' : 'not-exercised',
    ...(reason === undefined ? {} : { reason }),
    durationMs: 0,
  };
}

function seconds(checks: readonly CheckEntry[]): number {
  return checks.reduce((total, { durationMs }) => total + durationMs, 0) / 1000;
}
