// What a client wants to be told on a connection, by the kinds of events and the instruments that its commands named.

/** By kind the instruments; none for a kind without a list. */
export type Wanted = Map<string, Set<string>>;

export const ALL = 'all';

export function add(wanted: Wanted, kind: string, names: Iterable<string>): void {
  wanted.set(kind, new Set([...(wanted.get(kind) ?? []), ...names]));
}

/** What a client gives up itself: the names of that kind, or the kind where nothing is left of it. */
export function giveUp(wanted: Wanted, kind: string, gone: readonly string[]): void {
  const names = wanted.get(kind);
  for (const name of gone) names?.delete(name);
  if (gone.length === 0 || gone.includes(ALL) || names?.size === 0) wanted.delete(kind);
}

export function joined(...all: readonly Wanted[]): Wanted {
  const both: Wanted = new Map();
  for (const wanted of all) for (const [kind, names] of wanted) add(both, kind, names);
  return both;
}

/** What is owed and not had, in words; whoever had all may well name them one by one. */
export function missingOf(owed: Wanted, had: Wanted): readonly string[] {
  return [...owed].flatMap(([kind, names]) => lacking(kind, names, had.get(kind)));
}

function lacking(kind: string, owed: ReadonlySet<string>, has: ReadonlySet<string> | undefined): readonly string[] {
  if (has === undefined) return [kind];
  if (has.has(ALL) || owed.has(ALL)) return [];
  const gone = [...owed].filter((name) => !has.has(name));
  // A list that was refused, or emptied by what happened, tells nothing.
  return gone.length === 0 || has.size === 0 ? [] : [`${kind} of ${gone.join(', ')}`];
}

/** In words. */
export function listed(wanted: Wanted): string {
  return [...wanted].map(([kind, { size }]) => (size === 0 ? kind : `${kind} of ${size}`)).join(' and ');
}
