import wrapAnsi from 'wrap-ansi';
import type { Screen } from './progress.ts';

/** The stream as a screen. What draws live lines is loaded only where there are some. */
export async function screenOn(stream: NodeJS.WriteStream): Promise<Screen> {
  // A terminal without a size, as some CI servers offer, would cut every live line away.
  if (!stream.isTTY || !stream.rows || !stream.columns) {
    return {
      isLive: false,
      write: (text) => writeLine(stream, text),
      update: () => {},
      done: () => {},
    };
  }
  const { createLogUpdate } = await import('log-update');
  const live = createLogUpdate(stream);
  return {
    isLive: true,
    write: (text) => live.persist(folded(text, stream.columns)),
    update: (text) => live(withinLines(text, stream.columns)),
    done: () => live.clear(),
  };
}

/** Writes a line as wide as the terminal, if it is one that says how wide it is. */
export function writeLine(stream: NodeJS.WriteStream, text: string): void {
  stream.write(`${stream.isTTY && stream.columns ? folded(text, stream.columns) : text}\n`);
}

/** A live line that went on below would be taken for two. */
function withinLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => (line.length < columns ? line : `${line.slice(0, columns - 2)}…`))
    .join('\n');
}

/** Colours only on a terminal that has them, and never against NO_COLOR. */
export function hasColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}

/** The same text with no line longer than the screen is wide; what is cut off goes on below its beginning. */
export function folded(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const [margin = ''] = /^ */.exec(line) ?? [];
      const hanging = margin.length + 2;
      if (columns <= hanging + narrowest) return [line];
      const [first = '', ...rest] = wrapAnsi(line, columns, { trim: false, hard: true }).split(
        '\n',
      );
      if (rest.length === 0) return [first];
      const further = wrapAnsi(rest.join('').trimStart(), columns - hanging, { hard: true });
      return [first, ...further.split('\n').map((part) => `${' '.repeat(hanging)}${part}`)];
    })
    .join('\n');
}

/** Narrower text is not worth folding. */
const narrowest = 20;
