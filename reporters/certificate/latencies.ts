import { type Latency, quantileOf, requestsIn } from '../../fixtures/coverage/latencies.ts';
import type { Conformance } from '../conformance.ts';
import { type Section, text } from './block.ts';
import { number, plain } from './text.ts';

/** How long answers took. No document promises anything about it, so nothing is judged. */
export function latencyTable({ latencies }: Conformance): Omit<Section, 'id'> {
  const heading = 'Answer times';
  if (latencies.length === 0) {
    return { heading, blocks: [text('Answer times were not measured in this run.')] };
  }
  return {
    heading,
    blocks: [
      text(
        'For information only: from the request to the end of its answer, as the suite saw it while it sent many at once, rounded up by at most a tenth.',
      ),
      {
        kind: 'table',
        caption: 'Answer time by operation',
        columns: [
          { heading: 'Operation', share: 7 },
          { heading: 'Requests', share: 2, numeric: true },
          { heading: 'Median', share: 2, numeric: true },
          { heading: '95th percentile', share: 3, numeric: true },
        ],
        rows: latencies.map(rowOf),
        folded: latencies.length > 20,
      },
    ],
  };
}

function rowOf(latency: Latency): string[] {
  return [
    latency.operation === 'undocumented'
      ? 'others, which no document names'
      : plain(latency.operation, 80),
    number(requestsIn(latency)),
    inMs(quantileOf(latency, 0.5)),
    inMs(quantileOf(latency, 0.95)),
  ];
}

function inMs(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${number(Math.round(ms))} ms`;
}
