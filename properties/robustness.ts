import fc from 'fast-check';
import { withValue } from '../fixtures/builders/spoil.ts';
import { expect } from '../fixtures/check.ts';
import type { AnyAnswer } from '../fixtures/every-answer.ts';
import type { Exchange } from '../fixtures/transcript/exchange.ts';

// Part 7 of documents 1 and 2, and of document 3: no request, however wrong, brings a server error.

const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character but half of a pair: what fast-check calls `binary`, whose way back from a character to
 * its number is a table of a million entries that every worker would fill before its first check.
 */
const anyCharacter = fc.nat({ max: 0x10_ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (value) => {
    const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
    if (code === undefined || value !== String.fromCodePoint(code)) throw new Error('no character');
    return code < firstSurrogate ? code : code - surrogates;
  },
);

/** Any JSON there is, weighted to what commonly hurts. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      '',
      0,
      -1,
      0.5,
      1e308,
      Number.MAX_SAFE_INTEGER,
      'x'.repeat(5_000),
      '9'.repeat(40),
      '٣٤٥',
      JSON.parse('{"__proto__":{"admin":true}}'),
      'constructor',
      '\u0000',
      '\ud800',
      "' OR 1=1 --",
      '{',
      '2026-02-30T25:61:61Z',
      '+275760-09-13T00:00:00Z',
      [],
      [null],
      ['VERIFY', 'VERIFY'],
      [[[[[]]]]],
    ),
  },
);

/** Bodies that hold nothing of what is asked for, or hold it otherwise than the document says. */
export const anyBody: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 200 }),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '%', '%zz=%', '&&&===', '{', '{"userName":', '{"a":1}{}'),
  fc.constantFrom('[]', 'null', '42', '"', '<a/>', '\u0000'),
);

/** What differs from one API to the next. */
interface Requests<O extends string> {
  readonly clause: AnyAnswer;
  /** The members with which an operation is carried out. */
  readonly valid: (operation: O) => object;
  readonly send: (operation: O, body: unknown) => Promise<Exchange>;
}

/** The law for any value in any place of a request; `''` is the place of all of it. */
export function answersAnyValue<O extends string>({ clause, valid, send }: Requests<O>) {
  return async ([operation, place]: readonly [O, string], value: unknown): Promise<void> => {
    const body = place === '' ? value : withValue(valid(operation), place, value);

    expect(await send(operation, body)).toKeep(clause);
  };
}
