import { type KeyObject, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keepLearned, type LearnedSecrets } from '../fixtures/transcript/known-secrets.ts';
import { type Api, apiOf, apis } from '../fixtures/requirements/requirement.ts';
import {
  type RequirementId,
  requirementEntries,
  requirements,
} from '../fixtures/requirements/index.ts';
import type { Configuration } from '../fixtures/target/configuration.ts';
import type { Profile } from '../fixtures/target/profile.ts';
import type { RunSettings } from '../fixtures/target/run.ts';
import { secretsOf } from '../fixtures/target/target.ts';
import { endOfWalk } from '../fixtures/target/walk.ts';
import type { Conformance, ExitStatus, FailOn } from './conformance.ts';
import { closeReports } from './close-reports.ts';
import { commandsOff } from './gate/gate.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import type { Preflight } from './preflight.ts';
import { progressOn } from './progress.ts';
import { openReports, type Reports } from './reports.ts';
import type { Place } from './report-place.ts';
import type { CheckResult, RunResults } from './results.ts';
import type { Shard } from '../fixtures/target/run.ts';
import { screenOn, writeLine } from './screen.ts';
import { shardFactsOf, statusOfShard } from './shards/shard.ts';
import { withSecondAttempts } from './second-attempts.ts';
import { masked, maskingOf, type Secret, secretsOfKey } from './secrets/secrets.ts';
import { apisOfTheCatalogue } from './selection.ts';
import { suiteIdentity } from './suite-identity.ts';
import { clockOf, hasWalked, leftInWords, takeTurn, walkInWords } from './target-clock.ts';
import { captureOutput } from './secrets/terminal.ts';
import { showThrottling } from './throttling.ts';
import { conformanceOf, isJudged, type RunFacts, type TargetFacts } from './verdict.ts';
import { checksToRun, movesTheClock, type Part, runChecks } from './vitest-run.ts';
import type { WaiversFile } from './waivers/waivers-file.ts';

/** A run as it was ordered, every value checked. */
export interface CertificationRequest {
  readonly configuration: Exclude<Configuration, { kind: 'problems' }>;
  /** What the doctor said first, line by line; what it could not ask; what it predicted. */
  readonly foreword: readonly string[];
  readonly unreachable: Preflight['unreachable'];
  readonly inVain: Preflight['inVain'];
  readonly foretold: ReadonlySet<RequirementId>;
  /** What a first look showed that may explain a failure. */
  readonly hints: readonly string[];
  readonly profile: Profile;
  readonly seed: number;
  /** An existing folder, and where its reports end up. */
  readonly output: string;
  /** Of `--output`, as it was given. */
  readonly givenOutput: string;
  readonly place: Place;
  /** Of `--api` and `--only`; all when absent. */
  readonly apis?: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
  /** Stop at the first non-conformance. */
  readonly bail: boolean;
  /** Generate the HTML report. */
  readonly allureReport: boolean;
  readonly allowInconsistent: boolean;
  /** Of `--fail-on`: whether advisory breaches count. */
  readonly failOn: FailOn;
  /** How long the result may be relied upon. */
  readonly validDays: number;
  readonly waivers?: NamedWaivers;
  /** Ed25519, of `CERTIFICATE_KEY_FILE`. */
  readonly signingKey?: KeyObject;
  /** The result of `--compare`. */
  readonly earlier?: Conformance;
  /** The part of `--shard`. */
  readonly shard?: Shard;
  /** The words of `--api` and `--only`. */
  readonly selection?: NonNullable<Conformance['run']['selection']>;
  readonly runsFactor?: number;
  readonly workers?: number;
}

/** The file of `--waivers`, by which its name and digest are attested. */
export type NamedWaivers = Extract<WaiversFile, { waivers: unknown }> & { readonly name: string };

