import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { withRules } from '../tampering.ts';
import { onGateway } from './tampering.ts';

// Document 3, part 4.1: the payment page at formUrl.

const { gwShopButton } = documentRules;

const shop = 'https://shop.example/paid';

export const gatewayPageFaults: readonly Fault[] = [
  fault(
    'gateway.page.pays',
    'pretends',
    'sends the customer back to the shop without a payment',
    onGateway(
      () => async (asked, send) =>
        isSubmitted(asked.url, asked.text)
          ? new Response(null, { status: 303, headers: { Location: shop } })
          : send(),
    ),
  ),
  fault(
    'gateway.page.pays',
    'thanks',
    'thanks the customer for a payment without making it',
    onGateway(
      () => async (asked, send) => (isSubmitted(asked.url, asked.text) ? thanks() : send()),
    ),
  ),
  fault(
    'gateway.page.returns',
    'stays',
    'keeps the customer on a page without a way back',
    onGateway(() => async (asked, send) => {
      const response = await send();
      return isSubmitted(asked.url, asked.text) && response.status === 303 ? thanks() : response;
    }),
  ),
  fault(
    'gateway.page.returns',
    'elsewhere',
    'sends the customer to an address that was not given',
    withRules({ gwReturnUrl: () => 'http://127.0.0.1:9/' }),
  ),
  fault(
    'gateway.page.cardholder-name',
    'not-shown',
    'leaves the cardholder field of the page empty',
    withRules({ gwShownHolder: () => '' }),
  ),
  fault(
    'gateway.page.back-to-shop',
    'no-button',
    'has no button back to the shop',
    withRules({ gwShopButton: () => undefined }),
  ),
  fault(
    'gateway.page.back-to-shop',
    'elsewhere',
    'leads to a page of the shop other than backToShopUrl',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button === undefined ? undefined : { ...button, address: shop };
      },
    }),
  ),
  fault(
    'gateway.page.back-to-shop-name',
    'usual-name',
    'labels the button back to the shop with a default text',
    withRules({
      gwShopButton: (jsonParams, usualName) => {
        const button = gwShopButton(jsonParams, usualName);
        return button === undefined ? undefined : { ...button, name: usualName };
      },
    }),
  ),
  fault(
    'gateway.instant-payment.binding-page',
    'whole-card',
    'asks for full card data where a stored credential is to pay',
    withRules({ gwPageAsks: () => 'card' }),
  ),
];

function isSubmitted({ pathname }: URL, text: string): boolean {
  return pathname === '/payment/page' && text.includes('action=pay');
}

function thanks(): Response {
  return new Response('<!doctype html><title>Thank you</title><p>Thank you.</p>', {
    headers: { 'Content-Type': 'text/html' },
  });
}
