import { expect, test } from 'vitest';
import { freshNumber, isSuccess, testGateway, type Changed, aShop } from './testing.ts';

// Readings of document 3, part 6.

test('what verified a card is told as a hold and its end, or not at all', async () => {
  for (const [verificationCallbacks, expected] of [
    ['hold-and-cancellation', ['approved', 'reversed', 'deposited']],
    ['none', ['deposited']],
  ] as const) {
    const { gateway, told, dynamicCallbackUrl } = await listening({
      gatewayChoices: { verificationCallbacks },
    });
    await gateway.paid({ features: 'VERIFY', dynamicCallbackUrl });
    await expect.poll(() => told.length).toBe(expected.length - 1);
    await gateway.paid({ dynamicCallbackUrl });
    await expect.poll(() => told.toSorted()).toEqual(expected.toSorted());
  }
});

test('time is over for payments only, not for orders that nobody tried to pay', async () => {
  const { gateway, told, dynamicCallbackUrl } = await listening({
    gatewayChoices: { timeoutCallbacks: 'tried-orders' },
  });
  const { order, call, card, env, moveTo } = gateway;
  await order({ dynamicCallbackUrl });
  const orderNumber = freshNumber();
  const tried = await order({ dynamicCallbackUrl, orderNumber });
  await call('paymentorder', card(tried, { $PAN: env['GATEWAY_DECLINED_CARD_PAN'] }));
  const begun = await order({ dynamicCallbackUrl });
  await call('paymentorder', card(begun, { $PAN: env['GATEWAY_3DS_CARD_PAN'] }));
  await moveTo('2026-11-21T10:00:00Z');
  await expect
    .poll(() => told.toSorted())
    .toEqual(['declinedByTimeout', 'declinedByTimeout', 'deposited']);
});

test('notifications come in other numbers', async () => {
  const told: string[] = [];
  const dynamicCallbackUrl = await aShop((asked) =>
    told.push(asked.searchParams.get('operation') ?? ''),
  );
  const { paid } = await testGateway({
    gatewayChoices: { onePhaseCallbacks: 'hold-and-debit', callbackCopies: 2 },
    callbackPauseMs: 20,
  });
  await paid({ dynamicCallbackUrl });
  await expect
    .poll(() => told.toSorted())
    .toEqual(['approved', 'approved', 'deposited', 'deposited']);
});

test('the notification of a hold may come last', async () => {
  const told: string[] = [];
  const dynamicCallbackUrl = await aShop((asked) =>
    told.push(asked.searchParams.get('operation') ?? ''),
  );
  const { paid } = await testGateway({
    gatewayChoices: { onePhaseCallbacks: 'hold-and-debit', callbackQueue: 'out-of-order' },
    callbackPauseMs: 50,
  });
  await paid({ dynamicCallbackUrl });
  await expect.poll(() => told).toEqual(['deposited', 'approved']);
});

test('notifications have a checksum', async () => {
  const received: URL[] = [];
  const dynamicCallbackUrl = await aShop((asked) => received.push(asked));
  const { call, card, order } = await testGateway({
    gatewayChoices: { callbackSigning: 'checksum' },
  });
  const mdOrder = await order({ dynamicCallbackUrl });
  expect(isSuccess(await call('paymentorder', card(mdOrder)))).toBe(true);
  await expect.poll(() => received).toHaveLength(1);
  const told = received[0]?.searchParams;
  expect(told?.get('mdOrder')).toBe(mdOrder);
  expect(told?.get('checksum')).toMatch(/^[\dA-F]{64}$/);
});

/** A gateway and somebody who listens to its notifications. */
async function listening(changed: Changed): Promise<{
  readonly gateway: Awaited<ReturnType<typeof testGateway>>;
  readonly told: readonly string[];
  readonly dynamicCallbackUrl: string;
}> {
  const told: string[] = [];
  const dynamicCallbackUrl = await aShop((asked) =>
    told.push(asked.searchParams.get('operation') ?? ''),
  );
  return { gateway: await testGateway(changed), told, dynamicCallbackUrl };
}
