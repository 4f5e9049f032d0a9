import { describe, expect, test } from 'vitest';
import { apis } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';
import type { Configuration } from '../../fixtures/target/configuration.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { judged } from '../testing.ts';
import { newestOf } from '../newest-results.ts';
import { type Next, nextOf } from './next.ts';
import { operationsOf } from './operations.ts';
import { adviceFor } from './scope.ts';
import { wordsFor } from './words.ts';

type Verdicts = Partial<Record<RequirementId, RequirementResult['verdict']>>;

describe('the next operation', () => {
  test('is the first to build of each API, where nothing is known', () => {
    const first = apis.map((api) => nameOf(nextOf([api], undefined)));

    expect(first).toEqual([
      'registerCustomer',
      'createCardholder',
      'register.do',
      'subscriptions.create',
    ]);
  });

  test('stands on what works, and most others wait for it', () => {
    const { kind, ...next } = nextOf(
      ['v2'],
      aResult({ 'v2.cardholder-creation.answers-201': 'passed' }),
    );

    expect(kind).toBe('build');
    expect(next).toMatchObject({
      operation: { name: 'createCard' },
      waiting: expect.arrayContaining(['createTransfer']),
    });
  });

  test('is not what another was seen to stand on, although that was not asked this time', () => {
    const next = nextOf(['v2'], aResult({ 'v2.card-creation.answers-201': 'failed' }));

    expect(nameOf(next)).toBe('createCard');
    expect(next).toMatchObject({ seen: 'got 404' });
  });

  test('is not what was answered well on the way to what failed', () => {
    const result = aResult({ 'v2.money.is-conserved': 'failed' });
    const acts = ['createCardholder', 'createCard', 'createTransfer'].map((operation) => ({
      operation,
      method: 'POST',
      path: '/v2/x',
      sent: '',
      status: 201,
      got: '{}',
    }));
    const requirements = result.requirements.map((one) => {
      if (one.id !== 'v2.money.is-conserved') return { ...one, obstacle: 'not-selected' as const };
      const failure = {
        requirement: one.id,
        phase: 'judgement' as const,
        acts,
        differences: [],
      };
      const check = { name: 'keeps the total', file: 'x.test.ts', durationMs: 1 };
      return { ...one, checks: [{ ...check, verdict: 'failed' as const, failures: [failure] }] };
    });

    expect(nameOf(nextOf(['v2'], { ...result, requirements }))).toBe('getCard');
  });

  test('is to be mended once all of them work', () => {
    const next = nextOf(['subscriptions'], {
      ...working('subscriptions', { 'subscriptions.update.amount': 'failed' }),
    });

    expect(next).toMatchObject({
      kind: 'mend',
      operation: { name: 'subscriptions.update' },
      failing: [{ id: 'subscriptions.update.amount' }],
    });
  });

  test('is to be mended where a run was stopped at it, and what was not come to is not known to be missing', () => {
    const { requirements, run, ...result } = aResult({ 'v2.card-read.equals-creation': 'failed' });
    const unreached = requirements.map((one) =>
      one.verdict === 'failed' ? one : { ...one, verdict: 'not-exercised' as const },
    );

    const next = nextOf(['v2'], {
      ...result,
      requirements: unreached,
      run: { ...run, complete: false },
    });

    expect(next).toMatchObject({ kind: 'mend', failing: [{ id: 'v2.card-read.equals-creation' }] });
  });

  test('is none where only what is about several is left, or nothing', () => {
    const laws = working('v2', { 'v2.money.is-conserved': 'failed' });

    expect(nextOf(['v2'], laws)).toMatchObject({ kind: 'laws' });
    expect(nextOf(['v2'], working('v2'))).toEqual({ kind: 'nothing' });
  });

  test('is not what needs records that nobody has named', () => {
    const next = nextOf(
      ['v1'],
      working('v1', { 'v1.get-order-details.succeeds': 'not-exercised' }),
    );

    expect(next).toEqual({ kind: 'nothing' });
  });
});

test('every operation has a requirement of its own, and stands on operations that there are', () => {
  for (const api of apis) {
    const operations = operationsOf(api);
    const names = operations.map(({ name }) => name);
    expect(operations.length).toBeGreaterThanOrEqual(5);
    for (const { first, subject, standsOn } of operations) {
      expect(first.startsWith(`${subject}.`)).toBe(true);
      expect(names).toEqual(expect.arrayContaining([...standsOn]));
    }
  }
});

