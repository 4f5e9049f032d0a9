import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { onTheWire, withRules } from '../tampering.ts';
import { onGateway, refusal, changedBody } from './tampering.ts';

// Document 3, parts 1, 2.1, 4 and 6: what one operation does and another one of its kind does not.

const { gwMayEnter } = documentRules;

export const gatewayLikenessFaults: readonly Fault[] = [
  fault(
    'gateway.authentication.near-misses',
    'lists-for-all',
    'lists the stored credentials for any password',
    withRules({
      gwMayEnter: (sent, known, operation) =>
        gwMayEnter(sent, known, operation) ||
        (operation === 'getBindings' && sent.login === known.login),
    }),
  ),
  fault(
    'gateway.consistency.orders-judged-alike',
    'letters-in-two-phases',
    'takes a currency in letters for orders in two phases',
    onGateway(() => async (asked, send) => {
      const isTaken =
        asked.operation === 'registerPreAuth.do' && asked.parameters['currency'] === 'EUR';
      return isTaken ? send({ body: changedBody(asked, { currency: '978' }) }) : send();
    }),
  ),
  fault(
    'gateway.consistency.follow-ups-of-every-payment',
    'cards-alone',
    'charges nothing on orders that a stored credential has paid',
    onGateway(() => {
      const byCredential = new Set<unknown>();
      return async ({ operation, parameters }, send) => {
        if (operation === 'paymentOrderBinding.do') byCredential.add(parameters['mdOrder']);
        const isRefused =
          operation === 'industryPractice/paymentOrder.do' &&
          byCredential.has(parameters['originalMdOrder']);
        return isRefused ? refusal() : send();
      };
    }),
  ),
  fault(
    'gateway.service.other-methods-do-nothing',
    'put-as-post',
    'carries out by PUT what is a POST',
    onTheWire(
      () => (asked, send) =>
        asked.url.pathname.startsWith('/payment/') && asked.text !== ''
          ? send({ method: 'POST' })
          : send(),
    ),
  ),
  fault(
    'gateway.callback.by-every-means',
    'one-call-untold',
    'tells nobody of payments in one call',
    onGateway(() => async (asked, send) => {
      const isUntold =
        asked.operation === 'instantPayment.do' && 'dynamicCallbackUrl' in asked.parameters;
      return isUntold ? send({ body: changedBody(asked, { dynamicCallbackUrl: '' }) }) : send();
    }),
  ),
];
