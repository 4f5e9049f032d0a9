import { inject } from 'vitest';
import {
  anAmountOf,
  aP2pTransfer,
  asRegistrationRequest,
  byNumber,
  cashLimitName,
} from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import { carriedOut, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  blockCard,
  changeLimit,
  learnAccountLimitName,
  learnBlockForm,
  learnRestrictionForm,
} from '../../fixtures/dialect/v1.ts';
import { newRegistration } from '../../fixtures/dialect/v1-registration.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, isUnset, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  balanceOf,
  newCard,
  newCustomer,
  promised,
  type V1Card,
} from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { leavesOf, listedIn, objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import { noBlockForm } from '../../fixtures/worlds/v1-states.ts';

// Document 1, part 4: the twenty-sixth request of a kind is treated as the first. No sentence of the
// document counts requests.

const times = inject('run').profile === 'smoke' ? 2 : 26;

/** What is done time and again: an exchange, and what was seen of its effect, in words. */
type Act = (turn: number) => Promise<{ readonly exchange: Exchange; readonly effect: string }>;

interface Row {
  readonly name: string;
  /** Nothing where the target takes no known form of it. */
  readonly begin: (v1: V1Client) => Promise<Act | undefined>;
}

const nameOf = ({ name }: Row): string => name;

/** Whatever the first came to, every other comes to. */
async function expectTheSameEachTime(v1: V1Client, { begin }: Row): Promise<void> {
  const act = await begin(v1);
  if (act === undefined) return;
  const first = await act(0);
  for (let turn = 1; turn < times; turn += 1) {
    const { exchange, effect } = await act(turn);
    const message = sentExpectedGot(exchange, `request ${turn + 1} of its kind: ${first.effect}`);
    expect(effect, message).toBe(first.effect);
  }
}

/**
 * What a movement came to: what was charged beside the amount. A fee in proportion to the amount may
 * differ by a cent, and one that is not charged for the first is not charged for any.
 */
function moneyAct(
  v1: V1Client,
  card: V1Card,
  sign: 1 | -1,
  ask: (amount: number) => Promise<Exchange>,
): Act {
  let usual: number | undefined;
  return async (turn) => {
    // Another amount each time: the same once more may be taken for a mistake.
    const amount = 1_01 + turn;
    const before = await balanceOf(v1, card);
    const exchange = await ask(amount);
    if (!carriedOut(exchange)) return { exchange, effect: 'not carried out' };
    const beside = sign * ((await balanceOf(v1, card)) - before) - amount;
    usual ??= beside;
    const isUsual = usual === 0 ? beside === 0 : Math.abs(beside - usual) <= 1;
    return { exchange, effect: isUsual ? 'moved' : `moved ${beside} more than the amount` };
  };
}

const movements: readonly Row[] = [
  {
    name: 'creditCard',
    begin: async (v1) => {
      const card = await newCard(v1);
      return moneyAct(v1, card, 1, (amount) => v1.creditCard(anAmountOf(card, minorUnits(amount))));
    },
  },
  {
    name: 'debitCard',
    begin: async (v1) => {
      const card = await fundedCard(v1, minorUnits(200_00));
      return moneyAct(v1, card, -1, (amount) => v1.debitCard(anAmountOf(card, minorUnits(amount))));
    },
  },
  ...(['the payer', 'the receiver'] as const).map((whose): Row => ({
    name: `p2pTransfer, ${whose}`,
    begin: async (v1) => {
      const [from, to] = await Promise.all([fundedCard(v1, minorUnits(200_00)), newCard(v1)]);
      const [card, sign] = whose === 'the payer' ? ([from, -1] as const) : ([to, 1] as const);
      return moneyAct(v1, card, sign, (amount) =>
        v1.p2pTransfer(aP2pTransfer(from, to, minorUnits(amount))),
      );
    },
  })),
  {
    name: 'debitCard after requests that lack an amount',
    begin: async (v1) => {
      const card = await fundedCard(v1, minorUnits(200_00));
      const { amount: _amount, ...lacking } = anAmountOf(card, minorUnits(1));
      return moneyAct(v1, card, -1, async (amount) => {
        await v1.debitCard(lacking);
        return v1.debitCard(anAmountOf(card, minorUnits(amount)));
      });
    },
  },
];

check('v1.every-time.movements', 'moves money each time as the first time', async ({ v1 }) => {
  await forEvery(movements, nameOf, (row) => expectTheSameEachTime(v1, row));
});

/** Sets something anew and tells whether it is shown; where the first is not, none need be. */
function settingAct(set: (turn: number) => Promise<{ set: Exchange; isShown: boolean }>): Act {
  return async (turn) => {
    const { set: exchange, isShown } = await set(turn);
    if (!carriedOut(exchange)) return { exchange, effect: 'not carried out' };
    return { exchange, effect: isShown ? 'set and shown' : 'set and not shown' };
  };
}

const settings: readonly Row[] = [
  {
    name: 'changeCardLimit',
    begin: async (v1) => {
      const card = await newCard(v1);
      if ((await changeLimit(v1, card, { name: cashLimitName, value: 499_00 })) === undefined)
        return undefined;
      return settingAct(async (turn) => {
        const value = 500_00 + turn;
        const limit = { name: cashLimitName, value, cycleType: turn % 2 === 0 ? 0 : 8 };
        const set = (await changeLimit(v1, card, limit)) as Exchange;
        const shown = await v1.getCardLimits({ cardIdentification: byNumber(card) });
        return { set, isShown: leavesOf(shown.answer.json, ['value']).includes(`value ${value}`) };
      });
    },
  },
  {
    name: 'changeAccountLimit',
    begin: async (v1) => {
      const [{ accountNumber }, name] = await Promise.all([
        newCustomer(v1),
        learnAccountLimitName(v1),
      ]);
      if (name === undefined) return undefined;
      return settingAct(async (turn) => {
        const value = 4_000_00 + turn;
        const set = await v1.changeAccountLimit({ accountNumber, limit: { name, value } });
        const shown = await v1.getAccountLimits({ accountNumber });
        return { set, isShown: leavesOf(shown.answer.json, ['value']).includes(`value ${value}`) };
      });
    },
  },
  {
    name: 'setAllowedMccList',
    begin: async (v1) => {
      const { accountNumber } = await newCustomer(v1);
      return settingAct(async (turn) => {
        const code = 5000 + turn;
        const set = await v1.setAllowedMccList({ accountNumber, mccList: [code, 6011] });
        const shown = await v1.getAllowedMccList({ accountNumber });
        return { set, isShown: listedIn(shown.answer.json).includes(String(code)) };
      });
    },
  },
  {
    name: 'setAllowedBeneficiaries',
    begin: async (v1) => {
      const { accountNumber } = await newCustomer(v1);
      const others = await Promise.all([newCustomer(v1), newCustomer(v1)]);
      return settingAct(async (turn) => {
        const other = others[turn % 2]?.accountNumber ?? '';
        const set = await v1.setAllowedBeneficiaries({ accountNumber, beneficiaries: [other] });
        const shown = await v1.getAllowedBeneficiaries({ accountNumber });
        return { set, isShown: listedIn(shown.answer.json).includes(other) };
      });
    },
  },
  {
    name: 'setGeoRestrictions',
    begin: async (v1) => {
      const [form, card] = await Promise.all([learnRestrictionForm(v1), newCard(v1)]);
      if (form === undefined) return undefined;
      const cardIdentification = byNumber(card);
      return settingAct(async (turn) => {
        const rule = { countryId: 250, regionId: 100 + turn, transactionGroupId: 1 };
        const restrictions = form.body([{ ...rule, status: 'ENABLED' }]);
        const set = await v1.setGeoRestrictions({ cardIdentification, restrictions });
        const shown = await v1.getGeoRestrictions({ cardIdentification });
        const rules = objectsIn(shown.answer.json, ['regionId']);
        const regions = leavesOf(rules, ['regionId']);
        return { set, isShown: regions.includes(`regionId ${rule.regionId}`) };
      });
    },
  },
];

check('v1.every-time.settings', 'keeps what is set each time anew', async ({ v1 }) => {
  await forEvery(settings, nameOf, (row) => expectTheSameEachTime(v1, row));
});

check(
  'v1.every-time.blocks',
  'blocks and unlocks a card each time as the first time',
  async ({ v1, skip }) => {
    if ((await learnBlockForm(v1)) === undefined) return skip(noBlockForm);
    const begin = async (): Promise<Act> => {
      const card = await fundedCard(v1, minorUnits(200_00));
      return async (turn) => {
        const blocked = await blockCard(v1, card);
        const whileBlocked = await v1.debitCard(anAmountOf(card, minorUnits(1_01 + turn)));
        const exchange = await v1.validateCard({ cardIdentification: byNumber(card) });
        const afterwards = await v1.debitCard(anAmountOf(card, minorUnits(1_51 + turn)));
        const ends = [blocked, whileBlocked, exchange, afterwards].map((one) =>
          one !== undefined && carriedOut(one) ? 'done' : 'denied',
        );
        return { exchange, effect: `block, debit, unlock, debit: ${ends.join(', ')}` };
      };
    };
    await forEvery([{ name: 'blockCard', begin }], nameOf, (row) => expectTheSameEachTime(v1, row));
  },
);

check(
  'v1.every-time.customers',
  'issues a card for the account of every customer, and forgets none',
  async ({ v1 }) => {
    const first = await newCard(v1);
    const { customerNumber, accountNumber } = first.customer;
    const before = promised(
      await v1.getCustomerDetails({ customerNumber }),
      'v1.get-customer-details.succeeds',
    );

    for (let turn = 1; turn < times; turn += 1) {
      const registration = asRegistrationRequest(await newRegistration(v1));
      expect(await v1.registerCustomer(registration)).toSucceed();
    }

    const customerId = memberOf(before.answer.json, 'customerId');
    const details = { customerNumber, ...(isUnset(customerId) ? {} : { customerId }) };
    expect(await v1.getCustomerDetails({ customerNumber })).toSucceed(details);
    expect(await v1.getAccountData({ accountNumber })).toSucceed();
    expect(await v1.creditCard(anAmountOf(first, minorUnits(5_00)))).toSucceed();
  },
);
