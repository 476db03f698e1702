// What a witness leaves: one JSON line for each exchange and each stream message that crossed it, digests instead of contents, and as the
// last line an envelope by which the witness signs all lines before. Whoever was judged has no hand in it.

/** Version of the format, and the type of what is signed. */
export const WITNESS_FORMAT = 1;
export const WITNESS_PREDICATE = 'urn:tsi-conformance:witness:1';

/** Line 0. */
export interface WitnessHeader {
  readonly witness: typeof WITNESS_FORMAT;
  readonly started: string;
  /** The origin that the witness connected to. */
  readonly target: string;
}

/** Digests of a message in the form in which a journal keeps it (`canonical.ts`). */
export interface RequestDigests {
  /** Method, path and headers; and the signed data alone, which tells a changed request from an unknown one. */
  readonly head: string;
  readonly data: string;
  readonly body: string;
}

export interface AnswerDigests {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

export interface ExchangeEntry {
  readonly kind: 'exchange';
  /** 1, 2, 3, ... in the order in which connections came. */
  readonly connection: number;
  readonly at: string;
  /** For people. */
  readonly method: string;
  readonly path: string;
  readonly request: RequestDigests;
  /** Null where the connection ended before a whole answer had come. */
  readonly answer: AnswerDigests | null;
  /** Why the extent of the request cannot be told for certain: its body is then no evidence. */
  readonly unclear?: string;
}

export interface MessageEntry {
  readonly kind: 'message';
  readonly connection: number;
  readonly at: string;
  readonly from: 'suite' | 'target';
  readonly digest: string;
}

/** Bytes that are no HTTP: how many came on a connection from one side. */
export interface OpaqueEntry {
  readonly kind: 'opaque';
  readonly connection: number;
  readonly at: string;
  readonly from: 'suite' | 'target';
  readonly bytes: number;
}

export type WitnessEntry = ExchangeEntry | MessageEntry | OpaqueEntry;

/** What is said of the record as a whole, and signed. */
export interface WitnessSummary {
  readonly started: string;
  readonly finished: string;
  readonly target: string;
  readonly entries: number;
  /** SHA-256 of each certificate that a target behind TLS showed, as hex digits; absent without TLS, or where none was seen. */
  readonly certificates?: readonly string[];
  /** False where the witness stopped recording because the file had grown beyond its bound. */
  readonly whole: boolean;
}
