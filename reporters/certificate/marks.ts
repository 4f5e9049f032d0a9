import type { FailOn, RequirementResult } from '../conformance.ts';
import { isJudged } from '../verdict.ts';

/** What a cell of the coverage picture says, the gravest first. */
export const marks = [
  'failed',
  'inconsistent',
  'waived',
  'breached',
  'inconclusive',
  'not-exercised',
  'not-configured',
  'observed',
  'passed',
] as const;
export type Mark = (typeof marks)[number];

/** Shape inside a cell, so that it does not depend on colour. */
type Sign = 'none' | 'cross' | 'unequal' | 'slash' | 'exclamation' | 'question' | 'dash' | 'ring';

interface Look {
  readonly words: string;
  readonly sign: Sign;
  /** The same shape as a character, which every browser has. */
  readonly character: string;
  /** Six hex digits; at least 3:1 against white, and what stands on it at least 3:1 against it. */
  readonly fill: string;
  readonly edge: string;
  readonly ink: string;
  /** The colour that leads the eye on a dark screen: of the whole cell, or of its edge. */
  readonly dark: string;
  readonly dashed?: boolean;
}

const white = '#ffffff';

/** Dark and filled is what needs a reader's attention; white is what was not judged. */
export const lookOf: Readonly<Record<Mark, Look>> = {
  failed: solid('failed', 'cross', '×', ['#a3131c', '#ff8a82']),
  inconsistent: solid('inconsistent: failed, then passed', 'unequal', '≠', ['#8f3d00', '#f0a35e']),
  waived: solid('failed and waived', 'slash', '/', ['#5b3a8c', '#c3a6f0']),
  breached: solid('recommendation: advisory, not met', 'exclamation', '!', ['#7a5a00', '#e3b341']),
  inconclusive: solid('inconclusive', 'question', '?', ['#4d4d4d', '#c4cbd2']),
  'not-exercised': outlined('not exercised', 'dash', '–', ['#5f5f5f', '#8d98a2']),
  'not-configured': {
    ...outlined('not configured', 'none', '', ['#767676', '#76818b']),
    dashed: true,
  },
  observed: outlined('open point, observed', 'ring', 'o', ['#1f5fa8', '#8cc2ff']),
  passed: solid('passed', 'none', '', ['#2e8268', '#3f9c7e']),
};

/** On paper, and on a dark screen. */
type Colors = readonly [light: string, dark: string];

function solid(words: string, sign: Sign, character: string, [fill, dark]: Colors): Look {
  return { words, sign, character, fill, edge: fill, ink: white, dark };
}

function outlined(words: string, sign: Sign, character: string, [edge, dark]: Colors): Look {
  return { words, sign, character, fill: white, edge, ink: edge, dark };
}

export function markOf({ verdict, level, inconsistent }: RequirementResult, failOn: FailOn): Mark {
  if (verdict === 'waived') return 'waived';
  if (inconsistent !== undefined) return 'inconsistent';
  return verdict === 'failed' && !isJudged(level, failOn) ? 'breached' : verdict;
}

/** What became of the requests that a cell of a matrix stands for. */
export type CellOutcome = 'allowed' | 'refused' | 'both' | 'unjudged' | 'untried';

export const cellOutcomeWords: Readonly<Record<CellOutcome, string>> = {
  allowed: 'allowed',
  refused: 'refused',
  both: 'now allowed, now refused',
  unjudged: 'inconclusive answers',
  untried: 'not tried',
};

/** Grounds of the matrices. Signs tell the outcomes apart; these only lead the eye. */
export const groundOf: Readonly<Record<CellOutcome, string>> = {
  allowed: '#d9eee5',
  refused: '#e6e9ec',
  both: '#dfe9f5',
  unjudged: '#fff3d1',
  untried: '#ffffff',
};

/** The same on a dark screen. */
export const darkGroundOf: Readonly<Record<CellOutcome, string>> = {
  allowed: '#1d4235',
  refused: '#2a3238',
  both: '#1f3a56',
  unjudged: '#4a3d12',
  untried: '#14181b',
};
