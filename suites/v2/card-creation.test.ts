import { asShown } from '../../fixtures/worlds/v2-as-shown.ts';
import { unknownIdLike, without, withValue } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { v2Requests } from '../../fixtures/fields/v2-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { succeeded } from '../../fixtures/transcript/exchange.ts';
import { cardNow, newCard, newCardholder, promised, textAt } from '../../fixtures/worlds/v2.ts';

// Document 2, part 4: POST and GET /cards. Whether a cardholder may have two cards is not shown, so
// the request that is in order comes after the one that is not, for the same cardholder.

check('v2.card-creation.answers-201', 'issues a card', async ({ v2 }) => {
  const cardholder = await newCardholder(v2);

  const created = await v2.createCard({ productName: v2.productName, cardholder });

  expect(created).toAnswer(201, { id: expect.any(String) });
});

for (const { path, needs, wrong } of v2Requests.createCard.members) {
  if (needs !== undefined) {
    check(needs, `refuses a card without ${path}`, async ({ v2 }) => {
      const complete = { productName: v2.productName, cardholder: await newCardholder(v2) };

      const answer = await v2.createCard(without(complete, path));

      expect(answer).toBeRefused();
      promised(await v2.createCard(complete), 'v2.card-creation.answers-201');
      if (inSmokeOnly()) return;
      for (const body of [without(complete, path), withValue(complete, path, null)])
        await expectRefusedForFurther(v2, complete, body);
    });
  }

  for (const [id, values] of wrong) {
    for (const value of values) {
      check(id, `refuses ${path} ${JSON.stringify(value)}`, async ({ v2 }) => {
        const complete = { productName: v2.productName, cardholder: await newCardholder(v2) };

        const answer = await v2.createCard(withValue(complete, path, value));

        expect(answer).toBeRefused();
        promised(await v2.createCard(complete), 'v2.card-creation.answers-201');
      });
    }
  }
}

check(
  'v2.card-creation.needs-an-existing-cardholder',
  'refuses an unknown cardholder',
  async ({ v2 }) => {
    const cardholder = await newCardholder(v2);
    const { productName } = v2;

    const answer = await v2.createCard({ productName, cardholder: unknownIdLike(cardholder) });

    expect(answer).toBeRefused();
    const card = await v2.createCard({ productName, cardholder });
    promised(card, 'v2.card-creation.answers-201');
    if (inSmokeOnly()) return;
    // The id of a card may be that of a cardholder as well.
    const id = textAt(card, 'id');
    const isACardholder = async (): Promise<boolean> => succeeded(await v2.getCardholder(id));
    if (await isACardholder()) return;
    const named = await v2.createCard({ productName, cardholder: id });
    // Where ids are counted up, it may be that of a cardholder by now.
    if (succeeded(named) && (await isACardholder())) return;
    expect(named).toBeRefused();
  },
);

for (const change of ['another product', 'the supported product and more']) {
  check('v2.card-creation.needs-the-supported-product', `refuses ${change}`, async ({ v2 }) => {
    const cardholder = await newCardholder(v2);
    const productName = change.startsWith('another')
      ? 'no-such-product'
      : `${v2.productName} Extra`;

    const answer = await v2.createCard({ productName, cardholder });

    expect(answer).toBeRefused();
    promised(
      await v2.createCard({ productName: v2.productName, cardholder }),
      'v2.card-creation.answers-201',
    );
    if (inSmokeOnly()) return;
    await expectRefusedForFurther(
      v2,
      { productName: v2.productName, cardholder },
      { productName, cardholder },
    );
  });
}

check('v2.card-read.answers-200', 'shows a card', async ({ v2 }) => {
  const card = await newCard(v2);

  expect(await v2.getCard(card.id)).toAnswer(200, { id: card.id });
});

check('v2.card-read.equals-creation', 'shows a card as it was created', async ({ v2 }) => {
  const cardholder = await newCardholder(v2);
  const created = await v2.createCard({ productName: v2.productName, cardholder });
  promised(created, 'v2.card-creation.answers-201');

  const read = await cardNow(v2, { id: textAt(created, 'id') });

  expect(read).toSucceed(asShown(created));
});

check('v2.card-read.unknown-id-is-refused', 'refuses an unknown card', async ({ v2 }) => {
  const card = await newCard(v2);

  const answer = await v2.getCard(unknownIdLike(card.id));

  expect(answer).toBeRefused();
  await cardNow(v2, card);
});

/** As a second card of its cardholder and, where there may be one, as a third. */
async function expectRefusedForFurther(
  v2: V2Client,
  complete: object,
  body: object,
): Promise<void> {
  expect(await v2.createCard(body)).toBeRefused();
  await v2.createCard(complete);
  expect(await v2.createCard(body)).toBeRefused();
}
