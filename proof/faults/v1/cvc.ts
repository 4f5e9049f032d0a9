import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { inAnswer, memberAt, withRules } from '../tampering.ts';
import { succeedsAnyway } from './tampering.ts';

// Document 1, parts 2.1 and 4: generateCVC2.

const { v1AllowedValues, cvcShown, needsPhone } = documentRules;

export const v1CvcFaults: readonly Fault[] = [
  ...(
    [
      ['v1.generate-cvc2.sms', 'SMS'],
      ['v1.generate-cvc2.ws', 'WS'],
      ['v1.generate-cvc2.half-and-half', 'HALF_AND_HALF'],
      ['v1.generate-cvc2.ws-encrypted', 'WS_ENCRYPTED'],
      ['v1.generate-cvc2.none', 'NONE'],
    ] as const
  ).map(([breaks, method]) =>
    fault(
      breaks,
      'not-taken',
      `does not know deliveryMethod ${method} for a CVC2`,
      withRules({
        v1AllowedValues: (operation, path) => {
          const allowed = v1AllowedValues(operation, path);
          return operation === 'generateCVC2' ? allowed?.filter((one) => one !== method) : allowed;
        },
      }),
    ),
  ),
  fault(
    'v1.generate-cvc2.other-delivery-method',
    'taken',
    'accepts any deliveryMethod for a CVC2',
    withRules({
      v1AllowedValues: (operation, path) =>
        operation === 'generateCVC2' ? undefined : v1AllowedValues(operation, path),
    }),
  ),
  fault(
    'v1.generate-cvc2.sms-needs-phone-number',
    'not-needed',
    'accepts SMS without a phone number',
    withRules({ needsPhone: () => false }),
  ),
  fault(
    'v1.generate-cvc2.sms-needs-phone-number',
    'by-mask-and-holder',
    'finds a card by its mask and its holder and accepts SMS without a phone number',
    succeedsAnyway('generateCVC2', ({ body }) =>
      ['cardNumberMask', 'cardholderId'].every(
        (name) => memberAt(body, `cardIdentification.${name}`) !== undefined,
      ),
    ),
  ),
  fault(
    'v1.generate-cvc2.sms-needs-phone-number',
    'by-card-id',
    'accepts SMS without a phone number for a card that is known by its cardId',
    succeedsAnyway(
      'generateCVC2',
      ({ body }) => memberAt(body, 'cardIdentification.cardId') !== undefined,
    ),
  ),
  fault(
    'v1.generate-cvc2.sms-needs-phone-number',
    'for-none',
    'asks for a phoneNumber with NONE instead of SMS',
    withRules({ needsPhone: (method, isKnown) => method === 'NONE' && needsPhone('SMS', isKnown) }),
  ),
  fault(
    'v1.generate-cvc2.ws-shows-the-code',
    'not-shown',
    'shows no CVC2 with WS',
    withRules({ cvcShown: () => undefined }),
  ),
  fault(
    'v1.generate-cvc2.ws-shows-the-code',
    'masked',
    'shows a masked CVC2 with WS',
    withRules({ cvcShown: (cvc, method) => cvcShown(cvc, method)?.replaceAll(/\d/g, '*') }),
  ),
  ...(
    [
      ['v1.generate-cvc2.sms-shows-nothing', 'SMS'],
      ['v1.generate-cvc2.none-shows-nothing', 'NONE'],
      ['v1.generate-cvc2.half-and-half-shows-no-whole-code', 'HALF_AND_HALF'],
      ['v1.generate-cvc2.ws-encrypted-shows-no-plain-code', 'WS_ENCRYPTED'],
    ] as const
  ).map(([breaks, shownFor]) =>
    fault(
      breaks,
      'shown',
      `shows the CVC2 with ${shownFor}`,
      withRules({ cvcShown: (cvc, method) => (method === shownFor ? cvc : cvcShown(cvc, method)) }),
    ),
  ),
  fault(
    'v1.generate-cvc2.number-is-the-cards',
    'next-card',
    'shows the number of the next card with a CVC2',
    inAnswer('generateCVC2', (answer, { body }) => {
      const number = String(memberAt(body, 'cardIdentification.cardNumber'));
      answer['cardNumber'] = number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10);
    }),
  ),
  fault(
    'v1.generate-cvc2.number-is-the-cards',
    'mask-of-another-product',
    'masks a card number of another product with a CVC2',
    inAnswer('generateCVC2', (answer, { body }) => {
      const number = String(memberAt(body, 'cardIdentification.cardNumber'));
      answer['cardNumberMask'] = `999999******${number.slice(-4)}`;
    }),
  ),
];
