import type { Block } from './block.ts';
import type { Paper, Struct } from './pdf-paper.ts';
import { colorOf, type Shape, strokeOf } from './picture.ts';

/** A picture as wide as the page, with its caption above. */
export function drawPicture(
  paper: Paper,
  parent: Struct,
  { caption, picture }: Extract<Block, { kind: 'picture' }>,
): void {
  const { doc, left, width } = paper;
  const scale = width / picture.width;
  const height = picture.height * scale;
  paper.room(height + 30);
  doc.y += 6;
  paper.write(parent, 'P', caption, { font: 'strong', size: 9, after: 4 });
  const top = doc.y;
  const figure = doc.struct('Figure', { alt: picture.alt }, () => {
    doc.save().translate(left, top).scale(scale);
    for (const shape of picture.shapes) draw(paper, shape);
    doc.restore();
  });
  parent.add(figure);
  figure.end();
  doc.x = left;
  doc.y = top + height + 6;
}

function draw(paper: Paper, one: Shape): void {
  const { doc } = paper;
  const color = colorOf[one.tone];
  switch (one.shape) {
    case 'words':
      return paper.label(one.words, one.x, one.y, { size: one.size, color, align: one.align });
    case 'area':
      doc.path(one.d).fill(color);
      return;
    case 'line': {
      const { width, dash } = strokeOf(one.stroke);
      doc.path(one.d).lineWidth(width);
      if (dash !== undefined) doc.dash(dash[0] ?? 1, { space: dash[1] ?? 1 });
      doc.stroke(color).undash();
    }
  }
}
