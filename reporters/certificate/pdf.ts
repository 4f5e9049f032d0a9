import type { CertificateContent, Section } from './block.ts';
import { drawBlock } from './pdf-blocks.ts';
import { coverInk, ink, openPaper, type Paper, soft } from './pdf-paper.ts';

/**
 * The certificate on A4: selectable text in embedded fonts, bookmarks, tags for screen readers, page
 * numbers. The same content always gives the same bytes.
 */
export async function pdfOf(content: CertificateContent): Promise<Buffer> {
  const paper = await openPaper({
    title: `${content.title}: ${content.subject}`,
    subject: `Report ${content.number}`,
    issuedAt: new Date(content.issuedAt),
  });
  const { doc } = paper;
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => doc.on('end', resolve));

  const root = doc.struct('Document');
  doc.addStructure(root);
  drawCover(paper, root, content);
  for (const [index, section] of content.sections.entries()) {
    // The first page is what is hung up: the verdict and who signs for it.
    if (index === 1) doc.addPage();
    drawSection(paper, root, section);
  }
  drawEnd(paper, root, content);
  drawFooters(paper, content);
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawCover(
  paper: Paper,
  root: PDFKit.PDFStructureElement,
  { title, number, subject, sentence, verdict, reservations, facts }: CertificateContent,
): void {
  const { doc, left, width } = paper;
  const part = paper.within(root, 'Sect');
  const tone = coverInk[verdict];
  doc.outline.addItem('Result');

  paper.artifact(() => doc.rect(left, doc.y, width, 3).fill(tone));
  doc.y += 20;
  paper.write(part, 'P', `Report ${number}`, { size: 9, color: soft, after: 2 });
  paper.write(part, 'H1', title, { size: 27, font: 'strong', after: 4 });
  paper.write(part, 'P', subject, { size: 13, color: soft, after: 18 });

  const top = doc.y;
  const indent = 14;
  const style = { size: 12.5, x: left + indent, width: width - indent };
  paper.write(part, 'P', sentence, style);
  paper.artifact(() => doc.rect(left, top, 3, doc.y - top).fill(tone));
  doc.y += 14;
  if (reservations.length > 0) {
    paper.write(part, 'P', 'Partial, because:', { font: 'strong', after: 2 });
    drawBlock(paper, part, { kind: 'points', points: reservations });
    doc.y += 6;
  }
  drawBlock(paper, part, { kind: 'facts', facts });
  part.end();
}

function drawSection(
  paper: Paper,
  root: PDFKit.PDFStructureElement,
  { heading, blocks }: Section,
): void {
  const { doc, left, width } = paper;
  const part = paper.within(root, 'Sect');
  // A heading at the foot of a page would stand there without what it announces.
  paper.room(190);
  if (!paper.isAtTop()) doc.y += 20;
  paper.artifact(() => doc.rect(left, doc.y, width, 0.6).fill('#c9d0d6'));
  doc.y += 9;
  const bookmark = doc.outline.addItem(heading);
  paper.write(part, 'H2', heading, { size: 14, font: 'strong', after: 6 });
  for (const block of blocks) drawBlock(paper, part, block, bookmark);
  part.end();
}

function drawEnd(
  paper: Paper,
  root: PDFKit.PDFStructureElement,
  { endMark }: CertificateContent,
): void {
  const { doc, left, width } = paper;
  paper.room(60);
  doc.y += 22;
  if (paper.lacksCharacters()) {
    paper.write(
      root,
      'P',
      '□ stands for a character that the typeface of this document lacks; certificate.html shows it.',
      { size: 8, color: soft, after: 8 },
    );
  }
  paper.artifact(() => doc.rect(left, doc.y, width, 0.8).fill(ink));
  doc.y += 8;
  paper.write(root, 'P', endMark, { align: 'center' });
}

/** Once all pages are there, for only then their number is known. */
function drawFooters(paper: Paper, { number }: CertificateContent): void {
  const { doc, left, width } = paper;
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    // The footer stands in the margin, where text would otherwise begin a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - 40;
    paper.artifact(() => {
      doc.font('regular').fontSize(8).fillColor(soft);
      doc.text(`Report ${number}`, left, y, { width, lineBreak: false });
      doc.text(`Page ${index + 1} of ${count}`, left, y, { width, align: 'right' });
    });
  }
}
