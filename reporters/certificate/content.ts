import { apiOf } from '../../fixtures/requirements/requirement.ts';
import type { Conformance } from '../conformance.ts';
import { behaviourSections } from './behaviour.ts';
import type { CertificateContent, Section } from './block.ts';
import { decisionRule, exclusions, itemTested, method, named, testRun } from './identity.ts';
import { resultSections } from './results.ts';
import { configuredApis, isLeftOut, judgedApis, scopeOf } from './scope.ts';
import { counted, listed, moment, plain } from './text.ts';

/**
 * Everything that a certificate says. The same result always gives the same content.
 *
 * What ISO/IEC 17025:2017 asks of a report of tests, and where it is:
 * - 7.8.2.1 a title: `title`; b, c, e laboratory, place and customer: the lines of *Item tested*;
 *   d unique number and end: `number`, `endMark`; f method: *Method*; g item: *Item tested*;
 *   h, i, j dates of test and of issue: `facts` (nothing is received: the item is asked over a
 *   network at the time of the test); k sampling: *Method*, on generated cases; l results for this
 *   item only: *Deviations*; m results: *Figures* to *Open points*; n deviations and exclusions:
 *   *Deviations*; o who authorises: *Authorisation*; p results of others: there are none.
 * - 7.8.2.2 what the customer says: *Item tested* names it.
 * - 7.8.3.1 conditions: *Test run*; conformity and uncertainty: *Decision rule*; opinions: none but
 *   *Recommendations*, kept apart.
 * - 7.8.6 decision rule, the results and the documents it was applied to: *Decision rule*, *Figures*.
 */
export function contentOf(conformance: Conformance): CertificateContent {
  const { target, run, suite, verdict } = conformance;
  const { title, sentence, reservations } = scopeOf(conformance);
  const number = plain(run.id, 80);
  const circumstances = [
    itemTested(conformance),
    testRun(conformance),
    method(conformance),
    decisionRule(conformance),
  ];
  const results = resultSections(conformance);
  // Whoever holds a report of failures wants to see these; a certificate first says of what it is one.
  const sections: readonly Omit<Section, 'id'>[] = [
    authorisation,
    ...(verdict === 'conformant' ? [...circumstances, ...results] : [...results, ...circumstances]),
    ...behaviourSections(conformance),
    exclusions(conformance, reservations),
  ];

  return {
    title,
    number,
    subject: plain(target.name, 200),
    verdict,
    sentence,
    reservations,
    issuedAt: run.finishedAt,
    facts: [
      { term: 'Report number', values: [number] },
      { term: 'Item tested', values: itemOf(target) },
      ...named('Customer', run.customer),
      ...named('Laboratory', run.laboratory),
      { term: 'Interfaces', values: interfacesOf(conformance) },
      {
        term: 'Tested against',
        values: documentsOf(conformance).map(
          (one) => `Document ${one.number}: ${plain(one.title, 120)}`,
        ),
      },
      {
        term: 'Tested with',
        values: [`${suite.name} ${suite.version}, profile ${run.profile}, seed ${run.seed}`],
      },
      {
        term: 'Dates of test',
        values: [`${moment(run.startedAt)} to ${moment(run.finishedAt)}`],
      },
      ...named('Requirements explained at', run.catalogue),
      { term: 'Date of issue', values: [moment(run.finishedAt)] },
      // Nobody relies upon a failure.
      ...(verdict === 'conformant'
        ? [{ term: 'Valid until', values: [moment(run.validUntil)] }]
        : []),
      {
        term: 'Extent',
        values: [
          reservations.length === 0
            ? 'Full certification of the interfaces above'
            : 'Partial, for the reasons given',
          `${counted(conformance.requirements.length, 'requirement')} in the catalogue, ${counted(run.requests, 'request')} sent`,
        ],
      },
    ],
    sections: sections.map((section, index) => ({
      id: `s${index + 1}`,
      ...section,
      heading: `${index + 1}. ${section.heading}`,
    })),
    endMark: `End of report ${number}`,
    ...(run.catalogue === undefined ? {} : { catalogue: run.catalogue }),
  };
}

/** The name, the build and what binds it. */
function itemOf({ name, version, digest }: Conformance['target']): readonly string[] {
  return [
    plain(name, 200),
    ...(version === undefined ? [] : [`version ${plain(version, 200)}`]),
    ...(digest === undefined ? [] : [plain(digest, 200)]),
  ];
}

function interfacesOf(conformance: Conformance): readonly string[] {
  const judged = judgedApis(conformance);
  const others = configuredApis(conformance).filter((api) => !judged.includes(api));
  const { selected = [], left = [] } = Object.groupBy(others, (api) =>
    isLeftOut(api, conformance) ? 'left' : 'selected',
  );
  return [
    judged.length === 0 ? 'none was judged' : listed(judged),
    ...(selected.length === 0 ? [] : [`configured and not exercised: ${listed(selected)}`]),
    ...(left.length === 0 ? [] : [`configured and not selected: ${listed(left)}`]),
  ];
}

/** Only those whose interfaces were judged, if any was. */
function documentsOf(conformance: Conformance): Conformance['documents'] {
  const judged = new Set<string>(judgedApis(conformance));
  const { documents, requirements } = conformance;
  const of = new Set<number>(
    requirements.filter(({ id }) => judged.has(apiOf(id))).map(({ document }) => document),
  );
  return of.size === 0 ? documents : documents.filter(({ number: one }) => of.has(one));
}

const authorisation: Omit<Section, 'id'> = {
  heading: 'Authorisation',
  blocks: [
    {
      kind: 'text',
      text: 'This report was produced by a program. The person authorising its issue signs here.',
    },
    { kind: 'lines', labels: ['Name', 'Function', 'Date', 'Signature'] },
  ],
};
