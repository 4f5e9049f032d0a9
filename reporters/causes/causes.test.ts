import { describe, expect, test } from 'vitest';
import type { Act, Failure } from '../../fixtures/failure.ts';
import type { Conformance, RequirementResult } from '../conformance.ts';
import { fileOfClauses } from '../every-answer.ts';
import { causesOf, sizeOf } from './causes.ts';
import { lastBeforeTheEnd } from './symptoms.ts';

const operations: Conformance['operations'] = {
  createCardholder: { passed: 300, notPassed: 20 },
  createCard: { passed: 250, notPassed: 20 },
  getCard: { passed: 150, notPassed: 10 },
  createTopUp: { passed: 90, notPassed: 4 },
  createTransfer: { passed: 60, notPassed: 6 },
};

describe('what shares a cause', () => {
  test('is everything that a broken request stops, whatever it was asked for', () => {
    const broken = act('createCard', 'POST', '/v2/cards', 500, '{"error":"no such table"}');
    const promise = 'v2.card-creation.answers-201';
    const stopped: Partial<Failure> = {
      phase: 'world',
      acts: [broken],
      promise,
      wanted: 'success',
    };

    const causes = causesOf(
      [
        failing('v2.card-creation.needs-cardholder', { acts: [broken], wanted: 'refusal' }),
        failing(promise, { acts: [broken], wanted: 'success' }),
        result('v2.card.id-is-a-string', 'inconclusive', stopped),
        result('v2.card.opening-balance', 'not-exercised', stopped),
      ],
      { ...operations, createCard: { passed: 0, notPassed: 250 } },
    );

    expect(causes).toEqual([
      {
        title: 'POST /v2/cards answers HTTP 500',
        operation: 'createCard',
        failed: [promise, 'v2.card-creation.needs-cardholder'],
        inconclusive: ['v2.card.id-is-a-string'],
        notExercised: ['v2.card.opening-balance'],
      },
    ]);
  });

  test('is a target that stopped answering, whatever it was asked last', () => {
    const reasons = [
      'POST /v2/cards: connection refused',
      'the target stopped answering: GET /v2/cards/a90d542d: connection refused',
      'the target stopped answering: POST /v2/transfers: the connection was reset',
    ];
    const ids = [
      'v2.card.id-is-a-string',
      'v2.card.opening-balance',
      'v2.money.is-conserved',
    ] as const;

    const causes = causesOf(
      ids.map((id, at) => result(id, 'inconclusive', { phase: 'act', message: reasons[at] ?? '' })),
      operations,
    );

    expect(causes.map(({ title }) => title)).toEqual(['the target stopped answering']);
    expect(causes[0]?.inconclusive.toSorted()).toEqual(ids.toSorted());
  });

  test('is a target that stopped answering, with what was under way, an unusual body first', () => {
    const asked = (sent: string): Act[] => [
      { method: 'POST', path: '/v2/cardholders', sent, got: '' },
    ];
    const reset = 'POST /v2/cardholders: the connection was reset';
    const results = [
      result('v2.card.opening-balance', 'inconclusive', {
        phase: 'act',
        message: 'GET /v2/cards/1: connection refused',
      }),
      result('v2.cardholder.any', 'inconclusive', {
        phase: 'act',
        message: reset,
        acts: asked('{"firstName":"Ana"}'),
      }),
      result('v2.errors.no-server-error', 'inconclusive', {
        phase: 'act',
        message: reset,
        acts: asked('null'),
      }),
    ];

    const causes = causesOf(results, operations);

    expect(causes.map(({ title }) => title)).toEqual(['the target stopped answering']);
    expect(causes[0]?.inconclusive).toEqual([
      'v2.errors.no-server-error',
      'v2.cardholder.any',
      'v2.card.opening-balance',
    ]);
    expect(lastBeforeTheEnd(results).map(({ sent }) => sent)).toEqual([
      'null',
      '{"firstName":"Ana"}',
    ]);
  });

  test('is one answer to everything, of all APIs that give it', () => {
    const failure = { acts: [act('createCard')] };
    const results = [
      result('v2.card.opening-balance', 'not-exercised', {}),
      failing('v2.card.id-is-a-string', failure),
      failing('v1.card.number-is-a-string', failure),
      failing('gateway.register.succeeds', failure),
    ];

    const [first, ...others] = causesOf(results, operations, {
      inVain: { v1: 'HTTP 200 with {}', v2: 'HTTP 200 with {}' },
    });

    expect(first).toEqual({
      title: 'v2, v1: one answer, HTTP 200 with {}',
      failed: ['v2.card.id-is-a-string', 'v1.card.number-is-a-string'],
      inconclusive: [],
      notExercised: ['v2.card.opening-balance'],
    });
    expect(others).toHaveLength(1);
  });

  test('is the operation after which values are wrong, however they are read', () => {
    const cards = [act('createCard'), act('createTopUp', 'POST', '/v2/topups')];
    const transfer = act('createTransfer', 'POST', '/v2/transfers');
    const read = act('getCard', 'GET', '/v2/cards/7f6e5d4c');
    const story = [...cards, transfer, read];

    const [cause, ...others] = causesOf(
      [
        failing('v2.transfer-creation.lowers-the-source', {
          acts: [read],
          story,
          differences: [{ path: 'account.balance', expected: 4999, got: 4998 }],
        }),
        failing('v2.money.is-conserved', {
          acts: [read],
          story: [...story, read],
          differences: [{ path: '1.account.balance', expected: 1, got: 0 }],
        }),
      ],
      operations,
    );

    expect(others).toEqual([]);
    expect(cause?.operation).toBe('createTransfer');
    expect(cause?.title).toBe('after POST /v2/transfers: account.balance is 4998 instead of 4999');
    expect(cause?.failed[0]).toBe('v2.transfer-creation.lowers-the-source');
  });

  test.for<[what: string, title: string, failure: Partial<Failure>]>([
    [
      'two answers',
      'POST /v2/cards shows account.balance as 0, GET /v2/cards/{id} as 12703',
      {
        compares: 'two answers',
        acts: [act('createCard', 'POST', '/v2/cards'), act('getCard', 'GET', '/v2/cards/c_7')],
        differences: [{ path: 'account.balance', expected: 0, got: 12703 }],
      },
    ],
    [
      'the world before and after a refusal, whatever it answers',
      'POST /v2/cards changes what it may not: card 2, status: was active, is blocked, and 1 more',
      {
        compares: 'before and after',
        acts: [act('createCard', 'POST', '/v2/cards', 500)],
        differences: [
          { path: 'card 2, status', expected: 'active', got: 'blocked' },
          { path: 'card 2, list', expected: 'a', got: 'b' },
        ],
      },
    ],
    [
      'the world before and after several requests',
      'wrong requests changes what it may not: card 2, status: was active, is blocked',
      {
        compares: 'before and after',
        sent: 'wrong requests',
        acts: [act('createCard', 'POST', '/v2/cards', 500), act('getCard', 'GET', '/v2/cards/1')],
        differences: [{ path: 'card 2, status', expected: 'active', got: 'blocked' }],
      },
    ],
    [
      'another success than the one that is promised',
      'POST /v2/cards answers HTTP 200 instead of 201 (v2.some)',
      {
        acts: [act('createCard', 'POST', '/v2/cards', 200)],
        wanted: 'success',
        differences: [{ path: 'HTTP status', expected: 201, got: 200 }],
      },
    ],
    [
      'a list and the ids that it must have',
      'GET /v2/transfers: transfers lacks 1 of 2 (v2.some)',
      {
        acts: [act('listTransfers', 'GET', '/v2/transfers')],
        differences: [{ path: 'transfers', expected: ['a', 'b'], got: ['b'] }],
      },
    ],
  ])('is told by %s', ([, title, failure]) => {
    const [cause] = causesOf([failing('v2.some', failure)], operations);

    expect(cause?.title).toBe(title);
  });

  test('is what a check says was done, before what its world took', () => {
    const update = act('patchCard', 'PATCH', '/v2/cards/1');
    const read = act('getCard', 'GET', '/v2/cards/1');
    const failure: Partial<Failure> = {
      acts: [update, read],
      story: [act('createTopUp'), update, read],
      expected: 'the card blocked',
    };

    const [cause] = causesOf([failing('v2.some', failure)], operations);

    expect(cause?.title).toBe('after PATCH /v2/cards/{id}: expected the card blocked (v2.some)');
  });

  test('is missing in what fails apart', () => {
    const mask = failing('v2.card.number-mask-form', {
      acts: [act('getCard', 'GET', '/v2/cards/1')],
      story: [act('createCardholder'), act('createCard'), act('getCard', 'GET', '/v2/cards/1')],
      differences: [{ path: 'numberMask', expected: 'a mask' }],
    });
    const amount = failing('v2.transfer.amount-is-echoed', {
      acts: [act('createTransfer', 'POST', '/v2/transfers')],
      differences: [{ path: 'amount', expected: 1, got: 2 }],
    });

    const titles = causesOf([mask, amount], operations).map(({ title }) => title);

    expect(titles).toContain('POST /v2/transfers: amount is 2 instead of 1');
    expect(titles).toHaveLength(2);
  });

  test('is one answer that lacks much, but not what several answers lack', () => {
    const lacking = (member: string, got: string): RequirementResult =>
      failing(`v2.cardholder.${member}-is-a-string`, {
        acts: [act('listCardholders', 'GET', '/v2/cardholders/', 200, got)],
        differences: [{ path: member, expected: 'a string' }],
      });
    const members = ['id', 'email', 'firstName', 'lastName'];

    const [one, ...none] = causesOf(
      members.map((name) => lacking(name, '{"list":[]}')),
      operations,
    );
    const several = causesOf(
      members.map((name) => lacking(name, `{"${name}x":1}`)),
      operations,
    );

    expect(one?.title).toBe('GET /v2/cardholders/: id, email and 2 more are missing');
    expect(one?.failed).toHaveLength(4);
    expect(none).toEqual([]);
    expect(several).toHaveLength(4);
  });

  test('is what every answer lacks, and nothing that comes after it', () => {
    const made = act('createCardholder', 'POST', '/v2/cardholders');
    const lacking = (id: string, what: Act, because?: string): RequirementResult =>
      failing(id, {
        acts: [what],
        expected: 'a Request-id header',
        ...(because === undefined ? {} : { because }),
      });
    const clause = lacking('v2.response.request-id-is-present', made, 'there is none');

    const causes = causesOf(
      [
        { ...clause, checks: clause.checks.map((one) => ({ ...one, file: fileOfClauses })) },
        lacking('v2.response.request-id-is-everywhere', act('undocumented', 'GET', '/v2/none')),
        failing('v2.cardholder.first-name', {
          acts: [made],
          differences: [{ path: 'firstName', expected: 'Ana', got: 'ANA' }],
        }),
      ],
      operations,
    );

    expect(causes.map(({ failed }) => failed)).toEqual([
      ['v2.response.request-id-is-present', 'v2.response.request-id-is-everywhere'],
      ['v2.cardholder.first-name'],
    ]);
  });

  test('is each member that an operation keeps wrongly, unless it is many or more is wrong', () => {
    const sent = '{"firstName":"Ana","lastName":"Costa","email":"a@b.example","country":"ES"}';
    const made = { ...act('createCardholder', 'POST', '/v2/cardholders'), sent };
    const wrong = (path: string, more: Partial<Failure> = {}): RequirementResult =>
      failing(`v2.cardholder.${path}`, {
        acts: [made],
        differences: [{ path, expected: 'a', got: 'b' }],
        ...more,
      });
    const inWords = wrong('country', { expected: 'country ES', differences: [] });
    const sizesOf = (...results: RequirementResult[]): number[] =>
      causesOf(results, operations).map(sizeOf);

    expect(sizesOf(wrong('firstName'), inWords)).toEqual([1, 1]);
    expect(sizesOf(...['firstName', 'lastName', 'email', 'country'].map((n) => wrong(n)))).toEqual([
      4,
    ]);
    expect(sizesOf(wrong('firstName'), inWords, wrong('status'))).toEqual([3]);
  });

  test('is not what was paid before a notification that is wrong', () => {
    const payment = act('instantPayment.do', 'POST', '/payment/rest/instantPayment.do', 200);
    const notified = { by: 'target' as const, at: 5, text: 'GET /plain?status=1 → HTTP 200' };

    const titles = causesOf(
      [
        failing('gateway.instant-payment.binding-only', {
          acts: [payment],
          differences: [{ path: 'orderStatus', expected: 0, got: 2 }],
        }),
        failing('gateway.callback.https', {
          story: [payment],
          beside: [notified],
          expected: 'how connections begin',
          differences: [{ path: '', expected: [22], got: [] }],
        }),
      ],
      operations,
    ).map(({ title }) => title);

    expect(titles).toEqual([
      'POST /payment/rest/instantPayment.do: orderStatus is 2 instead of 0',
      'notifications after POST /payment/rest/instantPayment.do: expected how connections begin, got []',
    ]);
  });

  test('is told by what it shows, and not by a recommendation beside it', () => {
    const transfer = act('createTransfer', 'POST', '/v2/transfers');
    const list = failing('v2.transfer-list.equals-the-model-over-days', {
      acts: [transfer],
      story: [transfer],
      differences: [{ path: 'transfers', expected: [], got: ['1'] }],
    });
    const limit = failing('v2.spending-limits.use-lasts', {
      acts: [transfer],
      story: [transfer],
      expected: 'declined, as without a change of another limit',
    });

    const [cause] = causesOf([{ ...list, level: 'advisory' }, limit], operations);

    expect(cause?.failed).toEqual([limit.id, list.id]);
    expect(cause?.title).toContain('expected declined, as without a change of another limit');
  });

  test('is what lets everybody in, over all operations', () => {
    const causes = causesOf(
      ['create-card', 'get-card', 'list-transfers'].map((name) =>
        failing(`v2.authentication.${name}-needs-the-key`, {
          acts: [act(name, 'GET', `/v2/${name}`)],
          wanted: 'refusal',
        }),
      ),
      operations,
    );

    expect(causes).toHaveLength(1);
    expect(causes[0]?.title).toBe('GET /v2/create-card and 2 more carry out what must be refused');
  });

  test('is a broken promise, wherever others saw that it was', () => {
    const pay = act('paymentorder.do', 'POST', '/payment/rest/paymentorder.do', 200);
    const list = act('getBindings.do', 'POST', '/payment/rest/getBindings.do', 200);
    const promise = 'gateway.binding.stored-by-payment';

    const causes = causesOf(
      [
        failing(promise, {
          acts: [list],
          story: [pay, list],
          differences: [{ path: 'bindings', expected: 'at least 1', got: [] }],
        }),
        result('gateway.binding.charged', 'inconclusive', { phase: 'world', acts: [pay], promise }),
        result('gateway.tii.r', 'inconclusive', { phase: 'world', acts: [pay], promise }),
      ],
      { 'paymentorder.do': { passed: 40, notPassed: 2 } },
    );

    expect(causes.map(sizeOf)).toEqual([3]);
    expect(causes[0]?.failed).toEqual([promise]);
  });

  test('is what the sentence names, where several requests may be behind it', () => {
    const open = act('instantPayment.do', 'POST', '/payment/rest/instantPayment.do', 200);
    const pay = act('paymentOrderBinding.do', 'POST', '/payment/rest/paymentOrderBinding.do', 200);
    const read = act('getOrderStatus.do', 'POST', '/payment/rest/getOrderStatus.do', 200);
    const statement = 'sessionTimeoutSecs is the lifetime of an order of instantPayment.do.';
    const failed = failing('gateway.instant-payment.session-timeout', {
      acts: [read],
      story: [open, pay, read],
      differences: [{ path: 'orderStatus', expected: 2, got: 6 }],
    });

    const [cause] = causesOf([{ ...failed, statement }], {
      'instantPayment.do': { passed: 100, notPassed: 1 },
      'paymentOrderBinding.do': { passed: 50, notPassed: 1 },
      'getOrderStatus.do': { passed: 200, notPassed: 1 },
    });

    expect(cause?.title).toBe(
      'after POST /payment/rest/instantPayment.do: orderStatus is 6 instead of 2 (gateway.instant-payment.session-timeout)',
    );
  });

  test('is what the id is about, if the sentence names nothing', () => {
    const story = ['create', 'update', 'details'].map((name) =>
      act(`subscriptions.${name}`, 'POST', `/v1/subscriptions/${name}`, 200),
    );
    const failed = failing('subscriptions.update.charges-the-new-amount', {
      acts: story.slice(-1),
      story,
      differences: [{ path: 'amount', expected: 5678, got: 1234 }],
    });

    expect(causesOf([failed], {})[0]?.operation).toBe('subscriptions.update');
  });

  test('is what the id is about, before what was read', () => {
    const story = ['createTopUp', 'createTransfer', 'getCard'].map((name) => act(name));
    const failed = failing('v2.transfer-creation.lowers-the-source', {
      acts: story.slice(-1),
      story,
      differences: [{ path: 'account.balance', expected: 501, got: 500 }],
    });

    expect(causesOf([failed], {})[0]?.operation).toBe('createTransfer');
  });

  test('is apart from what the same operation takes, where it shows no value that came of it', () => {
    const create = act('createCardholder', 'POST', '/v2/cardholders');
    const taken = failing('v2.cardholder-creation.needs-country', {
      acts: [create],
      wanted: 'refusal',
      expected: 'a refusal (HTTP 4xx)',
    });
    const wrong = failing('v2.fresh.each-creation-makes-another', {
      acts: [create],
      story: [create],
      expected: 'an id for each',
    });

    expect(causesOf([taken, wrong], operations)).toHaveLength(2);
  });

  test('is what was judged, where nothing else tells several requests apart', () => {
    const story = ['createCardholder', 'createTopUp', 'listTransfers'].map((name) => act(name));
    const failed = failing('v2.calendar.dates', { acts: story.slice(-1), story });

    expect(causesOf([failed], {})[0]?.operation).toBe('listTransfers');
  });

  test('is told by its requirement where no answer shows it and a check has words for itself only', () => {
    const pay = act('paymentorder.do', 'POST', '/payment/rest/paymentorder.do', 200);
    const failed = failing('gateway.callback.debit', {
      story: [pay],
      because: 'expected 0 to be greater than 0',
    });

    const [cause] = causesOf([failed], operations);

    expect(cause?.title).toBe(
      'after POST /payment/rest/paymentorder.do: gateway.callback.debit is not kept',
    );
  });

  test('is pointed at by the first of them that has a member', () => {
    const transfer = act('p2pTransfer', 'POST', '/v1/apigate/ws/rest/p2pTransfer');
    const read = act('getAccountData', 'POST', '/v1/apigate/ws/rest/getAccountData');

    const [cause] = causesOf(
      [
        failing('v1.money.is-conserved', { acts: [transfer], story: [transfer] }),
        failing('v1.p2p-transfer.raises-the-destination', {
          acts: [read],
          story: [transfer, read],
          differences: [{ path: 'accountData.balance', expected: 29, got: 20 }],
        }),
      ],
      operations,
    );

    expect(cause?.title).toBe(
      'after POST /v1/apigate/ws/rest/p2pTransfer: accountData.balance is 20 instead of 29',
    );
    expect(cause?.failed[0]).toBe('v1.p2p-transfer.raises-the-destination');
  });

  test('takes along what could not be asked for its sake and says so in words only', () => {
    const broken = act('register.do', 'POST', '/payment/rest/register.do', 200, '{}');
    const noPermission = (asked: readonly string[]): RequirementResult => ({
      ...result(`gateway.binding.${asked.length}`, 'not-exercised'),
      reason: 'the merchant lacks a permission',
      checks: [{ ...aCheck, verdict: 'not-exercised', asked }],
    });

    const causes = causesOf(
      [
        result('gateway.order.amount', 'inconclusive', {
          phase: 'world',
          acts: [broken],
          wanted: 'success',
        }),
        noPermission(['register.do']),
        noPermission([]),
      ],
      { 'register.do': { passed: 0, notPassed: 40 } },
    );

    expect(causes.map(sizeOf)).toEqual([3]);
  });

  test('is not what found nothing to judge, if the operation has failed elsewhere', () => {
    const paid = act('instantPayment.do', 'POST', '/payment/rest/instantPayment.do', 200, '{}');
    const advisory: RequirementResult = {
      ...failing('gateway.instant-payment.binding-without-client', {
        acts: [paid],
        because: 'the order is paid',
      }),
      level: 'advisory',
    };
    const idle = result('gateway.text.any-code', 'not-exercised', {
      phase: 'reach',
      message: 'nothing to judge',
    });
    const asked = idle.checks.map((one) => ({ ...one, asked: ['instantPayment.do'] }));

    const [cause] = causesOf([{ ...idle, level: 'derived', checks: asked }, advisory], {
      'instantPayment.do': { passed: 1, notPassed: 2 },
    });

    expect(cause?.title).toContain('the order is paid');
    expect(cause?.notExercised).toEqual([]);
  });

  test('is not what was skipped for a missing setting', () => {
    const skipped = {
      ...result('v2.card.expires', 'not-exercised'),
      reason: 'needs the control plane',
    };

    expect(causesOf([skipped], operations)).toEqual([]);
  });
});

