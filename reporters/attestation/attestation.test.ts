import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documents } from '../../fixtures/requirements/documents.ts';
import { attest, predicateOf } from './attestation.ts';
import {
  aResult,
  otherReports,
  rawResults,
  reportsOf,
  signedReportsOf,
  signer,
} from './attestation-testing.ts';
import type { Conformance } from '../conformance.ts';
import { certificationOf } from './fullness.ts';
import { keyIdOf } from './signing-key.ts';
import { ids, temporaryFolder } from '../testing.ts';

const openssl = 'openssl';
const hasOpenssl = spawnSync(openssl, ['version']).status === 0;

describe('an attestation', () => {
  test('is a DSSE envelope with one signature, named after its key', () => {
    const folder = signedReportsOf(aResult());

    expect(JSON.parse(readFileSync(join(folder, 'attestation.json'), 'utf8'))).toEqual({
      payload: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      payloadType: 'application/vnd.in-toto+json',
      signatures: [{ keyid: keyIdOf(signer.publicKey), sig: expect.any(String) }],
    });
  });

  test('is an in-toto test result about every report, each by its digest', () => {
    const folder = signedReportsOf(aResult());

    const statement = statementIn(folder);

    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    });
    const digests = Object.fromEntries(statement.subject.map(({ name, digest }) => [name, digest]));
    const names = ['conformance.json', ...Object.keys(otherReports)];
    expect(Object.keys(digests)).toEqual([...names, 'allure-results'].toSorted(byCodePoint));
    for (const name of names) {
      expect(digests[name]).toEqual({ sha256: sha256(readFileSync(join(folder, name))) });
    }
    // What sha256sum prints for the folder's files.
    const listing = Object.entries(rawResults)
      .map(([name, content]) => `${sha256(content)}  ${name.replace('allure-results/', '')}\n`)
      .join('');
    expect(digests['allure-results']).toEqual({ dirHash: sha256(listing) });
  });

  test('names the suite, the documents and the waivers that decided, by their digests', () => {
    const conformance = aResult();
    const waivers = { name: 'waivers.yaml', sha256: 'ab'.repeat(32) };

    const { configuration } = predicateOf(conformance, { ...circumstances(conformance), waivers });

    expect(configuration).toEqual([
      {
        name: 'suite',
        uri: 'pkg:npm/suite@1.0.0',
        digest: { sha256: conformance.suite.digest },
      },
      ...documents.map(({ number, title, sha256 }) => ({
        name: `Document ${number}: ${title}`,
        digest: { sha256 },
      })),
      { name: 'waivers.yaml', digest: { sha256: waivers.sha256 } },
    ]);
  });

  test('says who was asked, how, when, and for how long it is valid', () => {
    const { run, target, counts } = aResult();

    const { cardServiceConformance } = statementIn(signedReportsOf(aResult())).predicate;

    expect(cardServiceConformance).toEqual({
      run: {
        id: run.id,
        seed: run.seed,
        profile: 'nightly',
        failOn: 'derived',
        complete: true,
        exitStatus: run.exitStatus,
        startedAt: run.startedAt,
        finishedAt: run.finishedAt,
        validUntil: run.validUntil,
      },
      target,
      verdict: 'conformant',
      certification: certificationOf(aResult()),
      counts,
      publicKey: signer.publicKey.export({ type: 'spki', format: 'pem' }),
    });
  });

  test('is about the build as well, where a digest binds it', () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    const plain = aResult();
    const conformance = { ...plain, target: { ...plain.target, version: '1.4.2', digest } };
    const named = {
      ...conformance,
      run: { ...plain.run, customer: 'A bank', laboratory: 'Lab 7' },
    };

    const { subject, predicate } = statementIn(signedReportsOf(named));

    expect(subject.at(-1)).toEqual({
      name: 'target: Reimplementation 3 1.4.2',
      digest: { sha256: '0a'.repeat(32) },
      annotations: { role: 'target' },
    });
    expect(predicate.cardServiceConformance).toMatchObject({
      target: { version: '1.4.2', digest },
      run: { customer: 'A bank', laboratory: 'Lab 7' },
    });
  });

  test('holds nothing of the private key', () => {
    const folder = signedReportsOf(aResult());
    const secret = signer.privateKey.export({ format: 'jwk' }).d ?? '';
    const text = readFileSync(join(folder, 'attestation.json'), 'utf8');

    const { payload } = JSON.parse(text) as { payload: string };

    for (const form of [secret, Buffer.from(secret, 'base64url').toString('base64')]) {
      expect(form.length).toBeGreaterThan(40);
      expect(text + Buffer.from(payload, 'base64').toString()).not.toContain(form.slice(0, 40));
    }
  });

  test.skipIf(!hasOpenssl)('carries a signature that openssl accepts', () => {
    const folder = signedReportsOf(aResult());
    const { payload, payloadType, signatures } = JSON.parse(
      readFileSync(join(folder, 'attestation.json'), 'utf8'),
    ) as { payload: string; payloadType: string; signatures: { sig: string }[] };
    const bytes = Buffer.from(payload, 'base64');
    const work = temporaryFolder();
    const message = `DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `;
    writeFileSync(join(work, 'message'), Buffer.concat([Buffer.from(message), bytes]));
    writeFileSync(join(work, 'signature'), Buffer.from(signatures[0]?.sig ?? '', 'base64'));
    writeFileSync(join(work, 'key'), signer.publicKey.export({ type: 'spki', format: 'pem' }));

    const said = execFileSync(
      openssl,
      'pkeyutl -verify -pubin -inkey key -rawin -in message -sigfile signature'.split(' '),
      { cwd: work, encoding: 'utf8' },
    );

    expect(said).toContain('Signature Verified Successfully');
  });
});

