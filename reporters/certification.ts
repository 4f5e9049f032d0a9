import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Api, apiOf, apis } from '../fixtures/requirements/requirement.ts';
import {
  type RequirementId,
  requirementEntries,
  requirements,
} from '../fixtures/requirements/index.ts';
import type { Configuration } from '../fixtures/target/configuration.ts';
import type { Profile, RunSettings } from '../fixtures/target/run.ts';
import { secretsOf } from '../fixtures/target/target.ts';
import type { Conformance, ExitStatus } from './conformance.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import { writtenByARun } from './output-folder.ts';
import { preflight, type Preflight } from './preflight.ts';
import { progressOn } from './progress.ts';
import { openReports, type Reports } from './reports.ts';
import type { CheckResult, Harvest } from './results.ts';
import { hasColours, screenOn } from './screen.ts';
import { leaksIn, masked, maskingOf, type Secret } from './secrets.ts';
import { apisOfTheCatalogue } from './selection.ts';
import { summaryOf } from './summary.ts';
import { conformanceOf, isJudged, type RunFacts, type TargetFacts } from './verdict.ts';
import { runChecks } from './vitest-run.ts';

/** A run as it was ordered, every value checked. */
export interface Order {
  readonly configuration: Exclude<Configuration, { kind: 'problems' }>;
  readonly profile: Profile;
  readonly seed: number;
  /** An existing folder. */
  readonly output: string;
  /** Of `--api` and `--only`; all when absent. */
  readonly apis?: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
  /** Stop at the first non-conformance. */
  readonly bail: boolean;
  /** Generate the HTML report. */
  readonly allureReport: boolean;
  readonly runsFactor?: number;
}

/** Asks the target, writes every report, tells the terminal, and answers the exit status. */
export async function certify(order: Order, out: NodeJS.WriteStream): Promise<ExitStatus> {
  const startedAt = new Date();
  const suite = nameAndVersion();
  const target = targetFactsOf(order.configuration);
  const secrets =
    order.configuration.kind === 'target' ? secretsOf(order.configuration.target) : [];
  out.write(`${suite.name} ${suite.version}: certifying ${target.name}, seed ${order.seed}\n`);

  using interruption = listenForInterruption(out);
  const { unreachable, hints } = await lookAhead(order, interruption);
  for (const hint of hints) out.write(`Note: ${hint}\n`);
  const selected = selectedIn(order, target, unreachable);
  const { harvest, reports, hasBailed } = await ask(
    order,
    target,
    selected,
    secrets,
    interruption,
    out,
  );

  const stopped = interruption.happened ? 'interrupted' : hasBailed ? 'bail' : undefined;
  const run: RunFacts = {
    startedAt,
    finishedAt: new Date(),
    seed: order.seed,
    profile: order.profile,
    ...(order.apis === undefined ? {} : { apis: order.apis }),
    ...(order.only === undefined ? {} : { only: order.only }),
    unreachable,
    ...(stopped === undefined ? {} : { stopped }),
    crashes: harvest.crashes,
  };
  const { checks } = harvest;
  const conformance = conformanceOf({ suite, catalogue: requirementEntries, target, run, checks });

  const paths = await reports.write(conformance, checks);
  const shown = paths.map((path) => relative(process.cwd(), path));
  out.write(`\n${summaryOf(conformance, { colour: hasColours(out), reports: shown })}\n`);
  return tellLeaks(order.output, secrets, out) ? 1 : conformance.run.exitStatus;
}

/** Somebody else's server is asked first whether it is there; the embedded one always is. */
async function lookAhead(
  { configuration, apis: wanted = apis }: Order,
  interruption: Interruption,
): Promise<Preflight> {
  const nothingSeen: Preflight = { unreachable: {}, hints: [] };
  if (configuration.kind === 'embedded') return nothingSeen;
  return await Promise.race([
    preflight(configuration.target, wanted),
    interruption.whenHappened.then(() => nothingSeen),
  ]);
}

/** The requirements that can be asked about and are wanted. */
function selectedIn(
  { apis: wanted, only }: Order,
  { apis: configured }: TargetFacts,
  unreachable: Preflight['unreachable'],
): RequirementId[] {
  return requirementEntries.flatMap(([id]) => {
    const api = apiOf(id);
    const isThere = configured[api] !== undefined && unreachable[api] === undefined;
    return isThere && wanted?.includes(api) !== false && only?.has(id) !== false ? [id] : [];
  });
}

interface Asked {
  readonly harvest: Harvest;
  readonly reports: Reports;
  readonly hasBailed: boolean;
}

