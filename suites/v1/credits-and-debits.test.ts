import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut, answerSummary } from '../../fixtures/clients/v1.ts';
import { balanceOf, creditLimitOf, newCard, promised } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { expectChange, expectUntouched, feesOf } from './balances.ts';

// Document 1, part 4: creditCard and debitCard.

const tenEuros = minorUnits(10_00);

const succeeds = {
  creditCard: 'v1.credit-card.succeeds',
  debitCard: 'v1.debit-card.succeeds',
} as const;

const tooSmall = 'such a small amount is denied here, and the smallest allowed amount is not shown';

// 0.29 is no binary fraction: who counts in euros and cuts off is left with 28 cents.
for (const amount of [1, 29, 49_99]) {
  check('v1.credit-card.raises-the-balance', `credits ${amount}`, async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const card = await fundedCard(v1, minorUnits(50_00));

    const credit = await v1.creditCard(anAmountOf(card, minorUnits(amount)));

    if (amount < 1_00 && !carriedOut(credit)) return skip(tooSmall);
    promised(credit, succeeds.creditCard);
    await expectChange(v1, card, amount);
  });

  check('v1.debit-card.lowers-the-balance', `debits ${amount}`, async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const card = await fundedCard(v1, minorUnits(100_00));

    const debit = await v1.debitCard(anAmountOf(card, minorUnits(amount)));

    if (amount < 1_00 && !carriedOut(debit)) return skip(tooSmall);
    promised(debit, succeeds.debitCard);
    await expectChange(v1, card, -amount);
  });
}

for (const spare of [0, 1]) {
  const title = spare === 0 ? 'debits the whole balance' : 'debits all but one cent';
  check('v1.debit-card.whole-balance', title, async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(37_12));
    // What a debit costs is seen by a first one.
    promised(await v1.debitCard(anAmountOf(card, minorUnits(1_00))), succeeds.debitCard);
    const left = await balanceOf(v1, card);
    if (left !== card.balance - 1_00) {
      return skip(
        'a debit of 1.00 does not lower the balance by 1.00, so the whole amount is not known',
      );
    }

    const debit = await v1.debitCard(anAmountOf(card, minorUnits(left - spare)));

    expect(debit).toSucceed();
    await expectChange(v1, card, spare - card.balance, left - spare);
  });
}

for (const [operation, alone, currency] of [
  ['creditCard', 'v1.credit-card.leaves-others-alone', 'v1.credit-card.constant-currency'],
  ['debitCard', 'v1.debit-card.leaves-others-alone', 'v1.debit-card.constant-currency'],
] as const) {
  check(alone, `leaves another account alone in ${operation}`, async ({ v1 }) => {
    const [card, other] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      fundedCard(v1, minorUnits(50_00)),
    ]);

    promised(await v1[operation](anAmountOf(card, tenEuros)), succeeds[operation]);

    await expectUntouched(v1, other);
  });

  check(currency, `takes the currency 978 in ${operation}`, async ({ v1 }) => {
    const card = operation === 'creditCard' ? await newCard(v1) : await fundedCard(v1, tenEuros);

    const answer = await v1[operation]({ ...anAmountOf(card, minorUnits(5_00)), currency: 978 });

    expect(answer).toSucceed();
  });
}

check('v1.debit-card.overdraft', 'debits nothing when one cent is missing', async ({ v1 }) => {
  const card = await fundedCard(v1, minorUnits(50_00));
  const all = card.balance + (await creditLimitOf(v1, card));

  const answer = await v1.debitCard(anAmountOf(card, minorUnits(all + 1)));

  expect(answer).toBeDenied();
  await expectUntouched(v1, card);
  promised(await v1.debitCard(anAmountOf(card, tenEuros)), succeeds.debitCard);
});

