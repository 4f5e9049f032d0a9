import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { visible } from '../../fixtures/transcript/masking.ts';
import { predicateOf } from './attestation.ts';
import type { AppliedWaiver, Conformance, RequirementResult } from '../conformance.ts';
import { type Envelope, envelopeIn, isSignedBy } from './envelope.ts';
import { certificationOf } from './fullness.ts';
import { attestationName, otherRuns, type Output, outputIn, TooManyFiles } from './output-files.ts';
import { keyIdOf, publicKeyIn } from './signing-key.ts';
import {
  kindOf,
  type SignedPredicate,
  type Statement,
  statementIn,
  targetRole,
} from './statement.ts';

/** One thing that was looked at, and whether it was as it should be. */
export interface Finding {
  readonly isOk: boolean;
  readonly what: string;
}

/** What became of a folder of reports; the texts are safe for a terminal. */
export interface Verification {
  readonly isOk: boolean;
  readonly findings: readonly Finding[];
  /** Why a result that holds is not simply passed, each as a sentence. */
  readonly warnings: readonly string[];
  readonly conclusion: string;
}

interface Question {
  readonly folder: string;
  /** The key of a trusted signer; without one nothing shows who signed. */
  readonly key?: KeyObject;
  /** When the result is wanted to be valid. */
  readonly at: Date;
  /** Of this suite: what it can calculate again of a result of its own. */
  readonly suiteDigest: string;
  /** What whoever asks wants it to be. */
  readonly required?: readonly Required[];
  /** `sha256:…`: the build that it must be about. */
  readonly targetDigest?: string;
}

/** What a relying party may ask for beyond a signature that holds. */
export const requirable = ['conformant', 'full', 'passed'] as const;
export type Required = (typeof requirable)[number];

/** Checks a folder against its attestation, offline; `undefined` when there is none. */
export function verificationOf({
  folder,
  key,
  at,
  suiteDigest,
  required = [],
  targetDigest,
}: Question): Verification | undefined {
  const text = attestationIn(folder);
  if (text === undefined) return undefined;

  const envelope = envelopeIn(text);
  if (envelope === undefined) return failed(`${attestationName} is not a DSSE envelope`);
  const statement = statementIn(envelope);
  if (statement === undefined) {
    return failed(`${attestationName} holds ${kindOf(envelope)}, not a test result of this suite`);
  }

  const { predicate } = statement;
  const findings = [
    ok(`${attestationName} is a DSSE envelope with an in-toto test result of this suite`),
    ...signatureFindings(envelope, predicate, key),
    ...fileFindings(folder, statement),
    agreementFinding(folder, statement, suiteDigest),
    ...targetFindings(statement),
    ...validityFindings(predicate, at),
  ].map(madeSafe);
  const wishes = [
    ...required.map((word) => requiredFinding(word, predicate)),
    ...(targetDigest === undefined ? [] : [wantedTarget(targetDigest, predicate)]),
  ].map(madeSafe);
  const faults = findings.filter(({ isOk }) => !isOk).length;
  const holds = faults === 0;
  const sentences = holds
    ? [
        praise(predicate, key !== undefined),
        ...(wishes.every(({ isOk }) => isOk) ? [] : ['It is NOT what is required.']),
      ]
    : [`The attestation does NOT hold: ${faults} of ${findings.length} checks failed.`];
  return {
    isOk: holds && wishes.every(({ isOk }) => isOk),
    findings: [...findings, ...wishes],
    warnings: holds
      ? [...warningsFor(folder, predicate, suiteDigest), ...unsignedRuns(folder)].map(onOneLine)
      : [],
    conclusion: onOneLine(sentences.join(' ')),
  };
}

function madeSafe({ isOk, what }: Finding): Finding {
  return { isOk, what: onOneLine(what) };
}

/** Larger than any: thousands of requirements and files take less than one. */
const largestAttestationBytes = 16 * 1024 ** 2;
const largestResultBytes = 256 * 1024 ** 2;

function attestationIn(folder: string): string | undefined {
  const path = join(folder, attestationName);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) return undefined;
  return found.size > largestAttestationBytes ? '' : readFileSync(path, 'utf8');
}

function signatureFindings(
  envelope: Envelope,
  { cardServiceConformance: { publicKey } }: SignedPredicate,
  trusted: KeyObject | undefined,
): Finding[] {
  if (trusted !== undefined) {
    const id = keyIdOf(trusted);
    return [
      isSignedBy(envelope, trusted)
        ? ok(`the signature was made with the given key ${id}`)
        : fault(`the signature was not made with the given key ${id}`),
    ];
  }
  const enclosed = publicKeyIn(publicKey);
  if (enclosed?.asymmetricKeyType !== 'ed25519') {
    return [fault('the attestation contains no Ed25519 key to check its signature with')];
  }
  return [
    isSignedBy(envelope, enclosed)
      ? ok(
          `the signature was made with the key in the attestation, ${keyIdOf(enclosed)}: nothing has changed since it was signed, but only --key FILE can show whose key it is`,
        )
      : fault(`the signature was not made with the key in the attestation, ${keyIdOf(enclosed)}`),
  ];
}

