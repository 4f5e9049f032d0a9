import fc from 'fast-check';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect, forAll } from '../../fixtures/check.ts';
import type { GatewayClient, Signing } from '../../fixtures/clients/gateway.ts';
import { learnSignedForm } from '../../fixtures/dialect/gateway.ts';
import { type NotOffered, promised } from '../../fixtures/worlds/gateway.ts';

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

interface Signer {
  /** The gateway asked with signed requests, changed after they were signed or not. */
  readonly with: (tamper?: NonNullable<Signing['tamper']>) => GatewayClient;
}

async function signer(gateway: GatewayClient): Promise<Signer | NotOffered> {
  const { signingKey: privateKey } = gateway.settings;
  if (privateKey === undefined)
    return { missing: 'needs the private key of the merchant (GATEWAY_SIGNING_KEY_FILE)' };
  const form = (await learnSignedForm(gateway)) ?? 'bytes';
  return {
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