describe('the result in one word', () => {
  const conformant = aResult({ verdict: 'conformant' });
  const full = {
    ...circumstances(conformant),
    certification: { extent: 'full', reasons: [] },
  } as const;

  test('is PASSED only when nothing is missing and nothing is to be remarked on', () => {
    expect(predicateOf(conformant, full).result).toBe('PASSED');
  });

  test('is WARNED when the certification is partial', () => {
    expect(predicateOf(conformant, circumstances(conformant)).result).toBe('WARNED');
  });

  test('is WARNED when a failure is waived, advisory or allowed to be inconsistent', () => {
    const inconsistent = { first: 'got 500', second: 'passed', passed: { note: 'passed' } };
    const remarkable: readonly Conformance[] = [
      changed(conformant, { verdict: 'waived' }),
      changed(conformant, { verdict: 'failed', level: 'advisory' }),
      {
        ...changed(conformant, { verdict: 'failed', inconsistent }),
        run: { ...conformant.run, allowInconsistent: true },
      },
    ];

    for (const result of remarkable) {
      const predicate = predicateOf(result, full);
      expect(predicate).toMatchObject({
        result: 'WARNED',
        warnedTests: [ids.must],
        failedTests: [],
      });
      expect(predicate.passedTests).not.toContain(ids.must);
    }
  });

  test('is FAILED when a requirement is broken, undecided, or the run did not end well', () => {
    const broken: readonly Conformance[] = [
      { ...changed(conformant, { verdict: 'failed' }), verdict: 'not-conformant' },
      { ...changed(conformant, { verdict: 'inconclusive' }), verdict: 'inconclusive' },
      { ...conformant, run: { ...conformant.run, exitStatus: 1 } },
    ];

    const predicates = broken.map((one) => predicateOf(one, full));

    expect(predicates.map(({ result }) => result)).toEqual(['FAILED', 'FAILED', 'FAILED']);
    expect(predicates.map(({ failedTests }) => failedTests)).toEqual([[ids.must], [], []]);
    expect(predicates[1]?.passedTests).not.toContain(ids.must);
  });
});

describe('a folder that cannot be attested', () => {
  test('holds a link, which may lead anywhere', () => {
    const folder = reportsOf(aResult());
    symlinkSync('/etc/hostname', join(folder, 'repro', 'link.sh'));

    expect(attest({ folder, conformance: aResult(), key: signer.privateKey })).toEqual({
      problem: `not attested: repro/link.sh in ${folder} is not a regular file of a reasonable size`,
    });
  });

  test('is told from one in which a file browser has been', () => {
    const folder = reportsOf(aResult());
    mkdirSync(join(folder, '.cache'));
    writeFileSync(join(folder, '.cache', 'x'), '');
    writeFileSync(join(folder, 'allure-report', '.DS_Store'), '');

    attest({ folder, conformance: aResult(), key: signer.privateKey });

    expect(statementIn(folder).subject).toHaveLength(Object.keys(otherReports).length + 2);
  });
});

function circumstances(conformance: Conformance) {
  return { certification: certificationOf(conformance), publicKey: 'PEM' };
}

function changed(
  conformance: Conformance,
  part: Partial<Conformance['requirements'][number]>,
): Conformance {
  return {
    ...conformance,
    requirements: conformance.requirements.map((one) =>
      one.id === ids.must ? { ...one, ...part } : one,
    ),
  };
}

interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: object }[];
  readonly predicate: { readonly cardServiceConformance: object };
}

function statementIn(folder: string): Statement {
  const text = readFileSync(join(folder, 'attestation.json'), 'utf8');
  const { payload } = JSON.parse(text) as { payload: string };
  return JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Statement;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : 1;
}
