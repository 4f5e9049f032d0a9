import { aCustomerId, aSubscription, terms } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { subscriptionIn, type SubscriptionsClient } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  amountOfPayment,
  billedSubscription,
  chargeDeclined,
  dayMs,
  expectCharges,
  expectStatus,
  goTo,
  isCharged,
  lookAt,
  lookOnceCharged,
  minuteMs,
  momentExpected,
  momentShown,
  spanInWords,
  type SubscriptionView,
  untilChargedMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import { idsIn } from '../../fixtures/worlds/subscription-lists.ts';
import { promised } from '../../fixtures/worlds/subscriptions.ts';
import { type Interval, oneIntervalAfter } from '../models/subscription.ts';
import { refusedOf } from './frames.ts';
import { validRequest } from './wrong-requests.ts';

// Document 3, parts 2.3, 3.2 and 4.8: what shows only later, or only at moments that are rare.

const interval: Interval = { value: 5, unit: 'DAYS' };

check(
  'subscriptions.frame.refusals-have-no-later-effect',
  'charges what was asked for in vain as if nobody had asked',
  async ({ subscriptions, initialPayment, control, session, skip }) => {
    const part = { ...terms(interval), amount: 18_15 };
    const billed = await billedSubscription(subscriptions, initialPayment, part, control);
    if ('missing' in billed) return skip(billed.missing);
    // One with a past, and without an email: 4.8 asks for that or a phone.
    const withPhone = { ...part, amount: 20_15, phone: '37120000001', email: undefined };
    const updated = inSmokeOnly()
      ? undefined
      : await billedSubscription(subscriptions, initialPayment, withPhone, control);
    const subjects = [billed];
    const acts: Exchange[] = [];
    if (updated !== undefined && !('missing' in updated)) {
      const { subscriptionId } = updated;
      const update = await subscriptions.update({ subscriptionId, amount: 18_15 });
      acts.push(promised(update, 'subscriptions.update.succeeds'));
      subjects.push(updated);
    }
    const { login } = subscriptions.settings;
    const strangers = [
      session.target.otherMerchant,
      { userName: login.userName },
      { password: login.password },
    ].flatMap((one) => (one === undefined ? [] : [subscriptions.as(one)]));

    for (const subject of subjects) {
      for (const operation of ['subscriptions.update', 'subscriptions.deactivate'] as const) {
        const refused = await refusedOf(subscriptions, operation, subject, 'ACTIVE');
        if (!refused.areRefused) return skip('a wrong request is taken, which others judge');
        acts.push(...refused.acts);
        const { body } = validRequest(operation, subject);
        for (const stranger of strangers) acts.push(await stranger.ask(operation, body));
      }
    }

    const standing = new Map(subjects.map((subject) => [subject, subject.start]));
    for (const count of [1, 2]) {
      const dues = [...standing.values()].flatMap(({ next }) => next?.moment ?? []);
      if (dues.length < subjects.length)
        return skip('an active subscription shows no nextChargeAt');
      for (const subject of subjects) {
        const due = standing.get(subject)?.next;
        const seen = await lookOnceCharged(control, subscriptions, subject, Math.max(...dues));
        standing.set(subject, seen);
        expectStatus(seen, 'ACTIVE');
        expectCharges(seen, subject, count);
        if (due === undefined) continue;
        const { earliest, latest } = oneIntervalAfter(due, interval);
        const next = seen.next?.moment ?? earliest;
        const words = sentExpectedGot([...acts, seen.exchange], 'charges of 1815 every 5 DAYS');
        // From which charge on an updated amount counts is not said, but for the second one.
        const amounts = subject === updated && count === 1 ? [20_15, 18_15] : [18_15];
        expect(amounts, words).toContain(amountOfPayment(seen.payments.at(-1)) ?? 18_15);
        expect(next >= earliest && next <= latest, words).toBe(true);
      }
    }
  },
);

/** Where years, months and days begin and end, in summer and winter. */
const edges = [
  '-12-31T23:59:40Z',
  '-01-01T00:00:20Z',
  '-02-28T23:59:40Z',
  '-03-01T00:00:20Z',
  '-03-29T01:30:00Z',
  '-07-01T12:00:00Z',
  '-10-31T01:30:00Z',
];

