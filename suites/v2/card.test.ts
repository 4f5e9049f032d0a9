import { isLuhn } from '../../fixtures/builders/card-numbers.ts';
import { addDays } from '../../fixtures/builders/days.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { otherThan, sentExpectedGot } from '../../fixtures/expect.ts';
import { memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { cardMembers, fieldsOf, fullCardMembers } from '../../fixtures/fields/v2.ts';
import { learnResetPinCounter } from '../../fixtures/dialect/v2.ts';
import {
  bringInto,
  cardIn,
  cardNow,
  type CardStatus,
  creationDayIn,
  limitOf,
  limitUnitsIn,
  newCard,
  newCardholder,
  newCardOf,
  promised,
  textAt,
  type UnitsPerEuro,
} from '../../fixtures/worlds/v2.ts';
import { aTourOf } from '../../fixtures/worlds/v2-tour.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { noSecretsYet } from '../../fixtures/secrets-shown.ts';
import { setUpFailed } from '../../fixtures/worlds/set-up.ts';

// Document 2, part 2.2: card.

for (const field of cardMembers.fields) {
  check(field.requirement, `shows ${field.path}: ${field.wanted}`, async ({ v2, session }) => {
    const cardholder = await newCardholder(v2);
    const created = await v2.createCard({ productName: v2.productName, cardholder });
    expect(promised(created, 'v2.card-creation.answers-201')).toShow(field);
    const id = textAt(created, 'id');

    expect(await cardNow(v2, { id })).toShow(field);
    const blocked = await v2.patchCard(id, { status: 'blocked' });
    expect(promised(blocked, 'v2.card-status.active-to-blocked')).toShow(field);

    // What these two commands take is partly open, so only answers that took them are looked at.
    const reset = await learnResetPinCounter(session, v2);
    const commands = [
      { reissueCard: 'damaged' },
      ...(reset ? [{ resetPinCounter: reset.value }] : []),
    ];
    for (const command of commands) {
      const answer = await v2.patchCard(id, command);
      if (succeeded(answer)) expect(answer).toShow(field);
    }
  });
}

for (const field of fullCardMembers.fields) {
  check(field.requirement, `shows ${field.path}: ${field.wanted}`, async ({ v2 }) => {
    const cardholder = await newCardholder(v2);
    const created = await v2.createCard({ productName: v2.productName, cardholder });
    promised(created, 'v2.card-creation.answers-201');

    const read = await cardNow(v2, { id: textAt(created, 'id') });

    expect(read).toShow(field);
  });
}

for (const field of fieldsOf.createCard.filter(({ path }) => path === 'number' || path === 'cvc')) {
  check(field.requirement, `creates a card without showing ${field.path}`, async ({ v2 }) => {
    const cardholder = await newCardholder(v2);

    const created = await v2.createCard({ productName: v2.productName, cardholder });

    expect(promised(created, 'v2.card-creation.answers-201')).toShow(field);
  });
}

for (const field of fieldsOf.patchCard.filter(({ path }) => path === 'number' || path === 'cvc')) {
  check(field.requirement, `updates a card without showing ${field.path}`, async ({ v2 }) => {
    const card = await newCard(v2);

    const updated = await v2.patchCard(card.id, { status: 'blocked' });

    expect(promised(updated, 'v2.card-status.active-to-blocked')).toShow(field);
  });
}

check('v2.card.cvc-is-nowhere-else', 'shows no cvc but in GET /cards/{id}', async ({ v2 }) => {
  const answers = await aTourOf(v2);

  for (const answer of answers) {
    const fields =
      Object.entries(fieldsOf).find(([operation]) => operation === answer.operation)?.[1] ?? [];
    for (const field of fields.filter(
      ({ requirement }) => requirement === 'v2.card.cvc-is-nowhere-else',
    )) {
      expect(answer).toShow(field);
    }
  }
});

check(
  'v2.card.secrets-are-in-no-other-answer',
  'tells neither number nor cvc where it refuses a change of a card',
  async ({ v2 }) => {
    const card = await newCard(v2);
    const { givenAwayIn } = noSecretsYet();
    givenAwayIn(await cardNow(v2, card));
    await bringInto(v2, card, 'lost');

    for (const change of [{ status: 'active' }, { spendingLimits: 'none' }, {}]) {
      const answer = await v2.patchCard(card.id, change);

      const about = sentExpectedGot(answer, 'neither number nor cvc of the card');
      expect(givenAwayIn(answer), about).toBe(undefined);
    }
  },
);

for (const [id, member, title] of [
  ['v2.card.ids-differ', 'id', 'ids'],
  ['v2.card.numbers-differ', 'number', 'numbers'],
] as const) {
  check(id, `gives two cards two ${title}`, async ({ v2 }) => {
    const first = await newCard(v2);
    const second = await newCard(v2);

    expect(await cardNow(v2, second)).toSucceed({
      [member]: otherThan(first[member]),
    });
  });
}

check('v2.card.product-name-is-the-ordered-one', 'names the ordered product', async ({ v2 }) => {
  const card = await newCard(v2);

  expect(await cardNow(v2, card)).toSucceed({ productName: v2.productName });
});

check(
  'v2.card.cardholder-is-its-holder',
  'names the holder that the card was issued for',
  async ({ v2 }) => {
    const holder = await newCardholder(v2);
    const card = await newCardOf(v2, holder);
    await newCard(v2);

    expect(await cardNow(v2, card)).toSucceed({ cardholder: holder });
  },
);

check('v2.card.opening-balance', 'opens an account', async ({ v2, observe }) => {
  const card = await newCard(v2);

  observe(`a new card holds ${card.balance} minor units`);
});

check('v2.card.embossed-name-content', 'embosses a card', async ({ v2, observe }) => {
  const card = await newCard(v2);

  const name = memberOf((await cardNow(v2, card)).answer.json, 'embossedName');

  observe(name === '' ? 'embossedName is empty' : 'embossedName holds a text');
});

check('v2.card.expiry-date-is-to-come', 'issues a card that has not expired', async ({ v2 }) => {
  const card = await newCard(v2);

  // The target's own clock counts, which creationDate shows; zones may set the months a day apart.
  const creation = creationDayIn(await cardNow(v2, card), 'card');
  const month = addDays(creation, -1).slice(0, 7).replace('-', '');
  expect(await cardNow(v2, card)).toSucceed({
    expiryDate: expect.toSatisfy((shown) => String(shown) >= month, `${month} or later`),
  });
});

check('v2.card.number-mask-hides-digits', 'hides digits in numberMask', async ({ v2 }) => {
  const card = await newCard(v2);

  expect(await cardNow(v2, card)).toSucceed({
    numberMask: expect.toSatisfy(
      (mask) => typeof mask === 'string' && digitsIn(mask).length < digitsIn(card.number).length,
      'a mask with fewer digits than the number',
    ),
  });
});

check(
  'v2.card.number-mask-fits-the-number',
  'masks the number of this very card',
  async ({ v2 }) => {
    const card = await newCard(v2);

    expect(await cardNow(v2, card)).toSucceed({ numberMask: maskOf(card.number) });
  },
);

check(
  'v2.card.number-mask-fits-the-number',
  'masks the number that a card has after a reissue',
  async ({ v2 }) => {
    const card = await newCard(v2);
    await cardNow(v2, card);

    for (const reissueCard of ['damaged', 'lost'] as const) {
      await v2.patchCard(card.id, { reissueCard });

      const reissued = await cardNow(v2, card);
      const { number } = reissued.answer.json as { readonly number: unknown };
      expect(reissued).toSucceed({ numberMask: maskOf(String(number)) });
    }
  },
);

/** A mask that begins and ends like a number. */
function maskOf(number: string): unknown {
  return expect.toSatisfy((mask) => {
    const shown = String(mask).replaceAll(/[ -]/g, '');
    const start = /^\d*/.exec(shown)?.[0] ?? '';
    const end = /\d*$/.exec(shown)?.[0] ?? '';
    const digits = digitsIn(number);
    return digits.startsWith(start) && digits.endsWith(end);
  }, 'a mask that begins and ends like the number');
}

check('v2.card.number-check-digit', 'numbers a card', async ({ v2, observe }) => {
  const card = await newCard(v2);

  observe(
    `${digitsIn(card.number).length} digits, ${isLuhn(digitsIn(card.number)) ? 'with' : 'without'} a Luhn check digit`,
  );
});

check(
  'v2.card.blocking-date-starts-empty',
  'issues a card with an empty blockingDate',
  async ({ v2 }) => {
    const card = await newCard(v2);

    expect(await cardNow(v2, card)).toSucceed({ blockingDate: '' });
  },
);

/** What becomes of a card that was blocked, step by step. */
const waysFromBlocked: readonly (readonly CardStatus[])[] = [
  ['active'],
  ['lost'],
  ['stollen'],
  ['active', 'lost'],
  ['active', 'stollen'],
  ['active', 'blocked', 'stollen'],
];

check(
  'v2.card.blocking-date-stays',
  'shows blockingDate whatever becomes of a card that was blocked',
  async ({ v2 }) => {
    await forEvery(
      waysFromBlocked,
      (way) => `blocked, then ${way.join(', then ')}`,
      async (way) => {
        const card = await cardIn(v2, 'blocked');
        for (const [step, status] of way.entries()) {
          const before = way[step - 1] ?? 'blocked';
          const moved = await v2.patchCard(card.id, { status });

          const aDate = { status, blockingDate: expect.stringMatching(/^\d{4}-?\d\d-?\d\d/) };
          const by = `v2.card-status.${before as 'active'}-to-${status as 'lost'}` as const;
          expect(promised(moved, by)).toSucceed(aDate);
          expect(await cardNow(v2, card)).toSucceed(aDate);
        }
        // A lost or stollen card refuses each status, and a refusal changes nothing.
        if (inSmokeOnly()) return;
        await v2.patchCard(card.id, { status: way.at(-1) === 'active' ? 'none' : 'active' });
        expect(await cardNow(v2, card)).toSucceed({
          blockingDate: expect.stringMatching(/^\d{4}-?\d\d-?\d\d/),
        });
      },
    );
  },
);

check('v2.card.blocking-date-of-lost', 'reports an active card lost', async ({ v2, observe }) => {
  const seen = await Promise.all(
    (['lost', 'stollen'] as const).map(async (status) => {
      const card = await cardIn(v2, status);
      const { answer } = await cardNow(v2, card);
      return `${status}: ${memberOf(answer.json, 'blockingDate') === '' ? 'empty' : 'set'}`;
    }),
  );

  observe(`blockingDate of a card never blocked: ${seen.join(', ')}`);
});

check(
  'v2.card.pin-denial-counter-starts-at-zero',
  'counts no wrong PIN on a new card',
  async ({ v2 }) => {
    const card = await newCard(v2);

    expect(await cardNow(v2, card)).toSucceed({ pinDenialCounter: countOf(0) });
  },
);

check('v2.card.pin-denial-counter-counts', 'counts each wrong PIN', async ({ v2, control }) => {
  const card = await newCard(v2);
  const other = await newCard(v2);

  await control.denyPin(card.number);

  expect(await cardNow(v2, card)).toSucceed({ pinDenialCounter: countOf(1) });
  await control.denyPin(card.number);
  expect(await cardNow(v2, card)).toSucceed({ pinDenialCounter: countOf(2) });
  expect(await cardNow(v2, other)).toSucceed({ pinDenialCounter: countOf(0) });
  // A service may look at no further PIN after some wrong ones, but it loses none that it has counted.
  let counted = 2;
  for (let time = 2; time < repeated(12, 2); time += 1) {
    const told = await control.denyPin(card.number);
    const now = await cardNow(v2, card);
    const shown = Number(memberOf(now.answer.json, 'pinDenialCounter'));
    expect(shown, sentExpectedGot(now, `a count of ${counted} or more`)).toBeGreaterThanOrEqual(
      counted,
    );
    // What the terminal was told is what the card shows: it is one count.
    const words = `a count of ${told}, as was answered to the wrong PIN`;
    expect(shown, sentExpectedGot(now, words)).toBe(told ?? shown);
    counted = shown;
  }
});

check(
  'v2.card-status.pin-count-when-unblocked',
  'is shown to keep its count of wrong PINs when it is made active again, or to lose it',
  async ({ v2, control, observe }) => {
    const card = await newCard(v2);
    await control.denyPin(card.number);
    const countNow = async (): Promise<string> =>
      String(memberOf((await cardNow(v2, card)).answer.json, 'pinDenialCounter'));
    const before = await countNow();
    await v2.patchCard(card.id, { status: 'blocked' });
    await v2.patchCard(card.id, { status: 'active' });

    observe(`${before} before it is blocked, ${await countNow()} once it is active again`);
  },
);

check(
  'v2.reset-pin-counter.resets',
  'sets the count of wrong PINs to zero',
  async ({ v2, control, session, skip }) => {
    const form = await learnResetPinCounter(session, v2);
    if (form === undefined)
      return skip('resetPinCounter accepts no known value; its form is not shown');
    const card = await newCard(v2);
    const times = repeated(2, 1);
    for (let time = 1; time <= times; time += 1) await control.denyPin(card.number);
    const counted = await cardNow(v2, card);
    if (Number(memberOf(counted.answer.json, 'pinDenialCounter')) !== times) {
      const wanted = `pinDenialCounter ${times}`;
      throw setUpFailed(counted, wanted, 'v2.card.pin-denial-counter-counts');
    }

    const answer = await v2.patchCard(card.id, { resetPinCounter: form.value });

    expect(answer).toSucceed({ pinDenialCounter: countOf(0) });
    expect(await cardNow(v2, card)).toSucceed({ pinDenialCounter: countOf(0) });
  },
);

/** Whether a number is shown in groups is not said. */
function digitsIn(number: string): string {
  return number.replaceAll(/\D/g, '');
}

/** The document shows a count as text and does not say how many digits it has. */
function countOf(count: number): unknown {
  return expect.stringMatching(new RegExp(`^0*${count}$`));
}

// The unit of the amounts is not shown, so whole euros and cents are both right, and so is another part of a euro
// in which both limits are.
for (const [id, interval, euros] of [
  ['v2.card.default-daily-limit', 'daily', 1_000],
  ['v2.card.default-monthly-limit', 'monthly', 10_000],
] as const) {
  check(id, `issues a card with a ${interval} limit of ${euros} euros`, async ({ v2 }) => {
    const card = await newCard(v2);

    const shown = await cardNow(v2, card);

    const amounts = [1, 100, limitUnitsIn(shown)].map((unit) => euros * unit);
    expect(shown).toSucceed({
      spendingLimits: expect.toSatisfy(
        (limits) => amounts.includes(limitOf(limits, interval)),
        `a ${interval} limit of ${euros} or ${euros * 100}`,
      ),
    });
  });
}

check(
  'v2.card.default-limits-share-a-unit',
  'shows both default limits in one unit',
  async ({ v2 }) => {
    const card = await newCard(v2);

    expect(await cardNow(v2, card)).toSucceed({
      spendingLimits: expect.toSatisfy(
        (limits) => limitOf(limits, 'monthly') === limitOf(limits, 'daily') * 10,
        'a monthly limit ten times the daily one',
      ),
    });
  },
);

check('v2.card.limit-unit', 'shows default limits', async ({ v2, observe }) => {
  const card = await newCard(v2);

  const shown = await cardNow(v2, card);

  const daily = limitOf(memberOf(shown.answer.json, 'spendingLimits'), 'daily');
  observe(`the daily limit reads ${daily}: ${unitInWords[limitUnitsIn(shown)]}`);
});

check('v2.card.limit-intervals', 'is given limits of other intervals', async ({ v2, observe }) => {
  const taken: string[] = [];
  for (const interval of ['weekly', 'yearly', 'no-such-interval']) {
    const card = await newCard(v2);
    const answer = await v2.patchCard(card.id, { spendingLimits: [{ amount: 900, interval }] });
    if (succeeded(answer)) taken.push(interval);
  }

  observe(taken.length === 0 ? 'takes no other interval' : `takes ${taken.join(', ')}`);
});

const unitInWords: Readonly<Record<UnitsPerEuro, string>> = {
  1: 'whole euros',
  100: 'cents',
  1_000: 'thousandths of a euro',
  10_000: 'hundredths of a cent',
  1_000_000: 'millionths of a euro',
};
