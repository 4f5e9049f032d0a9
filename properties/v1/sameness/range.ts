import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
  monthsToCome,
} from '../../../fixtures/builders/v1.ts';
import { minorUnits } from '../../../fixtures/builders/values.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import { learnOrderTerms } from '../../../fixtures/dialect/v1-order-terms.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { accountCardsIn } from '../../../fixtures/fields/v1-items.ts';
import { inSmokeOnly, repeated } from '../../../fixtures/repeated.ts';
import { type Exchange, memberOf } from '../../../fixtures/transcript/exchange.ts';
import {
  balanceOf,
  cardIn,
  newCard,
  newCustomer,
  promised,
  type V1Card,
} from '../../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../../fixtures/worlds/v1-funded.ts';
import { isEntryOf } from '../../../fixtures/worlds/v1-facts.ts';
import { leavesOf } from '../../../fixtures/worlds/v1-leaves.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 2.1, 2.7 and 4: values of one range are all treated alike.

/** Odd and even, round and not, of every number of digits that a test card may well be paid. */
const amounts = [
  1_00, 1_01, 1_23, 1_50, 1_99, 2_56, 3_33, 5_12, 6_67, 7_77, 9_99, 10_00, 10_01, 10_24, 12_34,
  19_99, 25_55, 29_99, 40_96, 50_01,
];

export const creditsOfEveryAmount = rowsOf(
  amounts.filter((_amount, place) => place % 3 !== 1 && place > 3),
  (amount) => `an amount of ${amount}`,
  async (v1: V1Client, amount) => {
    const card = await newCard(v1);
    const before = await balanceOf(v1, card);
    const credited = promised(
      await v1.creditCard(anAmountOf(card, minorUnits(amount))),
      'v1.credit-card.succeeds',
    );

    const gained = (await balanceOf(v1, card)) - before;
    expect(gained, sentExpectedGot(credited, `a balance ${amount} higher`)).toBe(amount);
    const order = { ...anAmountOf(card, minorUnits(amount + 1)), preAuthorization: true };
    const authorized = await v1.creditCard(order);
    const more = (await balanceOf(v1, card)) - before - gained;
    // Whether it is booked at once is open.
    const about = sentExpectedGot(authorized, `a balance as before, or ${amount + 1} higher`);
    expect([0, amount + 1], about).toContain(more);
  },
);

export const transfersOfEveryAmount = rowsOf(
  amounts.filter((_amount, place) => place % 3 !== 0).slice(0, 5),
  (amount) => `an amount of ${amount}`,
  async (v1: V1Client, amount) => {
    const [from, to] = await Promise.all([fundedCard(v1, minorUnits(70_00)), newCard(v1)]);
    const [paying, paid] = await Promise.all([balanceOf(v1, from), balanceOf(v1, to)]);
    const moved = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(amount)));

    // Limits of the product are not shown, nor is how small a transfer may be.
    if (!carriedOut(moved)) return;
    const gained = (await balanceOf(v1, to)) - paid;
    expect(gained, sentExpectedGot(moved, `${amount} more on the other card`)).toBe(amount);
    const taken = paying - (await balanceOf(v1, from));
    const words = `${amount} taken, and no more than a fee beside it`;
    expect(taken >= amount && taken < amount + 20_00, sentExpectedGot(moved, words)).toBe(true);
  },
);

/** Days of the past, countries, and what is called free text. Document 1, part 4. */
const registrations = [
  { start_date: '2020-02-29', country_code: '056', postal_code: '08001' },
  { start_date: '2000-02-29', country_code: '040', postal_code: 'SW1A 1AA' },
  { start_date: '2019-12-31', country_code: '620', postal_code: '1000-001' },
  { start_date: '2021-01-01', country_code: '826' },
  { start_date: '2022-03-31', country_code: '008' },
  { start_date: '2023-10-29', country_code: '246' },
  { start_date: '2024-08-08', country_code: '100' },
  { start_date: '1999-12-31', country_code: '894' },
  { start_date: '1969-12-31', country_code: '300' },
  { start_date: '1955-06-01', country_code: '756' },
  { start_date: '2018-06-30', country_code: '578', postal_code: '0150' },
  { start_date: '2018-07-01', country_code: '372' },
  { start_date: '2017-02-28', country_code: '752' },
  { start_date: dayBefore(2), country_code: '250' },
];

