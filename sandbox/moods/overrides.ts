import type { Choices } from '../choices.ts';

/**
 * What a mood settles otherwise than the usual one. What holds several points names those alone; a list
 * is one value, and so is a status with its body.
 */
export type MoodOverrides<T = Choices> = T extends readonly unknown[] | { readonly status: number }
  ? T
  : T extends object
    ? { readonly [P in keyof T]?: MoodOverrides<T[P]> }
    : T;

/** The usual choices, but for those that a mood settles otherwise. */
export function withOverrides<T>(usual: T, departures: MoodOverrides<NoInfer<T>>): T {
  if (!holdsPoints(usual) || !holdsPoints(departures)) return departures as T;
  const points = Object.entries(departures).map(([point, value]) => [
    point,
    withOverrides((usual as Readonly<Record<string, unknown>>)[point], value),
  ]);
  return { ...usual, ...Object.fromEntries(points) } as T;
}

function holdsPoints(value: unknown): value is object {
  const isOne = typeof value !== 'object' || value === null || Array.isArray(value);
  return !isOne && !Object.hasOwn(value, 'status');
}
