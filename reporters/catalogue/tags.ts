import type { Requirement } from '../../fixtures/requirements/requirement.ts';
import type { FoundCheck } from './checks-in-sources.ts';

/** What a requirement is looked at for. */
interface Tagged {
  readonly id: string;
  readonly requirement: Requirement;
  readonly checks: readonly FoundCheck[];
}

/** Words to filter by. Each is read off the id, the entry or the checks: there is no second list to maintain. */
const rules = {
  'control-plane': ({ checks }) =>
    checks.some(
      ({ fixtures }) => fixtures.includes('control') || fixtures.includes('initialPayment'),
    ),
  time: ({ id, checks }) =>
    checks.some(({ file }) => /\.(clock|leap)\.test\.ts$/.test(file)) ||
    /[.-](cycle|date|day|time|clock|expiry|lifetime|period|interval)/.test(id),
  property: ({ checks }) => checks.some(({ isProperty }) => isProperty),
  concurrency: ({ id, checks }) =>
    /same-time/.test(id) || checks.some(({ file }) => file.includes('at-the-same-time')),
  money: ({ id }) =>
    /[.-](money|amount|balance|balances|transfer(?!-list)|top-up|credit|debit|charge|charges|deposit|fee|overdraft|currency)([.-]|$)/.test(
      id,
    ),
  security: ({ id }) =>
    /[.-](authentication|signature|isolation|credentials|token|cvc|cvc2|pin|card-data|other-merchant|masked|mask)([.-]|$)|never-shown|no-secrets/.test(
      id,
    ),
  state: ({ id }) => /[.-](card-status|state|card-state|account-state|blocked-card)[.-]/.test(id),
  observed: ({ requirement }) => requirement.records !== undefined,
  unobservable: ({ requirement }) => requirement.unobservable !== undefined,
} as const satisfies Readonly<Record<string, (one: Tagged) => boolean>>;

export type Tag = keyof typeof rules;
export const tags = Object.keys(rules) as readonly Tag[];

/** Every tag of a requirement, in the order of `tags`. */
export function tagsOf(one: Tagged): Tag[] {
  return tags.filter((tag) => rules[tag](one));
}
