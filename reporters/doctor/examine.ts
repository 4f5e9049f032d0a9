import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf } from '../../fixtures/transcript/exchange.ts';
import { visible } from '../../fixtures/transcript/masking.ts';
import { aCardholder } from '../../fixtures/builders/v2.ts';
import { anOrder, cardData } from '../../fixtures/builders/gateway.ts';
import {
  type GatewayOperation,
  orderStatusIn,
  type Parameters,
} from '../../fixtures/clients/gateway.ts';
import { aRegistration, asRegistrationRequest } from '../../fixtures/builders/v1.ts';
import type { V1Operation } from '../../fixtures/clients/v1.ts';
import {
  atmsIn,
  type ItemsIn,
  orderTransactionsIn,
  paymentOrdersIn,
} from '../../fixtures/fields/v1-items.ts';
import { aPeriod } from '../../fixtures/worlds/v1-requests.ts';
import type { Api } from '../../fixtures/requirements/requirement.ts';
import type { Target, V1Target } from '../../fixtures/target/target.ts';
import type { Variable } from '../../fixtures/target/variables.ts';
import {
  type ProbeAnswer,
  type Prober,
  couldNotAsk,
  isSilence,
  isUntrusted,
  type Question,
  type ProbeResult,
  speaksPlainHttp,
  speaksTls,
} from './prober.ts';
import { alike, isNothing, isPage, isRefusal, isServerError, works } from './answers.ts';
import {
  cardOrders,
  type CredentialProbes,
  madeUp,
  gatewayQuestion,
  merchantProbes,
  probesOf,
  type Probes,
  someCard,
  v1Question,
  v2Question,
} from './probes.ts';
import { longOf } from '../../fixtures/clients/long.ts';

// What the documents leave open is how wrong credentials and wrong addresses are answered. So a
// setting counts as wrong only where nothing valid works, and where a value that is plainly wrong is
// answered in the same way. A target that is merely broken is left to the checks.

/** What was tried and seen of something that the settings name. */
export type Finding =
  | 'card-approved'
  | 'card-not-approved'
  | 'signature-accepted'
  | 'other-merchant-let-in';

/** What came of looking at one API before a run. */
interface Examination {
  /** Nobody there who could be asked, and how that showed. */
  readonly unreachable?: string;
  /** It answers whatever is asked in one way, and how that showed. */
  readonly inVain?: string;
  /** Mistakes in the settings, each a line that names them. */
  readonly problems: readonly string[];
  /** What a user should know, although the run goes on. */
  readonly notes: readonly string[];
  readonly findings?: readonly Finding[];
}

export interface Examiner extends Prober {
  /** Whether the user has set this. */
  isSet(variable: Variable): boolean;
  /** Takes secrets and what moves a cursor out of a text. */
  shown(text: string): string;
}

/** Looks at one API of a target: is it there, is it what its address says, do the settings fit? */
export async function examine(api: Api, target: Target, by: Examiner): Promise<Examination> {
  const probes = probesOf(api, target);
  if (probes === undefined) return fine;
  const address = by.isSet(addressOf[api]) ? addressOf[api] : 'BASE_URL';
  const about: About = { api, address, probes, by };

  const looked = await by.look(probes.base, probes.look);
  const protocol = await wrongProtocol(about, looked);
  if (protocol !== undefined) return { ...fine, problems: [protocol] };
  if (isSilence(looked) && isUntrusted(looked)) {
    return { ...fine, problems: [`${address} is ${probes.base}, but ${looked.silence}`] };
  }
  if (couldNotAsk(looked)) {
    return { ...fine, unreachable: `${probes.base} cannot be reached: ${whyNot(looked, address)}` };
  }

  const first = await examineCredentials(about, probes.credentials[0]);
  if (first.outcome !== 'works' && first.outcome !== 'works when signed') return first;
  const known: About = { ...about, isThere: true };
  const others = await Promise.all(
    probes.credentials.slice(1).map((one) => examineCredentials(known, one)),
  );
  // Another merchant may have to sign as well, with a key that is not in the settings.
  const values = first.outcome === 'works' ? await examineValues(api, target, known) : fine;
  return together([first, ...others, values]);
}

