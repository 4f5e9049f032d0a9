import type { Class, Classified } from './classes.ts';
import type { Figures } from './figures.ts';
import { placeOf } from './mutant.ts';
import { leftOut, type Scope, scopes } from './scope.ts';

/** The page that says what mutation testing is about here, with the figures of every scope. */
export function overviewPage(all: Partial<Readonly<Record<Scope, Figures>>>): string {
  const rows = scopes.flatMap((scope) => {
    const one = all[scope];
    if (one === undefined) return [];
    const { mutants, killed, timeout, survived, noCoverage, undecided, ignored } = one;
    const { equivalent, notSpecified, missingCheck, unclassified, rawScore, score } = one;
    const cells = [
      `[${scope}](mutation/${scope}.md)`,
      mutants,
      killed,
      timeout,
      survived,
      noCoverage,
      one.idle ?? '',
    ]
      .concat(undecided, equivalent, notSpecified, missingCheck + unclassified)
      .concat(ignored)
      .concat(rawScore.toFixed(1), score.toFixed(1), agreementInWords(one), timeInWords(one));
    return [`| ${cells.join(' | ')} |`];
  });

  return [
    '# Mutants nobody chose',
    '',
    '`npm run mutate` has StrykerJS change the embedded sandbox in one place at a time and runs the checks until one',
    'fails. Every mutant is asked by every check that reaches its place before it counts as alive; the smoke profile',
    'decides, so that a mutant that only more generated cases would notice counts as alive too. Few share a sandbox at a',
    'time, so that hardly any hides what another shows. What only another lawful mood of the sandbox reaches is asked in',
    'that mood, and whoever survives is asked by its likeliest killers in each of the others: by every check there, as long',
    'as nobody knows why it lives.',
    '',
    'Whoever stays alive is entered in `proof/mutation/survivors` by hand, as a rule all of one place with one reason:',
    '*equivalent* (nobody could tell it from the original), *not specified* (the documents allow it) or a *missing check*.',
    'The raw score is what was detected of all mutants, the score what was detected of those that a document forbids: it',
    'is as good as these entries are. Where a check finds nothing to ask any more, because no form that a document',
    'leaves open is taken, the reason is what the certificate would say. A sandbox that has no line below was not',
    'asked so far.',
    '',
    '| | mutants | killed | timeout | survived | not run | withdrawn | undecided | equivalent | not specified | missing check | left alone | raw score | score | two runs | time |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'A *timeout* never ended or never answered. *Withdrawn* counts those alive with which a check has nothing to ask any',
    'more: none fails, but the certificate is no full one, and `--compare` shows it. *Undecided* means that nothing worked',
    'any more, so that no check could say which requirement is broken. *Left alone* counts the mutants of the last two',
    'points of the list below. *Two runs* says how many mutants were alive in one of the last two runs and not in the',
    'other, of those that both asked. The later one asks first, of each mutant, who killed it the time before: so it agrees',
    'more readily, and is quicker, than one that knows of no other. The time is that of the last run, and what it took of',
    'the processors.',
    '',
    'Left alone, because no document speaks about it:',
    '',
    ...leftOut.map(({ files, because }) => `- \`${files.source}\`: ${because}`),
    '- the wordings of errors',
    '- which of the lawful choices the sandbox takes, and code that only some of them run: the moods are asked in any case',
    '',
  ].join('\n');
}

/** The survivors of one scope, by what somebody found out about them. */
export function scopePage(
  scope: Scope,
  figures: Figures,
  survivors: readonly Classified[],
): string {
  const { rawScore, score, mutants } = figures;
  const byClass = Map.groupBy(survivors, ({ judgement }) => judgement?.class);

  return [
    `# Mutants of ${scope}`,
    '',
    `${mutants} mutants, raw score ${rawScore.toFixed(1)}, score ${score.toFixed(1)} without what is equivalent or not specified.`,
    '',
    ...section('Not looked at yet', byClass.get(undefined)),
    ...section('Missing checks', byClass.get('missing check' satisfies Class)),
    ...section('Not specified', byClass.get('not specified' satisfies Class)),
    ...section('Equivalent', byClass.get('equivalent' satisfies Class)),
  ].join('\n');
}

function section(title: string, survivors: readonly Classified[] = []): string[] {
  if (survivors.length === 0) return [];
  const byReason = Map.groupBy(survivors, ({ judgement }) => judgement?.because ?? '');
  const parts = [...byReason].flatMap(([because, members]) => [
    ...(because === '' ? [] : [because, '']),
    ...members.map(lineOf),
    '',
  ]);
  return [`## ${title} (${survivors.length})`, '', ...parts];
}

/** `- cards.ts:75 …: a change that reads as source, with how many requirements' checks ran it`. */
function lineOf({ fate, key }: Classified): string {
  const { mutant, ranBy, mood, status } = fate;
  const change = key.slice(key.indexOf(' ') + 1);
  const seen = status === 'NoCoverage' ? 'run by none' : `run by the checks of ${ranBy.length}`;
  const where = mood === undefined ? '' : ` in the ${mood} mood`;
  return `- ${placeOf(mutant)} ${code(change)}, ${seen}${where}`;
}

/** Source may hold backticks. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function agreementInWords({ again }: Figures): string {
  return again === undefined ? '' : `${again.different} of ${again.mutants}`;
}

function timeInWords({ seconds, cpuSeconds }: Figures): string {
  return `${minutes(seconds)}, ${minutes(cpuSeconds)} of processor`;
}

function minutes(seconds: number): string {
  return `${(seconds / 60).toFixed(1)} min`;
}
