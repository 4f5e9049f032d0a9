import { byNumber, cashLimitName, euro } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  memberNamesOf,
  type V1Client,
  v1Path,
} from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { limitsIn } from '../../fixtures/fields/v1-items.ts';
import { changeLimit, learnLimitForm } from '../../fixtures/dialect/v1.ts';
import { newCard, promised, type V1Card } from '../../fixtures/worlds/v1.ts';
import {
  changeCashLimit,
  limitCalled,
  limitedPair,
  noKnownLimit,
  noLimitForm,
  setCashLimit,
  transfer,
  transferred,
} from '../../fixtures/worlds/v1-limits.ts';
import { cycleTypes } from '../../properties/models/windows.ts';
import {
  beginsAnew,
  expectLimit,
  expectSettings,
  hasKeptValue,
  settingsIn,
} from './limit-records.ts';
import { promisedPlain } from '../../fixtures/worlds/v1-requests.ts';

// Document 1, part 4: getCardLimits and changeCardLimit.

check(
  'v1.get-card-limits.start-as-product-limits',
  'gives two fresh cards the same limits',
  async ({ v1, skip }) => {
    const [one, other] = await Promise.all([newCard(v1), newCard(v1)]);

    const [limits, others] = await Promise.all([limitsOf(v1, one), limitsOf(v1, other)]);

    if (limitsIn(limits.answer.json).length === 0) return skip(nothingShown);
    expectSettings(others, settingsIn(limits));
  },
);

check(
  'v1.get-card-limits.names',
  'gives the limits of a card the names of card limits',
  async ({ v1, skip }) => {
    const shown = await limitsOf(v1, await newCard(v1));

    const names = limitsIn(shown.answer.json).map((limit) => memberOf(limit, 'name'));
    const named = names.filter((name) => typeof name === 'string');
    if (named.length === 0) return skip(nothingShown);
    const message = sentExpectedGot(shown, 'no other names than LMTP0107 to LMTP0112');
    const others = named.filter((name) => !/^LMTP01(0[789]|1[012])$/.test(name));
    expect(others, message).toEqual([]);
  },
);

check('v1.get-card-limits.response', 'shows the limits of a card', async ({ v1, observe }) => {
  const shown = await limitsOf(v1, await newCard(v1));

  const [first] = limitsIn(shown.answer.json);
  const members = first === undefined ? 'no limit' : Object.keys(first).toSorted().join(', ');
  observe(`${placeOf(shown.answer.json, first)}: ${members}`);
});

for (const value of [1, 123_45, 2_000_00]) {
  check(
    'v1.change-card-limit.shows-the-new-value',
    `shows a limit of ${value} minor units after the change`,
    async ({ v1, skip }) => {
      const card = await newCard(v1);

      const changed = await changeCashLimit(v1, card, { value, cycleType: 0 });

      if (changed === undefined) return skip(noLimitForm);
      promised(changed, 'v1.change-card-limit.succeeds');
      const shown = await limitsOf(v1, card);
      if (limitsIn(shown.answer.json).length === 0) return skip(nothingShown);
      expectLimit(shown, cashLimitName, { value });
    },
  );
}

for (const cycleType of [4, 8]) {
  check(
    'v1.change-card-limit.cycle-types-can-be-changed',
    `shows cycleType ${cycleType} in place of the one of a fresh card`,
    async ({ v1, skip }) => {
      const card = await newCard(v1);

      const changed = await changeCashLimit(v1, card, { value: 900_00, cycleType });

      if (changed === undefined) return skip(noLimitForm);
      promised(changed, 'v1.change-card-limit.succeeds');
      const shown = await limitsOf(v1, card);
      if (limitsIn(shown.answer.json).length === 0) return skip(nothingShown);
      if (cycleTypeIn(shown) === undefined) {
        const fresh = await limitsOf(v1, await newCard(v1));
        if (cycleTypeIn(fresh) === undefined) return skip(noCycleType);
      }
      expectLimit(shown, cashLimitName, { cycleType });
    },
  );
}

