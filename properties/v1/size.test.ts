import { inject } from 'vitest';
import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  byNumber,
  cashLimitName,
} from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Path } from '../../fixtures/clients/v1.ts';
import {
  changeLimit,
  historyOf,
  learnAccountLimitName,
  learnHistoryForm,
  learnLimitForm,
  learnRestrictionForm,
} from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import {
  accountCardsIn,
  amountMoved,
  movesSomething,
  showsCode,
} from '../../fixtures/fields/v1-items.ts';
import { isEntryOf } from '../../fixtures/worlds/v1-facts.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  balanceOf,
  newCard,
  newCustomer,
  promised,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { feesHidden } from '../../fixtures/worlds/v1-fees.ts';
import { leavesOf, listedIn, objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import { learnLongCycle, limitCalled, noLimitForm } from '../../fixtures/worlds/v1-limits.ts';
import { expectChange, feesOf } from '../../suites/v1/balances.ts';
import { manyOfTheLargest, noneTaken } from '../large-sums.ts';
import { itemsOf } from './movement-runs.ts';

// Document 1, parts 2 and 4: amounts of every order of magnitude and lists of many items. Whether one is
// accepted is open; what is accepted is exact.

const isShort = inject('run').profile === 'smoke';

/** Orders of magnitude, and where numbers of 32 bits, fractions and doubles end. */
const amounts = [
  1, 9, 10, 99, 100, 101, 999_99, 10_000_01, 100_000_03, 99_999_999, 100_000_000, 100_000_001,
  2_147_483_647, 2_147_483_648, 4_294_967_297, 10_000_000_001, 1_000_000_000_003,
  90_071_992_547_409_9,
];

const operations = ['creditCard', 'debitCard', 'p2pTransfer'] as const;

check('v1.size.amounts-are-exact', 'moves amounts of any size exactly', async ({ v1, skip }) => {
  const hidden = await feesHidden(v1);
  if (hidden !== undefined) return skip(hidden);
  const rows = operations.flatMap((operation) =>
    [amounts.slice(0, 6), amounts.slice(6, 12), amounts.slice(12)].map((some) => ({
      operation,
      some: isShort ? some.slice(-2, -1) : some,
    })),
  );
  await forEvery(
    rows,
    ({ operation, some }) => `${operation} of ${some[0]} and more`,
    async ({ operation, some }) => {
      const [card, to] = await Promise.all([newCard(v1), newCard(v1)]);
      if (operation === 'p2pTransfer') {
        const cycleType = await learnLongCycle(v1);
        // Transfers may count against the limit of the month as well.
        for (const name of [cashLimitName, 'LMTP0109'])
          await changeLimit(v1, card, { name, value: 900_719_925_474_099, cycleType });
      }
      const use = await followUse(v1, operation === 'p2pTransfer' ? card : undefined);
      for (const amount of some) {
        // As much as it takes, and something for the fee; where that is refused it is not asked for.
        const more = operation === 'creditCard' ? 0 : amount + 1_00;
        if (more > 0 && !carriedOut(await v1.creditCard(anAmountOf(card, minorUnits(more)))))
          continue;
        const held = { ...card, balance: await balanceOf(v1, card) };
        const received = { ...to, balance: await balanceOf(v1, to) };

        const moved = await moving(v1, operation, { card, to }, amount);

        if (!carriedOut(moved)) continue;
        await expectChange(v1, held, operation === 'creditCard' ? amount : -amount);
        if (operation === 'p2pTransfer') await expectChange(v1, received, amount);
        await expectListed(v1, card, amount);
        await use(amount, moved);
        if (isShort || amount < 2 ** 31) continue;
        const { accountNumber } = card;
        const office = await v1.getAccountBalanceFromBo({ accountNumber });
        if (carriedOut(office)) {
          expect(office).toSucceed({ availableBalance: expect.any(Number) });
        }
      }
    },
  );
});

/** What an account may hold at most, where numbers end. */
const wholes = [2 ** 53 - 1, 2 ** 31 - 1, 2 ** 32 - 1] as const;

check(
  'v1.size.amounts-are-exact',
  'takes nothing from a card that an account cannot hold any more',
  async ({ v1, skip }) => {
    if (isShort) return;
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    await forEvery(
      wholes,
      (whole) => `an account that holds ${whole}`,
      async (whole) => {
        const [card, to] = await Promise.all([fundedCard(v1, minorUnits(50_00)), newCard(v1)]);
        if (!carriedOut(await v1.creditCard(anAmountOf(to, minorUnits(whole))))) return;
        const full = await balanceOf(v1, to);

        const moved = await v1.p2pTransfer(aP2pTransfer(card, to, minorUnits(7_00)));

        if (!carriedOut(moved)) return await expectChange(v1, card, 0);
        await expectChange(v1, card, -7_00);
        // The last digits of what is larger than a double can tell apart are not read exactly.
        const words = sentExpectedGot(moved, `an account that holds more than ${full}`);
        expect(await balanceOf(v1, to), words).toBeGreaterThan(full);
      },
    );
  },
);

check(
  'v1.size.amounts-are-exact',
  'adds up to the cent what many of the largest movements make',
  async ({ v1, skip }) => {
    const hidden = await feesHidden(v1);
    if (hidden !== undefined) return skip(hidden);
    const card = await newCard(v1);
    const before = await balanceOf(v1, card);
    const moved = await manyOfTheLargest(async (amount) =>
      carriedOut(await v1.creditCard(anAmountOf(card, minorUnits(amount)))),
    );
    if (moved === undefined) return skip(noneTaken);

    const shown = await balanceOf(v1, card);
    const whole = before + moved.sum;
    const fees =
      shown === whole ? [] : (await feesOf(v1, card, moved.most)).filter((fee) => fee !== 0);
    const wanted = whole - fees.reduce((sum, fee) => sum + fee, 0);
    expect(shown, `the balance after ${moved.most} cents several times`).toBe(wanted);
  },
);

/** What is shown of the use of a limit moves as by the first amount: which way, and whether, is open. */
async function followUse(
  v1: V1Client,
  card: V1Card | undefined,
): Promise<(amount: number, moved: Exchange) => Promise<void>> {
  if (card === undefined) return async () => {};
  const read = async (): Promise<Exchange> =>
    v1.getCardLimits({ cardIdentification: byNumber(card) });
  const useIn = (shown: Exchange): number =>
    Number(memberOf(limitCalled(cashLimitName, shown), 'currentValue'));
  let before = useIn(await read());
  let sign: number | undefined;
  return async (amount, moved) => {
    const shown = await read();
    const by = useIn(shown) - before;
    before += by;
    // Limits in whole euros go down by one for a cent, too, and then stand still.
    if (sign === undefined && amount < 100) return;
    sign ??= by / amount;
    if (Math.abs(sign) !== 1) return;
    const words = `currentValue of ${cashLimitName} moved by ${sign * amount}`;
    expect(by, sentExpectedGot([moved, shown], words)).toBe(sign * amount);
  };
}

function moving(
  v1: V1Client,
  operation: (typeof operations)[number],
  { card, to }: { readonly card: V1Card; readonly to: V1Card },
  amount: number,
): Promise<Exchange> {
  const exact = minorUnits(amount);
  if (operation === 'p2pTransfer') return v1.p2pTransfer(aP2pTransfer(card, to, exact));
  return v1[operation](anAmountOf(card, exact));
}

/** The amount is in the history, as far as that reaches. */
async function expectListed(v1: V1Client, card: V1Card, amount: number): Promise<void> {
  const history = await historyOf(v1, card);
  const listed = itemsOf(history).map(amountMoved);
  if (history === undefined || listed.length === 0) return;
  expect(listed, sentExpectedGot(history, `a movement of ${amount}`)).toContain(amount);
  // All is in one currency.
  const item = itemsOf(history).find((one) => amountMoved(one) === amount);
  const inAccount = memberOf(item, 'amountInAccountCurrency');
  if (typeof inAccount !== 'number') return;
  const words = `amountInAccountCurrency ${amount} in the item of ${amount}`;
  expect(Math.abs(inAccount), sentExpectedGot(history, words)).toBe(amount);
}

const values = [
  1_00, 10_00, 100_00, 999_900, 10_000_00, 1_000_000_00, 2_147_483_600, 2_147_483_700,
  4_294_967_300, 10_000_000_000, 9_007_199_254_740_900,
];

for (const whose of ['a card', 'an account'] as const) {
  check(
    'v1.size.limits-are-exact',
    `shows any value of a limit of ${whose}`,
    async ({ v1, skip }) => {
      const [card, name] = await Promise.all([newCard(v1), learnAccountLimitName(v1)]);
      if ((await learnLimitForm(v1)) === undefined || name === undefined) return skip(noLimitForm);
      const { accountNumber } = card;
      let agreements = 0;
      for (const value of isShort ? values.slice(-4, -3) : values) {
        const isOfCard = whose === 'a card';
        const set = isOfCard
          ? await changeLimit(v1, card, { name: cashLimitName, value, cycleType: 0 })
          : await v1.changeAccountLimit({ accountNumber, limit: { name, value } });
        if (set === undefined || !carriedOut(set)) continue;
        const shown = isOfCard
          ? await v1.getCardLimits({ cardIdentification: byNumber(card) })
          : await v1.getAccountLimits({ accountNumber });
        const message = sentExpectedGot([set, shown], `a limit with the value ${value}`);
        expect(leavesOf(shown.answer.json, ['value']), message).toContain(`value ${value}`);
        if (isOfCard || isShort) continue;
        // Whether limits of an account are those of its customer is not shown: two values that agree show it.
        const info = await v1.getCustomerInfo({ customerNumber: card.customer.customerNumber });
        const isThere = leavesOf(info.answer.json, ['value']).includes(`value ${value}`);
        const both = sentExpectedGot(
          [set, info],
          `${value}, as getCustomerInfo followed the limit before`,
        );
        if (agreements >= 2) expect(isThere, both).toBe(true);
        agreements = isThere ? agreements + 1 : 0;
      }
    },
  );
}

/** Longs that a double does not hold, and the last one. They are sent and read as text. */
const longs = ['9007199254740993', '9223372036854775807'];

for (const whose of ['a card', 'an account'] as const) {
  check(
    'v1.size.limits-are-exact',
    `shows each digit of a long that it takes as a limit of ${whose}`,
    async ({ v1, skip }) => {
      const [card, name] = await Promise.all([newCard(v1), learnAccountLimitName(v1)]);
      if ((await learnLimitForm(v1)) === undefined || name === undefined) return skip(noLimitForm);
      const { accountNumber } = card;
      const isOfCard = whose === 'a card';
      const read = (): Promise<Exchange> =>
        isOfCard
          ? v1.getCardLimits({ cardIdentification: byNumber(card) })
          : v1.getAccountLimits({ accountNumber });
      for (const long of isShort ? longs.slice(0, 1) : longs) {
        const value = 123_456_78;
        const exactly = sendingInstead(v1, `"value":${value}`, `"value":${long}`);
        const set = isOfCard
          ? await changeLimit(exactly, card, { name: cashLimitName, value, cycleType: 0 })
          : await exactly.ask('changeAccountLimit', { accountNumber, limit: { name, value } });
        if (set === undefined || !carriedOut(set)) continue;
        const shown = await read();
        const values = shown.answer.text.matchAll(/"value"\s*:\s*"?(-?[\d.eE+]+)/g);
        // How much a limit may be is not said: what is too much may be passed over, or cut to what is the most.
        const rounded = Array.from(values, ([, digits = '']) => digits).filter(
          (digits) => digits !== long && Math.abs(Number(digits) / Number(long) - 1) < 1e-9,
        );
        const message = sentExpectedGot(
          [set, shown],
          `a limit with the value ${long}, and none next to it`,
        );
        expect(rounded, message).toEqual([]);
      }
    },
  );
}

/** The client, which sends one text in place of another in its bodies. */
function sendingInstead(v1: V1Client, usual: string, instead: string): V1Client {
  return {
    ...v1,
    ask: (operation, body, path = v1Path(operation)) =>
      v1.send({
        operation,
        method: 'POST',
        path,
        body: JSON.stringify(body).replace(usual, instead),
      }),
  };
}

check(
  'v1.size.history-has-no-gaps',
  'lists thirty movements, or the first or the last of them',
  async ({ v1, skip }) => {
    if ((await learnHistoryForm(v1)) === undefined) {
      return skip('no known form of getTransactions is accepted');
    }
    const card = await fundedCard(v1, minorUnits(500_00));
    const made: number[] = [];
    for (let turn = 0; turn < (isShort ? 3 : 30); turn += 1) {
      const amount = 2_01 + turn;
      const ask = turn % 3 === 2 ? v1.debitCard : v1.creditCard;
      if (carriedOut(await ask(anAmountOf(card, minorUnits(amount))))) made.push(amount);
    }

    const history = promised(
      (await historyOf(v1, card)) as Exchange,
      'v1.get-transactions.succeeds',
    );

    const listed = new Set(itemsOf(history).filter(movesSomething).map(amountMoved));
    const isListed = made.map((amount) => listed.has(amount));
    const [first, last] = [isListed.indexOf(true), isListed.lastIndexOf(true)];
    const isWhole = first !== -1 && !isListed.slice(first, last + 1).includes(false);
    const reaches = first === 0 || last === made.length - 1;
    const message = sentExpectedGot(history, `movements of ${made.join(', ')}, without a gap`);
    expect(isWhole && reaches, message).toBe(true);
  },
);

interface List {
  readonly name: string;
  /** Sets a list of so many items, and asks for it. */
  readonly set: (
    v1: V1Client,
    howMany: number,
  ) => Promise<{ set: Exchange; shown: Exchange; wanted: string[]; got: string[] } | undefined>;
}

function oneToEach(howMany: number): number[] {
  return Array.from({ length: howMany }, (_, index) => index + 1);
}

const lists: readonly List[] = [
  {
    name: 'setAllowedMccList',
    set: async (v1, howMany) => {
      const { accountNumber } = await newCustomer(v1);
      const mccList = oneToEach(howMany).map((index) => 5000 + index);
      const set = await v1.setAllowedMccList({ accountNumber, mccList });
      const shown = await v1.getAllowedMccList({ accountNumber });
      const got = mccList.filter((code) => showsCode(shown.answer.json, code));
      return { set, shown, wanted: mccList.map(String), got: got.map(String) };
    },
  },
  {
    name: 'setAllowedBeneficiaries',
    set: async (v1, howMany) => {
      const { accountNumber } = await newCustomer(v1);
      const beneficiaries = oneToEach(howMany).map((index) => `40009${100_000 + index}`);
      const set = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });
      const shown = await v1.getAllowedBeneficiaries({ accountNumber });
      const listed = new Set(listedIn(shown.answer.json));
      return {
        set,
        shown,
        wanted: beneficiaries,
        got: beneficiaries.filter((one) => listed.has(one)),
      };
    },
  },
  {
    name: 'setGeoRestrictions',
    set: async (v1, howMany) => {
      const form = await learnRestrictionForm(v1);
      if (form === undefined) return undefined;
      const cardIdentification = byNumber(await newCard(v1));
      // Numbers of two digits, as regions have: which ones a service restricts is not said.
      const rules = oneToEach(howMany).flatMap((one) =>
        (['ENABLED', 'DISABLED'] as const).map((status, index) => ({
          countryId: 250,
          regionId: ((one * 2 + index) % 99) + 1,
          transactionGroupId: Math.floor((one * 2 + index) / 99) + 1,
          status,
        })),
      );
      const set = await v1.setGeoRestrictions({
        cardIdentification,
        restrictions: form.body(rules),
      });
      const shown = await v1.getGeoRestrictions({ cardIdentification });
      const listed = objectsIn(shown.answer.json, ['regionId', 'transactionGroupId']);
      const place = (rule: object): string =>
        `region ${String(memberOf(rule, 'regionId'))} group ${String(memberOf(rule, 'transactionGroupId'))}`;
      // Which of the two restricts is open; of those that do, all are listed.
      const status = memberOf(listed[0], 'status');
      const restricting = rules.filter((rule) => rule.status === status);
      return { set, shown, wanted: restricting.map(place), got: listed.map(place) };
    },
  },
];

