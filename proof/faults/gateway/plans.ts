import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { memberAt, read } from '../tampering.ts';
import { isSuccessful } from './later.ts';
import { onGatewayInTime, refusal } from './tampering.ts';

// A bank that holds a merchant to a plan, and not to the one that was agreed. Document 3, parts 2.4 and 4.6.

const dayMs = 24 * 3_600_000;

/** What the checks pay when they have a card stored for a plan, in minor units. */
const firstPayment = 15_00;

export const gatewayPlanFaults: readonly Fault[] = [
  fault(
    'gateway.installment-payment.within-the-plan',
    'below-its-sum',
    'refuses the charge with which the first payment and all charges reach the sum of a plan',
    refusesCharges(
      'binding',
      ({ plan, sum, amount }) =>
        firstPayment + sum + amount === Number(plan['totalInstallmentAmount']),
    ),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'below-its-sum-of-charges',
    'refuses the charge with which the charges alone reach the sum of a plan',
    refusesCharges(
      'binding',
      ({ plan, sum, amount }) => sum + amount === Number(plan['totalInstallmentAmount']),
    ),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'refused-ones-count',
    'counts the charges of a plan that it has refused, too',
    refusesCharges('binding', ({ plan, tried }) => tried >= Number(plan['installments'])),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'counted-per-customer',
    'counts the authorizations of all plans of a customer against one',
    refusesCharges('client', ({ plan, count }) => count >= Number(plan['installments'])),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'compared-as-texts',
    'compares the number of authorizations with that of the plan as texts',
    refusesCharges(
      'binding',
      ({ plan, count }) => String(count + 1) > String(plan['installments']),
    ),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'sum-compared-as-texts',
    'compares the sum of the charges with that of the plan as texts',
    refusesCharges(
      'binding',
      ({ plan, sum, amount }) => String(sum + amount) > String(plan['totalInstallmentAmount']),
    ),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'plan-of-an-order',
    'charges once more, as the order says, by a plan of which an order with terms of its own was paid',
    onGatewayInTime(() => {
      const bound = new Set<string | undefined>();
      const orders = new Set<unknown>();
      const charged = new Set<string | undefined>();
      return async ({ operation, parameters }, send) => {
        const { bindingId, mdOrder, jsonParams = '' } = parameters;
        const isCharge = operation === 'installmentPayment.do';
        if (isCharge && bound.has(bindingId) && charged.has(bindingId)) return refusal();
        if (isCharge) charged.add(bindingId);
        if (operation === 'paymentOrderBinding.do' && orders.has(mdOrder)) bound.add(bindingId);
        const response = await send();
        const answer = await read(response.clone());
        if (operation === 'register.do' && jsonParams.includes('installments'))
          orders.add(memberAt(answer, 'orderId'));
        return response;
      };
    }),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'last-day',
    'charges no installment on the day of recurringExpiry',
    refusesCharges('binding', isOnLastDay, 'installmentPayment.do'),
  ),
  fault(
    'gateway.installment-payment.within-the-plan',
    'a-day-more',
    'charges no installment until a day more than recurringFrequency is over',
    refusesCharges(
      'binding',
      ({ plan, now, last }) =>
        now < last + (Number(plan['recurringFrequency']) + 1) * dayMs &&
        plan['recurringFrequency'] !== '0',
    ),
  ),
  fault(
    'gateway.recurrent-payment.within-the-plan',
    'last-day',
    'makes no recurrent charge on the day of recurringExpiry',
    refusesCharges('binding', isOnLastDay, 'recurrentPayment.do'),
  ),
  ...(['recurrentPayment.do', 'installmentPayment.do'] as const).map((operation) =>
    fault(
      operation === 'recurrentPayment.do'
        ? 'gateway.recurrent-payment.within-the-plan'
        : 'gateway.installment-payment.within-the-plan',
      'first-plan-lasts',
      `charges by ${operation} under the first plan alone for which a card was stored`,
      refusesCharges(
        'client',
        ({ first, now }) => dayOf(now) > String(first['recurringExpiry']),
        operation,
      ),
    ),
  ),
  fault(
    'gateway.installment-payment.counts-orders-paid',
    'counted-by-charges-alone',
    'counts against a plan what installmentPayment.do has charged, and no order paid with tii I',
    refusesCharges('binding', ({ plan, count }) => count >= Number(plan['installments'])),
  ),
  fault(
    'gateway.installment-payment.ended-for-good',
    'forgets',
    'counts anew for all credentials of a customer when one more is stored',
    refusesCharges(
      'binding',
      ({ plan, count, stored }) => stored === 1 && count >= Number(plan['installments']),
    ),
  ),
  fault(
    'gateway.installment-payment.ended-for-good',
    'refused-once',
    'refuses one charge of a plan that is used up, and no more',
    refusesCharges(
      'binding',
      ({ plan, count, refused }) => count >= Number(plan['installments']) && refused === 0,
    ),
  ),
  fault(
    'gateway.installment-payment.ended-for-good',
    'taken-over',
    'charges all credentials of a customer until the last day of the plan that was stored last',
    refusesCharges('binding', ({ plan, now }) => dayOf(now) > String(plan['recurringExpiry'])),
  ),
  ...(
    [
      ['counted', 'counts a charge', ({ plan, count }) => count >= Number(plan['installments'])],
      [
        'summed-up',
        'sums up a charge',
        ({ plan, sum, amount }) => sum + amount > Number(plan['totalInstallmentAmount']),
      ],
      ['dated', 'dates a charge', isTooSoon],
    ] as const satisfies readonly (readonly [string, string, (charge: Charge) => boolean])[]
  ).map(([slug, does, refuses]) =>
    fault(
      'gateway.overlap.plan',
      `${slug}-afterwards`,
      `${does} against its plan once it is made, whatever else is charged meanwhile`,
      refusesCharges('binding', refuses),
    ),
  ),
  fault(
    'gateway.overlap.plan',
    'recurrent-dated-afterwards',
    'dates a recurrent charge against its plan once it is made, whatever else is charged meanwhile',
    refusesCharges('binding', isTooSoon, 'recurrentPayment.do'),
  ),
];

