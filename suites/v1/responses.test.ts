import { check, expect } from '../../fixtures/check.ts';
import { v1Operations } from '../../fixtures/clients/v1.ts';
import { v1EveryAnswer } from '../../fixtures/every-answer.ts';
import { samplesOf } from '../../fixtures/worlds/v1-samples.ts';

// Document 1, parts 1 and 2: clauses that hold for every answer, shown here on one of each
// operation; fixtures/every-answer.ts judges all others of the run by them too.

for (const clause of v1EveryAnswer) {
  const { requirement, expected } = clause;
  check(requirement, `answers each operation with ${expected}`, async ({ v1 }) => {
    const samples = await Promise.all(v1Operations.map((operation) => samplesOf(v1, operation)));

    for (const sample of samples.flatMap((found) => ('missing' in found ? [] : found))) {
      expect(sample).toKeep(clause);
    }
  });
}
