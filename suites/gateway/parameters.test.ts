import { nestedObjects } from '../../fixtures/builders/gateway-objects.ts';
import { sampleOf, valueOfLength } from '../../fixtures/builders/gateway-values.ts';
import { spoilt } from '../../fixtures/builders/spoil.ts';
import { check, expect } from '../../fixtures/check.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import {
  type GatewayClient,
  type GatewayOperation,
  wentWell,
} from '../../fixtures/clients/gateway.ts';
import { clausesOf } from '../../fixtures/requests/gateway-operations.ts';
import {
  gatewayNestedRules,
  gatewayParameterRules,
  type NestedRule,
  type ParameterRule,
} from '../../fixtures/requests/gateway.ts';
import {
  besidesThePlain,
  isNotOffered,
  newOrder,
  type NotOffered,
  payWithCard,
  promised,
  type ValidGatewayRequest,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, parts 2.4, 4 and 8: parameters of requests, one rule after the other.

const titles: Readonly<Record<ParameterRule['rule'], (rule: ParameterRule) => string>> = {
  needs: ({ name, operation }) => `carries out no ${operation} without ${name}`,
  takes: ({ name, operation }) => `carries out a ${operation} with ${name}`,
  integer: ({ name, operation }) => `carries out no ${operation} whose ${name} is no integer`,
  boolean: ({ name, operation }) =>
    `carries out no ${operation} whose ${name} is neither true nor false`,
  shortest: ({ name, operation, length }) =>
    `carries out a ${operation} with ${name} of ${length?.from} characters`,
  longest: ({ name, operation, length }) =>
    `carries out a ${operation} with ${name} of ${length?.to} characters`,
  longer: ({ name, operation }) => `carries out no ${operation} whose ${name} is one too long`,
  shorter: ({ name, operation }) => `carries out no ${operation} whose ${name} is one too short`,
};

for (const one of gatewayParameterRules) {
  const { requirement, operation, name, rule } = one;
  const isTaken = rule === 'takes' || rule === 'shortest' || rule === 'longest';

  check(requirement, titles[rule](one), async ({ gateway, skip }) => {
    const twins = await twinRequests(gateway, operation);
    if (isNotOffered(twins)) return skip(twins.missing);
    const [good, other] = twins;
    const { succeeds } = clausesOf[operation];
    if (!isTaken) promised(await good.send(), succeeds);
    const left = one.without === undefined ? {} : { [one.without]: undefined };

    const usual = rule === 'takes' ? { ...good.parameters, [name]: undefined } : good.parameters;
    const plain = (): Promise<Exchange> => good.send(usual);

    const answers = await Promise.all(
      valuesFor(one, other.parameters[name]).map((value) =>
        other.send({ ...other.parameters, ...left, [name]: value }),
      ),
    );

    for (const answer of answers) {
      if (isTaken) expect(await besidesThePlain(answer, plain, succeeds)).toGoWell();
      else expect(answer).toGoWrong();
    }
  });
}

for (const one of gatewayNestedRules) {
  const { requirement, object, path, rule, most } = one;
  const isTaken = rule === 'longest';
  const what = { needs: 'is missing', longest: `has ${most}`, longer: `has one more than ${most}` };
  const title = `${isTaken ? 'pays' : 'pays nothing'} when ${path} of ${object} ${what[rule]}`;

  check(requirement, title, async ({ gateway, skip }) => {
    const [order, other] = await Promise.all([newOrder(gateway), newOrder(gateway)]);
    const isOpen = openMembers.includes(path);
    const whole = { ...nestedObjects[object](), ...(isOpen ? {} : withoutOpenMembers) };
    const twin = await payWithCard(gateway, other, { [object]: whole });
    if (isOpen && !wentWell(twin))
      return skip(`allowed values of ${path} are not shown (part 4.3)`);
    promised(twin, isTakenWhole[object]);

    const answer = await payWithCard(gateway, order, { [object]: spoiltBy(one, whole) });

    if (isTaken) expect(answer).toGoWell();
    else expect(answer).toGoWrong();
  });
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

/** Two requests, since what most of them do can be done once only. */
async function twinRequests(
  gateway: GatewayClient,
  operation: GatewayOperation,
): Promise<readonly [ValidGatewayRequest, ValidGatewayRequest] | NotOffered> {
  const [first, second] = await Promise.all([
    validGatewayRequest(gateway, operation),
    validGatewayRequest(gateway, operation),
  ]);
  if (isNotOffered(first)) return first;
  return isNotOffered(second) ? second : [first, second];
}

/** What is sent in the place of a parameter; undefined leaves it out. */
function valuesFor({ rule, form, name, length }: ParameterRule, usual: unknown): unknown[] {
  const start = typeof usual === 'string' && form !== 'url' ? usual : '';
  const { from, to } = length ?? { from: 0, to: 0 };
  switch (rule) {
    case 'needs':
      return [undefined];
    case 'takes':
      return [sampleOf(name)];
    case 'integer':
      return ['plenty', '10.5', '1e3'];
    case 'boolean':
      return ['yes'];
    case 'shortest':
      return [valueOfLength(form, from, start)];
    case 'longest':
      return [valueOfLength(form, to, start)];
    case 'longer':
      return [valueOfLength(form, to + 1, start)];
    case 'shorter':
      return [valueOfLength(form, from - 1, start)];
  }
}

function spoiltBy({ path, rule, most = 0 }: NestedRule, whole: object): object {
  if (rule === 'needs') return spoilt(whole, path, 'leave out');
  const form = path === 'deliveryEmail' ? 'email' : 'text';
  const value = valueOfLength(form, rule === 'longest' ? most : most + 1, 'Madrid');
  return spoilt(whole, path, { value });
}
