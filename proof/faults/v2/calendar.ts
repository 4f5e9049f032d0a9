import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  changeAt,
  inAnswer,
  inRequest,
  memberAt,
  type Members,
  onTheWire,
  setMember,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: days, hours and years that are taken for others, second cards, and members that come back changed.

const { isInPeriod, isFilterDay, transferOutcome, exceedsLimit } = documentRules;

export const v2CalendarFaults: readonly Fault[] = [
  fault(
    'v2.calendar.lists-follow-the-days',
    'day-without-zero',
    'compares the end of a period with the day after, written without a leading zero',
    withRules({
      isInPeriod: (day, { start, end }) =>
        (start === undefined || day >= start) &&
        (end === undefined || day < `${end.slice(0, 8)}${Number(end.slice(8)) + 1}`),
    }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'without-the-year',
    'compares the days of a period within one year by month and day alone',
    withRules({
      isInPeriod: (day, period) => {
        const { start = '', end = '' } = period;
        if (start === '' || start.slice(0, 4) !== end.slice(0, 4)) return isInPeriod(day, period);
        return day.slice(5) >= start.slice(5) && day.slice(5) <= end.slice(5);
      },
    }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'year-of-365-days',
    'compares the days of a period by their number in years of 365 days',
    withRules({
      isInPeriod: (day, { start, end }) =>
        (start === undefined || numberOf(day) >= numberOf(start)) &&
        (end === undefined || numberOf(day) <= numberOf(end)),
    }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'to-the-minute',
    'lists a transfer of the last half minute of a day under the next one',
    listedUnder(() => (moment) => dayOf(moment + 30_000)),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'day-of-the-hour',
    'works out the day of transfers once an hour only',
    listedUnder(() => {
      let since = Infinity;
      return (moment) => {
        if (moment < since || moment >= since + 3_600_000) since = moment;
        return dayOf(since);
      };
    }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'known-by-values',
    'gives the list of before to whoever sends the same values, whichever filters they are sent for',
    onTheWire(() => {
      const known = new Map<string, string>();
      return async ({ operation, url }, send) => {
        if (operation === 'createTransfer') known.clear();
        if (operation !== 'listTransfers') return send();
        const response = await send();
        const values = [...url.searchParams.values()].join(' ');
        const text = known.get(values) ?? (await response.clone().text());
        if (response.ok) known.set(values, text);
        return response.ok ? new Response(text, response) : response;
      };
    }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'no-29-february',
    'refuses 29 February in a period',
    withRules({ isFilterDay: (text) => isFilterDay(text) && !text.endsWith('-02-29') }),
  ),
  fault(
    'v2.calendar.lists-follow-the-days',
    'kept-list',
    'gives a list that has an end again as it was, when it is asked for again',
    onTheWire(() => {
      const kept = new Map<string, string>();
      return async ({ operation, url }, send) => {
        if (operation !== 'listTransfers' || !url.searchParams.has('periodEndFltr')) return send();
        const response = await send();
        const text = kept.get(url.search) ?? (await response.clone().text());
        if (response.ok) kept.set(url.search, text);
        return response.ok ? new Response(text, response) : response;
      };
    }),
  ),
  ...(
    [
      ['last-minute', 'T23:59'],
      ['last-second', 'T23:59:59'],
    ] as const
  ).map(([name, time]) =>
    fault(
      'v2.calendar.lists-follow-the-days',
      name,
      `lists no transfer that was made in the ${name.replace('-', ' ')} of a day by its last day`,
      inAnswer('listTransfers', (list, { url }) => {
        const end = url.searchParams.get('periodEndFltr');
        const transfers = list['transfers'];
        if (end === null || !Array.isArray(transfers)) return;
        list['transfers'] = transfers.filter(
          (one) => !String(memberAt(one, 'creationDate')).startsWith(`${end}${time}`),
        );
      }),
    ),
  ),
  fault(
    'v2.calendar.dates-show-the-moment',
    'hour-24',
    'writes the hour after midnight of a card as 24',
    inAnswer(['createCard', 'getCard', 'patchCard'], (card) => {
      for (const date of ['creationDate', 'blockingDate']) {
        changeAt(card, date, (text) => String(text).replace('T00:', 'T24:'));
      }
    }),
  ),
  fault(
    'v2.calendar.dates-show-the-moment',
    'year-of-the-week',
    'dates top-ups of the last two days of a year with the next one',
    inAnswer('createTopUp', (topUp) => {
      changeAt(topUp, 'creationDate', (text) =>
        String(text).replace(/^(\d+)(?=-12-3[01])/, (year) => String(Number(year) + 1)),
      );
    }),
  ),
  fault(
    'v2.calendar.dates-show-the-moment',
    'date-of-the-first-card',
    'dates each card of a cardholder with the day of the first one',
    onTheWire(() => {
      const first = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation !== 'createCard' || !response.ok) return response;
        return changed(response, (card) => {
          const { cardholder } = body;
          if (!first.has(cardholder)) first.set(cardholder, card['creationDate']);
          card['creationDate'] = first.get(cardholder);
        });
      };
    }),
  ),
  fault(
    'v2.calendar.dates-show-the-moment',
    'noon',
    'dates transfers by a clock of twelve hours',
    inAnswer('createTransfer', (transfer) => {
      changeAt(transfer, 'creationDate', (text) => String(text).replace(/T2[0-3]/, 'T10'));
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'dated-anyway',
    'dates a blocking that it refuses',
    onTheWire(() => {
      const dated = new Set<string>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        const isRefused = operation === 'patchCard' && !response.ok;
        if (isRefused && body['status'] === 'blocked') dated.add(url.pathname);
        if (operation !== 'getCard' || !dated.has(url.pathname)) return response;
        return changed(response, (card) => {
          setMember(card, 'blockingDate', card['blockingDate'] || card['creationDate']);
        });
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'blocked-when-last-asked',
    'shows a lost or stollen card as blocked since it last refused to block it',
    onTheWire(() => {
      const dated = new Map<string, unknown>();
      let now = 0;
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/control/clock') && 'now' in body) {
          now = Date.parse(String(body['now']));
        }
        const response = await send();
        const isRefused = operation === 'patchCard' && !response.ok;
        if (isRefused && body['status'] === 'blocked' && now > 0) {
          dated.set(url.pathname, new Date(now).toISOString());
        }
        if (operation !== 'getCard' || !dated.has(url.pathname)) return response;
        return changed(response, (card) => {
          if (card['blockingDate']) setMember(card, 'blockingDate', dated.get(url.pathname));
        });
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'cvc-by-a-reason-that-is-none',
    'shows another cvc of a card once it has refused to reissue it for a reason that is none',
    onTheWire(() => {
      const renewed = new Set<string>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        const isRefused = operation === 'patchCard' && !response.ok;
        if (isRefused && body['reissueCard'] === 'worn') renewed.add(url.pathname);
        if (operation !== 'getCard' || !renewed.has(url.pathname)) return response;
        return changed(response, (card) => {
          card['cvc'] = card['cvc'] === '417' ? '418' : '417';
        });
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'no-balance-within',
    'does not look at the balance of a transfer between two cards of a cardholder',
    withinCardholder(),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'limits-of-the-first',
    'issues a further card with the limits of the one before',
    onTheWire(() => {
      const limits = new Map<unknown, unknown>();
      const changes = new Set<string>();
      return async ({ operation, url }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'patchCard') {
          changes.add(url.pathname);
          const card = (await response.clone().json()) as Members;
          limits.set(card['cardholder'], card['spendingLimits']);
        }
        if (operation !== 'getCard' || changes.has(url.pathname)) return response;
        return changed(response, (card) => {
          card['spendingLimits'] = limits.get(card['cardholder']) ?? card['spendingLimits'];
        });
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'third-payer',
    'counts what was spent by all cards together after three transfers',
    withRememberingRules(() => {
      let asked = 0;
      return {
        exceedsLimit: (limit, spent, amount) => {
          if (limit.interval === 'daily' && limit.amount < 50_00) asked += 1;
          return exceedsLimit(limit, asked > 2 ? spent + 30_00 : spent, amount);
        },
        transferOutcome,
      };
    }),
  ),
  fault(
    'v2.text.every-member-comes-back',
    'postal-number',
    'keeps a postal code of digits as a number',
    inRequest('createCardholder', (body) => {
      changeAt(body, 'billingAddress.postalCode', (text) =>
        /^\d+$/.test(String(text)) ? String(Number(text)) : text,
      );
      return body;
    }),
  ),
  fault(
    'v2.text.every-member-comes-back',
    'no-is-false',
    'reads the country NO of what it has kept as a truth value',
    inAnswer('getCardholder', (cardholder) =>
      changeAt(cardholder, 'billingAddress.country', (code) => (code === 'NO' ? 'false' : code)),
    ),
  ),
  fault(
    'v2.text.every-member-comes-back',
    'born-at-the-epoch',
    'takes a date of birth of 1970-01-01 for none',
    inRequest('createCardholder', (body) =>
      body['dateOfBirth'] === '1970-01-01' ? { ...body, dateOfBirth: undefined } : body,
    ),
  ),
  ...(
    [
      ['document-of-no-kind', 'verification', 'verification.idType'],
      ['second-line-alone', 'billingAddress.line2', 'billingAddress.line1'],
    ] as const
  ).map(([slug, dropped, companion]) =>
    fault(
      'v2.text.every-member-comes-back',
      slug,
      `drops ${dropped} where there is no ${companion}`,
      inRequest('createCardholder', (body) => {
        if (memberAt(body, companion) === undefined) changeAt(body, dropped, () => undefined);
        return body;
      }),
    ),
  ),
  fault(
    'v2.text.every-member-comes-back',
    'slices',
    'replaces characters that lie across an edge of slices of 4096 bytes',
    inRequest('createCardholder', (body) => JSON.parse(inSlices(JSON.stringify(body))) as Members),
  ),
];

/** Lists transfers under other days, which are made of the moments that they show when they are created. */
function listedUnder(makeDay: () => (moment: number) => string): Tampering {
  return onTheWire(() => {
    const dayAt = makeDay();
    const days = new Map<unknown, string>();
    return async ({ operation, url }, send) => {
      if (operation === 'createTransfer') {
        const response = await send();
        if (!response.ok) return response;
        const { id, creationDate } = (await response.clone().json()) as Members;
        days.set(id, dayAt(Date.parse(`${String(creationDate).slice(0, 19)}Z`)));
        return response;
      }
      const { searchParams } = url;
      const [start, end] = ['Start', 'End'].map((edge) => searchParams.get(`period${edge}Fltr`));
      if (operation !== 'listTransfers' || (start === null && end === null)) return send();
      const whole = new URL(url);
      for (const edge of ['Start', 'End']) whole.searchParams.delete(`period${edge}Fltr`);
      return changed(await send({ path: whole.pathname + whole.search }), (list) => {
        const transfers = list['transfers'] as readonly Members[];
        list['transfers'] = transfers.filter((one) => {
          const day = days.get(one['id']) ?? '';
          return day >= (start ?? '') && day <= (end ?? '9');
        });
      });
    };
  });
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

function inSlices(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let read = '';
  for (let at = 0; at < bytes.byteLength; at += 4096) {
    read += new TextDecoder().decode(bytes.slice(at, at + 4096));
  }
  return read;
}

/** Approves, for nothing, what it would decline between two cards of one cardholder. */
function withinCardholder() {
  return onTheWire(() => {
    const holders = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation === 'getCard' && response.ok) {
        const card = (await response.clone().json()) as Members;
        holders.set(card['number'], card['cardholder']);
      }
      if (asked.operation !== 'createTransfer') return response;
      const [from, to] = ['sourceCard', 'destinationCard'].map((holder) =>
        holders.get(memberAt(asked.body, `${holder}.cardNumber`)),
      );
      return from !== undefined && from === to
        ? changed(response, (transfer) =>
            Object.assign(transfer, { status: 'approved', statusMessage: '' }),
          )
        : response;
    };
  });
}

/** In years of 365 days, which 31 December of a leap year is one too many for. */
function numberOf(day: string): number {
  const year = Number(day.slice(0, 4));
  return year * 365 + Math.round((Date.parse(day) - Date.UTC(year, 0, 1)) / 86_400_000);
}
