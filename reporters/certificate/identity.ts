import { apiOf } from '../../fixtures/requirements/requirement.ts';
import type { Conformance } from '../conformance.ts';
import type { Fact, Section } from './block.ts';
import { configuredApis, isUnobservable } from './scope.ts';
import { counted, listed, moment, plain } from './text.ts';

type Part = Omit<Section, 'id'>;

/** A name that was given in the settings; nothing where none was. */
export function named(term: string, name: string | undefined): readonly Fact[] {
  return name === undefined ? [] : [{ term, values: [plain(name, 200)] }];
}

export function itemTested(conformance: Conformance): Part {
  const { target, run } = conformance;
  return {
    heading: 'Item tested',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { term: 'Name', values: [plain(target.name, 200)] },
          ...named('Version', target.version),
          ...named('Digest', target.digest),
          ...named('Customer', run.customer),
          ...named('Testing laboratory', run.laboratory),
          ...configuredApis(conformance).map((api) => ({
            term: `Address of ${api}`,
            values: [addressShown(target.apis[api] ?? '')],
          })),
          {
            term: 'Control plane',
            values: [
              target.controlPlane
                ? 'offered: used to move time and to choose outcomes'
                : 'not offered: what depends on time passing was not exercised',
            ],
          },
        ],
      },
      {
        kind: 'text',
        text: 'Names, version, digest, addresses and sandbox values are as given by the customer and were not verified. The item was tested over a network; no item was received or retained.',
      },
      {
        kind: 'lines',
        // What the settings do not say is written by hand.
        labels: [
          ...(run.laboratory === undefined ? ['Testing laboratory (name, address)'] : []),
          'Place of testing',
          ...(run.customer === undefined ? ['Customer (name, contact)'] : []),
          ...(target.version === undefined ? ['Version or build of the item'] : []),
        ],
      },
    ],
  };
}

export function testRun({ run, suite, target }: Conformance): Part {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000;
  return {
    heading: 'Test run',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { term: 'Number', values: [plain(run.id, 80)] },
          {
            term: 'Machine clock',
            values: [
              `${moment(run.startedAt)} to ${moment(run.finishedAt)} (${seconds.toFixed(1)} s)`,
            ],
          },
          {
            term: 'Clock of the item',
            values: [
              run.targetClock === undefined
                ? isEmbedded(target)
                  ? 'no single one: each file of checks has an embedded sandbox with a clock of its own'
                  : 'not shown by the item'
                : `${moment(run.targetClock)} at the end of the run`,
            ],
          },
          { term: 'Machine', values: [plain(run.machine, 200)] },
          { term: 'Profile and seed', values: [`${run.profile}, ${run.seed}`] },
          { term: 'Selection', values: [selectionShown(run)] },
          { term: 'Requests sent', values: [counted(run.requests, 'request')] },
          { term: 'Completed', values: [run.complete ? 'yes' : 'no'] },
          { term: 'Suite', values: [`${suite.name} ${suite.version}`] },
          { term: 'Digest of the suite', values: [digestShown(suite.digest)] },
        ],
      },
      ...(run.crashes.length === 0
        ? []
        : [
            {
              kind: 'points' as const,
              points: run.crashes
                .slice(0, 10)
                .map((crash) => `The suite itself failed: ${plain(crash)}`),
            },
          ]),
    ],
  };
}

export function method({ suite, documents }: Conformance): Part {
  return {
    heading: 'Method',
    blocks: [
      {
        kind: 'text',
        text: `Method: ${suite.name}, version ${suite.version}. Every clause of the documents is a requirement in its catalogue. Checks send requests to the item as any client would, compare status, fields, states and amounts of the answers with the documents, and then read back whether the state is what it should be. Some checks are examples; others are properties, which generate inputs and sequences from the seed of the run: these are samples, and the profile sets their number.`,
      },
      {
        kind: 'table',
        caption: 'Documents',
        columns: [
          { heading: 'No.', share: 1 },
          { heading: 'Title', share: 5 },
          { heading: 'SHA-256 of the text', share: 10 },
        ],
        rows: documents.map((one) => [
          String(one.number),
          plain(one.title, 200),
          digestShown(one.sha256),
        ]),
        folded: false,
      },
    ],
  };
}

