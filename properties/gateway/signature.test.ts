import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { anOrder, recurrentPlan } from '../../fixtures/builders/gateway.ts';
import { check, expect, forAll, forEvery } from '../../fixtures/check.ts';
import {
  asForm,
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  gatewayPath,
  isGatewaySuccess,
  type Parameters,
  type Signing,
} from '../../fixtures/clients/gateway.ts';
import { type SignedForm, signatureOf } from '../../fixtures/clients/signature.ts';
import { learnSignedForm } from '../../fixtures/dialect/gateway.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { guesserOf, shared } from '../../fixtures/worlds/gateway-sameness.ts';
import { reusable } from '../../fixtures/worlds/gateway-ways.ts';
import {
  chargeRequest,
  isNotOffered,
  type NotOffered,
  promised,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 5, rule 3: any change of body, hash or signature is noticed.

/** A place in a text or in bytes, whatever their length: a part of it. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

check(
  'gateway.signature.changed-body',
  'registers nothing when any character of the body was changed',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    promised(
      await signed.with().ask('register.do', anOrder()),
      'gateway.signature.correct-one-is-taken',
    );

    const letter = fc.constantFrom('a', 'Z', '0', '9', '&', '=', '%', '+', '.');
    await forAll(
      [place, letter, fc.boolean()],
      async (where, put, isInserted) => {
        const answer = await signed
          .with(({ body, headers }) => ({ body: changed(body, where, put, isInserted), headers }))
          .ask('register.do', anOrder());

        expect(answer).toGoWrong();
      },
      { least: { commands: 32 } },
    );
  },
);

for (const [id, header, what] of [
  ['gateway.signature.changed-hash', 'X-Hash', 'X-Hash'],
  ['gateway.signature.changed-signature', 'X-Signature', 'X-Signature'],
] as const) {
  check(id, `registers nothing when any bit of ${what} was changed`, async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    promised(
      await signed.with().ask('register.do', anOrder()),
      'gateway.signature.correct-one-is-taken',
    );

    await forAll(
      [place, fc.nat({ max: 7 })],
      async (where, bit) => {
        const answer = await signed
          .with(({ body, headers }) => ({
            body,
            headers: { ...headers, [header]: withFlippedBit(headers[header] ?? '', where, bit) },
          }))
          .ask('register.do', anOrder());

        expect(answer).toGoWrong();
      },
      { least: { commands: 32 } },
    );
  });
}

for (const [id, title, taken] of [
  ['gateway.signature.changed-body', 'hash and signature', ['X-Hash', 'X-Signature']],
  ['gateway.signature.changed-signature', 'signature', ['X-Signature']],
] as const) {
  check(
    id,
    `registers nothing with the ${title} of another request, which was accepted twice`,
    async ({ gateway, skip }) => {
      const signed = await signer(gateway);
      if ('missing' in signed) return skip(signed.missing);
      let accepted: Readonly<Record<string, string>> = {};
      for (let time = 0; time < 2; time += 1) {
        const answer = await signed
          .with(({ body, headers }) => {
            accepted = headers;
            return { body, headers };
          })
          .ask('register.do', anOrder());
        promised(answer, 'gateway.signature.correct-one-is-taken');
      }

      const answer = await signed
        .with(({ body, headers }) => ({
          body,
          headers: {
            ...headers,
            ...Object.fromEntries(taken.map((name) => [name, accepted[name] ?? ''])),
          },
        }))
        .ask('register.do', anOrder());

      expect(answer).toGoWrong();
    },
  );
}

/** More than a buffer of some KiB holds, in values of the documented length. Part 2.4. */
const lengths = [1, 5, 17, 65] as const;

/** Bodies that say the same in other bytes. */
const otherBytes: readonly (readonly [string, 'json' | 'form', (body: string) => string])[] = [
  ['JSON with a line end behind it', 'json', (body) => `${body}\n`],
  ['JSON with a space before it', 'json', (body) => ` ${body}`],
  ['JSON over several lines', 'json', (body) => JSON.stringify(JSON.parse(body), null, 2)],
  ['JSON with letters outside ASCII', 'json', describedOutsideAscii],
  ['a form with escapes in small letters', 'form', (body) => body.replaceAll(/%\w\w/g, lowered)],
  ['a form with spaces as %20', 'form', (body) => body.replaceAll('+', '%20')],
  [
    'a form with letters that need no escape escaped',
    'form',
    (body) => body.replace('amount', '%61mount'),
  ],
  ...lengths.map(
    (count) => [`a form of ${count} KiB`, 'form', (body: string) => longForm(body, count)] as const,
  ),
  ['JSON of 5 KiB', 'json', (body) => longJson(body, 5)],
];

/** So many values of 1000 letters. */
function notes(count: number): Readonly<Record<string, string>> {
  const names = Array.from({ length: count }, (_, index) => `note${index}`);
  return Object.fromEntries(names.map((name) => [name, 'tea and '.repeat(125)]));
}

function longForm(body: string, count: number): string {
  return `${body}&${asForm({ jsonParams: notes(count), cardholderName: 'MARIA TEA' })}`;
}

function longJson(body: string, count: number): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), additionalParameters: notes(count) });
}

