import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  memberAt,
  type Members,
  onTheWire,
  pretendsToPatch,
  refusal,
  refuses,
  rememberingInAnswer,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2, part 3: states and transitions of a card.

const { mayChangeStatus, blockedAtAfter } = documentRules;
const statuses: readonly unknown[] = ['active', 'blocked', 'lost', 'stollen'];
const reasons: readonly unknown[] = ['lost', 'stolen', 'damaged', 'expired'];

export const stateFaults: readonly Fault[] = [
  fault(
    'v2.card-status.issued-active',
    'blocked',
    'issues cards blocked',
    withRules({ statusOfNewCard: () => 'blocked' }),
  ),

  ...(
    [
      ['v2.card-status.active-to-blocked', 'active', 'blocked'],
      ['v2.card-status.active-to-lost', 'active', 'lost'],
      ['v2.card-status.active-to-stollen', 'active', 'stollen'],
      ['v2.card-status.blocked-to-active', 'blocked', 'active'],
      ['v2.card-status.blocked-to-lost', 'blocked', 'lost'],
      ['v2.card-status.blocked-to-stollen', 'blocked', 'stollen'],
    ] as const
  ).map(([breaks, from, to]) =>
    fault(
      breaks,
      'refused',
      `refuses to move a card from ${from} to ${to}`,
      withRules({
        mayChangeStatus: (is, wanted) =>
          !(is === from && wanted === to) && mayChangeStatus(is, wanted),
      }),
    ),
  ),

  fault(
    'v2.card-status.active-to-blocked',
    'without-effect',
    'confirms a block but leaves the card active',
    withRules({ statusAfter: ({ from, to }) => (to === 'blocked' ? from : to) }),
  ),

  ...(
    [
      ['v2.card-status.lost-to-active-is-refused', 'lost', 'active'],
      ['v2.card-status.lost-to-blocked-is-refused', 'lost', 'blocked'],
      ['v2.card-status.lost-to-stollen-is-refused', 'lost', 'stollen'],
      ['v2.card-status.lost-to-lost-is-refused', 'lost', 'lost'],
      ['v2.card-status.stollen-to-active-is-refused', 'stollen', 'active'],
      ['v2.card-status.stollen-to-blocked-is-refused', 'stollen', 'blocked'],
      ['v2.card-status.stollen-to-lost-is-refused', 'stollen', 'lost'],
      ['v2.card-status.stollen-to-stollen-is-refused', 'stollen', 'stollen'],
    ] as const
  ).map(([breaks, from, to]) =>
    fault(
      breaks,
      'taken',
      `moves a card from ${from} to ${to}`,
      withRules({
        mayChangeStatus: (is, wanted) =>
          (is === from && wanted === to) || mayChangeStatus(is, wanted),
      }),
    ),
  ),

  fault(
    'v2.card-status.follows-the-table',
    'replaceable',
    'takes any change of the status of a card that was reissued before',
    onTheWire(() => {
      const reissued = new Set<string>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation !== 'patchCard') return response;
        if ('reissueCard' in body && response.ok) reissued.add(url.pathname);
        const isReplaceable = reissued.has(url.pathname) && 'status' in body && !response.ok;
        return isReplaceable ? send({ method: 'GET' }) : response;
      };
    }),
  ),
  fault(
    'v2.card-status.follows-the-table',
    'stopped-once',
    'takes any change of the status of a card that was lost or stollen when it was reissued',
    onTheWire(() => {
      const stopped = new Set<string>();
      return async ({ operation, url, body }, send) => {
        if (operation === 'patchCard' && 'reissueCard' in body) {
          const shown = await send({ method: 'GET' });
          const { status } = (await shown.clone().json()) as Members;
          if (status === 'lost' || status === 'stollen') stopped.add(url.pathname);
        }
        const response = await send();
        if (operation !== 'patchCard' || !('status' in body) || response.ok) return response;
        return stopped.has(url.pathname) ? send({ method: 'GET' }) : response;
      };
    }),
  ),
  fault(
    'v2.card-status.follows-the-table',
    'two-changes-at-most',
    'refuses the third change of a status',
    onTheWire(() => {
      const changes = new Map<string, number>();
      return async ({ operation, url, body }, send) => {
        if (operation !== 'patchCard' || !('status' in body)) return send();
        const count = changes.get(url.pathname) ?? 0;
        if (count >= 2) return refusal(await send({ method: 'GET' }), 409);
        const response = await send();
        if (response.ok) changes.set(url.pathname, count + 1);
        return response;
      };
    }),
  ),
  fault(
    'v2.card-status.unknown-status-is-refused',
    'ignored',
    'accepts a status that does not exist and does nothing',
    pretendsToPatch((body) => 'status' in body && !statuses.includes(body['status'])),
  ),
  fault(
    'v2.card-status.blocking-sets-the-date',
    'undated',
    'does not date the blocking of an active card',
    withRules({
      blockedAtAfter: (change) =>
        change.to === 'blocked' ? change.blockedBefore : blockedAtAfter(change),
    }),
  ),
  fault(
    'v2.card-status.blocking-again-sets-the-date-anew',
    'first-date',
    'keeps the date on which a card was first blocked',
    withRules({ blockedAtAfter: (change) => change.blockedBefore ?? blockedAtAfter(change) }),
  ),
  fault(
    'v2.card-status.leaving-blocked-keeps-the-date',
    'every-change',
    'dates every change of status of a card that was once blocked',
    withRules({
      blockedAtAfter: (change) =>
        change.blockedBefore === undefined ? blockedAtAfter(change) : change.moment,
    }),
  ),
  fault(
    'v2.card-status.leaving-blocked-keeps-the-date',
    'every-report',
    'dates a blocked card anew when it is made lost or stollen',
    withRules({
      blockedAtAfter: (change) =>
        change.from === 'blocked' && change.to !== 'active'
          ? change.moment
          : blockedAtAfter(change),
    }),
  ),
  fault(
    'v2.card-status.same-status-dates-nothing',
    'dated',
    'dates a blocking when an active card is set to active',
    rememberingInAnswer(['patchCard', 'getCard'], () => {
      const sentActive = new Set<string>();
      return (card, { url, body }) => {
        if (body['status'] === 'active') sentActive.add(url.pathname);
        if (card['blockingDate'] === '' && sentActive.has(url.pathname)) {
          card['blockingDate'] = card['creationDate'];
        }
      };
    }),
  ),

  ...(['lost', 'stolen', 'damaged', 'expired'] as const).map((reason) =>
    fault(
      `v2.reissue.takes-${reason}`,
      'refused',
      `refuses to reissue a card because it is ${reason}`,
      refuses('patchCard', ({ body }) => body['reissueCard'] === reason),
    ),
  ),
  fault(
    'v2.reissue.refuses-other-reasons',
    'refused-too-late',
    'reissues a card for any reason, and refuses invalid ones afterwards',
    onTheWire(() => async ({ operation, body }, send) => {
      const isRefused =
        operation === 'patchCard' &&
        'reissueCard' in body &&
        !reasons.includes(body['reissueCard']);
      if (isRefused) await send({ body: JSON.stringify({ reissueCard: 'damaged' }) });
      return send();
    }),
  ),
  fault(
    'v2.reissue.refuses-other-reasons',
    'carried-out',
    'reissues a card for any text',
    withRules({ isReissueReason: () => true }),
  ),
  fault(
    'v2.reissue.number-shown-can-be-used',
    'old-number',
    'keeps showing the old number of a reissued card',
    rememberingInAnswer('getCard', () => {
      const numbers = new Map<string, unknown>();
      return (card, { url }) => {
        card['number'] = numbers.get(url.pathname) ?? card['number'];
        numbers.set(url.pathname, card['number']);
      };
    }),
  ),
  fault(
    'v2.card-status.follows-the-table',
    'not-once-expired',
    'sets no status of a card that has expired',
    onTheWire(() => {
      let now = Date.now();
      return async ({ operation, url, body }, send) => {
        if (url.pathname.endsWith('/clock') && 'now' in body) now = Date.parse(String(body['now']));
        if (operation !== 'patchCard' || !('status' in body)) return send();
        const shown = await send({ method: 'GET' });
        const { expiryDate } = (await shown.clone().json()) as Members;
        const month = new Date(now).toISOString().slice(0, 7).replace('-', '');
        return String(expiryDate) < month ? refusal(shown, 409) : send();
      };
    }),
  ),
  fault(
    'v2.reissue.status-goes-on',
    'closed-for-good',
    'sets no status of a card that was lost or stollen before it was reissued',
    onTheWire(() => {
      const closed = new Set<string>();
      return async ({ operation, url, body }, send) => {
        if (operation !== 'patchCard' || !('status' in body)) return send();
        if (closed.has(url.pathname)) return refusal(await send({ method: 'GET' }), 409);
        if (body['status'] === 'lost' || body['status'] === 'stollen') closed.add(url.pathname);
        return send();
      };
    }),
  ),
  fault(
    'v2.reissue.leaves-every-card-as-useful',
    'unknown-once-blocked',
    'does not know the new number of a card that was blocked when it was reissued',
    onTheWire(() => {
      const blocked = new Set<string>();
      const unknown = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        const card = url.pathname;
        if (operation === 'patchCard' && 'status' in body) {
          if (body['status'] === 'blocked') blocked.add(card);
          else blocked.delete(card);
        }
        const names = ['sourceCard.cardNumber', 'destinationCard.cardNumber'];
        if (names.some((name) => unknown.has(memberAt(body, name))))
          return refusal(await send({ method: 'GET' }), 400);
        const response = await send();
        if (operation === 'getCard' && response.ok && blocked.has(card)) {
          const shown = (await response.clone().json()) as Members;
          if (shown['status'] === 'active') unknown.add(shown['number']);
        }
        return response;
      };
    }),
  ),
  fault(
    'v2.reset-pin-counter.resets-in-each-state',
    'once-only',
    'resets the count of wrong PINs of a card once only',
    onTheWire(() => {
      const wereReset = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'patchCard' || !('resetPinCounter' in asked.body)) return send();
        const { pathname } = asked.url;
        const isFirst = !wereReset.has(pathname);
        wereReset.add(pathname);
        if (isFirst) return send();
        return changed(await send({ method: 'GET' }), (shown) => {
          delete shown['number'];
          delete shown['cvc'];
        });
      };
    }),
  ),
  fault(
    'v2.reset-pin-counter.resets-in-each-state',
    'of-active-cards',
    'resets the count of wrong PINs of an active card alone',
    onTheWire(() => async ({ operation, body }, send) => {
      if (operation !== 'patchCard' || !('resetPinCounter' in body)) return send();
      const card = await send({ method: 'GET' });
      const { status } = (await card.clone().json()) as Members;
      if (status === 'active') return send();
      return changed(card, (shown) => {
        delete shown['number'];
        delete shown['cvc'];
      });
    }),
  ),
  ...(
    [
      ['v2.reissue.is-open-to-lost-cards', 'lost'],
      ['v2.reissue.is-open-to-stollen-cards', 'stollen'],
    ] as const
  ).map(([breaks, status]) =>
    fault(
      breaks,
      'refused',
      `refuses to reissue a ${status} card`,
      onTheWire(() => async ({ operation, body }, send) => {
        if (operation !== 'patchCard' || !('reissueCard' in body)) return send();
        const card = await send({ method: 'GET' });
        return memberAt(await card.clone().json(), 'status') === status
          ? refusal(card, 409)
          : send();
      }),
    ),
  ),
  ...(
    [
      ['v2.reissue.is-open-to-lost-cards', 'lost'],
      ['v2.reissue.is-open-to-stollen-cards', 'stolen'],
    ] as const
  ).map(([breaks, reason]) =>
    fault(
      breaks,
      'once-only',
      `refuses to reissue a card as ${reason} for a second time`,
      onTheWire(() => {
        const reissued = new Set<string>();
        return async ({ operation, url, body }, send) => {
          if (operation !== 'patchCard' || body['reissueCard'] !== reason) return send();
          if (reissued.has(url.pathname)) return refusal(await send({ method: 'GET' }), 409);
          reissued.add(url.pathname);
          return send();
        };
      }),
    ),
  ),
];
