// What leaves the service as bytes: HTTP status, headers and body, frames and closing of streams (interface 4.1, 4.5, 6.4).
// HTTP and streams call these; honest rules pass everything on unchanged.
import type { JsonValue } from '../../../payload/json.js';
import type { Operation, Refusal } from '../../domain.js';

/** One frame, or a pause of the connection's output; `fragments` writes one message in several WebSocket frames. */
export interface Frame {
  readonly data: string | Uint8Array;
  readonly binary: boolean;
  readonly fragments?: number;
  /** Cuts the connection after so many of its fragments, 0 in place of the first. */
  readonly cutAfter?: number;
  /** Held back by that long; later frames may overtake it. */
  readonly delayMs?: number;
}

export interface AnswerContext {
  /** Undefined where routing failed. */
  readonly operation: Operation | undefined;
  readonly status: number;
  /** How many answers of this operation the service has given before. */
  readonly ordinal: number;
}

export interface FrameContext {
  readonly stream: 'events' | 'ticks';
  /** The kind of the message: a DomainEvent's, `command_accepted` or `command_refused`. */
  readonly kind: string;
  /** Of the connection, unique in the service. */
  readonly connectionId: string;
  /** Ordinal of the connection for its account. */
  readonly connection: number;
  /** 0 for the first frame of the connection, and so on. */
  readonly sequence: number;
}

/** Why the service ends a connection. */
export type CloseReason = 'disabled' | 'overflow' | 'shutdown' | 'refused' | 'lifetime';

export interface WireRules {
  /** Interface 4.5; 5.1; 7.2: the last word on a contract document before it becomes text. */
  amendDocument(document: JsonValue, format: 'openapi' | 'asyncapi'): JsonValue;
  /** Interface 4.1, synchronous responses; 5.4: the HTTP status of a refusal. */
  statusOf(refusal: Refusal, operation: Operation | undefined): number;
  /** Interface 4.1, synchronous responses: the media type of an answer, or undefined for none. */
  contentType(context: AnswerContext): string | undefined;
  /** Interface 4.1, synchronous responses: the bytes of an answer's body; `cut` closes the socket after so many. */
  httpBody(body: Uint8Array, context: AnswerContext): { readonly bytes: Uint8Array; readonly cut?: number };
  /** Interface 4.5, rule 2: the frames that carry one message, or several where the behaviour bursts. */
  frames(text: string, context: FrameContext): readonly Frame[];
  /** Interface 6.4, rule 3: the close code, `undefined` for a close frame without one, `'cut'` for none at all. */
  closeCode(reason: CloseReason): number | undefined | 'cut';
  /** Interface 6.4, rule 3: what an overflow does; `lose` drops the message alone, which leaves a gap. */
  onOverflow(): 'close' | 'lose';
  /** Interface 6.4, rule 3; 8, other limit 4: whether a send buffer of so many bytes closes the connection. */
  overflows(bufferedBytes: number, limitBytes: number): boolean;
}

/** RFC 6455, section 7.4.1, and its registry. */
const CLOSE_CODES: Readonly<Record<CloseReason, number>> = {
  lifetime: 1000,
  shutdown: 1001,
  overflow: 1013,
  disabled: 1008,
  refused: 1008,
};

export const honestWire: WireRules = {
  amendDocument: (document) => document,
  statusOf: ({ status }) => status,
  contentType: () => 'application/json; charset=utf-8',
  httpBody: (bytes) => ({ bytes }),
  frames: (text): readonly Frame[] => [{ data: text, binary: false }],
  closeCode: (reason) => CLOSE_CODES[reason],
  onOverflow: () => 'close',
  overflows: (bufferedBytes, limitBytes) => bufferedBytes > limitBytes,
};
