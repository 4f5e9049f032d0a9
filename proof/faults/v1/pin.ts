import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import {
  inAnswer,
  inRequest,
  memberAt,
  onTheWire,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { denies, succeedsAnyway } from './tampering.ts';

// Document 1, part 4: generatePin and resetPinCounter.

const { v1AllowedValues, pinShown, returnsEncryptedPin } = documentRules;

export const v1PinFaults: readonly Fault[] = [
  fault(
    'v1.generate-pin.check-card-only-forms-nothing',
    'from-a-terminal',
    'overlooks checkCardOnly beside cardAcceptorParameters',
    inRequest('generatePin', ({ checkCardOnly, ...body }) =>
      'cardAcceptorParameters' in body ? body : { ...body, checkCardOnly },
    ),
  ),
  ...(
    [
      ['v1.generate-pin.sms', 'SMS'],
      ['v1.generate-pin.ws', 'WS'],
      ['v1.generate-pin.half-and-half', 'HALF_AND_HALF'],
      ['v1.generate-pin.ws-encrypted', 'WS_ENCRYPTED'],
      ['v1.generate-pin.none', 'NONE'],
    ] as const
  ).map(([breaks, method]) =>
    fault(
      breaks,
      'not-taken',
      `does not know pinDeliveryMethod ${method}`,
      withRules({
        v1AllowedValues: (operation, path) => {
          const allowed = v1AllowedValues(operation, path);
          return path === 'pinDeliveryMethod' ? allowed?.filter((one) => one !== method) : allowed;
        },
      }),
    ),
  ),
  fault(
    'v1.generate-pin.takes-parameters',
    'as-a-key',
    'treats any parameter sent with WS_ENCRYPTED as a public key',
    denies(
      'generatePin',
      ({ body }) =>
        body['pinDeliveryMethod'] === 'WS_ENCRYPTED' && body['parameters'] !== undefined,
    ),
  ),
  fault(
    'v1.generate-pin.takes-parameters',
    'as-members',
    'takes a parameter for the member that is called like it',
    onTheWire(() => async ({ operation, body }, send) => {
      const { parameters } = body;
      if (operation !== 'generatePin' || !Array.isArray(parameters)) return send();
      const named = parameters.map((one) => [memberAt(one, 'name'), memberAt(one, 'value')]);
      return send({ body: JSON.stringify({ ...Object.fromEntries(named), ...body }) });
    }),
  ),
  fault(
    'v1.generate-pin.other-delivery-method',
    'taken',
    'takes any pinDeliveryMethod',
    withRules({
      v1AllowedValues: (operation, path) =>
        path === 'pinDeliveryMethod' ? undefined : v1AllowedValues(operation, path),
    }),
  ),
  fault(
    'v1.generate-pin.ws-shows-the-pin',
    'not-shown',
    'shows no PIN with WS',
    withRules({
      pinShown: (pin, method) => (method === 'WS' ? undefined : pinShown(pin, method)),
    }),
  ),
  fault(
    'v1.generate-pin.ws-shows-the-pin',
    'half',
    'shows half of the PIN with WS',
    withRules({
      pinShown: (pin, method) => (method === 'WS' ? pin.slice(0, 2) : pinShown(pin, method)),
    }),
  ),
  fault(
    'v1.generate-pin.ws-shows-the-pin',
    'as-a-number',
    'loses the leading zero of a PIN',
    withRules({ pinShown: (pin, method) => pinShown(String(Number(pin)), method) }),
  ),
  fault(
    'v1.generate-pin.ws-shows-the-pin',
    'one-in-ten',
    'loses the first digit of every tenth PIN with WS',
    withRememberingRules(() => {
      let count = 0;
      return {
        pinShown: (pin, method) => {
          count += 1;
          const isShort = method === 'WS' && count % 10 === 0;
          return pinShown(isShort ? pin.slice(1) : pin, method);
        },
      };
    }),
  ),
  ...(
    [
      ['whole', 'the whole PIN', (pin) => pin],
      ['three', 'three digits of the PIN', (pin) => pin.slice(0, 3)],
      ['nothing', 'nothing of the PIN', () => undefined],
      ['half-of-any', 'half of the digits of a PIN', (pin) => pin.slice(0, pin.length / 2)],
      ['last-two', 'the last two digits of the PIN', (pin) => pin.slice(-2)],
      [
        'of-a-number',
        'the first two digits of the PIN as a number',
        (pin) => String(Number(pin)).slice(0, 2),
      ],
    ] as const satisfies readonly (readonly [string, string, (pin: string) => string | undefined])[]
  ).map(([slug, what, shown]) =>
    fault(
      'v1.generate-pin.half-and-half-shows-two-digits',
      slug,
      `shows ${what} with HALF_AND_HALF`,
      withRules({
        pinShown: (pin, method) =>
          method === 'HALF_AND_HALF' ? shown(pin) : pinShown(pin, method),
      }),
    ),
  ),
  ...(
    [
      ['v1.generate-pin.sms-shows-nothing', 'SMS'],
      ['v1.generate-pin.none-shows-nothing', 'NONE'],
      ['v1.generate-pin.ws-encrypted-shows-no-plain-pin', 'WS_ENCRYPTED'],
    ] as const
  ).map(([breaks, shownFor]) =>
    fault(
      breaks,
      'shown',
      `shows the PIN with ${shownFor}`,
      withRules({
        pinShown: (pin, method) => (method === shownFor ? pin : pinShown(pin, method)),
      }),
    ),
  ),
  ...(
    [
      ['v1.generate-pin.half-and-half-shows-two-digits', 'HALF_AND_HALF'],
      ['v1.generate-pin.sms-shows-nothing', 'SMS'],
      ['v1.generate-pin.none-shows-nothing', 'NONE'],
    ] as const
  ).map(([breaks, shownFor]) =>
    fault(
      breaks,
      'encrypted',
      `shows the PIN encrypted with ${shownFor}`,
      withRules({
        returnsEncryptedPin: (method) => method === shownFor || returnsEncryptedPin(method),
      }),
    ),
  ),
  fault(
    'v1.generate-pin.ws-encrypted-shows-cipher-text',
    'not-shown',
    'shows nothing with WS_ENCRYPTED',
    withRules({ returnsEncryptedPin: () => false }),
  ),
  fault(
    'v1.generate-pin.ws-encrypted-shows-cipher-text',
    'encoded',
    'encodes the PIN instead of encrypting it',
    inAnswer('generatePin', (answer) => {
      if ('encryptedPinValue' in answer) {
        answer['encryptedPinValue'] = Buffer.from('4821').toString('base64');
      }
    }),
  ),
  fault(
    'v1.generate-pin.check-card-only-forms-nothing',
    'formed',
    'generates a PIN although only the card should be checked',
    withRules({ formsPin: () => true }),
  ),
  fault(
    'v1.generate-pin.check-card-only-forms-nothing',
    'a-chosen-one',
    'forms a PIN that was sent although only the card should be checked',
    onTheWire(() => async ({ operation, body }, send) => {
      const { checkCardOnly, ...others } = body;
      const isOverlooked = operation === 'generatePin' && body['pinValue'] !== undefined;
      return isOverlooked && checkCardOnly === true
        ? send({ body: JSON.stringify(others) })
        : send();
    }),
  ),
  fault(
    'v1.generate-pin.check-card-only-checks-existence',
    'not-checked',
    'answers checkCardOnly without looking up the card',
    succeedsAnyway('generatePin', ({ body }) => body['checkCardOnly'] === true),
  ),

  fault(
    'v1.reset-pin-counter.resets',
    'without-effect',
    'does not reset the count of wrong PIN entries',
    withRules({ v1PinDenialsAfterReset: (count) => count }),
  ),
  fault(
    'v1.reset-pin-counter.resets',
    'one-less',
    'lowers the count of wrong PIN entries by one',
    withRules({ v1PinDenialsAfterReset: (count) => Math.max(0, count - 1) }),
  ),
  fault(
    'v1.reset-pin-counter.resets',
    'six-less',
    'lowers the count of wrong PIN entries by six, as if there could be no more',
    withRules({ v1PinDenialsAfterReset: (count) => Math.max(0, count - 6) }),
  ),
  fault(
    'v1.reset-pin-counter.resets',
    'blocked',
    'answers 00 and leaves the count of a card that has been blocked',
    onTheWire(() => {
      const blocked = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const number = memberAt(body, 'cardIdentification.cardNumber');
        if (operation === 'blockCard') blocked.add(number);
        if (operation !== 'resetPinCounter' || !blocked.has(number)) return send();
        return Response.json({ responseCode: '00' });
      };
    }),
  ),
  fault(
    'v1.reset-pin-counter.concerns-one-card',
    'all-cards',
    'resets the counts of all cards that it knows',
    onTheWire(() => {
      const known = new Set<unknown>();
      return async ({ operation, body }, send) => {
        known.add(memberAt(body, 'cardIdentification.cardNumber'));
        if (operation !== 'resetPinCounter') return send();
        for (const cardNumber of known) {
          await send({ body: JSON.stringify({ cardIdentification: { cardNumber } }) });
        }
        return send();
      };
    }),
  ),
  fault(
    'v1.reset-pin-counter.concerns-one-card',
    'first-of-the-account',
    'resets the count of the first card of the account',
    onTheWire(() => {
      const firstOf = new Map<unknown, unknown>();
      const accountOf = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        const account = accountOf.get(memberAt(body, 'cardIdentification.cardNumber'));
        if (operation === 'resetPinCounter' && account !== undefined) {
          const cardIdentification = { cardNumber: firstOf.get(account) };
          return send({ body: JSON.stringify({ ...body, cardIdentification }) });
        }
        const response = await send();
        if (operation !== 'createVirtualCard') return response;
        const issued: unknown = await response.clone().json();
        const number = memberAt(issued, 'virtualCardIdentification.cardNumber');
        const { accountNumber } = body;
        accountOf.set(number, accountNumber);
        if (!firstOf.has(accountNumber)) firstOf.set(accountNumber, number);
        return response;
      };
    }),
  ),
  fault(
    'v1.reset-pin-counter.counts',
    'twice',
    'counts each wrong PIN entry twice',
    withRules({ pinDenialsAfterWrongEntry: (count) => count + 2 }),
  ),
  fault(
    'v1.reset-pin-counter.counts',
    'hidden-by-a-reset',
    'hides the count at a reset, and counts on from it at the next wrong PIN entry',
    withRememberingRules(() => {
      let hidden = 0;
      return {
        v1PinDenialsAfterReset: (count) => {
          hidden = count;
          return 0;
        },
        pinDenialsAfterWrongEntry: (count) => (count === 0 ? hidden : count) + 1,
      };
    }),
  ),
  fault(
    'v1.reset-pin-counter.counts',
    'only-once',
    'remembers that there was a wrong PIN entry without counting',
    withRules({ pinDenialsAfterWrongEntry: () => 1 }),
  ),
];
