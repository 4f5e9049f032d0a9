import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { mailboxOf } from '../sameness-tampering.ts';
import {
  type TamperedRequest,
  inAnswer,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  withBody,
  withRules,
} from '../tampering.ts';
import { denial, denies, isSuccess } from './tampering.ts';

// Document 1, parts 2.4 and 4: registration of customers, and what is shown of them.

const { v1IsStartDate, v1IsOwnIdentifier } = documentRules;

export const v1CustomerFaults: readonly Fault[] = [
  fault(
    'v1.register-customer.constant-product-name',
    'another',
    'requires another constant as productName',
    withRules({ v1IsCustomerProduct: (sent) => sent === 'CRCU1002' }),
  ),
  fault(
    'v1.register-customer.customer-number-is-the-requested',
    'cut',
    'keeps the last eight characters of a customer_number',
    withRules({ v1CustomerNumber: (requested) => requested.slice(-8) }),
  ),
  fault(
    'v1.register-customer.customer-number-is-unique',
    'again',
    'registers a customer with a number already in use',
    withRules({ v1MayRegister: () => true }),
  ),
  fault(
    'v1.text.is-told-apart',
    'searched-for',
    'takes percent signs and underscores in a number for any characters when it looks whether a customer exists',
    onTheWire(() => {
      const known = new Set<string>();
      return async (asked, send) => {
        const number = asked.body['customerNumber'];
        if (asked.operation === 'getCustomerDetails') known.add(String(number));
        if (asked.operation === 'registerCustomer') known.add(sent(asked, 'customer_number'));
        if (asked.operation !== 'isCustomerExist' || typeof number !== 'string') return send();
        const pattern = number
          .replaceAll(/[^A-Za-z0-9%_]/g, '\\$&')
          .replaceAll('%', '.*')
          .replaceAll('_', '.');
        const found = [...known].find((one) => new RegExp(`^${pattern}$`).test(one)) ?? number;
        return send({ body: JSON.stringify({ ...asked.body, customerNumber: found }) });
      };
    }),
  ),
  fault(
    'v1.text.is-told-apart',
    'one-of-two-long-ones',
    'registers no number whose first 64 characters are those of another',
    onTheWire(() => {
      const known = new Map<string, string>();
      return async (asked, send) => {
        const number = asked.operation === 'registerCustomer' ? sent(asked, 'customer_number') : '';
        if (number.length <= 64) return send();
        const key = number.slice(0, 64);
        const first = known.get(key) ?? number;
        known.set(key, first);
        return first === number ? send() : denial();
      };
    }),
  ),
  fault(
    'v1.text.numerals-are-told-apart',
    'as-numbers',
    'takes customer numbers of digits for numbers, so that a leading zero makes no other one',
    onTheWire(() => {
      const known = new Map<string, string>();
      return async (asked, send) => {
        const number = asked.operation === 'registerCustomer' ? sent(asked, 'customer_number') : '';
        if (!/^\d+$/.test(number)) return send();
        const key = String(BigInt(number));
        const first = known.get(key) ?? number;
        known.set(key, first);
        return first === number ? send() : denial();
      };
    }),
  ),
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'number-taken-in-vain',
    'takes a customer_number for one in use once a registration was denied for its start_date',
    onTheWire(() => {
      const taken = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'registerCustomer') return send();
        const number = sent(asked, 'customer_number');
        if (taken.has(number)) return denial();
        if (sent(asked, 'start_date') > '2900') taken.add(number);
        return send();
      };
    }),
  ),
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'arrested-for-good',
    'debits no account of which much was arrested, when nothing is arrested any more',
    onTheWire(() => {
      const accounts = new Map<unknown, unknown>();
      const arrested = new Set<unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        const cardNumber = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'debitCard' && arrested.has(accounts.get(cardNumber))) return denial();
        const isMuch = Number(body['amount']) >= 10_00;
        if (operation === 'changeAccountArrestAmount' && isMuch) {
          arrested.add(body['accountNumber']);
        }
        const response = await send();
        if (operation !== 'createVirtualCard') return response;
        const text = await response.text();
        const [, number] = /"cardNumber":"?(\d+)/.exec(text) ?? [];
        accounts.set(number, body['accountNumber']);
        return withBody(response, text);
      };
    }),
  ),
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'stopped-by-a-month',
    'denies every card of an account once one for a month that is over was denied',
    onTheWire(() => {
      const stopped = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation !== 'createVirtualCard') return send();
        const { accountNumber } = asked.body;
        const month = String(memberAt(asked.body, 'virtualCardIdentification.expDate'));
        if (month < '201012') stopped.add(accountNumber);
        return stopped.has(accountNumber) ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.shared.each-keeps-its-own',
    'renamed-by-email',
    'shows an earlier customer by the names of a later one with the same email',
    showsLaterNames('email'),
  ),
  fault(
    'v1.shared.each-keeps-its-own',
    'renamed-by-phone',
    'shows an earlier customer by the names of a later one with the same mobile_phone',
    showsLaterNames('mobile_phone'),
  ),
  fault(
    'v1.shared.each-keeps-its-own',
    'one-mailbox',
    'tells of a customer whose email goes to the mailbox of an earlier one the account of that one',
    sharesAccounts((asked) => mailboxOf(sent(asked, 'email'))),
  ),
  fault(
    'v1.shared.each-keeps-its-own',
    'account-of-the-namesake',
    'tells of a customer with all the names of an earlier one the account of that one',
    sharesAccounts((asked) =>
      ['firstName', 'secondName', 'surname'].map((name) => sent(asked, name)).join(' '),
    ),
  ),
  fault(
    'v1.shared.each-keeps-its-own',
    'name-of-the-namesake',
    'shows as customerName that of an earlier customer with the same secondName and surname',
    onTheWire(() => {
      const persons = new Map<unknown, string>();
      const known = new Map<string, unknown>();
      return async (asked, send) => {
        const response = await send();
        const { operation, body } = asked;
        if (operation === 'registerCustomer') {
          const person = `${sent(asked, 'secondName')} ${sent(asked, 'surname')}`;
          persons.set(sent(asked, 'customer_number'), person);
        }
        const person = persons.get(body['customerNumber']);
        if (operation !== 'getCustomerInfo' || !response.ok || person === undefined)
          return response;
        const answer = (await response.json()) as Members;
        known.set(person, known.get(person) ?? answer['customerName']);
        answer['customerName'] = known.get(person);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.is-customer-exist.tells-a-customer',
    'as-remembered',
    'remembers of a customer who is asked for with an institutionId that there is none',
    onTheWire(() => {
      const unknown = new Set<unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'isCustomerExist' || body['institutionId'] === undefined) return send();
        const { customerNumber } = body;
        const response = await send();
        const answer = (await response.json()) as Members;
        if (answer['result'] === false) unknown.add(customerNumber);
        if (unknown.has(customerNumber)) answer['result'] = false;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.register-customer.customer-number-is-any-text',
    'digits',
    'requires a customer_number of digits',
    denies('registerCustomer', (asked) => !/^\d+$/.test(sent(asked, 'customer_number'))),
  ),
  fault(
    'v1.register-customer.customer-number-is-any-text',
    'a-letter',
    'requires a customer_number to begin with a letter',
    denies('registerCustomer', (asked) => !/^[A-Za-z]/.test(sent(asked, 'customer_number'))),
  ),
  fault(
    'v1.register-customer.customer-number-is-any-text',
    'ascii',
    'drops the accents of a customer_number',
    withRules({
      v1CustomerNumber: (requested) => requested.normalize('NFD').replaceAll(/[^ -~]/g, ''),
    }),
  ),
  fault(
    'v1.register-customer.customer-number-is-any-text',
    'latin-1',
    'registers no customer_number with a letter beyond Latin-1',
    denies('registerCustomer', (asked) => /[^\0-\u{FF}]/u.test(sent(asked, 'customer_number'))),
  ),
  fault(
    'v1.register-customer.refusal-registers-nobody',
    'announced',
    'knows a customer whose registration it denied',
    onTheWire(() => {
      const begun = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation === 'registerCustomer') begun.add(sent(asked, 'customer_number'));
        const response = await send();
        if (asked.operation !== 'isCustomerExist' || !begun.has(asked.body['customerNumber'])) {
          return response;
        }
        return withBody(response, JSON.stringify({ result: true }));
      };
    }),
  ),
  fault(
    'v1.register-customer.refusal-registers-nobody',
    'half-way',
    'registers a customer before it notices that productName is missing',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'registerCustomer' || 'productName' in asked.body) return send();
      await send({ body: JSON.stringify({ ...asked.body, productName: 'CRCU1001' }) });
      return denial();
    }),
  ),
  fault(
    'v1.register-customer.past-start-date',
    'any-day',
    'accepts a start_date in the future',
    withRules({ v1IsStartDate: (text) => /^\d{4}-\d\d-\d\d$/.test(text) }),
  ),
  fault(
    'v1.register-customer.start-date-form',
    'any-text',
    'treats an unreadable start_date as one in the past',
    withRules({
      v1IsStartDate: (text, today, isTodayPast) =>
        !/^\d{4}-(0\d|1[0-2])-\d\d$/.test(text) || v1IsStartDate(text, today, isTodayPast),
    }),
  ),
  fault(
    'v1.register-customer.start-date-form',
    'no-day',
    'accepts a year or a month as start_date',
    withRules({
      v1IsStartDate: (text, today, isTodayPast) =>
        /^\d{4}(-\d\d)?$/.test(text) || v1IsStartDate(text, today, isTodayPast),
    }),
  ),
  fault(
    'v1.register-customer.start-date-form',
    'signed-year',
    'accepts a start_date with a signed year',
    withRules({
      v1IsStartDate: (text, today, isTodayPast) =>
        /^[+-]\d{6}-\d\d-\d\d$/.test(text) || v1IsStartDate(text, today, isTodayPast),
    }),
  ),
  ...(
    [
      ['v1.register-customer.wrong-institution', 'institutionId'],
      ['v1.register-customer.wrong-product', 'product_id'],
      ['v1.register-customer.wrong-service', 'service_id_acc'],
      ['v1.register-customer.wrong-agent', 'agent_number'],
    ] as const
  ).map(([breaks, name]) =>
    fault(
      breaks,
      'unchecked',
      `takes any ${name}`,
      withRules({
        v1IsOwnIdentifier: (parameter, value, own) =>
          parameter === name || v1IsOwnIdentifier(parameter, value, own),
      }),
    ),
  ),
  fault(
    'v1.register-customer.apartament',
    'spelled-right',
    'knows only apartment',
    denies('registerCustomer', (asked) => sent(asked, 'apartament') !== ''),
  ),
  fault(
    'v1.register-customer.postal-code-is-free-text',
    'five-digits',
    'requires a postal_code of five digits',
    denies('registerCustomer', (asked) => !/^\d{5}$/.test(sent(asked, 'postal_code'))),
  ),
  fault(
    'v1.register-customer.numeric-country-code',
    'letters',
    'requires an alphabetic country_code',
    withRules({ v1IsCountryCode: (text) => /^[A-Z]{3}$/.test(text) }),
  ),
  fault(
    'v1.register-customer.numeric-country-code',
    'without-zeros',
    'does not know a country_code with leading zeros',
    withRules({ v1IsCountryCode: (text) => /^[1-9]\d\d$/.test(text) }),
  ),

  fault(
    'v1.get-customer-details.keeps-customer-number',
    'cut',
    'shows a customerNumber without its first character',
    inAnswer('getCustomerDetails', withoutFirst),
  ),
  ...(
    [
      ['v1.get-customer-details.keeps-first-name', 'firstName', 'surname'],
      ['v1.get-customer-details.keeps-second-name', 'secondName', 'surname'],
      ['v1.get-customer-details.keeps-surname', 'surname', 'firstName'],
    ] as const
  ).map(([breaks, name, other]) =>
    fault(
      breaks,
      'mixed-up',
      `shows the ${other} as ${name}`,
      inAnswer('getCustomerDetails', (answer) => {
        answer[name] = answer[other];
      }),
    ),
  ),
  fault(
    'v1.get-customer-details.customer-ids-differ',
    'of-the-first',
    'shows the customerId of the first customer for all',
    rememberingInAnswer('getCustomerDetails', () => {
      let first: unknown;
      return (answer) => {
        first ??= answer['customerId'];
        answer['customerId'] = first;
      };
    }),
  ),
  fault(
    'v1.get-customer-info.keeps-customer-number',
    'cut',
    'shows a customerNumber without its first character',
    inAnswer('getCustomerInfo', withoutFirst),
  ),
  fault(
    'v1.get-customer-info.names-the-customer',
    'first-name',
    'shows only the first name',
    inAnswer('getCustomerInfo', (answer) => {
      answer['customerName'] = String(answer['customerName']).split(' ')[0];
    }),
  ),
  fault(
    'v1.get-customer-info.lists-the-account',
    'all',
    "lists everybody's accounts",
    onTheWire(() => {
      const accounts: unknown[] = [];
      return async (asked, send) => {
        const response = await send();
        const { operation } = asked;
        if (operation !== 'registerCustomer' && operation !== 'getCustomerInfo') return response;
        const answer = (await response.clone().json()) as Members;
        if (!isSuccess(response, answer)) return response;
        if (operation === 'registerCustomer') {
          accounts.push({ accountNumber: answer['accountNumber'], accountType: 'DEFAULT' });
          return response;
        }
        return Response.json({ ...answer, accounts }, { headers: response.headers });
      };
    }),
  ),
  fault(
    'v1.get-customer-info.lists-the-account',
    'asked-for',
    "lists another customer's account under the customer who asks for it",
    onTheWire(() => {
      const known = new Set<unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        const { accountNumber, ...others } = body;
        const isAsked = operation === 'getCustomerInfo' && known.has(accountNumber);
        const response = await (isAsked ? send({ body: JSON.stringify(others) }) : send());
        const answer = (await response.clone().json()) as Members;
        if (operation === 'registerCustomer') known.add(answer['accountNumber']);
        const [first] = Array.isArray(answer['accounts']) ? answer['accounts'] : [];
        if (!isAsked || !isObject(first)) return response;
        return withBody(
          response,
          JSON.stringify({ ...answer, accounts: [{ ...first, accountNumber }] }),
        );
      };
    }),
  ),
  fault(
    'v1.is-customer-exist.tells-a-customer',
    'nobody',
    'knows no customer',
    withRules({ v1CustomerExists: () => false }),
  ),
  fault(
    'v1.is-customer-exist.tells-a-customer',
    'of-a-changed-account',
    'knows no customer whose account has been given a status',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      const changed = new Set<unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        if (operation === 'isCustomerExist' && changed.has(body['customerNumber'])) {
          return Response.json({ responseCode: '00', result: false });
        }
        const response = await send();
        const answer = (await response.clone().json()) as Members;
        if (operation === 'registerCustomer') {
          holders.set(answer['accountNumber'], answer['customerNumber']);
        }
        if (operation === 'changeAccountStatus') changed.add(holders.get(body['accountNumber']));
        return response;
      };
    }),
  ),
  fault(
    'v1.is-customer-exist.tells-nobody',
    'everybody',
    'knows everybody',
    withRules({ v1CustomerExists: () => true }),
  ),
];

