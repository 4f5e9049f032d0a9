import { z } from 'zod';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aClientId, anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { inLetters } from '../../fixtures/builders/names.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  type Parameters,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { chargeStatusFields, shownOfCharge } from '../../fixtures/fields/gateway.ts';
import { type Field, field } from '../../fixtures/fields/field.ts';
import {
  listOf,
  orderNamedIn,
  otherThan,
  paymentOutcomeOf,
} from '../../fixtures/worlds/gateway-credentials.ts';
import { paid as paidStatus } from '../../fixtures/worlds/gateway-orders.ts';
import {
  bindingsIn,
  chargeOf,
  isNotOffered,
  newOrder,
  type NotOffered,
  payWithCard,
  promised,
  promisedToShow,
  statusOf,
  storedCredential,
  storingOrder,
  type TestCredential,
} from '../../fixtures/worlds/gateway.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import {
  amountOf,
  depositedWherePaid,
  needsDeposit,
  paid,
  showsDeposit,
  unpaid,
} from './outcomes.ts';

// Document 3, part 4.6: recurrentPayment.do.

const operation = 'recurrentPayment.do';

check(
  'gateway.recurrent-payment.charges',
  'charges a recurrent credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, operation, credential);

    expect(charge).toGoWell();
    expect(await paymentOutcomeOf(gateway, charge)).toShow(
      paid('gateway.recurrent-payment.charges'),
    );
  },
);

check(
  'gateway.recurrent-payment.order-status-is-shown',
  'answers the orderStatus of a charge that is paid',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway);
    if (isNotOffered(charged)) return skip(charged.missing);
    const { charge } = charged;

    const status = await statusOf(gateway, { mdOrder: textAt(charge, 'data.orderId') });
    promisedToShow(status, paid('gateway.recurrent-payment.charges'));
    expect(charge).toGoWell({ orderStatus: paidStatus });
  },
);

check(
  'gateway.recurrent-payment.order-status-fields',
  'shows the members of orderStatus in their forms',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = promised(
      await chargeOf(gateway, operation, credential),
      'gateway.recurrent-payment.succeeds',
    );

    for (const one of chargeStatusFields) expect(charge).toShow(one);
  },
);

check(
  'gateway.recurrent-payment.members-of-a-success',
  'shows every member of orderStatus that the document lists',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = promised(
      await chargeOf(gateway, operation, credential),
      'gateway.recurrent-payment.succeeds',
    );

    for (const one of shownOfCharge) expect(charge).toShow(whereItStands(charge, one));
  },
);

check(
  'gateway.recurrent-payment.attributes-name-the-order',
  'holds the mdOrder of the charge in attributes',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway);
    if (isNotOffered(charged)) return skip(charged.missing);
    const { charge } = charged;

    promisedToShow(charge, memberOfCharge('attributes'));
    const attributes = itemsIn(charge, 'orderStatus.attributes') ?? [];
    const mdOrder = textAt(charge, 'data.orderId');
    const names = attributes.filter((one) => memberOf(one, 'name') === 'mdOrder');
    const same = sentExpectedGot(charge, 'data.orderId as mdOrder in attributes');
    expect(
      names.map((one) => memberOf(one, 'value')),
      same,
    ).toEqual([mdOrder]);
  },
);

check(
  'gateway.recurrent-payment.binding-info-is-the-credential',
  'shows the credential that was charged',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway);
    if (isNotOffered(charged)) return skip(charged.missing);
    const { charge, credential } = charged;

    const member = whereItStands(charge, memberOfCharge('bindingInfo'));
    promisedToShow(charge, member);
    const info = memberOf(charge.answer.json, member.path);
    const { bindingId, clientId } = credential;
    const shown = Object.entries({ bindingId, clientId }).filter(([name]) =>
      isShown(memberOf(info, name)),
    );
    expect(shown.length, sentExpectedGot(charge, 'bindingId or clientId in bindingInfo')).not.toBe(
      0,
    );
    const words = sentExpectedGot(charge, 'the bindingId and clientId that were charged');
    const told = shown.map(([name]) => [name, memberOf(info, name)]);
    expect(Object.fromEntries(told), words).toEqual(Object.fromEntries(shown));
  },
);

