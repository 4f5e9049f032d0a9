import { called, type CommandName } from './called.ts';
import { isPackage } from './own-files.ts';

interface Option {
  readonly long?: string | undefined;
}

/**
 * What is wrong where npm took options for its own, because no `--` stands before them: it runs the script
 * without them and leaves them in the environment. `--only` is npm's own, and leaves nothing behind: see
 * `whereEverythingIsAsked`.
 */
export function keptByNpm(
  command: CommandName,
  options: readonly Option[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  asPackage = isPackage,
): string | undefined {
  // Whoever starts it from a script of their own gives that script's options to npm.
  const script = command === 'certify' ? 'start' : command;
  if (asPackage || env['npm_lifecycle_event'] !== script) return undefined;
  const names = options.map(({ long = '' }) => long.replace(/^--(no-)?/, ''));
  const lost = names.filter((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
  if (lost.length === 0) return undefined;
  const kept = lost.map((name) => `--${name}`).join(', ');
  const fix = called(command, `--${lost[0]} …`, asPackage);
  return `npm kept ${kept} for itself; put -- before the options: ${fix}`;
}

/** What a run of everything begins with, as somebody may have written `--only` without a `--` before it. */
export function whereEverythingIsAsked(
  args: readonly string[] = process.argv.slice(2),
  env: Readonly<Record<string, string | undefined>> = process.env,
  asPackage = isPackage,
): string[] {
  if (asPackage || env['npm_lifecycle_event'] !== 'start' || args.length > 0) return [];
  return [
    `Everything is asked. For a part of it: ${called('certify', '--only …', asPackage)} (without the --, npm keeps --only for itself)`,
  ];
}
