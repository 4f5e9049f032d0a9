import { describe, test } from 'vitest';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { v2EveryAnswer } from '../../fixtures/every-answer.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { balanceIn, cardNow, fundedCard, newCard } from '../../fixtures/worlds/v2.ts';
import { bash, type Clients, sandboxWith, scriptOf, told } from './testing.ts';

// What a script says of the target that has the fault, and of one that has none, of which it must never say
// that the deviation shows.

const hidden = 'v2.transfer-creation.lowers-the-source.hidden-fee';
const throughEuros = 'v2.top-up-creation.raises-the-balance.through-euros';

describe('a script tells the truth', () => {
  test('of a balance that was right because an earlier transfer was declined', async () => {
    const said = await saidOfBoth('v2.money.balances-are-accounted-for', hidden, async ({ v2 }) => {
      const [from, to] = [await fundedCard(v2, minorUnits(6_00)), await newCard(v2)];
      let expected = 6_00;
      // A fee of one leaves too little for the third.
      for (const amount of [2_00, 2_00, 2_00]) {
        const { answer } = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
        const isApproved = JSON.stringify(answer.json).includes('"approved"');
        expected -= isApproved ? amount : 0;
      }
      expect(await cardNow(v2, from)).toSucceed({ account: { balance: expected } });
    });

    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([1, 2]);
    expect(said.whatOfTheClean).toMatch(
      /Request \d+ was answered otherwise than in the suite \(which saw status = "declined"\)/,
    );
  });

  test('of a balance that was read after the answer that is told', async () => {
    const said = await saidOfBoth('v2.range.amounts-alike', hidden, async ({ v2 }) => {
      const [from, to] = [await fundedCard(v2, minorUnits(60_00)), await newCard(v2)];
      const moved = await v2.createTransfer(aTransfer(from, to, minorUnits(9_99)));
      const balance = balanceIn(await cardNow(v2, from));
      expect(balance, sentExpectedGot(moved, 'the amount itself')).toBe(50_01);
    });

    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([1, 0]);
  });

  test('of a difference of balances, which no answer shows', async () => {
    const said = await saidOfBoth('v2.range.amounts-alike', hidden, async ({ v2 }) => {
      const [from, to] = [await fundedCard(v2, minorUnits(60_00)), await newCard(v2)];
      const moved = await v2.createTransfer(aTransfer(from, to, minorUnits(9_99)));
      const gone = from.balance - balanceIn(await cardNow(v2, from));
      expect(gone, sentExpectedGot(moved, 'the amount itself')).toBe(9_99);
    });

    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([2, 2]);
  });

  test('of what became of money that a card had under an earlier number', async () => {
    const said = await saidOfBoth('v2.reissue.conserves-money', throughEuros, async ({ v2 }) => {
      const from = await fundedCard(v2, minorUnits(19_99));
      await v2.patchCard(from.id, { reissueCard: 'damaged' });
      expect(await cardNow(v2, from)).toSucceed({ account: { balance: 19_99 } });
    });

    expect(said.script).toContain('(createTopUp)');
    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([1, 0]);
  });

  test('of the largest amount, which a right target may book or refuse', async () => {
    const fault = 'v2.top-up-creation.largest-amount.fails';
    const said = await saidOfBoth('v2.top-up-creation.largest-amount', fault, async ({ v2 }) => {
      const card = await newCard(v2);
      const largest = minorUnits(Number.MAX_SAFE_INTEGER);
      expect(await v2.createTopUp(aTopUp(card, largest))).toMoveNothing();
    });

    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([1, 2]);
    expect(said.whatOfTheClean).toContain('failed in the suite and is carried out now');
  });

  test('of a header, whatever else is in the answer', async () => {
    const [clause] = v2EveryAnswer.filter(({ rule }) => rule === 'has-request-id');
    if (clause === undefined) throw new Error('there is no such clause');
    const said = await saidOfBoth(
      clause.requirement,
      'v2.response.request-id-is-present.left-out-of-refusals',
      async ({ v2 }) => expect(await v2.getCard('c41')).toKeep(clause),
    );

    expect([said.faulty, said.clean], said.whatOfTheClean).toEqual([1, 0]);
    expect(said.script).toContain('any breaks 1 v2 has-request-id');
  });
});

interface Said {
  readonly script: string;
  readonly faulty: number | null;
  readonly clean: number | null;
  readonly whatOfTheClean: string;
}

/** Tells a failure of the faulty sandbox as a script, and asks a faulty and a clean one anew with it. */
async function saidOfBoth(
  requirement: RequirementId,
  fault: string,
  act: (clients: Clients) => Promise<void>,
): Promise<Said> {
  const script = scriptOf(await told(requirement, await sandboxWith(fault), act));
  const [faulty, clean] = [await sandboxWith(fault), await sandboxWith()];
  const [ofTheFaulty, ofTheClean] = await Promise.all(
    [faulty, clean].map(({ environment }) => bash(script, environment)),
  );
  return {
    script,
    faulty: ofTheFaulty?.code ?? null,
    clean: ofTheClean?.code ?? null,
    whatOfTheClean: ofTheClean?.output ?? '',
  };
}
