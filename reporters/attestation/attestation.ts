import { createPublicKey, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { sealed } from './envelope.ts';
import { type Certification, certificationOf } from './fullness.ts';
import { attestationName, type DigestedOutput, outputIn, TooManyFiles } from './output-files.ts';
import { payloadType, predicateType, statementType, targetRole } from './statement.ts';
import { isJudged } from '../judged-levels.ts';

/** A file that decided about a run, by its digest. */
export interface UsedFile {
  readonly name: string;
  readonly sha256: string;
}

interface Attestable {
  /** Where every other report has been written already. */
  readonly folder: string;
  readonly conformance: Conformance;
  /** Of `CERTIFICATE_KEY_FILE`. */
  readonly key: KeyObject;
  /** Of `--waivers`. */
  readonly waivers?: UsedFile;
}

/** Writes `attestation.json` and answers its path, or says why the folder cannot be attested. */
export function attest({
  folder,
  conformance,
  key,
  waivers,
}: Attestable): { readonly path: string } | { readonly problem: string } {
  const reports = attestableIn(folder);
  if ('problem' in reports) return reports;

  const statement = {
    _type: statementType,
    subject: [...reports.subject, ...targetOf(conformance)],
    predicateType,
    predicate: predicateOf(conformance, {
      certification: certificationOf(conformance),
      publicKey: pemOf(key),
      ...(waivers === undefined ? {} : { waivers }),
    }),
  };
  const path = join(folder, attestationName);
  const envelope = sealed(Buffer.from(JSON.stringify(statement)), payloadType, key);
  writeFileSync(path, `${JSON.stringify(envelope, undefined, 2)}\n`);
  return { path };
}

/** The build that was tested, where the settings say what binds it: its certificate is found by it. */
function targetOf({ target: { name, version, digest } }: Conformance): readonly object[] {
  if (digest === undefined) return [];
  const [algorithm = '', value = ''] = digest.split(':');
  const named = `target: ${name}${version === undefined ? '' : ` ${version}`}`;
  return [{ name: named, digest: { [algorithm]: value }, annotations: { role: targetRole } }];
}

/** What no result knows of itself. */
interface AttestationContext {
  readonly certification: Certification;
  /** PEM. It shows that nothing was changed, not who signed: anybody can put one here. */
  readonly publicKey: string;
  readonly waivers?: UsedFile;
}

/** The result as in-toto's predicate, with what it has no words for in a member of our own. */
export function predicateOf(conformance: Conformance, circumstances: AttestationContext) {
  const { suite, documents, target, run, verdict, counts } = conformance;
  const { certification, publicKey, waivers } = circumstances;
  const { id, seed, profile, complete, exitStatus, startedAt, finishedAt, validUntil } = run;
  const { failOn, selection, shard, customer, laboratory } = run;
  const tests = testsOf(conformance);

  return {
    result: resultOf(conformance, tests, certification),
    configuration: [
      {
        name: suite.name,
        uri: `pkg:npm/${suite.name}@${suite.version}`,
        digest: { sha256: suite.digest },
      },
      ...documents.map((document) => ({
        name: `Document ${document.number}: ${document.title}`,
        digest: { sha256: document.sha256 },
      })),
      ...(waivers === undefined
        ? []
        : [{ name: waivers.name, digest: { sha256: waivers.sha256 } }]),
    ],
    ...tests,
    cardServiceConformance: {
      run: {
        id,
        seed,
        profile,
        failOn,
        complete,
        exitStatus,
        ...(selection === undefined ? {} : { selection }),
        ...(shard === undefined ? {} : { shard: { index: shard.index, count: shard.count } }),
        ...(customer === undefined ? {} : { customer }),
        ...(laboratory === undefined ? {} : { laboratory }),
        startedAt,
        finishedAt,
        validUntil,
      },
      target,
      verdict,
      certification,
      counts,
      publicKey,
    },
  };
}

interface Tests {
  readonly passedTests: string[];
  readonly warnedTests: string[];
  readonly failedTests: string[];
}

/**
 * Requirements by what became of them. What was waived, what is a recommendation, and what failed once
 * and was allowed to is a warning. What was not seen to pass or to fail stands in none of the lists.
 */
function testsOf({ run, requirements: results }: Conformance): Tests {
  const isWarning = ({ verdict, level, inconsistent }: RequirementResult): boolean =>
    verdict === 'waived' ||
    (verdict === 'failed' &&
      (!isJudged(level, run.failOn) || (inconsistent !== undefined && run.allowInconsistent)));
  const idsOf = (isIn: (result: RequirementResult) => boolean): string[] =>
    results.filter(isIn).map(({ id }) => id);

  return {
    passedTests: idsOf(({ verdict }) => verdict === 'passed'),
    warnedTests: idsOf(isWarning),
    failedTests: idsOf((result) => result.verdict === 'failed' && !isWarning(result)),
  };
}

/**
 * Somebody's policy may look at this word alone, so it passes only what is certified in full with
 * nothing to remark on, and whatever was not shown to conform has failed.
 */
function resultOf(
  { verdict, run }: Conformance,
  { warnedTests }: Tests,
  { extent }: Certification,
): 'PASSED' | 'WARNED' | 'FAILED' {
  if (verdict !== 'conformant' || run.exitStatus !== 0) return 'FAILED';
  return warnedTests.length > 0 || extent === 'partial' ? 'WARNED' : 'PASSED';
}

function attestableIn(
  folder: string,
): { readonly subject: readonly DigestedOutput[] } | { readonly problem: string } {
  try {
    const { files, others } = outputIn(folder);
    if (others.length === 0) return { subject: files };
    const shown = others.slice(0, 3).join(', ');
    return {
      problem: `not attested: ${shown} in ${folder} is not a regular file of a reasonable size`,
    };
  } catch (error) {
    if (!(error instanceof TooManyFiles)) throw error;
    return { problem: `not attested: ${error.message}; give --output a folder of its own` };
  }
}

function pemOf(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}
