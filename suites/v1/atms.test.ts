import { anAmountOf } from '../../fixtures/builders/v1.ts';
import { minorUnits } from '../../fixtures/builders/values.ts';
import { check, expect } from '../../fixtures/check.ts';
import { sentExpectedGot } from '../../fixtures/expect.ts';
import { type Exchange, memberOf } from '../../fixtures/transcript/exchange.ts';
import { answerSummary, carriedOut, v1Path, type V1Client } from '../../fixtures/clients/v1.ts';
import {
  atmsIn,
  bnaCurrenciesIn,
  denominationsIn,
  hoppersIn,
  noneOf,
} from '../../fixtures/fields/v1-items.ts';
import { anAcceptor } from '../../fixtures/fields/v1-requests.ts';
import { repeated } from '../../fixtures/repeated.ts';
import { promised } from '../../fixtures/worlds/v1.ts';
import { fundedCard } from '../../fixtures/worlds/v1-funded.ts';
import { expectNothingAhead, wallOf } from './dates.ts';

// Document 1, parts 2.9 and 4: getAtmStatusExt. Which terminals there are is the target's affair, so
// they are learned from its own list.

const noTerminals = 'the target shows no terminal';

/** Every pid there is, the edges of the range first. Document 1, part 4 (getAtmStatusExt). */
const everyPid = [1, 64, ...Array.from({ length: 62 }, (_, index) => index + 2)];

check('v1.atm-hopper.range', 'shows numbers of its hoppers', async ({ v1, observe, skip }) => {
  const all = await everyTerminal(v1);

  const numbers = hoppersIn(all.answer.json).flatMap((hopper) =>
    [
      'position',
      'currency',
      'billsValue',
      'billsLoaded',
      'billsOut',
      'billsRejected',
      'billsEnd',
    ].map((name) => memberOf(hopper, name)),
  );
  if (numbers.length === 0) return skip('the target shows no hopper');
  observe(withinRange(numbers, 64));
});

check(
  'v1.atm-bna-currency.code-range',
  'shows currency codes of its banknote acceptors',
  async ({ v1, observe, skip }) => {
    const all = await everyTerminal(v1);

    const codes = bnaCurrenciesIn(all.answer.json).map((currency) => memberOf(currency, 'code'));
    if (codes.length === 0) return skip('the target shows no currency of a banknote acceptor');
    observe(withinRange(codes, 32));
  },
);

check(
  'v1.atm.no-future-date',
  'shows no last date of a terminal that lies ahead',
  async ({ v1, skip }) => {
    const all = await everyTerminal(v1);

    if (lastDatesIn(all.answer.json).length === 0) return skip('terminals show no last dates');
    await expectNothingAhead(v1, all, lastDatesIn);
  },
);

check(
  'v1.atm.last-transaction-is-the-latest',
  'shows no withdrawal and no deposit after the last transaction',
  async ({ v1, skip }) => {
    const all = await everyTerminal(v1);

    const hasBoth = atmsIn(all.answer.json).some((atm) => pairsOfDates(atm).length > 0);
    if (!hasBoth) return skip('no terminal shows lastTransactionDate beside another last date');
    expectLastToBeLatest(all);
  },
);

check(
  'v1.atm.last-transaction-is-the-latest',
  'shows none after the last transaction either once money was taken from, and put into, a terminal',
  async ({ v1 }) => {
    const card = await fundedCard(v1, minorUnits(50_00));
    for (const terminalId of await knownTerminals(v1)) {
      const cardAcceptorParameters = {
        ...anAcceptor,
        terminalIdentification: terminalId,
        merchantType: '6011',
      };
      for (const operation of ['debitCard', 'creditCard'] as const) {
        const done = await v1[operation]({
          ...anAmountOf(card, minorUnits(2_00)),
          cardAcceptorParameters,
        });
        // Whether a terminal of the bank is one at which this may be said to happen is open.
        if (!carriedOut(done)) continue;
        const shown = await v1.getAtmStatusExt({ terminalId });
        if (carriedOut(shown)) expectLastToBeLatest(shown);
      }
    }
  },
);

