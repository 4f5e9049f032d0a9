import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check } from '../../fixtures/check.ts';
import { inShort } from '../../fixtures/transcript/exchange.ts';
import {
  approved,
  bringInto,
  cardIn,
  cardStatuses,
  fundedCard,
  newCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { idsIn } from '../../fixtures/worlds/v2-transfers.ts';

// Document 2, parts 3 and 4: what a card that is not active is still asked for besides its status.
// Money stands in card-status.test.ts.

const notActive = cardStatuses.filter((status) => status !== 'active');

/** As card-update.test.ts sends them to an active card. */
const updates = {
  spendingLimits: [{ amount: 900, interval: 'daily' }],
  pin: Buffer.alloc(256, 0x5a).toString('base64'),
  resetPinCounter: true,
} as const;

check(
  'v2.card-status.updates-of-a-card-not-active',
  'is sent other updates than that of the status',
  async ({ v2, observe }) => {
    const seen = await Promise.all(
      notActive.map(async (status) => {
        const endings = await Promise.all(
          Object.entries(updates).map(async ([name, value]) => {
            const card = await cardIn(v2, status);
            return `${name} ${inShort(await v2.patchCard(card.id, { [name]: value }))}`;
          }),
        );
        return `${status}: ${endings.join(', ')}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check(
  'v2.card-status.transfers-of-a-card-not-active',
  'is asked for transfers that were made before',
  async ({ v2, observe }) => {
    const seen = await Promise.all(
      notActive.map(async (status) => {
        const [from, to] = await Promise.all([fundedCard(v2, minorUnits(10_00)), newCard(v2)]);
        const made = approved(
          await v2.createTransfer(aTransfer(from, to, minorUnits(3_00))),
          'v2.transfer-creation.answers-201',
        );
        await bringInto(v2, from, status);

        const list = await v2.listTransfers({ cardNumberFltr: from.number });

        const isListed = idsIn(list).includes(textAt(made, 'id'));
        return `${status}: ${inShort(list)}, ${isListed ? 'listed' : 'not listed'}`;
      }),
    );

    observe(seen.join('; '));
  },
);
