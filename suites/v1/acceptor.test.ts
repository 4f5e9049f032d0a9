import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { anAcceptor, aTds } from '../../fixtures/fields/v1-requests.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut, answerSummary } from '../../fixtures/clients/v1.ts';
import { newCard, promised } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { expectUntouched } from './balances.ts';
import { promisedPlain } from '../../fixtures/worlds/v1-requests.ts';

// Document 1, parts 2.2 and 2.3: cardAcceptorParameters and tds.

const fiveEuros = minorUnits(5_00);

for (const [id, member] of [
  ['v1.acceptor.terminal-identification', 'terminalIdentification'],
  ['v1.acceptor.merchant-identification', 'merchantIdentification'],
  ['v1.acceptor.merchant-type', 'merchantType'],
] as const) {
  check(id, `is sent an acceptor without ${member}`, async ({ v1, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const cardAcceptorParameters = { ...anAcceptor, [member]: undefined };

    const answer = await v1.debitCard({ ...anAmountOf(card, fiveEuros), cardAcceptorParameters });

    observe(answerSummary(answer));
  });
}

check(
  'v1.acceptor.name-and-location-is-optional',
  'takes an acceptor without nameAndLocation',
  async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const { nameAndLocation: _optional, ...cardAcceptorParameters } = anAcceptor;

    const answer = await v1.debitCard({ ...anAmountOf(card, fiveEuros), cardAcceptorParameters });

    if (!carriedOut(answer)) await promisedPlain(v1, 'debitCard');
    expect(answer).toSucceed();
  },
);

check('v1.acceptor.in-credit-card', 'is sent an acceptor in a credit', async ({ v1, observe }) => {
  const credit = anAmountOf(await newCard(v1), fiveEuros);

  observe(answerSummary(await v1.creditCard({ ...credit, cardAcceptorParameters: anAcceptor })));
});

check(
  'v1.acceptor.in-create-virtual-card',
  'is sent an acceptor in a card order',
  async ({ v1, observe }) => {
    const { order } = await newOrder(v1);

    observe(
      answerSummary(await v1.createVirtualCard({ ...order, cardAcceptorParameters: anAcceptor })),
    );
  },
);

for (const [id, authenticationIndicator] of [
  ['v1.tds.not-performed', 'NOT_PERFORMED'],
  ['v1.tds.merchant-only', 'TDS_MERCHANT_ONLY'],
  ['v1.tds.performed', 'TDS_PERFORMED'],
  ['v1.tds.additional-protocol', 'ADDITIONAL_PROTOCOL_USED'],
  ['v1.tds.recurrent', 'RECURRENT_PAYMENT_AUTH'],
] as const) {
  check(id, `takes ${authenticationIndicator}`, async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const tds = { ...aTds, authenticationIndicator };

    const answer = await v1.debitCard({ ...anAmountOf(card, fiveEuros), tds });

    if (!carriedOut(answer)) await promisedPlain(v1, 'debitCard');
    expect(answer).toSucceed();
  });
}

for (const authenticationIndicator of ['TDS_ATTEMPTED', 'NONE']) {
  check('v1.tds.other-indicator', `does not take "${authenticationIndicator}"`, async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const debit = anAmountOf(card, fiveEuros);

    const answer = await v1.debitCard({ ...debit, tds: { ...aTds, authenticationIndicator } });

    expect(answer).toBeDenied();
    await expectUntouched(v1, card);
    promised(await v1.debitCard({ ...debit, tds: aTds }), 'v1.debit-card.takes-tds');
  });
}

check('v1.tds.in-credit-card', 'is sent tds in a credit', async ({ v1, observe }) => {
  const card = await newCard(v1);

  observe(answerSummary(await v1.creditCard({ ...anAmountOf(card, fiveEuros), tds: aTds })));
});