const longAgo = '1990-01-01';

export const registrationsOfEveryKind = rowsOf(
  registrations,
  ({ start_date, country_code }) => `a customer since ${start_date} in ${country_code}`,
  async (v1: V1Client, part) => {
    const registration = await newRegistration(v1, part);
    const { customer_number } = registration;

    const registered = await v1.registerCustomer(asRegistrationRequest(registration));

    // How far back a day may lie is not said: one that is refused is compared with an earlier one.
    if (part.start_date < longAgo && !carriedOut(registered)) {
      const earlier = { ...part, start_date: '1950-02-28' };
      const since = await v1.registerCustomer(
        asRegistrationRequest(await newRegistration(v1, earlier)),
      );
      if (!carriedOut(since)) return;
    }
    expect(registered).toSucceed({ customerNumber: customer_number });
  },
);

/** A day so many days ago, by our clock: that of a target is not behind it. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** PINs that nobody takes for too simple, of digits that stand anywhere. */
const pins = ['0739', '4820', '9050'];

export const pinsOfEveryDigit: Row = {
  name: 'changes a PIN to one that it would form',
  ask: async (v1) => {
    for (const pin of pins) {
      const [formed, changed] = await Promise.all([newCard(v1), newCard(v1)]);
      const cardIdentification = byNumber(changed);
      const chosen = { cardIdentification: byNumber(formed), pinValue: pin };
      const first = await v1.generatePin({ cardIdentification, pinDeliveryMethod: 'WS' });
      const taken = await v1.generatePin({ ...chosen, pinDeliveryMethod: 'WS' });
      // Which PINs there may be is the affair of the target, and the same for both operations.
      if (!carriedOut(first) || memberOf(taken.answer.json, 'pinValue') !== pin) continue;

      expect(await v1.changePin({ cardIdentification, newPinData: pin })).toSucceed();
    }
  },
};

export const cvcsOfEveryDigit: Row = {
  name: 'shows CVC2s of one length, whatever their first digit',
  ask: async (v1) => {
    const cardIdentification = byNumber(await newCard(v1));
    const shown = new Map<number, Exchange>();
    for (let turn = 0; turn < repeated(24); turn += 1) {
      const answer = await v1.generateCVC2({ cardIdentification, deliveryMethod: 'WS' });
      const cvc2 = memberOf(answer.answer.json, 'cvc2');
      if (typeof cvc2 === 'string') shown.set(cvc2.length, answer);
    }
    const words = 'a cvc2 of as many digits each time';
    const lengths = [...shown.keys()];
    expect(lengths.slice(1), sentExpectedGot([...shown.values()], words)).toEqual([]);
  },
};

const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));

/** Behind the end of seconds in 32 bits, and far ahead. */
const farExpiries = ['203801', '203802', '204506', '209912'];

