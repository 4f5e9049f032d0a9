import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type GatewayClient, isGatewaySuccess } from '../../fixtures/clients/gateway.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { newOrder, originalOrder, payWithCard } from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.5: what an industry practice payment answers that the issuer declines.

check(
  'gateway.industry-practice.processing-failure-members',
  'answers errorCode 5, actionCode and rrn when processing declines a charge',
  async ({ gateway, skip }) => {
    const { declinedCardPan: $PAN } = gateway.settings;
    if ($PAN === undefined)
      return skip('needs a card that is declined (GATEWAY_DECLINED_CARD_PAN)');
    const original = await newOrder(gateway);
    await payWithCard(gateway, original, { $PAN });

    const orderNumber = anOrderNumber();
    const { mdOrder: originalMdOrder, amount } = original;
    const charge = { originalMdOrder, orderNumber, tii: 'IPS', amount };
    const answer = await gateway.ask('industryPractice/paymentOrder.do', charge);

    if (isGatewaySuccess(answer)) return skip('a charge to the card that is declined goes well');
    if (!(await wasProcessed(gateway, answer, orderNumber)))
      return skip('an order whose card was declined is not submitted again');
    const shown = expect.toSatisfy((value) => !isUnset(value), 'shown');
    const five = expect.toSatisfy((value) => String(value) === '5', '5');
    expect(answer).toAnswer(200, { errorCode: five, actionCode: shown, rrn: shown });
  },
);

/**
 * Whether a charge got as far as an order: then its answer tells more than a validation failure, or its
 * orderNumber is in use, and another one is not refused.
 */
async function wasProcessed(
  gateway: GatewayClient,
  { answer }: Exchange,
  orderNumber: string,
): Promise<boolean> {
  const tellsMore = ['actionCode', 'rrn', 'mdOrder'].some(
    (name) => !isUnset(memberOf(answer.json, name)),
  );
  if (tellsMore) return true;
  const { mdOrder: originalMdOrder } = await originalOrder(gateway);
  const chargeAs = (number: string): Promise<Exchange> =>
    gateway.ask('industryPractice/paymentOrder.do', {
      originalMdOrder,
      orderNumber: number,
      tii: 'IPD',
      amount: 5_00,
    });
  const other = await chargeAs(anOrderNumber());
  return isGatewaySuccess(other) && !isGatewaySuccess(await chargeAs(orderNumber));
}
