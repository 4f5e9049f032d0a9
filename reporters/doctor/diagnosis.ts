import { type Api, apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import type { RequirementId } from '../../fixtures/requirements/index.ts';
import { type Configuration, nobodysTarget } from '../../fixtures/target/configuration.ts';
import type { Environment } from '../../fixtures/target/setting.ts';
import { executablePath } from '../../fixtures/customer/browser.ts';
import type { Finding } from './examine.ts';
import { signingKeyIn } from '../attestation/signing-key.ts';
import type { ExitStatus } from '../conformance.ts';
import type { Preflight } from '../preflight.ts';
import { apisOfTheCatalogue } from '../selection.ts';
import { type Forecast, forecastFor } from './forecast.ts';
import { type Asset, requirementsThatNeed } from './needs.ts';

type Configured = Exclude<Configuration, { kind: 'problems' }>;

/** What can be asked of a target, and what is missing: what a run begins with. */
interface Diagnosis {
  readonly target: string;
  /** Nobody's target, but the sandbox of this project. */
  readonly isEmbedded?: true;
  /** Of the APIs that are wanted. */
  readonly apis: readonly ApiDiagnosis[];
  readonly preflight: Preflight;
  readonly forecast: Forecast;
  /** What else a full certificate takes, each as a name and what is known of it. */
  readonly assets: readonly (readonly [name: string, known: string])[];
}

type ApiDiagnosis = {
  readonly api: Api;
  readonly address?: string;
  readonly state: 'can be asked' | 'cannot be asked' | 'not configured';
  /** Why it is not asked. */
  readonly why?: string;
};

interface DiagnosisScope {
  readonly apis?: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
}

/** Asks a target what can be asked of it. The embedded sandbox needs no asking. */
export async function diagnose(
  configuration: Configured,
  { apis: named, only }: DiagnosisScope,
  env: Environment,
): Promise<Diagnosis> {
  const isSelected = (api: Api): boolean =>
    named?.includes(api) !== false &&
    (only === undefined || [...only].some((id) => apiOf(id) === api));
  const wanted = apis.filter(isSelected);
  const selection = only === undefined ? {} : { only };
  if (configuration.kind === 'embedded') {
    const there = apisOfTheCatalogue().filter((api) => wanted.includes(api));
    return {
      target: configuration.name,
      isEmbedded: true,
      apis: there.map((api) => ({ api, address: 'embedded', state: 'can be asked' })),
      preflight: {
        unreachable: {},
        inVain: {},
        problems: [],
        mistaken: [],
        hints: [],
        findings: [],
      },
      forecast: forecastFor(undefined, { apis: there, ...selection }),
      assets: [...rowsFor(wanted, [browser]), certificateKeyIn(env)],
    };
  }
  const { target } = configuration;
  // What makes requests is needed only for a target elsewhere.
  const { preflight } = await import('../preflight.ts');
  const seen = await preflight(target, wanted, (variable) => (env[variable] ?? '').trim() !== '');
  const diagnosed = wanted.map((api): ApiDiagnosis => {
    const address = target.apis[api]?.baseUrl;
    if (address === undefined) {
      return {
        api,
        state: 'not configured',
        why: target.notConfigured[api] ?? 'no address is set',
      };
    }
    const isMistaken = seen.mistaken.includes(api);
    const why = isMistaken
      ? 'a setting is wrong, see above'
      : (seen.unreachable[api] ?? answeredInVain(seen, api));
    return why === undefined
      ? { api, address, state: 'can be asked' }
      : { api, address, state: 'cannot be asked', why };
  });
  const asked = diagnosed.filter(({ state }) => state === 'can be asked').map(({ api }) => api);
  const { gateway } = target.apis;
  const setOrNot = (value: string | undefined, variable: string, tried?: Tried): string => {
    if (value === undefined) return `not set (${variable})`;
    const isTried = tried !== undefined && seen.findings.includes(tried.finding);
    return isTried ? `set, and ${tried.words}` : 'set, not tested';
  };
  return {
    target: target.name,
    apis: diagnosed,
    preflight: seen,
    forecast: forecastFor(target, { apis: asked, ...selection }),
    assets: [
      [
        'clock',
        target.control === undefined
          ? 'not shown, and it cannot be moved (CONTROL_URL, CONTROL_TOKEN)'
          : (seen.clock?.toISOString() ?? 'the control plane does not show it'),
      ],
      ...(gateway === undefined
        ? []
        : rowsFor(wanted, [
            ['GATEWAY_BASE_URL', 'test card', testCardInWords(gateway.card.expiry, seen)],
            [
              'GATEWAY_DECLINED_CARD_PAN',
              'declined card',
              setOrNot(gateway.declinedCardPan, 'GATEWAY_DECLINED_CARD_PAN'),
            ],
            [
              'GATEWAY_3DS_CARD_PAN',
              '3DS 2 card',
              setOrNot(gateway.threeDSCardPan, 'GATEWAY_3DS_CARD_PAN'),
            ],
            [
              'GATEWAY_SIGNING_KEY_FILE',
              'request-signing key',
              setOrNot(gateway.signingKey, 'GATEWAY_SIGNING_KEY_FILE', {
                finding: 'signature-accepted',
                words: 'a signed request was accepted',
              }),
            ],
            [
              'OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD',
              'second merchant',
              setOrNot(target.otherMerchant?.userName, 'OTHER_MERCHANT_USER_NAME', {
                finding: 'other-merchant-let-in',
                words: 'a request of theirs was accepted',
              }),
            ],
            browser,
          ])),
      certificateKeyIn(env),
    ],
  };
}

type Row = readonly [asset: Asset, name: string, known: string];

const browser: Row = [
  'CHROMIUM_PATH',
  'browser',
  executablePath ?? 'none (set CHROMIUM_PATH to one)',
];

/** What no requirement of the wanted APIs needs is of no interest. The gateway's own checks all need its card. */
function rowsFor(
  wanted: readonly Api[],
  rows: readonly Row[],
): (readonly [name: string, known: string])[] {
  const isUsed = (asset: Asset): boolean =>
    (asset === 'GATEWAY_BASE_URL' && wanted.includes('gateway')) ||
    requirementsThatNeed(asset).some((id) => wanted.includes(apiOf(id)));
  return rows.flatMap(([asset, name, known]) => (isUsed(asset) ? [[name, known] as const] : []));
}

/** What is malformed has been told as an error before. */
function certificateKeyIn(env: Environment): readonly [name: string, known: string] {
  const isUsable = 'key' in (signingKeyIn(env) ?? {});
  return [
    'certificate key',
    isUsable
      ? 'read: it will sign attestation.json'
      : 'not set (CERTIFICATE_KEY_FILE): nothing will be signed',
  ];
}

function answeredInVain({ inVain }: Preflight, api: Api): string | undefined {
  return inVain[api] === undefined ? undefined : `it answers ${inVain[api]}`;
}

interface Tried {
  readonly finding: Finding;
  readonly words: string;
}

function testCardInWords(expiry: string, seen: Preflight): string {
  const month = `${expiry.replace(/(..)$/, '-$1')}${onClock(seen)}`;
  if (seen.isCardExpired === true) return `expired after ${month}`;
  const tried = seen.findings.includes('card-approved')
    ? 'a payment was approved'
    : seen.findings.includes('card-not-approved')
      ? 'a payment was not approved'
      : 'set, not tested';
  return `${tried}; good until ${month}`;
}

function onClock({ clock }: Preflight): string {
  return clock === undefined ? '' : " on the target's clock";
}

/**
 * 0 when all can be asked, 2 for a mistake in the settings, 3 when something is not there or does not pay: whether
 * the card or the target is to blame for that is not known.
 */
export function statusOf({ preflight }: Diagnosis): ExitStatus {
  const { problems, unreachable, inVain } = preflight;
  if (problems.length > 0) return 2;
  if (Object.keys(inVain).length > 0) return 1;
  return Object.keys(unreachable).length > 0 || hasUselessCard(preflight) ? 3 : 0;
}

function hasUselessCard({ findings }: Preflight): boolean {
  return findings.includes('card-not-approved');
}

/** What a run begins with: problems first, then a line for each API. */
export function shortForm({ apis: diagnosed, preflight: seen, forecast }: Diagnosis): string[] {
  const trouble = diagnosed.filter(({ state }) => state === 'cannot be asked');
  return [
    ...[...Map.groupBy(trouble, ({ why }) => why)].map(
      ([why, all]) => `${all.map(({ api }) => api).join(', ')}: ${why}`,
    ),
    ...seen.hints.map((hint) => `Note: ${hint}`),
    ...diagnosed
      .filter(({ state }) => state !== 'cannot be asked')
      .map(({ api, state, why }) =>
        state === 'not configured' ? `${api}: not configured: ${why}` : expected(api, forecast),
      ),
  ];
}

/** For a terminal. */
export function longForm(diagnosis: Diagnosis): string {
  const { target, apis: diagnosed, preflight: seen, forecast, assets } = diagnosis;
  const column =
    Math.max(
      ...[...diagnosed.map(({ api }) => api), ...assets.map(([name]) => name)].map(
        (name) => name.length,
      ),
    ) + 2;
  const row = (name: string, text: string): string => `  ${name.padEnd(column)}${text}`;
  const paragraphs = [
    target,
    seen.problems.map((problem) => `error: ${problem}`).join('\n'),
    diagnosed
      .map(({ api, address, state, why }) => {
        if (state === 'can be asked') return row(api, `${address}: ${counted(api, forecast)}`);
        return row(api, state === 'not configured' ? `${state}, see below` : `${why}`);
      })
      .join('\n'),
    assets.map(([name, known]) => row(name, known)).join('\n'),
    missingParagraph(forecast, diagnosed),
    seen.hints.map((hint) => `Note: ${hint}`).join('\n'),
    conclusion(diagnosis),
    diagnosis.isEmbedded === true ? nobodysTarget : '',
  ];
  return paragraphs.filter((one) => one !== '').join('\n\n');
}

function missingParagraph({ missing }: Forecast, diagnosed: readonly ApiDiagnosis[]): string {
  const unasked = diagnosed.filter(({ state }) => state === 'not configured');
  if (missing.length === 0 && unasked.length === 0) return '';
  return [
    'Missing for a full certificate, with the requirements that need it:',
    ...missing.map(({ asset, ids }) => `  ${String(ids.length).padStart(4)}  ${asset}`),
    ...unasked.map(({ api, why }) => `   all  of ${api}: ${why}`),
  ].join('\n');
}

function conclusion(diagnosis: Diagnosis): string {
  const status = statusOf(diagnosis);
  if (status === 2) {
    return 'Fix the settings first; a run would end with status 2, without a certificate.';
  }
  if (status === 1) {
    return 'Some of what is configured answers everything alike; a run would find that not conformant (status 1).';
  }
  const { forecast, apis: diagnosed, preflight: seen } = diagnosis;
  if (status === 3 && Object.keys(seen.unreachable).length === 0) {
    return 'Payments cannot be tested with this card, see the note above; a run would go on, and fail for that alone.';
  }
  if (status === 3) {
    return 'Some of what is configured does not answer now; a run would be inconclusive (status 3).';
  }
  if (seen.hints.length > 0) return 'Everything that is configured answers; see the notes above.';
  const isWhole =
    forecast.missing.length === 0 &&
    diagnosed.length === apis.length &&
    diagnosed.every(({ state }) => state === 'can be asked');
  return isWhole
    ? 'Everything that was tested works, and no setting is missing for a full certificate.'
    : 'Everything that was tested works.';
}

/** For programs. */
export function asJson(diagnosis: Diagnosis): string {
  const { target, apis: diagnosed, preflight: seen, forecast, assets } = diagnosis;
  return JSON.stringify(
    {
      target,
      exitStatus: statusOf(diagnosis),
      problems: seen.problems,
      notes: seen.hints,
      apis: Object.fromEntries(
        diagnosed.map(({ api, ...rest }) => [api, { ...rest, ...forecast.byApi[api] }]),
      ),
      ...(seen.clock === undefined ? {} : { clock: seen.clock.toISOString() }),
      assets: Object.fromEntries(assets),
      missing: forecast.missing.map(({ asset, ids }) => ({
        settings: asset.split(', '),
        count: ids.length,
        requirements: ids,
      })),
    },
    null,
    2,
  );
}

function counted(api: Api, { byApi }: Forecast): string {
  const { exercised, of, unobservable } = byApi[api] ?? { exercised: 0, of: 0, unobservable: 0 };
  const noun = of === 1 ? 'requirement' : 'requirements';
  const unseen = unobservable === 0 ? '' : ` (${unobservable} more cannot be seen from outside)`;
  return `about ${exercised} of ${of} ${noun} will be exercised${unseen}`;
}

function expected(api: Api, forecast: Forecast): string {
  const needed = forecast.missing.flatMap(({ asset, ids }) => {
    const count = ids.filter((id) => apiOf(id) === api).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? 'needs' : 'need'} ${asset}`];
  });
  return [`${api}: ${counted(api, forecast)}`, ...needed].join('; ');
}
