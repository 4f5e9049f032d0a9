import type { Turn, WindowFigures } from '../../fixtures/coverage/windows.ts';
import type { Conformance } from '../conformance.ts';
import { type Section, text } from './block.ts';
import type { Picture, Shape } from './picture.ts';
import { counted, number } from './text.ts';

/** When movements under limits were tried, on the way through the target's time. */
export function windowTimeline({ windows, target }: Conformance): readonly Omit<Section, 'id'>[] {
  if (target.apis['v1'] === undefined) return [];
  const heading = 'Windows of limits';
  const met = windows.filter(({ days }) => days.length > 0);
  if (met.length === 0) {
    return [{ heading, blocks: [text('No limit window was met with a clock that moves.')] }];
  }
  return [
    {
      heading,
      blocks: [
        text(
          "Transfers of cards with a limit, by the item's clock: approved above the line, denied below it. A dot marks where a card that had been denied was approved: a new window has begun.",
        ),
        { kind: 'picture', caption: 'Limits by cycleType', picture: timelineOf(met) },
        {
          kind: 'table',
          caption: 'Windows by cycleType (document 1, part 8)',
          columns: [
            { heading: 'cycleType', share: 4 },
            { heading: 'Approved', share: 2, numeric: true },
            { heading: 'Denied', share: 2, numeric: true },
            { heading: 'Windows begun', share: 3, numeric: true },
            { heading: 'Nearest: still denied at', share: 5, numeric: true },
            { heading: 'approved after', share: 3, numeric: true },
          ],
          rows: met.map(rowOf),
          folded: false,
        },
      ],
    },
  ];
}

/** Document 1, part 8: what each of them counts. */
const nameOf: Readonly<Record<number, string>> = {
  0: 'day',
  1: 'week from a moment',
  2: 'calendar week',
  3: 'month from a moment',
  4: 'calendar month',
  5: 'quarter from a moment',
  6: 'calendar quarter',
  7: 'year from a moment',
  8: 'calendar year',
  11: 'hour from a moment',
  12: 'hour of the clock',
};

function laneName({ cycleType }: WindowFigures): string {
  const name = nameOf[cycleType];
  return name === undefined ? String(cycleType) : `${cycleType} ${name}`;
}

function rowOf(one: WindowFigures): string[] {
  const { days, turns } = one;
  const nearest = nearestOf(one);
  const sum = (of: 'approved' | 'denied'): string =>
    number(days.reduce((total, day) => total + day[of], 0));
  return [
    laneName(one),
    sum('approved'),
    sum('denied'),
    number(turns.length),
    nearest === undefined ? '–' : nearest.denied.replace('T', ' ').replace(/\.\d+Z$/, ''),
    nearest === undefined ? '–' : duration(gapOf(nearest)),
  ];
}

/** Those that are aligned to the calendar turn for all cards at once. Document 1, part 8. */
const ofTheCalendar: ReadonlySet<number> = new Set([0, 2, 4, 6, 8, 12]);

/** The turn that leaves the least doubt of when it was. */
function nearestOf({ cycleType, days, turns }: WindowFigures): Turn | undefined {
  const denials = ofTheCalendar.has(cycleType) ? days.map(({ lastDenied = '' }) => lastDenied) : [];
  const exact = turns.map(({ denied, approved }): Turn => {
    const between = denials.filter((at) => at > denied && at < approved).toSorted();
    return { denied: between.at(-1) ?? denied, approved };
  });
  return exact.toSorted((a, b) => gapOf(a) - gapOf(b))[0];
}

function gapOf({ denied, approved }: Turn): number {
  return Date.parse(approved) - Date.parse(denied);
}

function duration(ms: number): string {
  const seconds = ms / 1_000;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3_600)} h`
    : `${number(Math.round(seconds / 86_400))} days`;
}

const width = 720;
const left = 176;
const right = 708;
const laneHeight = 26;
const top = 14;
const dayMs = 86_400_000;

function timelineOf(windows: readonly WindowFigures[]): Picture {
  const moments = windows.flatMap(({ days }) => days.map(({ day }) => Date.parse(day)));
  const first = Math.min(...moments);
  const last = Math.max(...moments) + dayMs;
  const xOf = (moment: number): number =>
    Math.round((left + ((right - left) * (moment - first)) / (last - first)) * 10) / 10;
  const bottom = top + windows.length * laneHeight;
  return {
    alt: `Limits by cycleType: ${counted(new Set(moments).size, 'day')} on which transfers were tried, ${dayOf(first)} to ${dayOf(last)}`,
    width,
    height: bottom + 24,
    shapes: [
      ...yearsBetween(first, last).flatMap((moment) => yearMark(moment, xOf(moment), bottom)),
      ...windows.flatMap((one, index) => laneOf(one, top + (index + 0.5) * laneHeight, xOf)),
      label(dayOf(first), left, bottom + 16, 'left'),
      label(dayOf(last), right, bottom + 16, 'right'),
    ],
  };
}

function laneOf(one: WindowFigures, y: number, xOf: (moment: number) => number): readonly Shape[] {
  // As one path each: hundreds of elements would be slow to draw and say no more.
  const ticks = (of: 'approved' | 'denied', to: number): string =>
    one.days
      .filter((day) => day[of] > 0)
      .map(({ day }) => `M${xOf(Date.parse(day))} ${y}V${y + to}`)
      .join('');
  const marks = (
    [
      ['approved', -9, 'good'],
      ['denied', 9, 'bad'],
    ] as const
  ).flatMap(([of, to, tone]): Shape[] => {
    const d = ticks(of, to);
    return d === '' ? [] : [{ shape: 'line', d, tone }];
  });
  return [
    label(laneName(one), left - 10, y + 4, 'right'),
    { shape: 'line', d: `M${left} ${y}H${right}`, tone: 'line', stroke: 'thin' },
    ...marks,
    ...dotsOf(one, y, xOf),
  ];
}

function dotsOf({ turns }: WindowFigures, y: number, xOf: (moment: number) => number): Shape[] {
  const r = 2.6;
  const dot = (x: number): string =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const places = new Set(turns.map(({ approved }) => xOf(Date.parse(approved))));
  if (places.size === 0) return [];
  return [{ shape: 'area', d: [...places].map(dot).join(''), tone: 'ink' }];
}

function yearsBetween(first: number, last: number): number[] {
  const years: number[] = [];
  for (let year = new Date(first).getUTCFullYear() + 1; Date.UTC(year) < last; year += 1) {
    years.push(Date.UTC(year));
  }
  return years;
}

function yearMark(moment: number, x: number, bottom: number): readonly Shape[] {
  const isNearAnEnd = x - left < 80 || right - x < 80;
  return [
    { shape: 'line', d: `M${x} ${top}V${bottom}`, tone: 'line', stroke: 'dotted' },
    ...(isNearAnEnd
      ? []
      : [label(String(new Date(moment).getUTCFullYear()), x, bottom + 16, 'center')]),
  ];
}

function label(words: string, x: number, y: number, align: 'left' | 'center' | 'right'): Shape {
  return { shape: 'words', x, y, words, tone: 'soft', align, size: 12 };
}

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
