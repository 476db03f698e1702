// One connection as a witness hears it: requests and answers paired in order (RFC 9112, 9.3.2), then the messages of a stream where the
// target switched to one. What is recorded are digests over the form in which a journal keeps a message, without its secrets.
import { answerDigests, type Journalled, messageDigest, requestDigests } from '../../../reports/witness/canonical.js';
import type { AnswerDigests, ExchangeEntry, WitnessEntry } from '../../../reports/witness/record.js';
import type { JournalRecord } from '../../journal/record.js';
import type { Redactor } from '../../journal/redaction.js';
import { serialiseRecord } from '../../journal/serialise.js';
import type { JsonValue } from '../../payload/json.js';
import { rawOf } from '../../wire/exchange-records.js';
import { type Extent, type HttpHead, HttpMessages, headerOf } from './http-messages.js';
import { StreamMessages } from './stream-messages.js';

export interface Notes {
  readonly connection: number;
  readonly redactor: Redactor;
  readonly note: (entry: WitnessEntry) => void;
}

interface Pending {
  readonly at: string;
  readonly head: HttpHead;
  entry?: Omit<ExchangeEntry, 'answer'>;
}

export class Conversation {
  readonly #notes: Notes;
  readonly #pending: Pending[] = [];
  readonly #requests: HttpMessages;
  readonly #answers: HttpMessages;

  constructor(notes: Notes) {
    this.#notes = notes;
    const fromSuite = new StreamMessages((payload) => this.#message('suite', payload));
    const fromTarget = new StreamMessages((payload) => this.#message('target', payload));
    this.#requests = new HttpMessages({
      extentOf: (head) => this.#asked(head),
      message: ({ head, body, unclear }) => this.#request(head, body, unclear),
      switched: (rest) => fromSuite.take(rest),
    });
    this.#answers = new HttpMessages({
      extentOf: (head) => this.#extentOfAnswer(head),
      message: ({ head, body }) => this.#answer(head, body),
      switched: (rest) => fromTarget.take(rest),
    });
  }

  suiteSaid(chunk: Buffer): void {
    this.#requests.take(chunk);
  }

  targetSaid(chunk: Buffer): void {
    this.#answers.take(chunk);
  }

  /** Nothing more will come from the target: an answer without a stated length is whole. */
  targetEnded(): void {
    this.#answers.end();
  }

  /** The connection is gone. */
  end(): void {
    this.#requests.end();
    for (const { entry } of this.#pending.splice(0)) {
      if (entry !== undefined) this.#notes.note({ ...entry, answer: null });
    }
    for (const [from, { lostBytes }] of [
      ['suite', this.#requests],
      ['target', this.#answers],
    ] as const) {
      if (lostBytes === 0) continue;
      const { connection, note } = this.#notes;
      note({ kind: 'opaque', connection, at: now(), from, bytes: lostBytes });
    }
  }

  #asked(head: HttpHead): Extent {
    this.#pending.push({ at: now(), head });
    for (const [name, value] of head.headers) {
      if (name.toLowerCase() === 'svc-sign') this.#notes.redactor.learnSignature(value);
    }
    return extentOf(head, 0);
  }

  #request(head: HttpHead, body: Buffer, unclear: string | undefined): void {
    const pending = this.#pending.find((one) => one.head === head);
    if (pending !== undefined) pending.entry = this.#entryOf(pending, body, unclear);
  }

  #entryOf({ at, head }: Pending, body: Buffer, unclear: string | undefined): Omit<ExchangeEntry, 'answer'> {
    const space = head.first.indexOf(' ');
    const [method, path] = [head.first.slice(0, space), head.first.slice(space + 1, head.first.lastIndexOf(' '))];
    const headers = head.headers.map((pair) => [...pair].map(decoded));
    const { redactor, connection } = this.#notes;
    const clean = asJournalled({ method, path: decoded(path), headers }, body, redactor);
    const shown = (clean.parsed as { readonly path?: unknown }).path; // made by the line above, and text
    return {
      kind: 'exchange',
      connection,
      at,
      method,
      path: String(shown).slice(0, 300),
      request: requestDigests(clean),
      ...(unclear !== undefined && { unclear }),
    };
  }

  #extentOfAnswer(head: HttpHead): Extent | undefined {
    const status = statusOf(head);
    if (status < 200 && status !== 101) return undefined;
    const asked = this.#pending[0]?.head;
    const hasNone = status === 101 || status === 204 || status === 304 || asked?.first.startsWith('HEAD ') === true;
    return hasNone ? { body: 0 } : extentOf(head, 'to-the-end');
  }

  #answer(head: HttpHead, body: Buffer): void {
    const pending = this.#pending.shift();
    if (pending === undefined) return;
    // Answered before all of the request had come.
    const entry = pending.entry ?? this.#entryOf(pending, Buffer.alloc(0), 'it was answered before it had come whole');
    this.#notes.note({ ...entry, answer: this.#answerOf(head, body) });
    if (statusOf(head) !== 101) return;
    this.#answers.switchOver();
    this.#requests.switchOver();
  }

  #answerOf(head: HttpHead, body: Buffer): AnswerDigests {
    const headers: Record<string, JsonValue> = Object.create(null);
    for (const [name, value] of head.headers) {
      const known = headers[name.toLowerCase()];
      headers[name.toLowerCase()] = known === undefined ? value : `${String(known)}, ${value}`;
    }
    return answerDigests(asJournalled({ status: statusOf(head), headers }, body, this.#notes.redactor));
  }

  #message(from: 'suite' | 'target', payload: Buffer): void {
    const { connection, redactor, note } = this.#notes;
    const { raw } = asJournalled(null, payload, redactor);
    // An empty message is one, an empty body is none.
    note({ kind: 'message', connection, at: now(), from, digest: messageDigest(raw ?? '') });
  }
}

/** As the journal of the run holds it: redacted as its writer redacts. */
function asJournalled(parsed: JsonValue, bytes: Buffer, redactor: Redactor): Journalled {
  const record: Pick<JournalRecord, 'raw' | 'parsed'> = { raw: bytes.length === 0 ? null : rawOf(bytes), parsed };
  const line = serialiseRecord(record as JournalRecord, redactor); // of a record it reads no more than these two
  return JSON.parse(line) as Journalled; // the two members, cleaned
}

/** The stated extent of a body, or what holds where none is stated (RFC 9112, 6.3). */
function extentOf(head: HttpHead, unstated: Extent['body']): Extent {
  const coding = headerOf(head, 'transfer-encoding');
  const stated = headerOf(head, 'content-length');
  if (coding !== undefined && /chunked/i.test(coding)) {
    return { body: 'chunked', ...(stated !== undefined && { unclear: 'it states a length, and chunks besides' }) };
  }
  if (stated === undefined) return { body: unstated };
  return /^\d{1,15}$/.test(stated)
    ? { body: Number(stated) }
    : { body: 'to-the-end', unclear: 'the stated length is no number' };
}

function statusOf({ first }: HttpHead): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
}

/** Text beyond Latin-1 leaves as UTF-8; a journal holds it as text. */
function decoded(latin1: string): string {
  if (!/[\u0080-\u00ff]/.test(latin1)) return latin1;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

function now(): string {
  return new Date().toISOString();
}
