import { otherExpiry, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { without, withValue } from '../../fixtures/builders/spoil.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { otherThan, sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { inEachOf } from '../../fixtures/fields/field.ts';
import { reasonOfTransfer, transferMembers } from '../../fixtures/fields/v2.ts';
import { approved, bringInto, declined, promised, textAt, pair } from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.4: transfer.

const tenEuros = minorUnits(10_00);

for (const field of transferMembers.fields) {
  check(field.requirement, `shows ${field.path}: ${field.wanted}`, async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const small = await v2.createTransfer(aTransfer(from, to, minorUnits(25_00)));
    const large = await v2.createTransfer(aTransfer(from, to, minorUnits(900_00)));
    const list = await v2.listTransfers({ cardNumberFltr: from.number });

    expect(promised(small, 'v2.transfer-creation.answers-201')).toShow(field);
    expect(promised(large, 'v2.transfer-creation.overdraft-is-declined')).toShow(field);
    expect(promised(list, 'v2.transfer-list.answers-200')).toShow(inEachOf('transfers', field));
  });
}

check('v2.transfer.ids-differ', 'gives two transfers two ids', async ({ v2 }) => {
  const { from, to } = await pair(v2);
  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));
  const first = textAt(promised(transfer, 'v2.transfer-creation.answers-201'), 'id');

  const second = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));

  expect(promised(second, 'v2.transfer-creation.answers-201')).toSucceed({
    id: otherThan(first),
  });
});

for (const amount of [1, 29, 1_00, 23_45]) {
  check('v2.transfer.amount-is-the-ordered-one', `shows an amount of ${amount}`, async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));

    expect(promised(transfer, 'v2.transfer-creation.answers-201')).toSucceed({ amount });
  });
}

check(
  'v2.transfer.amount-is-the-ordered-one',
  'shows the amount of a transfer that is declined',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    const amount = minorUnits(from.balance + 37);

    const transfer = await v2.createTransfer(aTransfer(from, to, amount));

    expect(declined(transfer)).toSucceed({ amount });
  },
);

check(
  'v2.transfer.source-expiry-is-the-ordered-one',
  'shows the expiry it was sent',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const transfer = await v2.createTransfer(aTransfer(from, to, tenEuros));

    promised(transfer, 'v2.transfer-creation.answers-201');
    expect(transfer).toSucceed({ sourceCard: { expiryDate: from.expiryDate } });

    // One that the card does not have may be refused; where it is declined inside a success, either may be shown.
    const expiryDate = otherExpiry(from.expiryDate);
    const mistaken = await v2.createTransfer(aTransfer({ ...from, expiryDate }, to, tenEuros));
    if (!succeeded(mistaken)) return;
    const either = expect.toSatisfy(
      (shown) => shown === expiryDate || shown === from.expiryDate,
      `${expiryDate} or ${from.expiryDate}`,
    );
    expect(mistaken).toSucceed({ sourceCard: { expiryDate: either } });
  },
);

check(
  'v2.transfer.status-message-is-empty-when-fine',
  'approves without a message',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    // A reason belongs to the one transfer that it is about.
    declined(await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + 1))));

    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));

    expect(approved(transfer, 'v2.transfer-creation.answers-201')).toSucceed({ statusMessage: '' });
  },
);

check('v2.transfer.status-message-gives-the-reason', 'declines with a reason', async ({ v2 }) => {
  const { from, to } = await pair(v2);

  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + 1)));

  expect(declined(transfer)).toShow(reasonOfTransfer);
});

check(
  'v2.transfer.status-message-gives-the-reason',
  'gives the reason of each decline, whatever an earlier one was declined for',
  async ({ v2 }) => {
    const [one, twin] = [await pair(v2), await pair(v2)];
    const pays = (cents: number, { from, to } = one): Promise<Exchange> =>
      v2.createTransfer(aTransfer(from, to, minorUnits(cents)));
    const poor = await pays(one.from.balance + 1);
    for (const { from } of [one, twin]) await bringInto(v2, from, 'blocked');

    const again = await pays(10_00);
    const usual = await pays(10_00, twin);

    // What a blocked card may do is not shown, nor what a reason is called.
    if (![poor, again, usual].every(isDeclined)) return;
    const words = sentExpectedGot([poor, again, usual], 'the reason that the other card is given');
    expect(reasonIn(again) === reasonIn(usual) || reasonIn(poor) === reasonIn(usual), words).toBe(
      true,
    );
  },
);

function isDeclined({ answer }: Exchange): boolean {
  return memberOf(answer.json, 'status') === 'declined';
}

/** The words of a decline, without the numbers that they may name. */
function reasonIn({ answer }: Exchange): string {
  return String(memberOf(answer.json, 'statusMessage')).replaceAll(/[\d*]+/g, '');
}

check(
  'v2.transfer.status-message-gives-the-reason',
  'gives a reason for whatever it declines',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    const complete = aTransfer(from, to, minorUnits(10_00));

    for (const order of [
      withValue(complete, 'sourceCard.expiryDate', otherExpiry(from.expiryDate)),
      without(complete, 'sourceCard.expiryDate'),
      withValue(complete, 'sourceCard.cardNumber', unknownNumberLike(from.number)),
      withValue(complete, 'destinationCard.cardNumber', unknownNumberLike(to.number)),
      withValue(complete, 'destinationCard.cardNumber', from.number),
      withValue(complete, 'currency', 'USD'),
      withValue(complete, 'amount', -1),
      withValue(complete, 'amount', 0),
    ]) {
      expect(await v2.createTransfer(order)).toShow(reasonOfTransfer);
    }
    for (const [before, status] of [
      ['active', 'blocked'],
      ['blocked', 'lost'],
    ] as const) {
      await bringInto(v2, from, status, before);
      expect(await v2.createTransfer(complete)).toShow(reasonOfTransfer);
    }
  },
);

check('v2.transfer.card-number-form', 'shows the cards', async ({ v2, observe }) => {
  const { from, to } = await pair(v2);

  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));

  const shown = memberOf(transfer.answer.json, 'sourceCard.cardNumber');
  observe(shown === from.number ? 'the full number' : 'another form than the full number');
});
