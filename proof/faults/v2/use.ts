import { type Fault, fault, type Tampering } from '../fault.ts';
import { gap } from '../at-once.ts';
import {
  inAnswer,
  type Members,
  memberAt,
  onTheWire,
  type TamperedRequest,
  withBody,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2, parts 2.2, 3 and 8: what was spent of a limit, and further cards of a cardholder.

export const v2UseFaults: readonly Fault[] = [
  fault(
    'v2.spending-limits.use-lasts',
    'freed-by-unblocking',
    'forgets what a card has spent once it was blocked and is active again',
    forgetsSpending((asked, { numberOf }) =>
      asked.operation === 'patchCard' && asked.body['status'] === 'active'
        ? numberOf.get(idIn(asked))
        : undefined,
    ),
  ),
  fault(
    'v2.spending-limits.use-lasts',
    'freed-by-a-top-up',
    'forgets what a card has spent once it is topped up',
    forgetsSpending((asked, { spent }) => {
      const number = memberAt(asked.body, 'destinationCard.cardNumber');
      return asked.operation === 'createTopUp' && spent.has(number) ? number : undefined;
    }),
  ),
  fault(
    'v2.spending-limits.use-lasts',
    'month-freed-by-a-new-day',
    'forgets what a card has spent of its month once its limit of a day is changed',
    forgetsSpending((asked, { numberOf }) =>
      asked.operation === 'patchCard' && asked.text.includes('"interval":"daily","amount":90000')
        ? numberOf.get(idIn(asked))
        : undefined,
    ),
  ),
  fault(
    'v2.spending-limits.use-lasts',
    'freed-by-a-refusal',
    'forgets what a card has spent once a change of its limits is refused',
    onTheWire(() => {
      const numberOf = new Map<string, unknown>();
      const freed = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const { operation, body } = asked;
        if (operation === 'patchCard' && !response.ok && 'spendingLimits' in body)
          freed.add(numberOf.get(idIn(asked)));
        if (!response.ok || operation === undefined) return response;
        const answered = (await response.clone().json()) as Members;
        if (operation === 'getCard') numberOf.set(idIn(asked), answered['number']);
        const isFreed = freed.has(memberAt(body, 'sourceCard.cardNumber'));
        return isFreed && Number(answered['amount']) <= 20_00
          ? changed(response, (transfer) => {
              Object.assign(transfer, { status: 'approved', statusMessage: '' });
            })
          : response;
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'purse-of-each',
    'lets a card spend only what came by that card',
    onTheWire(() => {
      const purses = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        const [from, to] = ['sourceCard', 'destinationCard'].map((card) =>
          memberAt(body, `${card}.cardNumber`),
        );
        const amount = Number(body['amount']);
        const isShort = operation === 'createTransfer' && amount > (purses.get(from) ?? 0);
        const response = await send(
          isShort ? { body: JSON.stringify({ ...body, amount: 9_000_000_00 }) } : {},
        );
        if (operation !== 'createTopUp' && operation !== 'createTransfer') return response;
        if (memberAt(await response.clone().json(), 'status') !== 'approved') return response;
        purses.set(to, (purses.get(to) ?? 0) + amount);
        purses.set(from, (purses.get(from) ?? 0) - amount);
        return response;
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'unlimited',
    'holds a further card of a cardholder to no limit',
    ofFurtherCards(({ operation, body }, response, { isFurther }) =>
      operation === 'createTransfer' && isFurther(memberAt(body, 'sourceCard.cardNumber'))
        ? changed(response, (transfer) => void Object.assign(transfer, { status: 'approved' }))
        : response,
    ),
  ),
  fault(
    'v2.bound.first-answer-binds',
    'final-for-the-first',
    'lets a further card of a cardholder leave each status',
    ofFurtherCards((asked, response, { isFurther }) =>
      asked.operation === 'patchCard' && 'status' in asked.body && isFurther(idIn(asked))
        ? new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } })
        : response,
    ),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'any-currency-between-them',
    'lets two cards of one cardholder pay each other in any currency',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      return async (asked, send) => {
        const [from, to] = ['sourceCard', 'destinationCard'].map((card) =>
          holders.get(memberAt(asked.body, `${card}.cardNumber`)),
        );
        if (asked.operation === 'createTransfer' && from !== undefined && from === to)
          return send({ body: JSON.stringify({ ...asked.body, currency: 'EUR' }) });
        const response = await send();
        if (asked.operation !== 'getCard' || !response.ok) return response;
        const { number, cardholder } = (await response.clone().json()) as Members;
        holders.set(number, cardholder);
        return response;
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'top-up-of-the-other',
    'books no top-up while one of another card of the cardholder is under way',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      const underWay = new Map<unknown, number>();
      return async (asked, send) => {
        if (asked.operation === 'getCard') {
          const response = await send();
          if (!response.ok) return response;
          const { number, cardholder } = (await response.clone().json()) as Members;
          holders.set(number, cardholder);
          return response;
        }
        const holder = holders.get(memberAt(asked.body, 'destinationCard.cardNumber'));
        if (asked.operation !== 'createTopUp' || holder === undefined) return send();
        const others = underWay.get(holder) ?? 0;
        underWay.set(holder, others + 1);
        await gap();
        const amount = others > 0 ? 1 : asked.body['amount'];
        const response = await send({ body: JSON.stringify({ ...asked.body, amount }) });
        underWay.set(holder, (underWay.get(holder) ?? 1) - 1);
        return changed(response, (topUp) => void (topUp['amount'] = asked.body['amount']));
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'cvc-as-a-number',
    'shows a cvc without its leading digit where that is a small one',
    inAnswer('getCard', (answer) => {
      if (typeof answer['cvc'] === 'string') answer['cvc'] = answer['cvc'].replace(/^[0-4]/, '');
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'limits-of-the-lost-one',
    'gives a card of a cardholder who has lost one the limits that were set for that one',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      const limits = new Map<unknown, unknown>();
      const ofTheLost = new Map<unknown, unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'patchCard') {
          const id = url.pathname.split('/').at(-1);
          if (body['spendingLimits'] !== undefined) limits.set(id, body['spendingLimits']);
          if (body['status'] === 'lost') ofTheLost.set(holders.get(id), limits.get(id));
        }
        if (operation !== 'createCard') return response;
        const { id } = (await response.clone().json()) as { id: string };
        holders.set(id, body['cardholder']);
        const spendingLimits = ofTheLost.get(body['cardholder']);
        if (spendingLimits === undefined) return response;
        await send({
          method: 'PATCH',
          path: `/v2/cards/${id}`,
          body: JSON.stringify({ spendingLimits }),
        });
        return response;
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'third-blocked',
    'blocks the third card of a cardholder once it is issued',
    onTheWire(() => {
      const cards = new Map<unknown, number>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'createCard' || !response.ok) return response;
        const { cardholder } = asked.body;
        cards.set(cardholder, (cards.get(cardholder) ?? 0) + 1);
        if (cards.get(cardholder) === 3) {
          const { id } = (await response.clone().json()) as { id: string };
          const body = JSON.stringify({ status: 'blocked' });
          await send({ method: 'PATCH', path: `/v2/cards/${id}`, body });
        }
        return response;
      };
    }),
  ),
];

interface Known {
  /** The number of each card whose id was asked for. */
  readonly numberOf: ReadonlyMap<string, unknown>;
  /** Numbers of cards from which a transfer was approved. */
  readonly spent: ReadonlySet<unknown>;
}

/** Approves small transfers from a card that something has freed of its limit. */
function forgetsSpending(freedBy: (asked: TamperedRequest, known: Known) => unknown): Tampering {
  return onTheWire(() => {
    const numberOf = new Map<string, unknown>();
    const spent = new Set<unknown>();
    const freed = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      if (!response.ok) return response;
      const number = freedBy(asked, { numberOf, spent });
      if (number !== undefined) freed.add(number);
      const answered = (await response.clone().json()) as Members;
      if (asked.operation === 'getCard') numberOf.set(idIn(asked), answered['number']);
      if (asked.operation !== 'createTransfer') return response;
      const source = memberAt(asked.body, 'sourceCard.cardNumber');
      if (answered['status'] === 'approved') spent.add(source);
      const isForgotten = freed.has(source) && Number(answered['amount']) <= 20_00;
      return answered['status'] === 'declined' && isForgotten
        ? withBody(response, JSON.stringify({ ...answered, status: 'approved', statusMessage: '' }))
        : response;
    };
  });
}

/** Changes answers for cards, by id or number, that are not the first of their cardholder. */
function ofFurtherCards(
  meddle: (
    asked: TamperedRequest,
    response: Response,
    cards: { readonly isFurther: (idOrNumber: unknown) => boolean },
  ) => Response | Promise<Response>,
): Tampering {
  return onTheWire(() => {
    const holders = new Set<unknown>();
    const further = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      const { operation, body } = asked;
      if (operation === 'createCard' && response.ok) {
        const { id } = (await response.clone().json()) as Members;
        if (holders.has(body['cardholder'])) further.add(id);
        holders.add(body['cardholder']);
      }
      if (operation === 'getCard' && response.ok && further.has(idIn(asked))) {
        const { number } = (await response.clone().json()) as Members;
        further.add(number);
      }
      return meddle(asked, response, { isFurther: (one) => further.has(one) });
    };
  });
}

function idIn({ url }: TamperedRequest): string {
  return url.pathname.split('/').at(-1) ?? '';
}
