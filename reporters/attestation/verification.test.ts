import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attest } from './attestation.ts';
import {
  aResult,
  otherReports,
  rawResults,
  reportsOf,
  signedReportsOf,
  signer,
} from './attestation-testing.ts';
import { writeConformanceJson } from '../conformance-json.ts';
import { sealed } from './envelope.ts';
import { keyIdOf } from './signing-key.ts';
import { requirements } from '../../fixtures/requirements/index.ts';
import { aCheck, ids, judged, temporaryFolder } from '../testing.ts';
import { type Required, type Verification, verificationOf } from './verification.ts';

const { finishedAt, validUntil } = aResult().run;
const key = signer.publicKey;
const makePipe = 'mkfifo';
const at = new Date(finishedAt);
const suiteDigest = aResult().suite.digest;

describe('a folder as it was signed', () => {
  test('holds, point by point', () => {
    const { isOk, findings, conclusion } = verified(signedReportsOf(aResult()), { key });

    expect(isOk).toBe(true);
    expect(findings.filter((one) => !one.isOk)).toEqual([]);
    const names = ['conformance.json', ...Object.keys(otherReports), 'allure-results'];
    expect(findings.map(({ what }) => what)).toEqual([
      'attestation.json is a DSSE envelope with an in-toto test result of this suite',
      `the signature was made with the given key ${keyIdOf(key)}`,
      ...names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => `${name} is as it was signed`),
      'no file was added',
      'conformance.json agrees with the attestation',
      `the run ended on ${finishedAt}`,
      `it is valid until ${validUntil} (checked for ${finishedAt})`,
    ]);
    expect(conclusion).toBe(
      'The attestation holds: run 6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11 found Reimplementation 3 conformant, partial certification, result WARNED.',
    );
  });

  test('holds without a key only in itself, and says so', () => {
    const { isOk, findings, conclusion } = verified(signedReportsOf(aResult()));

    expect(isOk).toBe(true);
    expect(findings[1]?.what).toMatch(/only --key FILE can show whose key it is$/);
    expect(conclusion).toMatch(/who signed it is not checked without --key FILE/);
  });

  test('holds with the waivers that the run was given', () => {
    const folder = reportsOf(aResult());
    const waivers = { name: 'waivers.yaml', sha256: 'ab'.repeat(32) };
    attest({ folder, conformance: aResult(), key: signer.privateKey, waivers });

    expect(faultsOf(verified(folder, { key }))).toEqual([]);
  });

  test('holds for a result that is not conformant: that is what was signed', () => {
    const conformance = aResult({ verdict: 'not-conformant' });

    const { isOk, conclusion } = verified(signedReportsOf(conformance), { key });

    expect(isOk).toBe(true);
    expect(conclusion).toMatch(/found Reimplementation 3 not-conformant, .* result FAILED\.$/);
  });
});

describe('one byte that was changed', () => {
  test.for(Object.keys(otherReports))('is found in %s', (name) => {
    const folder = signedReportsOf(aResult());

    flipAByteOf(join(folder, name));

    expect(faultsOf(verified(folder, { key }))).toEqual([`${name} was changed`]);
  });

  test.for(Object.keys(rawResults))('is found in %s', (name) => {
    const folder = signedReportsOf(aResult());

    flipAByteOf(join(folder, name));

    expect(faultsOf(verified(folder, { key }))).toEqual(['allure-results was changed']);
  });

  test('is found in conformance.json, whatever it says after that', () => {
    const folder = signedReportsOf(aResult());
    const path = join(folder, 'conformance.json');

    writeFileSync(path, readFileSync(path, 'utf8').replace('"seed": 42', '"seed": 43'));

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'conformance.json was changed',
      'conformance.json and the attestation differ in cardServiceConformance.run',
    ]);
  });

  test('is found anywhere in the payload and the signature', () => {
    const folder = signedReportsOf(aResult());
    const path = join(folder, 'attestation.json');
    const text = readFileSync(path, 'utf8');
    const { payload, signatures } = JSON.parse(text) as {
      payload: string;
      signatures: { sig: string; keyid: string }[];
    };
    const { sig = '', keyid = '' } = signatures[0] ?? {};

    for (const part of [payload, sig, keyid]) {
      const start = text.indexOf(part);
      const step = Math.ceil(part.length / 20);
      for (let index = start; index < start + part.length; index += step) {
        const other = text[index] === 'A' ? 'B' : 'A';
        writeFileSync(path, text.slice(0, index) + other + text.slice(index + 1));

        for (const given of [{ key }, {}]) expect(verified(folder, given).isOk).toBe(false);
      }
    }
  });
});

