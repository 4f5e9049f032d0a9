import { inject } from 'vitest';
import { anAmountOf, byNumber, euro } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { learnAccountStatus, learnArrestPath } from '../../fixtures/dialect/v1.ts';
import { atmsIn, orderTransactionsIn, paymentOrdersIn } from '../../fixtures/fields/v1-items.ts';
import type { Change, Facts } from '../../fixtures/operations/operation.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import { leavesOf } from '../../fixtures/worlds/v1-leaves.ts';
import { aPeriod, promisedPlain } from '../../fixtures/worlds/v1-requests.ts';
import { changesWithTime } from '../../fixtures/operations/v1.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import { kindOf, readFacts, type SmallWorld } from '../../fixtures/worlds/v1-facts.ts';
import { requestsOutOfPlace, type WrongRequest } from '../../fixtures/worlds/v1-refusals.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { lastsTo } from '../../fixtures/worlds/v1-limits.ts';
import { promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { block } from '../../fixtures/worlds/v1-states.ts';
import { longOf } from '../../fixtures/clients/long.ts';

// Document 1, part 4: no state and no setting of which the document says that it wears off.

const isShort = inject('run').profile === 'smoke';

const daysMs = 86_400_000;
const moments = [
  ['a second', 1_000],
  ['an hour', 3_600_000],
  ['a day', daysMs],
  ['31 days', 31 * daysMs],
  ['a year', 366 * daysMs],
] as const;

for (const state of ['in use', 'blocked'] as const) {
  check(
    'v1.persistence.through-time',
    `shows everything the same up to a year later, with a card ${state}`,
    async ({ v1, control, skip }) => {
      const world = await smallWorld(v1, { isBare: isShort });
      const card = world[0]?.cards[0] as V1Card;
      const other = world[1]?.customer.accountNumber ?? '';
      if (!isShort) {
        await changeStatus(v1, other);
        const arrest = { accountNumber: card.accountNumber, amount: 7_00, currency: euro };
        await v1.ask('changeAccountArrestAmount', arrest, await learnArrestPath(v1));
      }
      const done = await usesCarriedOut(v1, card);
      const isBlocked = (state === 'blocked' || !isShort) && (await block(v1, card));
      if (state === 'blocked' && !isBlocked) return skip('no card can be blocked');
      // A card that has been unlocked is in use as any other.
      if (state === 'in use' && isBlocked) {
        const unlocked = await v1.validateCard({ cardIdentification: byNumber(card) });
        promised(unlocked, 'v1.validate-card.succeeds');
      }
      const start = (await control.now()).getTime();
      const before = await everything(v1, world);

      // A block is looked at last: what wears off sooner has worn off then, too.
      const looks = isShort ? moments.slice(-1) : moments.slice(state === 'blocked' ? -2 : 0);
      let isLater = false;
      for (const [told, later] of looks) {
        if (!lastsTo(card, start + 1.01 * later)) break;
        isLater = true;
        await control.letPass(start, later);

        expectOnlyChanged(before, await everything(v1, world), {
          acts: [],
          told: `nothing for ${told}`,
          may: (change) => changesWithTime.has(kindOf(change)) || isOtherOrder(change),
        });
      }
      if (isLater) await expectUsable(v1, card, { state, done });
    },
  );
}

/** What a card in use can do, or is asked for, each time another amount of money. */
const uses: readonly ((v1: V1Client, card: V1Card, cents: number) => Promise<Exchange>)[] = [
  (v1, card, cents) => v1.creditCard(anAmountOf(card, minorUnits(2_00 + cents))),
  (v1, card, cents) => v1.debitCard(anAmountOf(card, minorUnits(3_00 + cents))),
  (v1, card) => v1.generateCVC2({ cardIdentification: byNumber(card), deliveryMethod: 'WS' }),
];
type Uses = typeof uses;

async function usesCarriedOut(v1: V1Client, card: V1Card): Promise<Uses> {
  const done: Uses[number][] = [];
  for (const use of uses.slice(0, isShort ? 1 : uses.length)) {
    if (carriedOut(await use(v1, card, 1))) done.push(use);
  }
  return done;
}

/** What a card can do at once it can do later: be unlocked, and be used. Document 1, parts 1 and 3. */
async function expectUsable(
  v1: V1Client,
  card: V1Card,
  { state, done }: { readonly state: 'in use' | 'blocked'; readonly done: Uses },
): Promise<void> {
  if (state === 'blocked') {
    const unlocked = await v1.validateCard({ cardIdentification: byNumber(card) });
    if (!carriedOut(unlocked)) await promisedPlain(v1, 'validateCard');
    const words = 'the card unlocked, however long it was blocked';
    expect(carriedOut(unlocked), sentExpectedGot(unlocked, words)).toBe(true);
  }
  for (const use of done) {
    const answer = await use(v1, card, 2);
    const words = 'carried out as at first, by a card that is older and in use';
    expect(carriedOut(answer), sentExpectedGot(answer, words)).toBe(true);
  }
}

/** Which orders a list reaches back to is open. */
function isOtherOrder({ of, before, after }: Change): boolean {
  return of.startsWith('order ') && (before === undefined || after === undefined);
}

/** Another status of an account than that of a new one, where one is taken. */
async function changeStatus(v1: V1Client, accountNumber: string): Promise<void> {
  const accountStatus = await learnAccountStatus(v1, 'changeAccountStatus');
  if (accountStatus === undefined) return;
  const changed = await v1.changeAccountStatus({ accountNumber, accountStatus: accountStatus + 1 });
  if (!carriedOut(changed)) await v1.changeAccountStatus({ accountNumber, accountStatus });
}

/** What can be read of a small world, and what is as old as the target: payment orders that it has. */
async function everything(v1: V1Client, world: SmallWorld): Promise<Facts> {
  if (isShort) return readFacts(v1, world, 'some');
  const [facts, ...older] = await Promise.all([
    readFacts(v1, world, 'all'),
    existence(v1, world[0]?.customer.customerNumber ?? ''),
    paymentOrders(v1),
    orderDetails(v1),
  ]);
  return [...facts, ...older.flat()];
}

async function existence(v1: V1Client, customerNumber: string): Promise<Facts> {
  const shown = await v1.isCustomerExist({ customerNumber });
  const result = JSON.stringify(memberOf(shown.answer.json, 'result'));
  return [{ of: 'customer 1', kind: 'customer in isCustomerExist', shown: result }];
}

/** What an order was made with: its status may be another by now, and others may have come. */
async function paymentOrders(v1: V1Client): Promise<Facts> {
  const { merchantNumber, institutionId } = v1.settings;
  if (merchantNumber === undefined) return [];
  const { answer } = await v1.getPaymentOrders({ merchantNumber, institutionId, period: aPeriod });
  const orders = paymentOrdersIn(answer.json).filter((one) => !isUnset(memberOf(one, 'id')));
  return orders.map((order) => ({
    of: `order ${String(memberOf(order, 'id'))}`,
    kind: 'payment order in getPaymentOrders',
    shown: leavesOf(order, ['eventDate', 'purpose', 'currency', 'amount', 'orderNumber']).join(),
  }));
}

/** When the transactions of an order were made; further ones may have come. */
async function orderDetails(v1: V1Client): Promise<Facts> {
  const { orderId } = v1.settings;
  if (orderId === undefined) return [];
  const { answer } = await v1.getOrderDetails({ orderId: longOf(orderId) });
  return orderTransactionsIn(answer.json).map((transaction, place) => ({
    of: `order ${orderId}, transaction ${place + 1}`,
    kind: 'transaction in getOrderDetails',
    shown: leavesOf(transaction, ['transactionDate', 'terminalId', 'transactionAmount']).join(),
  }));
}

check(
  'v1.persistence.refusals-last',
  'refuses up to a year later what it refuses at once for what it is about',
  async ({ v1, control }) => {
    const world = await smallWorld(v1, { isBare: isShort });
    const card = world[0]?.cards[0] as V1Card;
    const wrong = await requestsOutOfPlace(v1, world);
    const start = (await control.now()).getTime();
    const refused: WrongRequest[] = [];
    for (const one of isShort ? wrong.slice(0, 2) : wrong) {
      if (!carriedOut(await one.send())) refused.push(one);
    }

    for (const [, later] of isShort ? moments.slice(-1) : moments.slice(2)) {
      if (!lastsTo(card, start + 1.01 * later)) return;
      await control.letPass(start, later);

      for (const { send, told } of refused) {
        const answer = await send();
        const words = `${told} refused as at first`;
        expect(carriedOut(answer), sentExpectedGot(answer, words)).toBe(false);
      }
    }
  },
);

check(
  'v1.persistence.through-time',
  'pays nothing with a blocked card up to a year later, where it pays nothing at once',
  async ({ v1, control, skip }) => {
    const card = await fundedCard(v1, minorUnits(90_00));
    if (!(await block(v1, card))) return skip('no card can be blocked');
    const payment = anAmountOf(card, minorUnits(1_00));
    if (carriedOut(await v1.debitCard(payment))) return skip('a blocked card can be debited');
    const start = (await control.now()).getTime();

    for (const [, later] of isShort ? moments.slice(-1) : moments) {
      if (!lastsTo(card, start + 1.01 * later)) return;
      await control.letPass(start, later);

      expect(await v1.debitCard(payment)).toBeDenied();
    }
  },
);

for (const operation of ['changeAccountStatus', 'changeAccountStatusInFe'] as const) {
  check(
    'v1.persistence.through-time',
    `shows up to a year later the status that ${operation} has set, and denies what it denies at once`,
    async ({ v1, control, skip }) => {
      const status = await learnAccountStatus(v1, operation);
      if (status === undefined) return skip('no known accountStatus is accepted');
      const statusOf = ({ accountNumber }: V1Card): Promise<Exchange> =>
        v1.getAccountData({ accountNumber });
      const pays = (card: V1Card, cents: number): Promise<Exchange> =>
        v1.debitCard(anAmountOf(card, minorUnits(1_00 + cents)));
      const set: { card: V1Card; to: number; shown: Exchange; denied: Exchange | undefined }[] = [];
      for (const accountStatus of [status, status + 1].slice(0, repeated(2, 1))) {
        const card = await fundedCard(v1, minorUnits(90_00));
        const isPaying = carriedOut(await pays(card, 0));
        const { accountNumber } = card;
        if (!carriedOut(await v1[operation]({ accountNumber, accountStatus }))) continue;
        const denied = await pays(card, 1);
        const isDenied = isPaying && !carriedOut(denied);
        set.push({
          card,
          to: accountStatus,
          shown: await statusOf(card),
          denied: isDenied ? denied : undefined,
        });
      }
      const start = (await control.now()).getTime();

      for (const [told, later] of isShort ? moments.slice(-1) : moments.slice(2)) {
        if (!set.every(({ card }) => lastsTo(card, start + 1.01 * later))) return;
        await control.letPass(start, later);

        for (const { card, to, shown, denied } of set) {
          const now = await statusOf(card);
          const [was = [], is = []] = [shown, now].map(({ answer }) =>
            leavesOf(answer.json, ['accountStatus', 'status']),
          );
          // What was set in the front end alone may reach the back office later; when is not shown.
          const isLate = operation === 'changeAccountStatusInFe';
          const isKept = is.map((leaf, index) =>
            isLate && leaf.endsWith(` ${to}`) ? was[index] : leaf,
          );
          const words = `the status as it was ${told} before: ${was.join(', ')}`;
          expect(isKept, sentExpectedGot([shown, now], words)).toEqual(was);
          if (denied !== undefined) expect(await pays(card, 2)).toBeDenied();
        }
      }
    },
  );
}

check(
  'v1.get-atm-status-ext.all',
  'shows among all up to a year later each terminal that it shows by its id',
  async ({ v1, control, skip }) => {
    const idsIn = (json: unknown) => atmsIn(json).map((atm) => memberOf(atm, 'terminalId'));
    const known = idsIn((await v1.getAtmStatusExt({})).answer.json).slice(0, repeated(6, 2));
    if (known.length === 0) return skip('the target shows no terminal');
    const start = (await control.now()).getTime();

    for (const [, later] of moments.slice(isShort ? -1 : -2)) {
      await control.letPass(start, later);

      const all = await v1.getAtmStatusExt({});
      for (const terminalId of known) {
        const one = await v1.getAtmStatusExt({ terminalId });
        // Which terminals there are by then is the affair of the target.
        if (!idsIn(one.answer.json).includes(terminalId)) continue;
        const about = sentExpectedGot([one, all], `${String(terminalId)} among all`);
        expect(idsIn(all.answer.json), about).toContain(terminalId);
      }
    }
  },
);
