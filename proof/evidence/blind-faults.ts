import { type Api, apis } from '../../fixtures/requirements/requirement.ts';

type Share = readonly [caught: number, of: number];

/** What one round of blind faults came to when it was first asked. */
interface Round {
  /** `YYYY-MM-DD`. */
  readonly on: string;
  /** What of the suite stood then. */
  readonly suite: string;
  /** By API; one that is absent was not asked. */
  readonly caught: Readonly<Partial<Record<Api, Share>>>;
  /** Of all of them, those that take several steps, time, overlap or a rare value. */
  readonly hidden: Share;
}

const rounds: readonly Round[] = [
  {
    on: '2026-11-23',
    suite: 'before there were laws over every operation',
    caught: { v1: [16, 40], v2: [20, 40], gateway: [12, 40], subscriptions: [12, 40] },
    hidden: [59, 159],
  },
  {
    on: '2026-11-23',
    suite: 'with laws over every operation',
    caught: { v1: [18, 40], v2: [21, 40], gateway: [11, 40], subscriptions: [25, 40] },
    hidden: [69, 150],
  },
  {
    on: '2026-11-23',
    suite: 'with laws of neighbours, calendars and second times',
    caught: { v1: [41, 44], v2: [36, 44], gateway: [27, 44], subscriptions: [38, 44] },
    hidden: [106, 128],
  },
  {
    on: '2026-11-23',
    suite: 'with laws of siblings, methods and second attempts',
    caught: { v1: [39, 44], v2: [42, 44], gateway: [36, 44], subscriptions: [42, 44] },
    hidden: [104, 114],
  },
  {
    on: '2026-11-23',
    suite: 'with laws of forms, means and company',
    caught: { v1: [22, 44], v2: [39, 44], gateway: [32, 44], subscriptions: [41, 44] },
    hidden: [128, 169],
  },
  {
    on: '2026-11-24',
    suite: 'the same, without a browser',
    caught: { v1: [31, 46], v2: [32, 44], gateway: [38, 48], subscriptions: [37, 43] },
    hidden: [137, 179],
  },
  {
    on: '2026-11-24',
    suite: 'with laws of overriding, numerals, happenings on pages, and states before and after',
    caught: { v1: [32, 40], v2: [37, 40], gateway: [33, 40], subscriptions: [35, 40] },
    hidden: [137, 159],
  },
  {
    on: '2026-11-26',
    suite: 'with laws of the named card of two, of lists as a whole, and of what is declined',
    caught: { v1: [33, 40], v2: [35, 40], gateway: [28, 40], subscriptions: [36, 40] },
    hidden: [130, 158],
  },
  {
    on: '2026-11-26',
    suite: 'with laws of new values, counts and cards after what was declined',
    caught: { v1: [34, 40], v2: [37, 40], gateway: [32, 40], subscriptions: [38, 40] },
    hidden: [140, 159],
  },
  {
    on: '2026-11-26',
    suite: 'with laws of reads before and after, of days and seconds, and of pages and merchants',
    caught: { v1: [35, 40], v2: [40, 40], gateway: [35, 40], subscriptions: [38, 40] },
    hidden: [148, 160],
  },
  {
    on: '2026-11-26',
    suite: 'the same, with three laws more for v1',
    caught: { v1: [38, 40], v2: [37, 40], gateway: [34, 40], subscriptions: [38, 40] },
    hidden: [147, 160],
  },
  {
    on: '2026-11-26',
    suite:
      'with laws of whoever asked before and of what was begun; the faults in places that others would not think of',
    caught: { v1: [31, 40], v2: [30, 40], gateway: [31, 40], subscriptions: [33, 40] },
    hidden: [125, 160],
  },
  {
    on: '2026-11-26',
    suite: 'with laws of numbers, deadlines and credentials after a decline; as wide as round 11',
    caught: { v1: [38, 40], v2: [37, 40], gateway: [37, 40], subscriptions: [40, 40] },
    hidden: [151, 159],
  },
  {
    on: '2026-11-27',
    suite: 'with laws of shared values; none of the faults is plain',
    caught: { v1: [38, 40], v2: [37, 40], gateway: [36, 40], subscriptions: [36, 40] },
    hidden: [147, 160],
  },
  {
    on: '2026-11-27',
    suite: 'with laws of what readers of the checks had found; none of the faults is plain',
    caught: { v1: [35, 40], v2: [38, 40], gateway: [36, 40], subscriptions: [36, 40] },
    hidden: [145, 160],
  },
  {
    on: '2026-11-27',
    suite: 'with laws of further lists of such readers; none of the faults is plain',
    caught: { v1: [36, 40], v2: [38, 40], gateway: [37, 40], subscriptions: [38, 40] },
    hidden: [149, 160],
  },
  {
    on: '2026-11-27',
    suite: 'with laws of a fourth list of such readers; none of the faults is plain',
    caught: { v1: [37, 40], v2: [39, 40], gateway: [30, 40], subscriptions: [40, 40] },
    hidden: [146, 160],
  },
  {
    on: '2026-11-27',
    suite: 'with laws of what round 17 showed to be unasked; spread over all operations',
    caught: { v1: [39, 40], v2: [40, 40], gateway: [36, 40], subscriptions: [39, 40] },
    hidden: [136, 141],
  },
  {
    on: '2026-11-27',
    suite: 'the same, with laws of what round 18 showed to be unasked; hardly any of them plain',
    caught: { v1: [38, 40], v2: [40, 40], gateway: [40, 40], subscriptions: [38, 40] },
    hidden: [155, 159],
  },
  {
    on: '2026-11-29',
    suite: 'with laws of servers by others; incidents, hardly any of them plain',
    caught: { v1: [21, 24], v2: [22, 24], gateway: [4, 5], subscriptions: [16, 18] },
    hidden: [63, 71],
  },
  {
    on: '2026-12-01',
    suite: 'with laws of ten more servers by others; a fair sample, half of it plain',
    caught: { v1: [19, 20], v2: [20, 20], gateway: [17, 20], subscriptions: [20, 20] },
    hidden: [40, 41],
  },
];

