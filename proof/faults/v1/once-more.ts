import { documentRules } from '../../../sandbox/rules/index.ts';
import type { GeoRule } from '../../../sandbox/rules/v1-services.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  memberAt,
  type Members,
  onTheWire,
  rememberingInAnswer,
  setMember,
  type TamperedRequest,
  throughEuros,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { denial, isCarriedOut, objectsWith, pathOf, pretends } from './tampering.ts';

// Document 1: what goes wrong the second time, by the other path, for the other of two, or for a text, a month or
// an amount that few send.

const { geoRulesAfter, v1WindowStart } = documentRules;

export const v1OnceMoreFaults: readonly Fault[] = [
  fault(
    'v1.text.comes-back-as-sent',
    'dates-of-the-last-rule',
    'shows all restrictions of a card with the dates of the last one',
    inAnswer('getGeoRestrictions', (answer) => {
      const rules = objectsWith(answer, 'transactionGroupId', 'startDate');
      const { startDate, endDate } = rules.at(-1) ?? {};
      for (const rule of rules) Object.assign(rule, { startDate, endDate });
    }),
  ),
  fault(
    'v1.limits.hold-concurrently',
    'none-while-it-is-changed',
    'holds transfers to no limit while one is changed',
    onTheWire(() => {
      const underWay = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation === 'changeCardLimit') {
          underWay.add(cardIn(asked, 'cardIdentification'));
          const response = await send();
          await gap();
          underWay.delete(cardIn(asked, 'cardIdentification'));
          return response;
        }
        if (asked.operation !== 'p2pTransfer' || !underWay.has(cardIn(asked, source)))
          return send();
        return new Response(JSON.stringify({ responseCode: '00' }), {
          headers: { 'Content-Type': 'application/json' },
        });
      };
    }),
  ),
  fault(
    'v1.overlap.settings',
    'arrests-added',
    'adds the amounts of two arrests that come for an account at the same time',
    onTheWire(() => {
      const arrested = new Map<unknown, number>();
      return async ({ operation, body }, send) => {
        if (operation !== 'changeAccountArrestAmount') return send();
        const { accountNumber } = body;
        const change = Number(body['amount']) - (arrested.get(accountNumber) ?? 0);
        await gap();
        const amount = (arrested.get(accountNumber) ?? 0) + change;
        arrested.set(accountNumber, amount);
        return send({ body: JSON.stringify({ ...body, amount }) });
      };
    }),
  ),
  ...(['setAllowedMccList', 'setAllowedBeneficiaries'] as const).map((operation) =>
    fault(
      'v1.naming.reaches-the-same-thing',
      `bare-${operation.toLowerCase()}`,
      `sets nothing by ${operation} where the account is named by a bare number`,
      pretends(operation, ({ body }) => typeof body['accountNumber'] === 'number'),
    ),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'balance-by-id-kept',
    'shows the balance that was asked for by cardId first whenever it is asked for by cardId',
    onTheWire(() => {
      const kept = new Map<unknown, string>();
      return async ({ operation, body }, send) => {
        const response = await send();
        const identification = memberAt(body, 'cardIdentification') ?? {};
        const cardId = memberAt(identification, 'cardId');
        if (operation !== 'getCardBalance' || cardId === undefined) return response;
        kept.set(cardId, kept.get(cardId) ?? (await response.clone().text()));
        return withBody(response, kept.get(cardId) ?? '');
      };
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'month-for-minutes',
    'writes the number of the month for the minutes of localTransactionDate',
    inAnswer(['creditCard', 'debitCard', 'p2pTransfer'], (answer) => {
      for (const result of objectsWith(answer, 'localTransactionDate'))
        result['localTransactionDate'] = String(result['localTransactionDate']).replace(
          /^(\d{4}-(\d\d)-\d\dT\d\d:)\d\d/,
          '$1$2',
        );
    }),
  ),
  fault(
    'v1.frame.there-and-back',
    'limits-of-before-the-block',
    'forgets with an unlock what limit was set while the card was blocked',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      const waiting = new Map<unknown, string>();
      return async (asked, send) => {
        const card = cardIn(asked, 'cardIdentification');
        if (asked.operation === 'blockCard') blocked.add(card);
        if (asked.operation === 'changeCardLimit' && !blocked.has(card))
          waiting.set(card, asked.text);
        const response = await send();
        const limit = waiting.get(card);
        if (asked.operation === 'validateCard' && blocked.delete(card) && limit !== undefined)
          await send({ path: pathOf('changeCardLimit'), body: limit });
        return response;
      };
    }),
  ),
  fault(
    'v1.get-atm-status-ext.unknown-terminal',
    'by-its-beginning',
    'shows a terminal by what its id begins with',
    onTheWire(() => {
      const known = new Set<string>();
      return async ({ operation, body }, send) => {
        const terminalId = body['terminalId'];
        if (operation !== 'getAtmStatusExt' || typeof terminalId !== 'string') return send();
        const longer = [...known].find((id) => id.startsWith(terminalId));
        known.add(terminalId);
        return longer === undefined
          ? send()
          : send({ body: JSON.stringify({ terminalId: longer }) });
      };
    }),
  ),
  fault(
    'v1.text.comes-back-as-sent',
    'percent-decoded',
    'decodes percent escapes in a customer_number',
    withRules({
      v1CustomerNumber: (requested) =>
        requested.replaceAll(/%[0-9A-Fa-f]{2}/g, (code) =>
          String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
        ),
    }),
  ),
  fault(
    'v1.is-customer-exist.tells-nobody',
    'words-of-programs',
    'knows customers under the names that every object has',
    inAnswer('isCustomerExist', (answer, { body }) => {
      if (String(body['customerNumber']) in {}) answer['result'] = true;
    }),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'undefined-name',
    'makes a customerName of a firstName that was never sent',
    rememberingInAnswer(['registerCustomer', 'getCustomerInfo'], () => {
      const nameless = new Set<unknown>();
      return (answer, { operation, body }) => {
        if (operation === 'getCustomerInfo') {
          if (!nameless.has(answer['customerNumber'])) return;
          answer['customerName'] = `undefined ${String(answer['customerName'])}`;
        } else if (!objectsWith(body, 'name').some(({ name }) => name === 'firstName')) {
          nameless.add(answer['customerNumber']);
        }
      };
    }),
  ),
  fault(
    'v1.register-customer.customer-number-is-unique',
    'given-back',
    'registers a second customer under a number once that was refused for something else',
    givesNumbersBack(),
  ),
  fault(
    'v1.register-customer.past-start-date',
    'year-alone',
    'takes every day of the present year for a past one',
    withRules({
      v1IsStartDate: (text, today) => text.slice(0, 4) <= today.slice(0, 4),
    }),
  ),
  fault(
    'v1.one-request.binds-no-other',
    'encrypted-and-in-the-clear',
    'shows a PIN in the clear as well when one is encrypted for a card for the second time',
    rememberingInAnswer('generatePin', () => {
      const encrypted = new Set<unknown>();
      return (answer, { body }) => {
        if (body['pinDeliveryMethod'] !== 'WS_ENCRYPTED') return;
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (encrypted.has(card)) answer['pinValue'] = '4821';
        encrypted.add(card);
      };
    }),
  ),
  fault(
    'v1.get-allowed-beneficiaries.accounts-are-texts',
    'as-sent',
    'returns beneficiaries in the JSON type in which they came',
    rememberingInAnswer(['setAllowedBeneficiaries', 'getAllowedBeneficiaries'], () => {
      const bare = new Set<string>();
      return (answer, { operation, body }) => {
        const items = (operation === 'getAllowedBeneficiaries' ? answer : body)['beneficiaries'];
        if (!Array.isArray(items)) return;
        if (operation === 'getAllowedBeneficiaries') {
          answer['beneficiaries'] = items.map((one) => (bare.has(String(one)) ? Number(one) : one));
        } else {
          for (const one of items) if (typeof one === 'number') bare.add(String(one));
        }
      };
    }),
  ),
  fault(
    'v1.response.identifiers-are-texts',
    'account-as-sent',
    'returns the accountNumber of a customer as the bare number that it was asked for by',
    inAnswer('getCustomerInfo', (answer, { body }) => {
      if (typeof body['accountNumber'] !== 'number') return;
      for (const one of objectsWith(answer, 'accountNumber')) {
        one['accountNumber'] = body['accountNumber'];
      }
    }),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'listed-again',
    'lists the transactions of an order once more each time',
    rememberingInAnswer('getOrderDetails', () => {
      const all: unknown[] = [];
      return (answer) => {
        for (const path of ['transactionList', 'transactionList.transaction']) {
          const list = memberAt(answer, path);
          if (!Array.isArray(list)) continue;
          all.push(...(list as unknown[]));
          setMember(answer, path, [...all]);
        }
      };
    }),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'summed-up-again',
    'adds the notes of a terminal to what it has counted before',
    rememberingInAnswer('getAtmStatusExt', () => {
      const totals = new Map<unknown, number>();
      return (answer) => {
        for (const currency of objectsWith(answer, 'denominationCounters')) {
          const total = (totals.get(currency['code']) ?? 0) + Number(currency['amount']);
          totals.set(currency['code'], total);
          currency['amount'] = total;
        }
      };
    }),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'opened-with-its-first-card',
    'forgets the codes of an account when its first card is issued',
    onTheWire(() => {
      const opened = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'createVirtualCard' || !response.ok) return response;
        const { accountNumber } = asked.body;
        if (!opened.has(accountNumber)) {
          const body = JSON.stringify({ accountNumber, mccList: [] });
          await send({ path: pathOf('setAllowedMccList'), body });
        }
        opened.add(accountNumber);
        return response;
      };
    }),
  ),
  fault(
    'v1.agreement.each-shows-its-own',
    'tokens-of-the-first',
    'lists for every card the tokens of the first that was asked for',
    rememberingInAnswer('getTokenList', () => {
      let first: Members | undefined;
      return (answer) => {
        first ??= structuredClone(answer);
        for (const name of Object.keys(answer)) delete answer[name];
        Object.assign(answer, structuredClone(first));
      };
    }),
  ),
  fault(
    'v1.agreement.card-data',
    'status-when-issued',
    'shows a further card of an account with the accountStatus that it was first shown with',
    rememberingInAnswer('getAccountData', () => {
      const known = new Map<unknown, unknown>();
      return (answer) => {
        const [, ...further] = objectsWith(answer, 'cardId', 'accountStatus');
        for (const entry of further) {
          const { cardId, accountStatus } = entry;
          if (!known.has(cardId)) known.set(cardId, accountStatus);
          entry['accountStatus'] = known.get(cardId);
        }
      };
    }),
  ),
  fault(
    'v1.optional-members.leave-the-rest-as-it-is',
    'no-limit-when-authorized',
    'carries out a transfer with preAuthorization whatever the limits of the card are',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      const isMeant =
        asked.operation === 'p2pTransfer' &&
        asked.body['preAuthorization'] === true &&
        !response.ok;
      if (!isMeant || !/limit/i.test(await response.clone().text())) return response;
      return withBody(new Response(null, { headers: response.headers }), '{"responseCode":"00"}');
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'received-without-a-line',
    'lists a transfer to a card that is named by a bare number only for the card that pays',
    onTheWire(() => {
      const unlisted = new Map<unknown, Set<unknown>>();
      return async (asked, send) => {
        const response = await send();
        // From the text, since a double does not hold every digit.
        const [, to] =
          /"destinationCardIdentification":\{"cardNumber":(\d+)/.exec(asked.text) ?? [];
        if (to !== undefined && response.ok) {
          unlisted.set(to, (unlisted.get(to) ?? new Set()).add(asked.body['amount']));
        }
        if (asked.operation !== 'getTransactions' || !response.ok) return response;
        const own = unlisted.get(memberAt(asked.body, 'cardIdentification.cardNumber'));
        const isListed = ({ operationDirection, amount }: Members): boolean =>
          operationDirection !== 'CREDIT' || own?.has(amount) !== true;
        const answer = (await response.json()) as Members;
        for (const [name, list] of Object.entries(answer)) {
          if (Array.isArray(list)) answer[name] = (list as Members[]).filter(isListed);
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.naming.reaches-the-same-thing',
    'anybody-at-the-second-path',
    'lets anybody in at the path of the example of changeAccountArrestAmount',
    onTheWire(() => {
      let known: string | undefined;
      return async (asked, send) => {
        const isSecond = asked.url.pathname.startsWith('/payment/apigate/');
        const headers = new Headers(asked.headers);
        if (isSecond && known !== undefined) headers.set('authorization', known);
        const response = await send({ headers });
        if (!isSecond && response.ok) known ??= headers.get('authorization') ?? undefined;
        return response;
      };
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'lifted-with-its-neighbours',
    'lifts all restrictions of a country and region with one of them',
    withRules({
      geoRulesAfter: (before, sent, subjectOf) => {
        const lifted = sent.filter(({ status }) => status === 'DISABLED');
        const kept = before.filter(
          ({ countryId, regionId }) =>
            !lifted.some((one) => one.countryId === countryId && one.regionId === regionId),
        );
        return geoRulesAfter(kept, sent, subjectOf);
      },
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'last-one-instead',
    'lifts the restriction that was set last when one is to be lifted that the card does not have',
    withRules({
      geoRulesAfter: (before, sent, subjectOf) =>
        sent.reduce<readonly GeoRule[]>((rules, rule) => {
          const place = rules.findIndex((one) => subjectOf(one) === subjectOf(rule));
          if (rule.status !== 'DISABLED') return geoRulesAfter(rules, [rule], subjectOf);
          return rules.toSpliced(place, 1);
        }, before),
    }),
  ),
  fault(
    'v1.items.each-is-kept',
    'second-name-before-the-first',
    'takes the first name for the second one, too, where the second stands before it',
    inRequest('registerCustomer', (body) => {
      const list = body['parameters'];
      if (!Array.isArray(list)) return body;
      const parameters = list as Members[];
      const [first, second] = ['firstName', 'secondName'].map((name) =>
        parameters.findIndex((one) => one['name'] === name),
      ) as [number, number];
      if (second === -1 || second > first) return body;
      const secondName = { name: 'secondName', value: parameters[first]?.['value'] };
      return { ...body, parameters: parameters.with(second, secondName) };
    }),
  ),
  fault(
    'v1.values.set-back-as-set-forth',
    'arrested-through-euros',
    'arrests what is left of an amount that went through euros as a binary fraction',
    inRequest('changeAccountArrestAmount', (body) => ({
      ...body,
      amount: throughEuros(Number(body['amount'])),
    })),
  ),
  fault(
    'v1.limits.lmtp0107-holds',
    'returned',
    'counts a transfer no more once the receiver has sent just as much back',
    raisesForWhatComesBack(),
  ),
  fault(
    'v1.overlap.movements',
    'not-paid-back',
    'keeps the money of a transfer to a card that is blocked while the transfer is under way',
    keepsWhatIsDenied(),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'debited-before-the-receiver-is-looked-at',
    'keeps the money of a transfer that is denied because of the status of the account that is paid',
    keepsWhatNobodyGets(),
  ),
  fault(
    'v1.overlap.each-is-carried-out',
    'kept-back-for-a-while',
    'denies a debit while a transfer from the card to one that is blocked is under way',
    keepsBackForAWhile(),
  ),
  fault(
    'v1.overlap.same-request-counts-each-time',
    'month-of-the-later',
    'issues cards that are ordered for an account at the same time to the month of the later order',
    onTheWire(() => {
      const asked = new Map<unknown, unknown>();
      return async (request, send) => {
        if (request.operation !== 'createVirtualCard') return send();
        const path = 'virtualCardIdentification.expDate';
        const { accountNumber } = request.body;
        asked.set(accountNumber, memberAt(request.body, path));
        await gap();
        setMember(request.body, path, asked.get(accountNumber));
        return send({ body: JSON.stringify(request.body) });
      };
    }),
  ),
  fault(
    'v1.cycle-7.turns',
    'once',
    'begins a year of its own anew once, and never after that',
    withRules({
      v1WindowStart: (cycle, moment, wallClock) =>
        cycle.type === 7 && moment - cycle.anchor > 600 * 86_400_000
          ? v1WindowStart(cycle, cycle.anchor + 600 * 86_400_000, wallClock)
          : v1WindowStart(cycle, moment, wallClock),
    }),
  ),
  fault(
    'v1.limits.each-window-begins-at-zero',
    'counted-until-new-year',
    'counts what was used under a limit of a year until the year is over, whatever its cycle became',
    withRememberingRules(() => {
      const ofYears = new Set<unknown>();
      return {
        v1WindowStart: (cycle, moment, wallClock) => {
          if (cycle.type === 8) ofYears.add(cycle.anchor);
          const asOfYears = cycle.type === 0 && ofYears.size > 0;
          return v1WindowStart(asOfYears ? { ...cycle, type: 8 } : cycle, moment, wallClock);
        },
      };
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'hour-24-at-once',
    'writes the hour after midnight in the answer as 24',
    inAnswer('creditCard', (answer) => {
      const date = String(answer['localTransactionDate']);
      answer['localTransactionDate'] = date.replace('T00:', 'T24:');
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'year-of-the-week',
    'writes the year that the week belongs to in a history',
    inAnswer('getTransactions', (answer) => {
      for (const item of objectsWith(answer, 'authorizationDate')) {
        const date = String(item['authorizationDate']);
        const day = new Date(`${date.slice(0, 10)}T00:00:00Z`);
        const thursday = day.getTime() + (4 - (day.getUTCDay() || 7)) * 86_400_000;
        item['authorizationDate'] = `${new Date(thursday).getUTCFullYear()}${date.slice(4)}`;
      }
    }),
  ),
  fault(
    'v1.calendar.transactions-show-the-moment',
    'hour-24',
    'writes the hour after midnight in a history as 24',
    inAnswer('getTransactions', (answer) => {
      for (const item of objectsWith(answer, 'authorizationDate')) {
        item['authorizationDate'] = String(item['authorizationDate']).replace('T00:', 'T24:');
      }
    }),
  ),
];

function cardIn(asked: TamperedRequest, place: string): unknown {
  return memberAt(asked.body, `${place}.cardNumber`);
}

const source = 'sourceCardIdentification';
const destination = 'destinationCardIdentification';

/** The second of two registrations has another number where it is kept, and its own in the answer. */
function givesNumbersBack(): Tampering {
  return onTheWire(() => {
    const givenBack = new Set<unknown>();
    return async (asked, send) => {
      const number = objectsWith(asked.body, 'name', 'value').find(
        ({ name }) => name === 'customer_number',
      );
      if (asked.operation !== 'registerCustomer' || number === undefined) return send();
      const { value } = number;
      if (givenBack.has(value)) {
        number['value'] = `${String(value)}-second`;
        const response = await send({ body: JSON.stringify(asked.body) });
        const answer = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...answer, customerNumber: value }));
      }
      const response = await send();
      if (!(await isCarriedOut(response)) && /start_date/.test(await response.clone().text())) {
        givenBack.add(value);
      }
      return response;
    };
  });
}

/** Adds to the limit of a card what is sent back to it. */
function raisesForWhatComesBack(): Tampering {
  return onTheWire(() => {
    const sent = new Map<string, unknown>();
    const limits = new Map<unknown, Members>();
    return async (asked, send) => {
      const response = await send();
      if (!(await isCarriedOut(response))) return response;
      if (asked.operation === 'changeCardLimit') {
        limits.set(cardIn(asked, 'cardIdentification'), asked.body);
      }
      if (asked.operation !== 'p2pTransfer') return response;
      const [from, to] = [cardIn(asked, source), cardIn(asked, destination)];
      sent.set(`${String(from)} ${String(to)}`, asked.body['amount']);
      const known = limits.get(to);
      const { amount } = asked.body;
      if (known === undefined || sent.get(`${String(to)} ${String(from)}`) !== amount) {
        return response;
      }
      const raised = structuredClone(known);
      for (const limit of objectsWith(raised, 'value')) {
        limit['value'] = Number(limit['value']) + Number(amount);
      }
      await send({ path: pathOf('changeCardLimit'), body: JSON.stringify(raised) });
      return response;
    };
  });
}

function keepsWhatIsDenied(): Tampering {
  return onTheWire(() => {
    const blocks = new Map<unknown, number>();
    return async (asked, send) => {
      if (asked.operation === 'blockCard') {
        const card = cardIn(asked, 'cardIdentification');
        blocks.set(card, (blocks.get(card) ?? 0) + 1);
      }
      if (asked.operation !== 'p2pTransfer') return send();
      const before = blocks.get(cardIn(asked, destination));
      await gap();
      const response = await send();
      const isBlockedSince = blocks.get(cardIn(asked, destination)) !== before;
      if (!isBlockedSince || (await isCarriedOut(response))) return response;
      const { amount, currency } = asked.body;
      const cardIdentification = { cardNumber: cardIn(asked, source) };
      const body = JSON.stringify({ cardIdentification, amount, currency });
      await send({ path: pathOf('debitCard'), body });
      return response;
    };
  });
}

function keepsWhatNobodyGets(): Tampering {
  return onTheWire(() => {
    const accounts = new Map<unknown, unknown>();
    const changed = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      const { accountNumber, amount, currency } = asked.body;
      if (asked.operation === 'changeAccountStatus') changed.add(accountNumber);
      if (asked.operation === 'createVirtualCard' && response.ok) {
        const issued: unknown = await response.clone().json();
        accounts.set(memberAt(issued, 'virtualCardIdentification.cardNumber'), accountNumber);
      }
      const isOfChanged = changed.has(accounts.get(cardIn(asked, destination)));
      if (asked.operation !== 'p2pTransfer' || !isOfChanged || (await isCarriedOut(response)))
        return response;
      const cardIdentification = { cardNumber: cardIn(asked, source) };
      const body = JSON.stringify({ cardIdentification, amount, currency });
      await send({ path: pathOf('debitCard'), body });
      return response;
    };
  });
}

function keepsBackForAWhile(): Tampering {
  return onTheWire(() => {
    const blocked = new Set<unknown>();
    const underWay = new Map<unknown, number>();
    return async (asked, send) => {
      if (asked.operation === 'blockCard') blocked.add(cardIn(asked, 'cardIdentification'));
      if (asked.operation === 'debitCard') {
        await gap(30);
        const isKeptBack = (underWay.get(cardIn(asked, 'cardIdentification')) ?? 0) > 0;
        return isKeptBack ? denial() : send();
      }
      if (asked.operation !== 'p2pTransfer' || !blocked.has(cardIn(asked, destination))) {
        return send();
      }
      const payer = cardIn(asked, source);
      underWay.set(payer, (underWay.get(payer) ?? 0) + 1);
      await gap();
      underWay.set(payer, (underWay.get(payer) ?? 1) - 1);
      return send();
    };
  });
}
