import { check, expect } from '../../fixtures/check.ts';
import { v1Operations } from '../../fixtures/clients/v1.ts';
import { v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { fieldsOf } from '../../fixtures/fields/v1.ts';
import { samplesOf } from '../../fixtures/worlds/v1-samples.ts';
import { promised } from '../../fixtures/worlds/v1.ts';

// Document 1, parts 2.4 to 2.9 and 4: the fields of each answer. Every other answer of the run is
// looked at in the same way, see fixtures/every-answer.ts.

for (const operation of v1Operations) {
  for (const field of fieldsOf[operation] ?? []) {
    const title = `${operation} shows ${field.path}: ${field.wanted}`;
    check(field.requirement, title, async ({ v1, skip }) => {
      const samples = await samplesOf(v1, operation);
      if ('missing' in samples) return skip(samples.missing);

      for (const sample of samples) promised(sample, v1Requests[operation].succeeds);
      const judged = samples.filter(({ answer }) => field.isJudgedIn(answer.json));
      for (const sample of judged) expect(sample).toShow(field);

      // What may be absent is as it should be where nothing shows it; what must be there cannot be
      // judged where nothing shows its holder.
      const mustBeThere = field.schema?.safeParse(undefined).success === false;
      if (mustBeThere && judged.length === 0)
        return skip(`no answer shows the object that holds ${field.path}`);
    });
  }
}
