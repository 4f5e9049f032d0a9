import { type Fault, fault } from '../fault.ts';
import { type Members, onPath } from '../tampering.ts';
import {
  inSubscriptionAnswer,
  paths,
  rememberingInSubscriptionAnswer,
  subscriptionOf,
} from './tampering.ts';

// Document 3, parts 2.3 and 4.8: what goes wrong later than it was caused, or on rare days.

export const subscriptionLawOfLaterFaults: readonly Fault[] = [
  fault(
    'subscriptions.frame.refusals-have-no-later-effect',
    'takes-back-the-one-before',
    'takes back with a refused update the one that was carried out before it',
    onPath('/', () => {
      const created = new Map<unknown, unknown>();
      const updated = new Set<unknown>();
      return async ({ url: { pathname }, body }, send) => {
        const response = await send();
        if (pathname === paths.create && response.ok) {
          const answer = (await response.clone().json()) as Members;
          created.set(subscriptionOf(answer)['subscriptionId'], body['amount']);
        }
        const { username, password, subscriptionId } = body;
        if (pathname !== paths.update) return response;
        if (response.ok) updated.add(subscriptionId);
        else if (updated.has(subscriptionId)) {
          const amount = created.get(subscriptionId);
          await send({ body: JSON.stringify({ username, password, subscriptionId, amount }) });
        }
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.frame.refusals-have-no-later-effect',
    'carried-out-later',
    'carries out updates that it has refused once the clock has moved on and somebody looks',
    onPath('/', () => {
      const owners = new Map<unknown, Members>();
      const refused: Members[] = [];
      let isLater = false;
      return async ({ url: { pathname }, body }, send) => {
        isLater ||= pathname.endsWith('/control/clock') && body['now'] !== undefined;
        const isRead = isLater && pathname === paths.details;
        for (const { subscriptionId, amount } of isRead ? refused.splice(0) : []) {
          const late = { ...owners.get(subscriptionId), subscriptionId, amount };
          await send({ path: paths.update, body: JSON.stringify(late) });
        }
        const response = await send();
        if (pathname === paths.create && response.ok) {
          const answer = (await response.clone().json()) as Members;
          const { username, password } = body;
          owners.set(subscriptionOf(answer)['subscriptionId'], { username, password });
        }
        if (pathname === paths.update && !response.ok) refused.push(body);
        return response;
      };
    }),
  ),
  fault(
    'subscriptions.calendar.created-is-now',
    'year-of-the-week',
    'shows the last days of December as of the year in which their week ends',
    inSubscriptionAnswer(['create', 'details'], (answer) => {
      const shown = subscriptionOf(answer);
      const [, year, rest] = /^(\d{4})(-12-(?:29|30|31).*)$/.exec(String(shown['created'])) ?? [];
      if (year !== undefined) shown['created'] = `${Number(year) + 1}${rest}`;
    }),
  ),
  fault(
    'subscriptions.calendar.created-is-now',
    'summer-time',
    'shows created an hour early in summer',
    inSubscriptionAnswer(['create', 'details'], (answer) => {
      const shown = subscriptionOf(answer);
      const created = new Date(String(shown['created']));
      const isSummer = created.getUTCMonth() > 3 && created.getUTCMonth() < 9;
      if (isSummer) shown['created'] = new Date(created.getTime() - 3_600_000).toISOString();
    }),
  ),
  fault(
    'subscriptions.open.active-till-keeps-pace',
    'end-of-the-first-period',
    'shows activeTill as it was first',
    rememberingInSubscriptionAnswer('details', () => {
      const first = new Map<unknown, unknown>();
      return (answer) => {
        const { subscriptionId, activeTill } = answer;
        if (activeTill !== null && !first.has(subscriptionId))
          first.set(subscriptionId, activeTill);
        answer['activeTill'] = first.get(subscriptionId) ?? null;
      };
    }),
  ),
  fault(
    'subscriptions.open.active-till-keeps-pace',
    'agreed-at-the-checkout',
    'shows activeTill nine days early once an interval was updated and charged',
    rememberingInSubscriptionAnswer('details', () => {
      const agreed = new Map<unknown, unknown>();
      return (answer) => {
        const { subscriptionId, billingIntervalValue, activeTill, payments } = answer;
        if (!agreed.has(subscriptionId)) agreed.set(subscriptionId, billingIntervalValue);
        const isOther = agreed.get(subscriptionId) !== billingIntervalValue;
        if (!isOther || !Array.isArray(payments) || payments.length < 2) return;
        const early = Date.parse(String(activeTill)) - 9 * 86_400_000;
        answer['activeTill'] = new Date(early).toISOString();
      };
    }),
  ),
  fault(
    'subscriptions.open.active-till-is-ahead',
    'behind-after-a-retry',
    'leaves activeTill where it was when a charge was declined',
    rememberingInSubscriptionAnswer('details', () => {
      const ended = new Map<unknown, unknown>();
      return (answer) => {
        const { subscriptionId, status, activeTill } = answer;
        if (status === 'UNPAID') ended.set(subscriptionId, activeTill);
        answer['activeTill'] = ended.get(subscriptionId) ?? activeTill;
      };
    }),
  ),
];
