import { isPackage } from './own-files.ts';

/** What can be typed. `start` certifies; the next ones follow it in a clone, the others are scripts there. */
const afterStart = ['doctor', 'list', 'explain', 'next'] as const;
const scripts = ['sandbox', 'merge', 'matrix', 'verify', 'openapi', 'site'] as const;
export type CommandName = 'certify' | (typeof afterStart)[number] | (typeof scripts)[number];

/** All of them, which the package takes as its first word. */
export const commandNames: readonly CommandName[] = ['certify', ...afterStart, ...scripts];

/** The name of the package, and of its command. */
export const packageName = 'card-service-conformance';

/**
 * A command as somebody types it: `npm run merge -- shards/1` in a clone, `npx card-service-conformance merge
 * shards/1` where the package is installed.
 */
export function called(command: CommandName, words = '', asPackage = isPackage): string {
  if (asPackage) return [`npx ${packageName} ${command}`, words].filter(Boolean).join(' ');
  const [script, ...more] = wordsInAClone(command);
  const rest = [...more, words].filter(Boolean).join(' ');
  return rest === '' ? `npm ${script}` : `npm ${script} -- ${rest}`;
}

/** ` --output DIR` as somebody types it who has given one; nothing where reports are in their usual place. */
export function outputOption(folder: string | undefined): string {
  if (folder === undefined || folder === usualOutput) return '';
  const plain = /^[\w./:@%+=\\-]+$/.test(folder);
  return ` --output ${plain ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`}`;
}

/** Where reports are written if nobody says otherwise. */
export const usualOutput = 'reports';

/** What stands before the options of a command in its help. */
export function prefixOf(command: CommandName, asPackage = isPackage): string {
  const alone = called(command, '', asPackage);
  return asPackage || alone.includes(' -- ') ? alone : `${alone} --`;
}

function wordsInAClone(command: CommandName): readonly string[] {
  if (command === 'certify') return ['start'];
  const follows = afterStart.some((name) => name === command);
  return follows ? ['start', command] : [`run ${command}`];
}

/** Commands with what they are for, in two columns. */
export function listed(
  commands: readonly (readonly [CommandName, words: string, purpose: string])[],
): string {
  const typed = commands.map(([command, words]) => called(command, words));
  const width = Math.max(...typed.map((one) => one.length)) + 3;
  return commands
    .map(([, , purpose], at) => `  ${(typed[at] ?? '').padEnd(width)}${purpose}`)
    .join('\n');
}
