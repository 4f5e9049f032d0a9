import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import type { CardNumber } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { v1Operations } from '../../fixtures/clients/v1.ts';
import { isRead, v1Requests } from '../../fixtures/fields/v1-requests.ts';
import {
  unknownAccountLike,
  unknownCustomer,
  validRequest,
} from '../../fixtures/worlds/v1-requests.ts';
import { promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: every operation once, and once for what does not exist.

for (const operation of v1Operations) {
  const { succeeds, unknown: unknowns } = v1Requests[operation];

  check(succeeds, `carries out a valid ${operation}`, async ({ v1, skip }) => {
    const request = await validRequest(v1, operation);
    if ('missing' in request) return skip(request.missing);

    expect(await request.send()).toSucceed();
  });

  for (const [id, what, path, unknown] of [
    [unknowns.unknownCard, 'card', 'cardIdentification.cardNumber', unknownNumber],
    [unknowns.unknownAccount, 'account', 'accountNumber', unknownAccount],
    [unknowns.unknownCustomer, 'customer', 'customerNumber', unknownCustomer],
  ] as const) {
    if (id === undefined) continue;
    check(id, `does nothing in ${operation} for an unknown ${what}`, async ({ v1, skip }) => {
      const request = await validRequest(v1, operation);
      if ('missing' in request) return skip(request.missing);
      promised(await request.send(), succeeds);

      const value = unknown(String(memberOf(request.body, path)));
      const answer = await request.send(withValue(request.body, path, value));

      if (isRead(operation)) expect(answer).toFindNothing();
      else expect(answer).toBeDenied();
    });
  }
}

function unknownNumber(number: string): string {
  return unknownNumberLike(number as CardNumber);
}

function unknownAccount(accountNumber: string): string {
  return unknownAccountLike(accountNumber);
}
