import { byNumber } from '../../fixtures/builders/v1.ts';
import { check } from '../../fixtures/check.ts';
import { endingOf } from '../../fixtures/clients/v1.ts';
import { anException } from '../../fixtures/target/dialect/v1.ts';
import { newCard } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: deleteCardLimitException. How a card comes by an exception is not shown.

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
