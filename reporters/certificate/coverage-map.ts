import type { Conformance, RequirementResult } from '../conformance.ts';
import type { CoverageMap, MapPart } from './block.ts';
import { lookOf, type Mark, markOf, marks } from './marks.ts';
import { partName } from './parts.ts';
import { counted, number } from './text.ts';

/** Every requirement as a cell, by document and part. */
export function coverageMap({ requirements, documents, run }: Conformance): CoverageMap {
  const mark = (one: RequirementResult): Mark => markOf(one, run.failOn);
  const byDocument = Map.groupBy(requirements, ({ document }) => document);
  const title = (document: number): string =>
    documents.find((one) => one.number === document)?.title ?? '';

  return {
    documents: [...byDocument].map(([document, those]) => ({
      heading: `Document ${document}: ${title(document)}`,
      parts: [...Map.groupBy(those, ({ section }) => section)]
        .toSorted(([a], [b]) => bySection(a, b))
        .map(([section, ofPart]): MapPart => {
          const cells = ofPart.map((one) => ({ id: one.id, mark: mark(one) }));
          return {
            name: partName(document, section),
            summary: `${counted(cells.length, 'requirement')}: ${tally(cells.map((cell) => cell.mark))}`,
            cells,
          };
        }),
    })),
    legend: marks
      .map((one) => ({ mark: one, count: requirements.filter((r) => mark(r) === one).length }))
      .filter(({ count }) => count > 0),
  };
}

function tally(seen: readonly Mark[]): string {
  return marks
    .toReversed()
    .map((one) => ({ one, count: seen.filter((mark) => mark === one).length }))
    .filter(({ count }) => count > 0)
    .map(({ one, count }) => `${number(count)} ${lookOf[one].words}`)
    .join(', ');
}

/** `2.9` comes before `2.10`. */
function bySection(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
