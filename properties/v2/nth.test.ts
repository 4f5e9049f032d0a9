import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { isObject, memberOf } from '../../fixtures/transcript/exchange.ts';
import { feeOf, meetsAFee } from '../../fixtures/worlds/v2-fees.ts';
import { listWith } from '../../fixtures/worlds/v2-as-shown.ts';
import { idsIn } from '../../fixtures/worlds/v2-transfers.ts';
import {
  cardNow,
  fundedCard,
  fundedWithin,
  isDeclined,
  limitUnitsPerEuro,
  newCard,
  pair,
  promised,
  textAt,
} from '../../fixtures/worlds/v2.ts';

// Document 2: no sentence says how often something may be done, so that what holds for the first
// request of a kind holds for the thirtieth.

const times = 32;

check(
  'v2.nth.like-the-first',
  'books, makes and lists every one of many movements and updates',
  async ({ v2 }) => {
    await forEvery(
      Object.entries({ movements, updates, lists }),
      ([name]) => name,
      ([, isDone]) => isDone(v2),
    );
  },
);

check(
  'v2.nth.same-outcome',
  'approves after many requests what it approves at first',
  async ({ v2 }) => {
    await forEvery(
      Object.entries({ approvals, limitAfterRefusals }).slice(0, repeated(2, 1)),
      ([name]) => name,
      ([, isApproved]) => isApproved(v2),
    );
  },
);

async function approvals(v2: V2Client): Promise<void> {
  const { from, to } = await pair(v2);
  for (let turn = 0; turn < repeated(times, 1); turn += 1) {
    const amount = minorUnits(1_00 + turn);
    const transfer = await v2.createTransfer(aTransfer(from, to, amount));
    if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return;
    expect(transfer).toSucceed({ status: 'approved' });
    if (turn % 4 === 3)
      expect(await v2.createTopUp(aTopUp(from, amount))).toSucceed({ status: 'approved' });
  }
}

/** What moved nothing has spent nothing of a limit. */
async function limitAfterRefusals(v2: V2Client): Promise<void> {
  const [from, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(50_00)), newCard(v2)]);
  // A top-up counts against the spending limits here; which operations do is not shown.
  if (from === undefined) return;
  const whole = aTransfer(from, to, minorUnits(40_00));
  for (let turn = 0; turn < repeated(times / 4, 1); turn += 1) {
    await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + turn + 1)));
    await v2.createTransfer({ ...whole, currency: 'USD' });
    await v2.createTransfer({ ...whole, destinationCard: {} });
  }

  const transfer = await v2.createTransfer(whole);
  // With a fee it may be more than the limit.
  if (isDeclined(transfer) && (await meetsAFee(v2, transfer))) return;
  expect(transfer).toSucceed({ status: 'approved' });
}

/** By its answer, whatever comes in between. */
async function movements(v2: V2Client): Promise<void> {
  const { from, to } = await pair(v2);
  const balances = { from: Number(from.balance), to: Number(to.balance) };

  for (let turn = 0; turn < repeated(times, 1); turn += 1) {
    const amount = minorUnits(1_00 + turn);
    const transfer = await v2.createTransfer(aTransfer(from, to, amount));
    if (memberOf(transfer.answer.json, 'status') === 'approved') {
      balances.from -= amount + (await feeOf(v2, transfer));
      balances.to += amount;
    }
    if (turn % 4 === 3) {
      const topUp = await v2.createTopUp(aTopUp(to, amount));
      if (memberOf(topUp.answer.json, 'status') === 'approved') balances.to += amount;
      await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance + turn + 1)));
      await v2.createTransfer({ amount });
      await v2.listTransfers({ cardNumberFltr: from.number });
      expect(await cardNow(v2, to)).toSucceed({ account: { balance: balances.to } });
    }
    expect(await cardNow(v2, from)).toSucceed({ account: { balance: balances.from } });
  }
  expect(await cardNow(v2, to)).toSucceed({ account: { balance: balances.to } });
}

