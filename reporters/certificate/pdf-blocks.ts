import type { Block, Fact, Finding } from './block.ts';
import { drawMap } from './pdf-map.ts';
import { drawPicture } from './pdf-picture.ts';
import { type Paper, soft, type Struct } from './pdf-paper.ts';
import { drawMatrix, drawTable } from './pdf-tables.ts';

/** Draws one block below what is there already; findings get bookmarks of their own. */
export function drawBlock(
  paper: Paper,
  parent: Struct,
  block: Block,
  bookmark?: PDFKit.PDFOutline,
): void {
  switch (block.kind) {
    case 'text':
      return paper.write(parent, 'P', block.text, { after: 6 });
    case 'points':
      return drawPoints(paper, parent, block.points);
    case 'facts':
      return drawFacts(paper, parent, block.facts);
    case 'table':
      return drawTable(paper, parent, block);
    case 'map':
      return drawMap(paper, parent, block);
    case 'findings':
      for (const finding of block.findings) drawFinding(paper, parent, finding, bookmark);
      return;
    case 'matrix':
      return drawMatrix(paper, parent, block);
    case 'picture':
      return drawPicture(paper, parent, block);
    case 'lines':
      return drawLines(paper, parent, block.labels);
  }
}

function drawPoints(paper: Paper, parent: Struct, points: readonly string[]): void {
  const { doc, left, width } = paper;
  const list = paper.within(parent, 'L');
  for (const point of points) {
    const item = paper.within(list, 'LI');
    const style = { x: left + 12, width: width - 12, after: 3 };
    paper.room(Math.min(paper.height(point, style), 60));
    paper.artifact(() => doc.circle(left + 4, doc.y + 6.5, 1.3).fill(soft));
    paper.write(item, 'LBody', point, style);
  }
  doc.y += 3;
}

const termWidth = 112;

function drawFacts(paper: Paper, parent: Struct, facts: readonly Fact[]): void {
  const { doc, left, width } = paper;
  const valueStyle = { x: left + termWidth, width: width - termWidth, after: 0 };
  const line = (): void => {
    paper.artifact(() => doc.rect(left, doc.y, width, 0.5).fill('#d5dbe0'));
    doc.y += 4;
  };
  line();
  for (const { term, values } of facts) {
    const fact = paper.within(parent, 'Div');
    const heights = values.map((value) => paper.height(value, valueStyle));
    paper.room(heights.reduce((total, height) => total + height, 4));
    const top = doc.y;
    paper.write(fact, 'P', term, { color: soft, width: termWidth - 10, after: 0 });
    const below = doc.y;
    doc.y = top;
    for (const value of values) paper.write(fact, 'P', value, valueStyle);
    doc.y = Math.max(doc.y, below) + 3;
    line();
  }
  doc.y += 3;
}

/** Room to write on by hand, in two columns. */
function drawLines(paper: Paper, parent: Struct, labels: readonly string[]): void {
  const { doc, left, width } = paper;
  const gap = 28;
  const column = (width - gap) / 2;
  for (let index = 0; index < labels.length; index += 2) {
    paper.room(52);
    const top = doc.y + 30;
    for (const [place, label] of labels.slice(index, index + 2).entries()) {
      const x = left + place * (column + gap);
      paper.artifact(() => doc.rect(x, top, column, 0.6).fill('#1b2126'));
      doc.y = top + 3;
      paper.write(parent, 'P', label, { size: 8, color: soft, x, width: column, after: 0 });
    }
  }
  doc.y += 6;
}

const labelWidth = 58;

function drawFinding(
  paper: Paper,
  parent: Struct,
  { id, place, statement, checks, again }: Finding,
  bookmark?: PDFKit.PDFOutline,
): void {
  const { doc, left, width } = paper;
  const part = paper.within(parent, 'Sect');
  paper.room(120);
  doc.y += 6;
  bookmark?.addItem(id);
  paper.write(part, 'H3', id, { size: 10.5, font: 'strong', after: 0 });
  paper.write(part, 'P', place, { size: 8.5, color: soft, after: 2 });
  paper.write(part, 'P', statement, { after: 4 });

  const value = { size: 8.5, x: left + labelWidth, width: width - labelWidth, after: 0 };
  for (const { name, lines } of checks) {
    paper.room(40);
    paper.write(part, 'P', name, { font: 'strong', size: 9, after: 2 });
    for (const { label, text } of lines) {
      paper.room(paper.height(text, value));
      const top = doc.y;
      if (label !== '') {
        const style = { size: 8.5, color: soft, x: left + 8, width: labelWidth - 10, after: 0 };
        paper.write(part, 'P', label, style);
        doc.y = top;
      }
      paper.write(part, 'P', text, value);
      paper.artifact(() => doc.rect(left, top, 2, doc.y - top).fill('#c9d0d6'));
    }
    doc.y += 4;
  }
  if (again !== undefined) {
    paper.write(part, 'P', `Again: ${again}`, { size: 8.5, color: soft, after: 4 });
  }
  part.end();
}
