import { describe, expect, test } from 'vitest';
import { requirements } from '../../fixtures/requirements/index.ts';
import type { AppliedWaiver, Conformance } from '../conformance.ts';
import { ids } from '../testing.ts';
import type { Block, CertificateContent } from './block.ts';
import { contentOf } from './content.ts';
import { partName } from './parts.ts';
import { aFailure, anEventfulResult, aRequirement, aResult, passedAtTheSecond } from './testing.ts';

describe('the title', () => {
  const titleOf = (result: Conformance): string => contentOf(result).title;

  test('is a certificate after a full certification alone', () => {
    expect(titleOf(aResult())).toBe('Certificate of conformity');
  });

  for (const [because, part] of Object.entries({
    'the profile is another': { run: { profile: 'nightly' } },
    'only a selection was asked': { run: { selection: { only: ['v2.card'] } } },
    'it is one shard': {
      run: { shard: { index: 1, count: 2, judged: {}, breaches: [], requestIds: [] } },
    },
    'the run did not end': { run: { complete: false } },
    'a must was not exercised': {
      requirements: [aRequirement(), aRequirement({ id: ids.otherMust, verdict: 'not-exercised' })],
    },
    'a derived one was not exercised': {
      requirements: [aRequirement(), aRequirement({ level: 'derived', verdict: 'not-exercised' })],
    },
  } satisfies Record<string, Parameters<typeof aResult>[0]>)) {
    test(`says partial when ${because}, and why`, () => {
      const { title, reservations } = contentOf(aResult(part));

      expect(title).toBe('Partial certificate of conformity');
      expect(reservations).toHaveLength(1);
    });
  }

  for (const [what, one] of Object.entries({
    'an API that is not configured': aRequirement({ verdict: 'not-configured' }),
    'what nobody can see from outside': aRequirement({
      id: 'v2.service.no-real-money',
      verdict: 'not-exercised',
      obstacle: 'unobservable',
      reason: 'cannot be seen from outside: there is nothing to receive',
    }),
    'an advisory expectation that was not exercised': aRequirement({
      level: 'advisory',
      verdict: 'not-exercised',
    }),
  })) {
    test(`does not become partial by ${what}`, () => {
      expect(titleOf(aResult({ requirements: [aRequirement(), one] }))).toBe(
        'Certificate of conformity',
      );
    });
  }

  test('names the conditions of a conformity', () => {
    const inconsistent = passedAtTheSecond;

    expect(
      titleOf(
        aResult({
          requirements: [aFailure({ verdict: 'waived' }), aFailure({ inconsistent })],
        }),
      ),
    ).toBe('Certificate of conformity with waivers and inconsistent results');
  });

  test('calls nothing else a certificate', () => {
    expect(titleOf(aResult({ verdict: 'not-conformant', requirements: [aFailure()] }))).toBe(
      'Test report: not conformant',
    );
    expect(titleOf(aResult({ verdict: 'inconclusive', run: { complete: false } }))).toBe(
      'Partial test report: inconclusive',
    );
  });
});

describe('the verdict in one sentence', () => {
  test('says how much was met', () => {
    expect(contentOf(aResult()).sentence).toBe(
      'Reimplementation 3 conforms to the documents in all that was judged: it meets 1 requirement of v2.',
    );
  });

  test('says how much was not', () => {
    const { sentence } = contentOf(
      aResult({
        verdict: 'not-conformant',
        requirements: [aFailure(), aFailure({ id: ids.otherMust })],
        waivers: [aWaiver('stale')],
      }),
    );

    expect(sentence).toBe(
      'Reimplementation 3 does not conform to the documents: it fails 2 requirements of v2 and 1 waiver is expired or stale.',
    );
  });

  test('tells what was waived and allowed from what was met', () => {
    const { sentence } = contentOf(
      aResult({
        run: { allowInconsistent: true },
        requirements: [
          aRequirement(),
          aFailure({ verdict: 'waived' }),
          aFailure({ inconsistent: passedAtTheSecond }),
        ],
      }),
    );

    expect(sentence).toBe(
      'Reimplementation 3 conforms to the documents in all that was judged: it meets 1 requirement of v2, with 1 failure waived and 1 inconsistent result allowed.',
    );
  });

  test('names the interfaces that were judged, not those that were left out', () => {
    const { sentence, facts } = contentOf(
      aResult({
        target: { apis: { v1: 'https://a.test', v2: 'https://a.test' } },
        run: { selection: { apis: ['v2'] } },
      }),
    );

    expect(sentence).toMatch(/it meets 1 requirement of v2\.$/);
    expect(facts).toContainEqual({
      term: 'Interfaces',
      values: ['v2', 'configured and not exercised: v1'],
    });
  });

  test('says why nothing is known', () => {
    const { sentence } = contentOf(
      aResult({
        verdict: 'inconclusive',
        requirements: [aRequirement({ verdict: 'inconclusive' })],
      }),
    );

    expect(sentence).toBe(
      'Whether Reimplementation 3 conforms to the documents is not known: 1 requirement could not be decided.',
    );
  });
});

