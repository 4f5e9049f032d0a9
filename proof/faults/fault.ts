import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { Rules } from '../../sandbox/rules/index.ts';
import type { Wire } from '../../sandbox/server.ts';

/** One way in which the sandbox goes wrong: the sentence that it breaks and the part it replaces. */
export interface Fault {
  /** For ever, like a requirement's id, which it begins with: `v2.card.balance-is-an-integer.as-text`. */
  readonly id: string;
  readonly breaks: RequirementId;
  /** What the sandbox does wrong, in the present tense. */
  readonly what: string;
  /**
   * The sandbox's rules with one or two replaced … Made anew for each sandbox, as some faults
   * remember what they have seen.
   */
  readonly rules?: () => Rules;
  /** … or what happens to requests and answers on their way. */
  readonly wire?: () => Wire;
}

/** How a fault goes wrong: by other rules, on the wire, or both. */
export type Tampering = Pick<Fault, 'rules' | 'wire'>;

/** `slug` names the fault among those that break the same requirement. */
export function fault(
  breaks: RequirementId,
  slug: string,
  what: string,
  tampering: Tampering,
): Fault {
  return { id: `${breaks}.${slug}`, breaks, what, ...tampering };
}
