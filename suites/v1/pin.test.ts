import { byNumber } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary, type V1Client } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { promisedPlain } from '../../fixtures/worlds/v1-requests.ts';
import { block, noBlockForm } from '../../fixtures/worlds/v1-states.ts';
import { newCard, promised } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: generatePin and changePin.

/** A PIN has digits and few of them: what is masked has none, a message or a cipher text is longer. */
const noPin = expect.toSatisfy((value) => {
  const text = String(value ?? '');
  return text.length > 12 || !/\d/.test(text);
}, 'nothing of a PIN');

/** A member that is absent, or as good as absent. */
const nothing = expect.toSatisfy((value) => (value ?? '') === '', 'nothing');

/** Optional members that say nothing of what is formed. */
const besideTheCheck = {
  cardAcceptorParameters: anAcceptor,
  parameters: [{ name: 'channel', value: 'web' }],
};

/** Part 4: "public RSA encryption" needs a key; whose it is, and where it is sent, is not shown. */
const noKey =
  'WS_ENCRYPTED is refused, which may need a public key; how to supply one is not shown';

const deliveryMethods = [
  ['v1.generate-pin.sms', 'SMS'],
  ['v1.generate-pin.ws', 'WS'],
  ['v1.generate-pin.half-and-half', 'HALF_AND_HALF'],
  ['v1.generate-pin.ws-encrypted', 'WS_ENCRYPTED'],
  ['v1.generate-pin.none', 'NONE'],
] as const;

for (const [id, pinDeliveryMethod] of deliveryMethods) {
  check(id, `takes pinDeliveryMethod ${pinDeliveryMethod}`, async ({ v1, skip }) => {
    const card = await newCard(v1);

    const answer = await v1.generatePin({ cardIdentification: byNumber(card), pinDeliveryMethod });

    if (!carriedOut(answer)) {
      await promisedPlain(v1, 'generatePin');
      if (pinDeliveryMethod === 'WS_ENCRYPTED' && !(await isUnknownMethod(v1, answer))) {
        return skip(noKey);
      }
    }
    expect(answer).toSucceed();
  });
}

for (const [id, pinDeliveryMethod] of deliveryMethods) {
  const title = `takes arbitrary parameters with pinDeliveryMethod ${pinDeliveryMethod}`;
  check('v1.generate-pin.takes-parameters', title, async ({ v1, skip }) => {
    // How many PINs a card may be given one after another is not said, so each has its own.
    const [card, other] = await Promise.all([newCard(v1), newCard(v1)]);
    const without = { cardIdentification: byNumber(other), pinDeliveryMethod };
    const usual = await v1.generatePin(without);
    if (wantsKey(pinDeliveryMethod, usual)) return skip(noKey);
    promised(usual, id);

    const answer = await v1.generatePin({
      cardIdentification: byNumber(card),
      pinDeliveryMethod,
      parameters: [{ name: 'channel', value: 'web' }],
    });

    expect(answer).toSucceed();
  });
}

check(
  'v1.generate-pin.takes-parameters',
  'takes parameters that are called like members of requests',
  async ({ v1 }) => {
    const ask = async (names: readonly string[], value: string): Promise<Exchange> =>
      v1.generatePin({
        cardIdentification: byNumber(await newCard(v1)),
        pinDeliveryMethod: 'WS',
        parameters: names.map((name) => ({ name, value })),
      });
    promised(await ask(['channel', 'branch', 'remark'], 'n/a'), 'v1.generate-pin.ws');

    expect(await ask(['pinValue', 'checkCardOnly', 'pinDeliveryMethod'], 'n/a')).toSucceed();
    expect(await ask(['encryptedPinValue', 'cardNumber', 'cardIdentification'], 'n/a')).toSucceed();

    // One PIN in ten thousand is the one that is named by chance.
    const formed: (readonly [string, Exchange])[] = [];
    for (const pin of ['4821', '7350']) formed.push([pin, await ask(['pinValue'], pin)]);
    const isNamed = formed.every(([pin, { answer }]) => memberOf(answer.json, 'pinValue') === pin);
    const message = sentExpectedGot(
      formed.map(([, answer]) => answer),
      'a PIN of its own making',
    );
    expect(isNamed, message).toBe(false);
  },
);

