import { describe, expect, test, vi } from 'vitest';
import { faults } from '../proof/faults/index.ts';
import { type ReceivedRequest, type GenuineAnswer, hostileTarget } from './testing/hostile.ts';
import { certified, expectCompleteReports, type CertifiedRun } from './testing/certified-run.ts';

// A target that echoes every secret, in every form and in every place that it can think of, while
// checks fail so that exchanges are written. What was written is then searched by other means than
// those of the suite.

/** Each is a whole run, on a machine that may have other things to do. */
vi.setConfig({ testTimeout: 240_000 });

const runs = [
  ['v2', 'v2.card-status.issued-active', 'v2.card-status,v2.card.number-is-in-get,v2.pin'],
  ['v1', 'v1.generate-pin.ws-shows-the-pin', 'v1.generate-pin,v1.change-pin,v1.generate-cvc2.ws'],
  ['gateway', 'gateway.payment-order.succeeds', 'gateway.payment-order.succeeds,gateway.register'],
  ['subscriptions', 'subscriptions.create.succeeds', 'subscriptions.create'],
] as const;

/** Distinctive, so that finding one is no accident. */
const credentials = {
  apiKey: 'canary+Key/with"signs=81',
  controlToken: 'canary-control-token-4711',
  v1Token: Buffer.from('canary:p4ss-w0rd-of-v1').toString('base64'),
  password: 'canary&P4ssw0rd%of+shop',
  otherPassword: 'canary-other-P4ssw0rd',
  cvc: '8417',
  pan: '9700990000004719',
};

describe('a target that echoes secrets', () => {
  for (const [api, breaks, only] of runs) {
    test(`of ${api} in unexpected places leaves none of them anywhere`, async () => {
      const { rules, wire } = faults.find((fault) => fault.breaks === breaks) ?? {};
      const seen = new Canaries();
      const { environment } = await hostileTarget(
        async (asked, response) => {
          const genuine = await asked.genuinely();
          seen.notice(asked, genuine);
          const { headers, body, message } = echoing(asked, genuine, seen);
          response.writeHead(genuine.status, message, headers).end(body);
        },
        {
          rules: rules?.(),
          wire: wire?.(),
          apiKey: credentials.apiKey,
          controlToken: credentials.controlToken,
          v1: { apiToken: credentials.v1Token },
          gateway: {
            password: credentials.password,
            otherPassword: credentials.otherPassword,
            cardCvc: credentials.cvc,
            cardPan: credentials.pan,
          },
        },
      );

      // Allure's page is made of its results, which are searched for every API.
      const page = api === 'v2' ? [] : ['--no-allure'];
      const args = ['--api', api, '--only', only, '--profile', 'smoke', '--seed', '7', ...page];
      const outcome = await certified(args, environment);

      expectCompleteReports(outcome);
      expect(outcome.status).toBe(1);
      expect(outcome.printed).not.toContain('GOT INTO A REPORT');
      const texts = textsOf(outcome);
      // The echoes did get as far as the reports, where they stand masked.
      expect(texts.some(({ text }) => text.includes('the key was ***'))).toBe(true);
      expect(seen.count).toBeGreaterThan(api === 'subscriptions' ? 0 : 2);
      expect(
        texts.flatMap(({ path, text }) => seen.foundIn(text).map((what) => [path, what])),
      ).toEqual([]);
    });
  }
});

/** What this test has seen go over the wire. */
class Canaries {
  readonly words = new Set<string>();
  readonly numbers = new Set<string>();
  readonly codes = new Set<string>();

  get count(): number {
    return this.words.size + this.numbers.size + this.codes.size;
  }

  notice({ headers, body }: ReceivedRequest, genuine: GenuineAnswer): void {
    for (const value of [headers['x-api-key'], headers.authorization]) {
      const secret = String(value ?? '').replace(/^\w+ /, '');
      if (Object.values(credentials).includes(secret)) this.words.add(secret);
    }
    for (const text of [body, genuine.body]) {
      for (const code of codesIn(text)) this.codes.add(code);
      for (const [name, value] of membersIn(text)) {
        if (/^password$/i.test(name) && value.startsWith('canary')) this.words.add(value);
        // A number that only a request holds may be made up, and is then nobody's card.
        const isCard = text === genuine.body || value === credentials.pan;
        if (isCard && /^(number|cardNumber|\$?pan)$/i.test(name) && /^\d{13,19}$/.test(value)) {
          this.numbers.add(value);
        }
      }
    }
  }

