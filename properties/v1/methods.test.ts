import { check, expect } from '../../fixtures/check.ts';
import { showsNothing, v1Operations, v1Path } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, isUnset, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import { deedIn } from '../../fixtures/worlds/v1-deeds.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';

// Document 1, part 1: every operation is an HTTP POST. How another method is answered is not shown.

check(
  'v1.service.other-methods-do-nothing',
  'carries out no operation that comes by another method than POST',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: true });
    const asked = v1Operations.slice(0, repeated(v1Operations.length, 2));
    await Promise.all(
      asked.map(async (operation, place) => {
        const deed = await deedIn(v1, world, operation);
        if (deed === undefined) return;
        const { path = v1Path(operation), body } = deed;
        const method = methods[place % methods.length] ?? 'PUT';
        const answer = await v1.send({
          // No operation of the document, so that nothing is promised of its answer.
          operation: 'undocumented',
          method,
          path,
          body: JSON.stringify(body),
        });
        const words = `nothing done by ${method}, since every operation is a POST`;
        expect(isDone(answer), sentExpectedGot(answer, words)).toBe(false);
      }),
    );
  },
);

/** In turn, so that each comes with operations of every kind. */
const methods = ['PUT', 'PATCH', 'DELETE'] as const;

/** An answer that says so, or shows something; one that says what is wrong may have any status. */
function isDone(exchange: Exchange): boolean {
  const code = memberOf(exchange.answer.json, 'responseCode');
  return succeeded(exchange) && (isUnset(code) ? !showsNothing(exchange) : code === '00');
}
