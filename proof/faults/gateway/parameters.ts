import { gatewayOperations } from '../../../fixtures/clients/gateway.ts';
import { gatewayObjects, gatewayRequests } from '../../../fixtures/fields/gateway-requests.ts';
import type { ParameterRule } from '../../../fixtures/fields/parameters.ts';
import type { RequirementId } from '../../../fixtures/requirements/index.ts';
import { type Fault, fault } from '../fault.ts';
import { isObject } from '../tampering.ts';
import {
  type GatewayRequest,
  type GatewayOperation,
  goesWellAnyway,
  refusesWhen,
} from './tampering.ts';

// Document 3, parts 2.4, 4 and 8: rules about parameters that are overlooked, and parameters that are
// minded where they should not be.

// A gateway that refuses every bindingType shows no stored credential at all: operations.ts tells it later.
const elsewhere: RequirementId = 'gateway.get-bindings.takes-binding-type';

export const gatewayParameterFaults: readonly Fault[] = [
  ...gatewayOperations.flatMap((operation) =>
    gatewayRequests[operation].rules
      .filter(({ requirement }) => requirement !== elsewhere)
      .map((one) =>
        overlooked(one, operation, operation, ({ parameters: sent }) => [sent[one.name]]),
      ),
  ),
  ...Object.entries(gatewayObjects).flatMap(([object, { rules }]) =>
    rules.map((one) =>
      overlooked(one, object, 'paymentorder.do', (asked) => membersAt(asked, object, one.name)),
    ),
  ),
];

function overlooked(
  one: ParameterRule,
  holder: string,
  operation: GatewayOperation,
  valuesIn: (asked: GatewayRequest) => readonly (string | undefined)[],
): Fault {
  const { requirement, rule, name, isTaken } = one;
  const what = isTaken ? 'refuses a lawful' : `does not apply the rule "${rule}" to`;
  const isConcerned = (asked: GatewayRequest): boolean =>
    valuesIn(asked).some((value) => concerns(one, value));
  return fault(
    requirement,
    'overlooked',
    `${what} ${name} of ${holder}${one.length === undefined ? '' : ` at ${one.length} characters`}`,
    isTaken ? refusesWhen(operation, isConcerned) : goesWellAnyway(operation, isConcerned),
  );
}

function concerns({ rule, length = 0 }: ParameterRule, value: string | undefined): boolean {
  if (value === undefined) return rule === 'needs';
  switch (rule) {
    case 'needs':
      return false;
    case 'takes':
      return true;
    case 'integer':
      return !/^-?\d+$/.test(value);
    case 'boolean':
      return value !== 'true' && value !== 'false';
    case 'shortest':
    case 'longest':
      return value.length === length;
    case 'longer':
    case 'length':
      return value.length >= length;
    case 'shorter':
      return value.length <= length;
  }
}

/** The values of a member, of every item of a list on the way to it; none where the object is not sent. */
function membersAt(
  { parameters: sent }: GatewayRequest,
  object: string,
  path: string,
): (string | undefined)[] {
  const text = sent[object];
  if (text === undefined) return [];
  let holders: unknown[] = [JSON.parse(text)];
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  for (const step of steps) {
    const name = step.replace('[]', '');
    holders = holders.flatMap((holder) => (isObject(holder) ? holder[name] : undefined));
  }
  return holders.filter(isObject).map((holder) => {
    const value = holder[last];
    return value === undefined ? undefined : asString(value);
  });
}

function asString(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
