import { describe, expect, test } from 'vitest';
import type { Act, Deviation } from '../../fixtures/failure.ts';
import { diagramOf } from './diagram.ts';

const created: Act = {
  exchange: 1,
  operation: 'createCard',
  method: 'POST',
  path: '/v2/cards',
  sent: '{"productName":"CLASSIC"}',
  status: 201,
  got: '{"id":"7f6e5d4c"}',
};
const read: Act = {
  exchange: 2,
  operation: 'getCard',
  method: 'GET',
  path: '/v2/cards/7f6e5d4c',
  sent: '',
  status: 200,
  got: '{"note":"<script>alert(1)</script> & more"}',
};
const failure: Deviation = {
  phase: 'judgement',
  acts: [read],
  story: [created, read],
  expected: 'HTTP 200 with a <balance>',
  differences: [],
};

describe('a failure as a picture', () => {
  test('has each request with its answer in order, and marks the judged one', () => {
    const svg = diagramOf(failure) ?? '';

    expect(svg.indexOf('POST /v2/cards {&quot;productName&quot;')).toBeGreaterThan(0);
    expect(svg.indexOf('GET /v2/cards/{id}')).toBeGreaterThan(svg.indexOf('POST /v2/cards'));
    expect(svg.match(/class="judged"[^>]*>HTTP 200/g)).toHaveLength(1);
    expect(svg).toContain('class="quiet" x="118" y="88">HTTP 201');
    expect(svg).toContain('expected HTTP 200 with a &lt;balance&gt;');
  });

  test('takes nothing that a target says for its own code', () => {
    expect(diagramOf(failure)).not.toContain('<script');
  });

  test('has no more than anybody reads', () => {
    const story = Array.from({ length: 90 }, (_, exchange) => ({ ...created, exchange }));

    expect(diagramOf({ ...failure, story: [...story, read] })).toContain('… 67 before');
  });

  test('shows what the customer did and what the shop was told between the requests', () => {
    const svg =
      diagramOf({
        ...failure,
        beside: [
          { by: 'customer', at: 1.2, text: 'GET http://127.0.0.1:1/pay?mdOrder=1 → HTTP 200' },
          { by: 'customer', at: 1.4, text: 'presses "<Pay>"' },
          { by: 'target', at: 3, text: 'POST /paid  status=1 → HTTP 200' },
        ],
      }) ?? '';

    const places = [
      'POST /v2/cards',
      'GET /pay?mdOrder=1 → HTTP 200',
      '&lt;Pay&gt;',
      'GET /v2/cards/{id}',
      'POST /paid',
    ];
    const found = places.map((place) => svg.indexOf(place));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
    expect(svg).toContain('>customer</text>');
    expect(svg.match(/<circle /g)).toHaveLength(1);
  });

  test('is missing where nothing was sent', () => {
    expect(diagramOf({ phase: 'judgement', acts: [], differences: [] })).toBeUndefined();
  });
});
