import '../reporters/node-version.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import type { Page } from 'playwright-core';
import { closeBrowser, noBrowser, openPage } from '../fixtures/customer/browser.ts';
import { startEmbedded } from './variants.ts';

// npm run pictures: the pictures of the README.

const program = new Command('npm run pictures --')
  .description('Takes the pictures of the README (docs/*.png), with a browser. Takes some minutes.')
  .argument('[folder]', 'reports of a certification of everything; else they are made')
  .helpOption('-h, --help', 'show this')
  .parse();

const docs = join(import.meta.dirname, '../docs');
/** A fault that anybody understands: a card can be overdrawn by one cent. */
const fault = 'fault:v2.transfer-creation.overdraft-is-declined.by-one';

const given = program.processedArgs[0] as string | undefined;
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
try {
  const whole =
    given ?? (await certified('whole', {}, '--profile', 'certification', '--no-allure'));
  const failed = await certifiedWithFault();
  await Promise.all([ofCertificate(whole), ofStates(whole), ofFailure(failed)]);
} finally {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
}

/** Certifies a target with the command that anybody uses; what it finds is of no interest here. */
async function certified(
  name: string,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<string> {
  const output = join(folder, name);
  const command = join(import.meta.dirname, '../reporters/certify.ts');
  const child = spawn(process.execPath, [command, '--seed', '7', '--output', output, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0 && status !== 1) throw new Error(`the run "${name}" ended with ${status}`);
  return output;
}

async function certifiedWithFault(): Promise<string> {
  const target = await startEmbedded(fault);
  try {
    const env = { ...target.environment, TARGET_NAME: 'Reimplementation 3' };
    return await certified('failed', env, '--api', 'v2', '--profile', 'smoke');
  } finally {
    await target.close();
  }
}

async function ofCertificate(reports: string): Promise<void> {
  const page = await opened(reports, 'certificate.html', { width: 1000, height: 960 });
  await page.screenshot({ path: join(docs, 'certificate.png') });
}

async function ofStates(reports: string): Promise<void> {
  const page = await opened(reports, 'certificate.html', { width: 1000, height: 960 });
  const picture = page.locator('.scroll:has(svg[aria-label^="subscriptions"])');
  await picture.screenshot({ path: join(docs, 'states.png') });
}

/** The report as an engineer finds it: at the first failure. */
async function ofFailure(reports: string): Promise<void> {
  const page = await opened(reports, 'allure-report/index.html', { width: 1280, height: 900 });
  await page.getByText('Failed', { exact: false }).first().click();
  await page.getByText('declines an overdraft by one cent').first().click();
  await page.getByText('expected:').first().waitFor();
  await page.screenshot({ path: join(docs, 'report.png') });
}

async function opened(
  reports: string,
  file: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const page = await openPage(() => {}, { viewport, colorScheme: 'light' });
  if (page === undefined) throw new Error(noBrowser);
  await page.goto(pathToFileURL(join(reports, file)).href);
  return page;
}