/** Where no connection comes about, the address may be the reason. */
function whyNot(looked: ProbeResult, address: Variable): string {
  if (!isSilence(looked)) return `it ${saying(looked)} repeatedly`;
  const isNobody = /^(ABORT|ECONN|EAI|EHOST|ENET|ENOTFOUND|ETIMEDOUT)/.test(looked.code);
  return isNobody ? `${looked.silence}; is ${address} right?` : looked.silence;
}

function together(all: readonly Examination[]): Examination {
  return {
    problems: all.flatMap(({ problems }) => problems),
    notes: all.flatMap(({ notes }) => notes),
    findings: all.flatMap(({ findings = [] }) => findings),
  };
}

const fine: Examination = { problems: [], notes: [] };

const addressOf: Readonly<Record<Api, Variable>> = {
  v1: 'V1_BASE_URL',
  v2: 'V2_BASE_URL',
  gateway: 'GATEWAY_BASE_URL',
  subscriptions: 'SUBSCRIPTIONS_BASE_URL',
};

interface About {
  readonly api: Api;
  readonly address: Variable;
  readonly probes: Pick<Probes, 'base' | 'nowhere' | 'appended'>;
  readonly by: Examiner;
  /** Somebody was let in there, so the address is right, and requests are signed as they have to be. */
  readonly isThere?: true;
}

type ExaminedCredentials = Examination & {
  readonly outcome: 'works' | 'works when signed' | 'in vain' | 'mistaken' | 'undecided';
};

async function examineCredentials(
  about: About,
  { settings, valid, madeUp: others, signed }: CredentialProbes = {
    settings: [],
    valid: [],
    madeUp: [],
    signed: [],
  },
): Promise<ExaminedCredentials> {
  const { api, address, by, isThere = false } = about;
  const { base } = about.probes;
  const askAll = (questions: readonly Question[]): Promise<ProbeResult[]> =>
    Promise.all(questions.map((question) => by.askUnlessThrottled(base, question)));
  const mistaken = (problem: string): ExaminedCredentials => ({
    problems: [problem],
    notes: [],
    outcome: 'mistaken',
  });
  const undecided = (...notes: string[]): ExaminedCredentials => ({
    problems: [],
    notes,
    outcome: 'undecided',
  });

  const elsewhere = { method: 'GET', path: '/nowhere-at-all' } as const;
  const askElsewhere = async (): Promise<[ProbeResult[][], ProbeResult, ProbeResult]> =>
    Promise.all([
      Promise.all(others.map(askAll)),
      by.askUnlessThrottled(base, about.probes.nowhere),
      by.askUnlessThrottled(new URL(base).origin, elsewhere),
    ]);

  const seen = await askAll(valid);
  if (seen.some(works)) {
    // Different operations have different answers wherever one of them is there.
    const isAlike = ([one, ...more]: readonly ProbeResult[]): boolean =>
      one !== undefined && more.every((other) => alike(one, other));
    if (!isAlike(seen)) return { ...fine, outcome: 'works' };
    const [asOthers, nowhere, outside] = await askElsewhere();
    return isAlike([...seen, ...asOthers.flat(), nowhere, outside])
      ? { ...fine, outcome: 'in vain', inVain: inVainInWords(about, seen[0]) }
      : { ...fine, outcome: 'works' };
  }
  for (const questions of signed) {
    if ((await askAll(questions)).some(works)) {
      return { ...fine, outcome: 'works when signed', findings: ['signature-accepted'] };
    }
  }
  if (seen.some((one) => isSilence(one) && one.isCut)) {
    return undecided(`${api} is too slow to be examined before the run.`);
  }
  const [main] = seen;
  if (main === undefined) return undecided();

  const better = isThere ? undefined : await shorterAddress(about, valid[0]);
  if (better !== undefined) {
    return mistaken(
      `${address} is ${base}, but must be ${better}: the suite appends ${base.slice(better.length)} itself`,
    );
  }
  const [asOthers, nowhere, outside] = await askElsewhere();
  const everything = [...seen, ...asOthers.flat(), nowhere];
  const answers = seen.filter((one) => isRefusal(one) || isNothing(one));
  const isAnswered = answers.length === seen.length;
  const path = isAnswered && !isThere ? wrongPath(about, answers, outside, settings) : undefined;
  if (seen.every(couldNotAsk) || (path === undefined && everything.every(isServerError))) {
    // Some lawful targets refuse a wrong key with a server error.
    const hint = seen.every(couldNotAsk)
      ? ''
      : `, also with a made-up ${settings.join(' or ')}: perhaps the setting is wrong too`;
    return {
      ...undecided(),
      unreachable: `${base} cannot be used for ${api}: it ${saying(main)} to every valid request${hint}`,
    };
  }

  const isRefusedLikeOthers = asOthers.some((other) =>
    seen.every((one, index) => alike(one, other[index] ?? one)),
  );
  const isOneRefusal = answers.every((one) => alike(one, answers[0] as ProbeAnswer));
  const isForbidden = answers.every(({ status }) => status === 401 || status === 403);
  // No key is refused with "not implemented".
  const isRefused = isAnswered && answers.some(({ status }) => status !== 501);
  if (isRefused && isRefusedLikeOthers && (isForbidden || (isOneRefusal && path === undefined))) {
    const isPerhapsPath =
      isThere || (isForbidden && !answers.every(isPage))
        ? ''
        : ` (or ${address} belongs to something else)`;
    const isPerhapsSigned =
      api === 'gateway' && signed.length === 0 && !isThere
        ? '; or requests must be signed (GATEWAY_SIGNING_KEY_FILE)'
        : '';
    return mistaken(
      `${settings.join(' or ')} is wrong${isPerhapsPath}: ${api} ${saying(main)} to every request, whether with ${settings.length === 1 ? 'it or with a made-up one' : 'them or with made-up ones'}${isPerhapsSigned}`,
    );
  }
  if (path !== undefined) return mistaken(path);
  return undecided(
    `${api} carried out none of ${seen.length} valid requests (it ${saying(main)}); it is unclear if the settings are to blame, so checking continues.`,
  );
}

