import { withValue } from '../../fixtures/builders/spoil.ts';
import { aFullCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  allowSpending,
  cardholderNow,
  cardNow,
  limitUnitsPerEuro,
  newCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2, parts 2.1 to 2.4: neither largest amounts nor longest texts are shown, so any may be
// refused. What is taken is kept and booked as it was sent.

const amounts = [
  9_99, 10_01, 99_99, 100_01, 500_01, 1_000_00, 1_000_01, 5_000_01, 10_000_01, 99_999_99,
  100_000_00, 999_999_99, 1_000_000_01, 21_474_836_47, 21_474_836_48, 42_949_672_97, 1e12, 1e15,
];

check(
  'v2.size.amounts-are-exact',
  'books amounts of any size to the cent wherever it takes them',
  async ({ v2 }) => {
    await forEvery(
      amounts,
      (amount) => `${amount} cents`,
      async (amount) => {
        const [from, to] = await Promise.all([newCard(v2), newCard(v2)]);
        const balances = { from: Number(from.balance), to: Number(to.balance) };

        // The second one takes the sum over the same edges.
        for (const sent of [amount, 1_27]) {
          const topUp = await v2.createTopUp(aTopUp(from, minorUnits(sent)));
          if (succeeded(topUp)) expect(topUp).toSucceed({ amount: sent });
          if (memberOf(topUp.answer.json, 'status') === 'approved') balances.from += sent;
        }
        expect(await cardNow(v2, from)).toSucceed({ account: { balance: balances.from } });

        if (amount < 1e12) await allowSpending(v2, from, balances.from);
        const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
        if (memberOf(transfer.answer.json, 'status') === 'approved') {
          balances.from -= amount;
          balances.to += amount;
        }
        expect(await cardNow(v2, from)).toSucceed({ account: { balance: balances.from } });
        expect(await cardNow(v2, to)).toSucceed({ account: { balance: balances.to } });
        if (!succeeded(transfer)) return;
        expect(transfer).toSucceed({ amount });
        expect(await v2.listTransfers({ cardNumberFltr: to.number })).toSucceed({
          transfers: [expect.objectContaining({ id: textAt(transfer, 'id'), amount })],
        });
      },
    );
  },
);

check(
  'v2.size.limits-are-kept',
  'shows limits of any size as they were set wherever it takes them',
  async ({ v2 }) => {
    const euros = [
      1, 7, 999, 1_000, 1_001, 10_001, 99_999, 1_000_001, 21_474_837, 42_949_673, 1e10,
    ];
    await forEvery(
      euros,
      (amount) => `${amount} euros`,
      async (amount) => {
        const card = await newCard(v2);
        const limit = { interval: 'monthly', amount: amount * (await limitUnitsPerEuro(v2, card)) };

        const answer = await v2.patchCard(card.id, { spendingLimits: [limit] });

        if (!succeeded(answer)) return;
        expect(await cardNow(v2, card)).toSucceed({
          spendingLimits: expect.arrayContaining([expect.objectContaining(limit)]),
        });
      },
    );
  },
);

const members = [
  'firstName',
  'lastName',
  'billingAddress.city',
  'billingAddress.line1',
  'billingAddress.line2',
  'billingAddress.state',
];
/** Each differs from its neighbour in what is easily cut off or folded. */
const texts: readonly (readonly [string, string, string])[] = [
  ['accents', 'Zoë Ærøskøbing Ñandú', 'Zoe Aeroskobing Nandu'],
  ['other scripts', 'Σοφία Ольга 美咲', 'Σοφία Ольга 美'],
  ['fifty letters', `${'Abcde'.repeat(10)}x`, `${'Abcde'.repeat(10)}y`],
  ['128 letters', `${'Añoß'.repeat(32)}x`, `${'Añoß'.repeat(32)}y`],
  ['255 letters', `${'Abcde'.repeat(50)}Abcdx`, `${'Abcde'.repeat(50)}Abcdy`],
  ['600 letters', `${'Abcde'.repeat(120)}x`, `${'Abcde'.repeat(120)}y`],
];
const textRows = members.flatMap((member) =>
  texts.map(([kind, one, two]) => ({ member, kind, both: [one, two] })),
);

check(
  'v2.size.texts-come-back',
  'shows texts in any script and of any length as they were sent wherever it takes them',
  async ({ v2 }) => {
    await forEvery(
      textRows,
      ({ member, kind }) => `${kind} in ${member}`,
      async ({ member, both }) => {
        const created = [];
        for (const sent of both) {
          const answer = await v2.createCardholder(withValue(aFullCardholder(), member, sent));
          if (succeeded(answer)) created.push({ id: textAt(answer, 'id'), sent });
        }

        for (const { id, sent } of created) {
          const shown = memberOf((await cardholderNow(v2, id)).answer.json, member);
          // The same letters may be composed of other characters.
          expect(String(shown).normalize(), `${member} as it was sent`).toBe(sent.normalize());
        }
      },
    );
  },
);
