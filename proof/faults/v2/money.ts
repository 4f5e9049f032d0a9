import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Tampering, type Fault, fault } from '../fault.ts';
import {
  approvesAnyway,
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  refusal,
  refuses,
  setMember,
  type TamperedRequest,
  throughEuros,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2, parts 3, 4 and 7: top-ups, transfers, and what follows for money.

const { exceedsLimit, transferEntries, topUpEntries, transferOutcome } = documentRules;
const notEnough = { status: 'declined', reason: 'not enough funds' } as const;

export const moneyFaults: readonly Fault[] = [
  fault(
    'v2.top-up-creation.raises-the-balance',
    'one-less',
    'books one cent less than the top-up',
    withRules({ topUpEntries: (topUp) => topUpEntries({ ...topUp, amount: topUp.amount - 1 }) }),
  ),
  fault(
    'v2.top-up-creation.raises-the-balance',
    'through-euros',
    'calculates in floating-point euros and truncates',
    withRules({
      topUpEntries: (topUp) => topUpEntries({ ...topUp, amount: throughEuros(topUp.amount) }),
    }),
  ),
  fault(
    'v2.top-up-creation.raises-the-balance',
    'lost',
    'approves a top-up and books nothing',
    withRules({ topUpEntries: () => [] }),
  ),
  fault(
    'v2.top-up-creation.largest-amount',
    'fails',
    'fails on amounts that are very large',
    onTheWire(() => async ({ operation, body }, send) => {
      if (operation !== 'createTopUp' || Number(body['amount']) < 9e15) return send();
      const { headers } = await send({ method: 'GET' });
      return withBody(new Response(null, { status: 500, headers }), '{"message":"failed"}');
    }),
  ),
  ...(['createTopUp', 'createTransfer'] as const).map((operation) =>
    fault(
      operation === 'createTopUp'
        ? 'v2.top-up-creation.largest-amount'
        : 'v2.transfer-creation.largest-amount',
      'capped',
      `approves a ${operation === 'createTopUp' ? 'top-up' : 'transfer'} that a full card cannot take`,
      approvesAnyway(
        operation,
        (_asked, { statusMessage }) => statusMessage === 'Balance too large.',
      ),
    ),
  ),
  fault(
    'v2.top-up-creation.leaves-other-cards-alone',
    'all-cards',
    'also tops up every card that was read before',
    alsoForOthers('createTopUp', (body, number) => ({
      ...body,
      destinationCard: { cardNumber: number },
    })),
  ),
  ...faultsInRequests('createTopUp'),

  ...(
    [
      ['one-digit', /0[1-9]$/, 'below ten'],
      ['two-digits', /1[0-2]$/, 'from ten on'],
    ] as const
  ).map(([slug, months, which]) =>
    fault(
      'v2.transfer-creation.answers-201',
      `refuses-${slug}`,
      `refuses a transfer from a card that expires in a month ${which}`,
      refuses('createTransfer', ({ body }) =>
        months.test(String(memberAt(body, 'sourceCard.expiryDate'))),
      ),
    ),
  ),
  ...(
    [
      'v2.transfer-creation.lowers-the-source',
      'v2.transfer-creation.raises-the-destination',
    ] as const
  ).map((requirement) =>
    fault(
      requirement,
      'through-euros',
      'calculates in floating-point euros and truncates',
      withRules({
        transferEntries: (transfer) =>
          transferEntries({ ...transfer, amount: throughEuros(transfer.amount) }),
      }),
    ),
  ),
  fault(
    'v2.transfer-creation.lowers-the-source',
    'credit-only',
    'books only the credit of a transfer',
    withRules({ transferEntries: (transfer) => transferEntries(transfer).slice(1) }),
  ),
  fault(
    'v2.transfer-creation.lowers-the-source',
    'hidden-fee',
    'takes a fee of one cent for a transfer, which it shows nowhere',
    withRules({ transferEntries: withFeeOf(() => 1) }),
  ),
  fault(
    'v2.transfer-creation.raises-the-destination',
    'debit-only',
    'books only the debit of a transfer',
    withRules({ transferEntries: (transfer) => transferEntries(transfer).slice(0, 1) }),
  ),
  fault(
    'v2.transfer-creation.leaves-other-cards-alone',
    'all-cards',
    'also credits one cent to every card that was read before',
    alsoForOthers('createTransfer', (body, number) => ({
      ...body,
      amount: 1,
      destinationCard: { cardNumber: number },
    })),
  ),
  fault(
    'v2.transfer-creation.overdraft-is-declined',
    'by-one',
    'lets a card be overdrawn by one cent',
    withRules({
      transferOutcome: (facts) =>
        transferOutcome({ ...facts, sourceBalance: facts.sourceBalance + 1 }),
    }),
  ),
  fault(
    'v2.transfer-creation.overdraft-is-declined',
    'single-precision',
    'compares amount and balance in single precision',
    withRules({
      transferOutcome: (facts) =>
        transferOutcome({
          ...facts,
          amount: Math.fround(facts.amount),
          sourceBalance: Math.fround(facts.sourceBalance),
        }),
    }),
  ),
  fault(
    'v2.transfer-creation.overdraft-is-declined',
    'beyond-a-word',
    'counts what is transferred in 32 bits',
    withRules({
      transferOutcome: (facts) => transferOutcome({ ...facts, amount: facts.amount % 2 ** 32 }),
    }),
  ),
  fault(
    'v2.transfer-creation.whole-balance-is-approved',
    'keeps-two',
    'requires two cents to stay on the card',
    withRules({
      transferOutcome: (facts) =>
        transferOutcome({ ...facts, sourceBalance: facts.sourceBalance - 2 }),
    }),
  ),
  fault(
    'v2.transfer-creation.whole-balance-is-approved',
    'all-of-it',
    'declines a transfer of the whole balance',
    withRules({
      transferOutcome: (facts) =>
        facts.amount >= facts.sourceBalance ? notEnough : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.transfer-creation.decline-is-a-successful-response',
    'as-402',
    'answers a decline with 402',
    onTheWire(() => async ({ operation }, send) => {
      const response = await send();
      if (operation !== 'createTransfer' || response.status !== 201) return response;
      const transfer = (await response.clone().json()) as Members;
      if (transfer['status'] !== 'declined') return response;
      return withBody(
        new Response(null, { status: 402, headers: response.headers }),
        JSON.stringify(transfer),
      );
    }),
  ),
  fault(
    'v2.transfer-creation.decline-moves-nothing',
    'fee',
    'charges one cent for a declined transfer',
    withRules({
      transferEntries: (transfer) =>
        transfer.status === 'declined' && transfer.source !== ''
          ? [{ account: transfer.source, amount: -1 }]
          : transferEntries(transfer),
    }),
  ),
  fault(
    'v2.transfer-creation.decline-moves-nothing',
    'of-expired-cards',
    'declines what a card that has expired pays or is paid, and moves it all the same',
    withRememberingRules(() => {
      let isExpired = false;
      return {
        transferOutcome: (facts) => {
          isExpired = facts.objection === 'card expired' && facts.sourceBalance >= facts.amount;
          return transferOutcome(facts);
        },
        transferEntries: (transfer) =>
          transferEntries(isExpired ? { ...transfer, status: 'approved' } : transfer),
      };
    }),
  ),
  ...faultsInRequests('createTransfer'),
  fault(
    'v2.transfer-creation.needs-source',
    'approved',
    'approves a transfer from nowhere',
    approvesAnyway(
      'createTransfer',
      ({ body }) => memberAt(body, 'sourceCard.cardNumber') === undefined,
    ),
  ),
  fault(
    'v2.transfer-creation.unknown-source',
    'approved',
    'approves a transfer from a card that does not exist',
    approvesAnyway('createTransfer', (_asked, answered) => concernsUnknown(answered, 'sourceCard')),
  ),
  fault(
    'v2.transfer-creation.unknown-destination',
    'approved',
    'approves a transfer to a card that does not exist',
    approvesAnyway('createTransfer', (_asked, answered) =>
      concernsUnknown(answered, 'destinationCard'),
    ),
  ),
  ...(
    [
      ['source', 'sourceCard.cardNumber'],
      ['destination', 'destinationCard.cardNumber'],
    ] as const
  ).map(([card, path]) =>
    fault(
      'v2.transfer-creation.needs-the-full-number',
      `mask-of-${card}-taken`,
      `approves a transfer with the masked number of its ${card}`,
      approvesAnyway('createTransfer', ({ body }) => String(memberAt(body, path)).includes('*')),
    ),
  ),
  ...(
    [
      ['v2.top-up-creation.unknown-card', 'createTopUp', 'destinationCard'],
      ['v2.transfer-creation.unknown-destination', 'createTransfer', 'destinationCard'],
      ['v2.transfer-creation.unknown-source', 'createTransfer', 'sourceCard'],
    ] as const
  ).map(([requirement, meant, card]) =>
    fault(
      requirement,
      'check-digit-ignored',
      'does not look at the last digit of a card number',
      onTheWire(() => {
        const numbers = new Map<string, unknown>();
        const withoutLast = (number: unknown): string => JSON.stringify(number)?.slice(0, -2) ?? '';
        return async ({ operation, body }, send) => {
          const holder = body[card];
          const sent = memberAt(holder, 'cardNumber');
          const known = numbers.get(withoutLast(sent));
          if (operation === meant && known !== undefined)
            return send({
              body: JSON.stringify({
                ...body,
                [card]: { ...(holder as Members), cardNumber: known },
              }),
            });
          const response = await send();
          if (operation === 'getCard' && response.ok) {
            const { number } = (await response.clone().json()) as Members;
            numbers.set(withoutLast(number), number);
          }
          return response;
        };
      }),
    ),
  ),
  fault(
    'v2.transfer-creation.unknown-source',
    'approved-undated',
    'approves a transfer whose source is unknown and has no expiry',
    approvesAnyway(
      'createTransfer',
      ({ body }) => memberAt(body, 'sourceCard.expiryDate') === undefined,
    ),
  ),
  fault(
    'v2.transfer-creation.wrong-expiry',
    'unchecked',
    'does not check the expiry of the source card',
    onTheWire(() => {
      const expiries = new Map<unknown, unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        if (operation === 'getCard') {
          const response = await send();
          const card: unknown = await response.clone().json();
          expiries.set(memberAt(card, 'number'), memberAt(card, 'expiryDate'));
          return response;
        }
        const source = body['sourceCard'];
        if (operation !== 'createTransfer' || !isObject(source)) return send();
        const expiryDate = expiries.get(source['cardNumber']) ?? source['expiryDate'];
        return send({ body: JSON.stringify({ ...body, sourceCard: { ...source, expiryDate } }) });
      };
    }),
  ),

  fault(
    'v2.limits.within-the-limits-is-approved',
    'not-all-of-it',
    'declines a transfer that reaches a spending limit exactly',
    withRules({ exceedsLimit: (limit, spent, amount) => spent + amount >= limit.amount }),
  ),
  fault(
    'v2.limits.within-the-limits-is-approved',
    'declined-counts',
    'counts declined transfers against the spending limits',
    withRules({ countsAsSpent: () => true }),
  ),
  fault(
    'v2.bound.limits-let-pass-again',
    'declined-counts-for-the-month',
    'counts declined transfers against monthly limits alone',
    withRememberingRules(() => {
      const declined = new WeakMap<object, number>();
      let ofMonth: object | undefined;
      return {
        exceedsLimit: (limit, spentBefore, amount) => {
          const before = declined.get(limit) ?? 0;
          if (limit.interval === 'monthly') ofMonth = limit;
          return exceedsLimit(limit, spentBefore + before, amount);
        },
        transferOutcome: (facts) => {
          const outcome = transferOutcome(facts);
          if (outcome.status === 'declined' && ofMonth !== undefined)
            declined.set(ofMonth, (declined.get(ofMonth) ?? 0) + facts.amount);
          ofMonth = undefined;
          return outcome;
        },
      };
    }),
  ),
  fault(
    'v2.limits.within-the-limits-is-approved',
    'for-ever',
    'counts what was spent on earlier days against the daily limit',
    withRules({ limitWindow: () => 'ever' }),
  ),
  ...(['createTopUp', 'createTransfer'] as const).map((operation) =>
    fault(
      'v2.card.moves-money-until-it-expires',
      operation === 'createTopUp' ? 'top-ups-early' : 'transfers-early',
      `refuses ${operation} for a card from two months before it expires on`,
      refusesBeforeExpiry(operation, (now, expiry) => now >= expiry - 2),
    ),
  ),
  fault(
    'v2.persistence.survives-time',
    'months-as-text',
    'compares months without their zeros, so that a card of October to December is no good from February to September',
    refusesBeforeExpiry('createTransfer', (now, expiry) => {
      const month = ((expiry - 1) % 12) + 1;
      return month > 9 && now >= expiry - month + 2 && now <= expiry - month + 9;
    }),
  ),
  fault(
    'v2.money.follows-the-answer',
    'blocked-approved',
    'answers that a transfer from a blocked card is approved but moves nothing',
    approvesAnyway(
      'createTransfer',
      (_asked, { statusMessage }) => statusMessage === 'Card blocked.',
    ),
  ),
  fault(
    'v2.money.follows-the-answer',
    'both-blocked',
    'answers that a transfer between two blocked cards is approved but moves nothing',
    onTheWire(() => {
      const numbers = new Map<string, unknown>();
      const blocked = new Set<unknown>();
      return async ({ operation, url, body }, send) => {
        const id = url.pathname.split('/').at(-1) ?? '';
        if (body['status'] === 'blocked') blocked.add(numbers.get(id));
        const response = await send();
        if (operation === 'getCard') {
          return changed(response, ({ number }) => numbers.set(id, number));
        }
        const both = ['sourceCard', 'destinationCard'].map((one) =>
          memberAt(body, `${one}.cardNumber`),
        );
        if (operation !== 'createTransfer' || !both.every((one) => blocked.has(one))) {
          return response;
        }
        return changed(response, (transfer) => {
          Object.assign(transfer, { status: 'approved', statusMessage: '' });
        });
      };
    }),
  ),
  fault(
    'v2.money.follows-the-answer',
    'lost-on-an-expired-card',
    'approves a top-up of a card that has expired and does not credit it',
    onTheWire(() => {
      let now = -Infinity;
      const expiries = new Map<unknown, number>();
      const lost = new Map<unknown, number>();
      return async ({ operation, url, body }, send) => {
        const isMoved = url.pathname.endsWith('/control/clock') && body['now'] !== undefined;
        if (isMoved) now = monthsOf(body['now']);
        const response = await send();
        const number = memberAt(body, 'destinationCard.cardNumber');
        if (operation === 'createTopUp' && now > (expiries.get(number) ?? Infinity)) {
          return changed(response, (topUp) => {
            if (topUp['status'] === 'approved')
              lost.set(number, (lost.get(number) ?? 0) + Number(topUp['amount']));
            Object.assign(topUp, { status: 'approved', statusMessage: '' });
          });
        }
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          expiries.set(card['number'], monthsOf(card['expiryDate']));
          const balance = Number(memberAt(card, 'account.balance'));
          setMember(card, 'account.balance', balance - (lost.get(card['number']) ?? 0));
        });
      };
    }),
  ),
  fault(
    'v2.money.follows-the-answer',
    'a-cent-for-nothing',
    'moves one cent in a transfer of zero',
    inRequest('createTransfer', (body) => (body['amount'] === 0 ? { ...body, amount: 1 } : body)),
  ),
  fault(
    'v2.money.follows-the-answer',
    'once-unblocked',
    'carries out what it declined of a blocked card once the card is active again',
    laterCarriedOut(
      (reason) => reason === 'Card blocked.',
      ({ operation, body }) => operation === 'patchCard' && body['status'] === 'active',
    ),
  ),
  fault(
    'v2.money.follows-the-answer',
    'once-there-is-enough',
    'carries out a transfer that it declined for want of money once there is enough',
    laterCarriedOut(
      (reason) => !reason.startsWith('Card'),
      ({ operation }) => operation === 'createTopUp',
    ),
  ),
  fault(
    'v2.money.follows-the-answer',
    'the-day-after',
    'carries out what it declined when it is first asked on another day',
    laterCarriedOut(
      () => true,
      ({ url }) => url.pathname.endsWith('/control/clock'),
    ),
  ),
  fault(
    'v2.money.is-conserved',
    'rounding',
    'loses one cent of every transfer of an odd amount',
    withRules({
      transferEntries: (transfer) =>
        transferEntries(transfer).map((entry) =>
          entry.amount > 0 && entry.amount % 2 === 1
            ? { ...entry, amount: entry.amount - 1 }
            : entry,
        ),
    }),
  ),
  fault(
    'v2.money.balances-are-accounted-for',
    'backwards',
    'moves the money of even amounts the other way',
    withRules({
      transferEntries: (transfer) =>
        transfer.amount % 2 === 0
          ? transferEntries(transfer).map((entry) => ({ ...entry, amount: -entry.amount }))
          : transferEntries(transfer),
    }),
  ),
  fault(
    'v2.money.balances-are-accounted-for',
    'more-than-the-fee',
    'shows a fee of one cent for a transfer, and takes two',
    showingAFee(
      () => 1,
      () => 2,
    ),
  ),
  fault(
    'v2.money.balances-are-accounted-for',
    'more-than-the-fee-of-odd-amounts',
    'takes the fee of one percent that a transfer shows, and one cent more where the amount is odd',
    showingAFee(percentOf, (amount) => percentOf(amount) + (amount % 2)),
  ),
  fault(
    'v2.money.declines-follow-the-balance',
    'once-paid-from',
    'lets a card with half its balance spent be overdrawn by half a euro',
    withRules({
      transferOutcome: (facts) =>
        facts.sourceBalance < 5_00
          ? transferOutcome({ ...facts, sourceBalance: facts.sourceBalance + 50 })
          : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.money.is-conserved-concurrently',
    'lost-credit',
    'loses the credit of overlapping transfers',
    whenOverlapping((entries) => entries.slice(0, 1)),
  ),
  fault(
    'v2.money.no-overdraft-concurrently',
    'stale-balance',
    'decides on a balance that is out of date by the time the money moves',
    whenOverlapping((entries) => entries),
  ),
  fault(
    'v2.money.balances-are-accounted-for-concurrently',
    'nothing-moves',
    'approves overlapping transfers but moves nothing',
    whenOverlapping(() => []),
  ),
  fault(
    'v2.money.balances-are-accounted-for-concurrently',
    'top-up-writes-back',
    'writes back with a top-up the balance that was read before a transfer',
    withRememberingRules(() => {
      const transferred = new Map<unknown, number>();
      let lost = 0;
      return {
        transferEntries: (transfer) => {
          const entries = transferEntries(transfer);
          for (const { account, amount } of entries)
            transferred.set(account, (transferred.get(account) ?? 0) + amount);
          return entries;
        },
        topUpEntries: (topUp) => [
          ...topUpEntries(topUp),
          ...(lost === 0 ? [] : [{ account: topUp.destination, amount: -lost }]),
        ],
        settle: async (decide, move) => {
          const decision = decide();
          // Of a transfer it says nothing on this level.
          const account = isObject(decision) ? decision['account'] : undefined;
          if (account !== undefined) {
            const before = transferred.get(account) ?? 0;
            await gap();
            lost = (transferred.get(account) ?? 0) - before;
          }
          move(decision);
          lost = 0;
          return decision;
        },
      };
    }),
  ),
  fault(
    'v2.money.no-top-up-is-lost-concurrently',
    'lost-update',
    'loses overlapping top-ups',
    whenOverlapping(() => []),
  ),
  fault(
    'v2.money.listed-once-concurrently',
    'listed-twice',
    'lists the first of several transfers twice',
    inAnswer('listTransfers', (list) => {
      const transfers = list['transfers'];
      if (Array.isArray(transfers) && transfers.length >= 2) transfers.push(transfers[0]);
    }),
  ),
];

/** Cents that a transfer of an amount costs. */
type Fee = (amount: number) => number;

function percentOf(amount: number): number {
  return Math.round(amount / 100);
}

/** The entries of a transfer, and one more of what the source pays beside the amount. */
function withFeeOf(fee: Fee): typeof transferEntries {
  return (transfer) => {
    const entries = transferEntries(transfer);
    const { source: account, amount } = transfer;
    return entries.length === 0 ? entries : [...entries, { account, amount: -fee(amount) }];
  };
}

/** Each transfer shows one fee and costs another. */
function showingAFee(shown: Fee, taken: Fee): Tampering {
  return {
    ...withRules({ transferEntries: withFeeOf(taken) }),
    ...inAnswer('createTransfer', (transfer) => {
      const isApproved = transfer['status'] === 'approved';
      transfer['fee'] = isApproved ? shown(Number(transfer['amount'])) : 0;
    }),
  };
}

/** What goes wrong alike in the requests of top-ups and transfers. */
function faultsInRequests(operation: 'createTopUp' | 'createTransfer'): Fault[] {
  const subject = operation === 'createTopUp' ? 'v2.top-up-creation' : 'v2.transfer-creation';
  const movement = operation === 'createTopUp' ? 'top-up' : 'transfer';
  const amountInstead = (when: (amount: unknown) => boolean, change: (amount: unknown) => number) =>
    inRequest(operation, (body) =>
      when(body['amount']) ? { ...body, amount: change(body['amount']) } : body,
    );

  return [
    fault(
      `${subject}.needs-amount`,
      'as-ten',
      `treats a missing amount of a ${movement} as ten euros`,
      amountInstead(
        (amount) => amount === undefined,
        () => 1000,
      ),
    ),
    fault(
      `${subject}.needs-destination`,
      'approved',
      `approves a ${movement} to nowhere`,
      approvesAnyway(
        operation,
        ({ body }) => memberAt(body, 'destinationCard.cardNumber') === undefined,
      ),
    ),
    fault(
      `${subject}.amount-of-wrong-type`,
      'as-ten',
      `treats a non-numeric amount of a ${movement} as ten euros`,
      amountInstead(
        (amount) => amount !== undefined && typeof amount !== 'number',
        () => 1000,
      ),
    ),
    fault(
      `${subject}.amount-with-fraction`,
      'rounded-up',
      `rounds a fraction of a cent up in a ${movement}`,
      amountInstead(
        (amount) => typeof amount === 'number',
        (amount) => Math.ceil(Number(amount)),
      ),
    ),
    fault(
      `${subject}.negative-amount`,
      'without-sign',
      `drops the sign of a negative amount in a ${movement}`,
      amountInstead(
        (amount) => typeof amount === 'number',
        (amount) => Math.abs(Number(amount)),
      ),
    ),
    fault(
      `${subject}.other-currency`,
      'as-eur',
      `treats any currency of a ${movement} as EUR`,
      withRules({ isSupportedCurrency: () => true }),
    ),
    ...(operation === 'createTopUp'
      ? [
          fault(
            'v2.top-up-creation.unknown-card',
            'approved',
            'approves a top-up of a card that does not exist',
            approvesAnyway(operation, (_asked, answered) =>
              concernsUnknown(answered, 'destinationCard'),
            ),
          ),
          fault(
            'v2.top-up-creation.needs-the-full-number',
            'mask-taken',
            'approves a top-up of a masked number',
            approvesAnyway(operation, ({ body }) =>
              String(memberAt(body, 'destinationCard.cardNumber')).includes('*'),
            ),
          ),
          fault(
            'v2.top-up-creation.needs-the-full-number',
            'id-taken',
            'approves a top-up by the id of a card',
            approvesAnyway(operation, ({ body }) =>
              String(memberAt(body, 'destinationCard.cardNumber')).includes('-'),
            ),
          ),
        ]
      : []),
  ];
}

/** Whether the sandbox declined or refused because it does not know a card. */
function concernsUnknown(answered: Members, member: string): boolean {
  return answered['code'] === 'unknownCard' && String(answered['field']).startsWith(member);
}

/** Carries a movement out for every other card, too, whose number was read before. */
function alsoForOthers(
  operation: 'createTopUp' | 'createTransfer',
  forOther: (body: Members, number: unknown) => Members,
) {
  return onTheWire(() => {
    const numbers = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation === 'getCard' && response.ok) {
        numbers.add(memberAt(await response.clone().json(), 'number'));
      }
      if (asked.operation === operation && response.ok) {
        const own = memberAt(asked.body, 'destinationCard.cardNumber');
        const source = memberAt(asked.body, 'sourceCard.cardNumber');
        for (const number of numbers) {
          if (number === own || number === source) continue;
          await send({ body: JSON.stringify(forOther(asked.body, number)) });
        }
      }
      return response;
    };
  });
}