/** A terminal may note a moment later than its host that it has paid out. */
function expectLastToBeLatest(shown: Exchange): void {
  const areInOrder = (json: unknown): boolean =>
    atmsIn(json)
      .flatMap(pairsOfDates)
      .every(([transaction, other]) => transaction >= other - 300_000);
  expect(shown).toSucceed(
    expect.toSatisfy(areInOrder, 'no other last date after lastTransactionDate'),
  );
}

check(
  'v1.atm.no-negative-number',
  'shows no number of notes, amount or position below zero',
  async ({ v1, skip }) => {
    const all = await everyTerminal(v1);

    if (countsIn(all.answer.json).length === 0) return skip('terminals show no number of notes');
    expect(all).toSucceed(
      expect.toSatisfy(
        (json) => countsIn(json).every((count) => !(Number(count) < 0)),
        'no number of a terminal below zero',
      ),
    );
  },
);

check(
  'v1.atm-bna-currency.notes-count-is-their-sum',
  'counts as many notes as the denominations of a currency make together',
  async ({ v1, skip }) => {
    const all = await everyTerminal(v1);
    const currencies = bnaCurrenciesIn(all.answer.json).map((currency) => {
      const notes = denominationsOf(currency);
      const sum = notes.reduce((total, [denomination, value]) => total + denomination * value, 0);
      const count = notes.reduce((total, [, value]) => total + value, 0);
      return { currency, sum, count, amount: Number(memberOf(currency, 'amount')) };
    });
    // That the values of denominations count notes is not said: their amount tells, in whatever unit.
    const filled = currencies.filter(({ sum }) => sum > 0);
    const areNotes = [1, 100].some((unit) =>
      filled.every(({ sum, amount }) => amount === sum * unit),
    );
    if (filled.length === 0 || !areNotes)
      return skip('the denominations of a currency do not make its amount, or there are none');

    for (const { currency, count } of filled) {
      const shown = memberOf(currency, 'notesCount');
      const words = `notesCount ${count}, as its denominations count`;
      expect(shown ?? count, sentExpectedGot(all, words, JSON.stringify(currency))).toBe(count);
    }
  },
);

check(
  'v1.get-atm-status-ext.by-terminal',
  'shows the terminal that was asked for and no other',
  async ({ v1, skip }) => {
    const known = await knownTerminals(v1);
    if (known.length === 0) return skip(noTerminals);

    const answers = await Promise.all(
      known.map(async (terminalId) => ({
        terminalId,
        answer: await v1.getAtmStatusExt({ terminalId }),
      })),
    );

    for (const { terminalId, answer } of answers) {
      expect(answer).toSucceed(
        expect.toSatisfy(
          (json) => [...new Set(idsIn(json))].join() === terminalId,
          `the terminal ${terminalId} and no other`,
        ),
      );
    }
  },
);

check(
  'v1.get-atm-status-ext.by-institution',
  'shows by institution what it shows of all',
  async ({ v1, skip }) => {
    const { institutionId } = v1.settings;

    const ofInstitution = await v1.getAtmStatusExt({ institutionId });

    promised(ofInstitution, 'v1.get-atm-status-ext.takes-institution-id');
    const all = idsIn((await everyTerminal(v1)).answer.json);
    if (all.length === 0) return skip(noTerminals);
    expect(ofInstitution).toSucceed(
      expect.toSatisfy(
        (json) => idsIn(json).every((id) => all.includes(id)),
        'no terminal but those that are shown when all are asked for',
      ),
    );
  },
);

