import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ControlClient, controlClient } from '../../fixtures/clients/control.ts';
import { type GatewayClient, gatewayClient } from '../../fixtures/clients/gateway.ts';
import { connect } from '../../fixtures/clients/http.ts';
import { type Journal, journalOf, noting, timed } from '../../fixtures/transcript/journal.ts';
import {
  type SubscriptionsClient,
  subscriptionsClient,
} from '../../fixtures/clients/subscriptions.ts';
import { type V1Client, v1Client } from '../../fixtures/clients/v1.ts';
import { type V2Client, v2Client } from '../../fixtures/clients/v2.ts';
import { deviationOf } from '../../fixtures/deviation.ts';
import { reproductionOf } from '../../fixtures/reproduction/reproduce.ts';
import type { Reproduction } from '../../fixtures/reproduction/reproduction.ts';
import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';
import { readConfiguration } from '../../fixtures/target/configuration.ts';
import type { Embedded } from '../../fixtures/target/embedded.ts';
import { startEmbedded } from '../../proof/variants.ts';
import { paceOf } from '../../fixtures/target/pace.ts';
import type { Target } from '../../fixtures/target/target.ts';
import type { Conformance } from '../conformance.ts';
import { temporaryFolder } from '../testing.ts';
import { scriptFor } from './script.ts';
import { writeCommon } from './write.ts';

/** What a check may ask, against one sandbox, with its journal. */
export interface Clients {
  readonly v1: V1Client;
  readonly v2: V2Client;
  readonly gateway: GatewayClient;
  readonly subscriptions: SubscriptionsClient;
  readonly control: ControlClient;
}

type Act = (clients: Clients) => Promise<void>;

/** A failure told as a reproduction: the act is the body of a check, and must fail. */
export async function told(
  requirement: RequirementId,
  sandbox: Embedded,
  act: Act,
): Promise<Reproduction> {
  const target = targetOf(sandbox.environment);
  const journal = journalOf(() => {});
  const deviation = await act(clientsOf(target, journal)).then(
    () => undefined,
    (error: unknown) => deviationOf(error as Error),
  );
  if (deviation === undefined) throw new Error('the act did not fail');
  const failure = { ...deviation, requirement };
  const behaviour = 'does what the document says';
  const reproduction = reproductionOf(journal.recorded(), target, failure, { behaviour });
  if (reproduction === undefined) throw new Error('nothing was told');
  return reproduction;
}

/** A sandbox for the length of a test: clean, or with a fault. */
export async function sandboxWith(fault?: string): Promise<Embedded> {
  const sandbox = await startEmbedded(fault === undefined ? undefined : `fault:${fault}`);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const aRun = { seed: 7, profile: 'nightly' } as Conformance['run'];

export function scriptOf(reproduction: Reproduction): string {
  const { requirement: id } = reproduction.failure;
  return scriptFor({ id, ...requirements[id], verdict: 'failed', checks: [] }, reproduction, aRun);
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script as a stranger would, with nothing but the settings in its environment. */
export async function bash(
  script: string,
  environment: Readonly<Record<string, string>>,
  path = process.env['PATH'] ?? '',
): Promise<Ended> {
  const folder = temporaryFolder();
  const file = join(folder, 'repro.sh');
  writeCommon(folder);
  writeFileSync(file, script, { mode: 0o755 });
  const child = spawn('bash', [file], { cwd: folder, env: { ...environment, PATH: path } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** What the script says that it got, in one line. */
export function got({ output }: Ended): string {
  const [lines] = /^got {7}.*(?:\n {10}.*)*/m.exec(output) ?? [];
  return lines?.replaceAll(/\n +/g, '  ') ?? `nothing: ${output}`;
}

export function targetOf(environment: Readonly<Record<string, string>>): Target {
  const configuration = readConfiguration(environment);
  if (configuration.kind !== 'target') throw new Error('no target');
  return configuration.target;
}

function clientsOf(target: Target, journal: Journal): Clients {
  const pace = paceOf({ concurrency: 8 });
  const to = (baseUrl = ''): ReturnType<typeof connect> =>
    timed(connect({ baseUrl, requestTimeoutMs: 60_000, pace }));
  const { v1, v2, gateway, subscriptions } = target.apis;
  const { control } = target;
  if (!v1 || !v2 || !gateway || !subscriptions || !control)
    throw new Error('a whole target is needed');
  const learned = new Map<string, Promise<unknown>>();
  const learn = <T>(what: string, find: () => Promise<T>): Promise<T> => {
    const known = learned.get(what) ?? find();
    learned.set(what, known);
    return known as Promise<T>;
  };
  return {
    v1: v1Client(to(v1.baseUrl), journal, v1, learn),
    v2: v2Client(to(v2.baseUrl), journal, v2, learn),
    gateway: gatewayClient(to(gateway.baseUrl), journal, gateway, learn),
    subscriptions: subscriptionsClient(to(subscriptions.baseUrl), journal, subscriptions, learn),
    control: controlClient(noting(to(control.url), journal), control.token),
  };
}
