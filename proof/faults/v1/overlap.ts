import { documentRules } from '../../../sandbox/rules/index.ts';
import { coalescing, gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  changeAt,
  isObject,
  memberAt,
  onTheWire,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { denial, objectsWith } from './tampering.ts';
import { whenOverlapping } from './laws.ts';

// Document 1, parts 4 and 7: what goes wrong for requests that are under way together, and what is
// decided in one way today and in another tomorrow.

const { v1IsCurrency, v1Objection } = documentRules;

const settings = new Set(['setAllowedMccList', 'setAllowedBeneficiaries', 'changeAccountLimit']);

export const v1OverlapFaults: readonly Fault[] = [
  fault(
    'v1.overlap.settings',
    'record-written-back',
    'writes back the beneficiaries of an account as they were when a request for its categories began',
    onTheWire(() => {
      const known = new Map<unknown, string>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        if (asked.operation === 'setAllowedBeneficiaries') {
          await gap(60);
          const response = await send();
          if (response.ok) known.set(accountNumber, asked.text);
          return response;
        }
        if (asked.operation !== 'setAllowedMccList') return send();
        const before = known.get(accountNumber);
        await gap(200);
        const response = await send();
        const after = known.get(accountNumber);
        if (before !== undefined && before !== after) {
          await send({ path: '/v1/apigate/ws/rest/setAllowedBeneficiaries', body: before });
          known.set(accountNumber, before);
        }
        return response;
      };
    }),
  ),
  fault(
    'v1.overlap.settings',
    'lost-update',
    'confirms what is set for an account while something else of it is being set, and loses it',
    onTheWire(() => {
      const underWay = new Map<unknown, unknown>();
      return async (asked, send) => {
        const subject = asked.body['accountNumber'];
        if (subject === undefined || !settings.has(asked.operation ?? '')) return send();
        const other = underWay.get(subject);
        if (other !== undefined && other !== asked.operation) {
          const headers = { 'Content-Type': 'application/json' };
          return new Response('{"responseCode":"00"}', { status: 200, headers });
        }
        underWay.set(subject, asked.operation);
        await gap();
        const response = await send();
        underWay.delete(subject);
        return response;
      };
    }),
  ),
  fault(
    'v1.overlap.settings',
    'first-limits-lost',
    'confirms the first limits of an account, and loses all but one of those that are set at once',
    onTheWire(() => {
      const known = new Set<string>();
      const underWay = new Set<unknown>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        if (asked.operation !== 'changeAccountLimit') return send();
        const name = `${String(accountNumber)} ${String(memberAt(asked.body, 'limit.name'))}`;
        if (known.has(name)) return send();
        if (underWay.has(accountNumber)) return Response.json({ responseCode: '00' });
        underWay.add(accountNumber);
        await gap();
        known.add(name);
        underWay.delete(accountNumber);
        return send();
      };
    }),
  ),
  fault(
    'v1.overlap.different-things',
    'rules-lost',
    'confirms restrictions of a card and forgets them while others of it are being set',
    onTheWire(() => {
      const underWay = new Set<unknown>();
      return async (asked, send) => {
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.operation !== 'setGeoRestrictions') return send();
        if (underWay.has(card)) return Response.json({ responseCode: '00' });
        underWay.add(card);
        await gap();
        const response = await send();
        underWay.delete(card);
        return response;
      };
    }),
  ),
  fault(
    'v1.overlap.different-things',
    'block-lost',
    'unlocks a card that is blocked while a debit of it is under way',
    onTheWire(() => {
      const blocks = new Map<unknown, number>();
      return async (asked, send) => {
        const { cardIdentification } = asked.body;
        const card = JSON.stringify(cardIdentification);
        const blocked = blocks.get(card);
        const response = await send();
        if (asked.operation === 'blockCard') blocks.set(card, (blocked ?? 0) + 1);
        if (asked.operation !== 'debitCard') return response;
        await gap(100);
        if (blocks.get(card) !== blocked) {
          const path = '/v1/apigate/ws/rest/validateCard';
          await send({ path, body: JSON.stringify({ cardIdentification }) });
        }
        return response;
      };
    }),
  ),
  fault(
    'v1.overlap.different-things',
    'arrest-lost',
    'releases what is arrested of an account while its status is changed',
    onTheWire(() => {
      const arrests = new Map<unknown, number>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        const arrested = arrests.get(accountNumber) ?? 0;
        const response = await send();
        if (asked.operation === 'changeAccountArrestAmount') {
          arrests.set(accountNumber, arrested + 1);
        }
        if (asked.operation !== 'changeAccountStatus') return response;
        await gap(100);
        if ((arrests.get(accountNumber) ?? 0) === arrested) return response;
        const body = JSON.stringify({ accountNumber, amount: 0, currency: 978 });
        await send({ path: '/v1/apigate/ws/rest/changeAccountArrestAmount', body });
        return response;
      };
    }),
  ),
  fault(
    'v1.overlap.registrations',
    'looked-up-before',
    'registers two customers with one number when their requests overlap',
    onTheWire(() => {
      const underWay = new Set<unknown>();
      return async (asked, send) => {
        const { parameters } = asked.body;
        if (asked.operation !== 'registerCustomer' || !Array.isArray(parameters)) return send();
        const named = parameters.filter(isObject).find(({ name }) => name === 'customer_number');
        const number = named?.['value'];
        const isTwice = underWay.has(number);
        underWay.add(number);
        await gap();
        if (named !== undefined && isTwice) named['value'] = `${String(number)}-2`;
        const response = await send({ body: JSON.stringify(asked.body) });
        underWay.delete(number);
        const answer: unknown = await response.json();
        if (isTwice && response.ok) setMember(answer, 'customerNumber', number);
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.overlap.movements',
    'debit-lost',
    'credits and does not debit when movements overlap',
    whenOverlapping((entries) => entries.filter(({ amount }) => amount > 0)),
  ),
  fault(
    'v1.overlap.debits-never-overdraw',
    'stale-balance',
    'decides on a balance that is out of date by the time the money moves',
    whenOverlapping((entries) => entries),
  ),
  fault(
    'v1.overlap.debits-never-overdraw',
    'one-card-at-a-time',
    'carries out one debit or transfer of a card at a time, and of two cards of an account two',
    {
      ...withRules({
        v1Settle: async (decide, move) => {
          const decision = decide();
          await gap();
          move(decision);
          return decision;
        },
      }),
      ...onTheWire(() => {
        const turns = new Map<unknown, Promise<Response>>();
        return (asked, send) => {
          const card =
            memberAt(asked.body, 'sourceCardIdentification.cardNumber') ??
            memberAt(asked.body, 'cardIdentification.cardNumber');
          if (card === undefined) return send();
          const turn = (turns.get(card) ?? Promise.resolve()).then(() => send());
          turns.set(card, turn);
          return turn;
        };
      }),
    },
  ),
  fault(
    'v1.overlap.debits-never-overdraw',
    'hold-entered-later',
    'finds nothing reserved by a pre-authorised debit while it is under way',
    withHoldsEnteredLater(),
  ),
  fault(
    'v1.overlap.same-request-counts-each-time',
    'list-put-back',
    'lists of the cards of an account that are issued at once the last one only',
    onTheWire(() => {
      const underWay = new Map<unknown, unknown>();
      const lost = new Set<unknown>();
      return async (asked, send) => {
        const { accountNumber } = asked.body;
        if (asked.operation === 'createVirtualCard') {
          const turn = {};
          underWay.set(accountNumber, turn);
          await gap();
          const response = await send();
          const issued: unknown = await response.clone().json();
          const number = memberAt(issued, 'virtualCardIdentification.cardNumber');
          if (underWay.get(accountNumber) !== turn) lost.add(number);
          return response;
        }
        const response = await send();
        if (asked.operation !== 'getAccountData' || !response.ok) return response;
        const answer: unknown = await response.json();
        changeAt(answer, 'accountData.cards', (cards) =>
          Array.isArray(cards)
            ? cards.filter((card) => !lost.has(memberAt(card, 'cardNumber')))
            : cards,
        );
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.overlap.same-request-counts-each-time',
    'taken-for-one',
    'answers movements that are alike and under way together, and books one of them',
    onTheWire(() => {
      const once = coalescing();
      return ({ operation = '', text }, send) =>
        once(/^(?:credit|debit|p2p)/.test(operation) ? operation + text : undefined, send);
    }),
  ),
  fault(
    'v1.overlap.same-request-counts-each-time',
    'listed-as-one',
    'books credits that are alike and under way together, and lists one of them',
    onTheWire(() => {
      const underWay = new Set<string>();
      const unlisted = new Map<string, unknown[]>();
      return async (asked, send) => {
        const number = String(memberAt(asked.body, 'cardIdentification.cardNumber'));
        if (asked.operation === 'creditCard') {
          const { text } = asked;
          const isAlike = underWay.has(text);
          underWay.add(text);
          await gap();
          const response = await send();
          underWay.delete(text);
          if (isAlike && response.ok)
            unlisted.set(number, [...(unlisted.get(number) ?? []), asked.body['amount']]);
          return response;
        }
        const response = await send();
        if (asked.operation !== 'getTransactions' || !response.ok) return response;
        const answer: unknown = await response.json();
        for (const amount of unlisted.get(number) ?? []) {
          const lists = objectsWith(answer).flatMap((one) =>
            Object.values(one).filter(Array.isArray),
          );
          const list = lists.find((items) =>
            items.some((one) => memberAt(one, 'amount') === amount),
          );
          list?.splice(
            list.findIndex((one) => memberAt(one, 'amount') === amount),
            1,
          );
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.overlap.same-request-counts-each-time',
    'one-card-for-two-orders',
    'answers with one card to all orders for an account that are under way together',
    onTheWire(() => {
      const once = coalescing();
      return ({ operation, body }, send) =>
        once(
          operation === 'createVirtualCard' ? JSON.stringify(body['accountNumber']) : undefined,
          send,
        );
    }),
  ),
  fault(
    'v1.overlap.each-is-carried-out',
    'deadlock',
    'denies a transfer while another one in the opposite direction is under way',
    onTheWire(() => {
      const underWay = new Set<string>();
      return async (asked, send) => {
        if (asked.operation !== 'p2pTransfer') return send();
        const [from, to] = ['source', 'destination'].map((end) =>
          String(memberAt(asked.body, `${end}CardIdentification.cardNumber`)),
        );
        if (underWay.has(`${to} to ${from}`)) return denial();
        underWay.add(`${from} to ${to}`);
        await gap();
        const response = await send();
        underWay.delete(`${from} to ${to}`);
        return response;
      };
    }),
  ),
  fault(
    'v1.consistency.same-answer-each-time',
    'currency-now-and-then',
    'takes another currency every third time',
    withRememberingRules(() => {
      let asked = 0;
      return {
        v1IsCurrency: (code) => {
          if (v1IsCurrency(code)) return true;
          asked += 1;
          return asked % 3 === 0;
        },
      };
    }),
  ),
  fault(
    'v1.consistency.same-answer-each-time',
    'overdraft-now-and-then',
    'allows every second debit of a cent more than there is',
    withRememberingRules(() => {
      let asked = 0;
      return {
        v1Objection: (facts) => {
          const isCentMore = facts.amount === facts.available + 1;
          if (!isCentMore || facts.operation !== 'debitCard') return v1Objection(facts);
          asked += 1;
          return asked % 2 === 0 ? undefined : v1Objection(facts);
        },
      };
    }),
  ),
  fault(
    'v1.consistency.same-answer-each-time',
    'blocked-credit-now-and-then',
    'credits a blocked card every third time',
    withRememberingRules(() => {
      let asked = 0;
      return {
        v1Objection: (facts) => {
          if (facts.objection !== 'card blocked' || facts.operation !== 'creditCard')
            return v1Objection(facts);
          asked += 1;
          return asked % 3 === 0 ? undefined : facts.objection;
        },
      };
    }),
  ),
];

/** Money that several pre-authorised debits of one card reserve, of which each was checked before another was entered. */
function withHoldsEnteredLater(): Tampering {
  return onTheWire(() => {
    const underWay = new Map<unknown, Promise<Response>>();
    return async (asked, send) => {
      const card = memberAt(asked.body, 'cardIdentification.cardNumber');
      if (asked.operation !== 'debitCard' || asked.body['preAuthorization'] !== true) return send();
      const first = underWay.get(card);
      if (first !== undefined) return (await first).clone();
      const answer = gap().then(() => send());
      underWay.set(card, answer);
      const response = (await answer).clone();
      underWay.delete(card);
      return response;
    };
  });
}
