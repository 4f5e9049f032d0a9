import { aCustomerNumber, asRegistrationRequest } from '../../../fixtures/builders/v1.ts';
import { lookalikes, names as sampleNames } from '../../../fixtures/builders/names.ts';
import { expect } from '../../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../../fixtures/clients/v1.ts';
import { newRegistration } from '../../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../../fixtures/expect.ts';
import { limitsIn } from '../../../fixtures/fields/v1-items.ts';
import { memberOf } from '../../../fixtures/transcript/exchange.ts';
import { newCustomer } from '../../../fixtures/worlds/v1.ts';
import { type LawRow, rowsOf } from '../../law-rows.ts';

type Row = LawRow<V1Client>;

// Document 1, parts 2.4, 4 and 8: a text that is shown again is the one that was sent. Whoever does not take
// one may refuse it.

export const namesComeBack = rowsOf(
  sampleNames,
  ({ about }) => about,
  async (v1: V1Client, { text }) => {
    const sent = { firstName: text, secondName: `${text}b`, surname: `${text}c` };
    const registration = await newRegistration(v1, sent);
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    if (!carriedOut(registered)) return;
    const customerNumber = registration.customer_number;
    const details = await v1.getCustomerDetails({ customerNumber });

    for (const [name, wanted] of Object.entries(sent)) {
      const shown = memberOf(details.answer.json, name);
      if (typeof shown !== 'string' || shown === '') continue;
      const words = `${name} ${wanted}, be it in capitals`;
      expect(plain(shown), sentExpectedGot([registered, details], words)).toBe(plain(wanted));
    }
  },
);

/** Names as embossers want them are in capitals; letters may be composed in two ways. */
function plain(text: string): string {
  return text.normalize('NFC').toUpperCase();
}

export const numbersComeBack = rowsOf(
  sampleNames.filter((_text, place) => place % 2 === 0),
  ({ about }) => about,
  async (v1: V1Client, { text }) => {
    const customerNumber = `${aCustomerNumber()}-${text}`;
    const registration = await newRegistration(v1, { customer_number: customerNumber });
    const registered = await v1.registerCustomer(asRegistrationRequest(registration));
    if (!carriedOut(registered)) return;

    expect(registered).toSucceed({ customerNumber });
    expect(await v1.isCustomerExist({ customerNumber })).toSucceed({ result: true });
    expect(await v1.getCustomerDetails({ customerNumber })).toSucceed({ customerNumber });
  },
);

export const numbersAreToldApart = rowsOf(
  lookalikes,
  ({ about }) => about,
  async (v1: V1Client, { pair }) => {
    const stem = aCustomerNumber();
    const registered: { number: string; account: unknown }[] = [];
    for (const end of pair) {
      const number = `${stem}${end}`;
      const request = asRegistrationRequest(await newRegistration(v1, { customer_number: number }));
      const answer = await v1.registerCustomer(request);
      // Who takes both for one number refuses the second.
      if (!carriedOut(answer)) return;
      registered.push({ number, account: memberOf(answer.answer.json, 'accountNumber') });
    }
    const [one, other] = registered;
    expect(one?.account === other?.account, 'an account for each').toBe(false);
    for (const { number } of registered) {
      const details = await v1.getCustomerDetails({ customerNumber: number });
      expect(details).toSucceed({ customerNumber: number });
    }
  },
);

export const limitNamesComeBack: Row = {
  name: 'shows limits of an account under the names that it took',
  ask: async (v1) => {
    const { accountNumber } = await newCustomer(v1);
    const names = [
      ...sampleNames.map(({ text }) => text),
      ...lookalikes.flatMap(({ pair }) => pair),
    ];
    const taken = new Map<string, number>();
    for (const [place, name] of names.entries()) {
      const value = 100_00 + place;
      const limit = { name, value };
      const answer = await v1.changeAccountLimit({ accountNumber, limit });
      if (carriedOut(answer)) taken.set(name, value);
    }

    const shown = await v1.getAccountLimits({ accountNumber });

    const limits = limitsIn(shown.answer.json);
    for (const [name, value] of taken) {
      const limit = limits.find((one) => same(memberOf(one, 'name'), name));
      const words = `a limit "${name}" of ${value}`;
      const about = sentExpectedGot(shown, words);
      expect(limit !== undefined, about).toBe(true);
      // Whether a value may be shown in another unit is not said.
      const seen = memberOf(limit, 'value');
      if (typeof seen === 'number') expect(seen, about).toBe(value);
    }
  },
};

function same(shown: unknown, sent: string): boolean {
  return typeof shown === 'string' && shown.normalize('NFC') === sent.normalize('NFC');
}
