import { expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { limitsIn } from '../../fixtures/fields/v1-items.ts';
import { limitCalled } from '../../fixtures/worlds/v1-limits.ts';

/** An answer shows a limit of this name with these members. Document 1, part 2.6. */
export function expectLimit(shown: Exchange, name: string, part: object): void {
  const wanted = `a limit ${name} with ${JSON.stringify(part)}`;
  expect(limitCalled(name, shown), sentExpectedGot(shown, wanted)).toMatchObject(part);
}

/**
 * Whether a change that named no value has left it. Or it has taken the limit for the whole of what was sent, which
 * then has no value: no sentence says which (part 4). Anything else is neither.
 */
export function hasKeptValue(shown: Exchange, name: string, value: number): boolean {
  const now = memberOf(limitCalled(name, shown), 'value');
  const isGone = now === undefined || now === null || now === '' || now === 0;
  if (!isGone) expectLimit(shown, name, { value });
  return !isGone;
}

/**
 * Whether what a change leaves out begins anew, as far as the endDate tells that was set before: no sentence says so, nor
 * that it does not (part 4), but then all of it does. Where no endDate is shown, it is not known.
 */
export function beginsAnew([before, after]: readonly [Exchange, Exchange], name: string): boolean {
  const [was, is] = [before, after].map((shown) => memberOf(limitCalled(name, shown), 'endDate'));
  return (was ?? '') === '' || was !== is;
}

/** An answer shows limits that are set in this way, all but one of some name if there is one. */
export function expectSettings(shown: Exchange, wanted: readonly object[], but?: string): void {
  const message = sentExpectedGot(shown, `limits set to ${JSON.stringify(wanted)}`);
  expect(settingsIn(shown, but), message).toEqual(wanted);
}

/** What is set about each limit, but not when it began or what was used of it. Part 2.6. */
export function settingsIn(shown: Exchange, but?: string): object[] {
  return limitsIn(shown.answer.json)
    .filter((limit) => but === undefined || memberOf(limit, 'name') !== but)
    .map((limit) => {
      const names = ['name', 'value', 'cycleType', 'cycleLength', 'currency'];
      return Object.fromEntries(names.map((name) => [name, memberOf(limit, name)]));
    })
    .toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])));
}