test('what stops others is to be mended first, and what nobody counts last', () => {
  const broken = act('createTopUp', 'POST', '/v2/topups', 500, '');
  const causes = causesOf(
    [
      { ...failing('v2.errors.a', { acts: [act('getCard', 'GET', '/v2/x')] }), level: 'advisory' },
      failing('v2.card.a', {
        acts: [act('getCard', 'GET', '/v2/cards/1')],
        story: [act('getCard')],
      }),
      result('v2.money.a', 'inconclusive', { phase: 'world', acts: [broken], wanted: 'success' }),
    ],
    operations,
  );

  expect(causes.map(({ failed, inconclusive }) => [...failed, ...inconclusive])).toEqual([
    ['v2.money.a'],
    ['v2.card.a', 'v2.errors.a'],
  ]);
});

test('what is caught at changing something comes before what is only read to be changed', () => {
  const register = act('register.do', 'POST', '/register.do');
  const read = act('getOrderStatusExtended.do', 'POST', '/getOrderStatusExtended.do');
  const causes = causesOf(
    [
      failing('gateway.told', {
        acts: [read],
        differences: [
          { path: 'order ca1e03e5-c635-477f-b118-8aee4cd3e0c9, amount', expected: 1, got: 2 },
        ],
      }),
      failing('gateway.frame', {
        compares: 'before and after',
        acts: [register],
        differences: [{ path: 'the order, money', expected: 1, got: 2 }],
      }),
    ],
    operations,
  );

  expect(causes.map(({ title }) => title)).toEqual([
    'POST /register.do changes what it may not: the order, money: was 1, is 2',
    'POST /getOrderStatusExtended.do: order …, amount is 2 instead of 1 (gateway.told)',
  ]);
});

