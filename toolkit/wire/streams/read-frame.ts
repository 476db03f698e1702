// One frame through the dialect, which may be code of the profile's author: whatever that throws or returns, there are messages, and
// a defect that says what was wrong. How many documents a frame holds is left open (interface 4.5), so the dialect says it.

import { messageOf } from '../../base/message-of.js';
import type { RecordDraft } from '../../journal/record.js';
import { decodeDocuments } from '../../payload/decode-body.js';
import type { JsonValue } from '../../payload/json.js';
import type { FrameDocuments } from '../../profile/dialect/dialect.js';
import type { StreamMessage } from '../../profile/dialect/views.js';

/** Reads the messages of one document of a frame (`Dialect.readFrame`). */
export type FrameReader = (frame: JsonValue) => readonly StreamMessage[];

export interface FrameReading {
  /** Never empty. */
  readonly messages: readonly StreamMessage[];
  readonly error: RecordDraft['error'];
}

/** The error of a frame which holds several documents, where the dialect does not say how many there are. */
export const SEVERAL_DOCUMENTS = 'several-documents';

export function readFrame(data: Buffer, read: FrameReader, stated: FrameDocuments = null): FrameReading {
  const { documents, fault } = decodeDocuments(data, stated !== 'one');
  if (documents === undefined) {
    return { messages: [unknownMessage(null)], error: { code: 'json-invalid', message: fault ?? 'an empty frame' } };
  }
  if (documents.length === 0) return { messages: [{ kind: 'ignored', message: null, view: {} }], error: null };
  if (documents.length > 1 && stated === null) {
    const message = `${documents.length} JSON documents in one frame: state under dialect \`frames: {documents: several}\``;
    return { messages: [unknownMessage(null)], error: { code: SEVERAL_DOCUMENTS, message } };
  }
  const readings = documents.map((document) => readDocument(document, read));
  return {
    messages: readings.flatMap(({ messages }) => messages),
    error: readings.find(({ error }) => error !== null)?.error ?? null,
  };
}

function readDocument(body: JsonValue, read: FrameReader): FrameReading {
  try {
    const messages: unknown = read(body);
    const odd = oddity(messages);
    if (odd !== undefined) return failed(body, `readFrame: expected a list of {kind, message, view}, got ${odd}`);
    // The list was looked at just now; what its views hold is judged by whoever reads them.
    const list = messages as readonly StreamMessage[];
    return { messages: list.length === 0 ? [unknownMessage(body)] : list, error: null };
  } catch (cause) {
    return failed(body, messageOf(cause));
  }
}

/** What the dialect wants to have sent back; a defect where it fails on that. */
export function replyOf(
  message: StreamMessage,
  replyTo: ((message: StreamMessage) => string | undefined) | undefined,
): { readonly reply?: string; readonly error?: { readonly code: string; readonly message: string } } {
  try {
    const reply: unknown = replyTo?.(message);
    if (reply === undefined) return {};
    return typeof reply === 'string'
      ? { reply }
      : { error: { code: 'dialect-failed', message: `replyTo: expected text or undefined, got ${typeof reply}` } };
  } catch (cause) {
    return { error: { code: 'dialect-failed', message: messageOf(cause) } };
  }
}

function failed(body: JsonValue, message: string): FrameReading {
  return { messages: [unknownMessage(body)], error: { code: 'dialect-failed', message } };
}

function unknownMessage(message: JsonValue): StreamMessage {
  return { kind: 'unknown', message, view: {} };
}

/** What keeps a value from being a list of messages that can be journalled; undefined when nothing does. */
function oddity(value: unknown): string | undefined {
  if (value instanceof Promise) {
    // Its rejection is reported here, not as one that nobody handles.
    value.catch(() => undefined);
    return 'a promise';
  }
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value;
  for (const one of value as readonly unknown[]) {
    if (typeof one !== 'object' || one === null) return `an item that is ${one === null ? 'null' : typeof one}`;
    const { kind, message, view } = one as Readonly<Record<string, unknown>>;
    if (typeof kind !== 'string') return 'an item without a kind';
    if (message === undefined) return `a ${kind} without the message`;
    if (typeof view !== 'object' || view === null) return `a ${kind} without a view`;
  }
  return undefined;
}
