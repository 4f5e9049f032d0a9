import { otherExpiry, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { anAmountOf, aP2pTransfer, cashLimitName } from '../../fixtures/builders/v1.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  memberNamesOf,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { limitsIn } from '../../fixtures/fields/v1-items.ts';
import {
  balanceOf,
  creditLimitOf,
  newCard,
  promised,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { expectChange, expectUntouched, feesOf } from './balances.ts';

// Document 1, part 4: p2pTransfer.

const tenEuros = minorUnits(10_00);
const succeeds = 'v1.p2p-transfer.succeeds';

const tooSmall = 'such a small amount is denied here, and the smallest allowed amount is not shown';

// 0.29 is no binary fraction: who counts in euros and cuts off is left with 28 cents.
for (const amount of [1, 29, 49_99]) {
  check(
    'v1.p2p-transfer.lowers-the-source',
    `takes ${amount} from the source`,
    async ({ v1, skip }) => {
      const hidden = await feesHidden(v1);
      if (hidden !== undefined) return skip(hidden);
      const { from, to } = await pair(v1);

      const transfer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(amount)));

      if (amount < 1_00 && !carriedOut(transfer)) return skip(tooSmall);
      promised(transfer, succeeds);
      await expectChange(v1, from, -amount);
    },
  );

  check('v1.p2p-transfer.raises-the-destination', `gives ${amount} to it`, async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const { from, to } = await pair(v1);

    const transfer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(amount)));

    if (amount < 1_00 && !carriedOut(transfer)) return skip(tooSmall);
    promised(transfer, succeeds);
    await expectChange(v1, to, amount);
  });
}

check('v1.p2p-transfer.leaves-others-alone', 'leaves a third account alone', async ({ v1 }) => {
  const [{ from, to }, third] = await Promise.all([pair(v1), fundedCard(v1, tenEuros)]);

  promised(await v1.p2pTransfer(aP2pTransfer(from, to, tenEuros)), succeeds);

  await expectUntouched(v1, third);
});

check('v1.p2p-transfer.overdraft', 'moves nothing when one cent is missing', async ({ v1 }) => {
  const { from, to } = await pair(v1);
  const all = from.balance + (await creditLimitOf(v1, from));

  const answer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(all + 1)));

  expect(answer).toBeDenied();
  await expectUntouched(v1, from, to);
  promised(await v1.p2pTransfer(aP2pTransfer(from, to, tenEuros)), succeeds);
});

for (const spare of [0, 1]) {
  const title = spare === 0 ? 'transfers the whole balance' : 'transfers all but one cent';
  check('v1.p2p-transfer.whole-balance', title, async ({ v1, skip }) => {
    const { from, to } = await pair(v1);
    if ((await freshLimit(v1, from)) < from.balance) return skip('a new card has a lower limit');
    // What a transfer costs is seen by a first one.
    const first = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(1_00)));
    promised(first, succeeds);
    const left = await balanceOf(v1, from);
    if (left !== from.balance - 1_00)
      return skip(
        'a transfer of 1.00 does not lower the balance by 1.00, so the whole amount is not known',
      );

    const transfer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(left - spare)));

    expect(transfer).toSucceed();
    await expectChange(v1, from, spare - from.balance, left - spare);
  });
}

for (const [id, amount] of [
  ['v1.p2p-transfer.negative-amount', -1],
  ['v1.p2p-transfer.negative-amount', -10_00],
  ['v1.p2p-transfer.fraction', 10_00.5],
  ['v1.p2p-transfer.fraction', 0.5],
] as const) {
  check(id, `moves nothing for ${amount}`, async ({ v1 }) => {
    const [from, to] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      fundedCard(v1, minorUnits(50_00)),
    ]);
    const transfer = aP2pTransfer(from, to, tenEuros);

    await v1.p2pTransfer({ ...transfer, amount });

    await expectUntouched(v1, from, to);
    promised(await v1.p2pTransfer(transfer), succeeds);
  });
}

check('v1.p2p-transfer.constant-currency', 'takes the currency 978', async ({ v1 }) => {
  const { from, to } = await pair(v1);

  const answer = await v1.p2pTransfer({ ...aP2pTransfer(from, to, tenEuros), currency: 978 });

  expect(answer).toSucceed();
});

check('v1.p2p-transfer.unknown-source', 'moves nothing from a stranger', async ({ v1 }) => {
  const { from, to } = await pair(v1);
  const unknown = { ...from, number: unknownNumberLike(from.number) };

  const answer = await v1.p2pTransfer(aP2pTransfer(unknown, to, tenEuros));

  expect(answer).toBeDenied();
  await expectUntouched(v1, from, to);
  promised(await v1.p2pTransfer(aP2pTransfer(from, to, tenEuros)), succeeds);
});

check('v1.p2p-transfer.unknown-destination', 'moves nothing to a stranger', async ({ v1 }) => {
  const { from, to } = await pair(v1);
  const unknown = { number: unknownNumberLike(to.number) };

  const answer = await v1.p2pTransfer(aP2pTransfer(from, unknown, tenEuros));

  expect(answer).toBeDenied();
  await expectUntouched(v1, from, to);
  promised(await v1.p2pTransfer(aP2pTransfer(from, to, tenEuros)), succeeds);
});

