import { readFileSync } from 'node:fs';

/** The APIs that are described, as the addresses of their descriptions name them. */
export const describedApis = ['v1', 'v2', 'gateway', 'subscriptions'] as const;
export type DescribedApi = (typeof describedApis)[number];

/** The OpenAPI description of an API as it is published, with this sandbox as its only server. */
export function descriptionOf(api: DescribedApi, origin: string): object {
  const file = new URL(`../docs/openapi/${api}.json`, import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as object;
  return { ...description, servers: [{ url: origin, description: 'This sandbox.' }] };
}
