import { documentRules } from '../../../sandbox/rules/index.ts';
import type { RequestMember } from '../../../fixtures/fields/request-rows.ts';
import { v2Requests } from '../../../fixtures/fields/v2-requests.ts';
import { type Fault, type Tampering, fault } from '../fault.ts';
import { changed } from './changed.ts';
import {
  type TamperedRequest,
  inAnswer,
  inRequest,
  isObject,
  memberAt,
  type Members,
  onTheWire,
  pretendsToPatch,
  refuses,
  setMember,
  withBody,
  withRules,
} from '../tampering.ts';

// Document 2, part 4: cardholders and cards, their creation, reading and update.

const { isDateOfBirth, requiredFields, successStatus, limitsAfter } = documentRules;
const parameters = ['status', 'spendingLimits', 'pin', 'resetPinCounter', 'reissueCard'];
const requiredOfCardholder = requiredFields('cardholder');

export const operationFaults: readonly Fault[] = [
  ...(
    [
      ['v2.cardholder-creation.answers-201', 'createCardholder', 200],
      ['v2.cardholder-read.answers-200', 'readCardholder', 203],
      ['v2.card-creation.answers-201', 'createCard', 202],
      ['v2.card-read.answers-200', 'readCard', 203],
      ['v2.card-update.answers-200', 'changeCard', 202],
      ['v2.top-up-creation.answers-201', 'createTopUp', 200],
      ['v2.transfer-creation.answers-201', 'createTransfer', 202],
      ['v2.transfer-list.answers-200', 'listTransfers', 203],
    ] as const
  ).map(([breaks, operation, status]) =>
    fault(
      breaks,
      `as-${status}`,
      `answers ${operation} with ${status}`,
      withRules({
        successStatus: (asked) => (asked === operation ? status : successStatus(asked)),
      }),
    ),
  ),

  fault(
    'v2.card-update.answers-200',
    'reissue-as-201',
    'answers a reissue as if a card had been created',
    onTheWire(() => async ({ operation, body }, send) => {
      const response = await send();
      return operation === 'patchCard' && 'reissueCard' in body && response.ok
        ? new Response(response.body, { status: 201, headers: response.headers })
        : response;
    }),
  ),

  ...v2Requests.createCardholder.members.flatMap((member) => [...faultsOfCardholder(member)]),
  fault(
    'v2.cardholder-creation.needs-last-name',
    'not-after-two-words',
    'asks for no lastName beside a firstName of two words',
    inRequest('createCardholder', (body) =>
      String(body['firstName']).includes(' ') ? { lastName: 'Costa', ...body } : body,
    ),
  ),
  fault(
    'v2.cardholder-creation.needs-phone-number',
    'null-taken',
    'creates a cardholder without a phoneNumber where null is sent for it',
    onTheWire(() => {
      const without = new Set<unknown>();
      return async ({ operation, body }, send) => {
        const isNull = operation === 'createCardholder' && body['phoneNumber'] === null;
        const response = await send(
          isNull ? { body: JSON.stringify({ ...body, phoneNumber: '+34600000000' }) } : {},
        );
        if (operation !== 'createCardholder' && operation !== 'getCardholder') return response;
        return changed(response, (cardholder) => {
          if (isNull) without.add(cardholder['id']);
          if (without.has(cardholder['id'])) cardholder['phoneNumber'] = null;
        });
      };
    }),
  ),
  fault(
    'v2.cardholder-creation.needs-everything-required',
    'two-missing',
    'does not notice when two or more required members are missing',
    inRequest('createCardholder', (body) => {
      const missing = requiredOfCardholder.filter((path) => memberAt(body, path) === undefined);
      if (missing.length < 2) return body;
      const complete = structuredClone(body);
      complete['billingAddress'] ??= {};
      for (const path of missing) setMember(complete, path, 'ES');
      return complete;
    }),
  ),
  fault(
    'v2.cardholder-creation.keeps-no-long-country',
    'kept',
    'keeps any text as a country',
    withRules({ isCountryCode: () => true }),
  ),
  fault(
    'v2.cardholder-creation.keeps-no-other-date',
    'kept',
    'keeps any text as a date of birth',
    withRules({ isDateOfBirth: () => true }),
  ),
  fault(
    'v2.cardholder-creation.keeps-no-other-date',
    'no-day',
    'keeps a year or a month as a date of birth',
    withRules({ isDateOfBirth: (text) => /^\d{4}(-\d\d)?$/.test(text) || isDateOfBirth(text) }),
  ),
  fault(
    'v2.cardholder-creation.keeps-no-other-date',
    'signed-year',
    'keeps a date of birth with a signed year',
    withRules({
      isDateOfBirth: (text) => /^[+-]\d{6}-\d\d-\d\d$/.test(text) || isDateOfBirth(text),
    }),
  ),
  fault(
    'v2.cardholder-read.equals-creation',
    'another-name',
    'shows a different email than when the cardholder was created',
    inAnswer('getCardholder', (cardholder) => {
      cardholder['email'] = 'another@example.com';
    }),
  ),
  fault(
    'v2.cardholder-read.unknown-id-is-refused',
    'made-up',
    'shows a cardholder for any id',
    answersWithNothing('getCardholder'),
  ),

  fault(
    'v2.cardholder-update.keeps-the-form',
    'nameless',
    'forgets the first name of a cardholder after an attempted update',
    onTheWire(() => {
      const updated = new Set<string>();
      return async ({ operation, url, text }, send) => {
        if (operation === undefined && text !== '') updated.add(url.pathname);
        const response = await send();
        if (operation !== 'getCardholder' || !updated.has(url.pathname)) return response;
        const { firstName: _firstName, ...cardholder } = (await response.json()) as Members;
        return withBody(response, JSON.stringify(cardholder));
      };
    }),
  ),

  ...v2Requests.createCard.members.flatMap(({ path, needs }) =>
    needs === undefined
      ? []
      : [fault(needs, 'not-asked-for', `issues a card without ${path}`, asksForNo(path))],
  ),
  ...(['productName', 'cardholder'] as const).map((path) =>
    fault(
      path === 'productName'
        ? 'v2.card-creation.needs-product-name'
        : 'v2.card-creation.needs-cardholder',
      'null-taken',
      `issues a card to whom the one before was issued where ${path} is null`,
      withTheLast(path, (sent) => sent === null),
    ),
  ),
  fault(
    'v2.card-creation.needs-product-name',
    'not-for-a-further-card',
    'asks for no productName once the cardholder has a card',
    withTheLast('productName', (sent, isFurther) => sent === undefined && isFurther),
  ),
  fault(
    'v2.card-creation.needs-the-supported-product',
    'not-for-a-further-card',
    'takes any productName once the cardholder has a card',
    withTheLast('productName', (sent, isFurther) => typeof sent === 'string' && isFurther),
  ),
  fault('v2.card-creation.product-name-of-wrong-type', 'taken', 'accepts anything as productName', {
    ...inRequest('createCard', (body) =>
      replaced(
        body,
        'productName',
        (value) => value !== undefined && typeof value !== 'string',
        'any',
      ),
    ),
    ...withRules({ isSupportedProduct: (sent, supported) => sent === 'any' || sent === supported }),
  }),
  fault('v2.card-creation.cardholder-of-wrong-type', 'taken', 'accepts anything as cardholder', {
    ...inRequest('createCard', (body) =>
      replaced(
        body,
        'cardholder',
        (value) => value !== undefined && typeof value !== 'string',
        'any',
      ),
    ),
    ...withRules({ mayIssueCard: () => true }),
  }),
  fault(
    'v2.card-creation.needs-an-existing-cardholder',
    'id-of-a-card',
    'issues a card to the holder of the card whose id is sent as cardholder',
    onTheWire(() => {
      const holders = new Map<unknown, unknown>();
      return async ({ operation, body }, send) => {
        if (operation !== 'createCard') return send();
        const cardholder = holders.get(body['cardholder']) ?? body['cardholder'];
        const response = await send({ body: JSON.stringify({ ...body, cardholder }) });
        const answer = (await response.clone().json()) as Members;
        holders.set(answer['id'], cardholder);
        return response;
      };
    }),
  ),
  fault(
    'v2.card-creation.needs-an-existing-cardholder',
    'unchecked',
    'issues a card without a cardholder',
    withRules({ mayIssueCard: () => true }),
  ),
  fault(
    'v2.card-creation.needs-the-supported-product',
    'unchecked',
    'issues a card of any product',
    withRules({ isSupportedProduct: () => true }),
  ),
  fault(
    'v2.card-read.equals-creation',
    'another-name',
    'adds an embossed name after a card was created',
    inAnswer('getCard', (card) => {
      card['embossedName'] = 'A NAME';
    }),
  ),
  fault(
    'v2.card-read.unknown-id-is-refused',
    'made-up',
    'shows a card for any id',
    answersWithNothing('getCard'),
  ),

  fault(
    'v2.card-update.answers-with-the-modified-card',
    'before',
    'answers an update with the card as it was before',
    onTheWire(() => async ({ operation }, send) => {
      if (operation !== 'patchCard') return send();
      const before = await send({ method: 'GET' });
      const response = await send();
      if (!response.ok) return response;
      const { number: _number, cvc: _cvc, ...card } = (await before.json()) as Members;
      return withBody(response, JSON.stringify(card));
    }),
  ),
  fault(
    'v2.card-update.unknown-id-is-refused',
    'made-up',
    'updates a card of any id',
    answersWithNothing('patchCard'),
  ),
  fault(
    'v2.card-update.takes-one-parameter',
    'all-at-once',
    'carries out all parameters of an update',
    withRules({ mayChangeTogether: (sent) => sent.length > 0 }),
  ),
  fault(
    'v2.card-update.needs-a-parameter',
    'nothing',
    'accepts an update without a parameter',
    withRules({ mayChangeTogether: (sent) => sent.length <= 1 }),
  ),
  fault(
    'v2.card-update.takes-no-other-parameter',
    'ignored',
    'accepts an update of any member and does nothing',
    pretendsToPatch(
      (body) =>
        Object.keys(body).length > 0 &&
        !Object.keys(body).some((name) => parameters.includes(name)),
    ),
  ),
  fault(
    'v2.card-update.refusal-changes-nothing',
    'half-done',
    'sets the first of several limits before it refuses another',
    onTheWire(() => async ({ operation, body }, send) => {
      const limits = body['spendingLimits'];
      if (operation === 'patchCard' && Array.isArray(limits) && limits.length > 1) {
        await send({ body: JSON.stringify({ spendingLimits: limits.slice(0, 1) }) });
      }
      return send();
    }),
  ),
  ...['status', 'pin', 'resetPinCounter', 'reissueCard'].map((parameter) =>
    fault(
      'v2.card-update.refusal-changes-nothing',
      `blocks-on-${parameter}`,
      `blocks a card when it refuses a change of ${parameter}`,
      onTheWire(() => async ({ operation, body }, send) => {
        const response = await send();
        if (operation === 'patchCard' && parameter in body && response.status >= 400) {
          await send({ body: '{"status":"blocked"}' });
        }
        return response;
      }),
    ),
  ),
  fault(
    'v2.card-update.changes-only-the-parameter',
    'limits-too',
    'resets a spending limit when the status changes',
    onTheWire(() => async ({ operation, body }, send) => {
      if (operation === 'patchCard' && 'status' in body) {
        await send({
          body: JSON.stringify({ spendingLimits: [{ amount: 1, interval: 'daily' }] }),
        });
      }
      return send();
    }),
  ),
  fault(
    'v2.card-update.leaves-other-cards-alone',
    'all-cards',
    'also carries out an update on every card that was read before',
    onTheWire(() => {
      const seen = new Set<string>();
      return async ({ operation, url }, send) => {
        if (operation === 'getCard') seen.add(url.pathname);
        if (operation === 'patchCard') for (const path of seen) await send({ path });
        return send();
      };
    }),
  ),
  fault(
    'v2.pin.plain-pin-is-refused',
    'taken',
    'accepts a PIN in plain digits',
    pretendsToPatch((body) => /^\d{4}$/.test(String(body['pin']))),
  ),
  fault(
    'v2.pin.plain-pin-is-refused',
    'of-more-than-four',
    'takes plain digits for an encrypted PIN unless they are four',
    pretendsToPatch((body) => /^\d{5,}$/.test(String(body['pin']))),
  ),

  fault(
    'v2.spending-limits.can-be-set',
    'rounded',
    'rounds a spending limit up to tens of euros',
    withRules({
      limitsAfter: (before, sent) =>
        limitsAfter(
          before,
          sent.map((limit) => ({ ...limit, amount: limit.amount + 1 })),
        ),
    }),
  ),
  fault(
    'v2.spending-limits.several-at-once',
    'only-the-first',
    'sets only the first of several limits',
    withRules({ limitsAfter: (before, sent) => limitsAfter(before, sent.slice(0, 1)) }),
  ),
  fault(
    'v2.spending-limits.several-at-once',
    'up-to-one-that-is-the-same',
    'sets limits up to the first that is sent as it was',
    withRules({
      limitsAfter: (before, sent) => {
        const isTheSame = (limit: (typeof sent)[number]): boolean =>
          before.some(
            ({ amount, interval }) => amount === limit.amount && interval === limit.interval,
          );
        const same = sent.findIndex(isTheSame);
        return limitsAfter(before, same === -1 ? sent : sent.slice(0, same));
      },
    }),
  ),
  fault(
    'v2.spending-limits.only-sent-ones-change',
    'others-dropped',
    'drops the limits that were not sent',
    withRules({ limitsAfter: (_before, sent) => sent }),
  ),
  fault(
    'v2.spending-limits.only-sent-ones-change',
    'others-reset',
    'sets the limits that were not sent back to their default',
    withRules({
      limitsAfter: (_before, sent) => limitsAfter(documentRules.defaultSpendingLimits(), sent),
    }),
  ),
  fault(
    'v2.spending-limits.one-per-interval',
    'appended',
    'adds a second limit for an interval instead of replacing the first',
    withRules({ limitsAfter: (before, sent) => [...before, ...sent] }),
  ),
  fault(
    'v2.spending-limits.needs-a-list',
    'ignored',
    'accepts spendingLimits that is not an array and does nothing',
    pretendsToPatch((body) => 'spendingLimits' in body && !Array.isArray(body['spendingLimits'])),
  ),
  fault(
    'v2.spending-limits.item-without-amount',
    'as-five',
    'treats a missing amount as five',
    inLimits((limit) => ({ amount: 5, ...limit })),
  ),
  fault(
    'v2.spending-limits.item-without-interval',
    'as-daily',
    'treats a missing interval as daily',
    inLimits((limit) => ({ interval: 'daily', ...limit })),
  ),
  fault(
    'v2.spending-limits.interval-of-wrong-type',
    'as-daily',
    'treats an unreadable interval as daily',
    inLimits((limit) => {
      const isText = typeof limit['interval'] === 'string' && limit['interval'] !== '';
      return isText || limit['interval'] === undefined ? limit : { ...limit, interval: 'daily' };
    }),
  ),
  fault(
    'v2.spending-limits.empty-list-changes-nothing',
    'reset',
    'sets all limits back to their default when none is sent',
    onTheWire(() => async ({ operation, body }, send) => {
      const limits = body['spendingLimits'];
      if (operation !== 'patchCard' || !Array.isArray(limits) || limits.length > 0) return send();
      const spendingLimits = documentRules.defaultSpendingLimits();
      return send({ body: JSON.stringify({ spendingLimits }) });
    }),
  ),
  fault(
    'v2.spending-limits.amount-of-wrong-type',
    'as-five',
    'treats an unreadable amount as five',
    inLimits((limit) => ({
      ...limit,
      amount:
        Number.isInteger(limit['amount']) || limit['amount'] === undefined ? limit['amount'] : 5,
    })),
  ),
];

