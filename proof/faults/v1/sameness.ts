import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  isObject,
  type Members,
  memberAt,
  onTheWire,
  setMember,
  type TamperedRequest,
} from '../tampering.ts';
import {
  afterDenial,
  answersTogether,
  cut,
  lendsCredentials,
  twice,
  withItems,
} from '../sameness-tampering.ts';
import {
  denial,
  denies,
  isCarriedOut,
  objectsWith,
  pretends,
  succeedsAnyway,
} from './tampering.ts';

/** Faults of document 1 that treat two alike things differently. */
export const v1SamenessFaults: readonly Fault[] = [
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'account-remembered',
    'denies setAllowedMccList for an account after one that was denied',
    deniesAfterDenial('setAllowedMccList', ({ body }) => body['accountNumber']),
  ),
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'number-taken',
    'takes a customer number for taken after a registration that was denied',
    deniesAfterDenial(
      'registerCustomer',
      ({ body }) =>
        objectsWith(body, 'name', 'value').find(({ name }) => name === 'customer_number')?.[
          'value'
        ],
    ),
  ),
  fault(
    'v1.put-right.succeeds-after-a-refusal',
    'debited-twice',
    'debits a card twice that was denied a debit before',
    afterDenial(
      'debitCard',
      ({ body }) => memberAt(body, 'cardIdentification.cardNumber'),
      isCarriedOut,
      twice,
    ),
  ),

  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'status-left',
    'leaves the account status with cardAcceptorParameters as it was',
    pretends('changeAccountStatusInFe', ({ body }) => 'cardAcceptorParameters' in body),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'hold-of-anything',
    'approves every debit with preAuthorization',
    succeedsAnyway('debitCard', ({ body }) => body['preAuthorization'] === true),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'everybody-of-an-institution',
    'knows every customer of an institution that is named',
    inAnswer('isCustomerExist', (answer, { body }) => {
      if ('institutionId' in body) answer['result'] = true;
    }),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'debited-twice',
    'debits twice with tds',
    onTheWire(() => async (asked, send) => {
      if (asked.operation === 'debitCard' && 'tds' in asked.body) await send();
      return send();
    }),
  ),

  fault(
    'v1.fresh.is-as-new-as-the-first',
    'limit-taken-over',
    'gives a new card the limit that was changed last',
    onTheWire(() => {
      let last: Members | undefined;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'changeCardLimit') last = asked.body;
        if (asked.operation !== 'createVirtualCard' || last === undefined) return response;
        const issued: unknown = await response.clone().json();
        const cardNumber = memberAt(issued, 'virtualCardIdentification.cardNumber');
        const body = JSON.stringify({ ...last, cardIdentification: { cardNumber } });
        await send({ path: '/v1/apigate/ws/rest/changeCardLimit', body });
        return response;
      };
    }),
  ),
  ...(
    [
      ['AllowedBeneficiaries', 'beneficiaries'],
      ['AllowedMccList', 'mccList'],
    ] as const
  ).map(([what, name]) =>
    fault(
      'v1.fresh.is-as-new-as-the-first',
      `shared-${name}`,
      `shows what was set after an empty ${name} for every account that has none`,
      onTheWire(() => {
        const emptied = new Set<unknown>();
        const own = new Set<unknown>();
        let sharer: unknown;
        return async ({ operation, body }, send) => {
          const { accountNumber } = body;
          if (operation === `set${what}`) {
            const list = body[name];
            const isEmpty = Array.isArray(list) && list.length === 0;
            if (isEmpty) emptied.add(accountNumber);
            else if (emptied.has(accountNumber)) sharer = accountNumber;
            if (!isEmpty) own.add(accountNumber);
          }
          const isOfOthers =
            operation === `get${what}` && sharer !== undefined && !own.has(accountNumber);
          return isOfOthers
            ? send({ body: JSON.stringify({ ...body, accountNumber: sharer }) })
            : send();
        };
      }),
    ),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'name-taken-over',
    'registers a customer without secondName with the one registered last',
    onTheWire(() => {
      let last: Members | undefined;
      return async (asked, send) => {
        const parameters = asked.body['parameters'];
        if (asked.operation !== 'registerCustomer' || !Array.isArray(parameters)) return send();
        const own = objectsWith(parameters, 'name').find(({ name }) => name === 'secondName');
        if (own !== undefined) last = own;
        if (own !== undefined || last === undefined) return send();
        const all = [...(parameters as unknown[]), last];
        return send({ body: JSON.stringify({ ...asked.body, parameters: all }) });
      };
    }),
  ),

  fault(
    'v1.text.comes-back-as-sent',
    'typographic',
    'shows straight apostrophes as typographic ones',
    inAnswer('getCustomerDetails', (answer) => {
      const { surname } = answer;
      if (typeof surname === 'string') answer['surname'] = surname.replaceAll("'", '’');
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'plus-as-blank',
    'reads a plus sign in a customer number as a blank',
    inAnswer('registerCustomer', (answer) => {
      answer['customerNumber'] = String(answer['customerNumber']).replaceAll('+', ' ');
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'small-letters',
    'shows names of account limits in small letters',
    inAnswer('getAccountLimits', (answer) => {
      for (const limit of objectsWith(answer, 'name', 'value')) {
        limit['name'] = String(limit['name']).toLowerCase();
      }
    }),
  ),
  fault(
    'v1.text.is-told-apart',
    'first-32-characters',
    'looks customers up by the first 32 characters of their numbers',
    onTheWire(() => {
      const known = new Map<string, unknown>();
      return async (asked, send) => {
        const number = asked.body['customerNumber'];
        if (asked.operation !== 'getCustomerDetails' || typeof number !== 'string') return send();
        const key = number.slice(0, 32);
        if (!known.has(key)) known.set(key, number);
        return send({ body: JSON.stringify({ ...asked.body, customerNumber: known.get(key) }) });
      };
    }),
  ),

  fault(
    'v1.together.each-for-itself',
    'one-list-for-two',
    'sets one list of two that are sent together',
    answersTogether('setAllowedMccList'),
  ),
  fault(
    'v1.together.each-for-itself',
    'one-answer-for-all',
    'answers reads of customers at the same time with one answer',
    answersTogether('getCustomerDetails'),
  ),
  fault(
    'v1.together.strangers-stay-out',
    'let-in-beside',
    'lets anybody in while a request with the token is under way',
    lendsCredentials('authorization', 'Basic none'),
  ),

  fault(
    'v1.items.each-is-judged',
    'first-parameter-only',
    'looks for a value in the first parameter only',
    inRequest('registerCustomer', (body) =>
      withItems(body, 'parameters', (item, place) => (place > 0 ? { value: '1', ...item } : item)),
    ),
  ),
  fault(
    'v1.items.each-is-judged',
    'first-rule-only',
    'looks for the mandatory members of the first restriction only',
    inRequest('setGeoRestrictions', (body) => {
      const copy = structuredClone(body);
      const holder = copy['restrictions'];
      if (!isObject(holder)) return copy;
      for (const name of Object.keys(holder)) {
        const full = { regionId: 1, transactionGroupId: 1, status: 'ENABLED' };
        const list = withItems(holder, name, (rule, at) => (at > 0 ? { ...full, ...rule } : rule));
        setMember(holder, name, list[name]);
      }
      return copy;
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'last-code-lost',
    'keeps at most seven codes',
    inRequest('setAllowedMccList', (body) => cut(body, 'mccList', 7)),
  ),
  fault(
    'v1.items.each-is-kept',
    'first-beneficiary-only',
    'keeps the first two beneficiaries',
    inRequest('setAllowedBeneficiaries', (body) => cut(body, 'beneficiaries', 2)),
  ),
  fault(
    'v1.items.each-is-kept',
    'in-order-only',
    'denies a transfer that begins with its currency',
    denies('p2pTransfer', ({ body }) => Object.keys(body)[0] === 'currency'),
  ),

  fault(
    'v1.range.every-value-alike',
    'rounded-nines',
    'credits one cent more where an amount ends in 99',
    inRequest('creditCard', (body) =>
      Number(body['amount']) % 100 === 99 ? { ...body, amount: Number(body['amount']) + 1 } : body,
    ),
  ),
  fault(
    'v1.range.every-value-alike',
    'no-december',
    'issues no card to December',
    denies('createVirtualCard', ({ body }) =>
      String(memberAt(body, 'virtualCardIdentification.expDate')).endsWith('12'),
    ),
  ),
  ...(['getCardData', 'getAccountData'] as const).map((operation) =>
    fault(
      'v1.range.every-value-alike',
      `month-of-nothing-in-${operation}`,
      `shows December in ${operation} as the month 00 of the year that follows`,
      inAnswer(operation, (answer) => {
        for (const card of objectsWith(answer, 'expiryDate')) {
          const [, year = '', month] = /^(\d{4})(\d\d)$/.exec(String(card['expiryDate'])) ?? [];
          if (month === '12') card['expiryDate'] = `${Number(year) + 1}00`;
        }
      }),
    ),
  ),

  fault(
    'v1.naming.reaches-the-same-thing',
    'unlocked-in-words',
    'leaves a card blocked that is unlocked by its cardId',
    pretends('validateCard', ({ body }) => isByCardId(body)),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'denied-in-words',
    'debits a card that is named by its cardId whatever speaks against it',
    succeedsAnyway('debitCard', ({ body }) => isByCardId(body)),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'rules-of-nobody',
    'sets no rules for a card that is named by its cardId',
    pretends('setGeoRestrictions', ({ body }) => isByCardId(body)),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'limits-of-another',
    'shows other limits by cardId',
    inAnswer('getCardLimits', (answer, { body }) => {
      if (!isByCardId(body)) return;
      for (const limit of objectsWith(answer, 'value')) limit['value'] = 1;
    }),
  ),

  fault(
    'v1.values.set-back-as-set-forth',
    'zero-as-unsent',
    'takes cycleType 0 for not sent',
    inRequest('changeCardLimit', (body) => {
      const copy = structuredClone(body);
      for (const limit of objectsWith(copy, 'cycleType')) {
        if (limit['cycleType'] === 0) delete limit['cycleType'];
      }
      return copy;
    }),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'left-from-a-refusal',
    'registers who sends no secondName with that of a registration that was denied before',
    onTheWire(() => {
      let left: object | undefined;
      const isNamed = (parameter: object): boolean => memberAt(parameter, 'name') === 'secondName';
      return async ({ operation, body }, send) => {
        if (operation !== 'registerCustomer') return send();
        const own = objectsWith(body, 'name');
        const named = own.find(isNamed);
        const parameters = named === undefined && left !== undefined ? [...own, left] : own;
        const response = await send({ body: JSON.stringify({ ...body, parameters }) });
        left = (await isCarriedOut(response)) ? undefined : named;
        return response;
      };
    }),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'empty-as-unsent',
    'takes an empty list of codes for none',
    pretends('setAllowedMccList', ({ body }) => JSON.stringify(body['mccList']) === '[]'),
  ),
  fault(
    'v1.values.nothing-is-shown-as-zero',
    'left-out',
    'leaves out an availableBalance of nothing',
    inAnswer('getAccountBalanceFromBo', (answer) => {
      if (answer['availableBalance'] === 0) delete answer['availableBalance'];
    }),
  ),
];

/** Denies what is right for whom something else was denied. */
function deniesAfterDenial(
  operation: V1Operation,
  keyOf: (asked: TamperedRequest) => unknown,
): Tampering {
  return afterDenial(operation, keyOf, isCarriedOut, async () => denial());
}

function isByCardId(body: Members): boolean {
  const identification = body['cardIdentification'];
  return isObject(identification) && !('cardNumber' in identification);
}
