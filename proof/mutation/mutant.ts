import { createHash } from 'node:crypto';

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

/**
 * A short name for each mutant, by id, that stays the same when lines move: made from the kind of change
 * and the texts. Where the same text is changed in the same way more than once in a file, they are counted.
 */
export function namesOf(mutants: readonly Mutant[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  return new Map(
    mutants.map(({ id, file, mutator, original, replacement }) => {
      const change = `${mutator}: ${oneLine(original)} => ${oneLine(replacement)}`;
      const place = `${file} ${change}`;
      const count = (seen.get(place) ?? 0) + 1;
      seen.set(place, count);
      return [id, digest(`${change} (${count})`)];
    }),
  );
}

/** `rules/cards.ts:75  4f0c1  month > thisMonth => month >= thisMonth`, for people. */
export function textOf(mutant: Mutant, name: string): string {
  const { file, location, original, replacement } = mutant;
  const change = `${brief(original)} => ${brief(replacement)}`;
  return `${inTheSandbox(file)}:${location.start.line}  ${name}  ${change}`;
}

/** A file of the sandbox, as people call it. */
export function inTheSandbox(file: string): string {
  return file.replace(/^sandbox\//, '');
}

/** A million names are enough for the hundreds of mutants of a file. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 5);
}

const longest = 90;

function brief(text: string): string {
  const line = oneLine(text);
  return line.length <= longest ? line : `${line.slice(0, longest - 25)} … ${line.slice(-20)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
