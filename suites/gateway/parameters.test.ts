import { nestedObjects } from '../../fixtures/builders/gateway-objects.ts';
import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { spoilt } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  gatewayOperations,
  isGatewaySuccess,
} from '../../fixtures/clients/gateway.ts';
import { gatewayObjects, gatewayRequests } from '../../fixtures/fields/gateway-requests.ts';
import { type ParameterRule, valuesFor } from '../../fixtures/fields/parameters.ts';
import {
  besidesThePlain,
  isNotOffered,
  newOrder,
  payWithCard,
  promised,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.4, 4 and 8: parameters of requests, one rule after the other.

/** How a check's title goes on after "carries out a" or "carries out no". */
const titles: Readonly<Record<ParameterRule['rule'], (rule: ParameterRule) => string>> = {
  needs: ({ name }) => `without ${name}`,
  takes: ({ name }) => `with ${name}`,
  integer: ({ name }) => `whose ${name} is not an integer`,
  boolean: ({ name }) => `whose ${name} is neither true nor false`,
  shortest: ({ name, length }) => `with ${name} of ${length} characters`,
  longest: ({ name, length }) => `with ${name} of ${length} characters`,
  longer: ({ name }) => `whose ${name} is one too long`,
  length: ({ name }) => `whose ${name} is one too long`,
  shorter: ({ name }) => `whose ${name} is one too short`,
};

for (const operation of gatewayOperations) {
  const { rules, succeeds } = gatewayRequests[operation];
  for (const one of rules) {
    const { requirement, name, rule, isTaken, parameter } = one;
    const title = `carries out ${isTaken ? 'a' : 'no'} ${operation} ${titles[rule](one)}`;

    check(requirement, title, async ({ gateway, skip }) => {
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return skip(request.missing);
      if (!isTaken) await goodTwin(gateway, operation);
      const { parameters } = request;
      const left = parameter.without === undefined ? {} : { [parameter.without]: undefined };

      const answers = await Promise.all(
        valuesFor(one, beginningOf(parameters[name])).map((value) =>
          request.send({ ...parameters, ...left, [name]: value }),
        ),
      );

      const plain = async (): Promise<Exchange> => {
        const twin = await validGatewayRequest(gateway, operation);
        if (isNotOffered(twin)) return skip(twin.missing);
        return await twin.send(
          rule === 'takes' ? { ...twin.parameters, [name]: undefined } : twin.parameters,
        );
      };
      for (const answer of answers) {
        if (isTaken) expect(await besidesThePlain(answer, plain, succeeds)).toGoWell();
        else expect(answer).toGoWrong();
      }
    });
  }
}

for (const object of ['paymentFacilitator', 'billingPayerData', 'shippingPayerData'] as const) {
  for (const one of gatewayObjects[object].rules) {
    const { requirement, name, rule, isTaken } = one;
    const title = `pays ${isTaken ? '' : 'nothing '}with a ${object} ${titles[rule](one)}`;

    check(requirement, title, async ({ gateway, skip }) => {
      const [order, other] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
      const isOpen = openMembers.includes(name);
      const whole = { ...nestedObjects[object](), ...(isOpen ? {} : withoutOpenMembers) };
      const twin = await payWithCard(gateway, other, { [object]: whole });
      if (isOpen && !isGatewaySuccess(twin))
        return skip(`allowed values of ${name} are not shown (part 4.3)`);
      promised(twin, isTakenWhole[object]);

      const usual = memberOf(whole, name);
      const [value] = valuesFor(one, typeof usual === 'string' ? usual : 'Madrid');
      const change = value === undefined ? 'leave out' : { value };
      const answer = await payWithCard(gateway, order, { [object]: spoilt(whole, name, change) });

      if (isTaken) expect(answer).toGoWell();
      else expect(answer).toGoWrong();
    });
  }
}

/** Members of shippingPayerData whose allowed values the document does not show. Part 4.3. */
const openMembers = ['shippingMethodIndicator', 'deliveryTimeframe'];
const withoutOpenMembers = Object.fromEntries(openMembers.map((name) => [name, undefined]));

/** That an object is taken as it should be. Document 3, part 2.4. */
const isTakenWhole = {
  paymentFacilitator: 'gateway.payment-facilitator.is-taken',
  billingPayerData: 'gateway.billing-payer-data.is-taken',
  shippingPayerData: 'gateway.shipping-payer-data.is-taken',
} as const;

/** That a request goes well unless it is spoilt: it says so for every rule of its operation, and is sent once. */
async function goodTwin(gateway: GatewayClient, operation: GatewayOperation): Promise<void> {
  await gateway.learn(`a good twin of ${operation}`, async () => {
    const twin = await validGatewayRequest(gateway, operation);
    if (!isNotOffered(twin)) promised(await twin.send(), gatewayRequests[operation].succeeds);
  });
}

/** A value that is made longer begins as the usual one does; what was not sent begins as nothing did before. */
function beginningOf(usual: unknown): string {
  return typeof usual === 'string' ? usual : uniqueNumber(9);
}
