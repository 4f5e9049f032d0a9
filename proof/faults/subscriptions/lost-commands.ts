import { gap } from '../at-once.ts';
import { type Fault, fault, type Tampering } from '../fault.ts';
import { type Members, onPath } from '../tampering.ts';
import { onSubscriptions, paths, refusal } from './tampering.ts';

// Document 3, parts 3.2 and 4.8: commands that are acknowledged while somebody else is at work, and lost.

/** Whether somebody is at work: told of each request before and after it. */
type AtWork = (
  pathname: string,
  body: Members,
) => {
  readonly isLost: boolean;
  readonly after: () => void;
};

export const subscriptionLostCommandFaults: readonly Fault[] = [
  ...(['update', 'deactivate'] as const).flatMap((operation) => [
    fault(
      'subscriptions.overlap.payment-beside-commands',
      `${operation}-is-lost`,
      `acknowledges each ${operation} that comes while an initial payment is made, and forgets it`,
      losing(operation, duringPayments),
    ),
    fault(
      'subscriptions.overlap.charge-beside-commands',
      `${operation}-is-lost`,
      `acknowledges each ${operation} that comes while charges are made, and forgets it`,
      losing(operation, rightAfterTheClock),
    ),
  ]),
  fault(
    'subscriptions.overlap.payment-beside-commands',
    'lost-beside-the-page',
    'acknowledges a deactivation that comes while a card is tried on the page, and forgets it',
    onPath('/', () => {
      let tried = 0;
      return async ({ url: { pathname }, text, body }, send) => {
        if (pathname === paths.deactivate && tried > 0) return Response.json({ ...body });
        const isTrial = pathname.endsWith('/page') && text.includes('action=pay');
        if (!isTrial) return send();
        tried += 1;
        await gap(1_000);
        const response = await send();
        tried -= 1;
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.naming.others-are-missing',
    'cancelled-for-all',
    'answers 422 to whoever deactivates what is cancelled',
    onSubscriptions(() => {
      const cancelled = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const { subscriptionId } = body;
        const response = await send();
        if (operation !== 'deactivate') return response;
        if (response.ok) cancelled.add(subscriptionId);
        return !response.ok && cancelled.has(subscriptionId) ? refusal(422) : response;
      };
    }),
  ),
];

function losing(operation: 'update' | 'deactivate', make: () => AtWork): Tampering {
  return onPath('/', () => {
    const atWork = make();
    return async ({ url: { pathname }, body }, send) => {
      const { isLost, after } = atWork(pathname, body);
      // A slow client gets its command there later than the payment.
      if (pathname.endsWith('/payment')) await gap(200);
      const isOurs = pathname === paths[operation];
      const response = isLost && isOurs ? Response.json({ ...body }) : await send();
      after();
      return response;
    };
  });
}

function duringPayments(): AtWork {
  let payments = 0;
  return (pathname) => {
    const isPayment = pathname.endsWith('/payment');
    if (isPayment) payments += 1;
    const after = (): void => void (payments -= isPayment ? 1 : 0);
    return { isLost: payments > 0, after };
  };
}

/** For as long as a process may take that charges what is due. */
function rightAfterTheClock(): AtWork {
  let until = 0;
  return (pathname, body) => {
    const isMove = pathname.endsWith('/control/clock') && body['now'] !== undefined;
    const after = (): void => void (until = isMove ? Date.now() + 1_500 : until);
    return { isLost: Date.now() < until, after };
  };
}
