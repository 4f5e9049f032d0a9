import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  inAnswer,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  withBody,
} from '../tampering.ts';
import { objectsWith } from './tampering.ts';

// Document 1, parts 2.4, 2.5 and 4: one thing that is read in two places and shown differently.

export const v1AgreementFaults: readonly Fault[] = [
  fault(
    'v1.agreement.customer-info-follows-the-money',
    'first-balance',
    'keeps showing the first balances of a customer',
    keepsTheFirst('getCustomerInfo', 'customerNumber'),
  ),
  fault(
    'v1.agreement.customer-info-follows-the-money',
    'debits-left-out',
    'leaves debits out of the balances of a customer',
    onTheWire(() => {
      const accountOf = new Map<unknown, unknown>();
      const debited = new Map<unknown, number>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === undefined || !response.ok) return response;
        const answer = (await response.json()) as Members;
        if (asked.operation === 'createVirtualCard') {
          const number = memberAt(answer, 'virtualCardIdentification.cardNumber');
          accountOf.set(number, asked.body['accountNumber']);
        }
        if (asked.operation === 'debitCard') {
          const account = accountOf.get(memberAt(asked.body, 'cardIdentification.cardNumber'));
          debited.set(account, (debited.get(account) ?? 0) + Number(asked.body['amount']));
        }
        for (const one of asked.operation === 'getCustomerInfo' ? accountsIn(answer) : []) {
          const more = debited.get(one['accountNumber']) ?? 0;
          for (const balance of objectsWith(one['balances'], 'value')) {
            balance['value'] = Number(balance['value']) + more;
          }
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.agreement.cards-of-an-account',
    'of-the-card',
    'shows the balance that a card was first asked for until it is paid from itself',
    keepsTheFirst('getCardBalance', 'cardIdentification.cardNumber', 'sourceCardIdentification'),
  ),
  fault(
    'v1.agreement.available-balance',
    'stale-list',
    'keeps showing the first balances of an account by type',
    keepsTheFirst('getAccountBalances', 'accountNumber'),
  ),
  fault(
    'v1.agreement.available-balance',
    'not-of-the-receiver',
    'keeps showing the amounts of an account in the back office until its own card moves money',
    onTheWire(() => {
      const accountOf = new Map<unknown, unknown>();
      const known = new Map<unknown, string>();
      return async (asked, send) => {
        const response = await send();
        const { accountNumber } = asked.body;
        if (asked.operation === 'createVirtualCard' && response.ok) {
          const answer: unknown = await response.clone().json();
          accountOf.set(memberAt(answer, 'virtualCardIdentification.cardNumber'), accountNumber);
        }
        if (asked.operation === 'changeAccountArrestAmount') known.delete(accountNumber);
        for (const end of ['cardIdentification', 'sourceCardIdentification']) {
          known.delete(accountOf.get(memberAt(asked.body, `${end}.cardNumber`)));
        }
        if (asked.operation !== 'getAccountBalanceFromBo' || !response.ok) return response;
        const shown = known.get(accountNumber) ?? (await response.text());
        known.set(accountNumber, shown);
        return withBody(response, shown);
      };
    }),
  ),
  fault(
    'v1.agreement.shows-every-movement',
    'not-what-it-receives',
    'keeps showing the balance of a card until the card itself is credited, debited or pays',
    onTheWire(() => {
      const known = new Map<unknown, string>();
      return async (asked, send) => {
        const number = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (['creditCard', 'debitCard'].includes(asked.operation ?? '')) known.delete(number);
        known.delete(memberAt(asked.body, 'sourceCardIdentification.cardNumber'));
        const response = await send();
        if (asked.operation !== 'getCardBalance' || !response.ok) return response;
        const shown = known.get(number) ?? (await response.text());
        known.set(number, shown);
        return withBody(response, shown);
      };
    }),
  ),
  fault(
    'v1.agreement.shows-every-movement',
    'single-precision',
    'shows of an availableBalance the digits that a number of single precision has',
    inAnswer('getAccountBalanceFromBo', (answer) => {
      answer['availableBalance'] = Math.fround(Number(answer['availableBalance']));
    }),
  ),
  fault(
    'v1.agreement.shows-every-movement',
    'closed-for-today',
    'leaves out of availableBalance what was deposited after ten in the evening, until the next movement',
    onTheWire(() => {
      let late = 0;
      return async (asked, send) => {
        const { operation = '', body } = asked;
        const response = await send();
        if (['creditCard', 'debitCard', 'p2pTransfer'].includes(operation)) {
          const [hour] = /(?<=T)\d\d/.exec(await response.clone().text()) ?? [];
          late = operation === 'creditCard' && Number(hour) >= 22 ? Number(body['amount']) : 0;
        }
        if (operation !== 'getAccountBalanceFromBo' || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const availableBalance = Number(answer['availableBalance']) - late;
        return withBody(response, JSON.stringify({ ...answer, availableBalance }));
      };
    }),
  ),
  fault(
    'v1.agreement.available-is-available',
    'arrested-all-the-same',
    'counts what is arrested of an account as available to its customer',
    countsArrested(() => true),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'arrested-all-the-same-by-account',
    'counts what is arrested as available where the customer is asked for with accountNumber',
    countsArrested((body) => 'accountNumber' in body),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'renamed-by-a-card',
    'shows a customer by the name that was to be printed on a card',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      const printed = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'createVirtualCard' && isObject(body['personalData']))
          printed.set(holders.get(body['accountNumber']), memberAt(body, 'personalData.firstName'));
        if (operation !== 'registerCustomer' && operation !== 'getCustomerDetails') return response;
        const answer = (await response.clone().json()) as Members;
        if (operation === 'registerCustomer')
          holders.set(answer['accountNumber'], answer['customerNumber']);
        const firstName = printed.get(answer['customerNumber']);
        if (operation === 'registerCustomer' || firstName === undefined) return response;
        return withBody(response, JSON.stringify({ ...answer, firstName }));
      };
    }),
  ),
  fault(
    'v1.agreement.card-data',
    'status-in-account',
    'shows a card in its account in the state in which it was listed first',
    rememberingInAnswer('getAccountData', () => {
      const first = new Map<unknown, unknown>();
      return (answer) => {
        for (const entry of objectsWith(answer, 'hotCardStatus')) {
          const known = first.get(entry['cardId']) ?? entry['hotCardStatus'];
          first.set(entry['cardId'], known);
          entry['hotCardStatus'] = known;
        }
      };
    }),
  ),
  fault(
    'v1.agreement.card-data',
    'wrong-entries-for-ever',
    'shows in the account as many wrong PIN entries of a card as it ever had',
    rememberingInAnswer('getAccountData', () => {
      const most = new Map<unknown, number>();
      return (answer) => {
        for (const entry of objectsWith(answer, 'pinDenialCounter')) {
          const known = Math.max(most.get(entry['cardId']) ?? 0, Number(entry['pinDenialCounter']));
          most.set(entry['cardId'], known);
          entry['pinDenialCounter'] = known;
        }
      };
    }),
  ),
  fault(
    'v1.agreement.card-data',
    'account-for-customer',
    'shows the number of the account as customerId of its cards',
    inAnswer('getAccountData', (answer, { body }) => {
      for (const entry of objectsWith(answer, 'embossedName')) {
        entry['customerId'] = body['accountNumber'];
      }
    }),
  ),
  fault(
    'v1.agreement.card-data',
    'plastic-by-place',
    'counts the cards of an account instead of showing their plastic number',
    inAnswer('getAccountData', (answer) => {
      for (const [index, entry] of objectsWith(answer, 'plasticNumber').entries()) {
        entry['plasticNumber'] = index + 1;
      }
    }),
  ),
];

