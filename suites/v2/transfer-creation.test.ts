import {
  mistypedLike,
  noNumbersLike,
  otherExpiry,
  unknownNumberLike,
} from '../../fixtures/builders/card-numbers.ts';
import { without, withNothingIn, withValue } from '../../fixtures/builders/spoil.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { v2Requests } from '../../fixtures/fields/v2-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { feeOf, leavesNoFee, meetsAFee } from '../../fixtures/worlds/v2-fees.ts';
import {
  approved,
  balanceOf,
  type TestCard,
  cardNow,
  fundedCard,
  isDeclined,
  otherNamesOf,
  tooSmall,
  pair,
} from '../../fixtures/worlds/v2.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Document 2, parts 3, 4 and 7: POST /transfers.

const tenEuros = minorUnits(10_00);

check('v2.transfer-creation.answers-201', 'transfers between two cards', async ({ v2 }) => {
  const { from, to } = await pair(v2);

  expect(await v2.createTransfer(aTransfer(from, to, tenEuros))).toAnswer(201);
});

// 0.29 is no binary fraction: who counts in euros and cuts off is left with 28 cents.
for (const amount of [1, 29, 44_99]) {
  check(
    'v2.transfer-creation.lowers-the-source',
    `takes ${amount} from the source`,
    async ({ v2, skip }) => {
      const { from, to } = await pair(v2);

      const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));

      if (amount < 1_00 && isDeclined(transfer)) return skip(tooSmall);
      if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return skip(leavesNoFee);
      approved(transfer, 'v2.transfer-creation.answers-201');
      expect(await cardNow(v2, from)).toSucceed({
        account: { balance: from.balance - amount - (await feeOf(v2, transfer)) },
      });
    },
  );

  check(
    'v2.transfer-creation.raises-the-destination',
    `gives ${amount} to the other card`,
    async ({ v2, skip }) => {
      const { from, to } = await pair(v2);

      const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));

      if (amount < 1_00 && isDeclined(transfer)) return skip(tooSmall);
      if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return skip(leavesNoFee);
      approved(transfer, 'v2.transfer-creation.answers-201');
      expect(await cardNow(v2, to)).toSucceed({ account: { balance: to.balance + amount } });
    },
  );
}

check(
  'v2.transfer-creation.largest-amount',
  'moves what it approves to a card that holds the largest exact number',
  async ({ v2, skip }) => {
    const { from, to } = await pair(v2);
    const amount = minorUnits(4);
    const most = 2 ** 53 - 2;
    const topUp = await v2.createTopUp(aTopUp(to, minorUnits(most - to.balance)));
    if (memberOf(topUp.answer.json, 'status') !== 'approved')
      return skip('no card can be topped up that far; how much one may hold is not shown');
    if ((await balanceOf(v2, to)) !== most)
      throw setUpFailed(topUp, `a balance of ${most}`, 'v2.top-up-creation.largest-amount');

    const transfer = await v2.createTransfer(aTransfer(from, to, amount));

    const isApproved = memberOf(transfer.answer.json, 'status') === 'approved';
    if (!isApproved) expect(transfer).toMoveNothing();
    const moved = isApproved ? amount : 0;
    for (const [{ id }, balance] of [
      [from, from.balance - moved - (await feeOf(v2, transfer))],
      [to, most + moved],
    ] as const) {
      expect(await cardNow(v2, { id })).toSucceed({ account: { balance } });
    }
  },
);

check('v2.transfer-creation.leaves-other-cards-alone', 'leaves a third balance', async ({ v2 }) => {
  const { from, to } = await pair(v2);
  const third = await fundedCard(v2, tenEuros);

  approved(
    await v2.createTransfer(aTransfer(from, to, tenEuros)),
    'v2.transfer-creation.answers-201',
  );

  expect(await cardNow(v2, third)).toSucceed({ account: { balance: third.balance } });
});

check(
  'v2.transfer-creation.overdraft-is-declined',
  'declines an overdraft by one cent',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + 1)));

    expect(transfer).toSucceed({ status: 'declined' });
    expect(await cardNow(v2, from)).toSucceed({ account: { balance: from.balance } });
  },
);

