import { without, withNothingIn, withValue } from '../../fixtures/builders/spoil.ts';
import { aTopUp } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { inShort, memberOf } from '../../fixtures/transcript/exchange.ts';
import { mistypedLike, noNumbersLike } from '../../fixtures/builders/card-numbers.ts';
import { v2Requests } from '../../fixtures/fields/v2-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { approved, cardNow, newCard, otherNamesOf, tooSmall } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4: POST /topups.

const tenEuros = minorUnits(10_00);

check('v2.top-up-creation.answers-201', 'tops up a card', async ({ v2 }) => {
  const card = await newCard(v2);

  expect(await v2.createTopUp(aTopUp(card, tenEuros))).toAnswer(201);
});

// 0.29 is no binary fraction: who counts in euros and cuts off is left with 28 cents.
for (const amount of [1, 29, 100_00]) {
  check(
    'v2.top-up-creation.raises-the-balance',
    `raises a balance by ${amount}`,
    async ({ v2, skip }) => {
      const card = await newCard(v2);

      const topUp = await v2.createTopUp(aTopUp(card, minorUnits(amount)));

      // How small a top-up may be is not shown.
      if (amount < 1_00 && memberOf(topUp.answer.json, 'status') !== 'approved')
        return skip(tooSmall);
      approved(topUp, 'v2.top-up-creation.answers-201');
      expect(await cardNow(v2, card)).toSucceed({
        account: { balance: card.balance + amount },
      });
    },
  );
}

// Around what 31 and 32 bits hold. Whether so much may be topped up is not shown; if so, it counts.
for (const amount of [2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1]) {
  check(
    'v2.top-up-creation.raises-the-balance',
    `books ${amount} if it approves`,
    async ({ v2 }) => {
      const card = await newCard(v2);

      const topUp = await v2.createTopUp(aTopUp(card, minorUnits(amount)));

      const approved = memberOf(topUp.answer.json, 'status') === 'approved';
      const balance = card.balance + (approved ? amount : 0);
      expect(await cardNow(v2, card)).toSucceed({ account: { balance } });
    },
  );
}

// Even numbers up to 2^54 are exact in every reading of JSON. Whether a card may hold so much is not
// shown; what was approved, it holds.
check(
  'v2.top-up-creation.largest-amount',
  'books what it approves around the largest exact number',
  async ({ v2 }) => {
    const card = await newCard(v2);
    let balance: number = card.balance;

    for (const amount of [2 ** 53 - 2 - balance, 4]) {
      const topUp = await v2.createTopUp(aTopUp(card, minorUnits(amount)));
      if (memberOf(topUp.answer.json, 'status') === 'approved') balance += amount;
      else expect(topUp).toMoveNothing();
    }

    expect(await cardNow(v2, card)).toSucceed({ account: { balance } });
  },
);

check('v2.top-up-creation.leaves-other-cards-alone', 'leaves another balance', async ({ v2 }) => {
  const card = await newCard(v2);
  const other = await newCard(v2);

  approved(await v2.createTopUp(aTopUp(card, tenEuros)), 'v2.top-up-creation.answers-201');

  expect(await cardNow(v2, other)).toSucceed({ account: { balance: other.balance } });
});

for (const { path, needs, wrong } of v2Requests.createTopUp.members) {
  if (needs !== undefined) {
    check(needs, `moves nothing without ${path}`, async ({ v2 }) => {
      const card = await newCard(v2);

      const answer = await v2.createTopUp(without(aTopUp(card, tenEuros), path));

      expect(answer).toMoveNothing();
      for (const order of inSmokeOnly() ? [] : withNothingIn(path, aTopUp(card, tenEuros))) {
        expect(await v2.createTopUp(order)).toMoveNothing();
      }
      expect(await cardNow(v2, card)).toSucceed({ account: { balance: card.balance } });
      approved(await v2.createTopUp(aTopUp(card, tenEuros)), 'v2.top-up-creation.answers-201');
    });
  }

  for (const [id, values] of wrong) {
    for (const value of values) {
      check(id, `moves nothing for the ${path} ${JSON.stringify(value)}`, async ({ v2 }) => {
        const card = await newCard(v2);

        const answer = await v2.createTopUp(withValue(aTopUp(card, tenEuros), path, value));

        expect(answer).toMoveNothing();
        expect(await cardNow(v2, card)).toSucceed({ account: { balance: card.balance } });
        approved(await v2.createTopUp(aTopUp(card, tenEuros)), 'v2.top-up-creation.answers-201');
      });
    }
  }
}

check('v2.top-up-creation.unknown-card', 'does not top up an unknown card', async ({ v2 }) => {
  const card = await newCard(v2);
  const mistyped = inSmokeOnly() ? [] : mistypedLike(card.number, (await newCard(v2)).number);

  for (const number of [...noNumbersLike(card.number), ...mistyped]) {
    expect(await v2.createTopUp(aTopUp({ number }, tenEuros))).toMoveNothing();
  }

  expect(await cardNow(v2, card)).toSucceed({ account: { balance: card.balance } });
  approved(await v2.createTopUp(aTopUp(card, tenEuros)), 'v2.top-up-creation.answers-201');
});

check(
  'v2.top-up-creation.needs-the-full-number',
  'takes neither the masked number nor an id nor an account in its place',
  async ({ v2 }) => {
    const card = await newCard(v2);
    for (const name of otherNamesOf(card, await cardNow(v2, card))) {
      const answer = await v2.createTopUp(aTopUp({ number: name }, tenEuros));
      expect(answer).toMoveNothing();
    }

    expect(await cardNow(v2, card)).toSucceed({ account: { balance: card.balance } });
  },
);

check('v2.top-up-creation.zero-amount', 'is asked to top up by zero', async ({ v2, observe }) => {
  const card = await newCard(v2);

  observe(inShort(await v2.createTopUp(aTopUp(card, minorUnits(0)))));
});

check('v2.top-up-creation.missing-currency', 'is sent no currency', async ({ v2, observe }) => {
  const card = await newCard(v2);

  observe(inShort(await v2.createTopUp(without(aTopUp(card, tenEuros), 'currency'))));
});

check('v2.top-up-creation.numeric-text', 'is sent an amount as text', async ({ v2, observe }) => {
  const card = await newCard(v2);

  observe(inShort(await v2.createTopUp(withValue(aTopUp(card, tenEuros), 'amount', '1000'))));
});