for (const [id, what, expiryFor] of [
  [
    'v1.p2p-transfer.expiry-form',
    'YYYY-MM',
    ({ expDate }: V1Card) => `${expDate.slice(0, 4)}-${expDate.slice(4)}`,
  ],
  [
    'v1.p2p-transfer.expiry-form',
    'MMYY',
    ({ expDate }: V1Card) => expDate.slice(4) + expDate.slice(2, 4),
  ],
  ['v1.p2p-transfer.expiry-form', 'YYYYMMDD', ({ expDate }: V1Card) => `${expDate}30`],
  ['v1.p2p-transfer.wrong-expiry', 'another year', ({ expDate }: V1Card) => otherExpiry(expDate)],
] as const) {
  check(id, `moves nothing with an expDate of ${what}`, async ({ v1 }) => {
    const { from, to } = await pair(v1);
    const transfer = aP2pTransfer(from, to, tenEuros);

    const path = 'sourceCardIdentification.expDate';
    const answer = await v1.p2pTransfer(withValue(transfer, path, expiryFor(from)));

    expect(answer).toBeDenied();
    await expectUntouched(v1, from, to);
    promised(await v1.p2pTransfer(transfer), succeeds);
  });
}

for (const [id, part] of [
  ['v1.p2p-transfer.other-currency', { currency: 840 }],
  ['v1.p2p-transfer.zero-amount', { amount: 0 }],
  [
    'v1.p2p-transfer.remaining-members',
    { senderReceiverInfo: { senderName: 'Ana Garcia', receiverName: 'Eva Ruiz' } },
  ],
] as const) {
  check(id, `is sent ${JSON.stringify(part)}`, async ({ v1, observe }) => {
    const { from, to } = await pair(v1);

    observe(answerSummary(await v1.p2pTransfer({ ...aP2pTransfer(from, to, tenEuros), ...part })));
  });
}

check(
  'v1.p2p-transfer.to-itself',
  'is asked to transfer to the same card',
  async ({ v1, observe }) => {
    const { from } = await pair(v1);

    const answer = await v1.p2pTransfer(aP2pTransfer(from, from, tenEuros));

    const stays = (await balanceOf(v1, from)) === from.balance;
    observe(`${answerSummary(answer)}, the balance ${stays ? 'stays' : 'changes'}`);
  },
);

check(
  'v1.p2p-transfer.pre-authorization',
  'is sent preAuthorization in a transfer',
  async ({ v1, observe }) => {
    const { from, to } = await pair(v1);

    const transfer = { ...aP2pTransfer(from, to, tenEuros), preAuthorization: true };
    const answer = await v1.p2pTransfer(transfer);

    const ofSource = (await balanceOf(v1, from)) === from.balance ? 'stays' : 'changes';
    const ofDestination = (await balanceOf(v1, to)) === to.balance ? 'stays' : 'changes';
    observe(`${answerSummary(answer)}, the source ${ofSource}, the destination ${ofDestination}`);
  },
);

check(
  'v1.p2p-transfer.account-numbers',
  'is sent both account numbers',
  async ({ v1, observe }) => {
    const { from, to } = await pair(v1);

    const answer = await v1.p2pTransfer({
      ...aP2pTransfer(from, to, tenEuros),
      sourceAccountNumber: from.accountNumber,
      destinationAccountNumber: to.accountNumber,
    });

    observe(answerSummary(answer));
  },
);

check('v1.p2p-transfer.response', 'answers to a transfer', async ({ v1, observe }) => {
  const { from, to } = await pair(v1);

  observe(memberNamesOf(await v1.p2pTransfer(aP2pTransfer(from, to, tenEuros))));
});

check(
  'v1.get-transactions.fees',
  'charges a credit, a debit and a transfer',
  async ({ v1, observe }) => {
    const { from, to } = await pair(v1);

    const answers = [
      await v1.creditCard(anAmountOf(from, minorUnits(11_00))),
      await v1.debitCard(anAmountOf(from, minorUnits(12_00))),
      await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(13_00))),
    ];

    const fees = await Promise.all([11_00, 12_00, 13_00].map((sum) => feesOf(v1, from, sum)));
    const words = ['credit', 'debit', 'transfer'].map((what, index) => {
      const answer = answers[index];
      const isDone = answer !== undefined && carriedOut(answer);
      return `${what} ${isDone ? (fees[index]?.[0] ?? 'not listed') : 'not carried out'}`;
    });
    observe(words.join(', '));
  },
);

/** A card that holds fifty euros more than a new one, and a new one. */
async function pair(v1: V1Client): Promise<{ from: V1Card; to: V1Card }> {
  // More than any transfer here takes with a fee that it may cost.
  const [from, fresh] = await Promise.all([fundedCard(v1, minorUnits(100_00)), newCard(v1)]);
  return { from, to: { ...fresh, balance: await balanceOf(v1, fresh) } };
}

/** What the cash disbursement limit lets a fresh card transfer; everything where none is shown. */
async function freshLimit(v1: V1Client, { number }: V1Card): Promise<number> {
  const shown = await v1.getCardLimits({ cardIdentification: { cardNumber: number } });
  const limit = limitsIn(shown.answer.json).find((one) => memberOf(one, 'name') === cashLimitName);
  const value = memberOf(limit, 'value');
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}
