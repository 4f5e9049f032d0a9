import { type Fault, fault } from '../fault.ts';
import {
  inAnswer,
  memberAt,
  type Members,
  type Operation,
  rememberingInAnswer,
  onTheWire,
  refuses,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { inResource } from './fields.ts';

// Document 2, parts 1 and 2: what fields say of one another, and every answer of the rest.

const usualBlocking = documentRules.blockedAtAfter;
const usualMessage = documentRules.statusMessage;
const usualLimits = documentRules.defaultSpendingLimits;

export const resourceFaults: readonly Fault[] = [
  fault(
    'v2.service.scenario-completes',
    'blocking-after-a-limit',
    'refuses to block a card whose limits were set',
    onTheWire(() => {
      const limited = new Set<string>();
      return async (asked, send) => {
        const isPatch = asked.operation === 'patchCard';
        if (isPatch && 'spendingLimits' in asked.body) limited.add(asked.url.pathname);
        if (isPatch && 'status' in asked.body && limited.has(asked.url.pathname)) {
          return send({ body: JSON.stringify({ status: 'no-such-status' }) });
        }
        return send();
      };
    }),
  ),
  fault(
    'v2.service.one-account-per-cardholder',
    'one-for-all',
    'books all cards on one account number',
    repeatsTheFirst('getCard', 'account.accountNumber'),
  ),

  fault(
    'v2.response.request-id-is-present',
    'left-out',
    'leaves the Request-id out',
    withRules({ requestId: () => undefined }),
  ),
  fault(
    'v2.response.request-id-is-present',
    'left-out-of-refusals',
    'leaves the Request-id out of refusals',
    withRules({ requestId: (fresh, status) => (status >= 400 ? undefined : fresh) }),
  ),
  fault(
    'v2.response.request-id-is-unique',
    'repeated',
    'gives every response the same Request-id',
    withRules({ requestId: () => '00000000-0000-4000-8000-000000000000' }),
  ),
  fault(
    'v2.response.request-id-is-unique',
    'as-the-client-says',
    'answers with the Request-id that a request came with',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      const sent = asked.headers.get('request-id');
      const headers = new Headers(response.headers);
      if (sent !== null) headers.set('request-id', sent);
      return new Response(response.body, { status: response.status, headers });
    }),
  ),
  fault(
    'v2.response.request-id-is-unique',
    'of-a-kept-answer',
    'gives an answer that is asked for again with its headers',
    onTheWire(() => {
      const kept = new Map<string, string>();
      return async ({ operation, url }, send) => {
        const response = await send();
        if (operation === undefined || !operation.startsWith('list')) return response;
        const id = kept.get(url.search) ?? response.headers.get('request-id') ?? '';
        kept.set(url.search, id);
        const headers = new Headers(response.headers);
        headers.set('request-id', id);
        return new Response(response.body, { status: response.status, headers });
      };
    }),
  ),
  fault(
    'v2.response.content-type-is-json',
    'html',
    'sends JSON as text/html',
    withRules({ contentType: () => 'text/html; charset=utf-8' }),
  ),
  fault(
    'v2.response.body-is-json',
    'single-quotes',
    'sends a list of transfers as something other than JSON',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      return asked.operation === 'listTransfers'
        ? new Response("{'transfers':[]}", {
            status: response.status,
            headers: withoutLength(response),
          })
        : response;
    }),
  ),

  fault(
    'v2.cardholder.ids-differ',
    'repeated',
    'gives every cardholder the id of the first',
    repeatsTheFirst('createCardholder', 'id'),
  ),
  ...(
    [
      ['v2.cardholder.keeps-country', 'billingAddress.country', 'FR'],
      ['v2.cardholder.keeps-postal-code', 'billingAddress.postalCode', '00000'],
      ['v2.cardholder.keeps-city', 'billingAddress.city', 'Springfield'],
      ['v2.cardholder.keeps-line1', 'billingAddress.line1', ''],
      ['v2.cardholder.keeps-line2', 'billingAddress.line2', undefined],
      ['v2.cardholder.keeps-state', 'billingAddress.state', null],
      ['v2.cardholder.keeps-email', 'email', 'nobody@example.com'],
      ['v2.cardholder.keeps-phone-number', 'phoneNumber', '+34600000000'],
      ['v2.cardholder.keeps-first-name', 'firstName', 'J.'],
      ['v2.cardholder.keeps-last-name', 'lastName', 'Doe'],
      ['v2.cardholder.keeps-date-of-birth', 'dateOfBirth', '1970-01-01'],
      ['v2.cardholder.keeps-verification', 'verification', undefined],
      ['v2.cardholder.keeps-status-active', 'status', 'pending'],
    ] as const
  ).map(([breaks, path, value]) =>
    fault(
      breaks,
      'replaced',
      `shows ${path} of a cardholder as ${value === undefined ? 'absent' : JSON.stringify(value)}`,
      inResource('cardholder', path, () => value),
    ),
  ),

  fault(
    'v2.card.ids-differ',
    'repeated',
    'shows every card with the id of the first',
    repeatsTheFirst('getCard', 'id'),
  ),
  fault(
    'v2.card.numbers-differ',
    'repeated',
    'gives every card the number of the first',
    repeatsTheFirst('getCard', 'number'),
  ),
  fault(
    'v2.card.product-name-is-the-ordered-one',
    'other',
    'names another product',
    inResource('card', 'productName', () => 'Other'),
  ),
  fault(
    'v2.card.cardholder-is-its-holder',
    'latest',
    'names the most recently created cardholder',
    onTheWire(() => {
      let latest: unknown;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'createCardholder' && response.ok) {
          latest = memberAt(await response.clone().json(), 'id');
        }
        if (asked.operation !== 'getCard' || !response.ok) return response;
        const card: unknown = await response.json();
        setMember(card, 'cardholder', latest);
        return Response.json(card, { status: response.status, headers: withoutLength(response) });
      };
    }),
  ),
  fault(
    'v2.card.expiry-date-is-to-come',
    'past',
    'issues cards that have expired',
    withRules({ expiryDate: () => '202001' }),
  ),
  fault(
    'v2.card.number-mask-hides-digits',
    'unmasked',
    'shows the whole number as its mask',
    withRules({ maskNumber: (number) => number }),
  ),
  fault(
    'v2.card.number-mask-fits-the-number',
    'of-the-first-number',
    'shows the mask of the first number that a card had',
    rememberingInAnswer('getCard', () => {
      const masks = new Map<string, unknown>();
      return (card, { url: { pathname } }) => {
        if (!masks.has(pathname)) masks.set(pathname, card['numberMask']);
        card['numberMask'] = masks.get(pathname);
      };
    }),
  ),
  fault(
    'v2.card.number-mask-fits-the-number',
    'of-another',
    'shows the mask of another number',
    withRules({
      maskNumber: (number, style) =>
        documentRules.maskNumber(number.split('').toReversed().join(''), style),
    }),
  ),
  fault(
    'v2.card.creation-date-follows-the-clock',
    'fixed',
    'dates every card the same',
    inResource('card', 'creationDate', () => '2026-01-01T00:00:00'),
  ),
  fault(
    'v2.card.blocking-date-follows-the-clock',
    'fixed',
    'dates every blocking the same',
    inResource('card', 'blockingDate', (date) => (date === '' ? '' : '2026-01-01T00:00:00')),
  ),
  fault(
    'v2.card.blocking-date-starts-empty',
    'creation-date',
    'shows the creation date of a card never blocked as its blockingDate',
    inAnswer(['createCard', 'getCard', 'patchCard'], (card) => {
      if (card['blockingDate'] === '') card['blockingDate'] = card['creationDate'];
    }),
  ),
  fault(
    'v2.card.blocking-date-stays',
    'emptied',
    'empties blockingDate when a card is unblocked',
    withRules({
      blockedAtAfter: (change) => (change.to === 'active' ? undefined : usualBlocking(change)),
    }),
  ),
  fault(
    'v2.card.blocking-date-stays',
    'emptied-for-good',
    'empties blockingDate when a card that was blocked is reported lost or stollen',
    withRules({
      blockedAtAfter: (change) =>
        change.to === 'lost' || change.to === 'stollen' ? undefined : usualBlocking(change),
    }),
  ),
  fault(
    'v2.card.pin-denial-counter-starts-at-zero',
    'at-one',
    'starts the count of wrong PINs at one',
    withRules({ pinDenialText: (count) => String(count + 1) }),
  ),
  fault(
    'v2.cardholder.keeps-date-of-birth',
    'no-leap-days',
    'refuses a cardholder born on 29 February',
    refuses('createCardholder', ({ body }) => String(body['dateOfBirth']).endsWith('-02-29')),
  ),
  fault(
    'v2.cardholder.keeps-date-of-birth',
    'no-leap-day-of-a-century',
    'refuses a cardholder born on 29 February 2000, as of a year of a whole century',
    refuses('createCardholder', ({ body }) => String(body['dateOfBirth']).endsWith('00-02-29')),
  ),
  fault(
    'v2.card.pin-denial-counter-counts',
    'one-digit',
    'shows the last digit of the count of wrong PINs',
    withRules({ pinDenialText: (count) => String(count % 10) }),
  ),
  fault(
    'v2.card.pin-denial-counter-counts',
    'nine-at-most',
    'shows no more than nine wrong PINs, though the terminal is told of more',
    withRules({ pinDenialText: (count) => String(Math.min(count, 9)) }),
  ),
  fault(
    'v2.card.pin-denial-counter-counts',
    'stuck',
    'does not count wrong PINs',
    withRules({ pinDenialsAfterWrongEntry: (count) => count }),
  ),
  fault(
    'v2.card.pin-denial-counter-counts',
    'twice',
    'counts each wrong PIN twice',
    withRules({ pinDenialsAfterWrongEntry: (count) => count + 2 }),
  ),
  fault(
    'v2.card.pin-denial-counter-counts',
    'hidden-by-a-reset',
    'hides the count at a reset, and counts on from it at the next wrong PIN entry',
    withRememberingRules(() => {
      let hidden = 0;
      return {
        pinDenialsAfterReset: (count) => {
          hidden = count;
          return 0;
        },
        pinDenialsAfterWrongEntry: (count) => (count === 0 ? hidden : count) + 1,
      };
    }),
  ),
  fault(
    'v2.reset-pin-counter.resets',
    'less-one',
    'lowers the count by one instead of resetting it',
    withRules({ pinDenialsAfterReset: (count) => count }),
  ),
  fault(
    'v2.card.default-daily-limit',
    'half',
    'gives a new card half the daily limit',
    withRules({
      defaultSpendingLimits: () =>
        usualLimits().map((limit) =>
          limit.interval === 'daily' ? { ...limit, amount: 500_00 } : limit,
        ),
    }),
  ),
  fault(
    'v2.card.default-monthly-limit',
    'missing',
    'gives a new card no monthly limit',
    withRules({
      defaultSpendingLimits: () => usualLimits().filter(({ interval }) => interval === 'daily'),
    }),
  ),
  fault(
    'v2.card.default-limits-share-a-unit',
    'mixed',
    'shows the daily limit in euros and the monthly one in cents',
    inAnswer(['createCard', 'getCard', 'patchCard'], (card) => {
      const limits = card['spendingLimits'];
      for (const limit of Array.isArray(limits) ? (limits as unknown[]) : []) {
        if (memberAt(limit, 'interval') === 'daily')
          setMember(limit, 'amount', Number(memberAt(limit, 'amount')) / 100);
      }
    }),
  ),

  fault(
    'v2.top-up.ids-differ',
    'repeated',
    'gives every top-up the id of the first',
    repeatsTheFirst('createTopUp', 'id'),
  ),
  fault(
    'v2.top-up.amount-is-the-ordered-one',
    'one-more',
    'shows one cent more than requested',
    inResource('top-up', 'amount', (amount) => Number(amount) + 1),
  ),
  fault(
    'v2.top-up.creation-date-follows-the-clock',
    'fixed',
    'dates every top-up the same',
    inResource('top-up', 'creationDate', () => '2026-01-01T00:00:00Z'),
  ),
  fault(
    'v2.top-up.status-message-is-empty-when-fine',
    'ok',
    'says OK in statusMessage of an approved top-up',
    inResource('top-up', 'statusMessage', () => 'OK'),
  ),
  ...(
    [
      'v2.top-up.status-message-gives-the-reason',
      'v2.transfer.status-message-gives-the-reason',
    ] as const
  ).map((breaks) =>
    fault(
      breaks,
      'empty-of-expired',
      'gives no reason for a decline because a card has expired',
      withRules({
        statusMessage: (outcome, words) =>
          outcome.status === 'declined' && outcome.reason === 'card expired'
            ? ''
            : usualMessage(outcome, words),
      }),
    ),
  ),
  fault(
    'v2.top-up.status-message-gives-the-reason',
    'empty',
    'declines a top-up without a reason',
    inResource('top-up', 'statusMessage', () => ''),
  ),
  fault(
    'v2.transfer.ids-differ',
    'repeated',
    'gives every transfer the id of the first',
    repeatsTheFirst('createTransfer', 'id'),
  ),
  fault(
    'v2.transfer.amount-is-the-ordered-one',
    'negative',
    'shows the amount of a transfer as negative',
    inResource('transfer', 'amount', (amount) => -Number(amount)),
  ),
  fault(
    'v2.transfer.source-expiry-is-the-ordered-one',
    'fixed',
    'shows 209912 as every expiry',
    inResource('transfer', 'sourceCard.expiryDate', () => '209912'),
  ),
  fault(
    'v2.transfer.amount-is-the-ordered-one',
    'declined-is-nothing',
    'shows an amount of 0 for a transfer that is declined',
    inAnswer('createTransfer', (transfer) => {
      if (transfer['status'] === 'declined') transfer['amount'] = 0;
    }),
  ),
  fault(
    'v2.transfer.source-expiry-is-the-ordered-one',
    'declined-has-none',
    'shows 000000 as the expiry of a transfer that is declined',
    inAnswer('createTransfer', (transfer) => {
      if (transfer['status'] === 'declined') setMember(transfer, 'sourceCard.expiryDate', '000000');
    }),
  ),
  fault(
    'v2.transfer.creation-date-follows-the-clock',
    'fixed',
    'dates every transfer the same',
    inResource('transfer', 'creationDate', () => '2026-01-01T00:00:00+01:00'),
  ),
  ...(['createTopUp', 'createTransfer'] as const).map((operation) =>
    fault(
      operation === 'createTopUp'
        ? 'v2.top-up.status-message-is-empty-when-fine'
        : 'v2.transfer.status-message-is-empty-when-fine',
      'left-over',
      'says of an approved movement why the one before it to the same card was declined',
      onTheWire(() => {
        const reasons = new Map<unknown, unknown>();
        return async (asked, send) => {
          const response = await send();
          const to = memberAt(asked.body, 'destinationCard.cardNumber');
          if (to === undefined || !response.ok) return response;
          const answer = (await response.json()) as Members;
          const before = reasons.get(to) ?? '';
          reasons.set(to, answer['statusMessage']);
          const isFine = answer['status'] === 'approved' && asked.operation === operation;
          return withBody(
            response,
            JSON.stringify(isFine ? { ...answer, statusMessage: before } : answer),
          );
        };
      }),
    ),
  ),
  fault(
    'v2.transfer.status-message-gives-the-reason',
    'first-reason',
    'gives of each decline of a card the reason of its first one',
    onTheWire(() => {
      const reasons = new Map<unknown, unknown>();
      return async (asked, send) => {
        const response = await send();
        const from = memberAt(asked.body, 'sourceCard.cardNumber');
        if (from === undefined || !response.ok) return response;
        const answer = (await response.json()) as Members;
        if (answer['status'] === 'declined') {
          const statusMessage = reasons.get(from) ?? answer['statusMessage'];
          reasons.set(from, statusMessage);
          return withBody(response, JSON.stringify({ ...answer, statusMessage }));
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v2.transfer.status-message-is-empty-when-fine',
    'approved',
    'says approved in statusMessage of an approved transfer',
    withRules({
      statusMessage: (outcome, words) =>
        outcome.status === 'approved' ? 'approved' : words(outcome.reason),
    }),
  ),
  fault(
    'v2.transfer.status-message-gives-the-reason',
    'empty',
    'declines a transfer without a reason',
    withRules({ statusMessage: () => '' }),
  ),
  fault(
    'v2.transfer.status-message-gives-the-reason',
    'of-overdrafts-only',
    'gives a reason for a decline only when there is too little money',
    withRules({
      statusMessage: (outcome, words) =>
        outcome.status === 'declined' && outcome.reason !== 'not enough funds'
          ? '.'
          : usualMessage(outcome, words),
    }),
  ),
];

/** Later answers show the value that the first one had. */
function repeatsTheFirst(operation: Operation, path: string) {
  return rememberingInAnswer(operation, () => {
    let first: unknown;
    return (answer) => {
      first ??= memberAt(answer, path);
      setMember(answer, path, first);
    };
  });
}

function withoutLength(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return headers;
}
