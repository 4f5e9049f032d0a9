import type { GatewayOutcomeChoices } from '../gateway/outcome-choices.ts';
import { open, type Register } from './point.ts';

/** What document 3 leaves open about the gateway: what it tells of how payments went. */
export const gatewayOutcomeRegister: Register<GatewayOutcomeChoices> = {
  statusShape: open(['flat', 'nested'], 'document 3, part 4.6'),
  deposits: open(['at-once', 'a-moment-later'], 'document 3, parts 2.1 and 3.1'),
  retriableStatus: open(['as-registered', 'as-declined'], 'gateway.order-state.values'),
  approvedLater: open(['lowered', 'kept'], 'document 3, part 2.1'),
  approvedDescription: open(['empty', 'told'], 'document 3, part 4.6'),
  declinedOperations: open(['left-out', 'listed'], 'document 3, part 4.6'),
  approvalCodeOfDeclined: open(['empty', 'zeros'], 'document 3, part 4.6'),
  withoutFailUrl: open(['return-url', 'own-page'], 'document 3, parts 4.1 and 4.3'),
  unnamedClient: open(['refused', 'owner-of-credential'], 'document 3, parts 4.1 and 4.4'),
  tokenUses: open(['any', 'once'], 'document 3, parts 4.3 and 4.4'),
  installmentsTotal: open(
    ['left-to-the-issuer', 'issuer-declines', 'first-counts'],
    'document 3, parts 2.4 and 4.6',
  ),
  expiredCredential: open(['charged', 'declined'], 'document 3, part 4.6'),
  callbackSigning: open(['none', 'checksum'], 'gateway.callback.payload'),
};
