import { uniqueNumber } from '../../fixtures/builders/faker.ts';
import { nearTexts } from '../../fixtures/builders/near-texts.ts';
import { aCustomerId, aSubscription } from '../../fixtures/builders/subscriptions.ts';
import {
  addresses,
  composed,
  jsonByNumbers,
  leadsBackTo,
  textOfLength,
  texts,
  withinLetter,
} from '../../fixtures/builders/texts.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import {
  isSubscriptionSuccess,
  subscriptionIn,
  subscriptionPath,
} from '../../fixtures/clients/subscriptions.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { isPaid, payWithCard } from '../../fixtures/worlds/gateway.ts';
import {
  createdIn,
  expectCreated,
  listedOf,
  readOf,
} from '../../fixtures/worlds/subscription-sameness.ts';

// Document 3, part 2.3: texts come back as they were sent. One that is refused is not changed: which
// texts a service takes is not shown.

interface Row {
  readonly member: 'customerId' | 'description' | 'email' | 'phone';
  readonly what: string;
  readonly value: () => string;
}

const ofText: readonly Row[] = Object.entries(texts).flatMap(([what, text]) => [
  { member: 'description', what, value: () => text },
  // A customer nobody else has.
  { member: 'customerId', what, value: () => `${text}-${uniqueNumber(9)}` },
]);
const rows: readonly Row[] = [
  ...ofText,
  ...[256, 598].map((length): Row => ({
    member: 'description',
    what: `${length} characters`,
    value: () => textOfLength(length),
  })),
  ...[64, 255].map((length): Row => ({
    member: 'customerId',
    what: `${length} characters`,
    value: () => `${uniqueNumber(9)}${textOfLength(length - 9)}`,
  })),
  { member: 'customerId', what: 'leading zeros', value: () => `000${uniqueNumber(9)}` },
  ...['ana+tea', "o'neil", '0012'].map((name): Row => ({
    member: 'email',
    what: `the name ${name}`,
    value: () => `${name}${uniqueNumber(9)}@mail.example.com`,
  })),
  ...['0037120000001', '+37120000001', '37120000001371200000'].map((phone): Row => ({
    member: 'phone',
    what: `of ${phone.length}: ${phone}`,
    value: () => phone,
  })),
];

