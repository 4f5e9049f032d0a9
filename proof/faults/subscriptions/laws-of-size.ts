import { type Fault, fault } from '../fault.ts';
import type { Members } from '../tampering.ts';
import { inSubscriptionAnswer, itemsOf, withMembers } from './tampering.ts';

// Document 3, parts 2.3 and 4.8: large numbers, and texts that are long or not in ASCII.

/** As seconds these are more than 31 bits hold. */
const longest: Readonly<Record<string, number>> = {
  DAYS: 24_855,
  WEEKS: 3_550,
  MONTHS: 816,
  YEARS: 68,
};

export const subscriptionSizeFaults: readonly Fault[] = [
  fault(
    'subscriptions.size.long-intervals-are-long',
    'in-32-bits',
    'counts intervals in seconds of 32 bits with a sign, so that the longest are over at once',
    inSubscriptionAnswer('details', (answer) => {
      const { billingIntervalValue: value, billingIntervalUnit: unit, nextChargeAt } = answer;
      if (typeof nextChargeAt === 'string' && Number(value) > (longest[String(unit)] ?? Infinity))
        answer['nextChargeAt'] = new Date().toISOString();
    }),
  ),
  fault(
    'subscriptions.size.numbers-are-exact',
    'wraps-in-lists',
    'lists amounts as numbers of 32 bits',
    inSubscriptionAnswer('list', (answer) => {
      for (const item of itemsOf(answer)) item['amount'] = Number(item['amount']) | 0;
    }),
  ),
  fault(
    'subscriptions.size.numbers-are-exact',
    'capped',
    'takes amounts above a billion for a billion',
    withMembers(
      ['create', 'update'],
      numberOf('amount', (amount) => Math.min(amount, 10 ** 9)),
    ),
  ),
  fault(
    'subscriptions.size.numbers-are-exact',
    'in-single-precision',
    'updates amounts in single precision',
    withMembers('update', numberOf('amount', Math.fround)),
  ),
  fault(
    'subscriptions.size.numbers-are-exact',
    'sixteen-bits',
    'keeps no more than 16 bits of billingIntervalValue',
    withMembers(
      'create',
      numberOf('billingIntervalValue', (value) => value % 65_536 || 1),
    ),
  ),
  fault(
    'subscriptions.size.numbers-are-exact',
    'whole-pounds',
    'rounds amounts in pounds to whole ones',
    withMembers('create', ({ amount, currency }) =>
      currency === 826 ? { amount: Math.round(Number(amount) / 100) * 100 } : {},
    ),
  ),
  ...(
    [
      [
        'cut',
        'cuts a description after 255 characters',
        'description',
        (text) => text.slice(0, 255),
      ],
      ['folded', 'folds letters of a customerId to ASCII', 'customerId', folded],
      [
        'no-pictures',
        'leaves out what is beyond 16 bits',
        'description',
        (text) => text.replaceAll(/[^\0-\uFFFF]/gu, ''),
      ],
      [
        'escaped',
        'escapes a customerId for a page',
        'customerId',
        (text) => text.replaceAll('&', '&amp;'),
      ],
      ['short-email', 'cuts an email after 100 characters', 'email', (text) => text.slice(0, 100)],
      [
        'short-customer',
        'cuts a customerId after 64 characters',
        'customerId',
        (text) => text.slice(0, 64),
      ],
    ] satisfies readonly (readonly [string, string, string, (text: string) => string])[]
  ).map(([slug, what, member, change]) =>
    fault(
      'subscriptions.size.texts-are-exact',
      slug,
      what,
      withMembers('create', (body) => {
        const text = body[member];
        return typeof text === 'string' ? { [member]: change(text) } : {};
      }),
    ),
  ),
];

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/[\u0300-\u036F]/g, '');
}

function numberOf(member: string, change: (value: number) => number) {
  return (body: Readonly<Members>): Members => {
    const value = body[member];
    return typeof value === 'number' ? { [member]: change(value) } : {};
  };
}
