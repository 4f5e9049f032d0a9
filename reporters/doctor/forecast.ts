import { type Api, apiOf, apis } from '../../fixtures/requirements/requirement.ts';
import { type RequirementId, requirementEntries } from '../../fixtures/requirements/index.ts';
import type { Target } from '../../fixtures/target/target.ts';
import { executablePath } from '../../fixtures/customer/browser.ts';
import { type Asset, assets, measuredNeeds } from './needs.ts';

/** What a run will come to, as far as the settings can tell. */
export interface Forecast {
  readonly byApi: Readonly<Partial<Record<Api, ApiForecast>>>;
  readonly foretold: ReadonlySet<RequirementId>;
  /** What is missing, with every requirement that needs it, the most needed first. */
  readonly missing: readonly { readonly asset: Asset; readonly ids: readonly RequirementId[] }[];
}

interface ApiForecast {
  readonly exercised: number;
  /** Those that can be seen from outside. */
  readonly of: number;
  readonly unobservable: number;
}

interface Selection {
  /** The APIs that will be asked. */
  readonly apis: readonly Api[];
  readonly only?: ReadonlySet<RequirementId>;
}

/** Without a target: the embedded sandbox, which brings all but a browser. */
export function forecastFor(
  target: Target | undefined,
  { apis: asked, only }: Selection,
): Forecast {
  const { neverExercised, without } = measuredNeeds();
  const never = new Set(neverExercised);
  const selected = requirementEntries.filter(
    ([id]) => asked.includes(apiOf(id)) && only?.has(id) !== false,
  );
  const candidates = selected.flatMap(([id, { unobservable }]) =>
    unobservable === undefined ? [id] : [],
  );
  const wanted = new Set(candidates);
  const missing = assets
    .filter((asset) => !has(target, asset))
    .map((asset) => ({ asset, ids: (without[asset] ?? []).filter((id) => wanted.has(id)) }))
    .filter(({ ids }) => ids.length > 0)
    .toSorted((a, b) => b.ids.length - a.ids.length);
  const lost = new Set(missing.flatMap(({ ids }) => ids));
  const foretold = new Set(candidates.filter((id) => !never.has(id) && !lost.has(id)));
  const byApi = apis
    .filter((api) => asked.includes(api))
    .map((api) => {
      const isOfApi = (id: RequirementId): boolean => apiOf(id) === api;
      const of = candidates.filter(isOfApi).length;
      const unobservable = selected.filter(([id]) => isOfApi(id)).length - of;
      return [api, { exercised: [...foretold].filter(isOfApi).length, of, unobservable }] as const;
    });
  return { byApi: Object.fromEntries(byApi), foretold, missing };
}

function has(target: Target | undefined, asset: Asset): boolean {
  if (asset === 'CHROMIUM_PATH') return executablePath !== undefined;
  if (target === undefined) return true;
  const { v1, gateway } = target.apis;
  switch (asset) {
    case 'CONTROL_URL, CONTROL_TOKEN':
      return target.control !== undefined;
    case 'GATEWAY_BASE_URL':
      return gateway !== undefined;
    case 'GATEWAY_USER_NAME, GATEWAY_PASSWORD':
      return gateway?.login !== undefined;
    case 'GATEWAY_TOKEN':
      return gateway?.token !== undefined;
    case 'GATEWAY_SIGNING_KEY_FILE':
      return gateway?.signingKey !== undefined;
    case 'GATEWAY_DECLINED_CARD_PAN':
      return gateway?.declinedCardPan !== undefined;
    case 'GATEWAY_3DS_CARD_PAN':
      return gateway?.threeDSCardPan !== undefined;
    case 'OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD':
      return target.otherMerchant !== undefined;
    case 'V1_MERCHANT_NUMBER':
      return v1?.merchantNumber !== undefined;
    case 'V1_ORDER_ID':
      return v1?.orderId !== undefined;
    case 'V1_ATM_TERMINAL_ID':
      return v1?.atmTerminalId !== undefined;
  }
}
