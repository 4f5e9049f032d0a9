import {
  aCardOrder,
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
  cashLimitName,
} from '../../fixtures/builders/v1.ts';
import { withValue } from '../../fixtures/builders/spoil.ts';
import { type CardNumber, type Expiry, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary, type V1Operation, v1Path } from '../../fixtures/clients/v1.ts';
import {
  blockCard,
  changeLimit,
  historyOf,
  learnBlockForm,
  learnHistoryForm,
  learnLimitForm,
} from '../../fixtures/dialect/v1.ts';
import { learnOrderTerms } from '../../fixtures/dialect/v1-order-terms.ts';
import { newCard, newCustomer, promised } from '../../fixtures/worlds/v1.ts';
import { issuedCard, newOrder } from '../../fixtures/worlds/v1-orders.ts';
import { promisedPlain, validRequest } from '../../fixtures/worlds/v1-requests.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';

// Document 1, parts 1 and 9: what the service does.

check('v1.service.scenario-completes', 'completes the suggested order', async ({ v1, skip }) => {
  const openForms = [learnBlockForm, learnLimitForm, learnHistoryForm];
  const forms = await Promise.all(openForms.map((learn): Promise<unknown> => learn(v1)));
  if (forms.includes(undefined)) return skip('no known form of a step is accepted');

  const [other, terms] = await Promise.all([newCard(v1), learnOrderTerms(v1)]);

  // A step that fails in a world of its own too is the affair of its operation.
  const step = async (operation: V1Operation, answer: Exchange | undefined): Promise<void> => {
    if (answer === undefined || !carriedOut(answer)) await promisedPlain(v1, operation);
    expect(answer).toSucceed();
  };

  const customer = await v1.registerCustomer(asRegistrationRequest(await newRegistration(v1)));
  await step('registerCustomer', customer);
  const accountNumber = textAt(customer, 'accountNumber');
  const issued = await v1.createVirtualCard(aCardOrder(v1.settings, { accountNumber, ...terms }));
  await step('createVirtualCard', issued);
  const card = {
    number: textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber,
    expDate: textAt(issued, 'virtualCardIdentification.expDate') as Expiry,
  };
  const cardIdentification = byNumber(card);
  await step('blockCard', await blockCard(v1, card));
  await step('validateCard', await v1.validateCard({ cardIdentification }));
  await step('creditCard', await v1.creditCard(anAmountOf(card, minorUnits(50_00))));
  await step('p2pTransfer', await v1.p2pTransfer(aP2pTransfer(card, other, minorUnits(5_00))));
  await step('getCardLimits', await v1.getCardLimits({ cardIdentification }));
  const limit = { name: cashLimitName, value: 900_00, cycleType: 0 };
  await step('changeCardLimit', await changeLimit(v1, card, limit));
  await step('getCardData', await v1.getCardData({ cardIdentification }));
  await step('getTransactions', await historyOf(v1, card));
});

check(
  'v1.service.registration-creates-an-account',
  'opens an account for a new customer',
  async ({ v1 }) => {
    const registered = await v1.registerCustomer(asRegistrationRequest(await newRegistration(v1)));

    promised(registered, 'v1.register-customer.succeeds');
    expect(registered).toSucceed({ accountNumber: expect.any(String) });
    const accountNumber = memberOf(registered.answer.json, 'accountNumber');
    expect(await v1.getAccountData({ accountNumber })).toSucceed({ accountData: {} });
  },
);

check(
  'v1.service.any-number-of-customers',
  'registers five customers one after another',
  async ({ v1 }) => {
    for (let count = 0; count < 5; count += 1) {
      const registration = await newRegistration(v1);

      const answer = await v1.registerCustomer(asRegistrationRequest(registration));

      expect(answer).toSucceed({ customerNumber: registration.customer_number });
    }
  },
);

check('v1.service.accounts-differ', 'gives each customer another account', async ({ v1 }) => {
  const customers = await Promise.all([1, 2, 3, 4].map(() => newCustomer(v1)));

  const numbers = customers.map(({ accountNumber }) => accountNumber);

  expect(new Set(numbers).size, `accounts ${numbers.join(', ')}`).toBe(numbers.length);
});

check('v1.service.one-account-per-customer', 'shows one account', async ({ v1, skip }) => {
  const { customer } = await newCard(v1);
  const { customerNumber } = customer;

  const info = promised(
    await v1.getCustomerInfo({ customerNumber }),
    'v1.get-customer-info.succeeds',
  );

  const accounts = memberOf(info.answer.json, 'accounts');
  if (!Array.isArray(accounts)) return skip('getCustomerInfo shows no accounts');
  expect(info).toSucceed({ accounts: expect.toSatisfy(isOne, 'a list of one') });
});

check(
  'v1.service.cards-are-usable-at-once',
  'lets a card receive and pay as soon as it is issued',
  async ({ v1 }) => {
    const card = await newCard(v1);

    const credit = await v1.creditCard(anAmountOf(card, minorUnits(20_00)));

    expect(credit).toSucceed();
    expect(await v1.debitCard(anAmountOf(card, minorUnits(5_00)))).toSucceed();
  },
);

check('v1.service.cards-differ', 'gives each card another number', async ({ v1 }) => {
  const cards = await Promise.all([1, 2, 3, 4].map(() => newCard(v1)));

  const isAllDifferent = new Set(cards.map(({ number }) => number)).size === cards.length;

  expect(isAllDifferent, 'four cards have four numbers').toBe(true);
});

