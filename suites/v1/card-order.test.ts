import { aCardOrder, anAmountOf } from '../../fixtures/builders/v1.ts';
import { without, withValue } from '../../fixtures/builders/spoil.ts';
import { type CardNumber, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary } from '../../fixtures/clients/v1.ts';
import { accountCardsIn } from '../../fixtures/fields/v1-items.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { unknownAccountLike } from '../../fixtures/worlds/v1-requests.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  balanceOf,
  newCard,
  promised,
  promisedRefusal,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { isOf, isRecognisable } from './account-cards.ts';
import { expectChange } from './balances.ts';
import { todayAt } from './dates.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 1, part 4: createVirtualCard.

const issuedMember = 'virtualCardIdentification';

for (const [id, member, value] of [
  ['v1.create-virtual-card.constant-amount', 'amount', 0],
  ['v1.create-virtual-card.constant-currency', 'currency', 978],
  ['v1.create-virtual-card.takes-ws', 'deliveryMethod', 'WS'],
] as const) {
  check(id, `takes the ${member} ${value}`, async ({ v1 }) => {
    const { order } = await newOrder(v1);

    expect(await v1.createVirtualCard({ ...order, [member]: value })).toSucceed();
  });
}

for (const [id, path, value] of [
  ['v1.create-virtual-card.other-amount', 'amount', 100],
  ['v1.create-virtual-card.other-currency', 'currency', 840],
  ['v1.create-virtual-card.other-product-type', `${issuedMember}.productType`, 'ZZ'],
  ['v1.create-virtual-card.half-and-half', 'deliveryMethod', 'HALF_AND_HALF'],
  [
    'v1.create-virtual-card.personal-data',
    'personalData',
    { firstName: 'Ana', lastName: 'Garcia' },
  ],
] as const) {
  check(id, `is sent the ${path} ${JSON.stringify(value)}`, async ({ v1, observe }) => {
    const { order } = await newOrder(v1);

    observe(answerSummary(await v1.createVirtualCard(withValue(order, path, value))));
  });
}

check('v1.create-virtual-card.product-type', 'is sent both types', async ({ v1, observe }) => {
  const taken = await Promise.all(
    ['5C', '16'].map(async (productType) => {
      const { order } = await newOrder(v1);
      const path = `${issuedMember}.productType`;
      const answer = await v1.createVirtualCard(withValue(order, path, productType));
      return carriedOut(answer) ? productType : undefined;
    }),
  );

  const types = taken.filter((type) => type !== undefined);
  observe(`accepted: ${types.join(', ') || 'neither'}`);
});

check(
  'v1.create-virtual-card.number-has-the-bin',
  'gives a card a number that begins with the BIN',
  async ({ v1 }) => {
    const { order } = await newOrder(v1);

    const issued = promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');

    const { cardBin } = v1.settings;
    const cardNumber = expect.stringMatching(new RegExp(`^${cardBin}`));
    expect(issued).toSucceed({ [issuedMember]: { cardNumber } });
  },
);

for (const [what, numberFor] of [
  ['the BIN and nine zeros', (bin: string) => `${bin}000000000`],
  ['the BIN and eleven zeros', (bin: string) => `${bin}00000000000`],
  ['the BIN and a one at the end', (bin: string) => `${bin}0000000001`],
  ['the BIN alone', (bin: string) => bin],
  ['ten zeros', () => '0000000000'],
  ['another BIN and ten zeros', (bin: string) => `${otherBin(bin)}0000000000`],
] as const) {
  check(
    'v1.create-virtual-card.needs-the-bin-and-zeros',
    `issues no card for ${what}`,
    async ({ v1 }) => {
      const { order } = await newOrder(v1);
      const cardNumber = numberFor(v1.settings.cardBin);

      const answer = await v1.createVirtualCard({ ...order, cardIdentification: { cardNumber } });

      expect(answer).toBeDenied();
      promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
    },
  );
}

const inThreeYears = String(new Date().getUTCFullYear() + 3);

