import { aRestriction, byNumber } from '../../fixtures/builders/v1.ts';
import { check, expect } from '../../fixtures/check.ts';
import { carriedOut } from '../../fixtures/clients/v1.ts';
import { learnRestrictionForm } from '../../fixtures/dialect/v1.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { objectsIn } from '../../fixtures/worlds/v1-leaves.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { newCard } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4 (getGeoRestrictions): "only rules that impose restrictions", whose dates are optional.

const dayMs = 86_400_000;
const groups = { bounded: 11, open: 12 };

check(
  'v1.get-geo-restrictions.end-with-and-without-a-start',
  'lists no longer what is over without a start, where it is so with one',
  async ({ v1, control, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip('no known form of setGeoRestrictions is accepted');
    const card = await newCard(v1);
    const start = (await control.now()).getTime();
    const date = (days: number): string =>
      new Date(start + days * dayMs).toISOString().slice(0, 19);
    const rule = aRestriction('ENABLED');
    const listed = async (): Promise<readonly [number[], Exchange]> => {
      const list = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
      const found = objectsIn(list.answer.json, ['transactionGroupId']).map((one) =>
        Number(memberOf(one, 'transactionGroupId')),
      );
      return [Object.values(groups).filter((group) => found.includes(group)), list];
    };
    const restrictions = form.body([
      { ...rule, transactionGroupId: groups.bounded, startDate: date(-1), endDate: date(2) },
      { ...rule, transactionGroupId: groups.open, endDate: date(2) },
    ]);
    const set = await v1.setGeoRestrictions({ cardIdentification: byNumber(card), restrictions });
    const [before] = await listed();
    if (!carriedOut(set) || before.length < 2)
      return skip('rules with an end, with and without a start, are not listed');

    await control.letPass(start, 4 * dayMs);

    const [after, list] = await listed();
    const words = 'both of them, or neither: they are over at the same time';
    expect([0, 2], sentExpectedGot([set, list], words)).toContain(after.length);
  },
);