test('of causes of as many failures, what a document says comes before what follows, and that before a law', () => {
  const said = failing('v2.card.said', { acts: [act('getCard', 'GET', '/v2/cards/1')] });
  const derived = failing('v2.topup.derived', { acts: [act('createTopUp', 'POST', '/v2/topups')] });
  const law = failing('v2.money.law', { acts: [act('createCard', 'POST', '/v2/cards')] });
  const causes = causesOf(
    [byLaw({ ...law, level: 'derived' }), { ...derived, level: 'derived' }, said],
    operations,
  );

  expect(causes.map(({ failed }) => failed[0])).toEqual([said.id, derived.id, law.id]);
});

test('a title names no operation of which no request is shown', () => {
  const acts = Array.from({ length: 9 }, (_, n) =>
    act(n === 0 ? 'createCard' : 'getCard', n === 0 ? 'POST' : 'GET', `/v2/cards/${n}`),
  ).map((one, exchange) => ({ ...one, exchange }));
  const [cause] = causesOf(
    [failing('v2.card.shown', { acts: acts.slice(-1), story: acts, expected: 'a card' })],
    operations,
  );

  expect(cause?.title).toBe('GET /v2/cards/{id}: expected a card (v2.card.shown)');
});

describe('what shows a cause best', () => {
  const create = act('createCard', 'POST', '/v2/cards');
  const transfer = act('createTransfer', 'POST', '/v2/transfers');
  const read = act('getCard', 'GET', '/v2/cards/c_7', 200);
  const topUp = act('createTopUp', 'POST', '/v2/topups');

  test.for<[what: string, head: string, title: string, RequirementResult[]]>([
    [
      'the member of the answer that is missing, wherever it is shown',
      'v2.card.number-mask-is-a-string',
      'POST /v2/cards: numberMask is missing',
      [
        failing('v2.card.number-mask-hides-digits', {
          acts: [read],
          story: [create, read],
          differences: [{ path: 'numberMask', expected: 'a mask' }],
        }),
        result('v2.top-up-creation.needs-the-full-number', 'inconclusive', {
          phase: 'world',
          acts: [read],
          differences: [{ path: 'numberMask', expected: 'text' }],
        }),
        failing('v2.card.number-mask-is-a-string', {
          acts: [create],
          differences: [{ path: 'numberMask', expected: 'a string' }],
        }),
      ],
    ],
    [
      'the form that its own id names, in words that fit a title',
      'v2.top-up.amount-is-an-integer',
      'POST /v2/topups: amount is "5000" instead of an integer',
      [
        failing('v2.top-up.amount-is-the-ordered-one', {
          acts: [topUp],
          differences: [{ path: 'amount', expected: 1, got: '1' }],
        }),
        failing('v2.top-up.amount-is-an-integer', {
          acts: [topUp],
          rule: 'form',
          expected: 'amount: an integer; in a declined one also what was sent',
          differences: [
            {
              path: 'amount',
              expected: 'an integer; in a declined one also what was sent',
              got: '5000',
            },
          ],
        }),
      ],
    ],
    [
      'the requirement about the operation, and not one that merely comes after it',
      'v2.top-up-creation.raises-the-balance',
      'after POST /v2/topups: account.balance is 1001 instead of 1000',
      [
        failing('v2.transfer-creation.overdraft-is-declined', {
          acts: [read],
          story: [topUp, read],
          differences: [{ path: 'account.balance', expected: 5000, got: 5001 }],
        }),
        failing('v2.top-up-creation.raises-the-balance', {
          acts: [read],
          story: [topUp, read],
          differences: [{ path: 'account.balance', expected: 1000, got: 1001 }],
        }),
      ],
    ],
    [
      'the requirement whose sentence names the member, after the fewest requests',
      'v2.transfer-creation.lowers-the-source',
      'after POST /v2/transfers: account.balance is 5000 instead of 4971',
      [
        failing('v2.transfer-creation.balance-is-the-bound', {
          acts: [read],
          story: [topUp, transfer, topUp, transfer, read],
          differences: [{ path: 'account.balance', expected: 0, got: 8715 }],
        }),
        {
          ...failing('v2.transfer-creation.lowers-the-source', {
            acts: [read],
            story: [topUp, transfer, read],
            differences: [{ path: 'account.balance', expected: 4971, got: 5000 }],
          }),
          statement: 'An approved transfer lowers the balance of the source card by its amount.',
        },
      ],
    ],
    [
      'the member that most are about',
      'v2.transfer-creation.answers-201',
      'POST /v2/transfers: status is "declined" instead of "approved"',
      [
        failing('v2.transfer.status-message-gives-the-reason', {
          acts: [transfer],
          differences: [{ path: 'statusMessage', expected: 'a reason', got: '' }],
        }),
        ...['v2.nth.a', 'v2.transfer-creation.answers-201', 'v2.nth.b'].map((id) =>
          failing(id, {
            acts: [transfer],
            story: [topUp, transfer],
            differences: [{ path: 'status', expected: 'approved', got: 'declined' }],
          }),
        ),
      ],
    ],
    [
      'what a document says, and not what follows from it or a law',
      'v2.told.said',
      'after POST /v2/transfers: amount is 100 instead of 10000',
      [
        byLaw(
          failing('v2.told.law', {
            acts: [read],
            differences: [{ path: 'amount', expected: 1, got: 2 }],
            story: [transfer],
          }),
        ),
        {
          ...failing('v2.told.derived', {
            acts: [read],
            differences: [{ path: 'amount', expected: 1, got: 2 }],
            story: [transfer],
          }),
          level: 'derived',
        },
        failing('v2.told.said', {
          acts: [read],
          story: [topUp, create, transfer, read],
          differences: [{ path: 'amount', expected: 10000, got: 100 }],
        }),
      ],
    ],
    [
      'a value of a few characters, and not two long lists',
      'v2.told.one-transfer',
      'after POST /v2/transfers: amount is 100 instead of 10000',
      [
        failing('v2.transfer-list.items-are-transfers', {
          acts: [read],
          story: [transfer, read],
          differences: [{ path: 'transfers', expected: 'x'.repeat(99), got: 'y'.repeat(99) }],
        }),
        failing('v2.told.one-transfer', {
          acts: [read],
          story: [transfer, read],
          differences: [{ path: 'amount', expected: 10000, got: 100 }],
        }),
      ],
    ],
  ])('is %s', ([, head, title, results]) => {
    const causes = causesOf(results, operations);

    expect(causes.map(({ failed }) => failed[0])).toEqual([head]);
    expect(causes[0]?.title).toBe(title);
  });
});