for (const id of [
  'v2.transfer-creation.whole-balance-is-approved',
  'v2.transfer-creation.balance-is-the-bound',
] as const) {
  check(id, 'approves all but one cent, and the whole balance too', async ({ v2, skip }) => {
    const { from, to } = await pair(v2);
    const less = minorUnits(from.balance - 1);
    const most = await v2.createTransfer(aTransfer(from, to, less));
    const isTheBound = id === 'v2.transfer-creation.balance-is-the-bound';
    if (isTheBound && isDeclined(most)) return skip('one of less than the balance is declined');
    if (await meetsAFee(v2, most)) return skip(leavesNoFee);
    expect(most).toSucceed({ status: 'approved' });
    // Another amount than the card was funded with: the same once more may be taken for a repetition.
    const more = minorUnits(37_15);
    approved(await v2.createTopUp(aTopUp(from, more)), 'v2.top-up-creation.answers-201');

    const whole = await v2.createTransfer(aTransfer(from, to, minorUnits(more + 1)));

    // Of one that is small a fee may be nothing.
    if (isDeclined(whole) && (await meetsAFee(v2, whole))) return skip(leavesNoFee);
    expect(whole).toSucceed({ status: 'approved' });
    expect(await cardNow(v2, from)).toSucceed({ account: { balance: 0 } });
  });
}

check(
  'v2.transfer-creation.decline-is-a-successful-response',
  'reports a decline with 201, status and reason',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance * 2)));

    const declined = {
      id: expect.any(String),
      status: 'declined',
      statusMessage: expect.any(String),
    };
    expect(transfer).toAnswer(201, declined);
  },
);

check(
  'v2.transfer-creation.decline-moves-nothing',
  'moves nothing when it declines',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + 1)));

    expect(transfer).toMoveNothing();
    await expectUntouched(v2, from, to);
  },
);

for (const { path, needs, wrong } of v2Requests.createTransfer.members) {
  if (needs !== undefined) {
    check(needs, `moves nothing without ${path}`, async ({ v2 }) => {
      const { from, to } = await pair(v2);
      const complete = aTransfer(from, to, tenEuros);

      const answer = await v2.createTransfer(without(complete, path));

      expect(answer).toMoveNothing();
      for (const order of inSmokeOnly() ? [] : withNothingIn(path, complete)) {
        expect(await v2.createTransfer(order)).toMoveNothing();
      }
      await expectUntouched(v2, from, to);
      approved(await v2.createTransfer(complete), 'v2.transfer-creation.answers-201');
    });
  }

  for (const [id, values] of wrong) {
    for (const value of values) {
      check(id, `moves nothing for ${path} ${JSON.stringify(value)}`, async ({ v2 }) => {
        const { from, to } = await pair(v2);
        const complete = aTransfer(from, to, tenEuros);

        const answer = await v2.createTransfer(withValue(complete, path, value));

        expect(answer).toMoveNothing();
        await expectUntouched(v2, from, to);
        approved(await v2.createTransfer(complete), 'v2.transfer-creation.answers-201');
      });
    }
  }
}

check(
  'v2.transfer-creation.unknown-source',
  'moves nothing from an unknown card',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const mistyped = inSmokeOnly() ? [] : mistypedLike(from.number, to.number);
    for (const number of [...noNumbersLike(from.number), ...mistyped]) {
      const order = aTransfer({ ...from, number }, to, tenEuros);
      expect(await v2.createTransfer(order)).toMoveNothing();
    }

    await expectUntouched(v2, from, to);
    approved(
      await v2.createTransfer(aTransfer(from, to, tenEuros)),
      'v2.transfer-creation.answers-201',
    );
  },
);