/** Asks the target, writes every report, tells the terminal, and answers the exit status. */
export async function certify(
  order: CertificationRequest,
  out: NodeJS.WriteStream,
): Promise<ExitStatus> {
  const startedAt = new Date();
  using heard = captureOutput([out, process.stderr]);
  // What a target says must not be taken for a command to the CI server.
  const commands = commandsOff(process.env);
  out.write(commands?.before ?? '');
  const suite = suiteIdentity();
  const target = targetFactsOf(order.configuration);
  const secrets =
    order.configuration.kind === 'target' ? secretsOf(order.configuration.target) : [];
  const { shard } = order;
  const part = shard === undefined ? '' : `, part ${shard.index} of ${shard.count}`;
  writeLine(
    out,
    `${suite.name} ${suite.version}: certifying ${target.name}${part}, seed ${order.seed}`,
  );

  using interruption = listenForInterruption(
    out,
    `Quit. This run leaves no reports; what it had begun is in ${order.output}, and earlier reports are as they were.`,
  );
  for (const line of order.foreword) writeLine(out, line);
  using turns = await takeTurn(order.configuration, interruption, out);
  const { unreachable } = order;
  const wanted = selectedIn(order, target, unreachable);
  const inVain = inVainAmong(order, wanted);
  const selected = wanted.filter(isWorthAsking(inVain));
  // Where nobody is to be asked, what does not answer either is not waited for.
  const clock = selected.length === 0 ? undefined : await clockOf(order.configuration);
  const walkUntil = clock === undefined ? undefined : endOfWalk(clock);
  const isMoved = movesTheClock(settingsFor(order, selected, walkUntil));
  if (clock !== undefined && walkUntil !== undefined && isMoved) {
    writeLine(out, walkInWords(clock, walkUntil));
  }
  const { harvest, reports, hasBailed } = await ask(
    { ...order, inVain },
    target,
    selected,
    secrets,
    interruption,
    turns,
    walkUntil,
    out,
  );

  const stopped = interruption.happened ? 'interrupted' : hasBailed ? 'bail' : undefined;
  const targetClock = clock === undefined ? undefined : await clockOf(order.configuration);
  if (clock !== undefined && targetClock !== undefined && hasWalked(clock, targetClock)) {
    writeLine(out, leftInWords(targetClock));
  }
  const { checks } = harvest;
  const { customer, laboratory, catalogue } = order.configuration.names;
  const run: RunFacts = {
    id: randomUUID(),
    startedAt,
    finishedAt: new Date(),
    machine: `node ${process.version} on ${process.platform} ${process.arch}`,
    ...(customer === undefined ? {} : { customer }),
    ...(laboratory === undefined ? {} : { laboratory }),
    ...(catalogue === undefined ? {} : { catalogue }),
    validDays: order.validDays,
    allowInconsistent: order.allowInconsistent,
    failOn: order.failOn,
    ...(order.shard === undefined ? {} : { shard: shardFactsOf(order.shard, checks) }),
    ...(order.selection === undefined ? {} : { selection: order.selection }),
    ...(targetClock === undefined ? {} : { targetClock }),
    seed: order.seed,
    profile: order.profile,
    ...(order.apis === undefined ? {} : { apis: order.apis }),
    ...(order.only === undefined ? {} : { only: order.only }),
    unreachable,
    inVain,
    ...(stopped === undefined ? {} : { stopped }),
    crashes: harvest.crashes,
  };
  const conformance = conformanceOf({
    suite,
    catalogue: requirementEntries,
    target,
    run,
    checks,
    ...(order.waivers === undefined ? {} : { waivers: order.waivers.waivers }),
    ...(order.earlier === undefined ? {} : { earlier: order.earlier }),
  });

  const written = await reports.write(conformance, checks);
  const { folder, note } = order.place.settle(conformance);
  // What is no longer there has been left out, such as the trend of runs that this one is no part of.
  const paths = written
    .map((path) => join(folder, relative(order.output, path)))
    .filter((path) => existsSync(path));
  const learned = secretsAmong(checks);
  const isSafe = closeReports(
    {
      conformance,
      paths,
      secrets: [...secrets, ...keyOfTheGateway(order)],
      learned,
      terminal: heard,
      commandsOn: commands?.after ?? '',
      ...order,
      output: folder,
      ...(note === undefined ? {} : { note }),
    },
    out,
  );
  const status =
    order.shard === undefined ? conformance.run.exitStatus : statusOfShard(conformance);
  // Reports that cannot be passed on are the suite's trouble, not the target's.
  return isSafe ? status : 2;
}

