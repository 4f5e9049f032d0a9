import { expect, test } from 'vitest';
import { inside, itemsOf } from '../testing.ts';
import { anOrder, expectError, isSuccess, testGateway, startOfTests } from './testing.ts';

// Readings of document 3 about what is shown of an order.

test('operations are also what completes a payment', async () => {
  const { order, paid, ask, card, status } = await testGateway({
    gatewayChoices: { completedOperations: 'listed', approvedLater: 'kept' },
  });
  const held = await order({}, 'registerPreAuth');
  await ask('paymentorder', card(held));
  const amounts = async (mdOrder: string): Promise<unknown[]> =>
    itemsOf(await status(mdOrder), 'operations').map(({ amount }) => amount);
  expect(await amounts(held)).toEqual([1500]);
  await ask('deposit', { orderId: held, amount: 900 });
  await ask('refund', { orderId: held, amount: 200 });
  expect(await amounts(held)).toEqual([1500, 900, 200]);
  expect(await amounts(await paid())).toEqual([1500]);
});

test('answers are written otherwise', async () => {
  const { ask, call, order, card, status, env } = await testGateway({
    gatewayChoices: {
      approvalCodes: 'letters',
      expiration: 'MM/YY',
      holderName: 'capitals',
      attributes: 'further-first',
      noDescription: 'empty',
      instantAnswer: 'success-and-data',
      declinedPayment: 'info-and-code',
      undemandedSignature: 'passed-over',
    },
  });
  const open = await order();
  await ask('paymentorder', card(open, { TEXT: 'Ana Costa' }));
  expect(await status(open)).toMatchObject({
    orderDescription: '',
    attributes: [{ name: 'paymentPhases' }, { name: 'mdOrder', value: open }],
    cardAuthInfo: {
      approvalCode: expect.stringMatching(/^T[\dA-Z]{5}$/),
      expiration: '12/56',
      cardholderName: 'ANA COSTA',
    },
  });

  const instant = { pan: env['GATEWAY_CARD_PAN'], cvc: '123', expiry: env['GATEWAY_CARD_EXPIRY'] };
  expect(await ask('instantPayment', { ...anOrder(), ...instant })).toMatchObject({
    success: true,
    data: { orderId: expect.any(String) },
  });
  const declined = { ...instant, pan: env['GATEWAY_DECLINED_CARD_PAN'] };
  expect((await call('instantPayment', { ...anOrder(), ...declined })).body).toMatchObject({
    success: false,
    errorCode: '2',
  });
  const wrong = { 'X-Hash': 'wrong', 'X-Signature': 'wrong' };
  expect(isSuccess(await call('register', anOrder(), wrong))).toBe(true);
});

test('answers are written as serializers write them', async () => {
  const { order, call, card, status, paid, bindings, stored, env } = await testGateway({
    gatewayChoices: {
      unsetMembers: 'null',
      orderStatusType: 'text',
      storedMoments: 'seconds',
      maskStyle: 'last-four',
      declinedPayment: 'code-and-message',
    },
  });
  const mdOrder = await paid();
  const shown = await status(mdOrder);
  expect(shown).toMatchObject({ orderStatus: '2', orderDescription: null, refundedDate: null });
  for (const moment of [shown['date'], shown['authDateTime'], shown['depositedDate']]) {
    expect(Number(moment) % 1_000).toBe(0);
  }
  expect(inside(shown, 'cardAuthInfo')['maskedPan']).toMatch(/^\*{12}\d{4}$/);
  await stored('C-1');
  expect(await bindings('C-1')).toMatchObject([{ maskedPan: expect.stringMatching(/^\*{12}/) }]);

  const declined = await call(
    'paymentorder',
    card(await order(), { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] }),
  );
  expectError(declined, 2);
});

test('statuses are shown otherwise', async () => {
  const { order, ask, card, call, paid, status } = await testGateway({
    gatewayChoices: {
      otherStatuses: 'above-ten',
      paymentStates: 'other',
      totalAmount: 'approved',
      depositedAmount: 'gross',
      eci: 'text',
      authDateTime: 'text',
      wrongCvc: 'declined',
      redirect: 'gateway',
    },
  });
  const open = await order();
  const registered = await status(open);
  expect(registered).toMatchObject({ orderStatus: 10 });
  expect(inside(registered, 'paymentAmountInfo')).toMatchObject({
    paymentState: 'NEW',
    totalAmount: 0,
  });
  await call('paymentorder', card(open, { $CVC: '999' }));
  expect(await status(open)).toMatchObject({ orderStatus: 10, actionCode: '116' });
  expect(await ask('paymentorder', card(open))).toMatchObject({
    redirect: expect.stringContaining('/payment/page?mdOrder='),
  });
  expect(await status(open)).toMatchObject({
    orderStatus: 2,
    authDateTime: expect.stringMatching(/^2026-11-21T09:00/),
    cardAuthInfo: { secureAuthInfo: { eci: '07' } },
  });

  const refunded = await paid();
  await ask('refund', { orderId: refunded, amount: 500 });
  expect(await status(refunded)).toMatchObject({
    orderStatus: 14,
    paymentAmountInfo: { paymentState: 'RETURNED', depositedAmount: 1500, refundedAmount: 500 },
  });
});

