import fc from 'fast-check';
import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  idsIn,
  inOrderOf,
  population,
  promisedList,
} from '../../fixtures/worlds/subscription-lists.ts';
import { listPlan, memberPlan } from '../arbitraries/subscriptions.ts';
import { fitting, isSorted } from '../models/subscription-list.ts';

// Document 3, part 4.8, rule 2: the list of subscriptions, of one customer each time. Single orders
// stand in suites/subscriptions/list-order.test.ts.

/** Enough for every population, and less than any sane largest size. */
const everything = 20;

check(
  'subscriptions.list.equals-the-model',
  'lists exactly what fits any filter, in the order asked for',
  async ({ subscriptions, initialPayment }) => {
    const plans = fc.array(memberPlan, { minLength: 5, maxLength: 9 });
    const questions = fc.array(listPlan, { minLength: 3, maxLength: 6 });

    await forAll(
      [plans, questions],
      async (members, asked) => {
        const customerId = aCustomerId();
        const known = await population(
          subscriptions,
          initialPayment,
          members.map((member) => ({ ...member, customerId })),
        );

        for (const question of asked) {
          const list = await promisedList(subscriptions, {
            ...question,
            customerId,
            size: everything,
          });

          const wanted = fitting(known, question);
          reached(`a list of ${wanted.length === 0 ? 'nothing' : 'something'}`);
          reached(`sorted by ${question.sortField}`);
          if (known.some(({ amount }) => amount === question.amountFrom)) reached('amountFrom hit');
          if (known.some(({ amount }) => amount === question.amountTo)) reached('amountTo hit');
          const ids = idsIn(list);
          const words = sentExpectedGot(list, `exactly ${wanted.join(', ') || 'nothing'}`);
          expect(ids.toSorted(), words).toEqual(wanted.toSorted());
          const { sortField, sortDirection } = question;
          const inOrder = sentExpectedGot(list, `items by ${sortField}, ${sortDirection}`);
          expect(isSorted(inOrderOf(ids, known), sortField, sortDirection), inOrder).toBe(true);
        }
      },
      {
        share: 0.25,
        least: {
          accepted: 80,
          depth: 14,
          reached: {
            'a list of something': 5,
            'a list of nothing': 1,
            'amountFrom hit': 2,
            'amountTo hit': 2,
          },
        },
      },
    );
  },
);

const pagePlans = fc.array(memberPlan, { minLength: 5, maxLength: 9 });
const pageSize = fc.integer({ min: 1, max: 4 });

check(
  'subscriptions.list.pages-partition',
  'holds every subscription on one page, whatever the size and the order',
  async ({ subscriptions, initialPayment }) => {
    await forAll(
      [pagePlans, listPlan, pageSize],
      async (members, { sortField, sortDirection }, size) => {
        const customerId = aCustomerId();
        const known = await population(
          subscriptions,
          initialPayment,
          members.map((member) => ({ ...member, customerId })),
        );

        reached(known.length % size === 0 ? 'full last page' : 'short last page');
        const pages = Array.from({ length: Math.ceil(known.length / size) }, (_, page) =>
          promisedList(subscriptions, { customerId, sortField, sortDirection, page, size }),
        );
        const ids = (await Promise.all(pages)).flatMap(idsIn);

        const wanted = fitting(known, everyOne);
        expect(ids.toSorted(), `${pages.length} pages of ${size}`).toEqual(wanted.toSorted());
      },
      { share: 0.25, least: { accepted: 80, depth: 14 } },
    );
  },
);

check(
  'subscriptions.list.pages-keep-the-order',
  'goes on with the order from page to page',
  async ({ subscriptions, initialPayment }) => {
    await forAll(
      [pagePlans, listPlan, pageSize],
      async (members, { sortField, sortDirection }, size) => {
        const customerId = aCustomerId();
        const known = await population(
          subscriptions,
          initialPayment,
          members.map((member) => ({ ...member, customerId })),
        );

        reached(known.length % size === 0 ? 'full last page' : 'short last page');
        const pages = Array.from({ length: Math.ceil(known.length / size) }, (_, page) =>
          promisedList(subscriptions, { customerId, sortField, sortDirection, page, size }),
        );
        const seen = inOrderOf((await Promise.all(pages)).flatMap(idsIn), known);

        const words = `${pages.length} pages of ${size} by ${sortField}, ${sortDirection}`;
        expect(isSorted(seen, sortField, sortDirection), words).toBe(true);
      },
      { share: 0.25, least: { accepted: 80, depth: 14 } },
    );
  },
);

const everyOne = { statuses: undefined, amountFrom: undefined, amountTo: undefined };
