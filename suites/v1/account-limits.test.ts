import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { without } from '../../fixtures/builders/spoil.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { limitExceptionsIn, limitMembers, limitsIn } from '../../fixtures/fields/v1-items.ts';
import { anAccountLimit, anException, learnAccountLimitName } from '../../fixtures/dialect/v1.ts';
import {
  newCard,
  newCustomer,
  promised,
  promisedToShow,
  type TestCustomer,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { limitCalled, transfer } from '../../fixtures/worlds/v1-limits.ts';
import {
  beginsAnew,
  expectLimit,
  expectSettings,
  hasKeptValue,
  settingsIn,
} from './limit-records.ts';

// Document 1, parts 2.6 and 4: changeAccountLimit and what getAccountLimits shows of it.

const changes = 'v1.change-account-limit.succeeds';
const shows = 'v1.get-account-limits.succeeds';
const showsAll = 'v1.account-limit.shows-every-field';

// Each limit comes with these fields (2.6); one that was set with fewer may have less to show.
check(
  'v1.account-limit.shows-every-field',
  'shows all fields of a limit of an account that was set',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const limit = anAccountLimit(name);
    const changed = await v1.changeAccountLimit({ accountNumber, limit });
    if (!carriedOut(changed)) return skip(wholeNotTaken);

    const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);

    const set = limitCalled(name, shown);
    const missing = limitMembers.filter((member) => (memberOf(set, member) ?? '') === '');
    const wanted = `a limit ${name} with ${limitMembers.join(', ')}`;
    expect(missing, sentExpectedGot(shown, wanted)).toEqual([]);
  },
);

check('v1.account-limit.unit', 'shows the limits of a fresh account', async ({ v1, observe }) => {
  const { accountNumber } = await newCustomer(v1);

  const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);

  const values = limitsIn(shown.answer.json).map((limit) => memberOf(limit, 'value'));
  observe(values.length === 0 ? 'no limits' : `values ${values.join(', ')}`);
});

for (const [id, part] of [
  ['v1.change-account-limit.shows-the-new-value', { value: 1_234_56 }],
  ['v1.change-account-limit.shows-the-new-value', { value: 1 }],
  ['v1.change-account-limit.shows-the-cycle-type', { cycleType: 2 }],
  ['v1.change-account-limit.shows-the-cycle-type', { cycleType: 8 }],
] as const) {
  check(id, `shows ${JSON.stringify(part)} of a limit of an account`, async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const limit = { ...anAccountLimit(name), ...part };

    const changed = await v1.changeAccountLimit({ accountNumber, limit });

    promised(changed, changes);
    const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);
    expectLimit(shown, limit.name, part);
  });
}

check(
  'v1.change-account-limit.shows-the-new-value',
  'shows the later of two values of a limit of an account',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const limit = anAccountLimit(name);

    for (const value of [2_222_00, 3_333_00]) {
      const changed = await v1.changeAccountLimit({ accountNumber, limit: { ...limit, value } });
      promised(changed, changes);
    }

    const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);
    expectLimit(shown, name, { value: 3_333_00 });
  },
);

check(
  'v1.frame.refusals-change-nothing',
  'shows no limit of an account that a refused change would have made',
  async ({ v1 }) => {
    const { accountNumber } = await newCustomer(v1);
    const namesNow = async (): Promise<readonly [unknown[], Exchange]> => {
      const shown = await v1.getAccountLimits({ accountNumber });
      return [limitsIn(shown.answer.json).map((limit) => memberOf(limit, 'name')), shown];
    };
    for (const [place, part] of [{ cycleType: 9 }, { value: 'many' }, { value: -1 }].entries()) {
      const [before] = await namesNow();
      const limit = { ...anAccountLimit(`T${uniqueNumber(8)}${place}`), ...part };

      const answer = await v1.ask('changeAccountLimit', { accountNumber, limit });

      // Which of these are refused is the affair of other requirements.
      if (carriedOut(answer)) continue;
      const [after, shown] = await namesNow();
      const words = sentExpectedGot([answer, shown], `the limits ${before.join(', ')}, as before`);
      expect(after, words).toEqual(before);
    }
  },
);

