import { spoilt } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, type V1Operation, v1Path } from '../../fixtures/clients/v1.ts';
import { isRead, v1RequestMembers, v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { promisedPlain, twinRequests, validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: members that a request must have, their types, and those that it may have.

for (const { operation, path, form, needs, wrong, takes, sample } of v1RequestMembers) {
  const { succeeds } = v1Requests[operation];

  if (needs !== undefined) {
    check(needs, `carries out no ${operation} without ${path}`, async ({ v1, skip }) => {
      const twins = await twinRequests(v1, operation);
      if ('missing' in twins) return skip(twins.missing);
      promised(await twins.good.send(), succeeds);

      const holdsNeeded = v1RequestMembers.some(
        (member) =>
          member.operation === operation &&
          member.needs !== undefined &&
          member.path.startsWith(`${path}.`),
      );
      const empty = holdsNeeded && !inSmokeOnly() ? [{ value: {} }, { value: [] }] : [];
      const answers = await Promise.all(
        (['leave out', { value: null }, ...empty] as const).map((change) =>
          twins.bad.send(spoilt(twins.bad.body, path, change)),
        ),
      );

      for (const answer of answers) expectNothingDone(operation, answer);
      const others = inSmokeOnly() ? [] : numbersBeside(operation);
      if (others.length === 0) return;

      const bare = spoilt(twins.bad.body, path, 'leave out');
      const crowded = { ...bare, ...Object.fromEntries(others.map((name) => [name, 1])) };
      expectNothingDone(operation, await twins.bad.send(crowded));
    });
  }

  for (const [id, values] of wrong) {
    const title = `carries out no ${operation} whose ${path} is not ${form.words}`;
    check(id, title, async ({ v1, skip }) => {
      const twins = await twinRequests(v1, operation);
      if ('missing' in twins) return skip(twins.missing);
      promised(await twins.good.send(), succeeds);

      // A list is an item of none of the lists, whatever good ones stand before it.
      const items: unknown = memberOf(twins.bad.body, path);
      const withOther = Array.isArray(items) ? [[...items, ['x']]] : [];
      const answers = await Promise.all(
        [...values, ...withOther].map((value) =>
          twins.bad.send(spoilt(twins.bad.body, path, { value })),
        ),
      );

      for (const answer of answers) expectNothingDone(operation, answer);
    });
  }

  if (takes !== undefined && sample !== undefined) {
    check(takes, `carries out a ${operation} with ${path}`, async ({ v1, skip }) => {
      const request = await validRequest(v1, operation);
      if ('missing' in request) return skip(request.missing);
      const { accountNumber } = request;
      const value = sample({ accountNumber, settings: v1.settings });
      if (value === undefined) return skip(`the settings hold no ${path} that is ${form.words}`);

      const answer = await request.send(spoilt(request.body, path, { value }));

      if (!carriedOut(answer)) await promisedPlain(v1, operation);
      expect(answer).toSucceed();
    });
  }
}

/** A registration with many texts, and an operation with numbers among them. */
for (const operation of ['registerCustomer', 'creditCard'] as const) {
  check(
    'v1.request.json-however-written',
    `carries out a ${operation} with white space and escapes in it`,
    async ({ v1, skip }) => {
      // Not beside one that is written plainly: the same movement once more may be taken for a repetition.
      const request = await validRequest(v1, operation);
      if ('missing' in request) return skip(request.missing);

      const path = v1Path(operation);
      const body = writtenOtherwise(request.body);
      const answer = await v1.send({ operation, method: 'POST', path, body });

      if (!carriedOut(answer)) await promisedPlain(v1, operation);
      expect(answer).toSucceed();
    },
  );
}

/** The same JSON on several lines that end in CRLF, with every letter of its texts and names as an escape. */
function writtenOtherwise(body: object): string {
  return JSON.stringify(body, null, '\t')
    .replaceAll('\n', '\r\n')
    .replaceAll(/"[^"\\]*"/g, (text) =>
      text.replaceAll(
        /[a-z]/gi,
        (letter) => String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    );
}

/** Numbers that a request may have as well: none of them stands for a member that it must have. */
function numbersBeside(operation: V1Operation): string[] {
  return v1RequestMembers
    .filter((row) => row.operation === operation && row.form.words === 'an integer')
    .filter(({ path, needs, takes }) => !path.includes('.') && !needs && !takes)
    .map(({ path }) => path);
}

/** What only reads may also answer that there is no such thing. */
function expectNothingDone(operation: V1Operation, answer: Exchange): void {
  if (isRead(operation)) expect(answer).toFindNothing();
  else expect(answer).toBeDenied();
}
