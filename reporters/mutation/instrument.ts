import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { rolldown } from 'rolldown';
import type { Mutant } from './mutant.ts';

type Logger = ConstructorParameters<typeof Instrumenter>[0];
type Ignorer = Parameters<Instrumenter['instrument']>[1]['ignorers'][number];

/**
 * Writes the whole sandbox into one script in which every mutant of `files` is there and none is
 * active, and returns the mutants. The script is a function body: whoever calls it decides which
 * mutants are active, and gets a sandbox of its own with everything in it evaluated afresh, so that
 * tables and constants are mutated like the rest.
 */
export async function instrument(
  root: string,
  files: readonly string[],
  script: string,
): Promise<Mutant[]> {
  const sources = new Map(
    files.map((file) => [join(root, file), readFileSync(join(root, file), 'utf8')]),
  );
  const { mutants, files: mutated } = await new Instrumenter(silent).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [wordings, lawfulChoices], noHeader: true },
  );
  const code = new Map(mutated.map(({ name, content }) => [name, content]));
  writeFileSync(script, await bundled(root, code));

  return mutants.map(({ id, fileName, location, mutatorName, replacement, statusReason }) => {
    const { start, end } = location;
    return {
      id,
      file: relative(root, fileName),
      location: {
        start: { line: start.line + 1, column: start.column + 1 },
        end: { line: end.line + 1, column: end.column + 1 },
      },
      mutator: mutatorName,
      original: textAt(sources.get(fileName) ?? '', start, end),
      replacement: replacement ?? '',
      ...(statusReason === undefined ? {} : { ignored: statusReason }),
    };
  });
}

/** What is read of a place in the source: StrykerJS leaves the types of its paths open. */
interface Place {
  readonly node: Node;
  readonly parent?: Node;
}

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly object?: Node;
  readonly property?: Node;
  readonly left?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
}

/** Errors whose first argument is the reason, from a closed list, and those of the sandbox itself. */
const refusals = new Set(['Refusal', 'GatewayError', 'SubscriptionError']);
const defects = new Set(['RangeError', 'Error', 'TypeError']);

/** Leaves the wordings of errors alone; which error it is stays a matter of the checks. */
const wordings: Ignorer = {
  shouldIgnore(path) {
    const { node, parent } = path as unknown as Place;
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
    if (parent?.type !== 'NewExpression') return undefined;
    const name = parent.callee?.name ?? '';
    const isWording = defects.has(name) || (refusals.has(name) && node !== parent.arguments?.[0]);
    return isWording ? 'the wording of an error, which no document shows' : undefined;
  },
};

/**
 * Leaves the question alone which lawful choice a sandbox takes: its answer is another lawful
 * sandbox, and the moods are all of them.
 */
const lawfulChoices: Ignorer = {
  shouldIgnore(path) {
    const { node } = path as unknown as Place;
    const asked = node.type === 'BinaryExpression' ? node.left : node;
    return isChoice(asked)
      ? 'which lawful choice is taken; the moods are asked in any case'
      : undefined;
  },
};

/** `choices.sameStatus`, `world.choices.gateway.declineCallbacks`. */
function isChoice(node: Node | undefined): boolean {
  if (node?.type !== 'MemberExpression') return false;
  return (
    [node.object, node.property].some((one) => one?.name === 'choices') || isChoice(node.object)
  );
}

/** A project's own code becomes one script; packages and the maker of keys stay outside. */
async function bundled(root: string, code: ReadonlyMap<string, string>): Promise<string> {
  const sandbox = join(root, 'fixtures/sandbox');
  const entry = 'mutated-sandbox';
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    treeshake: false,
    external: (id) => /^[a-z@]/.test(id) && id !== entry,
    plugins: [
      {
        name: 'mutated sandbox',
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

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Positions count from 0 here. */
function textAt(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined),
    )
    .join('\n');
}

const nothing = (): void => {};
const off = (): boolean => false;
const silent: Logger = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
