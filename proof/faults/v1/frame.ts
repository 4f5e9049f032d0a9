import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  isObject,
  memberAt,
  type Members,
  onTheWire,
  read,
  type TamperedRequest,
  withBody,
} from '../tampering.ts';
import { denial, isCarriedOut, isSuccess, objectsWith, pathOf } from './tampering.ts';

// Document 1, part 4: operations that do more than their clause says, or do it to something else.

export const v1FrameFaults: readonly Fault[] = [
  fault(
    'v1.frame.refusals-change-nothing',
    'to-itself',
    'debits a card before it denies a transfer to the card itself',
    onTheWire(() => async (asked, send) => {
      const cardNumber = memberAt(asked.body, 'sourceCardIdentification.cardNumber');
      const to = memberAt(asked.body, 'destinationCardIdentification.cardNumber');
      if (asked.operation !== 'p2pTransfer' || cardNumber !== to) return send();
      const { amount, currency } = asked.body;
      const body = JSON.stringify({ cardIdentification: { cardNumber }, amount, currency });
      await send({ path: pathOf('debitCard'), body });
      return denial();
    }),
  ),
  fault(
    'v1.reset-pin-counter.counts',
    'cvc-forgets-wrong-entries',
    'sets the count of wrong entries to zero with a new CVC2',
    alsoDoes('generateCVC2', ({ cardIdentification }) => [
      'resetPinCounter',
      { cardIdentification },
    ]),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'new-pin-counts',
    'counts a change of the PIN as a wrong entry',
    onTheWire(() => {
      const changed = new Set<unknown>();
      return async (asked, send) => {
        const { operation, body } = asked;
        const response = await send();
        const card = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'changePin' && response.ok) changed.add(card);
        if (operation !== 'getCardData' || !response.ok || !changed.has(card)) return response;
        const answer: unknown = await response.json();
        for (const entry of objectsWith(answer, 'pinDenialCounter'))
          entry['pinDenialCounter'] = Number(entry['pinDenialCounter']) + 1;
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'neighbour-emptied',
    'empties the beneficiaries of an account when its merchant categories are set',
    alsoDoes('setAllowedMccList', ({ accountNumber }) => [
      'setAllowedBeneficiaries',
      { accountNumber, beneficiaries: [] },
    ]),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'arrest-released',
    'arrests one euro more when a limit of the account is changed',
    alsoDoes('changeAccountLimit', ({ accountNumber }) => [
      'changeAccountArrestAmount',
      { accountNumber, amount: 1_00, currency: 978 },
    ]),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'card-limit-reset',
    'sets the cash limit of a card anew with each new PIN',
    alsoDoes('changePin', ({ cardIdentification }) => [
      'changeCardLimit',
      {
        cardIdentification,
        limit: { name: 'LMTP0107', value: 2_500_00, cycleType: 0, cycleLength: 1, currency: 978 },
      },
    ]),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'other-card-of-the-account',
    'blocks with a card the one that was issued before it for the same account',
    blocksTheSisterToo(),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'pin-unlocks-others',
    'unlocks the cards that are blocked when another one has a new PIN',
    unlocksOthersAfter('generatePin'),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'cvc-unlocks-others',
    'unlocks the cards that are blocked when another one has a new CVC',
    unlocksOthersAfter('generateCVC2'),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'tokens-unlock-others',
    'unlocks the cards that are blocked when the tokens of another one are listed',
    unlocksOthersAfter('getTokenList'),
  ),
  fault(
    'v1.frame.when-blocked',
    'reset-unlocks',
    'unlocks a card when its PIN counter is reset',
    alsoDoes('resetPinCounter', ({ cardIdentification }) => [
      'validateCard',
      { cardIdentification },
    ]),
  ),
  fault(
    'v1.frame.when-blocked',
    'reset-of-many-unlocks',
    'unlocks a card when its counter of three wrong PIN entries, or more, is reset',
    onTheWire(() => {
      const entries = new Map<unknown, number>();
      return async (asked, send) => {
        const [, denied] = /\/cards\/(\d+)\/pin-denials$/.exec(asked.url.pathname) ?? [];
        if (denied !== undefined) entries.set(denied, (entries.get(denied) ?? 0) + 1);
        const response = await send();
        if (asked.operation !== 'resetPinCounter') return response;
        const { cardIdentification } = asked.body;
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        if ((entries.get(card) ?? 0) >= 3)
          await send({
            path: pathOf('validateCard'),
            body: JSON.stringify({ cardIdentification }),
          });
        entries.delete(card);
        return response;
      };
    }),
  ),
  fault(
    'v1.frame.when-blocked',
    'limit-change-unlocks',
    'unlocks a card when one of its limits is changed',
    alsoDoes('changeCardLimit', ({ cardIdentification }) => [
      'validateCard',
      { cardIdentification },
    ]),
  ),
  fault(
    'v1.frame.when-blocked',
    'order-unlocks',
    'unlocks the first card of an account when another is ordered',
    onTheWire(() => {
      const first = new Map<unknown, unknown>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'createVirtualCard' || !response.ok) return response;
        const answer: unknown = await response.clone().json();
        const { accountNumber } = asked.body;
        const cardNumber = memberAt(answer, 'virtualCardIdentification.cardNumber');
        const known = first.get(accountNumber);
        if (known === undefined) first.set(accountNumber, cardNumber);
        else {
          const body = { cardIdentification: { cardNumber: known } };
          await send({ path: pathOf('validateCard'), body: JSON.stringify(body) });
        }
        return response;
      };
    }),
  ),
  ...(['changeAccountStatus', 'changeAccountStatusInFe'] as const).map((operation) =>
    fault(
      'v1.card-state.through-account-states',
      `unlocked-by-${operation.toLowerCase()}`,
      `unlocks the blocked cards of an account that is sent ${operation} with 0`,
      unlocksWithTheAccount(operation),
    ),
  ),
  fault(
    'v1.frame.when-blocked',
    'unlocked-without-rules',
    'forgets the restrictions of a card that is unlocked',
    forgetsRulesAfter('validateCard'),
  ),
  fault(
    'v1.frame.there-and-back',
    'blocked-without-rules',
    'forgets the restrictions of a card that is blocked',
    forgetsRulesAfter('blockCard'),
  ),
  fault(
    'v1.frame.there-and-back',
    'status-frees',
    'frees what is arrested of an account whose status is changed back',
    alsoDoes('changeAccountStatus', ({ accountNumber }) => [
      'changeAccountArrestAmount',
      { accountNumber, amount: 0, currency: 978 },
    ]),
  ),
  fault(
    'v1.frame.there-and-back',
    'status-empties',
    'empties the beneficiaries of an account when its status is changed',
    alsoDoes('changeAccountStatus', ({ accountNumber }) => [
      'setAllowedBeneficiaries',
      { accountNumber, beneficiaries: [] },
    ]),
  ),
  fault(
    'v1.frame.cards-and-accounts',
    'front-end-status-empties',
    'empties the beneficiaries of an account that gets a status in the front end',
    alsoDoes('changeAccountStatusInFe', ({ accountNumber }) => [
      'setAllowedBeneficiaries',
      { accountNumber, beneficiaries: [] },
    ]),
  ),
  fault(
    'v1.frame.when-the-account-was-changed',
    'limit-activates',
    'makes an account active when one of its limits is changed',
    alsoDoes('changeAccountLimit', ({ accountNumber }) => [
      'changeAccountStatus',
      { accountNumber, accountStatus: 0 },
    ]),
  ),
  fault(
    'v1.frame.when-the-account-was-changed',
    'list-releases',
    'releases what is arrested when beneficiaries are set',
    alsoDoes('setAllowedBeneficiaries', ({ accountNumber }) => [
      'changeAccountArrestAmount',
      { accountNumber, amount: 0, currency: 978 },
    ]),
  ),
  fault(
    'v1.frame.when-the-account-was-changed',
    'unlocking-activates',
    'makes the account of a card active when the card is unlocked',
    alsoDoesToTheAccount('validateCard', 'changeAccountStatus', { accountStatus: 0 }),
  ),
  fault(
    'v1.frame.when-the-account-was-changed',
    'block-releases',
    'releases what is arrested of an account when a card of it is blocked',
    alsoDoesToTheAccount('blockCard', 'changeAccountArrestAmount', { amount: 0, currency: 978 }),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'half-a-list',
    'empties the merchant categories of an account before it finds that the new list is none',
    afterDenied('setAllowedMccList', ({ accountNumber }) =>
      accountNumber === undefined
        ? undefined
        : ['setAllowedMccList', { accountNumber, mccList: [] }],
    ),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'value-of-an-exception',
    'gives a limit the value of an exception that is to be deleted, before it finds that there is none',
    afterDenied('deleteCardLimitException', ({ cardIdentification, ...body }) => {
      const value = memberAt(body, 'limitException.value');
      const name = memberAt(body, 'limitException.limitName');
      return typeof value === 'number'
        ? ['changeCardLimit', { cardIdentification, limit: { name, value } }]
        : undefined;
    }),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'empty-limit',
    'makes a limit of an account before it finds that its value or cycleType is none',
    afterDenied('changeAccountLimit', ({ accountNumber, ...body }) => {
      const name = memberAt(body, 'limit.name');
      const isNew = typeof name === 'string' && name.startsWith('T');
      return isNew
        ? ['changeAccountLimit', { accountNumber, limit: { name, value: 1 } }]
        : undefined;
    }),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'half-a-transfer',
    'debits the source of a transfer without a destination',
    afterDenied('p2pTransfer', (body) =>
      'destinationCardIdentification' in body
        ? undefined
        : [
            'debitCard',
            { cardIdentification: body['sourceCardIdentification'], amount: 1_00, currency: 978 },
          ],
    ),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'renamed',
    'shows a customer under the surname of a later registration that was refused',
    renamesByRefusedRegistration(),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'gaps-filled',
    'fills in a second name that is missing from a later registration which is refused',
    onTheWire(() => {
      const told = new Map<unknown, unknown>();
      return async (asked, send) => {
        const response = await send();
        const answer = await read(response);
        const { parameters, customerNumber } = asked.body;
        if (asked.operation === 'registerCustomer' && !isSuccess(response, answer)) {
          const named = (Array.isArray(parameters) ? parameters : []).filter(isObject);
          const valueOf = (name: string) => named.find((one) => one['name'] === name)?.['value'];
          told.set(valueOf('customer_number'), valueOf('secondName'));
        }
        const secondName = told.get(customerNumber);
        if (asked.operation !== 'getCustomerDetails' || secondName === undefined) return response;
        const shown = answer as Members;
        const isMissing = (shown['secondName'] ?? '') === '';
        return isMissing ? withBody(response, JSON.stringify({ ...shown, secondName })) : response;
      };
    }),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'issued-all-the-same',
    'issues the card of an order that it denies for its currency',
    afterDenied('createVirtualCard', (body) =>
      body['currency'] === 978 ? undefined : ['createVirtualCard', { ...body, currency: 978 }],
    ),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'charged-for-a-stopped-receiver',
    'takes the amount of a transfer from the payer before it finds that the receiver is blocked',
    afterDenied('p2pTransfer', ({ sourceCardIdentification, amount, ...body }) =>
      isObject(body['destinationCardIdentification']) && Number(amount) > 0
        ? ['debitCard', { cardIdentification: sourceCardIdentification, amount, currency: 978 }]
        : undefined,
    ),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'booked-the-second-time',
    'charges one cent for a debit that it denies for the second time',
    onTheWire(() => {
      const denied = new Set<string>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'debitCard' || (await isCarriedOut(response))) {
          return response;
        }
        const body = JSON.stringify({ ...asked.body, amount: 1, currency: 978 });
        if (denied.has(asked.text)) await send({ body });
        denied.add(asked.text);
        return response;
      };
    }),
  ),
  fault(
    'v1.frame.refusals-change-nothing',
    'fee-of-what-is-denied',
    'takes a fee of one cent for a debit that it denies since there is not enough for its fee as well',
    onTheWire(() => async ({ operation, body }, send) => {
      const fee = Number(memberAt(body, 'fee.feeValue') ?? memberAt(body, 'fee.feeAmount') ?? 0);
      if (operation !== 'debitCard' || fee === 0) return send();
      const { fee: _, ...alone } = body;
      const debited = (amount: number): Promise<Response> =>
        send({ body: JSON.stringify({ ...alone, amount }) });
      const response = await debited(Number(body['amount']) + fee);
      if (!(await isCarriedOut(response))) await debited(1);
      return response;
    }),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'counted',
    'charges one cent for every read of the limits of a card',
    alsoDoes('getCardLimits', ({ cardIdentification }) => [
      'debitCard',
      { cardIdentification, amount: 1, currency: 978 },
    ]),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'read-once',
    'forgets the merchant categories of an account once they were read',
    alsoDoes('getAllowedMccList', ({ accountNumber }) => [
      'setAllowedMccList',
      { accountNumber, mccList: [] },
    ]),
  ),
  fault(
    'v1.frame.reads-change-nothing',
    'full-number-unlocks',
    'gives an account another status when its data are read with returnCardNumber',
    alsoDoes('getAccountData', ({ accountNumber, returnCardNumber }) =>
      returnCardNumber === true
        ? ['changeAccountStatus', { accountNumber, accountStatus: 3 }]
        : undefined,
    ),
  ),
  ...(
    ['setAllowedBeneficiaries', 'creditCard', 'changeAccountStatusInFe', 'validateCard'] as const
  ).map((operation) =>
    fault(
      'v1.frame.strangers-change-nothing',
      `done-then-refused-${operation}`,
      `carries out ${operation} before it looks at the credentials`,
      doneThenRefused(operation),
    ),
  ),
];

