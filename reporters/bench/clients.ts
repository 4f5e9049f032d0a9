import http from 'node:http';
import supertest from 'supertest';
import { Agent, request } from 'undici';
import { aTopUp, type NewTopUp } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { connect } from '../../fixtures/clients/http.ts';
import { journalOf } from '../../fixtures/transcript/journal.ts';
import { v2Client } from '../../fixtures/clients/v2.ts';
import { judgeEveryAnswer } from '../../fixtures/every-answer.ts';
import type { CheckRecord } from '../../fixtures/record.ts';
import { paceOf } from '../../fixtures/target/pace.ts';
import { newCard } from '../../fixtures/worlds/v2.ts';
import { median, ratio, table } from './figures.ts';
import { withSandbox } from './processes.ts';

/** One request and the answer read to its end; the same requests for everybody, in the same order. */
type Ask = (turn: number) => Promise<unknown>;

interface Contender {
  readonly name: string;
  readonly ask: Ask;
}

interface Load {
  readonly name: string;
  readonly underWay: number;
}

const loads: readonly Load[] = [
  { name: 'one at a time', underWay: 1 },
  { name: '32 at a time', underWay: 32 },
];

/** More connections than the server can keep busy. */
const ceilingLoad: Load = { name: 'ceiling', underWay: 128 };

const rounds = 7;
const roundMs = 1000;
const warmUpMs = 1500;

/** How the suite's client compares with others, all asking one sandbox in a process of its own. */
export async function benchClients(): Promise<string> {
  return await withSandbox([], async (target) => {
    const contenders = await contendersFor(target);
    const [suite, bare, fastest] = contenders;
    if (suite === undefined || bare === undefined || fastest === undefined)
      throw new Error('nobody to compare');

    for (const { ask } of contenders) await perSecond(ask, 32, warmUpMs);
    const seen = new Map<string, number[]>();
    const measure = async ({ name, ask }: Contender, load: Load): Promise<void> => {
      const key = `${name} ${load.name}`;
      seen.set(key, [...(seen.get(key) ?? []), await perSecond(ask, load.underWay, roundMs)]);
    };
    // In turns, and each time with another one first, so that noise meets everybody.
    for (let round = 0; round < rounds; round += 1) {
      for (const load of loads) {
        for (let turn = 0; turn < contenders.length; turn += 1) {
          await measure(contenders[(round + turn) % contenders.length] ?? suite, load);
        }
      }
      await measure(fastest, ceilingLoad);
    }

    const rate = ({ name }: Contender, load: Load): number =>
      median(seen.get(`${name} ${load.name}`) ?? []);
    const ceiling = rate(fastest, ceilingLoad);
    return table([
      ['requests per second', ...loads.map(({ name }) => name)],
      ...contenders.map((one) => [
        one.name,
        ...loads.map((load) => String(Math.round(rate(one, load)))),
      ]),
      [`${fastest.name}, 128 connections: the server's ceiling`, '', String(Math.round(ceiling))],
      [
        'the suite / bare supertest (wanted: 0.80 or more)',
        ...loads.map((load) => ratio(rate(suite, load), rate(bare, load))),
      ],
      ['the suite / undici', ...loads.map((load) => ratio(rate(suite, load), rate(fastest, load)))],
      [
        "the suite / the server's ceiling",
        ...loads.map((load) => ratio(rate(suite, load), ceiling)),
      ],
    ]);
  });
}

/** The suite's client with all that a check has around it, bare supertest, and the fastest of Node's. */
async function contendersFor(
  target: Readonly<Record<string, string>>,
): Promise<readonly Contender[]> {
  const baseUrl = target['V2_BASE_URL'] ?? '';
  const apiKey = target['V2_API_KEY'] ?? '';
  const productName = target['V2_PRODUCT_NAME'] ?? '';

  const connection = connect({
    baseUrl,
    requestTimeoutMs: 10_000,
    pace: paceOf({ concurrency: 128 }),
  });
  const record = emptyRecord();
  const journal = journalOf((exchange) => judgeEveryAnswer(record, exchange));
  const v2 = v2Client(connection, journal, { apiKey, productName }, (_, find) => find());
  const cards = await Promise.all(Array.from({ length: 32 }, () => newCard(v2)));
  const wishes = cards.map((card) => {
    const topUp = aTopUp(card, minorUnits(1));
    return { id: card.id, path: `/v2/cards/${card.id}`, topUp, body: JSON.stringify(topUp) };
  });
  const json = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' };

  const agent = new http.Agent({ keepAlive: true });
  const bare = supertest(baseUrl);
  const dispatcher = new Agent({ connections: 128, pipelining: 1 });
  const answerOf = async (asked: ReturnType<typeof request>): Promise<unknown> =>
    (await asked).body.json();

  /** As many reads as changes, of one card after the other. */
  const inTurn =
    (
      read: (wish: BenchRequest) => PromiseLike<unknown>,
      change: (wish: BenchRequest) => PromiseLike<unknown>,
    ): Ask =>
    async (turn) => {
      const wish = wishes[(turn >> 1) % wishes.length];
      if (wish !== undefined) await (turn % 2 === 0 ? read(wish) : change(wish));
    };

  return [
    {
      name: "the suite's client",
      ask: inTurn(
        ({ id }) => v2.getCard(id),
        ({ topUp }) => v2.createTopUp(topUp),
      ),
    },
    {
      name: 'supertest with a keep-alive agent',
      ask: inTurn(
        ({ path }) => bare.get(path).agent(agent).set('X-API-KEY', apiKey),
        ({ body }) => bare.post('/v2/topups').agent(agent).set(json).send(body),
      ),
    },
    {
      name: 'undici',
      ask: inTurn(
        ({ path }) =>
          answerOf(request(baseUrl + path, { dispatcher, headers: { 'X-API-KEY': apiKey } })),
        ({ body }) =>
          answerOf(
            request(`${baseUrl}/v2/topups`, { dispatcher, method: 'POST', headers: json, body }),
          ),
      ),
    },
  ];
}

interface BenchRequest {
  readonly id: string;
  readonly path: string;
  readonly topUp: NewTopUp;
  readonly body: string;
}

/** Requests per second with so many under way all the time. */
async function perSecond(ask: Ask, underWay: number, ms: number): Promise<number> {
  const begin = performance.now();
  let requests = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < begin + ms) {
      requests += 1;
      await ask(requests);
    }
  };
  await Promise.all(Array.from({ length: underWay }, lane));
  return (requests / (performance.now() - begin)) * 1000;
}

function emptyRecord(): CheckRecord {
  return {
    requirement: 'v2.card-read.answers-200',
    requests: 0,
    judged: {},
    breaches: [],
    requestIds: [],
    asked: [],
  };
}