check(
  'v1.change-card-limit.cycle-types-can-be-changed',
  'leaves the value if only the cycleType is changed, and the cycleType if only the value is',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const whole = { value: 432_10, cycleType: 4 };
    // An end of it tells whether what a change leaves out begins anew; some take none.
    const endDate = '2098-12-31T00:00:00';
    const withAnEnd = await changeCashLimit(v1, card, { ...whole, endDate });
    if (withAnEnd === undefined) return skip(noLimitForm);
    if (!carriedOut(withAnEnd)) {
      const plain = await changeCashLimit(v1, card, whole);
      promised(plain ?? withAnEnd, 'v1.change-card-limit.succeeds');
    }
    const first = await limitsOf(v1, card);
    const shown = limitCalled(cashLimitName, first) ?? {};
    // Which members a limit of a card shows is open, and so is which ones a change has to name.
    const seen = (part: object): object =>
      Object.fromEntries(Object.entries(part).filter(([name]) => Object.hasOwn(shown, name)));

    const cycled = await changeCashLimit(v1, card, { cycleType: 8 });
    if (cycled === undefined || !carriedOut(cycled)) return;
    const then = await limitsOf(v1, card);
    expectLimit(then, cashLimitName, seen({ cycleType: 8 }));
    if (Object.hasOwn(shown, 'value') && !hasKeptValue(then, cashLimitName, 432_10)) return;
    const valued = await changeCashLimit(v1, card, { value: 543_20 });

    if (valued === undefined || !carriedOut(valued)) return;
    const after = await limitsOf(v1, card);
    const cycle = beginsAnew([first, after], cashLimitName) ? {} : { cycleType: 8 };
    expectLimit(after, cashLimitName, seen({ value: 543_20, ...cycle }));
  },
);

for (const cycleType of cycleTypes) {
  const id: RequirementId = `v1.cycle-${cycleType}.can-be-set`;
  check(id, `takes cycleType ${cycleType} for a limit and shows it`, async ({ v1, skip }) => {
    const card = await newCard(v1);

    const changed = await changeCashLimit(v1, card, { value: 900_00, cycleType });

    if (changed === undefined) return skip(noLimitForm);
    if (!carriedOut(changed)) await promisedPlain(v1, 'changeCardLimit');
    expect(changed).toSucceed();
    const shown = await limitsOf(v1, card);
    if (cycleTypeIn(shown) === undefined) return;
    expectLimit(shown, cashLimitName, { cycleType });
  });
}

check(
  'v1.limits.other-cycle-type',
  'takes no cycleType that is not listed for a limit',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const usual = await changeCashLimit(v1, card, { value: 900_00, cycleType: 8 });
    if (usual === undefined) return skip(noLimitForm);
    promised(usual, 'v1.cycle-8.can-be-set');

    for (const cycleType of [9, 10, 13]) {
      const answer = await changeCashLimit(v1, card, { value: 900_00, cycleType });
      expect(answer).toBeDenied();
    }
  },
);

check(
  'v1.change-card-limit.leaves-other-limits',
  'changes only the limit that is named',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const before = await limitsOf(v1, card);

    const changed = await changeCashLimit(v1, card, { value: 321_00, cycleType: 4 });

    if (changed === undefined) return skip(noLimitForm);
    promised(changed, 'v1.change-card-limit.succeeds');
    const others = settingsIn(before, cashLimitName);
    if (others.length === 0) return skip('the card does not show several limits');
    expectSettings(await limitsOf(v1, card), others, cashLimitName);
  },
);

check(
  'v1.change-card-limit.leaves-other-limits',
  'changes each limit that a card shows, and no other',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    let before = await limitsOf(v1, card);
    const names = new Set(limitsIn(before.answer.json).map((limit) => memberOf(limit, 'name')));
    // Which limits may be changed is not said: those that are refused are left.
    let howMany = 0;
    for (const [index, name] of [...names].entries()) {
      if (typeof name !== 'string' || name === cashLimitName) continue;
      const value = 321_00 + index * 10_00;
      const changed = await changeLimit(v1, card, { name, value, cycleType: 4 });
      if (changed === undefined) return skip(noLimitForm);
      if (!carriedOut(changed)) continue;
      const after = await limitsOf(v1, card);
      expectLimit(after, name, { value });
      expectSettings(after, settingsIn(before, name), name);
      before = after;
      howMany += 1;
    }

    if (howMany === 0) return skip('no other limit of a card is shown and changed');
  },
);

