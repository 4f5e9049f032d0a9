import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conformance } from '../conformance.ts';
import { outcomeOf, outcomeWithExtent } from '../outcome.ts';
import { recommendationsIn } from '../verdict.ts';
import { brokenInShort, brokenWaivers } from '../waivers/waivers.ts';

/** Writes `badge.svg`, the verdict in a line for a page elsewhere, and answers its path. */
export function writeBadge(folder: string, conformance: Conformance): string {
  const path = join(folder, 'badge.svg');
  writeFileSync(path, badgeOf(conformance));
  return path;
}

/** White on these has a contrast of 4.5:1 at least. */
const grounds = { conformant: '#1a7050', 'not-conformant': '#a3131c', inconclusive: '#5c5c5c' };

/** Text whose width nobody has to guess: it is stretched to the width that is meant for it. */
export function badgeOf(conformance: Conformance): string {
  const { verdict, counts, waivers, run } = conformance;
  const judged = counts.failed - recommendationsIn(conformance).length;
  const failed = outcomeOf(conformance) === 'not conformant' ? [`${judged} failed`] : [];
  const label = 'conformance';
  const text = [
    outcomeWithExtent(conformance),
    ...failed,
    ...brokenInShort(brokenWaivers(waivers, run)),
  ].join(', ');
  const [left, right] = [widthOf(label), widthOf(text)];
  const title = `${label}: ${text}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">
  <title>${title}</title>
  <rect width="${left}" height="20" fill="#3d4451"/>
  <rect x="${left}" width="${right}" height="20" fill="${grounds[verdict]}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
    <text x="8" y="14" textLength="${left - 16}" lengthAdjust="spacingAndGlyphs">${label}</text>
    <text x="${left + 8}" y="14" textLength="${right - 16}" lengthAdjust="spacingAndGlyphs">${text}</text>
  </g>
</svg>
`;
}

function widthOf(text: string): number {
  return 16 + Math.round(text.length * 6.6);
}
