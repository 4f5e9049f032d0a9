import { type Fault, fault } from '../fault.ts';
import { isObject, read, withBody, withRules } from '../tampering.ts';
import { fallsBackTo, isSuccessful } from './later.ts';
import { onGateway, withParameters } from './tampering.ts';

// Document 3, parts 4.3 to 4.6: what is answered when a charge is declined, languages, and other values.

const practice = 'industryPractice/paymentOrder.do';

export const gatewaySentenceFaults: readonly Fault[] = [
  ...(
    [
      ['no-rrn', 'answers a declined charge without rrn', ['rrn']],
      ['no-action-code', 'answers a declined charge without actionCode', ['actionCode']],
      [
        'as-validation',
        'answers a declined charge as if it had not been understood',
        ['rrn', 'actionCode', 'mdOrder'],
      ],
    ] as const
  ).map(([slug, what, names]) =>
    fault(
      'gateway.industry-practice.processing-failure-members',
      slug,
      what,
      inDeclinedCharges(() => Object.fromEntries(names.map((name) => [name, undefined]))),
    ),
  ),
  fault(
    'gateway.industry-practice.processing-failure-members',
    'code-of-the-issuer',
    'answers a declined charge with the code of the issuer as errorCode',
    inDeclinedCharges(() => ({ errorCode: '16' })),
  ),
  fault(
    'gateway.industry-practice.processing-failure-members',
    'number-of-another',
    'answers a declined charge with the reference number of another',
    inDeclinedCharges(() => ({ rrn: '000000000001' })),
  ),
  fault(
    'gateway.instant-payment.unknown-binding',
    'last-one-used',
    'pays with the last credential when the given one is unknown',
    fallsBackTo('instantPayment.do', 'bindingId'),
  ),
  fault(
    'gateway.payment-order-binding.other-tii',
    'passed-over',
    'pays by a stored credential whatever the tii',
    withParameters('paymentOrderBinding.do', ({ parameters }) =>
      ['F', 'U', 'R', 'I'].includes(parameters['tii'] ?? '') ? {} : { tii: undefined },
    ),
  ),
  fault(
    'gateway.payment-order.error-message-follows-language',
    'language-of-the-merchant',
    'explains every error in the language of the merchant',
    withRules({ gwMessageLanguage: (_requested, usual) => usual }),
  ),
];

/** Changes answers to charges that the issuer declined. */
function inDeclinedCharges(changes: () => Readonly<Record<string, unknown>>) {
  return onGateway(() => async (asked, send) => {
    const response = await send();
    const answer = await read(response);
    const isDeclined =
      asked.operation === practice &&
      isObject(answer) &&
      !isSuccessful(answer) &&
      answer['actionCode'] !== undefined;
    return isDeclined ? withBody(response, JSON.stringify({ ...answer, ...changes() })) : response;
  });
}
