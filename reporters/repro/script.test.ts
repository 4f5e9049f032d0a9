import fc from 'fast-check';
import { describe, test } from 'vitest';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import {
  asForm,
  type GatewayClient,
  gatewayPath,
  type Signing,
} from '../../fixtures/clients/gateway.ts';
import { expect, sentExpectedGot } from '../../fixtures/expect.ts';
import { forAll } from '../../fixtures/for-all.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import {
  billedSubscription,
  expectCharges,
  goTo,
  lookAt,
  minuteMs,
} from '../../fixtures/worlds/subscription-charges.ts';
import { limitedPair, transfer } from '../../fixtures/worlds/v1-limits.ts';
import { fundedCard, newCard } from '../../fixtures/worlds/v2.ts';
import { newOrder, payWithCard, statusOf } from '../../fixtures/worlds/gateway.ts';
import { bash, type Clients, got, sandboxWith, scriptOf, told } from './testing.ts';

// Each failure is found in a faulty sandbox, told as a script, and shown by it once more: there the
// same wrong answer and status 1, in a clean sandbox the right one and status 0.

describe('a script shows again', () => {
  test('an overdraft that document 2 declines', async () => {
    const shown = await shownAgain(
      'v2.transfer-creation.overdraft-is-declined',
      'by-one',
      async ({ v2 }) => {
        await newCard(v2);
        const [from, to] = [await fundedCard(v2, minorUnits(50_00)), await newCard(v2)];
        const answer = await v2.createTransfer(aTransfer(from, to, minorUnits(50_01)));
        expect(answer).toAnswer(201, { status: 'declined' });
      },
    );

    expect(shown.faulty).toMatch(/^got {7}HTTP 201 .*"amount":5001.*"status":"approved"/);
    expect(shown.clean).toMatch(/^got {7}HTTP 201 .*"status":"declined"/);
    expect(shown.script).toContain(
      'printf \'%s\\n\' \'expected  HTTP 201  {"status":"declined"}\'',
    );
    // The card that may have nothing to do with it is made as well: nobody knows.
    expect(shown.steps).toBe(8 + 3);
    expect(shown.script.match(/^# The suite asked this before;/gm)).toHaveLength(3);
  });

  test('what is wrong in it first, and of a long answer the beginning', async () => {
    const sandbox = await sandboxWith();
    const reproduction = await told('v2.card-status.issued-active', sandbox, async ({ v2 }) => {
      const card = await newCard(v2);
      expect(await v2.getCard(card.id)).toAnswer(200, { status: 'lost', nickname: 'Ana' });
    });
    const script = scriptOf(reproduction);
    const short = await bash(script, sandbox.environment);
    const whole = await bash(script, { ...sandbox.environment, FULL_ANSWERS: '1' });

    expect(script).toContain('# Answers are shown at their beginning; with FULL_ANSWERS=1');
    expect(short.output).toMatch(
      /^got {7}HTTP 200 {2}\(request 4\)\n {10}"status":"active"\n {10}"nickname":\(not there\)\n {10}\{"id":/m,
    );
    expect(short.code).toBe(1);
    const cut = await bash(script.replace('\n: "', '\nlongest=100\n: "'), sandbox.environment);
    expect(got(cut)).toMatch(/\{"id":"[^\n]+ … \(\d+ more bytes; FULL_ANSWERS=1 shows all\)$/);
    expect(got(cut).length).toBeLessThan(300);
    expect(got(whole)).toMatch(/"spendingLimits":\[.*\]\}$/);
  });

  test('a limit of document 1 that is exceeded', async () => {
    const shown = await shownAgain('v1.limits.lmtp0107-holds', 'each-alone', async ({ v1 }) => {
      const pair = await limitedPair(v1, 7_35);
      if (pair === undefined) throw new Error('no limit can be set');
      await transfer(v1, pair, 7_35);
      expect(await transfer(v1, pair, 1)).toBeDenied();
    });

    expect(shown.faulty).toMatch(/^got {7}HTTP 200 .*"responseCode":"00"/);
    expect(shown.clean).not.toContain('"responseCode":"00"');
  });

  test('an order of document 3 that is paid with an expired card', async () => {
    const shown = await shownAgain(
      'gateway.payment-order.expired-card',
      'expiry-ignored',
      async ({ gateway }) => {
        const order = await newOrder(gateway);
        await payWithCard(gateway, order, { YYYY: '2020', MM: '01' });
        expect(await statusOf(gateway, order)).toGoWell({ orderStatus: 0 });
      },
    );

    expect(shown.faulty).toContain('"orderStatus":2');
    expect(shown.clean).not.toContain('"orderStatus":2');
    expect(shown.script).toContain('"$(uri "${GATEWAY_CARD_PAN}")"');
  });

  test('a charge that does not come when its time has come', async () => {
    const shown = await shownAgain(
      'subscriptions.charge.at-next-charge-at',
      'never',
      async ({ subscriptions, control }) => {
        const pay = async (mdOrder: string): Promise<undefined> => {
          await control.payOrder(mdOrder, 'approved');
        };
        const interval = { billingIntervalValue: 10, billingIntervalUnit: 'DAYS' };
        const billed = await billedSubscription(subscriptions, pay, interval);
        if ('missing' in billed) throw new Error(billed.missing);
        await goTo(control, billed.next.moment - minuteMs);
        await lookAt(subscriptions, billed);
        await goTo(control, billed.next.moment + minuteMs);
        expectCharges(await lookAt(subscriptions, billed), billed, 1);
      },
    );

    // The payments are the list in the answer, one object each.
    const payments = (line: string): number =>
      (/\[(.*)\]/.exec(line)?.[1]?.match(/\{/g) ?? []).length;
    expect(payments(shown.clean) - payments(shown.faulty)).toBe(1);
    expect(shown.steps).toBe(8);
  });

  test.each([
    ['gateway.signature.changed-hash', 'own-hash', withHash],
    ['gateway.signature.changed-signature', 'unverified', withFlippedByte],
    ['gateway.signature.changed-body', 'hash-unseen', withOtherAmount],
  ] as const)('a wrong signature that is taken: %s', async (id, slug, tamper) => {
    const shown = await shownAgain(id, slug, async ({ gateway }) => {
      expect(await signed(gateway, tamper).ask('register.do', anOrder())).toGoWrong();
    });

    expect(shown.faulty).toMatch(/^got {7}HTTP 200 .*"orderId"/);
    expect(shown.clean).not.toContain('"orderId"');
  });

  test('a right signature that is not accepted', async () => {
    const shown = await shownAgain(
      'gateway.signature.correct-one-is-taken',
      'never',
      async ({ gateway }) => {
        expect(await signed(gateway).ask('register.do', anOrder())).toGoWell();
      },
    );

    expect(shown.faulty).not.toContain('"orderId"');
    expect(shown.clean).toMatch(/^got {7}HTTP 200 .*"orderId"/);
  });

  test('the smallest counterexample of a property', async () => {
    const shown = await shownAgain(
      'v2.transfer-creation.raises-the-destination',
      'debit-only',
      async ({ v2 }) => {
        const amounts = fc.array(fc.integer({ min: 1, max: 9_00 }), { minLength: 1, maxLength: 5 });
        await forAll(
          [amounts],
          async (parts) => {
            const [from, to] = [await fundedCard(v2, minorUnits(60_00)), await newCard(v2)];
            for (const part of parts)
              await v2.createTransfer(aTransfer(from, to, minorUnits(part)));
            const balance = to.balance + parts.reduce((sum, part) => sum + part, 0);
            expect(await v2.getCard(to.id)).toAnswer(200, { account: { balance } });
          },
          { share: 0.1 },
        );
      },
    );

    expect(shown.faulty).toMatch(/"balance":0,/);
    expect(shown.clean).toMatch(/"balance":1,/);
    expect(shown.script.match(/^printf .*"amount":1,/gm)).toHaveLength(1);
  });

  test('bytes that are no UTF-8', async () => {
    const shown = await shownAgain(
      'gateway.errors.error-code-range',
      'no-number-for-bytes',
      async ({ gateway }) => {
        const answer = await gateway.send({
          operation: 'register.do',
          method: 'POST',
          path: gatewayPath('register.do'),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: asForm({ ...gateway.settings.login, ...anOrder(), description: '' }).concat('Café'),
          encoding: 'latin1',
        });
        const code = memberOf(answer.answer.json, 'errorCode');
        const about = sentExpectedGot(answer, 'an errorCode from 0 to 99');
        expect(Number(code) >= 0, about).toBe(true);
      },
    );

    expect(shown.faulty).toContain('"errorCode":"undefined"');
    expect(shown.clean).not.toContain('"errorCode":"undefined"');
  });

  test('transfers that overlap', async () => {
    const shown = await shownAgain(
      'v2.money.no-overdraft-concurrently',
      'stale-balance',
      async ({ v2 }) => {
        const [from, to] = [await fundedCard(v2, minorUnits(10_00)), await newCard(v2)];
        const burst = [1, 2, 3, 4].map(() =>
          v2.createTransfer(aTransfer(from, to, minorUnits(3_00))),
        );
        await Promise.all(burst);
        const read = await v2.getCard(from.id);
        const balance = expect.toSatisfy((value) => Number(value) >= 0, 'zero or more');
        expect(read).toAnswer(200, { account: { balance } });
      },
    );

    expect(shown.faulty).toContain('"balance":-200,');
    expect(shown.clean).toContain('"balance":100,');
    expect(shown.script.match(/^ask_soon /gm)).toHaveLength(4);
  });

  test('two readings, where a check says nothing but that they differ', async () => {
    const sandbox = await sandboxWith();
    const { steps } = await told('v2.card.id-is-a-string', sandbox, async ({ v2 }) => {
      const card = await newCard(v2);
      const before = await v2.getCard(card.id);
      const after = await v2.getCard(card.id);
      expect(after.answer.headers['request-id']).toBe(before.answer.headers['request-id']);
    });

    expect(steps.filter(({ isJudged }) => isJudged).map(({ operation }) => operation)).toEqual([
      'getCard',
      'getCard',
    ]);
  });

  test('what several answers say together', async () => {
    const sandbox = await sandboxWith();
    const { steps } = await told('v2.money.is-conserved', sandbox, async ({ v2 }) => {
      const reads = [await v2.getCard('1'), await v2.getCard('2')];
      const [first, second] = reads;
      if (first === undefined || second === undefined) throw new Error('there are two');
      expect(false, sentExpectedGot([first, second], 'more')).toBe(true);
    });

    expect(steps).toHaveLength(2);
    expect(steps.every(({ isJudged }) => isJudged)).toBe(true);
  });
});

interface Shown {
  readonly faulty: string;
  readonly clean: string;
  readonly script: string;
  readonly steps: number;
}

/** What the script of a failure gets from the faulty sandbox and from one without the fault. */
async function shownAgain(
  id: RequirementId,
  slug: string,
  act: (clients: Clients) => Promise<void>,
): Promise<Shown> {
  const [faulty, clean] = await Promise.all([sandboxWith(`${id}.${slug}`), sandboxWith()]);
  const reproduction = await told(id, faulty, act);
  const script = scriptOf(reproduction);
  const nobody = Object.entries(clean.environment).map(([name, value]) => [
    name,
    name.endsWith('_URL') ? 'http://127.0.0.1:1' : value,
  ]);
  const [first, second, third] = await Promise.all([
    bash(script, { ...faulty.environment, FULL_ANSWERS: '1' }),
    bash(script, { ...clean.environment, FULL_ANSWERS: '1' }),
    bash(script, Object.fromEntries(nobody) as Record<string, string>),
  ]);
  const codes = [first.code, second.code, third.code];
  expect(codes, first.output + second.output + third.output).toEqual([1, 0, 2]);
  expect(first.output).toContain('THE DEVIATION SHOWS.');
  expect(second.output).toContain('THE DEVIATION IS GONE.');
  expect(third.output).toMatch(
    /^COULD NOT ASK: The (target|clock of the target) could not be asked\.$/m,
  );
  expect(first.output).not.toContain('the suite saw');
  return { faulty: got(first), clean: got(second), script, steps: reproduction.steps.length };
}

type Tamper = NonNullable<Signing['tamper']>;

function signed(gateway: GatewayClient, tamper?: Tamper): GatewayClient {
  const { signingKey: privateKey = '' } = gateway.settings;
  return gateway.signing({
    privateKey,
    form: 'bytes',
    ...(tamper === undefined ? {} : { tamper }),
  });
}

function withHash({ body, headers }: Parameters<Tamper>[0]): ReturnType<Tamper> {
  return { body, headers: { ...headers, 'X-Hash': Buffer.alloc(32, 7).toString('base64') } };
}

function withFlippedByte({ body, headers }: Parameters<Tamper>[0]): ReturnType<Tamper> {
  const signature = Buffer.from(headers['X-Signature'] ?? '', 'base64');
  signature[100] = (signature[100] ?? 0) ^ 0x55;
  return { body, headers: { ...headers, 'X-Signature': signature.toString('base64') } };
}

function withOtherAmount({ body, headers }: Parameters<Tamper>[0]): ReturnType<Tamper> {
  return { body: body.replace('amount=1500', 'amount=1499'), headers };
}