function describedOutsideAscii(body: string): string {
  return JSON.stringify({ ...(JSON.parse(body) as object), description: 'Café über あ' });
}

check(
  'gateway.signature.raw-bytes',
  'takes a signed body whose hash is that of its bytes, however they say what they say',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const credential = shared(() =>
      reusable(gateway, { ...recurrentPlan, recurringFrequency: '0' }),
    );
    await forEvery(
      otherBytes,
      ([what]) => what,
      async ([, kind, write]) => {
        const operation = kind === 'json' ? 'recurrentPayment.do' : 'register.do';
        const request = async () => {
          if (kind === 'form') return anOrder({ description: 'Two tickets: über & co' });
          const stored = await credential();
          return stored && chargeRequest(gateway, operation as 'recurrentPayment.do', stored);
        };
        const [plain, parameters] = [await request(), await request()];
        if (plain === undefined || parameters === undefined) return;
        // That such a body can be read at all is no affair of its signature.
        const unsigned = await gateway
          .signing(signed.rewriting(write, false))
          .ask(operation, plain);
        if (!isGatewaySuccess(unsigned)) return;

        const answer = await gateway
          .signing(signed.rewriting(write, true))
          .ask(operation, parameters);

        expect(answer).toGoWell();
      },
    );
  },
);

check(
  'gateway.signature.raw-bytes',
  'notices at the end of a body of any length that it was changed after it was signed',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const changedAtTheEnd = (count: number): Promise<Exchange> =>
      signed
        .with(({ body, headers }) => {
          const long = longForm(body, count);
          return {
            body: `${long.slice(0, -1)}X`,
            headers: { ...headers, ...signed.headersOf(long) },
          };
        })
        .ask('register.do', anOrder());
    const short = await changedAtTheEnd(0);
    if (isGatewaySuccess(short)) return skip('the target does not look at signatures');
    await forEvery(
      lengths,
      (count) => `a form of ${count} KiB`,
      async (count) => {
        const answer = await changedAtTheEnd(count);

        const words = sentExpectedGot([short, answer], 'no success, as of a short one');
        expect(isGatewaySuccess(answer), words).toBe(false);
      },
    );
  },
);

/** What a request has of one that was accepted. */
const borrowings = [
  { what: 'hash and signature', hasOwnHash: false },
  { what: 'signature', hasOwnHash: true },
] as const;

