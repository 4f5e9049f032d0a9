import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { idsIn } from '../../fixtures/worlds/v2-transfers.ts';
import {
  bringInto,
  cardNow,
  type CardStatus,
  newCard,
  readCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';

export const reissueReasons = ['damaged', 'expired', 'lost', 'stolen'] as const;
export type ReissueReason = (typeof reissueReasons)[number];

/** What became of a card that was reissued. */
export interface Use {
  readonly acts: readonly Exchange[];
  readonly isUseful: boolean;
  /** What the card showed as its expiryDate when it was used. */
  readonly expiryDate: string;
}

/**
 * Money to and from a card by the number and the expiry that it shows after its reissues, each time; none
 * where it is not active.
 */
export async function useOnceReissued(
  v2: V2Client,
  status: CardStatus,
  why: readonly ReissueReason[],
  /** What happens between its issue and the reissue. */
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Use | undefined> {
  const [before, paid] = await Promise.all([newCard(v2), newCard(v2)]);
  // What was found out of it when it paid says nothing of the card that it becomes.
  await v2.createTopUp(aTopUp(before, minorUnits(5_00)));
  await v2.createTransfer(aTransfer(before, paid, minorUnits(2_00)));
  await bringInto(v2, before, status);
  await meanwhile();
  let reissued: Exchange | undefined;
  for (const reissueCard of why) reissued = await v2.patchCard(before.id, { reissueCard });
  if (reissued === undefined) return;
  const shown = await cardNow(v2, before);
  if (memberOf(shown.answer.json, 'status') !== 'active') return;
  const card = await readCard(v2, before.id, before.cardholder);
  const to = await newCard(v2);

  const topUp = await v2.createTopUp(aTopUp(card, minorUnits(10_00)));
  const transfer = await v2.createTransfer(aTransfer(card, to, minorUnits(4_00)));
  const back = await v2.createTransfer(aTransfer(to, card, minorUnits(1_50)));
  const list = await v2.listTransfers({ cardNumberFltr: card.number });
  const acts = [reissued, shown, topUp, transfer, back, list];
  const isUseful =
    [topUp, transfer, back].every(({ answer }) => memberOf(answer.json, 'status') === 'approved') &&
    [transfer, back].every((one) => idsIn(list).includes(textAt(one, 'id')));
  return { acts, isUseful, expiryDate: card.expiryDate };
}
