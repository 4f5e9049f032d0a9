import type { CoverageMap, MapPart } from './block.ts';
import { lookOf, type Mark } from './marks.ts';
import { type Paper, soft, type Struct } from './pdf-paper.ts';
import { number } from './text.ts';

/** Side of a cell and the distance to the next, in points. */
const side = 6.2;
const step = 7.4;
const nameWidth = 124;

export function drawMap(paper: Paper, parent: Struct, { documents, legend }: CoverageMap): void {
  const { doc } = paper;
  drawLegend(paper, parent, legend);
  for (const { heading, parts } of documents) {
    paper.room(60);
    doc.y += 6;
    paper.write(parent, 'H3', heading, { size: 10, font: 'strong', after: 4 });
    for (const part of parts) drawPart(paper, parent, part);
  }
}

function drawLegend(paper: Paper, parent: Struct, legend: CoverageMap['legend']): void {
  const { doc, left, width } = paper;
  const column = width / 3;
  for (let index = 0; index < legend.length; index += 3) {
    paper.room(16);
    const top = doc.y;
    for (const [place, { mark, count }] of legend.slice(index, index + 3).entries()) {
      const x = left + place * column;
      doc.y = top;
      paper.artifact(() => drawCell(doc, mark, x, top + 3));
      const style = { size: 8.5, x: x + 11, width: column - 14, after: 0 };
      paper.write(parent, 'P', `${lookOf[mark].words}: ${number(count)}`, style);
    }
    doc.y = top + 14;
  }
}

function drawPart(paper: Paper, parent: Struct, { name, summary, cells }: MapPart): void {
  const { doc, left, width } = paper;
  const inARow = Math.floor((width - nameWidth) / step);
  const height = Math.max(11, Math.ceil(cells.length / inARow) * step) + 3;
  paper.room(height);
  const top = doc.y;
  paper.write(parent, 'P', name, { size: 8.5, color: soft, width: nameWidth - 8, after: 0 });
  const figure = doc.struct('Figure', { alt: `${name}. ${summary}` }, () => {
    for (const [index, { mark }] of cells.entries()) {
      const x = left + nameWidth + (index % inARow) * step;
      drawCell(doc, mark, x, top + 3 + Math.floor(index / inARow) * step);
    }
  });
  parent.add(figure);
  figure.end();
  doc.y = top + height;
}

/** One cell with its sign, drawn rather than written so that it is not read as text. */
function drawCell(doc: PDFKit.PDFDocument, mark: Mark, x: number, y: number): void {
  const { sign, fill, edge, ink, dashed = false } = lookOf[mark];
  doc.save().lineWidth(0.6);
  doc.rect(x + 0.3, y + 0.3, side - 0.6, side - 0.6);
  if (dashed) doc.dash(1.2, { space: 0.9 });
  doc.fillAndStroke(fill, edge).undash();
  doc.lineWidth(0.9).translate(x + side / 2, y + side / 2);
  drawSign(doc, sign);
  doc.stroke(ink).restore();
}

/** Around the middle of its cell. */
function drawSign(doc: PDFKit.PDFDocument, sign: (typeof lookOf)[Mark]['sign']): void {
  switch (sign) {
    case 'none':
      return;
    case 'cross':
      doc.moveTo(-1.6, -1.6).lineTo(1.6, 1.6).moveTo(-1.6, 1.6).lineTo(1.6, -1.6);
      return;
    case 'unequal':
      doc.moveTo(-1.8, -0.8).lineTo(1.8, -0.8).moveTo(-1.8, 0.9).lineTo(1.8, 0.9);
      doc.moveTo(-1, 2).lineTo(1, -2);
      return;
    case 'slash':
      doc.moveTo(-1.5, 1.9).lineTo(1.5, -1.9);
      return;
    case 'exclamation':
      doc.moveTo(0, -2.1).lineTo(0, 0.6).moveTo(0, 1.4).lineTo(0, 2.2);
      return;
    case 'question':
      doc.moveTo(-1.1, -1.1).bezierCurveTo(-1, -2.4, 1.3, -2.3, 1.1, -1);
      doc.bezierCurveTo(1, -0.3, 0, -0.2, 0, 0.7).moveTo(0, 1.4).lineTo(0, 2.2);
      return;
    case 'dash':
      doc.moveTo(-1.5, 0).lineTo(1.5, 0);
      return;
    case 'ring':
      doc.circle(0, 0, 1.2);
  }
}
