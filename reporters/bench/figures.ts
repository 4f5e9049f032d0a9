/** The middle of what was measured, which one hiccup of the machine does not move. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** `0.83`: how one figure compares with another of the same run. */
export function ratio(value: number, reference: number): string {
  return (value / reference).toFixed(2);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Parts of a whole as one bar each. */
export function chart(parts: readonly (number | undefined)[]): string {
  return parts
    .map((part) =>
      part === undefined ? ' ' : bars[Math.min(bars.length - 1, Math.floor(part * 8))],
    )
    .join('');
}

/** Rows in columns: the first to the left, figures to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n');
}