for (const pinDeliveryMethod of ['PIGEON', 'EMAIL']) {
  const title = `does not take pinDeliveryMethod ${pinDeliveryMethod}`;
  check('v1.generate-pin.other-delivery-method', title, async ({ v1 }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const usual = await v1.generatePin({ cardIdentification, pinDeliveryMethod: 'WS' });
    promised(usual, 'v1.generate-pin.ws');

    const answer = await v1.generatePin({ cardIdentification, pinDeliveryMethod });

    expect(answer).toBeDenied();
  });
}

check('v1.generate-pin.ws-shows-the-pin', 'shows the whole PIN with WS', async ({ v1 }) => {
  const cardIdentification = byNumber(await newCard(v1));

  const answer = await v1.generatePin({ cardIdentification, pinDeliveryMethod: 'WS' });

  promised(answer, 'v1.generate-pin.ws');
  // Two digits and two digits are its halves, so it has four at least.
  expect(answer).toSucceed({ pinValue: expect.stringMatching(/^\d{4,}$/) });
});

check(
  'v1.generate-pin.ws-shows-the-pin',
  'shows the whole of every PIN with WS, a zero at its beginning too',
  async ({ v1 }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const request = { cardIdentification, pinDeliveryMethod: 'WS' };
    promised(await v1.generatePin(request), 'v1.generate-pin.ws');

    // One PIN in ten begins with a zero, so that forty miss it once in some seventy runs.
    const answers = await Promise.all(Array.from({ length: 40 }, () => v1.generatePin(request)));

    // How many PINs a card may be given one after another is not said.
    for (const answer of answers.filter(carriedOut)) {
      expect(answer).toSucceed({ pinValue: expect.stringMatching(/^\d{4,}$/) });
    }
  },
);

check(
  'v1.generate-pin.ws-shows-the-pin',
  'shows a chosen PIN with the zero that it begins with',
  async ({ v1, skip }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const request = { cardIdentification, pinDeliveryMethod: 'WS' };
    const chosen = await v1.generatePin({ ...request, pinValue: '4821' });
    promised(chosen, 'v1.generate-pin.ws');
    if (memberOf(chosen.answer.json, 'pinValue') !== '4821') {
      return skip('the target does not show a chosen PIN');
    }

    const answer = await v1.generatePin({ ...request, pinValue: '0821' });

    if (!carriedOut(answer)) return skip('a PIN that begins with a zero cannot be chosen');
    expect(answer).toSucceed({ pinValue: '0821' });
  },
);

check(
  'v1.generate-pin.half-and-half-shows-two-digits',
  'shows two digits and no more with HALF_AND_HALF',
  async ({ v1 }) => {
    const cardIdentification = byNumber(await newCard(v1));

    const answer = await v1.generatePin({ cardIdentification, pinDeliveryMethod: 'HALF_AND_HALF' });

    promised(answer, 'v1.generate-pin.half-and-half');
    const pinValue = expect.stringMatching(/^\d\d\D*$/);
    expect(answer).toSucceed({ pinValue, encryptedPinValue: nothing });
  },
);

