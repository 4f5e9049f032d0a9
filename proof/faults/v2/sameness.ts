import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  afterDenial,
  answersTogether,
  lendsCredentials,
  mailboxOf,
  twice,
} from '../sameness-tampering.ts';
import {
  changeAt,
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  type Operation,
  setMember,
  type TamperedRequest,
  withBody,
  withRules,
} from '../tampering.ts';
import { coalescing, gap, withOneBuffer } from '../at-once.ts';
import { changed } from './changed.ts';

// Document 2: two alike that are treated differently.

const { limitsAfter, readAmount } = documentRules;

export const v2SamenessFaults: readonly Fault[] = [
  fault(
    'v2.text.every-member-comes-back',
    'document-in-capitals',
    'keeps a documentId in capitals, and of its signs none',
    inRequest('createCardholder', (body) => {
      changeAt(body, 'verification.documentId', (text) =>
        String(text)
          .toUpperCase()
          .replaceAll(/[^A-Z\d]/g, ''),
      );
      return body;
    }),
  ),
  fault(
    'v2.text.every-member-comes-back',
    'phone-as-a-number',
    'shows a phoneNumber without the zeros that it begins with',
    inAnswer(['createCardholder', 'getCardholder'], (shown) => {
      const phone = shown['phoneNumber'];
      if (typeof phone === 'string') shown['phoneNumber'] = phone.replace(/^0+/, '');
    }),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'phone-remembered',
    'refuses a cardholder whose telephone was in a request that was refused',
    refusesAfterRefusal('createCardholder', ({ body }) => body['phoneNumber']),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'document-taken-over',
    'gives a verification without documentId the one of the cardholder created before',
    onTheWire(() => {
      let last: unknown;
      return async (asked, send) => {
        const { verification } = asked.body;
        if (asked.operation !== 'createCardholder' || typeof verification !== 'object') {
          return send();
        }
        const own = memberAt(verification, 'documentId');
        last = own ?? last;
        if (own !== undefined || last === undefined) return send();
        const whole = { ...verification, documentId: last };
        return send({ body: JSON.stringify({ ...asked.body, verification: whole }) });
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'email-moves',
    'shows no email of a cardholder any more once another has the same',
    inReadCardholders((shown, alike) => {
      if (alike.at(-1) !== shown['id']) delete shown['email'];
    }, 'email'),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'cards-move',
    'shows cards as those of the cardholder that was created last with the same phoneNumber',
    onTheWire(() => {
      const phones = new Map<unknown, unknown>();
      const last = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'createCardholder') {
          const { id } = (await response.clone().json()) as Members;
          phones.set(id, body['phoneNumber']);
          last.set(body['phoneNumber'], id);
        }
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          const holder = card['cardholder'];
          card['cardholder'] = last.get(phones.get(holder)) ?? holder;
        });
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'documents-of-two-countries',
    'issues the cards of a cardholder for that of another country whose document has the same number',
    onTheWire(() => {
      const documents = new Map<unknown, { id: unknown; country: unknown }>();
      const owners = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation === 'createCard') {
          const owner = owners.get(body['cardholder']);
          return send({
            body: JSON.stringify({ ...body, cardholder: owner ?? body['cardholder'] }),
          });
        }
        const response = await send();
        if (operation !== 'createCardholder' || !response.ok) return response;
        const { id } = (await response.clone().json()) as Members;
        const document = memberAt(body, 'verification.documentId');
        const country = memberAt(body, 'billingAddress.country');
        const first = documents.get(document);
        if (document !== undefined && first === undefined) documents.set(document, { id, country });
        if (first !== undefined && first.country !== country) owners.set(id, first.id);
        return response;
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'one-mailbox',
    'issues the cards of a cardholder whose email goes to the mailbox of an earlier one for that one',
    onTheWire(() => {
      const mailboxes = new Map<unknown, string>();
      const owners = new Map<string, unknown>();
      return async ({ operation, body }, send) => {
        if (operation === 'createCard') {
          const owner = owners.get(mailboxes.get(body['cardholder']) ?? '');
          return send({
            body: JSON.stringify({ ...body, cardholder: owner ?? body['cardholder'] }),
          });
        }
        const response = await send();
        if (operation !== 'createCardholder' || !response.ok) return response;
        const { id } = (await response.clone().json()) as Members;
        const mailbox = mailboxOf(String(body['email']));
        mailboxes.set(id, mailbox);
        owners.set(mailbox, owners.get(mailbox) ?? id);
        return response;
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'address-book',
    'takes the rest of an address from the first one at the same postalCode and line1',
    onTheWire(() => {
      const book = new Map<string, unknown>();
      return (asked, send) => {
        if (asked.operation !== 'createCardholder') return send();
        const { billingAddress } = asked.body;
        const place = ['country', 'postalCode', 'line1'].map((name) =>
          memberAt(billingAddress, name),
        );
        const key = place.join();
        if (!book.has(key)) book.set(key, billingAddress);
        return send({ body: JSON.stringify({ ...asked.body, billingAddress: book.get(key) }) });
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'known-by-telephone',
    'gives a cardholder without a document that of another with the same phoneNumber',
    onTheWire(() => {
      const known = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'createCardholder') return send();
        const { phoneNumber, verification } = body;
        const whole = { ...body, verification: verification ?? known.get(phoneNumber) };
        const response = await send({ body: JSON.stringify(whole) });
        if (response.ok && verification !== undefined) known.set(phoneNumber, verification);
        return response;
      };
    }),
  ),
  fault(
    'v2.shared.each-keeps-its-own',
    'document-of-the-first',
    'shows a document of none but the first cardholder who has it',
    inReadCardholders((shown, alike) => {
      if (alike[0] !== shown['id']) delete shown['verification'];
    }, 'verification.documentId'),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'kept-back',
    'keeps back for good what a transfer to a card that is not active was to take',
    keepsBack('createTransfer'),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'paid-later',
    'carries a declined transfer out as well, when the same is approved',
    onTheWire(() => {
      const declined = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'createTransfer') return send();
        const response = await send();
        const status = memberAt(await response.clone().json(), 'status');
        if (status === 'declined') declined.add(asked.text);
        else if (declined.delete(asked.text)) await send();
        return response;
      };
    }),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'never-topped-up-again',
    'declines top-ups of a card that was ever blocked',
    onTheWire(() => {
      const numberOf = new Map<unknown, unknown>();
      const marked = new Set<unknown>();
      return async (asked, send) => {
        const { operation, url, body } = asked;
        const isMarked =
          operation === 'createTopUp' && marked.has(memberAt(body, 'destinationCard.cardNumber'));
        const response = await send();
        if (isMarked)
          return changed(response, (topUp) => {
            Object.assign(topUp, { status: 'declined', statusMessage: 'card blocked' });
          });
        if (operation === 'getCard' && response.ok)
          numberOf.set(url.pathname, memberAt(await response.clone().json(), 'number'));
        if (operation === 'patchCard' && body['status'] === 'blocked')
          marked.add(numberOf.get(url.pathname));
        return response;
      };
    }),
  ),
  fault(
    'v2.together.each-for-itself',
    'saved-with-the-first',
    'saves the other cards of a cardholder as they were when a change of one of them came',
    onTheWire(() => {
      const cards = new Map<unknown, string[]>();
      return async (asked, send) => {
        const { operation, url, body } = asked;
        if (operation === 'createCard') {
          const response = await send();
          const { id, cardholder } = (await response.clone().json()) as Members;
          const known = cards.get(cardholder) ?? [];
          cards.set(cardholder, [...known, `/v2/cards/${String(id)}`]);
          return response;
        }
        const siblings = [...cards.values()].find((paths) => paths.includes(url.pathname)) ?? [];
        if (operation !== 'patchCard' || siblings.length < 2 || !('status' in body)) return send();
        const others = siblings.filter((path) => path !== url.pathname);
        const loaded = await Promise.all(others.map((path) => send({ method: 'GET', path })));
        const saved = await Promise.all(loaded.map((one) => one.json() as Promise<Members>));
        await gap();
        const response = await send();
        for (const [place, { spendingLimits }] of saved.entries()) {
          const change = JSON.stringify({ spendingLimits });
          await send({ path: others[place] ?? '', body: change });
        }
        return response;
      };
    }),
  ),
  fault(
    'v2.together.each-for-itself',
    'one-buffer',
    'mixes bodies that arrive in pieces at the same time',
    withOneBuffer('/v2/'),
  ),
  fault(
    'v2.together.each-for-itself',
    'lists-joined',
    'answers a list of a card with what another one under way is answered, whatever its filters',
    onTheWire(() => {
      const joined = coalescing();
      return async ({ operation, url }, send) =>
        operation === 'listTransfers'
          ? joined(url.searchParams.get('cardNumberFltr') ?? undefined, send)
          : send();
    }),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'topped-up-twice',
    'tops a card up twice after a top-up of it was refused',
    afterDenial(
      'createTopUp',
      ({ body }) => memberAt(body, 'destinationCard.cardNumber'),
      isTaken,
      twice,
    ),
  ),
  fault(
    'v2.put-right.half-right-changes-nothing',
    'first-limit-set',
    'sets the first limit of a change that it refuses for another',
    onTheWire(() => async (asked, send) => {
      const limits = asked.body['spendingLimits'];
      if (asked.operation !== 'patchCard' || !Array.isArray(limits)) return send();
      const response = await send();
      const first = JSON.stringify({ spendingLimits: limits.slice(0, 1) });
      if (!response.ok) await send({ body: first });
      return response;
    }),
  ),
  fault(
    'v2.put-right.half-right-changes-nothing',
    'until-a-negative-one',
    'sets the limits of a change up to the one that it refuses as negative',
    onTheWire(() => async (asked, send) => {
      const limits = asked.body['spendingLimits'];
      const response = await send();
      if (asked.operation !== 'patchCard' || !Array.isArray(limits) || response.ok) return response;
      const wrong = limits.findIndex((limit) => Number(memberAt(limit, 'amount')) < 0);
      const before = JSON.stringify({ spendingLimits: limits.slice(0, Math.max(wrong, 0)) });
      if (wrong > 0) await send({ body: before });
      return response;
    }),
  ),
  fault(
    'v2.put-right.half-right-changes-nothing',
    'status-set',
    'sets the status of a change that it refuses for the limits beside it',
    onTheWire(() => async (asked, send) => {
      const { status } = asked.body;
      const response = await send();
      if (asked.operation === 'patchCard' && !response.ok && status !== undefined) {
        await send({ body: JSON.stringify({ status }) });
      }
      return response;
    }),
  ),

  fault(
    'v2.optional-members.leave-the-rest-as-it-is',
    'no-line-no-country',
    'shows another country where the address has a state',
    inAnswer('createCardholder', (answer, { body }) => {
      const address = answer['billingAddress'] as Members;
      if (memberAt(body, 'billingAddress.state') !== undefined) address['country'] = 'FR';
    }),
  ),
  fault(
    'v2.optional-members.leave-the-rest-as-it-is',
    'one-account-for-the-identified',
    'shows one account for all cards of cardholders whose documents it knows',
    onTheWire(() => {
      const identified = new Set<unknown>();
      let first: unknown;
      return async ({ operation, body }, send) => {
        const response = await send();
        const isCard = operation === 'getCard';
        if (!response.ok || !(isCard || operation === 'createCardholder')) return response;
        const answer = (await response.json()) as Members;
        if (isCard && identified.has(answer['cardholder'])) {
          first ??= memberAt(answer, 'account.accountNumber');
          setMember(answer, 'account.accountNumber', first);
        }
        if (!isCard && body['verification'] !== undefined) identified.add(answer['id']);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v2.optional-members.leave-the-rest-as-it-is',
    'blocked-by-birth',
    'blocks the card of a cardholder who sent a date of birth',
    onTheWire(() => {
      const born = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        if (!response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        if (asked.operation === 'createCardholder' && 'dateOfBirth' in asked.body) {
          born.add(answer['id']);
        }
        if (asked.operation === 'createCard' && born.has(asked.body['cardholder'])) {
          const body = JSON.stringify({ status: 'blocked' });
          await send({ method: 'PATCH', path: `/v2/cards/${String(answer['id'])}`, body });
        }
        return response;
      };
    }),
  ),

  fault(
    'v2.fresh.is-as-new-as-the-first',
    'limits-taken-over',
    'gives a new card the limits that were set last',
    onTheWire(() => {
      let last: unknown;
      return async (asked, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (asked.operation === 'patchCard') last = asked.body['spendingLimits'] ?? last;
        if (asked.operation !== 'createCard' || last === undefined) return response;
        const { id } = (await response.clone().json()) as Members;
        const body = JSON.stringify({ spendingLimits: last });
        await send({ method: 'PATCH', path: `/v2/cards/${String(id)}`, body });
        return response;
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'left-from-a-refusal',
    'gives a cardholder without lines of an address those of one that was refused before',
    onTheWire(() => {
      let left: unknown;
      return async ({ operation, body }, send) => {
        if (operation !== 'createCardholder') return send();
        const address = memberAt(body, 'billingAddress');
        const billingAddress =
          isObject(left) && isObject(address) ? { ...left, ...address } : address;
        const response = await send({ body: JSON.stringify({ ...body, billingAddress }) });
        left = response.ok ? undefined : address;
        return response;
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'e-mail-taken-over',
    'gives a cardholder without email the one that was sent last',
    onTheWire(() => {
      let last: unknown;
      return async (asked, send) => {
        if (asked.operation !== 'createCardholder') return send();
        last = asked.body['email'] ?? last;
        return send({ body: JSON.stringify({ email: last, ...asked.body }) });
      };
    }),
  ),
  fault(
    'v2.fresh.is-as-new-as-the-first',
    'one-for-one-telephone',
    'answers a second creation with one telephone with the first cardholder',
    onTheWire(() => {
      const known = new Map<unknown, Response>();
      return async (asked, send) => {
        const { phoneNumber } = asked.body;
        if (asked.operation !== 'createCardholder') return send();
        const first = known.get(phoneNumber);
        if (first !== undefined) return first.clone();
        const response = await send();
        if (response.ok) known.set(phoneNumber, response.clone());
        return response;
      };
    }),
  ),

  fault(
    'v2.text.comes-back-as-sent',
    'typographic',
    'shows straight apostrophes as typographic ones',
    inAnswer(['createCardholder', 'getCardholder'], (answer) => {
      answer['lastName'] = String(answer['lastName']).replaceAll("'", '’');
    }),
  ),
  fault(
    'v2.text.comes-back-as-sent',
    'escaped-later',
    'shows the ampersands of an address as entities when it is read',
    inAnswer('getCardholder', (answer) => {
      const address = answer['billingAddress'] as Members;
      if ('line1' in address) address['line1'] = String(address['line1']).replaceAll('&', '&amp;');
    }),
  ),

  ...(['createCardholder', 'createTopUp', 'getCard', 'patchCard'] as const).map((operation) =>
    fault(
      'v2.together.each-for-itself',
      `one-answer-${operation}`,
      `answers every ${operation} with what one under way is answered`,
      answersTogether(operation),
    ),
  ),
  fault(
    'v2.together.strangers-stay-out',
    'let-in-beside',
    'lets anybody in while a request with the key is under way',
    lendsCredentials('x-api-key', 'none'),
  ),

  fault(
    'v2.values.change-as-sent',
    'by-place',
    'matches limits by their place when as many are sent as there are',
    withRules({
      limitsAfter: (before, sent) =>
        sent.length === before.length
          ? before.map((limit, place) => ({ ...limit, amount: sent[place]?.amount ?? 0 }))
          : limitsAfter(before, sent),
    }),
  ),
  fault(
    'v2.values.change-as-sent',
    'month-raised',
    'raises the month limit to a day limit that is above it',
    withRules({
      limitsAfter: (before, sent) => {
        const after = limitsAfter(before, sent);
        const day = after.find(({ interval }) => interval === 'daily')?.amount ?? 0;
        return after.map((limit) => ({ ...limit, amount: Math.max(limit.amount, day) }));
      },
    }),
  ),
  fault(
    'v2.values.change-as-sent',
    'blocked-twice',
    'refuses to block a card that was blocked before',
    onTheWire(() => {
      const blocked = new Set<string>();
      return async (asked, send) => {
        const { pathname } = asked.url;
        const isBlock = asked.operation === 'patchCard' && asked.body['status'] === 'blocked';
        if (isBlock && blocked.has(pathname)) return send({ body: '{}' });
        if (isBlock) blocked.add(pathname);
        return send();
      };
    }),
  ),

  fault(
    'v2.range.amounts-alike',
    'rounded-nines',
    'takes an amount that ends in 99 for the next hundred',
    withRules({
      readAmount: (sent) => {
        const amount = readAmount(sent);
        return amount !== undefined && amount % 100 === 99 ? amount + 1 : amount;
      },
    }),
  ),
  fault(
    'v2.range.required-in-every-country',
    'no-code-in-ireland',
    'takes a cardholder without postal code from Ireland, Hong Kong and Panama',
    inRequest('createCardholder', (body) => {
      const address = body['billingAddress'] as Members | undefined;
      const isSpared = ['IE', 'HK', 'PA'].includes(String(address?.['country']));
      return isSpared ? { ...body, billingAddress: { postalCode: '0', ...address } } : body;
    }),
  ),
  fault(
    'v2.range.nothing-but-the-one',
    'part-of-the-currency',
    'takes a part of EUR for EUR',
    withRules({ isSupportedCurrency: (text) => text !== '' && 'EUR'.includes(text) }),
  ),
  fault(
    'v2.range.nothing-but-the-one',
    'begins-like-the-product',
    'takes every name that begins with the one of the product',
    withRules({ isSupportedProduct: (sent, supported) => sent.startsWith(supported) }),
  ),
  fault(
    'v2.range.nothing-but-the-one',
    'letters-of-the-product',
    'compares the letters of product names only',
    withRules({
      isSupportedProduct: (sent, supported) => lettersOf(sent) === lettersOf(supported),
    }),
  ),
  fault(
    'v2.put-right.succeeds-after-a-refusal',
    'cardholder-remembered',
    'refuses a card for a cardholder for whom one was refused',
    refusesAfterRefusal('createCard', ({ body }) => body['cardholder']),
  ),
];

/** Changes what is read of cardholders, by the ids of all who were created with the same of a member. */
function inReadCardholders(
  change: (shown: Members, alike: readonly unknown[]) => void,
  path: string,
): Tampering {
  return onTheWire(() => {
    const idsOf = new Map<unknown, unknown[]>();
    return async (asked, send) => {
      const response = await send();
      const isCreation = asked.operation === 'createCardholder';
      if (!response.ok || (!isCreation && asked.operation !== 'getCardholder')) return response;
      const shown = (await response.json()) as Members;
      const common = memberAt(shown, path);
      if (common !== undefined) {
        const ids = idsOf.get(common) ?? [];
        idsOf.set(common, isCreation ? [...ids, shown['id']] : ids);
        if (!isCreation) change(shown, ids);
      }
      return withBody(response, JSON.stringify(shown));
    };
  });
}

/** Has a source pay no second time what it was to pay to a card that takes nothing. */
function keepsBack(operation: Operation): Tampering {
  return onTheWire(() => {
    const kept = new Map<unknown, number>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const number = memberAt(asked.body, 'sourceCard.cardNumber');
      const amount = Number(asked.body['amount']);
      const isKept = amount + (kept.get(number) ?? 0) > 50_00;
      if (isKept && kept.has(number)) {
        return send({ body: JSON.stringify({ ...asked.body, amount: 900_000_000_00 }) });
      }
      const response = await send();
      const shown = (await response.clone().json()) as Members;
      const isOfTheCard = shown['status'] === 'declined' && amount < 50_00;
      if (isOfTheCard) kept.set(number, (kept.get(number) ?? 0) + amount);
      return response;
    };
  });
}

function lettersOf(text: string): string {
  return text.replaceAll(/\P{L}/gu, '');
}

/** Refuses what is right for whom something else was refused. */
function refusesAfterRefusal(
  operation: Operation,
  keyOf: (asked: TamperedRequest) => unknown,
): Tampering {
  return afterDenial(operation, keyOf, isTaken, (send) => send({ body: '{}' }));
}

async function isTaken({ ok }: Response): Promise<boolean> {
  return ok;
}
