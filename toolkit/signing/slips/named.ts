// A short name and what it stands for in one text, as in `sorts-query: signs the query sorted by name`: a row of a table is then one
// key with one value. Ids have no colon.
export type Named = `${string}: ${string}`;

export function splitNamed(named: Named): readonly [name: string, meaning: string] {
  const end = named.indexOf(': ');
  return [named.slice(0, end), named.slice(end + 2)];
}

/** The rows of a table in their order. */
export function namedRows<Value>(
  table: Readonly<Record<Named, Value>>,
): readonly (readonly [name: string, meaning: string, value: Value])[] {
  // Object.entries loses the keys' type.
  return Object.entries(table).map(([named, value]) => [...splitNamed(named as Named), value]);
}
