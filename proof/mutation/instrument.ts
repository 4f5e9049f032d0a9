import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { sandboxScript } from '../sandbox-script.ts';
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
    { plugins: null, excludedMutations: [], ignorers: [lawfulChoices, wordings], noHeader: true },
  );
  const code = new Map(mutated.map(({ name, content }) => [name, content]));
  writeFileSync(script, await sandboxScript(root, code));

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
  readonly scope?: {
    getBinding(name: string): { readonly path: { readonly node: Node } } | undefined;
  };
}

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly object?: Node;
  readonly property?: Node;
  readonly left?: Node;
  readonly right?: Node;
  readonly operator?: string;
  readonly argument?: Node;
  readonly callee?: Node;
  readonly expression?: Node;
  readonly arguments?: readonly Node[];
  readonly test?: Node;
  readonly consequent?: Node | readonly Node[];
  readonly alternate?: Node | null;
  readonly discriminant?: Node;
  readonly cases?: readonly Node[];
  readonly body?: Node | readonly Node[];
  readonly init?: Node;
}

/** Errors whose first argument is the reason, from a closed list, and those of the sandbox itself. */
const refusals = new Set(['Refusal', 'GatewayError', 'SubscriptionError']);
const defects = new Set(['RangeError', 'Error', 'TypeError']);

/** Leaves the wordings of errors alone; which error it is stays a matter of the checks. */
const wordings: Ignorer = {
  shouldIgnore(path) {
    const { node, parent } = path as unknown as Place;
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined;
    if (parent?.callee?.object?.name === 'objections') {
      return 'the wording of an error, which no document shows';
    }
    if (parent?.type !== 'NewExpression') return undefined;
    const name = parent.callee?.name ?? '';
    const isWording = defects.has(name) || (refusals.has(name) && node !== parent.arguments?.[0]);
    return isWording ? 'the wording of an error, which no document shows' : undefined;
  },
};

/**
 * Leaves the question alone which lawful choice a sandbox takes, and what only some of the choices
 * run: its answer is another lawful sandbox, and the moods are all of them.
 */
const lawfulChoices: Ignorer = {
  shouldIgnore(path) {
    const place = path as unknown as Place;
    // Of the tree above, what is done already looks different by now.
    for (const node of ofSomeChoices(place)) if (node) foundOfSomeChoices.add(node);
    if (asksForAChoice(place.node, place) || listsWhatIsKnown(place.node)) {
      return 'which lawful choice is made; the moods are tested anyway';
    }
    return foundOfSomeChoices.has(place.node)
      ? 'what only some of the lawful choices run; the moods are tested anyway'
      : undefined;
  },
};

const foundOfSomeChoices = new WeakSet<Node>();

/** `choices.sameStatus`, a comparison of it, and both joined and negated: nothing else decides. */
function asksForAChoice(node: Node | undefined, place: Place): boolean {
  if (node === undefined) return false;
  switch (node.type) {
    case 'MemberExpression':
    case 'Identifier':
      return isChoice(node, place);
    case 'BinaryExpression':
      return isChoice(node.left, place);
    case 'LogicalExpression':
      return asksForAChoice(node.left, place) && asksForAChoice(node.right, place);
    case 'UnaryExpression':
      return asksForAChoice(node.argument, place);
    default:
      return false;
  }
}

/** `choices.sameStatus`, `world.choices.gateway.declineCallbacks`, or a name that one of them has here. */
function isChoice(node: Node | undefined, place: Place): boolean {
  if (node?.type === 'Identifier') {
    const declared = place.scope?.getBinding(node.name ?? '')?.path.node;
    if (declared?.type !== 'VariableDeclarator') return false;
    return declared.init?.name === 'choices' || isMemberOfChoices(declared.init);
  }
  return isMemberOfChoices(node);
}

function isMemberOfChoices(node: Node | undefined): boolean {
  if (node?.type !== 'MemberExpression') return false;
  return (
    [node.object, node.property].some((one) => one?.name === 'choices') ||
    isMemberOfChoices(node.object)
  );
}

/** `fields.allowOnly(profileFields)`: whether anything else is refused is a choice. */
function listsWhatIsKnown({ type, callee, expression }: Node): boolean {
  if (type === 'ExpressionStatement')
    return expression !== undefined && listsWhatIsKnown(expression);
  return (
    ['CallExpression', 'OptionalCallExpression'].includes(type) &&
    callee?.property?.name === 'allowOnly'
  );
}

/** `sent.length === 0 && choices.emptyLimits === 'refused'`: true for some of the choices only. */
function needsAChoice(node: Node | undefined, place: Place): boolean {
  if (node?.type === 'LogicalExpression' && node.operator === '&&') {
    return needsAChoice(node.left, place) || needsAChoice(node.right, place);
  }
  return asksForAChoice(node, place);
}

/** What is below a place and belongs to some of the choices only: a branch, or what one ends before. */
function ofSomeChoices(place: Place): readonly (Node | null | undefined)[] {
  const { node } = place;
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [
        needsAChoice(node.test, place) ? (node.consequent as Node) : undefined,
        asksForAChoice(node.test, place) ? node.alternate : undefined,
      ];
    case 'LogicalExpression':
      return node.operator !== '??' && asksForAChoice(node.left, place) ? [node.right] : [];
    case 'SwitchStatement':
      return asksForAChoice(node.discriminant, place) ? (node.cases ?? []) : [];
    case 'BlockStatement': {
      const statements = node.body as readonly Node[];
      const end = statements.findIndex((one) => endsForSomeChoices(one, place));
      return end === -1 ? [] : statements.slice(end + 1);
    }
    default:
      return [];
  }
}

/** `if (choices.limits === 'not-enforced') return false;` */
function endsForSomeChoices(node: Node, place: Place): boolean {
  return (
    node.type === 'IfStatement' && asksForAChoice(node.test, place) && isAnEnd(node.consequent)
  );
}

function isAnEnd(node: Node['consequent']): boolean {
  if (node === undefined || Array.isArray(node)) return false;
  const { type, body } = node as Node;
  if (type === 'BlockStatement' && Array.isArray(body)) return isAnEnd((body as Node[]).at(-1));
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(type);
}

/** A project's own code becomes one script; packages and the maker of keys stay outside. */
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