test('a title of a refusal names its code, however late it comes', () => {
  const got = `{"processingCode":"310000","rrn":"600006994787","responseCode":"96","message":"order 4711 failed"}`;
  const refused = act('p2pTransfer', 'POST', '/v1/apigate/ws/rest/p2pTransfer', 200, got);

  const [cause] = causesOf(
    [failing('v1.p2p-transfer.succeeds', { acts: [refused], wanted: 'success' })],
    operations,
  );

  expect(cause?.title).toContain('HTTP 200 {"responseCode":"96","message":"order … failed"}');
});

test('a title has the day that a member is to be beside the one that it is', () => {
  const expected = '2028-02-29 or 2028-03-01 (UTC)';
  const [cause] = causesOf(
    [
      failing('subscriptions.calendar.one-reading', {
        acts: [act('subscriptions.details', 'POST', '/v1/subscriptions/details', 200)],
        expected: `nextChargeAt: ${expected}`,
        differences: [{ path: 'nextChargeAt', expected, got: '2028-02-28T10:00:00Z' }],
      }),
    ],
    operations,
  );

  expect(cause?.title).toContain(
    'nextChargeAt is "2028-02-28T10:00:00Z" instead of 2028-02-29 or 2028-03-01',
  );
});

test('a title is short: what a requirement says at length stands below it', () => {
  const failed = failing('v2.range.amounts-alike', {
    acts: [act('createTransfer', 'POST', '/v2/transfers')],
    expected: `100 from one to the other, ${'and so on '.repeat(20)}`,
  });
  const statement = 'Top-ups and transfers move exactly their amount, whatever its digits.';

  const [cause] = causesOf([{ ...failed, statement }], operations);

  expect(cause?.title).toMatch(
    /^POST \/v2\/transfers: expected 100 .* …  ?\(v2\.range\.amounts-alike\)$/,
  );
  expect(cause?.title.length).toBeLessThan(150);
});

const aCheck = { name: 'does', file: 'suites/v2/x.test.ts', durationMs: 1 };

function act(operation: string, method = 'POST', path = '/v2/x', status = 201, got = '{}'): Act {
  return { operation, method, path, sent: '', status, got };
}

function failing(id: string, failure: Partial<Failure>): RequirementResult {
  return result(id, 'failed', failure);
}

/** The same where a check for all inputs has failed. */
function byLaw(one: RequirementResult): RequirementResult {
  const checks = one.checks.map((each) => ({ ...each, file: 'properties/v2/x.test.ts' }));
  return { ...one, checks };
}

function result(
  id: string,
  verdict: 'failed' | 'inconclusive' | 'not-exercised',
  failure?: Partial<Failure>,
): RequirementResult {
  const requirement = id as RequirementResult['id'];
  const whole = failure && { phase: 'judgement' as const, acts: [], differences: [], ...failure };
  return {
    id: requirement,
    document: 2,
    section: '4',
    level: verdict === 'not-exercised' ? 'open' : 'must',
    statement: id,
    verdict,
    checks:
      whole === undefined ? [] : [{ ...aCheck, verdict, failures: [{ ...whole, requirement }] }],
  };
}