check(
  'gateway.signature.refused-as-before',
  'refuses the signature of another request after that was accepted as it did before',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    let areLookedAt = false;
    await forEvery(
      borrowings,
      ({ what }) => `the ${what} of another request`,
      async ({ hasOwnHash }) => {
        let headers: Readonly<Record<string, string>> = {};
        const first = anOrder();
        // Signed, but another body is sent with it.
        const before = await signed
          .with((one) => {
            headers = one.headers;
            const body = asForm({ ...loginOf(gateway), ...anOrder() });
            const hash = createHash('sha256').update(body).digest('base64');
            return { body, headers: hasOwnHash ? { ...headers, 'X-Hash': hash } : headers };
          })
          .ask('register.do', first);
        if (isGatewaySuccess(before)) return;
        areLookedAt = true;
        const accepted = await signed
          .with(({ body }) => ({ body, headers }))
          .ask('register.do', first);
        promised(accepted, 'gateway.signature.correct-one-is-taken');

        const after = await signed
          .with(({ body, headers: { 'X-Hash': hash = '' } }) => ({
            body,
            headers: hasOwnHash ? { ...headers, 'X-Hash': hash } : headers,
          }))
          .ask('register.do', anOrder());

        const words = sentExpectedGot([before, accepted, after], 'no success, as before');
        expect(isGatewaySuccess(after), words).toBe(false);
      },
    );
    if (!areLookedAt) return skip('the target does not look at signatures');
  },
);

check(
  'gateway.signature.covers-what-counts',
  'registers nothing with a signed body that lacks the amount and an amount in the address',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const other = asForm({ ...loginOf(gateway), ...anOrder() });
    const changedOne = await signed
      .with(({ headers }) => ({ body: other, headers }))
      .ask('register.do', anOrder());
    if (isGatewaySuccess(changedOne)) return skip('the target does not look at signatures');
    promised(
      await signed.with().ask('register.do', anOrder()),
      'gateway.signature.correct-one-is-taken',
    );

    const without = await signed.with().ask('register.do', anOrder({ amount: undefined }));
    if (isGatewaySuccess(without)) return skip('the target registers orders without an amount');

    const answer = await signed.withAddress('amount=9900', anOrder({ amount: undefined }));

    const words = sentExpectedGot([without, answer], 'no success, as without an amount');
    expect(isGatewaySuccess(answer), words).toBe(false);
  },
);

check(
  'gateway.signature.all-of-it',
  'refuses the signature, the body and the hash of another request where it refuses one of them',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const forged: readonly GatewayClient[] = [
      signed.with(({ body, headers }) => {
        const { 'X-Signature': ofAnother } = signed.headersOf(`${body}&`);
        return { body, headers: { ...headers, 'X-Signature': ofAnother } };
      }),
      signed.with(({ headers }) => ({
        body: asForm({ ...loginOf(gateway), ...anOrder() }),
        headers,
      })),
      signed.with(({ body, headers }) => ({
        body,
        headers: { ...headers, ...signed.headersOf(`${body}&`) },
      })),
    ];
    promised(
      await signed.with().ask('register.do', anOrder()),
      'gateway.signature.correct-one-is-taken',
    );

    const answers: Exchange[] = [];
    for (const one of forged) answers.push(await one.ask('register.do', anOrder()));

    const taken = answers.filter(isGatewaySuccess);
    // Who refuses none of them does not look at signatures. Part 7, rule 5.
    const isSettled = taken.length < answers.length;
    const words = sentExpectedGot(answers, 'no success of any, as of one');
    expect(isSettled ? taken.length : 0, words).toBe(0);
  },
);

/** What may be wrong about a signature; each is sent with a request that was refused, if it was, for another. */
const wrongs = [
  {
    what: 'the signature of another body',
    // What is sent is one character longer than what was signed.
    spoil: () => (one: Signed) => ({ ...one, body: longer(one.body) }),
  },
  {
    what: 'a signature of another hash',
    spoil:
      ({ headersOf }: Signer) =>
      ({ body, headers }: Signed) => {
        const { 'X-Signature': ofAnother } = headersOf(longer(body));
        return { body, headers: { ...headers, 'X-Signature': ofAnother } };
      },
  },
  {
    what: 'the hash of another body',
    spoil:
      ({ headersOf }: Signer) =>
      ({ body, headers }: Signed) => {
        const { 'X-Hash': ofAnother } = headersOf(longer(body));
        return { body, headers: { ...headers, 'X-Hash': ofAnother } };
      },
  },
] as const;

