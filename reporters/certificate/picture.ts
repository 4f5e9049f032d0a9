import { html } from 'hono/html';
import { ink, soft } from './pdf-paper.ts';

/**
 * A drawing as plain values, so that the page and the PDF draw the same one. Lengths are in the units
 * of its own width, which is as wide as the page.
 */
export interface Picture {
  /** What it shows, for whoever cannot see it. */
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export type Shape =
  /** A line, as the path of an SVG. */
  | { readonly shape: 'line'; readonly d: string; readonly tone: Tone; readonly stroke?: Stroke }
  /** A filled area, as the path of an SVG. */
  | { readonly shape: 'area'; readonly d: string; readonly tone: Tone }
  | Words;

export interface Words {
  readonly shape: 'words';
  /** Where its baseline begins, ends or has its middle. */
  readonly x: number;
  readonly y: number;
  readonly words: string;
  readonly tone: Tone;
  readonly align: 'left' | 'center' | 'right';
  readonly size: number;
}

type Tone = 'ink' | 'soft' | 'line' | 'paper' | 'ground' | 'good' | 'bad';
type Stroke = 'dashed' | 'dotted' | 'thin';

/** All of them at least 3:1 against the paper, those that words stand in at least 4.5:1. */
export const colorOf: Readonly<Record<Tone, string>> = {
  ink,
  soft,
  line: '#8a949c',
  paper: '#ffffff',
  ground: '#f4f5f6',
  good: '#1f6f57',
  bad: '#a3131c',
};

/** The same on a dark screen, against its paper. */
export const darkColorOf: Readonly<Record<Tone, string>> = {
  ink: '#e6eaed',
  soft: '#a3aeb8',
  line: '#76818b',
  paper: '#14181b',
  ground: '#1f262b',
  good: '#5fc3a2',
  bad: '#ff8a82',
};

const dashes: Readonly<Record<Stroke, string | undefined>> = {
  dashed: '5 4',
  dotted: '1.5 3',
  thin: undefined,
};

export function strokeOf(stroke: Stroke | undefined): { width: number; dash?: readonly number[] } {
  const dash = stroke === undefined ? undefined : dashes[stroke];
  return {
    width: stroke === 'thin' ? 0.8 : 1.3,
    ...(dash === undefined ? {} : { dash: dash.split(' ').map(Number) }),
  };
}

/** Where a table beside it says the same, a picture is no news to a screen reader. */
export function svgOf({ alt, width, height, shapes }: Picture): ReturnType<typeof html> {
  return html`<svg
    class="picture"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    role="img"
    aria-label="${alt}"
  >
    ${shapes.map(shapeOf)}
  </svg>`;
}

function shapeOf(one: Shape): ReturnType<typeof html> {
  const color = colorOf[one.tone];
  if (one.shape === 'area')
    return html`<path class="of-${one.tone}" d="${one.d}" fill="${color}" />`;
  if (one.shape === 'line') {
    const { width, dash = [] } = strokeOf(one.stroke);
    return html`<path
      class="along-${one.tone}"
      d="${one.d}"
      fill="none"
      stroke="${color}"
      stroke-width="${width}"
      stroke-dasharray="${dash.join(' ')}"
    />`;
  }
  const anchor = { left: 'start', center: 'middle', right: 'end' }[one.align];
  return html`<text
    class="of-${one.tone}"
    x="${one.x}"
    y="${one.y}"
    text-anchor="${anchor}"
    font-size="${one.size}"
    fill="${color}"
    >${one.words}</text
  >`;
}

/** A box with round corners. */
export function box(x: number, y: number, width: number, height: number): string {
  const r = 5;
  const [right, bottom] = [x + width, y + height];
  return [
    `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}V${bottom - r}`,
    `Q${right} ${bottom} ${right - r} ${bottom}H${x + r}Q${x} ${bottom} ${x} ${bottom - r}`,
    `V${y + r}Q${x} ${y} ${x + r} ${y}Z`,
  ].join('');
}
