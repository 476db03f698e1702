// Fetches the OpenAPI document that a profile names, once per target: a URL or a file, JSON or YAML, bounded in time, size and
// depth, and journalled. It is not signed and follows no redirect. What it says is read in `../openapi.ts`.

import { Pool } from 'undici';
import type { RecordSink } from '../../../../toolkit/journal/record.js';
import { readRegularFile } from '../../../../toolkit/journal/regular-file.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { isJsonObject } from '../../../../toolkit/payload/json-kind.js';
import { readStrictJson } from '../../../../toolkit/payload/strict-json.js';
import { dispatchRequest } from '../../../../toolkit/wire/http/dispatch.js';
import { Undecided } from '../../check-end.js';
import { OpenapiDocument } from '../../openapi.js';
import { readUntil } from '../patience.js';
import { BLANK } from './target-journal.js';

const MAX_BYTES = 4 << 20;
const MAX_ALIASES = 100;
/** What a lock or a busy service answers, and for how long it is asked again. */
const PASSING: readonly number[] = [401, 403, 429, 503];
const PATIENCE_MS = 3000;

export interface OpenapiParts {
  readonly journal: RecordSink;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Fetched {
  readonly text: string;
  readonly record: number;
}

export class Openapi {
  readonly #source: string | undefined;
  readonly #parts: OpenapiParts;
  #document: Promise<OpenapiDocument> | undefined;

  /** `source`: a URL or the path of a file; undefined where the profile names none. */
  constructor(source: string | undefined, parts: OpenapiParts) {
    this.#source = source;
    this.#parts = parts;
  }

  /** Rejects with `Undecided` when it cannot be fetched or read. */
  document(): Promise<OpenapiDocument> {
    this.#document ??= this.#read();
    return this.#document;
  }

  async #read(): Promise<OpenapiDocument> {
    const source = this.#source;
    if (source === undefined) throw new Undecided('the profile names no openapi document');
    const { text, record } = await (/^https?:\/\//i.test(source) ? this.#fetched(new URL(source)) : this.#load(source));
    const value = await parsed(text);
    if (!isJsonObject(value)) throw new Undecided(`${source} holds no JSON or YAML object`, [record]);
    return new OpenapiDocument(value, record);
  }

  /** It is fetched once: a lock or a busy moment must not stand in for it for the whole run. */
  async #fetched(url: URL): Promise<Fetched> {
    const { status, text, record } = await readUntil(
      () => this.#fetch(url),
      ({ status }) => !PASSING.includes(status),
      { withinMs: PATIENCE_MS, signal: this.#parts.signal },
    );
    if (status !== 200) throw new Undecided(`the OpenAPI document could not be fetched: HTTP ${status}`, [record]);
    return { text, record };
  }

  async #fetch(url: URL): Promise<Fetched & { readonly status: number }> {
    const { journal, timeoutMs } = this.#parts;
    const path = `${url.pathname}${url.search}`;
    const headers = [
      ['Accept', 'application/json, application/yaml;q=0.9, */*;q=0.1'] as const,
      ['Accept-Encoding', 'identity'] as const,
    ];
    const asked = { ...BLANK, conn: 'http', check: null };
    const invoke = journal.append({
      ...asked,
      kind: 'invoke',
      parsed: { request: 'openapi', method: 'GET', path, headers: headers.map((header) => [...header]) },
      cause: null,
    });
    const pool = new Pool(url.origin, { connections: 1, connectTimeout: timeoutMs, maxResponseSize: MAX_BYTES });
    const wire = { method: 'GET', path, headers, body: new Uint8Array() };
    const outcome = await dispatchRequest(pool, wire, { timeoutMs, maxBodyBytes: MAX_BYTES, signal: undefined });
    await pool.destroy();
    if ('failure' in outcome) {
      const { code, message, sent } = outcome.failure;
      const error = { code, message };
      const record = journal.append({
        ...asked,
        kind: sent ? 'info' : 'fail',
        parsed: { request: 'openapi' },
        error,
        cause: invoke,
      });
      throw new Undecided(`the OpenAPI document could not be fetched: ${message}`, [record]);
    }
    const { status, headers: answered, bytes } = outcome.answer;
    const text = Buffer.from(bytes).toString('utf8');
    const record = journal.append({
      ...asked,
      actor: 'target',
      kind: 'ok',
      raw: text,
      parsed: { request: 'openapi', status, headers: answered, body: null, view: null },
      cause: invoke,
    });
    return { status, text, record };
  }

  async #load(file: string): Promise<Fetched> {
    try {
      const text = readRegularFile(file, { mostBytes: MAX_BYTES }).toString('utf8');
      const parsed = { request: 'openapi', file };
      return {
        text,
        record: this.#parts.journal.append({ ...BLANK, kind: 'info', check: null, raw: text, parsed, cause: null }),
      };
    } catch (error) {
      if (error instanceof Undecided) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Undecided(`the OpenAPI document could not be read: ${why}`);
    }
  }
}

/** JSON where it looks like it, else YAML; undefined for what is neither. */
async function parsed(text: string): Promise<JsonValue | undefined> {
  if (text.trimStart().startsWith('{')) return readStrictJson(Buffer.from(text)).value;
  // Few documents need it, and it takes a while to load.
  const { parse } = await import('yaml');
  try {
    // Merge keys are no part of YAML 1.2, but of many descriptions.
    const value: unknown = parse(text, { version: '1.2', merge: true, maxAliasCount: MAX_ALIASES, logLevel: 'error' });
    // Through text, so that dates, cycles and depth end as in any other JSON.
    return readStrictJson(Buffer.from(JSON.stringify(value) ?? '')).value;
  } catch {
    return undefined;
  }
}
