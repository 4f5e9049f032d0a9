import { addDays, dayIn } from '../../../fixtures/builders/days.ts';
import { aCardholder, aFullCardholder, aVerification } from '../../../fixtures/builders/v2.ts';
import { withValue, without } from '../../../fixtures/builders/spoil.ts';
import { asPosted } from '../../../fixtures/builders/texts.ts';
import { expect } from '../../../fixtures/check.ts';
import type { V2Client } from '../../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { isUnset, memberOf, succeeded } from '../../../fixtures/transcript/exchange.ts';
import { cardholderNow, textAt } from '../../../fixtures/worlds/v2.ts';
import { rowsOf } from '../../law-rows.ts';

// Document 2, part 2.1: each member of a cardholder comes back as it was sent. What a member may hold is not
// shown, so any may be refused; a service may write letters of mail small, dial numbers and mask documents.

const inAddress = (country: string, postalCode: string) => {
  const { billingAddress } = aFullCardholder();
  return { billingAddress: { ...billingAddress, country, postalCode } };
};

const postalCodes = [
  ['IT', '00187'],
  ['DE', '01067'],
  ['ES', '01001'],
  ['FR', '01000'],
  ['US', '02134'],
  ['GB', 'SW1A 1AA'],
] as const;

/** What looks like a number, a truth or nothing, and is a text all the same. */
const numerals = ['007', '0012', '1e3', '0x1F', '12.50', '-0', 'true', 'null', 'NaN'];
const addressMembers = ['city', 'line1', 'line2', 'state'].map((line) => `billingAddress.${line}`);

/** Of which each has a form that begins with zeros, or has them behind the code of its country. */
const telephones = [madeUp('0669'), madeUp('0034600'), madeUp('+39 06'), madeUp('+1-202-5')];

/** One of its own, since it may belong to one cardholder alone. */
function madeUp(beginning: string): string {
  return `${beginning}${aCardholder().phoneNumber.slice(-6)}`;
}

/** One of its own, of small letters and of signs that a number of a document may have. */
function aDocument(): string {
  return `ab-${aVerification('').documentId.slice(-6)}/c d`;
}

const days = ['1970-01-01', '1972-02-29', '2000-02-29', '1900-01-01'];

/** Characters of three bytes from one end to the other, so that any edge of a slice lies within one. */
const wide = (length: number, shift: number): string =>
  `${'x'.repeat(shift)}${'あ'.repeat(length)}`;

const longBodies = [0, 1, 2].flatMap((shift) =>
  [240, 1_600].map((length) => {
    const text = wide(length, shift);
    const full = aFullCardholder();
    const lines = { city: text, line1: text, line2: text, state: text };
    const billingAddress = { ...full.billingAddress, ...lines };
    const names = length < 1_000 ? { firstName: text, lastName: text } : {};
    return [`a long body, ${length} and ${shift}`, { ...names, billingAddress }] as const;
  }),
);

/** Countries whose codes programs take for words: for a truth, for nothing, for parts of sentences. */
const wordLike = [
  ['NO', '0150'],
  ['IN', '110001'],
  ['TO', '00000'],
  ['ME', '81000'],
] as const;

const parts: readonly (readonly [string, object])[] = [
  ...postalCodes.map(
    ([country, code]) => [`postal code ${code}`, inAddress(country, code)] as const,
  ),
  ...wordLike.map(
    ([country, code]) => [`the country ${country}`, inAddress(country, code)] as const,
  ),
  ...numerals.flatMap((_text, place) => {
    if (place % 4 !== 0) return [];
    const [city, line1, line2, state] = numerals.slice(place).concat(numerals);
    const { billingAddress } = aFullCardholder();
    const lines = { billingAddress: { ...billingAddress, city, line1, line2, state } };
    return [[`lines that look like ${city} and more`, lines] as const];
  }),
  ['a document of zeros', { verification: { idType: 'passport', documentId: '000123456' } }],
  [
    'a document of letters and signs',
    { verification: { idType: 'passport', documentId: aDocument() } },
  ],
  ['a document', { verification: aVerification('passport') }],
  ...telephones.map((phoneNumber) => [`the telephone ${phoneNumber}`, { phoneNumber }] as const),
  ['mail', { email: `0012.a+b-${aVerification('').documentId}@example.com` }],
  ...days.map((dateOfBirth) => [`born ${dateOfBirth}`, { dateOfBirth }] as const),
  // A day that has begun wherever the target stands.
  ['born yesterday', { dateOfBirth: addDays(dayIn(new Date().toISOString()), -1) }],
  ...longBodies,
];

