import type { StateCell } from '../../fixtures/coverage/states.ts';
import type { Conformance } from '../conformance.ts';
import { type Matrix as Measured, matricesOf } from '../state-matrix.ts';
import type { Block, Matrix, MatrixCell, Section } from './block.ts';
import { number } from './text.ts';
import { text } from './block.ts';

/** What was tried in which state. The matrix is the documents': what nobody tried stands in it too. */
export function statesByOperation({ states, target }: Conformance): Omit<Section, 'id'> {
  const heading = 'States by operation';
  if (states.length === 0) {
    return { heading, blocks: [text('No operations by state were counted in this run.')] };
  }
  const matrices = matricesOf(states).filter(({ api }) => target.apis[api] !== undefined);
  return {
    heading,
    blocks: [
      text(
        'How often each operation was sent about something in each state: ✓ allowed, ✗ refused, ? inconclusive answer, · not tried.',
      ),
      ...matrices.flatMap(blocksOf),
    ],
  };
}

function blocksOf({ api, subject, states, operations, rows, unreachable }: Measured): Block[] {
  const name = `${api}: ${subject}`;
  const matrix: Matrix = {
    caption: name,
    states,
    rows: operations.map((operation, column) => ({
      operation,
      cells: rows.map((cells) => cellOf(cells[column])),
    })),
  };
  return [
    { kind: 'matrix', ...matrix },
    ...unreachable.map(({ state, because }) =>
      text(`${name}, ${state}: cannot be reached: ${because}.`),
    ),
  ];
}

function cellOf(cell: StateCell | undefined): MatrixCell {
  const { tried = 0, allowed = 0, refused = 0, unjudged = 0 } = cell ?? {};
  if (tried === 0) return { outcome: 'untried', text: '·' };
  return {
    outcome:
      allowed > 0 && refused > 0
        ? 'both'
        : allowed > 0
          ? 'allowed'
          : refused > 0
            ? 'refused'
            : 'unjudged',
    text: [
      ...(allowed > 0 ? [`✓${number(allowed)}`] : []),
      ...(refused > 0 ? [`✗${number(refused)}`] : []),
      ...(unjudged > 0 ? [`?${number(unjudged)}`] : []),
    ].join(' '),
  };
}
