import { readFileSync } from 'node:fs';
import type { RequirementId } from '../../fixtures/requirements/index.ts';

/**
 * What a run comes to without one setting, as it was measured on the embedded sandbox: needs.json,
 * written by measure.ts and compared with a run by needs.test.ts.
 */
interface Needs {
  /** What even the embedded sandbox with every setting leaves not exercised: nothing to foretell. */
  readonly neverExercised: readonly RequirementId[];
  /** By what is missing: the requirements that are then not exercised. */
  readonly without: Readonly<Partial<Record<Asset, readonly RequirementId[]>>>;
}

/** What a target may come without, in the words of the settings that would bring it. */
export const assets = [
  'CONTROL_URL, CONTROL_TOKEN',
  'GATEWAY_USER_NAME, GATEWAY_PASSWORD',
  'GATEWAY_TOKEN',
  'GATEWAY_SIGNING_KEY_FILE',
  'GATEWAY_DECLINED_CARD_PAN',
  'GATEWAY_3DS_CARD_PAN',
  'OTHER_MERCHANT_USER_NAME, OTHER_MERCHANT_PASSWORD',
  'V1_MERCHANT_NUMBER',
  'V1_ORDER_ID',
  'V1_ATM_TERMINAL_ID',
  'GATEWAY_BASE_URL',
  'CHROMIUM_PATH',
] as const;
export type Asset = (typeof assets)[number];

let known: Needs | undefined;

export function measuredNeeds(): Needs {
  known ??= JSON.parse(readFileSync(new URL('needs.json', import.meta.url), 'utf8')) as Needs;
  return known;
}

/** What a target that comes without this cannot be asked. */
export function requirementsThatNeed(asset: Asset): readonly RequirementId[] {
  return measuredNeeds().without[asset] ?? [];
}
