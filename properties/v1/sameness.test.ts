import { check, forEvery } from '../../fixtures/check.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import * as fresh from './sameness/fresh.ts';
import * as items from './sameness/items.ts';
import * as naming from './sameness/naming.ts';
import * as oneRequest from './sameness/one-request.ts';
import * as optional from './sameness/optional-members.ts';
import * as putRight from './sameness/put-right.ts';
import * as range from './sameness/range.ts';
import * as shared from './sameness/shared.ts';
import type { LawRow } from '../law-rows.ts';
import type { V1Client } from '../../fixtures/clients/v1.ts';
import * as text from './sameness/text.ts';
import * as together from './sameness/together.ts';
import * as values from './sameness/values.ts';

// Document 1, laws of sameness. They stand in one file since they have what a plain request does in common.

const laws: readonly (readonly [RequirementId, string, readonly LawRow<V1Client>[]])[] = [
  [
    'v1.put-right.succeeds-after-a-refusal',
    'carries out once what was refused, when it is put right',
    [...putRight.succeedsAfterRefusals, ...putRight.paysOnceTheReasonIsGone],
  ],
  [
    'v1.optional-members.leave-the-rest-as-it-is',
    'does the same with optional members as without them',
    [
      ...optional.leaveTheEffectAsItIs,
      optional.leaveTheHolderAsNamed,
      ...optional.leaveDenialsAsTheyAre,
      ...optional.leaveWhatIsShownAsItIs,
      ...optional.leadToNobodyElse,
    ],
  ],
  [
    'v1.fresh.is-as-new-as-the-first',
    'starts what is new like the first, whatever became of others',
    [
      fresh.startsLikeTheFirst,
      fresh.secondCardStartsFresh,
      fresh.secondCardHasItsOwnExpiry,
      fresh.askedForBefore,
      fresh.namelessIsShown,
      fresh.nothingOfARefusedOneIsShown,
      ...fresh.takesNothingOver,
      ...fresh.registrationTakesNoNameOver,
      fresh.livesApart,
      items.emptiedListsAreNotShared,
    ],
  ],
  [
    'v1.shared.each-keeps-its-own',
    'leaves a customer as it is when another is registered who has something in common with it',
    [...shared.eachKeepsItsOwn, ...shared.nearIsAnother],
  ],
  [
    'v1.text.comes-back-as-sent',
    'shows texts as they were sent',
    [
      ...text.namesComeBack,
      ...text.numbersComeBack,
      ...text.numbersAreFoundAsRegistered,
      text.numeralsComeBack,
      text.cutTextsComeBack,
      text.limitNamesComeBack,
      text.identifiersComeBack,
      ...values.datesComeBack,
      values.eachRuleHasItsOwnDates,
    ],
  ],
  [
    'v1.text.is-told-apart',
    'tells customers apart whose numbers differ in one character',
    [...text.numbersAreToldApart, ...text.longNumbersAreToldApart, text.patternsNameNobody],
  ],
  [
    'v1.text.numerals-are-told-apart',
    'tells customers apart whose numbers are one number and two texts',
    text.numeralsAreToldApart,
  ],
  [
    'v1.together.each-for-itself',
    'carries out what is asked at the same time, each for itself',
    [...together.eachHasItsOwnEffect, together.eachBodyIsItsOwn],
  ],
  [
    'v1.together.each-for-itself',
    'answers what is asked at the same time, each for itself',
    [
      together.eachReadsItsOwn,
      ...together.eachReadsAsAsked,
      together.eachPinIsItsOwn,
      together.eachCvcIsItsOwn,
      together.eachShowsItsOwn,
      ...together.eachListIsItsOwn,
    ],
  ],
  [
    'v1.together.strangers-stay-out',
    'lets nobody in without the token while others are let in',
    [together.strangersStayOut],
  ],
  [
    'v1.items.each-is-judged',
    'carries nothing out if one item of a list lacks a mandatory member',
    [items.eachParameterIsJudged, items.eachRestrictionIsJudged, ...items.refusedAsAWhole],
  ],
  [
    'v1.items.each-is-kept',
    'keeps each item of a list, in whatever order',
    [
      items.eachKnownCodeIsKept,
      items.shortCodesPay,
      items.eachCodeIsKept,
      items.eachCountryIsTaken,
      items.eachBeneficiaryIsKept,
      items.bareBeneficiariesAlike,
      ...items.orderDoesNotMatter,
      ...items.parametersInAnyOrder,
      ...items.rulesAreToldApart,
      items.rulesAreLiftedTogether,
      items.liftingNothingLeavesTheRest,
    ],
  ],
  [
    'v1.range.every-value-alike',
    'treats amounts and PINs alike whatever their digits, and every month',
    [
      ...range.creditsOfEveryAmount,
      ...range.transfersOfEveryAmount,
      range.cardsOfEveryMonth,
      range.pinsOfEveryDigit,
      range.cvcsOfEveryDigit,
      ...range.registrationsOfEveryKind,
    ],
  ],
  [
    'v1.naming.reaches-the-same-thing',
    'changes and shows the same thing in whatever way it is named',
    [
      ...naming.reachesTheSameThing,
      ...naming.reachesTheNamedCard,
      ...naming.reachedAtEachPath,
      naming.changedInPartAtEachPath,
      naming.bareInEachPlace,
      naming.bareAccountsInEachPlace,
      naming.bareWhateverTheDigits,
      naming.showsTheSameThing,
      naming.deniesTheSame,
      naming.treatsBlockedAlike,
    ],
  ],
  [
    'v1.naming.reached-alike-afterwards',
    'leads to one card by its cardId and by its cardNumber after each change of it',
    naming.reachedAlikeAfterwards,
  ],
  ['v1.naming.near-is-another', 'takes no number for one that it is near to', naming.nearIsAnother],
  [
    'v1.values.set-back-as-set-forth',
    'sets cycles, lists and limits back as it set them forth',
    [
      ...values.everyCycleGoesBackToDays,
      ...values.setBackAsSetForth,
      ...values.lastStatusCounts,
      values.arrestsAlike,
      values.emptyListClears,
    ],
  ],
  [
    'v1.values.moments-keep-their-offset',
    'shows a moment that was sent with an offset as the same moment',
    values.momentsKeepTheirOffset,
  ],
  [
    'v1.one-request.binds-no-other',
    'answers a plain request as before one that asked for something else',
    [
      ...oneRequest.holdsForOneRequest,
      ...oneRequest.phoneIsAskedForAnew,
      ...oneRequest.firstDeliveryBindsNone,
      ...oneRequest.textsAreNobodyElses,
    ],
  ],
  [
    'v1.values.nothing-is-shown-as-zero',
    'shows the amounts of an account that holds nothing as numbers',
    [values.nothingIsShownAsZero],
  ],
];

for (const [id, behaviour, rows] of laws) {
  check(id, behaviour, async ({ v1 }) => {
    await forEvery(
      rows,
      ({ name }) => name,
      ({ ask }) => ask(v1),
    );
  });
}
