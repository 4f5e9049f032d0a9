import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';
import { apiOf, apis } from '../../fixtures/requirements/requirement.ts';

/** What is mutated together and asked by the same checks: an API's own code, or what all share. */
export const scopes = [...apis, 'shared'] as const;
export type Scope = (typeof scopes)[number];

/** Where the sandbox is, from the project's folder. */
const folder = 'sandbox';

/** Files that no document speaks about; everything else in the sandbox is mutated. */
const leftOut: readonly { readonly files: RegExp; readonly because: string }[] = [
  {
    files: /^(main|page|credentials|scenario(-v1|-gateway|-subscriptions)?)\.ts$/,
    because: 'the command and the main page, which show how to use the sandbox',
  },
  {
    files: /^server\.ts$/,
    because: 'listening, closing and handing requests on; a mistake here stops everything',
  },
  {
    files: /^(world|stage|snapshot|faults|cors)\.ts$|^workbench\//,
    because:
      'for people who write clients: faults on purpose, states to come back to, the workbench; in no document',
  },
  {
    files: /^control\.ts$/,
    because: 'the control plane is the project’s own; its rules are in the README',
  },
  {
    files: /^descriptions\.ts$/,
    because: 'hands out the project’s own OpenAPI descriptions, which no document shows',
  },
  {
    files: /^(moods\.ts|moods\/)/,
    because: 'other lawful choices, which are values and decide nothing',
  },
  {
    files: /(^|\/)(service-)?choices\.ts$|^register(\.ts$|\/)/,
    because: 'what the documents leave open: values that the moods vary',
  },
  {
    files: /^gateway\/completion-operations\.ts$/,
    because:
      'operations that deployed services offer and document 3 does not show (part 6 has their names only): no check uses them',
  },
  {
    files:
      /^(gateway\/(payment-page|page-(form|html|money|styles|texts|testing))|rules\/gateway-page)\.ts$/,
    because: 'the payment page: its look and wording, and what only a browser requests, one by one',
  },
  {
    files: /^gateway\/signing-keys\.ts$/,
    because: 'makes the keys that the sandbox hands to the suite',
  },
  { files: /^([a-z0-9]+\/)?(testing|service-testing)\.ts$/, because: 'helpers of its own tests' },
];

/** Asked by one browser after the other, which takes seconds for each question. */
const inABrowser = /^gateway\.(page\.|instant-payment\.binding-page$)/;

/**
 * Whose checks ask a scope's mutants, also those that only observe: the clauses over every answer hold
 * for what they ask too. Subscriptions hear of every order that the gateway settles.
 */
export function requirementsAsking(scope: Scope): RequirementId[] {
  const asking: readonly string[] =
    scope === 'shared' ? apis : scope === 'subscriptions' ? [scope, 'gateway'] : [scope];
  return requirementEntries.flatMap(([id, { unobservable }]) =>
    asking.includes(apiOf(id)) && unobservable === undefined && !inABrowser.test(id) ? [id] : [],
  );
}

/** The sandbox's files with code that decides something, by scope, relative to the project. */
export function filesByScope(root: string): ReadonlyMap<Scope, readonly string[]> {
  const files = globSync('**/*.ts', { cwd: join(root, folder) })
    .filter((file) => !file.endsWith('.test.ts') && whyLeftOut(file) === undefined)
    .toSorted();
  const byScope = Map.groupBy(files, scopeOf);
  return new Map(
    [...byScope].map(([scope, names]) => [scope, names.map((name) => `${folder}/${name}`)]),
  );
}

/** `file` is relative to the sandbox. */
export function whyLeftOut(file: string): string | undefined {
  return leftOut.find(({ files }) => files.test(file))?.because;
}

/** `v1/cards.ts`, `v1.ts` and `rules/v1-cards.ts` are v1's; the rest is told apart by name. */
function scopeOf(file: string): Scope {
  const [, name = ''] = /^(?:rules\/)?([a-z0-9]+)/.exec(file) ?? [];
  if (name === 'subscription') return 'subscriptions';
  const api = apis.find((one) => one === name);
  if (api !== undefined) return api;
  return ownOfV2.test(file) ? 'v2' : 'shared';
}

/** The rules of document 2 came first, so their files carry no prefix. */
const ownOfV2 = /^(answers|refusal|rules\/(access|cards|cardholders|money|transfer-list))\.ts$/;