/** The value of a named parameter of registerCustomer. */
function sent({ body }: TamperedRequest, name: string): string {
  const parameters: unknown[] = Array.isArray(body['parameters']) ? body['parameters'] : [];
  const found = parameters.filter(isObject).find((parameter) => parameter['name'] === name);
  const value = found?.['value'];
  return typeof value === 'string' ? value : '';
}

/** Tells of a customer for whom this comes to what it came to for an earlier one the account of that one. */
function sharesAccounts(keyOf: (asked: TamperedRequest) => string): Tampering {
  return onTheWire(() => {
    const accounts = new Map<string, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'registerCustomer' || !response.ok) return response;
      const answer = (await response.json()) as Members;
      const key = keyOf(asked);
      accounts.set(key, accounts.get(key) ?? answer['accountNumber']);
      answer['accountNumber'] = accounts.get(key);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Takes a registration that has this in common with an earlier one for news of that customer as well. */
function showsLaterNames(common: string): Tampering {
  return onTheWire(() => {
    const latest = new Map<string, TamperedRequest>();
    const commonOf = new Map<unknown, string>();
    return async (asked, send) => {
      const response = await send();
      const { operation, body } = asked;
      if (operation === 'registerCustomer' && response.ok && sent(asked, common) !== '') {
        commonOf.set(sent(asked, 'customer_number'), sent(asked, common));
        latest.set(sent(asked, common), asked);
      }
      const now = latest.get(commonOf.get(body['customerNumber']) ?? '');
      if (operation !== 'getCustomerDetails' || !response.ok || now === undefined) return response;
      const answer = (await response.json()) as Members;
      for (const name of ['firstName', 'surname']) answer[name] = sent(now, name);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

function withoutFirst(answer: Members): void {
  answer['customerNumber'] = String(answer['customerNumber']).slice(1);
}
