import { listWith } from '../../fixtures/worlds/v2-as-shown.ts';
import { unknownNumberLike } from '../../fixtures/builders/card-numbers.ts';
import { addDays } from '../../fixtures/builders/days.ts';
import { aTransfer } from '../../fixtures/builders/v2.ts';
import { type MinorUnits, minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, inShort, succeeded } from '../../fixtures/transcript/exchange.ts';
import { refused, type V2Client } from '../../fixtures/clients/v2.ts';
import { inSmokeOnly } from '../../fixtures/repeated.ts';
import {
  approved,
  creationDayIn,
  declined,
  newCard,
  pair,
  promised,
  readCard,
  type TestCard,
  textAt,
} from '../../fixtures/worlds/v2.ts';
import { dayCounted, idsIn } from '../../fixtures/worlds/v2-transfers.ts';

// Document 2, part 4, rule 5: GET /transfers. No list here is longer than a few transfers: paging
// is not shown, so a target may cut longer ones.

check('v2.transfer-list.answers-200', 'lists transfers', async ({ v2 }) => {
  const { from } = await transferred(v2);

  expect(await v2.listTransfers({ cardNumberFltr: from.number })).toAnswer(200);
});

check('v2.transfer-list.holds-transfers', 'lists them in the member transfers', async ({ v2 }) => {
  const { from } = await transferred(v2);
  const card = await newCard(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number });
  const empty = await v2.listTransfers({ cardNumberFltr: card.number });

  const by = 'v2.transfer-list.answers-200';
  expect(promised(list, by)).toSucceed({ transfers: [expect.any(Object)] });
  expect(promised(empty, by)).toSucceed({ transfers: [] });
});

check(
  'v2.transfer-list.items-are-transfers',
  'lists a transfer as it was created',
  async ({ v2 }) => {
    const { from, transfer } = await transferred(v2);

    const list = await v2.listTransfers({ cardNumberFltr: from.number });

    expect(promised(list, 'v2.transfer-list.answers-200')).toSucceed(listWith(transfer));
  },
);

check('v2.transfer-list.needs-card-number', 'refuses a list without a card', async ({ v2 }) => {
  const { from, transfer } = await transferred(v2);
  const day = creationDayIn(transfer, 'transfer');
  const [statusFltr, period] = ['approved', { periodStartFltr: day, periodEndFltr: day }];

  // The optional ones, alone and together, do not stand for the one that is required.
  const others = [{ statusFltr }, period, { ...period, statusFltr }];
  for (const filter of [{}, ...(inSmokeOnly() ? [] : others)])
    expect(await v2.listTransfers(filter)).toBeRefused();

  promised(await v2.listTransfers({ cardNumberFltr: from.number }), 'v2.transfer-list.answers-200');
});

check('v2.transfer-list.lists-by-source', 'lists transfers of the source', async ({ v2 }) => {
  const { from, id } = await transferred(v2);

  expect(await v2.listTransfers({ cardNumberFltr: from.number })).toListExactly('transfers', [id]);
});

if (!inSmokeOnly()) {
  check(
    'v2.transfer-list.lists-by-source',
    'lists a transfer by the number of its source before or after that is reissued',
    async ({ v2, skip }) => {
      const { from, to } = await pair(v2);
      const transfer = await v2.createTransfer(aTransfer(from, to, minorUnits(10_00)));
      approved(transfer, 'v2.transfer-creation.answers-201');
      const reissued = await v2.patchCard(from.id, { reissueCard: 'damaged' });
      if (!succeeded(reissued)) return skip('no active card is reissued as damaged');
      const { number } = await readCard(v2, from.id, from.cardholder);

      // Whether the number stays the same, and what is listed of the one before, is not shown.
      const lists: Exchange[] = [];
      for (const cardNumberFltr of new Set([from.number, number])) {
        lists.push(await v2.listTransfers({ cardNumberFltr }));
      }

      // A number that is good for nothing any more may be one of no card.
      if (!lists.every(succeeded)) return skip('a number of before the reissue is refused');
      const about = sentExpectedGot([transfer, reissued, ...lists], 'the transfer in one of them');
      expect(lists.flatMap(idsIn), about).toContain(textAt(transfer, 'id'));
    },
  );
}

check(
  'v2.transfer-list.lists-by-destination',
  'lists transfers of the destination',
  async ({ v2 }) => {
    const { to, id } = await transferred(v2);

    expect(await v2.listTransfers({ cardNumberFltr: to.number })).toListExactly('transfers', [id]);
  },
);

