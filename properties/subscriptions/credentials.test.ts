import { check, expect, forEvery } from '../../fixtures/check.ts';
import { isSubscriptionSuccess } from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { expectOnlyChanged } from '../../fixtures/expect-facts.ts';
import type { Login } from '../../fixtures/target/target.ts';
import type { Exchange } from '../../fixtures/transcript/exchange.ts';
import { factsOf } from '../../fixtures/worlds/subscription-facts.ts';
import { pairOf } from '../../fixtures/worlds/small-subscriptions.ts';
import { madeIn, statesAtOnce } from '../../fixtures/worlds/subscription-states.ts';
import { validRequest } from './wrong-requests.ts';

// Document 3, part 5, rule 2, and part 7, rule 5: what wrong credentials are answered with is not shown,
// so the world is asked what came of them. Requests without a login stand in frame.test.ts.

type Sent = Readonly<Record<'username' | 'password', unknown>>;

type Wrong = (own: Login, other: Login | undefined) => Sent | undefined;

/** The right login with one thing wrong that nobody would take for right. */
const wrong: Readonly<Record<string, Wrong>> = {
  'a made-up password': ({ userName }) => ({ username: userName, password: madeUp }),
  'an empty password': ({ userName }) => ({ username: userName, password: '' }),
  'a null password': ({ userName }) => ({ username: userName, password: null }),
  'the beginning of the password': ({ userName, password }) => ({
    username: userName,
    password: password.slice(0, -1),
  }),
  'the password and one character more': ({ userName, password }) => ({
    username: userName,
    password: `${password}x`,
  }),
  'the password of another merchant': ({ userName }, other) =>
    other === undefined ? undefined : { username: userName, password: other.password },
  'the password in the other case': ({ userName, password }) => ({
    username: userName,
    password: otherCase(password),
  }),
  'the username as password': ({ userName }) => ({ username: userName, password: userName }),
  'the beginning of the username': ({ userName, password }) => ({
    username: userName.slice(0, -1),
    password,
  }),
  'the first character of the password at the end of the username': ({ userName, password }) => ({
    username: `${userName}${password.slice(0, 1)}`,
    password: password.slice(1),
  }),
  'an empty username': ({ password }) => ({ username: '', password }),
};

/** What some would take for right. */
const nearlyRight: Readonly<Record<string, Wrong>> = {
  'a list with the password': ({ userName, password }) => ({
    username: userName,
    password: [password],
  }),
};

const madeUp = 'not-the-password';

for (const [id, forms, behaviour] of [
  [
    'subscriptions.credentials.near-misses',
    wrong,
    'shows and changes nothing for what is like a login, as for one that is made up',
  ],
  [
    'subscriptions.credentials.wrong-ones-do-nothing',
    nearlyRight,
    'shows and changes nothing for a password in another form',
  ],
] as const) {
  const rows = Object.entries(forms).map(([name, make], place) => ({
    name,
    make,
    state: statesAtOnce[place % statesAtOnce.length] ?? 'ACTIVE',
  }));

  check(id, behaviour, async ({ subscriptions, initialPayment, session, skip }) => {
    const { login } = subscriptions.settings;
    const ground = { subscriptions, initialPayment };
    const unknown = subscriptions.as({ ...login, password: madeUp });
    // Part 7, rule 5: where a made-up one is let in, nothing is settled.
    if (forms === wrong && isSubscriptionSuccess(await unknown.list({ size: 1 })))
      return skip('a password that is made up is let in');
    await forEvery(
      rows,
      ({ name }) => name,
      async ({ name, make, state }) => {
        const sent = make(login, session.target.otherMerchant);
        if (sent === undefined || isRight(sent, login)) return;
        const world = await pairOf(ground, (part) =>
          madeIn(state, subscriptions, initialPayment, part),
        );
        if ('missing' in world) return;
        const { subject, neighbour, customers } = world;
        const before = await factsOf(customers);

        const acts: Exchange[] = [];
        for (const one of ['create', 'list', 'details', 'update', 'deactivate'] as const) {
          const { operation, body } = validRequest(`subscriptions.${one}`, subject);
          acts.push(await subscriptions.as({}).ask(operation, { ...body, ...sent }));
        }

        for (const act of acts) {
          const words = sentExpectedGot(act, `nothing of the subscriptions for ${name}`);
          expect(act.answer.text, words).not.toContain(neighbour.subscriptionId);
          expect(act.answer.text, words).not.toContain(subject.mdOrder);
        }
        const told = `everything with ${name}, when ${state}`;
        expectOnlyChanged(before, await factsOf(customers), { acts, told });
      },
    );
  });
}

/** Such as that of another merchant who has chosen the same password. */
function isRight({ username, password }: Sent, own: Login): boolean {
  return username === own.userName && password === own.password;
}

function otherCase(text: string): string {
  const small = text.toLowerCase();
  return small === text ? text.toUpperCase() : small;
}
