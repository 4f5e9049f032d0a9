import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { inShort, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  balanceOf,
  bringInto,
  type TestCard,
  cardIn,
  cardNow,
  type CardStatus,
  cardStatuses,
  fundedCard,
  newCard,
  newCardholder,
  promised,
  readCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, part 3: states and transitions of a card.

check('v2.card-status.issued-active', 'issues a card active', async ({ v2 }) => {
  const cardholder = await newCardholder(v2);

  const created = await v2.createCard({ productName: v2.productName, cardholder });

  expect(promised(created, 'v2.card-creation.answers-201')).toSucceed({ status: 'active' });
});

for (const [id, from, to] of [
  ['v2.card-status.active-to-blocked', 'active', 'blocked'],
  ['v2.card-status.active-to-lost', 'active', 'lost'],
  ['v2.card-status.active-to-stollen', 'active', 'stollen'],
  ['v2.card-status.blocked-to-active', 'blocked', 'active'],
  ['v2.card-status.blocked-to-lost', 'blocked', 'lost'],
  ['v2.card-status.blocked-to-stollen', 'blocked', 'stollen'],
] as const) {
  check(id, `moves a card from ${from} to ${to}`, async ({ v2 }) => {
    const card = await cardIn(v2, from);

    const answer = await v2.patchCard(card.id, { status: to });

    expect(answer).toSucceed({ status: to });
    expect(await cardNow(v2, card)).toSucceed({ status: to });
  });
}

check('v2.card-status.blocking-sets-the-date', 'dates the blocking of a card', async ({ v2 }) => {
  const card = await newCard(v2);

  const answer = await v2.patchCard(card.id, { status: 'blocked' });

  const aDate = { blockingDate: expect.stringMatching(/^\d{4}-?\d\d-?\d\d/) };
  expect(promised(answer, 'v2.card-status.active-to-blocked')).toSucceed(aDate);
  expect(await cardNow(v2, card)).toSucceed(aDate);
});

check(
  'v2.card-status.same-status-dates-nothing',
  'dates no blocking of a card that is sent active',
  async ({ v2 }) => {
    const card = await newCard(v2);

    await v2.patchCard(card.id, { status: 'active' });

    expect(await cardNow(v2, card)).toSucceed({ status: 'active', blockingDate: '' });
  },
);

for (const [id, from, to] of [
  ['v2.card-status.lost-to-active-is-refused', 'lost', 'active'],
  ['v2.card-status.lost-to-blocked-is-refused', 'lost', 'blocked'],
  ['v2.card-status.lost-to-stollen-is-refused', 'lost', 'stollen'],
  ['v2.card-status.lost-to-lost-is-refused', 'lost', 'lost'],
  ['v2.card-status.stollen-to-active-is-refused', 'stollen', 'active'],
  ['v2.card-status.stollen-to-blocked-is-refused', 'stollen', 'blocked'],
  ['v2.card-status.stollen-to-lost-is-refused', 'stollen', 'lost'],
  ['v2.card-status.stollen-to-stollen-is-refused', 'stollen', 'stollen'],
] as const) {
  check(id, `refuses to move a card from ${from} to ${to}`, async ({ v2 }) => {
    const card = await cardIn(v2, from);

    const answer = await v2.patchCard(card.id, { status: to });

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed({ status: from });
  });
}

for (const status of ['frozen', '', 0, null, ['active'], { status: 'active' }]) {
  const title = `refuses the status ${JSON.stringify(status)}`;
  check('v2.card-status.unknown-status-is-refused', title, async ({ v2 }) => {
    const card = await cardIn(v2, 'blocked');

    const answer = await v2.patchCard(card.id, { status });

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed({ status: 'blocked' });
    promised(await v2.patchCard(card.id, { status: 'active' }), 'v2.card-status.blocked-to-active');
  });
}

check('v2.card-status.same-status', 'is sent the status it has', async ({ v2, observe }) => {
  const seen = await Promise.all(
    (['active', 'blocked'] as const).map(async (status) => {
      const card = await cardIn(v2, status);
      return `${status}: ${inShort(await v2.patchCard(card.id, { status }))}`;
    }),
  );

  observe(seen.join('; '));
});

check('v2.card-status.other-spellings', 'is sent other spellings', async ({ v2, observe }) => {
  const seen: string[] = [];
  for (const status of ['stolen', 'STOLLEN', 'Blocked']) {
    const card = await newCard(v2);
    seen.push(`${status}: ${inShort(await v2.patchCard(card.id, { status }))}`);
  }

  observe(seen.join('; '));
});

const notActive = cardStatuses.filter((status) => status !== 'active');

check(
  'v2.card-status.transfer-from-a-card-not-active',
  'is asked to transfer from it',
  async ({ v2, observe }) => {
    const seen: string[] = [];
    for (const status of notActive) {
      const from = await fundedIn(status);
      const to = await newCard(v2);
      const answer = await v2.createTransfer(aTransfer(from, to, minorUnits(5_00)));
      const moved = (await balanceOf(v2, from)) !== from.balance;
      seen.push(`${status}: ${inShort(answer)}, ${moved ? 'money moved' : 'no money moved'}`);
    }

    observe(seen.join('; '));

    async function fundedIn(status: CardStatus): Promise<TestCard> {
      const card = await fundedCard(v2, minorUnits(20_00));
      await bringInto(v2, card, status);
      return card;
    }
  },
);

check(
  'v2.card-status.transfer-to-a-card-not-active',
  'is asked to transfer to it',
  async ({ v2, observe }) => {
    const from = await fundedCard(v2, minorUnits(20_00));
    const seen: string[] = [];
    for (const status of notActive) {
      const to = await cardIn(v2, status);
      const answer = await v2.createTransfer(aTransfer(from, to, minorUnits(5_00)));
      const moved = (await balanceOf(v2, to)) !== to.balance;
      seen.push(`${status}: ${inShort(answer)}, ${moved ? 'money moved' : 'no money moved'}`);
    }

    observe(seen.join('; '));
  },
);

check(
  'v2.card-status.top-up-of-a-card-not-active',
  'is asked to top it up',
  async ({ v2, observe }) => {
    const seen: string[] = [];
    for (const status of notActive) {
      const card = await cardIn(v2, status);
      const answer = await v2.createTopUp(aTopUp(card, minorUnits(5_00)));
      const moved = (await balanceOf(v2, card)) !== card.balance;
      seen.push(`${status}: ${inShort(answer)}, ${moved ? 'money moved' : 'no money moved'}`);
    }

    observe(seen.join('; '));
  },
);

// Which reason fits which status is not shown, so each may be taken in one status only.
const reasons = ['damaged', 'expired', 'lost', 'stolen'] as const;

for (const reason of reasons) {
  check(
    `v2.reissue.takes-${reason}`,
    `takes the reason ${reason} for some card`,
    async ({ v2 }) => {
      const answers = await Promise.all(
        cardStatuses.map(async (status) => {
          const card = await cardIn(v2, status);
          return v2.patchCard(card.id, { reissueCard: reason });
        }),
      );

      expect(answers.find(succeeded) ?? answers[0]).toSucceed();
    },
  );
}

// Whether it says so or ignores the command is not shown: a list of values binds the client.
for (const reason of ['bored', '', 1, null, ['bored']]) {
  const title = `reissues no card for the reason ${JSON.stringify(reason)}`;
  check('v2.reissue.refuses-other-reasons', title, async ({ v2 }) => {
    const card = await newCard(v2);
    const before = asShown(await cardNow(v2, card));

    await v2.patchCard(card.id, { reissueCard: reason });

    expect(await cardNow(v2, card)).toSucceed(before);
  });
}

for (const [id, status, reason] of [
  ['v2.reissue.is-open-to-lost-cards', 'lost', 'lost'],
  ['v2.reissue.is-open-to-stollen-cards', 'stollen', 'stolen'],
] as const) {
  check(id, `takes reissueCard of a ${status} card`, async ({ v2 }) => {
    const card = await cardIn(v2, status);

    const reissued = await v2.patchCard(card.id, { reissueCard: reason });
    expect(reissued).toSucceed();

    // One that is in use again may be lost again.
    if (memberOf(reissued.answer.json, 'status') !== 'active') return;
    const reported = await v2.patchCard(card.id, { status });
    if (!succeeded(reported) || memberOf(reported.answer.json, 'status') !== status) return;
    expect(await v2.patchCard(card.id, { reissueCard: reason })).toSucceed();
  });
}

check(
  'v2.reissue.number-shown-can-be-used',
  'pays by the number that a reissued card shows',
  async ({ v2, skip }) => {
    const [{ id, cardholder }, to] = await Promise.all([newCard(v2), newCard(v2)]);
    for (const reissueCard of reasons) {
      if (succeeded(await v2.patchCard(id, { reissueCard }))) break;
    }
    // What a reissue does may not be seen in its own answer.
    if (memberOf((await cardNow(v2, { id })).answer.json, 'status') !== 'active') {
      return skip('a reissued card is not active here; the effect of reissueCard is not shown');
    }
    const card = await readCard(v2, id, cardholder);

    const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));
    const transfer = await v2.createTransfer(aTransfer(card, to, minorUnits(4_00)));

    expect(topUp).toSucceed({ status: 'approved' });
    expect(transfer).toSucceed({ status: 'approved' });
    const balance = card.balance + 6_00 - (await feeOf(v2, transfer));
    expect(await cardNow(v2, { id })).toSucceed({ account: { balance } });
    expect(await v2.listTransfers({ cardNumberFltr: card.number })).toListExactly('transfers', [
      textAt(transfer, 'id'),
    ]);
  },
);

check('v2.reissue.effect', 'reissues a lost card', async ({ v2, observe }) => {
  const card = await fundedCard(v2, minorUnits(20_00));
  await bringInto(v2, card, 'lost');
  const before = await v2.getCard(card.id);

  const answer = await v2.patchCard(card.id, { reissueCard: 'lost' });

  const after = await v2.getCard(card.id);
  const changed = [
    'status',
    'number',
    'cvc',
    'expiryDate',
    'blockingDate',
    'account.balance',
    'id',
  ].filter((path) => memberOf(before.answer.json, path) !== memberOf(after.answer.json, path));
  observe(`${inShort(answer)}; changed: ${changed.join(', ') || 'nothing'}`);
});
