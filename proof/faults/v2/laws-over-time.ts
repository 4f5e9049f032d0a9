import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  changeAt,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  refusal,
  rememberingInAnswer,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed, defaultLimits, setInEachTransfer } from './changed.ts';

// Document 2: what goes wrong once, or later, or after many requests.

const { transferEntries, topUpEntries, transferOutcome, limitsAfter } = documentRules;
const notEnough = { status: 'declined', reason: 'not enough funds' } as const;
const dayMs = 86_400_000;

export const lawOverTimeFaults: readonly Fault[] = [
  fault(
    'v2.views.agree',
    'credited-side',
    'lists a transfer with another amount for the card that was credited',
    rememberingInAnswer('listTransfers', () => (list, { url }) => {
      setInEachTransfer(list, (transfer) => {
        const isCredited =
          memberAt(transfer, 'destinationCard.cardNumber') ===
          url.searchParams.get('cardNumberFltr');
        return isCredited ? { amount: Number(transfer['amount']) + 1 } : {};
      });
    }),
  ),
  fault(
    'v2.views.agree',
    'balance-last-read',
    'answers a change of a card with the balance that the card was last read with',
    rememberingInAnswer(['getCard', 'patchCard'], () => {
      const balances = new Map<unknown, unknown>();
      return (answer, { operation }) => {
        const kept = balances.get(answer['id']);
        if (operation === 'getCard') {
          balances.set(answer['id'], memberAt(answer, 'account.balance'));
        } else if (kept !== undefined) setMember(answer, 'account.balance', kept);
      };
    }),
  ),
  fault(
    'v2.views.agree',
    'between-siblings',
    'lists no transfers between two cards that it shows with one account',
    rememberingInAnswer(['getCard', 'listTransfers'], () => {
      const accounts = new Map<unknown, unknown>();
      return (answer) => {
        if ('number' in answer)
          accounts.set(answer['number'], memberAt(answer, 'account.accountNumber'));
        const transfers = answer['transfers'];
        if (!Array.isArray(transfers)) return;
        answer['transfers'] = transfers.filter((one) => {
          const [from, to] = ['sourceCard', 'destinationCard'].map((holder) =>
            accounts.get(memberAt(one, `${holder}.cardNumber`)),
          );
          return from === undefined || from !== to;
        });
      };
    }),
  ),
  fault(
    'v2.views.agree',
    'account-of-its-own',
    'shows a card that was reissued with the balance that it had then',
    onTheWire(() => {
      const balances = new Map<string, unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation === 'patchCard' && body['reissueCard'] !== undefined) {
          return changed(response, (card) => {
            balances.set(url.pathname, memberAt(card, 'account.balance'));
          });
        }
        const balance = balances.get(url.pathname);
        if (operation !== 'getCard' || balance === undefined) return response;
        return changed(response, (card) => setMember(card, 'account.balance', balance));
      };
    }),
  ),
  fault(
    'v2.views.agree',
    'approved-with-the-next',
    'lists a declined transfer as approved once the same one is approved',
    onTheWire(() => {
      const statuses = new Map<string, unknown>();
      return async ({ operation, text }, send) => {
        const response = await send();
        if (!response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        if (operation === 'createTransfer') statuses.set(text, answer['status']);
        const isApproved = [...statuses.values()].every((status) => status === 'approved');
        if (operation !== 'listTransfers' || !isApproved || statuses.size === 0) return response;
        return changed(response, (list) => setInEachTransfer(list, () => ({ status: 'approved' })));
      };
    }),
  ),
  fault(
    'v2.views.agree',
    'declined-expiry',
    'lists declined transfers without the expiry of their source',
    rememberingInAnswer('listTransfers', () => (list) => {
      setInEachTransfer(list, ({ status, sourceCard }) =>
        status === 'declined' && isObject(sourceCard)
          ? { sourceCard: { ...sourceCard, expiryDate: '209901' } }
          : {},
      );
    }),
  ),
  fault(
    'v2.views.agree',
    'declined-for-a-limit',
    'leaves a transfer that a limit has stopped out of the list of declined ones',
    rememberingInAnswer('listTransfers', () => (list, { url }) => {
      const { transfers } = list;
      if (url.searchParams.get('statusFltr') !== 'declined' || !Array.isArray(transfers)) return;
      list['transfers'] = transfers.filter(
        (one) => !String(memberAt(one, 'statusMessage')).includes('limit'),
      );
    }),
  ),
  fault(
    'v2.views.agree',
    'stale-after-update',
    'shows a card once more as it was before an update',
    onTheWire(() => {
      const shown = new Map<string, string>();
      const updated = new Set<string>();
      return async ({ operation, url }, send) => {
        const response = await send();
        if (operation === 'patchCard' && response.ok) updated.add(url.pathname);
        if (operation !== 'getCard' || !response.ok) return response;
        const before = shown.get(url.pathname);
        shown.set(url.pathname, await response.clone().text());
        const isStale = updated.delete(url.pathname) && before !== undefined;
        return isStale ? new Response(before, response) : response;
      };
    }),
  ),

  fault(
    'v2.persistence.survives-other-requests',
    'limits-evicted',
    'shows the limits of a new card once sixty requests have come since they were set',
    onTheWire(() => {
      let requests = 0;
      const setAt = new Map<string, number>();
      return async ({ operation, url }, send) => {
        requests += 1;
        if (operation === 'patchCard') setAt.set(url.pathname, requests);
        const response = await send();
        const at = setAt.get(url.pathname) ?? Infinity;
        if (operation !== 'getCard' || requests - at < 60) return response;
        return changed(response, (card) => Object.assign(card, defaultLimits));
      };
    }),
  ),
  fault(
    'v2.persistence.survives-other-requests',
    'unblocked-by-mistakes',
    'shows blocked cards as active after twenty requests that it refused',
    onTheWire(() => {
      let refusals = 0;
      return async ({ operation }, send) => {
        const response = await send();
        if (response.status >= 400) refusals += 1;
        if (operation !== 'getCard' || refusals < 20) return response;
        return changed(response, (card) => {
          if (card['status'] === 'blocked') card['status'] = 'active';
        });
      };
    }),
  ),
  fault(
    'v2.persistence.survives-other-requests',
    'last-ten-transfers',
    'forgets all but the last ten transfers of all cards together',
    rememberingInAnswer(['createTransfer', 'listTransfers'], () => {
      const made: unknown[] = [];
      return (answer) => {
        if (answer['id'] !== undefined) made.push(answer['id']);
        const transfers = answer['transfers'];
        if (!Array.isArray(transfers)) return;
        const last = new Set(made.slice(-10));
        answer['transfers'] = transfers.filter((one) => last.has(memberAt(one, 'id')));
      };
    }),
  ),
  fault(
    'v2.persistence.ages-go-with-the-clock',
    'born-after-the-start',
    'judges whether a date of birth lies in the future by the day on which it was started',
    onTheWire(() => {
      const today = new Date().toISOString().slice(0, 10);
      return async ({ operation, body: { dateOfBirth } }, send) => {
        const isLater = typeof dateOfBirth === 'string' && dateOfBirth > today;
        return operation === 'createCardholder' && isLater
          ? Response.json({ error: 'dateOfBirth' }, { status: 400 })
          : send();
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'numbers-are-given-out-again',
    'gives a new card a number that another one had 90 days before',
    onTheWire(() => {
      let now = Date.now();
      const numbers = new Map<string, unknown>();
      const free: { readonly number: unknown; readonly from: number }[] = [];
      const again = new Map<string, unknown>();
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          now = Date.parse(moved);
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'patchCard' && body['reissueCard'] !== undefined)
          free.push({ number: numbers.get(url.pathname), from: now + 90 * dayMs });
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          const isNew = !numbers.has(url.pathname);
          numbers.set(url.pathname, card['number']);
          if (isNew && free[0] !== undefined && free[0].from < now)
            again.set(url.pathname, free.shift()?.number);
          card['number'] = again.get(url.pathname) ?? card['number'];
        });
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'listed-while-both-are-good',
    'lists no transfer any more with a card that has expired',
    onTheWire(() => {
      let month = '';
      const expiries = new Map<unknown, string>();
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          month = moved.slice(0, 7).replace('-', '');
        const response = await send();
        if (operation === 'getCard')
          return changed(response, (card) => {
            expiries.set(card['number'], String(card['expiryDate']));
          });
        if (operation !== 'listTransfers') return response;
        const isGood = (number: unknown): boolean => (expiries.get(number) ?? '999912') >= month;
        return changed(response, (list) => {
          const { transfers } = list;
          if (!Array.isArray(transfers)) return;
          list['transfers'] = transfers.filter((one) =>
            ['sourceCard', 'destinationCard'].every((end) =>
              isGood(memberAt(one, `${end}.cardNumber`)),
            ),
          );
        });
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'unblocked-after-a-day',
    'shows a blocked card as active again after a day',
    wearingOff(dayMs, (card) => {
      if (card['status'] === 'blocked') card['status'] = 'active';
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'date-of-a-season',
    'shows no blockingDate of an active card any more 90 days after its last update',
    wearingOff(90 * dayMs, (card) => {
      if (card['status'] === 'active') card['blockingDate'] = '';
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'blocked-for-good',
    'refuses to make a card active that has been blocked for more than 30 days',
    onTheWire(() => {
      let now = Date.now();
      const blockedAt = new Map<string, number>();
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          now = Date.parse(moved);
        if (operation !== 'patchCard') return send();
        if (body['status'] === 'blocked') blockedAt.set(url.pathname, now);
        const isLate = now - (blockedAt.get(url.pathname) ?? Infinity) > 30 * dayMs;
        if (isLate && body['status'] === 'active')
          return refusal(await send({ method: 'GET' }), 409);
        return send();
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'limits-of-a-month',
    'shows the limits of a new card 31 days after they were set',
    wearingOff(31 * dayMs, (card) => Object.assign(card, defaultLimits)),
  ),
  fault(
    'v2.persistence.survives-time',
    'hour-of-summer',
    'shows in summer that a card was created an hour later than it shows in winter',
    onTheWire(() => {
      let now = Date.now();
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          now = Date.parse(moved);
        const response = await send();
        const month = new Date(now).getUTCMonth();
        const isOfCard = ['createCard', 'getCard', 'patchCard'].includes(operation ?? '');
        if (!isOfCard || month < 3 || month > 9) return response;
        return changed(response, (card) => {
          changeAt(card, 'creationDate', (text) => {
            const later = Date.parse(`${String(text).slice(0, 19)}Z`) + 3_600_000;
            return new Date(later).toISOString().slice(0, 19);
          });
        });
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'found-after-a-year',
    'shows a lost card as blocked after a year',
    wearingOff(365 * dayMs, (card) => {
      if (card['status'] === 'lost') card['status'] = 'blocked';
    }),
  ),

  fault(
    'v2.persistence.survives-time',
    'blocked-once-expired',
    'shows an active card as blocked once the month of its expiryDate is over',
    onTheWire(() => {
      let month = '';
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          month = moved.slice(0, 7).replace('-', '');
        const response = await send();
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          const isOver = month > String(card['expiryDate']);
          if (isOver && card['status'] === 'active') card['status'] = 'blocked';
        });
      };
    }),
  ),
  fault(
    'v2.reissue.leaves-every-card-as-useful',
    'first-expiry',
    'declines transfers from a reissued card with another expiryDate than it was issued with',
    onTheWire(() => {
      const first = new Map<string, unknown>();
      const cards = new Map<unknown, string>();
      return async ({ operation, url, body }, send) => {
        const [number, expiry] = ['cardNumber', 'expiryDate'].map((name) =>
          memberAt(body, `sourceCard.${name}`),
        );
        const issued = first.get(cards.get(number) ?? '') ?? expiry;
        if (operation === 'createTransfer' && expiry !== issued) {
          const sourceCard = { cardNumber: number, expiryDate: '209912' };
          return send({ body: JSON.stringify({ ...body, sourceCard }) });
        }
        const response = await send();
        if (operation !== 'getCard' || !response.ok) return response;
        const card = (await response.clone().json()) as Members;
        cards.set(card['number'], url.pathname);
        if (!first.has(url.pathname)) first.set(url.pathname, card['expiryDate']);
        return response;
      };
    }),
  ),

  fault(
    'v2.reissue.leaves-every-card-as-useful',
    'expiry-of-the-first-transfer',
    'declines transfers from a reissued card with another expiryDate than it had when it first paid',
    onTheWire(() => {
      const first = new Map<string, unknown>();
      const cards = new Map<unknown, string>();
      return async ({ operation, url, body }, send) => {
        const [cardNumber, expiry] = ['cardNumber', 'expiryDate'].map((name) =>
          memberAt(body, `sourceCard.${name}`),
        );
        const card = cards.get(cardNumber) ?? '';
        if (operation === 'createTransfer' && card !== '') {
          if (!first.has(card)) first.set(card, expiry);
          const isOther = first.get(card) !== expiry;
          const sourceCard = { cardNumber, expiryDate: isOther ? '209912' : expiry };
          return send({ body: JSON.stringify({ ...body, sourceCard }) });
        }
        const response = await send();
        if (operation !== 'getCard' || !response.ok) return response;
        const shown = (await response.clone().json()) as Members;
        cards.set(shown['number'], url.pathname);
        return response;
      };
    }),
  ),

  fault(
    'v2.persistence.survives-time',
    'expiry-of-the-payee',
    'declines a transfer whose expiryDate is not that of the card that is paid',
    onTheWire(() => {
      const expiries = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const cardNumber = memberAt(body, 'sourceCard.cardNumber');
        const wanted = expiries.get(memberAt(body, 'destinationCard.cardNumber'));
        const sent = memberAt(body, 'sourceCard.expiryDate');
        if (operation === 'createTransfer' && wanted !== undefined && sent !== wanted) {
          const sourceCard = { cardNumber, expiryDate: '209912' };
          return send({ body: JSON.stringify({ ...body, sourceCard }) });
        }
        const response = await send();
        if (operation !== 'getCard' || !response.ok) return response;
        const card = (await response.clone().json()) as Members;
        expiries.set(card['number'], card['expiryDate']);
        return response;
      };
    }),
  ),
  fault(
    'v2.persistence.survives-time',
    'without-a-card',
    'forgets the email of a cardholder who has no card for half a year',
    onTheWire(() => {
      let [first, now] = [Infinity, 0];
      const having = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/control/clock') && typeof body['now'] === 'string') {
          now = Date.parse(body['now']);
        }
        first = Math.min(first, Date.now());
        if (operation === 'createCard') having.add(body['cardholder']);
        const response = await send();
        const isForgotten = now - first > 180 * dayMs && !having.has(url.pathname.split('/')[3]);
        return operation === 'getCardholder' && isForgotten
          ? changed(response, (cardholder) => delete cardholder['email'])
          : response;
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'every-tenth',
    'does not book every tenth transfer that it approves',
    withRememberingRules(() => {
      const count = counting();
      return {
        transferEntries: (transfer) =>
          transfer.status === 'approved' && count() % 10 === 0 ? [] : transferEntries(transfer),
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'fee-from-the-thirtieth',
    'takes a cent more from the thirtieth transfer on',
    withRememberingRules(() => {
      const count = counting();
      return {
        transferEntries: (transfer) => {
          const entries = transferEntries(transfer);
          if (entries.length === 0 || count() < 30) return entries;
          return [...entries, { account: transfer.source, amount: -1 }];
        },
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'seventh-top-up',
    'books every seventh top-up twice',
    withRememberingRules(() => {
      const count = counting();
      return {
        topUpEntries: (topUp) => {
          const entries = topUpEntries(topUp);
          return count() % 7 === 0 ? [...entries, ...entries] : entries;
        },
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'twenty-changes',
    'refuses to change a card more than twenty times',
    onTheWire(() => {
      const changes = new Map<string, number>();
      return async ({ operation, url }, send) => {
        if (operation !== 'patchCard') return send();
        const made = (changes.get(url.pathname) ?? 0) + 1;
        changes.set(url.pathname, made);
        return made > 20 ? refusal(await send({ method: 'GET' }), 409) : send();
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'tenth-limit',
    'keeps the limits of a card at the tenth change',
    withRememberingRules(() => {
      const count = counting();
      return {
        limitsAfter: (before, sent) => (count() % 10 === 0 ? before : limitsAfter(before, sent)),
      };
    }),
  ),
  fault(
    'v2.nth.same-outcome',
    'twenty-transfers',
    'declines transfers once it has approved twenty',
    withRememberingRules(() => {
      const count = counting();
      return {
        transferOutcome: (facts) => {
          const outcome = transferOutcome(facts);
          return outcome.status === 'approved' && count() > 20 ? notEnough : outcome;
        },
      };
    }),
  ),
  fault(
    'v2.nth.same-outcome',
    'declined-counts',
    'counts what it declined against the spending limits',
    withRules({ countsAsSpent: () => true }),
  ),
  fault(
    'v2.nth.like-the-first',
    'twenty-first',
    'leaves the transfer in the place of the twenty-first out of a list',
    onLists((transfers) => transfers.filter((_, index) => index !== 20)),
  ),
  fault(
    'v2.persistence.survives-time',
    'lapsed-cardholder',
    'issues no card to a cardholder who has had none for 30 days',
    onTheWire(() => {
      let [first, now] = [0, 0];
      const idle = new Map<unknown, number>();
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/control/clock') && typeof body['now'] === 'string') {
          now = Date.parse(body['now']);
          first ||= now;
        }
        const { cardholder } = body;
        if (operation === 'createCard') {
          const since = Math.max(idle.get(cardholder) ?? now, first);
          if (now - since > 30 * dayMs) return refusal(await send({ method: 'GET' }), 404);
          idle.delete(cardholder);
        }
        const response = await send();
        if (operation === 'createCardholder' && response.ok)
          idle.set(memberAt(await response.clone().json(), 'id'), now);
        return response;
      };
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'latest-of-a-status',
    'looks at the latest 25 transfers alone where statusFltr is sent',
    onTheWire(() => async (asked, send) => {
      const status = asked.url.searchParams.get('statusFltr');
      if (asked.operation !== 'listTransfers' || status === null) return send();
      const whole = new URL(asked.url);
      whole.searchParams.delete('statusFltr');
      const response = await send({ path: `${whole.pathname}${whole.search}` });
      const list = (await response.clone().json()) as Members;
      const latest = Array.isArray(list['transfers']) ? list['transfers'].slice(-25) : [];
      const transfers = latest.filter((one) => memberAt(one, 'status') === status);
      return response.ok ? withBody(response, JSON.stringify({ transfers })) : response;
    }),
  ),
  fault(
    'v2.nth.like-the-first',
    'fiftieth-twice',
    'lists the transfer at the end of a page of fifty twice and the next one not at all',
    onLists((transfers) =>
      transfers.map((one, index) => (index === 50 ? (transfers[49] as Members) : one)),
    ),
  ),
  fault(
    'v2.nth.like-the-first',
    'hundred',
    'lists transfers beyond a hundred with the status of the first',
    onLists((transfers) =>
      transfers.map((one, index) => (index >= 100 ? { ...one, amount: 1 } : one)),
    ),
  ),
];

/** How often it was called. */
function counting(): () => number {
  let calls = 0;
  return () => (calls += 1);
}

function onLists(change: (transfers: readonly Members[]) => readonly Members[]): Tampering {
  return rememberingInAnswer('listTransfers', () => (list) => {
    const transfers = list['transfers'];
    if (Array.isArray(transfers)) list['transfers'] = change(transfers.filter(isObject));
  });
}

/** Shows a card that was updated in another way once so much time has passed on its clock. */
function wearingOff(ms: number, change: (card: Members) => void): Tampering {
  return onTheWire(() => {
    let now = Date.now();
    const updatedAt = new Map<string, number>();
    return async ({ operation, url, body }, send) => {
      const moved = body['now'];
      if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
        now = Date.parse(moved);
      if (operation === 'patchCard') updatedAt.set(url.pathname, now);
      const response = await send();
      const at = updatedAt.get(url.pathname) ?? Infinity;
      return operation === 'getCard' && now - at >= ms - dayMs / 2 && now - at > 0
        ? changed(response, change)
        : response;
    };
  });
}
