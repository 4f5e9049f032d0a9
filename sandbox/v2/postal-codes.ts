const digits = (...lengths: readonly number[]): RegExp =>
  new RegExp(`^(?:${lengths.map((length) => `\\d{${length}}`).join('|')})$`);

/** Postal codes of countries whose cardholders are commonly seen here; of others any will do. */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ...['AT', 'BE', 'BG', 'CH', 'DK', 'HU', 'NO'].map((country) => [country, digits(4)] as const),
  ...['DE', 'EE', 'ES', 'FI', 'FR', 'HR', 'IT', 'UA'].map(
    (country) => [country, digits(5)] as const,
  ),
  ['CZ', /^\d{3} ?\d{2}$/],
  ['GB', /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i],
  ['LT', /^(?:LT-)?\d{5}$/i],
  ['LV', /^(?:LV-)?\d{4}$/i],
  ['NL', /^\d{4} ?[A-Z]{2}$/i],
  ['PL', /^\d{2}-?\d{3}$/],
  ['PT', /^\d{4}-?\d{3}$/],
  ['RO', digits(6)],
  ['SE', /^\d{3} ?\d{2}$/],
  ['US', /^\d{5}(?:-?\d{4})?$/],
]);

/** Whether a text is a postal code of the country of an address. Document 2, part 2.1. */
export function isPostalCode(text: string, country: string | undefined): boolean {
  return forms.get(country ?? '')?.test(text) ?? true;
}
