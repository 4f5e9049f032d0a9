import { otherExpiry, unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { aTopUp, aTransfer } from '../../fixtures/builders/v2.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect, forEvery } from '../../fixtures/check.ts';
import type { V2Client } from '../../fixtures/clients/v2.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import type { Facts } from '../../fixtures/operations/operation.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { type Exchange, memberOf, succeeded } from '../../fixtures/transcript/exchange.ts';
import {
  asShown,
  asShownOnReissue,
  isSameTransfer,
  listWith,
} from '../../fixtures/worlds/v2-as-shown.ts';
import { factsOf, smallWorld } from '../../fixtures/worlds/v2-facts.ts';
import {
  allowSpending,
  bringInto,
  cardholderNow,
  cardNow,
  cardStatuses,
  fundedWithin,
  newCard,
  pair,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { type Deed, deeds, lastDeeds, toItsSibling } from './deeds.ts';

// Document 2, parts 2 and 4: what is shown in two places is the same in both, right after each operation.

check(
  'v2.views.agree',
  'shows the same wherever it shows something, in each state of a card',
  async ({ v2 }) => {
    await forEvery(
      cardStatuses,
      (status) => `a card that is ${status}`,
      async (status) => {
        const world = await smallWorld(v2);
        const card = status === 'active' || status === 'lost' ? world.last : world.first;
        await bringInto(v2, card, status);
        const siblings = world.last === world.first ? [] : [toItsSibling];
        const all = [...deeds, ...siblings, ...lastDeeds(status)];

        for (const [turn, deed] of all.slice(0, repeated(all.length, 1)).entries()) {
          const answer = await deed.act({ v2, world, card, turn });
          if (succeeded(answer)) await expectReadAsShown(v2, answer);
        }
        // Whatever has become of the card, its account is that of its sibling.
        const sibling = card === world.first ? world.last : world.first;
        if (sibling !== card) await v2.createTopUp(aTopUp(sibling, minorUnits(8_00)));

        expectAgreement(await factsOf(v2, world));
      },
    );
  },
);

check(
  'v2.views.agree',
  'answers a change of a card with what money has moved since the card was read last',
  async ({ v2 }) => {
    const world = await smallWorld(v2);
    const { first: card } = world;
    const isOf = ({ row }: Deed, names: readonly string[]): boolean =>
      names.some((name) => row.startsWith(name));
    const movements = deeds.filter((deed) => isOf(deed, ['createTopUp', 'createTransfer']));
    const changes = [
      ...deeds.filter((deed) => isOf(deed, ['patchCard'])),
      ...lastDeeds('active').filter((deed) => isOf(deed, ['patchCard'])),
    ];
    const turns = changes.flatMap((change) => movements.map((movement) => [movement, change]));

    for (const [turn, [movement, change]] of turns.slice(0, repeated(turns.length, 1)).entries()) {
      const scene = { v2, world, card, turn };
      await cardNow(v2, card);
      await movement?.act(scene);

      const answer = await change?.act(scene);

      if (answer !== undefined && succeeded(answer)) await expectReadAsShown(v2, answer);
    }
  },
);

async function expectReadAsShown(v2: V2Client, answer: Exchange): Promise<void> {
  switch (answer.operation) {
    case 'createCardholder':
      return expect(await cardholderNow(v2, textAt(answer, 'id'))).toShowAs(
        answer,
        asShown(answer),
      );
    case 'createCard':
    case 'patchCard': {
      const later = await cardNow(v2, { id: textAt(answer, 'id') });
      const shown = isOfReissue(answer) ? asShownOnReissue(answer, later) : asShown(answer);
      return expect(later).toShowAs(answer, shown);
    }
    case 'createTransfer':
      for (const holder of ['sourceCard', 'destinationCard'] as const)
        await expectListed(v2, answer, holder);
  }
}

function isOfReissue({ request }: Exchange): boolean {
  return memberOf(JSON.parse(request.body ?? '{}'), 'reissueCard') !== undefined;
}

/** In the list of its status, as it was created, and in no list of the other status. */
async function expectListed(
  v2: V2Client,
  transfer: Exchange,
  holder: 'sourceCard' | 'destinationCard',
): Promise<void> {
  const sent: unknown = JSON.parse(transfer.request.body ?? '{}');
  const cardNumberFltr = String(memberOf(sent, `${holder}.cardNumber`));
  const id = textAt(transfer, 'id');
  const status = textAt(transfer, 'status');
  for (const statusFltr of ['approved', 'declined']) {
    const list = await v2.listTransfers({ cardNumberFltr, statusFltr });
    // Whether a card that is not active still lists its transfers is not shown.
    if (!succeeded(list)) continue;
    const items = memberOf(list.answer.json, 'transfers');
    const own = Array.isArray(items) ? items.filter((item) => memberOf(item, 'id') === id) : [];
    expect(
      own.length === (statusFltr === status ? 1 : 0),
      sentExpectedGot([transfer, list], `the transfer, if it is ${statusFltr}`),
    ).toBe(true);
    if (own.length === 0) continue;
    const alone = { ...list, answer: { ...list.answer, json: { transfers: own } } };
    expect(alone).toShowAs(transfer, listWith(transfer, holder));
  }
}

check(
  'v2.views.agree',
  'lists each transfer among those of its status, whatever has stopped it',
  async ({ v2, skip }) => {
    const [from, to] = await Promise.all([fundedWithin(v2, 40, minorUnits(90_00)), newCard(v2)]);
    if (from === undefined) return skip('a top-up counts against the spending limits here');
    const mistaken = { ...from, expiryDate: otherExpiry(from.expiryDate) };
    const nobody = { number: unknownNumberLike(to.number) };

    const transfers: Exchange[] = [];
    for (const [payer, payee, cents] of [
      [from, to, 2_00],
      [from, to, 41_00],
      [from, to, from.balance + 1],
      [from, nobody, 2_01],
      [from, from, 2_02],
      [mistaken, to, 2_03],
    ] as const)
      transfers.push(await v2.createTransfer(aTransfer(payer, payee, minorUnits(cents))));

    // Which of them are approved, declined or refused is not shown.
    for (const statusFltr of ['approved', 'declined']) {
      const ids = transfers
        .filter(({ answer }) => memberOf(answer.json, 'status') === statusFltr)
        .map((transfer) => textAt(transfer, 'id'));
      const list = await v2.listTransfers({ cardNumberFltr: from.number, statusFltr });
      expect(list).toListExactly('transfers', ids);
    }
  },
);

check(
  'v2.views.agree',
  'lists a transfer that was declined as it was, once the same one is approved',
  async ({ v2 }) => {
    const { from, to } = await pair(v2);
    const order = aTransfer(from, to, minorUnits(from.balance + 10_00));
    const declined = await v2.createTransfer(order);
    if (memberOf(declined.answer.json, 'status') !== 'declined') return;
    await v2.createTopUp(aTopUp(from, minorUnits(90_00)));
    await allowSpending(v2, from, from.balance + 90_00);

    const again = await v2.createTransfer(order);

    if (succeeded(again)) await expectListed(v2, again, 'sourceCard');
    for (const holder of ['sourceCard', 'destinationCard'] as const)
      await expectListed(v2, declined, holder);
  },
);

/** A transfer is the same in the lists of both of its cards, and so is the balance of an account. */
function expectAgreement(facts: Facts): void {
  const shown = (of: string, kind: string): string | undefined =>
    facts.find((fact) => fact.of === of && fact.kind === kind)?.shown;
  const about = (fact: Facts[number]): string | undefined => {
    if (fact.kind.startsWith('transfer ')) return fact.kind;
    const account = shown(fact.of, 'account.accountNumber');
    return fact.kind === 'account.balance' ? `balance of ${account}` : undefined;
  };

  const first = new Map<string, Facts[number]>();
  for (const fact of facts) {
    const what = about(fact);
    if (what === undefined) continue;
    const known = first.get(what) ?? fact;
    first.set(what, known);
    const place = `${fact.kind} of ${fact.of} and of ${known.of}`;
    const isSame = isSameTransfer(JSON.parse(fact.shown), JSON.parse(known.shown));
    const wanted = what === fact.kind && isSame ? fact.shown : known.shown;
    expect({ [place]: fact.shown }, 'the same').toEqual({ [place]: wanted });
  }
}
