import { documentRules } from '../../../sandbox/rules/index.ts';
import { coalescing, gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { answersTogether } from '../sameness-tampering.ts';
import { denial, denies, objectsWith } from './tampering.ts';
import {
  changeAt,
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  withRules,
  read,
} from '../tampering.ts';

// Document 1, parts 2, 4 and 5: values, cards and tokens that are alike and not treated alike.

const { v1Entries, v1MayEnter } = documentRules;

export const v1AlikeFaults: readonly Fault[] = [
  fault(
    'v1.text.comes-back-as-sent',
    'without-zeros',
    'keeps identifiers of beneficiaries that are made of digits without leading zeros',
    inRequest('setAllowedBeneficiaries', (body) => ({
      ...body,
      beneficiaries: listIn(body, 'beneficiaries').map((one) =>
        typeof one === 'string' && /^\d+$/.test(one) ? String(BigInt(one)) : one,
      ),
    })),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'commas-between',
    'keeps a list of beneficiaries as one text with commas between them',
    inRequest('setAllowedBeneficiaries', (body) => ({
      ...body,
      beneficiaries: listIn(body, 'beneficiaries').flatMap((one) =>
        typeof one === 'string' ? one.split(',') : [one],
      ),
    })),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'second-before-midnight',
    'ends a limit of an account that ends at midnight a second earlier',
    inRequest('changeAccountLimit', (body) => {
      changeAt(body, 'limit.endDate', (end) =>
        typeof end === 'string' && end.endsWith('T00:00:00') ? `${dayBefore(end)}T23:59:59` : end,
      );
      return body;
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'trimmed-once',
    'takes blanks off a customer number when it is registered, and not when it is looked up',
    inRequest('registerCustomer', (body) => {
      changeAt(body, 'parameters[].value', (value) =>
        typeof value === 'string' ? value.trim() : value,
      );
      return body;
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'ligatures-undone-once',
    'writes the letters of a customer number one by one when it is registered, and not when it is looked up',
    inRequest('registerCustomer', (body) => {
      changeAt(body, 'parameters[].value', (value) =>
        typeof value === 'string' ? value.normalize('NFKC') : value,
      );
      return body;
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'plain-customer-name',
    'shows customerName without the letters that ASCII lacks',
    inAnswer('getCustomerInfo', (answer) => {
      const name = String(answer['customerName']);
      answer['customerName'] = name.replaceAll(/[^ -~]/g, '');
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'rule-of-the-day-after',
    'begins a restriction that begins at midnight a second earlier',
    inAnswer('getGeoRestrictions', (answer) => {
      changeAt(answer, 'restrictions.restriction[].startDate', earlier);
      changeAt(answer, 'restrictions[].startDate', earlier);
    }),
  ),
  ...(['generateCVC2', 'setGeoRestrictions', 'changePin'] as const).map((operation) =>
    fault(
      'v1.naming.reached-alike-afterwards',
      `copied-by-${operation.toLowerCase()}`,
      `unlocks by cardId another copy of a card than its number leads to, once ${operation} has changed it`,
      onTheWire(() => {
        const numbers = new Map<unknown, unknown>();
        const renewed = new Set<unknown>();
        return async (asked, send) => {
          const named = (name: string): unknown =>
            memberAt(asked.body, `cardIdentification.${name}`);
          const isByIdAlone = named('cardNumber') === undefined;
          if (asked.operation === operation) renewed.add(named('cardNumber'));
          const isOfTheCopy =
            asked.operation === 'validateCard' &&
            isByIdAlone &&
            renewed.has(numbers.get(named('cardId')) ?? named('cardId'));
          if (isOfTheCopy) return Response.json({ responseCode: '00' });
          const response = await send();
          const issued = memberAt(await read(response), 'virtualCardIdentification');
          numbers.set(memberAt(issued, 'cardId'), memberAt(issued, 'cardNumber'));
          return response;
        };
      }),
    ),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'odd-bare-numbers',
    'does not know a card by a bare number that is odd, as a double cannot hold it',
    onTheWire(() => async (asked, send) => {
      const [, last = '0'] = /"cardNumber":\d*(\d)/.exec(asked.text) ?? [];
      return Number(last) % 2 === 1 ? denial() : send();
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'one-rule-for-all-regions',
    'keeps one restriction for a country and a group of transactions, whatever its region',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'setGeoRestrictions') return send();
      const rules = objectsWith(asked.body, 'regionId', 'transactionGroupId');
      const kept = new Map(rules.map((rule) => [subjectOf(rule), rule]));
      const restrictions = { restriction: [...kept.values()] };
      return send({ body: JSON.stringify({ ...asked.body, restrictions }) });
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'rules-by-their-digits',
    'keeps one restriction of several whose numbers have the same digits, one after the other',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'setGeoRestrictions') return send();
      const rules = objectsWith(asked.body, 'regionId', 'transactionGroupId');
      const digitsOf = ({ countryId, regionId, transactionGroupId }: Members): string =>
        [countryId, regionId, transactionGroupId].join('');
      const kept = new Map(rules.map((rule) => [digitsOf(rule), rule]));
      const restrictions = { restriction: [...kept.values()] };
      return send({ body: JSON.stringify({ ...asked.body, restrictions }) });
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'every-other-one-lifted',
    'lifts every other one of the restrictions that one request lifts',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'setGeoRestrictions') return send();
      const rules = objectsWith(asked.body, 'regionId', 'transactionGroupId');
      const lifted = rules.filter(({ status }) => status === 'DISABLED');
      const kept = rules.filter((rule) => lifted.indexOf(rule) % 2 !== 1);
      const restrictions = { restriction: kept };
      return send({ body: JSON.stringify({ ...asked.body, restrictions }) });
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'codes-without-zeros',
    'denies a debit at a merchant whose code begins with a zero, where codes are restricted',
    onTheWire(() => {
      const restricted = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation === 'setAllowedMccList') restricted.add(asked.body['accountNumber']);
        const code = memberAt(asked.body, 'cardAcceptorParameters.merchantType');
        const isDenied = restricted.size > 0 && String(code).startsWith('0');
        return asked.operation === 'debitCard' && isDenied ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.together.each-for-itself',
    'whatever-was-asked',
    'answers reads of one account that are under way with one answer, with or without the card number',
    onTheWire(() => {
      const once = coalescing();
      return async (asked, send) => {
        const isRead = asked.operation === 'getAccountData';
        return once(isRead ? String(asked.body['accountNumber']) : undefined, send);
      };
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'added-at-the-other-path',
    'adds an amount to what is arrested at one path, where it takes its place at the other',
    onTheWire(() => {
      const arrested = new Map<unknown, number>();
      return async (asked, send) => {
        const { accountNumber, amount } = asked.body;
        if (asked.operation !== 'changeAccountArrestAmount') return send();
        const isOther = asked.url.pathname.startsWith('/payment');
        const sum = Number(amount) + (isOther ? (arrested.get(accountNumber) ?? 0) : 0);
        arrested.set(accountNumber, sum);
        return send({ body: JSON.stringify({ ...asked.body, amount: sum }) });
      };
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'bare-as-doubles',
    'keeps bare numbers of a list of beneficiaries as doubles, which lose the last digit of some',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'setAllowedBeneficiaries') return send();
      const body = asked.text.replaceAll(/(?<=[[,]\s*)\d{16,}(?=\s*[,\]])/g, (number) =>
        String(Number(number)),
      );
      return send({ body });
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'four-digits',
    'keeps a merchant category code of three digits with a zero behind it',
    inRequest('setAllowedMccList', (body) => ({
      ...body,
      mccList: listIn(body, 'mccList').map((code) =>
        Number(code) > 99 && Number(code) < 1000 ? Number(code) * 10 : code,
      ),
    })),
  ),
  fault(
    'v1.items.each-is-kept',
    'short-codes-refused',
    'refuses merchant category codes below 1000 as too short',
    denies('setAllowedMccList', ({ body }) =>
      listIn(body, 'mccList').some((code) => Number(code) < 1000),
    ),
  ),
  fault(
    'v1.items.each-is-kept',
    'short-countries-refused',
    'refuses a restriction for a country whose number is below 100',
    denies('setGeoRestrictions', ({ body }) =>
      objectsWith(body, 'countryId').some((rule) => Number(rule['countryId']) < 100),
    ),
  ),
  fault(
    'v1.range.every-value-alike',
    'expiry-of-the-first',
    'shows for every card of an account the expiryDate of the first one',
    inAnswer('getAccountData', (answer) => {
      const entries = objectsWith(answer, 'expiryDate');
      for (const entry of entries) entry['expiryDate'] = entries[0]?.['expiryDate'];
    }),
  ),
  fault(
    'v1.range.every-value-alike',
    'no-leap-days',
    'registers no customer since a 29 February',
    denies('registerCustomer', ({ text }) => text.includes('-02-29"')),
  ),
  fault(
    'v1.range.every-value-alike',
    'day-before-the-epoch',
    'registers no customer since the last day before 1970, which is -1 in days',
    denies('registerCustomer', ({ text }) => text.includes('"1969-12-31"')),
  ),
  fault(
    'v1.money.history-equals-the-model',
    'equal-once',
    'lists movements of one kind and amount once',
    inAnswer('getTransactions', (answer) => {
      changeAt(answer, 'transactions', (items) => {
        const list = Array.isArray(items) ? items.filter(isObject) : [];
        const kindOf = (item: Members): string =>
          JSON.stringify([item['transactionType'], item['amount']]);
        return list.filter(
          (item, at) => list.findIndex((one) => kindOf(one) === kindOf(item)) === at,
        );
      });
    }),
  ),
  ...(['generatePin', 'getCardBalance'] as const).map((operation) =>
    fault(
      'v1.together.each-for-itself',
      `shared-${operation}`,
      `answers ${operation} with what another one is answered that is under way`,
      answersTogether(operation),
    ),
  ),
  fault(
    'v1.size.long-lists-are-kept',
    'ten-cards',
    'lists no more than ten cards of an account',
    inAnswer('getAccountData', (answer) => {
      changeAt(answer, 'accountData.cards', (cards) =>
        Array.isArray(cards) ? cards.slice(0, 10) : cards,
      );
    }),
  ),
  fault(
    'v1.overlap.settings',
    'limits-lost',
    'confirms a change of a limit of a card and forgets it while another one is under way',
    onTheWire(() => {
      let underWay = 0;
      return async (asked, send) => {
        if (asked.operation !== 'changeCardLimit') return send();
        underWay += 1;
        await gap();
        const response = underWay > 1 ? accepted() : await send();
        underWay -= 1;
        return response;
      };
    }),
  ),
  fault(
    'v1.money.is-conserved',
    'within-an-account',
    'books only the credit of a transfer within an account',
    withRules({
      v1Entries: (movement) =>
        v1Entries(movement).filter(
          ({ amount }) => amount > 0 || movement.account !== movement.destination,
        ),
    }),
  ),
  fault(
    'v1.agreement.each-shows-its-own',
    'kept-by-institution',
    'shows the balances of the account that was asked for last at an institution',
    keepsBalances(),
  ),
  fault(
    'v1.overlap.different-things',
    'list-lost',
    'confirms a list of merchant categories and forgets it while another request about the account is under way',
    onTheWire(() => {
      const underWay = new Map<string, number>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        if (typeof accountNumber !== 'string') return send();
        underWay.set(accountNumber, (underWay.get(accountNumber) ?? 0) + 1);
        await gap();
        const isLost =
          asked.operation === 'setAllowedMccList' && (underWay.get(accountNumber) ?? 0) > 1;
        const response = isLost ? accepted() : await send();
        underWay.set(accountNumber, (underWay.get(accountNumber) ?? 1) - 1);
        return response;
      };
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'use-of-32-bits',
    'shows no more of the use of a limit than 32 bits hold',
    inAnswer('getCardLimits', (answer) => {
      changeAt(answer, 'limits[].currentValue', (value) => Number(value) | 0);
    }),
  ),
  ...(['getTokenList', 'getAllowedMccList', 'generateCVC2'] as const).map((operation) =>
    fault(
      'v1.authentication.every-operation-alike',
      `anybody-${operation}`,
      `lets anybody in who asks for ${operation}`,
      onTheWire(() => {
        let known: Headers | undefined;
        return async (asked, send) => {
          const response = await send();
          if (response.ok) known ??= asked.headers;
          const isAsked = !response.ok && asked.operation === operation;
          return isAsked && known !== undefined ? send({ headers: known }) : response;
        };
      }),
    ),
  ),
  ...(
    [
      ['getCardData', 'cardNumber', 16],
      ['getAccountData', 'accountNumber', 12],
      ['getCustomerDetails', 'customerNumber', 10],
    ] as const
  ).map(([operation, name, length]) =>
    fault(
      'v1.naming.near-is-another',
      `cut-${operation}`,
      `reads no more than ${length} characters of the number that ${operation} is asked with`,
      inRequest(operation, (body) => {
        for (const path of [name, `cardIdentification.${name}`]) {
          changeAt(body, path, (value) =>
            typeof value === 'string' ? value.slice(0, length) : value,
          );
        }
        return body;
      }),
    ),
  ),
  ...(['getCustomerDetails', 'isCustomerExist'] as const).map((operation) =>
    fault(
      'v1.naming.near-is-another',
      `compatible-${operation}`,
      `takes the customer number that ${operation} is asked with for any that is compatible with it in Unicode`,
      inRequest(operation, (body) => {
        const { customerNumber } = body;
        if (typeof customerNumber === 'string')
          body['customerNumber'] = customerNumber.normalize('NFKC');
        return body;
      }),
    ),
  ),
  fault(
    'v1.authentication.wrong-in-any-place',
    'any-case',
    'does not mind the case of the password in a token',
    withRules({
      v1MayEnter: (authorization, token) =>
        v1MayEnter(authorization, token) ||
        plainOf(authorization?.replace(/^Basic /, '')) === plainOf(token),
    }),
  ),
  fault(
    'v1.authentication.wrong-in-any-place',
    'beginning-remembered',
    'lets in whoever has the first sixteen characters of a token that was let in',
    onTheWire(() => {
      let known: Headers | undefined;
      return async (asked, send) => {
        const response = await send();
        if (response.ok) known ??= asked.headers;
        const [own, good] = [asked.headers, known].map((headers) => headers?.get('authorization'));
        const isBeginning = own?.slice(0, 22) === good?.slice(0, 22) && own?.startsWith('Basic ');
        return !response.ok && known !== undefined && own !== good && isBeginning === true
          ? send({ headers: known })
          : response;
      };
    }),
  ),
];

/** What a token stands for, where it stands for something, in small letters. */
function plainOf(token = ''): string {
  const plain = Buffer.from(token, 'base64').toString('latin1');
  return Buffer.from(plain, 'latin1').toString('base64') === token
    ? plain.toLowerCase()
    : token.toLowerCase();
}

function earlier(date: unknown): unknown {
  const isMidnight = typeof date === 'string' && date.endsWith('T00:00:00');
  return isMidnight ? `${dayBefore(date)}T23:59:59` : date;
}

function keepsBalances(): Tampering {
  return rememberingInAnswer('getAccountBalances', () => {
    const last = new Map<unknown, Members>();
    return (answer, { body }) => {
      const known = last.get(body['institutionId']);
      last.set(body['institutionId'], structuredClone(answer));
      if (known !== undefined) Object.assign(answer, known);
    };
  });
}

function accepted(): Response {
  return new Response(JSON.stringify({ responseCode: '00' }), {
    headers: { 'Content-Type': 'application/json' },
  });
}

function dayBefore(end: string): string {
  return new Date(Date.parse(`${end}Z`) - 1_000).toISOString().slice(0, 10);
}

function listIn(body: Members, name: string): unknown[] {
  const list = body[name];
  return Array.isArray(list) ? (list as unknown[]) : [];
}

function subjectOf({ countryId, transactionGroupId }: Members): string {
  return `${String(countryId)} ${String(transactionGroupId)}`;
}
