import type { V1Operation } from '../../../fixtures/clients/v1.ts';

import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  read,
  rememberingInAnswer,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { denial, denies, isSuccess, objectsWith } from './tampering.ts';

// Document 1, parts 2.6, 4 and 8: limits of cards and accounts.

const { v1CountsAsUsed, v1ExceedsLimit, v1LimitsAfter, v1Objection, v1ProductLimits } =
  documentRules;

export const v1LimitFaults: readonly Fault[] = [
  fault(
    'v1.get-card-limits.start-as-product-limits',
    'drifting',
    "starts each card's limits one cent lower than the previous card's",
    withRememberingRules(() => {
      let less = 0;
      return {
        v1ProductLimits: (monthCycle) => {
          less += 1;
          return v1ProductLimits(monthCycle).map((limit) => ({
            ...limit,
            value: limit.value - less,
          }));
        },
      };
    }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'only-when-changed',
    'holds nothing back by a limit that has the value of the product',
    withRules({
      v1ExceedsLimit: (value, used, amount) =>
        v1ProductLimits(4).every((limit) => limit.value !== value) &&
        v1ExceedsLimit(value, used, amount),
    }),
  ),
  fault(
    'v1.limits.hold-through-any-run',
    'twenty-at-most',
    'confirms whatever a card transfers once it has made twenty transfers',
    onTheWire(() => {
      const done = new Map<unknown, { times: number; last: string }>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'p2pTransfer') return response;
        const card = memberAt(asked.body, 'sourceCardIdentification.cardNumber');
        const { times, last } = done.get(card) ?? { times: 0, last: '' };
        if (!response.ok && times >= 20) {
          const headers = { 'Content-Type': 'application/json' };
          return new Response(last, { status: 200, headers });
        }
        const text = await response.clone().text();
        if (response.ok) done.set(card, { times: times + 1, last: text });
        return response;
      };
    }),
  ),
  fault(
    'v1.change-card-limit.shows-the-new-value',
    'stale',
    'keeps the old value of a limit',
    withRules({
      v1LimitsAfter: (before, changed) => {
        const known = before.find(({ name }) => name === changed.name);
        return v1LimitsAfter(before, { ...changed, value: known?.value ?? changed.value });
      },
    }),
  ),
  fault(
    'v1.change-card-limit.shows-the-new-value',
    'one-more',
    'sets one cent more than requested',
    withRules({
      v1LimitsAfter: (before, changed) =>
        v1LimitsAfter(before, { ...changed, value: changed.value + 1 }),
    }),
  ),
  fault(
    'v1.change-card-limit.cycle-types-can-be-changed',
    'stale',
    'keeps the old cycleType of a limit',
    withRules({
      v1LimitsAfter: (before, changed) => {
        const known = before.find(({ name }) => name === changed.name);
        return v1LimitsAfter(before, { ...changed, cycleType: known?.cycleType ?? 0 });
      },
    }),
  ),
  ...(
    [
      ['changeCardLimit', 'v1.change-card-limit.cycle-types-can-be-changed'],
      ['changeAccountLimit', 'v1.change-account-limit.shows-the-cycle-type'],
    ] as const
  ).flatMap(([operation, breaks]) =>
    (['value', 'cycleType'] as const).map((member) =>
      fault(
        breaks,
        `${member}-reset`,
        `sets the ${member} of a limit anew where ${operation} names none`,
        inRequest(operation, (body) => {
          const isUnnamed = memberAt(body, `limit.${member}`) === undefined;
          if (isObject(body['limit']) && isUnnamed) {
            setMember(body, `limit.${member}`, member === 'value' ? 2_500_00 : 0);
          }
          return body;
        }),
      ),
    ),
  ),
  fault(
    'v1.limits.value-alone-begins-nothing-anew',
    'begun-with-the-change',
    'begins a limit anew where its value alone is changed',
    inRequest('changeCardLimit', (body) => {
      const isUnnamed = memberAt(body, 'limit.cycleType') === undefined;
      if (isObject(body['limit']) && isUnnamed && memberAt(body, 'limit.value') !== undefined)
        setMember(body, 'limit.startDate', '2026-02-03T04:05:06');
      return body;
    }),
  ),
  fault(
    'v1.change-card-limit.leaves-other-limits',
    'all-of-them',
    'gives every limit of a card the new value',
    changesAll(),
  ),
  fault(
    'v1.change-card-limit.leaves-other-limits',
    'always-the-same',
    'changes LMTP0107 whichever limit of a card is named',
    withRules({
      v1LimitsAfter: (before, changed) =>
        v1LimitsAfter(
          before,
          changed.name.startsWith('LMTP') ? { ...changed, name: 'LMTP0107' } : changed,
        ),
    }),
  ),
  fault(
    'v1.change-card-limit.leaves-other-limits',
    'month-for-day',
    'changes LMTP0111 where LMTP0112 is named',
    withRules({
      v1LimitsAfter: (before, changed) =>
        v1LimitsAfter(
          before,
          changed.name === 'LMTP0112' ? { ...changed, name: 'LMTP0111' } : changed,
        ),
    }),
  ),
  fault(
    'v1.get-card-limits.names',
    'another',
    'shows a limit under a made-up name',
    withRules({
      v1ProductLimits: (monthCycle) =>
        v1ProductLimits(monthCycle).map((limit) =>
          limit.name === 'LMTP0112' ? { ...limit, name: 'LMTP0113' } : limit,
        ),
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.succeeds',
    'only-of-none',
    'denies the deletion of an exception from a card that has one',
    onTheWire(() => {
      const given = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (url.pathname.endsWith('/addCardLimitException')) given.add(card);
        return operation === 'deleteCardLimitException' && given.has(card) ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.deletes',
    'without-effect',
    'says that an exception was deleted but keeps it',
    withRules({ v1ExceptionsAfter: (before) => before }),
  ),
  fault(
    'v1.limit-exceptions.end-with-their-deletion',
    'remembered',
    'no longer shows an exception that was deleted but goes on to allow what it allowed',
    onTheWire(() => {
      const deleted = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'deleteCardLimitException') {
          deleted.add(card);
          return Response.json({ responseCode: '00' });
        }
        const response = await send();
        if (operation !== 'getCardLimits' || !deleted.has(card)) return response;
        const answer: unknown = await response.json();
        for (const limit of objectsWith(answer, 'name', 'cycleType')) {
          setMember(limit, 'limitExceptions', []);
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.limit-exceptions.end-on-their-end-date',
    'to-its-midnight',
    'compares the end of an exception by date, so that it counts to the end of that day',
    withRules({
      v1IsInForce: (limit, moment) =>
        limit.startsAt <= moment &&
        moment <= ('limitName' in limit ? midnightAfter(limit.endsAt) : limit.endsAt),
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.deletes-no-other',
    'all-of-them',
    'deletes every exception of a card instead of one',
    withRules({ v1ExceptionsAfter: () => [] }),
  ),
  fault(
    'v1.delete-card-limit-exception.leaves-the-limits',
    'with-its-limit',
    'no longer shows a limit once its exception was deleted',
    rememberingInAnswer(['deleteCardLimitException', 'getCardLimits'], () => {
      const cards = new Set<unknown>();
      return (answer, { operation, body }) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        const { limits } = answer;
        if (operation === 'deleteCardLimitException') cards.add(card);
        else if (cards.has(card) && Array.isArray(limits)) answer['limits'] = limits.slice(1);
      };
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.leaves-the-limits',
    'back-to-the-product',
    'shows the value of the product for a limit of which an exception was to be deleted',
    onTheWire(() => {
      const reset = new Set<string>();
      return async ({ operation, body }, send) => {
        const card = String(memberAt(body, 'cardIdentification.cardNumber'));
        if (operation === 'deleteCardLimitException')
          reset.add(`${card} ${String(memberAt(body, 'limitException.limitName'))}`);
        const response = await send();
        if (operation !== 'getCardLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const limit of objectsWith(answer, 'name', 'value'))
          if (reset.has(`${card} ${String(limit['name'])}`)) limit['value'] = 1_000_00;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.leaves-the-limits',
    'value-of-the-exception',
    'shows the value that an exception to be deleted was sent with as that of the limit',
    onTheWire(() => {
      const values = new Map<string, unknown>();
      return async ({ operation, body }, send) => {
        const card = String(memberAt(body, 'cardIdentification.cardNumber'));
        const value = memberAt(body, 'limitException.value');
        if (operation === 'deleteCardLimitException' && value !== undefined)
          values.set(`${card} ${String(memberAt(body, 'limitException.limitName'))}`, value);
        const response = await send();
        if (operation !== 'getCardLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const limit of objectsWith(answer, 'name', 'value'))
          limit['value'] = values.get(`${card} ${String(limit['name'])}`) ?? limit['value'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.leaves-the-limits',
    'with-its-last-exception',
    'no longer shows a limit once an exception of it was to be deleted and it has none',
    onTheWire(() => {
      const gone = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const card = String(memberAt(body, 'cardIdentification.cardNumber'));
        if (operation === 'deleteCardLimitException') {
          gone.add(`${card} ${String(memberAt(body, 'limitException.limitName'))}`);
        }
        const response = await send();
        if (operation !== 'getCardLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        const left = objectsWith(answer, 'name', 'cycleType').filter(
          (limit) =>
            !gone.has(`${card} ${String(memberAt(limit, 'name'))}`) ||
            memberAt(limit, 'limitExceptions.0') !== undefined,
        );
        return withBody(response, JSON.stringify({ ...(answer as object), limits: left }));
      };
    }),
  ),
  fault(
    'v1.delete-card-limit-exception.leaves-others',
    'any',
    "deletes the card's latest exception whichever is named",
    onTheWire(() => {
      const given = new Map<unknown, unknown>();
      return async ({ operation, url, body }, send) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (url.pathname.endsWith('/addCardLimitException')) {
          given.set(card, body['limitException']);
        }
        const limitException = given.get(card);
        return operation === 'deleteCardLimitException' && limitException !== undefined
          ? send({ body: JSON.stringify({ ...body, limitException }) })
          : send();
      };
    }),
  ),
  fault(
    'v1.change-card-limit.concerns-one-card',
    'all-cards',
    'also changes the limit of every previously read card',
    alsoForOthers('getCardLimits', 'changeCardLimit', 'cardIdentification'),
  ),

  fault(
    'v1.change-account-limit.concerns-one-account',
    'shared-exceptions',
    'keeps the exceptions of limits of accounts by the names of the limits alone',
    onTheWire(() => {
      const known = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        const exceptions = memberAt(body, 'limit.limitExceptions');
        if (operation === 'changeAccountLimit' && exceptions !== undefined) {
          known.set(memberAt(body, 'limit.name'), exceptions);
        }
        if (operation !== 'getAccountLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const limit of objectsWith(answer, 'name', 'cycleType')) {
          limit['limitExceptions'] = known.get(limit['name']) ?? [];
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.change-account-limit.shows-the-exception',
    'none-for-zero',
    'takes a cycleType of 0 in an exception of a limit of an account for none',
    onTheWire(() => {
      const known = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        const exceptions = memberAt(body, 'limit.limitExceptions');
        if (operation === 'changeAccountLimit' && exceptions !== undefined)
          known.set(body['accountNumber'], exceptions);
        if (operation !== 'getAccountLimits' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const limit of objectsWith(answer, 'name', 'cycleType'))
          limit['limitExceptions'] = known.get(body['accountNumber']) ?? [];
        for (const exception of objectsWith(answer, 'limitName', 'cycleType'))
          if (exception['cycleType'] === 0) delete exception['cycleType'];
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  ...(['currentValue', 'currency'] as const).map((member) =>
    fault(
      'v1.account-limit.shows-every-field',
      member === 'currentValue' ? 'uncounted' : 'any-currency',
      `shows limits of an account without ${member}`,
      inLimits((limit) => setMember(limit, member, undefined)),
    ),
  ),
  fault(
    'v1.change-account-limit.shows-the-new-value',
    'one-more',
    'sets one cent more than requested for an account',
    inRequest('changeAccountLimit', (body) => {
      setMember(body, 'limit.value', Number(memberAt(body, 'limit.value')) + 1);
      return body;
    }),
  ),
  fault(
    'v1.change-account-limit.shows-the-new-value',
    'first-value-stays',
    'keeps the first value set for an account limit',
    withRules({
      v1LimitsAfter: (before, changed) =>
        before.some(({ name }) => name === changed.name && !name.startsWith('LMTP'))
          ? before
          : v1LimitsAfter(before, changed),
    }),
  ),
  fault(
    'v1.change-account-limit.shows-the-cycle-type',
    'month',
    'makes every account limit a monthly one',
    inRequest('changeAccountLimit', (body) => {
      setMember(body, 'limit.cycleType', 3);
      return body;
    }),
  ),
  ...(['startDate', 'endDate'] as const).map((date) =>
    fault(
      'v1.change-account-limit.shows-the-dates',
      date === 'startDate' ? 'start-of-time' : 'end-of-time',
      `shows ${date} of every limit of an account as 1970`,
      inLimits((limit) => {
        limit[date] = '1970-01-01T00:00:00';
      }),
    ),
  ),
  fault(
    'v1.change-account-limit.shows-the-cycle-length',
    'always-one',
    'shows every limit of an account with cycleLength 1',
    inLimits((limit) => {
      limit['cycleLength'] = 1;
    }),
  ),
  fault(
    'v1.change-account-limit.leaves-other-limits',
    'all-of-them',
    'gives every limit of an account the new value',
    changesAll(),
  ),
  fault(
    'v1.change-account-limit.concerns-one-account',
    'all-accounts',
    'changes the limit of every account that has one',
    alsoForOthers('changeAccountLimit', 'changeAccountLimit', 'accountNumber'),
  ),
  ...(
    [
      ['v1.change-account-limit.currency-is-optional', 'currency'],
      ['v1.change-account-limit.dates-are-optional', 'endDate'],
    ] as const
  ).map(([breaks, member]) =>
    fault(
      breaks,
      'demanded',
      `demands ${member} of a limit of an account`,
      denies('changeAccountLimit', ({ body }) => memberAt(body, `limit.${member}`) === undefined),
    ),
  ),

  fault(
    'v1.limits.lmtp0107-can-be-changed',
    'fixed',
    'confirms a change of LMTP0107 but leaves it as it was',
    withRules({
      v1LimitsAfter: (before, changed) =>
        changed.name === 'LMTP0107' ? before : v1LimitsAfter(before, changed),
    }),
  ),
  fault(
    'v1.limits.lmtp0107-can-be-changed',
    'not-once-used',
    'confirms a change of a limit of a card that has paid, and goes on judging by the old one',
    onTheWire(() => {
      const used = new Set<unknown>();
      return async (asked, send) => {
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.operation === 'changeCardLimit' && used.has(card)) {
          const headers = { 'Content-Type': 'application/json' };
          return new Response('{"responseCode":"00"}', { headers });
        }
        const response = await send();
        if (asked.operation === 'p2pTransfer' && response.ok) {
          used.add(memberAt(asked.body, 'sourceCardIdentification.cardNumber'));
        }
        return response;
      };
    }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'by-one',
    'lets a limit be exceeded by one cent',
    withRules({ v1ExceedsLimit: (value, used, amount) => v1ExceedsLimit(value + 1, used, amount) }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'each-alone',
    'compares each transfer with the limit without counting earlier ones',
    withRules({ v1ExceedsLimit: (value, _used, amount) => v1ExceedsLimit(value, 0, amount) }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'only-before',
    'compares the used amount with the limit without counting the requested one',
    withRules({ v1ExceedsLimit: (value, used) => used >= value }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'receiver-within-an-account',
    'counts a transfer to another card of the same account for that card',
    withRules({
      v1LimitedCard: (source, destination) =>
        destination !== undefined && accountOf(source) === accountOf(destination)
          ? destination
          : source,
    }),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'free-within-an-account',
    'holds no transfer to another card of the same account against the limit',
    withRememberingRules(() => {
      let isWithin = false;
      return {
        v1LimitedCard: (source, destination) => {
          isWithin = destination !== undefined && accountOf(source) === accountOf(destination);
          return source;
        },
        v1ExceedsLimit: (value, used, amount) => !isWithin && v1ExceedsLimit(value, used, amount),
      };
    }),
  ),
  fault(
    'v1.limits.use-lasts-through-other-requests',
    'change-of-another',
    'counts nothing that is used of the other limits of a card once one of them is changed',
    withRules({
      v1LimitsAfter: (before, changed) =>
        v1LimitsAfter(before, changed).map((limit) =>
          limit.name === changed.name ? limit : { ...limit, usesBefore: Infinity },
        ),
    }),
  ),
  fault(
    'v1.limits.use-lasts-through-other-requests',
    'beneficiaries-begin-anew',
    'counts anew from a change of beneficiaries what was used of the limits of a card',
    withRememberingRules(() => {
      let since = 0;
      return {
        beneficiariesAfter: (_before, sent) => {
          since = Date.now();
          return sent;
        },
        v1CountsAsUsed: (use, name, counting) =>
          use.moment > since && v1CountsAsUsed(use, name, counting),
      };
    }),
  ),
  fault(
    'v1.limits.lmtp0107-allows',
    'below',
    'denies a transfer that takes a cycle exactly to its limit',
    withRules({ v1ExceedsLimit: (value, used, amount) => used + amount >= value }),
  ),
  fault(
    'v1.limits.lmtp0107-allows',
    'two-less',
    'withholds two cents of a limit',
    withRules({ v1ExceedsLimit: (value, used, amount) => v1ExceedsLimit(value - 2, used, amount) }),
  ),
  fault(
    'v1.limits.declined-does-not-count',
    'counted',
    'counts operations that were not carried out',
    withRules({
      v1CountsAsUsed: (use, name, counting) =>
        v1CountsAsUsed({ ...use, approved: true }, name, counting),
    }),
  ),
  fault(
    'v1.limits.declined-does-not-count',
    'counted-while-blocked',
    'counts what a blocked card was to transfer, once it is validated',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      const valueOf = new Map<unknown, number>();
      const wasted = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'blockCard') blocked.add(card);
        if (operation === 'validateCard') blocked.delete(card);
        if (memberAt(body, 'limit.name') === 'LMTP0107')
          valueOf.set(card, Number(memberAt(body, 'limit.value')));
        if (operation !== 'p2pTransfer') return send();
        const payer = memberAt(body, 'sourceCardIdentification.cardNumber');
        const counted = (wasted.get(payer) ?? 0) + Number(body['amount']);
        if (blocked.has(payer)) wasted.set(payer, counted);
        const isAbove = wasted.has(payer) && counted > (valueOf.get(payer) ?? Infinity);
        return isAbove ? denial() : send();
      };
    }),
  ),
  fault(
    'v1.limits.credit-does-not-count',
    'counted',
    'counts credits as cash disbursements',
    withRules({
      v1CountsAsUsed: (use, name, counting) =>
        v1CountsAsUsed(
          use.operation === 'creditCard' ? { ...use, operation: 'p2pTransfer' } : use,
          name,
          counting,
        ),
    }),
  ),
  fault(
    'v1.limits.receiving-does-not-count',
    'counted',
    'counts a transfer against the card that receives it as well',
    countsForReceivers(),
  ),
  fault(
    'v1.limits.purchase-limit-leaves-transfers',
    'counted',
    'counts a transfer as a purchase too',
    withRules({
      v1CountsAsUsed: (use, name, counting) =>
        v1CountsAsUsed(use, name === 'LMTP0110' ? 'LMTP0107' : name, counting),
    }),
  ),
  fault(
    'v1.limits.concerns-one-card',
    'shared',
    'counts the transfers of all cards against the first that paid',
    withRememberingRules(() => {
      let first: unknown;
      return {
        v1LimitedCard: <Card>(source: Card): Card => {
          first ??= source;
          return first as Card;
        },
      };
    }),
  ),
  fault(
    'v1.limits.account-limit-concerns-one-account',
    'everywhere',
    'restricts every account by the limit last set for any',
    withRememberingRules(() => {
      let latest = Number.POSITIVE_INFINITY;
      return {
        v1LimitsAfter: (before, changed) => {
          if (!changed.name.startsWith('LMTP')) latest = changed.value;
          return v1LimitsAfter(before, changed);
        },
        v1Objection: (facts) =>
          facts.operation !== 'creditCard' && facts.amount > latest
            ? 'limit exceeded'
            : v1Objection(facts),
      };
    }),
  ),
  fault(
    'v1.limits.hold-concurrently',
    'gap',
    'waits between checking a limit and recording the transfer',
    withRules({
      v1Settle: async (decide, move) => {
        const decision = decide();
        await gap();
        move(decision);
        return decision;
      },
    }),
  ),
  fault(
    'v1.limits.hold-through-any-run',
    'denied-for-good',
    'denies a card all further transfers after one to a card that there is not',
    onTheWire(() => {
      const issued: string[] = [];
      const denied = new Map<unknown, { text: string; status: number }>();
      return async ({ operation, body }, send) => {
        const source = memberAt(body, 'sourceCardIdentification.cardNumber');
        const used = operation === 'p2pTransfer' ? denied.get(source) : undefined;
        const headers = { 'Content-Type': 'application/json' };
        if (used !== undefined) return new Response(used.text, { status: used.status, headers });
        const response = await send();
        const text = await response.clone().text();
        if (operation === 'createVirtualCard') issued.push(text);
        const receiver = String(memberAt(body, 'destinationCardIdentification.cardNumber'));
        const isIssued = issued.some((one) => one.includes(receiver));
        if (operation === 'p2pTransfer' && !isIssued)
          denied.set(source, { text, status: response.status });
        return response;
      };
    }),
  ),
  fault(
    'v1.limits.hold-through-any-run',
    'small-amounts',
    'does not count transfers of less than two euros',
    withRules({
      v1CountsAsUsed: (use, name, counting) =>
        use.amount >= 2_00 && v1CountsAsUsed(use, name, counting),
    }),
  ),
  fault(
    'v1.limits.hold-through-any-run',
    'small-credits',
    'counts credits of less than twelve euros',
    withRules({
      v1CountsAsUsed: (use, name, counting) =>
        v1CountsAsUsed(use, name, counting) ||
        (use.operation === 'creditCard' && name === 'LMTP0107' && use.amount < 12_00),
    }),
  ),
];

/** Changes every limit that getAccountLimits shows. */
function inLimits(change: (limit: Members) => void): Tampering {
  return inAnswer('getAccountLimits', ({ limits }) => {
    for (const limit of objectsWith(limits, 'name', 'value')) change(limit);
  });
}

function changesAll(): Tampering {
  return withRules({
    v1LimitsAfter: (before, changed) =>
      v1LimitsAfter(before, changed).map((limit) => ({ ...limit, value: changed.value })),
  });
}

/** Repeats a change for everything that was named in a request of another operation before. */
function alsoForOthers(seenIn: V1Operation, change: V1Operation, member: string): Tampering {
  return onTheWire(() => {
    const seen = new Map<string, unknown>();
    return async (asked, send) => {
      const response = await send();
      const named = asked.body[member];
      const key = JSON.stringify(named);
      if (asked.operation === change) {
        for (const [other, value] of seen) {
          if (other === key) continue;
          await send({ body: JSON.stringify({ ...asked.body, [member]: value }) });
        }
      }
      if (asked.operation === seenIn) seen.set(key, named);
      return response;
    };
  });
}

/** Sends a transfer back and makes good what that moved, so that only the counters have changed. */
function countsForReceivers(): Tampering {
  return onTheWire(() => {
    const expiries = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      if (asked.operation === 'createVirtualCard') {
        const issued = memberAt(answer, 'virtualCardIdentification');
        expiries.set(memberAt(issued, 'cardNumber'), memberAt(issued, 'expDate'));
      }
      if (asked.operation !== 'p2pTransfer' || !isSuccess(response, answer)) return response;

      const { sourceCardIdentification: source, destinationCardIdentification: destination } =
        asked.body;
      if (!isObject(source) || !isObject(destination)) return response;
      const [payer, receiver] = [source['cardNumber'], destination['cardNumber']];
      const { amount, currency } = asked.body;
      const ask = (operation: V1Operation, body: Members): Promise<Response> =>
        send({ path: `/v1/apigate/ws/rest/${operation}`, body: JSON.stringify(body) });
      await ask('p2pTransfer', {
        sourceCardIdentification: { cardNumber: receiver, expDate: expiries.get(receiver) },
        destinationCardIdentification: { cardNumber: payer },
        amount,
        currency,
      });
      await ask('debitCard', { cardIdentification: { cardNumber: payer }, amount, currency });
      await ask('creditCard', { cardIdentification: { cardNumber: receiver }, amount, currency });
      return response;
    };
  });
}

function accountOf(card: unknown): unknown {
  return isObject(card) ? card['account'] : undefined;
}

function midnightAfter(moment: number): number {
  return new Date(moment).setUTCHours(24, 0, 0, 0);
}
