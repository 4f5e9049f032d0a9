import { type KeyObject, sign, verify } from 'node:crypto';
// The small form of zod: this is a part of the verifier that stands in one file.
import * as z from 'zod/mini';
import { keyIdOf } from './signing-key.ts';

// DSSE 1.0: https://github.com/secure-systems-lab/dsse

/** A payload with its signatures. */
export type Envelope = z.infer<typeof envelopeForm>;

/** Standard Base64 with one spelling for each content, so that no other text means the same. */
const base64 = z
  .string()
  .check(z.refine((text) => Buffer.from(text, 'base64').toString('base64') === text));

const envelopeForm = z.object({
  payload: base64,
  payloadType: z.string().check(z.maxLength(200)),
  signatures: z
    .array(z.object({ keyid: z.optional(z.string().check(z.maxLength(200))), sig: base64 }))
    .check(z.minLength(1), z.maxLength(16)),
});

/** A payload signed with an Ed25519 key. */
export function sealed(payload: Buffer, payloadType: string, key: KeyObject): Envelope {
  const sig = sign(null, preAuthenticated(payload, payloadType), key).toString('base64');
  return {
    payload: payload.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyIdOf(key), sig }],
  };
}

/** An envelope that arrived from anywhere; `undefined` when it is not one. */
export function envelopeIn(text: string): Envelope | undefined {
  try {
    return envelopeForm.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether one of the signatures is of this key, under its own name if it has one. */
export function isSignedBy(
  { payload, payloadType, signatures }: Envelope,
  key: KeyObject,
): boolean {
  const message = preAuthenticated(Buffer.from(payload, 'base64'), payloadType);
  return signatures.some(
    ({ keyid = keyIdOf(key), sig }) =>
      keyid === keyIdOf(key) && verify(null, message, key, Buffer.from(sig, 'base64')),
  );
}

/** What is signed: type and payload, each with its length in bytes ("PAE"). */
function preAuthenticated(payload: Buffer, payloadType: string): Buffer {
  const length = Buffer.byteLength(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${length} ${payloadType} ${payload.length} `),
    payload,
  ]);
}
