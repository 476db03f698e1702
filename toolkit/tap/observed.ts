// What a service saw of a client and did towards it: requests, handshakes and frames in one sequence and on one clock. The lists grow, and
// what is under way is filled in, while the service runs.
import type { JsonValue } from '../payload/json.js';
import type { ReadRequest, ReadStreamCommand } from '../profile/dialect/dialect.js';
import type { StreamMessage } from '../profile/dialect/views.js';
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import type { StageResult } from '../signing/stage-result.js';

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

/** When something was heard. */
export interface Moment {
  /** 1, 2, 3, ... over everything that one tap hears. */
  readonly seq: number;
  /** Nanoseconds of the monotonic clock of this process. */
  readonly atNs: bigint;
  /** The index of the journal record that tells it first. */
  readonly record?: number;
}

export interface Observed {
  /** In the order in which their heads arrived. */
  readonly requests: readonly ObservedRequest[];
  readonly handshakes: readonly ObservedHandshake[];
  /** In the order in which they were received, or handed to the socket. */
  readonly frames: readonly ObservedFrame[];
  readonly connections: readonly ObservedConnection[];
  /** Bytes that were no HTTP. */
  readonly malformed: readonly ObservedBytes[];
}

/** A TCP connection, under the number that everything on it carries. */
export interface ObservedConnection extends Moment {
  readonly connection: number;
  readonly ended?: Moment;
}

/** How a request is signed (interface 5). */
export interface ObservedSignature {
  /** Every stage, in order, with what is wrong in it. */
  readonly stages: readonly StageResult[];
  /** The first that is broken; absent where all is well. */
  readonly failed?: SigningStage;
  /** What is wrong in it. */
  readonly cause?: SlipId;
}

interface Sent extends Moment {
  readonly connection: number;
  readonly method: string;
  /** As it was sent, query included. */
  readonly target: string;
  readonly headers: HeaderPairs;
  /** The dialect backwards; undefined for a request that it does not know. */
  readonly read: ReadRequest | undefined;
  readonly signature: ObservedSignature;
}

/** An HTTP request, from the moment when its body was there; `seq` and `atNs` are those of its head. */
export interface ObservedRequest extends Sent {
  readonly body: Uint8Array;
  /** When the body was there; undefined where the client went away before that. */
  readonly whole?: Moment;
  /** Undefined while it is under way. */
  readonly answer?: ObservedAnswer;
}

/** `seq` and `atNs` are of the moment when the kernel took the last byte, or when it became certain that none follows. */
export interface ObservedAnswer extends Moment {
  /** 0 where the connection was cut before there was an answer. */
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Whole, whatever of it was delivered. */
  readonly body: Uint8Array;
  readonly json?: JsonValue;
  readonly delivered: 'whole' | 'cut-before' | 'cut-inside' | 'never';
}

export interface ObservedHandshake extends Sent {
  readonly stream: 'events' | 'ticks' | undefined;
  /** 101, or that of the refusal; 0 while it is under way, or where the connection was cut instead. */
  readonly status: number;
  /** When it was decided. */
  readonly decided?: Moment;
  readonly closed?: Moment & { readonly by: 'client' | 'service'; readonly code: number };
  /** Pongs that came back: so long its client was alive. */
  readonly answered?: { readonly count: number; readonly last: Moment };
}

export interface ObservedFrame extends Moment {
  readonly connection: number;
  readonly stream: 'events' | 'ticks' | undefined;
  readonly accountId: string | undefined;
  /** Of the service: `in` came from the client. */
  readonly direction: 'in' | 'out';
  readonly text: string;
  readonly isBinary: boolean;
  /** Undefined for what is no JSON. */
  readonly json?: JsonValue;
  /** Of a frame that came in; undefined for one that is no command. */
  readonly command?: ReadStreamCommand;
  /** Of a frame that went out: one or more, in order, orders and positions in the interface's words. Empty for one that came in. */
  readonly messages: readonly StreamMessage[];
  /** When the kernel took a frame that went out. */
  readonly taken?: Moment;
  /** When a pong came back for a ping behind it: the client's library has read it. */
  readonly ponged?: Moment;
}

export interface ObservedBytes extends Moment {
  readonly connection: number;
  readonly bytes: Uint8Array;
  readonly reason: string;
  /** Of the refusal; undefined where the connection was cut without one. */
  readonly status: number | undefined;
}
