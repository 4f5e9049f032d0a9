import type { Screen } from './progress.ts';

/** The stream as a screen. What draws live lines is loaded only where there are some. */
export async function screenOn(stream: NodeJS.WriteStream): Promise<Screen> {
  // A terminal without a size, as some CI servers offer, would cut every live line away.
  if (!stream.isTTY || !stream.rows || !stream.columns) {
    return {
      isLive: false,
      write: (text) => void stream.write(`${text}\n`),
      update: () => {},
      done: () => {},
    };
  }
  const { createLogUpdate } = await import('log-update');
  const live = createLogUpdate(stream);
  return {
    isLive: true,
    write: (text) => live.persist(text),
    update: (text) => live(text),
    done: () => live.clear(),
  };
}

/** Colours only on a terminal that has them, and never against NO_COLOR. */
export function hasColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY && stream.hasColors();
}