/** Money moves a moment after it was decided about, so that movements under way together overlap. */
function whenOverlapping(
  entriesWhile: (entries: ReturnType<typeof transferEntries>) => ReturnType<typeof transferEntries>,
) {
  return withRememberingRules(() => {
    let underWay = 0;
    let overlapped = false;
    return {
      settle: async (decide, move) => {
        const decision = decide();
        underWay += 1;
        overlapped ||= underWay > 1;
        await gap();
        move(decision);
        underWay -= 1;
        overlapped &&= underWay > 0;
        return decision;
      },
      transferEntries: (transfer) =>
        overlapped ? entriesWhile(transferEntries(transfer)) : transferEntries(transfer),
      topUpEntries: (topUp) =>
        overlapped ? entriesWhile(topUpEntries(topUp)) : topUpEntries(topUp),
    };
  });
}

/** Takes a card for one that has expired two months before it has. */
function refusesBeforeExpiry(
  refused: 'createTopUp' | 'createTransfer',
  when: (now: number, expiry: number) => boolean,
): Tampering {
  const card = refused === 'createTopUp' ? 'destinationCard' : 'sourceCard';
  return onTheWire(() => {
    let now = -Infinity;
    const expiries = new Map<unknown, number>();
    return async ({ operation, url, body }, send) => {
      const isMoved = url.pathname.endsWith('/control/clock') && body['now'] !== undefined;
      if (isMoved) now = monthsOf(body['now']);
      const expiry = expiries.get(memberAt(body, `${card}.cardNumber`)) ?? Infinity;
      if (operation === refused && when(now, expiry)) {
        return refusal(await send({ method: 'GET' }), 422);
      }
      const response = await send();
      if (operation === 'getCard' && response.ok) {
        const { number, expiryDate } = (await response.clone().json()) as Members;
        expiries.set(number, monthsOf(expiryDate));
      }
      return response;
    };
  });
}

/** The months of YYYYMM, or of a date-time. */
function monthsOf(date: unknown): number {
  const [, year, month] = /^(\d{4})-?(\d\d)/.exec(String(date)) ?? [];
  return Number(year) * 12 + Number(month);
}

/** Carries out what was declined for such a reason, before the next request after one that makes it due. */
function laterCarriedOut(
  isMeant: (reason: string) => boolean,
  makesDue: (asked: TamperedRequest) => boolean,
): Tampering {
  return onTheWire(() => {
    const waiting: TamperedRequest[] = [];
    const due: TamperedRequest[] = [];
    return async (asked, send) => {
      const { operation } = asked;
      for (const { url, text, headers } of operation === undefined ? [] : due.splice(0))
        await send({ method: 'POST', path: url.pathname, body: text, headers });
      const response = await send();
      if (!response.ok) return response;
      if (makesDue(asked)) due.push(...waiting.splice(0));
      if (operation !== 'createTopUp' && operation !== 'createTransfer') return response;
      const { status, statusMessage } = (await response.clone().json()) as Members;
      if (status === 'declined' && isMeant(String(statusMessage))) waiting.push(asked);
      return response;
    };
  });
}
