import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inAnswer,
  isObject,
  memberAt,
  onTheWire,
  rememberingInAnswer,
  withBody,
  withRules,
} from '../tampering.ts';
import { denial, isCarriedOut, isSuccess, objectsWith } from './tampering.ts';

// Document 1, parts 2.7, 2.8, 4 and 8: what goes well on most days, or for most of a year.

const { v1WindowStart } = documentRules;
const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

export const v1CalendarFaults: readonly Fault[] = [
  fault(
    'v1.calendar.transactions-show-the-moment',
    'day-of-the-latest',
    'shows all movements of a history on the day of the latest',
    inAnswer('getTransactions', (answer) => {
      const items = objectsWith(answer, 'authorizationDate');
      const [latest = ''] = items
        .map((item) => String(item['authorizationDate']))
        .toSorted()
        .toReversed();
      for (const item of items) {
        const time = String(item['authorizationDate']).slice(10);
        item['authorizationDate'] = `${latest.slice(0, 10)}${time}`;
      }
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'debits-of-today',
    'shows debits on the day on which the history is read',
    onTheWire(() => {
      let today = new Date().toISOString().slice(0, 10);
      return async (asked, send) => {
        const { now } = asked.body;
        if (asked.url.pathname.endsWith('/clock') && typeof now === 'string') {
          today = now.slice(0, 10);
        }
        const response = await send();
        if (asked.operation !== 'getTransactions' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const item of objectsWith(answer, 'authorizationDate')) {
          if (item['operationDirection'] !== 'DEBIT') continue;
          item['authorizationDate'] = `${today}${String(item['authorizationDate']).slice(10)}`;
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'summer-time-of-the-reader',
    'shows all movements of a history by the time of the season in which it is read',
    onTheWire(() => {
      let today = new Date().toISOString();
      const isSummer = (date: string): boolean =>
        date.slice(5, 7) > '03' && date.slice(5, 7) < '11';
      return async (asked, send) => {
        const { now } = asked.body;
        if (asked.url.pathname.endsWith('/clock') && typeof now === 'string') today = now;
        const response = await send();
        if (asked.operation !== 'getTransactions' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const item of objectsWith(answer, 'authorizationDate')) {
          const date = String(item['authorizationDate']);
          const hours = Number(isSummer(today)) - Number(isSummer(date));
          const moved = new Date(Date.parse(`${date.slice(0, 19)}Z`) + hours * 3_600_000);
          item['authorizationDate'] = `${moved.toISOString().slice(0, 19)}${date.slice(19)}`;
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'twelve-hours',
    'counts the hours of the afternoon from one again',
    inAnswer('creditCard', (answer) => {
      const text = String(answer['localTransactionDate']);
      const hour = Number(text.slice(11, 13));
      const shown = String(hour > 12 ? hour - 12 : hour).padStart(2, '0');
      answer['localTransactionDate'] = `${text.slice(0, 11)}${shown}${text.slice(13)}`;
    }),
  ),
  fault(
    'v1.calendar.what-has-passed-is-past',
    'today-for-good',
    'takes the day on which it was started for today ever after',
    onTheWire(() => {
      const today = new Date().toISOString().slice(0, 10);
      return async ({ operation, text }, send) => {
        const [, day = ''] = /"start_date"[^}]*?"(\d{4}-\d\d-\d\d)"/.exec(text) ?? [];
        return operation === 'registerCustomer' && day > today ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.range.every-value-alike',
    'december-of-the-year-before',
    'takes a card that expires in December to have expired a year earlier',
    refusesCreditsByMonth((month, today) => month === `${today.getUTCFullYear()}12`),
  ),
  fault(
    'v1.service.cards-are-usable-at-once',
    'month-without-its-zero',
    'compares the month of a card with one that is written without its zero',
    refusesCreditsByMonth(
      (month, today) => month < `${today.getUTCFullYear()}${today.getUTCMonth() + 1}`,
    ),
  ),
  fault(
    'v1.get-atm-status-ext.all',
    'out-of-use',
    'shows a terminal that has stood still for a month by its id alone',
    onTheWire(() => {
      let moment = Date.now();
      return async ({ url, operation, body }, send) => {
        const { now } = body;
        if (url.pathname.endsWith('/clock') && typeof now === 'string') moment = Date.parse(now);
        const isLater = moment - Date.now() > 30 * 86_400_000;
        const isList = operation === 'getAtmStatusExt' && body['terminalId'] === undefined;
        return isList && isLater ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.calendar.results-show-one-time',
    'clock-of-the-machine',
    'shows the time of the machine in the result of resetPinCounter',
    inAnswer('resetPinCounter', (answer) => {
      answer['localTransactionDate'] = new Date().toISOString().slice(0, 19);
    }),
  ),
  ...([4, 6] as const).map((type) =>
    fault(
      'v1.limits.each-window-begins-at-zero',
      `also-a-year-ago-${type}`,
      `counts, in windows of type ${type}, what was used since that of a year ago`,
      withRules({
        v1WindowStart: (cycle, moment, wall) =>
          v1WindowStart(cycle, cycle.type === type ? moment - yearMs : moment, wall),
      }),
    ),
  ),
  ...(
    [
      [3, 32],
      [5, 93],
    ] as const
  ).map(([type, most]) =>
    fault(
      'v1.limits.day-returns-after-a-shorter-month',
      `from-the-one-before-${type}`,
      `counts each window of type ${type} from the one before, so that a shorter month sets the day for good`,
      withRules({
        v1WindowStart: (cycle, moment, wall) => {
          if (cycle.type !== type || moment < cycle.anchor)
            return v1WindowStart(cycle, moment, wall);
          let start = cycle.anchor;
          for (;;) {
            const next = v1WindowStart({ ...cycle, anchor: start }, start + most * dayMs, wall);
            if (next > moment || next <= start) return start;
            start = next;
          }
        },
      }),
    ),
  ),
  fault(
    'v1.limits.current-value-follows-the-use',
    'without-money',
    'counts in the limits of the day and the month what was denied for want of money',
    onTheWire(() => {
      const denied = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'p2pTransfer' && !(await isCarriedOut(response))) {
          const payer = memberAt(body, 'sourceCardIdentification.cardNumber');
          denied.set(payer, (denied.get(payer) ?? 0) + Number(body['amount']));
        }
        if (operation !== 'getCardLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        const more = denied.get(memberAt(body, 'cardIdentification.cardNumber')) ?? 0;
        for (const limit of objectsWith(answer, 'name', 'currentValue'))
          if (limit['name'] === 'LMTP0107' || limit['name'] === 'LMTP0109')
            limit['currentValue'] = Number(limit['currentValue']) + more;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.limits.current-value-follows-the-use',
    'of-the-last-one',
    'shows in currentValue what the last transfer alone has used',
    rememberingInAnswer(['getCardLimits', 'p2pTransfer'], () => {
      const last = new Map<unknown, unknown>();
      return (answer, { operation, body }) => {
        if (operation === 'p2pTransfer')
          last.set(memberAt(body, 'sourceCardIdentification.cardNumber'), body['amount']);
        const amount = last.get(memberAt(body, 'cardIdentification.cardNumber'));
        for (const limit of objectsWith(answer, 'name', 'currentValue'))
          if (amount !== undefined && limit['currentValue'] !== 0) limit['currentValue'] = amount;
      };
    }),
  ),
  fault(
    'v1.limits.current-value-follows-the-use',
    'of-an-account-until-another-is-set',
    'shows nothing used of the limits of an account once another limit of it is added',
    rememberingInAnswer(['getAccountLimits', 'changeAccountLimit'], () => {
      const names = new Map<unknown, Set<unknown>>();
      const isForgotten = new Set<unknown>();
      return (answer, { operation, body }) => {
        const { accountNumber } = body;
        const known = names.get(accountNumber) ?? new Set();
        names.set(accountNumber, known);
        const name = memberAt(body, 'limit.name');
        if (operation === 'changeAccountLimit') {
          if (known.size > 0 && !known.has(name)) isForgotten.add(accountNumber);
          known.add(name);
        }
        for (const limit of objectsWith(answer, 'name', 'currentValue'))
          if (isForgotten.has(accountNumber)) limit['currentValue'] = 0;
      };
    }),
  ),
  fault(
    'v1.limits.current-value-begins-anew',
    'of-an-account',
    'shows what was used of a limit of an account until another limit is set',
    rememberingInAnswer(['getAccountLimits', 'changeAccountLimit'], () => {
      const shown = new Map<string, number>();
      return (answer, { operation, body }) => {
        const { accountNumber } = body;
        if (operation === 'changeAccountLimit') shown.delete(String(accountNumber));
        for (const limit of objectsWith(answer, 'name', 'currentValue')) {
          const key = String(accountNumber);
          limit['currentValue'] = Math.max(Number(limit['currentValue']), shown.get(key) ?? 0);
          shown.set(key, Number(limit['currentValue']));
        }
      };
    }),
  ),
  fault(
    'v1.limits.current-value-begins-anew',
    'until-the-next-use',
    'shows what was used in a window until something is used in another',
    rememberingInAnswer(['getCardLimits', 'p2pTransfer', 'changeCardLimit'], () => {
      const shown = new Map<string, number>();
      return (answer, { operation, body }) => {
        const holder =
          operation === 'p2pTransfer' ? 'sourceCardIdentification' : 'cardIdentification';
        const card = String(memberAt(body, `${holder}.cardNumber`));
        for (const limit of objectsWith(answer, 'name', 'currentValue')) {
          const key = `${card} ${String(limit['name'])}`;
          limit['currentValue'] = Math.max(Number(limit['currentValue']), shown.get(key) ?? 0);
          shown.set(key, Number(limit['currentValue']));
        }
        if (operation === 'getCardLimits') return;
        for (const key of shown.keys()) if (key.startsWith(card)) shown.delete(key);
      };
    }),
  ),
  fault(
    'v1.consistency.same-answer-each-time',
    'month-taken-once',
    'issues cards for a month that is over if it has issued one for it before',
    onTheWire(() => {
      const issued = new Map<unknown, string>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'createVirtualCard') return response;
        const month = memberAt(asked.body, 'virtualCardIdentification.expDate');
        const text = await response.clone().text();
        if (isSuccess(response, parsed(text))) issued.set(month, text);
        const before = issued.get(month);
        return before === undefined ? response : withBody(new Response(null, json), before);
      };
    }),
  ),
  ...(
    [
      ['registerCustomer', 'number-free-again', 'registers a number again that is in use'],
      ['p2pTransfer', 'block-overlooked', 'confirms a transfer that it denied'],
    ] as const
  ).map(([operation, slug, what]) =>
    fault(
      'v1.persistence.refusals-last',
      slug,
      `${what} once the clock has gone on for a month`,
      onTheWire(() => {
        const denied = new Map<string, number>();
        let now = Date.now();
        return async (asked, send) => {
          const moment = Date.parse(String(asked.body['now']));
          if (asked.url.pathname.endsWith('/clock') && !Number.isNaN(moment)) now = moment;
          const response = await send();
          if (asked.operation !== operation) return response;
          if (await isCarriedOut(response)) return response;
          const since = denied.get(asked.text) ?? now;
          denied.set(asked.text, since);
          const done = JSON.stringify({ responseCode: '00' });
          return now - since < 30 * 86_400_000
            ? response
            : withBody(new Response(null, json), done);
        };
      }),
    ),
  ),
  fault(
    'v1.persistence.through-time',
    'orders-move-on',
    'counts the dates of payment orders back from the present',
    onTheWire(() => {
      let today = new Date().toISOString().slice(0, 10);
      return async (asked, send) => {
        const now = asked.body['now'];
        if (asked.url.pathname.endsWith('/clock') && typeof now === 'string') {
          today = now.slice(0, 10);
        }
        const response = await send();
        if (asked.operation !== 'getPaymentOrders' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const order of objectsWith(answer, 'eventDate')) {
          order['eventDate'] = `${today}${String(order['eventDate']).slice(10)}`;
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
];

const json = { status: 200, headers: { 'Content-Type': 'application/json' } };

function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : undefined;
}

/** Denies credits to cards by the month in which they expire (YYYYMM) and the time of the sandbox. */
function refusesCreditsByMonth(isOver: (month: string, today: Date) => boolean): Tampering {
  return onTheWire(() => {
    let now = Date.now();
    const months = new Map<unknown, string>();
    return async ({ body, operation, url }, send) => {
      const moment = Date.parse(String(body['now']));
      if (url.pathname.endsWith('/clock') && !Number.isNaN(moment)) now = moment;
      const month = months.get(memberAt(body, 'cardIdentification.cardNumber'));
      if (operation === 'creditCard' && month !== undefined && isOver(month, new Date(now))) {
        return denial();
      }
      const response = await send();
      if (operation !== 'createVirtualCard' || !response.ok) return response;
      const answer: unknown = await response.clone().json();
      const issued = memberAt(answer, 'virtualCardIdentification.cardNumber');
      months.set(issued, String(memberAt(answer, 'virtualCardIdentification.expDate')));
      return response;
    };
  });
}