/** Nothing documented is at the address: a site for people, a redirection, or nothing at all. */
function wrongPath(
  { api, address, probes: { base }, by }: About,
  answers: readonly ProbeAnswer[],
  outside: ProbeResult,
  settings: readonly Variable[],
): string | undefined {
  const [main] = answers;
  if (main === undefined) return undefined;
  const wrong = (what: string): string => `${address} is wrong: ${what}`;
  if (answers.every(({ status }) => status >= 300 && status < 400)) {
    const { location } = main;
    const where = location === undefined ? '' : ` to ${brief(by.shown(location))}`;
    return wrong(
      `${base} answers every request with a redirect${where} (HTTP ${main.status}), which the suite does not follow`,
    );
  }
  if (answers.every(isPage)) {
    return wrong(`${base} is a web site: it answers every request of ${api} with HTML`);
  }
  const isLikeNothing = (like: ProbeResult): boolean =>
    answers.every((one) => isNothing(one) && alike(one, like));
  if (isLikeNothing(outside)) {
    const isWordless = main.text === '' ? `, or ${settings.join(' or ')} is` : '';
    return `${address} is wrong${isWordless}: ${api} is not at ${base}, which ${saying(main)} to every request, as it does for an unknown path`;
  }
  return undefined;
}

/** The address without what the suite appends, or without more of its path, where that works. */
async function shorterAddress(
  { probes: { base, appended }, by }: About,
  question: Question | undefined,
): Promise<string | undefined> {
  const ending = appended.find((one) => base.endsWith(one));
  if (ending === undefined || question === undefined) return undefined;
  const shorter = base.slice(0, -ending.length);
  const seen = await by.askUnlessThrottled(shorter, question);
  // With a wrong key it is refused there; a page or nothing at all says that this is not it either.
  const isThere = works(seen) || (isRefusal(seen) && !isNothing(seen) && !isPage(seen));
  return isThere ? shorter : undefined;
}

async function wrongProtocol(
  { address, probes: { base } }: About,
  looked: ProbeResult,
): Promise<string | undefined> {
  const isSecure = base.startsWith('https:');
  const other = isSecure ? 'http' : 'https';
  const wrong = `${address} is ${base}, but that port speaks ${isSecure ? 'http, without TLS' : 'https'}: it must begin with ${other}://`;
  if (isSilence(looked)) {
    const isRefusedLink = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|CUT/.test(looked.code);
    if (isRefusedLink) return undefined;
    const speaksOther = isSecure ? await speaksPlainHttp(base) : await speaksTls(base);
    return speaksOther && !(isSecure && (await speaksTls(base))) ? wrong : undefined;
  }
  // Some servers answer plain HTTP on a TLS port with a page that says so.
  return !isSecure && looked.status === 400 && (await speaksTls(base)) ? wrong : undefined;
}

