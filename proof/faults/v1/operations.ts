import type { V1Operation } from '../../../fixtures/clients/v1.ts';
import { v1Requests } from '../../../fixtures/fields/v1-requests.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { onTheWire } from '../tampering.ts';
import { denies, deniesAgain, succeedsAnyway } from './tampering.ts';

// Document 1, parts 4 and 5: what goes wrong with an operation whatever it is about.

/** Of the one operation whose sample carries no token at all. */
const wrongToken = 'v1.authentication.change-account-arrest-amount-wrong-token';

/**
 * Operations that the document does not show how to ask. Where none is ever carried out, nobody can
 * tell whether they were asked rightly.
 */
const learned: readonly V1Operation[] = [
  'changeCardLimit',
  'blockCard',
  'getTransactions',
  'deleteCardLimitException',
  'setGeoRestrictions',
  'changeAccountArrestAmount',
  'changeAccountLimit',
  'changeAccountStatus',
  'changeAccountStatusInFe',
];

export const v1OperationFaults: readonly Fault[] = (
  Object.keys(v1Requests) as V1Operation[]
).flatMap(faultsOf);

function faultsOf(operation: V1Operation): Fault[] {
  const { succeeds, unknown, credentials = wrongToken } = v1Requests[operation];
  return [
    learned.includes(operation)
      ? fault(succeeds, 'denied', `denies every ${operation} but the first`, deniesAgain(operation))
      : fault(succeeds, 'denied', `denies every ${operation}`, denies(operation)),
    ...Object.entries(unknown).map(([name, breaks]) => {
      const what = name.replace('unknown', '').toLowerCase();
      const says = `answers ${operation} for an unknown ${what} as for a known one`;
      return fault(breaks, 'answered', says, succeedsAnyway(operation));
    }),
    fault(credentials, 'let-in', `lets anybody call ${operation}`, letsIn(operation)),
  ];
}

/** Replaces whatever credentials there are by the first ones that anything was asked with. */
function letsIn(operation: V1Operation): Tampering {
  return onTheWire(() => {
    let first: string | undefined;
    return async (asked, send) => {
      first ??= asked.headers.get('authorization') ?? undefined;
      if (asked.operation !== operation || first === undefined) return send();
      const headers = new Headers(asked.headers);
      headers.set('authorization', first);
      return send({ headers });
    };
  });
}
