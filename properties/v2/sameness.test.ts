import { check, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import type { LawRow } from '../law-rows.ts';
import * as putRight from './sameness/put-right.ts';
import * as secondCard from './sameness/second-card.ts';
import * as shared from './sameness/shared.ts';
import * as texts from './sameness/texts.ts';
import * as things from './sameness/things.ts';
import * as together from './sameness/together.ts';
import * as use from './sameness/use.ts';
import * as values from './sameness/values.ts';

// Document 2, laws of sameness. Each is asked for several operations, members or values: its rows.

const laws: readonly (readonly [RequirementId, string, readonly LawRow<V2Client>[]])[] = [
  [
    'v2.put-right.succeeds-after-a-refusal',
    'carries out once what was refused, when it is put right',
    [
      ...putRight.succeedsAfterRefusals,
      putRight.paysOnceThereIsEnough,
      ...putRight.paysOnceTheCardIsActive,
      putRight.isToppedUpOnceItIsActive,
    ],
  ],
  [
    'v2.put-right.half-right-changes-nothing',
    'changes no part of a card when a part of the change is refused',
    [...putRight.halfRightChangesNothing, putRight.oddBesideGoodChangesNothing],
  ],
  [
    'v2.optional-members.leave-the-rest-as-it-is',
    'creates the same cardholder with optional members as without them',
    things.optionalMembersLeaveTheRest,
  ],
  [
    'v2.fresh.is-as-new-as-the-first',
    'starts what is new like the first, whatever became of others',
    [
      ...things.newCardsAreNew,
      things.digitsAreKept,
      things.nothingIsTakenOver,
      things.noMemberIsTakenOver,
      things.nothingOfARefusedOneIsShown,
      things.alikeLivesApart,
    ],
  ],
  [
    'v2.fresh.each-creation-makes-another',
    'makes two things of the same creation sent twice',
    inSmokeOnly()
      ? things.eachCreationMakesAnother
      : [
          ...things.eachCreationMakesAnother,
          things.otherCardsMakeAnother,
          ...things.idsAreAssigned,
        ],
  ],
  [
    'v2.shared.each-keeps-its-own',
    'leaves a cardholder as it is when another is created who has something in common with it',
    [
      ...shared.eachKeepsItsOwn,
      ...shared.nothingIsTakenOver,
      ...shared.nearIsAnother,
      shared.oneMemberTellsApart,
    ],
  ],
  [
    'v2.text.comes-back-as-sent',
    'shows texts of a cardholder as they were sent',
    [...things.namesComeBack, things.cutNamesComeBack],
  ],
  [
    'v2.text.every-member-comes-back',
    'shows every member of a cardholder as it was sent, leading zeros and rare days included',
    texts.membersComeBack,
  ],
  [
    'v2.second-card.stands-on-its-own',
    'binds a second card of a cardholder by its own limits and by the balance',
    inSmokeOnly()
      ? [secondCard.hasTheDefaultLimits]
      : [
          secondCard.paysNoMoreThanItHolds,
          secondCard.overdrawsNothingTogether,
          secondCard.isAccountedForTogether,
          secondCard.spendsWhatItsAccountShows,
          secondCard.hasTheDefaultLimits,
          ...secondCard.countsForItself,
          ...secondCard.isUsedWhateverBecomesOfTheFirst,
          secondCard.isNamedWhereItsMoneyMoves,
          secondCard.movesTheSameByEach,
          secondCard.keepsItsOwnLimits,
          secondCard.everyFurtherCardIsNew,
          ...secondCard.isActiveWhateverBecameOfTheFirst,
        ],
  ],
  [
    'v2.spending-limits.use-lasts',
    'leaves spent what was spent of a limit, whatever else is asked',
    use.useLasts,
  ],
  [
    'v2.together.each-for-itself',
    'carries out what is asked at the same time, each for itself',
    together.eachForItself,
  ],
  [
    'v2.together.strangers-stay-out',
    'lets nobody in without the key while others are let in',
    [together.strangersStayOut],
  ],
  [
    'v2.values.change-as-sent',
    'changes each limit and status to what was sent, forth and back',
    [...values.limitsChangeAsSent, ...values.limitsChangeInEachStatus, values.blockedAndBack],
  ],
  [
    'v2.range.amounts-alike',
    'moves exactly the amount, whatever its digits',
    [values.amountsAreAlike],
  ],
  [
    'v2.range.required-in-every-country',
    'requires the same of a cardholder in every country',
    values.requiredInEveryCountry,
  ],
  [
    'v2.range.every-country-is-taken',
    'creates a cardholder in any country of a part of the world',
    inSmokeOnly()
      ? values.everyCountryIsTaken
      : [...values.everyCountryIsTaken, values.noCodeIsAWord],
  ],
  [
    'v2.range.nothing-but-the-one',
    'takes no other currency than EUR, and no other product than the one',
    [values.noOtherCurrency, values.noOtherProduct],
  ],
];

for (const [id, behaviour, rows] of laws) {
  check(id, behaviour, async ({ v2 }) => {
    await forEvery(
      rows,
      ({ name }) => name,
      ({ ask }) => ask(v2),
    );
  });
}
