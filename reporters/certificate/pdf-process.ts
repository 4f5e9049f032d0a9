import { startChild } from '../child.ts';
import { fileOf } from '../own-files.ts';
import type { CertificateContent } from './block.ts';

/** Draws a certificate on A4 and answers the bytes of the file. */
export type DrawPdf = (content: CertificateContent) => Promise<Uint8Array>;

export type PdfReply = { readonly data: Uint8Array } | { readonly problem: string };

/**
 * A process of its own for the PDF: its libraries are loaded while checks run, and of all reports it takes
 * longest to draw.
 */
export function startPdfProcess(): DrawPdf {
  const child = startChild(new URL(fileOf('pdf-child.ts'), import.meta.url));

  return async (content) => {
    child.send(content);
    const reply = (await child.lastWord()) as PdfReply;
    if ('problem' in reply) throw new Error(`the PDF could not be drawn: ${reply.problem}`);
    return reply.data;
  };
}
