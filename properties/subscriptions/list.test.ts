import fc from 'fast-check';
import { aCustomerId } from '../../fixtures/builders/subscriptions.ts';
import { casesOf, check, expect, reached } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  idsIn,
  inOrderOf,
  learnStatusOrder,
  population,
  promisedList,
} from '../../fixtures/worlds/subscription-lists.ts';
import type { Ground } from '../../fixtures/worlds/small-subscriptions.ts';
import { listPlan, memberPlan } from '../arbitraries/subscriptions.ts';
import { fitting, isSorted } from '../models/subscription-list.ts';

// Document 3, part 4.8, rule 2: the list of subscriptions, of one customer each time. Single orders
// stand in suites/subscriptions/list-order.test.ts.

/** Enough for every population, and less than any sane largest size. */
const everything = 20;

/** Subscriptions of a customer, all pages of a list of them, and lists by filters. */
const listsOf = casesOf(
  [
    fc.array(memberPlan, { minLength: 5, maxLength: 9 }),
    listPlan,
    fc.integer({ min: 1, max: 4 }),
    fc.array(listPlan, { minLength: 3, maxLength: 6 }),
  ],
  async ({ subscriptions, initialPayment }: Ground, members, ofPages, size, questions) => {
    const customerId = aCustomerId();
    const known = await population(
      subscriptions,
      initialPayment,
      members.map((member) => ({ ...member, customerId })),
    );
    const { sortField, sortDirection } = ofPages;
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(known.length / size) }, (_, page) =>
        promisedList(subscriptions, { customerId, sortField, sortDirection, page, size }),
      ),
    );
    reached(known.length % size === 0 ? 'full last page' : 'short last page');

    const lists = await Promise.all(
      questions.map((question) =>
        promisedList(subscriptions, { ...question, customerId, size: everything }),
      ),
    );
    const answers = questions.map((question, place) => {
      const list = lists[place] as Exchange;
      const wanted = fitting(known, question);
      reached(`a list of ${wanted.length === 0 ? 'nothing' : 'something'}`);
      if (known.some(({ amount }) => amount === question.amountFrom)) reached('amountFrom hit');
      if (known.some(({ amount }) => amount === question.amountTo)) reached('amountTo hit');
      return { question, list, wanted };
    });
    // What a filter leaves in part has pages of its own.
    const left = answers.find(({ wanted }) => wanted.length > 1 && wanted.length < known.length);
    const ofLeft = await Promise.all(
      Array.from({ length: Math.ceil((left?.wanted.length ?? 0) / size) }, (_, page) =>
        promisedList(subscriptions, { ...left?.question, customerId, page, size }),
      ),
    );
    if (left !== undefined) reached('pages of a part');
    return { known, pages, size, sortField, sortDirection, answers, left, ofLeft };
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
        'pages of a part': 2,
      },
    },
  },
);

check(
  'subscriptions.list.equals-the-model',
  'lists exactly what fits any filter, in the order asked for',
  async ({ subscriptions, initialPayment, session }) => {
    const statusOrder = await learnStatusOrder(subscriptions, initialPayment);
    await listsOf(session, { subscriptions, initialPayment }, async ({ known, answers }) => {
      for (const { question, list, wanted } of answers) {
        const ids = idsIn(list);
        const words = sentExpectedGot(list, `exactly ${wanted.join(', ') || 'nothing'}`);
        expect(ids.toSorted(), words).toEqual(wanted.toSorted());
        const { sortField, sortDirection } = question;
        const inOrder = sentExpectedGot(list, `items by ${sortField}, ${sortDirection}`);
        const seen = inOrderOf(ids, known);
        expect(isSorted(seen, sortField, sortDirection, statusOrder), inOrder).toBe(true);
      }
    });
  },
);

check(
  'subscriptions.list.pages-partition',
  'holds every subscription that fits on one page, whatever the size, the order and the filter',
  async ({ subscriptions, initialPayment, session }) => {
    await listsOf(session, { subscriptions, initialPayment }, async (scene) => {
      const { known, pages, size, left, ofLeft } = scene;
      for (const [some, wanted] of [
        [pages, fitting(known, everyOne)],
        [ofLeft, left?.wanted ?? []],
      ] as const) {
        const words = sentExpectedGot(some, `each of ${wanted.length} once, on pages of ${size}`);
        expect(some.flatMap(idsIn).toSorted(), words).toEqual(wanted.toSorted());
      }
    });
  },
);

check(
  'subscriptions.list.pages-keep-the-order',
  'goes on with the order from page to page',
  async ({ subscriptions, initialPayment, session }) => {
    const statusOrder = await learnStatusOrder(subscriptions, initialPayment);
    await listsOf(session, { subscriptions, initialPayment }, async (scene) => {
      const { known, pages, size, sortField, sortDirection } = scene;
      const seen = inOrderOf(pages.flatMap(idsIn), known);
      const wanted = `pages of ${size} by ${sortField}, ${sortDirection}`;
      const words = sentExpectedGot(pages, wanted);
      expect(isSorted(seen, sortField, sortDirection, statusOrder), words).toBe(true);
    });
  },
);

const everyOne = { statuses: undefined, amountFrom: undefined, amountTo: undefined };
