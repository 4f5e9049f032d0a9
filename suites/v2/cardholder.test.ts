import { perhapsMasked } from '../../fixtures/worlds/v2-as-shown.ts';
import { aCardholder, aFullCardholder, aVerification } from '../../fixtures/builders/v2.ts';
import { onlyMember } from '../../fixtures/builders/spoil.ts';
import { asPosted } from '../../fixtures/builders/texts.ts';
import { check, expect } from '../../fixtures/check.ts';
import { otherThan } from '../../fixtures/expect.ts';
import { inShort, isUnset, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { cardholderMembers } from '../../fixtures/fields/v2.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { learnIdType } from '../../fixtures/dialect/v2.ts';
import { cardholderNow, newCardholder, promised, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, part 2.1: cardholder.

for (const field of cardholderMembers.fields) {
  check(field.requirement, `shows ${field.path}: ${field.wanted}`, async ({ v2, session }) => {
    const idType = await learnIdType(session, v2);
    const sent = aFullCardholder(
      idType === undefined ? {} : { verification: aVerification(idType) },
    );

    const created = await v2.createCardholder(sent);
    expect(promised(created, 'v2.cardholder-creation.answers-201')).toShow(field);

    expect(await cardholderNow(v2, textAt(created, 'id'))).toShow(field);
    const least = await v2.createCardholder(aCardholder());
    expect(promised(least, 'v2.cardholder-creation.answers-201')).toShow(field);
  });
}

check('v2.cardholder.ids-differ', 'gives two cardholders two ids', async ({ v2 }) => {
  const first = await newCardholder(v2);

  const second = await v2.createCardholder(aCardholder());

  expect(promised(second, 'v2.cardholder-creation.answers-201')).toSucceed({
    id: otherThan(first),
  });
});

const kept: readonly (readonly [RequirementId, string])[] = [
  ['v2.cardholder.keeps-country', 'billingAddress.country'],
  ['v2.cardholder.keeps-postal-code', 'billingAddress.postalCode'],
  ['v2.cardholder.keeps-city', 'billingAddress.city'],
  ['v2.cardholder.keeps-line1', 'billingAddress.line1'],
  ['v2.cardholder.keeps-line2', 'billingAddress.line2'],
  ['v2.cardholder.keeps-state', 'billingAddress.state'],
  ['v2.cardholder.keeps-email', 'email'],
  ['v2.cardholder.keeps-first-name', 'firstName'],
  ['v2.cardholder.keeps-last-name', 'lastName'],
  ['v2.cardholder.keeps-date-of-birth', 'dateOfBirth'],
  ['v2.cardholder.keeps-status-active', 'status'],
];

/** The last days of all months, in a leap year that ends a century too, and days that are rare. */
const rareDays = [
  ...[31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map(
    (last, month) => `2000-${String(month + 1).padStart(2, '0')}-${last}`,
  ),
  '1996-02-29',
  '1999-02-28',
  '1969-12-31',
  '1970-01-01',
];

for (const [id, path] of kept) {
  check(id, `keeps ${path} as it was sent`, async ({ v2 }) => {
    const sent = aFullCardholder();

    const created = await v2.createCardholder(sent);

    const value = memberOf(sent, path);
    const isLine = /\.(?:city|line1|line2|state)$/.test(path);
    const asKept = isLine
      ? expect.toSatisfy((shown) => asPosted(shown) === asPosted(value), String(value))
      : value;
    const wanted = onlyMember(path, asKept);
    expect(promised(created, 'v2.cardholder-creation.answers-201')).toSucceed(wanted);
    expect(await cardholderNow(v2, textAt(created, 'id'))).toSucceed(wanted);
    if (path !== 'dateOfBirth' || inSmokeOnly()) return;
    for (const dateOfBirth of rareDays) {
      const born = await v2.createCardholder({ ...aFullCardholder(), dateOfBirth });
      expect(born).toSucceed({ dateOfBirth });
      expect(await cardholderNow(v2, textAt(born, 'id'))).toSucceed({ dateOfBirth });
    }
  });
}

check('v2.cardholder.keeps-phone-number', 'keeps the digits of phoneNumber', async ({ v2 }) => {
  const sent = aCardholder();

  const created = await v2.createCardholder(sent);

  // Spaces, a plus sign and the like may be normalised away, and all but the end be masked.
  const [all, last] = [0, -4].map((from) =>
    sent.phoneNumber.replaceAll(/\D/g, '').slice(from).split('').join('\\D*'),
  );
  const form = new RegExp(`^(?:\\D*${all}|[\\d+ ]{0,5}[*xX•#]+\\D*${last})\\D*$`);
  const wanted = { phoneNumber: expect.stringMatching(form) };
  expect(promised(created, 'v2.cardholder-creation.answers-201')).toSucceed(wanted);
  expect(await cardholderNow(v2, textAt(created, 'id'))).toSucceed(wanted);
});

check(
  'v2.cardholder.keeps-verification',
  'keeps the identity document',
  async ({ v2, session, skip }) => {
    const idType = await learnIdType(session, v2);
    if (idType === undefined) return skip('no known idType is accepted; its values are not shown');
    const verification = aVerification(idType);

    const created = await v2.createCardholder(aCardholder({ verification }));

    promised(created, 'v2.cardholder-creation.answers-201');
    for (const answer of [created, await cardholderNow(v2, textAt(created, 'id'))]) {
      const number = memberOf(answer.answer.json, 'verification.documentId');
      // It need not be given back, nor in full.
      const documentId = isUnset(number)
        ? {}
        : { documentId: perhapsMasked(verification.documentId) };
      expect(answer).toSucceed({ verification: { idType, ...documentId } });
    }
  },
);

check(
  'v2.cardholder.status-values',
  'is created as blocked and without status',
  async ({ v2, observe }) => {
    const blocked = await v2.createCardholder(aCardholder({ status: 'blocked' }));
    const without = await v2.createCardholder(aCardholder());

    const shown = memberOf(without.answer.json, 'status');
    observe(
      `blocked: ${inShort(blocked)}; without status: ${JSON.stringify(shown) ?? 'none shown'}`,
    );
  },
);

check('v2.cardholder.id-type-values', 'takes some identity documents', async ({ v2, observe }) => {
  const taken: string[] = [];
  for (const idType of ['passport', 'PASSPORT', 'nationalId', 'id_card', 'no-such-document']) {
    const verification = aVerification(idType);
    if (succeeded(await v2.createCardholder(aCardholder({ verification })))) taken.push(idType);
  }

  observe(taken.length === 0 ? 'accepts none of those tried' : `takes ${taken.join(', ')}`);
});

check('v2.cardholder.update-schema', 'is asked to change an email', async ({ v2, observe }) => {
  const id = await newCardholder(v2);
  const path = `/v2/cardholders/${encodeURIComponent(id)}`;

  const patched = await v2.send({
    operation: 'undocumented',
    method: 'PATCH',
    path,
    body: JSON.stringify({ email: 'new@example.com' }),
  });
  const put = await v2.send({
    operation: 'undocumented',
    method: 'PUT',
    path,
    body: JSON.stringify(aCardholder({ email: 'newer@example.com' })),
  });

  observe(`PATCH: ${inShort(patched)}; PUT: ${inShort(put)}`);
});

for (const [method, change] of [
  ['PATCH', { email: 'new@example.com' }],
  ['PATCH', { billingAddress: { city: 'Toledo' } }],
  ['PUT', { email: 'newer@example.com' }],
] as const) {
  check(
    'v2.cardholder-update.keeps-the-form',
    `can still be read after a ${method} of ${Object.keys(change).join()}`,
    async ({ v2 }) => {
      const created = await v2.createCardholder(aFullCardholder());
      const id = textAt(promised(created, 'v2.cardholder-creation.answers-201'), 'id');
      const path = `/v2/cardholders/${encodeURIComponent(id)}`;

      await v2.send({ operation: 'undocumented', method, path, body: JSON.stringify(change) });

      const read = await v2.getCardholder(id);
      expect(read).toSucceed({ id });
      for (const field of cardholderMembers.fields) expect(read).toShow(field);
    },
  );
}
