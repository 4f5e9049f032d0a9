import { type Fault, fault } from '../fault.ts';
import { inAnswer, rememberingInAnswer, withRules } from '../tampering.ts';
import { objectsWith } from './tampering.ts';

// Document 1: what goes wrong the second time, by the other path, for the other of two, or for a text, a month or
// an amount that few send.

export const v1OnceMoreFaults: readonly Fault[] = [
  fault(
    'v1.text.comes-back-as-sent',
    'percent-decoded',
    'decodes percent escapes in a customer_number',
    withRules({
      v1CustomerNumber: (requested) =>
        requested.replaceAll(/%[0-9A-Fa-f]{2}/g, (code) =>
          String.fromCodePoint(Number.parseInt(code.slice(1), 16)),
        ),
    }),
  ),
  fault(
    'v1.is-customer-exist.tells-nobody',
    'words-of-programs',
    'knows customers under the names that every object has',
    inAnswer('isCustomerExist', (answer, { body }) => {
      if (String(body['customerNumber']) in {}) answer['result'] = true;
    }),
  ),
  fault(
    'v1.fresh.is-as-new-as-the-first',
    'undefined-name',
    'makes a customerName of a firstName that was never sent',
    rememberingInAnswer(['registerCustomer', 'getCustomerInfo'], () => {
      const nameless = new Set<unknown>();
      return (answer, { operation, body }) => {
        if (operation === 'getCustomerInfo') {
          if (!nameless.has(answer['customerNumber'])) return;
          answer['customerName'] = `undefined ${String(answer['customerName'])}`;
        } else if (!objectsWith(body, 'name').some(({ name }) => name === 'firstName')) {
          nameless.add(answer['customerNumber']);
        }
      };
    }),
  ),
  fault(
    'v1.response.identifiers-are-texts',
    'beneficiaries-as-sent',
    'returns beneficiaries in the JSON type in which they came',
    rememberingInAnswer(['setAllowedBeneficiaries', 'getAllowedBeneficiaries'], () => {
      const bare = new Set<string>();
      return (answer, { operation, body }) => {
        const items = (operation === 'getAllowedBeneficiaries' ? answer : body)['beneficiaries'];
        if (!Array.isArray(items)) return;
        if (operation === 'getAllowedBeneficiaries') {
          answer['beneficiaries'] = items.map((one) => (bare.has(String(one)) ? Number(one) : one));
        } else {
          for (const one of items) if (typeof one === 'number') bare.add(String(one));
        }
      };
    }),
  ),
  fault(
    'v1.response.identifiers-are-texts',
    'account-as-sent',
    'returns the accountNumber of a customer as the bare number that it was asked for by',
    inAnswer('getCustomerInfo', (answer, { body }) => {
      if (typeof body['accountNumber'] !== 'number') return;
      for (const one of objectsWith(answer, 'accountNumber')) {
        one['accountNumber'] = body['accountNumber'];
      }
    }),
  ),
];
