import { Hono, type Context } from 'hono';

import { limitBody, readJsonObject } from '../body.ts';
import type { SandboxCore } from '../core.ts';
import { UnknownFault } from '../faults.ts';
import { moods } from '../moods.ts';
import { Refusal } from '../refusal.ts';
import type { Stage } from '../stage.ts';
import { createFeed, type Feed } from './feed.ts';
import { objectKinds, objectsOf } from './objects.ts';
import { workbenchHeaders, workbenchPage } from './page.ts';

/** Where people who write clients see what goes on, and change it. It is no part of any document. */
export interface Workbench extends Pick<Feed, 'record' | 'close'> {
  readonly owns: (path: string) => boolean;
  readonly fetch: (request: Request) => Promise<Response>;
  /** What there is to be asked, by method and path. */
  readonly routes: readonly { readonly method: string; readonly path: string }[];
}

/** Where the page is; what it asks for is below. */
export const workbenchPath = '/control/workbench';

const mostSnapshots = 20;
const snapshotName = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

const mostObjects = 500;
const usualObjects = 50;

/** The workbench of a sandbox. */
export function createWorkbench(stage: Stage): Workbench {
  const core = (): SandboxCore => stage.world().core;
  const feed = createFeed(core);
  const bench = new Hono().basePath(workbenchPath);

  bench.onError((error) => {
    if (error instanceof UnknownFault) return problem(400, error.message);
    if (!(error instanceof Refusal)) throw error;
    return problem(error.kind === 'tooLarge' ? 413 : 400, error.message);
  });
  // The page itself holds nothing: what it shows it asks for, with the token.
  bench.get('/', () => new Response(workbenchPage, { headers: workbenchHeaders }));
  bench.use(async (context, next) => {
    if (context.req.header('authorization') !== `Bearer ${core().controlToken}`) {
      return problem(401, 'Authorization must be: Bearer <control token>');
    }
    return await next();
  });
  bench.use(limitBody());

  bench.get('/events', (context) => {
    const after = context.req.header('last-event-id') ?? '0';
    return feed.stream(/^\d{1,15}$/.test(after) ? Number(after) : 0);
  });
  bench.get('/requests', () => json({ requests: feed.recent() }));
  bench.get('/objects', (context) => {
    const most = numberIn(context, 'limit') ?? usualObjects;
    const wanted = context.req.queries('kind') ?? objectKinds;
    const kinds = objectKinds.filter((kind) => wanted.includes(kind));
    return json(
      Object.fromEntries(
        objectKinds.map((kind) => [kind, objectsOf(kind, kinds.includes(kind) ? most : 0, core())]),
      ),
    );
  });
  bench.get('/state', () => json(stateOf(stage)));
  bench.put('/mood', async (context) => {
    const { mood } = await readJsonObject(context, 'any');
    if (typeof mood !== 'string' || !stage.setMood(mood)) {
      const names = Object.keys(moods).join(', ');
      return problem(400, `mood: must be ${names}, mix-N or pairs-N, such as mix-7`);
    }
    return changed();
  });
  bench.get('/faults', async () => {
    const all = await stage.book();
    return json({ faults: all.map(({ id, breaks, what }) => ({ id, breaks, what })) });
  });
  bench.put('/faults', async (context) => {
    const { faults } = await readJsonObject(context, 'any');
    if (!isListOfTexts(faults)) return problem(400, 'faults: must be a list of ids');
    await stage.setFaults(faults);
    return changed();
  });
  bench.post('/reset', () => {
    stage.reset();
    return changed();
  });
  bench.get('/snapshots', () => json({ snapshots: stage.snapshots() }));
  bench.put('/snapshots/:name', (context) => {
    const name = context.req.param('name');
    if (!snapshotName.test(name)) {
      return problem(400, 'a name has up to 60 letters, digits, spaces, dots and dashes');
    }
    const isNew = stage.snapshots().every((one) => one.name !== name);
    if (isNew && stage.snapshots().length >= mostSnapshots) {
      return problem(409, `there are ${mostSnapshots} snapshots; delete one first`);
    }
    const snapshot = stage.take(name);
    feed.changed();
    return json(snapshot, isNew ? 201 : 200);
  });
  bench.post('/snapshots/:name/restore', (context) =>
    stage.restore(context.req.param('name')) ? changed() : unknownSnapshot(),
  );
  bench.delete('/snapshots/:name', (context) =>
    stage.drop(context.req.param('name')) ? changed() : unknownSnapshot(),
  );
  bench.notFound(() => problem(404, 'there is nothing at this address for this method'));

  return {
    record: feed.record,
    close: feed.close,
    routes: bench.routes,
    owns: (path) => path === workbenchPath || path.startsWith(`${workbenchPath}/`),
    fetch: async (request) => await bench.fetch(request),
  };

  function changed(): Response {
    feed.changed();
    return json(stateOf(stage));
  }

  function json(body: object, status = 200): Response {
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Request-id': core().ids.request(),
    };
    return new Response(JSON.stringify(body), { status, headers });
  }

  function problem(status: number, message: string): Response {
    return json({ message }, status);
  }

  function unknownSnapshot(): Response {
    return problem(404, 'no snapshot has this name');
  }
}

/** What is on: time, mood, faults, and where one can go back to. */
function stateOf(stage: Stage): object {
  return {
    now: new Date(stage.world().core.clock.now()).toISOString(),
    mood: stage.mood(),
    moods: Object.keys(moods),
    faults: stage.faults().map(({ id, breaks, what }) => ({ id, breaks, what })),
    snapshots: stage.snapshots(),
  };
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function numberIn(context: Context, name: string): number | undefined {
  const text = context.req.query(name);
  return text !== undefined && /^\d{1,3}$/.test(text)
    ? Math.min(Number(text), mostObjects)
    : undefined;
}