check('v1.service.single-template', 'is sent another productName', async ({ v1, observe }) => {
  const request = asRegistrationRequest(await newRegistration(v1));

  observe(answerSummary(await v1.registerCustomer({ ...request, productName: 'CRCU1002' })));
});

check(
  'v1.service.single-card-product',
  'is asked for cards of several products',
  async ({ v1, observe }) => {
    const seen = await Promise.all(
      ['5C', '16', 'ZZ'].map(async (productType) => {
        const { order } = await newOrder(v1);
        const path = 'virtualCardIdentification.productType';
        const answer = await v1.createVirtualCard(withValue(order, path, productType));
        return `${productType}: ${answerSummary(answer)}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check('v1.service.second-card', 'is asked for a second card', async ({ v1, observe }) => {
  const { order } = await newOrder(v1);
  promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');

  observe(answerSummary(await v1.createVirtualCard(order)));
});

check(
  'v1.service.operations-are-posted',
  'does not carry out an operation that is asked by GET',
  async ({ v1 }) => {
    // An operation without mandatory members, so that nothing but the method is in question.
    const path = v1Path('getAtmStatusExt');

    const answer = await v1.send({ operation: 'undocumented', method: 'GET', path });

    expect(answer).toFindNothing();
    promised(await v1.getAtmStatusExt({}), 'v1.get-atm-status-ext.succeeds');
  },
);

check(
  'v1.service.unknown-operation',
  'does not carry out an operation that is not documented',
  async ({ v1 }) => {
    const { order } = await newOrder(v1);

    const answer = await v1.send({
      operation: 'undocumented',
      method: 'POST',
      path: v1Path('createVirtualCardUnheardOf'),
      body: JSON.stringify(order),
    });

    expect(answer).toBeDenied();
    promised(await v1.createVirtualCard(order), 'v1.create-virtual-card.succeeds');
  },
);

check('v1.service.version-segment', 'answers below /v1/', async ({ v1 }) => {
  const body = JSON.stringify(asRegistrationRequest(await newRegistration(v1)));

  const answer = await v1.send({
    operation: 'registerCustomer',
    method: 'POST',
    path: '/v1/apigate/ws/rest/registerCustomer',
    body,
  });

  expect(answer).toSucceed();
});

// Document 1, part 2: how members are written.

check(
  'v1.request.numbers-for-texts',
  'is sent an account number and a card number as numbers',
  async ({ v1, observe }) => {
    const card = await newCard(v1);
    const ask = async (operation: 'getAccountData' | 'getCardBalance', body: string) =>
      answerSummary(await v1.send({ operation, method: 'POST', path: v1Path(operation), body }));

    const asAccount = /^[1-9]\d*$/.test(card.accountNumber)
      ? await ask('getAccountData', `{"accountNumber":${card.accountNumber}}`)
      : 'is not of digits';
    const asCard = await ask(
      'getCardBalance',
      `{"cardIdentification":{"cardNumber":${card.number}}}`,
    );

    observe(`account number: ${asAccount}; card number: ${asCard}`);
  },
);

check('v1.request.unknown-members', 'is sent an unknown member', async ({ v1, observe }) => {
  const cardIdentification = byNumber(await newCard(v1));

  observe(answerSummary(await v1.getCardBalance({ cardIdentification, unheardOf: 'x' })));
});

check(
  'v1.request.optional-of-wrong-type',
  'is sent flags that are texts',
  async ({ v1, observe }) => {
    const card = await newCard(v1);
    const { accountNumber } = card;

    const credit = await v1.creditCard({
      ...anAmountOf(card, minorUnits(5_00)),
      preAuthorization: 'perhaps',
    });
    const data = await v1.getAccountData({ accountNumber, returnCardNumber: 'perhaps' });

    observe(`preAuthorization: ${answerSummary(credit)}; returnCardNumber: ${answerSummary(data)}`);
  },
);

// Document 1, part 5: authentication.

check('v1.authentication.token-is-enough', 'lets the token alone in', async ({ v1 }) => {
  const { issued } = await issuedCard(v1);
  const cardNumber = textAt(issued, 'virtualCardIdentification.cardNumber') as CardNumber;
  const alone = v1.withHeaders({ Cookie: undefined, 'X-API-KEY': undefined });

  const answer = await alone.getCardBalance({ cardIdentification: { cardNumber } });

  expect(answer).toSucceed();
});

check(
  'v1.authentication.scheme-in-small-letters',
  'is sent the scheme in small letters',
  async ({ v1, observe }) => {
    const card = await newCard(v1);
    const small = v1.withHeaders({ Authorization: `basic ${v1.settings.token}` });

    observe(answerSummary(await small.getCardBalance({ cardIdentification: byNumber(card) })));
  },
);

check(
  'v1.authentication.arrest-amount-without-header',
  'is asked for changeAccountArrestAmount without the header',
  async ({ v1, observe, skip }) => {
    const request = await validRequest(v1, 'changeAccountArrestAmount');
    if ('missing' in request) return skip(request.missing);

    const outside = v1.withHeaders({ Authorization: undefined });

    observe(answerSummary(await request.send(request.body, outside)));
  },
);

function isOne(accounts: unknown): boolean {
  return Array.isArray(accounts) && accounts.length === 1;
}
