// How a client writes and signs its requests (interface 1, rule 6; 4.1; 4.5; 5; 8), decision by decision.
import { randomUUID } from 'node:crypto';
import type { RequestName, RequestParams } from '../../profile/index.js';
import type { HeaderList, SigningStages } from '../../signing/index.js';

export type RequestKind = 'call' | 'read' | 'handshake';

/** A request on its way out. */
export interface Outgoing {
  readonly name: RequestName;
  readonly kind: RequestKind;
  /** 1 for the first time that it is sent. */
  readonly attempt: number;
}

export interface Form {
  /** Stages of signing that deviate (interface 5). */
  readonly stages: Partial<SigningStages>;
  /** The timestamp of a request; `begunMs` is when its session began. */
  readonly timestampMs: (nowMs: number, begunMs: number) => number;
  /** Whether the headers of the same request, sent before, go out again. */
  readonly reusesHeaders: (request: Outgoing) => boolean;
  /** The path before it is signed, and what of it is sent. */
  readonly path: (path: string, request: Outgoing) => string;
  readonly sentPath: (path: string) => string;
  /** The JSON text of a call, and the body of a read. */
  readonly body: (text: string) => string;
  readonly readBody: string | undefined;
  readonly contentType: string;
  /** Headers beside those of section 5; the seed is there for who gives it away. */
  readonly furtherHeaders: (seed: Uint8Array) => HeaderList;
  readonly handshakeHeaders: (headers: HeaderList) => HeaderList;
  /** The idempotency key of what is no call. */
  readonly keyOfRead: (kind: 'read' | 'handshake') => string;
  /** The idempotency key of the nth call, whose first body is given. */
  readonly key: (ordinal: number, body: string) => string;
  /** Parameters as they are written. */
  readonly params: (params: RequestParams) => RequestParams;
  /** By which request the position of an `open` is asked for. */
  readonly requestForOpening: 'openPosition' | 'placeOrder';
  /** The account in the path, of that of the session and that of the first session of all. */
  readonly account: (own: string, first: string) => string;
  /** Whether a redirect of such a request is followed, wherever it leads. */
  readonly followsRedirects: (kind: RequestKind) => boolean;
}

export const HONEST_FORM: Form = {
  stages: {},
  timestampMs: (nowMs) => nowMs,
  reusesHeaders: () => false,
  path: (path) => path,
  sentPath: (path) => path,
  body: (text) => text,
  readBody: undefined,
  contentType: 'application/json',
  furtherHeaders: () => [],
  handshakeHeaders: (headers) => headers,
  keyOfRead: () => '',
  key: () => randomUUID(),
  params: (params) => params,
  requestForOpening: 'openPosition',
  account: (own) => own,
  followsRedirects: () => false,
};
