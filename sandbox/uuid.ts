import { randomUUID } from 'node:crypto';

/**
 * A random UUID of 36 bytes. Node joins one from fourteen pieces, which take 450 bytes until somebody looks
 * into them; a sandbox whose subscriptions are charged for years keeps nearly a hundred thousand.
 */
export function newUuid(): string {
  return Buffer.from(randomUUID(), 'latin1').toString('latin1');
}