check(
  'subscriptions.calendar.created-is-now',
  'shows as created when a subscription was created, and lists it there, where days and years begin and end',
  async ({ subscriptions, control }) => {
    const begin = (await control.now()).getTime();
    await forEvery(
      edges,
      String,
      (edge) =>
        control.aside(async (own) => {
          await goTo(own, firstAfter(begin, edge));
          const customerId = aCustomerId();
          const earliest = (await own.now()).getTime();
          const created = promised(
            await subscriptions.create(aSubscription({ customerId })),
            'subscriptions.create.succeeds',
          );
          const latest = (await own.now()).getTime();

          const shown = momentShown(memberOf(subscriptionIn(created), 'created'))?.moment ?? 0;
          const words = momentExpected(created, 'created', spanInWords(earliest, latest));
          // Some cut off what is less than a second, or than a minute.
          expect(shown >= earliest - minuteMs && shown <= latest + 1_000, words).toBe(true);
          await expectListedAt(subscriptions, created, { customerId, from: shown, to: latest });
        }),
      { allAtOnce: true },
    );
  },
);

async function expectListedAt(
  subscriptions: SubscriptionsClient,
  created: Exchange,
  {
    customerId,
    from,
    to,
  }: { readonly customerId: string; readonly from: number; readonly to: number },
): Promise<void> {
  const [before, after] = [from - 2_000, to + 2_000].map((one) =>
    new Date(one).toISOString().replace(/\.\d+/, ''),
  );
  const id = String(memberOf(subscriptionIn(created), 'subscriptionId'));
  for (const [filter, wanted] of [
    [{ createdFrom: before, createdTo: after }, [id]],
    [{ createdFrom: after }, []],
    [{ createdTo: before }, []],
  ] as const) {
    const list = promised(
      await subscriptions.list({ customerId, ...filter }),
      'subscriptions.list.succeeds',
    );
    expect(idsIn(list), sentExpectedGot([created, list], `${wanted.length} listed`)).toEqual(
      wanted,
    );
  }
}

const paces: readonly { readonly interval: Interval; readonly becomes?: Interval }[] = [
  { interval: { value: 3, unit: 'DAYS' } },
  { interval: { value: 2, unit: 'WEEKS' } },
  { interval: { value: 1, unit: 'MONTHS' } },
  { interval: { value: 5, unit: 'DAYS' }, becomes: { value: 2, unit: 'WEEKS' } },
];

check(
  'subscriptions.open.active-till-keeps-pace',
  'shows activeTill as far from nextChargeAt after each charge as before the first',
  async ({ subscriptions, initialPayment, control, skip }) => {
    // It may be shown to last until the end of a day, so it begins at an hour when days end nearly nowhere.
    const now = (await control.now()).getTime();
    const begin = now - (now % dayMs) + dayMs + 10 * 60 * minuteMs;
    let first: Pace | undefined;
    const judge = ({ till, next, exchange }: SubscriptionView): void => {
      if (next === undefined) return;
      const apart = till === undefined ? undefined : till.moment - next.moment;
      first ??= { apart, exchange };
      expectAlike({ apart, exchange }, first);
    };
    await forEvery(
      paces,
      ({ interval: each, becomes }) =>
        `${inTerms(each)}${becomes === undefined ? '' : `, and then ${inTerms(becomes)}`}`,
      ({ interval: each, becomes }) =>
        control.aside(async (own) => {
          await goTo(own, begin);
          const billed = await billedSubscription(subscriptions, initialPayment, terms(each), own);
          if ('missing' in billed) return;
          judge(billed.start);
          let { next }: SubscriptionView = billed.start;
          if (becomes !== undefined) {
            const { subscriptionId } = billed;
            const update = { subscriptionId, ...terms(becomes) };
            promised(await subscriptions.update(update), 'subscriptions.update.succeeds');
            // It may be charged at another time from now on, or at once.
            ({ next } = await lookAt(subscriptions, billed));
          }
          for (let charge = 1; charge <= 2 && next !== undefined; charge += 1) {
            const standing = await lookOnceCharged(own, subscriptions, billed, next.moment);
            if (!isCharged(standing, billed)) return;
            // By which interval the period goes that an update finds is not shown; the second one is new.
            if (becomes === undefined || charge === 2) judge(standing);
            ({ next } = standing);
          }
        }),
      { allAtOnce: true },
    );

    if (first === undefined) return skip(chargeDeclined);
  },
);

