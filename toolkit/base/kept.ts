// Looking up, making and keeping in one step, for maps and weak maps alike.

/** The value that is kept under a key; made, and kept from then on, when it is first asked for. */
export function kept<Key, Value>(
  store: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const known = store.get(key);
  if (known !== undefined) return known;
  const made = make();
  store.set(key, made);
  return made;
}
