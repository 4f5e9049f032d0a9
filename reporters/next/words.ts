import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirements } from '../../fixtures/requirements/index.ts';
import { visible } from '../../fixtures/transcript/masking.ts';
import { called, outputOption } from '../called.ts';
import { mostTelling } from '../what-is-wrong.ts';
import type { RequirementResult } from '../conformance.ts';
import { isPackage } from '../own-files.ts';
import type { Next } from './next.ts';
import type { OperationToBuild } from './operations.ts';

const mostNamed = 6;
const longestSeen = 6;

/** What somebody reads who builds a target: what to do, why that, what it looks like, and how to ask it. */
export function wordsFor(next: Next, output?: string): string {
  const again = (words: string): string => called('certify', `${words}${outputOption(output)}`);
  switch (next.kind) {
    case 'build':
      return buildWords(next, again);
    case 'mend':
      return [
        `Next, fix ${next.operation.name}: it works, but ${counted(next.failing, 'not met')}.`,
        ...firstOnes(next.failing),
        '',
        `  ${again(`--only ${next.operation.subject} --watch`)}`,
      ].join('\n');
    case 'laws':
      return [
        `Every operation works by itself. What is left is about several: ${counted(next.failing, 'not kept')}.`,
        ...firstOnes(next.failing),
        '',
        `  ${again('--failed --watch')}`,
      ].join('\n');
    case 'nothing':
      return `The last run shows nothing left to build or fix. ${again('').trimEnd()} checks everything.`;
  }
}

function buildWords(
  { operation, waiting, seen }: Extract<Next, { kind: 'build' }>,
  again: (words: string) => string,
): string {
  const { api, name, first, standsOn, subject } = operation;
  const { document, section, statement } = requirements[first];
  const others = waiting.length > mostNamed ? ` and ${waiting.length - mostNamed} more` : '';
  const why = [
    ...(standsOn.length === 0 ? [] : [`it depends on ${standsOn.join(', ')}`]),
    waiting.length === 0
      ? 'no other operation depends on it'
      : `${waiting.length} ${waiting.length === 1 ? 'operation depends' : 'operations depend'} on it: ${waiting.slice(0, mostNamed).join(', ')}${others}`,
  ];
  return [
    `Next, build ${name} (document ${document}, part ${section}): ${why.join('; ')}.`,
    '',
    ...exampleOf(operation),
    `First requirement: ${first}`,
    `  ${statement}`,
    ...(seen === undefined ? [] : ['', 'Last seen:', ...indented(seen)]),
    '',
    `  ${again(`--only ${first} --watch`)}      # checks it, and again whenever the target changes`,
    `  ${again(`--only ${subject}`)}      # everything about it`,
    `  docs/openapi/${api}.json${isPackage ? ` (written by ${called('openapi')})` : ''} describes it, and ${called('sandbox')} shows the expected answers.`,
  ].join('\n');
}

function firstOnes(failing: readonly RequirementResult[]): string[] {
  const shown = failing
    .slice(0, mostNamed)
    .flatMap((one) => [`  ${one.id}`, `    ${one.statement}`, ...indented(mostTelling(one))]);
  const more = failing.length - mostNamed;
  return more > 0 ? [...shown, `  and ${more} more`] : shown;
}

/** `1 requirement is not met` */
function counted(failing: readonly RequirementResult[], what: string): string {
  return failing.length === 1
    ? `1 requirement is ${what}`
    : `${failing.length} requirements are ${what}`;
}

function indented(text: string): string[] {
  return visible(text)
    .split('\n')
    .slice(0, longestSeen)
    .map((line) => `  ${line.length > 300 ? `${line.slice(0, 300)} …` : line}`);
}

interface Described {
  readonly operationId?: string;
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, Content>> }>
  >;
}
interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** A request and its answer as the description of the API shows them. */
function exampleOf({ api, name }: OperationToBuild): string[] {
  const file = join(import.meta.dirname, '../../docs/openapi', `${api}.json`);
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    const found = Object.entries(methods).find(([, one]) => one.operationId === name);
    if (found === undefined) continue;
    const [method, { requestBody, responses = {} }] = found;
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
    const answer = Object.values(success?.[1].content ?? {})[0];
    return [
      'For example',
      `  ${method.toUpperCase()} ${path}${type === undefined ? '' : `  (${type})`}`,
      ...(content === undefined ? [] : [`  ${asSent(content, type)}`]),
      `is answered with HTTP ${success?.[0].replace('XX', '00') ?? '200'}`,
      ...(answer === undefined ? [] : [`  ${shown(answer)}`]),
      '',
    ];
  }
  return [];
}

function shown(content: Content): string {
  return JSON.stringify(valueIn(content));
}

/** As it travels: an example of a form holds JSON for what the form has as text. */
function asSent(content: Content, type: string | undefined): string {
  const value = valueIn(content);
  if (type !== 'application/x-www-form-urlencoded' || typeof value !== 'object' || value === null)
    return shown(content);
  const fields = Object.entries(value).map(([name, field]): [string, string] => [
    name,
    typeof field === 'string' ? field : JSON.stringify(field),
  ]);
  return new URLSearchParams(fields).toString();
}

function valueIn({ example, examples }: Content): unknown {
  return example ?? Object.values(examples ?? {})[0]?.value ?? {};
}