check(
  'v1.change-card-limit.concerns-one-card',
  'leaves the limits of another card',
  async ({ v1, skip }) => {
    const [card, other] = await Promise.all([newCard(v1), newCard(v1)]);
    const before = await limitsOf(v1, other);

    const changed = await changeCashLimit(v1, card, { value: 321_00, cycleType: 4 });

    if (changed === undefined) return skip(noLimitForm);
    promised(changed, 'v1.change-card-limit.succeeds');
    if (limitsIn(before.answer.json).length === 0) return skip(nothingShown);
    expectSettings(await limitsOf(v1, other), settingsIn(before));
  },
);

check('v1.change-card-limit.name', 'is asked under both names', async ({ v1, observe }) => {
  const form = await learnLimitForm(v1);
  const limit = {
    name: cashLimitName,
    value: 900_00,
    cycleType: 0,
    cycleLength: 1,
    currency: euro,
  };

  const taken: string[] = [];
  for (const name of ['changeCardLimit', 'changeCardLimits']) {
    const about = form?.under(limit) ?? { limit };
    const body = { cardIdentification: byNumber(await newCard(v1)), ...about };
    if (carriedOut(await v1.ask('changeCardLimit', body, v1Path(name)))) taken.push(name);
  }

  observe(taken.length === 0 ? 'answers under neither name' : `answers as ${taken.join(' and ')}`);
});

check('v1.change-card-limit.request', 'is asked in the natural forms', async ({ v1, observe }) => {
  const form = await learnLimitForm(v1);

  observe(form === undefined ? noLimitForm : `takes ${form.name}`);
});

check('v1.change-card-limit.response', 'answers a change', async ({ v1, observe, skip }) => {
  const changed = await changeCashLimit(v1, await newCard(v1), { value: 900_00, cycleType: 0 });

  if (changed === undefined) return skip(noLimitForm);
  observe(memberNamesOf(changed));
});

for (const [id, title, limit] of [
  [
    'v1.change-card-limit.unknown-name',
    'is asked to change a limit that the card does not have',
    { name: 'LMTP9999', value: 900_00, cycleType: 0 },
  ],
  [
    'v1.change-card-limit.negative-value',
    'is asked to set a limit below zero',
    { name: cashLimitName, value: -1, cycleType: 0 },
  ],
  [
    'v1.change-card-limit.cycle-length',
    'is asked to set a limit with cycleLength 2',
    { name: cashLimitName, value: 900_00, cycleType: 0, cycleLength: 2 },
  ],
] as const) {
  check(id, title, async ({ v1, observe, skip }) => {
    const answer = await changeLimit(v1, await newCard(v1), limit);

    if (answer === undefined) return skip(noLimitForm);
    observe(answerSummary(answer));
  });
}

check(
  'v1.change-card-limit.zero-value',
  'is asked to set a limit of zero',
  async ({ v1, observe, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);

    const changed = await setCashLimit(v1, pair.from, { value: 0, cycleType: 8 });

    const then = answerSummary(await transfer(v1, pair, 1));
    observe(`${changed === undefined ? '' : answerSummary(changed)}, then a transfer ${then}`);
  },
);

check(
  'v1.change-card-limit.used-amount',
  'changes a limit of which some was used',
  async ({ v1, observe, skip }) => {
    const pair = await limitedPair(v1, 50_00);
    if (pair === undefined) return skip(noKnownLimit);
    await transferred(v1, pair, 30_00);

    await setCashLimit(v1, pair.from, { value: 60_00, cycleType: 8 });

    const isKept = !carriedOut(await transfer(v1, pair, 31_00));
    observe(isKept ? 'keeps what was used' : 'forgets what was used');
  },
);

const nothingShown = 'getCardLimits shows no limits in a known form';
const noCycleType = 'a limit of a card is shown without its cycleType';

function cycleTypeIn(shown: Exchange): unknown {
  return memberOf(limitCalled(cashLimitName, shown), 'cycleType');
}

async function limitsOf(v1: V1Client, card: V1Card): Promise<Exchange> {
  const shown = await v1.getCardLimits({ cardIdentification: byNumber(card) });
  return promised(shown, 'v1.get-card-limits.succeeds');
}

/** The path of an object within an answer, such as `limits[]`. */
function placeOf(json: unknown, wanted: object | undefined): string {
  if (json === wanted || typeof json !== 'object' || json === null) return '';
  for (const [name, value] of Object.entries(json)) {
    const isItem = Array.isArray(json);
    const here = isItem ? '[]' : name;
    if (value === wanted) return here;
    const below = placeOf(value, wanted);
    if (below !== '') return below.startsWith('[') ? here + below : `${here}.${below}`;
  }
  return '';
}
