import { aRestriction, byNumber } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { learnRestrictionForm } from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { newCard, type V1Card } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4 (getGeoRestrictions): "only rules that impose restrictions", whose dates are optional.

const dayMs = 86_400_000;
const groups = { bounded: 11, open: 12 };

check(
  'v1.get-geo-restrictions.end-with-and-without-a-start',
  'lists no longer what is over without a start, where it is so with one',
  async ({ v1, control, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip('no known form of setGeoRestrictions is accepted');
    const start = (await control.now()).getTime();
    const date = (days: number): string =>
      new Date(start + days * dayMs).toISOString().slice(0, 19);
    const listed = async (card: V1Card): Promise<readonly [number[], Exchange]> => {
      const list = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
      const found = objectsIn(list.answer.json, ['transactionGroupId']).map((one) =>
        Number(memberOf(one, 'transactionGroupId')),
      );
      return [Object.values(groups).filter((group) => found.includes(group)), list];
    };
    const asked: { readonly card: V1Card; readonly set: Exchange }[] = [];
    // Which of the two imposes a restriction, and so is listed, is not shown.
    for (const status of ['ENABLED', 'DISABLED'] as const) {
      const card = await newCard(v1);
      const rule = { ...aRestriction(status), endDate: date(2) };
      const restrictions = form.body([
        { ...rule, transactionGroupId: groups.bounded, startDate: date(-1) },
        { ...rule, transactionGroupId: groups.open },
      ]);
      const set = await v1.setGeoRestrictions({ cardIdentification: byNumber(card), restrictions });
      const [before] = await listed(card);
      if (carriedOut(set) && before.length === 2) asked.push({ card, set });
    }
    if (asked.length === 0)
      return skip('rules with an end, with and without a start, are not listed');

    await control.letPass(start, 4 * dayMs);

    for (const { card, set } of asked) {
      const [after, list] = await listed(card);
      const words = 'both of them, or neither: they are over at the same time';
      expect([0, 2], sentExpectedGot([set, list], words)).toContain(after.length);
    }
  },
);

check(
  'v1.get-geo-restrictions.ends-although-read',
  'lists after its end a rule that was listed before as one that nobody has asked for',
  async ({ v1, control, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip('no known form of setGeoRestrictions is accepted');
    const start = (await control.now()).getTime();
    const endDate = new Date(start + 2 * dayMs).toISOString().slice(0, 19);
    const listed = async (card: V1Card): Promise<readonly [boolean, Exchange]> => {
      const list = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
      const rules = objectsIn(list.answer.json, ['transactionGroupId']);
      return [
        rules.some((one) => Number(memberOf(one, 'transactionGroupId')) === groups.open),
        list,
      ];
    };
    const asked: { readonly read: V1Card; readonly unread: V1Card }[] = [];
    // Which of the two imposes a restriction, and so is listed, is not shown.
    for (const status of ['ENABLED', 'DISABLED'] as const) {
      const [read, unread] = await Promise.all([newCard(v1), newCard(v1)]);
      const rule = { ...aRestriction(status), endDate, transactionGroupId: groups.open };
      const restrictions = form.body([rule]);
      const sets = await Promise.all(
        [read, unread].map((card) =>
          v1.setGeoRestrictions({ cardIdentification: byNumber(card), restrictions }),
        ),
      );
      const [isListed] = await listed(read);
      if (sets.every(carriedOut) && isListed) asked.push({ read, unread });
    }
    if (asked.length === 0) return skip('a rule with an end is not listed');

    await control.letPass(start, 4 * dayMs);

    for (const { read, unread } of asked) {
      const [[isListed, list], [isOtherListed, other]] = await Promise.all([
        listed(read),
        listed(unread),
      ]);
      const words = 'the rule that is over for both cards, or for neither';
      expect(isListed, sentExpectedGot([other, list], words)).toBe(isOtherListed);
    }
  },
);

/** What distinguishes three rules, of which the first has an end and the others share something with it or nothing. */
const ending = { countryId: 724, regionId: 1, transactionGroupId: 11 };
const lasting = [
  { countryId: 250, regionId: 1, transactionGroupId: 11 },
  { countryId: 724, regionId: 1, transactionGroupId: 12 },
  { countryId: 276, regionId: 2, transactionGroupId: 13 },
];

check(
  'v1.persistence.through-time',
  'lists rules that have no end when one is over that shares their country or group',
  async ({ v1, control, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip('no known form of setGeoRestrictions is accepted');
    const start = (await control.now()).getTime();
    const endDate = new Date(start + 2 * dayMs).toISOString().slice(0, 19);
    const lastingIn = ({ answer }: Exchange): readonly string[] =>
      objectsIn(answer.json, ['transactionGroupId'])
        .map((one) => [memberOf(one, 'countryId'), memberOf(one, 'transactionGroupId')].join(' '))
        .filter((one) =>
          lasting.some((rule) => one === `${rule.countryId} ${rule.transactionGroupId}`),
        )
        .toSorted();
    const asked: { readonly card: V1Card; readonly before: Exchange }[] = [];
    // Which of the two imposes a restriction, and so is listed, is not shown.
    for (const status of ['ENABLED', 'DISABLED'] as const) {
      const card = await newCard(v1);
      const cardIdentification = byNumber(card);
      const rules = [
        { ...ending, status, endDate },
        ...lasting.map((rule) => ({ ...rule, status })),
      ];
      const set = await v1.setGeoRestrictions({
        cardIdentification,
        restrictions: form.body(rules),
      });
      const before = await v1.getGeoRestrictions({ cardIdentification });
      if (carriedOut(set) && lastingIn(before).length > 0) asked.push({ card, before });
    }
    if (asked.length === 0) return skip('no rule without an end is listed');

    await control.letPass(start, 4 * dayMs);

    for (const { card, before } of asked) {
      const after = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
      const words = 'the rules without an end, as before';
      expect(lastingIn(after), sentExpectedGot([before, after], words)).toEqual(lastingIn(before));
    }
  },
);
