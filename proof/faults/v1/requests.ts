import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { v1RequestMembers } from '../../../fixtures/fields/v1-requests.ts';
import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import {
  type TamperedRequest,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
} from '../tampering.ts';
import { denies, fillsIn } from './tampering.ts';

// Document 1, part 4: members of requests that are overlooked, or minded where they should not be.

/** What an operation does instead where a member below a path is missing or wrong. */
interface Overlooked {
  readonly below: string;
  readonly what: (how: string) => string;
  readonly tampering: () => Tampering;
}

/** Where the member of the previous request will not do, as it belongs to another or is used up. */
const overlookedOtherwise: Readonly<Partial<Record<V1Operation, Overlooked>>> = {
  registerCustomer: {
    below: 'parameters',
    what: (how) => `registers somebody whose ${how}`,
    tampering: registersAnyway,
  },
  deleteCardLimitException: {
    below: 'cardIdentification',
    what: (how) => `deletes the latest exception when ${how}`,
    tampering: deletesTheLastException,
  },
};

type Member = (typeof v1RequestMembers)[number];

function* faultsOf({ operation, path, form, needs, wrong, takes }: Member): Generator<Fault> {
  const takesForm = (value: unknown): boolean => form.schema.safeParse(value).success;
  const otherwise = overlookedOtherwise[operation];
  const overlooked = (breaks: RequirementId, how: string, tampering: Tampering): Fault =>
    otherwise !== undefined && path.startsWith(otherwise.below)
      ? fault(breaks, 'overlooked', otherwise.what(`${path} ${how}`), otherwise.tampering())
      : fault(
          breaks,
          'overlooked',
          `takes ${path} of ${operation} from the previous request when it ${how}`,
          tampering,
        );

  if (needs !== undefined) yield overlooked(needs, 'is missing', fillsIn(operation, path));
  for (const [breaks] of wrong) {
    yield overlooked(breaks, `is not ${form.words}`, fillsIn(operation, path, takesForm));
    if (takesForm([])) {
      const what = `ignores lists among the items of ${path} in ${operation}`;
      yield fault(breaks, 'items-overlooked', what, ignoresLists(operation, path));
    }
  }
  if (takes !== undefined) {
    const isWith = ({ body }: TamperedRequest): boolean => hasMember(body, path);
    yield fault(takes, 'denied', `denies a ${operation} with ${path}`, denies(operation, isWith));
  }
}

export const v1RequestFaults: readonly Fault[] = [
  ...v1RequestMembers.flatMap((member) => [...faultsOf(member)]),
  fault(
    'v1.change-pin.needs-new-pin-data',
    'null',
    'makes up a PIN where newPinData is null',
    inRequest('changePin', (body) =>
      body['newPinData'] === null ? { ...body, newPinData: '1234' } : body,
    ),
  ),
  fault(
    'v1.get-account-balances.needs-institution-id',
    'with-account-id',
    'needs no institutionId where accountId is sent',
    onTheWire(() => {
      let known: unknown;
      return async ({ operation, body }, send) => {
        if (operation !== 'getAccountBalances') return send();
        if (typeof body['institutionId'] === 'string') known = body['institutionId'];
        const isNamedOtherwise = body['accountId'] !== undefined && known !== undefined;
        if (!isNamedOtherwise || body['institutionId'] !== undefined) return send();
        const { accountNumber } = body;
        return send({ body: JSON.stringify({ accountNumber, institutionId: known }) });
      };
    }),
  ),
  ...(
    [
      ['digits-at-the-end', /^\D+(\d+)$/],
      ['digits-at-the-beginning', /^(\d+)\D+$/],
    ] as const
  ).map(([slug, form]) =>
    fault(
      'v1.credit-card.amount-of-wrong-type',
      slug,
      `reads an amount from a text with ${slug.replaceAll('-', ' ')}`,
      inRequest('creditCard', (body) => {
        const [, digits] = form.exec(String(body['amount'])) ?? [];
        return digits === undefined ? body : { ...body, amount: Number(digits) };
      }),
    ),
  ),
];

function ignoresLists(operation: V1Operation, list: string): Tampering {
  return inRequest(operation, (body) => {
    const items: unknown = body[list];
    if (!Array.isArray(items)) return body;
    return { ...body, [list]: items.filter((item) => !Array.isArray(item)) };
  });
}

function hasMember(body: unknown, path: string): boolean {
  const [list = '', member] = path.split('[].');
  if (member === undefined) return memberAt(body, path) !== undefined;
  return JSON.stringify(memberAt(body, list) ?? null).includes(`"${member}"`);
}

/** Takes the parameters of the registration before, with a number of its own. */
function registersAnyway(): Tampering {
  return onTheWire(() => {
    let known: Members[] = [];
    let registered = 0;
    return async (asked, send) => {
      if (asked.operation !== 'registerCustomer') return send();
      const { parameters } = asked.body;
      const items = Array.isArray(parameters) ? parameters.filter(isObject) : [];
      const isGood =
        items.length > 0 &&
        items.every(({ name, value }) => typeof name === 'string' && typeof value === 'string');
      if (isGood) {
        known = items;
        return send();
      }
      registered += 1;
      const fresh = known.map(({ name, value }) =>
        name === 'customer_number' ? { name, value: `somebody-${registered}` } : { name, value },
      );
      return send({ body: JSON.stringify({ ...asked.body, parameters: fresh }) });
    };
  });
}

function deletesTheLastException(): Tampering {
  return onTheWire(() => {
    let lastAdded: unknown;
    return async (asked, send) => {
      const { cardIdentification } = asked.body;
      if (asked.url.pathname.endsWith('/addCardLimitException')) lastAdded = cardIdentification;
      if (asked.operation !== 'deleteCardLimitException') return send();
      if (typeof memberAt(cardIdentification, 'cardNumber') === 'string') return send();
      return send({ body: JSON.stringify({ ...asked.body, cardIdentification: lastAdded }) });
    };
  });
}
