// Stand-in for the types of the tap, until it is there.
import type { JsonObject, JsonValue } from '../payload/json.js';
import type { RequestName, StreamMessage } from '../profile/index.js';

export interface ReadRequest {
  readonly request: RequestName;
  readonly accountId: string | undefined;
  readonly params: JsonObject;
}
export interface ReadStreamCommand {
  readonly action: 'subscribe' | 'unsubscribe';
  readonly event?: JsonValue;
  readonly instruments?: JsonValue;
}
export interface ObservedAnswer {
  readonly atNs: bigint;
  readonly seq: number;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  readonly delivered: 'whole' | 'cut-before' | 'cut-inside' | 'never';
}
export interface ObservedRequest {
  readonly seq: number;
  readonly atNs: bigint;
  readonly connection: number;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  readonly read: ReadRequest | undefined;
  readonly signature: { readonly failed?: string };
  readonly answer?: ObservedAnswer;
}
export interface ObservedHandshake {
  readonly seq: number;
  readonly atNs: bigint;
  readonly connection: number;
  readonly stream: 'events' | 'ticks' | undefined;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly signature: { readonly failed?: string };
  readonly status: number;
  readonly closed?: {
    readonly seq: number;
    readonly atNs: bigint;
    readonly by: 'client' | 'service';
    readonly code?: number;
  };
}
export interface ObservedFrame {
  readonly seq: number;
  readonly atNs: bigint;
  readonly connection: number;
  readonly direction: 'in' | 'out';
  readonly text: string;
  readonly json?: JsonValue;
  readonly command?: ReadStreamCommand;
  readonly event?: StreamMessage;
  readonly pongedAtNs?: bigint;
}
export interface Observed {
  readonly requests: readonly ObservedRequest[];
  readonly handshakes: readonly ObservedHandshake[];
  readonly frames: readonly ObservedFrame[];
}
export interface Tap {
  readonly observed: Observed;
  readonly records: () => readonly import('../journal/index.js').RecordDraft[];
}
export function createTap(options: {
  dialect: import('../profile/index.js').Dialect;
  keys: ReadonlyMap<string, Uint8Array>;
}): Tap {
  throw new Error(`not there yet: ${Object.keys(options).join()}`);
}
