// What the claims of a run rest on, taken away or made to say something else.
import type { JsonObject } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import { type Change, type Folder, inJournal } from '../tampering.js';
import { present, type Row } from './passing.js';
import { type Line, parsedOf } from './records-of-check.js';

/** The first claim that rests on something of that name, and its check. */
function claimOf({ journal }: Folder, name: string): Line {
  const line = journal.find((one) => one.includes('"kind":"assert"') && one.includes(`"${name}":`));
  return JSON.parse(line ?? '{}') as Line;
}

export function ofClaims(folder: Folder): readonly Row[] {
  const onClaim =
    (name: string) =>
    (change: (parsed: JsonObject, record: Line) => JsonObject): Change => {
      const claim = claimOf(folder, name);
      return inJournal((journal) =>
        journal.map((line) => {
          const record = line.includes(`"i":${Number(claim['i'])},`) ? (JSON.parse(line) as Line) : undefined;
          if (record?.['i'] !== claim['i'] || record === undefined) return line;
          return JSON.stringify({ ...record, parsed: change(parsedOf(record), record) });
        }),
      );
    };
  const [shown, history, sought] = [onClaim('shown'), onClaim('history'), onClaim('sought')];
  const without = (parsed: JsonObject, name: string): JsonObject => {
    const { [name]: _, ...rest } = parsed;
    return rest;
  };
  const inFirst =
    (name: string, change: JsonObject) =>
    (parsed: JsonObject): JsonObject => {
      const list = parsed[name];
      const [first] = isJsonArray(list) ? list : [];
      return { ...parsed, [name]: [{ ...(isJsonObject(first) ? first : {}), ...change }] };
    };
  const ofHistory =
    (change: JsonObject) =>
    (parsed: JsonObject): JsonObject => {
      const of = parsed['history'];
      return { ...parsed, history: { ...(isJsonObject(of) ? of : {}), ...change } };
    };
  const after = { pointer: '/kind', predicate: 'equals', expected: 'nothing' };
  return [
    ['a claim without its facts', 'computed', shown((parsed) => without(parsed, 'shown'))],
    [
      'a claim with another fact, as true',
      'demanded',
      shown(inFirst('shown', { pointer: '', predicate: 'present', expected: null })),
    ],
    ['a claim with a fact that is not so', 'witness', shown(inFirst('shown', { expected: 'tick' }))],
    ['a claim with a fact of another check', 'witness', shown(inFirst('shown', { record: 1 }))],
    [
      'a claim with a fact of itself',
      'witness',
      shown((parsed, { i = null }) => inFirst('shown', { record: i })(parsed)),
    ],
    ['a claim with no facts in its list', 'witness', shown((parsed) => ({ ...parsed, shown: [] }))],
    ['a claim with a predicate that nobody knows', 'witness', shown(inFirst('shown', { predicate: 'isSplendid' }))],
    ['a claim with facts that the run did not compute', 'witness', shown((parsed) => without(parsed, 'computed'))],
    ['a claim without what was looked for', 'computed', sought((parsed) => without(parsed, 'sought'))],
    ['a claim that looked for what nobody sends', 'demanded', sought(inFirst('sought', { facts: [after] }))],
    ['a claim that looked for anything, and something came', 'witness', sought(inFirst('sought', { facts: [] }))],
    [
      'a claim that looked only later',
      'demanded',
      sought((parsed, { i = null }) => inFirst('sought', { after: Number(i) - 1 })(parsed)),
    ],
    [
      'a claim that looked after it was made',
      'witness',
      sought((parsed, { i = null }) => inFirst('sought', { after: i })(parsed)),
    ],
    ['a claim that looked on a stream of another check', 'witness', sought(inFirst('sought', { conn: 'ws-999999' }))],
    ['a claim that looked nowhere', 'witness', sought((parsed) => ({ ...parsed, sought: [] }))],
    ['a claim over the run without its history', 'witness', history((parsed) => without(parsed, 'history'))],
    [
      'a claim over the run that rests on a fact instead',
      'witness',
      history((parsed) => ({ ...without(parsed, 'history'), shown: [present(1)] })),
    ],
    ['a claim over the run until its beginning', 'witness', history(ofHistory({ until: 1 }))],
    ['a claim over the run until after it', 'witness', history(ofHistory({ until: 999_999_999 }))],
    ['a claim over the run by another checker', 'witness', history(ofHistory({ checker: 'another' }))],
    [
      'a claim over the run by every checker',
      'witness',
      history((parsed) => ({ ...parsed, history: without(historyIn(parsed), 'checker') })),
    ],
    ['a claim over the run that saw its check alone', 'witness', history(ofHistory({ over: 'check' }))],
    ['a claim over the run at level should', 'witness', history((parsed) => ({ ...parsed, level: 'should' }))],
  ];
}

function historyIn(parsed: JsonObject): JsonObject {
  return isJsonObject(parsed['history']) ? parsed['history'] : {};
}
