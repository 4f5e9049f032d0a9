import { type RequirementId, requirements } from '../../fixtures/requirements/index.ts';

// Addresses within the site. They follow from ids, which are for ever, and from nothing else.

export const indexAddress = 'index.html';

/** The page of a requirement. */
export function addressOf(id: RequirementId): string {
  return `r/${id}.html`;
}

/**
 * Where a requirement is explained on a site that is published, if it is. A result may come from anywhere,
 * so what is no address of a page is none.
 */
export function linkInto(catalogue: string | undefined, id: string): string | undefined {
  if (catalogue === undefined || !Object.hasOwn(requirements, id)) return undefined;
  const url = URL.parse(catalogue.replace(/\/(index\.html)?$/, ''));
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.href.replace(/\/$/, '')}/${addressOf(id as RequirementId)}`;
}