check(
  'v1.debit-card.overdraft-after-pre-authorization',
  'debits nothing when one cent is missing after a debit with preAuthorization',
  async ({ v1, skip }) => {
    const funded = await fundedCard(v1, minorUnits(50_00));
    const first = await v1.debitCard({ ...anAmountOf(funded, tenEuros), preAuthorization: true });
    if (!carriedOut(first)) return skip('a debit with preAuthorization does not succeed');
    const card = { ...funded, balance: await balanceOf(v1, funded) };
    const all = card.balance + (await creditLimitOf(v1, card));

    const answer = await v1.debitCard(anAmountOf(card, minorUnits(all + 1)));

    expect(answer).toBeDenied();
    await expectUntouched(v1, card);
  },
);

for (const [id, operation, amount] of [
  ['v1.credit-card.negative-amount', 'creditCard', -1],
  ['v1.credit-card.negative-amount', 'creditCard', -10_00],
  ['v1.credit-card.fraction', 'creditCard', 10_00.5],
  ['v1.credit-card.fraction', 'creditCard', 0.5],
  ['v1.debit-card.negative-amount', 'debitCard', -1],
  ['v1.debit-card.negative-amount', 'debitCard', -10_00],
  ['v1.debit-card.fraction', 'debitCard', 10_00.5],
  ['v1.debit-card.fraction', 'debitCard', 0.5],
] as const) {
  check(id, `moves nothing for ${amount} in ${operation}`, async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(50_00));

    await v1[operation]({ ...anAmountOf(card, tenEuros), amount });

    await expectUntouched(v1, card);
    promised(await v1[operation](anAmountOf(card, tenEuros)), succeeds[operation]);
  });
}

for (const [id, operation, path, value] of [
  ['v1.credit-card.other-currency', 'creditCard', 'currency', 840],
  ['v1.credit-card.zero-amount', 'creditCard', 'amount', 0],
  ['v1.debit-card.other-currency', 'debitCard', 'currency', 840],
  ['v1.debit-card.zero-amount', 'debitCard', 'amount', 0],
] as const) {
  check(id, `is sent the ${path} ${value} in ${operation}`, async ({ v1, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));

    observe(answerSummary(await v1[operation]({ ...anAmountOf(card, tenEuros), [path]: value })));
  });
}

for (const [id, operation] of [
  ['v1.credit-card.pre-authorization', 'creditCard'],
  ['v1.debit-card.pre-authorization', 'debitCard'],
] as const) {
  check(id, `is sent preAuthorization in ${operation}`, async ({ v1, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));

    const answer = await v1[operation]({
      ...anAmountOf(card, tenEuros),
      preAuthorization: true,
    });

    const stays = (await balanceOf(v1, card)) === card.balance;
    observe(`${answerSummary(answer)}, the balance ${stays ? 'stays' : 'changes'}`);
  });
}

for (const fee of [
  { feeType: 'FIXED', feeValue: -50_00 },
  { feeAmount: -50_00, feeCurrency: 978 },
]) {
  const title = `raises no balance for a fee with ${Object.keys(fee).join(' and ')}`;
  check('v1.debit-card.negative-fee', title, async ({ v1 }) => {
    const { accountNumber, balance, ...card } = await fundedCard(v1, minorUnits(50_00));

    await v1.debitCard({ ...anAmountOf(card, tenEuros), fee });

    const isNoHigher = expect.toSatisfy((now) => Number(now) <= balance, `${balance} at most`);
    const data = promised(
      await v1.getAccountData({ accountNumber }),
      'v1.get-account-data.succeeds',
    );
    expect(data).toSucceed({ accountData: { balance: isNoHigher } });
  });
}

check('v1.debit-card.fee', 'is sent a fee in both forms', async ({ v1, observe }) => {
  const forms = {
    table: { feeType: 'FIXED', feeValue: 50 },
    example: { feeAmount: 50, feeCurrency: 978 },
  };
  const seen = await Promise.all(
    Object.entries(forms).map(async ([name, fee]) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      const answer = await v1.debitCard({ ...anAmountOf(card, tenEuros), fee });
      const cost = card.balance - (await balanceOf(v1, card));
      const [reported = 0] = await feesOf(v1, card, tenEuros);
      return `as in the ${name}: ${answerSummary(answer)}, lowers the balance by ${cost}, reported ${reported}`;
    }),
  );

  observe(seen.join('; '));
});
