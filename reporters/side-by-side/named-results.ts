import { visible } from '../../fixtures/transcript/masking.ts';
import { counted, plain } from '../certificate/text.ts';
import { readConformance } from '../gate/reading.ts';
import type { NamedResult } from './side-by-side.ts';

/** A column each: more are not readable beside one another. */
export const mostTargets = 12;

/** Longest name of a column. */
const longestName = 40;

/** The results that the words of a command line name (`NAME=DIR` or `NAME=FILE`), or every reason why not. */
export function namedResults(
  words: readonly string[],
): { readonly results: readonly NamedResult[] } | { readonly problems: readonly string[] } {
  const wrongUse = problemsWith(words.map(partsOf));
  if (wrongUse.length > 0) return { problems: wrongUse };
  const read = words.map(partsOf).map(({ name, path }) => ({ name, ...readConformance(path) }));
  const problems = read.flatMap((one) => ('problem' in one ? [`${one.name}: ${one.problem}`] : []));
  if (problems.length > 0) return { problems };
  return { results: read.flatMap((one) => ('conformance' in one ? [one] : [])) };
}

interface Parts {
  readonly word: string;
  readonly name: string;
  readonly path: string;
}

/** A path may hold an equals sign, a name may not. */
function partsOf(word: string): Parts {
  const at = word.indexOf('=');
  return at === -1
    ? { word, name: '', path: '' }
    : { word, name: visible(word.slice(0, at).trim()), path: word.slice(at + 1) };
}

function problemsWith(parts: readonly Parts[]): string[] {
  const names = parts.map(({ name }) => name);
  const twice = names.filter((name, at) => name !== '' && names.indexOf(name) !== at);
  return [
    ...parts.flatMap(({ word, name, path }) =>
      name === '' || path === ''
        ? [`${visible(word)} is not NAME=DIR or NAME=FILE: give its column a name`]
        : [],
    ),
    ...names.flatMap((name) =>
      name.length > longestName
        ? [`the name ${plain(name, longestName)} is longer than ${longestName} characters`]
        : [],
    ),
    ...[...new Set(twice)].map((name) => `the name ${name} is given twice`),
    ...(parts.length < 2 || parts.length > mostTargets
      ? [`2 to ${mostTargets} results can be compared, not ${counted(parts.length, 'result')}`]
      : []),
  ];
}
