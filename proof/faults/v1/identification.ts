import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { type TamperedRequest, isObject, memberAt, onTheWire, withRules } from '../tampering.ts';
import { denies, deniesAgain, succeedsAnyway } from './tampering.ts';

// Document 1, parts 2.1 to 2.3: how a card is identified, acceptors, and 3-D Secure results.

const { v1AllowedValues } = documentRules;

export const v1IdentificationFaults: readonly Fault[] = [
  ...(
    [
      'getCardLimits',
      'getCardData',
      'validateCard',
      'creditCard',
      'debitCard',
      'getCardBalance',
      'getTokenList',
      'generatePin',
      'changePin',
      'resetPinCounter',
      'generateCVC2',
      'getGeoRestrictions',
    ] as const
  ).map((operation) =>
    fault(
      'v1.identification.by-card-number',
      `wants-more-in-${operation}`,
      `requires a cardId beside the cardNumber in ${operation}`,
      denies(operation, ({ body }) => memberAt(body, 'cardIdentification.cardId') === undefined),
    ),
  ),
  ...(
    [
      'changeCardLimit',
      'blockCard',
      'getTransactions',
      'deleteCardLimitException',
      'setGeoRestrictions',
    ] as const
  ).map((operation) =>
    fault(
      'v1.identification.by-card-number',
      `one-card-in-${operation}`,
      `finds no second card by its number in ${operation}`,
      deniesAgain(operation),
    ),
  ),

  ...(
    [
      ['v1.identification.validate-card-by-card-id', 'validateCard'],
      ['v1.identification.debit-card-by-card-id', 'debitCard'],
      ['v1.identification.generate-cvc2-by-card-id', 'generateCVC2'],
      ['v1.identification.delete-card-limit-exception-by-card-id', 'deleteCardLimitException'],
      ['v1.identification.get-card-balance-by-card-id', 'getCardBalance'],
      ['v1.identification.change-pin-by-card-id', 'changePin'],
      ['v1.identification.reset-pin-counter-by-card-id', 'resetPinCounter'],
      ['v1.identification.set-geo-restrictions-by-card-id', 'setGeoRestrictions'],
      ['v1.identification.get-geo-restrictions-by-card-id', 'getGeoRestrictions'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'number-only',
      `finds no card by its cardId in ${operation}`,
      denies(operation, byCardId),
    ),
  ),
  fault(
    'v1.identification.card-id-means-the-card',
    'another',
    'debits a card other than the one with the cardId',
    onTheWire(() => {
      const known = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation === 'debitCard' && byCardId(asked)) {
          const own = memberAt(asked.body, 'cardIdentification.cardId');
          const cardId = [...known].findLast((one) => one !== own) ?? own;
          return send({ body: JSON.stringify({ ...asked.body, cardIdentification: { cardId } }) });
        }
        const response = await send();
        if (asked.operation === 'createVirtualCard') {
          const issued: unknown = await response.clone().json();
          known.add(memberAt(issued, 'virtualCardIdentification.cardId'));
        }
        return response;
      };
    }),
  ),
  ...(['debitCard', 'validateCard', 'getCardBalance', 'changePin'] as const).map((operation) =>
    fault(
      'v1.identification.unknown-card-id',
      `taken-in-${operation}`,
      `answers ${operation} for an unknown cardId as if it were known`,
      succeedsAnyway(operation, byCardId, { responseCode: '00', balance: 12_00 }),
    ),
  ),

  fault(
    'v1.acceptor.name-and-location-is-optional',
    'demanded',
    'requires nameAndLocation in an acceptor',
    denies('debitCard', ({ body }) => {
      const acceptor = body['cardAcceptorParameters'];
      return isObject(acceptor) && !('nameAndLocation' in acceptor);
    }),
  ),
  ...(
    [
      ['v1.tds.not-performed', 'NOT_PERFORMED'],
      ['v1.tds.merchant-only', 'TDS_MERCHANT_ONLY'],
      ['v1.tds.performed', 'TDS_PERFORMED'],
      ['v1.tds.additional-protocol', 'ADDITIONAL_PROTOCOL_USED'],
      ['v1.tds.recurrent', 'RECURRENT_PAYMENT_AUTH'],
    ] as const
  ).map(([breaks, indicator]) =>
    fault(
      breaks,
      'unknown',
      `does not know ${indicator}`,
      denies('debitCard', ({ body }) => {
        return memberAt(body, 'tds.authenticationIndicator') === indicator;
      }),
    ),
  ),
  fault(
    'v1.tds.other-indicator',
    'any',
    'takes any authenticationIndicator',
    withRules({
      v1AllowedValues: (operation, path) =>
        path === 'tds.authenticationIndicator' ? undefined : v1AllowedValues(operation, path),
    }),
  ),
];

function byCardId({ body }: TamperedRequest): boolean {
  return memberAt(body, 'cardIdentification.cardId') !== undefined;
}
