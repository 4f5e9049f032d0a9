import type { V2Operation } from '../../../fixtures/clients/v2.ts';
import { fieldsOf, v2Groups } from '../../../fixtures/fields/v2.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { changeAt, inAnswer, type Members, onTheWire, withBody } from '../tampering.ts';

// Document 2, part 2: members of another form, or none, wherever they are shown.

type Resource = 'cardholder' | 'card' | 'top-up' | 'transfer';

const answersWith: Readonly<Record<Resource, readonly V2Operation[]>> = {
  cardholder: ['createCardholder', 'getCardholder'],
  card: ['createCard', 'getCard', 'patchCard'],
  'top-up': ['createTopUp'],
  transfer: ['createTransfer', 'listTransfers'],
};

export const fieldFaults: readonly Fault[] = [
  ...v2Groups.flatMap(({ holder, fields, spoilt }) =>
    fields.flatMap(({ requirement, path }) => {
      const wrong = spoilt.get(requirement);
      if (wrong === undefined) return [];
      const what = `shows ${path} of ${holder} ${wrong.how}`;
      return [fault(requirement, 'shown-wrongly', what, shownWrongly(requirement, wrong.change))];
    }),
  ),
  fault(
    'v2.card.cvc-is-nowhere-else',
    'shown-wrongly',
    'shows sourceCard.cvc of a transfer in a transfer',
    inResource('transfer', 'sourceCard.cvc', () => '123'),
  ),
  ...(['number', 'cvc'] as const).map((name) =>
    fault(
      'v2.card.secrets-are-in-no-other-answer',
      `${name}-in-a-refusal`,
      `tells the ${name} of a card where a change of it is refused`,
      onTheWire(() => {
        const known = new Map<string, string>();
        return async ({ operation, url }, send) => {
          const response = await send();
          if (operation === 'getCard' && response.ok) {
            const card = (await response.clone().json()) as Members;
            known.set(url.pathname, card[name] as string);
          }
          const secret = known.get(url.pathname);
          if (operation !== 'patchCard' || response.ok || secret === undefined) return response;
          const message = `the card (${name} ${secret}) cannot be changed`;
          return withBody(response, JSON.stringify({ message }));
        };
      }),
    ),
  ),
];

/** Changes the member that a requirement is about in all answers that show it. */
function shownWrongly(requirement: string, change: (value: unknown) => unknown): Tampering {
  const paths = new Map(
    (Object.keys(fieldsOf) as V2Operation[]).flatMap((operation) =>
      fieldsOf[operation]
        .filter((one) => one.requirement === requirement)
        .map(({ path }) => [operation, path] as const),
    ),
  );
  return inAnswer([...paths.keys()], (answer, { operation }) => {
    const path = paths.get(operation as V2Operation);
    if (path !== undefined) changeAt(answer, path, change);
  });
}

/** Changes a member of a resource wherever the resource is shown, in lists too. */
export function inResource(
  resource: Resource,
  path: string,
  change: (value: unknown) => unknown,
): Tampering {
  return inAnswer(answersWith[resource], (answer, { operation }) => {
    changeAt(answer, operation === 'listTransfers' ? `transfers[].${path}` : path, change);
  });
}
