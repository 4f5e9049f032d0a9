import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { changeAt, inAnswer, memberAt, onTheWire, withBody, withRules } from '../tampering.ts';
import { objectsWith, succeedsAnyway } from './tampering.ts';

// Document 1, part 4: getAtmStatusExt.

const { isAtmAskedFor } = documentRules;

const slugOf = {
  lastTransactionDate: 'transaction',
  lastWithdrawalDate: 'withdrawal',
  lastDepositDate: 'deposit',
} as const;

export const v1AtmFaults: readonly Fault[] = [
  fault(
    'v1.get-atm-status-ext.by-institution',
    'part-of-an-id',
    'shows the terminals of every institution whose id the one that is asked for is a part of',
    withRules({
      isAtmAskedFor: (atm, { institutionId = '', ...query }): boolean =>
        atm.institutionId.includes(institutionId) &&
        isAtmAskedFor(atm, { ...query, institutionId: undefined }),
    }),
  ),
  ...(['lastTransactionDate', 'lastWithdrawalDate', 'lastDepositDate'] as const).map((date) =>
    fault(
      'v1.atm.no-future-date',
      slugOf[date],
      `shows ${date} of a terminal a week ahead`,
      inAnswer('getAtmStatusExt', (answer) => {
        for (const atm of objectsWith(answer, date)) {
          atm[date] = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 19);
        }
      }),
    ),
  ),
  fault(
    'v1.atm-bna-currency.notes-count-is-their-sum',
    'kinds-of-notes',
    'counts denominations as notes',
    inAnswer('getAtmStatusExt', (answer) => {
      for (const currency of objectsWith(answer, 'denominationCounters')) {
        const { denominationCounters: counters } = currency;
        if (Array.isArray(counters)) currency['notesCount'] = counters.length;
      }
    }),
  ),
  fault(
    'v1.atm.last-transaction-is-the-latest',
    'long-ago',
    'shows lastTransactionDate of a terminal as years ago',
    inAnswer('getAtmStatusExt', (answer) => {
      for (const atm of objectsWith(answer, 'lastTransactionDate')) {
        atm['lastTransactionDate'] = '2001-01-01T00:00:00';
      }
    }),
  ),
  fault(
    'v1.atm.last-transaction-is-the-latest',
    'withdrawals-apart',
    'takes a debit at a terminal for a withdrawal and not for a transaction',
    onTheWire(() => {
      const withdrawn = new Map<unknown, string>();
      return async (asked, send) => {
        const response = await send();
        const terminal = memberAt(asked.body, 'cardAcceptorParameters.terminalIdentification');
        if (asked.operation === 'debitCard' && terminal !== undefined) {
          withdrawn.set(terminal, new Date().toISOString().slice(0, 19));
        }
        if (asked.operation !== 'getAtmStatusExt') return response;
        const answer: unknown = await response.json();
        for (const atm of objectsWith(answer, 'lastTransactionDate', 'lastWithdrawalDate')) {
          const moment = withdrawn.get(atm['terminalId']);
          if (moment !== undefined) atm['lastWithdrawalDate'] = moment;
        }
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  ...(['position', 'billsEnd', 'amount', 'notesCount', 'value'] as const).map((member) =>
    fault(
      'v1.atm.no-negative-number',
      member === 'billsEnd' ? 'bills-end' : member === 'notesCount' ? 'notes-count' : member,
      `shows ${member} of a terminal below zero`,
      inAnswer('getAtmStatusExt', (answer) => {
        for (const counter of objectsWith(answer, member)) counter[member] = -1;
      }),
    ),
  ),
  fault(
    'v1.get-atm-status-ext.by-terminal',
    'ignored',
    'shows all terminals when asked for one',
    withRules({
      isAtmAskedFor: (atm, query) => isAtmAskedFor(atm, { ...query, terminalId: undefined }),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.by-terminal',
    'begins-like-it',
    'shows all terminals whose ids begin like the requested one',
    withRules({
      isAtmAskedFor: (atm, { terminalId, ...others }) =>
        atm.terminalId.startsWith(terminalId?.slice(0, -1) ?? '') &&
        isAtmAskedFor(atm, { ...others, terminalId: undefined }),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.by-terminal',
    'always-the-first',
    'shows the first terminal whichever is requested',
    withRules({
      isAtmAskedFor: (atm, query) =>
        query.terminalId === undefined ? isAtmAskedFor(atm, query) : atm.pid === 1,
    }),
  ),
  fault(
    'v1.get-atm-status-ext.by-institution',
    'renamed',
    "prefixes the ids of an institution's terminals with the institution",
    inAnswer('getAtmStatusExt', (answer, { body }) => {
      const { institutionId } = body;
      if (typeof institutionId !== 'string') return;
      for (const atm of objectsWith(answer, 'terminalId')) {
        atm['terminalId'] = `${institutionId}-${String(atm['terminalId'])}`;
      }
    }),
  ),
  fault(
    'v1.get-atm-status-ext.all',
    'first-three',
    'shows no more than three terminals when asked for all',
    withRules({
      isAtmAskedFor: (atm, query) =>
        isAtmAskedFor(atm, query) &&
        (atm.pid <= 3 || Object.values(query).some((sought) => sought !== undefined)),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.all',
    'not-the-first',
    'leaves out the first terminal when asked for all',
    withRules({
      isAtmAskedFor: (atm, query) =>
        isAtmAskedFor(atm, query) &&
        (atm.pid !== 1 || Object.values(query).some((sought) => sought !== undefined)),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.all',
    'not-the-last-pid',
    'leaves out the terminal whose pid ends the range when asked for all',
    withRules({
      isAtmAskedFor: (atm, query) =>
        isAtmAskedFor(atm, query) &&
        (atm.pid !== 64 || Object.values(query).some((sought) => sought !== undefined)),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.all',
    'not-the-unconnected',
    'leaves out terminals without a connection when asked for all and by institution',
    inAnswer('getAtmStatusExt', (answer, { body }) => {
      if (body['pid'] !== undefined || body['terminalId'] !== undefined) return;
      changeAt(answer, 'atmStatusList.atmStatus', (list) =>
        Array.isArray(list) ? list.filter((atm) => memberAt(atm, 'linkStatus') !== 2) : list,
      );
    }),
  ),
  fault(
    'v1.get-atm-status-ext.pid-is-of-one-terminal',
    'ignored',
    'shows all terminals whichever pid is requested',
    withRules({ isAtmAskedFor: (atm, query) => isAtmAskedFor(atm, { ...query, pid: undefined }) }),
  ),
  fault(
    'v1.get-atm-status-ext.pid-is-of-one-terminal',
    'always-the-first',
    'shows the first terminal whichever pid is requested',
    withRules({
      isAtmAskedFor: (atm, query) =>
        isAtmAskedFor(atm, query.pid === undefined ? query : { ...query, pid: 1 }),
    }),
  ),
  fault(
    'v1.get-atm-status-ext.unknown-terminal',
    'last-one',
    'shows the previously requested terminal in place of one that does not exist',
    succeedsAnyway('getAtmStatusExt', ({ body }) => 'terminalId' in body),
  ),
  fault(
    'v1.get-atm-status-ext.unknown-institution',
    'all-shown',
    'shows the terminals of all institutions whichever is requested',
    withRules({
      isAtmAskedFor: (atm, query) => isAtmAskedFor(atm, { ...query, institutionId: undefined }),
    }),
  ),
];
