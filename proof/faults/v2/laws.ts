import type { V2Operation } from '../../../fixtures/clients/v2.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  setMember,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: what goes wrong beside what was asked for.

const { limitsAfter, transferEntries } = documentRules;

export const lawFaults: readonly Fault[] = [
  fault(
    'v2.frame.changes-only-what-is-named',
    'limit-of-the-month',
    'lowers the monthly limit of a card to ten times a daily limit that is set',
    withRules({
      limitsAfter: (before, sent) =>
        limitsAfter(before, sent).map((limit) => {
          const daily = sent.find(({ interval }) => interval === 'daily');
          return limit.interval === 'monthly' && daily !== undefined && sent.length === 1
            ? { ...limit, amount: daily.amount * 10 }
            : limit;
        }),
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'repairs-the-status',
    'shows a card as active again once it was topped up',
    onTheWire(() => {
      const numbers = new Map<string, unknown>();
      const repaired = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation === 'createTopUp') repaired.add(memberAt(body, 'destinationCard.cardNumber'));
        if (operation === 'patchCard') repaired.delete(numbers.get(url.pathname));
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          numbers.set(url.pathname, card['number']);
          if (repaired.has(card['number'])) card['status'] = 'active';
        });
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'second-card',
    'shows every card of a cardholder with the status of the first one',
    rememberingInAnswer(['createCard', 'getCard', 'patchCard'], () => {
      const firsts = new Map<unknown, Members>();
      return (card) => {
        const first = firsts.get(card['cardholder']);
        if (first === undefined || first['id'] === card['id'])
          firsts.set(card['cardholder'], { ...card });
        else card['status'] = first['status'];
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'left-without-a-card',
    'shows a cardholder as inactive once two of its cards are lost or stollen',
    onTheWire(() => {
      const holders = new Map<string, unknown>();
      const ended = new Map<unknown, Set<string>>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        const id = url.pathname.split('/').at(-1) ?? '';
        if (operation === 'getCard') {
          return changed(response, ({ cardholder }) => holders.set(id, cardholder));
        }
        const holder = holders.get(id);
        const isEnd = body['status'] === 'lost' || body['status'] === 'stollen';
        if (response.ok && isEnd && holder !== undefined) {
          ended.set(holder, (ended.get(holder) ?? new Set<string>()).add(id));
        }
        if (operation !== 'getCardholder' || (ended.get(id)?.size ?? 0) < 2) return response;
        return changed(response, (shown) => (shown['status'] = 'inactive'));
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'all-reported',
    'shows the active cards of a cardholder as blocked once one of them is lost or stollen',
    rememberingInAnswer(['getCard', 'patchCard'], () => {
      const reported = new Set<unknown>();
      return (card) => {
        const { status, cardholder } = card;
        if (status === 'lost' || status === 'stollen') reported.add(cardholder);
        else if (status === 'active' && reported.has(cardholder)) card['status'] = 'blocked';
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'last-name',
    'shows cardholders with the last name of the one that was created last',
    onTheWire(() => {
      let last: unknown;
      return async (asked, send) => {
        if (asked.operation === 'createCardholder') last = asked.body['lastName'];
        const response = await send();
        return asked.operation === 'getCardholder'
          ? changed(response, (cardholder) => setMember(cardholder, 'lastName', last))
          : response;
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'counts-of-others',
    'shows no wrong PIN entries of any card once it has reset the count of one',
    onTheWire(() => {
      let isReset = false;
      return async ({ operation, body }, send) => {
        isReset ||= operation === 'patchCard' && 'resetPinCounter' in body;
        const response = await send();
        if (operation !== 'getCard' || !isReset) return response;
        return changed(response, (card) => setMember(card, 'pinDenialCounter', '0'));
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'counts-anew-when-blocked',
    'begins to count wrong PIN entries anew when a card is blocked',
    onTheWire(() => {
      const forgotten = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation !== 'getCard' && operation !== 'patchCard') return response;
        return changed(response, (card) => {
          const count = Number(card['pinDenialCounter']);
          if (body['status'] === 'blocked') forgotten.set(card['id'], count);
          const left = Math.max(0, count - (forgotten.get(card['id']) ?? 0));
          setMember(card, 'pinDenialCounter', String(left));
        });
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'all-active-by-a-reissue',
    'shows all cards of a cardholder as active once one of them was reissued',
    onTheWire(() => {
      const reissued = new Map<unknown, string>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation !== 'getCard' && operation !== 'patchCard') return response;
        return changed(response, (card) => {
          if ('reissueCard' in body) reissued.set(card['cardholder'], url.pathname);
          const path = reissued.get(card['cardholder']) ?? url.pathname;
          if (operation === 'getCard' && path !== url.pathname) card['status'] = 'active';
        });
      };
    }),
  ),
  fault(
    'v2.frame.changes-only-what-is-named',
    'limits-of-all-by-a-card',
    'shows all cards of a cardholder with the limits of a new one once another was issued',
    onTheWire(() => {
      const issued = new Map<unknown, { limits: unknown; kept: Set<string> }>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation === 'listTransfers') return response;
        return changed(response, (card) => {
          const { cardholder, spendingLimits: limits } = card;
          if (operation === 'createCard') issued.set(cardholder, { limits, kept: new Set() });
          const last = issued.get(cardholder);
          if (operation === 'patchCard' && 'spendingLimits' in body) last?.kept.add(url.pathname);
          if (operation !== 'getCard' || last === undefined) return;
          if (!last.kept.has(url.pathname)) card['spendingLimits'] = last.limits;
        });
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'unblocks-another',
    'shows the other cards of a cardholder as active once a card for the same one was refused',
    onTheWire(() => {
      const asked = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'createCard' && !response.ok) asked.add(body['cardholder']);
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          if (asked.has(card['cardholder'])) card['status'] = 'active';
        });
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'fee',
    'takes a cent from the destination of every transfer that it declines',
    withRules({
      transferEntries: (transfer) =>
        transfer.status === 'declined' && transfer.destination !== ''
          ? [{ account: transfer.destination, amount: -1 }]
          : transferEntries(transfer),
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'refused-and-listed',
    'lists a transfer to a number that no card has as declined, which it refused',
    onTheWire(() => {
      const known = new Set<unknown>();
      const tried: Members[] = [];
      return async ({ operation, url, body }, send) => {
        const response = await send();
        const to = memberAt(body, 'destinationCard.cardNumber');
        if (operation === 'createTransfer' && !response.ok && !known.has(to)) {
          tried.push({ ...body, id: `trf_refused_${tried.length}`, status: 'declined' });
        }
        if (operation !== 'getCard' && operation !== 'listTransfers') return response;
        return changed(response, (answer) => {
          if (operation === 'getCard') known.add(answer['number']);
          const transfers = answer['transfers'];
          const number = url.searchParams.get('cardNumberFltr');
          if (!Array.isArray(transfers)) return;
          const own = tried.filter((one) => memberAt(one, 'sourceCard.cardNumber') === number);
          answer['transfers'] = [...transfers, ...own];
        });
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'half',
    'blocks a card by an update that it refuses for its second parameter',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      const isHalf = asked.operation === 'patchCard' && asked.body['status'] === 'blocked';
      if (isHalf && !response.ok) await send({ body: JSON.stringify({ status: 'blocked' }) });
      return response;
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'three-mistakes',
    'blocks a card after three transfers in a row with an expiryDate that is not its own',
    onTheWire(() => {
      const cards = new Map<unknown, { path: string; expiryDate: unknown }>();
      const mistakes = new Map<string, number>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation === 'getCard' && response.ok) {
          const { number, expiryDate } = (await response.clone().json()) as Members;
          cards.set(number, { path: url.pathname, expiryDate });
        }
        const card = cards.get(memberAt(body, 'sourceCard.cardNumber'));
        if (operation !== 'createTransfer' || card === undefined) return response;
        const isRight = memberAt(body, 'sourceCard.expiryDate') === card.expiryDate;
        const inARow = isRight ? 0 : (mistakes.get(card.path) ?? 0) + 1;
        mistakes.set(card.path, inARow);
        if (inARow === 3) {
          const blocked = JSON.stringify({ status: 'blocked' });
          await send({ method: 'PATCH', path: card.path, body: blocked });
        }
        return response;
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'reset-before-it-counts',
    'resets the count of wrong PIN entries before it counts the parameters of an update',
    onTheWire(() => async ({ operation, body }, send) => {
      const { resetPinCounter } = body;
      if (operation === 'patchCard' && resetPinCounter !== undefined)
        await send({ body: JSON.stringify({ resetPinCounter }) });
      return send();
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'postal-code',
    'shows the postal code of a cardholder that it refused to create for the next one that is read',
    onTheWire(() => {
      let left: unknown;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'createCardholder' && !response.ok)
          left = memberAt(asked.body, 'billingAddress.postalCode');
        if (asked.operation !== 'getCardholder' || left === undefined) return response;
        return changed(response, (shown) => setMember(shown, 'billingAddress.postalCode', left));
      };
    }),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'carried-out',
    'carries out a top-up before it looks at the key',
    carriedOutAnyway('createTopUp'),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'limits-carried-out',
    'changes a card before it looks at the key',
    carriedOutAnyway('patchCard'),
  ),
  fault(
    'v2.frame.refusals-change-nothing',
    'number-told',
    'tells a stranger the number of the card that was asked for last',
    onTheWire(() => {
      let number: unknown;
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'getCard' && response.ok)
          number = memberAt(await response.clone().json(), 'number');
        if (response.status !== 401) return response;
        return new Response(JSON.stringify({ code: 'wrongKey', of: number }), response);
      };
    }),
  ),
  fault(
    'v2.reissue.conserves-money',
    'bonus',
    'shows a card that was reissued with a euro more',
    onTheWire(() => {
      const reissued = new Map<string, number>();
      return async (asked, send) => {
        const { operation, url, body } = asked;
        const response = await send();
        if (operation === 'patchCard' && response.ok && 'reissueCard' in body)
          reissued.set(url.pathname, (reissued.get(url.pathname) ?? 0) + 1_00);
        const more = reissued.get(url.pathname);
        if (operation !== 'getCard' || more === undefined) return response;
        return changed(response, (card) => addTo(card, 'account.balance', more));
      };
    }),
  ),
];

/** Carries out what strangers ask for, with a key that it has seen, and refuses it all the same. */
function carriedOutAnyway(operation: V2Operation): Tampering {
  return onTheWire(() => {
    let key: string | null = null;
    return async (asked, send) => {
      const response = await send();
      if (response.ok) key = asked.headers.get('x-api-key') ?? key;
      if (response.status === 401 && asked.operation === operation && key !== null) {
        const headers = new Headers(asked.headers);
        headers.set('x-api-key', key);
        await send({ headers });
      }
      return response;
    };
  });
}

function addTo(members: Members, path: string, more: number): void {
  setMember(members, path, Number(memberAt(members, path)) + more);
}
