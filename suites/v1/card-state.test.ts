import { anAmountOf, aP2pTransfer, byNumber, euro } from '../../fixtures/builders/v1.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  carriedOut,
  answerSummary,
  memberNamesOf,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { blockCard, learnBlockForm } from '../../fixtures/dialect/v1.ts';
import { anotherCardOf, newCard, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import { fundedCard, leaveRoom } from '../../fixtures/worlds/v1-funded.ts';
import {
  limitedPair,
  noKnownLimit,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { leavesOf } from '../../fixtures/worlds/v1-leaves.ts';
import { isMaskOf } from './account-cards.ts';
import { block, noBlockForm, stateSeen, stateShown } from '../../fixtures/worlds/v1-states.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 1, part 3: states of a card, and blockCard, validateCard and getCardData of part 4.

const fiveEuros = minorUnits(5_00);

check('v1.card-state.issued-active', 'issues a card that can be paid from', async ({ v1 }) => {
  const card = await newCard(v1);

  expect(await v1.creditCard(anAmountOf(card, minorUnits(20_00)))).toSucceed();
  expect(await v1.debitCard(anAmountOf(card, fiveEuros))).toSucceed();
});

for (const deliveryMethod of [undefined, 'HALF_AND_HALF'] as const) {
  const how = deliveryMethod ?? 'no deliveryMethod';
  check(
    'v1.card-state.issued-active',
    `issues a card with ${how} that can be paid from`,
    async ({ v1, skip }) => {
      const { order } = await newOrder(v1);
      const issued = await v1.createVirtualCard({ ...order, deliveryMethod });
      if (!carriedOut(issued)) return skip(`a card order with ${how} does not succeed`);
      const shown = (member: string): string => {
        const value = memberOf(issued.answer.json, `virtualCardIdentification.${member}`);
        return typeof value === 'string' ? value : '';
      };
      const isByNumber = /^\d{12,19}$/.test(shown('cardNumber'));
      const cardIdentification = isByNumber
        ? { cardNumber: shown('cardNumber') }
        : { cardId: shown('cardId') };
      if (!isByNumber && !(await isKnownById(v1, cardIdentification.cardId))) {
        return skip('it is shown by nothing that a card can be credited by');
      }

      for (const [operation, amount] of [
        ['creditCard', 20_00],
        ['debitCard', 5_00],
      ] as const) {
        const answer = await v1[operation]({ cardIdentification, amount, currency: euro });
        const words = 'carried out, as a card is issued in active state';
        expect(carriedOut(answer), sentExpectedGot([issued, answer], words)).toBe(true);
      }
    },
  );
}

/** Whether a card has an id, and another card is credited and debited by its own. */
async function isKnownById(v1: V1Client, cardId = ''): Promise<boolean> {
  const other = await newCard(v1);
  if (cardId === '' || other.cardId === undefined) return false;
  const cardIdentification = { cardId: other.cardId };
  const money = { cardIdentification, amount: 20_00, currency: euro };
  return (
    carriedOut(await v1.creditCard(money)) &&
    carriedOut(await v1.debitCard({ ...money, amount: 5_00 }))
  );
}

check('v1.card-state.block-shows', 'shows that a card is blocked', async ({ v1, skip }) => {
  const card = await fundedCard(v1, minorUnits(50_00));
  const before = await stateSeen(v1, card);

  if (!(await block(v1, card))) return skip(noBlockForm);

  const after = await stateSeen(v1, card);
  const isChanged = before.shown !== after.shown || before.isPaidFrom !== after.isPaidFrom;
  const message = sentExpectedGot(after.debit, 'another answer, or another state in getCardData');
  expect(isChanged, message).toBe(true);
});

check(
  'v1.card-state.block-shows',
  'shows that a card is blocked by a request that names the card alone, if it is accepted',
  async ({ v1, skip }) => {
    const form = await learnBlockForm(v1);
    if (form === undefined) return skip(noBlockForm);
    if (form.hotCardStatus === undefined) return skip('it is the form that every check sends');
    const card = await fundedCard(v1, minorUnits(50_00));
    const before = await stateSeen(v1, card);

    const blocked = await v1.blockCard({ cardIdentification: byNumber(card) });

    // The request is not shown, so that it may be denied; part 3: once it is accepted, the card is blocked.
    if (!carriedOut(blocked)) return;
    const after = await stateSeen(v1, card);
    const isChanged = before.shown !== after.shown || before.isPaidFrom !== after.isPaidFrom;
    const words = 'another answer, or another state in getCardData';
    expect(isChanged, sentExpectedGot([blocked, after.debit], words)).toBe(true);
  },
);

check(
  'v1.card-state.validate-undoes-block',
  'lets a card pay again once it is validated',
  async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    promised(await v1.debitCard(anAmountOf(card, fiveEuros)), 'v1.debit-card.succeeds');
    if (!(await block(v1, card))) return skip(noBlockForm);

    const answer = await v1.validateCard({ cardIdentification: byNumber(card) });

    promised(answer, 'v1.validate-card.succeeds');
    // Another amount, since the same once more may be taken for a mistake.
    expect(await v1.debitCard(anAmountOf(card, minorUnits(4_00)))).toSucceed();
    expect(await v1.creditCard(anAmountOf(card, fiveEuros))).toSucceed();
  },
);

check(
  'v1.card-state.validate-undoes-block',
  'gives a card PIN and CVC2 again once it is validated',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const cardIdentification = byNumber(card);
    const asked = [
      ['v1.generate-pin.ws', () => v1.generatePin({ cardIdentification, pinDeliveryMethod: 'WS' })],
      // Some take no PIN that the card had before.
      [
        'v1.change-pin.succeeds',
        (newPinData: string) => v1.changePin({ cardIdentification, newPinData }),
      ],
      ['v1.generate-cvc2.ws', () => v1.generateCVC2({ cardIdentification, deliveryMethod: 'WS' })],
    ] as const;
    for (const [taken, ask] of asked) promised(await ask('4821'), taken);
    if (!(await block(v1, card))) return skip(noBlockForm);

    const answer = await v1.validateCard({ cardIdentification });

    promised(answer, 'v1.validate-card.succeeds');
    for (const [, ask] of asked) expect(await ask('7350')).toSucceed();
  },
);

