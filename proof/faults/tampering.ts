import type { V1Operation } from '../../fixtures/clients/v1.ts';
import type { V2Operation } from '../../fixtures/clients/v2.ts';
import { v1Requests } from '../../fixtures/fields/v1-requests.ts';
import { documentRules, type Rules } from '../../sandbox/rules/index.ts';
import type { Wire } from '../../sandbox/server.ts';
import type { Tampering } from './fault.ts';

export type Operation = V1Operation | V2Operation;

export type Members = Record<string, unknown>;

/** A request as a fault sees it. */
export interface TamperedRequest {
  readonly operation: Operation | undefined;
  readonly url: URL;
  readonly headers: Headers;
  /** The body when it is a JSON object, else an empty one. */
  readonly body: Members;
  /** The body as text, empty when there is none. */
  readonly text: string;
}

/** The document's rules with some replaced. */
export function withRules(changed: Partial<Rules>): Tampering {
  return { rules: () => ({ ...documentRules, ...changed }) };
}

/** The document's rules with some replaced that remember what they have seen. */
export function withRememberingRules(changed: () => Partial<Rules>): Tampering {
  return { rules: () => ({ ...documentRules, ...changed() }) };
}

/** Changes successful answers of some operations; `change` works on the parsed body in place. */
export function inAnswer(
  operations: Operation | readonly Operation[],
  change: (answer: Members, asked: TamperedRequest) => void,
): Tampering {
  return rememberingInAnswer(operations, () => change);
}

/** The same with a memory that each sandbox has for itself. */
export function rememberingInAnswer(
  operations: Operation | readonly Operation[],
  makeChange: () => (answer: Members, asked: TamperedRequest) => void,
): Tampering {
  return onTheWire(() => {
    const change = makeChange();
    return async (asked, send) => {
      const response = await send();
      if (!concerns(operations, asked) || !response.ok) return response;
      const answer = (await response.json()) as Members;
      change(answer, asked);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Changes what an operation is asked before the sandbox sees it. */
export function inRequest(
  operations: Operation | readonly Operation[],
  change: (body: Members, asked: TamperedRequest) => Members,
): Tampering {
  return onTheWire(() => async (asked, send) => {
    if (!concerns(operations, asked)) return send();
    return send({ body: JSON.stringify(change(asked.body, asked)) });
  });
}

/** Refuses some requests that are in order. */
export function refuses(
  operations: Operation | readonly Operation[],
  when: (asked: TamperedRequest) => boolean,
  status = 400,
): Tampering {
  return onTheWire(
    () => async (asked, send) =>
      concerns(operations, asked) && when(asked)
        ? refusal(await send({ method: 'GET' }), status)
        : send(),
  );
}

/** Takes a PATCH that should be refused and does nothing about it. */
export function pretendsToPatch(when: (body: Members) => boolean): Tampering {
  return onTheWire(
    () => async (asked, send) =>
      asked.operation === 'patchCard' && when(asked.body)
        ? hideSecrets(await send({ method: 'GET' }))
        : send(),
  );
}

/** Answers a top-up or transfer that should move nothing as if it had been approved. */
export function approvesAnyway(
  operation: 'createTopUp' | 'createTransfer',
  when: (asked: TamperedRequest, answered: Members) => boolean,
): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== operation) return response;
    const answered = (await response.clone().json()) as Members;
    if (answered['status'] === 'approved' || !when(asked, answered)) return response;
    const approved = {
      id: 'made-up',
      creationDate: '2026-01-01T00:00:00',
      rrn: '000000000000',
      ...asked.body,
      status: 'approved',
      statusMessage: '',
    };
    return withBody(
      new Response(null, { status: 201, headers: response.headers }),
      JSON.stringify(approved),
    );
  });
}

/** What a wire may do with a request: send it on as it came, or changed. */
type Send = (changed?: {
  method?: string;
  path?: string;
  body?: string;
  headers?: Headers;
}) => Promise<Response>;

/** A request as it came. */
export type RawRequest = Omit<TamperedRequest, 'operation'>;
export type PathSend = Send;