check(
  'v1.generate-pin.half-and-half-shows-two-digits',
  'shows the first two digits of a chosen PIN with HALF_AND_HALF',
  async ({ v1, skip }) => {
    let isShown = false;
    // Two digits are half of four and no half of six, which need not be taken; nor need any that is easy to guess.
    for (const pinValue of ['4821', '482759', '0712']) {
      // Nor one that the card had before.
      const [one, other] = [byNumber(await newCard(v1)), byNumber(await newCard(v1))];
      const whole = await v1.generatePin({
        cardIdentification: one,
        pinValue,
        pinDeliveryMethod: 'WS',
      });
      if (pinValue !== '4821' && !carriedOut(whole)) continue;
      promised(whole, 'v1.generate-pin.ws');
      if (memberOf(whole.answer.json, 'pinValue') !== pinValue) continue;
      isShown = true;

      const answer = await v1.generatePin({
        cardIdentification: other,
        pinValue,
        pinDeliveryMethod: 'HALF_AND_HALF',
      });

      promised(answer, 'v1.generate-pin.half-and-half');
      const firstTwo = new RegExp(String.raw`^${pinValue.slice(0, 2)}\D*$`);
      expect(answer).toSucceed({ pinValue: expect.stringMatching(firstTwo) });
    }
    if (!isShown) skip('the target does not show a chosen PIN');
  },
);

for (const [id, pinDeliveryMethod, taken, shown] of [
  [
    'v1.generate-pin.sms-shows-nothing',
    'SMS',
    'v1.generate-pin.sms',
    { pinValue: noPin, encryptedPinValue: nothing },
  ],
  [
    'v1.generate-pin.none-shows-nothing',
    'NONE',
    'v1.generate-pin.none',
    { pinValue: noPin, encryptedPinValue: nothing },
  ],
  [
    'v1.generate-pin.ws-encrypted-shows-no-plain-pin',
    'WS_ENCRYPTED',
    'v1.generate-pin.ws-encrypted',
    { pinValue: noPin },
  ],
] as const) {
  check(id, `shows no PIN in the clear with ${pinDeliveryMethod}`, async ({ v1, skip }) => {
    const cardIdentification = byNumber(await newCard(v1));

    const answer = await v1.generatePin({ cardIdentification, pinDeliveryMethod });

    if (wantsKey(pinDeliveryMethod, answer)) return skip(noKey);
    promised(answer, taken);
    expect(answer).toSucceed(shown);
  });
}

check(
  'v1.generate-pin.ws-encrypted-shows-cipher-text',
  'shows a block of RSA with WS_ENCRYPTED',
  async ({ v1, skip }) => {
    const cardIdentification = byNumber(await newCard(v1));

    const answer = await v1.generatePin({ cardIdentification, pinDeliveryMethod: 'WS_ENCRYPTED' });

    if (wantsKey('WS_ENCRYPTED', answer)) return skip(noKey);
    promised(answer, 'v1.generate-pin.ws-encrypted');
    expect(answer).toSucceed({
      // The shortest modulus that was ever in use has 512 bits.
      encryptedPinValue: expect.toSatisfy(
        (value) => Buffer.from(String(value ?? ''), 'base64').length >= 64,
        'at least 64 bytes',
      ),
    });
  },
);

for (const [pinDeliveryMethod, taken] of [
  ['WS', 'v1.generate-pin.ws'],
  ['WS_ENCRYPTED', 'v1.generate-pin.ws-encrypted'],
  ['HALF_AND_HALF', 'v1.generate-pin.half-and-half'],
] as const) {
  const title = `shows no PIN with checkCardOnly and ${pinDeliveryMethod}`;
  check('v1.generate-pin.check-card-only-forms-nothing', title, async ({ v1, skip }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const request = { cardIdentification, pinDeliveryMethod };

    const answer = await v1.generatePin({ ...request, checkCardOnly: true });

    const formed = await v1.generatePin(request);
    if (wantsKey(pinDeliveryMethod, formed)) return skip(noKey);
    promised(formed, taken);
    promised(answer, 'v1.generate-pin.takes-check-card-only');
    expect(answer).toSucceed({ pinValue: noPin, encryptedPinValue: nothing });
    if (inSmokeOnly()) return;

    // Whether a PIN may be sent where none is formed is not said; what is carried out forms none beside others, too.
    for (const more of [{ pinValue: '4827' }, besideTheCheck]) {
      const further = await v1.generatePin({ ...request, ...more, checkCardOnly: true });
      if (!carriedOut(further)) continue;
      expect(further).toSucceed({ pinValue: noPin, encryptedPinValue: nothing });
    }
  });
}

