import {
  aCardOrder,
  aRegistration,
  asRegistrationRequest,
  monthsToCome,
} from '../../fixtures/builders/v1.ts';
import { aCardholder } from '../../fixtures/builders/v2.ts';
import { aClientId, anOrder } from '../../fixtures/builders/gateway.ts';
import {
  asForm,
  type GatewayOperation,
  gatewayPath,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { signatureOf, signedForms } from '../../fixtures/clients/signature.ts';
import { subscriptionPath } from '../../fixtures/clients/subscriptions.ts';
import { v1Path } from '../../fixtures/clients/v1.ts';
import type { Api } from '../../fixtures/requirements/requirement.ts';
import type {
  GatewayTarget,
  Login,
  SubscriptionsTarget,
  Target,
  V1Target,
  V2Target,
} from '../../fixtures/target/target.ts';
import type { Variable } from '../../fixtures/target/variables.ts';
import type { Question } from './prober.ts';

/** Valid simple requests of an API, and the same with other credentials. */
export interface Probes {
  readonly base: string;
  /** Read, or at least nothing that anybody stumbles over: is somebody there? */
  readonly look: Question;
  /** One set for each method of authentication; the first is that of the run. */
  readonly credentials: readonly CredentialProbes[];
  /** Where nothing can be, with the credentials. */
  readonly nowhere: Question;
  /** What the suite appends to the address, longest first. */
  readonly appended: readonly string[];
}

export interface CredentialProbes {
  /** The settings with which the requests are authorised. */
  readonly settings: readonly Variable[];
  /** Different operations. The first succeeds where the settings are right and the target is. */
  readonly valid: readonly Question[];
  /** The same requests, with made-up credentials in several forms. */
  readonly madeUp: readonly (readonly Question[])[];
  /** The same requests signed, where there is a key. */
  readonly signed: readonly (readonly Question[])[];
}

export function probesOf(api: Api, { apis }: Target): Probes | undefined {
  const { v1, v2, gateway, subscriptions } = apis;
  switch (api) {
    case 'v1':
      return v1 && probesOfV1(v1);
    case 'v2':
      return v2 && probesOfV2(v2);
    case 'gateway':
      return gateway && probesOfTheGateway(gateway);
    case 'subscriptions':
      return subscriptions && probesOfSubscriptions(subscriptions);
  }
}

const nobody = 'not-the-key-of-anybody';

/** Of the same form, so that it is not refused for its form. */
export function madeUp(value: string): string {
  return value
    .replaceAll(/[A-Za-z]/g, (letter) => (/[zZ]/.test(letter) ? 'a' : nextOf(letter)))
    .replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10));
}

function nextOf(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 1);
}

