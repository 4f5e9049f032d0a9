import { check, expect } from '../../fixtures/check.ts';
import { type V1Client, v1Operations } from '../../fixtures/clients/v1.ts';
import { v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { twinRequests, validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 5: credentials, for every operation.

const wrongToken = 'bm90LXRoZS10b2tlbjpvZi1hbnlib2R5';

for (const operation of v1Operations) {
  const { credentials, succeeds } = v1Requests[operation];
  if (credentials !== undefined) {
    check(credentials, `carries out ${operation} for no stranger`, async ({ v1, skip }) => {
      const twins = await twinRequests(v1, operation);
      if ('missing' in twins) return skip(twins.missing);
      promised(await twins.good.send(), succeeds);
      const strangers = [
        v1.withHeaders({ Authorization: undefined }),
        withAuthorization(v1, `Basic ${wrongToken}`),
        withAuthorization(v1, 'Basic '),
        withAuthorization(v1, v1.settings.token),
        withAuthorization(v1, `Bearer ${wrongToken}`),
      ];

      const answers = await Promise.all(
        strangers.map((stranger) => twins.bad.send(twins.bad.body, stranger)),
      );

      for (const answer of answers) expect(answer).toBeDenied();
    });
  }
}

// The sample of this operation carries no header at all (rule 3), so only a wrong one is asked for.
check(
  'v1.authentication.change-account-arrest-amount-wrong-token',
  'arrests nothing for a wrong token',
  async ({ v1, skip }) => {
    const request = await validRequest(v1, 'changeAccountArrestAmount');
    if ('missing' in request) return skip(request.missing);
    const stranger = withAuthorization(v1, `Basic ${wrongToken}`);

    const answer = await request.send(request.body, stranger);

    expect(answer).toBeDenied();
    promised(await request.send(), 'v1.change-account-arrest-amount.succeeds');
  },
);

function withAuthorization(v1: V1Client, value: string): V1Client {
  return v1.withHeaders({ Authorization: value });
}
