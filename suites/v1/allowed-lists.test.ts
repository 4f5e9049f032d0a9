import { anAmountOf, aP2pTransfer, byNumber } from '../../fixtures/builders/v1.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { isObject } from '../../fixtures/transcript/exchange.ts';
import { carriedOut, answerSummary } from '../../fixtures/clients/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import { newCard, newCustomer, promised } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';

// Document 1, part 4: allowed beneficiaries and allowed merchant category codes. Order and
// repetitions are not mentioned, so neither is judged.

check(
  'v1.get-allowed-beneficiaries.returns-what-was-set',
  'returns the beneficiaries that were set',
  async ({ v1 }) => {
    const [accountNumber, ...beneficiaries] = await threeAccounts(v1);

    await allowBeneficiaries(v1, accountNumber, beneficiaries);

    const answer = promised(
      await v1.getAllowedBeneficiaries({ accountNumber }),
      'v1.get-allowed-beneficiaries.succeeds',
    );
    expect(answer).toSucceed({ beneficiaries: theItems(...beneficiaries) });
  },
);

check(
  'v1.set-allowed-beneficiaries.concerns-one-account',
  'leaves the beneficiaries of another account',
  async ({ v1 }) => {
    const [accountNumber, second, third] = await threeAccounts(v1);
    await allowBeneficiaries(v1, accountNumber, [second]);

    await allowBeneficiaries(v1, second, [third]);

    const answer = promised(
      await v1.getAllowedBeneficiaries({ accountNumber }),
      'v1.get-allowed-beneficiaries.succeeds',
    );
    expect(answer).toSucceed({ beneficiaries: theItems(second) });
  },
);

check(
  'v1.set-allowed-beneficiaries.replaces',
  'replaces the beneficiaries that were set before',
  async ({ v1 }) => {
    const [accountNumber, second, third] = await threeAccounts(v1);
    await allowBeneficiaries(v1, accountNumber, [second]);

    await allowBeneficiaries(v1, accountNumber, [third]);

    const answer = promised(
      await v1.getAllowedBeneficiaries({ accountNumber }),
      'v1.get-allowed-beneficiaries.succeeds',
    );
    expect(answer).toSucceed({ beneficiaries: theItems(third) });
  },
);

check(
  'v1.set-allowed-beneficiaries.bare-numbers',
  'returns beneficiaries that were sent as bare numbers',
  async ({ v1, skip }) => {
    const { accountNumber } = await newCustomer(v1);

    const beneficiaries = [1001, 1002];
    const answer = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });

    if (!carriedOut(answer)) return skip('beneficiaries are not accepted as bare numbers');
    const shown = promised(
      await v1.getAllowedBeneficiaries({ accountNumber }),
      'v1.get-allowed-beneficiaries.succeeds',
    );
    expect(shown).toSucceed({ beneficiaries: theItems('1001', '1002') });
  },
);

// Part 2 has account numbers returned as strings; part 4 calls beneficiaries identifiers, whatever they are.
check(
  'v1.get-allowed-beneficiaries.accounts-are-texts',
  'returns accounts as strings that were sent as beneficiaries in bare numbers',
  async ({ v1, skip }) => {
    const [accountNumber, ...others] = await threeAccounts(v1);
    const beneficiaries = others.map(Number);
    if (others.some((other, place) => String(beneficiaries[place]) !== other)) {
      return skip('account numbers are no numbers in JSON');
    }
    const answer = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });
    if (!carriedOut(answer)) return skip('beneficiaries are not accepted as bare numbers');

    const shown = promised(
      await v1.getAllowedBeneficiaries({ accountNumber }),
      'v1.get-allowed-beneficiaries.succeeds',
    );

    const numbers = shown.answer.text.match(/[[,:]\s*\d+(?=\s*[\],}])/g) ?? [];
    const areBare = numbers.some((one) => others.includes(one.replace(/^.\s*/, '')));
    expect(areBare, sentExpectedGot([answer, shown], 'account numbers as strings')).toBe(false);
  },
);

check(
  'v1.set-allowed-beneficiaries.applies-to-a-card',
  'is sent the beneficiaries of a card',
  async ({ v1, observe }) => {
    const [card, { accountNumber }] = await Promise.all([newCard(v1), newCustomer(v1)]);

    const answer = await v1.setAllowedBeneficiaries({
      cardIdentification: byNumber(card),
      beneficiaries: [accountNumber],
    });

    observe(answerSummary(answer));
  },
);

check(
  'v1.set-allowed-beneficiaries.effect',
  'is asked for a transfer to somebody who is no beneficiary',
  async ({ v1, observe }) => {
    const [from, to, { accountNumber }] = await Promise.all([
      fundedCard(v1, minorUnits(50_00)),
      newCard(v1),
      newCustomer(v1),
    ]);
    await allowBeneficiaries(v1, from.accountNumber, [accountNumber]);

    const answer = await v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(5_00)));

    observe(answerSummary(answer));
  },
);

