import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { gap, withOneBuffer } from '../at-once.ts';
import { answersTogether } from '../sameness-tampering.ts';
import {
  inAnswer,
  inRequest,
  isObject,
  type Members,
  memberAt,
  onPath,
  onTheWire,
  changeAt,
  rememberingInAnswer,
  setMember,
  type TamperedRequest,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { accepted, denial, denies, objectsWith, pathOf, pretends } from './tampering.ts';

// Document 1, parts 2 and 4: requests that look alike and are not treated alike, by what was sent before, by
// how a thing is named, and by what is sent besides.

const { v1LimitedCard } = documentRules;

export const v1OneRequestFaults: readonly Fault[] = [
  fault(
    'v1.one-request.binds-no-other',
    'full-number-from-then-on',
    'shows full numbers of an account from the first request with returnCardNumber on',
    sendsAgain('getAccountData', 'accountNumber', 'returnCardNumber'),
  ),
  fault(
    'v1.one-request.binds-no-other',
    'phone-remembered',
    'needs no phone number for an SMS about a card for which one was sent before',
    sendsAgain('generateCVC2', 'cardIdentification.cardNumber', 'cardIdentification.phoneNumber'),
  ),
  fault(
    'v1.one-request.binds-no-other',
    'halves-from-then-on',
    'forms PINs of a card by halves once one was',
    sendsAgain(
      'generatePin',
      'cardIdentification.cardNumber',
      'pinDeliveryMethod',
      'HALF_AND_HALF',
    ),
  ),
  ...(
    [
      ['card', 'createVirtualCard', 'accountNumber', 'deliveryMethod'],
      ['code', 'generateCVC2', 'cardIdentification.cardNumber', 'deliveryMethod'],
      ['pin', 'generatePin', 'cardIdentification.cardNumber', 'pinDeliveryMethod'],
    ] as const
  ).map(([what, operation, key, member]) =>
    fault(
      'v1.one-request.binds-no-other',
      `first-delivery-of-a-${what}`,
      `delivers by ${operation} as the first request for the same ${key} asked`,
      sendsFirst(operation, key, member),
    ),
  ),
  fault(
    'v1.one-request.binds-no-other',
    'payment-data-of-another',
    'shows what was last sent as paymentSpecificData to whoever sends none',
    rememberingInAnswer('debitCard', () => {
      let last: unknown;
      return (answer, { body }) => {
        last = body['paymentSpecificData'] ?? last;
        if (last !== undefined) answer['paymentSpecificData'] = last;
      };
    }),
  ),
  fault(
    'v1.one-request.binds-no-other',
    'terminal-of-another',
    'takes a terminal that names no place to stand where the last one stood',
    onTheWire(() => {
      let last: unknown;
      return async (asked, send) => {
        const acceptor = asked.body['cardAcceptorParameters'];
        if (asked.operation !== 'debitCard' || !isObject(acceptor)) return send();
        last = acceptor['nameAndLocation'] ?? last;
        const cardAcceptorParameters = { ...acceptor, nameAndLocation: last };
        return send({ body: JSON.stringify({ ...asked.body, cardAcceptorParameters }) });
      };
    }),
  ),
  fault(
    'v1.get-transactions.shows-the-address',
    'of-the-merchant',
    'knows one address of each merchant, that of the terminal where it was heard of first',
    onTheWire(() => {
      const addresses = new Map<unknown, unknown>();
      return async (asked, send) => {
        const acceptor = asked.body['cardAcceptorParameters'];
        if (asked.operation !== 'debitCard' || !isObject(acceptor)) return send();
        const merchant = acceptor['merchantIdentification'];
        const nameAndLocation = addresses.get(merchant) ?? acceptor['nameAndLocation'];
        addresses.set(merchant, nameAndLocation);
        const cardAcceptorParameters = { ...acceptor, nameAndLocation };
        return send({ body: JSON.stringify({ ...asked.body, cardAcceptorParameters }) });
      };
    }),
  ),
  fault(
    'v1.values.moments-keep-their-offset',
    'offset-cut',
    'keeps a date-time of a limit of an account without its offset',
    inRequest('changeAccountLimit', (body) => {
      for (const name of ['limit.startDate', 'limit.endDate']) changeAt(body, name, withoutOffset);
      return body;
    }),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'rule-sent-before',
    'overlooks a setGeoRestrictions that was sent before for the card',
    overlooksRepeated('setGeoRestrictions'),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'arrest-sent-before',
    'overlooks an arrest that was sent before for the account',
    overlooksRepeated('changeAccountArrestAmount'),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'looked-at-before',
    'shows an account as it was looked at before changeAccountStatusInFe',
    onTheWire(() => {
      const seen = new Map<unknown, string>();
      return async ({ operation, body: { accountNumber } }, send) => {
        const response = await send();
        if (operation !== 'getAccountData') {
          if (operation !== 'changeAccountStatusInFe') seen.delete(accountNumber);
          return response;
        }
        const known = seen.get(accountNumber) ?? (await response.clone().text());
        seen.set(accountNumber, known);
        return withBody(response, known);
      };
    }),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'card-limit-sent-before',
    'overlooks a change of a limit that was sent before for the card',
    overlooksRepeated('changeCardLimit'),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'status-within-a-minute',
    'answers a second status for an account within a minute as taken, and does not set it',
    onTheWire(() => {
      const known = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'changeAccountStatusInFe') return send();
        const key = `${String(asked.body['accountNumber'])} ${Math.floor(Date.now() / 60_000)}`;
        if (known.has(key)) return accepted();
        const response = await send();
        if (response.ok) known.add(key);
        return response;
      };
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'nothing-at-the-example-path',
    'answers changeAccountArrestAmount at the path of the example and arrests nothing',
    onPath('/payment/apigate/', () => async () => accepted()),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'cycle-lost-at-the-second-name',
    'leaves the cycleType of a limit as it is where it is changed by the name changeCardLimits',
    onPath(`${pathOf('changeCardLimit')}s`, () => (asked, send) => {
      setMember(asked.body, 'limit.cycleType', undefined);
      return send({ path: pathOf('changeCardLimit'), body: JSON.stringify(asked.body) });
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'days-at-the-second-name',
    'makes days of the cycle of a limit that changeCardLimits changes without naming one',
    onPath(`${pathOf('changeCardLimit')}s`, () => (asked, send) => {
      if (memberAt(asked.body, 'limit.cycleType') === undefined)
        setMember(asked.body, 'limit.cycleType', 0);
      return send({ path: pathOf('changeCardLimit'), body: JSON.stringify(asked.body) });
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'account-in-quotes',
    'does not find the account of a customer by a bare number',
    denies('getCustomerInfo', ({ text }) => /"accountNumber":\d/.test(text)),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'destination-in-quotes',
    'denies a transfer to a card whose number is a bare number',
    denies('p2pTransfer', ({ text }) =>
      /"destinationCardIdentification":\{"cardNumber":\d/.test(text),
    ),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'blocked-by-number-only',
    'finds a blocked card by its number only',
    findsBlockedByNumberOnly(),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'unknown-for-good',
    'knows no customer whose number was asked for before it was registered',
    rememberingInAnswer('isCustomerExist', () => {
      const unknown = new Set<unknown>();
      return (answer, { body: { customerNumber } }) => {
        if (answer['result'] === false) unknown.add(customerNumber);
        if (unknown.has(customerNumber)) answer['result'] = false;
      };
    }),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'expiry-of-the-first',
    'has a second card expire with the first one, whatever its answer shows',
    expiresWithTheFirst(),
  ),
  ...(['getGeoRestrictions', 'getAccountLimits', 'generateCVC2'] as const).map((operation) =>
    fault(
      'v1.together.each-for-itself',
      `shared-${operation}`,
      `answers ${operation} with what another one is answered that is under way`,
      answersTogether(operation),
    ),
  ),
  fault(
    'v1.together.each-for-itself',
    'one-buffer',
    'mixes bodies that arrive in pieces at the same time',
    withOneBuffer('/v1/'),
  ),
  ...(
    [
      ['codes', 'setAllowedMccList', 'mccList'],
      ['beneficiaries', 'setAllowedBeneficiaries', 'beneficiaries'],
    ] as const
  ).map(([what, operation, list]) =>
    fault(
      'v1.together.each-for-itself',
      `shared-list-of-${what}`,
      `collects the ${what} of all long lists that are under way in one list`,
      onTheWire(() => {
        let collected: unknown[] = [];
        let underWay = 0;
        return async (asked, send) => {
          const items = asked.body[list];
          if (asked.operation !== operation || !Array.isArray(items) || items.length < 50) {
            return send();
          }
          if (underWay === 0) collected = [];
          underWay += 1;
          collected.push(...(items as unknown[]));
          await gap();
          const response = await send({
            body: JSON.stringify({ ...asked.body, [list]: collected }),
          });
          underWay -= 1;
          return response;
        };
      }),
    ),
  ),
  fault(
    'v1.range.every-value-alike',
    'no-leading-zero',
    'changes no PIN to one that begins with a zero',
    denies('changePin', ({ body }) => String(body['newPinData']).startsWith('0')),
  ),
  fault(
    'v1.range.every-value-alike',
    'authorized-twice',
    'books a credit with preAuthorization twice',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'creditCard' || asked.body['preAuthorization'] !== true) {
        return send();
      }
      const body = JSON.stringify({ ...asked.body, preAuthorization: false });
      await send({ body });
      return send({ body });
    }),
  ),
  fault(
    'v1.range.every-value-alike',
    'cvc2-as-a-number',
    'shows a cvc2 without its leading digit where that is a small one',
    inAnswer('generateCVC2', (answer) => {
      if (typeof answer['cvc2'] === 'string') answer['cvc2'] = answer['cvc2'].replace(/^[0-4]/, '');
    }),
  ),
  fault(
    'v1.money.balance-views-agree',
    'not-of-the-receiver',
    'keeps showing a balance of a card until the card itself moves money',
    keepsCardBalances(),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'no-cvc2-at-a-terminal',
    'shows no cvc2 to who sends cardAcceptorParameters',
    inAnswer('generateCVC2', (answer, { body }) => {
      if ('cardAcceptorParameters' in body) delete answer['cvc2'];
    }),
  ),
  fault(
    'v1.reset-pin-counter.resets',
    'not-at-a-terminal',
    'leaves the count as it is for who sends cardAcceptorParameters',
    pretends('resetPinCounter', ({ body }) => 'cardAcceptorParameters' in body),
  ),
  fault(
    'v1.get-atm-status-ext.institution-shows-each-of-its-own',
    'connected-only',
    'shows by institution only the terminals that are connected',
    inAnswer('getAtmStatusExt', (answer, { body }) => {
      if (!('institutionId' in body) || 'terminalId' in body) return;
      for (const path of ['atmStatusList', 'atmStatusList.atmStatus']) {
        changeAt(answer, path, (list) =>
          Array.isArray(list)
            ? list.filter((atm) => String(memberAt(atm, 'linkStatus')) === '1')
            : list,
        );
      }
    }),
  ),
  fault(
    'v1.get-payment-orders.ends-bind-together',
    'end-alone',
    'overlooks the end of a period without a start',
    inRequest('getPaymentOrders', (body) => {
      if (memberAt(body, 'period.start') === undefined) setMember(body, 'period.end', undefined);
      return body;
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.deletes-no-other',
    'by-its-start',
    'deletes every exception of the limit that begins with the one that is named',
    withRules({
      v1ExceptionsAfter: (before, deleted) =>
        before.filter(
          ({ limitName, startsAt }) =>
            limitName !== deleted.limitName || startsAt !== deleted.startsAt,
        ),
    }),
  ),
  fault(
    'v1.persistence.through-time',
    'order-of-today',
    'counts the dates of transactions of an order back from the last that it was asked for',
    rememberingInAnswer('getOrderDetails', () => {
      let asked = 0;
      return (answer) => {
        asked += 1;
        for (const item of objectsWith(answer, 'transactionDate')) {
          const day = Date.parse(String(item['transactionDate']).slice(0, 10));
          const moved = new Date(day - asked * 86_400_000).toISOString().slice(0, 10);
          item['transactionDate'] = `${moved}${String(item['transactionDate']).slice(10)}`;
        }
      };
    }),
  ),
  fault(
    'v1.limits.each-card-for-itself',
    'by-account',
    "counts what is transferred from an account against the limit of the account's first card",
    withRememberingRules(() => {
      const first = new Map<unknown, unknown>();
      return {
        v1LimitedCard: (source, destination) => {
          const card = v1LimitedCard(source, destination);
          const account = memberAt(card, 'account');
          if (!first.has(account)) first.set(account, card);
          return first.get(account) as typeof card;
        },
      };
    }),
  ),
  fault(
    'v1.frame.when-blocked',
    'unlocks-the-account',
    'unlocks every card of an account with one of them',
    unlocksTheAccount(),
  ),
];

/** Adds a member to every request about the same thing once it was sent. */
function sendsAgain(
  operation: 'getAccountData' | 'generateCVC2' | 'generatePin',
  key: string,
  member: string,
  only?: string,
): Tampering {
  return onTheWire(() => {
    const sent = new Map<unknown, unknown>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const value = memberAt(asked.body, member);
      const of = memberAt(asked.body, key);
      if (value !== undefined && (only === undefined || value === only)) sent.set(of, value);
      if (!sent.has(of)) return send();
      setMember(asked.body, member, sent.get(of));
      return send({ body: JSON.stringify(asked.body) });
    };
  });
}

/** Sends the member that was sent first for the same thing in place of each later one. */
function sendsFirst(
  operation: 'createVirtualCard' | 'generateCVC2' | 'generatePin',
  key: string,
  member: string,
): Tampering {
  return onTheWire(() => {
    const first = new Map<unknown, unknown>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const of = memberAt(asked.body, key);
      const value = memberAt(asked.body, member);
      if (!first.has(of) && value !== undefined) first.set(of, value);
      if (!first.has(of)) return send();
      setMember(asked.body, member, first.get(of));
      return send({ body: JSON.stringify(asked.body) });
    };
  });
}

/** Answers as if it had been carried out what was carried out before, word for word. */
function overlooksRepeated(
  operation: 'setGeoRestrictions' | 'changeAccountArrestAmount' | 'changeCardLimit',
): Tampering {
  return onTheWire(() => {
    const done = new Set<string>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      if (done.has(asked.text)) return accepted();
      const response = await send();
      if (response.ok) done.add(asked.text);
      return response;
    };
  });
}

function keepsCardBalances(): Tampering {
  return onTheWire(() => {
    const shown = new Map<unknown, string>();
    return async (asked, send) => {
      const response = await send();
      for (const name of ['cardIdentification', 'sourceCardIdentification']) {
        const number = memberAt(asked.body, `${name}.cardNumber`);
        if (number === undefined) continue;
        if (asked.operation !== 'getCardBalance') shown.delete(number);
        else if (response.ok) {
          const known = shown.get(number) ?? (await response.clone().text());
          shown.set(number, known);
          return withBody(response, known);
        }
      }
      return response;
    };
  });
}

function findsBlockedByNumberOnly(): Tampering {
  return onTheWire(() => {
    const numbers = new Map<unknown, unknown>();
    const blocked = new Set<unknown>();
    return async (asked, send) => {
      const { cardNumber, cardId } = identificationIn(asked);
      if (asked.operation === 'blockCard') blocked.add(cardNumber);
      if (asked.operation === 'validateCard') blocked.delete(cardNumber ?? numbers.get(cardId));
      const isById = cardNumber === undefined && blocked.has(numbers.get(cardId));
      if (asked.operation === 'resetPinCounter' && isById) return denial();
      const response = await send();
      if (asked.operation !== 'createVirtualCard') return response;
      const issued: unknown = await response.clone().json();
      const shown = memberAt(issued, 'virtualCardIdentification');
      numbers.set(memberAt(shown, 'cardId'), memberAt(shown, 'cardNumber'));
      return response;
    };
  });
}

function expiresWithTheFirst(): Tampering {
  return onTheWire(() => {
    const first = new Map<unknown, unknown>();
    return async (asked, send) => {
      if (asked.operation !== 'createVirtualCard') return send();
      const path = 'virtualCardIdentification.expDate';
      const [expDate, account] = [memberAt(asked.body, path), asked.body['accountNumber']];
      const known = first.get(account) ?? expDate;
      setMember(asked.body, path, known);
      const response = await send({ body: JSON.stringify(asked.body) });
      if (!response.ok) return response;
      first.set(account, known);
      const issued = (await response.json()) as Members;
      setMember(issued, path, expDate);
      return withBody(response, JSON.stringify(issued));
    };
  });
}

function unlocksTheAccount(): Tampering {
  return onTheWire(() => {
    const accounts = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation === 'createVirtualCard') {
        const issued: unknown = await response.clone().json();
        const number = memberAt(issued, 'virtualCardIdentification.cardNumber');
        accounts.set(number, asked.body['accountNumber']);
      }
      if (asked.operation !== 'validateCard' || !response.ok) return response;
      const account = accounts.get(identificationIn(asked)['cardNumber']);
      for (const [cardNumber, own] of accounts) {
        const body = JSON.stringify({ cardIdentification: { cardNumber } });
        if (own === account) await send({ body });
      }
      return response;
    };
  });
}

function identificationIn({ body }: TamperedRequest): Members {
  return (body['cardIdentification'] ?? {}) as Members;
}

function withoutOffset(date: unknown): unknown {
  return typeof date === 'string' ? date.replace(/[+-]\d\d:\d\d$/, 'Z') : date;
}
