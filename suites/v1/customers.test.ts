import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { words } from '../../fixtures/builders/names.ts';
import { asRegistrationRequest } from '../../fixtures/builders/v1.ts';
import { carriedOut, answerSummary } from '../../fixtures/clients/v1.ts';
import { learnAccountStatus } from '../../fixtures/dialect/v1.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { inSmokeOnly, repeated } from '../../fixtures/repeated.ts';
import { newCustomer, promised, promisedToShow } from '../../fixtures/worlds/v1.ts';
import { unknownCustomer } from '../../fixtures/worlds/v1-requests.ts';
import { textAt } from '../../fixtures/worlds/set-up.ts';

// Document 1, parts 2.4 and 4: getCustomerDetails, getCustomerInfo, isCustomerExist.

const exists = 'v1.is-customer-exist.succeeds';

check(
  'v1.get-customer-details.keeps-customer-number',
  'shows the customerNumber that was asked for',
  async ({ v1 }) => {
    const [{ customerNumber }] = await Promise.all([newCustomer(v1), newCustomer(v1)]);

    const details = promised(
      await v1.getCustomerDetails({ customerNumber }),
      'v1.get-customer-details.succeeds',
    );

    expect(details).toSucceed({ customerNumber });
  },
);

for (const [id, member] of [
  ['v1.get-customer-details.keeps-first-name', 'firstName'],
  ['v1.get-customer-details.keeps-second-name', 'secondName'],
  ['v1.get-customer-details.keeps-surname', 'surname'],
] as const) {
  check(id, `shows no other ${member} than the one of the registration`, async ({ v1 }) => {
    const customer = await newCustomer(v1);

    const details = promised(
      await v1.getCustomerDetails({ customerNumber: customer.customerNumber }),
      'v1.get-customer-details.succeeds',
    );

    expect(details).toSucceed({ [member]: nameOrNothing(customer[member]) });
  });
}

