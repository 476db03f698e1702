// Every member of every kind of journal line: another value, none, one of another type; and each kind of line dropped, doubled, moved,
// and given to another check, with everything counted and sealed anew. Left out is what only a witness sees: see `UNPROVEN`.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { all, type Folder, inJournal, renumbered, type Unfiled, type Victims } from '../tampering.js';
import { CHANGES, changedAt, membersOf } from './members.js';

/** What a record says that nothing else in a journal tells again: who holds the evidence may invent it (README of the certificate). */
const UNPROVEN: readonly (readonly [kind: RegExp, place: RegExp])[] = [
  // Moments within the order of the journal, and where nothing rests on them.
  [/./, /^\/(wall|t_ns)$/],
  // What a target says outside of its bodies.
  [/^ok$/, /^\/parsed\/(headers|status)/],
  [/^close$/, /^\/(parsed|error)|^\/raw/],
  // An exchange that no signature covers, and what the suite says of its own intention.
  [/^(invoke|ok|send|event|open|close)$/, /^\/(operation_id|client_request_id|account|error)/],
  [/^invoke$/, /^\/parsed\/(headers|params|request|damage|path)|^\/actor/],
  [/^(send|open)$/, /^\/(parsed|raw|actor)/],
  [/^(control|info)$/, /./],
  // What a run computed itself is taken over, and counted.
  [/^assert computed$/, /^\/parsed\/(expected|actual|message|evidence|computed)/],
  [
    /^assert$/,
    /^\/parsed\/(message|expected|predicate|pointer|requirement)|^\/(conn|account|client_request_id|operation_id|raw|error)/,
  ],
  [/^(verdict|observe)$/, /^\/(conn|account|client_request_id|operation_id|raw|error|cause)/],
  [/^observe$/, /^\/parsed\/evidence/],
  // Whose account it was about, where nothing crossed the wire; and who closed.
  [/^assert/, /^\/account/],
  [/^close$/, /^\/actor/],
];

export function ofRecords({ journal }: Folder, { passed, failed }: Victims): readonly Unfiled[] {
  const lines = journal.slice(1, -1).map((line) => JSON.parse(line) as JsonObject);
  const kinds = new Map<string, number>();
  for (const [at, { kind, check, parsed }] of lines.entries()) {
    const isComputed = kind === 'assert' && (parsed as JsonObject)['computed'] === true;
    const name = isComputed ? 'assert computed' : String(kind);
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

function members(kind: string, at: number, journal: readonly string[]): readonly Unfiled[] {
  const document = JSON.parse(journal[at] ?? '{}') as JsonObject;
  const places = membersOf(document, '').filter(
    (place) =>
      !isDeep(kind, place) &&
      !UNPROVEN.some(([of, where]) => kind !== 'header' && kind !== 'footer' && of.test(kind) && where.test(place)),
  );
  return places.flatMap((place) =>
    CHANGES.filter(({ of }) => JSON.stringify(changedAt(document, place, of)) !== JSON.stringify(document)).map(
      ({ what, of }): Unfiled => ({
        what: `journal, ${kind}${place}: ${what}`,
        change: inJournal((lines) =>
          lines.map((line, index) =>
            index === at ? JSON.stringify(changedAt(JSON.parse(line) as JsonValue, place, of)) : line,
          ),
        ),
      }),
    ),
  );
}

/** Of a profile in the header, the members of the first two floors: below, it is one digest. */
function isDeep(kind: string, place: string): boolean {
  return (kind === 'header' && place.split('/').length > 5) || place === '/sha256';
}

const NEEDED = /^(control|info|observe)$/;

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
    ...rows
      .filter(([what]) => !isFree(kind, what))
      .map(
        ([what, change]): Unfiled => ({
          what: `journal, ${kind}: ${what}, and counted anew`,
          change: all(change, renumbered),
        }),
      ),
    // Without counting anew, each breaks the order; to whom a line belongs is in no count.
    ...rows
      .filter(([what]) => what !== 'given to another check')
      .map(([what, change]): Unfiled => ({ what: `journal, ${kind}: ${what}, as it is`, change })),
  ];
}

/** What the suite notes beside an exchange, nothing rests on. */
function isFree(kind: string, what: string): boolean {
  return (
    NEEDED.test(kind) ||
    (kind === 'send' && what !== 'given to another check') ||
    (kind === 'assert computed' && what !== 'moved to the end') ||
    (kind === 'assert' && what === 'doubled') ||
    (kind === 'close' && what === 'dropped') ||
    (kind === 'close' && what === 'moved to the end')
  );
}
