import { type Line, linesIn, linesOfAll } from '../fixtures/failure-text.ts';
import { checkToShow } from './causes/symptoms.ts';
import type { CheckEntry, RequirementResult } from './conformance.ts';

// Why a requirement is not met, shorter than its reports tell it, and never without what is wrong.

/** Labels of the lines that say what is wrong with the answer to a request. */
const telling: ReadonlySet<string> = new Set(['expected', 'because', 'got', 'differs', 'found']);

/** Of the check that shows it best: the request that was judged and what is wrong with its answer. */
export function mostTelling(requirement: RequirementResult): string {
  return whatIsWrongIn(checkToShow(requirement) ?? requirement);
}

/** The same of one check. */
export function whatIsWrongIn(check: Pick<CheckEntry, 'reason' | 'failures'>): string {
  const lines = linesOf(check);
  const judged = lines.findLastIndex(({ label }) => label === 'sent');
  const shown = lines
    .slice(Math.max(0, judged))
    .filter(({ label }) => label === 'sent' || telling.has(label));
  return linesIn(shown.length > 0 ? shown : lines);
}

/** What a check saw in so many lines: its beginning, and all from the judged request on. */
export function inLines(check: CheckEntry, most: number): string {
  const lines = linesOf(check);
  const { failures: { length } = [], moreFailures = 0 } = check;
  const alike = length - 1 + moreFailures;
  const more = alike > 0 ? [note(`and ${alike} more like ${alike === 1 ? 'this' : 'these'}`)] : [];
  if (lines.length <= most) return linesIn([...lines, ...more]);

  const says = lines.findIndex(({ label }) => label !== 'got' && telling.has(label));
  const end = lines.slice(says < 1 ? lines.length : says - 1).slice(0, most);
  const beginning = lines.slice(0, most - end.length);
  const left = lines.length - beginning.length - end.length;
  const cut = left > 0 ? [note(`… (${left} more lines in the reports)`)] : [];
  return linesIn([...beginning, ...cut, ...end, ...more]);
}

/** Of many failures that are alike, the first is enough. */
function linesOf({
  reason = '',
  failures: [first] = [],
}: Pick<CheckEntry, 'reason' | 'failures'>): readonly Line[] {
  return first === undefined ? asLines(reason) : linesOfAll([first]);
}

/** A result may hold words only. */
function asLines(text: string): readonly Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, label = '', rest = line.trimStart()] =
        /^ {0,2}([a-z ]+?) {2,}(.*)$/.exec(line) ?? [];
      return { label, text: rest };
    });
}

function note(text: string): Line {
  return { label: '', text };
}