check(
  'v1.generate-pin.check-card-only-checks-existence',
  'tells with checkCardOnly that a card does not exist',
  async ({ v1 }) => {
    const card = await newCard(v1);
    const known = { cardIdentification: byNumber(card), checkCardOnly: true };
    promised(await v1.generatePin(known), 'v1.generate-pin.takes-check-card-only');

    const cardIdentification = { cardNumber: unknownNumberLike(card.number) };
    const answer = await v1.generatePin({ ...known, cardIdentification });

    expect(answer).toBeDenied();
  },
);

check(
  'v1.generate-pin.check-card-only-blocked',
  'is asked to check a blocked card',
  async ({ v1, observe, skip }) => {
    const card = await newCard(v1);
    if (!(await block(v1, card))) return skip(noBlockForm);

    const cardIdentification = byNumber(card);
    const answer = await v1.generatePin({ cardIdentification, checkCardOnly: true });

    observe(answerSummary(answer));
  },
);

check('v1.generate-pin.chosen-pin', 'is sent a PIN of its own choice', async ({ v1, observe }) => {
  const cardIdentification = byNumber(await newCard(v1));

  const answer = await v1.generatePin({
    cardIdentification,
    pinDeliveryMethod: 'WS',
    pinValue: '4821',
  });

  const shown = memberOf(answer.answer.json, 'pinValue');
  const other = shown === undefined ? 'no PIN is shown' : 'another PIN is shown';
  observe(`${answerSummary(answer)}, ${shown === '4821' ? 'the chosen PIN is shown' : other}`);
});

check('v1.generate-pin.encrypted-pin-value', 'is sent a block of RSA', async ({ v1, observe }) => {
  const cardIdentification = byNumber(await newCard(v1));
  const encryptedPinValue = Buffer.alloc(256, 0x5a).toString('base64');

  const answer = await v1.generatePin({ cardIdentification, encryptedPinValue });

  observe(answerSummary(answer));
});

for (const [id, operation, member] of [
  ['v1.generate-pin.pin-form', 'generatePin', 'pinValue'],
  ['v1.change-pin.pin-form', 'changePin', 'newPinData'],
] as const) {
  check(id, `is sent odd values of ${member}`, async ({ v1, observe }) => {
    const cardIdentification = byNumber(await newCard(v1));

    const seen = await Promise.all(
      ['12', '123456', 'ABCD'].map(async (pin) => {
        const answer = await v1[operation]({ cardIdentification, [member]: pin });
        return `${pin}: ${answerSummary(answer)}`;
      }),
    );

    observe(seen.join('; '));
  });
}

/** Whether an answer refuses the one method that may want a key. */
function wantsKey(pinDeliveryMethod: string, answer: Exchange): boolean {
  return pinDeliveryMethod === 'WS_ENCRYPTED' && !carriedOut(answer);
}

/**
 * Whether a method is refused as one that there is not, by a target that refuses for something that
 * is missing in other words: then no key is what it wants.
 */
async function isUnknownMethod(v1: V1Client, refusal: Exchange): Promise<boolean> {
  const cardIdentification = byNumber(await newCard(v1));
  const [unknown, missing] = await Promise.all([
    v1.generatePin({ cardIdentification, pinDeliveryMethod: 'PIGEON' }),
    v1.generatePin({ pinDeliveryMethod: 'WS' }),
  ]);
  const wordsOf = ({ answer }: Exchange): string =>
    `${answer.status} ${JSON.stringify(answer.json)}`;
  const words = wordsOf(unknown);
  return words === wordsOf(refusal) && words !== wordsOf(missing);
}
