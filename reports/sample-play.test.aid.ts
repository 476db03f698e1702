// The records of one check of a sample run, in the forms that the suite writes.
import { createHash } from 'node:crypto';
import { REMARK, type RecordDraft } from '../toolkit/journal/record.js';
import type { JournalWriter } from '../toolkit/journal/writer.js';
import type { JsonValue } from '../toolkit/payload/json.js';
import type { Observation, SignatureExplanation, Verdict } from './model/model.js';

interface Assertion {
  readonly pointer: string;
  readonly predicate: string;
  readonly expected: JsonValue;
  readonly holds: boolean;
}

/** Writes the records of one check. */
export class Play {
  readonly #writer: JournalWriter;
  readonly #check: string;
  readonly #account: string;
  readonly #n: number;
  #opened: number | null = null;

  constructor(writer: JournalWriter, check: string, n: number) {
    this.#writer = writer;
    this.#check = check;
    this.#n = n;
    this.#account = `acc-${n}`;
  }

  exchange(e: number, damaged: boolean, text: string, status: number): number {
    const body = JSON.stringify({ type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: `1.0${e}` });
    const key = `key-${this.#n}-${e}-${hash(`${this.#n}/${e}`).slice(0, 12)}`;
    const path = `/v1/trading/accounts/${this.#account}/orders`;
    const timestamp = 1_772_359_200_000 + this.#n * 37 + e;
    const payload = JSON.stringify({
      api_key: 'pub-key-0001',
      idempotency_key: key,
      timestamp,
      sign_version: 1,
      method: 'POST',
      path,
      body_hash: hash(damaged ? 'another body' : body),
    });
    const headers: readonly (readonly [string, string])[] = [
      ['SVC-API-KEY', 'pub-key-0001'],
      ['SVC-IDEMPOTENCY-KEY', key],
      ['SVC-TIMESTAMP', String(timestamp)],
      ['SVC-SIGN-VERSION', '1'],
      ['SVC-DATA', Buffer.from(payload).toString('base64url')],
      ['SVC-SIGN', hash(payload).repeat(2)],
      ['content-type', 'application/json'],
    ];
    const more = damaged ? { damage: 'body hash of another body' } : {};
    const request = { request: 'placeOrder', method: 'POST', path, headers, ...more };
    const invoke = this.#append('invoke', { conn: 'http', raw: body, parsed: request, client_request_id: key });
    const operation = this.#operation(e);
    const answer = JSON.stringify({
      operation_id: operation,
      client_request_id: key,
      ...(text === '' ? {} : { note: text }),
    });
    const view = { operationId: operation, clientRequestId: key };
    const parsed = {
      request: 'placeOrder',
      status,
      headers: { 'content-type': 'application/json', server: text || 'sample' },
      body: JSON.parse(answer),
      view,
    };
    const ids = { client_request_id: key, operation_id: operation };
    return this.#append('ok', { actor: 'target', conn: 'http', raw: answer, parsed, cause: invoke, ...ids });
  }

  assert(record: number, { pointer, predicate, expected, holds }: Assertion): number {
    const requirement = this.#check.split('/')[0] ?? '';
    const parsed = { requirement, record, pointer, predicate, expected, holds, message: null };
    return this.#append('assert', { parsed, cause: record });
  }

  openStream(): void {
    const conn = `ws-${this.#n}`;
    const asked = this.#append('invoke', { conn: 'http', parsed: { request: 'eventsStream' } });
    const parsed = { request: 'eventsStream', status: 101, headers: {}, body: null, view: null };
    const handshake = this.#append('ok', { actor: 'target', conn: 'http', parsed, cause: asked });
    this.#opened = this.#append('open', { conn, cause: handshake });
    this.#append('send', { conn, raw: '{"action":"subscribe","event":"transactions"}', cause: this.#opened });
  }

  event(e: number): void {
    if (this.#opened === null) return;
    const message = { event: 'transaction_event', status: 'success', operation_id: this.#operation(e), payload: {} };
    const parsed = { kind: 'transaction_event', message, view: { status: 'success', operationId: this.#operation(e) } };
    this.#append('event', {
      actor: 'target',
      conn: `ws-${this.#n}`,
      raw: JSON.stringify(message),
      parsed,
      cause: this.#opened,
      operation_id: this.#operation(e),
    });
  }

  observe({ check: _, ...measured }: Observation): void {
    this.#append('observe', { parsed: { ...measured, evidence: [...measured.evidence] } });
  }

  verdict(verdict: Verdict, reason: string, evidence: readonly number[], told: object): void {
    const plain = JSON.parse(JSON.stringify(told)) as JsonValue;
    this.#append('verdict', { parsed: { verdict, reason, evidence: [...evidence], told: plain } });
  }

  #operation(e: number): string {
    return `op-${this.#n}-${e}`;
  }

  /** Of the suite, and with nothing but what is named. */
  #append(kind: RecordDraft['kind'], named: Partial<RecordDraft>): number {
    const common = { ...REMARK, check: this.#check, account: this.#account, actor: 'suite', parsed: null };
    return this.#writer.append({ ...common, kind, ...named });
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** `text` stands where the suite quotes what was sent. */
export function signatureOf(record: number, text: string): SignatureExplanation {
  return {
    record,
    verdict: 'broken',
    summary: `A verifier must refuse this request. The doctor finds: body_hash is not the hash of the body. Got ${text}.`,
    prepared: 'body hash of another body',
    stages: [
      { stage: 'headers', state: 'ok' },
      {
        stage: 'body-hash',
        state: 'broken',
        detail: 'body_hash is not the hash of the body.',
        expected: 'B',
        actual: text,
      },
      { stage: 'access', state: 'unknown', detail: 'what the key may do is known to the server alone' },
    ],
  };
}
