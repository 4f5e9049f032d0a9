import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PageOrder } from './allure-page.ts';

/** A process that loads the report generator while checks still run, and keeps its memory to itself. */
export interface PageWriter {
  /** Answers the page's path. */
  write(order: PageOrder): Promise<string>;
}

type Reply = { readonly path: string } | { readonly problem: string };

export function startPageWriter(): PageWriter {
  // Detached: Ctrl-C in a terminal reaches a whole group of processes, and the report is still wanted.
  const child = fork(fileURLToPath(import.meta.url), { detached: true, stdio: 'ignore' });
  child.unref();
  child.channel?.unref();

  return {
    async write(order) {
      child.channel?.ref();
      child.send(order);
      const reply = await replyOf(child);
      child.disconnect();
      if ('path' in reply) return reply.path;
      throw new Error(`the Allure report could not be generated: ${reply.problem}`);
    },
  };
}

async function replyOf(child: ChildProcess): Promise<Reply> {
  const gone = once(child, 'exit').then(([code]): Reply => ({
    problem: `its process ended with status ${code}`,
  }));
  const reply = once(child, 'message').then(([message]) => message as Reply);
  return await Promise.race([reply, gone]);
}

if (import.meta.main && process.send !== undefined) {
  process.once('disconnect', () => process.exit());
  const page = import('./allure-page.ts');
  process.once('message', (order: PageOrder) => {
    const written = page.then(({ writeAllurePage }) => writeAllurePage(order));
    written
      .then((path): Reply => ({ path }))
      .catch((error: unknown): Reply => ({ problem: String(error) }))
      .then((reply) => process.send?.(reply))
      .catch(() => process.exit(1));
  });
}