check(
  'v1.card-state.block-after-validate',
  'blocks a card again that was unlocked',
  async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    if (!(await block(v1, card))) return skip(noBlockForm);
    const { shown, isPaidFrom } = await stateSeen(v1, card);
    const validated = await v1.validateCard({ cardIdentification: byNumber(card) });
    promised(validated, 'v1.validate-card.succeeds');

    const again = await blockCard(v1, card);

    expect(again).toSucceed();
    const now = await stateSeen(v1, card);
    const message = sentExpectedGot(now.debit, 'the answer and the state after the first block');
    expect({ shown: now.shown, isPaidFrom: now.isPaidFrom }, message).toEqual({
      shown,
      isPaidFrom,
    });
  },
);

for (const whose of ['another customer', 'the same customer'] as const) {
  check(
    'v1.card-state.concerns-one-card',
    `leaves a card of ${whose} in use`,
    async ({ v1, skip }) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      const other =
        whose === 'another customer' ? await newCard(v1) : await anotherCardOf(v1, card);
      if (other === undefined) return skip('a customer has one card only');
      const credit = await v1.creditCard(anAmountOf(other, minorUnits(50_00)));
      promised(credit, 'v1.credit-card.succeeds');
      const partner = await fundedCard(v1, minorUnits(20_00));
      const uses = usesOf(v1, await leaveRoom(v1, other, minorUnits(20_00)), partner);
      // What is not carried out before, no block has to do with.
      const before = await Promise.all(uses.map((use) => use(1_00)));

      if (!(await block(v1, card))) return skip(noBlockForm);

      expect(await v1.debitCard(anAmountOf(other, fiveEuros))).toSucceed();
      for (const [place, first] of before.entries()) {
        if (!carriedOut(first)) continue;
        // Another amount, since the same once more may be taken for a mistake.
        const now = await uses[place]?.(1_10);
        if (now === undefined) continue;
        const words = 'carried out as before, since another card was blocked';
        expect(carriedOut(now), sentExpectedGot([first, now], words)).toBe(true);
      }
    },
  );
}

/** What a card in use can do, and be done to, beside a debit. */
function usesOf(v1: V1Client, card: V1Card, partner: V1Card) {
  const cardIdentification = byNumber(card);
  const uses: readonly ((amount: number) => Promise<Exchange>)[] = [
    (amount) => v1.p2pTransfer(aP2pTransfer(card, partner, minorUnits(amount + 1))),
    (amount) => v1.p2pTransfer(aP2pTransfer(partner, card, minorUnits(amount + 2))),
    (amount) => v1.creditCard(anAmountOf(card, minorUnits(amount + 3))),
    () => v1.generateCVC2({ cardIdentification, deliveryMethod: 'WS' }),
  ];
  return uses.slice(0, repeated(uses.length));
}