check(
  'gateway.recurrent-payment.card-auth-info-is-the-card',
  'shows the card of the credential',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    // The card as it is listed: a stored credential may have a number and an expiry of its own.
    const list = await listOf(gateway, credential.clientId, 'R');
    const listed = bindingsIn(list).find(
      (one) => memberOf(one, 'bindingId') === credential.bindingId,
    );

    const charge = promised(
      await chargeOf(gateway, operation, credential),
      'gateway.recurrent-payment.succeeds',
    );

    promisedToShow(charge, memberOfCharge('cardAuthInfo'));
    const info = memberOf(charge.answer.json, 'orderStatus.cardAuthInfo');
    const isOfCard = ['maskedPan', 'pan', 'expiration'].some((name) =>
      isShown(memberOf(info, name)),
    );
    expect(isOfCard, sentExpectedGot(charge, 'a card in cardAuthInfo')).toBe(true);
    const pairs = [
      [lastFour(memberOf(info, 'maskedPan')), lastFour(memberOf(listed, 'maskedPan'))],
      [monthIn(memberOf(info, 'expiration')), monthIn(memberOf(listed, 'expiryDate'))],
    ].filter((pair) => !pair.includes(undefined));
    if (pairs.length === 0)
      return skip('neither the answer nor the list shows a recognisable card');
    const same = sentExpectedGot(charge, 'maskedPan and expiration of the credential');
    for (const [shown, wanted] of pairs) expect(shown === wanted, same).toBe(true);
  },
);

check(
  'gateway.recurrent-payment.card-auth-info-is-the-card',
  'shows the cardholder who stored the card, whoever has paid by the same one since',
  async ({ gateway, skip }) => {
    const clientId = aClientId();
    const stores = await storingOrder(gateway, 'RECURRENT', clientId);
    if (isNotOffered(stores)) return skip(stores.missing);
    const [own, foreign] = [inLetters(uniqueNumber(9)), inLetters(uniqueNumber(9))];
    const stored = { mdOrder: textAt(stores, 'orderId') };
    await payWithCard(gateway, stored, { TEXT: `ANA ${own}` });
    const [binding] = bindingsIn(await listOf(gateway, clientId, 'R'));
    if (binding === undefined) return skip('no recurrent credential is stored');
    const bindingId = String(memberOf(binding, 'bindingId'));
    const charge = async (): Promise<Exchange> =>
      promised(
        await chargeOf(gateway, operation, { bindingId }),
        'gateway.recurrent-payment.succeeds',
      );
    const before = await charge();
    const holder = memberOf(before.answer.json, holderOfCharge);
    if (!isShown(holder)) return skip('the answer shows no cardholderName');

    const others = await storingOrder(gateway, 'RECURRENT', aClientId());
    const order = isNotOffered(others)
      ? await newOrder(gateway)
      : { mdOrder: textAt(others, 'orderId') };
    const other = await payWithCard(gateway, order, { TEXT: `BEA ${foreign}` });

    const after = await charge();
    const words = sentExpectedGot([before, other, after], 'the cardholderName of before');
    expect(memberOf(after.answer.json, holderOfCharge), words).toBe(holder);
    // Others pay by this card all the time, so that what is shown before may be theirs already.
    const status = await statusOf(gateway, stored);
    const entered = memberOf(status.answer.json, 'cardAuthInfo.cardholderName');
    if (typeof entered !== 'string' || !entered.includes(own)) return;
    const his = sentExpectedGot([status, before], 'the cardholderName that the order shows');
    expect(isNameOf(own, holder), his).toBe(true);
  },
);

const holderOfCharge = 'orderStatus.cardAuthInfo.cardholderName';

/** A name may be shown in part or with signs in place of letters, but not as another one. */
function isNameOf(own: string, shown: unknown): boolean {
  return String(shown).includes(own) || /[^\p{L} ]/u.test(String(shown));
}

check(
  'gateway.recurrent-payment.operations-have-the-amount',
  'shows an operation of the amount of the charge',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway, { amount: 7_31 });
    if (isNotOffered(charged)) return skip(charged.missing);
    const { charge } = charged;

    const operations = itemsIn(charge, 'orderStatus.operations') ?? [];
    if (operations.length === 0) return skip('the answer shows no operations');
    const amounts = operations.map((one) => memberOf(one, 'amount'));
    const one = sentExpectedGot(charge, 'an operation of 731');
    expect(amounts.map(Number), one).toContain(7_31);
  },
);

check(
  'gateway.recurrent-payment.order-is-paid',
  'has the order of every charge paid whose answer says so',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const first = await chargeOf(gateway, operation, credential);
    promised(first, 'gateway.recurrent-payment.succeeds');
    // The bank may decline a second charge that comes before its time.
    const second = await chargeOf(gateway, operation, credential, { amount: 1_00 });
    const charges = isGatewaySuccess(second) ? [first, second] : [first];

    const id = 'gateway.recurrent-payment.order-is-paid';
    for (const charge of charges) {
      // A success alone does not prove a payment. Part 7, rule 3.
      if (!isToldAsPaid(charge)) continue;
      const mdOrder = textAt(charge, 'data.orderId');
      expect(await statusOf(gateway, { mdOrder })).toShow(paid(id));
    }
    promisedToShow(first, toldAsPaid);
  },
);

