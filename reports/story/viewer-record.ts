// A journal record as stories and the page read it: in milliseconds, bounded, and what `raw` already says not said again.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonArray, isJsonObject } from '../../toolkit/payload/json-kind.js';
import { capped } from '../model/sanitize.js';
import type { ViewerRecord } from '../render/viewer-data.js';

const MOST_RAW = 6_000;
const MOST_PARSED = 8_000;
const MOST_TEXT = 600;
const MOST_ELEMENTS = 60;

export function viewerRecord(record: JournalRecord): ViewerRecord {
  const whole = unbounded(record);
  return { ...whole, parsed: bounded(whole.parsed) };
}

/** The same as JSON. What is short as a whole is short in each part, so that hardly any record is written twice. */
export function viewerText(record: JournalRecord): string {
  const whole = unbounded(record);
  const text = JSON.stringify(whole);
  return text.length <= MOST_PARSED ? text : JSON.stringify({ ...whole, parsed: bounded(whole.parsed) });
}

function unbounded(record: JournalRecord): ViewerRecord {
  const { raw, cut } = shortRaw(record.raw);
  const compacted: ViewerRecord = {
    i: record.i,
    t: Math.round(record.t_ns / 1e3) / 1e3,
    kind: record.kind,
    actor: record.actor,
    conn: record.conn,
    account: record.account,
    key: record.client_request_id,
    operation: record.operation_id,
    raw,
    parsed: withoutRaw(record),
    error: record.error,
    cause: record.cause,
  };
  return cut === 0 ? compacted : { ...compacted, cut };
}

function shortRaw(raw: JournalRecord['raw']): { readonly raw: JournalRecord['raw']; readonly cut: number } {
  if (raw === null) return { raw, cut: 0 };
  const text = typeof raw === 'string' ? raw : raw.base64;
  if (text.length <= MOST_RAW) return { raw, cut: 0 };
  const kept = text.slice(0, MOST_RAW);
  return { raw: typeof raw === 'string' ? kept : { base64: kept }, cut: text.length - MOST_RAW };
}

/** `body` and `message` are the raw text once more. */
function withoutRaw({ raw, parsed }: JournalRecord): JsonValue {
  if (raw === null || !isJsonObject(parsed)) return parsed;
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== 'body' && name !== 'message'));
}

/** A target can also put very much into a header, or into a member that the dialect reads. */
function bounded(parsed: JsonValue): JsonValue {
  return JSON.stringify(parsed).length <= MOST_PARSED ? parsed : shortened(parsed);
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') return capped(value, MOST_TEXT);
  if (isJsonArray(value)) return value.slice(0, MOST_ELEMENTS).map(shortened);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).slice(0, MOST_ELEMENTS);
  return Object.fromEntries(members.map(([name, member]) => [capped(name, MOST_TEXT), shortened(member)]));
}