/** The same request in one character more. */
function longer(body: string): string {
  return body.endsWith('}') ? `${body} ` : `${body}&`;
}

check(
  'gateway.signature.of-every-operation',
  'refuses each wrong signature by each operation where it refuses it by one',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const forged = new Map<string, Exchange[]>(wrongs.map(({ what }) => [what, []]));
    for (const operation of gatewayOperations.slice(0, repeated(gatewayOperations.length, 1))) {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) continue;
      for (const { what, spoil } of wrongs) {
        const answer = await request.send(request.parameters, signed.with(spoil(signed)));
        forged.get(what)?.push(answer);
        // It has been carried out, and cannot be sent again.
        if (isGatewaySuccess(answer)) break;
      }
    }

    const unsigned = gateway.signing(signed.rewriting((body) => body, false));
    const demanding = new Map<string, boolean>();
    const demands = async (operation: GatewayOperation): Promise<boolean> => {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return false;
      return !isGatewaySuccess(await request.send(request.parameters, unsigned));
    };
    for (const [what, answers] of forged) {
      const taken = answers.filter(isGatewaySuccess);
      if (taken.length === 0 || taken.length === answers.length) continue;
      // Where none is demanded, one may be passed over, whatever is asked where it is.
      for (const operation of gatewayOperations) {
        const isAsked = answers.some((answer) => answer.operation === operation);
        if (isAsked && !demanding.has(operation))
          demanding.set(operation, await demands(operation));
      }
      const isAlike = (one: Exchange, other: Exchange): boolean =>
        demanding.get(one.operation) === demanding.get(other.operation);
      const judged = taken.filter((one) =>
        answers.some((other) => !isGatewaySuccess(other) && isAlike(one, other)),
      );
      const words = sentExpectedGot(judged, `no success with ${what}, as by other operations`);
      expect(
        judged.map(({ operation }) => operation),
        words,
      ).toEqual([]);
    }
  },
);

/** Operations that only read, so that the same body can be sent again and again. */
const reading = ['getOrderStatusExtended.do', 'getBindings.do'] as const;

check(
  'gateway.signature.refused-as-before',
  'refuses a wrong signature of a body, or none, also once the right one of that body was accepted',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    const otherKey = keyOfSomebodyElse();
    const spoilt: readonly (readonly [string, Tamper])[] = [
      ...wrongs.map(({ what, spoil }) => [what, spoil(signed)] as const),
      [
        'the signature of somebody else',
        ({ body, headers }) => ({
          body,
          headers: { ...headers, ...signatureOf(body, otherKey, signed.form) },
        }),
      ],
      [
        'a signature that was changed',
        ({ body, headers }) => ({
          body,
          headers: {
            ...headers,
            'X-Signature': withFlippedBit(headers['X-Signature'] ?? '', 0.5, 0),
          },
        }),
      ],
      [
        'no signature of the hash',
        ({ body, headers: { 'X-Signature': _left, ...headers } }) => ({ body, headers }),
      ],
    ];
    let areLookedAt = false;
    await forEvery(
      reading.flatMap((operation) =>
        spoilt.map(([what, tamper]) => ({ operation, what, tamper }) as const),
      ),
      ({ operation, what }) => `${operation} with ${what}`,
      async ({ operation, tamper }) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;
        const send = (how?: Tamper): Promise<Exchange> =>
          request.send(request.parameters, signed.with(how));
        const before = await send(tamper);
        if (isGatewaySuccess(before)) return;
        areLookedAt = true;
        const accepted = promised(await send(), 'gateway.signature.correct-one-is-taken');

        const after = await send(tamper);

        const words = sentExpectedGot([before, accepted, after], 'no success, as before');
        expect(isGatewaySuccess(after), words).toBe(false);
      },
    );
    if (!areLookedAt) return skip('the target does not look at signatures');
  },
);

