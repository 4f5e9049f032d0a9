import { inject } from 'vitest';
import { anAmountOf, aP2pTransfer, byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { learnAccountStatus } from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { accountCardsIn } from '../../fixtures/fields/v1-items.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { anotherCardOf, balanceOf, newCard, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { isEntryOf, type SmallWorld } from '../../fixtures/worlds/v1-facts.ts';
import { leavesOf, numbersIn } from '../../fixtures/worlds/v1-leaves.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { block } from '../../fixtures/worlds/v1-states.ts';

// Document 1, parts 2.4, 2.5 and 4: what can be read in two places is the same in both, right after each
// change.

const isShort = inject('run').profile === 'smoke';

/** Asks for something that changes the balance of the payer and perhaps of the other. */
interface Change {
  readonly name: string;
  readonly ask: (v1: V1Client, payer: V1Card, other: V1Card) => Promise<Exchange>;
}

const changes: readonly Change[] = [
  {
    name: 'creditCard',
    ask: (v1, payer) => v1.creditCard(anAmountOf(payer, minorUnits(13_37))),
  },
  { name: 'debitCard', ask: (v1, payer) => v1.debitCard(anAmountOf(payer, minorUnits(7_03))) },
  {
    name: 'p2pTransfer',
    ask: (v1, payer, other) => v1.p2pTransfer(aP2pTransfer(payer, other, minorUnits(5_09))),
  },
  {
    name: 'p2pTransfer to it',
    ask: (v1, payer, other) => v1.p2pTransfer(aP2pTransfer(other, payer, minorUnits(6_01))),
  },
];

check(
  'v1.agreement.customer-info-follows-the-money',
  'moves a balance of getCustomerInfo by as much as that of the account',
  async ({ v1, skip }) => {
    const [payer, other] = firstCards(await smallWorld(v1, { isBare: true }));
    const seen = async (card: V1Card): Promise<{ info: Exchange; held: number }> => {
      const { customerNumber } = card.customer;
      const info = await v1.getCustomerInfo({ customerNumber });
      return { info, held: await balanceOf(v1, card) };
    };
    if (balancesIn((await seen(payer)).info).length === 0) {
      return skip('getCustomerInfo shows no balances');
    }

    for (const { ask } of isShort ? changes.slice(1, 2) : changes) {
      const before = await Promise.all([seen(payer), seen(other)]);
      await ask(v1, payer, other);
      const after = await Promise.all([seen(payer), seen(other)]);

      for (const [index, { info, held }] of after.entries()) {
        const was = before[index] as { info: Exchange; held: number };
        const moved = held - was.held;
        const message = sentExpectedGot(info, `a balance that has moved by ${moved}`);
        expect(hasMovedBy(moved, balancesIn(was.info), balancesIn(info)), message).toBe(true);
      }
    }
  },
);

check(
  'v1.agreement.cards-of-an-account',
  'shows a change of the balance for every card of the account',
  async ({ v1, skip }) => {
    const world = await smallWorld(v1);
    const [payer, other] = firstCards(world);
    const sister = world[0]?.cards[1];
    if (sister === undefined) return skip('an account has one card only');

    const seen = async () => {
      const shown = await v1.getCardBalance({ cardIdentification: byNumber(sister) });
      return { shown, held: await balanceOf(v1, payer) };
    };
    for (const { ask } of isShort ? changes.slice(1, 2) : changes) {
      const before = await seen();
      await ask(v1, payer, other);
      const after = await seen();

      const moved = after.held - before.held;
      const message = sentExpectedGot(after.shown, `an amount that has moved by ${moved}`);
      const [was, is] = [before, after].map(({ shown }) => numbersIn(shown.answer.json));
      expect(hasMovedBy(moved, was ?? [], is ?? []), message).toBe(true);
    }
  },
);

check(
  'v1.agreement.available-balance',
  'moves getAccountBalances by as much as the available balance of the back office',
  async ({ v1 }) => {
    const [payer, other] = firstCards(await smallWorld(v1, { isBare: true }));
    const seen = async ({ accountNumber }: V1Card) => {
      const { institutionId } = v1.settings;
      const [office, balances] = await Promise.all([
        v1.getAccountBalanceFromBo({ accountNumber }),
        v1.getAccountBalances({ accountNumber, institutionId }),
      ]);
      const available = Number(memberOf(office.answer.json, 'availableBalance'));
      return { available, office, balances, amounts: numbersIn(balances.answer.json) };
    };
    // The account that is paid is looked at as well, whose own card asked for nothing.
    const cards = isShort ? [payer] : [payer, other];
    const following = new Map<V1Card, readonly string[]>();
    for (const { name, ask } of isShort ? changes.slice(2, 3) : changes) {
      const before = await Promise.all(cards.map(seen));
      await ask(v1, payer, other);
      const after = await Promise.all(cards.map(seen));

      for (const [index, card] of cards.entries()) {
        const [was, is] = [before[index], after[index]];
        if (was === undefined || is === undefined) continue;
        const moved = is.available - was.available;
        if (Number.isNaN(moved) || was.amounts.length === 0) return;
        // One amount follows throughout: any that stands still agrees with what went unnoticed once.
        const known = following.get(card);
        const places = placesMovedBy(moved, was.amounts, is.amounts);
        const still = places.filter((place) => known?.includes(place) ?? true);
        following.set(card, still);
        const words = `an amount that has moved by ${moved} since ${name}, as it moved before with availableBalance`;
        expect(still.length > 0, sentExpectedGot([is.office, is.balances], words)).toBe(true);
      }
    }
  },
);

/** Reads whose answers hold the balance of an account somewhere. Document 1, part 4 does not show where. */
const balanceReads: readonly ((v1: V1Client, card: V1Card) => Promise<Exchange>)[] = [
  (v1, card) => v1.getCardBalance({ cardIdentification: byNumber(card) }),
  (v1, { accountNumber }) => v1.getAccountBalanceFromBo({ accountNumber }),
  (v1, { accountNumber }) =>
    v1.getAccountBalances({ accountNumber, institutionId: v1.settings.institutionId }),
  (v1, { customer: { customerNumber } }) => v1.getCustomerInfo({ customerNumber }),
];

check(
  'v1.agreement.each-shows-its-own',
  'shows the balance of another account where it has shown that of the first',
  async ({ v1 }) => {
    const [one, other] = await Promise.all([
      fundedCard(v1, minorUnits(31_17)),
      fundedCard(v1, minorUnits(57_29)),
    ]);
    for (const read of isShort ? balanceReads.slice(2, 3) : balanceReads) {
      const first = await read(v1, one);
      const second = await read(v1, other);

      const ends = numbersIn(first.answer.json).filter((line) => line.endsWith(` ${one.balance}`));
      for (const line of ends) {
        const wanted = `${line.slice(0, line.lastIndexOf(' '))} ${other.balance}`;
        const about = sentExpectedGot([first, second], wanted.trim());
        expect(numbersIn(second.answer.json), about).toContain(wanted);
      }
    }
  },
);

/** What no two cards of two customers have in common, where a list of tokens shows it. */
const ofOneCard = ['tokenId', 'token', 'cardNumber', 'cardId'];

check(
  'v1.agreement.each-shows-its-own',
  'lists no token of a card for the card of another customer',
  async ({ v1 }) => {
    const [one, other] = await Promise.all([newCard(v1), newCard(v1)]);
    const lists: Exchange[] = [];
    for (const card of [one, other, one]) {
      lists.push(await v1.getTokenList({ cardIdentification: byNumber(card) }));
    }
    const [first, second] = lists as [Exchange, Exchange];
    if (!lists.every(carriedOut)) return;

    const own = leavesOf(first.answer.json, ofOneCard);
    const common = leavesOf(second.answer.json, ofOneCard).filter((leaf) => own.includes(leaf));
    const about = sentExpectedGot(lists, 'nothing that is shown of the other card');
    expect(common, about).toEqual([]);
  },
);

/** Members that a card entry of getAccountData and getCardData both may have. Document 1, part 2.5. */
const ofBoth =
  'cardId cardNumberMask hotCardStatus hotCardStatusDescription cardTypeName embossedName customerId personId pinDenialCounter plasticNumber'.split(
    ' ',
  );

check(
  'v1.agreement.card-data',
  'shows a card in its account as getCardData shows it',
  async ({ v1 }) => {
    const states: readonly (readonly [string, (card: V1Card) => Promise<unknown>])[] = [
      ['in use', async () => {}],
      ['blocked', (card) => block(v1, card)],
      ['unlocked', (card) => v1.validateCard({ cardIdentification: byNumber(card) })],
    ];
    await forEvery(
      [true, false],
      (isFull) => (isFull ? 'with returnCardNumber' : 'without it'),
      async (returnCardNumber) => {
        const world = await smallWorld(v1, { isBare: isShort });
        for (const [state, bring] of states) {
          await bring(firstCards(world)[0]);
          for (const card of world.flatMap(({ cards }) => cards)) {
            await expectAlike(v1, card, state, returnCardNumber);
          }
        }
      },
    );
  },
);

check(
  'v1.agreement.card-data',
  'shows as many wrong PIN entries in the account as in getCardData, before a reset and after it',
  async ({ v1, control }) => {
    const card = await newCard(v1);
    const states = [
      ['after a wrong PIN entry', () => control.denyPin(card.number)],
      ['whose counter was reset', () => v1.resetPinCounter({ cardIdentification: byNumber(card) })],
      ['after one more wrong entry', () => control.denyPin(card.number)],
    ] as const;
    for (const [state, bring] of states) {
      await bring();
      await expectAlike(v1, card, state, true);
    }
  },
);

check(
  'v1.agreement.card-data',
  'shows one accountStatus in every card entry of an account, before a change and after it',
  async ({ v1, skip }) => {
    const [accountStatus, card] = await Promise.all([
      learnAccountStatus(v1, 'changeAccountStatus'),
      newCard(v1),
    ]);
    if (accountStatus === undefined) return skip('no known accountStatus is accepted');
    if ((await anotherCardOf(v1, card)) === undefined) return skip('an account has one card only');
    const { accountNumber } = card;

    for (const status of [undefined, accountStatus, accountStatus + 1]) {
      if (status !== undefined) {
        await v1.changeAccountStatus({ accountNumber, accountStatus: status });
      }
      const shown = await v1.getAccountData({ accountNumber });
      const differing = new Set(leavesOf(accountCardsIn(shown.answer.json), ['accountStatus']));
      const about = sentExpectedGot(shown, 'one accountStatus in every card entry');
      expect(differing.size, about).toBeLessThanOrEqual(1);
    }
  },
);

/** What a description says, whatever its capitals. */
function seenOf(json: unknown, name: string): string[] {
  const leaves = leavesOf(json, [name]);
  return name.endsWith('Description') ? leaves.map((leaf) => leaf.toLowerCase()) : leaves;
}

async function expectAlike(
  v1: V1Client,
  card: V1Card,
  state: string,
  returnCardNumber: boolean,
): Promise<void> {
  const { accountNumber, customer } = card;
  const [data, account, details] = await Promise.all([
    v1.getCardData({ cardIdentification: byNumber(card) }),
    v1.getAccountData({ accountNumber, returnCardNumber }),
    v1.getCustomerDetails({ customerNumber: customer.customerNumber }),
  ]);
  const entry = accountCardsIn(account.answer.json).find((one) => isEntryOf(one, card));
  if (entry === undefined || !carriedOut(data)) return;
  for (const name of ofBoth) {
    const [here, there] = [entry, data.answer.json].map((json) => seenOf(json, name)) as [
      string[],
      string[],
    ];
    // Where either shows none, or getCardData has one of something else beside it.
    if (here.length !== 1 || there.length !== 1) continue;
    const words = `${name} of a card ${state} as in getCardData: ${there.join()}`;
    expect(here, sentExpectedGot([data, account], words)).toEqual(there);
  }
  const id = memberOf(details.answer.json, 'customerId');
  const holders = leavesOf(entry, ['customerId']);
  if (isUnset(id) || holders.length === 0) return;
  const words = `customerId ${String(id)}, as in getCustomerDetails`;
  expect(holders, sentExpectedGot([details, account], words)).toEqual([`customerId ${String(id)}`]);
}

function firstCards(world: SmallWorld): [V1Card, V1Card] {
  return world.map(({ cards }) => cards[0]) as [V1Card, V1Card];
}

/** Values of balances that getCustomerInfo shows, by type. Document 1, part 2.4. */
function balancesIn({ answer }: Exchange): string[] {
  const accounts = memberOf(answer.json, 'accounts');
  return Array.isArray(accounts)
    ? accounts.flatMap((one) => numbersIn(memberOf(one, 'balances')))
    : [];
}

/** Whether one of the amounts has moved by so much; in which of them money shows is not said. */
function hasMovedBy(by: number, before: readonly string[], after: readonly string[]): boolean {
  return placesMovedBy(by, before, after).length > 0;
}

/** Where an amount stands that has moved by so much. */
function placesMovedBy(
  by: number,
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  return before.flatMap((line) => {
    const end = line.lastIndexOf(' ');
    const place = line.slice(0, end);
    return after.includes(`${place} ${Number(line.slice(end)) + by}`) ? [place] : [];
  });
}
