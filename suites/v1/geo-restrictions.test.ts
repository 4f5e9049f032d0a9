import { aRestriction, byNumber } from '../../fixtures/builders/v1.ts';
import { spoilt } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  carriedOut,
  answerSummary,
  memberNamesOf,
  type V1Client,
} from '../../fixtures/clients/v1.ts';
import { learnRestrictionForm } from '../../fixtures/dialect/v1.ts';
import { newCard, promised, type V1Card } from '../../fixtures/worlds/v1.ts';

// Document 1, part 4: setGeoRestrictions and getGeoRestrictions. The name of the list in the request
// and the whole answer of the latter are not shown.

const noForm = 'no known form of setGeoRestrictions is accepted';

for (const [id, status] of [
  ['v1.set-geo-restrictions.enabled', 'ENABLED'],
  ['v1.set-geo-restrictions.disabled', 'DISABLED'],
] as const) {
  check(id, `takes a restriction with the status ${status}`, async ({ v1, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);

    const answer = await form.ask(v1, card, aRestriction(status));

    expect(answer).toSucceed();
  });
}

check(
  'v1.set-geo-restrictions.other-status',
  'does not take a restriction with another status',
  async ({ v1, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);
    const usual = await form.ask(v1, card, aRestriction('ENABLED'));
    promised(usual, 'v1.set-geo-restrictions.enabled');

    const answer = await form.ask(v1, card, aRestriction('PAUSED'));

    expect(answer).toBeDenied();
  },
);

check(
  'v1.set-geo-restrictions.takes-several',
  'lists two restrictions that were set by one request',
  async ({ v1, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const rules = [
      { ...aRestriction('ENABLED'), regionId: 1, transactionGroupId: 11 },
      { ...aRestriction('ENABLED'), regionId: 11, transactionGroupId: 1 },
    ];
    // Only rules that can be changed are processed, so each is tried alone.
    const areListed = await Promise.all(
      rules.map(async (rule) => {
        const card = await newCard(v1);
        const answer = await form.ask(v1, card, rule);
        return carriedOut(answer) && (await isListed(v1, card, rule));
      }),
    );
    if (areListed.includes(false)) return skip('an enabled restriction is not listed');
    const cardIdentification = byNumber(await newCard(v1));

    const both = await v1.setGeoRestrictions({
      cardIdentification,
      restrictions: form.body(rules),
    });

    expect(both).toSucceed();
    const list = await v1.getGeoRestrictions({ cardIdentification });
    expect(list).toSucceed(
      expect.toSatisfy((json) => rules.every((rule) => lists(json, rule)), 'both restrictions'),
    );
  },
);

check(
  'v1.set-geo-restrictions.country-id',
  'is sent a restriction with and without countryId',
  async ({ v1, observe, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);
    const body = {
      cardIdentification: byNumber(card),
      restrictions: form.body([aRestriction('ENABLED')]),
    };

    const countryId = 'restrictions[].countryId';
    const [withOne, withoutOne] = await Promise.all([
      v1.setGeoRestrictions(spoilt(body, countryId, { value: 724 })),
      v1.setGeoRestrictions(spoilt(body, countryId, 'leave out')),
    ]);

    observe(`with: ${answerSummary(withOne)}; without: ${answerSummary(withoutOne)}`);
  },
);

check(
  'v1.set-geo-restrictions.list-name',
  'takes one form of the list',
  async ({ v1, observe }) => {
    const form = await learnRestrictionForm(v1);

    observe(form?.name ?? noForm);
  },
);

check(
  'v1.get-geo-restrictions.disabled-is-not-listed',
  'lists a restriction no longer once it is disabled',
  async ({ v1, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);
    // A rule that every card has may be one that cannot be changed.
    if (await isListed(v1, card)) return skip('a new card has the restriction from the start');
    const enabled = await form.ask(v1, card, aRestriction('ENABLED'));
    promised(enabled, 'v1.set-geo-restrictions.enabled');
    if (!(await isListed(v1, card))) return skip('an enabled restriction is not listed');

    const disabled = await form.ask(v1, card, aRestriction('DISABLED'));

    promised(disabled, 'v1.set-geo-restrictions.disabled');
    const list = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
    expect(list).toSucceed(expect.toSatisfy((json) => !lists(json), 'without the restriction'));
  },
);

check(
  'v1.get-geo-restrictions.enabled-is-listed',
  'is asked for a restriction that was enabled',
  async ({ v1, observe, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);

    await form.ask(v1, card, aRestriction('ENABLED'));

    observe((await isListed(v1, card)) ? 'it is listed' : 'it is not listed');
  },
);

check(
  'v1.get-geo-restrictions.response',
  'is asked for the restrictions of a card',
  async ({ v1, observe, skip }) => {
    const form = await learnRestrictionForm(v1);
    if (form === undefined) return skip(noForm);
    const card = await newCard(v1);
    await form.ask(v1, card, aRestriction('ENABLED'));

    const answer = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });

    observe(`${answerSummary(answer)}: ${memberNamesOf(answer)}`);
  },
);

type Rule = Pick<ReturnType<typeof aRestriction>, 'regionId' | 'transactionGroupId'>;

async function isListed(v1: V1Client, card: V1Card, rule?: Rule): Promise<boolean> {
  const list = await v1.getGeoRestrictions({ cardIdentification: byNumber(card) });
  return lists(promised(list, 'v1.get-geo-restrictions.succeeds').answer.json, rule);
}

/** Whether a restriction, by default the usual one, stands anywhere in an answer. */
function lists(json: unknown, rule: Rule = aRestriction('')): boolean {
  if (typeof json !== 'object' || json === null) return false;
  const { regionId, transactionGroupId } = rule;
  const isIt =
    Number(memberOf(json, 'regionId')) === regionId &&
    Number(memberOf(json, 'transactionGroupId')) === transactionGroupId;
  return isIt || Object.values(json).some((value) => lists(value, rule));
}