check(
  'v1.change-account-limit.shows-the-cycle-type',
  'leaves the value if only the cycleType is changed, and the cycleType if only the value is',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const change = (limit: object): Promise<Exchange> =>
      v1.changeAccountLimit({ accountNumber, limit });
    const whole = { ...anAccountLimit(name), value: 4_321_00, cycleType: 4 };
    promised(await change(whole), changes);
    const limits = async (): Promise<Exchange> =>
      promised(await v1.getAccountLimits({ accountNumber }), shows);
    const first = await limits();

    // Which members but name a change has to have is not shown for each target.
    const isCycled = carriedOut(await change({ name, cycleType: 8 }));
    if (!isCycled) return;
    const cycled = await limits();
    expectLimit(cycled, name, { cycleType: 8 });
    if (!hasKeptValue(cycled, name, 4_321_00)) return;
    if (!carriedOut(await change({ name, value: 5_432_00 }))) return;
    const valued = await limits();
    const cycle = beginsAnew([first, valued], name) ? {} : { cycleType: 8 };
    expectLimit(valued, name, { value: 5_432_00, ...cycle });
  },
);

check(
  'v1.change-account-limit.shows-the-dates',
  'shows startDate and endDate of a limit of an account',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const limit = anAccountLimit(name);

    const changed = await v1.changeAccountLimit({ accountNumber, limit });

    promised(changed, changes);
    const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);
    const names = (['startDate', 'endDate'] as const).filter((date) =>
      isDated(memberOf(limitCalled(name, shown), date)),
    );
    if (names.length === 0) promisedToShow(shown, 'startDate and endDate', showsAll);
    const dates = names.map((date) => [date, nearly(limit[date])]);
    expectLimit(shown, name, Object.fromEntries(dates));
  },
);

check(
  'v1.change-account-limit.shows-the-cycle-length',
  'shows the cycleLength of a limit of an account',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const part = { cycleLength: 2 };
    const limit = { ...anAccountLimit(name), ...part };

    const changed = await v1.changeAccountLimit({ accountNumber, limit });

    if (!carriedOut(changed)) return skip('an account limit with cycleLength 2 is not accepted');
    const shown = promised(await v1.getAccountLimits({ accountNumber }), shows);
    const length = memberOf(limitCalled(name, shown), 'cycleLength');
    if (length === undefined || length === null) promisedToShow(shown, 'cycleLength', showsAll);
    expectLimit(shown, name, part);
  },
);

check(
  'v1.change-account-limit.leaves-other-limits',
  'changes only the limit of the account that is named',
  async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const other = { ...anAccountLimit('ACCLIM02'), value: 7_777_00 };
    const hasTwo = carriedOut(await v1.changeAccountLimit({ accountNumber, limit: other }));
    const limit = { ...anAccountLimit(name), value: 8_888_00, cycleType: 2 };
    const before = promised(await v1.getAccountLimits({ accountNumber }), shows);
    if (!hasTwo && settingsIn(before, name).length === 0) {
      return skip('an account cannot be given two limits');
    }

    const changed = await v1.changeAccountLimit({ accountNumber, limit });

    promised(changed, changes);
    const after = promised(await v1.getAccountLimits({ accountNumber }), shows);
    expectSettings(after, settingsIn(before, name), name);
    expectLimit(after, name, { value: 8_888_00 });
  },
);

