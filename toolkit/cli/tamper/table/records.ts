// Every member of every kind of journal line: another value, none, one of another type; and each kind of line dropped, doubled, moved,
// and given to another check, with everything counted and sealed anew. Left out is what only a witness sees: see `UNPROVEN`.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { renumbered } from '../renumbered.js';
import { all, type Folder, inJournal, type Unfiled, type Victims } from '../tampering.js';
import { CHANGES, changedAt, membersOf } from './members.js';

type Holder = NonNullable<Unfiled['holder']>;

/** What a record says that nothing else in a journal tells again: the holder may invent it, and a witness sees it or not. */
const UNPROVEN: readonly (readonly [kind: RegExp, place: RegExp, holder: Holder])[] = [
  // MomentSequence within the order of the journal, and where nothing rests on them.
  [/./, /^\/(wall|t_ns)$/, 'moments'],
  // What a target says outside of its bodies.
  [/^ok$/, /^\/parsed\/(headers|status)/, 'witness'],
  [/^close$/, /^\/(parsed|error)|^\/raw|^\/actor/, 'ends'],
  // An exchange that no signature covers, and what the suite says of its own intention.
  [/^(invoke|ok|send|event|open|close)$/, /^\/(operation_id|client_request_id|account)/, 'belonging'],
  [/^(invoke|ok|send|event|open|close)$/, /^\/error/, 'ends'],
  [/^invoke$/, /^\/parsed\/(headers|path)/, 'witness'],
  [/^invoke$/, /^\/parsed\/(params|request|damage)|^\/actor/, 'remarks'],
  [/^(send|open)$/, /^\/(parsed|raw|actor)/, 'remarks'],
  [/^control$/, /./, 'control'],
  [/^info$/, /./, 'remarks'],
  // What a run computed itself is taken over, and counted.
  [/^assert [a-z]+$/, /^\/parsed\/(expected|actual|message|evidence|computed|shown|history|sought)/, 'computed'],
  [/^assert/, /^\/parsed\/(message|expected|predicate|pointer|requirement)/, 'demanded'],
  [/^assert/, /^\/(conn|account|client_request_id|operation_id|raw|error)/, 'belonging'],
  [/^(verdict|observe)$/, /^\/(conn|account|client_request_id|operation_id|raw|error|cause)/, 'remarks'],
  [/^observe$/, /^\/parsed\/evidence/, 'remarks'],
];

export function ofRecords({ journal }: Folder, { passed, failed }: Victims): readonly Unfiled[] {
  const lines = journal.slice(1, -1).map((line) => JSON.parse(line) as JsonObject);
  const kinds = new Map<string, number>();
  for (const [at, { kind, check, parsed }] of lines.entries()) {
    const name = kind === 'assert' ? sortOf(parsed as JsonObject) : String(kind);
    if (check !== null && !kinds.has(name)) kinds.set(name, at + 1);
  }
  return [
    ...members('header', 0, journal),
    ...[...kinds].flatMap(([kind, at]) => [
      ...members(kind, at, journal),
      ...ofLine(kind, at, lines[at - 1]?.['check'] === passed ? failed : passed),
    ]),
    ...members('footer', journal.length - 1, journal),
  ];
}

/** Over a record, or a claim and what it rests on. */
function sortOf(parsed: JsonObject): string {
  if (parsed['computed'] !== true) return 'assert';
  return `assert ${['shown', 'history', 'sought'].find((name) => name in parsed) ?? 'computed'}`;
}

function members(kind: string, at: number, journal: readonly string[]): readonly Unfiled[] {
  const document = JSON.parse(journal[at] ?? '{}') as JsonObject;
  const places = membersOf(document, '').filter((place) => !isDeep(kind, place));
  return places.flatMap((place) =>
    CHANGES.filter(({ of }) => JSON.stringify(changedAt(document, place, of)) !== JSON.stringify(document)).map(
      ({ what, of }): Unfiled => ({
        what: `journal, ${kind}${place}: ${what}`,
        ...ofHolder(kind, place),
        change: inJournal((lines) =>
          lines.map((line, index) =>
            index === at ? JSON.stringify(changedAt(JSON.parse(line) as JsonValue, place, of)) : line,
          ),
        ),
      }),
    ),
  );
}

function ofHolder(kind: string, place: string): { readonly holder?: Holder } {
  if (kind === 'header' || kind === 'footer') return {};
  const holder = UNPROVEN.find(([of, where]) => of.test(kind) && where.test(place))?.[2];
  return holder === undefined ? {} : { holder };
}

/** Of a profile in the header, the members of the first two floors: below, it is one digest. */
function isDeep(kind: string, place: string): boolean {
  return (kind === 'header' && place.split('/').length > 5) || place === '/sha256';
}

function ofLine(kind: string, at: number, other: string): readonly Unfiled[] {
  const line = (change: (line: string) => readonly string[]): NonNullable<Unfiled['change']> =>
    inJournal((lines) => lines.flatMap((one, index) => (index === at ? change(one) : [one])));
  const given = (text: string): readonly string[] => [
    JSON.stringify({ ...(JSON.parse(text) as JsonObject), check: other }),
  ];
  const moved = inJournal((lines) => [
    ...lines.slice(0, at),
    ...lines.slice(at + 1, -1),
    ...lines.slice(at, at + 1),
    ...lines.slice(-1),
  ]);
  const rows: readonly (readonly [string, NonNullable<Unfiled['change']>])[] = [
    ['dropped', line(() => [])],
    ['doubled', line((text) => [text, text])],
    ['given to another check', line(given)],
    ['moved to the end', moved],
  ];
  return [
    ...rows.map(([what, change]): Unfiled => {
      const holder = freedom(kind, what);
      return {
        what: `journal, ${kind}: ${what}, and counted anew`,
        ...(holder !== undefined && { holder }),
        change: all(change, renumbered),
      };
    }),
    // Without counting anew, each breaks the order; to whom a line belongs is in no count.
    ...rows
      .filter(([what]) => what !== 'given to another check')
      .map(([what, change]): Unfiled => ({ what: `journal, ${kind}: ${what}, as it is`, change })),
  ];
}

/** What the suite notes beside an exchange, nothing rests on; undefined where something does. */
function freedom(kind: string, what: string): Holder | undefined {
  if (kind === 'control') return 'control';
  if (kind === 'info' || kind === 'observe') return 'remarks';
  if (kind === 'send') return 'witness';
  if (kind.startsWith('assert ')) return what === 'moved to the end' ? undefined : 'computed';
  if (kind === 'assert' && (what === 'doubled' || what === 'dropped')) return 'demanded';
  return kind === 'close' && (what === 'dropped' || what === 'moved to the end') ? 'ends' : undefined;
}
