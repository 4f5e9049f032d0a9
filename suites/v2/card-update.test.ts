import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { unknownIdLike } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { inShort, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { CardChange } from '../../fixtures/clients/v2.ts';
import { learnPin, learnResetPinCounter } from '../../fixtures/dialect/v2.ts';
import { bringInto, cardNow, newCard, promised } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4, rule 3: PATCH /cards/{id}. Changes of status have a file of their own.

check('v2.card-update.answers-200', 'updates a card', async ({ v2, session }) => {
  const card = await newCard(v2);

  expect(await v2.patchCard(card.id, { status: 'blocked' })).toAnswer(200);
  if (inSmokeOnly()) return;
  const pin = await learnPin(session, v2);
  const reset = await learnResetPinCounter(session, v2);
  const changes: readonly CardChange[] = [
    { status: 'active' },
    { spendingLimits: [{ amount: 45_00, interval: 'daily' }] },
    { pin: pin?.value },
    { resetPinCounter: reset?.value },
    { status: 'lost' },
    { reissueCard: 'lost' },
  ];
  for (const change of changes) {
    const answer = await v2.patchCard(card.id, change);
    if (succeeded(answer)) expect(answer).toAnswer(200);
  }
});

check(
  'v2.card-update.answers-with-the-modified-card',
  'answers with the card as it is afterwards',
  async ({ v2 }) => {
    const card = await newCard(v2);

    const answer = await v2.patchCard(card.id, { status: 'blocked' });

    promised(answer, 'v2.card-status.active-to-blocked');
    expect(answer).toSucceed({ id: card.id, status: 'blocked' });
    expect(await cardNow(v2, card)).toSucceed(asShown(answer));
  },
);

check(
  'v2.card-update.unknown-id-is-refused',
  'refuses to update an unknown card',
  async ({ v2 }) => {
    const card = await newCard(v2);

    const answer = await v2.patchCard(unknownIdLike(card.id), { status: 'blocked' });

    expect(answer).toBeRefused();
    await bringInto(v2, card, 'blocked');
  },
);

const parameters: Required<CardChange> = {
  status: 'blocked',
  spendingLimits: [{ amount: 900, interval: 'daily' }],
  pin: Buffer.alloc(256, 0x5a).toString('base64'),
  resetPinCounter: true,
  reissueCard: 'damaged',
};
type Parameter = keyof CardChange;
const names = Object.keys(parameters) as Parameter[];
/** What promises that a parameter is taken, of those of which the document does. */
const takenAlone = {
  status: 'v2.card-status.active-to-blocked',
  spendingLimits: 'v2.spending-limits.can-be-set',
} as const;
const pairs = names.flatMap((one, index) =>
  names.slice(index + 1).map((two) => [one, two] as const),
);

for (const [one, two] of pairs) {
  const title = `refuses ${one} together with ${two}`;
  check('v2.card-update.takes-one-parameter', title, async ({ v2, session }) => {
    const learned = {
      ...parameters,
      pin: (await learnPin(session, v2))?.value ?? parameters.pin,
      resetPinCounter: (await learnResetPinCounter(session, v2))?.value ?? true,
    };
    const card = await newCard(v2);
    const before = await cardNow(v2, card);

    const answer = await v2.patchCard(card.id, { [one]: learned[one], [two]: learned[two] });

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed(asShown(before));
    // One of the two alone is taken, where the document says so.
    if (one === 'status' || one === 'spendingLimits') {
      promised(await v2.patchCard(card.id, { [one]: learned[one] }), takenAlone[one]);
    }
  });
}

check(
  'v2.card-update.needs-a-parameter',
  'refuses an update without a parameter',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const before = await cardNow(v2, card);

    const answer = await v2.patchCard(card.id, {});

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed(asShown(before));
  },
);

for (const [member, value] of [
  ['embossedName', 'ANA GIL'],
  ['productName', 'no-such-product'],
  ['number', '4000000000000002'],
  ['account', { balance: 1_000_000_00 }],
] as const) {
  const title = `refuses an update of ${member}`;
  check('v2.card-update.takes-no-other-parameter', title, async ({ v2 }) => {
    const card = await newCard(v2);
    const before = await cardNow(v2, card);
    const body = JSON.stringify({ [member]: value });

    const answer = await v2.send({
      operation: 'patchCard',
      method: 'PATCH',
      path: `/v2/cards/${encodeURIComponent(card.id)}`,
      body,
    });

    expect(answer).toBeRefused();
    expect(await cardNow(v2, card)).toSucceed(asShown(before));
  });
}

for (const name of names) {
  const title = `leaves the card as it was when it refuses a value of ${name}`;
  check('v2.card-update.refusal-changes-nothing', title, async ({ v2 }) => {
    const card = await newCard(v2);
    let before = asShown(await cardNow(v2, card));

    for (const value of ['odd', -1, null, ['odd'], { odd: 1 }, halfWrong(parameters[name])]) {
      const answer = await v2.patchCard(card.id, { [name]: value });
      if (succeeded(answer)) before = asShown(await cardNow(v2, card));
    }

    expect(await cardNow(v2, card)).toSucceed(before);
  });
}

/** What could be carried out, followed by what could not. */
function halfWrong(value: unknown): unknown[] {
  return [value, { amount: 'plenty', interval: 'monthly' }].flat();
}

check(
  'v2.card-update.changes-only-the-parameter',
  'leaves everything else as it was when the status changes',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const before = await cardNow(v2, card);

    await bringInto(v2, card, 'blocked');

    const changing = { status: 'blocked', blockingDate: expect.any(String) };
    expect(await cardNow(v2, card)).toSucceed({ ...asShown(before), ...changing });
  },
);

check(
  'v2.card-update.leaves-other-cards-alone',
  'leaves another card as it was',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const other = await newCard(v2);
    const before = await cardNow(v2, other);

    await bringInto(v2, card, 'blocked');
    await v2.patchCard(card.id, { spendingLimits: [{ amount: 900, interval: 'daily' }] });

    expect(await cardNow(v2, other)).toSucceed(asShown(before));
  },
);

check(
  'v2.card-update.unknown-members',
  'is sent an unknown member beside a status',
  async ({ v2, observe }) => {
    const card = await newCard(v2);

    const answer = await v2.send({
      operation: 'patchCard',
      method: 'PATCH',
      path: `/v2/cards/${encodeURIComponent(card.id)}`,
      body: JSON.stringify({ status: 'blocked', shoeSize: '42' }),
    });

    observe(inShort(answer));
  },
);

check('v2.pin.plain-pin-is-refused', 'refuses a pin in plain digits', async ({ v2 }) => {
  const card = await newCard(v2);

  for (const pin of ['2468', '0000', 2468, '97531', '246813', '97531864']) {
    expect(await v2.patchCard(card.id, { pin })).toBeRefused();
  }
});

check('v2.pin.shape', 'is sent a pin as Base64 text', async ({ v2, session, observe }) => {
  const form = await learnPin(session, v2);

  observe(
    form === undefined
      ? 'Base64 text of 256 bytes is refused'
      : 'Base64 text of 256 bytes is accepted',
  );
});

check(
  'v2.reset-pin-counter.shape',
  'is asked to reset the PIN counter',
  async ({ v2, session, observe }) => {
    const form = await learnResetPinCounter(session, v2);

    observe(
      form === undefined ? 'accepts none of those tried' : `takes ${JSON.stringify(form.value)}`,
    );
  },
);
