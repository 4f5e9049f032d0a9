import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Requirement } from '../../fixtures/requirements/requirement.ts';
import { requirementsThatNeed } from '../doctor/needs.ts';
import { requirementsUnder } from '../selection.ts';
import type { CollectedCheck } from './collected-checks.ts';

/** What a requirement is looked at for. */
interface Tagged {
  readonly id: RequirementId;
  readonly requirement: Requirement;
  readonly checks: readonly CollectedCheck[];
}

type SubjectOf<Id> = Id extends `${infer Api}.${infer Subject}.${string}`
  ? `${Api}.${Subject}`
  : never;

/** A requirement, or a subject with all of its own. */
type Name = RequirementId | SubjectOf<RequirementId>;

/** What moves money or says how much there is. */
const money: readonly Name[] = [
  'v1.money',
  'v1.debit-card',
  'v1.credit-card',
  'v1.p2p-transfer',
  'v1.get-card-balance',
  'v1.get-account-balances',
  'v1.get-account-balance-from-bo',
  'v1.change-account-arrest-amount',
  'v1.get-account-data.opening-balance',
  'v1.get-account-data.account-data-balance-is-an-integer',
  'v1.get-account-data.account-data-credit-limit-is-an-integer',
  'v1.transaction',
  'v1.get-transactions',
  'v2.money',
  'v2.top-up',
  'v2.top-up-creation',
  'v2.transfer',
  'v2.transfer-creation',
  'v2.card.opening-balance',
  'v2.card.balance-is-an-integer',
  'v2.card.moves-money-until-it-expires',
  'gateway.money',
  'gateway.payment-amount-info',
  'gateway.recurrent-payment',
  'gateway.installment-payment',
  'gateway.isolation.charges',
  'subscriptions.charge',
  'subscriptions.details.charges-follow',
  'subscriptions.update.charges-the-new-amount',
  'subscriptions.update.charges-at-the-new-interval',
];

/** Who may do what, and what nobody may see. */
const security: readonly Name[] = [
  'v1.authentication',
  'v1.get-card-data',
  'v1.get-token-list',
  'v1.generate-pin',
  'v1.change-pin',
  'v1.reset-pin-counter',
  'v1.generate-cvc2',
  'v1.account-card.card-number-mask-is-a-string',
  'v1.account-card.pin-denial-counter-is-an-integer',
  'v1.errors.wrong-credentials',
  'v1.errors.missing-credentials',
  'v2.authentication',
  'v2.pin',
  'v2.reset-pin-counter',
  'v2.card.number-mask-is-a-string',
  'v2.card.number-mask-hides-digits',
  'v2.card.number-mask-fits-the-number',
  'v2.card.cvc-is-in-get',
  'v2.card.cvc-is-not-in-creation',
  'v2.card.cvc-is-not-in-update',
  'v2.card.cvc-is-nowhere-else',
  'v2.card.secrets-are-in-no-other-answer',
  'v2.card.pin-is-never-shown',
  'v2.card.pin-denial-counter-is-a-count',
  'v2.card.pin-denial-counter-starts-at-zero',
  'v2.card.pin-denial-counter-counts',
  'v2.card.reset-pin-counter-is-never-shown',
  'v2.card.reissue-card-is-never-shown',
  'gateway.authentication',
  'gateway.signature',
  'gateway.isolation',
  'gateway.binding.masked-pan-hides-digits',
  'gateway.binding.masked-pan-fits-the-card',
  'gateway.register.other-merchant',
  'gateway.payment-order.needs-cvc',
  'gateway.payment-order.empty-cvc',
  'gateway.payment-order.wrong-cvc',
  'gateway.payment-order.se-token',
  'gateway.payment-order.broken-se-token',
  'gateway.instant-payment.cvc-is-needed',
  'gateway.instant-payment.empty-cvc',
  'gateway.instant-payment.binding-needs-cvc',
  'gateway.order-status.other-merchant',
  'gateway.tii.customer-needs-cvc',
  'gateway.tii.no-cvc-for-u',
  'gateway.callback.no-card-data',
  'subscriptions.authentication',
  'subscriptions.list.other-merchant',
  'subscriptions.details.other-merchant',
  'subscriptions.deactivate.other-merchant',
  'subscriptions.deactivate.other-merchant-changes-nothing',
  'subscriptions.update.other-merchant',
];

/** Which state a thing is in, and what can be done to it there. */
const state: readonly Name[] = [
  'v1.card-state',
  'v1.blocked-card',
  'v1.account-state',
  'v1.account-card.card-status-is-a-value',
  'v2.card-status',
  'gateway.order-state',
  'subscriptions.state',
];

const isNamed = (names: readonly Name[]): ((one: Tagged) => boolean) => {
  const named = new Set(names.flatMap(requirementsUnder));
  return ({ id }) => named.has(id);
};

const standsIn =
  (place: RegExp) =>
  ({ checks }: Tagged): boolean =>
    checks.some(({ file }) => place.test(file));

/** Words to filter by. */
const rules = {
  'control-plane': ({ id }) => requirementsThatNeed('CONTROL_URL, CONTROL_TOKEN').includes(id),
  time: standsIn(/\.(clock|leap)\.test\.ts$/),
  property: standsIn(/^properties\//),
  concurrency: standsIn(/at-the-same-time/),
  money: isNamed(money),
  security: isNamed(security),
  state: isNamed(state),
  observed: ({ requirement }) => requirement.records !== undefined,
  unobservable: ({ requirement }) => requirement.unobservable !== undefined,
} as const satisfies Readonly<Record<string, (one: Tagged) => boolean>>;

export type Tag = keyof typeof rules;
export const tags = Object.keys(rules) as readonly Tag[];

/** Tags that only the checks can tell. */
export const tagsOfChecks: readonly string[] = ['time', 'property', 'concurrency'] satisfies Tag[];

/** Every tag of a requirement, in the order of `tags`. */
export function tagsOf(one: Tagged): Tag[] {
  return tags.filter((tag) => rules[tag](one));
}