export function v2Question(
  apiKey: string | undefined,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Question {
  return {
    method,
    path: `/v2${path}`,
    headers: {
      ...(apiKey === undefined ? {} : { 'X-API-KEY': apiKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

function probesOfV2({ baseUrl, apiKey }: V2Target): Probes {
  const asked = (key: string | undefined): Question[] => [
    v2Question(key, 'POST', '/cardholders', aCardholder()),
    v2Question(key, 'GET', '/transfers?cardNumberFltr=4000000000000002'),
    v2Question(key, 'GET', '/cards/none'),
  ];
  return {
    base: baseUrl,
    look: v2Question(apiKey, 'GET', '/cards/none'),
    credentials: [
      {
        settings: ['V2_API_KEY'],
        valid: asked(apiKey),
        madeUp: [asked(madeUp(apiKey)), asked(nobody), asked(undefined)],
        signed: [],
      },
    ],
    nowhere: v2Question(apiKey, 'GET', '/nowhere'),
    appended: ['/v2'],
  };
}

export function v1Question(token: string | undefined, operation: string, body: object): Question {
  return {
    method: 'POST',
    path: v1Path(operation),
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Basic ${token}` }),
    },
    body: JSON.stringify(body),
  };
}

/** A card that does not exist. */
export function someCard(cardBin: string): object {
  return { cardIdentification: { cardNumber: `${cardBin}9999999999`.slice(0, 16) } };
}

function probesOfV1(settings: V1Target): Probes {
  const { baseUrl, token, cardBin } = settings;
  const asked = (who: string | undefined): Question[] => [
    v1Question(who, 'registerCustomer', asRegistrationRequest(aRegistration(settings))),
    v1Question(who, 'getCardData', someCard(cardBin)),
    v1Question(who, 'isCustomerExist', { customerNumber: 'none' }),
  ];
  return {
    base: baseUrl,
    look: {
      method: 'GET',
      path: v1Path('getCardData'),
      headers: { Authorization: `Basic ${token}` },
    },
    credentials: [
      {
        settings: ['V1_API_TOKEN'],
        valid: asked(token),
        madeUp: [asked(btoa('nobody:nothing')), asked(madeUp(token)), asked(undefined)],
        signed: [],
      },
    ],
    nowhere: v1Question(token, 'nowhere', {}),
    appended: ['/v1/apigate/ws/rest', '/v1/apigate/ws', '/v1/apigate', '/v1'],
  };
}

/** Card orders with a BIN, in either of the two product types that are stated, whatever year the target lives in. */
export function cardOrders(settings: V1Target, accountNumber: string): Question[] {
  const { productType } = settings;
  return monthsToCome().flatMap((expDate) =>
    (productType === undefined ? ['5C', '16'] : [productType]).map((type) =>
      v1Question(
        settings.token,
        'createVirtualCard',
        aCardOrder(settings, { accountNumber, productType: type, expDate }),
      ),
    ),
  );
}

interface ProbeCredentials {
  readonly login?: Login;
  readonly token?: string;
}

/** A request of a merchant. */
export function gatewayQuestion(
  operation: GatewayOperation,
  { login, token }: ProbeCredentials,
  parameters: Parameters,
): Question {
  return {
    method: 'POST',
    path: gatewayPath(operation),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: asForm({
      ...(login === undefined ? {} : { userName: login.userName, password: login.password }),
      ...(token === undefined ? {} : { token }),
      ...parameters,
    }),
  };
}

/** The requests of a merchant of the gateway, with made-up credentials, and signed. */
export function merchantProbes(
  who: ProbeCredentials,
  settings: readonly Variable[],
  signingKey?: string,
): CredentialProbes {
  const asked = (one: ProbeCredentials): Question[] => [
    gatewayQuestion('register.do', one, anOrder()),
    gatewayQuestion('getBindings.do', one, { clientId: aClientId(), bindingType: 'C' }),
  ];
  const signedIn = (form: (typeof signedForms)[number]): Question[] =>
    asked(who).map((question) => ({
      ...question,
      headers: { ...question.headers, ...signatureOf(question.body ?? '', signingKey ?? '', form) },
    }));
  const { login, token } = who;
  const others: readonly ProbeCredentials[] =
    login === undefined
      ? [{ token: madeUp(token ?? nobody) }, { token: nobody }]
      : [
          { login: { ...login, password: madeUp(login.password) } },
          { login: { userName: 'nobody-api', password: nobody } },
          {},
        ];
  return {
    settings,
    valid: asked(who),
    madeUp: others.map(asked),
    signed: signingKey === undefined ? [] : signedForms.map(signedIn),
  };
}

function probesOfTheGateway({ baseUrl, login, token, signingKey }: GatewayTarget): Probes {
  const byLogin =
    login === undefined
      ? []
      : [merchantProbes({ login }, ['GATEWAY_USER_NAME', 'GATEWAY_PASSWORD'], signingKey)];
  const byToken =
    token === undefined ? [] : [merchantProbes({ token }, ['GATEWAY_TOKEN'], signingKey)];
  return {
    base: baseUrl,
    look: { method: 'GET', path: gatewayPath('getOrderStatusExtended.do') },
    credentials: [...byLogin, ...byToken],
    nowhere: { method: 'POST', path: '/payment/rest/nowhere.do' },
    appended: ['/payment/rest', '/payment'],
  };
}

function probesOfSubscriptions({ baseUrl, login }: SubscriptionsTarget): Probes {
  const question = (path: string, who: Partial<Login>, more: object): Question => ({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/json;charset=UTF-8' },
    body: JSON.stringify({ username: who.userName, password: who.password, ...more }),
  });
  const asked = (who: Partial<Login>): Question[] => [
    question(subscriptionPath('subscriptions.list'), who, {}),
    question(subscriptionPath('subscriptions.details'), who, {
      subscriptionUuid: '00000000-0000-4000-8000-000000000000',
    }),
  ];
  return {
    base: baseUrl,
    look: { method: 'GET', path: '/v1/subscriptions' },
    credentials: [
      {
        settings: ['SUBSCRIPTIONS_USER_NAME', 'SUBSCRIPTIONS_PASSWORD'],
        valid: asked(login),
        madeUp: [
          asked({ ...login, password: madeUp(login.password) }),
          asked({ userName: 'nobody-api', password: nobody }),
          asked({}),
        ],
        signed: [],
      },
    ],
    nowhere: question('/v1/subscriptions/nowhere', login, {}),
    appended: ['/v1/subscriptions', '/v1'],
  };
}
