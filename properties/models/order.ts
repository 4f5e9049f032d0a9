/** What happens to an order. */
export type OrderEvent = 'payment' | 'decline' | 'month passes';

/**
 * How an order stands, as far as document 3 tells. Whether one can be paid after a declined attempt is
 * not shown: such an order is `tried`. Parts 3.1 and 8.
 */
export type OrderState = 'new' | 'tried' | 'over' | 'paid';

/** The states that an event may lead to. Document 3, part 3.1. */
export function statesAfter(state: OrderState, event: OrderEvent): readonly OrderState[] {
  if (state === 'paid' || state === 'over') return [state];
  switch (event) {
    case 'payment':
      return state === 'new' ? ['paid'] : ['tried', 'paid'];
    case 'decline':
      return ['tried'];
    case 'month passes':
      return ['over'];
  }
}
