/** What is read of a card, and the balance of the one that it pays and is paid by. */
export interface CardView {
  readonly balance: number;
  readonly other: number;
  readonly status: unknown;
  readonly isDated: boolean;
  readonly limits: Readonly<Record<'daily' | 'monthly', unknown>>;
}

/** What one request does once it is carried out. Document 2, parts 3 and 4. */
export type Step =
  | { readonly kind: 'moved'; readonly card: number; readonly other: number }
  | { readonly kind: 'nothing to be seen' }
  | { readonly kind: 'limit'; readonly interval: 'daily' | 'monthly'; readonly amount: number }
  | { readonly kind: 'status'; readonly to: 'active' | 'blocked' | 'lost' | 'stollen' };

/** Whether the steps, in some order that the document allows, lead from one view to another. */
export function explains(start: CardView, steps: readonly Step[], end: CardView): boolean {
  if (steps.length === 0) return isSame(start, end);
  return steps.some((step, index) => {
    const next = after(start, step);
    return next !== undefined && explains(next, steps.toSpliced(index, 1), end);
  });
}

/** Nothing where the document has the step refused or declined. */
function after(view: CardView, step: Step): CardView | undefined {
  switch (step.kind) {
    case 'moved': {
      const [balance, other] = [view.balance + step.card, view.other + step.other];
      return balance < 0 || other < 0 ? undefined : { ...view, balance, other };
    }
    case 'nothing to be seen':
      return view;
    case 'limit':
      return { ...view, limits: { ...view.limits, [step.interval]: step.amount } };
    case 'status':
      if (view.status === 'lost' || view.status === 'stollen') return undefined;
      return { ...view, status: step.to, isDated: view.isDated || step.to === 'blocked' };
  }
}

function isSame(one: CardView, two: CardView): boolean {
  const isLost = one.status === 'lost' || one.status === 'stollen';
  return (
    one.balance === two.balance &&
    one.other === two.other &&
    one.status === two.status &&
    // Whether a report as lost or stollen sets it is not shown.
    (one.isDated === two.isDated || (isLost && two.isDated)) &&
    one.limits.daily === two.limits.daily &&
    one.limits.monthly === two.limits.monthly
  );
}
