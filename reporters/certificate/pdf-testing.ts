import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Conformance } from '../conformance.ts';
import { contentOf } from './content.ts';
import { pdfOf } from './pdf.ts';

interface Read {
  /** The text of each page. */
  readonly pages: readonly string[];
  readonly info: object;
  readonly outline: readonly {
    readonly title: string;
    readonly items: readonly { title: string }[];
  }[];
  /** Of the tags on the first page. */
  readonly roles: readonly string[];
}

/** By another's eyes: the library that browsers show PDFs with. */
export async function readPdf(result: Conformance): Promise<Read> {
  const data = new Uint8Array(await pdfOf(contentOf(result)));
  const task = getDocument({ data, verbosity: 0 });
  const document = await task.promise;
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const content = await (await document.getPage(number)).getTextContent();
      const pieces = content.items.map((item) =>
        'str' in item ? item.str + (item.hasEOL ? ' ' : '') : '',
      );
      return pieces.join('').replaceAll(/\s+/g, ' ');
    }),
  );
  const { info } = await document.getMetadata();
  const outline = (await document.getOutline()) ?? [];
  const tags: unknown = await (await document.getPage(1)).getStructTree();
  const roles = [...JSON.stringify(tags).matchAll(/"role":"(\w+)"/g)].map(([, role = '']) => role);
  await task.destroy();
  return { pages, info, outline, roles };
}