interface Charge {
  readonly plan: Readonly<Record<string, unknown>>;
  /** The plan that the customer's first credential had. */
  readonly first: Readonly<Record<string, unknown>>;
  /** How often an order of the customer was registered to store a card. */
  readonly stored: number;
  /** How often it was asked for before, paid or not. */
  readonly tried: number;
  /** How often it was refused before. */
  readonly refused: number;
  /** Of those that went well before it. */
  readonly count: number;
  readonly sum: number;
  readonly amount: number;
  readonly now: number;
  /** When the last one was made, or the credential was stored. */
  readonly last: number;
}

function isOnLastDay({ plan, now }: Charge): boolean {
  return dayOf(now) === plan['recurringExpiry'];
}

/** Whether the days between two authorizations are not over yet. */
function isTooSoon({ plan, now, last }: Charge): boolean {
  return now < last + Number(plan['recurringFrequency']) * dayMs;
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Refuses charges by what went before of a credential, or of its customer. */
function refusesCharges(
  per: 'binding' | 'client',
  refuses: (charge: Charge) => boolean,
  operation = 'installmentPayment.do',
): Tampering {
  return onGatewayInTime((now) => {
    const planOf = new Map<unknown, Charge['plan']>();
    const firstOf = new Map<unknown, Charge['plan']>();
    const ownerOf = new Map<unknown, unknown>();
    const storedOf = new Map<unknown, number>();
    const pastOf = new Map<unknown, Pick<Charge, 'tried' | 'refused' | 'count' | 'sum' | 'last'>>();
    return async (asked, send) => {
      const { parameters } = asked;
      if (asked.operation === 'register.do' && parameters['features'] !== undefined) {
        const { clientId } = parameters;
        storedOf.set(clientId, (storedOf.get(clientId) ?? 0) + 1);
      }
      if (asked.operation === 'register.do' && parameters['jsonParams'] !== undefined) {
        const { clientId } = parameters;
        const named = JSON.parse(parameters['jsonParams']) as Charge['plan'];
        planOf.set(clientId, named);
        firstOf.set(clientId, firstOf.get(clientId) ?? named);
      }
      if (asked.operation === 'getBindings.do') {
        const response = await send();
        const { bindings } = (await read(response)) as { bindings?: { bindingId?: string }[] };
        for (const { bindingId } of bindings ?? []) ownerOf.set(bindingId, parameters['clientId']);
        return response;
      }
      const { bindingId } = parameters;
      const owner = ownerOf.get(bindingId);
      const plan = planOf.get(owner);
      if (asked.operation !== operation || plan === undefined) return send();
      const key = per === 'client' ? owner : bindingId;
      const past = pastOf.get(key) ?? { tried: 0, refused: 0, count: 0, sum: 0, last: 0 };
      const amount = Number(parameters['amount']);
      const first = firstOf.get(owner) ?? plan;
      const stored = storedOf.get(owner) ?? 0;
      if (refuses({ plan, first, stored, ...past, amount, now: now() })) {
        pastOf.set(key, { ...past, refused: past.refused + 1 });
        return refusal();
      }
      await gap();
      const response = await send();
      const tried = past.tried + 1;
      const isPaid = isSuccessful(await read(response));
      pastOf.set(
        key,
        isPaid
          ? { ...past, tried, count: past.count + 1, sum: past.sum + amount, last: now() }
          : { ...past, tried },
      );
      return response;
    };
  });
}
