import { v1OperationRows } from '../../fixtures/operations/v1.ts';
import { gatewayTable } from '../../fixtures/operations/gateway.ts';
import type { Api } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';

/** An operation as somebody builds it. */
export interface OperationToBuild {
  readonly api: Api;
  /** As the description calls it: `createCard`. */
  readonly name: string;
  /** What its requirements begin with: `v2.card-creation`. */
  readonly subject: string;
  /** The one that says that it works at all. */
  readonly first: RequirementId;
  /** The operations that make what it needs. */
  readonly standsOn: readonly string[];
}

/** Of each API in the order in which it is built: what is needed comes before what needs it. */
export function operationsOf(api: Api): readonly OperationToBuild[] {
  return rowsOf[api]().flatMap(({ name, subject, standsOn }) => {
    const first = firstOf(subject);
    return first === undefined ? [] : [{ api, name, subject, first, standsOn }];
  });
}

type Row = Pick<OperationToBuild, 'name' | 'subject' | 'standsOn'>;

const rowsOf: Readonly<Record<Api, () => readonly Row[]>> = {
  v1: () =>
    Object.entries(v1OperationRows).map(([name, { needs }]) => ({
      name,
      subject: `v1.${kebab(name)}`,
      standsOn: madeBy(needs, v1Makers),
    })),
  // The cards of document 2 are read before anything is done with them: only then their number is known.
  v2: () => [
    { name: 'createCardholder', subject: 'v2.cardholder-creation', standsOn: [] },
    { name: 'createCard', subject: 'v2.card-creation', standsOn: ['createCardholder'] },
    { name: 'getCard', subject: 'v2.card-read', standsOn: ['createCard'] },
    { name: 'getCardholder', subject: 'v2.cardholder-read', standsOn: ['createCardholder'] },
    { name: 'createTopUp', subject: 'v2.top-up-creation', standsOn: ['getCard'] },
    {
      name: 'createTransfer',
      subject: 'v2.transfer-creation',
      standsOn: ['getCard', 'createTopUp'],
    },
    { name: 'listTransfers', subject: 'v2.transfer-list', standsOn: ['createTransfer'] },
    { name: 'patchCard', subject: 'v2.card-update', standsOn: ['createCard'] },
  ],
  gateway: () =>
    Object.entries(gatewayTable).map(([name, { needs }]) => ({
      name,
      subject: `gateway.${gatewaySubjects[name] ?? kebab(name.replace(/\.do$/, ''))}`,
      standsOn: madeBy(needs, gatewayMakers),
    })),
  subscriptions: () =>
    ['create', 'details', 'list', 'update', 'deactivate'].map((word) => ({
      name: `subscriptions.${word}`,
      subject: `subscriptions.${word}`,
      standsOn: word === 'create' || word === 'list' ? [] : ['subscriptions.create'],
    })),
};

/** What makes the things that rows of the tables of operations need; existing records have no maker. */
const v1Makers: Readonly<Record<string, string>> = {
  customer: 'registerCustomer',
  account: 'registerCustomer',
  card: 'createVirtualCard',
  'another card': 'createVirtualCard',
  money: 'creditCard',
  PIN: 'generatePin',
  'limit exception': 'changeCardLimit',
};
const gatewayMakers: Readonly<Record<string, string>> = {
  order: 'register.do',
  'paid order': 'paymentorder.do',
  'stored credential': 'paymentorder.do',
};
const gatewaySubjects: Readonly<Record<string, string>> = {
  'paymentorder.do': 'payment-order',
  'industryPractice/paymentOrder.do': 'industry-practice',
  'getOrderStatusExtended.do': 'order-status',
};

function madeBy(
  needs: readonly string[],
  makers: Readonly<Record<string, string>>,
): readonly string[] {
  return [...new Set(needs.flatMap((need) => makers[need] ?? []))];
}

/** `generateCVC2` is `generate-cvc2`. */
function kebab(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('.', '-')
    .toLowerCase();
}

function firstOf(subject: string): RequirementId | undefined {
  const own = requirementEntries.filter(([id, { level }]) => {
    return id.startsWith(`${subject}.`) && (level === 'must' || level === 'derived');
  });
  const named = own.find(([id]) => /\.(succeeds|answers-20[01])$/.test(id)) ?? own[0];
  return named?.[0];
}