/** What a cardholder is taken to be where something else was sent. */
const anyCardholder = {
  billingAddress: { country: 'ES', postalCode: '28013' },
  firstName: 'true',
  lastName: 'true',
  phoneNumber: '600000000',
};

/** Members of a cardholder that may be missing, hold anything, or may not be left out. Parts 2.1 and 4. */
function* faultsOfCardholder(member: RequestMember): Generator<Fault> {
  const { path, form, needs, wrong, optional } = member;
  const isWrong = (value: unknown): boolean =>
    value !== undefined && !form.schema.safeParse(value).success;
  const takesAnything = inRequest('createCardholder', (body) =>
    replaced(body, path, isWrong, memberAt(anyCardholder, path)),
  );
  const asksFor = refuses('createCardholder', ({ body }) => memberAt(body, path) === undefined);

  if (needs !== undefined) {
    yield fault(needs, 'not-asked-for', `creates a cardholder without ${path}`, asksForNo(path));
  }
  for (const [breaks] of wrong) {
    yield fault(breaks, 'taken', `accepts anything as ${path}`, takesAnything);
  }
  if (optional !== undefined) yield fault(optional, 'required', `asks for ${path}`, asksFor);
}

/** The member, and what it holds, may be missing. */
function asksForNo(path: string): Tampering {
  return withRules({
    requiredFields: (resource) =>
      requiredFields(resource).filter((one) => one !== path && !one.startsWith(`${path}.`)),
  });
}

