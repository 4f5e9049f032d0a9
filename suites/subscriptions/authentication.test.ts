import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, inShort, succeeded } from '../../fixtures/transcript/exchange.ts';
import { signatureOf, signedForms } from '../../fixtures/clients/signature.ts';
import {
  subscriptionPath,
  type SubscriptionsClient,
  isSubscriptionSuccess,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import {
  activeSubscription,
  detailsOf,
  newSubscription,
  promised,
} from '../../fixtures/worlds/subscriptions.ts';
import { expectListed, expectShown, expectSuccess } from './expectations.ts';

// Document 3, part 5, rule 2, and part 7, rule 5: what wrong credentials are answered with is not
// shown, so the world is asked what came of it.

check(
  'subscriptions.authentication.login-is-enough',
  'creates a subscription for the login in the body alone',
  async ({ subscriptions }) => {
    const { userName: username, password } = subscriptions.settings.login;

    const body = { username, password, ...aSubscription() };

    const answer = await subscriptions.as({}).create(body);

    // Who refuses it also with another means of authentication has another reason.
    if (!isSubscriptionSuccess(answer)) {
      const basic = Buffer.from(`${username}:${password}`).toString('base64');
      const withHeader = await subscriptions.send({
        operation: 'undocumented',
        method: 'POST',
        path: subscriptionPath('subscriptions.create'),
        headers: {
          'Content-Type': 'application/json;charset=UTF-8',
          Authorization: `Basic ${basic}`,
        },
        body: JSON.stringify(body),
      });
      promised(withHeader, 'subscriptions.create.succeeds');
    }
    expectSuccess(answer);
  },
);

/** What only reads uses nothing up, and the same body has the same signature each time. Part 5, rule 3. */
for (const operation of ['subscriptions.details', 'subscriptions.list'] as const) {
  const name = operation.replace('subscriptions.', '');
  check(
    'subscriptions.authentication.signed-reads-again',
    `answers the same signed ${name} a second time and a third`,
    async ({ subscriptions, session, skip }) => {
      const { signingKey, login } = session.target.apis.gateway ?? {};
      const { userName: username, password } = subscriptions.settings.login;
      if (signingKey === undefined || login?.userName !== username) return skip(noKey);
      const { subscriptionId: subscriptionUuid, customerId } = await newSubscription(subscriptions);
      const members = name === 'list' ? { customerId } : { subscriptionUuid };
      const body = JSON.stringify({ username, password, ...members });
      const send = (signature: Readonly<Record<string, string>>): Promise<Exchange> =>
        subscriptions.send({
          operation: 'undocumented',
          method: 'POST',
          path: subscriptionPath(operation),
          headers: { 'Content-Type': 'application/json;charset=UTF-8', ...signature },
          body,
        });
      const isShownIn = (exchange: Exchange): boolean =>
        succeeded(exchange) && exchange.answer.text.includes(subscriptionUuid);
      promised(await send({}), `${operation}.succeeds`);

      for (const form of signedForms) {
        const signature = { ...signatureOf(body, signingKey, form) };
        const first = await send(signature);
        if (!isShownIn(first)) continue;
        for (const time of ['second', 'third']) {
          const again = await send(signature);
          const words = sentExpectedGot([first, again], `the same the ${time} time as well`);
          expect(isShownIn(again), words).toBe(true);
        }
        return;
      }
      return skip(noSigned);
    },
  );
}

const noKey = 'needs the private key of the merchant (GATEWAY_SIGNING_KEY_FILE)';
const noSigned = 'no signed request is taken, and whether one may be sent here is not shown';

for (const [id, because, stranger] of [
  ['subscriptions.authentication.create-needs-the-password', 'a wrong password', strangerTo],
  ['subscriptions.authentication.create-needs-the-username', 'another username', nobodyTo],
] as const) {
  check(id, `creates nothing for ${because}`, async ({ subscriptions }) => {
    const body = aSubscription({ customerId: aCustomerId() });
    const { customerId } = body;

    await stranger(subscriptions).create(body);

    expectListed(await subscriptions.list({ customerId }), []);
    promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
  });
}

for (const [id, because, stranger] of [
  ['subscriptions.authentication.list-needs-the-password', 'a wrong password', strangerTo],
  ['subscriptions.authentication.list-needs-the-username', 'another username', nobodyTo],
] as const) {
  check(id, `lists nothing for ${because}`, async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { customerId, subscriptionId } = subscription;

    const answer = await stranger(subscriptions).list({ customerId });

    const expected = `nothing of subscription ${subscriptionId}`;
    expect(answer.answer.text, sentExpectedGot(answer, expected)).not.toContain(subscriptionId);
    expectListed(await subscriptions.list({ customerId }), [subscription]);
  });
}

check(
  'subscriptions.authentication.details-needs-the-password',
  'shows no details for a wrong password',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { customerId } = subscription;

    const answer = await detailsOf(strangerTo(subscriptions), subscription);

    // The id of the subscription may be repeated; the customer's is known only to who may know.
    const expected = `nothing of customer ${customerId}`;
    expect(answer.answer.text, sentExpectedGot(answer, expected)).not.toContain(customerId);
    expectShown(await detailsOf(subscriptions, subscription), { customerId });
  },
);

