import { anAmountOf, aP2pTransfer, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  answerSummary,
  carriedOut,
  memberNamesOf,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { arrestPaths, learnArrestPath } from '../../fixtures/dialect/v1.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import {
  balanceOf,
  creditLimitOf,
  newCard,
  newCustomer,
  promised,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { expectUntouched } from './balances.ts';

// Document 1, part 4: changeAccountArrestAmount, getAccountBalanceFromBo and getAccountBalances.

/** What getAccountBalanceFromBo shows of an account, in minor units. Document 1, part 4. */
const amountNames = ['availableBalance', 'holdBalance', 'exceedBalance'] as const;

check(
  'v1.change-account-arrest-amount.path',
  'is asked at both paths of changeAccountArrestAmount',
  async ({ v1, observe }) => {
    const { accountNumber } = await fundedCard(v1, minorUnits(50_00));
    const body = { accountNumber, amount: 1_00, currency: euro };

    const seen = await Promise.all(
      arrestPaths.map(async (path) => {
        const answer = await v1.ask('changeAccountArrestAmount', body, path);
        return `/${path.split('/')[1]}: ${answerSummary(answer)}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check(
  'v1.change-account-arrest-amount.effect',
  'is asked for an arrest of 1.00',
  async ({ v1, observe }) => {
    const path = await learnArrestPath(v1);
    const { accountNumber } = await fundedCard(v1, minorUnits(50_00));
    const before = await amountsOf(v1, accountNumber);

    const body = { accountNumber, amount: 1_00, currency: euro };
    const answer = await v1.ask('changeAccountArrestAmount', body, path);

    const after = await amountsOf(v1, accountNumber);
    observe(`${answerSummary(answer)}: ${changesBetween(before, after)}`);
  },
);

check(
  'v1.change-account-arrest-amount.release',
  'is asked for an arrest of nothing after one of 1.00',
  async ({ v1, observe }) => {
    const path = await learnArrestPath(v1);
    const { accountNumber } = await fundedCard(v1, minorUnits(50_00));
    const before = await amountsOf(v1, accountNumber);
    const body = { accountNumber, amount: 1_00, currency: euro };
    await v1.ask('changeAccountArrestAmount', body, path);

    const answer = await v1.ask('changeAccountArrestAmount', { ...body, amount: 0 }, path);

    const after = await amountsOf(v1, accountNumber);
    observe(`${answerSummary(answer)}: ${changesBetween(before, after)}`);
  },
);

check(
  'v1.change-account-arrest-amount.concerns-one-account',
  'leaves the amounts of another account',
  async ({ v1 }) => {
    const path = await learnArrestPath(v1);
    const [{ accountNumber }, other] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      fundedCard(v1, minorUnits(50_00)),
    ]);
    const before = amountsIn(await amountsOf(v1, other.accountNumber));

    const body = { accountNumber, amount: 1_00, currency: euro };
    const answer = await v1.ask('changeAccountArrestAmount', body, path);

    promised(answer, 'v1.change-account-arrest-amount.succeeds');
    expect(await amountsOf(v1, other.accountNumber)).toSucceed(before);
    expect(await balanceOf(v1, other)).toBe(other.balance);
  },
);

check(
  'v1.change-account-arrest-amount.concerns-one-account',
  'does to an account that was just registered what it does to an earlier one',
  async ({ v1 }) => {
    const path = await learnArrestPath(v1);
    const arrested = async (accountNumber: string) => {
      const before = await amountsOf(v1, accountNumber);
      const body = { accountNumber, amount: 1_00, currency: euro };
      const answer = await v1.ask('changeAccountArrestAmount', body, path);
      const after = await amountsOf(v1, accountNumber);
      return { answer, after, changes: changesBetween(before, after) };
    };
    // An arrest may need something to be arrested; an empty account is arrested soonest.
    for (const open of [() => newCustomer(v1), () => fundedCard(v1, minorUnits(50_00))]) {
      const earlier = (await open()).accountNumber;
      await open();
      const first = await arrested(earlier);
      if (!carriedOut(first.answer)) continue;
      for (let time = 1; time <= repeated(4, 1); time += 1) {
        const { answer, after, changes } = await arrested((await open()).accountNumber);
        if (!carriedOut(answer)) continue;
        const acts = [first.answer, first.after, answer, after];
        const message = sentExpectedGot(acts, `${first.changes}, as of the earlier account`);
        expect(changes, message).toBe(first.changes);
      }
      return;
    }
  },
);

for (const amount of [10_00, -10_00]) {
  check(
    'v1.change-account-arrest-amount.no-overdraft',
    `pays no more than there is once an arrest of ${amount} was asked for`,
    async ({ v1 }) => {
      const path = await learnArrestPath(v1);
      const [funded, to] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
      const { accountNumber } = funded;

      await v1.ask('changeAccountArrestAmount', { accountNumber, amount, currency: euro }, path);

      // Whether the arrest is taken and what it does to the balance is not said.
      const [balance, creditLimit, balanceOfOther] = await Promise.all([
        balanceOf(v1, funded),
        creditLimitOf(v1, funded),
        balanceOf(v1, to),
      ]);
      const tooMuch = minorUnits(balance + creditLimit + 1);
      expect(await v1.debitCard(anAmountOf(funded, tooMuch))).toBeDenied();
      expect(await v1.p2pTransfer(aP2pTransfer(funded, to, tooMuch))).toBeDenied();
      await expectUntouched(v1, { ...funded, balance }, { ...to, balance: balanceOfOther });
    },
  );
}

check(
  'v1.get-account-balance-from-bo.follows-the-money',
  'raises availableBalance with the balance, also where an amount is arrested',
  async ({ v1 }) => {
    const card = await newCard(v1);
    const { accountNumber } = card;
    for (const arrested of [0, 9_00]) {
      const arrest = { accountNumber, amount: arrested, currency: euro };
      if (arrested > 0)
        await v1.ask('changeAccountArrestAmount', arrest, await learnArrestPath(v1));
      const [balance, amounts] = await Promise.all([
        balanceOf(v1, card),
        amountsOf(v1, accountNumber),
      ]);
      expect(amounts).toSucceed({ availableBalance: expect.any(Number) });

      // Another amount each time, since the same one again may be taken for a repetition.
      const credit = await v1.creditCard(anAmountOf(card, minorUnits(37_15 + arrested)));

      promised(credit, 'v1.credit-card.succeeds');
      const raise = (await balanceOf(v1, card)) - balance;
      const { availableBalance = 0, holdBalance = 0 } = amountsIn(amounts);
      expect(await amountsOf(v1, accountNumber)).toSucceed({
        availableBalance: availableBalance + raise,
        ...(arrested > 0 ? { holdBalance } : {}),
      });
      if (arrested === 0 || inSmokeOnly()) continue;

      const debit = await v1.debitCard(anAmountOf(card, minorUnits(4_00)));
      if (carriedOut(debit)) expect(await amountsOf(v1, accountNumber)).toSucceed({ holdBalance });
    }
  },
);

check(
  'v1.get-account-balances.response',
  'is asked for the balances of an account',
  async ({ v1, observe }) => {
    const { accountNumber } = await newCustomer(v1);
    const { institutionId } = v1.settings;

    const answer = await v1.getAccountBalances({ accountNumber, institutionId });

    observe(`${answerSummary(answer)}: ${memberNamesOf(answer)}`);
  },
);

check(
  'v1.get-account-balances.account-id',
  'is asked for balances with an accountId',
  async ({ v1, observe }) => {
    const { accountNumber } = await newCustomer(v1);
    const { institutionId } = v1.settings;

    const answer = await v1.getAccountBalances({ accountNumber, accountId: 1, institutionId });

    observe(answerSummary(answer));
  },
);

/** The amounts of an account as getAccountBalanceFromBo answers them. */
async function amountsOf(v1: V1Client, accountNumber: string): Promise<Exchange> {
  return promised(
    await v1.getAccountBalanceFromBo({ accountNumber }),
    'v1.get-account-balance-from-bo.succeeds',
  );
}

/** Those of an answer that are numbers, as a part of another answer. */
function amountsIn({ answer }: Exchange): Readonly<Record<string, number>> {
  const shown = amountNames.map((name) => [name, memberOf(answer.json, name)] as const);
  return Object.fromEntries(
    shown.filter((entry): entry is [(typeof amountNames)[number], number] => {
      return typeof entry[1] === 'number';
    }),
  );
}

/** How amounts changed from one answer to another, in words. */
function changesBetween(before: Exchange, after: Exchange): string {
  const [first, second] = [amountsIn(before), amountsIn(after)];
  return amountNames
    .map((name) => {
      const [from, to] = [first[name], second[name]];
      if (from === undefined || to === undefined) return `${name} not shown`;
      return `${name} ${to >= from ? '+' : ''}${to - from}`;
    })
    .join(', ');
}