/** Shows no restrictions of a card any more after some operation, until some are set again. */
function forgetsRulesAfter(operation: V1Operation): Tampering {
  return onTheWire(() => {
    const forgotten = new Set<unknown>();
    return async (asked, send) => {
      const card = memberAt(asked.body, 'cardIdentification.cardNumber');
      if (asked.operation === 'setGeoRestrictions') forgotten.delete(card);
      const response = await send();
      if (asked.operation === operation && (await isCarriedOut(response))) {
        forgotten.add(card);
      }
      const isForgotten = asked.operation === 'getGeoRestrictions' && forgotten.has(card);
      return isForgotten ? withBody(response, JSON.stringify({ responseCode: '00' })) : response;
    };
  });
}

/** What is done beside what was asked: an operation and its request, if any. */
type Beside = readonly [operation: V1Operation, body: object] | undefined;

/** Does something else beside each success of an operation. */
function alsoDoes(operation: V1Operation, what: (body: Members) => Beside): Tampering {
  return beside(operation, (response, answer, { body }) =>
    isSuccess(response, answer) ? what(body) : undefined,
  );
}

/** Does something although it has denied what was asked. */
function afterDenied(operation: V1Operation, what: (body: Members) => Beside): Tampering {
  return beside(operation, (response, answer, { body }) =>
    isSuccess(response, answer) ? undefined : what(body),
  );
}

