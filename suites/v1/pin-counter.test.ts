import { byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { answerSummary, type V1Client } from '../../fixtures/clients/v1.ts';
import { pinDenialsOf } from '../../fixtures/worlds/v1-pin.ts';
import { stateSeen } from '../../fixtures/worlds/v1-states.ts';
import {
  fundedCard,
  newCard,
  promised,
  promisedToShow,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';

// Document 1, parts 2.5 and 4: wrong PIN entries are counted, and resetPinCounter forgets them. The
// entries are made at a terminal, which is the control plane's affair.

const noCounter = 'the target shows no pinDenialCounter';

check(
  'v1.reset-pin-counter.resets',
  'sets the count of wrong entries to zero',
  async ({ v1, control, skip }) => {
    const card = await newCard(v1);
    await control.denyPin(card.number);
    await control.denyPin(card.number);
    const before = await pinDenialsOf(v1, card);
    if (before === undefined) return skip(noCounter);
    if (before === 0) await blameTheCount(v1, card);

    const answer = await v1.resetPinCounter({ cardIdentification: byNumber(card) });

    promised(answer, 'v1.reset-pin-counter.succeeds');
    expect(await pinDenialsOf(v1, card)).toBe(0);
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
