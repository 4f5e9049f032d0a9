import { isOfFigures, type Matrix, type Table } from './block.ts';
import { groundOf } from './marks.ts';
import { ink, type Paper, soft, type Struct } from './pdf-paper.ts';

const gap = 8;
const rowPadding = 2.5;

interface Cell {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly align: 'left' | 'center' | 'right';
  readonly ground?: string;
  readonly strong?: boolean;
}

export function drawTable(paper: Paper, parent: Struct, table: Table): void {
  const { columns, rows, sums = 0 } = table;
  const places = placesOf(
    paper,
    columns.map(({ share }) => share),
  );
  const cellsOf = (texts: readonly string[], strong: boolean): Cell[] =>
    texts.map((text, index) => ({
      text,
      ...(places[index] ?? { x: paper.left, width: paper.width }),
      align: columns[index]?.numeric === true ? 'right' : 'left',
      strong,
    }));
  drawGrid(paper, parent, {
    caption: table.caption,
    size: columns.length > 8 ? 7.5 : isOfFigures(table) ? 8 : 8.5,
    heading: cellsOf(
      columns.map(({ heading }) => heading),
      false,
    ),
    rows: rows.map((row, index) => cellsOf(row, index >= rows.length - sums)),
  });
}

export function drawMatrix(paper: Paper, parent: Struct, { caption, states, rows }: Matrix): void {
  const places = placesOf(paper, [2.2, ...states.map(() => 1)]);
  const cell = (text: string, index: number): Cell => ({
    text,
    ...(places[index] ?? { x: paper.left, width: paper.width }),
    align: index === 0 ? 'left' : 'center',
  });
  drawGrid(paper, parent, {
    caption,
    size: 8,
    heading: ['Operation', ...states].map(cell),
    rows: rows.map(({ operation, cells }) => [
      cell(operation, 0),
      ...cells.map(({ text, outcome }, index) => ({
        ...cell(text, index + 1),
        ground: groundOf[outcome],
      })),
    ]),
  });
}

interface Grid {
  readonly caption: string;
  /** Of the text, in points. */
  readonly size: number;
  readonly heading: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Rows are never divided; the heading stands on every page. Drawn here, since the tables of pdfkit 0.20
 * repeat no heading and cut off what is longer than a page, such as a reason that a target gave.
 */
function drawGrid(paper: Paper, parent: Struct, { caption, size, heading, rows }: Grid): void {
  const { doc, left, width } = paper;
  const height = (cells: readonly Cell[]): number =>
    Math.max(
      ...cells.map(({ text, width, strong }) =>
        paper.height(text, { size, width, ...fontOf(strong) }),
      ),
    ) +
    2 * rowPadding;
  const headingHeight = height(heading);
  const heights = rows.map(height);

  paper.room(headingHeight + (heights[0] ?? 0) + 30);
  doc.y += 4;
  paper.write(parent, 'P', caption, { font: 'strong', size: 9.5, after: 3 });
  const table = paper.within(parent, 'Table');
  const drawHeading = (): void => {
    drawRow(paper, paper.within(table, 'TR'), 'TH', heading, {
      size,
      height: headingHeight,
      color: soft,
    });
    paper.artifact(() => doc.rect(left, doc.y, width, 0.6).fill(soft));
  };
  drawHeading();
  for (const [index, row] of rows.entries()) {
    const rowHeight = heights[index] ?? 0;
    if (paper.room(rowHeight)) drawHeading();
    drawRow(paper, paper.within(table, 'TR'), 'TD', row, { size, height: rowHeight, color: ink });
    paper.artifact(() => doc.rect(left, doc.y, width, 0.4).fill('#d5dbe0'));
  }
  table.end();
  doc.y += 8;
}

function drawRow(
  paper: Paper,
  row: Struct,
  tag: 'TH' | 'TD',
  cells: readonly Cell[],
  {
    size,
    height,
    color,
  }: { readonly size: number; readonly height: number; readonly color: string },
): void {
  const { doc } = paper;
  const top = doc.y;
  for (const [index, { text, x, width, align, ground, strong }] of cells.entries()) {
    if (ground !== undefined) {
      paper.artifact(() => doc.rect(x - gap / 2, top, width + gap, height).fill(ground));
    }
    doc.y = top + rowPadding;
    const style = { size, color, x, width, align, after: 0, ...fontOf(strong) };
    paper.write(row, index === 0 ? 'TH' : tag, text, style);
  }
  row.end();
  doc.y = top + height;
}

function fontOf(strong = false): { readonly font: 'regular' | 'strong' } {
  return { font: strong ? 'strong' : 'regular' };
}

/** Columns side by side over the whole width, by their shares. */
function placesOf(
  { left, width }: Paper,
  shares: readonly number[],
): readonly { readonly x: number; readonly width: number }[] {
  const whole = shares.reduce((total, share) => total + share, 0);
  let x = left;
  return shares.map((share) => {
    const place = { x, width: (width * share) / whole - gap };
    x += place.width + gap;
    return place;
  });
}