/** Values that a platform gives to its user: what is refused for its value, and not for anything else. */
async function examineValues(api: Api, target: Target, about: About): Promise<Examination> {
  switch (api) {
    case 'v1':
      return examineV1Values(target, about);
    case 'v2':
      return examineProductName(target, about);
    case 'gateway':
      return together(
        await Promise.all([examineOtherMerchant(target, about), tryTheCard(target, about)]),
      );
    case 'subscriptions':
      return fine;
  }
}

interface Variants {
  readonly settings: string;
  readonly what: string;
  /** The request with the value that was set; any of several forms may be the one. */
  readonly asked: readonly Question[];
  /** The same with a value that cannot exist. */
  readonly madeUp: readonly Question[];
  /** Requests to the same operation that are carried out, or refused for other reasons. */
  readonly otherwise: readonly Question[];
  /** Requests to another operation that are refused: how this target refuses at all. */
  readonly refused: readonly Question[];
  /** What is shown of something that exists, where a made-up value may lead to an empty list as well. */
  readonly shows?: ItemsIn;
}

/**
 * A value counts as wrong where a made-up one is refused in the same words, and where the operation is
 * there: it refuses other mistakes otherwise, or in the words in which the whole target refuses. Some lawful
 * targets refuse with a server error, but then not only here.
 */
async function examineValue(about: About, variants: Variants): Promise<Examination> {
  const { by, probes } = about;
  const { settings, what, shows } = variants;
  const ask = (question: Question): Promise<ProbeResult> =>
    by.askUnlessThrottled(probes.base, question);
  const asked: ProbeAnswer[] = [];
  for (const question of variants.asked) {
    const seen = await ask(question);
    if (isSilence(seen) || couldNotAsk(seen)) return fine;
    if (works(seen)) {
      const isEmpty = shows !== undefined && shows(seen.json).length === 0;
      return isEmpty ? { ...fine, notes: [`${what} shows nothing for ${settings}.`] } : fine;
    }
    asked.push(seen);
  }
  const [madeUps, otherwise, refused] = await Promise.all([
    Promise.all(variants.madeUp.map(ask)),
    Promise.all(variants.otherwise.map(ask)),
    Promise.all(variants.refused.map(ask)),
  ]);
  const [main] = asked;
  if (main === undefined || (isServerError(main) && !refused.some(isServerError))) return fine;
  const isLikeMadeUp = asked.every((one, index) => alike(one, madeUps[index] ?? one));
  const isThere =
    otherwise.some((one) => !couldNotAsk(one) && !alike(one, main)) ||
    refused.some((one) => alike(one, main));
  if (isLikeMadeUp && isThere) {
    return {
      ...fine,
      problems: [
        `${settings} is wrong: ${what} is refused with it just as with a made-up one (${about.api} ${saying(main)})`,
      ],
    };
  }
  const isNowhere = !isSilence(main) && notThere.has(main.status);
  const why = isNowhere
    ? `nothing may be there yet, or ${settings} may be wrong`
    : `it is unclear if ${settings} is to blame`;
  return { ...fine, notes: [`${what} is refused (${about.api} ${saying(main)}): ${why}.`] };
}

/** What a server answers that knows no such path or method. */
const notThere: ReadonlySet<number> = new Set([404, 405, 501]);

async function examineProductName({ apis: { v2 } }: Target, about: About): Promise<Examination> {
  if (v2 === undefined) return fine;
  const { baseUrl, apiKey, productName } = v2;
  const created = await about.by.askUnlessThrottled(
    baseUrl,
    v2Question(apiKey, 'POST', '/cardholders', aCardholder()),
  );
  const cardholder = isSilence(created) ? undefined : memberOf(created.json, 'id');
  if (!works(created) || cardholder === undefined) return fine;
  const card = (body: object): Question => v2Question(apiKey, 'POST', '/cards', body);
  return await examineValue(about, {
    settings: 'V2_PRODUCT_NAME',
    what: 'POST /v2/cards',
    asked: [card({ productName, cardholder })],
    madeUp: [card({ productName: madeUp(productName), cardholder })],
    otherwise: [card({}), card({ productName, cardholder: 'nobody' })],
    refused: [v2Question(apiKey, 'POST', '/cardholders', {})],
  });
}