/** Some of them: somebody may be locked out who sends too many wrong passwords. */
const signedOperations: readonly GatewayOperation[] = [
  'register.do',
  'paymentorder.do',
  'getBindings.do',
  'recurrentPayment.do',
];

check(
  'gateway.signature.is-no-password',
  'refuses a wrong password with a correct signature where it refuses it without one',
  async ({ gateway, skip }) => {
    const signed = await signer(gateway);
    if ('missing' in signed) return skip(signed.missing);
    await forEvery(
      signedOperations,
      (operation) => operation,
      async (operation) => {
        const request = await validGatewayRequest(gateway, operation);
        if (isNotOffered(request)) return;
        const unsigned = await request.send(request.parameters, guesserOf(gateway));
        if (isGatewaySuccess(unsigned)) return;

        const answer = await request.send(request.parameters, guesserOf(signed.with()));

        const words = sentExpectedGot([unsigned, answer], 'no success, as without a signature');
        expect(isGatewaySuccess(answer), words).toBe(false);
      },
    );
  },
);

function lowered(escape: string): string {
  return escape.toLowerCase();
}

function loginOf({ settings: { login, token } }: GatewayClient) {
  return login === undefined ? { token } : login;
}

type Tamper = NonNullable<Signing['tamper']>;
/** A request with the two headers that belong to its body. */
type Signed = ReturnType<Tamper>;

interface Signer {
  readonly form: SignedForm;
  /** The gateway asked with signed requests, changed after they were signed or not. */
  readonly with: (tamper?: Tamper) => GatewayClient;
  /** Both headers, as they belong to a body. */
  readonly headersOf: (body: string) => ReturnType<typeof signatureOf>;
  /** Registers an order by a body that is signed, with a query that is not. */
  readonly withAddress: (query: string, parameters: Parameters) => Promise<Exchange>;
  /** How a request is sent whose body is written in other bytes before it is signed, or is not signed. */
  readonly rewriting: (write: (body: string) => string, isSigned: boolean) => Signing;
}

async function signer(gateway: GatewayClient): Promise<Signer | NotOffered> {
  const { signingKey: privateKey } = gateway.settings;
  if (privateKey === undefined)
    return { missing: 'needs the private key of the merchant (GATEWAY_SIGNING_KEY_FILE)' };
  const form = (await learnSignedForm(gateway)) ?? 'bytes';
  return {
    form,
    headersOf: (body) => signatureOf(body, privateKey, form),
    withAddress: (query, parameters) => {
      const body = asForm({ ...loginOf(gateway), ...parameters });
      return gateway.send({
        operation: 'register.do',
        method: 'POST',
        path: `${gatewayPath('register.do')}?${query}`,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...signatureOf(body, privateKey, form),
        },
        body,
      });
    },
    rewriting: (write, isSigned) => ({
      privateKey,
      form,
      tamper: (plain) => {
        const body = write(plain.body);
        const { 'X-Hash': _hash, 'X-Signature': _signature, ...others } = plain.headers;
        return {
          body,
          headers: { ...others, ...(isSigned ? signatureOf(body, privateKey, form) : {}) },
        };
      },
    }),
    with: (tamper) =>
      gateway.signing({ privateKey, form, ...(tamper === undefined ? {} : { tamper }) }),
  };
}

/** The text with another character at a place, or with one more. */
function changed(text: string, where: number, put: string, isInserted: boolean): string {
  const at = Math.floor(where * text.length);
  const before = text.slice(0, at);
  if (isInserted) return `${before}${put}${text.slice(at)}`;
  return `${before}${text[at] === put ? '_' : put}${text.slice(at + 1)}`;
}

function withFlippedBit(base64: string, where: number, bit: number): string {
  const bytes = Buffer.from(base64, 'base64');
  const at = Math.floor(where * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  return bytes.toString('base64');
}

/** A key of the documented size: 2048 bits. Document 3, part 8. */
function keyOfSomebodyElse(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