check(
  'subscriptions.authentication.deactivate-needs-the-password',
  'deactivates nothing for a wrong password',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId } = subscription;

    await strangerTo(subscriptions).deactivate({ subscriptionId, force: true });

    expectShown(await detailsOf(subscriptions, subscription), { status: 'INITIATED' });
    promised(
      await subscriptions.deactivate({ subscriptionId, force: true }),
      'subscriptions.state.cancelled-from-initiated',
    );
  },
);

check(
  'subscriptions.authentication.update-needs-the-password',
  'updates nothing for a wrong password',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId, amount } = subscription;

    await strangerTo(subscriptions).update({ subscriptionId, amount: amount + 1 });

    expectShown(await detailsOf(subscriptions, subscription), { amount });
    promised(
      await subscriptions.update({ subscriptionId, amount: amount + 1 }),
      'subscriptions.update.succeeds',
    );
  },
);

// Part 4.8: username and password are required in every body. What a request without them is answered
// with is no more shown than for wrong ones.

check(
  'subscriptions.authentication.create-needs-a-login',
  'creates nothing where username, password or both are left out',
  async ({ subscriptions }) => {
    const body = aSubscription({ customerId: aCustomerId() });
    const { customerId } = body;

    for (const nameless of withoutLogin(subscriptions)) await nameless.create(body);

    expectListed(await subscriptions.list({ customerId }), []);
    promised(await subscriptions.create(body), 'subscriptions.create.succeeds');
  },
);

check(
  'subscriptions.authentication.list-needs-a-login',
  'lists nothing where username, password or both are left out',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { customerId, subscriptionId } = subscription;

    for (const nameless of withoutLogin(subscriptions)) {
      const answer = await nameless.list({ customerId });

      const expected = `nothing of subscription ${subscriptionId}`;
      expect(answer.answer.text, sentExpectedGot(answer, expected)).not.toContain(subscriptionId);
    }
    expectListed(await subscriptions.list({ customerId }), [subscription]);
  },
);

check(
  'subscriptions.authentication.details-needs-a-login',
  'shows no details where username, password or both are left out',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { customerId } = subscription;

    for (const nameless of withoutLogin(subscriptions)) {
      const answer = await detailsOf(nameless, subscription);

      const expected = `nothing of customer ${customerId}`;
      expect(answer.answer.text, sentExpectedGot(answer, expected)).not.toContain(customerId);
    }
    expectShown(await detailsOf(subscriptions, subscription), { customerId });
  },
);

check(
  'subscriptions.authentication.deactivate-needs-a-login',
  'deactivates nothing where username, password or both are left out',
  async ({ subscriptions }) => {
    const subscription = await newSubscription(subscriptions);
    const { subscriptionId } = subscription;

    for (const nameless of withoutLogin(subscriptions)) {
      await nameless.deactivate({ subscriptionId, force: true });
    }

    expectShown(await detailsOf(subscriptions, subscription), { status: 'INITIATED' });
    promised(
      await subscriptions.deactivate({ subscriptionId, force: true }),
      'subscriptions.state.cancelled-from-initiated',
    );
  },
);

check(
  'subscriptions.authentication.update-needs-a-login',
  'updates nothing where username, password or both are left out',
  async ({ subscriptions, initialPayment, skip }) => {
    const subscription = await activeSubscription(subscriptions, initialPayment);
    if ('missing' in subscription) return skip(subscription.missing);
    const { subscriptionId, amount } = subscription;

    for (const nameless of withoutLogin(subscriptions)) {
      await nameless.update({ subscriptionId, amount: amount + 1 });
    }

    expectShown(await detailsOf(subscriptions, subscription), { amount });
    promised(
      await subscriptions.update({ subscriptionId, amount: amount + 1 }),
      'subscriptions.update.succeeds',
    );
  },
);

check(
  'subscriptions.authentication.answer',
  'is asked for a list with a wrong password',
  async ({ subscriptions, observe }) => {
    const answer = await strangerTo(subscriptions).list({ customerId: aCustomerId() });

    observe(inShort(answer));
  },
);

/** Somebody who knows the merchant's login and not the password. */
function strangerTo(subscriptions: SubscriptionsClient): SubscriptionsClient {
  const { userName } = subscriptions.settings.login;
  return subscriptions.as({ userName, password: 'not-the-password' });
}

/** Somebody who knows the merchant's password and has a login that nobody has. */
function nobodyTo(subscriptions: SubscriptionsClient): SubscriptionsClient {
  const { password } = subscriptions.settings.login;
  return subscriptions.as({ userName: 'not-the-login-api', password });
}

/** Those who leave out the password, the username, or both. */
function withoutLogin(subscriptions: SubscriptionsClient): readonly SubscriptionsClient[] {
  const { userName, password } = subscriptions.settings.login;
  return [{ userName }, { password }, {}].map((login) => subscriptions.as(login));
}
