import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap, moments } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import {
  type Members,
  onTheWire,
  type TamperedRequest,
  withBody,
  withRememberingRules,
  withRules,
} from '../tampering.ts';
import {
  inSubscriptionAnswer,
  itemsOf,
  onSubscriptions,
  paths,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8: what is nearly right, what came second, and what lies beyond the usual page.

const { subPageStart } = documentRules;

export const subscriptionLikenessFaults: readonly Fault[] = [
  fault(
    'subscriptions.fresh.shows-the-same',
    'left-from-a-refusal',
    'gives a subscription without an email that of one that was refused before',
    onSubscriptions(() => {
      let left: unknown;
      return async ({ operation, body }, send) => {
        if (operation !== 'create') return send();
        const response = await send({ body: JSON.stringify({ email: left, ...body }) });
        left = response.ok ? undefined : body['email'];
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.credentials.near-misses',
    'password-of-another',
    'lets a login in with the password of any merchant',
    withRememberingRules(() => {
      const passwords = new Set<string>();
      return {
        subMayEnter: ({ username, password }, merchant) => {
          passwords.add(merchant.password);
          return username === merchant.login && passwords.has(String(password));
        },
      };
    }),
  ),
  fault(
    'subscriptions.credentials.near-misses',
    'cancels-for-all',
    'deactivates for whoever knows a login',
    onSubscriptions(() => {
      const passwords = new Map<unknown, unknown>();
      return async (asked, send) => {
        const { username, password } = asked.body;
        const right = passwords.get(username);
        if (asked.operation === 'deactivate' && right !== undefined)
          return send({ body: JSON.stringify({ ...asked.body, password: right }) });
        const response = await send();
        if (response.ok) passwords.set(username, password);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.service.other-methods-do-nothing',
    'put-as-post',
    'carries out by PUT what is a POST',
    onTheWire(
      () => (asked, send) =>
        asked.url.pathname.startsWith('/v1/subscriptions') && asked.text !== ''
          ? send({ method: 'POST' })
          : send(),
    ),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'pages-of-twenty',
    'begins each page as if the one before had twenty items at most',
    withRules({ subPageStart: (page, size) => subPageStart(page, Math.min(size, 20)) }),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'pages-as-asked',
    'cuts a size to the largest one, and leaves out between pages what the cut ones lack',
    inSubscriptionAnswer('list', (answer, { body }) => {
      const [asked, size] = [Number(body['size']), Number(answer['size'])];
      const left = (asked - size) * Number(body['page'] ?? 0);
      if (left > 0) answer['items'] = itemsOf(answer).slice(left);
    }),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'ten-pages',
    'lists the tenth page again in place of each that follows it',
    withRules({ subPageStart: (page, size) => subPageStart(Math.min(page, 9), size) }),
  ),
  fault(
    'subscriptions.list.long-lists-are-whole',
    'size-of-this-page',
    'shows as size how many items there are',
    inSubscriptionAnswer('list', (answer) => {
      answer['size'] = Math.max(1, itemsOf(answer).length);
    }),
  ),
  fault(
    'subscriptions.overlap.creates-are-kept',
    'checkout-of-the-moment',
    'leads those who are created at one time to one checkout',
    rememberingInSubscriptionAnswer('create', () => {
      const momentNow = moments();
      const checkouts = new Map<number, unknown>();
      return (answer) => {
        const moment = momentNow();
        const first = checkouts.get(moment) ?? answer['checkoutUrl'];
        checkouts.set(moment, first);
        answer['checkoutUrl'] = first;
      };
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'unbound',
    'shows no bindingId where the initial payment succeeded at a second attempt',
    inDetailsAfterDeclines((answer) => void (answer['bindingId'] = null)),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'not-noticed',
    'shows as INITIATED what was paid at a second attempt',
    inDetailsAfterDeclines((answer) => {
      if (answer['status'] === 'ACTIVE') answer['status'] = 'INITIATED';
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'charged-no-more',
    'charges nothing where the initial payment succeeded at a second attempt',
    inDetailsAfterDeclines((answer) => {
      const payments = answer['payments'];
      if (Array.isArray(payments)) answer['payments'] = payments.slice(0, 1);
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'declined-card-bound',
    'charges the card of the first attempt, which was declined',
    onTheWire(() => {
      const declined = new Set<unknown>();
      return async ({ url, text }, send) => {
        const sent = new URLSearchParams(text);
        const isOfCard = url.pathname.endsWith('/paymentorder.do');
        if (isOfCard && sent.get('$PAN')?.endsWith('2') === true) declined.add(sent.get('MDORDER'));
        const response = await send();
        if (!url.pathname.endsWith('/subscriptions/details') || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const shown = subscriptionOf(answer);
        const isDue = Array.isArray(answer['payments']) && answer['payments'].length > 1;
        if (isDue && declined.has(shown['mdOrder'])) shown['status'] = 'UNPAID';
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'unbound-at-the-bank',
    'binds no credential of a payer who was asked by the bank',
    inDetailsAfterForms('/payment/page/challenge', (answer) => {
      subscriptionOf(answer)['bindingId'] = null;
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'paid-on-the-page-and-charged-no-more',
    'charges nothing where the customer paid on the page',
    inDetailsAfterForms('/payment/page', (answer) => {
      const payments = answer['payments'];
      if (Array.isArray(payments)) answer['payments'] = payments.slice(0, 1);
    }),
  ),
  fault(
    'subscriptions.histories.paid-in-the-end',
    'paid-twice-and-charged-twice',
    'charges twice at each interval where two initial payments came at the same time',
    inDetailsAfterOverlaps((answer) => {
      const { payments } = answer;
      if (!Array.isArray(payments)) return;
      const [first, ...charges] = payments as unknown[];
      answer['payments'] = [first, ...charges, ...charges];
    }),
  ),
  fault(
    'subscriptions.histories.lifetime-of-its-order',
    'prolonged-by-its-page',
    'activates what is paid after the lifetime of its order, where the customer has opened its page',
    onTheWire(() => {
      const [opened, paid] = [new Set<unknown>(), new Set<unknown>()];
      return async ({ url, text }, send) => {
        const [, mdOrder] = /orders\/([^/]+)\/payment$/.exec(url.pathname) ?? [];
        if (mdOrder !== undefined && opened.has(mdOrder)) paid.add(mdOrder);
        if (text === '') opened.add(url.searchParams.get('mdOrder'));
        const response = await send();
        if (!url.pathname.endsWith('/subscriptions/details') || !response.ok) return response;
        const answer = (await response.json()) as Members;
        const subscription = subscriptionOf(answer);
        if (paid.has(subscription['mdOrder'])) subscription['status'] = 'ACTIVE';
        return withBody(response, JSON.stringify(answer));
      };
    }),
  ),
  fault(
    'subscriptions.state.cancelled-is-final',
    'active-by-a-form',
    'shows a cancelled subscription as ACTIVE once the form of its page has come',
    inDetailsAfterForms('/payment/page', (answer) => {
      const subscription = subscriptionOf(answer);
      if (subscription['status'] === 'CANCELLED') subscription['status'] = 'ACTIVE';
    }),
  ),
  fault(
    'subscriptions.charge.by-the-bound-credential',
    'by-the-latest',
    'charges whichever credential was stored last',
    onTheWire(() => {
      const bindings = new Set<string>();
      return async (asked, send) => {
        const { pathname } = asked.url;
        if (!pathname.includes('/bindings/')) return send();
        const response = await send();
        for (const path of bindings) await send({ path });
        bindings.add(pathname);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.charge.by-the-bound-credential',
    'by-the-latest-bound',
    'charges the credential that a subscription of the customer was bound to last',
    onTheWire(() => {
      const ofCustomers = new Map<unknown, Set<string>>();
      return async ({ url: { pathname } }, send) => {
        const response = await send();
        if (pathname === paths.details && response.ok) {
          const { customerId, bindingId } = (await response.clone().json()) as Members;
          const known = ofCustomers.get(customerId) ?? new Set();
          if (typeof bindingId === 'string') ofCustomers.set(customerId, known.add(bindingId));
        }
        const [path, asked] = /^.*\/bindings\/(.+)$/.exec(pathname) ?? [];
        if (path === undefined || asked === undefined) return response;
        for (const known of ofCustomers.values()) {
          if ([...known].at(-1) !== asked) continue;
          for (const one of known) await send({ path: path.replace(asked, one) });
        }
        return response;
      };
    }),
  ),
];

/** Changes details of what was paid after a payment that was declined. */
function inDetailsAfterDeclines(change: (answer: Members) => void): Tampering {
  return inDetailsOf((mdOrder, { body }, concerned) => {
    if (body['outcome'] === 'declined') concerned.add(mdOrder);
  }, change);
}

/** Changes details of what several payments came for at the same time. */
function inDetailsAfterOverlaps(change: (answer: Members) => void): Tampering {
  const underWay = new Set<string>();
  return inDetailsOf(async (mdOrder, _asked, concerned) => {
    if (underWay.has(mdOrder)) concerned.add(mdOrder);
    underWay.add(mdOrder);
    await gap();
    underWay.delete(mdOrder);
  }, change);
}

/** Changes details of subscriptions that a payment by the control plane has made a case of. */
function inDetailsOf(
  onPayment: (mdOrder: string, asked: TamperedRequest, concerned: Set<unknown>) => unknown,
  change: (answer: Members) => void,
): Tampering {
  return onTheWire(() => {
    const concerned = new Set<unknown>();
    return async (asked, send) => {
      const [, mdOrder] = /orders\/([^/]+)\/payment$/.exec(asked.url.pathname) ?? [];
      if (mdOrder !== undefined) await onPayment(mdOrder, asked, concerned);
      const response = await send();
      if (!asked.url.pathname.endsWith('/subscriptions/details') || !response.ok) return response;
      const answer = (await response.json()) as Members;
      if (concerned.has(subscriptionOf(answer)['mdOrder'])) change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}

/** Changes details of what was paid by a form that was sent to this page. */
function inDetailsAfterForms(page: string, change: (answer: Members) => void): Tampering {
  return onTheWire(() => {
    const paid = new Set<unknown>();
    return async ({ url, text }, send) => {
      if (url.pathname === page && text.includes('action='))
        paid.add(new URLSearchParams(text).get('mdOrder') ?? url.searchParams.get('mdOrder'));
      const response = await send();
      if (!url.pathname.endsWith('/subscriptions/details') || !response.ok) return response;
      const answer = (await response.json()) as Members;
      if (paid.has(subscriptionOf(answer)['mdOrder'])) change(answer);
      return withBody(response, JSON.stringify(answer));
    };
  });
}
