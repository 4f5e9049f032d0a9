import { anAmountOf, byNumber } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { controlClient } from '../../fixtures/clients/control.ts';
import type { Session } from '../../fixtures/target/session.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import { accountCardsIn } from '../../fixtures/fields/v1-items.ts';
import { learnAccountStatus } from '../../fixtures/dialect/v1.ts';
import {
  balanceOf,
  newCard,
  newCustomer,
  promised,
  promisedToShow,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { isOf, isSurelyOf } from './account-cards.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { block } from '../../fixtures/worlds/v1-states.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { newOrder } from '../../fixtures/worlds/v1-orders.ts';

// Document 1, part 2.5: getAccountData.

const readable = 'v1.get-account-data.succeeds';

check('v1.get-account-data.keeps-number', 'shows the number it was asked for', async ({ v1 }) => {
  const [{ accountNumber }] = await Promise.all([newCustomer(v1), newCustomer(v1)]);

  const data = promised(await v1.getAccountData({ accountNumber }), readable);

  expect(data).toSucceed({ accountData: { number: accountNumber } });
});

check('v1.get-account-data.currency-is-978', 'shows the currency 978', async ({ v1 }) => {
  const { accountNumber } = await newCustomer(v1);

  const data = promised(await v1.getAccountData({ accountNumber }), readable);

  expect(data).toSucceed({ accountData: { currency: 978 } });
});

check(
  'v1.get-account-data.lists-the-card',
  'lists a card that was issued for it',
  async ({ v1 }) => {
    const card = await newCard(v1);
    const { accountNumber } = card;

    const data = promised(
      await v1.getAccountData({ accountNumber, returnCardNumber: true }),
      readable,
    );

    // By both lists of its members an entry can be told: by a number, masked or not, or an id.
    const entries = accountCardsIn(data.answer.json);
    const isListed = (): boolean => entries.some((entry) => isOf(entry, card));
    expect(data).toSucceed({
      accountData: expect.toSatisfy(isListed, 'accountData with the card among its cards'),
    });
  },
);

check(
  'v1.get-account-data.lists-no-other-card',
  'lists no card of another account',
  async ({ v1, skip }) => {
    const [card, other] = await Promise.all([newCard(v1), newCard(v1)]);

    for (const [own, strange] of [
      [card, other],
      [other, card],
    ] as const) {
      const { accountNumber } = own;
      const data = promised(
        await v1.getAccountData({ accountNumber, returnCardNumber: true }),
        readable,
      );
      const entries = accountCardsIn(data.answer.json);
      if (!entries.some((entry) => isSurelyOf(entry, own))) {
        return skip('card entries show neither a whole number nor an id that is known');
      }
      const isNotListed = (): boolean => !entries.some((entry) => isSurelyOf(entry, strange));
      expect(data).toSucceed({
        accountData: expect.toSatisfy(isNotListed, 'accountData with no card of another account'),
      });
    }
  },
);

check(
  'v1.get-account-data.customer-is-the-holder',
  'shows the customerId of its holder',
  async ({ v1 }) => {
    const { accountNumber, customerNumber } = await newCustomer(v1);
    const customerId = textAt(await v1.getCustomerDetails({ customerNumber }), 'customerId');

    const data = promised(await v1.getAccountData({ accountNumber }), readable);

    // By which of its two numbers an account names its customer is not shown.
    const isHolder = (shown: unknown): boolean => shown === customerId || shown === customerNumber;
    const wanted = `${customerId} or ${customerNumber}`;
    expect(data).toSucceed({ accountData: { customerId: expect.toSatisfy(isHolder, wanted) } });
  },
);

check('v1.get-account-data.opening-balance', 'opens an account', async ({ v1, observe }) => {
  observe(`balance ${await balanceOf(v1, await newCustomer(v1))}`);
});

check(
  'v1.get-account-data.full-number-on-demand',
  'shows the full number when it is asked for',
  async ({ v1, skip }) => {
    const { accountNumber, number } = await newCard(v1);

    const data = promised(
      await v1.getAccountData({ accountNumber, returnCardNumber: true }),
      readable,
    );

    const shown = numbersIn(data.answer.json);
    if (shown.length === 0) return skip('card entries show no cardNumber');
    const isFull = (): boolean => shown.includes(number);
    expect(data).toSucceed({
      accountData: expect.toSatisfy(isFull, 'accountData with the full cardNumber'),
    });

    const { order } = await newOrder(v1);
    const issued = await v1.createVirtualCard({ ...order, accountNumber });
    if (!carriedOut(issued)) return;
    const second = memberOf(issued.answer.json, 'virtualCardIdentification.cardNumber');
    const both = await v1.getAccountData({ accountNumber, returnCardNumber: true });
    const areFull = (): boolean =>
      [number, second].every((one) => numbersIn(both.answer.json).some((shown) => shown === one));
    expect(both).toSucceed({
      accountData: expect.toSatisfy(areFull, 'accountData with both full cardNumbers'),
    });
    if (inSmokeOnly() || !(await block(v1, { number }))) return;

    // A blocked card need not be listed; one that is has its number.
    const blocked = await v1.getAccountData({ accountNumber, returnCardNumber: true });
    const areStillFull = (): boolean =>
      accountCardsIn(blocked.answer.json)
        .map((entry) => memberOf(entry, 'cardNumber'))
        .every((shown) => shown === number || shown === second);
    expect(blocked).toSucceed({
      accountData: expect.toSatisfy(areStillFull, 'accountData with full cardNumbers only'),
    });

    const cardIdentification = byNumber({ number });
    promised(await v1.validateCard({ cardIdentification }), 'v1.validate-card.succeeds');
    const unlocked = await v1.getAccountData({ accountNumber, returnCardNumber: true });
    const areFullAgain = (): boolean =>
      [number, second].every((one) =>
        numbersIn(unlocked.answer.json).some((shown) => shown === one),
      );
    expect(unlocked).toSucceed({
      accountData: expect.toSatisfy(areFullAgain, 'accountData with both full cardNumbers'),
    });
  },
);

check(
  'v1.get-account-data.full-number-is-returned',
  'shows the full number of its card somewhere when it is asked for',
  async ({ v1 }) => {
    const { accountNumber, number } = await newCard(v1);

    const data = promised(
      await v1.getAccountData({ accountNumber, returnCardNumber: true }),
      readable,
    );

    // Whether the card is listed at all is another requirement, and so is under which name it shows its number.
    if (accountCardsIn(data.answer.json).length === 0) return;
    const isShown = (accountData: unknown): boolean =>
      JSON.stringify(accountData).replaceAll(/[ -]/g, '').includes(number);
    expect(data).toSucceed({
      accountData: expect.toSatisfy(isShown, 'accountData with the full number of its card'),
    });
  },
);

check(
  'v1.get-account-data.no-full-number-when-declined',
  'shows no full number with returnCardNumber false',
  async ({ v1, skip }) => {
    const { accountNumber, number } = await newCard(v1);
    // What is short, or holds more than digits, need not be a number of which some could be hidden.
    if (!/^\d{12,19}$/.test(number))
      return skip('the cardNumber of a card has not 12 to 19 digits');
    const whole = promised(
      await v1.getAccountData({ accountNumber, returnCardNumber: true }),
      readable,
    );
    const shownWhole = numbersIn(whole.answer.json);
    if (shownWhole.length === 0) return skip('card entries show no cardNumber');
    if (!shownWhole.includes(number)) {
      const demand = 'v1.get-account-data.full-number-on-demand';
      promisedToShow(whole, 'accountData with the full cardNumber', demand);
    }

    const data = await v1.getAccountData({ accountNumber, returnCardNumber: false });

    promised(data, 'v1.get-account-data.takes-return-card-number');
    const isHidden = (): boolean => !numbersIn(data.answer.json).includes(number);
    expect(data).toSucceed({
      accountData: expect.toSatisfy(isHidden, 'accountData without the full cardNumber'),
    });
  },
);

check(
  'v1.get-account-data.number-unasked',
  'is asked without returnCardNumber',
  async ({ v1, observe }) => {
    const { accountNumber, number } = await newCard(v1);

    const data = promised(await v1.getAccountData({ accountNumber }), readable);

    const [shown] = numbersIn(data.answer.json);
    if (shown === undefined) observe('cardNumber is absent');
    else observe(shown === number ? 'cardNumber is shown in full' : 'cardNumber is masked');
  },
);

check(
  'v1.get-account-data.card-entry-shape',
  'shows the members of a card entry',
  async ({ v1, observe }) => {
    const { accountNumber } = await newCard(v1);

    const data = promised(
      await v1.getAccountData({ accountNumber, returnCardNumber: true }),
      readable,
    );

    const [entry] = accountCardsIn(data.answer.json);
    const names = Object.keys(entry ?? {}).toSorted();
    observe(names.join(', ') || 'no entry');
  },
);

check('v1.get-account-data.product-id', 'shows a productId or none', async ({ v1, observe }) => {
  const { accountNumber } = await newCard(v1);

  const data = promised(await v1.getAccountData({ accountNumber }), readable);

  const [entry] = accountCardsIn(data.answer.json);
  observe(memberOf(entry, 'productId') === undefined ? 'not shown' : 'shown');
});

check(
  'v1.change-account-status.is-seen-in-card-entries',
  'shows two values of accountStatus that were set as two',
  async ({ v1, skip }) => {
    const [first, { accountNumber }] = await Promise.all([
      learnAccountStatus(v1, 'changeAccountStatus'),
      newCard(v1),
    ]);
    if (first === undefined) return skip('no known accountStatus is accepted');
    promised(
      await v1.changeAccountStatus({ accountNumber, accountStatus: first }),
      'v1.change-account-status.succeeds',
    );
    const before = statusesIn((await v1.getAccountData({ accountNumber })).answer.json);
    if (before.length === 0) return skip('card entries show no accountStatus');

    const other = await setAnotherStatus(v1, accountNumber, first);

    if (other === undefined) return skip('no second accountStatus is known to be accepted');
    expect(await v1.getAccountData({ accountNumber })).toSucceed(
      expect.toSatisfy(
        (json) => statusesIn(json).every((status) => !before.includes(status)),
        `card entries with another accountStatus for ${other} than for ${first}`,
      ),
    );
  },
);

// Document 1, part 2.7: the transaction result.

check('v1.transaction-result.serial-numbers', 'numbers two credits', async ({ v1, observe }) => {
  const card = await newCard(v1);
  const first = await v1.creditCard(anAmountOf(card, minorUnits(1_00)));
  const second = await v1.creditCard(anAmountOf(card, minorUnits(1_00)));

  const seen = ['systemTraceAuditNumber', 'rrn'].map((name) => {
    const [one, two] = [first, second].map(({ answer }) => memberOf(answer.json, name));
    return `${name} ${one === two ? 'stays' : 'differs'}`;
  });
  observe(seen.join(', '));
});

check('v1.transaction-result.date', 'dates a credit', async ({ v1, session, observe }) => {
  const card = await newCard(v1);

  const credit = await v1.creditCard(anAmountOf(card, minorUnits(1_00)));

  const dated = String(memberOf(credit.answer.json, 'localTransactionDate'));
  const [, moment = '', zone = ''] = /^(.{19})[.,\d]*(Z|[+-]\d\d.*)?$/.exec(dated) ?? [];
  const { date = '' } = credit.answer.headers;
  // An earlier run may have moved the clock; the header may well show that of the machine.
  const hereMs = (await momentOn(session)) ?? (Date.parse(date) || Date.now());
  const quarters = Math.round((Date.parse(`${moment}Z`) - hereMs) / 900_000);
  const form = zone === '' ? 'without a zone' : `with the zone ${zone}`;
  // A clock that was moved says nothing about zones.
  observe(
    Math.abs(quarters) <= 14 * 4
      ? `${form}, ${quarters * 15} minutes from UTC`
      : `${form}, on another day`,
  );
});

check('v1.transaction-result.processing-code', 'codes movements', async ({ v1, observe }) => {
  const card = await fundedCard(v1, minorUnits(50_00));

  const credit = await v1.creditCard(anAmountOf(card, minorUnits(1_00)));
  const debit = await v1.debitCard(anAmountOf(card, minorUnits(1_00)));

  const [ofCredit, ofDebit] = [credit, debit].map(({ answer }) =>
    String(memberOf(answer.json, 'processingCode')),
  );
  observe(`credit ${ofCredit}, debit ${ofDebit}`);
});

/** What the clock of the target shows, where it can be asked. */
async function momentOn(session: Session): Promise<number | undefined> {
  const { control } = session.target;
  if (control === undefined) return undefined;
  return (await controlClient(session.connectionTo(control.url), control.token).now()).getTime();
}

/** Sets a status that the account does not have; `undefined` where none that we know of is taken. */
async function setAnotherStatus(
  v1: V1Client,
  accountNumber: string,
  first: number,
): Promise<number | undefined> {
  for (const accountStatus of [0, 1, 2, 3, 4].filter((status) => status !== first)) {
    if (carriedOut(await v1.changeAccountStatus({ accountNumber, accountStatus }))) {
      return accountStatus;
    }
  }
  return undefined;
}

function statusesIn(json: unknown): string[] {
  return accountCardsIn(json)
    .map((entry) => memberOf(entry, 'accountStatus') ?? '')
    .filter((status) => status !== '')
    .map(String);
}

function numbersIn(json: unknown): string[] {
  return accountCardsIn(json)
    .map((entry) => memberOf(entry, 'cardNumber'))
    .filter((number) => typeof number === 'string' && number !== '') as string[];
}
