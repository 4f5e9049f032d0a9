import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { withRules } from '../tampering.ts';

// Document 1, part 4: setGeoRestrictions and getGeoRestrictions.

const { v1AllowedValues } = documentRules;

export const v1RestrictionFaults: readonly Fault[] = [
  ...(
    [
      ['v1.set-geo-restrictions.enabled', 'ENABLED'],
      ['v1.set-geo-restrictions.disabled', 'DISABLED'],
    ] as const
  ).map(([breaks, status]) =>
    fault(
      breaks,
      'not-taken',
      `does not accept a restriction with the status ${status}`,
      withRules({
        v1AllowedValues: (operation, path) => {
          const allowed = v1AllowedValues(operation, path);
          return operation === 'setGeoRestrictions'
            ? allowed?.filter((one) => one !== status)
            : allowed;
        },
      }),
    ),
  ),
  fault(
    'v1.set-geo-restrictions.other-status',
    'taken',
    'accepts a restriction with any status',
    withRules({
      v1AllowedValues: (operation, path) =>
        operation === 'setGeoRestrictions' ? undefined : v1AllowedValues(operation, path),
    }),
  ),
  fault(
    'v1.set-geo-restrictions.takes-several',
    'last-only',
    'keeps only the last restriction of a request',
    withRules({ subjectOfGeoRule: () => '' }),
  ),
  fault(
    'v1.set-geo-restrictions.takes-several',
    'digits-only',
    'treats two restrictions as one if their numbers concatenate to the same digits',
    withRules({
      subjectOfGeoRule: ({ countryId, regionId, transactionGroupId }) =>
        [countryId, regionId, transactionGroupId].join(''),
    }),
  ),
  fault(
    'v1.get-geo-restrictions.disabled-is-not-listed',
    'all-listed',
    'lists restrictions of either status',
    withRules({ restrictsCard: () => true }),
  ),
  fault(
    'v1.get-geo-restrictions.disabled-is-not-listed',
    'first-status-stays',
    'keeps a restriction as it was first set',
    withRules({
      geoRulesAfter: (before, sent, subjectOf) => {
        const known = new Set(before.map(subjectOf));
        return [...before, ...sent.filter((rule) => !known.has(subjectOf(rule)))];
      },
    }),
  ),
];