function beside(
  operation: V1Operation,
  what: (response: Response, answer: unknown, asked: TamperedRequest) => Beside,
): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== operation) return response;
    const more = what(response, await read(response), asked);
    if (more !== undefined) {
      await send({ path: pathOf(more[0]), body: JSON.stringify(more[1]) });
    }
    return response;
  });
}

/** An account that is in use again takes its cards with it, those that somebody blocked, too. */
function unlocksWithTheAccount(operation: V1Operation): Tampering {
  return onTheWire(() => {
    const cards = new Map<unknown, unknown[]>();
    return async (asked, send) => {
      const response = await send();
      const { accountNumber } = asked.body;
      if (asked.operation === 'createVirtualCard' && response.ok) {
        const answer: unknown = await response.clone().json();
        const cardNumber = memberAt(answer, 'virtualCardIdentification.cardNumber');
        cards.set(accountNumber, [...(cards.get(accountNumber) ?? []), cardNumber]);
      }
      if (asked.operation !== operation || asked.body['accountStatus'] !== 0) return response;
      for (const cardNumber of cards.get(accountNumber) ?? []) {
        const body = JSON.stringify({ cardIdentification: { cardNumber } });
        await send({ path: pathOf('validateCard'), body });
      }
      return response;
    };
  });
}

