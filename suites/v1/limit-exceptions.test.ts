import { byNumber } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/clients/exchange.ts';
import { endingOf, type V1Client } from '../../fixtures/clients/v1.ts';
import { limitExceptionsIn } from '../../fixtures/shapes/v1-items.ts';
import { anException, learnExceptionForm } from '../../fixtures/target/dialect/v1.ts';
import { newCard, promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: deleteCardLimitException. How a card comes by an exception is not shown.

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
    expect(now).toSucceed(expect.toSatisfy(showsException, 'with the exception'));
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

    observe(endingOf(answer));
  },
);

const noneShown = 'no card is known to show an exception of a limit';

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

function showsException(json: unknown): boolean {
  const { limitName } = anException();
  return limitExceptionsIn(json).some((one) => memberOf(one, 'limitName') === limitName);
}
