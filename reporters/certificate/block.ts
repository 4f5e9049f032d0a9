import type { Line } from '../../fixtures/failure-text.ts';
import type { Verdict } from '../conformance.ts';
import type { Mark, CellOutcome } from './marks.ts';
import type { Picture } from './picture.ts';

/**
 * A certificate as plain values, in the order in which a reader meets them. The page and the PDF
 * show all of it and nothing else, so they never differ.
 */
export interface CertificateContent {
  readonly title: string;
  /** Unique; it stands on every page and in the end mark. */
  readonly number: string;
  /** Name of the item tested. */
  readonly subject: string;
  readonly verdict: Verdict;
  /** The verdict in one sentence. */
  readonly sentence: string;
  /** Why it is partial, as sentences; empty when it is not. */
  readonly reservations: readonly string[];
  /** When it was issued, ISO 8601. */
  readonly issuedAt: string;
  /** What a reader looks for first. */
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
  readonly endMark: string;
  /** Where the catalogue is published: the page links the ids of requirements to it. */
  readonly catalogue?: string;
}

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'points'; readonly points: readonly string[] }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | ({ readonly kind: 'table' } & Table)
  | ({ readonly kind: 'map' } & CoverageMap)
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  | ({ readonly kind: 'matrix' } & Matrix)
  | { readonly kind: 'picture'; readonly caption: string; readonly picture: Picture }
  | { readonly kind: 'lines'; readonly labels: readonly string[] };

export function text(words: string): Block {
  return { kind: 'text', text: words };
}

export interface Fact {
  readonly term: string;
  readonly values: readonly string[];
}

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Longer than most readers want it: a page shows it when asked. */
  readonly folded: boolean;
  /** So many of the last rows are sums of those above. */
  readonly sums?: number;
}

/** Whether a table holds figures rather than words: its columns are as wide as these, and several fit on a line. */
export function isOfFigures({ columns }: Table): boolean {
  return columns.filter(({ numeric }) => numeric === true).length * 2 > columns.length;
}

export interface Column {
  readonly heading: string;
  /** Width in relation to the other columns. */
  readonly share: number;
  readonly numeric?: boolean;
}

/** One cell for each requirement, grouped by the part of the document that it is from. */
export interface CoverageMap {
  readonly documents: readonly {
    readonly heading: string;
    readonly parts: readonly MapPart[];
  }[];
  /** The marks that occur, and how often. */
  readonly legend: readonly { readonly mark: Mark; readonly count: number }[];
}

export interface MapPart {
  readonly name: string;
  /** `593 requirements: 590 passed, 3 failed`. */
  readonly summary: string;
  readonly cells: readonly { readonly id: string; readonly mark: Mark }[];
}

/** A requirement that was not met, with what shows it. */
export interface Finding {
  readonly id: string;
  /** `document 2, part 3, must`. */
  readonly place: string;
  readonly statement: string;
  readonly checks: readonly { readonly name: string; readonly lines: readonly Line[] }[];
  /** The command that runs it again. */
  readonly again?: string;
  /** The requests of its first failure as an SVG image: what the lines say, for the eye. */
  readonly diagram?: string;
}

/** Operations by states. */
export interface Matrix {
  readonly caption: string;
  readonly states: readonly string[];
  readonly rows: readonly { readonly operation: string; readonly cells: readonly MatrixCell[] }[];
}

export interface MatrixCell {
  readonly outcome: CellOutcome;
  readonly text: string;
}
