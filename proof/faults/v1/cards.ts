import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  inAnswer,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { accepted, denial, denies, objectsWith, pathOf, pretends } from './tampering.ts';

// Document 1, parts 2.5, 3 and 4: card orders, states of a card, and account data.

const { v1AllowedValues, v1IsFutureMonth, v1MemberType, v1Objection } = documentRules;
const monthOfOrder = 'virtualCardIdentification.expDate';

export const v1CardFaults: readonly Fault[] = [
  fault(
    'v1.create-virtual-card.constant-amount',
    'more-than-zero',
    'requires an amount above zero',
    denies('createVirtualCard', ({ body }) => body['amount'] === 0),
  ),
  fault(
    'v1.create-virtual-card.constant-currency',
    'another',
    'issues no card in 978',
    denies('createVirtualCard', ({ body }) => body['currency'] === 978),
  ),
  fault(
    'v1.create-virtual-card.takes-ws',
    'unknown',
    'does not know the deliveryMethod WS',
    denies('createVirtualCard', ({ body }) => body['deliveryMethod'] === 'WS'),
  ),
  fault(
    'v1.create-virtual-card.number-has-the-bin',
    'another',
    'issues card numbers with another BIN',
    withRules({ v1CardNumber: (fresh) => `4${fresh.slice(1)}` }),
  ),
  fault(
    'v1.create-virtual-card.needs-the-bin-and-zeros',
    'beginning',
    'checks only the BIN of the number in an order',
    withRules({ v1IsProductNumber: (sent, bin) => sent.startsWith(bin) }),
  ),
  fault(
    'v1.create-virtual-card.needs-the-bin-and-zeros',
    'end',
    'checks only the zeros of the number in an order',
    withRules({ v1IsProductNumber: (sent) => sent.endsWith('0000000000') }),
  ),
  fault(
    'v1.create-virtual-card.future-expiry',
    'any-month',
    'issues cards that have expired',
    withRules({ v1IsFutureMonth: () => true }),
  ),
  fault(
    'v1.create-virtual-card.future-expiry',
    'lately',
    'issues cards that expired no more than two months ago',
    withRules({
      v1IsFutureMonth: (month, thisMonth) => monthsOf(month) >= monthsOf(thisMonth) - 2,
    }),
  ),
  fault(
    'v1.create-virtual-card.next-month',
    'too-soon',
    'requires a card to be valid for more than two months',
    withRules({
      v1IsFutureMonth: (month, thisMonth) => monthsOf(month) > monthsOf(thisMonth) + 2,
    }),
  ),
  fault(
    'v1.create-virtual-card.expiry-form',
    'any-text',
    'treats an unreadable expDate as a future one',
    withRules({
      v1MemberType: (operation, path) =>
        path === monthOfOrder ? 'text' : v1MemberType(operation, path),
      v1IsFutureMonth: (month, ...rest) =>
        !/^\d{4}(0[1-9]|1[0-2])$/.test(month) || v1IsFutureMonth(month, ...rest),
    }),
  ),
  ...(
    [
      ['no-credit', 'creditCard'],
      ['no-debit', 'debitCard'],
    ] as const
  ).map(([slug, operation]) =>
    fault(
      'v1.create-virtual-card.this-month-is-usable',
      slug,
      `denies ${operation} for a card that expires within a year`,
      onTheWire(() => {
        const expiring = new Set<unknown>();
        return async (asked, send) => {
          const number = memberAt(asked.body, 'cardIdentification.cardNumber');
          if (asked.operation === operation && expiring.has(number)) return denial();
          const response = await send();
          if (asked.operation !== 'createVirtualCard' || !response.ok) return response;
          const answer: unknown = await response.clone().json();
          const month = String(memberAt(asked.body, monthOfOrder));
          if (month < `${new Date().getUTCFullYear() + 1}12`) {
            expiring.add(memberAt(answer, 'virtualCardIdentification.cardNumber'));
          }
          return response;
        };
      }),
    ),
  ),
  fault(
    'v1.create-virtual-card.unknown-account',
    'of-nobody',
    'issues cards for accounts that do not exist',
    withRules({ v1MayIssue: () => true }),
  ),
  fault(
    'v1.create-virtual-card.second-card-same-account',
    'on-another',
    'issues a second card on the account of another customer',
    onTheWire(() => {
      const withCard = new Set<unknown>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        if (asked.operation !== 'createVirtualCard') return send();
        const [other] = [...withCard].filter((one) => one !== accountNumber);
        if (withCard.has(accountNumber) && other !== undefined) {
          return send({ body: JSON.stringify({ ...asked.body, accountNumber: other }) });
        }
        const response = await send();
        if (response.ok) withCard.add(accountNumber);
        return response;
      };
    }),
  ),
  fault(
    'v1.create-virtual-card.refusal-issues-nothing',
    'half-way',
    'issues a card before it notices that the currency is missing',
    onTheWire(() => async (asked, send) => {
      if (asked.operation !== 'createVirtualCard' || 'currency' in asked.body) return send();
      await send({ body: JSON.stringify({ ...asked.body, currency: 978 }) });
      return denial();
    }),
  ),
  fault(
    'v1.create-virtual-card.ws-shows-the-number',
    'masked',
    'masks the number with WS as well',
    withRules({ v1ShownVirtualCard: (_delivery, _whole, half) => half }),
  ),
  fault(
    'v1.create-virtual-card.half-and-half-masks',
    'whole',
    'shows the whole number with HALF_AND_HALF',
    withRules({
      v1ShownVirtualCard: (delivery, whole, half) =>
        delivery === 'WS' ? whole : { ...half, cardNumber: whole['cardNumber'] },
    }),
  ),
  fault(
    'v1.create-virtual-card.half-and-half-hides-cvv2',
    'shown',
    'shows cvv2 with HALF_AND_HALF',
    withRules({
      v1ShownVirtualCard: (delivery, whole, half) =>
        delivery === 'WS' ? whole : { ...half, cvv2: whole['cvv2'] },
    }),
  ),
  ...(
    [
      'v1.create-virtual-card.half-and-half-masks',
      'v1.create-virtual-card.half-and-half-hides-cvv2',
    ] as const
  ).map((breaks) =>
    fault(
      breaks,
      'first-card-only',
      'takes HALF_AND_HALF for WS for the second card of an account',
      onTheWire(() => {
        const known = new Set<unknown>();
        return async ({ operation, body }, send) => {
          if (operation !== 'createVirtualCard') return send();
          const { accountNumber, deliveryMethod } = body;
          const isSecond = known.has(accountNumber) && deliveryMethod === 'HALF_AND_HALF';
          known.add(accountNumber);
          return isSecond
            ? send({ body: JSON.stringify({ ...body, deliveryMethod: 'WS' }) })
            : send();
        };
      }),
    ),
  ),
  fault(
    'v1.create-virtual-card.other-delivery-method',
    'any',
    'takes any deliveryMethod',
    withRules({
      v1AllowedValues: (operation, path) =>
        operation === 'createVirtualCard' && path === 'deliveryMethod'
          ? undefined
          : v1AllowedValues(operation, path),
    }),
  ),

  fault(
    'v1.card-state.issued-active',
    'blocked',
    'issues cards blocked',
    withRules({ v1StatusOfNewCard: () => 'blocked' }),
  ),
  fault(
    'v1.card-state.block-shows',
    'without-effect',
    'confirms a block but leaves the card in use',
    withRules({ v1StatusAfterBlock: (from) => from }),
  ),
  fault(
    'v1.card-state.issued-active',
    'by-ws-only',
    'issues a card blocked that is not ordered with the deliveryMethod WS',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      const isByWs = asked.body['deliveryMethod'] === 'WS';
      if (asked.operation !== 'createVirtualCard' || isByWs || !response.ok) return response;
      const cardId = memberAt(await response.clone().json(), 'virtualCardIdentification.cardId');
      const body = JSON.stringify({ cardIdentification: { cardId }, hotCardStatus: 20 });
      await send({ path: pathOf('blockCard'), body });
      return response;
    }),
  ),
  fault(
    'v1.card-state.block-shows',
    'with-a-status-only',
    'confirms a block that names no hotCardStatus, and leaves the card in use',
    pretends('blockCard', ({ body }) => body['hotCardStatus'] === undefined),
  ),
  fault(
    'v1.card-state.concerns-one-card',
    'transfers-of-its-account',
    'denies transfers from other cards of an account while one of them is blocked',
    onTheWire(() => {
      const accounts = new Map<unknown, unknown>();
      const blocked = new Set<unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        const number = memberAt(body, 'cardIdentification.cardNumber');
        const payer = memberAt(body, 'sourceCardIdentification.cardNumber');
        const ofPayer = accounts.get(payer);
        const isStopped = [...blocked].some((one) => accounts.get(one) === ofPayer);
        if (operation === 'p2pTransfer' && ofPayer !== undefined && isStopped) return denial();
        const response = await send();
        if (operation === 'blockCard' && response.ok) blocked.add(number);
        if (operation === 'validateCard') blocked.delete(number);
        if (operation === 'createVirtualCard' && response.ok) {
          const issued: unknown = await response.clone().json();
          accounts.set(
            memberAt(issued, 'virtualCardIdentification.cardNumber'),
            body['accountNumber'],
          );
        }
        return response;
      };
    }),
  ),
  fault(
    'v1.blocked-card.moves-what-it-says',
    'says-so-only',
    'answers transfers to blocked cards as carried out, and does not carry them out',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      return async ({ body, operation }, send) => {
        const response = await send();
        if (operation === 'blockCard') blocked.add(memberAt(body, 'cardIdentification.cardNumber'));
        const to = memberAt(body, 'destinationCardIdentification.cardNumber');
        return operation === 'p2pTransfer' && blocked.has(to) ? accepted() : response;
      };
    }),
  ),
  ...(
    [
      ['v1.blocked-card.debit-card', 'debitCard'],
      ['v1.blocked-card.p2p-transfer', 'p2pTransfer'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'pays',
      `carries out ${operation} from a blocked card`,
      withRules({
        v1Objection: ({ objection, ...facts }) => {
          const isOverlooked = objection === 'card blocked' && facts.operation === operation;
          return v1Objection({ ...facts, objection: isOverlooked ? undefined : objection });
        },
      }),
    ),
  ),
  fault(
    'v1.card-state.validate-undoes-block',
    'without-effect',
    'confirms validateCard but leaves the card blocked',
    withRules({ v1StatusAfterValidate: (from) => from }),
  ),
  fault(
    'v1.card-state.validate-undoes-block',
    'without-pin-and-cvc2',
    'gives an unlocked card neither PIN nor CVC2',
    onceValidated(['generatePin', 'changePin', 'generateCVC2'], denial),
  ),
  fault(
    'v1.card-state.block-after-validate',
    'refused',
    'refuses to block an unlocked card',
    onceValidated(['blockCard'], denial),
  ),
  fault(
    'v1.card-state.block-after-validate',
    'without-effect',
    'confirms a block of an unlocked card but leaves it in use',
    onceValidated(['blockCard'], () => Response.json({ responseCode: '00' })),
  ),
  fault(
    'v1.card-state.through-any-run',
    'every-third',
    'forgets every third unlocking',
    withRememberingRules(() => {
      let count = 0;
      return {
        v1StatusAfterValidate: (from) => {
          count += 1;
          return count % 3 === 0 ? from : 'active';
        },
      };
    }),
  ),
  fault(
    'v1.card-state.through-any-run',
    'toggled',
    'unlocks a blocked card that is blocked again',
    withRules({ v1StatusAfterBlock: (from) => (from === 'blocked' ? 'active' : 'blocked') }),
  ),
  fault(
    'v1.card-state.concerns-one-card',
    'all',
    'blocks every card that it has issued',
    onTheWire(() => {
      const numbers = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation === 'createVirtualCard') {
          const issued: unknown = await response.clone().json();
          numbers.add(memberAt(issued, 'virtualCardIdentification.cardNumber'));
        }
        if (asked.operation === 'blockCard' && response.ok) {
          for (const cardNumber of numbers) {
            await send({
              body: JSON.stringify({ ...asked.body, cardIdentification: { cardNumber } }),
            });
          }
        }
        return response;
      };
    }),
  ),

  fault(
    'v1.get-account-data.keeps-number',
    'padded',
    'shows the account number with a leading zero',
    inAccount((account) => {
      account['number'] = `0${String(account['number'])}`;
    }),
  ),
  fault(
    'v1.get-account-data.currency-is-978',
    'dollars',
    'shows the currency 840',
    inAccount((account) => {
      account['currency'] = 840;
    }),
  ),
  fault(
    'v1.get-account-data.lists-the-card',
    'none',
    'lists no cards',
    inAccount((account) => {
      account['cards'] = [];
    }),
  ),
  fault(
    'v1.get-account-data.lists-no-other-card',
    'all-shown-before',
    'also lists the cards of previously read accounts',
    rememberingInAnswer('getAccountData', () => {
      const known: unknown[] = [];
      return ({ accountData }) => {
        const cards = memberAt(accountData, 'cards');
        if (!Array.isArray(cards)) return;
        const before = [...known];
        known.push(...cards);
        cards.push(...before);
      };
    }),
  ),
  fault(
    'v1.get-account-data.customer-is-the-holder',
    'of-the-account',
    'shows the number of the account as customerId',
    inAccount((account) => {
      account['customerId'] = account['number'];
    }),
  ),
  fault(
    'v1.get-account-data.full-number-is-returned',
    'left-out',
    'leaves out the number that was asked for',
    inAccount((account) => {
      for (const card of objectsWith(account['cards'], 'cardNumber')) delete card['cardNumber'];
    }),
  ),
  fault(
    'v1.get-account-data.full-number-on-demand',
    'masked',
    'masks the number that was asked for',
    inAccount((account) => {
      for (const card of objectsWith(account['cards'], 'cardNumber', 'cardNumberMask')) {
        card['cardNumber'] = card['cardNumberMask'];
      }
    }),
  ),
  fault(
    'v1.get-account-data.full-number-on-demand',
    'left-out-when-blocked',
    'lists a blocked card without the number that was asked for',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        const number = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'blockCard') blocked.add(number);
        if (operation === 'validateCard') blocked.delete(number);
        if (operation !== 'getAccountData') return response;
        const answer: unknown = await response.clone().json();
        for (const card of objectsWith(answer, 'cardNumber')) {
          if (blocked.has(card['cardNumber'])) delete card['cardNumber'];
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.get-account-data.full-number-on-demand',
    'masked-when-blocked',
    'masks the number that was asked for once its card has been blocked',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'blockCard') blocked.add(memberAt(body, 'cardIdentification.cardNumber'));
        if (operation !== 'getAccountData') return response;
        const answer: unknown = await response.clone().json();
        for (const card of objectsWith(answer, 'cardNumber', 'cardNumberMask')) {
          if (blocked.has(card['cardNumber'])) card['cardNumber'] = card['cardNumberMask'];
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
];

/** Answers some operations by itself for cards that were unlocked. */
function onceValidated(operations: readonly V1Operation[], answer: () => Response): Tampering {
  const concerned: readonly unknown[] = operations;
  return onTheWire(() => {
    const unlocked = new Set<unknown>();
    return async (asked, send) => {
      const number = memberAt(asked.body, 'cardIdentification.cardNumber');
      if (concerned.includes(asked.operation) && unlocked.has(number)) return answer();
      const response = await send();
      if (asked.operation === 'validateCard' && response.ok) unlocked.add(number);
      return response;
    };
  });
}

/** How many months a month, YYYYMM, is after the first. */
function monthsOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(4));
}

function inAccount(change: (account: Members) => void) {
  return inAnswer('getAccountData', ({ accountData }) => {
    if (isObject(accountData)) change(accountData);
  });
}
