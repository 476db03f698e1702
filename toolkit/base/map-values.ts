// Tables with the same names and other values, typed by their names.

/** The same names with other values. `Object.entries` and `fromEntries` forget the names, which the result has by its making. */
export function mapValues<Table extends object, To>(
  table: Table,
  map: (value: Table[keyof Table], name: keyof Table & string) => To,
): { readonly [Name in keyof Table]: To } {
  const entries = Object.entries(table).map(([name, value]) => [name, map(value, name as keyof Table & string)]);
  return Object.fromEntries(entries) as { [Name in keyof Table]: To };
}
