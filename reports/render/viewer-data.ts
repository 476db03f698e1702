// What the viewer finds in its page: one packed document for the start, and the journal in packed chunks that are opened on demand.
// Types only; packing is in `embed-journal.ts` and `html.ts`, unpacking in `viewer/data.ts`.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { Results } from '../model/model.js';

export interface ViewerData {
  readonly results: Results;
  readonly latencies: readonly Latency[];
  /** Where the pages of the catalogue are published, without a slash at the end. */
  readonly site?: string;
  /** By check id, the number of the chunk with its records; a check without an entry has none in the page. */
  readonly chunkOf: Readonly<Record<string, number>>;
  readonly journal: {
    /** Records in the file. */
    readonly records: number;
    /** Checks whose records were left out because the page would grow beyond its bound. */
    readonly leftOut: number;
    /** Why the journal is not whole, where it is not. */
    readonly defect?: string;
  } | null;
}

/** The distribution of one duration, in milliseconds. */
export interface Latency {
  /** A request of the interface (`placeOrder`), or `ACK to event`. */
  readonly operation: string;
  readonly count: number;
  /** At 0, 1, 2, ... 100 per cent. */
  readonly percentiles: readonly number[];
}

/** A journal record as the page carries it: what `raw` already says is not said again in `parsed`. */
export interface ViewerRecord {
  readonly i: number;
  /** Milliseconds since the start of the run, monotonic. */
  readonly t: number;
  readonly kind: string;
  readonly actor: string;
  readonly conn: string | null;
  readonly account: string | null;
  readonly key: string | null;
  readonly operation: string | null;
  readonly raw: string | { readonly base64: string } | null;
  /** Characters of `raw` that were left out. */
  readonly cut?: number;
  readonly parsed: JsonValue;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly cause: number | null;
}

/** Records by check id, in order. */
export type ViewerChunk = Readonly<Record<string, readonly ViewerRecord[]>>;

/** Ids of the elements that hold packed data (gzip, base64). */
export const DATA_ELEMENT = 'tsi-data';
export const CHUNK_ELEMENT = 'tsi-chunk-';
