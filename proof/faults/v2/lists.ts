import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault } from '../fault.ts';
import { changed } from './changed.ts';
import { inAnswer, memberAt, onTheWire, setMember, withBody, withRules } from '../tampering.ts';

// Document 2, part 4, rule 5: the list of transfers, and reading in general.

const { isInPeriod } = documentRules;

export const listFaults: readonly Fault[] = [
  fault(
    'v2.transfer-list.holds-transfers',
    'items',
    'lists transfers in a member called items',
    inAnswer('listTransfers', (list) => {
      list['items'] = list['transfers'];
      delete list['transfers'];
    }),
  ),
  fault(
    'v2.transfer-list.items-are-transfers',
    'another-rrn',
    'lists transfers with a different rrn than at creation',
    inAnswer('listTransfers', (list) =>
      forEachTransfer(list, (transfer) => setMember(transfer, 'rrn', '000000000000')),
    ),
  ),
  fault(
    'v2.told.one-transfer',
    'large-ones-approved',
    'lists transfers of 2,000 EUR and more as approved, whatever became of them',
    inAnswer('listTransfers', (list) =>
      forEachTransfer(list, (transfer) => {
        if (Number(memberAt(transfer, 'amount')) >= 2_000_00)
          setMember(transfer, 'status', 'approved');
      }),
    ),
  ),
  fault(
    'v2.told.one-card',
    'of-the-last-cardholder',
    'shows a blocked card as one of the cardholder that was created last',
    onTheWire(() => {
      let last: unknown;
      return async ({ operation }, send) => {
        const response = await send();
        if (!response.ok) return response;
        if (operation === 'createCardholder') last = memberAt(await response.clone().json(), 'id');
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          if (card['status'] === 'blocked') card['cardholder'] = last;
        });
      };
    }),
  ),
  fault(
    'v2.transfer-list.items-are-transfers',
    'expiry-of-today',
    'lists transfers with the expiry that their source has now',
    onTheWire(() => {
      const numbers = new Map<string, unknown>();
      const expiries = new Map<unknown, unknown>();
      return async ({ operation, url }, send) => {
        const response = await send();
        if (!response.ok) return response;
        const { pathname } = url;
        if (operation === 'getCard')
          numbers.set(pathname, memberAt(await response.clone().json(), 'number'));
        if (operation === 'patchCard')
          expiries.set(
            numbers.get(pathname),
            memberAt(await response.clone().json(), 'expiryDate'),
          );
        if (operation !== 'listTransfers') return response;
        return changed(response, (list) =>
          forEachTransfer(list, (transfer) => {
            const now = expiries.get(memberAt(transfer, 'sourceCard.cardNumber'));
            if (now !== undefined) setMember(transfer, 'sourceCard.expiryDate', now);
          }),
        );
      };
    }),
  ),
  fault(
    'v2.transfer-list.equals-the-model',
    'ends-by-their-place',
    'takes the first of the two ends of a period for its start, whatever its name',
    onTheWire(() => async ({ operation, url }, send) => {
      const names = ['periodStartFltr', 'periodEndFltr'];
      const ends = [...url.searchParams].filter(([name]) => names.includes(name));
      if (operation !== 'listTransfers' || ends.length < 2) return send();
      const taken = new URL(url);
      for (const [place, name] of names.entries())
        taken.searchParams.set(name, ends[place]?.[1] ?? '');
      return send({ path: taken.pathname + taken.search });
    }),
  ),
  fault(
    'v2.transfer-list.needs-card-number',
    'everything',
    'lists all transfers when no card is given',
    withRules({ requiredFilters: () => [] }),
  ),
  fault(
    'v2.transfer-list.needs-card-number',
    'any-filter',
    'lists the transfers of all cards where another filter is sent alone',
    onTheWire(() => {
      let known: string | undefined;
      return async ({ operation, url, body }, send) => {
        const paid = memberAt(body, 'sourceCard.cardNumber');
        if (typeof paid === 'string') known = paid;
        const isMeant = operation === 'listTransfers' && url.search !== '';
        if (!isMeant || known === undefined || url.searchParams.has('cardNumberFltr'))
          return send();
        return send({ path: `${url.pathname}${url.search}&cardNumberFltr=${known}` });
      };
    }),
  ),
  fault(
    'v2.transfer-list.lists-by-source',
    'destination-only',
    'finds transfers only by their destination',
    withRules({ concernsCard: ({ destination }, number) => destination === number }),
  ),
  fault(
    'v2.transfer-list.lists-by-source',
    'forgotten-with-the-plastic',
    'lists nothing any more of a card that is reissued as damaged',
    onTheWire(() => {
      const reissued = new Set<unknown>();
      const numbers = new Map<unknown, unknown>();
      return async ({ operation, url, body }, send) => {
        const response = await send();
        const id = url.pathname.split('/').at(-1);
        if (operation === 'getCard' && response.ok)
          numbers.set(id, memberAt(await response.clone().json(), 'number'));
        if (operation === 'patchCard' && body['reissueCard'] === 'damaged') {
          reissued.add(numbers.get(id));
          if (response.ok) reissued.add(memberAt(await response.clone().json(), 'number'));
        }
        const isOfSuch = reissued.has(url.searchParams.get('cardNumberFltr'));
        return operation === 'listTransfers' && isOfSuch
          ? Response.json({ transfers: [] })
          : response;
      };
    }),
  ),
  fault(
    'v2.transfer-list.lists-by-destination',
    'source-only',
    'finds transfers only by their source',
    withRules({ concernsCard: ({ source }, number) => source === number }),
  ),
  fault(
    'v2.transfer-list.leaves-out-other-cards',
    'everything',
    'lists the transfers of all cards',
    withRules({ concernsCard: () => true }),
  ),
  fault(
    'v2.transfer-list.leaves-out-other-cards',
    'number-of-none',
    'lists the transfers of a card for a number that no card has',
    onTheWire(() => {
      const numbers = new Set<unknown>();
      let payer = '';
      return async ({ operation, url, body }, send) => {
        if (operation === 'createTransfer') payer = String(memberAt(body, 'sourceCard.cardNumber'));
        const isUnknown =
          operation === 'listTransfers' && !numbers.has(url.searchParams.get('cardNumberFltr'));
        if (isUnknown && url.searchParams.has('cardNumberFltr')) {
          url.searchParams.set('cardNumberFltr', payer);
          return send({ path: url.pathname + url.search });
        }
        const response = await send();
        if (operation === 'getCard' && response.ok)
          numbers.add(memberAt(await response.clone().json(), 'number'));
        return response;
      };
    }),
  ),
  fault(
    'v2.transfer-list.needs-the-whole-number',
    'partial',
    'finds transfers by any part of a card number',
    withRules({
      concernsCard: ({ source, destination }, number) =>
        source.includes(number) || destination.includes(number),
    }),
  ),
  fault(
    'v2.transfer-list.odd-filters-keep-the-card',
    'forgotten',
    'ignores the card when the requested status is unknown',
    {
      ...withRules({ requiredFilters: () => [] }),
      ...onTheWire(() => async ({ operation, url }, send) => {
        const asks = url.searchParams;
        const status = asks.get('statusFltr') ?? 'approved';
        if (operation !== 'listTransfers' || status === 'approved' || status === 'declined')
          return send();
        asks.delete('statusFltr');
        asks.delete('cardNumberFltr');
        return send({ path: `${url.pathname}?${asks.toString()}` });
      }),
    },
  ),
  fault(
    'v2.transfer-list.start-is-inclusive',
    'exclusive',
    'leaves out transfers of the first day',
    withRules({
      isInPeriod: (day, { start, end }) =>
        (start === undefined || day > start) && isInPeriod(day, { start, end }),
    }),
  ),
  fault(
    'v2.transfer-list.start-leaves-out-earlier',
    'ignored',
    'ignores the start of the period',
    withRules({ isInPeriod: (day, { end }) => isInPeriod(day, { start: undefined, end }) }),
  ),
  fault(
    'v2.transfer-list.end-is-inclusive',
    'exclusive',
    'leaves out transfers of the last day',
    withRules({
      isInPeriod: (day, { start, end }) =>
        (end === undefined || day < end) && isInPeriod(day, { start, end }),
    }),
  ),
  fault(
    'v2.transfer-list.end-leaves-out-later',
    'ignored',
    'ignores the end of the period',
    withRules({ isInPeriod: (day, { start }) => isInPeriod(day, { start, end: undefined }) }),
  ),
  fault(
    'v2.transfer-list.reversed-period-lists-nothing',
    'put-right',
    'swaps the ends of a period that ends before it starts',
    onTheWire(() => async ({ operation, url }, send) => {
      const asks = url.searchParams;
      const [start, end] = [asks.get('periodStartFltr'), asks.get('periodEndFltr')];
      if (operation !== 'listTransfers' || start === null || end === null || start <= end)
        return send();
      asks.set('periodStartFltr', end);
      asks.set('periodEndFltr', start);
      return send({ path: `${url.pathname}?${asks.toString()}` });
    }),
  ),
  fault(
    'v2.transfer-list.only-approved',
    'all',
    'lists declined transfers among approved ones',
    withRules({ hasStatus: (status, wanted) => wanted === 'approved' || status === wanted }),
  ),
  fault(
    'v2.transfer-list.only-declined',
    'all',
    'lists approved transfers among declined ones',
    withRules({ hasStatus: (status, wanted) => wanted === 'declined' || status === wanted }),
  ),
  fault(
    'v2.transfer-list.both-without-status',
    'approved-only',
    'lists only approved transfers unless others are requested',
    inAnswer('listTransfers', (list, { url }) => {
      const transfers = list['transfers'];
      if (!Array.isArray(transfers) || url.searchParams.has('statusFltr')) return;
      list['transfers'] = transfers.filter(
        (transfer: unknown) => memberAt(transfer, 'status') === 'approved',
      );
    }),
  ),
  fault(
    'v2.transfer-list.equals-the-model',
    'status-or-period',
    'ignores the card when a status and a period are given together',
    onTheWire(() => async ({ operation, url }, send) => {
      const asks = url.searchParams;
      if (operation !== 'listTransfers' || !asks.has('statusFltr') || !asks.has('periodStartFltr'))
        return send();
      asks.delete('statusFltr');
      return send({ path: `${url.pathname}?${asks.toString()}` });
    }),
  ),
  fault(
    'v2.transfer-list.equals-the-model-over-days',
    'long-periods',
    'loses the last day of a period of three days or more',
    withRules({
      isInPeriod: (day, period) =>
        isInPeriod(day, period) &&
        !(
          period.start !== undefined &&
          period.end === day &&
          Date.parse(day) - Date.parse(period.start) >= 2 * 86_400_000
        ),
    }),
  ),
  fault(
    'v2.reads.change-nothing',
    'forgets-after-reading',
    'lists no transfers of a card once its declined ones were requested',
    onTheWire(() => {
      const forgotten = new Set<string>();
      return async ({ operation, url }, send) => {
        if (operation !== 'listTransfers') return send();
        const card = url.searchParams.get('cardNumberFltr') ?? '';
        if (url.searchParams.get('statusFltr') === 'declined') forgotten.add(card);
        const response = await send();
        return forgotten.has(card) && response.ok
          ? withBody(response, '{"transfers":[]}')
          : response;
      };
    }),
  ),
  fault(
    'v2.reads.change-nothing',
    'unknown-for-good',
    'counts its cardholders, and knows none whose id was asked for before it was created',
    onTheWire(() => {
      const ids = new Map<string, string>();
      const unknown = new Set<string>();
      return async ({ operation, url, body }, send) => {
        if (operation === 'createCardholder')
          return changed(await send(), (cardholder) => {
            const counted = String(4_001 + ids.size);
            ids.set(counted, String(cardholder['id']));
            cardholder['id'] = counted;
          });
        if (operation === 'createCard') {
          const cardholder = ids.get(String(body['cardholder']));
          return send(
            cardholder === undefined ? {} : { body: JSON.stringify({ ...body, cardholder }) },
          );
        }
        if (operation !== 'getCardholder') return send();
        const counted = url.pathname.split('/').at(-1) ?? '';
        const id = ids.get(counted);
        if (id === undefined) unknown.add(counted);
        if (id === undefined || unknown.has(counted)) return send();
        const response = await send({ path: url.pathname.replace(counted, id) });
        return changed(response, (cardholder) => void (cardholder['id'] = counted));
      };
    }),
  ),
];

function forEachTransfer(list: Record<string, unknown>, change: (transfer: unknown) => void): void {
  const transfers = list['transfers'];
  if (Array.isArray(transfers)) for (const transfer of transfers as unknown[]) change(transfer);
}
