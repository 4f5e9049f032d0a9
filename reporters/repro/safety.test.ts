import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { aTopUp } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import type { Reproduction, Step } from '../../fixtures/reproduction/reproduction.ts';
import { knownSettings } from '../../fixtures/reproduction/known-settings.ts';
import { payWithCard, newOrder } from '../../fixtures/worlds/gateway.ts';
import { newCard } from '../../fixtures/worlds/v2.ts';
import { serverFor } from '../../fixtures/testing.ts';
import { aJudgement, temporaryFolder } from '../testing.ts';
import { bash, sandboxWith, scriptOf, targetOf, told } from './testing.ts';

describe('what a target answers', () => {
  test('never becomes a command', async () => {
    const folder = temporaryFolder();
    const touch = `touch ${join(folder, 'owned')}`;
    const id = `x'; ${touch}; "$(${touch})" \`${touch}\` \${HOME} \\ é / ? & %41 #`;
    const seen: { path: string; body: string }[] = [];
    const url = await listening(seen, {
      [`it's $(${touch})`]: { '"; x': [id] },
    });
    const script = scriptOf(
      aReproduction({
        behaviour: `does what it should\n${touch}`,
        failure: aJudgement({
          sent: `GET /\r${touch}\n${touch}`,
          expected: `'; ${touch}`,
          got: `$(${touch})`,
        }),
        remarks: [`\n${touch}`],
        steps: [
          aStep({ captures: [{ variable: 'an_id', path: [`it's $(${touch})`, '"; x', '0'] }] }),
          aStep({
            method: 'POST',
            path: ['/v2/cards/', { variable: 'an_id', as: 'uri' }, `/'$(${touch})'`],
            headers: [['Content-Type', ['application/json']]],
            body: [
              '{"id":"',
              { variable: 'an_id', as: 'json' },
              `","x":"'; ${touch}; \0 $(${touch})"}`,
            ],
            isJudged: true,
          }),
        ],
        signs: [
          {
            kind: 'alike',
            step: 1,
            looks: `HTTP 200 application/json no Request-id\n${`it's $(${touch})`.replaceAll(/[^\w$-]+/g, '?')}.?x.0 = text #1`,
          },
        ],
      }),
    );

    const { code, output } = await bash(script, { V2_BASE_URL: url }, aBareMachine());

    expect(code, output).toBe(1);
    expect(existsSync(join(folder, 'owned'))).toBe(false);
    const [, second] = seen;
    expect(decodeURIComponent(second?.path.split('/')[3] ?? '')).toBe(id);
    expect(second?.body).toBe(`{"id":${JSON.stringify(id)},"x":"'; ${touch}; \0 $(${touch})"}`);
    // Every line of the head is a comment.
    const head = script.slice(0, script.indexOf('\nhere=')).split('\n').slice(1);
    expect(head.every((line) => line === '' || line.startsWith('#'))).toBe(true);
  });

  test('drives no terminal and shows no secret', async () => {
    const url = await listening([], {
      text: '\u001b[31mred\u009b \u202e',
      cvc: '741',
      number: '4111111111111111',
      grouped: 'a1 5555-5555 5555 4444 2026 x',
      key: 'canary-key-1234',
    });
    const script = scriptOf(
      aReproduction({
        settings: ['V2_API_KEY'],
        steps: [
          aStep({
            headers: [['X-API-KEY', [{ variable: 'V2_API_KEY', as: 'raw' }]]],
            isJudged: true,
          }),
        ],
        signs: [{ kind: 'rule', step: 0, rule: 'refused' }],
      }),
    );

    const environment = { V2_BASE_URL: url, V2_API_KEY: 'canary-key-1234' };
    const { code, output } = await bash(script, environment, aBareMachine());

    expect(code, output).toBe(1);
    expect(output).toMatch(
      /^got {7}HTTP 200 .*\n {10}.*red.*"cvc":"\*\*\*".*"…1111".*"a1 …2026 x".*"\*\*\*"/m,
    );
    expect(output).not.toMatch(/canary|741|4111111|5555|[^\P{Cc}\n]|\p{Cf}/u);
  });

  test('that is missing or no answer at all is told', async () => {
    const url = await listening([], { other: 1 });
    const steps = [aStep({ captures: [{ variable: 'an_id', path: ['id'] }] })];
    const missing = await bash(scriptOf(aReproduction({ steps })), { V2_BASE_URL: url });
    const nobody = await bash(scriptOf(aReproduction({ steps })), {
      V2_BASE_URL: 'http://127.0.0.1:1',
    });

    expect(missing.code).toBe(2);
    expect(missing.output).toContain('Request 1 did not return an_id');
    expect(nobody.code).toBe(2);
    expect(nobody.output).toContain('no answer');
  });

  test('a setting that is missing is named before anything is sent', async () => {
    const script = scriptOf(aReproduction({ settings: ['V2_API_KEY'], steps: [aStep({})] }));

    const { code, output } = await bash(script, { BASE_URL: 'http://127.0.0.1:1' });

    expect(code).toBe(2);
    expect(output).toContain('V2_API_KEY: set V2_API_KEY');
  });
});

