import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  changeAt,
  inRequest,
  memberAt,
  onTheWire,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { denial } from './tampering.ts';

// Document 1, parts 1, 4 and 5: what is like another and is taken for it, or is not treated like it.

const { v1MayEnter, v1Objection } = documentRules;

export const v1LikenessFaults: readonly Fault[] = [
  fault(
    'v1.service.other-methods-do-nothing',
    'put-as-post',
    'carries out by PUT what is a POST',
    onTheWire(
      () => (asked, send) =>
        asked.operation === undefined || asked.text === '' ? send() : send({ method: 'POST' }),
    ),
  ),
  fault(
    'v1.request.json-however-written',
    'escapes-unread',
    'denies requests in which letters are written as escapes',
    onTheWire(
      () => async (asked, send) => (asked.text.includes(String.raw`\u00`) ? denial() : send()),
    ),
  ),
  fault(
    'v1.request.json-however-written',
    'carriage-returns',
    'denies requests with a carriage return between their parts',
    onTheWire(() => async (asked, send) => (asked.text.includes('\r') ? denial() : send())),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'number-without-zeros',
    'drops leading zeros of customer numbers that are made of digits',
    inRequest(['registerCustomer', 'getCustomerDetails', 'isCustomerExist'], (body) => {
      const shortened = (value: unknown): unknown =>
        typeof value === 'string' && /^0\d{9,}$/.test(value) ? value.replace(/^0+/, '') : value;
      changeAt(body, 'parameters[].value', shortened);
      changeAt(body, 'customerNumber', shortened);
      return body;
    }),
  ),
  fault(
    'v1.authentication.every-operation-alike',
    'as-the-one-before',
    'lets a request without a token in as the one before it',
    withRememberingRules(() => {
      let isIn = false;
      return {
        v1MayEnter: (sent, token) => (isIn = sent === undefined ? isIn : v1MayEnter(sent, token)),
      };
    }),
  ),
  fault(
    'v1.authentication.every-operation-alike',
    'half-a-token',
    'takes the first half of the token for it',
    withRules({
      v1MayEnter: (sent, token) =>
        v1MayEnter(sent, token) || sent === `Basic ${token.slice(0, Math.ceil(token.length / 2))}`,
    }),
  ),
  fault(
    'v1.generate-pin.check-card-only-changes-nothing',
    'forgets-entries',
    'forgets the wrong PIN entries of a card that it only checks',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'generatePin' || asked.body['checkCardOnly'] !== true)
        return response;
      const { cardIdentification } = asked.body;
      const path = asked.url.pathname.replace('generatePin', 'resetPinCounter');
      await send({ path, body: JSON.stringify({ cardIdentification }) });
      return response;
    }),
  ),
  fault(
    'v1.get-account-balance-from-bo.follows-the-money',
    'arrests-what-comes',
    'arrests what is credited to an account of which an amount is arrested',
    onTheWire(() => {
      const arrested = new Map<unknown, number>();
      const accounts = new Map<unknown, unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'changeAccountArrestAmount')
          arrested.set(body['accountNumber'], Number(body['amount']));
        if (operation === 'createVirtualCard') {
          const answer: unknown = await response.clone().json();
          const number = memberAt(answer, 'virtualCardIdentification.cardNumber');
          accounts.set(number, body['accountNumber']);
        }
        const accountNumber = accounts.get(memberAt(body, 'cardIdentification.cardNumber'));
        const before = arrested.get(accountNumber) ?? 0;
        if (operation !== 'creditCard' || before === 0) return response;
        const arrest = { accountNumber, amount: before + Number(body['amount']), currency: 978 };
        const path = asked.url.pathname.replace('creditCard', 'changeAccountArrestAmount');
        await send({ path, body: JSON.stringify(arrest) });
        return response;
      };
    }),
  ),
  fault(
    'v1.consistency.kept-from-every-debit',
    'debited-all-the-same',
    'debits money that is arrested, and transfers none',
    withRules({
      v1Objection: (facts) =>
        v1Objection(
          facts.operation === 'debitCard' && facts.available > 0
            ? { ...facts, available: facts.available + 25_00 }
            : facts,
        ),
    }),
  ),
];
