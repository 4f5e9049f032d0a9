import { describe, expect, test } from 'vitest';
import { requirements } from '../../fixtures/requirements/index.ts';
import type { AppliedWaiver, Conformance } from '../conformance.ts';
import { aJudgement, ids } from '../testing.ts';
import type { Block, CertificateContent } from './block.ts';
import { transitionPlans } from '../../fixtures/coverage/transitions.ts';
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

describe('what was tested', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const named = aResult({
    target: { version: '1.4.2', digest },
    run: { customer: 'A bank', laboratory: 'Lab 7' },
  });

  test('is bound by version and digest, with who asked and who tested', () => {
    const { facts } = contentOf(named);

    expect(facts).toContainEqual({
      term: 'Item tested',
      values: ['Reimplementation 3', 'version 1.4.2', digest],
    });
    expect(facts).toContainEqual({ term: 'Customer', values: ['A bank'] });
    expect(facts).toContainEqual({ term: 'Laboratory', values: ['Lab 7'] });
  });

  test('is left to be written by hand only where nobody said it', () => {
    const lines = (result: Conformance): readonly string[] =>
      blocksOf(contentOf(result), 'Item tested').flatMap((block) =>
        block.kind === 'lines' ? block.labels : [],
      );

    expect(lines(named)).toEqual(['Place of testing']);
    expect(lines(aResult())).toEqual([
      'Testing laboratory (name, address)',
      'Place of testing',
      'Customer (name, contact)',
      'Version or build of the item',
    ]);
  });
});

describe('the clock of the item', () => {
  test('is not shown where there is none, or one for each file of checks', () => {
    const control = { controlPlane: true };
    const embedded = aResult({ target: { ...control, apis: { v1: 'embedded', v2: 'embedded' } } });

    expect(sectionText(contentOf(aResult({ target: control })), 'Test run')).toContain(
      'not shown by the item',
    );
    expect(sectionText(contentOf(embedded), 'Test run')).toContain(
      'no single one: each file of checks has an embedded sandbox with a clock of its own',
    );
  });
});