test('an order says that its last payment was declined, and can be paid', async () => {
  const { env, order, ask, card, status } = await testGateway({
    gatewayChoices: {
      retriableStatus: 'as-declined',
      declinedOperations: 'listed',
      approvalCodeOfDeclined: 'zeros',
      approvedDescription: 'told',
    },
  });
  const mdOrder = await order();
  const declined = { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] };
  expect(await status(mdOrder)).toMatchObject({ orderStatus: 0, operations: [] });
  await ask('paymentorder', card(mdOrder, declined));
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 6,
    paymentAmountInfo: { paymentState: 'DECLINED', depositedAmount: 0 },
    operations: [{ amount: 1500, authCode: '000000' }],
    cardAuthInfo: { approvalCode: '000000' },
  });
  await ask('paymentorder', card(mdOrder));
  const paid = await status(mdOrder);
  expect(paid).toMatchObject({ orderStatus: 2, paymentAmountInfo: { paymentState: 'DEPOSITED' } });
  expect(paid['actionCodeDescription']).toMatch(/./);
  expect(itemsOf(paid, 'operations')).toHaveLength(2);
});

test('the status stands inside orderStatus, as in the answer of a recurrent payment', async () => {
  const { order, status } = await testGateway({ gatewayChoices: { statusShape: 'nested' } });

  const shown = await status(await order());

  expect(shown).toEqual({ success: true, orderStatus: expect.objectContaining({ amount: 1500 }) });
});

test('a payment in one phase is held until the bank has cleared it', async () => {
  const { order, ask, card, status, moveTo } = await testGateway({
    gatewayChoices: { deposits: 'a-moment-later' },
  });
  const mdOrder = await order();
  await ask('paymentorder', card(mdOrder));
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 1,
    paymentAmountInfo: { approvedAmount: 1500, depositedAmount: 0 },
  });
  await moveTo(new Date(startOfTests.getTime() + 60_000).toISOString());
  expect(await status(mdOrder)).toMatchObject({
    orderStatus: 2,
    paymentAmountInfo: { approvedAmount: 1500, depositedAmount: 1500 },
  });
});

test('what was approved stays so when less is deposited', async () => {
  const { order, ask, card, status } = await testGateway({
    gatewayChoices: { approvedLater: 'kept' },
  });
  const [part, none] = [await order({}, 'registerPreAuth'), await order({}, 'registerPreAuth')];
  for (const mdOrder of [part, none]) await ask('paymentorder', card(mdOrder));
  await ask('deposit', { orderId: part, amount: 900 });
  await ask('reverse', { orderId: none });
  expect(inside(await status(part), 'paymentAmountInfo')).toMatchObject({
    approvedAmount: 1500,
    depositedAmount: 900,
  });
  expect(inside(await status(none), 'paymentAmountInfo')).toMatchObject({
    approvedAmount: 1500,
    depositedAmount: 0,
  });
});

test('the status of an order has what the gateway knows of its payment', async () => {
  const { order, paid, stored, status, ask } = await testGateway({
    gatewayChoices: {
      furtherOrderParams: 'payment-channel',
      transactionAttributes: 'filled',
      unboundInfo: 'absent',
    },
  });
  const channel = { name: 'payment_channel', value: 'card' };
  const jsonParams = JSON.stringify({ table: '7' });
  const [untried, tried] = [
    await status(await order({ clientId: 'C-1', jsonParams })),
    await status(await paid({ clientId: 'C-1', jsonParams })),
  ];
  const own = { name: 'table', value: '7' };
  expect(untried).toMatchObject({ merchantOrderParams: [own], transactionAttributes: [] });
  expect(tried).toMatchObject({ merchantOrderParams: [own, channel] });
  expect(itemsOf(tried, 'transactionAttributes')).toHaveLength(1);
  for (const shown of [untried, tried]) expect(shown).not.toHaveProperty('bindingInfo');

  const bindingId = await stored('C-1', 'RI');
  const charge = { orderNumber: 'P-1', amount: 1500, language: 'en', bindingId };
  const charged = inside(await ask('recurrentPayment', charge), 'orderStatus');
  expect(charged).toMatchObject({ merchantOrderParams: [channel], bindingInfo: { bindingId } });
});
