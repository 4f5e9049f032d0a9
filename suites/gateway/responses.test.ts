import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { gatewayOperations } from '../../fixtures/clients/gateway.ts';
import { gatewayEveryAnswer } from '../../fixtures/every-answer.ts';
import { isNotOffered } from '../../fixtures/worlds/gateway.ts';
import { samplesOf } from '../../fixtures/worlds/gateway-samples.ts';

// Document 3, parts 1 and 7: clauses that hold for every answer, shown here on one of each
// operation; fixtures/every-answer.ts judges all others of the run by them too.

for (const clause of gatewayEveryAnswer) {
  const { requirement, expected } = clause;
  check(requirement, `answers each operation with ${expected}`, async ({ gateway }) => {
    const samples = await Promise.all(
      gatewayOperations.map((operation) => samplesOf(gateway, operation)),
    );

    for (const sample of samples.flatMap((found) => (isNotOffered(found) ? [] : found))) {
      expect(sample).toKeep(clause);
    }
  });
}

check('gateway.response.content-type', 'labels its answers', async ({ gateway, observe }) => {
  const answer = await gateway.ask('register.do', anOrder());

  const [type = 'none'] = (answer.answer.headers['content-type'] ?? 'none').split(';');
  observe(type.trim().toLowerCase());
});