/** Shows the customer as available what is arrested as well, in the answer to some requests. */
function countsArrested(when: (body: Members) => boolean): Tampering {
  return onTheWire(() => {
    const arrested = new Map<unknown, number>();
    return async (asked, send) => {
      const { operation, body } = asked;
      const response = await send();
      if (operation === 'changeAccountArrestAmount' && response.ok)
        arrested.set(body['accountNumber'], Number(body['amount']));
      if (operation !== 'getCustomerInfo' || !response.ok || !when(body)) return response;
      const answer = (await response.json()) as Members;
      for (const account of accountsIn(answer)) {
        for (const balance of objectsWith(account['balances'], 'type', 'value')) {
          if (balance['type'] !== 'AVAILABLE') continue;
          const more = arrested.get(account['accountNumber']) ?? 0;
          balance['value'] = Number(balance['value']) + more;
        }
      }
      return withBody(response, JSON.stringify(answer));
    };
  });
}

function accountsIn(answer: Members): Members[] {
  return objectsWith(answer['accounts'], 'accountNumber');
}

/** Shows of each subject what was shown first, until a movement names it. */
function keepsTheFirst(operation: V1Operation, path: string, until?: string): Tampering {
  return onTheWire(() => {
    const first = new Map<unknown, string>();
    return async (asked, send) => {
      if (until !== undefined) first.delete(memberAt(asked.body, `${until}.cardNumber`));
      const response = await send();
      if (asked.operation !== operation || !response.ok) return response;
      const subject = memberAt(asked.body, path);
      const text = await response.text();
      const shown = first.get(subject) ?? text;
      first.set(subject, shown);
      return withBody(response, shown);
    };
  });
}
