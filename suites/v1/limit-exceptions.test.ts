import { byNumber, cashLimitName } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { answerSummary, carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { limitExceptionsIn, limitsIn } from '../../fixtures/fields/v1-items.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { anException, changeLimit, learnExceptionForm } from '../../fixtures/dialect/v1.ts';
import { expectSame } from '../../fixtures/expect-facts.ts';
import { newCard, promised, promisedRefusal } from '../../fixtures/worlds/v1.ts';
import { limitedPair, noLimitForm, transfer } from '../../fixtures/worlds/v1-limits.ts';
import { factsOf } from '../../fixtures/worlds/v1-looks.ts';

// Document 1, part 4: deleteCardLimitException. How a card comes by an exception is not shown.

check(
  'v1.delete-card-limit-exception.succeeds',
  'carries out the deletion of an exception that a card shows',
  async ({ v1, skip }) => {
    for (let time = 1; time <= 2; time += 1) {
      const cardIdentification = await cardWithException(v1);
      if (cardIdentification === undefined) return skip(noneShown);

      const answer = await v1.deleteCardLimitException({
        cardIdentification,
        limitException: anException(),
      });

      expect(answer).toSucceed();
    }
  },
);

check(
  'v1.delete-card-limit-exception.deletes',
  'shows an exception no longer once it was deleted',
  async ({ v1, skip }) => {
    const cardIdentification = await cardWithException(v1);
    if (cardIdentification === undefined) return skip(noneShown);

    const answer = await v1.deleteCardLimitException({
      cardIdentification,
      limitException: anException(),
    });

    promised(answer, 'v1.delete-card-limit-exception.succeeds');
    const now = await v1.getCardLimits({ cardIdentification });
    const isGone = expect.toSatisfy((json) => !showsException(json), 'without the exception');
    expect(now).toSucceed(isGone);
  },
);

/** In what a second exception of a card differs from the first. */
const seconds = [
  ['of another limit', { limitName: 'LMTP0109' }],
  ['with another end', { endDate: '2098-06-30T23:59:59' }],
  ['with another start', { startDate: '2026-01-02T00:00:00' }],
] as const;

for (const [title, part] of seconds) {
  check(
    'v1.delete-card-limit-exception.deletes-no-other',
    `shows an exception still once a second one ${title} was deleted`,
    async ({ v1, skip }) => {
      const cardIdentification = await cardWithException(v1);
      if (cardIdentification === undefined) return skip(noneShown);
      const second = { ...anException(), ...part };
      const form = await learnExceptionForm(v1);
      await form?.add({ number: cardIdentification.cardNumber }, second);
      const before = await v1.getCardLimits({ cardIdentification });
      if (!showsOne(before.answer.json, second)) {
        return skip('no card is known that shows such two exceptions');
      }

      const answer = await v1.deleteCardLimitException({
        cardIdentification,
        limitException: second,
      });

      promised(answer, 'v1.delete-card-limit-exception.succeeds');
      const isLeft = (json: unknown): boolean =>
        showsOne(json, anException()) && !showsOne(json, second);
      const now = await v1.getCardLimits({ cardIdentification });
      expect(now).toSucceed(expect.toSatisfy(isLeft, 'with the first exception alone'));
    },
  );
}

check(
  'v1.delete-card-limit-exception.leaves-the-limits',
  'shows the limits still once an exception was deleted',
  async ({ v1, skip }) => {
    const cardIdentification = await cardWithException(v1);
    if (cardIdentification === undefined) return skip(noneShown);
    const before = namesIn((await v1.getCardLimits({ cardIdentification })).answer.json);

    const answer = await v1.deleteCardLimitException({
      cardIdentification,
      limitException: anException(),
    });

    promised(answer, 'v1.delete-card-limit-exception.succeeds');
    const areLeft = (json: unknown): boolean => {
      const names = namesIn(json);
      return before.every((name) => names.includes(name));
    };
    const now = await v1.getCardLimits({ cardIdentification });
    expect(now).toSucceed(expect.toSatisfy(areLeft, `the limits ${before.join(', ')}`));
  },
);

check(
  'v1.delete-card-limit-exception.leaves-the-limits',
  'shows the limits still once an exception that the card does not have was to be deleted',
  async ({ v1 }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const shown = async (): Promise<Exchange> => v1.getCardLimits({ cardIdentification });
    const before = namesIn((await shown()).answer.json);

    const answers: Exchange[] = [];
    for (const limitName of [cashLimitName, 'LMTP0111'].slice(0, repeated(2, 1))) {
      const limitException = { ...anException(), limitName };
      answers.push(await v1.deleteCardLimitException({ cardIdentification, limitException }));
    }

    const now = await shown();
    promised(now, 'v1.get-card-limits.succeeds');
    const names = namesIn(now.answer.json);
    const missing = before.filter((name) => !names.includes(name));
    const message = sentExpectedGot([...answers, now], `the limits ${before.join(', ')}`);
    expect(missing, message).toEqual([]);
  },
);

check(
  'v1.delete-card-limit-exception.leaves-the-limits',
  'leaves a limit that was changed as it was set, whatever exception was to be deleted',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const cardIdentification = byNumber(card);
    const own = { value: 77_00, cycleType: 1, cycleLength: 1 };
    for (const name of [cashLimitName, 'LMTP0110']) {
      const changed = await changeLimit(v1, card, { name, ...own });
      if (changed === undefined || !carriedOut(changed)) return skip(noLimitForm);
    }
    const before = await factsOf(v1, card, ['cardLimits']);

    const acts: Exchange[] = [];
    for (const limitName of [cashLimitName, 'LMTP0110']) {
      for (const optional of [{}, { value: 5_00, cycleType: 2, cycleLength: 3 }]) {
        const limitException = { ...anException(), limitName, ...optional };
        acts.push(await v1.deleteCardLimitException({ cardIdentification, limitException }));
      }
    }

    const told = 'deleteCardLimitException for an exception that the card does not have';
    expectSame(before, await factsOf(v1, card, ['cardLimits']), { acts, told, as: 'before' });
  },
);

