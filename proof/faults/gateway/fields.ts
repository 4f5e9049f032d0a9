import { gatewayOperations } from '../../../fixtures/clients/gateway.ts';
import { fieldsOf, gatewayGroups } from '../../../fixtures/fields/gateway.ts';
import { type Fault, fault } from '../fault.ts';
import { changeAt } from '../tampering.ts';
import { inGatewayAnswer } from './tampering.ts';

// Document 3, parts 2.1, 2.2 and 4: fields of another form, or none.

const spoilt = new Map(gatewayGroups.flatMap((group) => [...group.spoilt]));

export const gatewayFieldFaults: readonly Fault[] = gatewayOperations.flatMap((operation) =>
  (fieldsOf[operation] ?? []).flatMap(({ requirement, path }) => {
    const wrong = spoilt.get(requirement);
    if (wrong === undefined) return [];
    return [
      fault(
        requirement,
        'shown-wrongly',
        `shows ${path} in ${operation} ${wrong.how}`,
        inGatewayAnswer(operation, (answer) => {
          changeAt(answer, path, wrong.change);
        }),
      ),
    ];
  }),
);