for (const [id, month] of [
  ['v1.create-virtual-card.future-expiry', '202001'],
  ['v1.create-virtual-card.future-expiry', '199912'],
  ['v1.create-virtual-card.expiry-form', `${inThreeYears}-11`],
  ['v1.create-virtual-card.expiry-form', `${inThreeYears}13`],
  ['v1.create-virtual-card.expiry-form', `${inThreeYears}00`],
  ['v1.create-virtual-card.expiry-form', `${inThreeYears}1130`],
  ['v1.create-virtual-card.expiry-form', `11/${inThreeYears}`],
  ['v1.create-virtual-card.expiry-form', `x${inThreeYears}11`],
] as const) {
  const title = `issues no card with the expDate ${month.replace(inThreeYears, 'YYYY')}`;
  check(id, title, async ({ v1 }) => {
    const { order } = await newOrder(v1);

    const answer = await v1.createVirtualCard(withValue(order, `${issuedMember}.expDate`, month));

    expect(answer).toBeDenied();
    promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
  });
}

check(
  'v1.create-virtual-card.future-expiry',
  'issues no card that expired with the last month',
  async ({ v1 }) => {
    const [{ order }, today] = await Promise.all([newOrder(v1), todayAt(v1)]);
    const month = monthBeside(today, -1);

    const answer = await v1.createVirtualCard(withValue(order, `${issuedMember}.expDate`, month));

    expect(answer).toBeDenied();
    promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
  },
);

check(
  'v1.create-virtual-card.next-month',
  'issues a card that expires with the next month',
  async ({ v1 }) => {
    const [{ order }, today] = await Promise.all([newOrder(v1), todayAt(v1)]);
    const month = monthBeside(today, 1);

    const answer = await v1.createVirtualCard(withValue(order, `${issuedMember}.expDate`, month));

    expect(answer).toSucceed();
  },
);

check(
  'v1.create-virtual-card.this-month-is-usable',
  'lets a card be used that expires with this month',
  async ({ v1, skip }) => {
    const [{ order }, today] = await Promise.all([newOrder(v1), todayAt(v1)]);
    const month = today.toISOString().slice(0, 7).replace('-', '');

    const issued = await v1.createVirtualCard(withValue(order, `${issuedMember}.expDate`, month));

    // Whether this month lies in the future is not said; a card is usable at once in any case.
    if (!carriedOut(issued)) return skip('no card is issued that expires with this month');
    const card = cardIn(issued);
    expect(await v1.creditCard(anAmountOf(card, minorUnits(50_00)))).toSucceed();
    expect(await v1.debitCard(anAmountOf(card, minorUnits(10_00)))).toSucceed();
  },
);

check(
  'v1.create-virtual-card.unknown-account',
  'issues no card for an account that does not exist',
  async ({ v1 }) => {
    const { order } = await newOrder(v1);
    const accountNumber = unknownAccountLike(order.accountNumber);

    const answer = await v1.createVirtualCard({ ...order, accountNumber });

    expect(answer).toBeDenied();
    promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
  },
);

check(
  'v1.create-virtual-card.second-card-same-account',
  'issues a second card for the same account',
  async ({ v1, skip }) => {
    const [first, terms] = await Promise.all([newCard(v1), learnOrderTerms(v1)]);
    const { accountNumber } = first;

    const issued = await v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, ...terms }));

    if (!carriedOut(issued)) return skip('a customer has one card only');
    const second = { ...first, ...cardIn(issued), balance: await balanceOf(v1, first) };
    const credit = await v1.creditCard(anAmountOf(second, minorUnits(37_00)));
    promised(credit, 'v1.credit-card.succeeds');
    await expectChange(v1, second, 37_00);
    const data = await v1.getAccountData({ accountNumber, returnCardNumber: true });
    const entries = accountCardsIn(data.answer.json);
    if (!entries.every(isRecognisable)) return;
    const areListed = (): boolean =>
      [first, second].every((card) => entries.some((entry) => isOf(entry, card)));
    expect(data).toSucceed({
      accountData: expect.toSatisfy(areListed, 'accountData with both cards among its cards'),
    });
  },
);

check(
  'v1.create-virtual-card.refusal-issues-nothing',
  'issues no card when it does not succeed',
  async ({ v1 }) => {
    const { order, customer } = await newOrder(v1);
    const { accountNumber } = customer;
    const before = promised(
      await v1.getAccountData({ accountNumber }),
      'v1.get-account-data.succeeds',
    );

    const answer = await v1.createVirtualCard(without(order, 'currency'));

    promisedRefusal(answer, 'v1.create-virtual-card.needs-currency');
    const cards = memberOf(before.answer.json, 'accountData.cards');
    expect(await v1.getAccountData({ accountNumber })).toSucceed({ accountData: { cards } });
    promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
  },
);

