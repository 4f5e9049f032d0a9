import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  setMember,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: what goes wrong with what is large, and at the same time.

const { transferEntries, topUpEntries, limitsAfter, exceedsLimit } = documentRules;

export const lawOfSizeFaults: readonly Fault[] = [
  fault(
    'v2.size.kept-exactly',
    'single-precision',
    'books top-ups in single precision',
    withRules({
      topUpEntries: (topUp) => topUpEntries({ ...topUp, amount: Math.fround(topUp.amount) }),
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'limits-of-32-bits',
    'reads a limit as a number of 32 bits when it looks at a transfer',
    withRules({
      exceedsLimit: (limit, spent, amount) =>
        exceedsLimit({ ...limit, amount: Int32Array.of(limit.amount)[0] ?? 0 }, spent, amount),
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'sum-in-single-precision',
    'takes no amount above 100,000.00 EUR, and shows balances beyond 2^24 cents in single precision',
    onTheWire(() => async ({ operation, body }, send) => {
      const isMovement = operation === 'createTopUp' || operation === 'createTransfer';
      if (isMovement && Number(body['amount']) > 100_000_00) {
        return send({ body: JSON.stringify({ ...body, amount: -1 }) });
      }
      const response = await send();
      if (operation !== 'getCard') return response;
      return changed(response, (card) => {
        setMember(card, 'account.balance', Math.fround(Number(memberAt(card, 'account.balance'))));
      });
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'fee-above',
    'takes a cent more from the source of a transfer above 5,000.00 EUR',
    withRules({
      transferEntries: (transfer) =>
        transferEntries(transfer).map((entry) =>
          entry.amount < -5_000_00 ? { ...entry, amount: entry.amount - 1 } : entry,
        ),
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'capped',
    'shows no balance beyond 2^31 - 1',
    onTheWire(() => async ({ operation }, send) => {
      const response = await send();
      if (operation !== 'getCard') return response;
      return changed(response, (card) => {
        const balance = Number(memberAt(card, 'account.balance'));
        setMember(card, 'account.balance', Math.min(balance, 2 ** 31 - 1));
      });
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'capped-limits',
    'keeps no limit beyond 2^31 - 1 cents',
    withRules({
      limitsAfter: (before, sent) =>
        limitsAfter(
          before,
          sent.map((limit) => ({ ...limit, amount: Math.min(limit.amount, 2 ** 31 - 1) })),
        ),
    }),
  ),
  fault(
    'v2.size.kept-exactly',
    'ascii',
    'leaves the accents off names',
    inCardholder((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ),
  fault(
    'v2.size.kept-exactly',
    'cut',
    'cuts texts after 250 characters',
    inCardholder((text) => text.slice(0, 250)),
  ),
  fault(
    'v2.size.kept-exactly',
    'latin',
    'writes a question mark for what is not Latin',
    inCardholder((text) => text.replaceAll(/[^\p{ASCII}\p{Script=Latin}]/gu, '?')),
  ),

  fault(
    'v2.overlap.some-order-explains',
    'limits-overwritten',
    'sets all limits to what they were when the update came, but for those that it sends',
    onTheWire(() => async ({ operation, body }, send) => {
      if (operation !== 'patchCard' || !Array.isArray(body['spendingLimits'])) return send();
      const card: unknown = await (await send({ method: 'GET' })).json();
      await gap();
      const sent = body['spendingLimits'].filter(isObject);
      const others = limitsIn(card).filter(
        ({ interval }) => !sent.some((limit) => limit['interval'] === interval),
      );
      return send({ body: JSON.stringify({ spendingLimits: [...others, ...sent] }) });
    }),
  ),
  fault(
    'v2.overlap.one-account-as-in-turn',
    'one-for-each',
    'opens an account for each of the cards that are issued to a cardholder at the same time',
    onTheWire(() => {
      const underWay = new Map<unknown, number>();
      const apart = new Set<unknown>();
      const show = (card: Members): void => {
        if (!apart.has(card['id'])) return;
        setMember(card, 'account.accountNumber', `of ${String(card['id'])}`);
      };
      return async ({ operation, body }, send) => {
        if (operation !== 'createCard') {
          const response = await send();
          return operation === 'getCard' ? changed(response, show) : response;
        }
        const { cardholder } = body;
        const others = underWay.get(cardholder) ?? 0;
        underWay.set(cardholder, others + 1);
        await gap();
        const response = await send();
        underWay.set(cardholder, (underWay.get(cardholder) ?? 1) - 1);
        return changed(response, (card) => {
          if (others > 0) apart.add(card['id']);
          show(card);
        });
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'undone-by-a-refusal',
    'undoes with a transfer that is refused what was topped up while it was looked at',
    onTheWire(() => {
      const toppedUp = new Map<unknown, number>();
      const undone = new Map<unknown, number>();
      const upTo = (number: unknown): number => toppedUp.get(number) ?? 0;
      return async ({ operation, body }, send) => {
        const payer = memberAt(body, 'sourceCard.cardNumber');
        const before = upTo(payer);
        if (operation === 'createTransfer') await gap();
        const response = await send();
        if (operation === 'createTransfer' && !response.ok)
          undone.set(payer, (undone.get(payer) ?? 0) + upTo(payer) - before);
        const receiver = memberAt(body, 'destinationCard.cardNumber');
        if (operation === 'createTopUp' && response.ok)
          toppedUp.set(receiver, upTo(receiver) + Number(body['amount']));
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          const lost = undone.get(card['number']) ?? 0;
          setMember(card, 'account.balance', Number(memberAt(card, 'account.balance')) - lost);
        });
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'on-its-way',
    'credits a transfer only when it is answered, a while after the debit',
    onTheWire(() => {
      const onTheWay = new Map<unknown, { readonly amount: number; readonly arrive: () => void }>();
      return async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'createTransfer' && response.ok) {
          const receiver = memberAt(body, 'destinationCard.cardNumber');
          // However busy the machine is, whoever looks meanwhile has time to.
          await new Promise<void>((arrive) => {
            onTheWay.set(receiver, { amount: Number(body['amount']), arrive });
            void gap(500).then(arrive);
          });
          onTheWay.delete(receiver);
        }
        if (operation !== 'getCard') return response;
        return changed(response, (card) => {
          const missing = onTheWay.get(card['number']);
          if (missing === undefined) return;
          const balance = Number(memberAt(card, 'account.balance')) - missing.amount;
          setMember(card, 'account.balance', balance);
          missing.arrive();
        });
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'listed-while-it-is-made',
    'lists a transfer under another id while it is made',
    onTheWire(() => {
      let [underWay, drafts] = [0, 0];
      return async ({ operation }, send) => {
        if (operation === 'createTransfer') {
          underWay += 1;
          await gap();
          const response = await send();
          underWay -= 1;
          return response;
        }
        const isMeanwhile = underWay > 0;
        const response = await send();
        if (operation !== 'listTransfers' || !isMeanwhile) return response;
        return changed(response, (list) => {
          const transfers = Array.isArray(list['transfers']) ? list['transfers'] : [];
          drafts += 1;
          list['transfers'] = [...transfers, { id: `draft-${drafts}`, status: 'approved' }];
        });
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'status-overwritten',
    'writes back with a top-up the status that the card had when it came',
    onTheWire(() => {
      const paths = new Map<unknown, string>();
      return async ({ operation, url, body }, send) => {
        if (operation === 'getCard') {
          const response = await send();
          if (response.ok)
            paths.set(memberAt(await response.clone().json(), 'number'), url.pathname);
          return response;
        }
        const path = paths.get(memberAt(body, 'destinationCard.cardNumber'));
        if (operation !== 'createTopUp' || path === undefined) return send();
        const card: unknown = await (await send({ method: 'GET', path })).json();
        const response = await send();
        if (memberAt(await response.clone().json(), 'status') !== 'approved') return response;
        await gap();
        const status = memberAt(card, 'status');
        await send({ method: 'PATCH', path, body: JSON.stringify({ status }) });
        return response;
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'status-of-before-the-pin',
    'writes back with a new PIN the status that the card had when it came',
    onTheWire(() => async ({ operation, body }, send) => {
      if (operation !== 'patchCard' || !('pin' in body)) return send();
      const card: unknown = await (await send({ method: 'GET' })).json();
      const response = await send();
      if (!response.ok) return response;
      await gap();
      await send({ body: JSON.stringify({ status: memberAt(card, 'status') }) });
      return response;
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'read-meanwhile',
    'keeps what a read has found until the next change, also where that came while it was under way',
    onTheWire(() => {
      const kept = new Map<string, string>();
      return async ({ operation, url }, send) => {
        if (operation !== 'getCard') {
          const response = await send();
          if (
            operation === 'patchCard' ||
            operation === 'createTopUp' ||
            operation === 'createTransfer'
          )
            kept.clear();
          return response;
        }
        const known = kept.get(url.pathname);
        const response = await send();
        if (!response.ok) return response;
        if (known !== undefined) return withBody(response, known);
        const text = await response.clone().text();
        await gap();
        kept.set(url.pathname, text);
        return response;
      };
    }),
  ),
  fault(
    'v2.overlap.some-order-explains',
    'top-up-lost',
    'loses a top-up that comes while a transfer is under way',
    withRememberingRules(() => {
      let underWay = 0;
      let overlapped = false;
      return {
        settle: async (decide, move) => {
          const decision = decide();
          underWay += 1;
          overlapped ||= underWay > 1;
          await gap();
          move(decision);
          underWay -= 1;
          overlapped &&= underWay > 0;
          return decision;
        },
        topUpEntries: (topUp) => (overlapped ? [] : topUpEntries(topUp)),
      };
    }),
  ),
];

function inCardholder(change: (text: string) => string): Tampering {
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, all(inner)]));
  };
  return inRequest('createCardholder', (body) => all(body) as Members);
}

function limitsIn(card: unknown): readonly Members[] {
  const limits = memberAt(card, 'spendingLimits');
  return Array.isArray(limits) ? limits.filter(isObject) : [];
}