describe('the sections', () => {
  test('show what was sent, expected and got, and how to run it again', () => {
    const result = aResult({ verdict: 'not-conformant', requirements: [aFailure()] });

    expect(blocksOf(contentOf(result), 'Failed requirements')).toEqual([
      {
        kind: 'findings',
        findings: [
          {
            id: ids.must,
            place: 'document 2, part 1, must',
            statement: 'Every response carries a Request-id header.',
            checks: [
              {
                name: 'carries a Request-id',
                lines: [
                  { label: 'sent', text: 'GET /v2/cards/c_7' },
                  { label: 'expected', text: 'HTTP 200 {"status":"active"}' },
                  { label: 'got', text: 'HTTP 500 {"error":"oops"}' },
                ],
              },
            ],
            again: `npm start -- --only ${ids.must} --seed 42 --profile certification`,
          },
        ],
      },
    ]);
  });

  test('show both attempts of an inconsistent result', () => {
    const failed = aFailure({ inconsistent: passedAtTheSecond });
    const content = contentOf(aResult({ requirements: [failed] }));

    expect(sectionText(content, 'Inconsistent results')).toMatch(/HTTP 500.*passed, alone/s);
    expect(sectionText(content, 'Failed requirements')).toContain('No judged requirement failed');
  });

  test('keep recommendations apart unless they count', () => {
    const requirements = [aFailure({ id: ids.advisory, level: 'advisory' })];
    const certification = contentOf(aResult({ requirements }));
    const strict = contentOf(aResult({ requirements, run: { failOn: 'advisory' } }));

    expect(sectionText(certification, 'Recommendations')).toContain(ids.advisory);
    expect(sectionText(certification, 'Recommendations')).toContain('no bearing on conformity');
    expect(sectionText(certification, 'Failed requirements')).not.toContain(ids.advisory);
    expect(sectionText(certification, 'Decision rule')).toContain(
      'They do not count, in any profile',
    );
    expect(certification.sentence).toMatch(/ 1 recommendation in addition\.$/);
    expect(sectionText(strict, 'Failed requirements')).toContain(ids.advisory);
    expect(sectionText(strict, 'Recommendations')).toContain('they count');
    expect(sectionText(strict, 'Decision rule')).toContain('(--fail-on advisory)');
  });

  test('show who answers for a waiver, until when and where', () => {
    const text = sectionText(contentOf(aResult({ waivers: [aWaiver('used')] })), 'Waivers');

    for (const part of ['card team', 'https://issues.test/7', '2026-12-31', 'used']) {
      expect(text).toContain(part);
    }
  });

  test('group what was not exercised by its reason', () => {
    const skipped = { verdict: 'not-exercised', reason: 'needs the control plane' } as const;
    const content = contentOf(
      aResult({
        requirements: [aRequirement(skipped), aRequirement({ ...skipped, id: ids.derived })],
      }),
    );

    expect(rowsOf(content, 'Not exercised')).toEqual([
      ['needs the control plane', '2', `${ids.must}, ${ids.derived}`],
    ]);
  });

  test('count by interface, level and verdict, with sums', () => {
    const content = contentOf(
      aResult({ requirements: [aRequirement(), aFailure({ level: 'derived' })] }),
    );

    expect(rowsOf(content, 'Figures')).toEqual([
      ['v2', 'must', '1', '·', '1'],
      ['v2', 'derived', '·', '1', '1'],
      ['all', 'must', '1', '·', '1'],
      ['all', 'derived', '·', '1', '1'],
      ['all', 'advisory', '·', '·', '0'],
      ['all', 'open', '·', '·', '0'],
      ['all', 'all', '1', '1', '2'],
    ]);
  });

  test('map every requirement by document and part', () => {
    const [, map] = blocksOf(
      contentOf(
        aResult({
          requirements: [
            aRequirement({ section: '2.2' }),
            aFailure({ id: ids.otherMust, section: '2.1' }),
          ],
        }),
      ),
      'Coverage',
    );

    expect(map).toEqual({
      kind: 'map',
      documents: [
        {
          heading: 'Document 2: Card API',
          parts: [
            {
              name: '2.1 Cardholder',
              summary: '1 requirement: 1 failed',
              cells: [{ id: ids.otherMust, mark: 'failed' }],
            },
            {
              name: '2.2 Card',
              summary: '1 requirement: 1 passed',
              cells: [{ id: ids.must, mark: 'passed' }],
            },
          ],
        },
      ],
      legend: [
        { mark: 'failed', count: 1 },
        { mark: 'passed', count: 1 },
      ],
    });
  });

  test('show each operation by each state, what was not tried too', () => {
    const cell = { api: 'v2', subject: 'card', refused: 0, unjudged: 0 } as const;
    const read = 'GET /v2/cards/{id}';
    const matrices = blocksOf(
      contentOf(
        aResult({
          states: [
            { ...cell, state: 'active', operation: read, tried: 3, allowed: 3 },
            { ...cell, state: 'lost', operation: read, tried: 2, allowed: 0, refused: 2 },
          ],
        }),
      ),
      'States by operation',
    ).flatMap((block) => (block.kind === 'matrix' ? [block] : []));

    expect(matrices.map(({ caption, states }) => [caption, states])).toEqual([
      ['v2: card', ['active', 'blocked', 'lost', 'stollen']],
    ]);
    expect(matrices[0]?.rows.find(({ operation }) => operation === read)?.cells).toEqual([
      { outcome: 'allowed', text: '✓3' },
      { outcome: 'untried', text: '·' },
      { outcome: 'refused', text: '✗2' },
      { outcome: 'untried', text: '·' },
    ]);
  });

  test('say of a state why it cannot be reached', () => {
    const cell = { api: 'gateway', subject: 'order', state: 'paid' } as const;
    const counts = { tried: 1, allowed: 1, refused: 0, unjudged: 0 };
    const states = [{ ...cell, operation: 'getOrderStatusExtended.do', ...counts }];
    const target = { name: 'a gateway', apis: { gateway: 'http://127.0.0.1:1' } };

    const content = contentOf({
      ...aResult({ states }),
      target: { ...target, controlPlane: true, notConfigured: {} },
    });

    expect(sectionText(content, 'States by operation')).toMatch(
      /refunded: cannot be reached: the doc/,
    );
  });

  test('show behaviour on open points, the dialect, the generators and an earlier result', () => {
    const content = contentOf(anEventfulResult());

    expect(sectionText(content, 'Open points')).toContain('0 EUR');
    expect(rowsOf(content, 'Learned dialect')).toEqual([
      ['v1 changeCardLimit', 'a list of limits'],
    ]);
    expect(rowsOf(content, 'Generated cases')).toEqual([
      ['conserves money', '32', '1,200', '1,000', '200', '40', 'end of a day 7'],
    ]);
    expect(rowsOf(content, 'Comparison with an earlier result')).toEqual([
      ['Newly failing', '1', ids.otherMust],
      ['Newly not exercised', '1', ids.unobservable],
      ['Lost checks', '1', `${ids.must} (looks twice)`],
      ['New in the catalogue', '1', 'v2.new.one'],
      ['Gone from the catalogue', '1', 'v2.old.one'],
      [ids.open, '5 EUR', '0 EUR'],
    ]);
  });

  test('say that the results relate to this item alone, and what limits them', () => {
    const content = contentOf(aResult({ run: { profile: 'smoke' } }));
    const text = sectionText(content, 'Deviations, exclusions and validity');

    expect(text).toContain('relate only to the item tested');
    expect(text).toContain('The profile was smoke');
    expect(text).toContain('2027-02-19 09:00:04 UTC');
  });

  test('show an address without a login in it', () => {
    const content = contentOf(
      aResult({ target: { apis: { v2: 'https://ana:hunter2@sandbox.example/v2' } } }),
    );

    expect(JSON.stringify(content)).not.toContain('hunter2');
    expect(sectionText(content, 'Item tested')).toContain('https://sandbox.example/v2');
  });
});