describe('nothing secret', () => {
  test('is in a reproduction, its script, or what that prints', async () => {
    const sandbox = await sandboxWith();
    const target = targetOf(sandbox.environment);
    const secrets = knownSettings(target).filter(({ isSecret }) => isSecret);
    const seen: string[] = [];

    const reproduction = await told('v2.card.id-is-a-string', sandbox, async (clients) => {
      const { v1, v2, gateway, control } = clients;
      const card = await newCard(v2);
      const shown = (await v2.getCard(card.id)).answer.json;
      seen.push(card.number, String(memberOf(shown, 'cvc')));
      await control.denyPin(card.number);
      await v2.patchCard(card.id, { pin: '4826' });
      await v2.createTopUp(aTopUp({ number: '4000001234567899' as never }, minorUnits(1)));
      const { apiKey } = target.apis.v2 ?? { apiKey: '' };
      const [half, shuffled] = [apiKey.slice(0, -2), apiKey.slice(2).toLowerCase()];
      for (const key of [`${apiKey}x`, half, shuffled])
        await v2.withHeaders({ 'X-API-KEY': key }).getCard(card.id);
      await v1.withHeaders({ Authorization: `Bearer ${v1.settings.token}` }).getCardData({});
      await payWithCard(gateway, await newOrder(gateway), { $CVC: '739', note: seen.join(' ') });
      // One step after the other shows all of these, whatever the slice would leave out.
      const note = { note: `${apiKey} ${seen.join(' ')}`, id: card.id, orderNumber: card.id };
      const last = await v2.patchCard(card.id, { ...note, number: card.number } as object);
      expect(last).toAnswer(299);
    });
    const script = scriptOf(reproduction);
    const { output } = await bash(script, sandbox.environment);

    for (const text of [JSON.stringify(reproduction), script, output]) {
      for (const { value, variable } of secrets.filter((one) => one.only === undefined)) {
        expect(text.includes(value), variable).toBe(false);
        expect(
          text.includes(Buffer.from(value).toString('base64').replace(/=+$/, '')),
          variable,
        ).toBe(false);
      }
      for (const value of [...seen.slice(0, 1), '4000001234567899'])
        expect(text).not.toContain(value);
      expect(text).not.toMatch(/(?<![\w-])(4826|739)(?![\w-])/);
      // Three digits alone may be anything; beside the number they are the code that was shown.
      expect(text).not.toMatch(/…\d{4} \d{3}(?!\d)/);
    }
    expect(script).toContain('${V2_API_KEY}');
  });
});