check(
  'v2.transfer-creation.unknown-destination',
  'moves nothing to an unknown card',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);

    const mistyped = inSmokeOnly() ? [] : mistypedLike(to.number, from.number);
    for (const number of [...noNumbersLike(to.number), ...mistyped]) {
      expect(await v2.createTransfer(aTransfer(from, { number }, tenEuros))).toMoveNothing();
    }

    await expectUntouched(v2, from, to);
    approved(
      await v2.createTransfer(aTransfer(from, to, tenEuros)),
      'v2.transfer-creation.answers-201',
    );
  },
);

check(
  'v2.transfer-creation.unknown-source',
  'moves nothing from an unknown card of which nothing else is known',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    const unknown = { ...from, number: unknownNumberLike(from.number) };
    const neither = { number: unknownNumberLike(to.number) };

    const order = aTransfer(unknown, to, tenEuros);
    const undated = await v2.createTransfer(without(order, 'sourceCard.expiryDate'));
    const betweenUnknown = await v2.createTransfer(aTransfer(unknown, neither, tenEuros));

    expect(undated).toMoveNothing();
    expect(betweenUnknown).toMoveNothing();
    await expectUntouched(v2, from, to);
  },
);

for (const [card, path] of [
  ['source', 'sourceCard.cardNumber'],
  ['destination', 'destinationCard.cardNumber'],
] as const) {
  check(
    'v2.transfer-creation.needs-the-full-number',
    `takes neither the masked number of the ${card} nor its id nor its account`,
    async ({ v2 }) => {
      const { from, to } = await pair(v2);
      const named = card === 'source' ? from : to;
      for (const name of otherNamesOf(named, await cardNow(v2, named))) {
        const order = withValue(aTransfer(from, to, tenEuros), path, name);
        expect(await v2.createTransfer(order)).toMoveNothing();
      }

      await expectUntouched(v2, from, to);
    },
  );
}

check('v2.transfer-creation.wrong-expiry', 'moves nothing with a wrong expiry', async ({ v2 }) => {
  const { from, to } = await pair(v2);
  const mistaken = { ...from, expiryDate: otherExpiry(from.expiryDate) };

  const answer = await v2.createTransfer(aTransfer(mistaken, to, tenEuros));

  expect(answer).toMoveNothing();
  await expectUntouched(v2, from, to);
  approved(
    await v2.createTransfer(aTransfer(from, to, tenEuros)),
    'v2.transfer-creation.answers-201',
  );
});

check('v2.transfer-creation.missing-expiry', 'is sent no expiry', async ({ v2, observe }) => {
  const { from, to } = await pair(v2);

  const answer = await v2.createTransfer(
    without(aTransfer(from, to, tenEuros), 'sourceCard.expiryDate'),
  );

  observe(inShort(answer));
});

check(
  'v2.transfer-creation.malformed-expiry',
  'is sent an expiry in another form',
  async ({ v2, observe }) => {
    const { from, to } = await pair(v2);
    const seen: string[] = [];
    for (const expiryDate of ['12/28', '202813']) {
      const order = withValue(aTransfer(from, to, tenEuros), 'sourceCard.expiryDate', expiryDate);
      seen.push(`${expiryDate}: ${inShort(await v2.createTransfer(order))}`);
    }

    observe(seen.join('; '));
  },
);

check('v2.transfer-creation.zero-amount', 'is asked to transfer zero', async ({ v2, observe }) => {
  const { from, to } = await pair(v2);

  observe(inShort(await v2.createTransfer(aTransfer(from, to, minorUnits(0)))));
});

check(
  'v2.transfer-creation.to-itself',
  'is asked to transfer to the same card',
  async ({ v2, observe }) => {
    const { from } = await pair(v2);

    const answer = await v2.createTransfer(aTransfer(from, from, tenEuros));

    const stays = (await balanceOf(v2, from)) === from.balance;
    observe(`${inShort(answer)}, the balance ${stays ? 'stays' : 'changes'}`);
  },
);

/** Both cards hold what they held when they were handed over. */
async function expectUntouched(v2: V2Client, from: TestCard, to: TestCard): Promise<void> {
  for (const card of [from, to]) {
    expect(await cardNow(v2, card)).toSucceed({ account: { balance: card.balance } });
  }
}
