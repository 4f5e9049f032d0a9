import { type Fault, fault, type Tampering } from '../fault.ts';
import { memberAt, type Members, onTheWire, type TamperedRequest, withBody } from '../tampering.ts';
import { denial, isSuccess, objectsWith } from './tampering.ts';

// Document 1, parts 2.5, 4 and 8: a second card of an account that is taken for the first one.

export const v1SecondCardFaults: readonly Fault[] = [
  fault(
    'v1.get-card-data.shows-the-asked-card',
    'mask-of-the-first',
    'shows the masked number of the first card of an account for each of its cards',
    amongSisters(({ asked, first }, answer) => {
      if (asked.operation === 'getCardData' && first !== undefined)
        for (const card of objectsWith(answer, 'cardNumberMask'))
          card['cardNumberMask'] = masked(first);
    }),
  ),
  fault(
    'v1.generate-cvc2.number-is-the-cards',
    'first-of-the-phone',
    'shows the number of the first card of an account where the phone number of its customer is sent',
    amongSisters(({ asked, first }, answer) => {
      const phone = memberAt(asked.body, 'cardIdentification.phoneNumber');
      if (asked.operation !== 'generateCVC2' || phone === undefined || first === undefined) return;
      if ('cardNumber' in answer) answer['cardNumber'] = first;
      if ('cardNumberMask' in answer) answer['cardNumberMask'] = masked(first);
    }),
  ),
  ...(['generateCVC2', 'getCardData'] as const).map((operation) =>
    fault(
      operation === 'generateCVC2'
        ? 'v1.generate-cvc2.number-is-the-cards'
        : 'v1.get-card-data.shows-the-asked-card',
      'first-by-card-id',
      `shows in ${operation} the number of the first card of an account for another one that is named by its cardId`,
      amongSisters(({ asked, first }, answer) => {
        const cardId = memberAt(asked.body, 'cardIdentification.cardId');
        if (asked.operation !== operation || cardId === undefined || first === undefined) return;
        for (const card of objectsWith(answer, 'cardNumber')) card['cardNumber'] = first;
        for (const card of objectsWith(answer, 'cardNumberMask'))
          card['cardNumberMask'] = masked(first);
      }),
    ),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'used-by-the-first',
    'shows a second card with what the first one had used of its limits',
    amongSisters(({ asked, first }, answer) => {
      if (asked.operation === 'getCardLimits' && first !== undefined)
        for (const limit of objectsWith(answer, 'currentValue')) limit['currentValue'] = 12_34;
    }),
  ),
  fault(
    'v1.limits.each-card-for-itself',
    'limits-of-the-first',
    'holds each card of an account to the limit of the first one',
    limitsOfTheFirst(),
  ),
];

interface Sisters {
  readonly asked: TamperedRequest;
  /** The number of the first card of the account, where the card that is asked for is another one. */
  readonly first: string | undefined;
}

/** Changes answers about cards that are not the first of their account. */
function amongSisters(change: (sisters: Sisters, answer: Members) => void): Tampering {
  return onTheWire(() => {
    const firstOf = firsts();
    return async (asked, send) => {
      const response = await send();
      const text = await response.clone().text();
      if (asked.operation === undefined || !text.startsWith('{')) return response;
      const answer = JSON.parse(text) as Members;
      if (!isSuccess(response, answer)) return response;
      firstOf.see(asked, answer);
      const { cardNumber, cardId } = (asked.body['cardIdentification'] ?? {}) as Members;
      change({ asked, first: firstOf.otherThan(String(cardNumber ?? cardId)) }, answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

function limitsOfTheFirst(): Tampering {
  return onTheWire(() => {
    const firstOf = firsts();
    const limits = new Map<string, number>();
    return async (asked, send) => {
      const payer = String(memberAt(asked.body, 'sourceCardIdentification.cardNumber'));
      const most = limits.get(firstOf.otherThan(payer) ?? '');
      if (asked.operation === 'p2pTransfer' && Number(asked.body['amount']) > (most ?? Infinity))
        return denial();
      const response = await send();
      if (asked.operation === 'createVirtualCard' && response.ok)
        firstOf.see(asked, (await response.clone().json()) as Members);
      if (asked.operation === 'changeCardLimit') {
        const [limit] = objectsWith(asked.body, 'value');
        const number = String(memberAt(asked.body, 'cardIdentification.cardNumber'));
        limits.set(number, Number(limit?.['value']));
      }
      return response;
    };
  });
}

/** The first card that was issued for each account. */
function firsts() {
  const ofAccounts = new Map<unknown, string>();
  const accounts = new Map<string, unknown>();
  const ids = new Map<string, string>();
  return {
    see({ operation, body }: TamperedRequest, answer: Members): void {
      const number = memberAt(answer, 'virtualCardIdentification.cardNumber');
      if (operation !== 'createVirtualCard' || typeof number !== 'string') return;
      const account = body['accountNumber'];
      accounts.set(number, account);
      accounts.set(String(memberAt(answer, 'virtualCardIdentification.cardId')), account);
      ids.set(String(memberAt(answer, 'virtualCardIdentification.cardId')), number);
      if (!ofAccounts.has(account)) ofAccounts.set(account, number);
    },
    /** Of a card by its number or its cardId. */
    otherThan(name: string): string | undefined {
      const first = ofAccounts.get(accounts.get(name));
      return first === (ids.get(name) ?? name) ? undefined : first;
    },
  };
}

function masked(number: string): string {
  return `${number.slice(0, 6)}******${number.slice(-4)}`;
}