async function updates(v2: V2Client): Promise<void> {
  const card = await newCard(v2);
  const euro = await limitUnitsPerEuro(v2, card);

  for (let turn = 0; turn < repeated(times); turn += 1) {
    const status = turn % 2 === 0 ? 'blocked' : 'active';
    expect(await v2.patchCard(card.id, { status })).toSucceed({ status });
    // Whether a card that is not active takes other updates is not shown.
    if (status === 'active') {
      const limit = { interval: 'daily', amount: (900 - turn) * euro };
      expect(await v2.patchCard(card.id, { spendingLimits: [limit] })).toSucceed();
      const spendingLimits = expect.arrayContaining([expect.objectContaining(limit)]);
      expect(await cardNow(v2, card)).toSucceed({ status, spendingLimits });
    } else {
      expect(await cardNow(v2, card)).toSucceed({ status });
    }
  }
}

/** Where something is cut that does not say so: pages of 20, 50 and 100 are common. */
const lengths: readonly number[] = [
  3, 5, 10, 19, 20, 21, 22, 26, 49, 50, 51, 52, 99, 100, 101, 104,
];

async function lists(v2: V2Client): Promise<void> {
  const [from, to] = await Promise.all([fundedCard(v2, minorUnits(250_00)), newCard(v2)]);
  const made = new Map<unknown, Awaited<ReturnType<typeof v2.createTransfer>>>();
  /** How many one answer holds, once it has shown less than there are: paging is not shown. */
  let most = Infinity;

  for (let turn = 1; turn <= repeated(104, 3); turn += 1) {
    // Every fourth is of more than there is, so that there are some of each status.
    const amount = turn % 4 === 2 ? from.balance + turn : 1_00 + turn;
    const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(amount)));
    promised(transfer, 'v2.transfer-creation.answers-201');
    made.set(textAt(transfer, 'id'), transfer);
    if (!lengths.includes(turn)) continue;

    const [{ number }, listedFor] =
      turn % 2 === 0 ? ([from, 'sourceCard'] as const) : ([to, 'destinationCard'] as const);
    const list = await v2.listTransfers({ cardNumberFltr: number });
    const listed = idsIn(promised(list, 'v2.transfer-list.answers-200'));
    if (listed.length < turn && most === Infinity) most = listed.length;
    const wanted = Math.min(turn, most);
    expect(
      listed.length === wanted &&
        new Set(listed).size === wanted &&
        listed.every((id) => made.has(id)),
      sentExpectedGot(list, `${wanted} of the ${turn} transfers of the card, each once`),
    ).toBe(true);
    for (const item of itemsOf(list.answer.json)) {
      const same = made.get(memberOf(item, 'id'));
      if (same === undefined) continue;
      const alone = { ...list, answer: { ...list.answer, json: { transfers: [item] } } };
      expect(alone).toSucceed(listWith(same, listedFor));
    }
    // Whether what is cut is cut before or after it is filtered is not shown.
    if (inSmokeOnly() || most < Infinity) continue;
    const statusFltr = turn % 3 === 0 ? 'declined' : 'approved';
    const some = await v2.listTransfers({ cardNumberFltr: number, statusFltr });
    const fitting = [...made].filter(
      ([, { answer }]) => memberOf(answer.json, 'status') === statusFltr,
    );
    const chosen = idsIn(promised(some, 'v2.transfer-list.answers-200'));
    const words = `the ${fitting.length} transfers that are ${statusFltr}, as without statusFltr`;
    const isWhole = new Set(chosen).size === fitting.length && chosen.length === fitting.length;
    const areFitting = chosen.every((id) => fitting.some(([one]) => one === id));
    expect(isWhole && areFitting, sentExpectedGot(some, words)).toBe(true);
  }
}

function itemsOf(json: unknown): object[] {
  const items = memberOf(json, 'transfers');
  return Array.isArray(items) ? items.filter(isObject) : [];
}
