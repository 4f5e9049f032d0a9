import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { isObject, memberAt, onTheWire, type TamperedRequest, withBody } from '../tampering.ts';
import { denial, isSuccess } from './tampering.ts';

// Document 1, part 4: what goes well for the first few requests of a kind, and not for later ones.

export const v1EveryTimeFaults: readonly Fault[] = [
  fault(
    'v1.every-time.movements',
    'eleventh-credit',
    'denies the eleventh credit of a card',
    afterMany('creditCard', 10, async () => denial()),
  ),
  fault(
    'v1.every-time.movements',
    'twentieth-debit-twice',
    'takes the twentieth debit of a card twice',
    afterMany('debitCard', 19, async (send) => {
      await send();
      return send();
    }),
  ),
  fault(
    'v1.every-time.movements',
    'twenty-fifth-transfer-lost',
    'confirms the twenty-fifth transfer of a card and moves nothing',
    afterMany('p2pTransfer', 24, async (_send, last) => last),
  ),
  fault(
    'v1.every-time.settings',
    'tenth-limit-ignored',
    'confirms the tenth change of a limit of a card and changes nothing',
    afterMany('changeCardLimit', 9, async (_send, last) => last),
  ),
  fault(
    'v1.every-time.settings',
    'fifteenth-list-ignored',
    'confirms the fifteenth list of merchant categories of an account and keeps the one before',
    afterMany('setAllowedMccList', 14, async (_send, last) => last),
  ),
  fault(
    'v1.every-time.settings',
    'twenty-first-rule-denied',
    'denies a restriction to a card that was given twenty',
    afterMany('setGeoRestrictions', 20, async () => denial()),
  ),
  fault(
    'v1.every-time.blocks',
    'third-block-ignored',
    'confirms the third block of a card and leaves it in use',
    afterMany('blockCard', 2, async (_send, last) => last),
  ),
  fault(
    'v1.every-time.blocks',
    'unlocked-ten-times',
    'denies the eleventh unlock of a card',
    afterMany('validateCard', 10, async () => denial()),
  ),
  fault(
    'v1.every-time.customers',
    'forgets-the-oldest',
    'forgets a customer once twenty others were registered',
    onTheWire(() => {
      const numbers: unknown[] = [];
      return async (asked, send) => {
        const { parameters, customerNumber } = asked.body;
        if (asked.operation === 'registerCustomer' && Array.isArray(parameters)) {
          const one = parameters.filter(isObject).find(({ name }) => name === 'customer_number');
          numbers.push(one?.['value']);
        }
        const place = numbers.indexOf(customerNumber);
        const isOld = place !== -1 && place < numbers.length - 20;
        return asked.operation === 'getCustomerDetails' && isOld ? denial() : send();
      };
    }),
  ),
];

type Send = () => Promise<Response>;

/** Goes another way with a card or an account once an operation on it succeeded so many times. */
function afterMany(
  operation: V1Operation,
  times: number,
  otherwise: (send: Send, last: Response) => Promise<Response>,
): Tampering {
  return onTheWire(() => {
    const known = new Map<unknown, { times: number; last: string }>();
    return async (asked, send) => {
      if (asked.operation !== operation) return send();
      const before = known.get(subjectOf(asked));
      if (before?.times === times) {
        before.times += 1;
        const headers = { 'Content-Type': 'application/json' };
        return otherwise(send, new Response(before.last, { status: 200, headers }));
      }
      const response = await send();
      const text = await response.text();
      if (isSuccess(response, jsonIn(text))) {
        known.set(subjectOf(asked), { times: (before?.times ?? 0) + 1, last: text });
      }
      return withBody(response, text);
    };
  });
}

/** What a request is about. */
function subjectOf({ body }: TamperedRequest): unknown {
  const card = memberAt(body, 'cardIdentification.cardNumber');
  return card ?? memberAt(body, 'sourceCardIdentification.cardNumber') ?? body['accountNumber'];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