async function examineV1Values({ apis: { v1 } }: Target, about: About): Promise<Examination> {
  if (v1 === undefined) return fine;
  const registration = await examineRegistration(v1, about);
  // Records of a wrong institution are not the ones that are meant.
  if (registration.problems.length > 0) return registration;
  const records = recordsOf(v1).map((record) => examineValue(about, record));
  return together([registration, ...(await Promise.all(records))]);
}

async function examineRegistration(v1: V1Target, about: About): Promise<Examination> {
  const registrations = (settings: V1Target): Question[] =>
    customers(settings).map((one) => v1Question(v1.token, 'registerCustomer', one));
  const others = {
    institutionId: madeUp(v1.institutionId),
    productId: madeUp(v1.productId),
    serviceIdAcc: madeUp(v1.serviceIdAcc),
  };
  const refused = v1Refusals(v1);
  const registration = await examineValue(about, {
    settings: 'V1_INSTITUTION_ID, V1_PRODUCT_ID or V1_SERVICE_ID_ACC',
    what: 'registerCustomer',
    asked: registrations(v1),
    madeUp: registrations({ ...v1, ...others }),
    otherwise: [v1Question(v1.token, 'registerCustomer', {})],
    refused,
  });
  if (registration.problems.length + registration.notes.length > 0) return registration;

  const registered = await Promise.all(
    registrations(v1).map((question) => about.by.askUnlessThrottled(v1.baseUrl, question)),
  );
  const account = registered
    .map((seen) => (isSilence(seen) ? undefined : memberOf(seen.json, 'accountNumber')))
    .find((one) => typeof one === 'string');
  if (account === undefined) return fine;
  return await examineValue(about, {
    settings: 'V1_CARD_BIN',
    what: 'createVirtualCard',
    asked: cardOrders(v1, account),
    madeUp: cardOrders({ ...v1, cardBin: madeUp(v1.cardBin) }, account),
    otherwise: [v1Question(v1.token, 'createVirtualCard', {})],
    refused,
  });
}

/** Existing records that the settings may name. */
function recordsOf(v1: V1Target): readonly Variants[] {
  const { institutionId, merchantNumber, orderId, atmTerminalId } = v1;
  const refused = v1Refusals(v1);
  const record = (
    settings: Variable,
    [what, shows]: readonly [V1Operation, ItemsIn],
    value: string | undefined,
    bodyWith: (value: string) => object,
  ): Variants[] => {
    const asked = (body: object): Question => v1Question(v1.token, what, body);
    if (value === undefined) return [];
    return [
      {
        settings,
        what,
        shows,
        refused,
        asked: [asked(bodyWith(value))],
        madeUp: [asked(bodyWith(madeUp(value)))],
        otherwise: [asked({})],
      },
    ];
  };
  return [
    ...record(
      'V1_MERCHANT_NUMBER',
      ['getPaymentOrders', paymentOrdersIn],
      merchantNumber,
      (number) => ({ merchantNumber: number, institutionId, period: aPeriod }),
    ),
    ...record('V1_ORDER_ID', ['getOrderDetails', orderTransactionsIn], orderId, (id) => ({
      orderId: longOf(id),
    })),
    ...record('V1_ATM_TERMINAL_ID', ['getAtmStatusExt', atmsIn], atmTerminalId, (terminalId) => ({
      terminalId,
    })),
  ];
}

/** For what is missing, and for what does not exist. */
function v1Refusals({ token, cardBin }: V1Target): readonly Question[] {
  return [{}, someCard(cardBin)].map((body) => v1Question(token, 'getCardData', body));
}

/** Registrations of two customers: with a plus sign before the phone number, and without. */
function customers(settings: V1Target): object[] {
  return ['', '+'].map((prefix) => {
    const registration = aRegistration(settings);
    const mobile_phone = `${prefix}${registration.mobile_phone}`;
    return asRegistrationRequest({ ...registration, mobile_phone });
  });
}