check(
  'v1.get-atm-status-ext.by-institution',
  'shows by a part of the id of an institution none of its terminals',
  async ({ v1, skip }) => {
    const { institutionId } = v1.settings;
    const of = async (id: string): Promise<readonly [unknown[], Exchange]> => {
      const shown = await v1.getAtmStatusExt({ institutionId: id });
      return [idsIn(shown.answer.json), shown];
    };
    const [own] = await of(institutionId);
    if (own.length === 0) return skip('no terminal is shown by institution');
    // Who shows all of them for an institution that there is not goes by no id at all.
    if ((await of(`${otherDigits(institutionId)}0`))[0].length > 0) return;
    for (const part of [institutionId.slice(1), institutionId.slice(0, -1)]) {
      // The same number, where it is taken for one.
      if (part === '' || Number(part) === Number(institutionId)) continue;

      const [found, shown] = await of(part);

      const words = sentExpectedGot(shown, `no terminal of institution ${institutionId}`);
      expect(
        found.filter((id) => own.includes(id)),
        words,
      ).toEqual([]);
    }
  },
);

check(
  'v1.get-atm-status-ext.institution-shows-each-of-its-own',
  'shows by institution each terminal that it shows for that institution alone',
  async ({ v1, skip }) => {
    const { institutionId } = v1.settings;
    const all = idsIn((await everyTerminal(v1)).answer.json);
    const elsewhere = `${otherDigits(institutionId)}0`;
    const shows = async (query: { readonly terminalId: string; readonly institutionId: string }) =>
      idsIn((await v1.getAtmStatusExt(query)).answer.json).includes(query.terminalId);
    // Who goes by the terminal alone, where both are sent, shows it at any institution.
    const own: string[] = [];
    for (const terminalId of all.slice(0, repeated(12))) {
      const isHere = await shows({ terminalId, institutionId });
      if (isHere && !(await shows({ terminalId, institutionId: elsewhere }))) own.push(terminalId);
    }
    if (own.length === 0) return skip('no terminal is shown for one institution and not another');

    const ofInstitution = await v1.getAtmStatusExt({ institutionId });

    promised(ofInstitution, 'v1.get-atm-status-ext.takes-institution-id');
    expect(ofInstitution).toSucceed(
      expect.toSatisfy(
        (json) => {
          const shown = idsIn(json);
          return own.every((id) => shown.includes(id));
        },
        `each of ${own.join(', ')}`,
      ),
    );
  },
);

check(
  'v1.get-atm-status-ext.all',
  'shows among all what it shows otherwise',
  async ({ v1, skip }) => {
    const { atmTerminalId, institutionId } = v1.settings;
    const narrower = await Promise.all([
      v1.getAtmStatusExt({ institutionId }),
      ...everyPid.slice(0, repeated(everyPid.length, 3)).map((pid) => v1.getAtmStatusExt({ pid })),
      ...(atmTerminalId === undefined ? [] : [v1.getAtmStatusExt({ terminalId: atmTerminalId })]),
    ]);
    const expected = [...new Set(narrower.flatMap(({ answer }) => idsIn(answer.json)))];
    if (expected.length === 0) return skip(noTerminals);

    const all = await v1.getAtmStatusExt({});

    expect(all).toSucceed(
      expect.toSatisfy(
        (json) => {
          const shown = idsIn(json);
          return expected.every((id) => shown.includes(id));
        },
        `at least ${expected.join(', ')}`,
      ),
    );
  },
);

check(
  'v1.get-atm-status-ext.unknown-terminal',
  'shows no terminal when asked for one that does not exist',
  async ({ v1, skip }) => {
    const [known] = await knownTerminals(v1);
    if (known === undefined) return skip(noTerminals);
    const taken = await v1.getAtmStatusExt({ terminalId: known });
    promised(taken, 'v1.get-atm-status-ext.by-terminal');

    const ids = idsIn((await everyTerminal(v1)).answer.json);
    // What a known id begins with, or ends in, is another one.
    const others = [otherDigits(known), known.slice(0, -1), known.slice(1)];
    const unknown = others.filter((id) => id !== '' && !ids.includes(id));
    for (const terminalId of unknown.slice(0, repeated(others.length, 1))) {
      const answer = await v1.getAtmStatusExt({ terminalId });

      expect(answer).toShow(noneOf('v1.get-atm-status-ext.unknown-terminal', atmsIn, 'terminal'));
    }
  },
);

