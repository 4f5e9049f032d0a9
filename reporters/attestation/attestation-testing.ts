import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attest } from './attestation.ts';
import { writeConformanceJson } from '../conformance-json.ts';
import type { Conformance } from '../conformance.ts';
import { aCheck, ids, judged, temporaryFolder } from '../testing.ts';

// What the tests of signing and of verifying stand on.

export const signer = generateKeyPairSync('ed25519');

/** One file of each kind that a run may write beside conformance.json. */
export const otherReports = {
  'junit.xml': '<testsuites/>\n',
  'certificate.html': '<!doctype html>\n',
  'certificate.pdf': '%PDF-1.7\n',
  'allure-report/index.html': '<!doctype html>\n',
  [`repro/${ids.must}.sh`]: '#!/bin/sh\n',
} as const;
export const rawResults = {
  'allure-results/1-result.json': '{}\n',
  'allure-results/2-attachment.txt': 'GET /\n',
} as const;

export function aResult(part: Partial<Conformance> = {}): Conformance {
  return { ...judged([aCheck({ judged: { [ids.otherMust]: 1 } })]), ...part };
}

/** A folder with every kind of report. */
export function reportsOf(conformance: Conformance): string {
  const folder = temporaryFolder();
  for (const name of ['allure-report', 'allure-results', 'repro']) mkdirSync(join(folder, name));
  for (const [name, content] of Object.entries({ ...otherReports, ...rawResults })) {
    writeFileSync(join(folder, name), content);
  }
  writeConformanceJson(folder, conformance);
  return folder;
}

/** The same, signed. */
export function signedReportsOf(
  conformance: Conformance,
  key: KeyObject = signer.privateKey,
): string {
  const folder = reportsOf(conformance);
  const attested = attest({ folder, conformance, key });
  if ('problem' in attested) throw new Error(attested.problem);
  return folder;
}