async function examineOtherMerchant(
  { apis: { gateway }, otherMerchant: login }: Target,
  about: About,
): Promise<Examination> {
  if (gateway === undefined || login === undefined) return fine;
  if (login.userName === gateway.login?.userName) {
    return {
      ...fine,
      problems: [
        'OTHER_MERCHANT_USER_NAME is the same as GATEWAY_USER_NAME, but must belong to another merchant',
      ],
    };
  }
  const examined = await examineCredentials(
    about,
    merchantProbes({ login }, ['OTHER_MERCHANT_USER_NAME', 'OTHER_MERCHANT_PASSWORD']),
  );
  return examined.outcome === 'works'
    ? { ...examined, findings: ['other-merchant-let-in'] }
    : examined;
}

/** How often, and after which pause, it is looked whether an order is paid. */
const looksAtAnOrder = 4;
const pauseMs = 400;

/**
 * Pays an order with the test card. Where that comes to nothing, the card or the target may be to blame: the
 * checks go on, and whoever reads their failures is told.
 */
async function tryTheCard({ apis: { gateway } }: Target, { by }: About): Promise<Examination> {
  if (gateway === undefined) return fine;
  const { baseUrl } = gateway;
  const who = gateway.login === undefined ? gateway : { login: gateway.login };
  const ask = (operation: GatewayOperation, parameters: Parameters): Promise<ProbeResult> =>
    by.askUnlessThrottled(baseUrl, gatewayQuestion(operation, who, parameters));
  const memberIn = (seen: ProbeResult, name: string): unknown =>
    isSilence(seen) ? undefined : memberOf(seen.json, name);

  const orderId = memberIn(await ask('register.do', anOrder()), 'orderId');
  if (typeof orderId !== 'string') return fine;
  const paid = await ask('paymentorder.do', { MDORDER: orderId, ...cardData(gateway) });
  if (couldNotAsk(paid) || memberIn(paid, 'is3DSVer2') === true) return fine;
  let words = wordsOf(isSilence(paid) ? undefined : paid.json);
  for (let look = 0; look < looksAtAnOrder; look += 1) {
    if (look > 0) await sleep(pauseMs);
    const status = await ask('getOrderStatusExtended.do', { orderId });
    if (couldNotAsk(status)) return fine;
    const shown = isSilence(status) ? undefined : orderStatusIn(status.json);
    if (['1', '2'].includes(String(memberOf(shown, 'orderStatus')))) {
      return { ...fine, findings: ['card-approved'] };
    }
    words = wordsOf(shown) ?? words;
  }
  const why = words === undefined ? '' : `, and says "${brief(by.shown(words))}"`;
  return {
    ...fine,
    findings: ['card-not-approved'],
    notes: [
      `a payment with the test card was not approved (paymentorder.do ${saying(paid)}${why}): ${suspectedFor(words ?? '')} is probably wrong; most payment checks fail for that alone.`,
    ],
  };
}

/** Why a payment failed, in the words of the gateway. */
function wordsOf(shown: unknown): string | undefined {
  return ['actionCodeDescription', 'errorMessage']
    .map((name) => memberOf(shown, name))
    .find((one): one is string => typeof one === 'string' && one.trim() !== '');
}

/** No document lists the reasons, so the words decide; where they say nothing, it may be any of the three. */
function suspectedFor(words: string): string {
  if (/expir/i.test(words)) return 'GATEWAY_CARD_EXPIRY';
  if (/\bcv[cv]|security code/i.test(words)) return 'GATEWAY_CARD_CVC';
  return 'GATEWAY_CARD_PAN, GATEWAY_CARD_EXPIRY or GATEWAY_CARD_CVC';
}

function inVainInWords({ by }: About, seen?: ProbeResult): string {
  const answer = seen === undefined || isSilence(seen) ? undefined : seen;
  const text = brief(by.shown(answer?.text ?? ''));
  const what = text === '' ? 'an empty body' : text;
  return `HTTP ${answer?.status} with ${what} to everything, even at impossible paths and with made-up credentials`;
}

function saying(seen: ProbeResult): string {
  if (isSilence(seen)) return `gave ${seen.silence}`;
  if (works(seen)) return `answered HTTP ${seen.status}`;
  if (seen.status >= 200 && seen.status < 300) return `answered HTTP ${seen.status} with an error`;
  const words: Readonly<Record<number, string>> = { 429: ' (too many requests)' };
  return `answered HTTP ${seen.status}${words[seen.status] ?? ''}`;
}

function brief(text: string): string {
  const plain = visible(text);
  return plain.length <= 200 ? plain : `${plain.slice(0, 200)} …`;
}
