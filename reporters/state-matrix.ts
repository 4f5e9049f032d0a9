import { type MatrixPlan, matrixPlans } from '../fixtures/coverage/matrices.ts';
import { type StateCell, sumOf } from '../fixtures/coverage/states.ts';

/** Each state of a subject by each operation, as one run tried them. */
export interface Matrix extends MatrixPlan {
  /** One row for each state, one cell for each operation, both in the order of the lists. */
  readonly rows: readonly (readonly StateCell[])[];
  /** Cells that nothing was sent for. */
  readonly empty: readonly StateCell[];
}

/** Every matrix of the documents, with zeros where nothing was tried. */
export function matricesOf(cells: Iterable<StateCell>): Matrix[] {
  const counted = new Map(sumOf(cells).map((cell) => [nameOf(cell), cell]));
  return matrixPlans.map((plan) => {
    const rows = plan.states.map((state) =>
      plan.operations.map((operation): StateCell => {
        const place = { api: plan.api, subject: plan.subject, state, operation };
        return counted.get(nameOf(place)) ?? { ...place, ...nothingTried };
      }),
    );
    return { ...plan, rows, empty: rows.flat().filter(({ tried }) => tried === 0) };
  });
}

/** The cells that a run left empty, of all matrices or of those of some APIs. */
export function emptyCells(
  cells: Iterable<StateCell>,
  apis?: readonly StateCell['api'][],
): StateCell[] {
  return matricesOf(cells)
    .filter(({ api }) => apis === undefined || apis.includes(api))
    .flatMap(({ empty }) => empty);
}

/** How a cell is called where it has to be named: `v2 card, lost: GET /v2/cards/{id}`. */
export function nameOf({
  api,
  subject,
  state,
  operation,
}: Pick<StateCell, 'api' | 'subject' | 'state' | 'operation'>): string {
  return `${api} ${subject}, ${state}: ${operation}`;
}

const nothingTried = { tried: 0, allowed: 0, refused: 0, unjudged: 0 };
