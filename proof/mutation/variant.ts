/** A sandbox that is asked for: its lawful mood, and which of the mutants in it are active. */
export interface MutantVariant {
  readonly mutants: readonly string[];
  readonly mood: string;
  /** Whose checks ask, so that notes of different checks stay apart. */
  readonly requirement: string;
}

/** The mood of a sandbox that nobody asked to be different. */
export const usualMood = 'usual';

/** `mutant:12+57@usual#v2.card.id-is-a-string`: such is the name of a variant in a run. */
export function variantName({ mutants, mood, requirement }: MutantVariant): string {
  return `mutant:${mutants.join('+')}@${mood}#${requirement}`;
}

export function readVariant(name: string): MutantVariant | undefined {
  const [, mutants = '', mood = '', requirement = ''] =
    /^mutant:([\d+]*)@([^#]*)#(.*)$/.exec(name) ?? [];
  if (mood === '') return undefined;
  return { mutants: mutants === '' ? [] : mutants.split('+'), mood, requirement };
}