for (const [how, surname, firstName, secondName] of [
  ['with accents', 'Núñez Ibáñez', 'José', 'Çağlar'],
  ['of two parts', 'Müller-Weiß', 'Anne-Marie', 'D’Angelo'],
  ['with strokes and rings', 'Łukaszewski', 'Þórdís', 'Åsa Ørsted'],
  ['in Greek and Cyrillic', 'Παπαδόπουλος', 'Дмитрий', 'Їжакевич'],
  ['in Chinese and Arabic', '王小明', '李', 'محمد'],
  ['of sixty letters', 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis', 'A', 'B'],
] as const) {
  check(
    'v1.get-customer-details.keeps-any-name',
    `shows names ${how} as they were registered`,
    async ({ v1, skip }) => {
      const names = { surname, firstName, secondName };
      const registration = await newRegistration(v1, names);
      const registered = await v1.registerCustomer(asRegistrationRequest(registration));
      if (!carriedOut(registered)) return skip('such names are not accepted');

      const { customer_number: customerNumber } = registration;
      const details = promised(
        await v1.getCustomerDetails({ customerNumber }),
        'v1.get-customer-details.succeeds',
      );

      expect(details).toSucceed({
        surname: nameOrNothing(surname),
        firstName: nameOrNothing(firstName),
        secondName: nameOrNothing(secondName),
      });
    },
  );
}

check(
  'v1.get-customer-details.customer-ids-differ',
  'gives each customer another customerId',
  async ({ v1 }) => {
    const customers = await Promise.all([1, 2, 3].map(() => newCustomer(v1)));
    const ids = await Promise.all(
      customers.map(async ({ customerNumber }) =>
        textAt(await v1.getCustomerDetails({ customerNumber }), 'customerId'),
      ),
    );

    expect(new Set(ids).size, `customerIds ${ids.join(', ')}`).toBe(ids.length);
  },
);

check(
  'v1.get-customer-details.status-codes',
  'shows the status of a fresh customer',
  async ({ v1, observe }) => {
    const { customerNumber } = await newCustomer(v1);

    const details = promised(
      await v1.getCustomerDetails({ customerNumber }),
      'v1.get-customer-details.succeeds',
    );

    const status = memberOf(details.answer.json, 'status');
    observe(status === undefined ? 'not shown' : JSON.stringify(status));
  },
);

check(
  'v1.get-customer-info.keeps-customer-number',
  'shows the customerNumber it was asked for in getCustomerInfo',
  async ({ v1 }) => {
    const [{ customerNumber }] = await Promise.all([newCustomer(v1), newCustomer(v1)]);

    const info = promised(
      await v1.getCustomerInfo({ customerNumber }),
      'v1.get-customer-info.succeeds',
    );

    expect(info).toSucceed({ customerNumber });
  },
);

check('v1.get-customer-info.names-the-customer', 'shows the surname in it', async ({ v1 }) => {
  const { customerNumber, surname } = await newCustomer(v1);

  const info = promised(
    await v1.getCustomerInfo({ customerNumber }),
    'v1.get-customer-info.succeeds',
  );

  const isNamed = (name: unknown): boolean =>
    typeof name === 'string' && name.toLowerCase().includes(surname.toLowerCase());
  expect(info).toSucceed({ customerName: expect.toSatisfy(isNamed, `text with ${surname}`) });
});

check(
  'v1.get-customer-info.lists-the-account',
  'lists no other account than that of the registration',
  async ({ v1, skip }) => {
    const [{ customerNumber, accountNumber }] = await Promise.all([
      newCustomer(v1),
      newCustomer(v1),
    ]);

    const info = promised(
      await v1.getCustomerInfo({ customerNumber }),
      'v1.get-customer-info.succeeds',
    );

    const accounts = memberOf(info.answer.json, 'accounts');
    if (!Array.isArray(accounts)) return skip('getCustomerInfo shows no accounts');
    const isOnlyThat = (list: unknown): boolean =>
      Array.isArray(list) && list.every((one) => memberOf(one, 'accountNumber') === accountNumber);
    expect(info).toSucceed({
      accounts: expect.toSatisfy(isOnlyThat, `accounts with accountNumber ${accountNumber}`),
    });
  },
);

check(
  'v1.get-customer-info.lists-the-account',
  'shows the account of another customer to nobody else who asks for it',
  async ({ v1, skip }) => {
    const [{ customerNumber }, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
    const { accountNumber } = other;
    const own = promised(
      await v1.getCustomerInfo({ customerNumber: other.customerNumber, accountNumber }),
      'v1.get-customer-info.succeeds',
    );
    if (!showsAccount(own, accountNumber)) return skip('getCustomerInfo shows no accounts');

    const info = await v1.getCustomerInfo({ customerNumber, accountNumber });

    const isUnderTheAsked =
      memberOf(info.answer.json, 'customerNumber') === customerNumber &&
      showsAccount(info, accountNumber);
    const wanted = `no account ${accountNumber} of customer ${customerNumber}`;
    expect(isUnderTheAsked, sentExpectedGot([own, info], wanted)).toBe(false);
  },
);

check(
  'v1.get-customer-info.account-of-another',
  'is asked for the account of another customer',
  async ({ v1, observe }) => {
    const [{ customerNumber }, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);

    const { accountNumber } = other;
    const info = await v1.getCustomerInfo({ customerNumber, accountNumber });

    observe(answerSummary(info));
  },
);

check(
  'v1.response.identifiers-are-texts',
  'shows as a string the account by whose bare number a customer was asked for',
  async ({ v1, skip }) => {
    const { customerNumber, accountNumber } = await newCustomer(v1);
    const bare = Number(accountNumber);
    if (String(bare) !== accountNumber) return skip('account numbers are no numbers in JSON');

    const info = await v1.getCustomerInfo({ customerNumber, accountNumber: bare });

    if (!carriedOut(info)) return skip('a bare number is not taken');
    const isBare = /"accountNumber"\s*:\s*\d/.test(info.answer.text);
    expect(isBare, sentExpectedGot(info, 'accountNumber as a string')).toBe(false);
  },
);

check('v1.is-customer-exist.tells-a-customer', 'knows a customer', async ({ v1 }) => {
  const { customerNumber, accountNumber } = await newCustomer(v1);

  const answer = await v1.isCustomerExist({ customerNumber });

  promised(answer, exists);
  expect(answer).toSucceed({ result: true });
  if (inSmokeOnly()) return;

  // Whatever a status of an account means, its customer has been registered.
  const accountStatus = await learnAccountStatus(v1, 'changeAccountStatus');
  if (accountStatus === undefined) return;
  const changed = await v1.changeAccountStatus({ accountNumber, accountStatus });
  const isShown =
    carriedOut(changed) && carriedOut(await v1.getCustomerDetails({ customerNumber }));
  if (isShown) expect(await v1.isCustomerExist({ customerNumber })).toSucceed({ result: true });
});

check(
  'v1.is-customer-exist.tells-a-customer',
  'knows a customer for whom it was asked before the registration',
  async ({ v1 }) => {
    const institutionId = Number(v1.settings.institutionId);
    const known = await newCustomer(v1);
    for (const part of Number.isInteger(institutionId) ? [{ institutionId }, {}] : [{}]) {
      const ask = async (customerNumber: unknown): Promise<Exchange> =>
        v1.isCustomerExist({ customerNumber, ...part });
      // Of which institution a customer is, is not said.
      const usual = await ask(known.customerNumber);
      if (memberOf(usual.answer.json, 'result') !== true) continue;
      const registration = await newRegistration(v1);
      const { customer_number: customerNumber } = registration;
      const before = await ask(customerNumber);

      const registered = await v1.registerCustomer(asRegistrationRequest(registration));

      promised(registered, 'v1.register-customer.succeeds');
      const now = await ask(customerNumber);
      const message = sentExpectedGot([usual, before, registered, now], 'result true');
      expect(memberOf(now.answer.json, 'result'), message).toBe(true);
    }
  },
);

for (const [who, strangerTo] of [
  ['a stranger', () => unknownCustomer()],
  ['whose number another begins with', (known: string) => known.slice(0, -1)],
  ['whose number begins like another', (known: string) => `${known}1`],
] as const) {
  check('v1.is-customer-exist.tells-nobody', `does not know ${who}`, async ({ v1 }) => {
    const { customerNumber } = await newCustomer(v1);

    const answer = await v1.isCustomerExist({ customerNumber: strangerTo(customerNumber) });

    const message = sentExpectedGot(answer, 'no result true');
    expect(memberOf(answer.answer.json, 'result'), message).not.toBe(true);
    const known = await v1.isCustomerExist({ customerNumber });
    if (memberOf(promised(known, exists).answer.json, 'result') !== true) {
      promisedToShow(known, 'result true', 'v1.is-customer-exist.tells-a-customer');
    }
  });
}

// A number may be any text, so that some customer may have one of these.
check(
  'v1.is-customer-exist.tells-nobody',
  'knows under the words of programs nobody but those whom it shows',
  async ({ v1 }) => {
    for (const customerNumber of words.slice(0, repeated(words.length, 1))) {
      const answer = await v1.isCustomerExist({ customerNumber });
      if (memberOf(answer.answer.json, 'result') !== true) continue;
      const details = await v1.getCustomerDetails({ customerNumber });
      const about = sentExpectedGot(
        [answer, details],
        `${customerNumber} shown, or no result true`,
      );
      expect(carriedOut(details), about).toBe(true);
    }
  },
);

/** Whether names are kept in small letters is not said, and none need be shown. */
function nameOrNothing(name: string): unknown {
  const isName = (shown: unknown): boolean =>
    shown === undefined ||
    shown === null ||
    shown === '' ||
    (typeof shown === 'string' && inCapitals(shown) === inCapitals(name));
  return expect.toSatisfy(isName, `${name}, if any`);
}

/** How a letter with an accent is put together makes no other name of it. */
function inCapitals(name: string): string {
  return name.normalize('NFC').toUpperCase();
}

function showsAccount({ answer }: Exchange, accountNumber: string): boolean {
  const accounts = memberOf(answer.json, 'accounts');
  return (
    Array.isArray(accounts) &&
    accounts.some((one) => memberOf(one, 'accountNumber') === accountNumber)
  );
}