test('begins with its number and ends with a mark that repeats it', () => {
  const { number, endMark } = contentOf(aResult());

  expect(number).toBe('6f2c6a52-6d0b-4c0e-9a53-0d7c1f0b8a11');
  expect(endMark).toBe(`End of report ${number}`);
});

test('is bounded whatever a target says', () => {
  const reason = `  got       ${'A'.repeat(5_000_000)}\n`.concat('  x\n'.repeat(5_000));
  const failure = aFailure({ reason });
  const requirements = Array.from({ length: 2_000 }, () => failure);
  const content = contentOf(aResult({ verdict: 'not-conformant', requirements }));

  expect(JSON.stringify(content).length).toBeLessThan(1_000_000);
  expect(sectionText(content, 'Failed requirements')).toContain('1,880 more requirements');
});

test('makes control characters and characters that turn text visible', () => {
  const name = 'bank\u001b[2J\u202egnp.exe';

  expect(contentOf(aResult({ target: { name } })).subject).toBe('bank\\u001b[2J\\u202egnp.exe');
});

test('every part of the documents has a name', () => {
  const nameless = Object.values(requirements).filter(
    ({ document, section }) => partName(document, section) === section,
  );

  expect(nameless).toEqual([]);
});

function blocksOf({ sections }: CertificateContent, heading: string): readonly Block[] {
  const found = sections.find((section) => section.heading.endsWith(`. ${heading}`));
  if (found === undefined) throw new Error(`there is no section "${heading}"`);
  return found.blocks;
}

function rowsOf(content: CertificateContent, heading: string): readonly (readonly string[])[] {
  return blocksOf(content, heading).flatMap((block) => (block.kind === 'table' ? block.rows : []));
}

function sectionText(content: CertificateContent, heading: string): string {
  return JSON.stringify(blocksOf(content, heading));
}

function aWaiver(state: AppliedWaiver['state']): AppliedWaiver {
  return {
    requirement: ids.must,
    reason: 'fixed in March',
    owner: 'card team',
    issue: 'https://issues.test/7',
    until: '2026-12-31',
    state,
  };
}
