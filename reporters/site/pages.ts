import type { RequirementId } from '../../fixtures/requirements/index.ts';
import type { KnownFault } from '../../proof/proof.ts';
import type { Entry } from '../catalogue/catalogue.ts';
import type { Conformance } from '../conformance.ts';
import { addressOf, indexAddress } from './address.ts';
import { indexPage } from './index-page.ts';
import { requirementPage } from './requirement-page.ts';
import { siteStyles } from './styles.ts';
import { verdictsIn } from './verdicts.ts';

/** What the site is made from. */
export interface Known {
  readonly entries: readonly Entry[];
  readonly faults: readonly KnownFault[];
  /** A run whose verdicts are shown beside each requirement. */
  readonly result?: Conformance;
}

/** A file of the site, by its path within it. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** The whole site. The same catalogue and result make the same files. */
export function pagesOf({ entries, faults, result }: Known): Page[] {
  const faultsOf: ReadonlyMap<RequirementId, readonly KnownFault[]> = Map.groupBy(
    faults,
    ({ breaks }) => breaks,
  );
  const verdicts = result === undefined ? undefined : verdictsIn(result);

  return [
    { path: indexAddress, text: indexPage(entries, verdicts) },
    { path: 'site.css', text: siteStyles },
    ...entries.map((entry) => ({
      path: addressOf(entry.id),
      text: requirementPage(entry, faultsOf.get(entry.id) ?? [], verdicts),
    })),
  ];
}