export const cardsOfEveryMonth: Row = {
  name: 'issues cards to every month of a year, which pay with the expiry that was told and show it',
  ask: async (v1) => {
    const { expDate, productType } = await learnOrderTerms(v1);
    const to = await newCard(v1);
    const expiries: ShownExpiry[] = [];
    // Where the clock was moved that far, the first months of the year that was found may be over.
    const isMoved = expDate !== monthsToCome()[0];
    const ofYear = months.map((month) => `${expDate.slice(0, 4)}${month}`);
    const near = isMoved ? ofYear.filter((month) => month >= expDate) : ofYear;
    // Where the clock was moved for decades, some of them are over.
    const far = inSmokeOnly() ? [] : farExpiries.filter((expiry) => expiry > expDate);
    for (const [place, expiry] of [...near, ...far].entries()) {
      const { accountNumber } = await newCustomer(v1);
      const order = { accountNumber, productType, expDate: expiry };
      const issued = await v1.createVirtualCard(aCardOrder(v1.settings, order));
      // For how many years a card may be issued is not said.
      if (farExpiries.includes(expiry) && !carriedOut(issued)) continue;
      expect(issued).toSucceed();
      const card = cardIn(issued);
      promised(await v1.creditCard(anAmountOf(card, minorUnits(20_00))), 'v1.credit-card.succeeds');

      expect(await v1.p2pTransfer(aP2pTransfer(card, to, minorUnits(5_00)))).toSucceed();
      if (inSmokeOnly()) continue;
      const ofAccount = [card];
      // Whether an account can have a second card is not said; where it can, each shows its own month.
      if (place === 3 || place === 7) {
        const sooner = { ...order, expDate: near[place - 1] ?? expiry };
        const second = await v1.createVirtualCard(aCardOrder(v1.settings, sooner));
        if (carriedOut(second)) ofAccount.push(cardIn(second));
      }
      for (const one of ofAccount) {
        expiries.push(...(await expiriesShown(v1, { ...one, accountNumber })));
      }
    }
    for (const place of expiryPlaces) {
      expectOneForm(expiries.filter((one) => one.place === place));
    }
  },
};

/** Where the expiry of a card is shown beside the answer to its order. Document 1, parts 2.5 and 4. */
const expiryPlaces = ['getAccountData', 'getCardData'] as const;

interface ShownExpiry {
  readonly place: (typeof expiryPlaces)[number];
  readonly shown: string;
  /** What the answer to the order told, `YYYYMM`. */
  readonly told: string;
  readonly by: Exchange;
}

async function expiriesShown(
  v1: V1Client,
  card: Pick<V1Card, 'number' | 'expDate' | 'cardId' | 'accountNumber'>,
): Promise<ShownExpiry[]> {
  const { accountNumber, expDate: told } = card;
  const [account, data] = await Promise.all([
    v1.getAccountData({ accountNumber }),
    v1.getCardData({ cardIdentification: byNumber(card) }),
  ]);
  const listed = accountCardsIn(account.answer.json);
  const entries = listed.length === 1 ? listed : listed.filter((entry) => isEntryOf(entry, card));
  const seen = [
    ['getAccountData', account, entries.length === 1 ? entries : []],
    ['getCardData', data, data.answer.json],
  ] as const;
  return seen.flatMap(([place, by, json]) => {
    const leaves = carriedOut(by) ? leavesOf(json, ['expiryDate']) : [];
    return leaves.map((leaf) => ({ place, shown: leaf.replace('expiryDate ', ''), told, by }));
  });
}

/**
 * Natural forms of a month of expiry; part 2.5 does not show which one expiryDate has. A moment with an
 * offset is none of them, since it may lie in the month beside.
 */
const expiryForms: readonly ((year: string, month: string) => RegExp)[] = [
  (year, month) => new RegExp(`^${year}[-/.]?${month}$`),
  (year, month) => new RegExp(`^${month}[-/.]?${year}$`),
  (year, month) => new RegExp(`^${month}[-/.]?${year.slice(2)}$`),
  (year, month) => new RegExp(`^${year.slice(2)}[-/.]?${month}$`),
  (year, month) => new RegExp(`^${year}-?${month}-?\\d{2}(?:[T ][\\d:.]+)?$`),
  (year, month) => new RegExp(`^\\d{2}[-/.]${month}[-/.]${year}$`),
];

/** Each shows its month in the form in which most of them do, if that is one that we know. */
function expectOneForm(expiries: readonly ShownExpiry[]): void {
  const inForm = ({ shown, told }: ShownExpiry, form: (typeof expiryForms)[number]): boolean =>
    form(told.slice(0, 4), told.slice(4, 6)).test(shown);
  const form = expiryForms.find(
    (one) => expiries.filter((expiry) => inForm(expiry, one)).length > expiries.length / 2,
  );
  if (form === undefined) return;
  for (const expiry of expiries) {
    const words = `expiryDate of the card that expires with ${expiry.told}, as for other months`;
    expect(inForm(expiry, form), sentExpectedGot(expiry.by, words)).toBe(true);
  }
}