check(
  'v1.create-virtual-card.expiry-of-the-card',
  'is asked for a month of expiry',
  async ({ v1, observe }) => {
    const { order } = await newOrder(v1);

    const issued = await v1.createVirtualCard(order);

    const shown = memberOf(issued.answer.json, `${issuedMember}.expDate`);
    const isThat = shown === order.virtualCardIdentification.expDate;
    observe(isThat ? 'shows the month that was asked for' : 'shows another month');
  },
);

check(
  'v1.create-virtual-card.ws-shows-the-number',
  'shows the whole number with WS',
  async ({ v1 }) => {
    const { order } = await newOrder(v1);

    const issued = promised(
      await v1.createVirtualCard({ ...order, deliveryMethod: 'WS' }),
      'v1.create-virtual-card.takes-ws',
    );

    const cardNumber = expect.stringMatching(/^\d{12,19}$/);
    expect(issued).toSucceed({ [issuedMember]: { cardNumber } });
    const number = memberOf(issued.answer.json, `${issuedMember}.cardNumber`) as CardNumber;
    expect(await v1.creditCard(anAmountOf({ number }, minorUnits(1_00)))).toSucceed();
  },
);

for (const [id, what, names] of [
  [
    'v1.create-virtual-card.half-and-half-masks',
    'no full number',
    ['cardNumber', 'cardNumberMask'],
  ],
  ['v1.create-virtual-card.half-and-half-hides-cvv2', 'no cvv2', ['cvv2']],
] as const) {
  check(id, `shows ${what} with HALF_AND_HALF`, async ({ v1, skip }) => {
    const { order } = await newOrder(v1);

    const issued = await v1.createVirtualCard({ ...order, deliveryMethod: 'HALF_AND_HALF' });

    if (!carriedOut(issued)) return skip('a card order with HALF_AND_HALF does not succeed');
    const hidden = expect.toSatisfy((value) => !/^\d+$/.test(String(value)), 'not all digits');
    const part = Object.fromEntries(names.map((name) => [name, hidden]));
    expect(issued).toSucceed({ [issuedMember]: part });
    if (inSmokeOnly()) return;

    const second = await v1.createVirtualCard({ ...order, deliveryMethod: 'HALF_AND_HALF' });
    if (carriedOut(second)) expect(second).toSucceed({ [issuedMember]: part });
  });
}

for (const deliveryMethod of ['SMS', 'NONE', 'POST']) {
  check(
    'v1.create-virtual-card.other-delivery-method',
    `issues no card with ${deliveryMethod}`,
    async ({ v1 }) => {
      const { order } = await newOrder(v1);

      const answer = await v1.createVirtualCard({ ...order, deliveryMethod });

      expect(answer).toBeDenied();
      promised(
        await v1.createVirtualCard({ ...order, deliveryMethod: 'WS' }),
        'v1.create-virtual-card.takes-ws',
      );
    },
  );
}

check(
  'v1.create-virtual-card.no-delivery-method',
  'is asked without deliveryMethod',
  async ({ v1, observe }) => {
    const { order } = await newOrder(v1);

    const issued = await v1.createVirtualCard(without(order, 'deliveryMethod'));

    observe(`${answerSummary(issued)}: ${issuedMembers(issued)}`);
  },
);

function issuedMembers({ answer }: Exchange): string {
  const shown = memberOf(answer.json, issuedMember);
  const names = typeof shown === 'object' && shown !== null ? Object.keys(shown).toSorted() : [];
  return names.join(', ') || 'no members';
}

/** What a card was issued with: its number, and its id where one is shown. */
function cardIn(issued: Exchange): Pick<V1Card, 'number' | 'cardId'> {
  const cardId = memberOf(issued.answer.json, `${issuedMember}.cardId`);
  return {
    number: textAt(issued, `${issuedMember}.cardNumber`) as CardNumber,
    cardId: typeof cardId === 'string' && cardId !== '' ? cardId : undefined,
  };
}

/** The month before or after, `YYYYMM`, with two days to spare for where the day is another one. */
function monthBeside(today: Date, step: 1 | -1): string {
  const day = new Date(today.getTime() + step * 2 * 86_400_000);
  const month = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + step));
  return month.toISOString().slice(0, 7).replace('-', '');
}

/** A BIN of the same length with another last digit. */
function otherBin(bin: string): string {
  return `${bin.slice(0, -1)}${bin.endsWith('9') ? '8' : '9'}`;
}