/** Brings cards into use again that an operation is not about. */
function unlocksOthersAfter(operation: V1Operation): Tampering {
  return onTheWire(() => {
    const blocked = new Set<unknown>();
    return async (asked, send) => {
      const response = await send();
      const card = memberAt(asked.body, 'cardIdentification.cardNumber');
      if (asked.operation === 'blockCard') blocked.add(card);
      if (asked.operation !== operation) return response;
      for (const cardNumber of blocked) {
        if (cardNumber === card) continue;
        const body = JSON.stringify({ cardIdentification: { cardNumber } });
        await send({ path: pathOf('validateCard'), body });
        blocked.delete(cardNumber);
      }
      return response;
    };
  });
}

function blocksTheSisterToo(): Tampering {
  return onTheWire(() => {
    const before = new Map<unknown, unknown>();
    const last = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation === 'createVirtualCard' && response.ok) {
        const answer = await read(response);
        const { accountNumber } = asked.body;
        const cardNumber = memberAt(answer, 'virtualCardIdentification.cardNumber');
        const sister = last.get(accountNumber);
        if (sister !== undefined) before.set(sister, cardNumber);
        last.set(accountNumber, cardNumber);
      }
      const sister = before.get(memberAt(asked.body, 'cardIdentification.cardNumber'));
      if (asked.operation === 'blockCard' && sister !== undefined) {
        const body = { ...asked.body, cardIdentification: { cardNumber: sister } };
        await send({ body: JSON.stringify(body) });
      }
      return response;
    };
  });
}

