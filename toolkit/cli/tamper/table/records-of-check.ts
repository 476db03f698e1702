// The records of one check, taken out of the journal, changed together and put back: what a forger does who makes everything follow.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { renumbered } from '../renumbered.js';
import { all, type Change, type Folder, inJournal } from '../tampering.js';

/** A record of the journal, as JSON. */
export type Line = { readonly [member: string]: JsonValue };

/** They stand together in the invented journal; what is put in needs a number of its own, which `fresh` gives. */
export function inAllRecords(id: string, change: (records: readonly Line[]) => readonly Line[]): Change {
  return all(
    inJournal((journal) => {
      const isOf = (line: string): boolean => line.includes(`"check":${JSON.stringify(id)}`);
      const at = journal.findIndex(isOf);
      const changed = inTime(change(recordsOf({ journal }, id))).map((one) => JSON.stringify(one));
      return [...journal.slice(0, at), ...changed, ...journal.slice(at).filter((line) => !isOf(line))];
    }),
    renumbered,
  );
}

/** What is put in comes when the record before it came. */
function inTime(records: readonly Line[]): readonly Line[] {
  let last = 0n;
  return records.map((record) => {
    const own = BigInt(String(record['t_ns']));
    if (own > last) last = own;
    return { ...record, t_ns: typeof record['t_ns'] === 'number' ? Number(last) : String(last) };
  });
}

export function recordsOf({ journal }: Pick<Folder, 'journal'>, id: string): readonly Line[] {
  return journal
    .filter((line) => line.includes(`"check":${JSON.stringify(id)}`))
    .map((line) => JSON.parse(line) as Line);
}

/** A number that no record has; the order of the lines is what counts when they are counted anew. */
export function fresh(record: Line, name: number): Line {
  return { ...record, i: 1_000_000 + name };
}

export function withParsed(record: Line, change: JsonObject): Line {
  return { ...record, parsed: { ...parsedOf(record), ...change } };
}

export function parsedOf({ parsed }: Line): JsonObject {
  return isJsonObject(parsed) ? parsed : {};
}

/** The text of a record, with something in it replaced wherever it stands. */
export function respelled(record: Line, from: string, to: string): Line {
  return JSON.parse(JSON.stringify(record).replaceAll(from, to)) as Line;
}