check(
  'v1.get-allowed-mcc-list.returns-what-was-set',
  'returns the codes that were set',
  async ({ v1 }) => {
    const { accountNumber } = await newCustomer(v1);

    await allowCodes(v1, accountNumber, [5411, 6011]);

    const answer = promised(
      await v1.getAllowedMccList({ accountNumber }),
      'v1.get-allowed-mcc-list.succeeds',
    );
    expect(answer).toSucceed(theCodes({ among: [5411, 6011, 5812] }, 5411, 6011));
  },
);

check(
  'v1.set-allowed-mcc-list.concerns-one-account',
  'leaves the codes of another account',
  async ({ v1 }) => {
    const [{ accountNumber }, other] = await Promise.all([newCustomer(v1), newCustomer(v1)]);
    await allowCodes(v1, accountNumber, [5411]);

    await allowCodes(v1, other.accountNumber, [6011]);

    const answer = promised(
      await v1.getAllowedMccList({ accountNumber }),
      'v1.get-allowed-mcc-list.succeeds',
    );
    expect(answer).toSucceed(theCodes({ among: [5411, 6011] }, 5411));
  },
);

check(
  'v1.set-allowed-mcc-list.replaces',
  'replaces the codes that were set before',
  async ({ v1 }) => {
    const { accountNumber } = await newCustomer(v1);
    await allowCodes(v1, accountNumber, [5411, 6011]);

    await allowCodes(v1, accountNumber, [5812]);

    const answer = promised(
      await v1.getAllowedMccList({ accountNumber }),
      'v1.get-allowed-mcc-list.succeeds',
    );
    expect(answer).toSucceed(theCodes({ among: [5411, 6011, 5812] }, 5812));
  },
);

check(
  'v1.get-allowed-mcc-list.response',
  'is asked for the codes of an account',
  async ({ v1, observe }) => {
    const { accountNumber } = await newCustomer(v1);
    await allowCodes(v1, accountNumber, [5411, 6011]);

    const answer = await v1.getAllowedMccList({ accountNumber });

    const place = placesOf(answer.answer.json).find(({ code }) => code === 5411);
    observe(`${answerSummary(answer)}: ${place?.path ?? 'the codes are not shown'}`);
  },
);

check(
  'v1.set-allowed-mcc-list.applies-to-a-card',
  'is sent the codes of a card',
  async ({ v1, observe }) => {
    const cardIdentification = byNumber(await newCard(v1));

    const answer = await v1.setAllowedMccList({ cardIdentification, mccList: [5411] });

    observe(answerSummary(answer));
  },
);

check(
  'v1.set-allowed-mcc-list.effect',
  'is asked for a debit at another merchantType',
  async ({ v1, observe }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    await allowCodes(v1, card.accountNumber, [6011]);

    const answer = await v1.debitCard({
      ...anAmountOf(card, minorUnits(5_00)),
      cardAcceptorParameters: { ...anAcceptor, merchantType: '5411' },
    });

    observe(answerSummary(answer));
  },
);

/** What may have to exist: the document says no more of beneficiaries than that they are identifiers. */
async function threeAccounts(v1: V1Client): Promise<[string, string, string]> {
  const accountOf = async (): Promise<string> => (await newCustomer(v1)).accountNumber;
  return Promise.all([accountOf(), accountOf(), accountOf()]);
}

async function allowBeneficiaries(
  v1: V1Client,
  accountNumber: string,
  beneficiaries: readonly string[],
): Promise<void> {
  const answer = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries });
  promised(answer, 'v1.set-allowed-beneficiaries.succeeds');
}

async function allowCodes(
  v1: V1Client,
  accountNumber: string,
  mccList: readonly number[],
): Promise<void> {
  const answer = await v1.setAllowedMccList({ accountNumber, mccList });
  promised(answer, 'v1.set-allowed-mcc-list.succeeds');
}

/** An array of these identifiers and no others, each by itself or in an object with what else is known. */
function theItems(...wanted: readonly string[]): unknown {
  return expect.toSatisfy((value) => {
    if (!Array.isArray(value)) return false;
    const items = value.map((item: unknown) =>
      isObject(item) ? Object.values(item).map(String) : [String(item)],
    );
    const isWanted = (texts: string[]): boolean => wanted.some((one) => texts.includes(one));
    return items.every(isWanted) && wanted.every((one) => items.flat().includes(one));
  }, wanted.join(', '));
}

/** An answer that shows these codes and no others of those that a check has sent, wherever. */
function theCodes({ among }: { readonly among: readonly number[] }, ...codes: number[]): object {
  return expect.toSatisfy(
    (json) => {
      const shown = new Set(placesOf(json).map(({ code }) => code));
      return among.every((code) => shown.has(code) === codes.includes(code));
    },
    `the codes ${codes.join(', ')} and no others`,
  ) as object;
}

/** Every number or number within a text of an answer, with the names that lead to it. */
function placesOf(json: unknown, path = ''): { readonly path: string; readonly code: number }[] {
  if (Array.isArray(json)) return json.flatMap((item: unknown) => placesOf(item, path));
  if (typeof json === 'object' && json !== null) {
    return Object.entries(json).flatMap(([name, value]) =>
      placesOf(value, path === '' ? name : `${path}.${name}`),
    );
  }
  const numbers = String(json).match(/\d+/g) ?? [];
  return numbers.map((number) => ({ path, code: Number(number) }));
}
