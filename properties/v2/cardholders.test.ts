import fc from 'fast-check';
import { without } from '../../fixtures/builders/spoil.ts';
import { aCardholder, aFullCardholder } from '../../fixtures/builders/v2.ts';
import { check, expect, forAll, reached } from '../../fixtures/check.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import { cardholderNow, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, parts 2.1 and 4, rule 1: what a cardholder keeps, and which members it needs.

const required = [
  'billingAddress.country',
  'billingAddress.postalCode',
  'firstName',
  'lastName',
  'phoneNumber',
];
const optional = ['billingAddress.city', 'billingAddress.line2', 'email', 'dateOfBirth', 'status'];

check(
  'v2.cardholder-creation.needs-everything-required',
  'creates a cardholder exactly when no required member is missing',
  async ({ v2 }) => {
    const missing = fc.record({
      required: fc.oneof(
        fc.constant<string[]>([]),
        fc.constantFrom(...required).map((path) => [path]),
        fc.subarray(required, { minLength: 1 }),
      ),
      optional: fc.subarray(optional),
    });
    await forAll(
      [missing],
      async (paths) => {
        const body = [...paths.required, ...paths.optional].reduce(without, aFullCardholder());

        reached(paths.required.length === 0 ? 'nothing required missing' : 'something missing');
        if (paths.required.length === 1) reached('one required member missing');
        const answer = await v2.createCardholder(body);

        if (paths.required.length === 0) expect(answer).toSucceed();
        else expect(answer).toBeRefused();
      },
      { least: { accepted: 2, refused: 8, reached: { 'one required member missing': 2 } } },
    );
  },
);

/** Names in several scripts and of several lengths; no spaces at the ends, no controls. */
const name = fc.oneof(
  fc.constantFrom(
    'José',
    'Łukasz',
    'Σοφία',
    'Ольга',
    '美咲',
    'Nguyễn',
    "O'Neill",
    'Jean-Luc',
    'Ana María',
  ),
  fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿĀ-ž]{1,14}$/),
  fc.stringMatching(/^[A-Z][a-z]{14,40}$/),
);

for (const [id, member] of [
  ['v2.cardholder.keeps-first-name', 'firstName'],
  ['v2.cardholder.keeps-last-name', 'lastName'],
] as const) {
  check(id, `keeps ${member} in any script, if it takes it`, async ({ v2 }) => {
    await forAll(
      [name],
      async (sent) => {
        const created = await v2.createCardholder(aCardholder({ [member]: sent }));
        // Which letters a name may have is not shown.
        if (!succeeded(created)) return expect(created).toBeRefused();

        const same = expect.toSatisfy(
          (shown) => String(shown).normalize() === sent.normalize(),
          sent,
        );
        expect(created).toSucceed({ [member]: same });
        const read = await cardholderNow(v2, textAt(created, 'id'));
        expect(read).toSucceed({ [member]: same });
      },
      { share: 0.5, least: { commands: 24 } },
    );
  });
}