describe('files that came or went', () => {
  test.for(['certificate.pdf', 'conformance.json'])('are missed: %s', (name) => {
    const folder = signedReportsOf(aResult());

    rmSync(join(folder, name));

    expect(faultsOf(verified(folder, { key }))).toContain(`${name} is missing`);
  });

  test.for(['certificate-final.pdf', 'repro/v2.extra.sh', 'allure-report/other.html'])(
    'are noticed: %s',
    (name) => {
      const folder = signedReportsOf(aResult());

      writeFileSync(join(folder, name), 'another one');

      expect(faultsOf(verified(folder, { key }))).toEqual([`added after the signature: ${name}`]);
    },
  );

  test('are noticed among the raw results too', () => {
    const folder = signedReportsOf(aResult());

    writeFileSync(join(folder, 'allure-results', '3-result.json'), '{}');

    expect(faultsOf(verified(folder, { key }))).toEqual(['allure-results was changed']);
  });

  test('are found when a link or a pipe stands in the place of a report', () => {
    const folder = signedReportsOf(aResult());
    const [linked, piped] = [join(folder, 'junit.xml'), join(folder, 'certificate.pdf')];
    rmSync(linked);
    rmSync(piped);
    symlinkSync(join(folder, 'certificate.html'), linked);
    execFileSync(makePipe, [piped]);

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'certificate.pdf is not a regular file of a reasonable size',
      'junit.xml is not a regular file of a reasonable size',
    ]);
  });
});

describe('a signature', () => {
  test('of another key than the given one does not count', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const folder = signedReportsOf(aResult(), privateKey);

    expect(faultsOf(verified(folder, { key }))).toEqual([
      `the signature was not made with the given key ${keyIdOf(key)}`,
    ]);
    expect(faultsOf(verified(folder))).toEqual([]);
  });

  test('of somebody who claims another key does not count', () => {
    const mallory = generateKeyPairSync('ed25519');
    const folder = signedReportsOf(aResult());
    resigned(folder, mallory.privateKey, (statement) => statement);

    expect(faultsOf(verified(folder))).toEqual([
      `the signature was not made with the key in the attestation, ${keyIdOf(key)}`,
    ]);
  });

  test('cannot be checked by a key that is none', () => {
    const folder = signedReportsOf(aResult());
    resigned(folder, signer.privateKey, ({ predicate, ...rest }) => {
      const { cardServiceConformance: own, ...others } = predicate;
      return {
        ...rest,
        predicate: { ...others, cardServiceConformance: { ...own, publicKey: 'none' } },
      };
    });

    expect(faultsOf(verified(folder))).toEqual([
      'the attestation contains no Ed25519 key to check its signature with',
    ]);
  });
});

describe('validity', () => {
  const after = (moment: string, ms: number): Date => new Date(Date.parse(moment) + ms);

  test('ends at its moment', () => {
    const folder = signedReportsOf(aResult());
    const late = after(validUntil, 1);

    expect(faultsOf(verified(folder, { key, at: after(validUntil, 0) }))).toEqual([]);
    expect(faultsOf(verified(folder, { key, at: late }))).toEqual([
      `it was valid until ${validUntil}, which is before ${late.toISOString()}`,
    ]);
  });

  test('begins when the run ends, but for clocks that differ by minutes', () => {
    const folder = signedReportsOf(aResult());
    const [soon, early] = [after(finishedAt, -60_000), after(finishedAt, -3_600_000)];

    expect(faultsOf(verified(folder, { key, at: soon }))).toEqual([]);
    expect(faultsOf(verified(folder, { key, at: early }))).toEqual([
      `the run ended on ${finishedAt}, after ${early.toISOString()}`,
    ]);
  });
});

describe('the build that a digest binds', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const bound = { ...aResult(), target: { ...aResult().target, digest } };

  test('is told, and can be required', () => {
    const folder = signedReportsOf(bound);

    const { findings } = verified(folder, { key });
    expect(findings.map(({ what }) => what)).toContain(`it is about the build ${digest}`);
    expect(faultsOf(verified(folder, { key, targetDigest: digest.toUpperCase() }))).toEqual([]);
    const other = `sha256:${'0b'.repeat(32)}`;
    expect(faultsOf(verified(folder, { key, targetDigest: other }))).toEqual([
      `required: the build ${other}, but it is about ${digest}`,
    ]);
    expect(faultsOf(verified(signedReportsOf(aResult()), { key, targetDigest: other }))).toEqual([
      `required: the build ${other}, but it is about none by digest`,
    ]);
  });

  test.for([
    ['another one', [{ sha256: '0b'.repeat(32) }]],
    ['none', []],
    ['two', [{ sha256: '0a'.repeat(32) }, { sha256: '0a'.repeat(32) }]],
  ] as const)('is missed where the statement is about %s', ([, digests]) => {
    const folder = signedReportsOf(bound);
    resigned(folder, signer.privateKey, (statement) => ({
      ...statement,
      subject: [
        ...statement.subject.slice(0, -1),
        ...digests.map((one) => ({ name: 'x', digest: one, annotations: { role: 'target' } })),
      ],
    }));

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'the build that it is about is not the one of the result',
    ]);
  });
});

