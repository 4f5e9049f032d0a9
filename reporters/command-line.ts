import { Command, CommanderError } from 'commander';
import type { CommandName } from './called.ts';
import type { ExitStatus } from './conformance.ts';
import { keptByNpm } from './npm-options.ts';

interface Running {
  /** The script of npm that it is, where options that npm kept for itself are pointed out. */
  readonly script?: CommandName;
  /** Says what went wrong and how the command ends; otherwise the error is thrown on. */
  readonly statusFor?: (error: unknown) => ExitStatus;
}

/** A command that throws, rather than ends the process, once it has shown its help or refused a command line. */
export function newCommand(name: string): Command {
  return new Command(name).helpOption('-h, --help', 'show this').exitOverride();
}

/** Reads the command line and does the work: the process ends with its status, or 2 after wrong usage. */
export async function runCommand(
  command: Command,
  work: () => Promise<ExitStatus | undefined> | ExitStatus | undefined,
  { script, statusFor }: Running = {},
): Promise<void> {
  try {
    const lost = script === undefined ? undefined : keptByNpm(script, command.options);
    if (lost !== undefined) command.error(`error: ${lost}`);
    command.parse();
    const status = await work();
    if (status !== undefined) process.exitCode = status;
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else {
      if (statusFor === undefined) throw error;
      process.exitCode = statusFor(error);
    }
  }
}
