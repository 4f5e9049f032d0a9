import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckResult } from './results.ts';

/** A value that must never be written, and the setting that it came from. */
export interface Secret {
  readonly variable: string;
  readonly value: string;
}

/** Shorter ones cannot be masked: three digits would take half of every report with them. */
const shortestSecret = 6;

/**
 * Exchanges were masked where they became text. What a check's own words may carry (an error of a
 * library that quotes what it was given) is masked here, before any report sees it.
 */
export function maskingOf(secrets: readonly Secret[]): (text: string) => string {
  const forms = secrets
    .filter(({ value }) => value.length >= shortestSecret)
    .flatMap(({ value }) => formsOf(value));
  return (original) => forms.reduce((text, form) => text.replaceAll(form, '***'), original);
}

/** The check with every text of it masked. */
export function masked(check: CheckResult, mask: (text: string) => string): CheckResult {
  const { reason, exchanges, breaches, requestIds } = check;
  return {
    ...check,
    ...(reason === undefined ? {} : { reason: mask(reason) }),
    ...(exchanges === undefined ? {} : { exchanges: mask(exchanges) }),
    breaches: breaches.map((breach) => ({ ...breach, message: mask(breach.message) })),
    requestIds: requestIds.map(mask),
  };
}

/** The last look at what a run has written: each file that holds a secret, as a sentence. */
export function leaksIn(paths: readonly string[], secrets: readonly Secret[]): string[] {
  const known = secrets.filter(isTellable);
  if (known.length === 0) return [];
  return paths.flatMap(filesBelow).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    const content = path.endsWith('.html') ? contentOfPage(text) : text;
    return known
      .filter(({ value }) => formsOf(value).some((form) => content.includes(form)))
      .map(({ variable }) => `${path} holds the value of ${variable}`);
  });
}

/** A password that is a plain word may well stand in a report without having leaked. */
function isTellable({ value }: Secret): boolean {
  return value.length >= shortestSecret && (/\d/.test(value) || value.length >= 16);
}

/** As it is, inside JSON, inside an address or a form, and encoded for a header or a page. */
function formsOf(value: string): string[] {
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
  return [
    ...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), base64]),
  ];
}

/** What the Allure page shows stands in Base64 beside its program, which holds all sorts of words. */
function contentOfPage(html: string): string {
  const data = html.matchAll(/\bd\("((?:[^"\\]|\\.)*)","([A-Za-z0-9+/=]*)"\)/g);
  const files = [...data].map(
    ([, name = '', base64 = '']) => `${name}\n${Buffer.from(base64, 'base64').toString('utf8')}`,
  );
  const settings = html.match(/<title>[^<]*|allureReportOptions = [^\n]*/g) ?? [];
  return [...settings, ...files].join('\n');
}

function filesBelow(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
