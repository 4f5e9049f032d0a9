import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  changeAt,
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  withBody,
  withRules,
} from '../tampering.ts';
import { objectsWith, pathOf } from './tampering.ts';

// Document 1, parts 2 and 4: amounts that are too large for somebody, and lists that are too long.

const { v1Entries } = documentRules;
const largest = 2 ** 31 - 1;
const movements: ReadonlySet<unknown> = new Set(['creditCard', 'debitCard', 'p2pTransfer']);

export const v1SizeFaults: readonly Fault[] = [
  fault(
    'v1.size.amounts-are-exact',
    'capped',
    'moves no more than 32 bits hold of a larger amount',
    withRules({
      v1Entries: (movement) =>
        v1Entries({ ...movement, amount: Math.min(movement.amount, largest) }),
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'wrapped-in-history',
    'shows what 32 bits leave of a larger amount in the history',
    inAnswer('getTransactions', (answer) => {
      for (const item of objectsWith(answer, 'amount', 'utrnno')) {
        // Where it is shown with a sign, it wraps as well.
        item['amount'] = Number(item['amount']) | 0;
      }
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'a-cent-above-a-million',
    'keeps one cent of every debit of a million euros or more',
    withRules({
      v1Entries: (movement) =>
        v1Entries(
          movement.operation === 'debitCard' && movement.amount >= 100_000_000
            ? { ...movement, amount: movement.amount - 1 }
            : movement,
        ),
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'sum-in-single-precision',
    'takes no amount above 100,000.00 EUR, and shows balances beyond 2^24 cents in single precision',
    onTheWire(() => async ({ operation, body }, send) => {
      const isLarge = Number(body['amount']) > 100_000_00;
      if (isLarge && movements.has(operation)) {
        return send({ body: JSON.stringify({ ...body, amount: -1 }) });
      }
      const response = await send();
      if (operation !== 'getAccountData') return response;
      const answer = (await response.json()) as Members;
      for (const account of objectsWith(answer, 'balance')) {
        account['balance'] = Math.fround(Number(account['balance']));
      }
      return withBody(response, JSON.stringify(answer));
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'lost-where-it-is-full',
    'debits the source of a transfer that the other account is too full for',
    onTheWire(() => {
      const full = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const { body, operation } = asked;
        const { amount, currency } = body;
        if (operation === 'creditCard' && Number(amount) > 2 ** 52)
          full.add(memberAt(body, 'cardIdentification.cardNumber'));
        const receiver = memberAt(body, 'destinationCardIdentification.cardNumber');
        if (operation !== 'p2pTransfer' || !full.has(receiver)) return response;
        const cardNumber = memberAt(body, 'sourceCardIdentification.cardNumber');
        const debit = { cardIdentification: { cardNumber }, amount, currency };
        return send({ path: pathOf('debitCard'), body: JSON.stringify(debit) });
      };
    }),
  ),
  fault(
    'v1.size.amounts-are-exact',
    'balance-as-text',
    'shows an availableBalance beyond 32 bits as a text',
    inAnswer('getAccountBalanceFromBo', (answer) => {
      const { availableBalance } = answer;
      if (Number(availableBalance) > largest) answer['availableBalance'] = String(availableBalance);
    }),
  ),
  fault(
    'v1.size.limits-are-exact',
    'card-capped',
    'sets a limit of a card to what 32 bits hold at most',
    inRequest('changeCardLimit', (body) => {
      for (const limit of objectsWith(body, 'value')) {
        limit['value'] = Math.min(Number(limit['value']), largest);
      }
      return body;
    }),
  ),
  fault(
    'v1.size.limits-are-exact',
    'account-rounded',
    'rounds large limits of an account to a thousand euros',
    inAnswer('getAccountLimits', (answer) => {
      changeAt(answer, 'limits[].value', (value) =>
        Number(value) > largest ? Math.round(Number(value) / 100_000) * 100_000 : value,
      );
    }),
  ),
  fault(
    'v1.size.limits-are-exact',
    'customer-cut',
    'shows of a limit of an account the lower 32 bits in getCustomerInfo',
    inAnswer('getCustomerInfo', (answer) => {
      changeAt(answer, 'limits[].value', (value) => Number(value) % 2 ** 32);
    }),
  ),
  ...(
    [
      ['card', 'changeCardLimit'],
      ['account', 'changeAccountLimit'],
    ] as const
  ).map(([whose, operation]) =>
    fault(
      'v1.size.limits-are-exact',
      `${whose}-through-a-double`,
      `sets a limit of the ${whose} beyond 2^53 to the last number that a double tells apart`,
      inRequest(operation, (body) => {
        for (const limit of objectsWith(body, 'value')) {
          limit['value'] = Math.min(Number(limit['value']), Number.MAX_SAFE_INTEGER);
        }
        return body;
      }),
    ),
  ),
  fault(
    'v1.size.history-has-no-gaps',
    'twenty-first',
    'leaves the twenty-first item out of a history',
    inAnswer('getTransactions', (answer) => {
      for (const holder of objectsWith(answer)) withoutItem(holder, 20);
    }),
  ),
  fault(
    'v1.size.history-has-no-gaps',
    'two-pages',
    'leaves out the tenth movement where two pages of a history meet',
    inAnswer('getTransactions', (answer) => {
      for (const holder of objectsWith(answer)) withoutItem(holder, 10);
    }),
  ),
  fault(
    'v1.size.long-lists-are-kept',
    'hundred-codes',
    'shows no more than a hundred merchant categories',
    inAnswer('getAllowedMccList', (answer) => {
      for (const [name, value] of Object.entries(answer)) {
        if (Array.isArray(value)) answer[name] = value.slice(0, 100);
      }
    }),
  ),
  fault(
    'v1.size.long-lists-are-kept',
    'twenty-beneficiaries',
    'keeps the first twenty beneficiaries of a list',
    inRequest('setAllowedBeneficiaries', (body) => ({
      ...body,
      beneficiaries: Array.isArray(body['beneficiaries'])
        ? body['beneficiaries'].slice(0, 20)
        : body['beneficiaries'],
    })),
  ),
  fault(
    'v1.size.long-lists-are-kept',
    'twenty-first-restriction',
    'leaves the twenty-first restriction out',
    inAnswer('getGeoRestrictions', (answer) => {
      for (const holder of objectsWith(answer)) withoutItem(holder, 20);
    }),
  ),
];

/** Takes the item at a place out of each list of objects that an object holds. */
function withoutItem(holder: Members, place: number): void {
  for (const [name, value] of Object.entries(holder)) {
    if (Array.isArray(value) && value.some(isObject)) {
      holder[name] = value.filter((_, index) => index !== place);
    }
  }
}
