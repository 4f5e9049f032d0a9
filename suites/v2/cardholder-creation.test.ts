import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { aCardholder, aFullCardholder } from '../../fixtures/builders/v2.ts';
import {
  onlyMember,
  unknownIdLike,
  without,
  withNothingIn,
  withValue,
} from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { memberExpected, sentExpectedGot } from '../../fixtures/expect.ts';
import { inShort, isUnset, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { v2Requests } from '../../fixtures/fields/v2-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { cardholderNow, newCardholder, promised, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4: POST and GET /cardholders.

check('v2.cardholder-creation.answers-201', 'creates a cardholder', async ({ v2 }) => {
  const created = await v2.createCardholder(aFullCardholder());

  expect(created).toAnswer(201, { id: expect.any(String) });
});

for (const { path, needs, wrong, optional } of v2Requests.createCardholder.members) {
  if (needs !== undefined) {
    check(needs, `refuses a cardholder without ${path}`, async ({ v2 }) => {
      const complete = aCardholder();

      const answer = await v2.createCardholder(without(complete, path));

      expect(answer).toBeRefused();
      promised(await v2.createCardholder(complete), 'v2.cardholder-creation.answers-201');
      if (inSmokeOnly()) return;
      // Values of the others from which the missing one could be read.
      const inWords = { ...aFullCardholder(), firstName: 'Ana Costa', lastName: 'Ana Costa' };
      expect(await v2.createCardholder(without(inWords, path))).toBeRefused();
      for (const body of withNothingIn(path, complete)) {
        expect(await v2.createCardholder(body)).toBeRefused();
      }
      await expectNullIsNone(v2, path);
    });
  }

  for (const [id, values] of wrong) {
    for (const value of values) {
      check(id, `refuses ${path} ${JSON.stringify(value)}`, async ({ v2 }) => {
        const complete = aCardholder();

        const answer = await v2.createCardholder(withValue(complete, path, value));

        expect(answer).toBeRefused();
        promised(await v2.createCardholder(complete), 'v2.cardholder-creation.answers-201');
      });
    }
  }

  if (optional !== undefined) {
    check(optional, `creates a cardholder without ${path}`, async ({ v2 }) => {
      // A second line of an address says nothing without the first.
      const beside = path === 'billingAddress.line1' ? 'billingAddress.line2' : path;
      const created = await v2.createCardholder(without(without(aFullCardholder(), path), beside));

      expect(created).toSucceed({ id: expect.any(String) });
    });
  }
}

/** Null says nothing: whoever takes it for a required member has a value of its own for it. */
async function expectNullIsNone(v2: V2Client, path: string): Promise<void> {
  const answer = await v2.createCardholder(withValue(aCardholder(), path, null));
  if (!succeeded(answer)) return expect(answer).toBeRefused();
  const read = await cardholderNow(v2, textAt(answer, 'id'));
  const about = sentExpectedGot([answer, read], `a refusal, or a cardholder that has ${path}`);
  expect(isUnset(memberOf(read.answer.json, path)), about).toBe(false);
}

// The documented form is that of the field, whether or not a request in another form is taken.
for (const [id, path, value, form, wanted] of [
  [
    'v2.cardholder-creation.keeps-no-long-country',
    'billingAddress.country',
    'ESP',
    /^[A-Za-z]{2}$/,
    'a country of two letters',
  ],
  [
    'v2.cardholder-creation.keeps-no-other-date',
    'dateOfBirth',
    '1990-02-30',
    /^(?!1990-02-30)\d{4}-\d\d-\d\d$|^$/,
    'a day that there is, as YYYY-MM-DD, or nothing',
  ],
  ...['31/12/1990', '1990-12', '1990', '-000001-01-01'].map(
    (value) =>
      [
        'v2.cardholder-creation.keeps-no-other-date',
        'dateOfBirth',
        value,
        /^\d{4}-\d\d-\d\d$|^$/,
        'a day as YYYY-MM-DD, or nothing',
      ] as const,
  ),
] as const) {
  check(id, `does not keep ${path} ${value}`, async ({ v2 }) => {
    const answer = await v2.createCardholder(withValue(aFullCardholder(), path, value));

    if (succeeded(answer)) {
      const read = await cardholderNow(v2, textAt(answer, 'id'));
      const got = memberOf(read.answer.json, path);
      expect(answer).toSucceed(onlyMember(path, got));
      const text = got ?? '';
      const isInForm = typeof text === 'string' && form.test(text);
      const about = memberExpected([answer, read], path, { wanted, got });
      expect(isInForm, about).toBe(true);
    } else {
      expect(answer).toBeRefused();
    }
  });
}

check(
  'v2.cardholder-creation.malformed-email',
  'is sent a malformed email',
  async ({ v2, observe }) => {
    const answer = await v2.createCardholder(withValue(aCardholder(), 'email', 'not an address'));

    observe(inShort(answer));
  },
);

check('v2.cardholder-creation.empty-values', 'is sent empty values', async ({ v2, observe }) => {
  const empty = await v2.createCardholder(withValue(aCardholder(), 'firstName', ''));
  const missing = await v2.createCardholder(withValue(aCardholder(), 'firstName', null));

  observe(`firstName "": ${inShort(empty)}; null: ${inShort(missing)}`);
});

check(
  'v2.cardholder-creation.lenient-types',
  'is sent a number for text',
  async ({ v2, observe }) => {
    const answer = await v2.createCardholder(
      withValue(aCardholder(), 'billingAddress.postalCode', 28_013),
    );

    observe(`postalCode 28013: ${inShort(answer)}`);
  },
);

check(
  'v2.cardholder-creation.unknown-members',
  'is sent an unknown member',
  async ({ v2, observe }) => {
    const answer = await v2.createCardholder(withValue(aCardholder(), 'shoeSize', '42'));

    const shown = memberOf(answer.answer.json, 'shoeSize') === undefined ? 'not shown' : 'shown';
    observe(`${inShort(answer)}, the member is ${shown} again`);
  },
);

check('v2.cardholder-read.answers-200', 'shows a cardholder', async ({ v2 }) => {
  const id = await newCardholder(v2);

  expect(await v2.getCardholder(id)).toAnswer(200, { id });
});

check(
  'v2.cardholder-read.equals-creation',
  'shows a cardholder as it was created',
  async ({ v2 }) => {
    const created = await v2.createCardholder(aFullCardholder());

    promised(created, 'v2.cardholder-creation.answers-201');

    const read = await cardholderNow(v2, textAt(created, 'id'));

    expect(read).toSucceed(asShown(created));
  },
);

check(
  'v2.cardholder-read.unknown-id-is-refused',
  'refuses an unknown cardholder',
  async ({ v2 }) => {
    const known = await newCardholder(v2);

    const answer = await v2.getCardholder(unknownIdLike(known));

    expect(answer).toBeRefused();
    await cardholderNow(v2, known);
  },
);

check(
  'v2.cardholder-update.method-and-path',
  'is asked to change a cardholder',
  async ({ v2, observe }) => {
    const seen: string[] = [];
    for (const method of ['PATCH', 'PUT'] as const) {
      const id = await newCardholder(v2);
      const body = JSON.stringify(aCardholder({ firstName: 'Carla' }));
      const path = `/v2/cardholders/${encodeURIComponent(id)}`;
      const answer = await v2.send({ operation: 'undocumented', method, path, body });
      const name = memberOf((await v2.getCardholder(id)).answer.json, 'firstName');
      seen.push(`${method}: ${inShort(answer)}, ${name === 'Carla' ? 'changed' : 'unchanged'}`);
    }

    observe(seen.join('; '));
  },
);