/** As it is compared: capitals of an email and separators of a phone may be lost. */
const forms: Readonly<Record<Row['member'], (value: unknown) => unknown>> = {
  customerId: composed,
  description: composed,
  email: (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  phone: (value) => (typeof value === 'string' ? value.replaceAll(/[\s()-]/g, '') : value),
};

check(
  'subscriptions.text.comes-back',
  'shows texts as they were sent',
  async ({ subscriptions }) => {
    await forEvery(
      rows,
      ({ member, what }) => `${member} with ${what}`,
      async ({ member, value }) => {
        const text = value();
        const body = aSubscription({ [member]: text });
        const answer = await subscriptions.create(body);
        if (!isSubscriptionSuccess(answer)) return;
        const { subscriptionId } = createdIn(answer);

        const details = await readOf(subscriptions, { subscriptionId });
        const { list, ids } = await listedOf(subscriptions, body.customerId);
        // Whether it is taken of one that nobody has paid for is not shown; it is not about the text.
        const update = await subscriptions.update({ subscriptionId, amount: 11_11 });
        const afterwards = await readOf(subscriptions, { subscriptionId });

        const form = forms[member];
        const expectText = (exchange: Exchange, holder: unknown): void => {
          const words = sentExpectedGot(
            [answer, update, exchange],
            `${member} ${JSON.stringify(text)}`,
          );
          expect(form(memberOf(holder, member)), words).toEqual(form(text));
        };
        for (const one of [answer, details, afterwards]) expectText(one, subscriptionIn(one));
        expect(ids, sentExpectedGot(list, 'the subscription of the customer')).toEqual([
          subscriptionId,
        ]);
        // Of these, an item has customerId and email. Part 4.8, rule 2.
        if (member === 'customerId' || member === 'email') {
          expectText(list, memberOf(list.answer.json, 'items.0'));
        }
      },
    );
  },
);

check(
  'subscriptions.text.comes-back',
  'shows and finds texts in which JSON writes letters by their numbers as those that are written out',
  async ({ subscriptions, skip }) => {
    const customerId = `Łukasz/Žofie-${uniqueNumber(9)}`;
    const body = aSubscription({ customerId, description: 'Über 7/8 tė🍵a' });
    const written = await subscriptions.create(body);
    if (!isSubscriptionSuccess(written)) {
      await expectCreated(subscriptions, await subscriptions.create(aSubscription()), 'as usual');
      return skip('texts with such letters are refused, as document 3, part 2.3, allows');
    }

    const { userName: username, password } = subscriptions.settings.login;
    const byNumber = await subscriptions.send({
      operation: 'subscriptions.create',
      method: 'POST',
      path: subscriptionPath('subscriptions.create'),
      headers: { 'Content-Type': 'application/json;charset=UTF-8' },
      body: jsonByNumbers({ username, password, ...body }),
    });

    await expectCreated(subscriptions, byNumber, 'as with the same letters written out');
    const texts = (one: Exchange) =>
      ['customerId', 'description'].map((name) => composed(memberOf(subscriptionIn(one), name)));
    const words = sentExpectedGot([written, byNumber], 'the same texts in both');
    expect(texts(byNumber), words).toEqual(texts(written));
    const { list, ids } = await listedOf(subscriptions, customerId);
    const wanted = [written, byNumber].map((one) => createdIn(one).subscriptionId).toSorted();
    expect(ids, sentExpectedGot([byNumber, list], 'both of the customer')).toEqual(wanted);
  },
);

/** What a program may take for something else, or for nothing. All are texts of letters and digits. */
const names = ['0', '000', '1', 'false', 'true', 'null', 'undefined', 'NaN', '1e9', '0x10'];

check(
  'subscriptions.text.any-customer',
  'creates a subscription for a customer of any name, and lists it for that customer alone',
  async ({ subscriptions }) => {
    await forEvery(
      names,
      (name) => `the customerId ${name}`,
      async (customerId) => {
        const created = await subscriptions.create(aSubscription({ customerId }));
        await expectCreated(subscriptions, created, `for the customer ${customerId}`);
        const { subscriptionId } = createdIn(created);

        // Others may have used the name as well: the newest come first.
        const { list, ids } = await listedOf(subscriptions, customerId);

        expect(ids, sentExpectedGot([created, list], 'the subscription listed')).toContain(
          subscriptionId,
        );
        const items = memberOf(list.answer.json, 'items');
        const owners = (Array.isArray(items) ? items : []).map((item: unknown) =>
          memberOf(item, 'customerId'),
        );
        const words = sentExpectedGot(list, `subscriptions of the customer ${customerId} alone`);
        expect([...new Set(owners)], words).toEqual([customerId]);
      },
    );
  },
);

/** As long as that of an order may be, and a half of it; no part of them is like another. Part 4.1. */
const longAddresses: readonly string[] = [256, 512].map((length) => {
  const address = 'https://shop.example/done?cart=7&token=';
  const numbers = Array.from({ length }, (_, place) => String(1_000 + place)).join('');
  return `${address}${numbers.slice(0, length - address.length)}`;
});

check(
  'subscriptions.text.addresses-lead-back',
  'leads back to the address with its query and fragment, however long it is',
  async ({ subscriptions, gateway, skip }) => {
    const { declinedCardPan } = gateway.settings;
    const own = gateway.as({ login: subscriptions.settings.login });
    // One customer, who returns each time to where that subscription was asked for.
    const customerId = aCustomerId();
    let judged = 0;
    await forEvery(
      [...addresses, ...longAddresses].flatMap((address) => [
        { member: 'successUrl', address, card: {} },
        ...(declinedCardPan === undefined
          ? []
          : [{ member: 'failUrl', address, card: { $PAN: declinedCardPan } }]),
      ]),
      ({ member, address }) =>
        address.length < 100 ? `${member} ${address}` : `${member} of ${address.length} characters`,
      async ({ member, address, card }) => {
        const body = aSubscription({ customerId, [member]: address });
        const answer = await subscriptions.create(body);
        // How long an address may be is shown of orders only.
        if (longAddresses.includes(address) && !isSubscriptionSuccess(answer)) return;
        await expectCreated(subscriptions, answer, `with ${member} ${address}`);

        const payment = await payWithCard(own, createdIn(answer), card);

        const redirect = memberOf(payment.answer.json, 'redirect');
        const checkout = URL.parse(String(memberOf(answer.answer.json, 'checkoutUrl')));
        // A page of the gateway may stand in between; where it leads to, only a browser can tell.
        if (typeof redirect !== 'string' || redirect === '') return;
        if (URL.parse(redirect)?.host === checkout?.host) return;
        // When failUrl is the address to lead to is not shown.
        if (member === 'failUrl' && leadsBackTo(body.successUrl, redirect)) return;
        judged += 1;
        const words = sentExpectedGot([answer, payment], `redirect ${address}, whatever is added`);
        expect(leadsBackTo(address, redirect), words).toBe(true);
      },
    );
    if (judged === 0) skip('a payment shows no redirect to the shop');
  },
);

check(
  'subscriptions.text.addresses-lead-back',
  'leads to failUrl who was declined, and to successUrl who pays the same order then',
  async ({ subscriptions, gateway, skip }) => {
    const { declinedCardPan } = gateway.settings;
    if (declinedCardPan === undefined) return skip('needs GATEWAY_DECLINED_CARD_PAN');
    const own = gateway.as({ login: subscriptions.settings.login });
    const [successUrl, failUrl] = ['https://paid.example/thanks', 'https://failed.example/sorry'];
    const orderNumber = `sub-${uniqueNumber(9)}`;
    const body = aSubscription({ successUrl, failUrl, orderNumber });
    const answer = await subscriptions.create(body);
    await expectCreated(subscriptions, answer, 'with two addresses');
    const order = createdIn(answer);
    // What is refused for the orderNumber leads nobody anywhere.
    const [elsewhere, nowhere] = ['https://again.example/thanks', 'https://again.example/sorry'];
    const again = await subscriptions.create({
      ...body,
      successUrl: elsewhere,
      failUrl: nowhere,
    });
    if (isSubscriptionSuccess(again)) return skip('an orderNumber is taken twice');

    const declined = await payWithCard(own, order, { $PAN: declinedCardPan });
    const paid = await payWithCard(own, order);

    // Whether what was declined can be paid after all is not shown.
    const isTakenAgain = await isPaid(own, order);
    let judged = 0;
    for (const [payment, address] of [
      [declined, failUrl],
      ...(isTakenAgain ? [[paid, successUrl] as const] : []),
    ] as const) {
      const redirect = memberOf(payment.answer.json, 'redirect');
      const checkout = URL.parse(String(memberOf(answer.answer.json, 'checkoutUrl')));
      if (typeof redirect !== 'string' || redirect === '') continue;
      if (URL.parse(redirect)?.host === checkout?.host) continue;
      // When failUrl is the address to lead to is not shown.
      if (address === failUrl && leadsBackTo(successUrl, redirect)) continue;
      judged += 1;
      const words = sentExpectedGot(
        [again, declined, paid],
        `redirect ${address}, whatever is added`,
      );
      expect(leadsBackTo(address, redirect), words).toBe(true);
    }
    if (judged === 0) skip('a payment shows no redirect to the shop');
  },
);

const pairs = nearTexts('customer');

check(
  'subscriptions.text.told-apart',
  'tells customers and orderNumbers apart that differ in one character',
  async ({ subscriptions }) => {
    await forEvery(
      pairs,
      ([where]) => `two that differ in ${where}`,
      async ([where, pair]) => {
        const [one, other] = pair(uniqueNumber(9));
        const numbers = pair(uniqueNumber(9)).map((number) => number.replace('customer', 'sub'));

        const answers: Exchange[] = [];
        for (const [index, customerId] of [one, other].entries()) {
          const body = aSubscription({ customerId, orderNumber: numbers[index] });
          const answer = await subscriptions.create(body);
          await expectCreated(
            subscriptions,
            answer,
            `with an orderNumber that differs in ${where}`,
          );
          answers.push(answer);
        }

        for (const [index, customerId] of [one, other].entries()) {
          const { list, ids } = await listedOf(subscriptions, customerId);
          const wanted = createdIn(answers[index] as Exchange).subscriptionId;
          const words = sentExpectedGot([...answers, list], `the one of ${customerId} alone`);
          expect(ids, words).toEqual([wanted]);
        }
      },
    );
  },
);

check(
  'subscriptions.text.comes-back',
  'shows a letter as it was sent that arrives in two pieces',
  async ({ subscriptions }) => {
    const description = 'Jānis';
    const sent = aSubscription({ description });
    const { userName: username, password } = subscriptions.settings.login;
    const body = JSON.stringify({ username, password, ...sent });

    const created = await subscriptions.send({
      operation: 'subscriptions.create',
      method: 'POST',
      path: subscriptionPath('subscriptions.create'),
      headers: { 'Content-Type': 'application/json' },
      body,
      cutAfter: withinLetter(body),
    });

    if (!isSubscriptionSuccess(created)) return;
    const shown = memberOf(subscriptionIn(created), 'description') ?? description;
    expect(composed(shown), sentExpectedGot(created, 'description Jānis')).toBe(description);
  },
);
