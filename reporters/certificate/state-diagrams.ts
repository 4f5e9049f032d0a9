import { type Move, nothing, sumOfMoves } from '../../fixtures/coverage/moves.ts';
import { type TransitionPlan, transitionPlans } from '../../fixtures/coverage/transitions.ts';
import type { Conformance } from '../conformance.ts';
import { type Block, type Section, text } from './block.ts';
import { box, type Picture, type Shape } from './picture.ts';
import { counted, number, plain } from './text.ts';

/** How often each way between two states was gone in this run, as a picture and as a table. */
export function stateDiagrams(conformance: Conformance): Omit<Section, 'id'> {
  const heading = 'Transitions between states';
  const { moves, target } = conformance;
  const plans = transitionPlans.filter(({ api }) => target.apis[api] !== undefined);
  if (moves.length === 0 || plans.length === 0) {
    return { heading, blocks: [text('No state transitions were counted in this run.')] };
  }
  return {
    heading,
    blocks: [
      text(
        'How often the item was seen to go from one state to another. Solid: a document names the step; dashed: it does, but this run did not take it; dotted: seen, but in no document.',
      ),
      ...plans.flatMap((plan) => diagramOf(plan, conformance)),
    ],
  };
}

/** One way between two states. */
interface Edge {
  readonly from: string;
  readonly to: string;
  readonly times: number;
  readonly isDocumented: boolean;
}

function diagramOf(plan: TransitionPlan, { moves, states }: Conformance): readonly Block[] {
  const { api, subject } = plan;
  const own = sumOfMoves(moves).filter((one) => one.api === api && one.subject === subject);
  const edges = edgesOf(plan, own);
  const refused = new Map(
    plan.refusals.map(({ state, operations }) => [
      state,
      states
        .filter((one) => one.api === api && one.subject === subject && one.state === state)
        .filter(({ operation }) => operations.includes(operation))
        .reduce((sum, one) => sum + one.refused, 0),
    ]),
  );
  const caption = `${api}: ${subject} (${plan.place})`;
  return [
    {
      kind: 'picture',
      caption,
      picture: pictureOf(caption, [nothing, ...plan.states], edges, refused),
    },
    {
      kind: 'table',
      caption: `${caption}: what led where`,
      columns: [
        { heading: 'From', share: 4 },
        { heading: 'To', share: 4 },
        { heading: 'By', share: 7 },
        { heading: 'Times', share: 2, numeric: true },
      ],
      rows: [...rowsOf(plan, own), ...refusalRows(plan, refused)],
      folded: true,
    },
  ];
}

/** Every way that a document names or that was gone, whatever led along it. */
function edgesOf({ ways }: TransitionPlan, moves: readonly Move[]): readonly Edge[] {
  const edges = new Map<string, Edge>();
  for (const { from, to } of ways) {
    edges.set(`${from}\n${to}`, { from, to, times: 0, isDocumented: true });
  }
  for (const { from, to, times } of moves) {
    const key = `${from}\n${to}`;
    const known = edges.get(key) ?? { from, to, times: 0, isDocumented: false };
    edges.set(key, { ...known, times: known.times + times });
  }
  return [...edges.values()];
}

function rowsOf({ ways }: TransitionPlan, moves: readonly Move[]): string[][] {
  const isGone = ({ from, to }: { from: string; to: string }): boolean =>
    moves.some((move) => move.from === from && move.to === to);
  return [
    ...moves.map(({ from, to, by, times }) => [from, to, plain(by, 80), number(times)]),
    ...ways.filter((way) => !isGone(way)).map(({ from, to, by }) => [from, to, by, number(0)]),
  ];
}

function refusalRows(
  { refusals }: TransitionPlan,
  refused: ReadonlyMap<string, number>,
): string[][] {
  return refusals.map(({ state, operations }) => [
    state,
    'refused, as the document says',
    operations.join(', '),
    number(refused.get(state) ?? 0),
  ]);
}

/** Middle of the box of each state. Laid out by hand, so that no arrow runs through a box. */
const places: Readonly<Record<string, readonly [x: number, y: number]>> = {
  nothing: [48, 110],
  'in use': [270, 110],
  active: [270, 45],
  blocked: [270, 175],
  lost: [590, 45],
  stollen: [590, 175],
  registered: [215, 45],
  'registered (two-phase)': [215, 175],
  'payment declined': [425, 110],
  paid: [630, 30],
  'lifetime over': [630, 110],
  'held (two-phase)': [630, 190],
  INITIATED: [205, 110],
  ACTIVE: [390, 45],
  PAYMENT_FAILED: [390, 175],
  UNPAID: [610, 45],
  CANCELLED: [610, 175],
};
/** In the first document a card has two states only. */
const placesOfTwo: typeof places = { ...places, blocked: [590, 110] };

const width = 720;
/** Above and below the boxes; what is refused stands under its box. */
const margin = 8;
const refusalHeight = 20;
const boxHeight = 30;

