import { withValue } from '../../fixtures/builders/spoil.ts';
import { asPosted } from '../../fixtures/builders/texts.ts';
import { aFullCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { feeOf } from '../../fixtures/worlds/v2-fees.ts';
import {
  allowSpending,
  cardholderNow,
  cardNow,
  limitUnitsPerEuro,
  newCard,
  type TestCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { manyOfTheLargest, noneTaken } from '../large-sums.ts';

// Document 2, parts 2.1 to 2.4: neither largest amounts nor longest texts are shown, so any may be
// refused. What is taken is kept and booked as it was sent.

const amounts = [
  9_99, 100_01, 999_99, 1_000_01, 5_000_01, 10_000_01, 100_000_00, 1_000_000_01, 21_474_836_47,
  21_474_836_48, 42_949_672_97, 1e12, 1e15,
];
const limits = [1, 1_001, 99_999, 1_000_001, 21_474_837, 42_949_673, 1e10];
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
  ['128 letters', `${'Añoß'.repeat(32)}x`, `${'Añoß'.repeat(32)}y`],
  ['255 letters', `${'Abcde'.repeat(50)}Abcdx`, `${'Abcde'.repeat(50)}Abcdy`],
  ['600 letters', `${'Abcde'.repeat(120)}x`, `${'Abcde'.repeat(120)}y`],
];

interface Row {
  readonly name: string;
  readonly isKept: (v2: V2Client) => Promise<void>;
}

const rows: readonly Row[] = [
  ...members.flatMap((member) =>
    texts.map(([kind, ...both]) => ({
      name: `${kind} in ${member}`,
      isKept: (v2: V2Client) => textsComeBack(v2, member, both),
    })),
  ),
  ...limits.map((euros) => ({
    name: `a limit of ${euros} euros`,
    isKept: (v2: V2Client) => limitIsShown(v2, euros),
  })),
  ...amounts.map((amount) => ({
    name: `movements of ${amount} cents`,
    isKept: (v2: V2Client) => amountIsBooked(v2, amount),
  })),
];

check(
  'v2.size.kept-exactly',
  'keeps amounts, limits and texts of any size as they were sent wherever it takes them',
  async ({ v2 }) => {
    await forEvery(
      rows,
      ({ name }) => name,
      ({ isKept }) => isKept(v2),
    );
  },
);

// A number with too few digits tells neighbours apart as long as both are small.
const balances = [1_00, 200_000_00, 2 ** 31 - 1, 2 ** 32 - 1, 1e14];

check(
  'v2.transfer-creation.overdraft-is-declined',
  'declines one cent more than the balance, however large that is',
  async ({ v2 }) => {
    const [from, to] = await Promise.all([newCard(v2), newCard(v2)]);
    const euro = await limitUnitsPerEuro(v2, from);
    let held: number = from.balance;

    for (const balance of balances.slice(0, repeated(balances.length))) {
      if (balance <= held) continue;
      const topUp = await v2.createTopUp(aTopUp(from, minorUnits(balance - held)));
      // How large a top-up may be is not shown.
      if (memberOf(topUp.answer.json, 'status') !== 'approved') break;
      held = balance;
      await allowSpending(v2, from, held, euro);

      const overdraft = await v2.createTransfer(aTransfer(from, to, minorUnits(held + 1)));

      expect(overdraft).toMoveNothing();
    }
    expect(await cardNow(v2, from)).toSucceed({ account: { balance: held } });
  },
);

check(
  'v2.size.kept-exactly',
  'adds up to the cent what many of the largest movements make',
  async ({ v2, skip }) => {
    const [card, to] = await Promise.all([newCard(v2), newCard(v2)]);
    const moved = await manyOfTheLargest(async (amount) => {
      const answer = await v2.createTopUp(aTopUp(card, minorUnits(amount)));
      return memberOf(answer.answer.json, 'status') === 'approved';
    });
    if (moved === undefined) return skip(noneTaken);
    let held = card.balance + moved.sum;

    const shown = await cardNow(v2, card);
    expect(shown).toSucceed({ account: { balance: held } });
    const back = await v2.createTransfer(aTransfer(card, to, minorUnits(7)));
    if (memberOf(back.answer.json, 'status') !== 'approved') return;
    held -= 7 + (await feeOf(v2, back));
    expect(await cardNow(v2, card)).toSucceed({ account: { balance: held } });
  },
);

async function amountIsBooked(v2: V2Client, amount: number): Promise<void> {
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
    balances.from -= amount + (await feeOf(v2, transfer));
    balances.to += amount;
  }
  expect(await cardNow(v2, from)).toSucceed({ account: { balance: balances.from } });
  expect(await cardNow(v2, to)).toSucceed({ account: { balance: balances.to } });
  if (!succeeded(transfer)) return;
  expect(transfer).toSucceed({ amount });
  expect(await v2.listTransfers({ cardNumberFltr: to.number })).toSucceed({
    transfers: [expect.objectContaining({ id: textAt(transfer, 'id'), amount })],
  });
}

async function limitIsShown(v2: V2Client, euros: number): Promise<void> {
  const card = await newCard(v2);
  const limit = { interval: 'monthly', amount: euros * (await limitUnitsPerEuro(v2, card)) };
  // In a small unit it is more than a number holds exactly.
  if (!Number.isSafeInteger(limit.amount)) return;

  const answer = await v2.patchCard(card.id, { spendingLimits: [limit] });

  if (!succeeded(answer)) return;
  expect(await cardNow(v2, card)).toSucceed({
    spendingLimits: expect.arrayContaining([expect.objectContaining(limit)]),
  });
  await expectPassage(v2, card, euros);
}

/** A transfer that is approved of a new card is approved below a limit that is larger than any amount. */
async function expectPassage(v2: V2Client, card: TestCard, euros: number): Promise<void> {
  if (euros < 20) return;
  const [usual, to] = await Promise.all([newCard(v2), newCard(v2)]);
  const pays = async (from: TestCard): Promise<Exchange> => {
    await v2.createTopUp(aTopUp(from, minorUnits(50_00)));
    return v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));
  };
  const twin = await pays(usual);
  if (memberOf(twin.answer.json, 'status') !== 'approved') return;
  const transfer = await pays(card);
  const words = sentExpectedGot([twin, transfer], `approved, as below the default limit`);
  expect(memberOf(transfer.answer.json, 'status'), words).toBe('approved');
}

async function textsComeBack(
  v2: V2Client,
  member: string,
  texts: readonly string[],
): Promise<void> {
  const created: { readonly id: string; readonly sent: string }[] = [];
  for (const sent of texts) {
    const answer = await v2.createCardholder(withValue(aFullCardholder(), member, sent));
    if (succeeded(answer)) created.push({ id: textAt(answer, 'id'), sent });
  }

  for (const { id, sent } of created) {
    const shown = memberOf((await cardholderNow(v2, id)).answer.json, member);
    // The same letters may be composed of other characters.
    const form = member.startsWith('billingAddress')
      ? asPosted
      : (text: unknown) => String(text).normalize();
    expect(form(shown), `${member} as it was sent`).toBe(form(sent));
  }
}