check(
  'gateway.recurrent-payment.amount',
  'charges the amount that was asked for',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway, { amount: 7_31 });
    if (isNotOffered(charged)) return skip(charged.missing);
    const { charge } = charged;

    const id = 'gateway.recurrent-payment.amount';
    const status = await statusOf(gateway, { mdOrder: textAt(charge, 'data.orderId') });
    expect(charge).toShow(amountOf(id, 'orderStatus.amount', 7_31));
    expect(status).toShow(amountOf(id, 'amount', 7_31));
  },
);

check(
  'gateway.recurrent-payment.currency',
  'charges in the currency that was asked for',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    // Which currencies a merchant has is not said, so those that are taken are looked at.
    const taken = await Promise.all(
      ['978', '840', '826'].map(async (currency) => {
        const charge = await chargeOf(gateway, operation, credential, { currency });
        if (!isGatewaySuccess(charge)) return [];
        const status = await statusOf(gateway, { mdOrder: textAt(charge, 'data.orderId') });
        return [
          { currency, answer: charge, path: 'orderStatus.currency' },
          { currency, answer: status, path: 'currency' },
        ];
      }),
    );

    const shown = taken
      .flat()
      .filter(({ answer, path }) => (memberOf(answer.answer.json, path) ?? '') !== '');
    if (shown.length === 0) return skip('no answer shows a currency that was sent');
    for (const { currency, answer, path } of shown) {
      const same = sentExpectedGot(answer, `${path} ${currency}`);
      expect(Number(memberOf(answer.answer.json, path)), same).toBe(Number(currency));
    }
  },
);

check(
  'gateway.recurrent-payment.order-number-is-unique',
  'makes no second order under an orderNumber that is in use',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const orderNumber = anOrderNumber();
    const first = await chargeOf(gateway, operation, credential, { orderNumber });
    promised(first, 'gateway.recurrent-payment.succeeds');

    const second = await chargeOf(gateway, operation, credential, { orderNumber });

    // To answer with the order that there is makes no second one either.
    const made = orderNamedIn(first);
    const isFirst = made !== undefined && orderNamedIn(second)?.mdOrder === made.mdOrder;
    expect(isGatewaySuccess(second) && !isFirst, sentExpectedGot(second, 'no other order')).toBe(
      false,
    );
  },
);

/** JSON of another kind than the document gives a parameter: the id, the parameter, and what is sent. */
const otherKinds = [
  ['gateway.recurrent-payment.order-number-must-be-text', 'orderNumber', {}],
  ['gateway.recurrent-payment.order-number-must-be-text', 'orderNumber', ['a']],
  ...['note', ['note'], 7].map(
    (value) =>
      [
        'gateway.recurrent-payment.additional-parameters-must-be-an-object',
        'additionalParameters',
        value,
      ] as const,
  ),
] as const;

for (const [id, name, value] of otherKinds) {
  check(
    id,
    `charges nothing when ${name} is ${JSON.stringify(value)}`,
    async ({ gateway, skip }) => {
      const charged = await chargedOnce(gateway);
      if (isNotOffered(charged)) return skip(charged.missing);

      const charge = await chargeOf(gateway, operation, charged.credential, { [name]: value });

      expect(charge).toGoWrong();
      expect(await paymentOutcomeOf(gateway, charge)).toShow(unpaid(id));
    },
  );
}

check(
  'gateway.recurrent-payment.unknown-binding',
  'charges nothing for a bindingId that does not exist',
  async ({ gateway, skip }) => {
    const charged = await chargedOnce(gateway);
    if (isNotOffered(charged)) return skip(charged.missing);

    const bindingId = otherThan(charged.credential.bindingId);
    const charge = await chargeOf(gateway, operation, { bindingId });

    const outcome = await paymentOutcomeOf(gateway, charge);
    expect(outcome).toShow(unpaid('gateway.recurrent-payment.unknown-binding'));
  },
);

