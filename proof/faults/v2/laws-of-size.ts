import { documentRules } from '../../../sandbox/rules/index.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  setMember,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import { changed } from './changed.ts';

// Document 2: what goes wrong with what is large, at the same time, or asked once more.

const { transferEntries, topUpEntries, transferOutcome, topUpOutcome, limitsAfter, exceedsLimit } =
  documentRules;

export const lawOfSizeFaults: readonly Fault[] = [
  fault(
    'v2.size.amounts-are-exact',
    'single-precision',
    'books top-ups in single precision',
    withRules({
      topUpEntries: (topUp) => topUpEntries({ ...topUp, amount: Math.fround(topUp.amount) }),
    }),
  ),
  fault(
    'v2.size.amounts-are-exact',
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
    'v2.size.amounts-are-exact',
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
    'v2.size.limits-are-kept',
    'capped',
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
    'v2.size.texts-come-back',
    'ascii',
    'leaves the accents off names',
    inCardholder((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  ),
  fault(
    'v2.size.texts-come-back',
    'cut',
    'cuts texts after 250 characters',
    inCardholder((text) => text.slice(0, 250)),
  ),
  fault(
    'v2.size.texts-come-back',
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
      await moment();
      const sent = body['spendingLimits'].filter(isObject);
      const others = limitsIn(card).filter(
        ({ interval }) => !sent.some((limit) => limit['interval'] === interval),
      );
      return send({ body: JSON.stringify({ spendingLimits: [...others, ...sent] }) });
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
        await moment(60);
        const status = memberAt(card, 'status');
        await send({ method: 'PATCH', path, body: JSON.stringify({ status }) });
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
          await moment();
          move(decision);
          underWay -= 1;
          overlapped &&= underWay > 0;
          return decision;
        },
        topUpEntries: (topUp) => (overlapped ? [] : topUpEntries(topUp)),
      };
    }),
  ),

  fault(
    'v2.bound.stopped-cards-stay-stopped',
    'small-amounts',
    'approves small transfers from a blocked card',
    withRules({
      transferOutcome: (facts) =>
        facts.objection === 'card blocked' && facts.amount < 2_00
          ? transferOutcome({ ...facts, objection: undefined })
          : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.bound.stopped-cards-stay-stopped',
    'second-time',
    'tops up a lost card when it is asked for the third time',
    withRememberingRules(() => {
      let asked = 0;
      return {
        topUpOutcome: (objection) => {
          if (objection === 'card lost') asked += 1;
          return topUpOutcome(objection === 'card lost' && asked > 2 ? undefined : objection);
        },
      };
    }),
  ),
  fault(
    'v2.bound.stopped-cards-stay-stopped',
    'stollen-small',
    'transfers from a stollen card what is not five euros',
    withRules({
      transferOutcome: (facts) =>
        facts.objection === 'card stolen' && facts.amount !== 5_00
          ? transferOutcome({ ...facts, objection: undefined })
          : transferOutcome(facts),
    }),
  ),
  fault(
    'v2.bound.refusals-stay',
    'second-try',
    'takes a cardholder without a last name when it comes a second time',
    onTheWire(() => {
      const seen = new Set<string>();
      return async ({ operation, body, text }, send) => {
        if (operation !== 'createCardholder' || body['lastName'] !== undefined) return send();
        const isSecond = seen.has(text);
        seen.add(text);
        return isSecond ? send({ body: JSON.stringify({ ...body, lastName: 'Gil' }) }) : send();
      };
    }),
  ),
  fault(
    'v2.bound.refusals-stay',
    'currency-after-a-transfer',
    'takes any currency for EUR once it has seen a transfer',
    withRememberingRules(() => {
      let transfers = 0;
      return {
        transferEntries: (transfer) => {
          transfers += 1;
          return transferEntries(transfer);
        },
        isSupportedCurrency: (text) => text === 'EUR' || transfers > 2,
      };
    }),
  ),
  fault(
    'v2.bound.expiry-is-compared',
    'year-alone',
    'looks at the year of an expiryDate alone',
    takesExpiry((sent, known) => sent.slice(0, 4) === known.slice(0, 4)),
  ),
  fault(
    'v2.bound.expiry-is-compared',
    'earlier',
    'takes an expiryDate that is earlier than the one of the card',
    takesExpiry((sent, known) => sent < known),
  ),
  fault(
    'v2.bound.limits-count-up',
    'each-alone',
    'holds each transfer alone against the daily limit',
    withRules({ exceedsLimit: (limit, _spent, amount) => exceedsLimit(limit, 0, amount) }),
  ),
  fault(
    'v2.bound.limits-count-up',
    'small-ones-free',
    'holds no transfer of less than five euros against the daily limit',
    withRules({
      exceedsLimit: (limit, spent, amount) => amount >= 5_00 && exceedsLimit(limit, spent, amount),
    }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'other-case',
    'takes the key in other case',
    withRules({ mayEnter: (sent, key) => sent?.toLowerCase() === key.toLowerCase() }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'beginning',
    'takes the beginning of the key',
    withRules({ mayEnter: (sent, key) => Boolean(sent) && key.startsWith(sent ?? '') }),
  ),
  fault(
    'v2.authentication.needs-the-whole-key',
    'longer',
    'takes a key that begins with the right one',
    withRules({ mayEnter: (sent, key) => sent?.startsWith(key) === true }),
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

/** Takes some expiry dates for the one of the source card. */
function takesExpiry(takes: (sent: string, known: string) => boolean): Tampering {
  return onTheWire(() => {
    const expiries = new Map<unknown, string>();
    return async ({ operation, body }, send) => {
      const source = body['sourceCard'];
      if (operation === 'createTransfer' && isObject(source)) {
        const known = expiries.get(source['cardNumber']);
        if (known !== undefined && takes(String(source['expiryDate']), known))
          return send({
            body: JSON.stringify({ ...body, sourceCard: { ...source, expiryDate: known } }),
          });
      }
      const response = await send();
      if (operation === 'getCard' && response.ok) {
        const card = (await response.clone().json()) as Members;
        expiries.set(card['number'], String(card['expiryDate']));
      }
      return response;
    };
  });
}

function limitsIn(card: unknown): readonly Members[] {
  const limits = memberAt(card, 'spendingLimits');
  return Array.isArray(limits) ? limits.filter(isObject) : [];
}

/** As long as it takes others to come between. */
function moment(ms = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
