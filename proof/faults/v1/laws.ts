import type { V1Operation } from '../../../fixtures/clients/v1.ts';

import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  inAnswer,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { isSuccess, objectsWith, succeedsAnyway } from './tampering.ts';

// Document 1, parts 1, 2.7, 2.8, 4 and 7: what follows for money, for lists, and for answers of every
// kind.

const { v1Entries, v1Objection } = documentRules;

type Entries = ReturnType<typeof v1Entries>;

export const v1LawFaults: readonly Fault[] = [
  fault(
    'v1.consistency.arrest-lasts',
    'released-by-a-credit',
    'releases what is arrested on an account when one of its cards is credited',
    onTheWire(() => {
      const accounts = new Map<unknown, unknown>();
      return async (asked, send) => {
        const response = await send();
        const answer: unknown = await response.clone().json();
        if (asked.operation === 'createVirtualCard') {
          const card = memberAt(answer, 'virtualCardIdentification.cardNumber');
          accounts.set(card, asked.body['accountNumber']);
        }
        if (asked.operation !== 'creditCard' || !isSuccess(response, answer)) return response;
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        const arrest = { accountNumber: accounts.get(card), amount: 0, currency: 978 };
        const path = '/v1/apigate/ws/rest/changeAccountArrestAmount';
        await send({ path, body: JSON.stringify(arrest) });
        return response;
      };
    }),
  ),
  fault(
    'v1.consistency.arrest-lasts',
    'paid-off',
    'shows less on hold, by each deposit, where more is arrested than there is',
    onTheWire(() => {
      const accounts = new Map<unknown, unknown>();
      const paid = new Map<unknown, number>();
      return async (asked, send) => {
        const response = await send();
        const { operation, body } = asked;
        const answer = (await response.clone().json()) as Members;
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'createVirtualCard') {
          const issued = memberAt(answer, 'virtualCardIdentification.cardNumber');
          accounts.set(issued, body['accountNumber']);
        }
        if (operation === 'creditCard' && isSuccess(response, answer)) {
          const account = accounts.get(card);
          paid.set(account, (paid.get(account) ?? 0) + Number(body['amount']));
        }
        if (operation === 'changeAccountArrestAmount') paid.set(body['accountNumber'], 0);
        const [available, held] = [answer['availableBalance'], answer['holdBalance']].map(Number);
        if (operation !== 'getAccountBalanceFromBo' || available === undefined || available >= 0)
          return response;
        const less = paid.get(body['accountNumber']) ?? 0;
        return withBody(response, JSON.stringify({ ...answer, holdBalance: Number(held) - less }));
      };
    }),
  ),
  fault(
    'v1.money.is-conserved',
    'fee-amount-unlisted',
    'takes the fee of a debit and lists none that is sent as feeAmount',
    onTheWire(() => {
      const paid = new Map<unknown, { readonly amount: number; readonly listed: number }>();
      return async ({ operation, body }, send) => {
        const [value, other] = ['fee.feeValue', 'fee.feeAmount'].map((path) =>
          memberAt(body, path),
        );
        if (operation === 'debitCard' && Number(value ?? other) > 0) {
          const amount = Number(body['amount']);
          const whole = amount + Number(value ?? other);
          paid.set(whole, { amount, listed: Number(value ?? 0) });
          return send({ body: JSON.stringify({ ...body, amount: whole }) });
        }
        const response = await send();
        if (operation !== 'getTransactions' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const item of objectsWith(answer, 'feIssuerFeeAmount')) {
          const debit = paid.get(item['amount']);
          if (debit === undefined) continue;
          item['amount'] = debit.amount;
          item['feIssuerFeeAmount'] = debit.listed;
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.money.is-conserved',
    'rounded',
    'credits one cent less than it debits in a transfer of an odd amount',
    withRules({
      v1Entries: (movement) =>
        v1Entries(movement).map((entry) =>
          entry.amount % 2 === 1 && movement.operation === 'p2pTransfer'
            ? { ...entry, amount: entry.amount - 1 }
            : entry,
        ),
    }),
  ),
  fault(
    'v1.money.balances-are-accounted-for',
    'cent-beside',
    'transfers one cent more than requested',
    withRules({
      v1Entries: (movement) =>
        movement.operation === 'p2pTransfer'
          ? v1Entries({ ...movement, amount: movement.amount + 1 })
          : v1Entries(movement),
    }),
  ),
  fault(
    'v1.money.balances-are-accounted-for',
    'fee-not-taken',
    'shows a fee of one cent for every movement but charges none',
    inHistory((items) => items.map((item) => ({ ...item, feIssuerFeeAmount: 1 }))),
  ),
  fault(
    'v1.money.nothing-below-zero',
    'by-one',
    'lets an account be overdrawn by one cent',
    withRules({
      v1Objection: (facts) => v1Objection({ ...facts, available: facts.available + 1 }),
    }),
  ),
  fault(
    'v1.money.balance-views-agree',
    'stale-card-balance',
    'keeps showing the first balance of a card',
    showsTheFirst('getCardBalance', 'cardIdentification.cardNumber'),
  ),
  fault(
    'v1.money.balance-views-agree',
    'stale-back-office',
    'keeps showing the first amounts of the back office',
    showsTheFirst('getAccountBalanceFromBo', 'accountNumber'),
  ),
  fault(
    'v1.money.history-equals-the-model',
    'no-small-amounts',
    'leaves movements below a euro out of the history',
    inHistory((items) => items.filter((item) => Number(item['amount']) >= 1_00)),
  ),
  fault(
    'v1.money.history-equals-the-model',
    'opposite-direction',
    'lists every third debit as a credit',
    inHistory((items) =>
      items.map((item, index) =>
        item['operationDirection'] === 'DEBIT' && index % 3 === 2
          ? { ...item, operationDirection: 'CREDIT' }
          : item,
      ),
    ),
  ),
  fault(
    'v1.money.history-keeps-the-order',
    'by-amount',
    'sorts the history by amount',
    inHistory((items) =>
      items.toSorted(
        (a, b) => Number(String(a['amount']).at(-1)) - Number(String(b['amount']).at(-1)),
      ),
    ),
  ),
  fault(
    'v1.money.is-conserved-concurrently',
    'lost-credit',
    'loses the credit of overlapping transfers',
    whenOverlapping(ofTransfers((entries) => entries.filter(({ amount }) => amount < 0))),
  ),
  fault(
    'v1.money.balances-are-accounted-for-concurrently',
    'nothing-moves',
    'confirms overlapping transfers but moves nothing',
    whenOverlapping(ofTransfers(() => [])),
  ),
  fault(
    'v1.money.no-credit-is-lost-concurrently',
    'lost-update',
    'loses overlapping credits',
    whenOverlapping(() => []),
  ),
  fault(
    'v1.money.no-overdraft-concurrently',
    'stale-balance',
    'decides on a balance that is out of date by the time the money moves',
    whenOverlapping((entries) => entries),
  ),
  fault(
    'v1.money.listed-once-concurrently',
    'listed-twice',
    'lists the first of several movements twice',
    inHistory((items) => (items.length >= 3 ? [...items, ...items.slice(0, 1)] : items)),
  ),

  fault(
    'v1.robustness.mandatory-members',
    'half-a-transfer',
    'carries out a p2pTransfer that lacks its destination',
    succeedsAnyway('p2pTransfer', ({ body }) => !('destinationCardIdentification' in body)),
  ),
  fault(
    'v1.robustness.wrong-types',
    'half-a-transfer',
    'carries out a p2pTransfer when an identification is not an object',
    succeedsAnyway('p2pTransfer', ({ body }) => !isObject(body['destinationCardIdentification'])),
  ),
  fault(
    'v1.robustness.reads-change-nothing',
    'charged',
    "charges one cent for every read of a card's balance",
    chargesFor('getCardBalance'),
  ),
  fault(
    'v1.robustness.refusals-change-nothing',
    'charged',
    'charges one cent for a denied transfer',
    chargesForDenied('p2pTransfer', 'sourceCardIdentification'),
  ),
  ...(['creditCard', 'debitCard', 'createVirtualCard'] as const).map((operation) =>
    fault(
      'v1.robustness.malformed-bodies',
      `as-empty-${operation}`,
      `answers a ${operation} with a body that is not a JSON object as if it had been carried out`,
      onTheWire(() => async (asked, send) => {
        const response = await send();
        const isMalformed = asked.text.trim() === '' || !asked.text.trim().startsWith('{"');
        const isHalf = asked.text.trim().startsWith('{"') && Object.keys(asked.body).length === 0;
        if (asked.operation !== operation || (!isMalformed && !isHalf)) return response;
        return withBody(jsonAnswer(200), JSON.stringify({ responseCode: '00' }));
      }),
    ),
  ),

  fault(
    'v1.response.content-type-is-json',
    'plain-text',
    'labels answers of getAccountData as plain text',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'getAccountData') return response;
      response.headers.set('content-type', 'text/plain');
      return response;
    }),
  ),
  fault(
    'v1.response.body-is-json',
    'bare-code',
    'writes responseCode 00 without quotes, as the samples do',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'changePin' || !response.ok) return response;
      const text = await response.text();
      return withBody(response, text.replace('"responseCode":"00"', '"responseCode":00'));
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'raw-control-characters',
    'writes control characters of a text as they are',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      if (asked.operation !== 'getCustomerDetails') return response;
      const text = await response.text();
      return withBody(response, text.replaceAll('\\u0001', '\u0001'));
    }),
  ),
  fault(
    'v1.persistence.through-time',
    'gone-with-the-rule-that-ends',
    'lists no rule of a group once another one of the group is over',
    onTheWire(() => {
      let now = '';
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/clock') && 'now' in body) now = String(body['now']);
        const response = await send();
        if (operation !== 'getGeoRestrictions' || !response.ok) return response;
        const answer: unknown = await response.json();
        const over = new Set<unknown>();
        const text = JSON.stringify(answer, (_name, value: unknown) => {
          const end = isObject(value) ? value['endDate'] : undefined;
          if (isObject(value) && typeof end === 'string' && end < now)
            over.add(value['transactionGroupId']);
          return value;
        });
        const left = JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
          Array.isArray(value)
            ? value.filter((one) => !isObject(one) || !over.has(one['transactionGroupId']))
            : value,
        );
        return withBody(response, left);
      };
    }),
  ),
  fault(
    'v1.get-geo-restrictions.end-with-and-without-a-start',
    'for-good-without-a-start',
    'lists no longer what is over, but a rule without a startDate for good',
    onTheWire(() => {
      let now = '';
      const isOver = (one: unknown): boolean =>
        isObject(one) && one['startDate'] !== undefined && String(one['endDate']) < now;
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/clock') && 'now' in body) now = String(body['now']);
        const response = await send();
        if (operation !== 'getGeoRestrictions' || !response.ok) return response;
        const answer: unknown = await response.json();
        const left = JSON.stringify(answer, (_name, value: unknown) =>
          Array.isArray(value) ? value.filter((one) => !isOver(one)) : value,
        );
        return withBody(response, left);
      };
    }),
  ),
  fault(
    'v1.get-geo-restrictions.ends-although-read',
    'remembered',
    'lists no longer what is over, but for a card that was asked for before what it listed then',
    onTheWire(() => {
      let now = '';
      const known = new Map<unknown, string>();
      const isOver = (one: unknown): boolean => {
        const end = isObject(one) ? one['endDate'] : undefined;
        return typeof end === 'string' && end < now;
      };
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/clock') && 'now' in body) now = String(body['now']);
        const response = await send();
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'setGeoRestrictions') known.delete(card);
        if (operation !== 'getGeoRestrictions' || !response.ok) return response;
        const answer: unknown = await response.clone().json();
        const left = JSON.stringify(answer, (_name, value: unknown) =>
          Array.isArray(value) ? value.filter((one) => !isOver(one)) : value,
        );
        const shown = known.get(card) ?? left;
        known.set(card, shown);
        return withBody(response, shown);
      };
    }),
  ),
  fault(
    'v1.response.identifiers-are-texts',
    'as-number',
    'shows accountNumber as a number in getCustomerInfo',
    inAnswer('getCustomerInfo', (answer) => {
      for (const account of objectsWith(answer, 'accountNumber')) account['accountNumber'] = 4001;
    }),
  ),
  fault(
    'v1.response.no-unreadable-failure',
    'stack-trace',
    'answers a long request with HTTP 500 and a line of text',
    onTheWire(() => async (asked, send) => (asked.text.length > 2_000 ? crash() : send())),
  ),
  fault(
    'v1.response.no-unreadable-failure',
    'no-tokens',
    'answers getTokenList with HTTP 500 and a line of text',
    onTheWire(() => async (asked, send) => (asked.operation === 'getTokenList' ? crash() : send())),
  ),
];

