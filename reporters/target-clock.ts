import { setTimeout as sleep } from 'node:timers/promises';
import { clockTurns } from '../fixtures/target/clock-turns.ts';
import type { Configuration } from '../fixtures/target/configuration.ts';
import type { Interruption } from './interruption.ts';
import { writeLine } from './screen.ts';

// What a run has to do with the clock of its target, of which there is only one.

type Asked = Exclude<Configuration, { kind: 'problems' }>;

/** A run does not wait longer than this to learn what time a target thinks it is. */
const patienceMs = 5_000;

/** Waits while another run of this machine moves the clock of the same target. */
export async function takeTurn(
  configuration: Asked,
  interruption: Interruption,
  out: NodeJS.WriteStream,
): Promise<Disposable> {
  const control = configuration.kind === 'embedded' ? undefined : configuration.target.control;
  if (control === undefined) return { [Symbol.dispose]: () => {} };
  const turns = clockTurns(control.url);
  const telling = setTimeout(() => {
    writeLine(out, 'Another run moves the clock of this target; waiting for it to end');
  }, 1_000);
  await Promise.race([turns.ask(), interruption.whenHappened]);
  clearTimeout(telling);
  return { [Symbol.dispose]: () => turns.leave() };
}

/** How far a run will move the clock of its target, said before it does. */
export function walkInWords(clock: Date, end: Date): string {
  const [from, to] = [clock, end].map((moment) => moment.toISOString().slice(0, 10));
  const years = ((end.getTime() - clock.getTime()) / (365.25 * 86_400_000)).toFixed(1);
  return `The target's clock is at ${from}; this run moves it no further than ${to} (${years} years)`;
}

/** Whether a run moved the clock, beside the minutes that it took. */
export function hasWalked(before: Date, after: Date): boolean {
  return after.getTime() - before.getTime() > 86_400_000;
}

/** Where a run leaves the clock, which only goes forward. */
export function leftInWords(clock: Date): string {
  const day = clock.toISOString().slice(0, 10);
  return `The target's clock is now at ${day} and does not go back: the next run begins there, and its test cards may expire. Restart the target before a full one`;
}

/** The target's clock, where it shows one; the embedded sandboxes have each their own. */
export async function clockOf(configuration: Asked): Promise<Date | undefined> {
  if (configuration.kind === 'embedded') return undefined;
  const { control, requestTimeoutMs } = configuration.target;
  if (control === undefined) return undefined;
  const [{ connect }, { controlClient }, { paceOf }] = await Promise.all([
    import('../fixtures/clients/http.ts'),
    import('../fixtures/clients/control.ts'),
    import('../fixtures/target/pace.ts'),
  ]);
  const pace = paceOf({ concurrency: 1 });
  const connection = connect({ baseUrl: control.url, requestTimeoutMs, pace, patienceMs });
  const asked = controlClient(connection, control.token).now();
  return await Promise.race([asked, sleep(patienceMs, undefined, { ref: false })]).catch(
    () => undefined,
  );
}
