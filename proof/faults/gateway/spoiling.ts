import type { Tampering } from '../fault.ts';
import { isObject, memberAt, type Members, read, setMember, withBody } from '../tampering.ts';
import { isSuccessful } from './later.ts';
import { type GatewayRequest, onGateway } from './tampering.ts';

// Faults that show in what is read later: a request marks orders, customers or credentials, and what is
// read of them from then on is wrong.

/** What a fault knows of earlier registrations. */
interface Known {
  readonly clientOf: (mdOrder: string | undefined) => string | undefined;
  readonly orderNumbered: (orderNumber: string | undefined) => string | undefined;
}

interface Spoiling {
  /** The ids of orders, customers or credentials that a request spoils. */
  readonly marks: (
    asked: GatewayRequest,
    answer: unknown,
    known: Known,
  ) => readonly (string | undefined)[];
  /** How often they must have been marked; once where it is absent. */
  readonly from?: number;
  /** What becomes of the status of a marked order, or of an order of a marked customer. */
  readonly status?: (answer: Members) => void;
  /** What becomes of the list of a marked customer. */
  readonly bindings?: (answer: Members) => void;
  /** What becomes of a marked credential in a list. */
  readonly binding?: (binding: Members) => void;
}

export function spoilsLater({ marks, from = 1, status, bindings, binding }: Spoiling): Tampering {
  return onGateway(() => {
    const clients = new Map<string, string>();
    const numbers = new Map<string, string>();
    const counts = new Map<string, number>();
    const known: Known = {
      clientOf: (mdOrder) => clients.get(mdOrder ?? ''),
      orderNumbered: (orderNumber) => numbers.get(orderNumber ?? ''),
    };
    const isMarked = (id: string | undefined): boolean => (counts.get(id ?? '') ?? 0) >= from;

    return async (asked, send) => {
      const response = await send();
      const answer = await read(response);
      if (!isObject(answer)) return response;
      const { operation, parameters } = asked;
      const { orderNumber, clientId, orderId } = parameters;
      const made = memberAt(answer, 'orderId');
      if (operation?.startsWith('register') === true && typeof made === 'string') {
        if (clientId !== undefined) clients.set(made, clientId);
        if (orderNumber !== undefined) numbers.set(orderNumber, made);
      }
      for (const id of marks(asked, answer, known)) {
        if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
      }

      if (!isSuccessful(answer)) return response;
      if (operation === 'getOrderStatusExtended.do') {
        if (isMarked(orderId) || isMarked(clients.get(orderId ?? ''))) status?.(answer);
      } else if (operation === 'getBindings.do') {
        if (isMarked(clientId)) bindings?.(answer);
        for (const one of credentialsIn(answer)) {
          if (isMarked(String(one['bindingId']))) binding?.(one);
        }
      }
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Marks what requests of an operation name in a parameter: all of them, or those that are answered so. */
export function namedIn(
  operation: string,
  parameter: string,
  isAnswered: (answer: unknown) => boolean = () => true,
): Spoiling['marks'] {
  return (asked, answer) =>
    asked.operation === operation && isAnswered(answer) ? [asked.parameters[parameter]] : [];
}

export function listOfNone(answer: Members): void {
  answer['bindings'] = [];
}

/** Shows as deposited what is held. */
export function depositIfHeld(answer: Members): void {
  if (String(answer['orderStatus']) !== '1') return;
  answer['orderStatus'] = 2;
  setMember(answer, 'paymentAmountInfo.depositedAmount', Number(answer['amount']));
}

function credentialsIn(answer: Members): readonly Members[] {
  const { bindings } = answer;
  return Array.isArray(bindings) ? bindings.filter(isObject) : [];
}
