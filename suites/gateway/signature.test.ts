import { generateKeyPairSync } from 'node:crypto';
import { anOrder } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import {
  type GatewayClient,
  gatewayAnswerSummary,
  isGatewaySuccess,
  type Signing,
} from '../../fixtures/clients/gateway.ts';
import { type SignedForm, signatureOf } from '../../fixtures/clients/signature.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { learnSignedForm } from '../../fixtures/dialect/gateway.ts';
import {
  isNotOffered,
  newOrder,
  type NotOffered,
  promised,
  askedStatusOf,
  validGatewayRequest,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 5, rule 3: X-Hash and X-Signature.

const noKey = 'needs the private key of the merchant (GATEWAY_SIGNING_KEY_FILE)';
type Tamper = NonNullable<Signing['tamper']>;
type Signed = Parameters<Tamper>[0];

check(
  'gateway.signature.correct-one-is-taken',
  'registers an order for a signed request',
  async ({ gateway, skip }) => {
    const { signingKey: privateKey } = gateway.settings;
    if (privateKey === undefined) return skip(noKey);
    const form = (await learnSignedForm(gateway)) ?? 'bytes';

    const answer = await gateway.signing({ privateKey, form }).ask('register.do', anOrder());

    expect(answer).toGoWell();
  },
);

check(
  'gateway.signature.correct-one-is-taken',
  'shows the status of an order for a signed request',
  async ({ gateway, skip }) => {
    const { signingKey: privateKey } = gateway.settings;
    if (privateKey === undefined) return skip(noKey);
    const form = (await learnSignedForm(gateway)) ?? 'bytes';
    const order = await newOrder(gateway.signing({ privateKey, form }));

    const status = await askedStatusOf(gateway.signing({ privateKey, form }), order);

    expect(status).toGoWell();
  },
);

/** What only reads uses nothing up: it may well be asked again in the same bytes. */
for (const operation of ['getOrderStatusExtended.do', 'getBindings.do'] as const) {
  check(
    'gateway.signature.correct-one-is-taken',
    `answers the same signed ${operation} a second time and a third`,
    async ({ gateway, skip }) => {
      const signing = await signer(gateway);
      if ('missing' in signing) return skip(signing.missing);
      const request = await validGatewayRequest(gateway, operation);
      if (isNotOffered(request)) return skip(request.missing);
      const first = await request.send(request.parameters, signing.signed());
      expect(first).toGoWell();

      for (const time of ['second', 'third']) {
        const again = await request.send(request.parameters, signing.signed());
        const words = sentExpectedGot([first, again], `success the ${time} time as well`);
        expect(isGatewaySuccess(again), words).toBe(true);
      }
    },
  );
}

check(
  'gateway.signature.json-body',
  'charges a recurrent credential for a signed JSON request',
  async ({ gateway, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    const plain = await validGatewayRequest(gateway, 'recurrentPayment.do');
    if (isNotOffered(plain)) return skip(plain.missing);
    promised(await plain.send(), 'gateway.recurrent-payment.succeeds');
    // Of another credential: the bank may decline a second charge that comes before its time.
    const request = await validGatewayRequest(gateway, 'recurrentPayment.do');
    if (isNotOffered(request)) return skip(request.missing);

    const answer = await request.send(request.parameters, signing.signed());

    expect(answer).toGoWell();
  },
);

/** What is done to a request once it is signed, and the clause that has it refused. */
const tampered = [
  {
    id: 'gateway.signature.changed-body',
    because: 'asks for one cent less than what was hashed',
    tamper: ({ body, headers }: Signed) => ({
      body: body.replace(/amount=(\d+)/, (_all, amount: string) => `amount=${Number(amount) - 1}`),
      headers,
    }),
  },
  {
    id: 'gateway.signature.changed-body',
    because: 'has a parameter more than what was hashed',
    tamper: ({ body, headers }: Signed) => ({ body: `${body}&description=more`, headers }),
  },
  {
    id: 'gateway.signature.changed-hash',
    because: 'has the X-Hash of another body',
    tamper: ({ body, headers }: Signed) => ({
      body,
      headers: { ...headers, 'X-Hash': Buffer.alloc(32, 7).toString('base64') },
    }),
  },
  {
    id: 'gateway.signature.changed-signature',
    because: 'has another first byte in X-Signature',
    tamper: withFlippedByte(() => 0),
  },
  {
    id: 'gateway.signature.changed-signature',
    because: 'has another byte within X-Signature',
    tamper: withFlippedByte((length) => Math.floor(length / 2)),
  },
  {
    id: 'gateway.signature.changed-signature',
    because: 'has another last byte in X-Signature',
    tamper: withFlippedByte((length) => length - 1),
  },
  {
    id: 'gateway.signature.changed-signature',
    because: 'has words in X-Signature',
    tamper: withSignature('not-a-signature'),
  },
  {
    id: 'gateway.signature.changed-signature',
    because: 'has an empty X-Signature',
    tamper: withSignature(''),
  },
  {
    id: 'gateway.signature.missing-signature',
    because: 'has X-Hash and no X-Signature',
    tamper: without('X-Signature'),
  },
] as const;

for (const { id, because, tamper } of tampered) {
  check(id, `registers nothing for a request that ${because}`, async ({ gateway, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    await isTakenWhenRight(signing);

    const answer = await signing.signed(tamper).ask('register.do', anOrder());

    expect(answer).toGoWrong();
  });
}

check(
  'gateway.signature.other-key',
  'registers nothing for a request signed with the key of somebody else',
  async ({ gateway, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    await isTakenWhenRight(signing);

    const answer = await gateway
      .signing({ privateKey: keyOfSomebodyElse(), form: signing.form })
      .ask('register.do', anOrder());

    expect(answer).toGoWrong();
  },
);

check(
  'gateway.signature.other-key',
  'registers nothing for a merchant whose request another merchant has signed',
  async ({ gateway, otherMerchant, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    await isTakenWhenRight(signing);
    const ofNobody = await gateway
      .signing({ privateKey: keyOfSomebodyElse(), form: signing.form })
      .as({ login: otherMerchant })
      .ask('register.do', anOrder());
    // Where no signature is demanded, none may be looked at.
    if (isGatewaySuccess(ofNobody)) return skip('the other merchant may sign with any key');

    const answer = await signing
      .signed()
      .as({ login: otherMerchant })
      .ask('register.do', anOrder());

    expect(answer).toGoWrong();
  },
);

check(
  'gateway.signature.hash-of-reserialised-body',
  'registers nothing for the hash of the same parameters in another order',
  async ({ gateway, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    const { form, privateKey } = signing;
    await isTakenWhenRight(signing);

    const reserialised = signing.signed(({ body, headers }) => ({
      body,
      headers: { ...headers, ...signatureOf(turnedRound(body), privateKey, form) },
    }));

    expect(await reserialised.ask('register.do', anOrder())).toGoWrong();
  },
);

check(
  'gateway.signature.login-still-needed',
  'registers nothing for a right signature with wrong credentials',
  async ({ gateway, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    const { login } = gateway.settings;
    await isTakenWhenRight(signing);

    const stranger = signing
      .signed()
      .as(
        login === undefined
          ? { token: 'not-the-token-of-anybody' }
          : { login: { ...login, password: 'not-the-password' } },
      );

    expect(await stranger.ask('register.do', anOrder())).toGoWrong();
  },
);

check(
  'gateway.signature.missing-hash',
  'is sent X-Signature without X-Hash',
  async ({ gateway, observe, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);

    observe(
      gatewayAnswerSummary(await signing.signed(without('X-Hash')).ask('register.do', anOrder())),
    );
  },
);

check('gateway.signature.unsigned', 'is sent no signature', async ({ gateway, observe }) => {
  observe(gatewayAnswerSummary(await gateway.signing(undefined).ask('register.do', anOrder())));
});

check(
  'gateway.signature.answer',
  'is sent a wrong signature, and that of another merchant',
  async ({ gateway, session, observe, skip }) => {
    const signing = await signer(gateway);
    if ('missing' in signing) return skip(signing.missing);
    const { otherMerchant: login } = session.target;
    const wrong = signing.signed(withFlippedByte(() => 0));

    const answer = gatewayAnswerSummary(await wrong.ask('register.do', anOrder()));
    if (login === undefined) return observe(answer);
    const borrowed = await signing.signed().as({ login }).ask('register.do', anOrder());
    observe(`${answer}; that of another merchant: ${gatewayAnswerSummary(borrowed)}`);
  },
);

/** The same request with its right signature. */
async function isTakenWhenRight({ signed }: Signer): Promise<void> {
  promised(await signed().ask('register.do', anOrder()), 'gateway.signature.correct-one-is-taken');
}

interface Signer {
  readonly privateKey: string;
  readonly form: SignedForm;
  /** The gateway asked with signed requests, changed after they were signed or not. */
  readonly signed: (tamper?: Tamper) => GatewayClient;
}

/** How to sign so that it is taken; a wrong signature says nothing where no right one is known. */
async function signer(gateway: GatewayClient): Promise<Signer | NotOffered> {
  const { signingKey: privateKey } = gateway.settings;
  if (privateKey === undefined) return { missing: noKey };
  const form = (await learnSignedForm(gateway)) ?? 'bytes';
  return {
    privateKey,
    form,
    signed: (tamper) =>
      gateway.signing({ privateKey, form, ...(tamper === undefined ? {} : { tamper }) }),
  };
}

function withFlippedByte(which: (length: number) => number): Tamper {
  return ({ body, headers }) => {
    const bytes = Buffer.from(headers['X-Signature'] ?? '', 'base64');
    const at = which(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return { body, headers: { ...headers, 'X-Signature': bytes.toString('base64') } };
  };
}

function withSignature(text: string): Tamper {
  return ({ body, headers }) => ({ body, headers: { ...headers, 'X-Signature': text } });
}

function without(name: 'X-Hash' | 'X-Signature'): Tamper {
  return ({ body, headers: { [name]: _left, ...headers } }) => ({ body, headers });
}

function turnedRound(form: string): string {
  return form.split('&').toReversed().join('&');
}

/** A key of the documented size: 2048 bits. Document 3, part 8. */
function keyOfSomebodyElse(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
