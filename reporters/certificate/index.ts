import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Conformance } from '../conformance.ts';
import { contentOf } from './content.ts';
import { htmlOf } from './html.ts';
import type { DrawPdf } from './pdf-process.ts';

/**
 * Draws the certificate, and answers what writes `certificate.html` and `certificate.pdf` and answers their
 * paths: nothing is written before somebody asks.
 */
export function drawCertificate(
  folder: string,
  conformance: Conformance,
  draw: DrawPdf,
): () => Promise<string[]> {
  const content = contentOf(conformance);
  const drawn = draw(content);
  // Told once somebody asks, if ever.
  drawn.catch(() => {});

  return async () => {
    const files = [
      { path: join(folder, 'certificate.html'), data: await htmlOf(content) },
      { path: join(folder, 'certificate.pdf'), data: await drawn },
    ];
    await Promise.all(files.map(({ path, data }) => writeFile(path, data)));
    return files.map(({ path }) => path);
  };
}