function fileFindings(folder: string, { subject: all }: Statement): Finding[] {
  const subject = all.filter(({ annotations }) => annotations?.role !== targetRole);
  let output: Output;
  try {
    output = outputIn(folder);
  } catch (error) {
    if (!(error instanceof TooManyFiles || isFileError(error))) throw error;
    return [fault(`the files cannot be read: ${error.message}`)];
  }
  // Names in the attestation are compared with what is there and never opened.
  const present = new Map(output.files.map(({ name, digest }) => [name, digest]));
  const attested = new Set(subject.map(({ name }) => name));
  const unexpected = [...present.keys(), ...output.others].filter((name) => !attested.has(name));

  return [
    ...subject.map(({ name, digest }) => {
      if (output.others.includes(name))
        return fault(`${name} is not a regular file of a reasonable size`);
      const found = present.get(name);
      if (found === undefined) return fault(`${name} is missing`);
      return isDeepStrictEqual(found, { ...digest })
        ? ok(`${name} is as it was signed`)
        : fault(`${name} was changed`);
    }),
    unexpected.length === 0
      ? ok('no file was added')
      : fault(`added after the signature: ${namesOf(unexpected)}`),
  ];
}

function agreementFinding(
  folder: string,
  { subject, predicate }: Statement,
  suiteDigest: string,
): Finding {
  const name = 'conformance.json';
  if (!subject.some((one) => one.name === name)) return fault(`${name} is not attested`);
  try {
    const path = join(folder, name);
    if (statSync(path).size > largestResultBytes) return fault(`${name} is larger than any result`);
    const conformance = JSON.parse(readFileSync(path, 'utf8')) as Conformance;
    const expected = predicateFor(conformance, predicate, suiteDigest);
    const differing = differences(expected, predicate);
    return differing.length === 0
      ? ok(`${name} agrees with the attestation`)
      : fault(`${name} and the attestation differ in ${differing.join(', ')}`);
  } catch {
    return fault(`${name} is not a result that can be compared with the attestation`);
  }
}

/** What this suite would attest of a result, under the circumstances that only the signer knew. */
function predicateFor(
  conformance: Conformance,
  signed: SignedPredicate,
  suiteDigest: string,
): object {
  const { certification, publicKey } = signed.cardServiceConformance;
  const waivers = signed.configuration[1 + conformance.documents.length];
  const predicate = predicateOf(conformance, {
    // Another catalogue may see another part of the documents.
    certification:
      conformance.suite.digest === suiteDigest ? certificationOf(conformance) : certification,
    publicKey,
    ...(waivers === undefined ? {} : { waivers: { name: waivers.name, ...waivers.digest } }),
  });
  return JSON.parse(JSON.stringify(predicate)) as object;
}

/** The members in which two objects differ, those of our own one level deeper. */
function differences(expected: object, signed: object, prefix = ''): string[] {
  const own = 'cardServiceConformance';
  const values = new Map(Object.entries(signed) as [string, unknown][]);
  return Object.entries(expected).flatMap(([name, value]: [string, unknown]) => {
    const other = values.get(name);
    if (isDeepStrictEqual(value, other)) return [];
    return name === own
      ? differences(value as object, other as object, `${own}.`)
      : [prefix + name];
  });
}

/** Where the settings named a build, the statement is about it as it is about the files. */
function targetFindings({ subject, predicate }: Statement): Finding[] {
  const { digest } = predicate.cardServiceConformance.target;
  const bound = subject.filter(({ annotations }) => annotations?.role === targetRole);
  if (digest === undefined && bound.length === 0) return [];
  const [algorithm = '', value = ''] = (digest ?? '').split(':');
  const [one] = bound;
  return [
    bound.length === 1 && isDeepStrictEqual({ ...one?.digest }, { [algorithm]: value })
      ? ok(`it is about the build ${digest}`)
      : fault('the build that it is about is not the one of the result'),
  ];
}

function requiredFinding(
  word: Required,
  { result, cardServiceConformance: { verdict, certification } }: SignedPredicate,
): Finding {
  const [isSo, seen] = {
    conformant: [verdict === 'conformant' && result !== 'FAILED', verdict] as const,
    full: [certification.extent === 'full', certification.extent] as const,
    passed: [result === 'PASSED', result] as const,
  }[word];
  return isSo ? ok(`required: ${word}`) : fault(`required: ${word}, but it is ${seen}`);
}

function wantedTarget(
  wanted: string,
  { cardServiceConformance: { target } }: SignedPredicate,
): Finding {
  return target.digest === wanted.toLowerCase()
    ? ok(`required: the build ${target.digest}`)
    : fault(`required: the build ${wanted}, but it is about ${target.digest ?? 'none by digest'}`);
}

