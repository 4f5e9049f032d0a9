import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { AllureCheck, AllureEnvironment } from './allure.ts';
import type { CheckEntry, FailOn } from '../conformance.ts';

/**
 * A process of its own for everything of Allure: its results are flushed to the disk one by one,
 * which would hold up the run, and its page needs much memory for a moment.
 */
interface AllureProcess {
  /** Takes a check that is just over. */
  add(check: AllureCheck): void;
  /** Writes what is left and answers the page's path, if a page was asked for. */
  finish(ending: AllureEnding): Promise<string | undefined>;
}

interface AllureOpening {
  readonly resultsDir: string;
  readonly environment: AllureEnvironment;
  readonly failOn: FailOn;
  /** The folder for the page; absent when none is wanted. */
  readonly pageFolder?: string;
}

interface AllureEnding {
  /** What the page is called. */
  readonly name: string;
  readonly overTheRun: readonly (readonly [RequirementId, CheckEntry])[];
}

type AllureRequest =
  | { readonly kind: 'open'; readonly opening: AllureOpening }
  | { readonly kind: 'check'; readonly check: AllureCheck }
  | { readonly kind: 'finish'; readonly ending: AllureEnding };

type Reply = { readonly path?: string } | { readonly problem: string };

export function startAllureProcess(opening: AllureOpening): AllureProcess {
  // Detached: Ctrl-C in a terminal reaches a whole group of processes, and the report is still wanted.
  const child = fork(fileURLToPath(import.meta.url), { detached: true, stdio: 'ignore' });
  child.unref();
  child.channel?.unref();
  const gone = replyOf(child);
  const send = (order: AllureRequest): void => {
    if (child.connected) child.send(order);
  };
  send({ kind: 'open', opening });

  return {
    add: (check) => send({ kind: 'check', check }),
    async finish(ending) {
      child.channel?.ref();
      send({ kind: 'finish', ending });
      const reply = await gone;
      if (child.connected) child.disconnect();
      if ('problem' in reply) {
        throw new Error(`the Allure report could not be written: ${reply.problem}`);
      }
      return reply.path;
    },
  };
}

async function replyOf(child: ChildProcess): Promise<Reply> {
  const gone = once(child, 'exit').then(([code]): Reply => ({
    problem: `its process ended with status ${code}`,
  }));
  const reply = once(child, 'message').then(([message]) => message as Reply);
  return await Promise.race([reply, gone]);
}

if (import.meta.main && process.send !== undefined) {
  const reply = (message: Reply): void => void process.send?.(message);
  process.once('disconnect', () => process.exit());

  let work = Promise.resolve<((order: AllureRequest) => Promise<void>) | undefined>(undefined);
  process.on('message', (order: AllureRequest) => {
    work = work
      .then(async (carryOut) => {
        // Nobody waits any more: the run was broken off.
        if (!process.connected) process.exit();
        if (order.kind === 'open') return await opened(order.opening, reply);
        await carryOut?.(order);
        return carryOut;
      })
      .catch((error: unknown) => {
        reply({ problem: String(error) });
        return undefined;
      });
  });
}

/** What carries out the orders that follow. */
async function opened(
  { resultsDir, environment, failOn, pageFolder }: AllureOpening,
  reply: (message: Reply) => void,
): Promise<(order: AllureRequest) => Promise<void>> {
  const { startAllureResults } = await import('./allure.ts');
  const results = startAllureResults(resultsDir, environment, failOn);
  // Loaded while the checks still run; whether that went well matters once it is used.
  const page = pageFolder === undefined ? undefined : import('./allure-page.ts');
  page?.catch(() => {});

  return async (order) => {
    if (order.kind === 'check') results.add(order.check);
    if (order.kind !== 'finish') return;
    const { name, overTheRun } = order.ending;
    results.addOverTheRun(overTheRun);
    if (page === undefined || pageFolder === undefined) return reply({});
    const { writeAllurePage } = await page;
    reply({ path: await writeAllurePage({ folder: pageFolder, resultsDir, name }) });
  };
}
