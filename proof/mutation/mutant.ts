/** One small change to the sandbox, as StrykerJS makes it. */
export interface Mutant {
  readonly id: string;
  /** Relative to the project's folder. */
  readonly file: string;
  /** Lines and columns from 1, as editors count; the end is exclusive. */
  readonly location: Range;
  /** StrykerJS's name for the kind of change. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Why nobody asks about it. */
  readonly ignored?: string;
}

interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** `rules/cards.ts:75`, for people. */
export function placeOf({ file, location }: Mutant): string {
  return `${file.replace('sandbox/', '')}:${location.start.line}`;
}
