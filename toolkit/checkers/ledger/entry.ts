// What a record says in the words of the checkers: what was asked, answered, sent, received or controlled. No checker knows a dialect or
// the layout of a record.
import { isSuccessful } from '../../base/is-successful.js';
import type { JournalRecord } from '../../journal/record.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { MessageKind } from '../../profile/dialect/views.js';

/** Of every entry. */
export interface Common {
  readonly i: number;
  readonly tNs: number;
  /** The wall clock, as the journal has it. */
  readonly wall: string;
  /** The account with the target that it belongs to; empty where there is none. */
  readonly account: string;
  /** The account as the target names it. */
  readonly accountId: string;
  /** `@name` where one run judges several targets, whose accounts may share names. */
  readonly target: string;
}

/** A request leaves. */
export interface Call extends Common {
  readonly type: 'call';
  readonly request: string;
  readonly key: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly params: JsonObject | undefined;
  /** The identifier of the API key that signed it. */
  readonly apiKey: string;
  /** It deviates on purpose from what a client should send. */
  readonly isDamaged: boolean;
  /** It was signed for another time. */
  readonly isShifted: boolean;
  /** So damaged that by method or path it is no longer the request that it was made of. */
  readonly isMisdirected: boolean;
  readonly conn: string;
  /** Names and values in the order in which they were sent; read by who judges the sender. */
  readonly headers: JsonValue | undefined;
  /** Null for a request without a body. */
  readonly body: JournalRecord['raw'];
  /** What was seen of its signature before secrets were taken out of the record. */
  readonly signature: JsonValue | undefined;
}

/** Its answer came, whatever it says. */
export interface Answer extends Common {
  readonly type: 'answer';
  readonly call: number;
  readonly request: string;
  readonly key: string | undefined;
  readonly status: number;
  readonly view: JsonValue;
  readonly body: JsonValue;
  readonly operationId: string | undefined;
  /** The body is not JSON, or the dialect could not read it. */
  readonly isUnreadable: boolean;
}

/** No answer came; `wasSent` when it may have taken effect all the same. */
export interface Lost extends Common {
  readonly type: 'lost';
  readonly call: number;
  readonly wasSent: boolean;
}

export interface Opened extends Common {
  readonly type: 'opened';
  readonly conn: string;
}

export interface Closed extends Common {
  readonly type: 'closed';
  readonly conn: string;
  /** Who heard it from the side of the service knows. */
  readonly isByClient: boolean;
}

/** A frame to the target; `action` is undefined for frames that are not commands of the suite's own making. */
export interface Command extends Common {
  readonly type: 'command';
  readonly conn: string;
  readonly action: 'subscribe' | 'unsubscribe' | undefined;
  readonly event: string;
  readonly instruments: readonly string[] | undefined;
}

export interface Message extends Common {
  readonly type: 'message';
  readonly conn: string;
  readonly kind: MessageKind;
  readonly view: JsonObject;
  readonly message: JsonValue;
  /** The whole frame where it is kept with this message. */
  readonly raw: string | undefined;
  readonly operationId: string | undefined;
  readonly key: string | undefined;
}

/** A control action was performed. */
export interface Control extends Common {
  readonly type: 'control';
  readonly action: string;
  readonly params: JsonObject;
  readonly result: JsonObject;
  /** The pause behind it, and what the run then held for long enough until one takes effect; 0 where the journal does not say. */
  readonly waitedMs: number;
  readonly paceMs: number;
  /** How late such actions are nobody had stated. */
  readonly mayBeLate: boolean;
}

export type Entry = Call | Answer | Lost | Opened | Closed | Command | Message | Control;

/** A kind of entry, or of messages alone. */
export type Sight = Entry['type'] | MessageKind;

export function isSuccess({ status }: Answer): boolean {
  return isSuccessful(status);
}