describe('what is required', () => {
  test('is met or not, word by word', () => {
    const folder = signedReportsOf(aResult());

    expect(faultsOf(verified(folder, { key, required: ['conformant'] }))).toEqual([]);
    const { findings, conclusion } = verified(folder, { key, required: ['full', 'passed'] });
    expect(findings.filter((one) => !one.isOk).map(({ what }) => what)).toEqual([
      'required: full, but it is partial',
      'required: passed, but it is WARNED',
    ]);
    expect(conclusion).toMatch(/^The attestation holds: .* It is NOT what is required\.$/);
  });

  test('is not met by a failure, which is a good attestation otherwise', () => {
    const folder = signedReportsOf(aResult({ verdict: 'not-conformant' }));

    expect(faultsOf(verified(folder, { key, required: ['conformant'] }))).toEqual([
      'required: conformant, but it is not-conformant',
    ]);
  });
});

describe('a warning', () => {
  test('says of each requirement why', () => {
    const waivers = [
      {
        requirement: ids.must,
        reason: 'fixed in March',
        owner: 'card team',
        issue: 'https://issues.test/7',
        until: '2026-12-31',
      },
    ];
    const checks = [
      aCheck({ verdict: 'failed', reason: 'no' }),
      aCheck({ requirement: ids.advisory, verdict: 'failed', reason: 'no' }),
      aCheck({
        requirement: ids.derived,
        verdict: 'failed',
        reason: 'no',
        inconsistent: { note: 'passed, alone' },
      }),
    ];
    const run = { allowInconsistent: true, profile: 'certification' } as const;

    const { warnings } = verified(signedReportsOf(judged(checks, { waivers, run })), { key });

    expect(warnings.slice(2)).toEqual([
      `${ids.must}: it failed, which card team has waived until 2026-12-31: fixed in March`,
      `${ids.derived}: it failed, then passed on retry, which was allowed: ${requirements[ids.derived].statement}`,
      `${ids.advisory}: a recommendation, not met, which does not count: ${requirements[ids.advisory].statement}`,
    ]);
    expect(warnings[0]).toMatch(/^partial: /);
  });

  const targets = aResult().target;
  test.for<[what: string, part: Parameters<typeof aResult>[0], warning: RegExp]>([
    [
      'a verdict that is another',
      { verdict: 'not-conformant' },
      /^it is no certificate of conformity: the verdict is not-conformant$/,
    ],
    ['nothing known', { verdict: 'inconclusive' }, /the verdict is inconclusive$/],
    [
      'another profile, also of a failure',
      { verdict: 'not-conformant' },
      /^partial: The profile was nightly/,
    ],
    [
      'the embedded sandbox, whatever it is called',
      { target: { ...targets, name: 'Bank', apis: { v1: 'embedded', v2: 'embedded' } } },
      /^the target is the sandbox that the suite embeds/,
    ],
    [
      'a target that only the machine of the run could ask',
      { target: { ...targets, apis: { v2: 'http://127.0.0.1:8080' } } },
      /^the target was on the machine that ran the suite, and no digest of it is given/,
    ],
    [
      'interfaces that were left out',
      { target: { ...targets, notConfigured: { v1: 'set V1_API_TOKEN', gateway: 'no address' } } },
      /^it says nothing about v1, gateway: /,
    ],
    [
      'another suite',
      { suite: { ...aResult().suite, digest: 'ab'.repeat(32) } },
      /^another suite made it \(.*, sha256:abababababab…\): /,
    ],
  ])('is given for %s', ([, part, warning]) => {
    const { isOk, warnings } = verified(signedReportsOf(aResult(part)), { key });

    expect(isOk).toBe(true);
    expect(warnings).toContainEqual(expect.stringMatching(warning));
    const plain = aResult({ target: { ...targets, notConfigured: {} } });
    expect(verified(signedReportsOf(plain), { key }).warnings).not.toContainEqual(
      expect.stringMatching(
        /no certificate of conformity|embeds|machine that ran|says nothing|another suite/,
      ),
    );
  });

  test('is not given for what does not hold', () => {
    const folder = signedReportsOf(aResult());
    rmSync(join(folder, 'junit.xml'));

    expect(verified(folder, { key }).warnings).toEqual([]);
  });
});

