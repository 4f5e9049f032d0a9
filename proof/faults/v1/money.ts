import { documentRules, type V1Movement } from '../../../sandbox/rules/index.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  inRequest,
  isObject,
  memberAt,
  onTheWire,
  withRememberingRules,
  throughEuros,
  withRules,
} from '../tampering.ts';
import { denies } from './tampering.ts';

// Document 1, part 4: credits, debits and transfers, one by one.

const { v1Entries, v1IsExpiry, v1MemberType, v1Objection } = documentRules;
const numberOfIssued = 'virtualCardIdentification.cardNumber';

export const v1MoneyFaults: readonly Fault[] = [
  fault(
    'v1.credit-card.raises-the-balance',
    'one-less',
    'books one cent less than it credits',
    withEntries('creditCard', (movement) => {
      return v1Entries({ ...movement, amount: movement.amount - 1 });
    }),
  ),
  fault(
    'v1.debit-card.lowers-the-balance',
    'one-less',
    'books one cent less than it debits',
    withEntries('debitCard', (movement) => {
      return v1Entries({ ...movement, amount: movement.amount - 1 });
    }),
  ),
  ...(
    [
      ['v1.credit-card.raises-the-balance', 'creditCard'],
      ['v1.debit-card.lowers-the-balance', 'debitCard'],
      ['v1.p2p-transfer.lowers-the-source', 'p2pTransfer'],
      ['v1.p2p-transfer.raises-the-destination', 'p2pTransfer'],
    ] as const
  ).map(([requirement, operation]) =>
    fault(
      requirement,
      'through-euros',
      'calculates in floating-point euros and truncates',
      withEntries(operation, (movement) =>
        v1Entries({ ...movement, amount: throughEuros(movement.amount) }),
      ),
    ),
  ),
  fault(
    'v1.p2p-transfer.lowers-the-source',
    'credit-only',
    'books only the credit of a transfer',
    withEntries('p2pTransfer', (movement) => v1Entries(movement).slice(1)),
  ),
  fault(
    'v1.p2p-transfer.raises-the-destination',
    'debit-only',
    'books only the debit of a transfer',
    withEntries('p2pTransfer', (movement) => v1Entries(movement).slice(0, 1)),
  ),
  ...(
    [
      ['v1.credit-card.leaves-others-alone', 'creditCard'],
      ['v1.debit-card.leaves-others-alone', 'debitCard'],
      ['v1.p2p-transfer.leaves-others-alone', 'p2pTransfer'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'the-last-too',
      `also books ${operation} on every account credited before`,
      alsoOnOthers(operation),
    ),
  ),
  ...(
    [
      ['v1.credit-card.constant-currency', 'creditCard'],
      ['v1.debit-card.constant-currency', 'debitCard'],
      ['v1.p2p-transfer.constant-currency', 'p2pTransfer'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'unknown',
      `does not know the currency 978 in ${operation}`,
      denies(operation, ({ body }) => body['currency'] === 978),
    ),
  ),
  ...(
    [
      ['v1.credit-card.negative-amount', 'creditCard'],
      ['v1.debit-card.negative-amount', 'debitCard'],
      ['v1.p2p-transfer.negative-amount', 'p2pTransfer'],
    ] as const
  ).flatMap(([breaks, operation]) => [
    fault(
      breaks,
      'without-sign',
      `drops the sign of a negative amount in ${operation}`,
      withAmount(operation, Math.abs),
    ),
    fault(
      breaks,
      'as-it-is',
      `moves a negative amount the other way in ${operation}`,
      withRules({ v1IsAmount: (amount) => amount !== 0 }),
    ),
  ]),
  ...(
    [
      ['v1.credit-card.fraction', 'creditCard'],
      ['v1.debit-card.fraction', 'debitCard'],
      ['v1.p2p-transfer.fraction', 'p2pTransfer'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'rounded-up',
      `rounds a fraction of a cent up in ${operation}`,
      withAmount(operation, Math.ceil),
    ),
  ),
  ...(
    [
      ['v1.debit-card.overdraft', 'debitCard'],
      ['v1.p2p-transfer.overdraft', 'p2pTransfer'],
    ] as const
  ).map(([breaks, operation]) =>
    fault(
      breaks,
      'one-cent',
      `lets ${operation} take a cent more than there is`,
      withRules({
        v1Objection: (facts) =>
          v1Objection(
            facts.operation === operation ? { ...facts, available: facts.available + 1 } : facts,
          ),
      }),
    ),
  ),
  fault(
    'v1.debit-card.overdraft-after-pre-authorization',
    'approved',
    'approves any debit of a card that had one with preAuthorization',
    onTheWire(() => {
      const authorized = new Set<unknown>();
      return async (asked, send) => {
        if (asked.operation !== 'debitCard') return send();
        const number = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.body['preAuthorization'] === true) authorized.add(number);
        const response = await send();
        const isLast = authorized.has(number) && asked.body['preAuthorization'] === undefined;
        return isLast ? Response.json({ responseCode: '00' }) : response;
      };
    }),
  ),
  fault(
    'v1.debit-card.negative-fee',
    'paid-out',
    'pays out a negative fee',
    onTheWire(() => async (asked, send) => {
      const response = await send();
      const { fee, ...rest } = asked.body;
      if (asked.operation !== 'debitCard' || !isObject(fee)) return response;
      const amount = -Number(fee['feeAmount'] ?? fee['feeValue']);
      const path = '/v1/apigate/ws/rest/creditCard';
      if (amount > 0) await send({ path, body: JSON.stringify({ ...rest, amount }) });
      return response;
    }),
  ),
  ...(
    [
      ['all-of-it', 'denies a transfer of the whole balance', 1],
      ['two-left', 'requires two cents to be left after a transfer', 2],
    ] as const
  ).map(([slug, what, left]) =>
    fault(
      'v1.p2p-transfer.whole-balance',
      slug,
      what,
      withRules({
        v1Objection: (facts) =>
          v1Objection(
            facts.operation === 'p2pTransfer'
              ? { ...facts, available: facts.available - left }
              : facts,
          ),
      }),
    ),
  ),
  fault(
    'v1.p2p-transfer.unknown-source',
    'another',
    'uses the first card with money for an unknown source',
    forUnknown('sourceCardIdentification'),
  ),
  fault(
    'v1.p2p-transfer.unknown-destination',
    'another',
    'uses the first card for an unknown destination',
    forUnknown('destinationCardIdentification'),
  ),
  fault(
    'v1.p2p-transfer.expiry-form',
    'any-text',
    'overlooks an expDate that it cannot read',
    withRules({
      v1MemberType: (operation, path) =>
        path === 'sourceCardIdentification.expDate' ? 'text' : v1MemberType(operation, path),
      v1IsExpiry: (sent, expiryDate) => !/^\d{6}$/.test(sent) || v1IsExpiry(sent, expiryDate),
    }),
  ),
  fault(
    'v1.p2p-transfer.wrong-expiry',
    'month-only',
    'compares only the months of an expDate',
    withRules({ v1IsExpiry: (sent, expiryDate) => sent.slice(4) === expiryDate.slice(4) }),
  ),
];

type MoneyOperation = V1Movement['operation'];

/** Other entries for the movements of one operation. */
function withEntries(
  operation: MoneyOperation,
  entriesOf: (movement: V1Movement) => ReturnType<typeof v1Entries>,
): Tampering {
  return withRules({
    v1Entries: (movement) =>
      movement.operation === operation ? entriesOf(movement) : v1Entries(movement),
  });
}

/** Books a movement on the accounts that were credited before, too. */
function alsoOnOthers(operation: MoneyOperation): Tampering {
  return withRememberingRules(() => {
    const credited = new Set<string>();
    return {
      v1Entries: (movement) => {
        const { account, destination, amount } = movement;
        const others = [...credited].filter((one) => one !== account && one !== destination);
        const isConcerned = movement.operation === operation;
        credited.add(account);
        return [
          ...v1Entries(movement),
          ...(isConcerned ? others.map((other) => ({ account: other, amount })) : []),
        ];
      },
    };
  });
}

function withAmount(operation: MoneyOperation, change: (amount: number) => number): Tampering {
  return inRequest(operation, (body) => {
    const { amount } = body;
    return typeof amount === 'number' ? { ...body, amount: change(amount) } : body;
  });
}

/** Puts a card that it knows in the place of one that it does not know. */
function forUnknown(
  member: 'sourceCardIdentification' | 'destinationCardIdentification',
): Tampering {
  return onTheWire(() => {
    const issued = new Set<unknown>();
    const credited = new Set<unknown>();
    return async (asked, send) => {
      const card = asked.body[member];
      if (asked.operation === 'p2pTransfer' && isObject(card)) {
        const [instead] = member === 'sourceCardIdentification' ? credited : issued;
        const cardNumber = issued.has(card['cardNumber']) ? card['cardNumber'] : instead;
        return send({ body: JSON.stringify({ ...asked.body, [member]: { ...card, cardNumber } }) });
      }
      const response = await send();
      if (asked.operation === 'createVirtualCard') {
        issued.add(memberAt(await response.clone().json(), numberOfIssued));
      }
      if (asked.operation === 'creditCard') {
        credited.add(memberAt(asked.body, 'cardIdentification.cardNumber'));
      }
      return response;
    };
  });
}