async function ask(
  order: Order,
  target: TargetFacts,
  selected: readonly RequirementId[],
  secrets: readonly Secret[],
  interruption: Interruption,
  out: NodeJS.WriteStream,
): Promise<Asked> {
  const { profile, seed, output: folder, bail, allureReport } = order;
  const environment = { target: target.name, ...target.apis, profile, seed: String(seed) };
  const open = (): Promise<Reports> => openReports({ folder, allureReport, environment });
  if (selected.length === 0 || interruption.happened) {
    return { harvest: { checks: [], crashes: [] }, reports: await open(), hasBailed: false };
  }

  const mask = maskingOf(secrets);
  const bailing = new AbortController();
  const progress = progressOn(await screenOn(out));
  const checks: CheckResult[] = [];
  let reports: ReportQueue | undefined;

  const { crashes } = await runChecks({
    settings: settingsFor(order, selected),
    signal: AbortSignal.any([interruption.signal, bailing.signal]),
    onFilesKnown: (count) => {
      progress.filesKnown(count);
      reports ??= queueFor(open());
    },
    onPlanned: (ids) => progress.planned(ids),
    onCheck: (raw) => {
      const check = masked(raw, mask);
      checks.push(check);
      progress.finished(check);
      reports?.add(check);
      if (bail && breaksAClause(check, profile, selected)) bailing.abort();
    },
  });
  progress.end();
  return {
    harvest: { checks, crashes: crashes.map(mask) },
    reports: await (reports?.opened ?? open()),
    hasBailed: bailing.signal.aborted,
  };
}

interface ReportQueue {
  readonly opened: Promise<Reports>;
  readonly add: Reports['add'];
}

/** Keeps what comes before the report libraries are loaded. */
function queueFor(opening: Promise<Reports>): ReportQueue {
  const waiting: CheckResult[] = [];
  let reports: Reports | undefined;

  const opened = opening.then((loaded) => {
    for (const one of waiting) loaded.add(one);
    reports = loaded;
    return loaded;
  });
  // Whoever waits for them at the end hears of it; until then nobody is there to.
  opened.catch(() => {});
  return {
    opened,
    add: (check) => {
      if (reports === undefined) waiting.push(check);
      else reports.add(check);
    },
  };
}

function settingsFor(
  { configuration, profile, seed, runsFactor }: Order,
  selected: readonly RequirementId[],
): RunSettings {
  return {
    seed,
    profile,
    ...(configuration.kind === 'target' ? { target: configuration.target } : {}),
    ...(selected.length === requirementEntries.length ? {} : { only: selected }),
    ...(runsFactor === undefined ? {} : { runsFactor }),
  };
}

function breaksAClause(
  { verdict, requirement, breaches }: CheckResult,
  profile: Profile,
  selected: readonly RequirementId[],
): boolean {
  const counts = (id: RequirementId): boolean =>
    isJudged(requirements[id].level, profile) && selected.includes(id);
  return (
    (verdict === 'failed' && counts(requirement)) || breaches.some((one) => counts(one.requirement))
  );
}

function targetFactsOf(configuration: Order['configuration']): TargetFacts {
  if (configuration.kind === 'embedded') {
    const embedded = apisOfTheCatalogue().map((api) => [api, 'embedded'] as const);
    return {
      name: configuration.name,
      apis: Object.fromEntries(embedded),
      controlPlane: true,
      notConfigured: {},
    };
  }
  const { name, apis: configured, control, notConfigured } = configuration.target;
  const addresses = apis.flatMap((api) => {
    const baseUrl = configured[api]?.baseUrl;
    return baseUrl === undefined ? [] : [[api, baseUrl] as const];
  });
  return {
    name,
    apis: Object.fromEntries(addresses),
    controlPlane: control !== undefined,
    notConfigured,
  };
}

/** The last look: whether a credential got into a file although everything was masked on its way. */
function tellLeaks(output: string, secrets: readonly Secret[], out: NodeJS.WriteStream): boolean {
  const leaks = leaksIn(
    writtenByARun.map((name) => join(output, name)),
    secrets,
  );
  if (leaks.length === 0) return false;
  out.write(
    [
      '',
      'A CREDENTIAL GOT INTO A REPORT. Do not pass these files on; this is a defect of the suite:',
      ...leaks.map((leak) => `  ${leak}`),
      '',
    ].join('\n'),
  );
  return true;
}

function nameAndVersion(): Conformance['suite'] {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version } = JSON.parse(text) as Conformance['suite'];
  return { name, version };
}