describe('in words', () => {
  test('what to build comes with why, an example and how to ask it', () => {
    for (const api of apis) {
      const words = wordsFor(nextOf([api], undefined));

      expect(words).toMatch(
        /^Next, build \S+ \(document \d, part [\d.]+\): .*operations depend on it:/,
      );
      expect(words).toMatch(
        /For example\n {2}POST \/\S+ .*\n {2}(\{.*\}|userName=\S+)\nis answered with HTTP 20\d\n {2}\{/,
      );
      expect(words).toMatch(/npm start -- --only \S+ --watch/);
    }
  });

  test('what to mend, what is left, and that nothing is', () => {
    const failed = { 'v2.card-read.equals-creation': 'failed' } as const;

    expect(wordsFor(nextOf(['v2'], working('v2', failed)))).toMatch(
      /^Next, fix getCard: .*\n {2}v2\.card-read\.equals-creation\n.*\n {2}got 404\n/,
    );
    expect(
      wordsFor(nextOf(['v2'], working('v2', { 'v2.money.is-conserved': 'failed' }))),
    ).toContain('npm start -- --failed --watch');
    const reason =
      'before    POST /v2/cards → HTTP 201\nsent      POST /v2/topups\ngot       HTTP 500';
    const told = working('v2', failed).requirements.map((one) =>
      one.verdict === 'failed' ? { ...one, reason } : one,
    );
    const words = wordsFor(nextOf(['v2'], { ...working('v2', failed), requirements: told }));
    expect(words).toContain('sent      POST /v2/topups\n    got       HTTP 500');
    expect(words).not.toContain('before');
    expect(wordsFor({ kind: 'nothing' })).toContain('nothing left to build or fix');
  });
});

test('what a selection did not look at is known from the run before it', () => {
  const [before, after] = [working('v2'), aResult({ 'v2.card-read.answers-200': 'failed' })];
  const selected = after.requirements.map((one) =>
    one.verdict === 'failed' ? one : { ...one, obstacle: 'not-selected' as const },
  );
  const later = { ...after, run: { ...after.run, startedAt: '2026-11-22T09:00:00.000Z' } };

  const known = newestOf([before, { ...later, requirements: selected }]);

  expect(newestOf([])).toBeUndefined();
  expect(nameOf(nextOf(['v2'], known))).toBe('getCard');
});

describe('without an API named, it is about', () => {
  const target: Extract<Configuration, { kind: 'target' }>['target'] = {
    name: judged([]).target.name,
    embedded: false,
    apis: {
      v1: {
        baseUrl: 'http://host',
        token: 't',
        institutionId: '1',
        productId: '2',
        serviceIdAcc: '3',
        cardBin: '970000',
      },
      v2: { baseUrl: 'http://host', apiKey: 'key', productName: 'Classic' },
    },
    notConfigured: {},
    concurrency: 1,
    requestTimeoutMs: 1_000,
  };
  const ofATarget = { kind: 'target', target, names: {}, warnings: [] } as const;
  const ofNobody = { kind: 'embedded', name: 'embedded sandbox', names: {}, warnings: [] } as const;
  const output = 'reports';
  const ofV2 = (verdicts: Verdicts): Conformance => {
    const result = working('v2', verdicts);
    const others = aResult({}).requirements.filter(({ id }) => !id.startsWith('v2.'));
    const unasked = others.map((one) => ({ ...one, obstacle: 'not-selected' as const }));
    return { ...result, requirements: [...result.requirements, ...unasked] };
  };
  const failed = ofV2({ 'v2.card-read.equals-creation': 'failed' });

  test('what the last run asked', () => {
    const { next, note } = adviceFor(ofATarget, [failed], { output });

    expect(nameOf(next)).toBe('getCard');
    expect(note).toBeUndefined();
  });

  test('what nobody asked yet, once nothing of that is left', () => {
    expect(nameOf(adviceFor(ofATarget, [ofV2({})], { output }).next)).toBe('registerCustomer');
  });

  test('whoever was asked last where no target is set, and says so', () => {
    const { next, note } = adviceFor(ofNobody, [failed], { output });

    expect(nameOf(next)).toBe('getCard');
    expect(note).toBe(
      'No target is set (BASE_URL, …): this is about the last run, of Reimplementation 3.',
    );
  });

  test('what fails by the first cause, where it is not about that operation, and that a target went away', () => {
    const cause = { title: 'getCard shows nothing', inconclusive: [], notExercised: [] };
    const causes = [
      { ...cause, failed: ['v2.money.is-conserved', 'v2.money.balances-are-accounted-for'] },
    ] as const;
    const gone = { ...cause, title: 'the target stopped answering', failed: [] };

    expect(adviceFor(ofATarget, [{ ...failed, causes }], { output }).note).toBe(
      '2 requirements failed by one cause in the last run: getCard shows nothing',
    );
    expect(adviceFor(ofATarget, [{ ...failed, causes: [gone] }], { output }).note).toBe(
      'In the last run the target stopped answering: fix that first.',
    );
  });

  test('what is built first where there is no run of the target, and says so', () => {
    const other = { ...ofATarget, target: { ...target, name: 'another' } };

    expect(adviceFor(other, [failed], { output })).toMatchObject({
      next: { operation: { name: 'registerCustomer' } },
      note: 'There is no run of another in reports yet (the last one is of Reimplementation 3): this is what to build first. If something is built already, npm start looks at it; --output names another folder of reports.',
    });
    expect(adviceFor(ofNobody, [], { output }).note).toBe(
      'No target is set (BASE_URL, …), and there is no run in reports yet: this is what to build first. If something is built already, npm start looks at it; --output names another folder of reports.',
    );
  });
});

function nameOf(next: Next): string {
  return 'operation' in next ? next.operation.name : next.kind;
}

/** A result over the whole catalogue: not exercised, unless stated. */
function aResult(
  verdicts: Verdicts,
  others: RequirementResult['verdict'] = 'not-exercised',
): Conformance {
  const requirements = requirementEntries.map(([id, one]): RequirementResult => {
    const verdict = verdicts[id] ?? others;
    const { document, section, level, statement } = one;
    const reason = verdict === 'failed' ? 'got 404' : 'needs an existing record';
    return { id, document, section, level, statement, verdict, reason, checks: [] };
  });
  return {
    ...judged([]),
    requirements: requirements.map((one) =>
      verdicts[one.id] === undefined && others === 'not-exercised'
        ? { ...one, reason: 'not asked' }
        : one,
    ),
  };
}

function working(api: string, verdicts: Verdicts = {}): Conformance {
  const result = aResult(verdicts, 'passed');
  return {
    ...result,
    requirements: result.requirements.filter(({ id }) => id.startsWith(`${api}.`)),
  };
}
