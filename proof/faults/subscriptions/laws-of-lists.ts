import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, withRules } from '../tampering.ts';
import { onSubscriptions, withMembers } from './tampering.ts';

// Document 3, part 4.8, rule 2: bounds and orders of lists that are asked for in another way than usual.

const { subIsAmountInRange } = documentRules;

export const subscriptionLawOfListFaults: readonly Fault[] = [
  fault(
    'subscriptions.list.half-named-order',
    'upwards-by-default',
    'lists by another field than CREATED upwards where no direction is named',
    withMembers('list', ({ sortField = 'CREATED', sortDirection }) =>
      sortDirection === undefined && sortField !== 'CREATED' ? { sortDirection: 'ASC' } : {},
    ),
  ),
  fault(
    'subscriptions.list.half-named-order',
    'direction-alone',
    'minds a direction only where a field is named',
    withMembers('list', ({ sortField }) =>
      sortField === undefined ? { sortDirection: undefined } : {},
    ),
  ),
  fault(
    'subscriptions.list.far-bounds',
    '32-bits',
    'keeps bounds of amounts in 32 bits',
    withRules({
      subIsAmountInRange: (amount, { from, to }) =>
        subIsAmountInRange(amount, {
          from: from === undefined ? undefined : from | 0,
          to: to === undefined ? undefined : to | 0,
        }),
    }),
  ),
  fault(
    'subscriptions.list.far-bounds',
    'whole-units',
    'takes bounds of amounts to the next whole unit outside',
    withRules({
      subIsAmountInRange: (amount, { from, to }) =>
        subIsAmountInRange(amount, {
          from: from === undefined ? undefined : Math.floor(from),
          to: to === undefined ? undefined : Math.ceil(to),
        }),
    }),
  ),
  fault(
    'subscriptions.list.moments-in-any-zone',
    'read-as-utc',
    'reads the time of day of createdFrom and createdTo as that of UTC',
    withMembers('list', ({ createdFrom, createdTo }) => ({
      createdFrom: asOfUtc(createdFrom),
      createdTo: asOfUtc(createdTo),
    })),
  ),
  fault(
    'subscriptions.list.filters-together',
    'one-of-two',
    'does not mind amounts where createdFrom is asked for',
    withMembers('list', ({ createdFrom }) =>
      createdFrom === undefined ? {} : { amountFrom: undefined, amountTo: undefined },
    ),
  ),
  fault(
    'subscriptions.list.filters-together',
    'cancelled-of-any-age',
    'does not mind createdTo where CANCELLED ones are asked for',
    withMembers('list', ({ statuses }) =>
      Array.isArray(statuses) && statuses.includes('CANCELLED') ? { createdTo: undefined } : {},
    ),
  ),
  fault(
    'subscriptions.list.filters-together',
    'remembered-by-amounts',
    'remembers lists by their two amounts, written one behind the other',
    remembersLists(({ customerId, amountFrom, amountTo }) => [
      customerId,
      `${String(amountFrom)}${String(amountTo)}`,
    ]),
  ),
  fault(
    'subscriptions.list.filters-together',
    'remembered-by-customer',
    'remembers lists by customerId and amountFrom, written one behind the other',
    remembersLists(({ customerId, amountFrom, amountTo }) => [
      `${String(customerId)}${String(amountFrom)}`,
      amountTo,
    ]),
  ),
];

/** Answers a list as the one before it of the same key, until something else is asked. */
function remembersLists(keyOf: (body: Readonly<Members>) => readonly unknown[]): Tampering {
  return onSubscriptions(() => {
    const known = new Map<string, Promise<Response>>();
    return async ({ operation, body }, send) => {
      if (operation !== 'list') {
        known.clear();
        return send();
      }
      const { customerId: _id, amountFrom: _from, amountTo: _to, ...others } = body;
      const key = JSON.stringify([keyOf(body), others]);
      const list = known.get(key) ?? send();
      known.set(key, list);
      return (await list).clone();
    };
  });
}

function asOfUtc(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/[+-]\d\d:\d\d$/, 'Z') : text;
}
