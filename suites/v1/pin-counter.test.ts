import { anAmountOf, byNumber } from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { answerSummary, carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { pinDenialsOf } from '../../fixtures/worlds/v1-pin.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { leavesOf } from '../../fixtures/worlds/v1-leaves.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { block, stateSeen } from '../../fixtures/worlds/v1-states.ts';
import { carryOut, deedIn, type DeedName } from '../../fixtures/worlds/v1-deeds.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { newCard, promised, promisedToShow, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';

// Document 1, parts 2.5 and 4: wrong PIN entries are counted, and resetPinCounter forgets them. The
// entries are made at a terminal, which is the control plane's affair.

const noCounter = 'the target shows no pinDenialCounter';

check(
  'v1.reset-pin-counter.resets',
  'sets the count of wrong entries to zero',
  async ({ v1, control, skip }) => {
    let card = await newCard(v1);
    // One after another, as a customer at a terminal would; as many may block the card, one may not.
    const tries = inSmokeOnly() ? [5, 1] : [12, 5, 1];
    for (const [turn, entries] of tries.entries()) {
      if (turn > 0) card = await newCard(v1);
      for (let entry = 0; entry < entries; entry += 1) await control.denyPin(card.number);
      const before = await pinDenialsOf(v1, card);
      if (before === undefined) return skip(noCounter);
      if (before === 0) await blameTheCount(v1, card);

      const answer = await v1.resetPinCounter({ cardIdentification: byNumber(card) });

      if (entries > 1 && !carriedOut(answer)) continue;
      promised(answer, 'v1.reset-pin-counter.succeeds');
      expect(await pinDenialsOf(v1, card)).toBe(0);
      break;
    }
    if (inSmokeOnly()) return;

    const ways = [
      { cardIdentification: byNumber(card), cardAcceptorParameters: anAcceptor },
      ...(card.cardId === undefined ? [] : [{ cardIdentification: { cardId: card.cardId } }]),
    ];
    for (const way of ways) {
      await control.denyPin(card.number);
      const reset = await v1.resetPinCounter(way);
      // That each of these is taken is asked elsewhere.
      if (!carriedOut(reset)) continue;
      expect(await pinDenialsOf(v1, card), sentExpectedGot(reset, 'a count of zero')).toBe(0);
    }

    // Whether the counter of a blocked card may be reset is not said; what is answered as done is. The
    // card is a new one: the wrong entries above may have stopped the other, and blocking twice is open.
    const blocked = await newCard(v1);
    await control.denyPin(blocked.number);
    if (!(await block(v1, blocked))) return;
    if (!carriedOut(await v1.resetPinCounter({ cardIdentification: byNumber(blocked) }))) return;
    const left = (await pinDenialsOf(v1, blocked)) ?? 0;
    expect(left, 'the count of a blocked card').toBe(0);
  },
);

check(
  'v1.generate-pin.check-card-only-changes-nothing',
  'leaves the count of wrong entries when it only checks the card',
  async ({ v1, control, skip }) => {
    const card = await newCard(v1);
    await control.denyPin(card.number);
    const before = await pinDenialsOf(v1, card);
    if (before === undefined) return skip(noCounter);
    if (before === 0) await blameTheCount(v1, card);

    await v1.generatePin({ cardIdentification: byNumber(card), checkCardOnly: true });

    expect(await pinDenialsOf(v1, card)).toBe(before);
  },
);

/** What says nothing of PINs; what a block does to the count, or another status of the account, is open. */
const sayingNothingOfPins: readonly DeedName[] = [
  'generateCVC2',
  'debitCard',
  'creditCard',
  'p2pTransfer',
  'p2pTransfer to',
  'changeCardLimit',
  'setGeoRestrictions',
  'changeAccountLimit',
  'changeAccountArrestAmount',
  'setAllowedMccList',
  'setAllowedBeneficiaries',
];

check(
  'v1.reset-pin-counter.counts',
  'leaves the count of wrong entries through what says nothing of PINs',
  async ({ v1, control, skip }) => {
    const world = await smallWorld(v1, { isBare: true });
    const card = world[0]?.cards[0] as V1Card;
    await control.denyPin(card.number);
    const before = await pinDenialsOf(v1, card);
    if (before === undefined) return skip(noCounter);
    if (before === 0) await blameTheCount(v1, card);

    const acts: Exchange[] = [];
    for (const name of sayingNothingOfPins.slice(0, repeated(sayingNothingOfPins.length))) {
      const deed = await deedIn(v1, world, name);
      if (deed !== undefined) acts.push(await carryOut(v1, deed));
    }

    const message = sentExpectedGot(acts, `a count of ${before} as before`);
    expect(await pinDenialsOf(v1, card), message).toBe(before);
  },
);

check(
  'v1.reset-pin-counter.concerns-one-card',
  'leaves the count of another card',
  async ({ v1, control, skip }) => {
    const [card, other] = await Promise.all([newCard(v1), newCard(v1)]);
    await Promise.all([control.denyPin(card.number), control.denyPin(other.number)]);
    const before = await pinDenialsOf(v1, other);
    if (before === undefined) return skip(noCounter);
    if (before === 0) await blameTheCount(v1, other);

    const answer = await v1.resetPinCounter({ cardIdentification: byNumber(card) });

    promised(answer, 'v1.reset-pin-counter.succeeds');
    expect(await pinDenialsOf(v1, other)).toBe(before);
  },
);

check(
  'v1.reset-pin-counter.concerns-one-card',
  'leaves the count of another card of the account',
  async ({ v1, control, skip }) => {
    const card = await newCard(v1);
    const { order } = await newOrder(v1);
    const issued = await v1.createVirtualCard({ ...order, accountNumber: card.accountNumber });
    if (!carriedOut(issued)) return skip('an account has one card only');
    const number = textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
    await Promise.all([control.denyPin(card.number), control.denyPin(number)]);
    const countOf = async (cardIdentification: ReturnType<typeof byNumber>): Promise<unknown> =>
      leavesOf((await v1.getCardData({ cardIdentification })).answer.json, ['pinDenialCounter']);
    const [one, two] = [byNumber(card), byNumber({ number })];
    // The later card last: what a reset of the first one did to it is seen before it is reset itself.
    for (const [reset, other] of [
      [one, two],
      [two, one],
    ] as const) {
      await control.denyPin(other.cardNumber);
      const before = await countOf(other);

      const answer = await v1.resetPinCounter({ cardIdentification: reset });

      promised(answer, 'v1.reset-pin-counter.succeeds');
      const message = sentExpectedGot(answer, `of the other card ${JSON.stringify(before)}`);
      expect(await countOf(other), message).toEqual(before);
    }
  },
);

check(
  'v1.reset-pin-counter.counts',
  'counts each wrong entry once',
  async ({ v1, control, skip }) => {
    const card = await newCard(v1);
    const before = await pinDenialsOf(v1, card);
    if (before === undefined) return skip(noCounter);

    await control.denyPin(card.number);
    const afterOne = await pinDenialsOf(v1, card);
    await control.denyPin(card.number);
    const afterTwo = await pinDenialsOf(v1, card);

    expect([afterOne, afterTwo]).toEqual([before + 1, before + 2]);
    // A service may look at no further PIN after some wrong ones, but what the terminal is told is shown.
    for (let time = 2; time < repeated(12); time += 1) {
      const told = await control.denyPin(card.number);
      const shown = await pinDenialsOf(v1, card);
      // What can be read of a card that wrong entries have stopped is open.
      if (shown === undefined) return;
      expect(shown, `the count, as was answered to wrong entry ${time + 1}`).toBe(told ?? shown);
    }
  },
);

check(
  'v1.reset-pin-counter.counts',
  'counts on from what is shown after a reset, and after the next one',
  async ({ v1, control, skip }) => {
    const card = await newCard(v1);
    await control.denyPin(card.number);
    for (const time of ['a reset', 'another reset']) {
      const reset = await v1.resetPinCounter({ cardIdentification: byNumber(card) });
      const before = await pinDenialsOf(v1, card);
      if (before === undefined) return skip(noCounter);
      // That it resets is asked elsewhere.
      if (!carriedOut(reset) || before > 1) return;

      await control.denyPin(card.number);

      const words = `a count of ${before + 1}, after ${time}`;
      expect(await pinDenialsOf(v1, card), sentExpectedGot(reset, words)).toBe(before + 1);
    }
  },
);

check(
  'v1.frame.when-blocked',
  'leaves a card blocked whose many wrong entries it forgets',
  async ({ v1, control, skip }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    for (let entry = 0; entry < 4; entry += 1) await control.denyPin(card.number);
    if (!(await block(v1, card))) return skip('no card can be blocked');
    const payment = anAmountOf(card, minorUnits(1_00));
    if (carriedOut(await v1.debitCard(payment))) return skip('a blocked card can be debited');

    const reset = await v1.resetPinCounter({ cardIdentification: byNumber(card) });

    const debit = await v1.debitCard(payment);
    const words = sentExpectedGot([reset, debit], 'a denial, as only validateCard unlocks it');
    expect(carriedOut(debit), words).toBe(false);
  },
);

check(
  'v1.reset-pin-counter.most-wrong-entries',
  'sees five wrong entries',
  async ({ v1, control, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    // One after another, as a customer at a terminal would.
    for (let entry = 0; entry < 5; entry += 1) await control.denyPin(card.number);

    const { shown, debit } = await stateSeen(v1, card);

    observe(`${shown}, a debit: ${answerSummary(debit)}`);
  },
);

/** That an entry which was made does not show is the affair of the requirement that says so. */
async function blameTheCount(v1: V1Client, { accountNumber }: V1Card): Promise<never> {
  const data = await v1.getAccountData({ accountNumber });
  return promisedToShow(data, 'a pinDenialCounter above 0', 'v1.reset-pin-counter.counts');
}
