/** One instance of a law: of an operation, of a value, or of a way of asking. */
export interface LawRow<Client> {
  readonly name: string;
  readonly ask: (client: Client) => Promise<void>;
}

/** One instance for each of several. */
export function rowsOf<Of, Client>(
  all: readonly Of[],
  nameOf: (one: Of) => string,
  ask: (client: Client, one: Of) => Promise<void>,
): LawRow<Client>[] {
  return all.map((one) => ({ name: nameOf(one), ask: (client) => ask(client, one) }));
}
