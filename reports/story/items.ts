// Orders the records of a check for reading: each request with its outcome, each frame, each step of the suite, in order of time.
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';

export type Item =
  | { readonly type: 'exchange'; readonly request: ViewerRecord; readonly outcome: ViewerRecord | undefined }
  | { readonly type: 'record'; readonly record: ViewerRecord };

export function itemsOf(records: readonly ViewerRecord[]): readonly Item[] {
  const outcomes = new Map<number, ViewerRecord>();
  for (const record of records) {
    if ((record.kind === 'ok' || record.kind === 'fail' || record.kind === 'info') && record.cause !== null) {
      outcomes.set(record.cause, record);
    }
  }
  const invoked = new Set(records.filter((record) => record.kind === 'invoke').map((record) => record.i));
  return records.flatMap((record): readonly Item[] => {
    if (record.kind === 'invoke') return [{ type: 'exchange', request: record, outcome: outcomes.get(record.i) }];
    const shown = outcomes.get(record.cause ?? -1) === record && invoked.has(record.cause ?? -1);
    return shown ? [] : [{ type: 'record', record }];
  });
}

/** The index numbers that an item stands for. */
export function recordsIn(item: Item): readonly number[] {
  if (item.type === 'record') return [item.record.i];
  return item.outcome === undefined ? [item.request.i] : [item.request.i, item.outcome.i];
}

/** The request before this one in the same check that asked for the same and was not damaged: what a damaged one is compared with. */
export function twinOf(records: readonly ViewerRecord[], request: ViewerRecord): ViewerRecord | undefined {
  const name = memberOf(request.parsed, 'request');
  const earlier = records.filter(
    (one) => one.kind === 'invoke' && one.i < request.i && memberOf(one.parsed, 'request') === name,
  );
  return earlier.filter((one) => memberOf(one.parsed, 'damage') === undefined).at(-1) ?? earlier.at(-1);
}

/** Name and value pairs of a request (a list of pairs) or an answer (an object). */
export function headersOf(record: ViewerRecord): readonly (readonly [name: string, value: string])[] {
  const headers = memberOf(record.parsed, 'headers');
  if (isJsonArray(headers)) return headers.map(textPair);
  return isJsonObject(headers) ? Object.entries(headers).map(([name, value]) => [name, textOf(value)]) : [];
}

function textPair(pair: JsonValue): readonly [string, string] {
  return isJsonArray(pair) ? [textOf(pair[0]), textOf(pair[1])] : [textOf(pair), ''];
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}
