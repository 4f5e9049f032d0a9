import { asData, quoted, remembered, variable, type Part, type ScenarioStep } from './scenario.ts';
import type { SandboxCore } from './core.ts';

/** Days from one step in time to the next: more than any month has. */
const aMonthAndMore = 32;

/**
 * A subscription from its first payment to its end, with a clock that is moved, as commands for bash and
 * curl, each step using what the ones before learned. Document 3, parts 3.2 and 4.8.
 */
export function suggestedSubscriptionScenario(
  baseUrl: string,
  { gateway, clock, controlToken }: Pick<SandboxCore, 'gateway' | 'clock' | 'controlToken'>,
): ScenarioStep[] {
  const { login, password } = gateway.merchant;
  const call = (path: string, ...more: Part[]): string =>
    [
      `curl -sS -w '\\n' -X POST "$BASE${path}" -H 'Content-Type: application/json'`,
      `  -d ${asData([`${JSON.stringify({ username: login, password }).slice(0, -1)},`, ...more])}`,
    ].join(' \\\n');
  // What others did to a subscription may take a moment to show.
  const details = call('/details', '"subscriptionUuid":"', variable('SUBSCRIPTION'), '"}');
  const detailsThen = `sleep 2\n${details}`;
  const moveBy = (days: number): string => {
    const moment = new Date(clock.now() + days * 86_400_000).toISOString();
    return control('PUT', '/clock', JSON.stringify({ now: moment }));
  };

  return [
    {
      title: 'Before: addresses, the token of the control plane, and a way to read a field',
      commands: [
        `BASE=${quoted(`${baseUrl}/v1/subscriptions`)}`,
        `CONTROL=${quoted(`${baseUrl}/control`)}`,
        `CONTROL_TOKEN=${quoted(controlToken)}`,
        `field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; }`,
      ].join('\n'),
    },
    {
      title: '1. Subscribe a customer for a month at a time',
      commands: [
        remembered('ANSWER', call('', subscription(baseUrl))),
        'SUBSCRIPTION=$(echo "$ANSWER" | field subscriptionId)',
        'ORDER=$(echo "$ANSWER" | field mdOrder)',
      ].join('\n'),
    },
    {
      title: '2. Pay the first time, as the customer does at its checkoutUrl',
      commands: control('POST', '/orders/$ORDER/payment', '{"outcome":"approved"}'),
    },
    {
      title: '3. Read the subscription: it is ACTIVE, after a moment in some moods',
      commands: [
        'sleep 2',
        remembered('ANSWER', details),
        'BINDING=$(echo "$ANSWER" | field bindingId)',
      ].join('\n'),
    },
    {
      title: '4. Ask what time it is, and move the clock beyond the next charge',
      commands: [control('GET', '/clock'), moveBy(aMonthAndMore)].join('\n'),
    },
    { title: '5. Read it again: it was charged once more', commands: detailsThen },
    {
      title: '6. Have the next charge declined: the subscription is UNPAID',
      commands: [
        control('PUT', '/bindings/$BINDING', '{"charges":"declined"}'),
        moveBy(2 * aMonthAndMore),
        detailsThen,
      ].join('\n'),
    },
    {
      title: '7. List the subscriptions, then end this one',
      commands: [
        call('/list', '"page":0,"size":10}'),
        call('/deactivate', '"subscriptionId":"', variable('SUBSCRIPTION'), '"}'),
      ].join('\n'),
    },
  ];
}

/** A valid creation. Document 3, part 4.8, rule 1. */
function subscription(baseUrl: string): string {
  const [successUrl, failUrl] = [`${baseUrl}/`, `${baseUrl}/`];
  const terms = { amount: 1050, currency: 978, billingIntervalValue: 1 };
  const words = { billingIntervalUnit: 'MONTHS', customerId: 'C-17', email: 'ana@example.test' };
  return JSON.stringify({ ...terms, ...words, successUrl, failUrl }).slice(1);
}

/** A request to the control plane, which is the project's own. */
function control(method: string, path: string, body?: string): string {
  const head = [
    `curl -sS -w '\\n' -X ${method} "$CONTROL${path}"`,
    `  -H "Authorization: Bearer $CONTROL_TOKEN"`,
  ].join(' \\\n');
  if (body === undefined) return head;
  return `${head} \\\n  -H 'Content-Type: application/json' -d ${quoted(body)}`;
}
