import { aFullCardholder, aVerification } from '../../../fixtures/builders/v2.ts';
import { withValue } from '../../../fixtures/builders/spoil.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectSame } from '../../../fixtures/expect-facts.ts';
import type { Facts } from '../../../fixtures/operations/operation.ts';
import { type Exchange, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { textAt } from '../../../fixtures/worlds/v2.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 2, part 2.1: a cardholder is known by its id. What else two have in common, as two of one family or
// of one firm do, makes neither of them the other.

/** What two cardholders may have in common. */
const common = [
  ['email'],
  ['phoneNumber'],
  ['firstName', 'lastName'],
  ['dateOfBirth'],
  ['firstName', 'lastName', 'dateOfBirth'],
  ['billingAddress'],
  ['verification'],
] as const;

/** Every member of a cardholder, those of an object each for itself: what else it shows is its own affair. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  billingAddress: ['city', 'country', 'line1', 'line2', 'postalCode', 'state'],
  verification: ['idType', 'documentId'],
};
const members = [
  'id',
  'email',
  'phoneNumber',
  'firstName',
  'lastName',
  'dateOfBirth',
  'status',
].concat(Object.keys(partsOf));

export const eachKeepsItsOwn = rowsOf(
  common,
  (paths) => `two cardholders with the same ${paths.join(', ')}`,
  async (v2: V2Client, paths) => {
    const [sent, other] = paths.includes('verification' as never)
      ? [whole(), whole()]
      : [aFullCardholder(), aFullCardholder()];
    const first = await v2.createCardholder(sent);
    // Which identity documents there are is not shown.
    if (!succeeded(first)) return;
    const before = await v2.getCardholder(textAt(first, 'id'));
    const alike = paths.reduce<object>(
      (body, path) => withValue(body, path, memberOf(sent, path)),
      other,
    );
    const second = await v2.createCardholder(alike);
    // Whether two may have one telephone or one address of mail is not shown.
    if (!succeeded(second)) return;

    const after = await v2.getCardholder(textAt(first, 'id'));
    const shown = await v2.getCardholder(textAt(second, 'id'));

    expectSame(factsIn(before, members), factsIn(after, members), {
      acts: [first, second],
      told: `another cardholder was created with the same ${paths.join(', ')}`,
      as: 'before',
    });
    expectSame(factsIn(after, paths), factsIn(shown, paths), {
      acts: [first, second],
      told: `the second cardholder with the same ${paths.join(', ')}`,
      as: 'the first, which was sent the same',
    });
    for (const name of ['firstName', 'lastName']) {
      const [wanted, has] = [memberOf(alike, name), memberOf(shown.answer.json, name)];
      const about = sentExpectedGot([first, second, shown], `${name} ${String(wanted)}`);
      expect(has, about).toBe(wanted);
    }
  },
);

function whole(): object {
  return { ...aFullCardholder(), verification: aVerification('passport') };
}

function factsIn({ answer }: Exchange, names: readonly string[]): Facts {
  const paths = names.flatMap((name) => partsOf[name]?.map((part) => `${name}.${part}`) ?? [name]);
  return paths.map((kind) => ({
    of: 'the cardholder',
    kind,
    shown: String(memberOf(answer.json, kind)),
  }));
}
