import {
  aCardholder,
  aFullCardholder,
  aTopUp,
  aVerification,
} from '../../../fixtures/builders/v2.ts';
import { nearEmails } from '../../../fixtures/builders/near-emails.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { withValue } from '../../../fixtures/builders/spoil.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { expectOnlyChanged, expectSame } from '../../../fixtures/expect-facts.ts';
import type { Facts } from '../../../fixtures/operations/operation.ts';
import { type Exchange, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { type NamedCard, factsOf } from '../../../fixtures/worlds/v2-facts.ts';
import { balanceOf, newCardOf, type TestCard, textAt } from '../../../fixtures/worlds/v2.ts';
import { inSmokeOnly } from '../../../fixtures/repeated.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

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

/** Country and code fit together. */
const abroad = { country: 'FR', postalCode: '75011', city: 'Paris', line1: '7 rue Oberkampf' };

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

/** A document of one country may have the number of one of another, and two of another country the same name. */
const inAnotherCountry: readonly (typeof common)[number][] = [
  ['verification'],
  ['firstName', 'lastName', 'dateOfBirth'],
];
const pairs = [
  ...common.map((paths) => ({ paths, from: 'of one country' })),
  ...inAnotherCountry.map((paths) => ({ paths, from: 'of two countries' })),
];

export const eachKeepsItsOwn = rowsOf(
  pairs,
  ({ paths, from }) => `two cardholders ${from} with the same ${paths.join(', ')}`,
  async (v2: V2Client, { paths, from }) => {
    const [sent, native] = paths.includes('verification' as never)
      ? [whole(), whole()]
      : [aFullCardholder(), aFullCardholder()];
    const other = from === 'of one country' ? native : { ...native, billingAddress: abroad };
    const first = await v2.createCardholder(sent);
    // Which identity documents there are is not shown.
    if (!succeeded(first)) return;
    const before = await v2.getCardholder(textAt(first, 'id'));
    const issued = await newCardOf(v2, textAt(first, 'id'));
    await v2.createTopUp(aTopUp(issued, minorUnits(12_00)));
    const card: NamedCard = { ...issued, name: 'the card of the first', account: '', euro: 1 };
    const cardBefore = await factsOf(v2, { cardholders: [], cards: [card] });
    const alike = paths.reduce<object>(
      (body, path) => withValue(body, path, memberOf(sent, path)),
      other,
    );
    const second = await v2.createCardholder(alike);
    // Whether two may have one telephone or one address of mail is not shown.
    if (!succeeded(second)) return;
    const cardholder = textAt(second, 'id');
    const another = await v2.createCard({ productName: v2.productName, cardholder });

    const after = await v2.getCardholder(textAt(first, 'id'));
    const shown = await v2.getCardholder(textAt(second, 'id'));

    expectSame(factsIn(before, members), factsIn(after, members), {
      acts: [first, second],
      told: `another cardholder was created with the same ${paths.join(', ')}`,
      as: 'before',
    });
    expectOnlyChanged(cardBefore, await factsOf(v2, { cardholders: [], cards: [card] }), {
      acts: [first, second, another],
      told: `another cardholder with the same ${paths.join(', ')}, and a card of it`,
    });
    if (succeeded(another)) {
      const [own, taken] = [another, await v2.getCard(issued.id)].map(({ answer }) =>
        memberOf(answer.json, 'account.accountNumber'),
      );
      const words = `an account of its own, not ${String(taken)}`;
      expect(own, sentExpectedGot([first, second, another], words)).not.toBe(taken);
    }
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

/** What nobody can know of a cardholder who has not told it. */
const untold = ['email', 'dateOfBirth', 'verification.documentId', 'billingAddress.line1'];

export const nothingIsTakenOver = rowsOf(
  [['email'], ['phoneNumber'], ['firstName', 'lastName'], ['dateOfBirth']] as const,
  (paths) => `a cardholder who has told less than one with the same ${paths.join(', ')}`,
  async (v2: V2Client, paths) => {
    if (inSmokeOnly()) return;
    const full = whole();
    const taken = await v2.createCardholder(full);
    // Which identity documents there are is not shown.
    const sent = succeeded(taken) ? full : aFullCardholder();
    const first = succeeded(taken) ? taken : await v2.createCardholder(sent);
    const less = paths.reduce<object>(
      (body, path) => withValue(body, path, memberOf(sent, path)),
      aCardholder(),
    );
    const second = await v2.createCardholder(less);
    // Whether two may have one telephone or one address of mail is not shown.
    if (!succeeded(first) || !succeeded(second)) return;

    const shown = await v2.getCardholder(textAt(second, 'id'));

    for (const path of untold.filter((one) => !paths.includes(one as never))) {
      const words = sentExpectedGot([first, second, shown], `no ${path}, since none was sent`);
      const [told, is] = [memberOf(sent, path), memberOf(shown.answer.json, path)];
      expect(is !== undefined && is === told, words).toBe(false);
    }
  },
);

export const nearIsAnother = rowsOf(
  nearEmails,
  ({ differIn }) => `two cardholders whose emails differ in ${differIn}`,
  async (v2: V2Client, { two }) => {
    const created: Exchange[] = [];
    for (const email of two()) {
      created.push(await v2.createCardholder({ ...aFullCardholder(), email }));
    }
    // Whether an email like another is taken is not shown.
    if (!created.every(succeeded)) return;
    const [first, second] = (await Promise.all(
      created.map((cardholder) => newCardOf(v2, textAt(cardholder, 'id'))),
    )) as [TestCard, TestCard];
    const topUp = await v2.createTopUp(aTopUp(first, minorUnits(12_00)));

    const held = await balanceOf(v2, second);

    const words = `${second.balance}, as before the top-up of the other cardholder`;
    expect(held, sentExpectedGot([...created, topUp], words)).toBe(second.balance);
  },
);

/** Each with a value that the first of the row hardly has. */
const differing = [
  ['firstName', 'Berta'],
  ['lastName', 'Quiroga'],
  ['dateOfBirth', '1949-03-14'],
  ['billingAddress.city', 'Toledo'],
  ['billingAddress.line1', 'Gran Via 407'],
  ['billingAddress.line2', 'Piso 12'],
  ['billingAddress.state', 'Toledo'],
  ['billingAddress.postalCode', '45001'],
] as const;

export const oneMemberTellsApart: LawRow<V2Client> = {
  name: 'cardholders who differ from another in one member alone',
  ask: async (v2) => {
    if (inSmokeOnly()) return;
    const sent = aFullCardholder();
    const created = await v2.createCardholder(sent);
    const first = await v2.getCardholder(textAt(created, 'id'));
    for (const [path, value] of differing) {
      // The names of the first are drawn from lists of many.
      if (memberOf(sent, path) === value) continue;
      // Whether two may have one telephone or one address of mail is not shown.
      const { email, phoneNumber } = aFullCardholder();
      const other = await v2.createCardholder({
        ...withValue(sent, path, value),
        email,
        phoneNumber,
      });
      if (!succeeded(other)) continue;

      const shown = await v2.getCardholder(textAt(other, 'id'));

      const words = sentExpectedGot([created, other, shown], `${path} ${value}`);
      const [before, own] = [first, shown].map(({ answer }) => memberOf(answer.json, path));
      expect(own !== undefined && own === before, words).toBe(false);
    }
    const after = await v2.getCardholder(textAt(created, 'id'));
    expectSame(factsIn(first, members), factsIn(after, members), {
      acts: [created],
      told: 'others were created who differ from it in one member alone',
      as: 'before',
    });
  },
};

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
