import { languages } from '../rules/gateway-parameters.ts';
import type { SandboxCore } from '../core.ts';
import type { Order } from './records.ts';
import type { Sent } from './sent.ts';

/** The language of texts that are no errorMessage. Document 3, parts 4.1, 4.3 and 4.6: not shown. */
export function textLanguage(
  { language }: Pick<Order, 'language'>,
  sent: Sent,
  { choices }: Pick<SandboxCore, 'choices'>,
): Order['language'] {
  const asked = sent.text('language');
  return choices.gateway.textLanguage === 'of-order'
    ? language
    : (languages.find((one) => one === asked) ?? language);
}
