import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { otherThan } from '../../fixtures/expect.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { reasonOfTopUp, topUpMembers } from '../../fixtures/fields/v2.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  approved,
  bringInto,
  declined,
  newCard,
  pair,
  promised,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.3: top-up.

for (const field of topUpMembers.fields) {
  check(field.requirement, `shows ${field.path}: ${field.wanted}`, async ({ v2 }) => {
    const card = await newCard(v2);

    const topUp = await v2.createTopUp(aTopUp(card, minorUnits(25_00)));

    expect(promised(topUp, 'v2.top-up-creation.answers-201')).toShow(field);
  });
}

check('v2.top-up.ids-differ', 'gives two top-ups two ids', async ({ v2 }) => {
  const card = await newCard(v2);
  const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));
  const first = textAt(promised(topUp, 'v2.top-up-creation.answers-201'), 'id');

  const second = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));

  expect(promised(second, 'v2.top-up-creation.answers-201')).toSucceed({
    id: otherThan(first),
  });
});

for (const amount of [1, 29, 1_00, 123_45]) {
  check(
    'v2.top-up.amount-is-the-ordered-one',
    `shows an amount of ${amount}`,
    async ({ v2, skip }) => {
      const card = await newCard(v2);

      const topUp = await v2.createTopUp(aTopUp(card, minorUnits(amount)));

      if (amount < 1_00 && !succeeded(topUp)) return skip('how small a top-up may be is not shown');
      expect(promised(topUp, 'v2.top-up-creation.answers-201')).toSucceed({ amount });
    },
  );
}

check(
  'v2.top-up.status-message-is-empty-when-fine',
  'approves without a message',
  async ({ v2 }) => {
    const card = await newCard(v2);
    // A reason belongs to the one movement that it is about.
    if (!inSmokeOnly()) {
      const { from } = await pair(v2);
      declined(await v2.createTransfer(aTransfer(from, card, minorUnits(from.balance + 1))));
    }

    const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));

    expect(approved(topUp, 'v2.top-up-creation.answers-201')).toSucceed({ statusMessage: '' });
  },
);

check(
  'v2.top-up.status-message-gives-the-reason',
  'gives a reason for whatever it declines',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const complete = aTopUp(card, minorUnits(10_00));

    for (const order of [
      withValue(complete, 'destinationCard.cardNumber', unknownNumberLike(card.number)),
      withValue(complete, 'currency', 'USD'),
      withValue(complete, 'amount', -1),
      withValue(complete, 'amount', 0),
    ]) {
      expect(await v2.createTopUp(order)).toShow(reasonOfTopUp);
    }
    for (const [from, status] of [
      ['active', 'blocked'],
      ['blocked', 'lost'],
    ] as const) {
      await bringInto(v2, card, status, from);
      expect(await v2.createTopUp(complete)).toShow(reasonOfTopUp);
    }
  },
);

check('v2.top-up.card-number-form', 'shows the card', async ({ v2, observe }) => {
  const card = await newCard(v2);

  const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));

  const shown = memberOf(topUp.answer.json, 'destinationCard.cardNumber');
  observe(shown === card.number ? 'the full number' : 'another form than the full number');
});
