import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  isObject,
  type Members,
  memberAt,
  onTheWire,
  withBody,
  withRules,
} from '../tampering.ts';
import { denial, pathOf } from './tampering.ts';

// Document 1, parts 2.1, 3 and 4: faults that need a rare value, or a rare combination of members.

const { isAtmAskedFor, isOrderInPeriod } = documentRules;

export const v1RareValueFaults: readonly Fault[] = [
  ...([16, 32] as const).map((bits) =>
    fault(
      'v1.get-order-details.unknown-order',
      `${bits}-bits`,
      `compares no more than ${bits} bits of an orderId`,
      withRules({
        isOfOrder: (transaction, orderId) =>
          transaction.orderId % 2 ** bits === orderId % 2 ** bits,
      }),
    ),
  ),
  fault(
    'v1.get-payment-orders.ends-bind-together',
    'start-forgotten',
    'looks at the start of a period only where no end is sent',
    withRules({
      isOrderInPeriod: (day, { start, end }) =>
        isOrderInPeriod(day, end === undefined ? { start, end } : { start: undefined, end }),
    }),
  ),
  fault(
    'v1.get-payment-orders.ends-bind-together',
    'either-end',
    'shows what lies within either end of a period',
    withRules({
      isOrderInPeriod: (day, { start, end }) =>
        isOrderInPeriod(day, { start, end: undefined }) ||
        (end !== undefined && isOrderInPeriod(day, { start: undefined, end })),
    }),
  ),
  ...(
    [
      ['middle', (start, end) => start + end],
      ['length', (start, end) => end - start],
      ['start', (start) => start],
    ] as const satisfies readonly (readonly [string, (start: number, end: number) => number])[]
  ).map(([what, keyOf]) =>
    fault(
      'v1.get-payment-orders.ends-bind-together',
      `remembered-by-${what}`,
      `shows for a period what it showed for another of the same ${what}`,
      remembersPeriodsBy(keyOf),
    ),
  ),
  fault(
    'v1.get-atm-status-ext.every-pid-is-answered',
    'up-to-63',
    'answers a pid that no terminal has with an empty list, and takes one of 64 for one beyond the range',
    onTheWire(() => async ({ operation, body }, send) => {
      const pid = Number(body['pid']);
      if (operation !== 'getAtmStatusExt' || Number.isNaN(pid)) return send();
      if (pid === 64) return denial();
      return pid > 4 && pid < 63 ? Response.json({ atmStatusList: { atmStatus: [] } }) : send();
    }),
  ),
  fault(
    'v1.get-atm-status-ext.every-pid-narrows',
    'six-bits',
    'takes pid 64 for none, since it reads six bits of it',
    withRules({
      isAtmAskedFor: (atm, query) =>
        isAtmAskedFor(atm, query.pid === 64 ? { ...query, pid: undefined } : query),
    }),
  ),
  fault(
    'v1.reset-pin-counter.resets',
    'three-at-most',
    'takes back three wrong PIN entries at most',
    withRules({ v1PinDenialsAfterReset: (count) => Math.max(0, count - 3) }),
  ),
  fault(
    'v1.generate-pin.check-card-only-forms-nothing',
    'formed-by-halves',
    'overlooks checkCardOnly where a PIN is delivered by halves',
    inRequest('generatePin', (body) =>
      body['pinDeliveryMethod'] === 'HALF_AND_HALF' ? { ...body, checkCardOnly: false } : body,
    ),
  ),
  fault(
    'v1.get-token-list.all-plastics',
    'plastic-nought',
    'lists the tokens of plastic 0 where no plasticNumber is sent',
    inAnswer('getTokenList', (answer, { body }) => {
      if (memberAt(body, 'cardIdentification.plasticNumber') === undefined) emptyLists(answer);
    }),
  ),
  fault(
    'v1.card-state.through-any-run',
    'last-block-shown',
    'goes on showing the state of the last block for a card that is unlocked',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      return async (asked, send) => {
        const card = memberAt(asked.body, 'cardIdentification.cardNumber');
        if (asked.operation === 'blockCard') blocked.add(card);
        const response = await send();
        if (asked.operation !== 'getCardData' || !blocked.has(card)) return response;
        // Blocked for the moment of the look, which is taken back again.
        const validate = { path: pathOf('validateCard'), body: asked.text };
        const isInUse = (await response.clone().text()).includes('"hotCardStatus":0');
        if (!isInUse) return response;
        const block = JSON.stringify({ ...asked.body, hotCardStatus: 20 });
        await send({ path: pathOf('blockCard'), body: block });
        const shown = await send();
        await send(validate);
        return shown;
      };
    }),
  ),
];

function emptyLists(holder: Members): void {
  for (const [name, value] of Object.entries(holder)) {
    if (Array.isArray(value)) holder[name] = [];
    else if (isObject(value)) emptyLists(value);
  }
}

/** Answers getPaymentOrders as the first time for a period with both ends of this key. */
function remembersPeriodsBy(keyOf: (start: number, end: number) => number): Tampering {
  return onTheWire(() => {
    const known = new Map<number, string>();
    return async (asked, send) => {
      const [start, end] = ['start', 'end'].map((name) =>
        Date.parse(String(memberAt(asked.body, `period.${name}`))),
      ) as [number, number];
      if (asked.operation !== 'getPaymentOrders' || Number.isNaN(start + end)) return send();
      const response = await send();
      const before = known.get(keyOf(start, end));
      if (before !== undefined) return withBody(response, before);
      if (response.ok) known.set(keyOf(start, end), await response.clone().text());
      return response;
    };
  });
}
