import type { GatewayErrorForm } from './message-choices.ts';

/** What document 3 leaves open about the gateway: who asks: credentials, signatures and permissions. */
export interface GatewayAccessChoices {
  // Credentials and signatures (parts 1 and 5)
  /** Wrong credentials or a wrong signature: not shown. */
  readonly accessError: GatewayErrorForm;
  /** A wrong signature: as wrong credentials, or in the answer of what stands before the gateway. */
  readonly wrongSignature: 'as-credentials' | 'forbidden';
  /**
   * What X-Signature signs: the bytes of the hash, and to some also the Base64 text of it; or it is the hash that RSA
   * signs, and none is made of it.
   */
  readonly signedForm: 'bytes' | 'bytes-or-text' | 'digest';
  /** One of the two headers without the other, from a merchant who need not sign. */
  readonly halfSigned: 'refused' | 'as-unsigned';
  /** What a merchant who need not sign everything has to sign all the same. */
  readonly alwaysSigned: 'nothing' | 'instant-payments';
  /** A signature that the merchant is not required to send. */
  readonly undemandedSignature: 'checked' | 'passed-over';
  /** Which error wins where both who asks and what is asked are wrong. */
  readonly checkedFirst: 'access' | 'parameters';
  /** A login or a password longer than any account has. */
  readonly overlongLogin: 'wrong-credentials' | 'bad-value';
  /** Part 4.5 has username, where everything else has userName. */
  readonly practiceLogin: 'username' | 'userName' | 'either';
  readonly practiceMediaTypes: 'form' | 'form-or-json';

  // Permissions (parts 4 and 8)
  readonly specialPermissions: 'granted' | 'withheld';
  /** Permissions differ by operation: where a card pays without its CVC (part 4.4, no-CVC permission). */
  readonly withoutCvc: 'nowhere' | 'instant-payment';
}

/** What deployed services suggest where document 3 is silent. */
export const usualGatewayAccessChoices: GatewayAccessChoices = {
  accessError: { status: 200, repeatsMessage: false },
  wrongSignature: 'as-credentials',
  signedForm: 'bytes',
  halfSigned: 'refused',
  alwaysSigned: 'nothing',
  undemandedSignature: 'checked',
  checkedFirst: 'access',
  overlongLogin: 'wrong-credentials',
  practiceLogin: 'username',
  practiceMediaTypes: 'form',

  specialPermissions: 'withheld',
  withoutCvc: 'nowhere',
};