check(
  'v1.delete-card-limit-exception.leaves-others',
  'shows an exception still when others were to be deleted',
  async ({ v1, skip }) => {
    const cardIdentification = await cardWithException(v1);
    if (cardIdentification === undefined) return skip(noneShown);

    for (const part of [
      { limitName: 'LMTP0109' },
      { startDate: '2026-02-01T00:00:00' },
      { endDate: '2099-11-30T23:59:59' },
    ]) {
      const limitException = { ...anException(), ...part };
      await v1.deleteCardLimitException({ cardIdentification, limitException });
    }

    const now = await v1.getCardLimits({ cardIdentification });
    expect(now).toSucceed(expect.toSatisfy((json) => showsException(json), 'with the exception'));
  },
);

check(
  'v1.delete-card-limit-exception.without-one',
  'is asked to delete an exception that the card does not have',
  async ({ v1, observe }) => {
    const card = await newCard(v1);

    const answer = await v1.deleteCardLimitException({
      cardIdentification: byNumber(card),
      limitException: anException(),
    });

    observe(answerSummary(answer));
  },
);

check(
  'v1.limit-exceptions.end-with-their-deletion',
  'denies by its limit what an exception allowed before it was deleted',
  async ({ v1, skip }) => {
    const [form, pair] = await Promise.all([learnExceptionForm(v1), limitedPair(v1, value)]);
    if (form === undefined || pair === undefined) return skip(noneShown);
    promisedRefusal(await transfer(v1, pair, value + 1_00), 'v1.limits.lmtp0107-holds');
    await form.prepare(pair.from);
    // What an exception does is not said: it is judged where it was seen to allow more.
    const allowed = await transfer(v1, pair, value + 2_00);
    if (!carriedOut(allowed)) return skip('no exception is known that allows more than its limit');

    const deleted = await v1.deleteCardLimitException({
      cardIdentification: byNumber(pair.from),
      limitException: anException(),
    });

    promised(deleted, 'v1.delete-card-limit-exception.succeeds');
    const words = `a denial, as the limit is ${value} and its exception is deleted`;
    const answer = await transfer(v1, pair, value + 3_00);
    expect(carriedOut(answer), sentExpectedGot([deleted, answer], words)).toBe(false);
  },
);

/** What the limit allows, in minor units. */
const value = 10_00;

const noneShown = 'no card is known that shows a limit exception';

/** How a card is identified that shows an exception; `undefined` where there is none to be had. */
async function cardWithException(v1: V1Client): Promise<ReturnType<typeof byNumber> | undefined> {
  const form = await learnExceptionForm(v1);
  if (form === undefined) return undefined;
  const card = await newCard(v1);
  await form.prepare(card);
  const cardIdentification = byNumber(card);
  const limits = await v1.getCardLimits({ cardIdentification });
  return showsException(limits.answer.json) ? cardIdentification : undefined;
}

function namesIn(json: unknown): unknown[] {
  return limitsIn(json)
    .map((limit) => memberOf(limit, 'name'))
    .filter((name) => name !== undefined);
}

/** Whether the exception is shown with the dates of which its deletion is asked; a zone may follow. */
function showsOne(json: unknown, exception: ReturnType<typeof anException>): boolean {
  return limitExceptionsIn(json).some((one) =>
    Object.entries(exception).every(([name, value]) =>
      String(memberOf(one, name)).startsWith(value),
    ),
  );
}

function showsException(json: unknown): boolean {
  const { limitName } = anException();
  return limitExceptionsIn(json).some((one) => memberOf(one, 'limitName') === limitName);
}
