import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  onTheWire,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: what goes wrong with what the target has settled itself, and with its key.

const {
  transferOutcome,
  transferEntries,
  topUpOutcome,
  exceedsLimit,
  limitWindow,
  mayChangeStatus,
  statusAfter,
} = documentRules;

export const lawOfChoiceFaults: readonly Fault[] = [
  fault(
    'v2.bound.first-answer-binds',
    'small-amounts',
    'approves small transfers from a blocked card',
    withRules({
      transferOutcome: (facts) =>
        facts.objection === 'card blocked' && facts.amount < 2_00
          ? transferOutcome({ ...facts, objection: undefined })
          : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'second-time',
    'tops up a lost card when it is asked for the third time',
    withRememberingRules(() => {
      let asked = 0;
      return {
        topUpOutcome: (objection) => {
          if (objection === 'card lost') asked += 1;
          return topUpOutcome(objection === 'card lost' && asked > 2 ? undefined : objection);
        },
      };
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'stollen-small',
    'transfers from a stollen card what is not five euros',
    withRules({
      transferOutcome: (facts) =>
        facts.objection === 'card stolen' && facts.amount !== 5_00
          ? transferOutcome({ ...facts, objection: undefined })
          : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'second-try',
    'takes a cardholder without a last name when it comes a second time',
    onTheWire(() => {
      const seen = new Set<string>();
      return async ({ operation, body, text }, send) => {
        if (operation !== 'createCardholder' || body['lastName'] !== undefined) return send();
        const isSecond = seen.has(text);
        seen.add(text);
        return isSecond ? send({ body: JSON.stringify({ ...body, lastName: 'Gil' }) }) : send();
      };
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'currency-after-transfers',
    'takes any currency for EUR in top-ups of a card that has paid twice',
    onTheWire(() => {
      const paid = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const source = memberAt(body, 'sourceCard.cardNumber');
        const destination = memberAt(body, 'destinationCard.cardNumber');
        if (operation === 'createTopUp' && (paid.get(destination) ?? 0) > 1)
          return send({ body: JSON.stringify({ ...body, currency: 'EUR' }) });
        const response = await send();
        if (operation !== 'createTransfer' || !response.ok) return response;
        if (memberAt(await response.clone().json(), 'status') === 'approved')
          paid.set(source, (paid.get(source) ?? 0) + 1);
        return response;
      };
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'year-alone',
    'looks at the year of an expiryDate alone',
    takesExpiry((sent, known) => sent.slice(0, 4) === known.slice(0, 4)),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'earlier',
    'takes an expiryDate that is earlier than the one of the card',
    takesExpiry((sent, known) => sent < known),
  ),
  fault(
    'v2.bound.limits-count-up',
    'first-day-apart',
    'counts what is spent on the first day of a month on that day alone',
    withRules({
      limitWindow: (interval, day) =>
        interval === 'monthly' && day.endsWith('-01') ? day : limitWindow(interval, day),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'each-alone',
    'holds each transfer alone against the daily limit',
    withRules({ exceedsLimit: (limit, _spent, amount) => exceedsLimit(limit, 0, amount) }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'a-cent-more',
    'lets a cent more pass than every daily limit',
    withRules({
      exceedsLimit: (limit, spent, amount) =>
        exceedsLimit(
          limit.interval === 'daily' ? { ...limit, amount: limit.amount + 1 } : limit,
          spent,
          amount,
        ),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'of-the-product',
    'holds every card to the default limit of a day, whatever was set',
    withRules({
      exceedsLimit: (limit, spent, amount) =>
        exceedsLimit(
          limit.interval === 'daily' ? { ...limit, amount: 1_000_00 } : limit,
          spent,
          amount,
        ),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'none-by-default',
    'holds no card to its default limits',
    withRules({
      exceedsLimit: (limit, spent, amount) =>
        limit.amount !== 1_000_00 && exceedsLimit(limit, spent, amount),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'small-ones-free',
    'holds no transfer of less than five euros against the daily limit',
    withRules({
      exceedsLimit: (limit, spent, amount) => amount >= 5_00 && exceedsLimit(limit, spent, amount),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'together',
    'holds transfers of a card that are under way together against what was spent before all of them',
    onTheWire(() => {
      const underWay = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        if (operation !== 'createTransfer') return send();
        const source = memberAt(body, 'sourceCard.cardNumber');
        const others = underWay.get(source) ?? 0;
        underWay.set(source, others + 1);
        await gap();
        const response = await send();
        underWay.set(source, (underWay.get(source) ?? 1) - 1);
        if (others === 0) return response;
        return changed(response, (transfer) => void (transfer['status'] = 'approved'));
      };
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'whole-euros',
    'adds up what was spent in whole euros',
    withRememberingRules(() => {
      let lost = 0;
      return {
        transferEntries: (transfer) => {
          if (transfer.status === 'approved') lost += transfer.amount % 1_00;
          return transferEntries(transfer);
        },
        exceedsLimit: (limit, spent, amount) =>
          exceedsLimit(limit, Math.max(0, spent - lost), amount),
      };
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'for-an-hour',
    'forgets after an hour what was spent of a day',
    onTheWire(() => {
      let now = Date.now();
      const spentAt = new Map<unknown, number>();
      return async ({ operation, url, body }, send) => {
        const moved = body['now'];
        if (url.pathname.endsWith('/control/clock') && typeof moved === 'string')
          now = Date.parse(moved);
        const response = await send();
        if (operation !== 'createTransfer') return response;
        const source = memberAt(body, 'sourceCard.cardNumber');
        const first = spentAt.get(source) ?? now;
        spentAt.set(source, first);
        const isForgotten = now - first > 3_600_000 && now - first < 86_400_000;
        return changed(response, (transfer) => {
          if (isForgotten) Object.assign(transfer, { status: 'approved', statusMessage: '' });
        });
      };
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'kept-for-the-blocked',
    'counts what was to go to a card that is blocked',
    withRememberingRules(() => {
      let objection: string | undefined;
      return {
        transferOutcome: (facts) => {
          objection = facts.objection;
          return transferOutcome(facts);
        },
        countsAsSpent: (status) => status === 'approved' || objection === 'card blocked',
      };
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'none-below-zero',
    'takes a limit for none that is lowered below what was spent',
    withRules({
      exceedsLimit: (limit, spentBefore, amount) =>
        spentBefore <= limit.amount && exceedsLimit(limit, spentBefore, amount),
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'never-over',
    'holds against a limit all that was ever spent',
    withRememberingRules(() => {
      let ever = 0;
      return {
        transferEntries: (transfer) => {
          if (transfer.status === 'approved') ever += transfer.amount;
          return transferEntries(transfer);
        },
        exceedsLimit: (limit, _spent, amount) => exceedsLimit(limit, ever, amount),
      };
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'days-of-all-months',
    'holds against a daily limit what was spent on days of the same number',
    withRules({
      limitWindow: (interval, day) =>
        interval === 'daily' ? day.slice(8) : limitWindow(interval, day),
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'months-of-all-years',
    'holds against a monthly limit what was spent in months of the same name',
    withRules({
      limitWindow: (interval, day) =>
        interval === 'monthly' ? day.slice(5, 7) : limitWindow(interval, day),
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'months-of-a-day',
    'holds against a monthly limit what was spent on one day alone',
    withRules({ limitWindow: (_interval, day) => day }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'declined-counts',
    'holds against a limit what was declined',
    withRules({ countsAsSpent: () => true }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'as-first-held',
    'holds a limit as it was when it first stopped a transfer',
    withRememberingRules(() => {
      let held: number | undefined;
      return {
        exceedsLimit: (limit, spent, amount) => {
          const least = Math.min(limit.amount, held ?? limit.amount);
          const exceeds = exceedsLimit({ ...limit, amount: least }, spent, amount);
          if (exceeds && limit.interval === 'daily') held = least;
          return exceeds;
        },
      };
    }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'a-cent-on-other-days',
    'lets a cent too much pass on the day after next',
    withRememberingRules(() => {
      let first: string | undefined;
      let isLater = false;
      return {
        limitWindow: (interval, day) => {
          first ??= day;
          isLater = day !== first;
          return limitWindow(interval, day);
        },
        exceedsLimit: (limit, spent, amount) =>
          exceedsLimit(limit, spent, amount - (isLater ? 1 : 0)),
      };
    }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'final-for-a-year',
    'takes a change of the status of a card that was lost or stollen for a year',
    onTheWire(() => {
      let [first, now] = [Infinity, 0];
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/control/clock') && typeof body['now'] === 'string') {
          now = Date.parse(body['now']);
        }
        first = Math.min(first, Date.now());
        const response = await send();
        const isLate = now - first > 300 * 86_400_000;
        const isRefused = operation === 'patchCard' && response.status >= 400;
        return isLate && isRefused && 'status' in body ? send({ method: 'GET' }) : response;
      };
    }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'other-case',
    'takes the key in other case',
    withRules({ mayEnter: (sent, key) => sent?.toLowerCase() === key.toLowerCase() }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'as-the-one-before',
    'lets a request without the key in as the one before it',
    withRememberingRules(() => {
      let isIn = false;
      return { mayEnter: (sent, key) => (isIn = sent === undefined ? isIn : sent === key) };
    }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'beginning',
    'takes the beginning of the key',
    withRules({ mayEnter: (sent, key) => Boolean(sent) && key.startsWith(sent ?? '') }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'longer',
    'takes a key that begins with the right one',
    withRules({ mayEnter: (sent, key) => sent?.startsWith(key) === true }),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'found-by-insisting',
    'makes a lost card active at the fourth try',
    withRememberingRules(() => {
      let tries = 0;
      return {
        mayChangeStatus: (from, to) => {
          if (from === 'lost' && to === 'active') tries += 1;
          return mayChangeStatus(from, to) || (from === 'lost' && to === 'active' && tries > 3);
        },
      };
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    '32-bits',
    'holds 32 bits of an amount against a limit',
    withRules({
      exceedsLimit: (limit, spent, amount) => exceedsLimit(limit, 0, (spent + amount) | 0),
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'the-last-of-many',
    'forgets what a card has spent of its limits when it has made 32 transfers',
    onTheWire(() => {
      const made = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation !== 'createTransfer') return response;
        const source = memberAt(body, 'sourceCard.cardNumber');
        const before = made.get(source) ?? 0;
        made.set(source, before + 1);
        return before <= 32
          ? response
          : changed(response, (transfer) => void (transfer['status'] = 'approved'));
      };
    }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'forgotten-by-unblocking',
    'begins the limits of a card anew once it was blocked and made active',
    withRememberingRules(() => {
      let isForgotten = false;
      return {
        statusAfter: (change) => {
          isForgotten ||= change.from === 'blocked';
          return statusAfter(change);
        },
        exceedsLimit: (limit, spent, amount) =>
          exceedsLimit(limit, isForgotten ? 0 : spent, amount),
      };
    }),
  ),
];

/** Takes some expiry dates for the one of the source card. */
function takesExpiry(takes: (sent: string, known: string) => boolean): Tampering {
  return onTheWire(() => {
    const expiries = new Map<unknown, string>();
    return async ({ operation, body }, send) => {
      const source = body['sourceCard'];
      if (operation === 'createTransfer' && isObject(source)) {
        const known = expiries.get(source['cardNumber']);
        if (known !== undefined && takes(String(source['expiryDate']), known))
          return send({
            body: JSON.stringify({ ...body, sourceCard: { ...source, expiryDate: known } }),
          });
      }
      const response = await send();
      if (operation === 'getCard' && response.ok) {
        const card = (await response.clone().json()) as Members;
        expiries.set(card['number'], String(card['expiryDate']));
      }
      return response;
    };
  });
}
