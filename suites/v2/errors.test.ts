import { aCardholder, aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort } from '../../fixtures/transcript/exchange.ts';
import { noServerError } from '../../fixtures/every-answer.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { cardIn, fundedCard, newCard, newCardholder, promised } from '../../fixtures/worlds/v2.ts';
import { aLargeBody } from '../../fixtures/worlds/v2-tour.ts';

// Document 2, parts 7 to 9: errors, limits, versioning.

check('v2.errors.statuses', 'refuses in several ways', async ({ v2, observe }) => {
  const refusals = await someRefusals(v2);

  observe(refusals.map(([what, { answer }]) => `${what}: ${answer.status}`).join('; '));
});

check('v2.errors.body', 'describes an error', async ({ v2, observe }) => {
  const refusals = await someRefusals(v2);

  const shapes = refusals.map(([, { answer }]) => memberNamesOf(answer.json));
  observe([...new Set(shapes)].join('; '));
});

const bodies = ['{', '{"firstName":', "{'firstName':'Ana'}", '<cardholder/>'] as const;
for (const body of bodies) {
  check('v2.errors.malformed-json-is-refused', `refuses the body ${body}`, async ({ v2 }) => {
    const answer = await v2.send({
      operation: 'createCardholder',
      method: 'POST',
      path: '/v2/cardholders',
      body,
    });

    expect(answer).toBeRefused();
    promised(await v2.createCardholder(aCardholder()), 'v2.cardholder-creation.answers-201');
  });
}

for (const body of ['[]', '"cardholder"', '42', 'null', 'true']) {
  check(
    'v2.errors.body-that-is-no-object-is-refused',
    `refuses the body ${body}`,
    async ({ v2 }) => {
      const answer = await v2.send({
        operation: 'createCardholder',
        method: 'POST',
        path: '/v2/cardholders',
        body,
      });

      expect(answer).toBeRefused();
      promised(await v2.createCardholder(aCardholder()), 'v2.cardholder-creation.answers-201');
    },
  );
}

for (const command of ['status', 'spendingLimits', 'pin', 'resetPinCounter', 'reissueCard']) {
  check(
    'v2.errors.no-server-error',
    `answers any value of ${command} without a server error`,
    async ({ v2 }) => {
      const card = await newCard(v2);
      const deep = '['.repeat(20_000) + ']'.repeat(20_000);

      for (const value of ['null', '""', '0', 'true', '[]', '[null]', '{}', '{"a":{}}', deep]) {
        const answer = await v2.send({
          operation: 'patchCard',
          method: 'PATCH',
          path: `/v2/cards/${encodeURIComponent(card.id)}`,
          body: `{"${command}":${value}}`,
        });

        expect(answer).toKeep(noServerError);
      }
    },
  );
}

check(
  'v2.errors.no-server-error',
  'answers a top-up that no card with money can hold exactly without a server error',
  async ({ v2 }) => {
    const card = await fundedCard(v2, minorUnits(1_00));

    const answer = await v2.createTopUp(aTopUp(card, minorUnits(Number.MAX_SAFE_INTEGER)));

    expect(answer).toKeep(noServerError);
  },
);

// JSON has numbers of any size, and what reads them as doubles takes this one for infinity.
for (const [operation, path] of [
  ['createTopUp', '/v2/topups'],
  ['createTransfer', '/v2/transfers'],
] as const) {
  check(
    'v2.errors.no-server-error',
    `answers ${operation} of 1e400 without a server error`,
    async ({ v2 }) => {
      const [card, to] = await Promise.all([newCard(v2), newCard(v2)]);
      const { amount: _amount, ...rest } =
        operation === 'createTopUp'
          ? aTopUp(card, minorUnits(1_00))
          : aTransfer(card, to, minorUnits(1_00));

      const answer = await v2.send({
        operation,
        method: 'POST',
        path,
        body: JSON.stringify(rest).replace('{', '{"amount":1e400,'),
      });

      expect(answer).toKeep(noServerError);
    },
  );
}

