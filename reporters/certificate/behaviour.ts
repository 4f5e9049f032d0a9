import type { GeneratorFigures } from '../../fixtures/coverage/generators.ts';
import type { Conformance } from '../conformance.ts';
import type { Section } from './block.ts';
import { latencyTable } from './latencies.ts';
import { stateDiagrams } from './state-diagrams.ts';
import { statesByOperation } from './states.ts';
import { windowTimeline } from './window-timeline.ts';
import { number, plain } from './text.ts';
import { text } from './block.ts';

type Part = Omit<Section, 'id'>;

/** What the item does where the documents leave it free, and how deeply it was looked at. */
export function behaviourSections(conformance: Conformance): readonly Part[] {
  return [
    openPoints(conformance),
    dialect(conformance),
    statesByOperation(conformance),
    stateDiagrams(conformance),
    ...windowTimeline(conformance),
    generatedCases(conformance),
    latencyTable(conformance),
  ];
}

function openPoints({ requirements }: Conformance): Part {
  const observed = requirements.filter(({ verdict }) => verdict === 'observed');
  return {
    heading: 'Open points',
    blocks:
      observed.length === 0
        ? [text('No open point was observed.')]
        : [
            text('What the item does where the documents do not say. Nothing here is judged.'),
            {
              kind: 'table',
              caption: `Behaviour on ${number(observed.length)} open points`,
              columns: [
                { heading: 'Requirement', share: 5 },
                { heading: 'What is open', share: 6 },
                { heading: 'What the item does', share: 6 },
              ],
              rows: observed.map(({ id, statement, observation = '' }) => [
                id,
                plain(statement, 240),
                plain(observation, 300),
              ]),
              folded: true,
            },
          ],
  };
}

function dialect({ dialect: entries }: Conformance): Part {
  return {
    heading: 'Learned dialect',
    blocks:
      entries.length === 0
        ? [text('No request form needed discovering.')]
        : [
            text('The request forms that the item accepts where a document does not show one.'),
            {
              kind: 'table',
              caption: 'Request forms',
              columns: [
                { heading: 'What was open', share: 4 },
                { heading: 'Form taken', share: 7 },
              ],
              rows: entries.map(({ what, form }) => [plain(what, 200), plain(form, 300)]),
              folded: entries.length > 20,
            },
          ],
  };
}

function generatedCases({ generators }: Conformance): Part {
  return {
    heading: 'Generated cases',
    blocks:
      generators.length === 0
        ? [text('No property was executed in this run.')]
        : [
            text(
              'What the properties actually did: cases executed, requests sent, how many were accepted and refused, the most requests in one case, and which windows, boundaries and rare states were reached.',
            ),
            {
              kind: 'table',
              caption: 'Properties',
              columns: [
                { heading: 'Property', share: 7 },
                { heading: 'Cases', share: 2, numeric: true },
                { heading: 'Requests', share: 2, numeric: true },
                { heading: 'Accepted', share: 2, numeric: true },
                { heading: 'Refused', share: 2, numeric: true },
                { heading: 'Deepest', share: 2, numeric: true },
                { heading: 'Reached', share: 6 },
              ],
              rows: generators.map((one) => [
                plain(one.property, 200),
                ...[one.cases, one.commands, one.accepted, one.refused, one.deepest].map(number),
                reachedIn(one),
              ]),
              folded: generators.length > 20,
            },
          ],
  };
}

function reachedIn({ reached }: GeneratorFigures): string {
  const words = Object.entries(reached).map(([what, count]) => `${what} ${number(count)}`);
  return words.length === 0 ? '–' : plain(words.join(', '), 300);
}
