import { apis, levels } from '../../fixtures/requirements/requirement.ts';
import type {
  Cause,
  Comparison,
  Conformance,
  Obstacle,
  RequirementResult,
} from '../conformance.ts';
import type { Block, Section } from './block.ts';
import { coverageMap } from './coverage-map.ts';
import { isJudged } from '../judged-levels.ts';
import { findingsOf } from './findings.ts';
import { lookOf, markOf, marks } from './marks.ts';
import { counted, moment, number, plain } from './text.ts';

type Part = Omit<Section, 'id'>;

/** What was judged, the worst first. */
export function resultSections(conformance: Conformance): readonly Part[] {
  const { requirements, run } = conformance;
  const marked = (mark: (typeof marks)[number]): readonly RequirementResult[] =>
    requirements.filter((one) => markOf(one, run.failOn) === mark);
  const failed = marked('failed');
  const waived = marked('waived');

  return [
    { heading: 'Figures', blocks: [figures(conformance)] },
    {
      heading: 'Failed requirements',
      blocks: orNone('No judged requirement failed.', [
        ...causesTable(conformance, failed),
        ...findingsOf(byCause(failed, conformance), conformance),
      ]),
    },
    {
      heading: 'Inconsistent results',
      blocks: orNone(
        'No requirement failed and then passed on retry.',
        findingsOf(marked('inconsistent'), conformance),
      ),
    },
    {
      heading: 'Recommendations',
      blocks: orNone(
        run.failOn === 'advisory'
          ? 'With --fail-on advisory they count: any not met are among the failed requirements.'
          : 'None: every advisory expectation that was exercised is met.',
        recommendations(findingsOf(marked('breached'), conformance)),
      ),
    },
    {
      heading: 'Waivers',
      blocks: orNone('No waivers were given.', [
        ...waiverTable(conformance),
        ...findingsOf(waived, conformance),
      ]),
    },
    {
      heading: 'Not decided',
      blocks: orNone(
        'No requirement was inconclusive.',
        reasonTable('Inconclusive requirements by reason', marked('inconclusive')),
      ),
    },
    {
      heading: 'Not exercised',
      blocks: orNone(
        'Every requirement was exercised.',
        reasonTable('Requirements that were not exercised, by reason', [
          ...marked('not-exercised'),
          ...marked('not-configured'),
        ]),
      ),
    },
    {
      heading: 'Coverage',
      blocks: [
        {
          kind: 'text',
          text: 'One cell for each requirement of the catalogue, in the order of the documents. Filled without a sign: passed.',
        },
        { kind: 'map', ...coverageMap(conformance) },
      ],
    },
    ...(conformance.comparison === undefined ? [] : [comparisonPart(conformance.comparison)]),
  ];
}

/** What is behind the failures, in the order in which it is best mended. */
function causesTable(
  { causes, requirements, run }: Conformance,
  failed: readonly RequirementResult[],
): readonly Block[] {
  const counting = new Set<string>(
    requirements.filter(({ level }) => isJudged(level, run.failOn)).map(({ id }) => id),
  );
  const ids = new Set<string>(failed.map(({ id }) => id));
  const behind = causes.filter((cause) => cause.failed.some((id) => ids.has(id)));
  if (behind.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Causes: failures, and what they kept from being judged',
      columns: [
        { heading: 'Cause', share: 8 },
        { heading: 'Requirements', share: 4 },
        { heading: 'Shown best by', share: 6 },
      ],
      rows: behind.map((cause) => {
        // Its title is about the first, whatever the mark of that.
        const [shown = ''] = cause.failed;
        const sentence = requirements.find(({ id }) => id === shown)?.statement ?? '';
        return [
          [plain(cause.title), plain(sentence)].filter((text) => text !== '').join('\n'),
          affectedBy(cause, counting),
          shown,
        ];
      }),
      folded: false,
    },
  ];
}

/** `3 failed, 2 recommendations, 1 not decided` */
function affectedBy(
  { failed, inconclusive, notExercised }: Cause,
  counting: ReadonlySet<string>,
): string {
  const judged = failed.filter((id) => counting.has(id)).length;
  const advised = failed.length - judged;
  return [
    `${number(judged)} failed`,
    ...(advised > 0 ? [counted(advised, 'recommendation')] : []),
    ...(inconclusive.length > 0 ? [`${number(inconclusive.length)} not decided`] : []),
    ...(notExercised.length > 0 ? [`${number(notExercised.length)} not exercised`] : []),
  ].join(', ');
}

