import { once } from 'node:events';
import type { CertificateContent } from './block.ts';
import { openPaper } from './pdf-paper.ts';
import { pdfOf } from './pdf.ts';
import type { PdfReply } from './pdf-process.ts';

// What runs in the process of its own: see pdf-process.ts.

process.once('disconnect', () => process.exit());
const asked = once(process, 'message');

// Nobody has asked yet: by then the libraries are loaded, and the fonts read once.
await openPaper({ title: '', subject: '', issuedAt: new Date(0) });

const [content] = (await asked) as [CertificateContent];
const reply: PdfReply = await pdfOf(content).then(
  (data) => ({ data }),
  (error: unknown) => ({ problem: String(error) }),
);
process.send?.(reply);
