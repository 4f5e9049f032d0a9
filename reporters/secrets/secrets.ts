import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { withTexts } from '../../fixtures/failure.ts';
import { type LearnedSecrets, withoutSecrets } from '../../fixtures/transcript/known-secrets.ts';
import { visible } from '../../fixtures/transcript/masking.ts';
import { needlesOf, type Secret, shortestSecret } from './needles.ts';
import { sha256 } from '../attestation/digests.ts';
import type { CheckResult } from '../results.ts';
import { textOfPdf } from './pdf-text.ts';

export type { Secret } from './needles.ts';

/**
 * Exchanges were masked where they became text. What a check's own words may carry (an error of a
 * library that quotes what it was given) is masked here, before any report sees it.
 */
export function maskingOf(secrets: readonly Secret[]): (text: string) => string {
  const credentials = new Set(
    secrets.map(({ value }) => value).filter((value) => value.length >= shortestSecret),
  );
  return (text) => withoutSecrets(text, { credentials, codes: new Set() });
}

/** A longer reason would not be read; the exchanges are shown beside it. */
const longestReason = 20_000;

/** The check with every text of it masked, of a bearable length, and harmless to a terminal. */
export function masked(check: CheckResult, mask: (text: string) => string): CheckResult {
  const { reason, failure, exchanges, breaches, requestIds, inconsistent, evidence } = check;
  const shown = (text: string): string => {
    const whole = mask(text);
    return visible(whole.length <= longestReason ? whole : `${whole.slice(0, longestReason)} …`);
  };
  return {
    ...check,
    ...(reason === undefined ? {} : { reason: shown(reason) }),
    ...(failure === undefined ? {} : { failure: withTexts(failure, shown) }),
    ...(evidence === undefined ? {} : { evidence: shown(evidence) }),
    ...(exchanges === undefined ? {} : { exchanges: withTexts(exchanges, mask) }),
    ...(inconsistent === undefined ? {} : { inconsistent: withTexts(inconsistent, shown) }),
    breaches: withTexts(breaches, shown),
    requestIds: requestIds.map((id) => distinct(id, shown(id))),
  };
}

/** Two values that read alike once they are masked are still told apart. */
function distinct(value: string, shown: string): string {
  return shown === value ? shown : `${shown} (${sha256(value).slice(0, 12)})`;
}

/** Each line of a private key in PEM, which is a secret by itself. */
export function secretsOfKey(variable: string, pem: string): Secret[] {
  const lines = pem.split(/\r?\n/).filter((line) => /^[A-Za-z0-9+/]{24,}={0,2}$/.test(line));
  return lines.map((value) => ({ variable, value }));
}

const nothingLearned: LearnedSecrets = { cardNumbers: [], codes: [] };

interface OtherSources {
  /** What answers have shown in the run. */
  readonly learned?: LearnedSecrets;
  /** All that was printed. */
  readonly terminal?: string;
}

/** The last look at what a run has written and said: each place that holds a secret, as a sentence. */
export function leaksIn(
  paths: readonly string[],
  secrets: readonly Secret[],
  { learned = nothingLearned, terminal = '' }: OtherSources = {},
): string[] {
  const needles = needlesOf(secrets, learned);
  const leaks = (place: string, texts: Iterable<string>): string[] => {
    const found = new Set<string>();
    for (const text of texts) for (const what of needles.in(text)) found.add(what);
    return [...found].map((what) => `${place} holds ${what}`);
  };

  return [
    ...paths.flatMap(filesBelow).flatMap((path) => leaks(path, contentsOf(path))),
    ...leaks('the terminal output', [terminal]),
  ];
}

function contentsOf(path: string): Iterable<string> {
  if (path.endsWith('.pdf')) return [textOfPdf(readFileSync(path))];
  return path.endsWith('.html') ? contentsOfPage(path) : [readFileSync(path, 'utf8')];
}

/**
 * What the Allure page shows stands in Base64 beside its program, which holds all sorts of words, and takes
 * many megabytes: it is looked at piece by piece. Other pages are looked at as a whole.
 */
function* contentsOfPage(path: string): Iterable<string> {
  // One byte for each, where decoded text would need two.
  const bytes = readFileSync(path, 'latin1');
  const data = bytes.matchAll(/\bd\("((?:[^"\\]|\\.)*)","([A-Za-z0-9+/=]*)"\)/g);
  let isOfAllure = false;
  for (const [, name = '', base64 = ''] of data) {
    isOfAllure = true;
    yield `${decoded(name, 'latin1')}\n${decoded(base64, 'base64')}`;
  }
  if (!isOfAllure) return yield decoded(bytes, 'latin1');
  const settings = bytes.match(/<title>[^<]*|allureReportOptions = [^\n]*/g) ?? [];
  yield decoded(settings.join('\n'), 'latin1');
}

function decoded(text: string, encoding: 'base64' | 'latin1'): string {
  return Buffer.from(text, encoding).toString('utf8');
}

function filesBelow(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