check(
  'v2.transfer-list.leaves-out-other-cards',
  'leaves out transfers of others',
  async ({ v2 }) => {
    const { from, id } = await transferred(v2);
    const others = await transferred(v2);
    const third = await newCard(v2);

    expect(await v2.listTransfers({ cardNumberFltr: third.number })).toListExactly('transfers', []);
    expect(await v2.listTransfers({ cardNumberFltr: from.number })).toListExactly('transfers', [
      id,
    ]);
    expect(await v2.listTransfers({ cardNumberFltr: others.to.number })).toListExactly(
      'transfers',
      [others.id],
    );
    if (inSmokeOnly()) return;
    // No transfer involves a card that there is not; whether its number is refused is not shown.
    const cardNumberFltr = unknownNumberLike(from.number);
    for (const beside of [{}, { statusFltr: 'approved' }]) {
      const list = await v2.listTransfers({ cardNumberFltr, ...beside });
      if (succeeded(list)) expect(list).toListExactly('transfers', []);
      else expect(list).toBeRefused();
    }
  },
);

for (const part of ['beginning', 'end'] as const) {
  check(
    'v2.transfer-list.needs-the-whole-number',
    `finds nothing by the ${part} of a number`,
    async ({ v2 }) => {
      const { from, id } = await transferred(v2);
      const cardNumberFltr = part === 'end' ? from.number.slice(-4) : from.number.slice(0, -1);

      const list = await v2.listTransfers({ cardNumberFltr });

      if (list.answer.status === 200) expect(list).toListExactly('transfers', []);
      else expect(list).toBeRefused();
      expect(await v2.listTransfers({ cardNumberFltr: from.number })).toListExactly('transfers', [
        id,
      ]);
    },
  );
}

check(
  'v2.transfer-list.odd-filters-keep-the-card',
  'lists transfers of no other card whatever else is asked for',
  async ({ v2 }) => {
    const [{ from, id }] = await Promise.all([transferred(v2), transferred(v2)]);

    for (const beside of [
      'statusFltr=pending',
      'statusFltr=APPROVED',
      'statusFltr=',
      'statusFltr=approved&statusFltr=declined',
      'periodStartFltr=yesterday',
      'periodStartFltr=2026-02-30',
      'periodStartFltr=',
      'periodEndFltr=tomorrow',
      'periodEndFltr=2026-02-30',
      'periodEndFltr=',
      'periodStartFltr=2026-02-01&periodStartFltr=2026-02-02',
      'periodEndFltr=2026-02-01&periodEndFltr=2026-02-02',
      'periodStartFltr=2026-02-02&periodEndFltr=2026-02-01',
      'noSuchFltr=approved',
      `cardNumberFltr=${from.number}`,
    ]) {
      const list = await v2.send({
        operation: 'listTransfers',
        method: 'GET',
        path: `/v2/transfers?cardNumberFltr=${from.number}&${beside}`,
      });

      if (list.answer.status === 200) expect(list).toListExactly('transfers', own(list, id));
      else expect(list).toBeRefused();
    }
  },
);

check('v2.transfer-list.start-is-inclusive', 'lists transfers of the first day', async ({ v2 }) => {
  const { from, id, day } = await transferredOnADay(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number, periodStartFltr: day });

  expect(list).toListExactly('transfers', [id]);
});

check(
  'v2.transfer-list.start-leaves-out-earlier',
  'leaves out earlier transfers',
  async ({ v2, skip }) => {
    const { from, day } = await transferredOnADay(v2);
    const later = addDays(day, 1);

    const list = await v2.listTransfers({ cardNumberFltr: from.number, periodStartFltr: later });

    if (refused(list))
      return skip('a period that has not begun is refused, which no sentence forbids');
    expect(list).toListExactly('transfers', []);
  },
);

check('v2.transfer-list.end-is-inclusive', 'lists transfers of the last day', async ({ v2 }) => {
  const { from, id, day } = await transferredOnADay(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number, periodEndFltr: day });

  expect(list).toListExactly('transfers', [id]);
});

check('v2.transfer-list.end-leaves-out-later', 'leaves out later transfers', async ({ v2 }) => {
  const { from, day } = await transferredOnADay(v2);
  const earlier = addDays(day, -1);

  const list = await v2.listTransfers({ cardNumberFltr: from.number, periodEndFltr: earlier });

  expect(list).toListExactly('transfers', []);
});

check(
  'v2.transfer-list.reversed-period-lists-nothing',
  'lists nothing for a period that ends before it starts',
  async ({ v2 }) => {
    const { from, day } = await transferredOnADay(v2);
    const reversed = { periodStartFltr: addDays(day, 1), periodEndFltr: addDays(day, -1) };

    const list = await v2.listTransfers({ cardNumberFltr: from.number, ...reversed });

    if (list.answer.status === 200) expect(list).toListExactly('transfers', []);
    else expect(list).toBeRefused();
  },
);

check('v2.transfer-list.only-approved', 'lists approved transfers only', async ({ v2 }) => {
  const { from, approved } = await oneOfEach(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number, statusFltr: 'approved' });

  expect(list).toListExactly('transfers', [approved]);
});

check('v2.transfer-list.only-declined', 'lists declined transfers only', async ({ v2 }) => {
  const { from, declined } = await oneOfEach(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number, statusFltr: 'declined' });

  expect(list).toListExactly('transfers', [declined]);
});

