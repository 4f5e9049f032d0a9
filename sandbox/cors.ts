/** An origin such as `https://shop.test`; `*` is any, `local` is any page on this computer. */
export type AllowedOrigin = string;

/** Names and addresses that lead to this computer and to no other, as addresses of pages hold them. */
const thisComputer = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host is this computer for itself, and for nobody else. */
export function isThisComputer(host: string): boolean {
  return thisComputer.test(host);
}

/** How long a browser need not ask again, in seconds. */
const keptForSeconds = 600;

type Answer = (request: Request) => Promise<Response>;

/**
 * Lets pages of these origins ask, by the Fetch Standard. Credentials are sent by hand in each request
 * and never by the browser itself, so that no page can use what it does not know.
 */
export function allowsFrom(origins: readonly AllowedOrigin[], inner: Answer): Answer {
  return async (request) => {
    const origin = request.headers.get('origin');
    if (origin === null || !isAllowed(origin, origins) || isMainPage(request)) {
      return await inner(request);
    }
    const method = request.headers.get('access-control-request-method');
    if (request.method === 'OPTIONS' && method !== null) return preflight(request, origin, method);
    return withHeaders(await inner(request), {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': '*',
      Vary: 'Origin',
    });
  };
}

function isAllowed(origin: string, origins: readonly AllowedOrigin[]): boolean {
  return origins.some(
    (one) => one === '*' || one === origin || (one === 'local' && isLocal(origin)),
  );
}

/** A page that stands on this computer, on whatever port. */
function isLocal(origin: string): boolean {
  const url = URL.parse(origin);
  return url?.origin === origin && isThisComputer(url.hostname);
}

/** It shows the credentials, which are for people and for no page. */
function isMainPage({ url }: Request): boolean {
  return new URL(url).pathname === '/';
}

function preflight({ headers }: Request, origin: string, method: string): Response {
  const wanted = headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': method,
      ...(wanted === null ? {} : { 'Access-Control-Allow-Headers': wanted }),
      'Access-Control-Max-Age': String(keptForSeconds),
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  });
}

function withHeaders(response: Response, more: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
