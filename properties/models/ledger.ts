/** Balances in minor units, as the document has them move. Document 2, parts 2.3, 2.4 and 3. */
export interface Ledger {
  readonly balances: readonly number[];
  topUp(card: number, amount: number): void;
  /** `declined` when the amount is larger than what the source holds; else the money moves. */
  transfer(from: number, to: number, amount: number): 'approved' | 'declined';
}

export function ledgerOf(start: readonly number[]): Ledger {
  const balances = [...start];
  const add = (card: number, amount: number): void => {
    balances[card] = (balances[card] ?? 0) + amount;
  };

  return {
    balances,
    topUp: add,
    transfer(from, to, amount) {
      if (amount > (balances[from] ?? 0)) return 'declined';
      add(from, -amount);
      add(to, amount);
      return 'approved';
    },
  };
}

export function total(balances: readonly number[]): number {
  return balances.reduce((sum, balance) => sum + balance, 0);
}