function pictureOf(
  caption: string,
  states: readonly string[],
  edges: readonly Edge[],
  refused: ReadonlyMap<string, number>,
): Picture {
  const { placed, height } = placesFor(states, refused.size > 0);
  const shown = edges.filter(
    ({ from, to }) => placed[from] !== undefined && placed[to] !== undefined,
  );
  const gone = shown.filter(({ times }) => times > 0).length;
  return {
    alt: `${caption}: ${counted(gone, 'way')} of ${number(shown.length)} gone`,
    width,
    height,
    shapes: [
      ...shown.map((edge) => lineOf(edge, shown, placed)),
      ...states.flatMap((state) => boxOf(state, placed)),
      ...[...refused].flatMap(([state, times]) => refusalOf(state, times, placed)),
      // Above all lines, or another one could run through a number.
      ...shown.map((edge) => labelOf(edge, shown, placed)),
    ].flat(),
  };
}

/** No higher than its boxes need. */
function placesFor(
  states: readonly string[],
  hasRefusals: boolean,
): { placed: typeof places; height: number } {
  const all = states.includes('in use') ? placesOfTwo : places;
  const own = states.flatMap((state) =>
    all[state] === undefined ? [] : [[state, all[state]] as const],
  );
  const heights = own.map(([, [, y]]) => y);
  const top = Math.min(...heights) - boxHeight / 2 - margin;
  const bottom = Math.max(...heights) + boxHeight / 2 + margin + (hasRefusals ? refusalHeight : 0);
  return {
    placed: Object.fromEntries(own.map(([state, [x, y]]) => [state, [x, y - top] as const])),
    height: bottom - top,
  };
}

function boxOf(state: string, placed: typeof places): readonly Shape[] {
  const [x, y] = placed[state] ?? [0, 0];
  const wide = widthOf(state);
  const outline = box(x - wide / 2, y - boxHeight / 2, wide, boxHeight);
  const isState = state !== nothing;
  return [
    { shape: 'area', d: outline, tone: isState ? 'ground' : 'paper' },
    { shape: 'line', d: outline, tone: isState ? 'ink' : 'line', stroke: 'thin' },
    words(state, x, y + 4, { tone: isState ? 'ink' : 'soft' }),
  ];
}

function refusalOf(state: string, times: number, placed: typeof places): readonly Shape[] {
  const [x, y] = placed[state] ?? [0, 0];
  return [words(`✗ refused ${number(times)}`, x, y + boxHeight / 2 + 15, { tone: 'soft' })];
}

type Point = readonly [x: number, y: number];

/** From the edge of one box to that of the other, beside its counterpart. */
function endsOf({ from, to }: Edge, all: readonly Edge[], placed: typeof places): [Point, Point] {
  const [a, b]: [Point, Point] = [placed[from] ?? [0, 0], placed[to] ?? [0, 0]];
  const hasCounterpart = all.some((one) => one.from === to && one.to === from);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy);
  const aside = hasCounterpart ? 8 : 0;
  const move = ([x, y]: Point): Point => [x - (dy / length) * aside, y + (dx / length) * aside];
  return [move(atBorder(a, b, from)), move(atBorder(b, a, to))];
}

/** Where the line between two middles leaves the box of the first. */
function atBorder([x, y]: Point, [towardsX, towardsY]: Point, state: string): Point {
  const [dx, dy] = [towardsX - x, towardsY - y];
  const part = Math.min(
    dx === 0 ? Infinity : widthOf(state) / 2 / Math.abs(dx),
    dy === 0 ? Infinity : boxHeight / 2 / Math.abs(dy),
  );
  return [x + dx * part, y + dy * part];
}

function lineOf(edge: Edge, all: readonly Edge[], placed: typeof places): readonly Shape[] {
  const [a, b] = endsOf(edge, all, placed);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const at = (back: number, beside: number): string =>
    `${round(b[0] - ux * back - uy * beside)} ${round(b[1] - uy * back + ux * beside)}`;
  const tone = edge.times > 0 ? 'ink' : 'line';
  const stroke = !edge.isDocumented ? 'dotted' : edge.times === 0 ? 'dashed' : undefined;
  return [
    {
      shape: 'line',
      d: `M${round(a[0])} ${round(a[1])}L${at(7, 0)}`,
      tone,
      ...(stroke === undefined ? {} : { stroke }),
    },
    { shape: 'area', d: `M${at(0, 0)}L${at(9, 4)}L${at(9, -4)}Z`, tone },
  ];
}

/** Nearer to where it begins, as lines cross in the middle. */
const labelAt = 0.36;

function labelOf(edge: Edge, all: readonly Edge[], placed: typeof places): readonly Shape[] {
  const [a, b] = endsOf(edge, all, placed);
  const label = number(edge.times);
  const [x, y] = [a[0] + (b[0] - a[0]) * labelAt, a[1] + (b[1] - a[1]) * labelAt];
  const wide = label.length * 6.6 + 6;
  return [
    { shape: 'area', d: box(round(x - wide / 2), round(y - 8), round(wide), 16), tone: 'paper' },
    words(label, round(x), round(y + 4), { tone: edge.times > 0 ? 'ink' : 'soft' }),
  ];
}

function words(label: string, x: number, y: number, { tone }: { tone: 'ink' | 'soft' }): Shape {
  return { shape: 'words', x, y, words: label, tone, align: 'center', size: 12 };
}

function widthOf(state: string): number {
  return Math.max(64, state.length * (state === state.toUpperCase() ? 8 : 6.4) + 18);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
