import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * The whole sandbox below `root` as one script, with other `code` for some of its files, by their absolute
 * paths. The script is the body of a function with `require` and `exports`: whoever calls it gets a
 * sandbox of its own, with everything in it evaluated afresh.
 */
export async function sandboxScript(
  root: string,
  code: ReadonlyMap<string, string>,
): Promise<string> {
  const sandbox = join(root, 'sandbox');
  const entry = 'changed-sandbox';
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    treeshake: false,
    external: (id) => /^[a-z@]/.test(id) && id !== entry,
    plugins: [
      {
        name: 'changed sandbox',
        resolveId(id) {
          if (id === entry) return entry;
          if (!id.endsWith('/signing-keys.ts')) return undefined;
          return { id: join(sandbox, 'gateway/signing-keys.ts'), external: 'absolute' };
        },
        load(id) {
          if (id === entry) {
            return `export { startSandbox } from '${sandbox}/server.ts';
              export { moods } from '${sandbox}/moods.ts';
              export { usualChoices } from '${sandbox}/choices.ts';`;
          }
          const content = code.get(id);
          return content === undefined ? undefined : { code: content, moduleType: 'ts' };
        },
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named', minify: false });
  await bundle.close();
  return output[0].code;
}