/** What whoever holds a certificate would not expect of one, by the signed files: its title alone says none of it. */
function warningsFor(
  folder: string,
  { warnedTests, cardServiceConformance: { verdict, certification } }: SignedPredicate,
  suiteDigest: string,
): string[] {
  const path = join(folder, 'conformance.json');
  const conformance = JSON.parse(readFileSync(path, 'utf8')) as Conformance;
  const { requirements, waivers, target, suite } = conformance;
  const known = new Map<string, RequirementResult>(requirements.map((one) => [one.id, one]));
  const untested = Object.keys(target.notConfigured ?? {});
  return [
    ...(verdict === 'conformant'
      ? []
      : [`it is no certificate of conformity: the verdict is ${verdict}`]),
    ...whatNobodyMeant(target),
    ...certification.reasons.map((reason) => `partial: ${reason}`),
    ...(untested.length === 0
      ? []
      : [`it says nothing about ${untested.join(', ')}: no address or credentials were set`]),
    ...(suite.digest === suiteDigest
      ? []
      : [
          `another suite made it (${suite.version}, sha256:${suite.digest.slice(0, 12)}…): whether it is full or partial is as it says`,
        ]),
    ...warnedTests.map((id) => {
      const one = known.get(id);
      const waiver = waivers.find(({ requirement }) => requirement === id);
      return `${id}: ${one === undefined ? 'not in the result' : whyWarned(one, waiver)}`;
    }),
  ];
}

/** A target that is nobody's, or that no address names to anybody else. */
function whatNobodyMeant({ apis, digest }: Conformance['target']): string[] {
  const addresses = Object.values(apis);
  if (addresses.length === 0) return [];
  if (addresses.every((address) => address === 'embedded'))
    return ['the target is the sandbox that the suite embeds, and no implementation of anybody'];
  const isLocal = addresses.every((address) => loopback.test(address));
  return isLocal && digest === undefined
    ? [
        'the target was on the machine that ran the suite, and no digest of it is given (TARGET_DIGEST): nothing shows which build it was',
      ]
    : [];
}

const loopback = /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/** They lie beside the reports of the run that was signed, and must not be taken for it. */
function unsignedRuns(folder: string): string[] {
  return existsSync(join(folder, otherRuns))
    ? [`${otherRuns}/ holds reports of other runs, which are not signed with this one`]
    : [];
}

function whyWarned(
  { verdict, inconsistent, statement }: RequirementResult,
  waiver: AppliedWaiver | undefined,
): string {
  if (verdict === 'waived') {
    const { owner = 'nobody', until = 'no day', reason = '' } = waiver ?? {};
    return `it failed, which ${owner} has waived until ${until}: ${reason}`;
  }
  return inconsistent === undefined
    ? `a recommendation, not met, which does not count: ${statement}`
    : `it failed, then passed on retry, which was allowed: ${statement}`;
}

/** Two machines need not agree on the minute. */
const clockToleranceMs = 5 * 60 * 1000;

function validityFindings(
  { cardServiceConformance: { run } }: SignedPredicate,
  at: Date,
): Finding[] {
  const { finishedAt, validUntil } = run;
  const when = at.toISOString();
  return [
    at.getTime() + clockToleranceMs < Date.parse(finishedAt)
      ? fault(`the run ended on ${finishedAt}, after ${when}`)
      : ok(`the run ended on ${finishedAt}`),
    at.getTime() > Date.parse(validUntil)
      ? fault(`it was valid until ${validUntil}, which is before ${when}`)
      : ok(`it is valid until ${validUntil} (checked for ${when})`),
  ];
}

function praise({ result, cardServiceConformance }: SignedPredicate, isTrusted: boolean): string {
  const { run, target, verdict, certification } = cardServiceConformance;
  const holds = isTrusted
    ? 'The attestation holds'
    : 'The attestation is consistent (who signed it is not checked without --key FILE)';
  return `${holds}: run ${run.id} found ${target.name} ${verdict}, ${certification.extent} certification, result ${result}.`;
}

function failed(what: string): Verification {
  return {
    isOk: false,
    findings: [{ isOk: false, what: onOneLine(what) }],
    warnings: [],
    conclusion: 'The attestation does NOT hold: it is not an attestation of this suite.',
  };
}

function ok(what: string): Finding {
  return { isOk: true, what };
}

function fault(what: string): Finding {
  return { isOk: false, what };
}

const mostNamed = 10;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  return names.length > mostNamed ? `${shown} and ${names.length - mostNamed} more` : shown;
}

/** A name of a file or a target must not pass for a line of ours, nor fill the screen. */
function onOneLine(text: string): string {
  const line = visible(text).replaceAll(/\s+/g, ' ');
  return line.length <= 1000 ? line : `${line.slice(0, 1000)} …`;
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error;
}
