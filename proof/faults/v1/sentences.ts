import { type Fault, fault } from '../fault.ts';
import {
  type Members,
  memberAt,
  onTheWire,
  rememberingInAnswer,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { objectsWith } from './tampering.ts';

// Document 1, parts 3 and 4: faults that need a rare value, another card, or something done before.

const { v1CountsAsUsed, v1Objection, v1StatusAfterValidate } = documentRules;

export const v1SentenceFaults: readonly Fault[] = [
  fault(
    'v1.debit-card.whole-balance',
    'something-stays',
    'denies a debit that leaves nothing on the account',
    withRules({
      v1Objection: (facts) =>
        facts.operation === 'debitCard' && facts.amount >= facts.available
          ? 'not enough funds'
          : v1Objection(facts),
    }),
  ),
  fault(
    'v1.debit-card.whole-balance',
    'a-euro-stays',
    'denies a debit that leaves less than a euro on the account',
    withRules({
      v1Objection: (facts) =>
        facts.operation === 'debitCard' && facts.amount + 1_00 > facts.available
          ? 'not enough funds'
          : v1Objection(facts),
    }),
  ),
  fault(
    'v1.get-customer-details.keeps-any-name',
    'without-accents',
    'shows names without their accents',
    showsNames((name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ),
  fault(
    'v1.get-customer-details.keeps-any-name',
    'latin-1',
    'shows letters beyond Latin-1 as question marks',
    showsNames((name) => Array.from(name, (it) => (it > 'ÿ' ? '?' : it)).join('')),
  ),
  fault(
    'v1.get-customer-details.keeps-any-name',
    'german-letters',
    'shows ß as a question mark',
    showsNames((name) => name.replaceAll('ß', '?')),
  ),
  fault(
    'v1.get-customer-details.keeps-any-name',
    'cut',
    'cuts names to forty characters',
    showsNames((name) => name.slice(0, 40)),
  ),
  fault(
    'v1.get-card-data.shows-the-asked-card',
    'first-of-the-account',
    'shows for every card the one that was issued first for its account',
    onTheWire(() => {
      const accountOf = new Map<unknown, unknown>();
      const first = new Map<unknown, unknown>();
      return async (asked, send) => {
        const cardNumber = memberAt(asked.body, 'cardIdentification.cardNumber');
        const shown = first.get(accountOf.get(cardNumber));
        if (asked.operation === 'getCardData' && shown !== undefined) {
          const cardIdentification = { cardNumber: shown };
          return send({ body: JSON.stringify({ ...asked.body, cardIdentification }) });
        }
        const response = await send();
        if (asked.operation !== 'createVirtualCard' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const issued = memberAt(answer, 'virtualCardIdentification.cardNumber');
        const { accountNumber } = asked.body;
        accountOf.set(issued, accountNumber);
        if (!first.has(accountNumber)) first.set(accountNumber, issued);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.get-card-data.shows-the-asked-card',
    'last-asked',
    'shows the card that was asked for before',
    rememberingInAnswer('getCardData', () => {
      let last: Members | undefined;
      return (answer) => {
        const own = structuredClone(answer);
        if (last !== undefined) Object.assign(answer, last);
        last = own;
      };
    }),
  ),
  fault(
    'v1.validate-card.restores-no-limit',
    'begins-anew',
    'counts anew from an unlock what was used of the limits of a card',
    withRememberingRules(() => {
      let since = 0;
      return {
        v1StatusAfterValidate: (from) => {
          since = Date.now();
          return v1StatusAfterValidate(from);
        },
        v1CountsAsUsed: (use, name, counting) =>
          use.moment > since && v1CountsAsUsed(use, name, counting),
      };
    }),
  ),
];

function showsNames(change: (name: string) => string): ReturnType<typeof rememberingInAnswer> {
  return rememberingInAnswer('getCustomerDetails', () => (answer) => {
    for (const holder of objectsWith(answer)) {
      for (const name of ['surname', 'firstName', 'secondName']) {
        const value = holder[name];
        if (typeof value === 'string') holder[name] = change(value);
      }
    }
  });
}
