/**
 * Options that npm took for its own, because no `--` stands before them: it runs the script without them and
 * leaves them in the environment. `names` are those of the script, without dashes. One that npm knows
 * itself and finds wrong, such as `--only`, leaves nothing behind.
 */
export function optionsKeptByNpm(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  // Whoever starts it from a script of their own gives that script's options to npm.
  if (env['npm_lifecycle_event'] !== 'start') return [];
  return names.filter((name) => env[`npm_config_${name.replaceAll('-', '_')}`] !== undefined);
}
