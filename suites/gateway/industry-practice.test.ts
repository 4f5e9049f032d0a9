import { z } from 'zod';
import { anOrderNumber } from '../../fixtures/builders/gateway.ts';
import { check, expect } from '../../fixtures/check.ts';
import { type Exchange, memberOf } from '../../fixtures/clients/exchange.ts';
import {
  type GatewayClient,
  gatewayEnding,
  gatewayPath,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { field } from '../../fixtures/shapes/field.ts';
import { paid, unpaid } from '../../fixtures/shapes/gateway-outcomes.ts';
import { otherThan, outcomeOf } from '../../fixtures/worlds/gateway-credentials.ts';
import {
  newOrder,
  paidOrder,
  payWithCard,
  promised,
  statusOf,
  textAt,
} from '../../fixtures/worlds/gateway.ts';

// Document 3, part 4.5: industryPractice/paymentOrder.do.

const operation = 'industryPractice/paymentOrder.do';

for (const [id, tii, charge] of [
  ['gateway.industry-practice.ipi', 'IPI', 'an increment'],
  ['gateway.industry-practice.ipd', 'IPD', 'delayed charges'],
  ['gateway.industry-practice.ipn', 'IPN', 'a no-show'],
] as const) {
  check(id, `charges ${charge} on a paid order`, async ({ gateway }) => {
    const original = await paidOrder(gateway);

    const answer = await followed(gateway, original, { tii });

    expect(answer).toGoWell();
    expect(await outcomeOf(gateway, answer)).toShow(paid(id));
  });
}

check(
  'gateway.industry-practice.ips',
  'is asked to resubmit a payment that was declined',
  async ({ gateway, observe, skip }) => {
    const { declinedCardPan } = gateway.settings;
    if (declinedCardPan === undefined) {
      return skip('needs a card that is declined (GATEWAY_DECLINED_CARD_PAN)');
    }
    const original = await newOrder(gateway);
    await payWithCard(gateway, original, { $PAN: declinedCardPan });

    const answer = await followed(gateway, original, { tii: 'IPS', amount: undefined });

    observe(gatewayEnding(answer));
  },
);

check(
  'gateway.industry-practice.ipa',
  'is asked to authorise a paid order again',
  async ({ gateway, observe }) => {
    const original = await paidOrder(gateway);

    const answer = await followed(gateway, original, { tii: 'IPA', amount: undefined });

    observe(gatewayEnding(answer));
  },
);

for (const tii of ['R', 'IPX']) {
  check(
    'gateway.industry-practice.other-tii',
    `charges nothing for tii ${tii}`,
    async ({ gateway }) => {
      const original = await paidOrder(gateway);
      promised(await followed(gateway, original), 'gateway.industry-practice.succeeds');

      const answer = await followed(gateway, original, { tii });

      const outcome = await outcomeOf(gateway, answer);
      expect(outcome).toShow(unpaid('gateway.industry-practice.other-tii'));
    },
  );
}

check(
  'gateway.industry-practice.unpaid-original',
  'charges nothing on an order that was never paid',
  async ({ gateway }) => {
    const [unpaidOne, paidOne] = await Promise.all([newOrder(gateway), paidOrder(gateway)]);
    promised(await followed(gateway, paidOne), 'gateway.industry-practice.succeeds');

    const answer = await followed(gateway, unpaidOne);

    const id = 'gateway.industry-practice.unpaid-original';
    expect(await outcomeOf(gateway, answer)).toShow(unpaid(id));
    expect(await statusOf(gateway, unpaidOne)).toShow(unpaid(id));
  },
);

check(
  'gateway.industry-practice.unknown-original',
  'charges nothing on an order that does not exist',
  async ({ gateway }) => {
    const original = await paidOrder(gateway);
    promised(await followed(gateway, original), 'gateway.industry-practice.succeeds');

    const answer = await followed(gateway, { mdOrder: otherThan(original.mdOrder) });

    const outcome = await outcomeOf(gateway, answer);
    expect(outcome).toShow(unpaid('gateway.industry-practice.unknown-original'));
  },
);

check(
  'gateway.industry-practice.answers-md-order',
  'answers the mdOrder of the charge',
  async ({ gateway }) => {
    const original = await paidOrder(gateway);

    const answer = promised(
      await followed(gateway, original),
      'gateway.industry-practice.succeeds',
    );

    const id = 'gateway.industry-practice.answers-md-order';
    expect(answer).toShow(field(id, 'mdOrder', '1 to 36 characters', z.string().min(1).max(36)));
  },
);

check(
  'gateway.industry-practice.result-is-paid',
  'has the order of a charge that succeeds paid',
  async ({ gateway }) => {
    const original = await paidOrder(gateway);

    const answer = promised(
      await followed(gateway, original),
      'gateway.industry-practice.succeeds',
    );

    const status = await statusOf(gateway, { mdOrder: textAt(answer, 'mdOrder') });
    expect(status).toShow(paid('gateway.industry-practice.result-is-paid'));
  },
);

check(
  'gateway.industry-practice.validation-failure-members',
  'answers errorCode and errorMessage only when tii is missing',
  async ({ gateway }) => {
    const original = await paidOrder(gateway);

    const answer = await followed(gateway, original, { tii: undefined });

    expect(answer).toGoWrong();
    // Members that the document does not know may stand anywhere; those of a charge may not.
    const members = ['errorCode', 'errorMessage', 'mdOrder', 'actionCode', 'approvalCode', 'rrn'];
    const shown = members.filter((name) => (memberOf(answer.answer.json, name) ?? '') !== '');
    expect(shown).toEqual(['errorCode', 'errorMessage']);
  },
);

check(
  'gateway.industry-practice.member-names',
  'is asked with the login as username and as userName',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip('needs a login (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
    const [first, second] = await Promise.all([paidOrder(gateway), paidOrder(gateway)]);

    const [asHere, asElsewhere] = await Promise.all([
      followed(gateway, first),
      followed(gateway, second, { username: undefined, userName: login.userName }),
    ]);

    observe(`username: ${gatewayEnding(asHere)}; userName: ${gatewayEnding(asElsewhere)}`);
  },
);

check(
  'gateway.industry-practice.form-or-json',
  'is asked with a JSON body',
  async ({ gateway, observe, skip }) => {
    const { login } = gateway.settings;
    if (login === undefined) return skip('needs a login (GATEWAY_USER_NAME, GATEWAY_PASSWORD)');
    const original = await paidOrder(gateway);

    const answer = await gateway.send({
      operation,
      method: 'POST',
      path: gatewayPath(operation),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username: login.userName,
        password: login.password,
        ...chargeOn(original),
      }),
    });

    observe(gatewayEnding(answer));
  },
);

check(
  'gateway.industry-practice.validation-code',
  'is asked for a charge without tii',
  async ({ gateway, observe }) => {
    const original = await paidOrder(gateway);

    const answer = await followed(gateway, original, { tii: undefined });

    observe(gatewayEnding(answer));
  },
);

/** A charge of 5.00 after an order that was paid. */
function followed(
  gateway: GatewayClient,
  original: { readonly mdOrder: string },
  part: Parameters = {},
): Promise<Exchange> {
  return gateway.ask(operation, { ...chargeOn(original), ...part });
}

function chargeOn({ mdOrder }: { readonly mdOrder: string }): Parameters {
  return { originalMdOrder: mdOrder, orderNumber: anOrderNumber(), tii: 'IPI', amount: 5_00 };
}