check(
  'v1.size.long-lists-are-kept',
  'lists each of many cards of an account',
  async ({ v1, skip }) => {
    const first = await newCard(v1);
    const terms = await learnOrderTerms(v1);
    const order = aCardOrder(v1.settings, { ...first, ...terms });
    const cards = [first];
    for (let more = isShort ? 2 : 12; more > 0; more -= 1) {
      const issued = await v1.createVirtualCard(order);
      // How many cards an account may have is not shown.
      if (!carriedOut(issued)) break;
      cards.push({ ...first, ...cardIn(issued) });
    }
    if (cards.length === 1) return skip('an account has one card only');

    const { accountNumber } = first;
    const shown = await v1.getAccountData({ accountNumber, returnCardNumber: true });

    const entries = accountCardsIn(shown.answer.json);
    const missing = cards.filter((card) => !entries.some((entry) => isEntryOf(entry, card)));
    const words = `an entry for each of ${cards.length} cards`;
    expect(missing.length, sentExpectedGot(shown, words)).toBe(0);
  },
);

/** What is needed to know a card again that was issued. */
function cardIn(issued: Exchange): Pick<V1Card, 'number' | 'cardId'> {
  const cardId = memberOf(issued.answer.json, 'virtualCardIdentification.cardId');
  return {
    number: textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber,
    cardId: typeof cardId === 'string' && cardId !== '' ? cardId : undefined,
  };
}

check('v1.size.long-lists-are-kept', 'shows lists of any length whole', async ({ v1 }) => {
  const rows = lists.flatMap((list) =>
    (isShort ? [21] : [20, 21, 101]).map((howMany) => ({ ...list, howMany })),
  );
  await forEvery(
    rows,
    ({ name, howMany }) => `${name} with ${howMany} items`,
    async ({ set: setList, howMany }) => {
      const seen = await setList(v1, howMany);
      if (seen === undefined || !carriedOut(seen.set) || !carriedOut(seen.shown)) return;
      const message = sentExpectedGot([seen.set, seen.shown], `all of ${seen.wanted.length} items`);
      expect(
        seen.wanted.filter((item) => !seen.got.includes(item)),
        message,
      ).toEqual([]);
    },
  );
});