check(
  'v2.errors.no-server-error',
  'answers a fraction of a cent that goes from a card to itself without a server error',
  async ({ v2 }) => {
    const card = await fundedCard(v2, minorUnits(20_00));

    const answer = await v2.createTransfer({
      ...aTransfer(card, card, minorUnits(10_00)),
      amount: 10_00.5,
    });

    expect(answer).toKeep(noServerError);
  },
);

check('v2.errors.unknown-path-is-refused', 'refuses an unknown path', async ({ v2 }) => {
  const answer = await v2.send({
    operation: 'undocumented',
    method: 'GET',
    path: '/v2/no-such-path',
  });

  expect(answer).toBeRefused();
});

for (const [method, path] of [
  ['DELETE', '/v2/transfers'],
  ['PATCH', '/v2/topups'],
] as const) {
  check('v2.errors.unknown-method-is-refused', `refuses ${method} ${path}`, async ({ v2 }) => {
    const answer = await v2.send({ operation: 'undocumented', method, path });

    expect(answer).toBeRefused();
  });
}

check('v2.errors.other-content-type', 'is sent JSON as plain text', async ({ v2, observe }) => {
  const answer = await v2
    .withHeaders({ 'Content-Type': 'text/plain' })
    .createCardholder(aCardholder());

  observe(inShort(answer));
});

check('v2.errors.large-body', 'is sent two mebibytes', async ({ v2, observe }) => {
  const answer = await aLargeBody(v2);

  observe(answer === undefined ? 'the connection was closed' : inShort(answer));
});

check('v2.limits.enforcement', 'moves more than a daily limit', async ({ v2, observe }) => {
  const from = await fundedCard(v2, minorUnits(50_00));
  const to = await newCard(v2);
  // One euro in whole euros, one cent in cents: a transfer of 20.00 EUR is above it either way.
  await v2.patchCard(from.id, { spendingLimits: [{ amount: 1, interval: 'daily' }] });

  const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(20_00)));
  const topUp = await v2.createTopUp(aTopUp(from, minorUnits(20_00)));

  observe(`transfer: ${inShort(transfer)}; top-up: ${inShort(topUp)}`);
});

check('v2.versioning.path-carries-v2', 'answers under /v2', async ({ v2 }) => {
  const id = await newCardholder(v2);

  const path = `/v2/cardholders/${encodeURIComponent(id)}`;
  const answer = await v2.send({ operation: 'getCardholder', method: 'GET', path });

  expect(answer).toSucceed({ id });
});

check('v2.versioning.other-versions', 'is asked without /v2', async ({ v2, observe }) => {
  const card = await newCard(v2);

  const path = `/cards/${encodeURIComponent(card.id)}`;
  observe(inShort(await v2.send({ operation: 'undocumented', method: 'GET', path })));
});

/** One refusal of each kind that the document leads to. */
async function someRefusals(v2: V2Client): Promise<(readonly [string, Exchange])[]> {
  const lost = await cardIn(v2, 'lost');
  const { productName } = v2;
  const cardholder = lost.cardholder;
  return [
    ['missing field', await v2.createCardholder({})],
    ['unknown product', await v2.createCard({ productName: 'no-such-product', cardholder })],
    ['unknown cardholder', await v2.createCard({ productName, cardholder: 'none' })],
    ['unknown card', await v2.getCard('none')],
    ['status of a lost card', await v2.patchCard(lost.id, { status: 'active' })],
    ['no parameter', await v2.patchCard(lost.id, {})],
    ['no card in the filter', await v2.listTransfers({})],
    ['no key', await v2.withHeaders({ 'X-API-KEY': undefined }).getCard(lost.id)],
  ];
}

/** The names of the members of a body, inner ones in brackets. */
function memberNamesOf(json: unknown): string {
  if (json === undefined) return 'no body';
  if (Array.isArray(json)) return `[${json.length === 0 ? '' : memberNamesOf(json[0])}]`;
  if (typeof json !== 'object' || json === null) return typeof json;
  return Object.entries(json)
    .map(([name, value]) =>
      typeof value === 'object' && value !== null ? `${name} {${memberNamesOf(value)}}` : name,
    )
    .toSorted()
    .join(', ');
}