/** What may have become of a charge before it was paid. */
const charges: readonly {
  readonly told: string;
  /** How long it was declined. */
  readonly declinedMs?: number;
  readonly update?: object;
}[] = [
  { told: 'a charge' },
  { told: 'a charge that was retried', declinedMs: untilChargedMs },
  { told: 'a charge that was retried for days', declinedMs: 3.5 * dayMs },
  { told: 'a charge after an update', update: { amount: 4_56, billingIntervalValue: 45 } },
  {
    told: 'a charge that was retried after an update',
    update: { amount: 4_56 },
    declinedMs: untilChargedMs,
  },
];

check(
  'subscriptions.open.active-till-is-ahead',
  'shows activeTill ahead after a charge, whatever became of it before',
  async ({ subscriptions, initialPayment, control }) => {
    await forEvery(
      charges,
      ({ told }) => told,
      ({ declinedMs, update }) =>
        control.aside(async (own) => {
          const part = terms({ value: 40, unit: 'DAYS' });
          const billed = await billedSubscription(subscriptions, initialPayment, part, own);
          if ('missing' in billed) return;
          const { subscriptionId, start, next } = billed;
          const isAheadAtFirst = (start.till?.moment ?? 0) > (await own.now()).getTime();
          if (!isAheadAtFirst || start.bindingId === undefined) return;
          if (update !== undefined) {
            const updated = await subscriptions.update({ subscriptionId, ...update });
            promised(updated, 'subscriptions.update.succeeds');
          }
          if (declinedMs !== undefined) {
            await own.decideCharges(start.bindingId, 'declined');
            await goTo(own, next.moment + declinedMs);
            if ((await lookAt(subscriptions, billed)).status !== 'UNPAID') return;
            await own.decideCharges(start.bindingId, 'approved');
          }

          await goTo(own, next.moment + 35 * dayMs);

          const paid = await lookAt(subscriptions, billed);
          const now = (await own.now()).getTime();
          // What has no charge to come may be one that was not paid.
          if (paid.status !== 'ACTIVE' || (paid.next?.moment ?? 0) <= now) return;
          if (paid.till === undefined) return;
          const wanted = 'activeTill ahead, as after the initial payment';
          const words = sentExpectedGot([start.exchange, paid.exchange], wanted);
          expect(paid.till.moment + dayMs > now, words).toBe(true);
        }),
      { allAtOnce: true },
    );
  },
);

/** How long before or after the next charge the paid period ends; undefined where its end is not shown. */
interface Pace {
  readonly apart: number | undefined;
  readonly exchange: Exchange;
}

function expectAlike({ apart, exchange }: Pace, first: Pace): void {
  const wanted = `activeTill ${inHours(first.apart)} from nextChargeAt, as at first`;
  const words = sentExpectedGot([first.exchange, exchange], wanted);
  // A charge may wait for a full hour, and clocks may be put forward or back.
  const isAlike =
    apart === undefined || first.apart === undefined
      ? apart === first.apart
      : Math.abs(apart - first.apart) <= 3 * 60 * minuteMs;
  expect(isAlike, words).toBe(true);
}

function inTerms({ value, unit }: Interval): string {
  return `every ${value} ${unit}`;
}

function inHours(apartMs: number | undefined): string {
  return apartMs === undefined ? 'as if null' : `${Math.round(apartMs / (60 * minuteMs))} hours`;
}

/** The first moment of such a date and time of day behind another one. */
function firstAfter(moment: number, edge: string): number {
  const year = new Date(moment).getUTCFullYear();
  const inYear = (one: number): number => Date.parse(`${one}${edge}`);
  return inYear(year) > moment ? inYear(year) : inYear(year + 1);
}