/** What has one cause stands together, what shows it best first. */
function byCause(
  failed: readonly RequirementResult[],
  { causes }: Conformance,
): readonly RequirementResult[] {
  const place = new Map<string, number>(
    causes.flatMap((cause) => cause.failed).map((id, index) => [id, index]),
  );
  const placeOf = ({ id }: RequirementResult): number => place.get(id) ?? place.size;
  return failed.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Opinions stand apart from results, with what they are. */
function recommendations(findings: readonly Block[]): readonly Block[] {
  if (findings.length === 0) return [];
  const text =
    'What a careful engineer would expect and the item does not do, although no document requires it. It has no bearing on conformity.';
  return [{ kind: 'text', text }, ...findings];
}

function orNone(sentence: string, blocks: readonly Block[]): readonly Block[] {
  return blocks.length === 0 ? [{ kind: 'text', text: sentence }] : blocks;
}

function figures({ requirements, run }: Conformance): Block {
  const marked = requirements.map((one) => ({ ...one, mark: markOf(one, run.failOn) }));
  const columns = marks.filter((mark) => marked.some((one) => one.mark === mark));
  const row = (name: string, level: string, those: typeof marked): string[] => [
    name,
    level,
    ...columns.map((mark) => figure(those.filter((one) => one.mark === mark).length)),
    number(those.length),
  ];
  const rows = apis.flatMap((api) => {
    const ofApi = marked.filter(({ id }) => id.startsWith(`${api}.`));
    // It has no figures but how much it is.
    if (ofApi.every(({ obstacle }) => obstacle !== undefined && unasked.has(obstacle)))
      return ofApi.length === 0 ? [] : [row(api, 'all', ofApi)];
    return levels.flatMap((level) => {
      const those = ofApi.filter((one) => one.level === level);
      return those.length === 0 ? [] : [row(api, level, those)];
    });
  });
  return {
    kind: 'table',
    caption: 'Requirements by interface, level and verdict',
    columns: [
      { heading: 'Interface', share: 13 },
      { heading: 'Level', share: 10 },
      ...[...columns.map((mark) => shortWords[mark] ?? lookOf[mark].words), 'all'].map(
        (heading) => ({ heading, share: widthFor(heading), numeric: true }),
      ),
    ],
    rows: [
      ...rows,
      ...levels.map((level) =>
        row(
          'all',
          level,
          marked.filter((one) => one.level === level),
        ),
      ),
      row('all', 'all', marked),
    ],
    folded: false,
    sums: levels.length + 1,
  };
}

/** Nobody wanted to know, or had said where to ask; and what nobody can see. */
const unasked: ReadonlySet<Obstacle> = new Set(['not-selected', 'not-configured', 'unobservable']);

/** What is not there should not look like a number. */
function figure(count: number): string {
  return count === 0 ? '·' : number(count);
}

/** Characters that a column needs, for its heading or the largest figure, and to stand apart. */
function widthFor(heading: string): number {
  return 2 + Math.max(5, ...heading.split(' ').map((word) => word.length));
}

/** Headings of narrow columns, where the legend's words are too long. */
const shortWords: Partial<Record<(typeof marks)[number], string>> = {
  inconsistent: 'inconsistent',
  waived: 'waived',
  breached: 'not met',
  observed: 'observed',
};

function waiverTable({ waivers }: Conformance): readonly Block[] {
  if (waivers.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'Waivers',
      columns: [
        { heading: 'Requirement', share: 5 },
        { heading: 'Reason', share: 5 },
        { heading: 'Owner', share: 3 },
        { heading: 'Issue', share: 4 },
        { heading: 'Until', share: 2.8 },
        { heading: 'State', share: 2 },
      ],
      rows: waivers.map(({ requirement, reason, owner, issue, until, state }) => [
        requirement,
        ...[reason, owner, issue, until].map((text) => plain(text, 300)),
        state,
      ]),
      folded: false,
    },
  ];
}

const mostIds = 30;

/** Grouped by reason: an API that is not configured has one reason, not six hundred. */
function reasonTable(caption: string, affected: readonly RequirementResult[]): readonly Block[] {
  if (affected.length === 0) return [];
  const groups = [
    ...Map.groupBy(affected, ({ reason = 'no reason was given' }) =>
      plain(reason.trim().split('\n')[0] ?? '', 240),
    ),
  ].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    {
      kind: 'table',
      caption,
      columns: [
        { heading: 'Reason', share: 5 },
        { heading: 'Number', share: 1.6, numeric: true },
        { heading: 'Requirements', share: 9 },
      ],
      rows: groups.map(([reason, members]) => {
        const ids = members.slice(0, mostIds).map(({ id }) => id);
        const more = members.length - ids.length;
        return [
          reason,
          number(members.length),
          `${ids.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`,
        ];
      }),
      folded: groups.length > 12,
    },
  ];
}

function comparisonPart(comparison: Comparison): Part {
  const { earlier, notComparable, identical, drifted, lostChecks } = comparison;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Newly failing', comparison.newlyFailing],
    ['Fixed', comparison.fixed],
    ['Newly not judged', comparison.newlyNotExercised],
    ['Lost checks', lostChecks.map(({ id, checks }) => `${id} (${plain(checks.join('; '), 160)})`)],
    ['New in the catalogue', comparison.added],
    ['Gone from the catalogue', comparison.removed],
  ];
  const changed = lists.filter(([, ids]) => ids.length > 0);
  return {
    heading: 'Comparison with an earlier result',
    blocks: [
      {
        kind: 'text',
        text: `Earlier result ${plain(earlier.id, 80)} of ${moment(earlier.startedAt)}: ${plain(earlier.target, 120)}, ${earlier.verdict}, with ${plain(earlier.suite, 120)}. ${identical ? 'Nothing has changed since.' : 'What has changed since:'}`,
      },
      ...(notComparable.length === 0
        ? []
        : [
            {
              kind: 'text' as const,
              text: `The two results are not comparable in every respect: ${notComparable.join('; ')}.`,
            },
          ]),
      ...(changed.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              caption: 'Changes',
              columns: [
                { heading: 'Change', share: 3 },
                { heading: 'Number', share: 2, numeric: true },
                { heading: 'Requirements', share: 10 },
              ],
              rows: changed.map(([name, ids]) => [name, number(ids.length), idsShown(ids)]),
              folded: false,
            },
          ]),
      ...(drifted.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              caption: 'Open points on which the item behaves differently',
              columns: [
                { heading: 'Requirement', share: 4 },
                { heading: 'Before', share: 5 },
                { heading: 'Now', share: 5 },
              ],
              rows: drifted.map(({ id, before, now }) => [id, plain(before, 240), plain(now, 240)]),
              folded: false,
            },
          ]),
    ],
  };
}

function idsShown(ids: readonly string[]): string {
  const more = ids.length - mostIds;
  return `${plain(ids.slice(0, mostIds).join(', '), 3_600)}${more > 0 ? ` and ${number(more)} more` : ''}`;
}