check(
  'v1.get-atm-status-ext.unknown-institution',
  'shows no terminal when asked for an institution that does not exist',
  async ({ v1, skip }) => {
    const { institutionId } = v1.settings;
    const own = await v1.getAtmStatusExt({ institutionId });
    promised(own, 'v1.get-atm-status-ext.takes-institution-id');
    if (atmsIn(own.answer.json).length === 0) return skip(noTerminals);

    const answer = await v1.getAtmStatusExt({ institutionId: `${otherDigits(institutionId)}0` });

    expect(answer).toShow(noneOf('v1.get-atm-status-ext.unknown-institution', atmsIn, 'terminal'));
  },
);

check('v1.get-atm-status-ext.by-pid', 'is asked by pid', async ({ v1, observe }) => {
  const seen = await Promise.all(
    [1, 64, 0, 65].map(async (pid) => {
      const answer = await v1.getAtmStatusExt({ pid });
      return `${pid}: ${answerSummary(answer)}, terminals: ${idsIn(answer.answer.json).length}`;
    }),
  );

  observe(seen.join('; '));
});

check(
  'v1.get-atm-status-ext.pid-is-of-one-terminal',
  'shows by pid one terminal, and another one by another pid',
  async ({ v1, skip }) => {
    const answers = await Promise.all([1, 2, 3, 4].map((pid) => v1.getAtmStatusExt({ pid })));

    const shown = answers.map(({ answer }) => [...new Set(idsIn(answer.json))]);
    if (shown.every((ids) => ids.length === 0)) return skip('no pid from 1 to 4 shows a terminal');
    for (const [index, answer] of answers.entries()) {
      const ofOthers = new Set(shown.toSpliced(index, 1).flat());
      if (shown[index]?.length === 0) continue;
      expect(answer).toSucceed(
        expect.toSatisfy((json) => {
          const ids = [...new Set(idsIn(json))];
          return ids.length === 1 && !ids.some((id) => ofOthers.has(id));
        }, 'one terminal, which no other pid shows'),
      );
    }
  },
);

check(
  'v1.get-atm-status-ext.every-pid-narrows',
  'shows for no pid of the range what it shows for none, if it shows less for another',
  async ({ v1, skip }) => {
    const pids = [1, 2, 3, 4, 8, 16, 32, 63, 64];
    const all = idsIn((await everyTerminal(v1)).answer.json);
    const answers = await Promise.all(pids.map((pid) => v1.getAtmStatusExt({ pid })));

    const narrows = (answer: Exchange): boolean => idsIn(answer.answer.json).length < all.length;
    if (!answers.some(narrows)) return skip('a pid narrows nothing, or there is one terminal');
    // Where no pid shows some of them, all may be those of one.
    const isShared = answers.some(
      (answer) => narrows(answer) && idsIn(answer.answer.json).length > 0,
    );
    const wide = answers.filter((answer) => !narrows(answer));
    const judged = !isShared && wide.length === 1 ? answers.filter(narrows) : answers;
    for (const answer of judged) {
      const words = `fewer than the ${all.length} terminals that are shown without pid`;
      expect(narrows(answer), sentExpectedGot(answer, words)).toBe(true);
    }
  },
);

check(
  'v1.get-atm-status-ext.every-pid-is-answered',
  'refuses no pid at the end of the range, if it refuses none within it',
  async ({ v1 }) => {
    const within = [23, 32, 47, 61, 62, 63];
    const answers = await Promise.all(within.map((pid) => v1.getAtmStatusExt({ pid })));
    // Whether a pid that no terminal has is refused is not shown.
    if (!answers.every(carriedOut)) return;

    const last = await v1.getAtmStatusExt({ pid: 64 });

    expect(last, 'like pid 63').toSucceed();
  },
);

