import { readFileSync } from 'node:fs';

/** The APIs that are described, as the addresses of their descriptions name them, and the control plane. */
export const describedApis = ['v1', 'v2', 'gateway', 'subscriptions', 'control'] as const;
export type DescribedApi = (typeof describedApis)[number];

/** The OpenAPI description of an API as it is published, with this sandbox as its only server. */
export function descriptionOf(api: DescribedApi, origin: string): object {
  const file = new URL(`../docs/openapi/${api}.json`, import.meta.url);
  const description = JSON.parse(readFileSync(file, 'utf8')) as object;
  const url = api === 'control' ? `${origin}/control` : origin;
  return { ...description, servers: [{ url, description: 'This sandbox.' }] };
}