/** It is never sent, and never to be written. */
function keyOfTheGateway({ configuration }: CertificationRequest): Secret[] {
  const pem = configuration.kind === 'target' ? configuration.target.apis.gateway?.signingKey : '';
  return secretsOfKey('GATEWAY_SIGNING_KEY_FILE', pem ?? '');
}

function secretsAmong(checks: readonly CheckResult[]): LearnedSecrets {
  return {
    cardNumbers: checks.flatMap(({ secrets }) => secrets?.cardNumbers ?? []),
    codes: checks.flatMap(({ secrets }) => secrets?.codes ?? []),
  };
}

/** The requirements that can be asked about and are wanted. */
function selectedIn(
  { apis: wanted, only }: CertificationRequest,
  { apis: configured }: TargetFacts,
  unreachable: Preflight['unreachable'],
): RequirementId[] {
  return requirementEntries.flatMap(([id]) => {
    const api = apiOf(id);
    const isThere = configured[api] !== undefined && unreachable[api] === undefined;
    return isThere && wanted?.includes(api) !== false && only?.has(id) !== false ? [id] : [];
  });
}

/** What everything else of an API stands on, and shows alone that nothing of it is there. */
const firstThing: Readonly<Record<Api, RequirementId>> = {
  v1: 'v1.register-customer.account-number-is-a-string',
  v2: 'v2.cardholder.id-is-a-string',
  gateway: 'gateway.register.succeeds',
  subscriptions: 'subscriptions.create.shows-checkout-url',
};

/**
 * The APIs that answer everything alike. A part of a run does not know whether another part asks the first
 * thing, and neither does a selection without it: these ask what they were told to.
 */
function inVainAmong(
  { inVain, shard }: CertificationRequest,
  wanted: readonly RequirementId[],
): Preflight['inVain'] {
  const isAsked = (api: string): boolean => wanted.some((id) => id === firstThingOf(api));
  const told = Object.entries(inVain).filter(([api]) => shard === undefined && isAsked(api));
  return Object.fromEntries(told);
}

function firstThingOf(api: string): RequirementId | undefined {
  return apis.includes(api as Api) ? firstThing[api as Api] : undefined;
}

function isWorthAsking(inVain: Preflight['inVain']): (id: RequirementId) => boolean {
  return (id) => inVain[apiOf(id)] === undefined || id === firstThing[apiOf(id)];
}

interface Asked {
  readonly harvest: RunResults;
  readonly reports: Reports;
  readonly hasBailed: boolean;
}

