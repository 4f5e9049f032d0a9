import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { bringInto, cardNow, cardStatuses, fundedCard } from '../../fixtures/worlds/v2.ts';

// Document 2, part 3: what a reissue does to the state of a card is not shown. Money is none of it.

const reasons = ['damaged', 'expired', 'lost', 'stolen'] as const;
const rows = cardStatuses.flatMap((status) => reasons.map((reason) => ({ status, reason })));

check(
  'v2.reissue.conserves-money',
  'moves no money by a reissue, nor by a second one',
  async ({ v2 }) => {
    await forEvery(
      rows,
      ({ status, reason }) => `a card that is ${status}, for the reason ${reason}`,
      async ({ status, reason }) => {
        const from = await fundedCard(v2, minorUnits(20_00));
        await bringInto(v2, from, status);
        const before = await cardNow(v2, from);

        for (const reissueCard of [reason, reason].slice(0, repeated(2, 1)))
          await v2.patchCard(from.id, { reissueCard });

        const after = await cardNow(v2, from);
        const account = memberOf(before.answer.json, 'account.accountNumber');
        // Whether a card that was replaced is shown with an account of its own is not shown.
        if (memberOf(after.answer.json, 'account.accountNumber') === account)
          expect(after).toSucceed({ account: { balance: from.balance } });
      },
    );
  },
);
