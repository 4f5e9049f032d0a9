import { documentRules } from '../../../sandbox/rules/index.ts';
import { coalescing, gap } from '../at-once.ts';
import { type Fault, fault } from '../fault.ts';
import { memberAt, type Members, onPath, onTheWire, withBody, withRules } from '../tampering.ts';
import {
  itemsOf,
  onSubscriptions,
  paths,
  refusal,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 4.8 and 5: requests at the same time, long lists, logins that are nearly right, and
// choices that are not kept to.

const { subPageStart } = documentRules;

export const subscriptionOverlapFaults: readonly Fault[] = [
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'lost-update',
    'writes back all terms that it has read before an update',
    onSubscriptions(() => async ({ operation, body }, send) => {
      if (operation !== 'update') return send();
      const { username, password, subscriptionId } = body;
      const read = await send({
        path: paths.details,
        body: JSON.stringify({ username, password, subscriptionUuid: subscriptionId }),
      });
      if (!read.ok) return send();
      await gap();
      const { amount, billingIntervalValue, billingIntervalUnit } = (await read.json()) as Members;
      const terms = { amount, billingIntervalValue, billingIntervalUnit, ...body };
      return send({ body: JSON.stringify(terms) });
    }),
  ),
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'undone-by-a-refusal',
    'puts back with an update that it refuses the amount that it found when that came',
    onSubscriptions(() => async ({ operation, body }, send) => {
      if (operation !== 'update') return send();
      const { username, password, subscriptionId } = body;
      const read = await send({
        path: paths.details,
        body: JSON.stringify({ username, password, subscriptionUuid: subscriptionId }),
      });
      const response = await send();
      if (response.ok || !read.ok) return response;
      await gap();
      const { amount } = subscriptionOf((await read.json()) as Members);
      await send({ body: JSON.stringify({ username, password, subscriptionId, amount }) });
      return response;
    }),
  ),
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'status-written-back',
    'writes back with an update the status that it found, so that a deactivation meanwhile is undone',
    onSubscriptions(() => {
      const underWay = new Set<unknown>();
      const cancelled = new Set<unknown>();
      const revived = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { subscriptionId, subscriptionUuid } = body;
        if (operation === 'update') {
          underWay.add(subscriptionId);
          await gap();
          underWay.delete(subscriptionId);
          const response = await send();
          if (cancelled.delete(subscriptionId)) revived.add(subscriptionId);
          return response;
        }
        const response = await send();
        if (operation === 'deactivate' && response.ok) {
          revived.delete(subscriptionId);
          if (underWay.has(subscriptionId)) cancelled.add(subscriptionId);
        }
        if (operation !== 'details' || !revived.has(subscriptionUuid)) return response;
        return withBody(response, (await response.text()).replace('"CANCELLED"', '"ACTIVE"'));
      };
    }),
  ),
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'goes-on-later',
    'goes on days later with what was deactivated while an update was carried out',
    onPath('/', () => {
      const underWay = new Set<unknown>();
      const planned = new Set<unknown>();
      let movedBy = 0;
      let now = Date.now();
      return async ({ url: { pathname }, body }, send) => {
        const { subscriptionId, subscriptionUuid } = body;
        if (pathname.endsWith('/clock') && 'now' in body) {
          movedBy = Date.parse(String(body['now'])) - now;
          now += movedBy;
        }
        if (pathname === paths.update) {
          underWay.add(subscriptionId);
          const response = await send();
          await gap();
          underWay.delete(subscriptionId);
          return response;
        }
        const response = await send();
        if (pathname === paths.deactivate && response.ok && underWay.has(subscriptionId))
          planned.add(subscriptionId);
        const isOn = movedBy > 20 * 86_400_000 && planned.has(subscriptionUuid);
        if (pathname !== paths.details || !isOn) return response;
        return withBody(response, (await response.text()).replace('"CANCELLED"', '"ACTIVE"'));
      };
    }),
  ),
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'deactivated-twice',
    'deactivates twice what is asked for twice at the same time',
    onSubscriptions(() => {
      const underWay = new Set<unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'deactivate') return send();
        const { subscriptionId } = body;
        const isSecond = underWay.has(subscriptionId);
        underWay.add(subscriptionId);
        const response = await send();
        await gap();
        underWay.delete(subscriptionId);
        if (!isSecond || response.status !== 422) return response;
        const answer = JSON.stringify({ subscriptionId, status: 'CANCELLED' });
        return withBody(new Response(undefined, { headers: response.headers }), answer);
      };
    }),
  ),
  fault(
    'subscriptions.overlap.commands-have-an-order',
    'last-one-dropped',
    'answers an update that comes while another one is under way and forgets it',
    onSubscriptions(() => {
      const underWay = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { username, password, subscriptionId } = body;
        if (operation !== 'update') return send();
        if (underWay.has(subscriptionId)) {
          return send({ body: JSON.stringify({ username, password, subscriptionId }) });
        }
        underWay.add(subscriptionId);
        const response = await send();
        await gap();
        underWay.delete(subscriptionId);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.overlap.creates-are-kept',
    'shared-amount',
    'creates with the amount of whoever came last meanwhile',
    onSubscriptions(() => {
      let amount: unknown;
      return async ({ operation, body }, send) => {
        if (operation !== 'create') return send();
        ({ amount } = body);
        await gap();
        return send({ body: JSON.stringify({ ...body, amount }) });
      };
    }),
  ),
  fault(
    'subscriptions.overlap.creates-are-kept',
    'one-of-two',
    'lists only every other one of what was created at the same moment',
    rememberingInSubscriptionAnswer('list', () => (answer) => {
      const items = itemsOf(answer);
      const second = (item: Members | undefined): string => String(item?.['created']).slice(0, 19);
      answer['items'] = items.filter(
        (item, place) => place % 2 === 0 || second(item) !== second(items[place - 1]),
      );
    }),
  ),
  fault(
    'subscriptions.overlap.creates-are-kept',
    'double-click',
    'creates once what is asked for twice at the same time in the same words',
    onSubscriptions(() => {
      const together = coalescing();
      return async ({ operation, text }, send) =>
        together(operation === 'create' ? text : undefined, () => send());
    }),
  ),
  fault(
    'subscriptions.overlap.order-number-once',
    'looked-up-too-early',
    'looks whether an orderNumber is in use, and creates a moment later',
    onSubscriptions(() => {
      const used = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { orderNumber } = body;
        if (operation !== 'create' || orderNumber === undefined) return send();
        if (used.has(orderNumber)) return refusal(400);
        await gap();
        used.add(orderNumber);
        return send({ body: JSON.stringify({ ...body, orderNumber: undefined }) });
      };
    }),
  ),
  fault(
    'subscriptions.overlap.order-number-once',
    'beside-a-registration',
    'lets the merchant register an order under a number that is being given to a subscription',
    onTheWire(() => {
      const beingGiven = new Set<unknown>();
      const twice = new Map<unknown, string>();
      return async ({ url, text, body }, send) => {
        if (url.pathname === paths.create) {
          beingGiven.add(body['orderNumber']);
          try {
            await gap();
            return await send();
          } finally {
            beingGiven.delete(body['orderNumber']);
          }
        }
        const sent = new URLSearchParams(text);
        const orderNumber = sent.get('orderNumber') ?? '';
        if (url.pathname.endsWith('/register.do') && beingGiven.has(orderNumber)) {
          sent.set('orderNumber', `${orderNumber}x`);
          const response = await send({ body: sent.toString() });
          twice.set(memberAt(await response.clone().json(), 'orderId'), orderNumber);
          return response;
        }
        const number = twice.get(sent.get('orderId') ?? sent.get('mdOrder'));
        const response = await send();
        if (number === undefined || !url.pathname.endsWith('/getOrderStatusExtended.do'))
          return response;
        const status = (await response.json()) as Members;
        return withBody(response, JSON.stringify({ ...status, orderNumber: number }));
      };
    }),
  ),

  fault(
    'subscriptions.list.long-lists-are-whole',
    'twenty-first-lost',
    'leaves out the first item of every page but the first',
    withRules({
      subPageStart: (page, size) => subPageStart(page, size) + (page > 0 ? 1 : 0),
    }),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'a-hundred-at-most',
    'counts no more than a hundred',
    withRules({ subTotalElements: (matching) => Math.min(matching, 100) }),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'counts-the-page',
    'counts twenty where there are more',
    withRules({ subTotalElements: (matching) => Math.min(matching, 20) }),
  ),
  fault(
    'subscriptions.list.pages-while-it-grows',
    'from-the-end',
    'counts pages from the end of the list as it was on the page before',
    onSubscriptions(() => {
      let created = 0;
      return async ({ operation, body }, send) => {
        if (operation === 'create') created += 1;
        const { page } = body;
        if (operation !== 'list' || typeof page !== 'number') return send();
        if (page === 0) created = 0;
        return send({ body: JSON.stringify({ ...body, page: page + (created > 0 ? 1 : 0) }) });
      };
    }),
  ),
  fault(
    'subscriptions.list.pages-while-it-grows',
    'newest-first-all-the-same',
    'puts what was created while pages are read before all others',
    onSubscriptions(() => {
      let isReading = false;
      let created = 0;
      return async ({ operation, body }, send) => {
        if (operation === 'create' && isReading) created += 1;
        if (operation !== 'list') return send();
        isReading = true;
        const response = await send();
        if (created === 0 || !response.ok) return response;
        const answer = (await response.json()) as Members;
        answer['items'] = itemsOf(answer).toReversed();
        return withBody(response, JSON.stringify({ ...answer, page: body['page'] }));
      };
    }),
  ),

  ...(
    [
      ['one-character-more', (sent, { password }) => sent.startsWith(password)],
      ['beginning', (sent, { password }) => sent !== '' && password.startsWith(sent)],
      ['any-case', (sent, { password }) => sent.toLowerCase() === password.toLowerCase()],
      ['username-again', (sent, { login }) => sent === login],
    ] satisfies readonly (readonly [string, (sent: string, own: Own) => boolean])[]
  ).map(([slug, isAlike]) =>
    fault(
      'subscriptions.credentials.near-misses',
      slug,
      `takes a password that is only like the right one: ${slug.replaceAll('-', ' ')}`,
      withRules({
        subMayEnter: ({ username, password }, merchant) =>
          username === merchant.login &&
          typeof password === 'string' &&
          (password === merchant.password || isAlike(password, merchant)),
      }),
    ),
  ),
  fault(
    'subscriptions.credentials.wrong-ones-do-nothing',
    'first-of-a-list',
    'takes the first of a list of passwords',
    onSubscriptions(() => ({ body }, send) => {
      const { password } = body;
      if (!Array.isArray(password)) return send();
      return send({ body: JSON.stringify({ ...body, password: password[0] }) });
    }),
  ),

  ...(
    [
      ['email', 'malformed emails', ({ email }) => !String(email).includes('@')],
      ['update', 'updates of what is INITIATED', ({ amount }) => amount === 20_00],
      ['sort', 'unknown sort fields', ({ sortField }) => sortField === 'SHOE_SIZE'],
    ] satisfies readonly (readonly [string, string, (body: Members) => boolean])[]
  ).map(([slug, what, isOpen]) =>
    fault(
      'subscriptions.open.has-one-answer',
      slug,
      `takes ${what} the second time`,
      onSubscriptions(() => {
        let count = 0;
        return async ({ operation, body }, send) => {
          const isMeant = operation !== 'details' && operation !== 'deactivate' && isOpen(body);
          if (!isMeant) return send();
          count += 1;
          const { email: _email, sortField: _field, ...rest } = body;
          if (count % 2 === 1) return refusal(400);
          const other = operation === 'create' ? { ...rest, email: 'a@example.com' } : rest;
          return send({ body: JSON.stringify(other) });
        };
      }),
    ),
  ),
];

type Own = Parameters<typeof documentRules.subMayEnter>[1];