check(
  'gateway.recurrent-payment.declined-is-not-paid',
  'has no order paid by a charge that is declined',
  async ({ gateway, control, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const approved = promised(
      await chargeOf(gateway, operation, credential),
      'gateway.recurrent-payment.succeeds',
    );
    promisedToShow(
      await paymentOutcomeOf(gateway, approved),
      paid('gateway.recurrent-payment.charges'),
    );

    await control.decideCharges(credential.bindingId, 'declined');
    const declined = await chargeOf(gateway, operation, credential);

    const outcome = await paymentOutcomeOf(gateway, declined);
    expect(outcome).toShow(unpaid('gateway.recurrent-payment.declined-is-not-paid'));
  },
);

check(
  'gateway.recurrent-payment.one-phase',
  'holds no charge, with preAuth or without',
  async ({ gateway, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);
    const usual = await chargeOf(gateway, operation, credential);
    promised(usual, 'gateway.recurrent-payment.succeeds');

    const held = await chargeOf(gateway, operation, credential, { preAuth: true });

    const id = 'gateway.recurrent-payment.one-phase';
    const outcome = await paymentOutcomeOf(gateway, usual);
    if (!showsDeposit(outcome.answer.json)) return skip(needsDeposit);
    expect(outcome).toShow(depositedWherePaid(id, 7_00));
    // To refuse preAuth, or not to know it, is as good.
    expect(await paymentOutcomeOf(gateway, held)).toShow(depositedWherePaid(id, 7_00));
  },
);

check(
  'gateway.recurrent-payment.common-credential',
  'is asked for a recurrent payment by a common credential',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'COMMON');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, operation, credential);

    observe(gatewayAnswerSummary(charge));
  },
);

check(
  'gateway.recurrent-payment.failure',
  'is asked for a recurrent payment that fails',
  async ({ gateway, observe, skip }) => {
    const credential = await storedCredential(gateway, 'RECURRENT');
    if (isNotOffered(credential)) return skip(credential.missing);

    const charge = await chargeOf(gateway, operation, {
      bindingId: otherThan(credential.bindingId),
    });

    if (isGatewaySuccess(charge)) return observe('a bindingId that does not exist is accepted');
    const error = memberOf(charge.answer.json, 'error');
    observe(
      `${gatewayAnswerSummary(charge)}: ${memberNamesOf(charge.answer.json)}; in error: ${memberNamesOf(error)}`,
    );
  },
);

/** A recurrent credential and a charge of it that went well. */
async function chargedOnce(
  gateway: GatewayClient,
  part: Parameters = {},
): Promise<{ readonly credential: TestCredential; readonly charge: Exchange } | NotOffered> {
  const credential = await storedCredential(gateway, 'RECURRENT');
  if (isNotOffered(credential)) return credential;
  const charge = await chargeOf(gateway, operation, credential, part);
  return { credential, charge: promised(charge, 'gateway.recurrent-payment.succeeds') };
}

/** A member that the answer of a charge is promised to show. */
function memberOfCharge(name: string): Field {
  const found = shownOfCharge.find(({ path }) => path === `orderStatus.${name}`);
  if (found === undefined) throw new Error(`the document lists no ${name} in orderStatus`);
  return found;
}

/**
 * A member of a charge at its place. Part 4.6 lists bindingInfo and what follows after the members of cardAuthInfo,
 * and shows no brackets: they may stand in it, too.
 */
function whereItStands(charge: Exchange, one: Field): Field {
  const inside = one.path.replace('orderStatus.', 'orderStatus.cardAuthInfo.');
  const { json } = charge.answer;
  const isInside = memberOf(json, one.path) === undefined && memberOf(json, inside) !== undefined;
  return isInside ? field(one.requirement, inside, one.wanted, z.unknown().refine(isShown)) : one;
}

/** That the answer of a charge tells how its order stands. Document 3, part 4.6. */
const toldAsPaid: Field = {
  requirement: 'gateway.recurrent-payment.order-status-is-shown',
  path: 'orderStatus.orderStatus',
  wanted: '1 or 2 (paid)',
  isJudgedIn: () => true,
  problemIn: (json) => (isPaidIn(json) ? undefined : 'it does not mention a payment'),
};

/** Whether the answer itself tells that its order is paid. Document 3, parts 3.1 and 4.6. */
function isToldAsPaid({ answer }: Exchange): boolean {
  return isPaidIn(answer.json);
}

function isPaidIn(json: unknown): boolean {
  return ['1', '2'].includes(String(memberOf(json, 'orderStatus.orderStatus')));
}

/** The items of a list in an answer; undefined where it is no list. */
function itemsIn({ answer }: Exchange, path: string): readonly unknown[] | undefined {
  const items = memberOf(answer.json, path);
  return Array.isArray(items) ? items : undefined;
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function lastFour(maskedPan: unknown): string | undefined {
  return typeof maskedPan === 'string' ? /\d{4}$/.exec(maskedPan)?.[0] : undefined;
}

/** A month YYYYMM; how an expiration is written is not said. */
function monthIn(expiry: unknown): string | undefined {
  return /^\d{6}$/.exec(String(expiry))?.[0];
}

function memberNamesOf(json: unknown): string {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
  return isObject ? Object.keys(json).toSorted().join(', ') : 'nothing';
}