check('v2.transfer-list.both-without-status', 'lists both without a status', async ({ v2 }) => {
  const { from, approved, declined } = await oneOfEach(v2);

  const list = await v2.listTransfers({ cardNumberFltr: from.number });

  expect(list).toListExactly('transfers', [approved, declined]);
});

check('v2.transfer-list.paging', 'lists many transfers', async ({ v2, observe }) => {
  const { from, to } = await pair(v2);
  for (let count = 0; count < 25; count += 1) {
    await newTransfer(v2, from, to, minorUnits(1_00 + count));
  }

  const list = await v2.listTransfers({ cardNumberFltr: from.number });

  observe(`${idsIn(list).length} of 25 are in one answer`);
});

check('v2.transfer-list.ordering', 'orders its transfers', async ({ v2, observe }) => {
  const { from, to } = await pair(v2);
  const made: string[] = [];
  for (const amount of [3_00, 1_00, 6_00, 2_00, 5_00, 4_00]) {
    made.push(textAt(await newTransfer(v2, from, to, minorUnits(amount)), 'id'));
  }

  const listed = idsIn(await v2.listTransfers({ cardNumberFltr: from.number })).join();

  if (listed === made.join()) observe('oldest first');
  else
    observe(
      listed === made.toReversed().join() ? 'newest first' : 'neither newest nor oldest first',
    );
});

check('v2.transfer-list.unknown-card', 'is asked for an unknown card', async ({ v2, observe }) => {
  const card = await newCard(v2);

  const list = await v2.listTransfers({ cardNumberFltr: unknownNumberLike(card.number) });

  observe(inShort(list));
});

for (const [id, title, filter] of [
  ['v2.transfer-list.unknown-status', 'an unknown status', { statusFltr: 'pending' }],
  ['v2.transfer-list.malformed-date', 'a malformed date', { periodStartFltr: 'yesterday' }],
  [
    'v2.transfer-list.reversed-period',
    'a period that ends before it starts',
    { periodStartFltr: '2026-02-02', periodEndFltr: '2026-02-01' },
  ],
] as const) {
  check(id, `is asked for ${title}`, async ({ v2, observe }) => {
    const { from } = await transferred(v2);

    const list = await v2.listTransfers({ cardNumberFltr: from.number, ...filter });

    observe(
      list.answer.status === 200 ? `HTTP 200 with ${idsIn(list).length} of 1` : inShort(list),
    );
  });
}

check('v2.transfer-list.time-zone', 'counts a day', async ({ v2, observe }) => {
  const { transfer, day } = await transferredOnADay(v2);

  const shown = creationDayIn(transfer, 'transfer');

  observe(shown === day ? 'as creationDate shows it' : 'in another zone than creationDate');
});

for (const [id, path] of [
  ['v2.collections.cards', '/v2/cards'],
  ['v2.collections.top-ups', '/v2/topups'],
  ['v2.collections.cardholders', '/v2/cardholders'],
] as const) {
  check(id, `is asked for ${path}`, async ({ v2, observe }) => {
    observe(inShort(await v2.send({ operation: 'undocumented', method: 'GET', path })));
  });
}

/** What a list holds when it holds nothing but this transfer, or nothing at all. */
function own(list: Exchange, id: string): string[] {
  return idsIn(list).length === 0 ? [] : [id];
}

interface OneTransfer {
  readonly from: TestCard;
  readonly to: TestCard;
  readonly transfer: Exchange;
  readonly id: string;
}

async function transferred(v2: V2Client): Promise<OneTransfer> {
  const { from, to } = await pair(v2);
  const transfer = await newTransfer(v2, from, to, minorUnits(10_00));
  return { from, to, transfer, id: textAt(transfer, 'id') };
}

/** A transfer and the day that the target counts it under. */
async function transferredOnADay(v2: V2Client): Promise<OneTransfer & { readonly day: string }> {
  const one = await transferred(v2);
  return { ...one, day: await dayCounted(v2, one.from.number, one.transfer) };
}

/** A transfer that nothing stands in the way of. */
async function newTransfer(
  v2: V2Client,
  from: TestCard,
  to: TestCard,
  amount: MinorUnits,
): Promise<Exchange> {
  const answer = await v2.createTransfer(aTransfer(from, to, amount));
  return approved(answer, 'v2.transfer-creation.answers-201');
}

/** One approved and one declined transfer of a card. */
async function oneOfEach(
  v2: V2Client,
): Promise<{ from: TestCard; approved: string; declined: string }> {
  const { from, to } = await pair(v2);
  const carriedOut = await newTransfer(v2, from, to, minorUnits(10_00));
  const overdraft = await v2.createTransfer(aTransfer(from, to, minorUnits(from.balance)));
  return {
    from,
    approved: textAt(carriedOut, 'id'),
    declined: textAt(declined(overdraft), 'id'),
  };
}
