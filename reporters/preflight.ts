import { memberOf } from '../fixtures/transcript/exchange.ts';
import { visible } from '../fixtures/transcript/masking.ts';
import { type Api, apis } from '../fixtures/requirements/requirement.ts';
import { secretsOf, type Target } from '../fixtures/target/target.ts';
import type { Variable } from '../fixtures/target/variables.ts';
import { isPage } from './doctor/answers.ts';
import { askerWithin, couldNotAsk, isSilence } from './doctor/prober.ts';
import { examine, type Examiner, type Finding } from './doctor/examine.ts';
import { maskingOf } from './secrets/secrets.ts';

/** What a first look at a target showed, before any check asks it. */
export interface Preflight {
  /** APIs that did not answer, or nothing that can be judged, and how that showed. */
  readonly unreachable: Readonly<Partial<Record<Api, string>>>;
  /** APIs that answer everything alike, of which only the first thing is worth asking, and what they answer. */
  readonly inVain: Readonly<Partial<Record<Api, string>>>;
  /** Mistakes in the settings: a line each, which names them. */
  readonly problems: readonly string[];
  /** APIs that the problems are about. */
  readonly mistaken: readonly Api[];
  /** What a user should know, although the run goes on. */
  readonly hints: readonly string[];
  /** What was tried of what the settings name. */
  readonly findings: readonly Finding[];
  /** The target's clock, where it shows one. */
  readonly clock?: Date;
  /** On that clock. */
  readonly isCardExpired?: true;
}

/** The longest that a first look takes, whatever a target does. */
const budgetMs = 9_000;

/** Looks at each API that is wanted and configured, and at the control plane, all at the same time. */
export async function preflight(
  target: Target,
  wanted: readonly Api[],
  isSet: (variable: Variable) => boolean = () => true,
): Promise<Preflight> {
  const mask = maskingOf(secretsOf(target));
  const by: Examiner = {
    ...askerWithin(budgetMs, target.requestTimeoutMs),
    isSet,
    shown: (text) => visible(mask(text)),
  };
  const asked = apis.filter((api) => wanted.includes(api) && target.apis[api] !== undefined);
  const [control, ...seen] = await Promise.all([
    lookAtControl(target, wanted, by),
    ...asked.map((api) => examine(api, target, by)),
  ]);

  const byApi = (why: 'unreachable' | 'inVain'): Partial<Record<Api, string>> =>
    Object.fromEntries(
      asked.flatMap((api, index) => {
        const told = seen[index]?.[why];
        return told === undefined ? [] : [[api, told]];
      }),
    );
  const all = [...seen, control];
  return {
    unreachable: byApi('unreachable'),
    inVain: byApi('inVain'),
    problems: all.flatMap(({ problems }) => problems.map((one) => by.shown(one))),
    mistaken: asked.filter(
      (api, index) =>
        (seen[index]?.problems.length ?? 0) > 0 ||
        (api === 'gateway' && control.isCardExpired === true),
    ),
    hints: all.flatMap(({ notes }) => notes.map((one) => by.shown(one))),
    findings: seen.flatMap(({ findings = [] }) => findings),
    ...(control.clock === undefined ? {} : { clock: control.clock }),
    ...(control.isCardExpired === undefined ? {} : { isCardExpired: true }),
  };
}

interface Control {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly clock?: Date;
  readonly isCardExpired?: true;
}

/** The control plane is an interface of this suite, so what it has to answer is known. */
async function lookAtControl(
  { control, apis: { gateway } }: Target,
  wanted: readonly Api[],
  by: Examiner,
): Promise<Control> {
  if (control === undefined) return { problems: [], notes: [] };
  const seen = await by.askUnlessThrottled(control.url, {
    method: 'GET',
    path: '/clock',
    headers: { Authorization: `Bearer ${control.token}` },
  });
  if (couldNotAsk(seen) || (!isSilence(seen) && seen.status >= 500)) {
    const how = isSilence(seen) ? seen.silence : `HTTP ${seen.status}`;
    return { problems: [], notes: [`The control plane does not show the time (${how}).`] };
  }
  if (isSilence(seen)) return { problems: [], notes: [] };
  if (seen.status === 401 || seen.status === 403) {
    return {
      problems: [
        `CONTROL_TOKEN is wrong: with it the control plane answered HTTP ${seen.status} to GET /clock`,
      ],
      notes: [],
    };
  }
  const now = new Date(String(memberOf(seen.json, 'now')));
  if (seen.status !== 200 || Number.isNaN(now.getTime())) {
    const what = isPage(seen) ? ' and a page' : '';
    return {
      problems: [
        `CONTROL_URL is wrong: GET ${control.url}/clock answered HTTP ${seen.status}${what}, where a control plane shows its time in "now"`,
      ],
      notes: [],
    };
  }
  const isPaying = wanted.includes('gateway') || wanted.includes('subscriptions');
  const expiry = isPaying ? gateway?.card.expiry : undefined;
  const expired = `GATEWAY_CARD_EXPIRY is ${expiry}, but the target's clock is already at ${now.toISOString()}: restart the target, or set a test card that is still valid`;
  return expiry !== undefined && isExpired(expiry, now)
    ? { problems: [expired], notes: [], clock: now, isCardExpired: true }
    : { problems: [], notes: [], clock: now };
}

/** Whether a test card has expired on the target's clock: every payment would be declined. */
function isExpired(expiry: string, clock: Date): boolean {
  const month = clock.toISOString().replace(/^[+-]?0*(\d+)-(\d\d).*$/, '$1$2');
  return Number(expiry) < Number(month);
}
