import { anAmountOf, aP2pTransfer, byNumber } from '../../fixtures/builders/v1.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  memberNamesOf,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  amountMoved,
  accountCardsIn,
  movesSomething,
  transactionsIn,
} from '../../fixtures/fields/v1-items.ts';
import { historyOf, learnHistoryForm } from '../../fixtures/dialect/v1.ts';
import {
  balanceOf,
  creditLimitOf,
  newCard,
  promised,
  promisedToShow,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { fundedCard as fundedCardOfV2, newCard as newCardOfV2 } from '../../fixtures/worlds/v2.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { isOf } from './account-cards.ts';

// Document 1, parts 2.8 and 4: getTransactions, getCardBalance, getTokenList.

const noHistory = 'no known form of getTransactions is accepted';

// Amounts that nothing else in a history has, so that each item is known by its own.
const credited = minorUnits(41_23);
const debited = minorUnits(7_89);
const transferred = minorUnits(5_67);

const movements = [
  ['a-credit', 'v1.get-transactions.lists-a-credit', 'CREDIT', credited],
  ['a-debit', 'v1.get-transactions.lists-a-debit', 'DEBIT', debited],
  ['a-transfer-out', 'v1.get-transactions.lists-a-transfer-out', 'DEBIT', transferred],
  ['a-transfer-in', 'v1.get-transactions.lists-a-transfer-in', 'CREDIT', transferred],
] as const;

for (const [kind, id, direction, amount] of movements) {
  const what = kind.replaceAll('-', ' ');

  check(id, `lists ${what} with its direction and amount`, async ({ v1, skip }) => {
    const { cardOf } = await moved(v1);

    const history = await listedOf(v1, cardOf[kind]);

    if (history === undefined) return skip(noHistory);
    const items = movementsOf(history, amount).map((item) => memberOf(item, 'operationDirection'));
    const message = sentExpectedGot(history, `an item with ${direction} and amount ${amount}`);
    expect(items, message).toContain(direction);
  });

  check('v1.get-transactions.lists-once', `lists ${what} once`, async ({ v1, skip }) => {
    const { cardOf } = await moved(v1);

    const history = await listedOf(v1, cardOf[kind]);

    if (history === undefined) return skip(noHistory);
    const message = sentExpectedGot(history, `one item with the amount ${amount}`);
    expect(movementsOf(history, amount).length, message).toBe(1);
  });

  for (const [clause, member, value, field] of [
    [
      'v1.get-transactions.shows-the-currency',
      'currency',
      978,
      'v1.transaction.currency-is-an-integer',
    ],
    [
      'v1.get-transactions.account-amount',
      'amountInAccountCurrency',
      amount,
      'v1.transaction.amount-in-account-currency-is-an-integer',
    ],
  ] as const) {
    check(clause, `shows ${member} ${value} for ${what}`, async ({ v1, skip }) => {
      const { cardOf } = await moved(v1);

      const history = await listedOf(v1, cardOf[kind]);

      if (history === undefined) return skip(noHistory);
      const [item] = movementsOf(history, amount);
      if (item === undefined) return promisedToShow(history, `an item of ${amount}`, id);
      const shown = memberOf(item, member);
      if (shown === undefined || shown === null) return promisedToShow(history, member, field);
      const message = sentExpectedGot(history, `${member} ${value} in the item of ${amount}`);
      // With or without a sign, as amount itself.
      expect(typeof shown === 'number' ? Math.abs(shown) : shown, message).toBe(value);
    });
  }
}

for (const [id, member, sent] of [
  ['v1.get-transactions.shows-the-terminal', 'terminalId', anAcceptor.terminalIdentification],
  ['v1.get-transactions.shows-the-merchant', 'merchantId', anAcceptor.merchantIdentification],
  ['v1.get-transactions.shows-the-category', 'mcc', anAcceptor.merchantType],
  ['v1.get-transactions.shows-the-address', 'terminalAddress', anAcceptor.nameAndLocation],
] as const) {
  check(id, `shows ${member} of the acceptor of a debit`, async ({ v1, skip }) => {
    const history = await historyOfPurchase(v1);

    if (history === undefined) return skip(noHistory);
    const [item] = movementsOf(history, debited);
    if (item === undefined) {
      return promisedToShow(history, `an item of ${debited}`, 'v1.get-transactions.lists-a-debit');
    }
    const shown = memberOf(item, member);
    if ((shown ?? '') === '') return skip(`items show no ${member}`);
    // Texts of a fixed width may be padded or cut, and addresses are often written in capitals.
    const [short, long] = [String(shown), sent]
      .map((text) => text.trim().toLowerCase())
      .toSorted((a, b) => a.length - b.length);
    const isThat = short !== undefined && short.length > 3 && long?.includes(short);
    const message = sentExpectedGot(history, `${member} ${sent} in the item of ${debited}`);
    expect(isThat, message).toBe(true);
  });
}

check(
  'v1.get-transactions.tells-terminal-from-merchant',
  'shows the merchant of a debit not as its terminal, and its terminal not as its merchant',
  async ({ v1, skip }) => {
    const history = await historyOfPurchase(v1);

    if (history === undefined) return skip(noHistory);
    const [item] = movementsOf(history, debited);
    const [terminal, merchant] = ['terminalId', 'merchantId'].map((name) => {
      const shown = memberOf(item, name);
      return typeof shown === 'string' ? shown.trim() : undefined;
    });
    const { terminalIdentification, merchantIdentification } = anAcceptor;
    const sent: unknown[] = [terminalIdentification, merchantIdentification];
    if (!sent.includes(terminal) && !sent.includes(merchant))
      return skip('items show neither the terminal nor the merchant that was sent');
    const words = `a terminalId other than ${merchantIdentification}, and a merchantId other than ${terminalIdentification}`;
    const areSwapped = terminal === merchantIdentification || merchant === terminalIdentification;
    expect(areSwapped, sentExpectedGot(history, words)).toBe(false);
  },
);

check(
  'v1.get-transactions.shows-the-address',
  'shows the address of each of two terminals of one merchant',
  async ({ v1, skip }) => {
    if (inSmokeOnly()) return;
    const card = await fundedCard(v1, minorUnits(50_00));
    const digits = uniqueNumber(9);
    const merchantIdentification = `M00000${digits}`;
    const branches = [
      { terminal: `A${digits.slice(-7)}`, street: 'Calle del Pozo', amount: minorUnits(3_61) },
      { terminal: `B${digits.slice(-7)}`, street: 'Plaza del Carmen', amount: minorUnits(4_67) },
    ];
    for (const { terminal, street, amount } of branches) {
      const cardAcceptorParameters = {
        ...anAcceptor,
        merchantIdentification,
        terminalIdentification: terminal,
        nameAndLocation: `${street} ${digits}, Jaca`,
      };
      const debit = await v1.debitCard({ ...anAmountOf(card, amount), cardAcceptorParameters });
      if (!carriedOut(debit)) return skip('no debit names its acceptor');
    }

    const history = await listedOf(v1, card);

    if (history === undefined) return skip(noHistory);
    for (const [at, { street, amount }] of branches.entries()) {
      const [item] = movementsOf(history, amount);
      const address = memberOf(item, 'terminalAddress');
      const shown = typeof address === 'string' ? address.toLowerCase() : '';
      const other = branches[1 - at]?.street ?? '';
      const message = sentExpectedGot(
        history,
        `${street} in the item of ${amount}, and not ${other}`,
      );
      expect(shown.includes(other.toLowerCase()), message).toBe(false);
    }
  },
);

check(
  'v1.get-transactions.shows-the-category',
  'shows a category that begins with a zero as the number that it is',
  async ({ v1, skip }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    const amount = minorUnits(7_43);
    const cardAcceptorParameters = { ...anAcceptor, merchantType: '0742' };
    const debit = await v1.debitCard({ ...anAmountOf(card, amount), cardAcceptorParameters });
    if (!carriedOut(debit)) return skip('no debit in the category 0742 is carried out');

    const history = await listedOf(v1, card);

    if (history === undefined) return skip(noHistory);
    const shown = movementsOf(history, amount).map((item) => memberOf(item, 'mcc'))[0] ?? '';
    if (shown === '') return skip('items show no mcc');
    expect(Number(shown), sentExpectedGot([debit, history], 'mcc 742')).toBe(742);
  },
);

check(
  'v1.get-transactions.no-reversal',
  'lists ordinary movements as no reversals',
  async ({ v1, skip }) => {
    const { cardOf } = await moved(v1);

    const histories = await Promise.all([
      listedOf(v1, cardOf['a-debit']),
      listedOf(v1, cardOf['a-transfer-in']),
    ]);

    for (const history of histories) {
      if (history === undefined) return skip(noHistory);
      const shown = transactionsIn(history.answer.json).map((item) => memberOf(item, 'reversal'));
      const message = sentExpectedGot(history, 'no item with reversal true');
      expect(shown.includes(true), message).toBe(false);
      if (!shown.includes(false)) {
        promisedToShow(history, 'items with reversal', 'v1.transaction.reversal-is-a-boolean');
      }
    }
  },
);

check(
  'v1.get-transactions.concerns-one-card',
  'lists nothing of another account',
  async ({ v1, skip }) => {
    const [{ cardOf }, other] = await Promise.all([moved(v1), fundedCard(v1, minorUnits(30_01))]);

    const [ofOther, ofOne] = await Promise.all([
      listedOf(v1, other),
      listedOf(v1, cardOf['a-debit']),
    ]);

    if (ofOther === undefined || ofOne === undefined) return skip(noHistory);
    const strange = [credited, debited, transferred].flatMap((sum) => itemsOf(ofOther, sum));
    const message = sentExpectedGot(ofOther, 'no item of another card');
    expect(strange.length + itemsOf(ofOne, minorUnits(30_01)).length, message).toBe(0);
  },
);

check(
  'v1.get-transactions.concerns-one-card',
  'lists nothing that the v2 API moved on other cards',
  async ({ v1, v2, skip }) => {
    const [card, from, to] = await Promise.all([
      newCard(v1),
      fundedCardOfV2(v2, credited),
      newCardOfV2(v2),
    ]);
    await v2.createTransfer(aTransfer(from, to, transferred));

    const history = await listedOf(v1, card);

    if (history === undefined) return skip(noHistory);
    const strange = [credited, transferred].flatMap((amount) => itemsOf(history, amount));
    const message = sentExpectedGot(history, 'no item of another card');
    expect(strange.length, message).toBe(0);
  },
);

check('v1.get-transactions.request', 'is asked for a history', async ({ v1, observe }) => {
  const form = await learnHistoryForm(v1);

  observe(form === undefined ? 'accepted in no known form' : `taken ${form.name}`);
});

check('v1.get-transactions.wrapper', 'wraps the items', async ({ v1, observe, skip }) => {
  const history = await listedOf(v1, await fundedCard(v1, credited));
  if (history === undefined) return skip(noHistory);

  observe(pathOfItems(history.answer.json) ?? 'no items');
});

check(
  'v1.get-transactions.empty-history',
  'is asked for an empty history',
  async ({ v1, observe, skip }) => {
    const history = await listedOf(v1, await newCard(v1));
    if (history === undefined) return skip(noHistory);

    const count = transactionsIn(history.answer.json).length;
    observe(`${answerSummary(history)}: ${memberNamesOf(history)}, ${count} items`);
  },
);

check('v1.get-transactions.order', 'orders the items', async ({ v1, observe, skip }) => {
  const card = await fundedCard(v1, credited);
  promised(await v1.debitCard(anAmountOf(card, debited)), 'v1.debit-card.succeeds');
  const history = await listedOf(v1, card);
  if (history === undefined) return skip(noHistory);

  const amounts = transactionsIn(history.answer.json).map(amountMoved);
  const [first, second] = [amounts.indexOf(credited), amounts.indexOf(debited)];
  if (first === -1 || second === -1) observe('not every movement is listed');
  else observe(first < second ? 'oldest first' : 'newest first');
});

check('v1.get-transactions.declined', 'lists what was declined', async ({ v1, observe, skip }) => {
  const [card, to] = await Promise.all([fundedCard(v1, credited), newCard(v1)]);
  const tooMuch = card.balance + (await creditLimitOf(v1, card)) + 1;
  const declined = await v1.p2pTransfer(aP2pTransfer(card, to, minorUnits(tooMuch)));
  if (carriedOut(declined)) return skip('a transfer above balance and credit limit succeeds');

  const history = await listedOf(v1, card);

  if (history === undefined) return skip(noHistory);
  const isListed = transactionsIn(history.answer.json).some((item) =>
    [amountMoved(item), memberOf(item, 'requestAmount')].includes(tooMuch),
  );
  observe(isListed ? 'listed' : 'not listed');
});

check('v1.get-transactions.codes', 'codes movements', async ({ v1, observe, skip }) => {
  const { cardOf } = await moved(v1);
  const seen: string[] = [];
  for (const [kind, , , amount] of movements) {
    const history = await listedOf(v1, cardOf[kind]);
    if (history === undefined) return skip(noHistory);
    const [item] = movementsOf(history, amount);
    const names = ['transactionType', 'internalResponseCode', 'posDataCode'];
    const codes = names.map((name) => JSON.stringify(memberOf(item, name)) ?? 'none');
    seen.push(`${kind.replaceAll('-', ' ')} ${codes.join('/')}`);
  }

  observe(seen.join('; '));
});

for (const [what, act] of [
  ['a credit', (v1: V1Client, card: V1Card) => v1.creditCard(anAmountOf(card, credited))],
  ['a debit', (v1: V1Client, card: V1Card) => v1.debitCard(anAmountOf(card, debited))],
] as const) {
  check(
    'v1.get-card-balance.follows-the-money',
    `shows the balance after ${what}`,
    async ({ v1 }) => {
      const card = await fundedCard(v1, minorUnits(50_00));
      const cardIdentification = byNumber(card);
      const before = numbersIn((await v1.getCardBalance({ cardIdentification })).answer.json);
      promised(
        await act(v1, card),
        what === 'a credit' ? 'v1.credit-card.succeeds' : 'v1.debit-card.succeeds',
      );
      const change = (await balanceOf(v1, card)) - card.balance;

      const shown = promised(
        await v1.getCardBalance({ cardIdentification }),
        'v1.get-card-balance.succeeds',
      );

      // Which member is the balance is not shown, nor whether it holds the credit limit too.
      const after = numbersIn(shown.answer.json);
      const changes = [...after].map(([path, value]) => value - (before.get(path) ?? 0));
      const isShown = changes.some(
        (one) => one === change || Math.abs(one - change / 100) < 0.000_01,
      );
      const message = sentExpectedGot(shown, `a number that changed by ${change}`);
      expect(isShown, message).toBe(true);
    },
  );
}

check('v1.get-card-balance.response', 'shows a balance', async ({ v1, observe }) => {
  const cardIdentification = byNumber(await newCard(v1));

  observe(memberNamesOf(await v1.getCardBalance({ cardIdentification })));
});

check(
  'v1.get-token-list.takes-plastic-number',
  'takes the plasticNumber that the account shows for the card',
  async ({ v1, skip }) => {
    const card = await newCard(v1);
    const { accountNumber } = card;
    const data = await v1.getAccountData({ accountNumber, returnCardNumber: true });
    const entry = accountCardsIn(data.answer.json).find((one) => isOf(one, card));
    const plasticNumber = memberOf(entry, 'plasticNumber');
    if (!Number.isInteger(plasticNumber)) return skip('card entries show no plasticNumber');

    const answer = await v1.getTokenList({
      cardIdentification: { ...byNumber(card), plasticNumber },
    });

    expect(answer).toSucceed();
  },
);

check(
  'v1.get-token-list.all-plastics',
  'lists without plasticNumber what it lists with it',
  async ({ v1, skip }) => {
    const cardIdentification = byNumber(await newCard(v1));
    const plain = await v1.getTokenList({ cardIdentification });
    promised(plain, 'v1.get-token-list.succeeds');

    const askForOne = (): Promise<Exchange> =>
      v1.getTokenList({ cardIdentification: { ...cardIdentification, plasticNumber: 1 } });
    const ofOne = await askForOne();

    const wanted = carriedOut(ofOne) ? tokensIn(ofOne.answer.json) : [];
    if (wanted.length === 0) return skip('the card has no token of its first plastic');
    const listed = new Set(tokensIn(plain.answer.json));
    const missing = wanted.filter((token) => !listed.has(token));
    const words = 'each token that is listed for a plastic';
    if (missing.length > 0) {
      const again = new Set(tokensIn((await askForOne()).answer.json));
      // A token may be named otherwise each time; then only how many there are can be held against each other.
      if (wanted.some((token) => !again.has(token))) {
        expect(listed.size, sentExpectedGot([ofOne, plain], words)).toBeGreaterThanOrEqual(
          wanted.length,
        );
        return;
      }
    }
    expect(missing, sentExpectedGot([ofOne, plain], words)).toEqual([]);
  },
);

check('v1.get-token-list.response', 'shows the tokens', async ({ v1, observe }) => {
  const cardIdentification = byNumber(await newCard(v1));

  observe(memberNamesOf(await v1.getTokenList({ cardIdentification })));
});

/** The history of a card, which the target shows in the form that it takes. */
async function listedOf(v1: V1Client, card: V1Card): Promise<Exchange | undefined> {
  const history = await historyOf(v1, card);
  return history === undefined ? undefined : promised(history, 'v1.get-transactions.succeeds');
}

/** The history of a card with which something was bought; one for all checks that look at it. */
function historyOfPurchase(v1: V1Client): Promise<Exchange | undefined> {
  return v1.learn('history of a purchase', async () => {
    const card = await fundedCard(v1, credited);
    const debit = { ...anAmountOf(card, debited), cardAcceptorParameters: anAcceptor };
    promised(await v1.debitCard(debit), 'v1.debit-card.takes-card-acceptor-parameters');
    return listedOf(v1, card);
  });
}

type Kind = (typeof movements)[number][0];

/** One movement of each kind, and the card in whose history it is. */
async function moved(v1: V1Client): Promise<{ cardOf: Record<Kind, V1Card> }> {
  const [card, other] = await Promise.all([fundedCard(v1, credited), newCard(v1)]);
  promised(await v1.debitCard(anAmountOf(card, debited)), 'v1.debit-card.succeeds');
  const transfer = aP2pTransfer(card, other, transferred);
  promised(await v1.p2pTransfer(transfer), 'v1.p2p-transfer.succeeds');
  return {
    cardOf: { 'a-credit': card, 'a-debit': card, 'a-transfer-out': card, 'a-transfer-in': other },
  };
}

function movementsOf(history: Exchange, amount: MinorUnits): readonly object[] {
  return itemsOf(history, amount).filter(movesSomething);
}

function itemsOf({ answer }: Exchange, amount: MinorUnits): readonly object[] {
  return transactionsIn(answer.json).filter((item) => amountMoved(item) === amount);
}

/** Where the first list of items stands, dotted. */
function pathOfItems(json: unknown, path = ''): string | undefined {
  if (Array.isArray(json)) return path === '' ? 'the answer itself' : path;
  if (typeof json !== 'object' || json === null) return undefined;
  for (const [name, value] of Object.entries(json)) {
    const found = pathOfItems(value, path === '' ? name : `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the lists of an answer hold, each item as a text. */
function tokensIn(json: unknown): string[] {
  // Texts alone: of members that no document has, a number may count answers.
  if (Array.isArray(json))
    return json.map((item: object) =>
      JSON.stringify(Object.entries(item).filter(([, value]) => typeof value === 'string')),
    );
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(tokensIn) : [];
}

/** Every number of an answer by its path; texts of digits are numbers too. */
function numbersIn(json: unknown, path = ''): Map<string, number> {
  if (typeof json === 'number') return new Map([[path, json]]);
  if (typeof json === 'string' && /^-?\d{1,15}([.,]\d+)?$/.test(json)) {
    return new Map([[path, Number(json.replace(',', '.'))]]);
  }
  if (typeof json !== 'object' || json === null) return new Map();
  return new Map(
    Object.entries(json).flatMap(([name, value]) => [...numbersIn(value, `${path}.${name}`)]),
  );
}