describe('an attestation of something else', () => {
  test('is not there: nothing can be said', () => {
    expect(verificationOf({ folder: reportsOf(aResult()), at, suiteDigest })).toBeUndefined();
    expect(verificationOf({ folder: '/nowhere', at, suiteDigest })).toBeUndefined();
  });

  test.for([
    ['no JSON', 'hello'],
    ['no envelope', '{"verdict":"conformant"}'],
    ['without signatures', '{"payload":"e30=","payloadType":"x","signatures":[]}'],
    [
      'with a second spelling of its payload',
      '{"payload":"e31=","payloadType":"x","signatures":[{"sig":""}]}',
    ],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['larger than any', ' '.repeat(17 * 1024 * 1024)],
  ])('is none when it is %s', ([, text = '']) => {
    const folder = reportsOf(aResult());
    writeFileSync(join(folder, 'attestation.json'), text);

    const { isOk, findings } = verified(folder);

    expect(isOk).toBe(false);
    expect(findings.map(({ what }) => what)).toEqual(['attestation.json is not a DSSE envelope']);
  });

  test('is told by what it is about, safely', () => {
    const folder = reportsOf(aResult());
    const payload = Buffer.from(JSON.stringify({ predicateType: 'https://slsa.dev\u009b31m' }));
    const envelope = sealed(payload, 'application/vnd.in-toto+json', signer.privateKey);
    writeFileSync(join(folder, 'attestation.json'), JSON.stringify(envelope));

    expect(faultsOf(verified(folder, { key }))).toEqual([
      String.raw`attestation.json holds "https://slsa.dev\u009b31m", not a test result of this suite`,
    ]);
  });

  test('is found when signed files and signed result do not belong together', () => {
    const folder = reportsOf(aResult());
    writeConformanceJson(folder, aResult({ verdict: 'inconclusive' }));
    attest({ folder, conformance: aResult(), key: signer.privateKey });

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'conformance.json and the attestation differ in result, cardServiceConformance.verdict',
    ]);
  });

  test('is found when it claims to be full, unless another suite knew better', () => {
    const folder = signedReportsOf(aResult());
    resigned(folder, signer.privateKey, ({ predicate, ...rest }) => ({
      ...rest,
      predicate: {
        ...predicate,
        result: 'PASSED',
        cardServiceConformance: {
          ...predicate.cardServiceConformance,
          certification: { extent: 'full', reasons: [] },
        },
      },
    }));

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'conformance.json and the attestation differ in result, cardServiceConformance.certification',
    ]);
    expect(faultsOf(verified(folder, { key, suiteDigest: 'another' }))).toEqual([]);
  });

  test('is found when the signed result is none', () => {
    const folder = reportsOf(aResult());
    writeFileSync(join(folder, 'conformance.json'), '{}');
    attest({ folder, conformance: aResult(), key: signer.privateKey });

    expect(faultsOf(verified(folder, { key }))).toEqual([
      'conformance.json is not a result that can be compared with the attestation',
    ]);
  });

  test('cannot make files outside the folder be read, nor write lines of its own', () => {
    const folder = signedReportsOf(aResult());
    const outside = join(temporaryFolder(), 'outside.txt');
    writeFileSync(outside, 'outside');
    const names = [outside, '../../../../etc/passwd', 'x\nok      all is well\u001b[2J'];
    resigned(folder, signer.privateKey, (statement) => ({
      ...statement,
      subject: [
        ...statement.subject,
        ...names.map((name) => ({ name, digest: { sha256: 'ab'.repeat(32) } })),
      ],
    }));

    expect(faultsOf(verified(folder, { key }))).toEqual([
      `${outside} is missing`,
      '../../../../etc/passwd is missing',
      String.raw`x ok all is well\u001b[2J is missing`,
    ]);
  });
});

interface Given {
  readonly key?: KeyObject;
  readonly at?: Date;
  readonly suiteDigest?: string;
  readonly required?: readonly Required[];
  readonly targetDigest?: string;
}

function verified(folder: string, given: Given = {}): Verification {
  const verification = verificationOf({ folder, at, suiteDigest, ...given });
  if (verification === undefined) throw new Error('there is no attestation');
  return verification;
}

function faultsOf({ isOk, findings }: Verification): string[] {
  const faults = findings.filter((one) => !one.isOk).map(({ what }) => what);
  expect(isOk).toBe(faults.length === 0);
  return faults;
}

function flipAByteOf(path: string): void {
  const content = readFileSync(path);
  const at = content.length >> 1;
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(path, content);
}

interface SignedStatement {
  readonly subject: readonly object[];
  readonly predicate: { readonly cardServiceConformance: object };
}

/** Another statement in the envelope, signed again. */
function resigned(
  folder: string,
  by: KeyObject,
  change: (statement: SignedStatement) => SignedStatement,
): void {
  const path = join(folder, 'attestation.json');
  const { payload, payloadType } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const statement = JSON.parse(Buffer.from(payload ?? '', 'base64').toString()) as SignedStatement;
  const envelope = sealed(Buffer.from(JSON.stringify(change(statement))), payloadType ?? '', by);
  writeFileSync(path, JSON.stringify(envelope));
}
