import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { isObject, withRules } from '../tampering.ts';
import { isSuccessful, read } from './later.ts';
import { listOfNone, spoilsLater } from './spoiling.ts';
import { changedBody, type GatewayRequest, jsonAnswer, onGateway, refusal } from './tampering.ts';

// Who is nearly the merchant, and who is another one. Document 3, parts 2.2 and 5.

const { gwMayEnter } = documentRules;
type Asked = Parameters<typeof gwMayEnter>;

export const gatewayStrangerFaults: readonly Fault[] = [
  ...(
    [
      [
        'token-of-any-case',
        'does not mind the case of a token',
        ({ token }, known) => token?.toLowerCase() === known.token.toLowerCase(),
      ],
      [
        'part-of-the-token',
        'takes the beginning of a token for it',
        ({ token }, known) => token !== undefined && known.token.startsWith(token),
      ],
      [
        'more-than-the-token',
        'minds only as much of a token as it has',
        ({ token }, known) => token?.startsWith(known.token) === true,
      ],
      [
        'part-of-the-password',
        'takes the beginning of a password for it',
        (sent, known) =>
          sent.login === known.login && known.password.startsWith(sent.password ?? ''),
      ],
      [
        'more-than-the-password',
        'minds only as much of a password as it has',
        (sent, known) =>
          sent.login === known.login && sent.password?.startsWith(known.password) === true,
      ],
    ] as readonly [string, string, (sent: Asked[0], known: Asked[1]) => boolean][]
  ).map(([slug, what, mayEnter]) =>
    fault(
      'gateway.authentication.near-misses',
      slug,
      what,
      withRules({ gwMayEnter: (...asked) => gwMayEnter(...asked) || mayEnter(asked[0], asked[1]) }),
    ),
  ),
  fault(
    'gateway.authentication.near-misses',
    'none-as-the-last',
    'answers who sends no credentials as the merchant who asked last',
    asTheMerchant(({ userName, username, token }) => (userName ?? username ?? token) === undefined),
  ),
  fault(
    'gateway.authentication.near-misses',
    'carried-out-all-the-same',
    'carries out what was asked with an empty password, and answers an error',
    asTheMerchant(
      ({ password }) => password === '',
      () => refusal(),
    ),
  ),
  fault(
    'gateway.authentication.near-misses',
    'shown-beside-the-error',
    'shows the status of an order beside the error about one character too many',
    asTheMerchant(
      ({ password }) => password?.endsWith('x') === true,
      (answer) => jsonAnswer({ ...answer, errorCode: '5', errorMessage: 'Access denied' }),
    ),
  ),
  fault(
    'gateway.authentication.password-case',
    'any-case',
    'does not mind the case of a password',
    withRules({
      gwMayEnter: (sent, known, operation) =>
        gwMayEnter(sent, known, operation) ||
        (sent.login === known.login &&
          sent.password?.toLowerCase() === known.password.toLowerCase()),
    }),
  ),
  ...(
    [
      ['registers', 'register.do', 'registers an order'],
      ['lists', 'getBindings.do', 'lists the credentials'],
      ['pays', 'instantPayment.do', 'pays at once'],
    ] as const
  ).map(([slug, operation, what]) =>
    fault(
      'gateway.isolation.strangers-change-nothing',
      `forgets-when-another-${slug}`,
      `forgets the credentials of a customer when another merchant ${what} for one of that name`,
      spoilsLater({
        marks: (asked) =>
          asked.operation === operation && isOther(asked) ? [asked.parameters['clientId']] : [],
        bindings: listOfNone,
      }),
    ),
  ),
  fault(
    'gateway.isolation.orders',
    'seen-by-all',
    'knows an order by its number, whosever it is',
    withRules({ gwSeesOrder: () => true, gwSeesBinding: () => true }),
  ),
];

type Answered = (answer: Record<string, unknown>) => Response;

/** Asks some requests with the credentials of the last one that succeeded. */
function asTheMerchant(
  when: (parameters: GatewayRequest['parameters']) => boolean,
  answered?: Answered,
): Tampering {
  return onGateway(() => {
    let known: Readonly<Record<string, string>> | undefined;
    return async (asked, send) => {
      const { userName, username, password } = asked.parameters;
      if (known === undefined || !when(asked.parameters)) {
        const response = await send();
        const name = userName ?? username;
        if (name !== undefined && password !== undefined && isSuccessful(await read(response)))
          known = { name, password };
        return response;
      }
      const isPractice = asked.operation === 'industryPractice/paymentOrder.do';
      const { name, password: right } = known;
      const response = await send({
        body: changedBody(asked, { [isPractice ? 'username' : 'userName']: name, password: right }),
      });
      const answer = await read(response);
      return answered === undefined || !isObject(answer) ? response : answered(answer);
    };
  });
}

/** Whether it is the second merchant of the sandbox who asks. */
function isOther({ parameters }: GatewayRequest): boolean {
  return parameters['userName']?.startsWith('other') === true;
}
