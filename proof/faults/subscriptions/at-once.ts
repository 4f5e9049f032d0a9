import { documentRules } from '../../../sandbox/rules/index.ts';
import { gap, coalescing } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, withBody, withRules } from '../tampering.ts';
import {
  itemsOf,
  onSubscriptions,
  rememberingInSubscriptionAnswer,
  type SubscriptionRequest,
  subscriptionOf,
} from './tampering.ts';

// Document 3, part 4.8: requests that are sent at the same time and get in each other's way.

const { subIsOwn } = documentRules;

export const subscriptionAtOnceFaults: readonly Fault[] = [
  ...(['create', 'update', 'details'] as const).map((operation) =>
    fault(
      'subscriptions.at-once.each-its-own',
      `one-${operation}-for-all`,
      `answers each ${operation} that is sent together as the first of them`,
      together((asked) => (asked.operation === operation ? operation : undefined)),
    ),
  ),
  fault(
    'subscriptions.at-once.each-its-own',
    'one-page',
    'answers each create with the checkoutUrl of the first',
    rememberingInSubscriptionAnswer('create', () => {
      let first: unknown;
      return (answer) => {
        first ??= answer['checkoutUrl'];
        answer['checkoutUrl'] = first;
      };
    }),
  ),
  ...(['details', 'update', 'deactivate'] as const).map((operation) =>
    fault(
      'subscriptions.at-once.strangers-get-nothing',
      `answer-of-the-owner-to-${operation}`,
      `answers ${operation} alike to all who ask about one subscription together`,
      together((asked) => (asked.operation === operation ? String(idOf(asked)) : undefined)),
    ),
  ),
  ...(['details', 'list'] as const).map((operation) =>
    fault(
      'subscriptions.at-once.reads-destroy-nothing',
      `${operation}-writes-back`,
      `writes back by ${operation} what it has read`,
      onSubscriptions(() => async (asked, send) => {
        const response = await send();
        if (asked.operation !== operation || !response.ok) return response;
        const answer = (await response.clone().json()) as Members;
        const read = operation === 'details' ? [subscriptionOf(answer)] : itemsOf(answer);
        await gap();
        const { username, password } = asked.body;
        for (const { subscriptionId, amount, status } of read) {
          if (status !== 'ACTIVE') continue;
          const body = JSON.stringify({ username, password, subscriptionId, amount });
          await send({ path: '/v1/subscriptions/update', body });
        }
        return response;
      }),
    ),
  ),
  fault(
    'subscriptions.at-once.reads-destroy-nothing',
    'looks-undo-the-payment',
    'shows as INITIATED for good what was paid while details were read',
    onSubscriptions(() => {
      const lost = new Set<unknown>();
      return async (asked, send) => {
        const response = await send();
        if (asked.operation !== 'details' || !response.ok) return response;
        const read = (await response.json()) as Members;
        const { subscriptionId } = read;
        if (read['status'] === 'INITIATED') {
          await gap();
          const later = (await (await send()).json()) as Members;
          if (later['status'] === 'ACTIVE') lost.add(subscriptionId);
        }
        const shown = lost.has(subscriptionId)
          ? { ...read, status: 'INITIATED', bindingId: null }
          : read;
        return withBody(response, JSON.stringify(shown));
      };
    }),
  ),
  fault(
    'subscriptions.at-once.strangers-get-nothing',
    'owner-known',
    'shows a subscription to every merchant',
    withRules({ subIsOwn: (owner, asking) => subIsOwn(owner, asking) || asking !== '' }),
  ),
];

function idOf({ body }: SubscriptionRequest): unknown {
  return body['subscriptionId'] ?? body['subscriptionUuid'];
}

function together(keyOf: (asked: SubscriptionRequest) => string | undefined): Tampering {
  return onSubscriptions(() => {
    const coalesce = coalescing();
    return (asked, send) => coalesce(keyOf(asked), () => send());
  });
}
