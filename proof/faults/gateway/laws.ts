import { type Fault, fault } from '../fault.ts';
import { isObject, memberAt, type Members, setMember } from '../tampering.ts';
import { isSuccessful } from './later.ts';
import { listOfNone, namedIn, spoilsLater } from './spoiling.ts';
import { changedBody, onGateway, refusal } from './tampering.ts';

// What an operation does beside what its clause names. Document 3, parts 2 to 4.

const practice = 'industryPractice/paymentOrder.do';

export const gatewayFrameFaults: readonly Fault[] = [
  fault(
    'gateway.frame.registrations',
    'used-number-renames',
    'shows an order with the amount of the registration that was refused for its number',
    spoilsLater({
      marks: ({ operation, parameters }, _answer, { orderNumbered }) =>
        operation === 'register.do' && parameters['amount'] === '2200'
          ? [orderNumbered(parameters['orderNumber'])]
          : [],
      status: (answer) => setMember(answer, 'amount', 2200),
    }),
  ),
  fault(
    'gateway.frame.registrations',
    'credentials-forgotten',
    'forgets the credentials of a customer once another order is registered to store one',
    spoilsLater({
      marks: ({ operation, parameters }) =>
        operation === 'registerPreAuth.do' && parameters['features'] !== undefined
          ? [parameters['clientId']]
          : [],
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.frame.registrations',
    'deposit-given-back',
    'shows the orders of a customer as not deposited once a two-phase order is registered',
    spoilsLater({
      marks: namedIn('registerPreAuth.do', 'clientId'),
      status: (answer) => setMember(answer, 'paymentAmountInfo.depositedAmount', 0),
    }),
  ),
  fault(
    'gateway.frame.payments',
    'decline-removes-credentials',
    'removes the credentials of a customer whose card was declined',
    spoilsLater({
      marks: ({ operation, parameters }, answer, { clientOf }) =>
        operation === 'paymentorder.do' && !isSuccessful(answer)
          ? [clientOf(parameters['MDORDER'])]
          : [],
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.frame.payments',
    'other-orders-paid',
    'shows every order of a customer as paid by the credential that paid one of them',
    spoilsLater({
      marks: ({ operation, parameters }, answer, { clientOf }) =>
        operation === 'paymentOrderBinding.do' && isSuccessful(answer)
          ? [clientOf(parameters['mdOrder'])]
          : [],
      status: (answer) => setMember(answer, 'paymentAmountInfo.approvedAmount', 9_99),
    }),
  ),
  fault(
    'gateway.frame.payments',
    'held-with-another',
    'shows what is held of a customer as deposited once another order of theirs is paid with jsonParams',
    spoilsLater({
      marks: ({ operation, parameters }, answer, { clientOf }) =>
        operation === 'paymentorder.do' &&
        isSuccessful(answer) &&
        parameters['jsonParams'] !== undefined
          ? [clientOf(parameters['MDORDER'])]
          : [],
      status: depositsWhatIsHeld,
    }),
  ),
  fault(
    'gateway.frame.payments',
    'cardholder-of-the-last',
    'shows the cardholder of the last payment of a customer in their earlier orders',
    spoilsLater({
      marks: ({ operation, parameters }, answer, { clientOf }) =>
        operation === 'paymentorder.do' && isSuccessful(answer)
          ? [clientOf(parameters['MDORDER'])]
          : [],
      from: 2,
      status: (answer) => setMember(answer, 'cardAuthInfo.cardholderName', 'BERTA TWO'),
    }),
  ),
  fault(
    'gateway.frame.charges',
    'held-with-a-charge',
    'shows what is held of a customer as deposited once they pay by an instant payment',
    spoilsLater({
      marks: namedIn('instantPayment.do', 'clientId', isSuccessful),
      status: depositsWhatIsHeld,
    }),
  ),
  fault(
    'gateway.frame.payments',
    'approved-anew',
    'gives a paid order another approval code when somebody tries to pay it again',
    spoilsLater({
      marks: namedIn('paymentorder.do', 'MDORDER'),
      from: 2,
      status: (answer) => setMember(answer, 'cardAuthInfo.approvalCode', 'ANEW00'),
    }),
  ),
  fault(
    'gateway.frame.charges',
    'becomes-common',
    'lists a recurrent credential as a common one after it was charged',
    spoilsLater({
      marks: namedIn('recurrentPayment.do', 'bindingId', isSuccessful),
      binding: (binding) => setMember(binding, 'bindingCategory', 'COMMON'),
    }),
  ),
  fault(
    'gateway.frame.charges',
    'instant-forgets',
    'forgets the credentials of a customer whose instant payment was declined',
    spoilsLater({
      marks: ({ operation, parameters }, answer) =>
        operation === 'instantPayment.do' && memberAt(answer, 'orderStatus.OrderStatus') !== 2
          ? [parameters['clientId']]
          : [],
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.frame.charges',
    'label-of-the-charge',
    'labels an installment credential with its last charge',
    spoilsLater({
      marks: namedIn('installmentPayment.do', 'bindingId'),
      binding: (binding) => setMember(binding, 'displayLabel', 'last charged 7.00'),
    }),
  ),
  ...(
    [
      ['IPD', 'raised', 'adds delayed charges to the original order as well', 'depositedAmount'],
      ['IPI', 'added', 'adds an increment to the original order as well', 'approvedAmount'],
      ['IPN', 'given-back', 'gives the original order back with a no-show', 'refundedAmount'],
    ] as const
  ).map(([tii, slug, what, name]) =>
    fault(
      'gateway.frame.follow-ups',
      slug,
      what,
      spoilsLater({
        marks: ({ operation, parameters }, answer) =>
          operation === practice && parameters['tii'] === tii && isSuccessful(answer)
            ? [parameters['originalMdOrder']]
            : [],
        status: (answer) => setMember(answer, `paymentAmountInfo.${name}`, 20_00),
      }),
    ),
  ),
  fault(
    'gateway.frame.follow-ups',
    'declined-as-well',
    'shows an order as declined on which a charge was declined',
    spoilsLater({
      marks: ({ operation, parameters }, answer) =>
        operation === practice && !isSuccessful(answer) ? [parameters['originalMdOrder']] : [],
      status: (answer) => setMember(answer, 'orderStatus', 6),
    }),
  ),
  fault(
    'gateway.frame.reads',
    'second-reading',
    'shows an amount less once the status of an order was read',
    spoilsLater({
      marks: namedIn('getOrderStatusExtended.do', 'orderId'),
      from: 2,
      status: (answer) => setMember(answer, 'amount', 14_99),
    }),
  ),
  fault(
    'gateway.frame.reads',
    'listed-once',
    'lists the credentials of a customer three times, and then none',
    spoilsLater({
      marks: namedIn('getBindings.do', 'clientId'),
      from: 5,
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.frame.reads',
    'held-once',
    'shows what is held as deposited once it was asked for',
    spoilsLater({
      marks: ({ operation, parameters }, answer) =>
        operation === 'getOrderStatusExtended.do' && memberAt(answer, 'orderStatus') === 1
          ? [parameters['orderId']]
          : [],
      from: 2,
      status: (answer) => setMember(answer, 'orderStatus', 2),
    }),
  ),
  fault(
    'gateway.frame.refused-requests',
    'credential-removed',
    'removes the credentials of a customer for whom a credential of nobody was to pay',
    spoilsLater({
      marks: ({ operation, parameters }, _answer, { clientOf }) =>
        operation === 'paymentOrderBinding.do' && parameters['bindingId'] === 'of-nobody'
          ? [clientOf(parameters['mdOrder'])]
          : [],
      bindings: listOfNone,
    }),
  ),
  fault(
    'gateway.frame.refused-requests',
    'original-renamed',
    'shows the amount of a charge that was refused as that of its original order',
    spoilsLater({
      marks: ({ operation, parameters }, answer) =>
        operation === practice && !isSuccessful(answer) ? [parameters['originalMdOrder']] : [],
      status: (answer) => setMember(answer, 'amount', 5_00),
    }),
  ),
  ...(['recurrentPayment.do', 'installmentPayment.do', 'instantPayment.do'] as const).map(
    (operation) =>
      fault(
        'gateway.frame.refused-requests',
        `booked-${operation.replace('Payment.do', '')}`,
        `charges what ${operation} was refused for its amount, and answers an error`,
        onGateway(() => async (asked, send) => {
          const isWrong = asked.operation === operation && asked.parameters['amount'] === '-1';
          if (!isWrong) return send();
          await send({ body: changedBody({ ...asked, body: asAmounts(asked.body) }, good) });
          return refusal();
        }),
      ),
  ),
];

function depositsWhatIsHeld(answer: Members): void {
  if (memberAt(answer, 'orderStatus') === 1) setMember(answer, 'orderStatus', 2);
}

const good = { amount: '100' };

/** A member that is text in JSON is to become a number. */
function asAmounts(body: unknown): Record<string, unknown> {
  return isObject(body) ? { ...body, amount: 0 } : {};
}
