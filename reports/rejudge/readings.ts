// What a run read in answers and messages, read again: the body from the recorded bytes, the view by the dialect of the profile in the
// journal. Where the journal of somebody's profile names a dialect that is a program, only the bytes can be read again.
import type { JournalRecord } from '../../toolkit/journal/record.js';
import { decodeBody, decodeDocuments } from '../../toolkit/payload/decode-body.js';
import type { JsonValue } from '../../toolkit/payload/json.js';
import { isJsonObject, memberOf } from '../../toolkit/payload/json-kind.js';
import { canonicalJson } from '../../toolkit/payload/same-json.js';
import { hasTakenOut, readsAlike } from './redacted-texts.js';

export interface ReadAgain {
  /** The view of an answer. May throw where the dialect fails on it, as it did in the run. */
  readonly answer: (request: string, status: number, body: JsonValue) => JsonValue;
  /** The messages of a document of a frame, as `{kind, message, view}`. */
  readonly frame: (body: JsonValue) => readonly JsonValue[];
  /** Whether a frame may hold several documents. */
  readonly maySeveral: boolean;
}

export class Readings {
  readonly #read: ReadAgain | undefined;
  /** By stream: the first record of its last frame, and what is still to come of it. */
  readonly #frames = new Map<string, { readonly record: number; readonly left: JsonValue[] }>();

  constructor(read: ReadAgain | undefined) {
    this.#read = read;
  }

  /** What is wrong with what a record says was read, in a sentence; undefined when nothing is. */
  take(record: JournalRecord): string | undefined {
    if (record.kind === 'ok') return this.#answer(record);
    if (record.kind === 'event') return this.#message(record);
    return record.kind === 'send' ? sentDifference(record) : undefined;
  }

  #answer({ raw, parsed, error }: JournalRecord): string | undefined {
    const [request, status] = [memberOf(parsed, 'request'), memberOf(parsed, 'status')];
    const body = memberOf(parsed, 'body') ?? null;
    // A document that is no answer of the interface is kept as it came.
    if (request === 'openapi') return body === null ? undefined : 'a document that was read as an answer';
    if (memberOf(parsed, 'body') === undefined || memberOf(parsed, 'view') === undefined) {
      return 'the answer does not say what was read in it';
    }
    if (!isJsonObject(memberOf(parsed, 'headers'))) return 'the answer does not say which headers came with it';
    // What is no JSON is said to be none.
    const isUnread = body === null && typeof raw === 'string' && jsonOf(raw) === undefined && !hasTakenOut(raw);
    if (isUnread && memberOf(parsed, 'bodyFault') === undefined) return 'the answer has bytes that nobody read';
    const different = bodyDifference(raw, body);
    if (different !== undefined || this.#read === undefined) return different;
    const isNothing = body === null && jsonOf(raw) === undefined;
    const { answer } = this.#read;
    const said = isNothing ? null : attempted(() => answer(String(request), Number(status), body));
    return viewDifference(said, error, memberOf(parsed, 'view') ?? null);
  }

  #message({ i, conn, raw, parsed, error, cause }: JournalRecord): string | undefined {
    if (error !== null) return undefined;
    const stream = conn ?? '';
    const message = memberOf(parsed, 'message') ?? null;
    if (this.#read === undefined) {
      return raw === null || jsonOf(raw) === undefined ? undefined : shapeDifference(raw, message);
    }
    if (raw !== null) {
      const { frame, maySeveral } = this.#read;
      const documents = documentsOf(raw, maySeveral);
      if (documents === undefined) return 'the message was read as JSON, but its bytes are not JSON';
      const left = documents.flatMap((body) => {
        const messages = attempted(() => [...frame(body)]) ?? [];
        // What the dialect makes nothing of is a message all the same.
        return messages.length === 0 ? [{ kind: 'unknown', message: body, view: {} }] : messages;
      });
      if (documents.length === 0) left.push({ kind: 'ignored', message: null, view: {} });
      this.#frames.set(stream, { record: i, left });
    }
    const frame = this.#frames.get(stream);
    if (frame === undefined || (raw === null && frame.record !== cause)) return 'a message of no frame';
    const said = frame.left.shift();
    if (said === undefined) return 'a message more than the bytes of its frame hold';
    return alike(said, parsed) ? undefined : 'the message that was judged is not what the recorded bytes say';
  }
}

function bodyDifference(raw: JournalRecord['raw'], body: JsonValue): string | undefined {
  const said = jsonOf(raw);
  if (said === undefined) {
    return body === null || isMarked(raw) ? undefined : 'the body was read as JSON, but its bytes are not JSON';
  }
  return alike(said, body) ? undefined : 'the body that was judged is not what the recorded bytes say';
}

function viewDifference(
  said: JsonValue | undefined,
  error: JournalRecord['error'],
  view: JsonValue,
): string | undefined {
  const hasFailed = said === undefined;
  if (hasFailed !== (error !== null)) {
    return 'whether the dialect could read the answer is not what it says of it again';
  }
  return alike(said ?? null, view) ? undefined : 'what the dialect read in the answer is not what it reads in it again';
}

function sentDifference({ raw, parsed }: JournalRecord): string | undefined {
  const message = memberOf(parsed, 'message') ?? null;
  return message === null ? undefined : shapeDifference(raw, message);
}

/** Whether the value is in the bytes: what a dialect took out of a frame is at least a part of it. */
function shapeDifference(raw: JournalRecord['raw'], message: JsonValue): string | undefined {
  const body = jsonOf(raw);
  if (body === undefined || isMarked(raw)) return undefined;
  return canonicalJson(body).includes(canonicalJson(message))
    ? undefined
    : 'the message is not what the recorded bytes say';
}

/** Of one frame. */
function documentsOf(raw: JournalRecord['raw'], maySeveral: boolean): readonly JsonValue[] | undefined {
  return typeof raw === 'string' ? decodeDocuments(Buffer.from(raw, 'utf8'), maySeveral).documents : undefined;
}

/** By the reader of the run: on a number that no double holds, say, readers of JSON disagree. */
function jsonOf(raw: JournalRecord['raw']): JsonValue | undefined {
  return typeof raw === 'string' ? decodeBody(Buffer.from(raw, 'utf8')).body : undefined;
}

/** Secrets went from both, and maybe at different places. */
function alike(said: JsonValue, stated: JsonValue): boolean {
  const [a, b] = [canonicalJson(plain(said)), canonicalJson(plain(stated))];
  return a === b || readsAlike(a, b) || readsAlike(b, a);
}

function isMarked(raw: JournalRecord['raw']): boolean {
  return typeof raw === 'string' && hasTakenOut(raw);
}

/** As the journal has it: members that are undefined vanish. */
function plain(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function attempted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