/** A copy with another value at a path, where `when` says so. */
/** Issues a card with what the one before was issued with in place of what was sent. */
function withTheLast(
  path: 'productName' | 'cardholder',
  when: (sent: unknown, isFurther: boolean) => boolean,
): Tampering {
  return onTheWire(() => {
    const holders = new Set<unknown>();
    let last: Members = {};
    return async ({ operation, body }, send) => {
      if (operation !== 'createCard') return send();
      const isReplaced = when(body[path], holders.has(body['cardholder']));
      const card = isReplaced ? { ...body, [path]: last[path] } : body;
      const response = await send({ body: JSON.stringify(card) });
      if (response.ok) {
        holders.add(card['cardholder']);
        last = card;
      }
      return response;
    };
  });
}

function replaced(
  body: Members,
  path: string,
  when: (value: unknown) => boolean,
  instead: unknown,
): Members {
  if (!when(memberAt(body, path))) return body;
  const copy = structuredClone(body);
  setMember(copy, path, instead);
  return copy;
}

function inLimits(change: (limit: Members) => Members): Tampering {
  return inRequest('patchCard', (body) => {
    const limits = body['spendingLimits'];
    return Array.isArray(limits)
      ? { ...body, spendingLimits: limits.filter(isObject).map(change) }
      : body;
  });
}

/** Success with an empty resource where there is nothing. */
function answersWithNothing(operation: TamperedRequest['operation']): Tampering {
  return onTheWire(() => async (asked, send) => {
    const response = await send();
    if (asked.operation !== operation || response.ok) return response;
    return withBody(new Response(null, { status: 200, headers: response.headers }), '{}');
  });
}
