import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  isGatewaySuccess,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { newOrder, originalOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.5: what an industry practice payment answers that the issuer declines.

check(
  'gateway.industry-practice.processing-failure-members',
  'answers errorCode 5, actionCode and rrn when processing declines a charge',
  async ({ gateway, declinedCardPan: $PAN, skip }) => {
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
    const five = expect.toSatisfy((value) => /^0?5$/.test(String(value)), '5');
    expect(answer).toAnswer(200, { errorCode: five, actionCode: shown, rrn: shown });
  },
);

check(
  'gateway.industry-practice.processing-failure-members',
  'answers the reference number of the charge that was declined, where those of charges are shown',
  async ({ gateway, declinedCardPan: $PAN, skip }) => {
    const asked = async (original: Parameters): Promise<readonly Exchange[]> => {
      const charge = await gateway.ask('industryPractice/paymentOrder.do', {
        orderNumber: anOrderNumber(),
        ...original,
      });
      const order = orderNamedIn(charge);
      return order === undefined ? [charge] : [charge, await statusOf(gateway, order)];
    };
    const { mdOrder, amount } = await newOrder(gateway);
    await payWithCard(gateway, { mdOrder }, { $PAN });
    const { mdOrder: originalMdOrder } = await originalOrder(gateway);
    const paid = await asked({ originalMdOrder, tii: 'IPD', amount: 5_00 });
    // That the rrn is the authRefNum of the order is not said, so it is learned of a charge that went well.
    if (referencesIn(paid).length !== 1) return skip('the status of a charge shows another number');

    const declined = await asked({ originalMdOrder: mdOrder, tii: 'IPS', amount });

    const shown = referencesIn(declined);
    const words = sentExpectedGot(declined, 'the number of the order that it names');
    expect(shown.length < 2, words).toBe(true);
  },
);

/** The numbers of an answer and of the status of the order that it names; one where both show the same. */
function referencesIn([charge, status]: readonly Exchange[]): readonly unknown[] {
  const numbers = [
    memberOf(charge?.answer.json, 'rrn'),
    memberOf(status?.answer.json, 'authRefNum'),
  ];
  return numbers.some(isUnset) ? [] : [...new Set(numbers.map(String))];
}

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
