import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  changeAt,
  inAnswer,
  isObject,
  type Members,
  memberAt,
  onTheWire,
  setMember,
} from '../tampering.ts';
import { isCarriedOut, objectsWith, pretends } from './tampering.ts';

// Document 1, parts 2.1, 2.6, 2.8 and 4: the first in place of the named one, a part in place of the whole,
// nothing in place of zero.

export const v1WholeFaults: readonly Fault[] = [
  fault(
    'v1.naming.reaches-the-same-thing',
    'first-of-the-account',
    'unlocks the first card of an account when another one of it is named by its cardId',
    rememberingCards((cards) => async (asked, send) => {
      const cardId = memberAt(asked.body, 'cardIdentification.cardId');
      const named = cards.find((card) => card.cardId === cardId);
      if (asked.operation !== 'validateCard' || named === undefined) return send();
      const first = cards.find((card) => card.account === named.account);
      const cardIdentification = { cardNumber: first?.number };
      return send({ body: JSON.stringify({ ...asked.body, cardIdentification }) });
    }),
  ),
  fault(
    'v1.frame.when-blocked',
    'both-cards-of-an-account',
    'unlocks every card of the account when one that is not the first is unlocked',
    rememberingCards((cards) => async (asked, send) => {
      const number = memberAt(asked.body, 'cardIdentification.cardNumber');
      const named = cards.find((card) => card.number === number);
      if (asked.operation !== 'validateCard' || named === undefined) return send();
      const all = cards.filter((card) => card.account === named.account);
      if (all[0] !== named) {
        for (const { number: cardNumber } of all) {
          await send({ body: JSON.stringify({ cardIdentification: { cardNumber } }) });
        }
      }
      return send();
    }),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'account-obeyed',
    'pays a transfer to the destinationAccountNumber instead of the destination card',
    rememberingCards((cards) => async (asked, send) => {
      const account = asked.body['destinationAccountNumber'];
      const other = cards.find((card) => card.account === account);
      if (asked.operation !== 'p2pTransfer' || other === undefined) return send();
      const body = structuredClone(asked.body);
      setMember(body, 'destinationCardIdentification.cardNumber', other.number);
      return send({ body: JSON.stringify(body) });
    }),
  ),
  fault(
    'v1.items.each-is-judged',
    'first-rules-in-force',
    'sets the rules of a list that is refused one by one, up to the one for which it is refused',
    partsOfRefused('setGeoRestrictions', (body) => {
      const [name, list] = Object.entries(memberAt(body, 'restrictions') ?? {})[0] ?? [];
      if (name === undefined || !Array.isArray(list)) return [];
      return list.map((rule: unknown) => ({ ...body, restrictions: { [name]: [rule] } }));
    }),
  ),
  fault(
    'v1.items.each-is-judged',
    'value-in-force',
    'sets the value of a limit of an account that is refused for another member',
    partsOfRefused('changeAccountLimit', (body) => {
      const { name, value } = (memberAt(body, 'limit') ?? {}) as Members;
      return [{ ...body, limit: { name, value } }];
    }),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'never-lifted',
    'leaves arrested what was, when nothing is to be arrested',
    pretends('changeAccountArrestAmount', ({ body }) => body['amount'] === 0),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'no-limit-of-nothing',
    'leaves the limit of an account as it was, when it is to be nothing',
    pretends('changeAccountLimit', ({ body }) => memberAt(body, 'limit.value') === 0),
  ),
  fault(
    'v1.agreement.identifiers-of-a-movement',
    'without-zeros',
    'drops leading zeros of authorizationIdResponse in the history',
    inAnswer('getTransactions', (answer) => {
      for (const item of objectsWith(answer, 'authorizationIdResponse')) {
        changeAt(item, 'authorizationIdResponse', (id) => String(id).replace(/^0+(?=.)/, ''));
      }
    }),
  ),
  fault(
    'v1.get-payment-orders.longer-period-shows-more',
    'day-of-the-year',
    'compares the end of a period that lies in another year than its start by day and month alone',
    inAnswer('getPaymentOrders', (answer, { body }) => {
      const [start, end] = ['start', 'end'].map((name) =>
        String(memberAt(body, `period.${name}`)),
      ) as [string, string];
      if (start.slice(0, 4) === end.slice(0, 4)) return;
      for (const [name, list] of Object.entries(answer)) {
        if (!Array.isArray(list)) continue;
        answer[name] = list.filter((order: unknown) => {
          const date = isObject(order) ? order['eventDate'] : undefined;
          return typeof date !== 'string' || date.slice(5, 10) <= end.slice(5);
        });
      }
    }),
  ),
  fault(
    'v1.overlap.movements',
    'undone-by-a-deposit',
    'takes a debit back that is carried out while a deposit to the same card is under way',
    onTheWire(() => {
      const deposits = new Set<unknown>();
      return async (asked, send) => {
        const number = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.operation === 'creditCard') {
          deposits.add(number);
          await gap();
          const response = await send();
          deposits.delete(number);
          return response;
        }
        const response = await send();
        if (asked.operation === 'debitCard' && deposits.has(number) && response.ok) {
          const path = asked.url.pathname.replace('debitCard', 'creditCard');
          await send({ path });
        }
        return response;
      };
    }),
  ),
];

type Meddle = ReturnType<Parameters<typeof onTheWire>[0]>;

/** A card as the sandbox issued it. */
interface Issued {
  readonly number: unknown;
  readonly cardId: unknown;
  readonly account: unknown;
}

/** A fault that knows which cards were issued, the first of them first. */
function rememberingCards(meddle: (cards: readonly Issued[]) => Meddle): Tampering {
  return onTheWire(() => {
    const cards: Issued[] = [];
    const other = meddle(cards);
    return async (asked, send) => {
      if (asked.operation !== 'createVirtualCard') return other(asked, send);
      const response = await send();
      const shown: unknown = await response.clone().json();
      const [number, cardId] = ['cardNumber', 'cardId'].map((name) =>
        memberAt(shown, `virtualCardIdentification.${name}`),
      );
      cards.push({ number, cardId, account: asked.body['accountNumber'] });
      return response;
    };
  });
}

/** Refuses as the sandbox does, and carries parts of it out one after the other, up to the first that is refused. */
function partsOfRefused(
  operation: 'setGeoRestrictions' | 'changeAccountLimit',
  partsOf: (body: Members) => readonly object[],
): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== operation) return response;
    if (await isCarriedOut(response)) return response;
    for (const part of partsOf(asked.body)) {
      const answer = await send({ body: JSON.stringify(part) });
      if (!(await isCarriedOut(answer))) break;
    }
    return response;
  });
}