/** A fault on the wire for requests below a path, whatever their encoding. */
export function onPath(
  prefix: string,
  make: () => (asked: RawRequest, send: PathSend) => Promise<Response>,
): Tampering {
  return onTheWire(() => {
    const meddle = make();
    return (asked, send) => (asked.url.pathname.startsWith(prefix) ? meddle(asked, send) : send());
  });
}

/** A fault on the wire, with the request read once; `make` gives each sandbox a memory of its own. */
export function onTheWire(
  make: () => (asked: TamperedRequest, send: Send) => Promise<Response>,
): Tampering {
  return {
    wire: (): Wire => {
      const meddle = make();
      return async (request, next) => {
        const text = request.method === 'GET' ? '' : await request.text();
        const send: Send = async ({ method = request.method, path, body = text, headers } = {}) => {
          const url = path === undefined ? request.url : new URL(path, request.url).href;
          const init = { method, headers: headers ?? request.headers };
          return next(new Request(url, method === 'GET' ? init : { ...init, body }));
        };
        return meddle(askedBy(request, text), send);
      };
    },
  };
}

/** The JSON of an answer, which can still be sent on. */
export async function read(response: Response): Promise<unknown> {
  return response
    .clone()
    .json()
    .catch(() => undefined);
}

/** The response with another body, and headers that fit it. */
export function withBody(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

/** A refusal that looks like the sandbox's own. */
export function refusal(response: Response, status: number): Response {
  return withBody(
    new Response(null, { status, headers: response.headers }),
    JSON.stringify({ code: 'refused', message: 'refused by a fault' }),
  );
}

/** The member at a dotted path. */
export function memberAt(members: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), members);
}

/** Sets the member at a dotted path, if the objects on the way are there; `undefined` removes it. */
export function setMember(members: unknown, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.length === 0 ? members : memberAt(members, names.join('.'));
  if (!isObject(holder)) return;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
}

/** Changes what stands at a dotted path, in which `[]` goes into every item of a list. */
export function changeAt(holder: unknown, path: string, change: (value: unknown) => unknown): void {
  const [list = '', ...rest] = path.split('[].');
  if (rest.length === 0) return setMember(holder, path, change(memberAt(holder, path)));
  const items = memberAt(holder, list);
  if (!Array.isArray(items)) return;
  for (const item of items) if (isObject(item)) changeAt(item, rest.join('[].'), change);
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function concerns(
  operations: Operation | readonly Operation[],
  { operation }: TamperedRequest,
): boolean {
  return operation !== undefined && [operations].flat().includes(operation);
}

function askedBy(request: Request, text: string): TamperedRequest {
  const url = new URL(request.url);
  return {
    operation: operationOf(request.method, url.pathname),
    url,
    headers: request.headers,
    body: objectIn(text),
    text,
  };
}

function objectIn(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function operationOf(method: string, path: string): Operation | undefined {
  return path.includes('/apigate/ws/rest/') ? v1OperationOf(path) : v2OperationOf(method, path);
}

function v1OperationOf(path: string): V1Operation | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // The same operation, also named in the plural. Document 1, part 4.
  if (name === 'changeCardLimits') return 'changeCardLimit';
  return Object.hasOwn(v1Requests, name) ? (name as V1Operation) : undefined;
}

function v2OperationOf(method: string, path: string): V2Operation | undefined {
  const isOne = path.split('/').length > 3;
  const [, , collection] = path.split('/');
  switch (`${method} ${collection}${isOne ? '/id' : ''}`) {
    case 'POST cardholders':
      return 'createCardholder';
    case 'GET cardholders/id':
      return 'getCardholder';
    case 'POST cards':
      return 'createCard';
    case 'GET cards/id':
      return 'getCard';
    case 'PATCH cards/id':
      return 'patchCard';
    case 'POST topups':
      return 'createTopUp';
    case 'POST transfers':
      return 'createTransfer';
    case 'GET transfers':
      return 'listTransfers';
    default:
      return undefined;
  }
}

async function hideSecrets(response: Response): Promise<Response> {
  if (!response.ok) return response;
  const { number: _number, cvc: _cvc, ...card } = (await response.json()) as Members;
  return withBody(response, JSON.stringify(card));
}

/** What is left of minor units that went through euros, a binary fraction, and were cut off: 28 of 29. */
export function throughEuros(minorUnits: number): number {
  return Math.trunc((minorUnits / 100) * 100);
}