export function decisionRule({ run }: Conformance): Part {
  return {
    heading: 'Decision rule',
    blocks: [
      {
        kind: 'text',
        text: 'Conformity is stated for the judged requirements of the documents listed under Method, by simple acceptance: answers are compared exactly, so no measurement uncertainty enters.',
      },
      {
        kind: 'points',
        points: [
          'A requirement passes when all of its checks pass, and fails when any of them fails.',
          'Levels: must is what a document says; derived follows from what it says. Both are judged. Advisory is what a careful engineer expects although no document says it; open is what the documents do not show, which is recorded and never judged.',
          run.failOn === 'advisory'
            ? 'As requested for this run (--fail-on advisory), breaches of advisory expectations count as failures.'
            : 'Breaches of advisory expectations are recommendations. They do not count, in any profile.',
          'A failure covered by a waiver, with its owner and expiry date, does not count; a waiver that has expired, or whose requirement passes, makes the item not conformant.',
          `An unexpected failure is retried once, alone and with fresh test data. If it then passes, the requirement is inconsistent, which ${run.allowInconsistent ? 'was allowed for this run and does not count' : 'counts as a failure'}. What waited for moments of the target's clock stays failed: it cannot be repeated at the same ones.`,
          'What could not be tested (unreachable, no answer in time, overloaded) is inconclusive, not failed.',
          'The item is conformant when no judged requirement failed, none is inconclusive, at least one was executed and the run was completed; not conformant when one failed; otherwise the result is inconclusive.',
          'A certificate is partial unless the profile is certification, nothing was selected or left out, and every must and derived requirement of the configured interfaces that can be seen from outside was exercised.',
        ],
      },
    ],
  };
}

export function exclusions(conformance: Conformance, reservations: readonly string[]): Part {
  const { run, requirements, target, verdict } = conformance;
  const unseen = requirements.filter(isUnobservable).length;
  const without = new Set(
    requirements.filter(({ verdict }) => verdict === 'not-configured').map(({ id }) => apiOf(id)),
  );
  return {
    heading: 'Deviations, exclusions and validity',
    blocks: [
      {
        kind: 'points',
        points: [
          `The results relate only to the item tested, as it was at the addresses and times given here${target.digest === undefined ? '' : ', which the customer says was the build with the digest above'}.`,
          ...reservations,
          ...(reservations.length === 0 ? ['There were no deviations from the method.'] : []),
          ...(without.size === 0
            ? []
            : [`Excluded because not configured: ${listed([...without])}.`]),
          ...(unseen === 0
            ? []
            : [
                `Excluded because ${unseen === 1 ? 'it' : 'they'} cannot be seen from outside: ${counted(unseen, 'requirement')}, each with its reason under Not exercised.`,
              ]),
          'Production operation, performance, availability and security were not tested beyond what the requirements say.',
          ...(verdict === 'conformant'
            ? [
                `The result may be relied upon until ${moment(run.validUntil)}, as long as neither the item nor the documents change.`,
              ]
            : []),
          'This report may only be passed on as a whole. conformance.json with the same number holds every requirement and check.',
        ],
      },
    ],
  };
}

/** The sandbox that comes with the suite has no address. */
function isEmbedded({ apis }: Conformance['target']): boolean {
  const addresses = Object.values(apis);
  return addresses.length > 0 && addresses.every((address) => address === 'embedded');
}

function selectionShown({ selection, shard }: Conformance['run']): string {
  const { apis = [], only = [] } = selection ?? {};
  const words = [
    ...(apis.length === 0 ? [] : [`--api ${apis.join(',')}`]),
    ...(only.length === 0 ? [] : [`--only ${only.join(',')}`]),
    ...(shard === undefined ? [] : [`--shard ${shard.index}/${shard.count}`]),
  ];
  return words.length === 0 ? 'everything that is configured' : plain(words.join(' '));
}

function digestShown(digest: string): string {
  return digest === '' ? 'not known' : plain(digest, 80);
}

/** An address as people may know it: without a login embedded in it. */
function addressShown(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === '' && url.password === '')) return plain(address, 200);
  url.username = '';
  url.password = '';
  return plain(url.href, 200);
}