const optionalPaths = [
  'email',
  'dateOfBirth',
  'verification.idType',
  'verification.documentId',
  ...addressMembers,
];

/** Every member that nobody has to send, as the only one and as the only one that is missing. */
const compositions = optionalPaths.flatMap((path) => {
  const whole = (): object => ({ ...aFullCardholder(), verification: aVerification('passport') });
  return [
    [
      `nothing optional but ${path}`,
      () => withValue(aCardholder(), path, memberOf(whole(), path)),
    ] as const,
    [`everything but ${path}`, () => without(whole(), path)] as const,
  ];
});

const shownPaths = [
  'firstName',
  'lastName',
  'phoneNumber',
  'email',
  'dateOfBirth',
  'verification.idType',
  'verification.documentId',
  'billingAddress.country',
  'billingAddress.postalCode',
  ...addressMembers,
];

export const membersComeBack = rowsOf(
  [
    ...compositions,
    // A telephone and an address of mail of its own, since these may belong to one alone.
    ...parts.map(([name, part]) => [name, () => ({ ...aFullCardholder(), ...part })] as const),
  ],
  ([name]) => name,
  async (v2: V2Client, [, make]) => {
    const sent = make();
    const created = await v2.createCardholder(sent);
    if (!succeeded(created)) return;
    for (const shown of [created, await cardholderNow(v2, textAt(created, 'id'))]) {
      for (const path of shownPaths) {
        const wanted = memberOf(sent, path);
        if (typeof wanted !== 'string') continue;
        const got = memberOf(shown.answer.json, path);
        const isOfDocument = path === 'verification.documentId';
        if (isOfDocument && isUnset(got) && !(await givesDocumentsBack(v2))) continue;
        const about = sentExpectedGot(shown, `${path} as it was sent`);
        expect(isSame(path, wanted, got), about).toBe(true);
      }
    }
  },
);

/** Whether the number of an identity document is shown, be it masked: it need not be. */
async function givesDocumentsBack(v2: V2Client): Promise<boolean> {
  const whole = { ...aFullCardholder(), verification: aVerification('passport') };
  const { answer } = await v2.createCardholder(whole);
  return !isUnset(memberOf(answer.json, 'verification.documentId'));
}

function isSame(path: string, sent: string, shown: unknown): boolean {
  if (typeof shown !== 'string') return false;
  const [left, right] = [sent.normalize(), shown.normalize()];
  switch (path) {
    case 'email':
    case 'verification.idType':
      return left.toLowerCase() === right.toLowerCase();
    case 'phoneNumber':
      return (
        isMasked(left, right) ||
        withoutMarks(left) === withoutMarks(right) ||
        isInternational(left, right)
      );
    case 'billingAddress.postalCode':
      return left.replaceAll(/[\s-]/g, '') === right.replaceAll(/[\s-]/g, '').toUpperCase();
    case 'verification.documentId':
      return left === right || isMasked(left, right);
    case 'billingAddress.city':
    case 'billingAddress.line1':
    case 'billingAddress.line2':
    case 'billingAddress.state':
      return asPosted(left) === asPosted(right);
    default:
      return left === right;
  }
}

function withoutMarks(phone: string): string {
  return phone.replaceAll(/[\s()+-]/g, '');
}

/** The same with the code of a country, in front of which the zeros of a country are not dialled. */
function isInternational(sent: string, shown: string): boolean {
  const dialled = withoutMarks(sent).replace(/^0+/, '');
  return !sent.startsWith('+') && shown.startsWith('+') && withoutMarks(shown).endsWith(dialled);
}

/** Masked but for its end. */
function isMasked(sent: string, shown: string): boolean {
  const ending = shown.replace(/^[*xX•#]+/, '');
  return ending.length < shown.length && sent.endsWith(ending);
}