check(
  'v1.validate-card.restores-no-limit',
  'still counts what was used of a limit',
  async ({ v1, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    await transferred(v1, pair, 40_00);
    if (!(await block(v1, pair.from))) return skip(noBlockForm);

    const answer = await v1.validateCard({ cardIdentification: byNumber(pair.from) });

    promised(answer, 'v1.validate-card.succeeds');
    expect(await transfer(v1, pair, 10_01)).toBeDenied();
    expect(await transfer(v1, pair, 10_00)).toSucceed();
  },
);

check('v1.card-state.names', 'shows the states of a card', async ({ v1, observe, skip }) => {
  const card = await newCard(v1);
  const fresh = await stateShown(v1, card);
  if (!(await block(v1, card))) return skip(noBlockForm);
  const blocked = await stateShown(v1, card);

  await v1.validateCard({ cardIdentification: byNumber(card) });

  const validated = await stateShown(v1, card);
  observe(`fresh: ${fresh}; blocked: ${blocked}; validated: ${validated}`);
});

check('v1.card-state.block-twice', 'is asked to block it again', async ({ v1, observe, skip }) => {
  const card = await newCard(v1);
  if (!(await block(v1, card))) return skip(noBlockForm);

  const again = await blockCard(v1, card);

  observe(again === undefined ? 'not asked' : answerSummary(again));
});

check('v1.card-state.validate-active', 'is asked to validate it', async ({ v1, observe }) => {
  const card = await newCard(v1);

  observe(answerSummary(await v1.validateCard({ cardIdentification: byNumber(card) })));
});

check('v1.get-card-data.response', 'shows the data of a card', async ({ v1, observe }) => {
  const card = await newCard(v1);

  observe(memberNamesOf(await v1.getCardData({ cardIdentification: byNumber(card) })));
});

check('v1.get-card-data.shows-the-asked-card', 'shows nothing of another card', async ({ v1 }) => {
  const cards = [await newCard(v1), await newCard(v1)];
  const first = cards[0] as V1Card;
  const sister = await secondCard(v1, first);

  const asked = [...cards, ...(sister === undefined ? [] : [sister])];
  const byNumber = asked.map(({ number }) => ({ number, named: { cardNumber: number } }));
  const byId = asked.flatMap(({ number, cardId }) =>
    cardId === undefined ? [] : [{ number, named: { cardId } }],
  );
  for (const { number, named } of [...byNumber, ...byNumber.toReversed(), ...byId]) {
    const data = await v1.getCardData({ cardIdentification: named });
    // Not every operation is promised to take a cardId.
    if (!carriedOut(data) && 'cardId' in named) continue;
    promised(data, 'v1.get-card-data.succeeds');
    const others = asked.filter((other) => other.number !== number);
    const strange = others.find(
      (other) =>
        data.answer.text.includes(other.number) ||
        (other.cardId !== undefined && showsCardId(data.answer.json, other.cardId)),
    );
    const message = sentExpectedGot(data, 'no number or cardId of another card');
    expect(strange === undefined, message).toBe(true);
    const masks = leavesOf(data.answer.json, ['cardNumberMask']);
    const ofAnother = masks.filter(
      (leaf) => !isMaskOf(leaf.slice('cardNumberMask '.length), number),
    );
    const words = `a cardNumberMask of ${number.slice(-4)}, if any`;
    expect(ofAnother, sentExpectedGot(data, words)).toEqual([]);
  }
});

check('v1.block-card.request', 'is asked to block a card', async ({ v1, observe }) => {
  const form = await learnBlockForm(v1);

  observe(form === undefined ? 'accepted in no known form' : `taken ${form.name}`);
});

check('v1.block-card.response', 'answers to a block', async ({ v1, observe, skip }) => {
  const answer = await blockCard(v1, await newCard(v1));
  if (answer === undefined) return skip(noBlockForm);

  observe(memberNamesOf(answer));
});

/** Another card on the account of a card, where the target issues one. */
async function secondCard(
  v1: V1Client,
  { accountNumber }: V1Card,
): Promise<Pick<V1Card, 'number' | 'cardId'> | undefined> {
  const { order } = await newOrder(v1);
  const issued = await v1.createVirtualCard({ ...order, accountNumber });
  if (!carriedOut(issued)) return undefined;
  const cardId = memberOf(issued.answer.json, 'virtualCardIdentification.cardId');
  return {
    number: textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber,
    cardId: typeof cardId === 'string' && cardId !== '' ? cardId : undefined,
  };
}

/** Whether a value has this cardId in it, wherever that stands. */
function showsCardId(json: unknown, cardId: string): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return (
    memberOf(json, 'cardId') === cardId ||
    Object.values(json).some((one) => showsCardId(one, cardId))
  );
}
