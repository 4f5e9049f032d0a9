import type { Act } from '../../fixtures/failure.ts';
import type { Group } from './causes.ts';
import { membersOf, type Symptom } from './symptoms.ts';

/** What is wrong in more members than this is most often one thing that is wrong with all of them. */
const mostApart = 3;

/**
 * What an operation keeps of its request it may get wrong member by member: a country that is kept as it
 * came has nothing to do with a date of birth. Where anything that follows from it is wrong too, such as a
 * balance, that tells of one thing.
 */
export function apartByMember(group: Group): Group[] {
  const { symptoms } = group;
  const parts: { members: Set<string>; symptoms: Symptom[] }[] = [];
  for (const symptom of symptoms) {
    const members = membersSentBack(symptom);
    if (members === undefined) return [group];
    const alike = parts.filter((part) => members.some((name) => part.members.has(name)));
    for (const part of alike) parts.splice(parts.indexOf(part), 1);
    parts.push({
      members: new Set([...alike.flatMap((part) => [...part.members]), ...members]),
      symptoms: [...alike.flatMap((part) => part.symptoms), symptom],
    });
  }
  return parts.length > mostApart
    ? [group]
    : parts.map((part) => ({ ...group, symptoms: part.symptoms }));
}

/** The names of what differs, or is told to, where all of it was sent before. */
function membersSentBack({ failure }: Symptom): string[] | undefined {
  if (failure === undefined || failure.compares !== undefined) return undefined;
  const { acts, story = [] } = failure;
  const sent = new Set([...story, ...acts].flatMap(namesIn));
  const members =
    failure.differences.length > 0
      ? membersOf(failure).map((member) => member.replace(/^.*\./, ''))
      : (failure.expected?.match(/\w+/g) ?? []).filter((word) => sent.has(word));
  return members.length > 0 && members.every((name) => sent.has(name)) ? members : undefined;
}

/** The names in a body, a form or JSON, which may be cut. */
function namesIn({ sent }: Act): string[] {
  const found = sent.matchAll(/"(\w+)"\s*:|(?:^|&)(\w+)=/g);
  return [...found].map(([, inJson, inAForm]) => inJson ?? inAForm ?? '');
}