describe('moments', () => {
  test('keep their weekday in another year where they are past', async () => {
    const sandbox = await sandboxWith();
    const [now] = new Date().toISOString().split('T');
    const year = Number(now?.slice(0, 4)) + 1;
    const literal = `${year}-02-28T23:59:59.500Z`;
    const script = scriptOf(
      aReproduction({
        made: [{ variable: 'made_moment', kind: 'moment', literal }],
        clock: { start: `${now}T00:00:00.000Z`, carry: 'calendar' },
        steps: [
          aStep({
            api: 'control',
            method: 'PUT',
            path: ['/clock'],
            headers: [
              ['Authorization', ['Bearer ', { variable: 'CONTROL_TOKEN', as: 'raw' }]],
              ['Content-Type', ['application/json']],
            ],
            body: ['{"now":"', { variable: 'made_moment', as: 'json' }, '"}'],
            isJudged: true,
          }),
        ],
      }),
    );

    const first = await bash(script, sandbox.environment);
    const second = await bash(script, sandbox.environment);

    const moments = [first, second].map(
      ({ output }) => /"now":"(\d[^"]*)"/.exec(output)?.[1] ?? output,
    );
    expect(moments[0]).toMatch(new RegExp(`^${year}-02-28T23:59:59`));
    expect(moments[1]).toMatch(/^\d{4}-02-28T23:59:59/);
    const [one, other] = moments.map((moment) => new Date(moment));
    expect(other?.getUTCFullYear()).toBeGreaterThan(year);
    expect(other?.getUTCDay()).toBe(one?.getUTCDay());
  });

  test('keep their distance from the present where only that matters', async () => {
    const sandbox = await sandboxWith();
    const script = scriptOf(
      aReproduction({
        made: [
          { variable: 'made_day', kind: 'day', literal: '2020-02-27T10:00:00' },
          { variable: 'made_moment', kind: 'moment', literal: '2020-03-01T12:00:00.000Z' },
        ],
        clock: { start: '2020-02-28T12:00:00.000Z', carry: 'elapsed' },
        steps: [
          aStep({
            path: [
              '/v2/',
              { variable: 'made_day', as: 'uri' },
              '/',
              { variable: 'made_moment', as: 'uri' },
            ],
          }),
        ],
      }),
    ).replace('echo\n', 'echo "$made_day $made_moment"\n');

    const { output } = await bash(script, sandbox.environment);

    const [, day = '', moment = ''] = /^(\S+T10:00:00) (\S+Z)$/m.exec(output) ?? [];
    const days = (Date.parse(moment) - Date.now()) / 86_400_000;
    expect(days, output).toBeCloseTo(2, 1);
    expect(Date.parse(`${day}Z`) - Date.now()).toBeLessThan(0);
    expect(Date.parse(`${day}Z`) - Date.now()).toBeGreaterThan(-2 * 86_400_000);
  });
});

/** A folder with what every machine has on which scripts run. */
function aBareMachine(): string {
  const folder = temporaryFolder();
  for (const tool of 'bash curl awk mktemp rm cat tr sed tail date openssl od dd'.split(' ')) {
    const { stdout } = spawnSync('bash', ['-c', `command -v ${tool}`], { encoding: 'utf8' });
    symlinkSync(stdout.trim(), join(folder, tool));
  }
  return folder;
}

async function listening(seen: { path: string; body: string }[], answer: object): Promise<string> {
  return await serverFor(async (request, response) => {
    seen.push({ path: request.url ?? '', body: await text(request) });
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
}

function aReproduction(part: Partial<Reproduction>): Reproduction {
  return {
    behaviour: 'shows an id',
    failure: aJudgement({ requirement: 'v2.card.id-is-a-string', expected: 'id' }),
    steps: [],
    story: [],
    signs: [],
    isOfOverlap: false,
    leftOut: 0,
    made: [],
    settings: [],
    clock: { start: new Date().toISOString(), carry: 'elapsed' },
    remarks: [],
    ...part,
  };
}

function aStep(part: Partial<Step>): Step {
  return {
    api: 'v2',
    operation: 'getCard',
    method: 'GET',
    path: ['/v2/cards/1'],
    headers: [],
    captures: [],
    isJudged: false,
    status: 200,
    wentWell: false,
    ...part,
  };
}
