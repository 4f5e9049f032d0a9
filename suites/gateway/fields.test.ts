import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { gatewayOperations } from '../../fixtures/clients/gateway.ts';
import { gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { requirements } from '../../fixtures/requirements/index.ts';
import { fieldsOf } from '../../fixtures/fields/gateway.ts';
import { orderNamedIn } from '../../fixtures/worlds/gateway-credentials.ts';
import { isNotOffered, promised } from '../../fixtures/worlds/gateway.ts';
import { samplesOf } from '../../fixtures/worlds/gateway-samples.ts';

// Document 3, parts 2.1, 2.2 and 4: the fields of each answer. Every other answer of the run is
// looked at in the same way, see fixtures/every-answer.ts.

for (const operation of gatewayOperations) {
  for (const field of fieldsOf[operation] ?? []) {
    const title = `${operation} shows ${field.path}: ${field.wanted}`;
    check(field.requirement, title, async ({ gateway, skip }) => {
      const samples = await samplesOf(gateway, operation);
      if (isNotOffered(samples)) return skip(samples.missing);

      for (const sample of samples) {
        // Where what tells success is in another form, and the answer shows an order all the same.
        const isAboutSuccess =
          ['success', 'errorCode'].includes(field.path) && showsAnOrder(sample);
        if (!isAboutSuccess) promised(sample, gatewayRequests[operation].succeeds);
      }
      const judged = samples.filter(({ answer }) => field.isJudgedIn(answer.json));
      for (const sample of judged) expect(sample).toShow(field);

      const mustBeThere = requirements[field.requirement].level === 'must';
      if (mustBeThere && judged.length === 0)
        return skip(`no answer shows the object that holds ${field.path}`);
    });
  }
}

function showsAnOrder(sample: Exchange): boolean {
  const status = memberOf(sample.answer.json, 'orderStatus');
  return orderNamedIn(sample) !== undefined || status !== undefined;
}
