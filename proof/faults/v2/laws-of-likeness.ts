import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap, moments } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  memberAt,
  type Members,
  onTheWire,
  refusal,
  refuses,
  rememberingInAnswer,
  type TamperedRequest,
  withBody,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: what is like another is taken for it, or takes something over from it.

const { transferOutcome } = documentRules;

export const v2LikenessFaults: readonly Fault[] = [
  fault(
    'v2.authentication.needs-the-whole-key',
    'lists-for-all',
    'lists transfers for whoever has no key',
    lendsTheKey((asked) => asked.operation === 'listTransfers' && !asked.headers.has('x-api-key')),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'reissues-for-all',
    'reissues cards for an empty key',
    lendsTheKey(
      ({ operation, body, headers }) =>
        operation === 'patchCard' && 'reissueCard' in body && headers.get('x-api-key') === '',
    ),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'allowed-before',
    'answers a read that was allowed once to whoever asks for the same',
    onTheWire(() => {
      const allowed = new Map<string, string>();
      return async ({ operation, url, headers }, send) => {
        const isRead = operation === 'getCard' || operation === 'getCardholder';
        const key = allowed.get(url.pathname);
        if (isRead && key !== undefined) {
          const lent = new Headers(headers);
          lent.set('x-api-key', key);
          return send({ headers: lent });
        }
        const response = await send();
        if (isRead && response.ok) allowed.set(url.pathname, headers.get('x-api-key') ?? '');
        return response;
      };
    }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'bearer',
    'takes the key in another scheme where its own header is missing',
    lendsTheKey(({ headers }) => !headers.has('x-api-key') && headers.has('authorization')),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'cookie',
    'takes the key in a cookie where its own header is missing',
    lendsTheKey(({ headers }) => !headers.has('x-api-key') && headers.has('cookie')),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'in-the-address',
    'takes the key as a parameter of the address where its own header is missing',
    lendsTheKey(({ headers, url }) => !headers.has('x-api-key') && url.searchParams.has('api_key')),
  ),
  fault(
    'v2.range.every-country-is-taken',
    'norway',
    'refuses a cardholder in Norway, whose code was read as a word for false',
    refuses('createCardholder', ({ body }) => memberAt(body, 'billingAddress.country') === 'NO'),
  ),
  fault(
    'v2.range.every-country-is-taken',
    'not-available',
    'refuses a cardholder in Namibia, whose code was read as a value that is not available',
    refuses('createCardholder', ({ body }) => memberAt(body, 'billingAddress.country') === 'NA'),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'city-of-the-code',
    'fills in a city that is left out with that of the first cardholder at the postal code',
    onTheWire(() => {
      const cities = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation !== 'createCardholder' || !response.ok) return response;
        const city = memberAt(body, 'billingAddress.city');
        const code = memberAt(body, 'billingAddress.postalCode');
        const known = cities.get(code) ?? city;
        if (known !== undefined) cities.set(code, known);
        if (city !== undefined || known === undefined) return response;
        return changed(response, (answer) => {
          const address = answer['billingAddress'];
          answer['billingAddress'] = { ...(address as object), city: known };
        });
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'line-of-the-house',
    'fills in a second line that is left out with that of the first cardholder in the house',
    onTheWire(() => {
      const lines = new Map<string, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation !== 'createCardholder' || !response.ok) return response;
        const house = ['country', 'postalCode', 'line1']
          .map((name) => String(memberAt(body, `billingAddress.${name}`)))
          .join();
        const line2 = memberAt(body, 'billingAddress.line2');
        const known = lines.get(house) ?? line2;
        lines.set(house, known);
        if (line2 !== undefined || known === undefined) return response;
        return changed(response, (answer) => {
          answer['billingAddress'] = { ...(answer['billingAddress'] as object), line2: known };
        });
      };
    }),
  ),
  fault(
    'v2.text.comes-back-as-sent',
    'cut-as-it-is-embossed',
    'cuts the last name of a cardholder to what fits on a card once one is issued',
    onTheWire(() => {
      const holders = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (operation === 'createCard' && response.ok) holders.add(body['cardholder']);
        const id = url.pathname.split('/').at(-1);
        if (operation !== 'getCardholder' || !response.ok || !holders.has(id)) return response;
        return changed(response, (answer) => {
          const names = `${String(answer['firstName'])} ${String(answer['lastName'])}`;
          const isLong = names.length > 26;
          if (isLong) answer['lastName'] = String(answer['lastName']).slice(0, 13);
        });
      };
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'the-one-before',
    'answers the creation of a cardholder that is like an earlier one with the earlier one',
    onTheWire(() => {
      const known = new Map<string, string>();
      return async ({ operation, text }, send) => {
        if (operation !== 'createCardholder') return send();
        const response = await send();
        if (!response.ok) return response;
        const answer = known.get(text) ?? (await response.clone().text());
        known.set(text, answer);
        return withBody(response, answer);
      };
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'one-number-for-two-at-once',
    'gives two cards one number that are issued to a cardholder at the same time',
    onTheWire(() => {
      const underWay = new Map<unknown, number>();
      const siblings = new Map<unknown, string>();
      const numbers = new Map<string, unknown>();
      return async ({ operation, url, body }, send) => {
        if (operation === 'getCard') {
          const id = url.pathname.split('/').at(-1);
          return changed(await send(), (card) => {
            const key = siblings.get(id);
            if (key === undefined) return;
            numbers.set(key, numbers.get(key) ?? card['number']);
            card['number'] = numbers.get(key);
          });
        }
        const { cardholder } = body;
        if (operation !== 'createCard' || cardholder === undefined) return send();
        underWay.set(cardholder, (underWay.get(cardholder) ?? 0) + 1);
        await gap();
        const isAlone = underWay.get(cardholder) === 1;
        const response = await send();
        const { id } = (await response.clone().json()) as Members;
        if (!isAlone) siblings.set(id, JSON.stringify(cardholder));
        await gap();
        underWay.set(cardholder, (underWay.get(cardholder) ?? 1) - 1);
        return response;
      };
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'account-of-the-document',
    'shows cards of cardholders with one identity document with one account',
    onTheWire(() => {
      const documents = new Map<unknown, unknown>();
      const accounts = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        const document = memberAt(body, 'verification.documentId');
        if (operation === 'createCardholder' && document !== undefined) {
          const { id } = (await response.clone().json()) as Members;
          documents.set(id, document);
        }
        if (operation !== 'createCard' && operation !== 'getCard') return response;
        return changed(response, (card) => {
          const shared = documents.get(card['cardholder']);
          if (shared === undefined) return;
          if (!accounts.has(shared)) accounts.set(shared, card['account']);
          card['account'] = accounts.get(shared);
        });
      };
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'there-and-back',
    'answers a transfer between two cards with the last one of the same amount between them, and books it once',
    onTheWire(() => {
      const last = new Map<string, string>();
      return async ({ operation, body }, send) => {
        if (operation !== 'createTransfer') return send();
        const cards = ['sourceCard', 'destinationCard'].map((path) =>
          String(memberAt(body, `${path}.cardNumber`)),
        );
        const back = [...cards.toReversed(), body['amount']].join(' ');
        const known = last.get(back);
        if (known !== undefined) {
          const { headers } = await send({ method: 'GET' });
          return withBody(new Response(null, { status: 201, headers }), known);
        }
        const response = await send();
        if (response.ok)
          last.set([...cards, body['amount']].join(' '), await response.clone().text());
        return response;
      };
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'booked-once',
    'answers a transfer that is sent again as approved, and books it once',
    onTheWire(() => {
      const known = new Map<string, Members>();
      return async ({ operation, text }, send) => {
        if (operation !== 'createTransfer') return send();
        const before = known.get(text);
        if (before !== undefined) {
          const answer = { ...before, id: `${String(before['id'])}-${known.size}${Date.now()}` };
          const { headers } = await send({ method: 'GET' });
          const created = new Response(null, { status: 201, headers });
          return withBody(created, JSON.stringify(answer));
        }
        const response = await send();
        if (response.ok) known.set(text, (await response.clone().json()) as Members);
        return response;
      };
    }),
  ),
  fault(
    'v2.money.each-is-approved-concurrently',
    'deadlock',
    'declines a transfer while another one in the opposite direction is under way',
    onTheWire(() => {
      const underWay = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'createTransfer') return send();
        const [from, to] = ['source', 'destination'].map((end) =>
          String(memberAt(asked.body, `${end}Card.cardNumber`)),
        );
        if (underWay.has(`${to} to ${from}`))
          return send({ body: JSON.stringify({ ...asked.body, amount: 9_000_000_00 }) });
        underWay.add(`${from} to ${to}`);
        await gap();
        const response = await send();
        underWay.delete(`${from} to ${to}`);
        return response;
      };
    }),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'phone-taken-in-vain',
    'takes a phone number for one in use once a cardholder was refused for a date of birth',
    onTheWire(() => {
      const taken = new Set<unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'createCardholder') return send();
        if (taken.has(body['phoneNumber'])) return refusal(await send({ method: 'GET' }), 409);
        const response = await send();
        if (!response.ok && 'dateOfBirth' in body) taken.add(body['phoneNumber']);
        return response;
      };
    }),
  ),
  fault(
    'v2.cardholder-creation.needs-country',
    'in-null',
    'looks for a country only where billingAddress is not null',
    inRequest('createCardholder', (body) =>
      body['billingAddress'] === null
        ? { ...body, billingAddress: { country: 'ES', postalCode: '28013' } }
        : body,
    ),
  ),
  ...(['createTopUp', 'createTransfer'] as const).map((operation) =>
    fault(
      operation === 'createTopUp'
        ? 'v2.top-up-creation.needs-destination'
        : 'v2.transfer-creation.needs-destination',
      'in-nothing',
      'moves money to the card that was last shown where destinationCard holds nothing',
      onTheWire(() => {
        let last: unknown;
        return async (asked, send) => {
          if (asked.operation === 'getCard') {
            const response = await send();
            if (response.ok) last = memberAt(await response.clone().json(), 'number');
            return response;
          }
          const to = asked.body['destinationCard'];
          const isEmpty = typeof to === 'object' && Object.keys(to ?? {}).length === 0;
          if (asked.operation !== operation || !isEmpty) return send();
          return send({
            body: JSON.stringify({ ...asked.body, destinationCard: { cardNumber: last } }),
          });
        };
      }),
    ),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'status-of-the-first',
    'issues a second card with the status that the first one has',
    onTheWire(() => {
      const cards = new Map<unknown, Members>();
      const statuses = new Map<unknown, unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'patchCard' && 'status' in body)
          statuses.set(url.pathname.split('/').at(-1), body['status']);
        if (operation !== 'createCard') return response;
        const card = (await response.clone().json()) as Members;
        const first = cards.get(body['cardholder']);
        cards.set(body['cardholder'], first ?? card);
        const status = statuses.get(first?.['id']);
        if (status === undefined || status === 'active') return response;
        const path = `/v2/cards/${String(card['id'])}`;
        await send({ method: 'PATCH', path, body: JSON.stringify({ status }) });
        return changed(response, (answer) => void (answer['status'] = status));
      };
    }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'by-its-beginning',
    'looks at the length of a key and at its beginning',
    withRules({
      mayEnter: (sent, key) => sent?.length === key.length && sent.startsWith(key.slice(0, -1)),
    }),
  ),
  fault(
    'v2.fresh.each-creation-makes-another',
    'id-as-sent',
    'answers the creation of a cardholder with the id that it carries',
    inAnswer('createCardholder', (answer, { body }) => {
      if (typeof body['id'] === 'string') answer['id'] = body['id'];
    }),
  ),
  fault(
    'v2.values.change-as-sent',
    'limits-of-active-cards',
    'answers new limits of a card that is not active with those that it has',
    onTheWire(() => {
      const statuses = new Map<string, unknown>();
      return async ({ operation, url, body }, send) => {
        if (operation !== 'patchCard') return send();
        const status = statuses.get(url.pathname) ?? 'active';
        if ('spendingLimits' in body && status !== 'active')
          return changed(await send({ method: 'GET' }), (card) => {
            for (const secret of ['number', 'cvc']) delete card[secret];
          });
        const response = await send();
        if (response.ok && 'status' in body) statuses.set(url.pathname, body['status']);
        return response;
      };
    }),
  ),
  fault(
    'v2.reset-pin-counter.resets-in-each-state',
    'unblocks',
    'makes a blocked card active when its count of wrong PIN entries is reset',
    onTheWire(() => async ({ operation, body }, send) => {
      const response = await send();
      if (operation !== 'patchCard' || !('resetPinCounter' in body) || !response.ok)
        return response;
      const { status } = (await response.clone().json()) as Members;
      if (status !== 'blocked') return response;
      return send({ body: JSON.stringify({ status: 'active' }) });
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'named-as-the-first',
    'shows the number of the first card of a cardholder for each that is topped up',
    ofSiblings(({ operation, numbers }) => ({
      shown: operation === 'createTopUp' ? numbers[0] : undefined,
    })),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'same-amount-of-the-account',
    'takes a top-up of a card for the last one of its account where that was of the same amount',
    onTheWire(() => {
      const accounts = new Map<unknown, unknown>();
      const last = new Map<unknown, { number: unknown; amount: unknown; answer: Response }>();
      return async ({ operation, body }, send) => {
        const number = memberAt(body, 'destinationCard.cardNumber');
        const account = operation === 'createTopUp' ? accounts.get(number) : undefined;
        const before = last.get(account);
        if (before !== undefined && before.number !== number && before.amount === body['amount'])
          return before.answer.clone();
        const response = await send();
        if (operation === 'getCard' && response.ok) {
          const card = (await response.clone().json()) as Members;
          accounts.set(card['number'], memberAt(card, 'account.accountNumber'));
        }
        if (account !== undefined && response.ok)
          last.set(account, { number, amount: body['amount'], answer: response.clone() });
        return response;
      };
    }),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'stopped-with-the-first',
    'declines every transfer of a cardholder one of whose cards is not active',
    ofSiblings(({ operation, stopped }) => ({
      isDeclined: operation === 'createTransfer' && stopped,
    })),
  ),
  fault(
    'v2.second-card.stands-on-its-own',
    'spent-by-the-first',
    'begins a further card with what the one before has spent',
    ofSiblings(({ operation, spentBefore, body }) => ({
      isDeclined: operation === 'createTransfer' && spentBefore + Number(body['amount']) > 40_00,
    })),
  ),
  fault(
    'v2.transfer-creation.balance-is-the-bound',
    'no-transfer-of-all',
    'declines a transfer of the whole balance',
    withRules({
      transferOutcome: (facts) =>
        transferOutcome({
          ...facts,
          sourceBalance: facts.sourceBalance - (facts.amount === facts.sourceBalance ? 1 : 0),
        }),
    }),
  ),
  fault(
    'v2.transfer.ids-differ',
    'six-bits',
    'makes the id of a transfer from the minute and a sequence of six bits',
    rememberingInAnswer('createTransfer', () => {
      let count = 0;
      return (transfer) => {
        count = (count + 1) % 64;
        transfer['id'] = `${Math.floor(Date.now() / 60_000)}-${count}`;
      };
    }),
  ),
  ...(
    [
      ['v2.top-up.ids-differ', 'createTopUp', 'top-up'],
      ['v2.transfer.ids-differ', 'createTransfer', 'transfer'],
    ] as const
  ).map(([breaks, operation, what]) =>
    fault(
      breaks,
      'by-the-moment',
      `makes the id of a ${what} from the moment alone`,
      onTheWire(() => {
        const moment = moments();
        return async (asked, send) => {
          if (asked.operation !== operation) return send();
          const arrived = moment();
          const response = await send();
          return changed(response, (answer) => void (answer['id'] = `${what}-${arrived}`));
        };
      }),
    ),
  ),
  fault(
    'v2.together.each-for-itself',
    'account-of-the-moment',
    'shows cards that are issued in one moment with one account',
    onTheWire(() => {
      const moment = moments();
      const accounts = new Map<number, unknown>();
      return async ({ operation }, send) => {
        if (operation !== 'createCard') return send();
        const arrived = moment();
        const response = await send();
        return changed(response, (card) => {
          const account = accounts.get(arrived) ?? memberAt(card, 'account');
          accounts.set(arrived, account);
          card['account'] = account;
        });
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'account-of-the-email',
    'books what is meant for a cardholder for the first one with the same email',
    onTheWire(() => {
      const firsts = new Map<unknown, unknown>();
      const known = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation === 'createCardholder') {
          const response = await send();
          if (!response.ok || body['email'] === undefined) return response;
          const { id } = (await response.clone().json()) as Members;
          const first = firsts.get(body['email']) ?? id;
          firsts.set(body['email'], first);
          known.set(id, first);
          return response;
        }
        const first = known.get(body['cardholder']);
        if (operation !== 'createCard' || first === undefined) return send();
        return send({ body: JSON.stringify({ ...body, cardholder: first }) });
      };
    }),
  ),
];

/** A movement of a card, and what became of the cards of its cardholder. */
interface OfSiblings extends TamperedRequest {
  readonly numbers: readonly unknown[];
  /** Whether one of them is not active. */
  readonly stopped: boolean;
  /** What the others had spent when this one was issued, in cents. */
  readonly spentBefore: number;
}

interface Sibling {
  readonly cardholder: unknown;
  readonly spentBefore: number;
  number?: unknown;
  isStopped: boolean;
  spent: number;
}

/** Meddles with movements by what the other cards of the cardholder have behind them. */
function ofSiblings(
  meddle: (asked: OfSiblings) => { readonly shown?: unknown; readonly isDeclined?: boolean },
): Tampering {
  return onTheWire(() => {
    const cards = new Map<unknown, Sibling>();
    const allOf = (cardholder: unknown): Sibling[] =>
      [...cards.values()].filter((one) => one.cardholder === cardholder);
    return async (asked, send) => {
      const { operation, body, url } = asked;
      const path = operation === 'createTopUp' ? 'destinationCard' : 'sourceCard';
      const moved = memberAt(body, `${path}.cardNumber`);
      const card = [...cards.values()].find(
        ({ number }) => moved !== undefined && number === moved,
      );
      const siblings = card === undefined ? [] : allOf(card.cardholder);
      const { shown, isDeclined = false } =
        card === undefined
          ? {}
          : meddle({
              ...asked,
              numbers: siblings.map(({ number }) => number),
              stopped: siblings.some(({ isStopped }) => isStopped),
              spentBefore: card.spentBefore,
            });
      const response = await send(
        isDeclined ? { body: JSON.stringify({ ...body, amount: 9_000_000_00 }) } : {},
      );
      if (!response.ok || operation === 'listTransfers') return response;
      const answer = (await response.clone().json()) as Members;
      const { cardholder } = answer;
      if (operation === 'createCard') {
        const spentBefore = allOf(cardholder).reduce((sum, { spent }) => sum + spent, 0);
        cards.set(answer['id'], { cardholder, spentBefore, isStopped: false, spent: 0 });
      }
      const named = cards.get(url.pathname.split('/').at(-1));
      if (operation === 'getCard' && named !== undefined) named.number = answer['number'];
      if (operation === 'patchCard' && named !== undefined)
        named.isStopped = answer['status'] !== 'active';
      if (operation === 'createTransfer' && card !== undefined && answer['status'] === 'approved')
        card.spent += Number(body['amount']);
      if (shown === undefined) return response;
      return changed(response, (topUp) => void (topUp['destinationCard'] = { cardNumber: shown }));
    };
  });
}

/** Asks some requests with the key that was good before. */
function lendsTheKey(when: (asked: TamperedRequest) => boolean): Tampering {
  return onTheWire(() => {
    let goodKey: string | undefined;
    return async (asked, send) => {
      if (goodKey !== undefined && when(asked)) {
        const headers = new Headers(asked.headers);
        headers.set('x-api-key', goodKey);
        return send({ headers });
      }
      const response = await send();
      if (response.ok) goodKey ??= asked.headers.get('x-api-key') ?? undefined;
      return response;
    };
  });
}
