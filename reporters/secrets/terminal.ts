/** What was printed, for a last look at it. */
export interface CapturedOutput extends Disposable {
  readonly text: string;
}

/** More than any run prints, unless something has gone wrong; the earliest is forgotten first. */
const mostCharacters = 16_000_000;

/** Keeps whatever is written to the streams, by whomever, until it is disposed of. */
export function captureOutput(streams: readonly NodeJS.WritableStream[]): CapturedOutput {
  const chunks: string[] = [];
  let characters = 0;
  const keep = (chunk: unknown): void => {
    const text = chunk instanceof Uint8Array ? Buffer.from(chunk).toString('utf8') : String(chunk);
    chunks.push(text);
    characters += text.length;
    while (characters > mostCharacters) characters -= chunks.shift()?.length ?? 0;
  };
  const restore = streams.map((stream) => overhear(stream, keep));

  return {
    get text() {
      return chunks.join('');
    },
    [Symbol.dispose]: () => {
      for (const undo of restore) undo();
    },
  };
}

function overhear(stream: NodeJS.WritableStream, keep: (chunk: unknown) => void): () => void {
  const own = Object.getOwnPropertyDescriptor(stream, 'write');
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (...given: unknown[]): boolean => {
    keep(given[0]);
    return write(...given);
  };
  return () => {
    if (own === undefined) Reflect.deleteProperty(stream, 'write');
    else Object.defineProperty(stream, 'write', own);
  };
}
