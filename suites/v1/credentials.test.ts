import { inject } from 'vitest';
import { inOtherCase } from '../../fixtures/builders/spoil.ts';
import { byNumber } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut, type V1Client, v1Operations } from '../../fixtures/clients/v1.ts';
import { isRead, v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { twinRequests, validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { strangersTo } from '../../fixtures/worlds/v1-strangers.ts';
import { smallWorld } from '../../fixtures/worlds/v1-small-world.ts';
import { carryOut, deedIn } from '../../fixtures/worlds/v1-deeds.ts';
import { newCard, promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 5: credentials, for every operation.

const isShort = inject('run').profile === 'smoke';
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

check(
  'v1.authentication.wrong-in-any-place',
  'refuses a token that is wrong in one place as one that is wrong in all',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const body = { cardIdentification: byNumber(card) };
    promised(await v1.getCardBalance(body), 'v1.get-card-balance.succeeds');
    const as = (token: string) => withAuthorization(v1, `Basic ${token}`).getCardBalance(body);
    if (carriedOut(await as(wrongToken))) return skip('a wrong token is let in');

    for (const token of almost(v1.settings.token).slice(isShort ? -1 : 0))
      expect(await as(token)).toBeDenied();
  },
);

check(
  'v1.authentication.every-operation-alike',
  'refuses everywhere credentials that it refuses in one operation',
  async ({ v1 }) => {
    const world = await smallWorld(v1, { isBare: true });
    const operations = isShort ? v1Operations.slice(-12, -4) : v1Operations;
    const deeds = await Promise.all(operations.map((operation) => deedIn(v1, world, operation)));
    for (const header of isShort ? [undefined] : [`Basic ${wrongToken}`, undefined]) {
      const stranger = v1.withHeaders({ Authorization: header });
      // The sample of one operation carries no header at all (rule 3).
      const asked = deeds
        .filter((deed) => deed !== undefined)
        .filter(({ operation }) => header !== undefined || operation !== arrest);
      const answers = await Promise.all(asked.map((deed) => carryOut(stranger, deed)));
      if (header === undefined && !isShort) {
        // Each for itself, and not as whoever asked before. What changes something is not done twice.
        for (const deed of asked.filter(({ operation }) => isRead(operation))) {
          await carryOut(v1, deed);
          answers.push(await carryOut(stranger, deed));
        }
      }

      if (answers.every(carriedOut)) continue;
      for (const answer of answers) expect(answer).toBeDenied();
      if (header === undefined || isShort) continue;
      // Each wrong form of one operation or another.
      const nearly = asked.flatMap((deed, place) =>
        strangersTo(v1, deed.operation)
          .slice(place, place + 1)
          .map((as) => ({ as, deed })),
      );
      for (const answer of await Promise.all(nearly.map(({ as, deed }) => carryOut(as, deed))))
        expect(answer).toBeDenied();
    }
  },
);

const arrest = 'changeAccountArrestAmount';

/** The token with a letter in the other case, or one character changed near its beginning, in its middle and at its end. */
function almost(token: string): string[] {
  const text = Buffer.from(token, 'base64').toString('latin1');
  const isBase64 = Buffer.from(text, 'latin1').toString('base64') === token;
  // Of some endings in Base64 not every bit counts, so what is changed is what they stand for.
  const plain = isBase64 ? text : token;
  const places = [0, Math.floor(plain.length / 2), plain.length - 2, plain.length - 1];
  const others = [...new Set(places)].map((place) =>
    replacedAt(plain, place, plain[place] === 'q' ? 'w' : 'q'),
  );
  // Capitals may not count in a login, which stands before the colon.
  const lastLetter = plain.search(/[a-z][^a-z:]*$/i);
  const withOtherLetter =
    lastLetter < 0 ? [] : [replacedAt(plain, lastLetter, inOtherCase(plain[lastLetter] ?? ''))];
  return [...withOtherLetter, ...others].map((changed) =>
    isBase64 ? Buffer.from(changed, 'latin1').toString('base64') : changed,
  );
}

function replacedAt(text: string, place: number, other: string): string {
  return `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
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
