import { isObject, type Members, withBody } from '../tampering.ts';

/** A successful answer with something else in it; any other as it is. */
export async function changed(
  response: Response,
  change: (answer: Members) => void,
): Promise<Response> {
  if (!response.ok) return response;
  const answer = (await response.json()) as Members;
  change(answer);
  return withBody(response, JSON.stringify(answer));
}

/** Shows each transfer of a list with some members of another value. */
export function setInEachTransfer(list: Members, change: (transfer: Members) => Members): void {
  const transfers = list['transfers'];
  if (!Array.isArray(transfers)) return;
  for (const one of transfers.filter(isObject)) Object.assign(one, change(one));
}

/** The limits of a new card, in cents. Document 2, part 2.2. */
export const defaultLimits = {
  spendingLimits: [
    { amount: 1_000_00, interval: 'daily' },
    { amount: 10_000_00, interval: 'monthly' },
  ],
} as const;
