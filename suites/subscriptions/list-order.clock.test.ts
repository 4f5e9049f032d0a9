import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  billedSubscription,
  chargeDeclined,
  dayMs,
  goTo,
  isCharged,
  lookAt,
  lookOnceCharged,
  minuteMs,
  noNextCharge,
  onceCharged,
  type SubscriptionView,
  untilChargedLateMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import { newSubscription } from '../../fixtures/worlds/subscriptions.ts';
import { idsIn, promisedList } from '../../fixtures/worlds/subscription-lists.ts';

// Document 3, part 4.8, rule 2: the order of lists in which something is overdue. Others stand in
// list-order.test.ts.

check(
  'subscriptions.list.sort-next-charge-at-asc',
  'lists what is UNPAID at its next charge, not where its period has ended',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const customerId = aCustomerId();
    const begin = (billingIntervalValue: number) =>
      billedSubscription(subscriptions, initialPayment, {
        customerId,
        billingIntervalValue,
        billingIntervalUnit: 'DAYS',
      });
    const steady = inSmokeOnly() ? undefined : await begin(300);
    const overdue = await begin(100);
    if ('missing' in overdue) return skip(overdue.missing);
    const { bindingId } = overdue.start;
    if (bindingId === undefined) return skip('an active subscription shows no bindingId');
    // Due half a day after the period that is not paid for, which is before most retries.
    await goTo(control, overdue.next.moment - dayMs / 2);
    const soon = await begin(1);
    if ('missing' in soon) return skip(soon.missing);
    await control.decideCharges(bindingId, 'declined');
    await lookOnceCharged(control, subscriptions, overdue, overdue.next.moment);

    // First those, which show what was declined once it shows at all.
    const [first, second] = [
      await lookAt(subscriptions, soon),
      await lookAt(subscriptions, overdue),
    ];
    if (second.status !== 'UNPAID' || second.next === undefined) return skip(noRetry);
    const list = await promisedList(subscriptions, {
      customerId,
      sortField: 'NEXT_CHARGE_AT',
      sortDirection: 'ASC',
    });

    const due = new Map([
      [soon.subscriptionId, dueOf(first)],
      [overdue.subscriptionId, dueOf(second)],
    ]);
    const moments = idsIn(list)
      .filter((id) => steady === undefined || 'missing' in steady || id !== steady.subscriptionId)
      .map((id) => due.get(id) ?? Number.NaN);
    const words = sentExpectedGot([first.exchange, second.exchange, list], 'both, by nextChargeAt');
    // Where all is charged at night, both may be due in the same one.
    expect(moments, words).toEqual([...due.values()].toSorted((one, other) => one - other));

    // What stands between two that are ACTIVE by when it was created does not by its status: judged of any list.
    if (steady === undefined) return;
    for (const sortDirection of ['ASC', 'DESC'])
      await promisedList(subscriptions, { customerId, sortField: 'STATUS', sortDirection });
  },
);

for (const [isOfEverybody, whose] of [
  [false, 'of a customer'],
  [true, 'of everybody'],
] as const) {
  check(
    'subscriptions.list.sort-next-charge-at-asc',
    `lists what was charged at its next charge, not where it has been charged, in a list ${whose}`,
    async ({ subscriptions, initialPayment, control, session, skip }) => {
      const { otherMerchant } = session.target;
      // Nobody else is at work there, whose requests might put in order what is kept for all.
      const asked =
        isOfEverybody && otherMerchant !== undefined
          ? subscriptions.as(otherMerchant)
          : subscriptions;
      const customerId = aCustomerId();
      const amount = 1_000 + (Number(uniqueNumber(8)) % 9_000);
      const begin = (billingIntervalValue: number) => {
        const part = { customerId, amount, billingIntervalValue, billingIntervalUnit: 'DAYS' };
        return billedSubscription(asked, initialPayment, part, control);
      };
      const first = await begin(10);
      const second = await begin(15);
      if ('missing' in first) return skip(first.missing);
      if ('missing' in second) return skip(second.missing);
      const byNextCharge = {
        ...(isOfEverybody ? { amountFrom: amount, amountTo: amount } : { customerId }),
        sortField: 'NEXT_CHARGE_AT',
        sortDirection: 'ASC',
      };
      const before = await promisedList(asked, byNextCharge);

      const soon = onceCharged(first.next.moment, untilChargedLateMs);
      await control.moveClockBetween(new Date(soon), new Date(soon + 3 * dayMs));

      const charged = await lookAt(asked, first);
      if (!isCharged(charged, first)) return skip(chargeDeclined);
      const waiting = await lookAt(asked, second);
      if (charged.next === undefined || waiting.next === undefined) return skip(noNextCharge);
      const after = await promisedList(asked, byNextCharge);
      for (const [list, firstView, secondView] of [
        [before, first.start, second.start],
        [after, charged, waiting],
      ] as const) {
        const due = new Map([
          [first.subscriptionId, dueOf(firstView)],
          [second.subscriptionId, dueOf(secondView)],
        ]);
        // Others may cost the same.
        const moments = idsIn(list)
          .filter((id) => !isOfEverybody || due.has(id))
          .map((id) => due.get(id) ?? Number.NaN);
        const views = [firstView.exchange, secondView.exchange, list];
        expect(moments, sentExpectedGot(views, 'both, by nextChargeAt')).toEqual(
          [...due.values()].toSorted((one, other) => one - other),
        );
      }
    },
  );
}

check(
  'subscriptions.list.sort-next-charge-at-asc',
  'lists what is charged at another time of the same day by that time, whichever was created first',
  async ({ subscriptions, initialPayment, control, skip }) => {
    const customerId = aCustomerId();
    const part = { customerId, billingIntervalValue: 40, billingIntervalUnit: 'DAYS' };
    const [early, late] = [
      await newSubscription(subscriptions, part),
      await newSubscription(subscriptions, part),
    ];
    const start = (await control.now()).getTime();
    // The one that was created last is paid first, and so it is charged first.
    const views: SubscriptionView[] = [];
    for (const [subject, minutes] of [
      [late, 0],
      [early, 10],
    ] as const) {
      await control.letPass(start, minutes * minuteMs);
      const missing = await initialPayment(subject.mdOrder);
      if (missing !== undefined) return skip(missing.missing);
      views.push(await lookAt(subscriptions, subject));
    }
    const [first, second] = views.map((view) => dueOf(view));
    // Where all is charged at night, both may be due at the same moment.
    if (first === undefined || second === undefined || !(first < second)) return skip(noNextCharge);

    for (const [sortDirection, wanted] of [
      ['ASC', [late, early]],
      ['DESC', [early, late]],
    ] as const) {
      const by = { customerId, sortField: 'NEXT_CHARGE_AT', sortDirection };
      const list = await promisedList(subscriptions, by);
      const words = sentExpectedGot(
        [...views.map(({ exchange }) => exchange), list],
        'both, by nextChargeAt',
      );
      const ids = wanted.map(({ subscriptionId }) => subscriptionId);
      expect(idsIn(list), words).toEqual(ids);
      if (inSmokeOnly()) continue;
      // In that order before it is cut into pages, not after.
      const pages = await Promise.all(
        [0, 1].map((page) => promisedList(subscriptions, { ...by, page, size: 1 })),
      );
      const onPages = sentExpectedGot([list, ...pages], 'the same on two pages of one');
      expect(pages.flatMap(idsIn), onPages).toEqual(ids);
    }
  },
);

const noRetry = 'needs an UNPAID subscription that shows when it is charged next';

function dueOf({ next }: SubscriptionView): number {
  return next?.moment ?? Number.NaN;
}
