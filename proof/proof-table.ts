import type { MoodProof } from './moods-proof.ts';
import type { FaultProof, Proof } from './proof.ts';

/** The proof as a table: each fault, the requirement it breaks, whether that was noticed, how fast. */
export function proofTable(proof: Proof, { isFull }: { readonly isFull: boolean }): string {
  const { faults, withoutFault, neverFailed, notGreenWhenClean } = proof;
  const caught = faults.filter((fault) => fault.caught);
  const times = caught
    .flatMap(({ ms }) => (ms === undefined ? [] : [ms]))
    .toSorted((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];

  return [
    faults.map((fault) => row(fault, isFull)).join('\n'),
    // Once more where somebody looks first: the end, of what may be thousands of lines.
    section(
      'Faults that were missed',
      faults
        .filter((fault) => !fault.caught)
        .map(({ id, instead = '' }) => `${id}\n    instead: ${instead}`),
    ),
    section('Judged requirements without a fault', withoutFault),
    section(
      'Checks that no fault makes fail',
      neverFailed.map(({ requirement, name }) => `${requirement}: ${name}`),
    ),
    section(
      'Checks that do not pass on the clean sandbox',
      notGreenWhenClean.map(
        ({ requirement, name, reason }) => `${requirement}: ${name}\n    ${reason}`,
      ),
    ),
    `${caught.length} of ${faults.length} faults caught${median === undefined ? '' : `, median ${median} ms`}`,
    proof.proved ? 'PROVED: a breach of any judged requirement is caught' : 'NOT PROVED',
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** What each mood came to, and every false alarm in it. */
export function moodTable(moods: readonly MoodProof[]): string {
  return moods
    .map(({ name, conformant, passed, notExercised, falseAlarms }) =>
      [
        `${conformant ? 'conformant' : falseAlarms.length > 0 ? 'FALSE ALARM' : 'NOT ASKED'}  mood ${name}: ${passed} checks passed, ${notExercised} not exercised`,
        ...falseAlarms.map(
          ({ requirement, check, verdict, reason }) =>
            `  ${verdict}: ${requirement}: ${check}\n${indented(reason)}`,
        ),
      ].join('\n'),
    )
    .join('\n');
}

function row(
  { id, breaks, what, caught, ms, instead, alsoFailed, inconclusive }: FaultProof,
  isFull: boolean,
): string {
  const time = ms === undefined ? '' : `${ms} ms`;
  const lines = [
    `${caught ? 'caught' : 'MISSED'} ${time.padStart(8)}  ${id}`,
    `  ${what}`,
    `  breaks ${breaks}`,
  ];
  if (instead !== undefined) lines.push(`  instead: ${instead}`);
  if (isFull && alsoFailed.length > 0)
    lines.push(`  also failed (${alsoFailed.length}): ${alsoFailed.join(', ')}`);
  if (isFull && inconclusive > 0) lines.push(`  inconclusive: ${inconclusive} requirements`);
  return lines.join('\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