check(
  'v1.get-atm-status-ext.path',
  'is asked at both paths of getAtmStatusExt',
  async ({ v1, observe }) => {
    const seen = await Promise.all(
      ['getAtmStatusExt', 'getAccountBalances'].map(async (name) => {
        const answer = await v1.ask('getAtmStatusExt', {}, v1Path(name));
        const shows = idsIn(answer.answer.json).length > 0 ? 'terminals' : 'no terminals';
        return `${name}: ${answerSummary(answer)}, ${shows}`;
      }),
    );

    observe(seen.join('; '));
  },
);

check('v1.get-atm-status-ext.lists', 'shows its lists', async ({ v1, observe, skip }) => {
  const { json } = (await everyTerminal(v1)).answer;
  const [first] = atmsIn(json);
  if (first === undefined) return skip(noTerminals);

  const terminals = formOf(memberOf(json, 'atmStatusList'));
  const hoppers = formOf(memberOf(first, 'hopperStatusList'));
  observe(`atmStatusList: ${terminals}; hopperStatusList: ${hoppers}`);
});

async function everyTerminal(v1: V1Client): Promise<Exchange> {
  return promised(await v1.getAtmStatusExt({}), 'v1.get-atm-status-ext.succeeds');
}

/** The terminal of the settings and the last of the list, where there are such. */
async function knownTerminals(v1: V1Client): Promise<string[]> {
  const listed = idsIn((await everyTerminal(v1)).answer.json);
  const { atmTerminalId } = v1.settings;
  const known = [atmTerminalId ?? listed[0], listed.at(-1)];
  return [...new Set(known.filter((id) => id !== undefined))];
}

function idsIn(json: unknown): string[] {
  return atmsIn(json).map((atm) => String(memberOf(atm, 'terminalId')));
}

const otherDates = ['lastWithdrawalDate', 'lastDepositDate'] as const;

/** The last dates of all terminals, those that are shown. Document 1, part 2.9. */
function lastDatesIn(json: unknown): unknown[] {
  return atmsIn(json)
    .flatMap((atm) => ['lastTransactionDate', ...otherDates].map((name) => memberOf(atm, name)))
    .filter((date) => !Number.isNaN(wallOf(date)));
}

/** When a terminal had its last transaction, beside its last withdrawal or deposit. */
function pairsOfDates(atm: object): [transaction: number, other: number][] {
  const transaction = wallOf(memberOf(atm, 'lastTransactionDate'));
  return otherDates
    .map((name): [number, number] => [transaction, wallOf(memberOf(atm, name))])
    .filter((pair) => !pair.some(Number.isNaN));
}

/** What terminals count, wherever they show it. Document 1, part 2.9. */
function countsIn(json: unknown): unknown[] {
  const counts = [
    [hoppersIn, ['position', 'billsValue', 'billsLoaded', 'billsOut', 'billsRejected', 'billsEnd']],
    [bnaCurrenciesIn, ['amount', 'notesCount']],
    [denominationsIn, ['denomination', 'value']],
  ] as const;
  return counts
    .flatMap(([itemsIn, names]) =>
      itemsIn(json).flatMap((item) => names.map((name) => memberOf(item, name))),
    )
    .filter((count) => count !== undefined && count !== null);
}

/** An id of the same form that no terminal is likely to have. */
function otherDigits(id: string): string {
  const changed = id.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
  return changed === id ? `${id.slice(0, -1)}${id.endsWith('Q') ? 'Z' : 'Q'}` : changed;
}

function withinRange(values: readonly unknown[], most: number): string {
  const isWithin = values.every((value) => Number(value) >= 1 && Number(value) <= most);
  return isWithin ? `all values lie within 1..${most}` : `some values lie outside 1..${most}`;
}

function formOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object' || value === null) return 'absent';
  const holds = Object.values(value).some(Array.isArray) ? 'a list' : 'no list';
  return `an object that holds ${holds}`;
}

/** Denominations of a currency with their values. */
function denominationsOf(currency: unknown): (readonly [number, number])[] {
  const counters = memberOf(currency, 'denominationCounters');
  return (Array.isArray(counters) ? (counters as unknown[]) : []).map((one) => [
    Number(memberOf(one, 'denomination')),
    Number(memberOf(one, 'value')),
  ]);
}