describe('a report of failures', () => {
  const failed = contentOf(aResult({ verdict: 'not-conformant', requirements: [aFailure()] }));

  test('is valid until no day, for nobody relies upon it', () => {
    expect(contentOf(aResult()).facts.map(({ term }) => term)).toContain('Valid until');
    // Only v2 is judged, so that no other document is one that it was tested against.
    const against = contentOf(aResult()).facts.find(({ term }) => term === 'Tested against');
    expect(against?.values).toEqual([expect.stringMatching(/^Document 2: /)]);
    expect(failed.facts.map(({ term }) => term)).not.toContain('Valid until');
    expect(JSON.stringify(failed)).not.toContain('may be relied upon until');
  });

  test('shows them before the picture of coverage, and before how it was tested', () => {
    const headings = (content: CertificateContent): string[] =>
      content.sections.map(({ heading }) => heading.replace(/^\d+\. /, ''));
    const order = (content: CertificateContent, names: readonly string[]): string[] =>
      headings(content).filter((heading) => names.includes(heading));
    const names = ['Item tested', 'Method', 'Failed requirements', 'Coverage'];

    expect(order(failed, names)).toEqual([
      'Failed requirements',
      'Coverage',
      'Item tested',
      'Method',
    ]);
    expect(order(contentOf(aResult()), names)).toEqual([
      'Item tested',
      'Method',
      'Failed requirements',
      'Coverage',
    ]);
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
      'Reimplementation 3 does not conform to the documents: it fails 2 requirements of v2 and 1 waiver is stale.',
    );
  });

  test('says nothing against the target where only waivers fail the run', () => {
    const { sentence, title } = contentOf(
      aResult({
        verdict: 'not-conformant',
        waivers: [aWaiver('expired'), aWaiver('expired'), aWaiver('stale')],
      }),
    );

    expect(sentence).toBe(
      'No requirement that was judged failed, but the run of Reimplementation 3 is not accepted: 2 waivers have expired and 1 waiver is stale.',
    );
    expect(title).toBe('Test report: not accepted');
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

  test('hides no waived failure where nothing else was judged', () => {
    const { sentence } = contentOf(aResult({ requirements: [aFailure({ verdict: 'waived' })] }));

    expect(sentence).toContain('with 1 failure waived');
  });

  test('claims nothing where nothing was judged but a recommendation', () => {
    const { sentence } = contentOf(
      aResult({ requirements: [aFailure({ id: ids.advisory, level: 'advisory' })] }),
    );

    expect(sentence).toBe(
      'Nothing that decides was judged of Reimplementation 3. 1 recommendation in addition.',
    );
  });

  test('names the interfaces that were judged, not those that were left out', () => {
    const { sentence, facts } = contentOf(
      aResult({
        target: {
          apis: { v1: 'https://a.test', v2: 'https://a.test', gateway: 'https://a.test' },
        },
        requirements: [
          aRequirement(),
          aRequirement({
            id: 'v1.limits.value-alone-begins-nothing-anew',
            verdict: 'not-exercised',
            obstacle: 'not-selected',
          }),
          aRequirement({ id: 'gateway.overlap.plan', verdict: 'not-exercised' }),
        ],
        run: { selection: { apis: ['v2', 'gateway'] } },
      }),
    );

    expect(sentence).toMatch(/it meets 1 requirement of v2\.$/);
    expect(facts).toContainEqual({
      term: 'Interfaces',
      values: ['v2', 'configured and not exercised: gateway', 'configured and not selected: v1'],
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

    const [, ...findings] = blocksOf(contentOf(result), 'Failed requirements');
    expect(findings).toEqual([
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

  test('count the requests before that there is no room for', () => {
    const act = { method: 'POST', sent: '', status: 201, got: '{}' };
    const story = Array.from({ length: 9 }, (_, n) => ({
      ...act,
      path: `/v2/cards/${n}`,
      exchange: n,
    }));
    const differences = ['a', 'b', 'c'].map((path) => ({ path, expected: 1, got: 2 }));
    const failure = aJudgement({ story, differences });
    const [check] = aFailure().checks;
    const requirements = [
      aFailure({ checks: check === undefined ? [] : [{ ...check, failures: [failure] }] }),
    ];

    const text = sectionText(contentOf(aResult({ requirements })), 'Failed requirements');

    // Six of nine would be shown beside what was sent, expected, got and differs.
    expect(text).toContain('"label":"before","text":"6 more requests"');
    expect(text).toContain('/v2/cards/6');
    expect(text).not.toContain('/v2/cards/5');
    expect(text).not.toContain('repro/');
  });

  test('do not cut an answer once more that was cut around what is judged', () => {
    const got = `{"a":"${'x '.repeat(250)}","due":"today"}`;
    const acts = [{ method: 'GET', path: '/v2/cards/1', sent: '', status: 200, got }];
    const [check] = aFailure().checks;
    const failures = [aJudgement({ acts })];
    const failed = aFailure({ checks: check === undefined ? [] : [{ ...check, failures }] });

    const text = sectionText(contentOf(aResult({ requirements: [failed] })), 'Failed requirements');

    expect(text).toContain(String.raw`\"due\":\"today\"`);
  });

  test('count of a cause all that have failed, and name the one that its title is about', () => {
    const first = aFailure({ inconsistent: passedAtTheSecond });
    const second = aFailure({ id: ids.unique });
    const failed = [first.id, second.id];
    const cause = { title: 'one cause', failed, inconclusive: [], notExercised: [] };
    const result = aResult({ requirements: [first, second] });

    const text = sectionText(contentOf({ ...result, causes: [cause] }), 'Failed requirements');

    expect(text).toContain(`"2 failed","${first.id}"`);
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
      ['v2', 'must', '·', '1', '1'],
      ['v2', 'derived', '1', '·', '1'],
      ['all', 'must', '·', '1', '1'],
      ['all', 'derived', '1', '·', '1'],
      ['all', 'advisory', '·', '·', '0'],
      ['all', 'open', '·', '·', '0'],
      ['all', 'all', '1', '1', '2'],
    ]);
  });

  test('have one row for an interface that was left out', () => {
    const leftOut = (
      [
        'v1.limits.value-alone-begins-nothing-anew',
        'v1.get-card-balance.follows-the-money',
      ] as const
    ).map((id) =>
      aRequirement({ id, level: 'must', verdict: 'not-exercised', obstacle: 'not-selected' }),
    );

    const rows = rowsOf(
      contentOf(
        aResult({
          target: { apis: { v1: 'https://a.test', v2: 'https://a.test' } },
          requirements: [aRequirement(), ...leftOut],
          run: { selection: { apis: ['v2'] } },
        }),
      ),
      'Figures',
    );

    expect(rows.filter(([api]) => api === 'v1')).toEqual([['v1', 'all', '2', '·', '2']]);
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
      ['Newly not judged', '1', ids.unobservable],
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

describe('pictures', () => {
  const move = { api: 'v2', subject: 'card' } as const;
  const patch = 'PATCH /v2/cards/{id} status';
  const content = contentOf(
    aResult({
      target: { apis: { v1: 'https://a.test', v2: 'https://a.test' } },
      moves: [
        { ...move, from: 'active', by: patch, to: 'lost', times: 1_700 },
        { ...move, from: 'lost', by: 'PATCH /v2/cards/{id} reissueCard', to: 'active', times: 3 },
      ],
      states: [
        {
          ...move,
          state: 'lost',
          operation: patch,
          tried: 12,
          allowed: 1,
          refused: 11,
          unjudged: 0,
        },
      ],
      windows: [
        {
          cycleType: 4,
          days: [
            { day: '2027-01-31', approved: 1, denied: 2, lastDenied: '2027-01-31T23:59:59.000Z' },
            { day: '2027-02-01', approved: 1, denied: 0 },
          ],
          turns: [{ denied: '2027-01-31T22:00:00.000Z', approved: '2027-02-01T00:00:00.000Z' }],
        },
      ],
      latencies: [
        {
          operation: 'createCard',
          took: [
            [8.14, 90],
            [1_200, 10],
          ],
        },
      ],
    }),
  );
  const picturesIn = (heading: string): string[][] =>
    blocksOf(content, heading).flatMap((block) =>
      block.kind === 'picture'
        ? [block.picture.shapes.flatMap((one) => (one.shape === 'words' ? [one.words] : []))]
        : [],
    );

  test('show how often each way was gone, and those of the documents that were not', () => {
    const [, v2Card] = picturesIn('Transitions between states');

    expect(v2Card).toEqual(expect.arrayContaining(['stollen', '1,700', '0', '✗ refused 11']));
    expect(rowsOf(content, 'Transitions between states')).toEqual(
      expect.arrayContaining([
        ['active', 'lost', patch, '1,700'],
        ['lost', 'active', 'PATCH /v2/cards/{id} reissueCard', '3'],
        ['active', 'blocked', patch, '0'],
        ['lost', 'refused, as the document says', patch, '11'],
      ]),
    );
  });

  test('draw no state that has no place, and each that the documents name', () => {
    const words = picturesIn('Transitions between states').flat();

    for (const { api, states } of transitionPlans) {
      if (api === 'v1' || api === 'v2') expect(words).toEqual(expect.arrayContaining([...states]));
    }
    expect(JSON.stringify(content)).not.toContain('NaN');
  });

  test('show windows of limits by the clock of the item, to the second where it was', () => {
    expect(picturesIn('Windows of limits')[0]).toContain('4 calendar month');
    expect(rowsOf(content, 'Windows of limits')).toEqual([
      ['4 calendar month', '2', '2', '1', '2027-01-31 23:59:59', '1.0 s'],
    ]);
  });

  test('stand beside the time of answers, which nothing is judged by', () => {
    expect(rowsOf(content, 'Answer times')).toEqual([['createCard', '100', '8.1 ms', '1,200 ms']]);
  });

  test('say what stands for no operation of a document', () => {
    const content = contentOf(
      aResult({ latencies: [{ operation: 'undocumented', took: [[3, 1]] }] }),
    );

    expect(rowsOf(content, 'Answer times')[0]?.[0]).toBe('others, which no document names');
  });

  test('have places for all states of the documents, and no two at one', () => {
    for (const { api, states } of transitionPlans) {
      const all = contentOf(
        aResult({
          target: { apis: { [api]: 'https://a.test' } },
          moves: [{ ...move, from: 'active', by: patch, to: 'lost', times: 1 }],
        }),
      );
      const boxes = blocksOf(all, 'Transitions between states').flatMap((block) =>
        block.kind === 'picture'
          ? block.picture.shapes.flatMap((one) =>
              one.shape === 'words' && ['nothing', ...states].includes(one.words)
                ? [`${one.x} ${one.y}`]
                : [],
            )
          : [],
      );

      expect(new Set(boxes).size).toBeGreaterThanOrEqual(states.length + 1);
    }
  });
});
