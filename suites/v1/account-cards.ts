import { memberOf } from '../../fixtures/transcript/exchange.ts';
import type { V1Card } from '../../fixtures/worlds/v1.ts';

/** What a card entry of getAccountData can be told by. Document 1, part 2.5. */
type CardOfAccount = Pick<V1Card, 'number' | 'cardId'>;

export function isRecognisable(entry: object): boolean {
  return ['cardNumber', 'cardNumberMask', 'cardId'].some(
    (name) => typeof memberOf(entry, name) === 'string',
  );
}

/** Whether an entry is this card: by its id, its number, or what a masked number leaves of it. */
export function isOf(entry: object, card: CardOfAccount): boolean {
  if (isSurelyOf(entry, card)) return true;
  return ['cardNumber', 'cardNumberMask'].some((name) => {
    const shown = memberOf(entry, name);
    if (typeof shown !== 'string') return false;
    const [masked, start = '', end = ''] = /^(\d*)\D.*?(\d*)$/.exec(shown) ?? [];
    return masked !== undefined && card.number.startsWith(start) && card.number.endsWith(end);
  });
}

/** Whether the digits that a masked number leaves at either end are those of the number. */
export function isMaskOf(shown: string, number: string): boolean {
  const text = shown.replaceAll(/[\s-]/g, '');
  const [masked, start = '', end = ''] = /^(\d*)\D.*?(\d*)$/.exec(text) ?? [];
  if (masked === undefined) return number.startsWith(text) || number.endsWith(text);
  return number.startsWith(start) && number.endsWith(end);
}

/** The same by its id or its whole number only: two cards may have the same masked number. */
export function isSurelyOf(entry: object, { number, cardId }: CardOfAccount): boolean {
  if (cardId !== undefined && memberOf(entry, 'cardId') === cardId) return true;
  return ['cardNumber', 'cardNumberMask'].some((name) => memberOf(entry, name) === number);
}
