// What a run is told of which sandbox a check is to ask.

/** The checks of a requirement ask a sandbox in a lawful mood, with one mutant active or none. */
export interface Question {
  readonly mutant?: string;
  readonly mood: string;
  readonly requirement: string;
}

/** The mood of a sandbox that nobody asked to be different. */
export const usualMood = 'usual';

/** `mutant:12@usual#v2.card.id-is-a-string`: such is the name of a variant in a run. */
export function variantName({ mutant = '', mood, requirement }: Question): string {
  return `mutant:${mutant}@${mood}#${requirement}`;
}

export function readVariant(name: string): Question | undefined {
  const [, mutant = '', mood = '', requirement = ''] =
    /^mutant:(\d*)@([^#]+)#(.*)$/.exec(name) ?? [];
  if (mood === '') return undefined;
  return { ...(mutant === '' ? {} : { mutant }), mood, requirement };
}