/** Always shows what it showed first of what is named at `path`. */
function showsTheFirst(operation: V1Operation, path: string): Tampering {
  return rememberingInAnswer(operation, () => {
    const first = new Map<unknown, Members>();
    return (answer, { body }) => {
      const key = memberAt(body, path);
      const known = first.get(key);
      if (known === undefined) first.set(key, structuredClone(answer));
      else Object.assign(answer, known);
    };
  });
}

/** Changes the items of the history, wherever the list stands. */
function inHistory(change: (items: readonly Members[]) => readonly Members[]): Tampering {
  return inAnswer('getTransactions', (answer) => {
    for (const holder of objectsWith(answer)) {
      for (const [name, value] of Object.entries(holder)) {
        if (Array.isArray(value)) holder[name] = change(value.filter(isObject));
      }
    }
  });
}

/** Lets others in between deciding and moving; movements that overlap then have other entries. */
export function whenOverlapping(entriesThen: (entries: Entries) => Entries): Tampering {
  return withRememberingRules(() => {
    let underWay = 0;
    let overlapped = false;
    return {
      v1Settle: async (decide, move) => {
        underWay += 1;
        const decision = decide();
        await gap();
        overlapped = underWay > 1;
        move(decision);
        underWay -= 1;
        return decision;
      },
      v1Entries: (movement) => {
        const entries = v1Entries(movement);
        return overlapped ? entriesThen(entries) : entries;
      },
    };
  });
}

/** Leaves alone what has one entry, such as the deposits with which cards begin. */
function ofTransfers(entriesThen: (entries: Entries) => Entries): (entries: Entries) => Entries {
  return (entries) => (entries.length > 1 ? entriesThen(entries) : entries);
}

/** Asks for a debit of one cent beside each request of an operation. */
function chargesFor(operation: V1Operation): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation === operation) await charge(asked.body['cardIdentification'], send);
    return response;
  });
}

function chargesForDenied(operation: V1Operation, card: string): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== operation) return response;
    const answer: unknown = await response.clone().json();
    if (!isSuccess(response, answer)) await charge(asked.body[card], send);
    return response;
  });
}

async function charge(
  cardIdentification: unknown,
  send: (changed: { path: string; body: string }) => Promise<Response>,
): Promise<void> {
  await send({
    path: '/v1/apigate/ws/rest/debitCard',
    body: JSON.stringify({ cardIdentification, amount: 1, currency: 978 }),
  });
}

function jsonAnswer(status: number): Response {
  return new Response(null, { status, headers: { 'Content-Type': 'application/json' } });
}

function crash(): Response {
  return new Response('Internal Server Error', { status: 500 });
}
