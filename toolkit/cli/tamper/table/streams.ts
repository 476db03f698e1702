// What crossed a stream and how it ended, changed with all that follows from it.
import type { Change, Folder } from '../tampering.js';
import { onKind, type Row } from './passing.js';
import { fresh, inAllRecords, type Line, respelled, withParsed } from './records-of-check.js';

/** The first check that listens. */
function listener({ journal }: Folder): string {
  const line = journal.find((one) => one.includes('"kind":"open"'));
  return String((JSON.parse(line ?? '{}') as Line)['check']);
}

export function ofStreams(folder: Folder): readonly Row[] {
  const id = listener(folder);
  const heard = (change: (records: readonly Line[]) => readonly Line[]): Change => inAllRecords(id, change);
  const onEvents = (change: (events: readonly Line[]) => readonly Line[]): Change =>
    heard((records) => {
      const events = records.filter(({ kind }) => kind === 'event');
      const at = records.findIndex(({ kind }) => kind === 'event');
      const rest = records.filter(({ kind }) => kind !== 'event');
      return [...rest.slice(0, at), ...change(events), ...rest.slice(at)];
    });
  return [
    [
      'a message with another figure, in bytes and view',
      'witness',
      onEvents((whole) => whole.map((one) => respelled(one, '1000.00', '1000.07'))),
    ],
    [
      'a message more, at the end',
      'witness',
      onEvents((whole) => [...whole, ...whole.slice(-1).map((one) => fresh(respelled(one, '1000.00', '3.00'), 1))]),
    ],
    [
      'the messages of a stream in another order',
      'witness',
      onEvents(([first, ...rest]) => [first ?? {}, ...rest.reverse()]),
    ],
    ['a message less, in the middle', 'witness', onEvents((whole) => [...whole.slice(0, 1), ...whole.slice(2)])],
    ['the last messages of a stream less', 'ends', onEvents((whole) => whole.slice(0, 1))],
    [
      'a command with another list',
      'witness',
      heard((records) => records.flatMap(onKind('send', (one) => respelled(one, 'account_state', 'transactions')))),
    ],
    ['no command', 'witness', heard((records) => records.filter(({ kind }) => kind !== 'send'))],
    ['a command more', 'ends', heard((records) => records.flatMap(onKind('send', (one) => [one, fresh(one, 1)])))],
    [
      'another command, on a stream whose frames are called wrong on purpose',
      'raw',
      heard((records) =>
        records.flatMap(
          onKind('send', (one) => withParsed(respelled(one, 'account_state', 'transactions'), { frame: 'text' })),
        ),
      ),
    ],
    [
      'another code of the close',
      'ends',
      heard((records) => records.flatMap(onKind('close', (one) => withParsed(one, { code: 1011 })))),
    ],
    [
      'a stream that nobody opened',
      'witness',
      heard((records) => records.map((one) => (one['conn'] === 'http' ? respelled(one, '/v1/any', '/v1/ws') : one))),
    ],
  ];
}