  /** The secrets that stand in a text in plain or in another form, each with what stands around it. */
  foundIn(text: string): string[] {
    const grouped = text.replaceAll(/(?<=\d)(?:[ +-]|%20)(?=\d)/g, '');
    const places = [
      ...[...this.words].flatMap((word) => formsOf(word).map((form) => placeOf(form, text))),
      ...[...this.numbers].flatMap((number) => [
        placeOf(number, grouped),
        ...formsOf(number).map((form) => placeOf(form, text)),
      ]),
      ...[...this.codes]
        .flatMap((code) => [`the code was ${code}`, `code=${code}`, `"cvc":"${code}"`])
        .flatMap((sentence) => [sentence, ...formsOf(sentence).slice(1)])
        .map((form) => placeOf(form, text)),
    ];
    return places.filter((place) => place !== undefined);
  }
}

function placeOf(form: string, text: string): string | undefined {
  const index = text.indexOf(form);
  return index === -1 ? undefined : text.slice(Math.max(0, index - 80), index + 80);
}

/** The genuine answer, with everything that the target knows in places where nobody expects it. */
function echoing(
  { headers, body }: ReceivedRequest,
  genuine: GenuineAnswer,
  seen: Canaries,
): { headers: Record<string, string>; body: string; message: string } {
  const key = String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^\w+ /, '');
  const password = new URLSearchParams(body).get('password') ?? [...seen.words].at(-1) ?? '';
  const secret = key === '' ? password : key;
  const number = [...seen.numbers].at(-1) ?? '';
  const code = codesIn(body)[0] ?? codesIn(genuine.body)[0] ?? '';
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const echoes = {
    // First, so that it is within what a message shows of a body.
    echo: `the key was ${secret}`,
    note: `card ${number} and ${number.replaceAll(/(....)/g, '$1 ')}; the code was ${code}`,
    inBase64: [secret, `:${secret}`, `::${secret}:`, number, `n${number}`, `nn${number}.`].map(
      base64,
    ),
    inAnAddress: `https://x.example/?k=${encodeURIComponent(secret)}&n=${number}&code=${code}`,
    inAForm: new URLSearchParams({ secret, card: `${number} `, code }).toString(),
    raw: body,
    rawInBase64: base64(body),
    codeInBase64: base64(`the code was ${code}`),
    inJsonInJson: JSON.stringify({ secret, deeper: JSON.stringify({ secret, number }) }),
    escaped: 'ESCAPED',
  };
  const escaped = Array.from(`${secret} ${number}`)
    .map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  const members = JSON.stringify(echoes).replace('"ESCAPED"', `"${escaped}"`).slice(1, -1);
  // Only what HTTP lets a header carry.
  const harmless = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?');
  return {
    headers: {
      ...genuine.headers,
      'X-Echo': harmless(`${secret} ${number}`),
      'X-Echo-Encoded': base64(`${secret}:${number}`),
      Warning: harmless(
        `199 - "the code was ${code}, the password ${encodeURIComponent(password)}"`,
      ),
    },
    body: genuine.body.startsWith('{')
      ? genuine.body
          .replace(/^\{(?=\s*\})/, `{${members}`)
          .replace(/^\{(?=\s*")(?!"echo":)/, `{${members},`)
      : genuine.body,
    message: harmless(`Fine ${secret} ${number}`),
  };
}

/** A code is known to the check that saw it: to all others it is a number like any other. */
function codesIn(text: string): string[] {
  return membersIn(text).flatMap(([name, value]) =>
    /^(\$?cvc2?|pinValue|newPinData)$/i.test(name) && /^\d{3,6}$/.test(value) ? [value] : [],
  );
}

/** Names and values of a JSON body or of a form, at any depth. */
function membersIn(text: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') found.push([name, String(value)]);
      return value;
    });
    return found;
  } catch {
    return [...new URLSearchParams(text)];
  }
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const encoded = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before, 'x'), bytes]).toString('base64');
    const shared = before === 0 ? 0 : before + 1;
    return whole.slice(shared, Math.floor(((before + bytes.length) * 8) / 6));
  });
  const escaped = Array.from(value).map(
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(JSON.stringify(value)).slice(3, -3),
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    escaped.join(''),
    ...encoded,
  ];
}

/** Everything that was written and printed, also what stands within the Allure page. */
function textsOf({ files, printed }: CertifiedRun): { path: string; text: string }[] {
  const written = files.flatMap(({ path, content }) => {
    const text = content.toString();
    const inner = [...text.matchAll(/"([A-Za-z0-9+/]{40,}={0,2})"/g)].map(([, base64 = '']) =>
      Buffer.from(base64, 'base64').toString(),
    );
    return [{ path, text }, ...inner.map((one) => ({ path: `within ${path}`, text: one }))];
  });
  return [...written, { path: 'the terminal', text: printed }];
}
