import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { memberAt, type Members, onTheWire, read, withBody } from '../tampering.ts';
import { denial, isSuccess, pathOf } from './tampering.ts';

// Document 1, part 4: what is forgotten after some requests or wears off with time.

export const v1PersistenceFaults: readonly Fault[] = [
  fault(
    'v1.persistence.through-other-requests',
    'small-cache',
    'keeps the merchant categories of the last three lists only, whosever they are',
    forgetsAllButTheLast('setAllowedMccList', 'getAllowedMccList', 'accountNumber', 3),
  ),
  fault(
    'v1.persistence.through-other-requests',
    'few-rules',
    'keeps the restrictions of the last four requests only, whichever card they are for',
    forgetsAllButTheLast(
      'setGeoRestrictions',
      'getGeoRestrictions',
      'cardIdentification.cardNumber',
      4,
    ),
  ),
  fault(
    'v1.persistence.through-other-requests',
    'stopped-together',
    'blocks each card that was credited with the card that is blocked',
    onTheWire(() => {
      const credited = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        const cardNumber = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.operation === 'creditCard') credited.add(cardNumber);
        if (asked.operation !== 'blockCard' || !credited.has(cardNumber)) return response;
        for (const other of credited) {
          const body = { ...asked.body, cardIdentification: { cardNumber: other } };
          await send({ body: JSON.stringify(body) });
        }
        return response;
      };
    }),
  ),
  ...(
    [
      ['fifteen-requests', 'setAllowedBeneficiaries', 15, { beneficiaries: [] }],
      ['twenty-requests', 'setAllowedMccList', 20, { mccList: [] }],
    ] as const
  ).map(([slug, operation, times, empty]) =>
    fault(
      'v1.persistence.through-own-requests',
      slug,
      `empties what ${operation} has set once ${times} requests about the account followed`,
      onTheWire(() => {
        const since = new Map<unknown, number>();
        return async (asked, send) => {
          const response = await send();
          const { accountNumber } = asked.body;
          if (asked.operation === operation) since.set(accountNumber, 0);
          const later = (since.get(accountNumber) ?? Number.NEGATIVE_INFINITY) + 1;
          if (later > 0) since.set(accountNumber, later);
          // The reads of the check itself count as well.
          if (later === times) {
            const body = JSON.stringify({ accountNumber, ...empty });
            await send({ path: pathOf(operation), body });
          }
          return response;
        };
      }),
    ),
  ),
  fault(
    'v1.money.holds-end-as-they-began',
    'more-than-was-held',
    'gives back fifty cents more than a pre-authorised debit held, a week later',
    later('debitCard', 7 * 86_400_000, ({ preAuthorization, cardIdentification, amount }) =>
      preAuthorization === true
        ? ['creditCard', { cardIdentification, amount: Number(amount) + 50, currency: 978 }]
        : undefined,
    ),
  ),
  fault(
    'v1.money.holds-end-as-they-began',
    'arrest-goes-with-it',
    'arrests no longer what was arrested of an account a month after a pre-authorised debit',
    releasesArrests(30 * 86_400_000),
  ),
  fault(
    'v1.money.holds-end-as-they-began',
    'fee-stays-on-hold',
    'keeps the fee of a pre-authorised debit on hold a week later, when it releases the rest',
    holdsWithFee((fee) => ({ onHold: fee, withheld: fee })),
  ),
  fault(
    'v1.money.holds-end-as-they-began',
    'fee-stays-unavailable',
    'keeps the fee of a pre-authorised debit from what is available when it releases all of it',
    holdsWithFee((fee) => ({ onHold: 0, withheld: fee })),
  ),
  fault(
    'v1.persistence.through-time',
    'block-for-a-day',
    'unlocks a card a day after it was blocked',
    later('blockCard', 86_400_000, ({ cardIdentification }) => [
      'validateCard',
      { cardIdentification },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'unlocked-for-a-day',
    'blocks a card again a day after it was unlocked',
    later('validateCard', 86_400_000, ({ cardIdentification }) => [
      'blockCard',
      { cardIdentification, hotCardStatus: 20 },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'blocked-for-good',
    'denies to unlock a card that was blocked thirty days ago',
    onTheWire(() => {
      const blockedAt = new Map<unknown, number>();
      let now = Date.now();
      return async (asked, send) => {
        const moment = Date.parse(String(asked.body['now']));
        if (asked.url.pathname.endsWith('/clock') && !Number.isNaN(moment)) now = moment;
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        const since = now - (blockedAt.get(card) ?? now);
        if (asked.operation === 'validateCard' && since > 30 * 86_400_000) return denial();
        if (asked.operation === 'blockCard') blockedAt.set(card, now);
        return send();
      };
    }),
  ),
  fault(
    'v1.persistence.through-time',
    'beneficiaries-for-an-hour',
    'empties the beneficiaries of an account an hour after they were set',
    later('setAllowedBeneficiaries', 3_600_000, ({ accountNumber }) => [
      'setAllowedBeneficiaries',
      { accountNumber, beneficiaries: [] },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'arrest-for-a-month',
    'releases what was arrested a month later',
    later('changeAccountArrestAmount', 30 * 86_400_000, ({ accountNumber }) => [
      'changeAccountArrestAmount',
      { accountNumber, amount: 0, currency: 978 },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'status-for-a-day',
    'gives an account its first status again a day after it was changed',
    later('changeAccountStatus', 86_400_000, ({ accountNumber }) => [
      'changeAccountStatus',
      { accountNumber, accountStatus: 0 },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'status-in-the-front-end-for-a-day',
    'gives an account the status of the back office again a day after changeAccountStatusInFe',
    later('changeAccountStatusInFe', 86_400_000, ({ accountNumber }) => [
      'changeAccountStatusInFe',
      { accountNumber, accountStatus: 0 },
    ]),
  ),
  fault(
    'v1.persistence.through-time',
    'maintenance-fee',
    'takes one euro from an account a year after it was credited',
    later('creditCard', 365 * 86_400_000, ({ cardIdentification }) => [
      'debitCard',
      { cardIdentification, amount: 1_00, currency: 978 },
    ]),
  ),
];

/** Denies to show what was set before the last few requests that set it. */
function forgetsAllButTheLast(
  set: V1Operation,
  get: V1Operation,
  subject: string,
  howMany: number,
): Tampering {
  return onTheWire(() => {
    const subjects: unknown[] = [];
    return async (asked, send) => {
      const about = memberAt(asked.body, subject);
      if (asked.operation === set) subjects.push(about);
      const isForgotten = subjects.includes(about) && !subjects.slice(-howMany).includes(about);
      return asked.operation === get && isForgotten ? denial() : send();
    };
  });
}

/** Does something once the clock has gone on so long after a success of an operation. */
function later(
  operation: V1Operation,
  afterMs: number,
  what: (body: Members) => readonly [V1Operation, object] | undefined,
): Tampering {
  return onTheWire(() => {
    let now = Date.now();
    let due: { moment: number; body: Members }[] = [];
    return async (asked, send) => {
      if (asked.url.pathname.endsWith('/clock') && 'now' in asked.body) {
        now = Date.parse(String(asked.body['now']));
      }
      if (asked.operation === undefined) return send();
      // Behind the control plane there are no cards, so it is done before anybody asks for one.
      const ready = due.filter(({ moment }) => moment <= now);
      due = due.filter(({ moment }) => moment > now);
      for (const { body } of ready) {
        const [next, sent] = what(body) ?? [];
        if (next !== undefined) await send({ path: pathOf(next), body: JSON.stringify(sent) });
      }
      const response = await send();
      if (asked.operation !== operation) return response;
      const answer: unknown = await response.clone().json();
      // The clock runs on by itself, so a moment less than what is waited for.
      const moment = now + afterMs - 60_000;
      if (isSuccess(response, answer)) due.push({ moment, body: asked.body });
      return response;
    };
  });
}

/** Arrests nothing any more on an account so long after a pre-authorised debit. */
function releasesArrests(afterMs: number): Tampering {
  return onTheWire(() => {
    let now = Date.now();
    const accountOf = new Map<unknown, unknown>();
    const due = new Map<unknown, number>();
    return async (asked, send) => {
      const { body, operation, url } = asked;
      if (url.pathname.endsWith('/clock') && 'now' in body) now = Date.parse(String(body['now']));
      const { accountNumber } = body;
      if (operation === 'getAccountBalanceFromBo' && (due.get(accountNumber) ?? now + 1) <= now) {
        const path = pathOf('changeAccountArrestAmount');
        await send({ path, body: JSON.stringify({ accountNumber, amount: 0, currency: 978 }) });
      }
      const response = await send();
      if (operation === 'createVirtualCard') {
        const number = memberAt(await read(response), 'virtualCardIdentification.cardNumber');
        accountOf.set(number, accountNumber);
      }
      if (operation === 'debitCard' && body['preAuthorization'] === true && response.ok) {
        const account = accountOf.get(memberAt(body, 'cardIdentification.cardNumber'));
        // The clock runs on by itself, so a moment less than what is waited for.
        due.set(account, now + afterMs - 60_000);
      }
      return response;
    };
  });
}

/** Holds pre-authorised debits with their fees for a week, and shows then what `after` makes of each fee. */
function holdsWithFee(
  after: (fee: number) => { readonly onHold: number; readonly withheld: number },
): Tampering {
  return onTheWire(() => {
    let now = Date.now();
    const accountOf = new Map<unknown, unknown>();
    const holds: { account: unknown; amount: number; fee: number; until: number }[] = [];
    return async (asked, send) => {
      const { body, operation, url } = asked;
      if (url.pathname.endsWith('/clock') && 'now' in body) now = Date.parse(String(body['now']));
      const response = await send();
      if (operation === 'createVirtualCard') {
        const issued: unknown = await response.clone().json();
        const number = memberAt(issued, 'virtualCardIdentification.cardNumber');
        accountOf.set(number, body['accountNumber']);
      }
      if (operation === 'debitCard' && body['preAuthorization'] === true && response.ok) {
        const { cardIdentification, amount, currency, fee } = body;
        const back = { cardIdentification, amount, currency };
        await send({ path: pathOf('creditCard'), body: JSON.stringify(back) });
        holds.push({
          account: accountOf.get(memberAt(cardIdentification, 'cardNumber')),
          amount: Number(amount),
          fee: Number(memberAt(fee, 'feeValue') ?? 0),
          until: now + 7 * 86_400_000,
        });
      }
      if (operation !== 'getAccountBalanceFromBo' || !response.ok) return response;
      const answer = (await response.json()) as Members;
      for (const { account, amount, fee, until } of holds) {
        if (account !== body['accountNumber']) continue;
        const all = { onHold: amount + fee, withheld: amount + fee };
        const { onHold, withheld } = now < until ? all : after(fee);
        answer['holdBalance'] = Number(answer['holdBalance']) + onHold;
        answer['availableBalance'] = Number(answer['availableBalance']) - withheld;
      }
      return withBody(response, JSON.stringify(answer));
    };
  });
}
