import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Fashion, fault } from '../fault.ts';
import {
  inAnswer,
  isObject,
  type Members,
  memberAt,
  type Operation,
  setMember,
} from '../tampering.ts';

// Document 2, part 2: fields of another form, or none.

type Resource =
  | 'cardholder'
  | 'card'
  | 'secret'
  | 'issued card'
  | 'updated card'
  | 'top-up'
  | 'transfer';

const answersWith: Readonly<Record<Resource, readonly Operation[]>> = {
  cardholder: ['createCardholder', 'getCardholder'],
  card: ['createCard', 'getCard', 'patchCard'],
  secret: ['getCard'],
  'issued card': ['createCard'],
  'updated card': ['patchCard'],
  'top-up': ['createTopUp'],
  transfer: ['createTransfer', 'listTransfers'],
};

const gone = (): undefined => undefined;
const asNumber = (value: unknown): unknown => (typeof value === 'string' ? 7 : value);
const asText = String;
const asList = (value: unknown): unknown => (value === undefined ? value : [value]);

/** Requirement, where, what becomes of the value, and that in words. */
const rows: readonly (readonly [
  RequirementId,
  Resource,
  string,
  (value: unknown) => unknown,
  string,
])[] = [
  ['v2.cardholder.id-is-a-string', 'cardholder', 'id', asList, 'as a list'],
  [
    'v2.cardholder.billing-address-is-an-object',
    'cardholder',
    'billingAddress',
    asList,
    'as a list',
  ],
  [
    'v2.cardholder.country-has-two-letters',
    'cardholder',
    'billingAddress.country',
    () => 'ESP',
    'with three letters',
  ],
  [
    'v2.cardholder.postal-code-is-a-string',
    'cardholder',
    'billingAddress.postalCode',
    Number,
    'as a number',
  ],
  ['v2.cardholder.city-is-a-string', 'cardholder', 'billingAddress.city', asNumber, 'as a number'],
  ['v2.cardholder.line1-is-a-string', 'cardholder', 'billingAddress.line1', asList, 'as a list'],
  [
    'v2.cardholder.line2-is-a-string',
    'cardholder',
    'billingAddress.line2',
    asNumber,
    'as a number',
  ],
  [
    'v2.cardholder.state-is-a-string',
    'cardholder',
    'billingAddress.state',
    asNumber,
    'as a number',
  ],
  ['v2.cardholder.email-is-a-string', 'cardholder', 'email', asList, 'as a list'],
  ['v2.cardholder.phone-number-is-a-string', 'cardholder', 'phoneNumber', Number, 'as a number'],
  ['v2.cardholder.first-name-is-a-string', 'cardholder', 'firstName', gone, 'not at all'],
  ['v2.cardholder.last-name-is-a-string', 'cardholder', 'lastName', () => null, 'as null'],
  [
    'v2.cardholder.date-of-birth-is-a-date',
    'cardholder',
    'dateOfBirth',
    withSlashes,
    'with slashes',
  ],
  ['v2.cardholder.verification-is-an-object', 'cardholder', 'verification', asList, 'as a list'],
  [
    'v2.cardholder.id-type-is-a-string',
    'cardholder',
    'verification.idType',
    asNumber,
    'as a number',
  ],
  [
    'v2.cardholder.document-id-is-a-string',
    'cardholder',
    'verification.documentId',
    asNumber,
    'as a number',
  ],
  ['v2.cardholder.status-is-a-string', 'cardholder', 'status', () => true, 'as a truth value'],

  ['v2.card.id-is-a-string', 'card', 'id', asList, 'as a list'],
  ['v2.card.status-is-one-of-four', 'card', 'status', () => 'ready', 'as ready'],
  ['v2.card.product-name-is-a-string', 'card', 'productName', gone, 'not at all'],
  ['v2.card.cardholder-is-a-string', 'card', 'cardholder', (id) => ({ id }), 'as an object'],
  ['v2.card.account-is-an-object', 'card', 'account', asList, 'as a list'],
  [
    'v2.card.account-number-is-a-string',
    'card',
    'account.accountNumber',
    () => 40_000_001,
    'as a number',
  ],
  ['v2.card.balance-is-an-integer', 'card', 'account.balance', asText, 'as text'],
  ['v2.card.currency-is-eur', 'card', 'account.currency', () => '978', 'as its number'],
  ['v2.card.embossed-name-is-a-string', 'card', 'embossedName', () => null, 'as null'],
  [
    'v2.card.expiry-date-is-a-month',
    'card',
    'expiryDate',
    (date) => `${String(date).slice(0, 4)}13`,
    'with a thirteenth month',
  ],
  ['v2.card.number-mask-is-a-string', 'card', 'numberMask', gone, 'not at all'],
  [
    'v2.card.creation-date-is-a-date-time',
    'card',
    'creationDate',
    (date) => `${String(date)}Z`,
    'with a zone',
  ],
  [
    'v2.card.blocking-date-is-empty-or-a-date-time',
    'card',
    'blockingDate',
    (date) => (date === '' ? null : date),
    'as null while never blocked',
  ],
  ['v2.card.pin-denial-counter-is-a-count', 'card', 'pinDenialCounter', Number, 'as a number'],
  [
    'v2.card.spending-limits-is-a-list',
    'card',
    'spendingLimits',
    (limits) => ({ ...(limits as object) }),
    'as an object',
  ],
  [
    'v2.card.spending-limit-amount-is-an-integer',
    'card',
    'spendingLimits',
    (limits) => eachOf(limits, 'amount', asText),
    'with amounts as text',
  ],
  [
    'v2.card.spending-limit-interval-is-a-string',
    'card',
    'spendingLimits',
    (limits) => eachOf(limits, 'interval', () => 1),
    'with intervals as numbers',
  ],
  ['v2.card.pin-is-never-shown', 'updated card', 'pin', () => '****', 'as stars'],
  ['v2.card.reset-pin-counter-is-never-shown', 'card', 'resetPinCounter', () => false, 'as false'],
  ['v2.card.reissue-card-is-never-shown', 'updated card', 'reissueCard', () => '', 'empty'],
  [
    'v2.card.number-is-in-get',
    'secret',
    'number',
    (number) => `${String(number).slice(0, 6)}******`,
    'masked',
  ],
  ['v2.card.cvc-is-in-get', 'secret', 'cvc', Number, 'as a number'],
  [
    'v2.card.number-is-not-in-creation',
    'issued card',
    'number',
    () => '4000000000000002',
    'at once',
  ],
  ['v2.card.cvc-is-not-in-creation', 'issued card', 'cvc', () => '123', 'at once'],
  ['v2.card.number-is-not-in-update', 'updated card', 'number', () => '4000000000000002', 'again'],
  ['v2.card.cvc-is-not-in-update', 'updated card', 'cvc', () => '123', 'again'],
  ['v2.card.cvc-is-nowhere-else', 'transfer', 'sourceCard.cvc', () => '123', 'in a transfer'],

  ['v2.top-up.id-is-a-string', 'top-up', 'id', () => 17, 'as a number'],
  [
    'v2.top-up.amount-is-an-integer',
    'top-up',
    'amount',
    (cents) => Number(cents) / 100 + 0.005,
    'in euros',
  ],
  ['v2.top-up.currency-is-eur', 'top-up', 'currency', () => 'eur', 'in small letters'],
  ['v2.top-up.destination-card-is-an-object', 'top-up', 'destinationCard', asList, 'as a list'],
  [
    'v2.top-up.card-number-is-a-string',
    'top-up',
    'destinationCard.cardNumber',
    () => 4e15,
    'as a number',
  ],
  [
    'v2.top-up.creation-date-is-a-date-time',
    'top-up',
    'creationDate',
    (date) => Date.parse(String(date)),
    'as milliseconds',
  ],
  ['v2.top-up.status-is-approved-or-declined', 'top-up', 'status', () => 'pending', 'as pending'],
  ['v2.top-up.status-message-is-a-string', 'top-up', 'statusMessage', gone, 'not at all'],
  ['v2.top-up.rrn-is-a-string', 'top-up', 'rrn', Number, 'as a number'],

  ['v2.transfer.id-is-a-string', 'transfer', 'id', () => 17, 'as a number'],
  ['v2.transfer.amount-is-an-integer', 'transfer', 'amount', asText, 'as text'],
  ['v2.transfer.currency-is-eur', 'transfer', 'currency', gone, 'not at all'],
  [
    'v2.transfer.destination-card-is-an-object',
    'transfer',
    'destinationCard',
    (card) => memberAt(card, 'cardNumber'),
    'as the bare number',
  ],
  [
    'v2.transfer.destination-number-is-a-string',
    'transfer',
    'destinationCard.cardNumber',
    () => 4e15,
    'as a number',
  ],
  ['v2.transfer.source-card-is-an-object', 'transfer', 'sourceCard', gone, 'not at all'],
  [
    'v2.transfer.source-number-is-a-string',
    'transfer',
    'sourceCard.cardNumber',
    gone,
    'not at all',
  ],
  [
    'v2.transfer.source-expiry-is-a-month',
    'transfer',
    'sourceCard.expiryDate',
    (date) => `${String(date).slice(4)}/${String(date).slice(2, 4)}`,
    'as MM/YY',
  ],
  [
    'v2.transfer.creation-date-is-a-date-time',
    'transfer',
    'creationDate',
    (date) => String(date).slice(0, 10),
    'as a day',
  ],
  [
    'v2.transfer.status-is-approved-or-declined',
    'transfer',
    'status',
    (status) => String(status).toUpperCase(),
    'in capitals',
  ],
  [
    'v2.transfer.status-message-is-a-string',
    'transfer',
    'statusMessage',
    (message) => ({ message }),
    'as an object',
  ],
  ['v2.transfer.rrn-is-a-string', 'transfer', 'rrn', () => null, 'as null'],
];

export const fieldFaults: readonly Fault[] = rows.map(([breaks, resource, path, change, how]) =>
  fault(
    breaks,
    'shown-wrongly',
    `shows ${path} of a ${resource} ${how}`,
    inResource(resource, path, change),
  ),
);

/** Changes a member of a resource wherever the resource is shown, in lists too. */
export function inResource(
  resource: Resource,
  path: string,
  change: (value: unknown) => unknown,
): Fashion {
  return inAnswer(answersWith[resource], (answer, { operation }) => {
    const shown = operation === 'listTransfers' ? answer['transfers'] : [answer];
    for (const one of Array.isArray(shown) ? (shown as unknown[]) : []) {
      setMember(one, path, change(memberAt(one, path)));
    }
  });
}

function eachOf(items: unknown, member: string, change: (value: unknown) => unknown): unknown {
  if (!Array.isArray(items)) return items;
  return items
    .filter(isObject)
    .map((item: Members) => ({ ...item, [member]: change(item[member]) }));
}

function withSlashes(date: unknown): unknown {
  return typeof date === 'string' ? date.replaceAll('-', '/') : date;
}