check(
  'v1.change-account-limit.concerns-one-account',
  'leaves the limits of another account',
  async ({ v1, skip }) => {
    const [one, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip(notTaken);
    const limit = { ...anAccountLimit(name), value: 6_666_00 };
    promised(await v1.changeAccountLimit({ accountNumber: other.accountNumber, limit }), changes);

    const changed = await v1.changeAccountLimit({
      accountNumber: one.accountNumber,
      limit: { ...limit, value: 3_333_00 },
    });

    promised(changed, changes);
    const shown = promised(
      await v1.getAccountLimits({ accountNumber: other.accountNumber }),
      shows,
    );
    expectLimit(shown, name, { value: 6_666_00 });
  },
);

check(
  'v1.change-account-limit.concerns-one-account',
  'shows no exception of a limit that another account was given',
  async ({ v1, skip }) => {
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip(notTaken);
    const [earlier, one, later] = [
      await newCustomer(v1),
      await newCustomer(v1),
      await newCustomer(v1),
    ];
    const change = (of: TestCustomer, part: object): Promise<Exchange> =>
      v1.changeAccountLimit({
        accountNumber: of.accountNumber,
        limit: { ...anAccountLimit(name), ...part },
      });
    const exception = { ...anException(), limitName: name };
    const shown = ({ accountNumber }: TestCustomer): Promise<Exchange> =>
      v1.getAccountLimits({ accountNumber });
    const hasException = ({ answer }: Exchange): boolean =>
      limitExceptionsIn(answer.json).some((each) =>
        String(memberOf(each, 'endDate')).startsWith(exception.endDate),
      );
    promised(await change(earlier, {}), changes);
    const limitExceptions = [{ ...exception, value: 6_000_00, cycleType: 0, cycleLength: 1 }];

    const changed = await change(one, { limitExceptions });

    // How a limit of an account comes by an exception is not shown.
    if (!carriedOut(changed) || !hasException(await shown(one))) return;
    promised(await change(later, {}), changes);
    for (const other of [earlier, later]) {
      const limits = promised(await shown(other), shows);
      const words = sentExpectedGot([changed, limits], 'no exception of the other account');
      expect(hasException(limits), words).toBe(false);
    }
  },
);

check(
  'v1.change-account-limit.shows-the-exception',
  'shows an exception that was sent with a limit as it was sent',
  async ({ v1, skip }) => {
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip(notTaken);
    for (const terms of [
      { value: 6_000_00, cycleType: 0, cycleLength: 1 },
      { value: 0, cycleType: 3, cycleLength: 2 },
    ]) {
      const { accountNumber } = await newCustomer(v1);
      const exception = { ...anException(), limitName: name, ...terms };
      const limit = { ...anAccountLimit(name), limitExceptions: [exception] };
      const changed = await v1.changeAccountLimit({ accountNumber, limit });
      const limits = await v1.getAccountLimits({ accountNumber });
      const shown = limitExceptionsIn(limits.answer.json).find((each) =>
        String(memberOf(each, 'endDate')).startsWith(exception.endDate),
      );
      // How a limit of an account comes by an exception is not shown.
      if (!carriedOut(changed) || shown === undefined) return;

      const asShown = Object.keys(terms).map(
        (member) => `${member} ${String(memberOf(shown, member))}`,
      );
      const wanted = Object.entries(terms).map(([member, value]) => `${member} ${value}`);
      expect(asShown, sentExpectedGot([changed, limits], wanted.join(', '))).toEqual(wanted);
    }
  },
);

for (const [id, names] of [
  ['v1.change-account-limit.currency-is-optional', ['currency']],
  ['v1.change-account-limit.dates-are-optional', ['startDate', 'endDate']],
] as const) {
  check(id, `takes a limit of an account without ${names.join(' and ')}`, async ({ v1, skip }) => {
    const { name, accountNumber } = await accountWithLimits({ v1, skip });
    const limit = anAccountLimit(name);
    const whole = await v1.changeAccountLimit({ accountNumber, limit });
    if (!carriedOut(whole)) return skip(wholeNotTaken);

    const part = names.reduce<object>((left, member) => without(left, member), limit);
    const changed = await v1.changeAccountLimit({ accountNumber, limit: part });

    expect(changed).toSucceed();
  });
}

check(
  'v1.change-account-limit.effect',
  'is asked for a debit and a transfer above the limit of an account',
  async ({ v1, observe, skip }) => {
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip(notTaken);
    const [from, to] = await Promise.all([fundedCard(v1, minorUnits(90_00)), newCard(v1)]);
    const limit = { ...anAccountLimit(name), value: 1 };
    await v1.changeAccountLimit({ accountNumber: from.accountNumber, limit });

    const debited = await v1.debitCard(anAmountOf(from, minorUnits(5_00)));
    const paid = await transfer(v1, { from, to }, 5_00);

    observe(`debit: ${answerSummary(debited)}, transfer: ${answerSummary(paid)}`);
  },
);

/** An account, and the name of a limit that it may be given. */
check(
  'v1.limits.current-value-follows-the-use',
  'leaves what was used of each limit of an account when another limit of it is set, or one anew',
  async ({ v1, skip }) => {
    const name = await learnAccountLimitName(v1);
    if (name === undefined) return skip(notTaken);
    const [card, other] = await Promise.all([fundedCard(v1, minorUnits(60_00)), newCard(v1)]);
    const { accountNumber } = card;
    const set = (limit: object): Promise<Exchange> =>
      v1.changeAccountLimit({ accountNumber, limit });
    const used = async (): Promise<readonly [ReadonlyMap<unknown, unknown>, Exchange]> => {
      const shown = await v1.getAccountLimits({ accountNumber });
      const limits = limitsIn(shown.answer.json).map(
        (limit) => [memberOf(limit, 'name'), memberOf(limit, 'currentValue')] as const,
      );
      return [new Map(limits), shown];
    };
    promised(await set({ ...anAccountLimit(name), value: 50_00 }), changes);
    const [unused] = await used();
    for (const act of [
      () => transfer(v1, { from: card, to: other }, 5_01),
      () => v1.debitCard(anAmountOf(card, minorUnits(6_02))),
    ])
      await act();
    const [before, first] = await used();
    const counting = [...before].filter(([limit, value]) => value !== unused.get(limit));
    // Whether it counts what was used, and what uses a limit of an account, is not shown.
    if (counting.length === 0) return skip('currentValue counts nothing that was used here');

    for (const another of [`T${uniqueNumber(8)}`, 'LMTP0108', 'LMTP0110']) {
      if (another === name) continue;
      const answer = await set({ ...anAccountLimit(another), value: 40_00 });
      const [now, shown] = await used();
      for (const [limit, value] of counting) {
        if (limit === another) continue;
        const words = `currentValue ${String(value)} of ${String(limit)} after another was set`;
        expect(now.get(limit), sentExpectedGot([first, answer, shown], words)).toBe(value);
      }
    }
  },
);

async function accountWithLimits({
  v1,
  skip,
}: {
  readonly v1: V1Client;
  readonly skip: (why: string) => never;
}): Promise<{ readonly name: string; readonly accountNumber: string }> {
  const [name, { accountNumber }] = await Promise.all([learnAccountLimitName(v1), newCustomer(v1)]);
  return name === undefined ? skip(notTaken) : { name, accountNumber };
}

const notTaken = 'no known name of an account limit is accepted';
const wholeNotTaken = 'an account limit with every member is not accepted';

function isDated(value: unknown): boolean {
  return !Number.isNaN(dayOf(value));
}

/** The same day, or the one before or after it: where the target stands is not said. */
function nearly(dateTime: string) {
  return expect.toSatisfy(
    (value) => Math.abs(dayOf(value) - dayOf(dateTime)) <= 86_400_000,
    `${dateTime}, or a day off it`,
  );
}

/** The day on which a date-time begins, in milliseconds. */
function dayOf(value: unknown): number {
  return Date.parse(String(value).slice(0, 10));
}
