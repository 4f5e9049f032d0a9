import type { Field } from '../../../fixtures/fields/field.ts';
import { gone } from '../../../fixtures/fields/forms.ts';
import { limitExceptionsIn, limitsIn } from '../../../fixtures/fields/v1-items.ts';
import { v1Members } from '../../../fixtures/fields/v1.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { changeAt, inAnswer, setMember } from '../tampering.ts';

// Document 1, parts 2.4 to 2.9 and 4: members of another form, or none.

export const v1FieldFaults: readonly Fault[] = Object.values(v1Members).flatMap((group) =>
  group.fields.flatMap((field) => faultsOf(group, field)),
);

type Group = (typeof v1Members)[keyof typeof v1Members];

function faultsOf(
  { holder, spoilt, ...group }: Group,
  { requirement, path, schema }: Field,
): Fault[] {
  const wrong = spoilt.get(requirement) ?? gone;
  const by = (change: (value: unknown) => unknown): Tampering => changing(group, path, change);
  const takes = (value: unknown): boolean => schema?.safeParse(value).success === true;

  const faults = [
    fault(
      requirement,
      'shown-wrongly',
      `shows ${path} in ${holder} ${wrong.how}`,
      by(wrong.change),
    ),
  ];
  if (wrong !== gone && !takes(undefined)) {
    faults.push(fault(requirement, 'left-out', `leaves ${path} out of ${holder}`, by(gone.change)));
  }
  if (takes([{}]) && !takes([null])) {
    const withNull = (list: unknown): unknown => [...(Array.isArray(list) ? list : []), null];
    const what = `shows ${path} in ${holder} with null among its items`;
    faults.push(fault(requirement, 'with-null', what, by(withNull)));
  }
  return faults;
}

function changing(
  { operation, holdersIn }: Pick<Group, 'operation' | 'holdersIn'>,
  path: string,
  change: (value: unknown) => unknown,
): Tampering {
  return inAnswer(operation, (answer) => {
    // An exception is added where a limit has none, so that there is one to show wrongly.
    if (holdersIn === limitExceptionsIn) {
      for (const limit of limitsIn(answer)) setMember(limit, 'limitExceptions', [{}]);
    }
    for (const holder of holdersIn(answer)) changeAt(holder, path, change);
  });
}