async function ask(
  order: CertificationRequest,
  target: TargetFacts,
  selected: readonly RequirementId[],
  secrets: readonly Secret[],
  interruption: Interruption,
  turns: Disposable,
  walkUntil: Date | undefined,
  out: NodeJS.WriteStream,
): Promise<Asked> {
  const { profile, failOn, seed, output: folder, bail, allureReport } = order;
  const mask = maskingOf(secrets);
  const { catalogue } = order.configuration.names;
  const pages = catalogue === undefined ? {} : { catalogue };
  const environment = {
    target: target.name,
    ...target.apis,
    profile,
    seed: String(seed),
    counted: 'checks, not requirements',
  };
  const open = (): Promise<Reports> =>
    openReports({ folder, allureReport, environment, failOn, ...pages, mask });
  if (selected.length === 0 || interruption.happened) {
    return { harvest: { checks: [], crashes: [] }, reports: await open(), hasBailed: false };
  }

  const bailing = new AbortController();
  const screen = await screenOn(out);
  const throttling = showThrottling(screen);
  const progress = progressOn(screen, { failOn });
  const settings = settingsFor(order, selected, walkUntil);
  // The first thing of each API is asked before anybody has read how much there is.
  if (Object.keys(order.inVain).length === 0) progress.foreseen(checksToRun(settings));
  let reports: ReportQueue | undefined;

  const signal = AbortSignal.any([interruption.signal, bailing.signal]);
  const settled: CheckResult[] = [];
  const crashes: string[] = [];
  for (const part of partsOf(order)) {
    if (signal.aborted) break;
    const checks: CheckResult[] = [];
    const harvest = await runChecks({
      settings,
      ...part,
      signal,
      onFilesKnown: (count) => {
        progress.filesKnown(count);
        reports ??= queueFor(open());
      },
      onPlanned: (ids) => progress.planned(ids),
      onCheck: (raw) => {
        // What one worker has seen may come back in the words of another's check.
        if (raw.secrets !== undefined) keepLearned(raw.secrets);
        const check = masked(raw, mask);
        checks.push(check);
        progress.finished(check);
        reports?.add(check);
        if (bail && breaksAClause(check, failOn, selected)) bailing.abort();
      },
    });
    crashes.push(...harvest.crashes);
    // Before the clock moves on: years later, a target may refuse for other reasons.
    const tried = await withSecondAttempts(checks, {
      settings,
      counts: (id) =>
        isJudged(requirements[id].level, failOn) &&
        selected.includes(id) &&
        order.inVain[apiOf(id)] === undefined,
      mask: (check) => masked(check, mask),
      signal: interruption.signal,
      onBegin: (count) => {
        const these = count === 1 ? 'check' : 'checks';
        writeLine(out, `Retrying ${count} ${these}, one at a time`);
      },
    });
    settled.push(...tried);
  }
  progress.end();
  throttling[Symbol.dispose]();
  // What is left to do takes a while, and asks the target nothing.
  turns[Symbol.dispose]();
  return {
    harvest: { checks: settled, crashes: crashes.map(mask) },
    reports: await (reports?.opened ?? open()),
    hasBailed: bailing.signal.aborted,
  };
}

/**
 * Where the clock of a target is moved, first what leaves it alone; embedded sandboxes have a clock
 * each, and a clock that cannot be moved keeps nothing apart.
 */
function partsOf({ configuration }: CertificationRequest): readonly { readonly part?: Part }[] {
  const isMoved = configuration.kind === 'target' && configuration.target.control !== undefined;
  return isMoved ? [{ part: 'still' }, { part: 'walk' }] : [{}];
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
  { configuration, profile, seed, runsFactor, workers, shard }: CertificationRequest,
  selected: readonly RequirementId[],
  walkUntil: Date | undefined,
): RunSettings {
  return {
    seed,
    profile,
    ...(walkUntil === undefined ? {} : { walkUntil: walkUntil.toISOString() }),
    ...(configuration.kind === 'target' ? { target: configuration.target } : {}),
    ...(selected.length === requirementEntries.length ? {} : { only: selected }),
    ...(shard === undefined ? {} : { shard }),
    ...(runsFactor === undefined ? {} : { runsFactor }),
    ...(workers === undefined ? {} : { workers }),
  };
}

function breaksAClause(
  { verdict, requirement, breaches }: CheckResult,
  failOn: FailOn,
  selected: readonly RequirementId[],
): boolean {
  const counts = (id: RequirementId): boolean =>
    isJudged(requirements[id].level, failOn) && selected.includes(id);
  return (
    (verdict === 'failed' && counts(requirement)) || breaches.some((one) => counts(one.requirement))
  );
}

function targetFactsOf(configuration: CertificationRequest['configuration']): TargetFacts {
  const { version, digest } = configuration.names;
  const build = {
    ...(version === undefined ? {} : { version }),
    ...(digest === undefined ? {} : { digest }),
  };
  if (configuration.kind === 'embedded') {
    const embedded = apisOfTheCatalogue().map((api) => [api, 'embedded'] as const);
    return {
      name: configuration.name,
      ...build,
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
    ...build,
    apis: Object.fromEntries(addresses),
    controlPlane: control !== undefined,
    notConfigured,
  };
}