/** The share of each round that a must or derived requirement caught at first sight. */
export function blindFaultsLines(): string[] {
  const sumOf = (shares: readonly Share[]): Share =>
    shares.reduce(([caught, of], [more, ofMore]) => [caught + more, of + ofMore], [0, 0]);
  const shown = ([caught, of]: Share): string =>
    `${caught} of ${of} (${Math.round((100 * caught) / of)} %)`;
  const rows = rounds.map(({ on, suite, caught, hidden }, index) => [
    index + 1,
    on,
    suite,
    ...apis.map((api) => (caught[api] === undefined ? 'not asked' : shown(caught[api]))),
    shown(sumOf(Object.values(caught))),
    shown(hidden),
  ]);
  return [
    `| round | on | the suite then | ${apis.join(' | ')} | together | of these not plain |`,
    `|---|---|---|${apis.map(() => '---|').join('')}---|---|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ];
}

/**
 * The same in servers by others (`servers` in blind-readings.ts): planted by people who had seen the document and the
 * sources of that server. How many of the faults that were asked were caught in the first run.
 */
const inServersByOthers: readonly {
  readonly on: string;
  readonly api: string;
  /** The language of the server. */
  readonly in: string;
  readonly caught: Share;
}[] = [
  { on: '2026-11-28', api: 'v1', in: 'JavaScript', caught: [36, 40] },
  { on: '2026-11-28', api: 'v2', in: 'JavaScript', caught: [37, 40] },
  { on: '2026-11-28', api: 'gateway', in: 'JavaScript', caught: [21, 27] },
  { on: '2026-11-28', api: 'subscriptions', in: 'JavaScript', caught: [37, 40] },
  { on: '2026-11-28', api: 'subscriptions', in: 'Python', caught: [24, 40] },
  { on: '2026-11-28', api: 'gateway', in: 'Python', caught: [25, 40] },
  { on: '2026-11-28', api: 'v1', in: 'Java', caught: [23, 40] },
  { on: '2026-11-28', api: 'v2', in: 'JavaScript (again)', caught: [27, 40] },
  { on: '2026-11-28', api: 'v1', in: 'Java, others', caught: [17, 36] },
  { on: '2026-11-28', api: 'v2', in: 'JavaScript (again), others', caught: [21, 38] },
  { on: '2026-11-28', api: 'subscriptions', in: 'Python, others', caught: [13, 30] },
  { on: '2026-11-29', api: 'gateway', in: 'Python, others', caught: [18, 40] },
  { on: '2026-11-29', api: 'gateway', in: 'JavaScript (again)', caught: [14, 14] },
  { on: '2026-11-29', api: 'subscriptions', in: 'JavaScript (again)', caught: [10, 14] },
  { on: '2026-11-29', api: 'v1', in: 'JavaScript', caught: [16, 24] },
  { on: '2026-11-29', api: 'v2', in: 'Python', caught: [22, 24] },
  { on: '2026-11-29', api: 'v1', in: 'JavaScript, others', caught: [12, 16] },
  { on: '2026-11-29', api: 'v2', in: 'Python, others', caught: [14, 16] },
  { on: '2026-11-29', api: 'subscriptions', in: 'JavaScript (again), others', caught: [9, 16] },
  { on: '2026-11-29', api: 'gateway', in: 'JavaScript (again), others', caught: [10, 16] },
  { on: '2026-11-29', api: 'v1', in: 'Python (again)', caught: [12, 18] },
  { on: '2026-11-29', api: 'v2', in: 'Java', caught: [13, 18] },
  { on: '2026-11-29', api: 'gateway', in: 'Java', caught: [15, 18] },
  { on: '2026-11-29', api: 'subscriptions', in: 'Java', caught: [15, 18] },
  { on: '2026-11-29', api: 'v1', in: 'Python (again), others', caught: [10, 18] },
  { on: '2026-11-29', api: 'v2', in: 'Java, others', caught: [14, 18] },
  { on: '2026-11-29', api: 'gateway', in: 'Java, others', caught: [12, 18] },
  { on: '2026-11-29', api: 'subscriptions', in: 'Java, others', caught: [15, 18] },
  { on: '2026-11-29', api: 'v1', in: 'JavaScript (again)', caught: [17, 24] },
  { on: '2026-11-29', api: 'v2', in: 'Python (again)', caught: [18, 24] },
  { on: '2026-11-29', api: 'gateway', in: 'JavaScript (a third time)', caught: [16, 24] },
  { on: '2026-11-29', api: 'subscriptions', in: 'JavaScript (a third time)', caught: [18, 24] },
  { on: '2026-11-29', api: 'v1', in: 'JavaScript (a third time)', caught: [18, 20] },
  { on: '2026-11-29', api: 'v2', in: 'Java (again)', caught: [17, 20] },
  { on: '2026-11-30', api: 'gateway', in: 'JavaScript (a third time), others', caught: [13, 20] },
  {
    on: '2026-11-29',
    api: 'subscriptions',
    in: 'JavaScript (a third time), others',
    caught: [16, 20],
  },
  { on: '2026-11-30', api: 'v1', in: 'Python (a third time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'v2', in: 'JavaScript (a third time)', caught: [11, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'Python (again)', caught: [9, 12] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Python (again)', caught: [12, 12] },
  {
    on: '2026-11-30',
    api: 'v1',
    in: 'JavaScript (a third time), others',
    caught: [9, 12],
  },
  { on: '2026-11-30', api: 'v2', in: 'Java (again), others', caught: [9, 12] },
  {
    on: '2026-11-30',
    api: 'gateway',
    in: 'JavaScript (a third time), yet others',
    caught: [9, 12],
  },
  {
    on: '2026-11-30',
    api: 'subscriptions',
    in: 'JavaScript (a third time), yet others',
    caught: [9, 12],
  },
  { on: '2026-11-30', api: 'v1', in: 'Java (again)', caught: [9, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Python (a third time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'JavaScript (a fourth time)', caught: [9, 12] },
  { on: '2026-11-30', api: 'subscriptions', in: 'JavaScript (a fourth time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Java (a third time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fourth time)', caught: [9, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'Python (a third time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Python (a third time)', caught: [8, 12] },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fourth time), others', caught: [10, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Java (a third time), others', caught: [10, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'Python (a third time), others', caught: [6, 8] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Python (a third time), others', caught: [5, 6] },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fifth time)', caught: [12, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Java (a fourth time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'JavaScript (a sixth time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'subscriptions', in: 'JavaScript (a sixth time)', caught: [10, 12] },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fifth time), others', caught: [8, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Java (a fourth time), others', caught: [10, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'JavaScript (a sixth time), others', caught: [10, 12] },
  {
    on: '2026-11-30',
    api: 'subscriptions',
    in: 'JavaScript (a sixth time), others',
    caught: [10, 12],
  },
  { on: '2026-11-30', api: 'v1', in: 'Python (a fifth time), yet others', caught: [11, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Java (a fourth time), yet others', caught: [7, 12] },
  {
    on: '2026-11-30',
    api: 'gateway',
    in: 'JavaScript (a sixth time), yet others',
    caught: [8, 12],
  },
  {
    on: '2026-11-30',
    api: 'subscriptions',
    in: 'JavaScript (a sixth time), yet others',
    caught: [9, 12],
  },
  { on: '2026-11-30', api: 'v1', in: 'JavaScript (a fifth time)', caught: [7, 12] },
  { on: '2026-11-30', api: 'v2', in: 'Python (a fifth time)', caught: [8, 12] },
  { on: '2026-11-30', api: 'gateway', in: 'Java (again)', caught: [8, 12] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Java (again)', caught: [9, 12] },
  { on: '2026-11-30', api: 'v1', in: 'Java (a third time)', caught: [18, 20] },
  { on: '2026-11-30', api: 'v2', in: 'JavaScript (a fourth time)', caught: [20, 20] },
  { on: '2026-11-30', api: 'gateway', in: 'Python (a fourth time)', caught: [20, 20] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Python (a fourth time)', caught: [18, 20] },
  { on: '2026-11-30', api: 'v1', in: 'JavaScript (a fifth time), others', caught: [17, 20] },
  { on: '2026-11-30', api: 'v2', in: 'Python (a fifth time), others', caught: [20, 20] },
  { on: '2026-11-30', api: 'gateway', in: 'Java (again), others', caught: [17, 20] },
  { on: '2026-11-30', api: 'subscriptions', in: 'Java (again), others', caught: [19, 20] },
  { on: '2026-12-01', api: 'subscriptions', in: 'JavaScript (a seventh time)', caught: [12, 12] },
  { on: '2026-12-01', api: 'v2', in: 'Python (a sixth time)', caught: [11, 12] },
  { on: '2026-12-01', api: 'v1', in: 'JavaScript (a sixth time)', caught: [10, 12] },
  { on: '2026-12-01', api: 'gateway', in: 'JavaScript (a seventh time)', caught: [12, 12] },
  { on: '2026-12-01', api: 'v1', in: 'Java (a fourth time)', caught: [14, 20] },
  { on: '2026-12-01', api: 'v2', in: 'JavaScript (a fifth time)', caught: [15, 20] },
  { on: '2026-12-01', api: 'gateway', in: 'Python (a fifth time)', caught: [17, 20] },
  { on: '2026-12-01', api: 'subscriptions', in: 'Python (a fifth time)', caught: [20, 20] },
  { on: '2026-12-01', api: 'v1', in: 'JavaScript (a seventh time)', caught: [16, 20] },
];

/** One line for each API and server. */
export function faultsInServersLines(): string[] {
  return [
    '| server of | in | on | caught in the first run |',
    '|---|---|---|---|',
    ...inServersByOthers.map(({ api, in: language, on, caught: [share, of] }) => {
      const percent = Math.round((100 * share) / of);
      return `| ${api} | ${language} | ${on} | ${share} of ${of} (${percent} %) |`;
    }),
  ];
}