/** With an operation on a card also asks for something about its account. */
function alsoDoesToTheAccount(
  operation: V1Operation,
  other: V1Operation,
  members: Members,
): Tampering {
  return onTheWire(() => {
    const accountOf = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      if (asked.operation === 'createVirtualCard') {
        const number = memberAt(await read(response), 'virtualCardIdentification.cardNumber');
        accountOf.set(number, asked.body['accountNumber']);
      }
      const accountNumber = accountOf.get(memberAt(asked.body, 'cardIdentification.cardNumber'));
      if (asked.operation === operation && accountNumber !== undefined) {
        await send({ path: pathOf(other), body: JSON.stringify({ accountNumber, ...members }) });
      }
      return response;
    };
  });
}

function renamesByRefusedRegistration(): Tampering {
  return onTheWire(() => {
    const renamed = new Map<unknown, unknown>();
    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      const { parameters, customerNumber } = asked.body;
      if (asked.operation === 'registerCustomer' && !isSuccess(response, answer)) {
        const valueOf = (name: string): unknown =>
          (Array.isArray(parameters) ? parameters.filter(isObject) : []).find(
            (one) => one['name'] === name,
          )?.['value'];
        renamed.set(valueOf('customer_number'), valueOf('surname'));
      }
      const surname = renamed.get(customerNumber);
      if (asked.operation !== 'getCustomerInfo' || surname === undefined) return response;
      return withBody(response, JSON.stringify({ ...(answer as Members), customerName: surname }));
    };
  });
}

/** Asks with the token of somebody else what a stranger asked, and answers the refusal. */
function doneThenRefused(operation: V1Operation): Tampering {
  return onTheWire(() => {
    let known: Headers | undefined;
    return async (asked, send) => {
      const response = await send();
      if (response.ok) known = asked.headers;
      else if (
        asked.operation === operation &&
        known !== undefined &&
        isOther(asked.headers, known)
      )
        await send({ headers: known });
      return response;
    };
  });
}

function isOther(headers: Headers, known: Headers): boolean {
  return headers.get('authorization') !== known.get('authorization');
}
