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
