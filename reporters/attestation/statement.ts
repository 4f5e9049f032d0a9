import * as z from 'zod/mini';
import type { Envelope } from './envelope.ts';

// The statement as it arrives in an envelope. How it is made stands in attestation.ts.

export const payloadType = 'application/vnd.in-toto+json';
export const statementType = 'https://in-toto.io/Statement/v1';
/** https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';

const tests = z.array(z.string());
const statementForm = z.object({
  _type: z.literal(statementType),
  predicateType: z.literal(predicateType),
  subject: z.array(
    z.object({
      name: z.string(),
      digest: z.record(z.string(), z.string()),
      annotations: z.optional(z.looseObject({ role: z.optional(z.string()) })),
    }),
  ),
  predicate: z.object({
    result: z.string(),
    configuration: z.array(
      z.object({
        name: z.string(),
        uri: z.optional(z.string()),
        digest: z.object({ sha256: z.string() }),
      }),
    ),
    passedTests: tests,
    warnedTests: tests,
    failedTests: tests,
    cardServiceConformance: z.object({
      run: z.looseObject({
        id: z.string(),
        finishedAt: z.iso.datetime(),
        validUntil: z.iso.datetime(),
      }),
      target: z.looseObject({ name: z.string(), digest: z.optional(z.string()) }),
      verdict: z.string(),
      certification: z.object({
        extent: z.enum(['full', 'partial']),
        reasons: z.array(z.string()),
      }),
      counts: z.looseObject({}),
      publicKey: z.string().check(z.maxLength(1000)),
    }),
  }),
});
export type Statement = z.infer<typeof statementForm>;
export type SignedPredicate = Statement['predicate'];

/** The role of the one subject that is no file: the build that was tested. */
export const targetRole = 'target';

/** What an envelope says, when it is a test result of this suite; nothing in it is trusted yet. */
export function statementIn(envelope: Envelope): Statement | undefined {
  if (envelope.payloadType !== payloadType) return undefined;
  return statementForm.safeParse(payloadOf(envelope)).data;
}

/** What an envelope of another kind seems to be about. */
export function kindOf(envelope: Envelope): string {
  const payload = z.object({ predicateType: z.string() }).safeParse(payloadOf(envelope)).data;
  return JSON.stringify((payload?.predicateType ?? envelope.payloadType).slice(0, 200));
}

function payloadOf({ payload }: Envelope): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
