import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { drawCertificate } from './index.ts';
import { startPdfProcess } from './pdf-process.ts';
import { aResult } from './testing.ts';

test('writes the certificate as a page and as a PDF, and answers where', async () => {
  const folder = temporaryFolder();

  const paths = await drawCertificate(folder, aResult(), startPdfProcess())();

  expect(paths).toEqual([join(folder, 'certificate.html'), join(folder, 'certificate.pdf')]);
  const beginnings = paths.map((path) => readFileSync(path, 'latin1').slice(0, 15));
  expect(beginnings).toEqual(['<!doctype html>', expect.stringMatching(/^%PDF-1\.7/)]);
});
