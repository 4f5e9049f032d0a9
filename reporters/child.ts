import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own for what takes long, or needs much memory for a moment. */
export interface Child {
  send(message: object): void;
  /** What it says in the end, the first thing that it says; fails where it ended without a word. */
  lastWord(): Promise<unknown>;
}

/** Starts a file of the suite beside this process, which it never keeps from ending. */
export function startChild(file: URL): Child {
  // Detached: Ctrl-C in a terminal reaches a whole group of processes, and the report is still wanted.
  const child = fork(fileURLToPath(file), {
    detached: true,
    stdio: 'ignore',
    // It is in no hurry, and shares the memory of the machine with the checks.
    execArgv: [...process.execArgv, '--max-semi-space-size=4'],
    // Bytes as bytes.
    serialization: 'advanced',
  });
  child.unref();
  child.channel?.unref();
  const said = firstWordOf(child);
  // Nobody may ever ask.
  said.catch(() => {});

  return {
    send: (message) => {
      if (child.connected) child.send(message);
    },
    async lastWord() {
      child.channel?.ref();
      const word = await said;
      if (child.connected) child.disconnect();
      return word;
    },
  };
}

async function firstWordOf(child: ChildProcess): Promise<unknown> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`its process ended with status ${code}`);
  });
  return await Promise.race([once(child, 'message').then(([message]) => message as unknown), gone]);
}
